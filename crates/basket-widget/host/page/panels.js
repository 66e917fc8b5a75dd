// @ts-check
/* What an open panel does beyond showing itself: how it closes, and what the page does meanwhile. */
import { isBeside } from "../dom.js";
import { isShown } from "../patch.js";
import { DISMISS } from "../protocol.js";
import { NAME } from "../storage.js";
import { page } from "./context.js";

/** @param {EventTarget} node */
const isScrollable = (node) =>
  node instanceof Element &&
  node.scrollHeight > node.clientHeight && /auto|scroll/.test(getComputedStyle(node).overflowY);

/**
 * Behind a modal panel the page stands still. Zooming stays possible.
 * @param {ShadowRoot} root
 */
export const keepPageStill = (root) => {
  /** @param {any} event Of a wheel, or of a touch, which some browsers do not know. */
  const stop = (event) => {
    const panel = root.querySelector(":modal");
    if (!panel || event.ctrlKey || event.touches?.length > 1) return;
    const path = event.composedPath();
    const within = path.slice(0, path.indexOf(panel) + 1);
    if (isBeside(panel, event.touches?.[0] || event) || !within.some(isScrollable)) event.preventDefault();
  };
  for (const type of ["wheel", "touchmove"]) root.addEventListener(type, stop, { passive: false });
};

/**
 * On a telephone, going back closes the panel, as the shopper knows it from what fills the screen. The browser does so by
 * itself for modal panels.
 * @param {import("../types.js").ShownBasket} basket
 * @param {boolean} isOpen
 */
export const closeOnBack = (basket, isOpen) => {
  basket.closeWatcher?.destroy();
  basket.closeWatcher = undefined;
  if (!isOpen || !window.CloseWatcher || !matchMedia("(pointer: coarse)").matches) return;
  if (basket.root.querySelector(":modal")) return;
  basket.closeWatcher = new window.CloseWatcher();
  basket.closeWatcher.onclose = () => page.post([DISMISS, /** @type {number} */ (basket.element[NAME]), false]);
};

/* Whether Escape is meant for something of the page: a dialog, a menu, or what is being typed. */
const isPageBusy = () => {
  const above = [...document.querySelectorAll(":modal,:popover-open,[aria-modal=true]")];
  return above.some((element) => isShown(element)) || document.activeElement?.matches("input,textarea,select,[contenteditable]");
};

/* A click beside an open panel dismisses it, and so does Escape. */
export const listenBeside = () => {
  /** @param {PointerEvent} event */
  const pressed = (event) => {
    const { clientX, clientY } = event;
    page.press = { path: event.composedPath(), clientX, clientY };
  };
  document.addEventListener("pointerdown", pressed, true);
  document.addEventListener("click", (event) => {
    const path = [...event.composedPath(), ...(page.press?.path || [])];
    const target = /** @type {Element} */ (event.target);
    page.press = undefined;
    if (target.closest?.(`[data-embed^=${NAME}-]`)) return;
    for (const [id, { element, openedAt = 0 }] of page.baskets) {
      // A button of the page may have opened it with this very click.
      if (openedAt < event.timeStamp && !path.includes(element)) page.post([DISMISS, id, true]);
    }
  });
  document.addEventListener("keydown", ({ key, isComposing, defaultPrevented }) => {
    if (key != "Escape" || isComposing || defaultPrevented) return;
    for (const [id, { element }] of page.baskets)
      if (element.matches(":focus-within") || !isPageBusy()) page.post([DISMISS, id, false]);
  });
};
