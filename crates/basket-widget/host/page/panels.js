// @ts-check
/* What an open panel does beyond showing itself: how it closes. */
import { isOpen, isShown } from "../patch.js";
import { DISMISS } from "../protocol.js";
import { NAME } from "../storage.js";
import { page } from "./context.js";

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
  basket.closeWatcher.onclose = () => page.post([DISMISS, page.numberOf(basket.element), false]);
};

/**
 * Keeps the page where it is, unless something in the panel can take the movement. Zooming is not scrolling.
 * @param {WheelEvent | TouchEvent} event
 */
const holdPage = (event) => {
  if (event.ctrlKey || ("touches" in event && event.touches.length > 1)) return;
  const path = /** @type {Element[]} */ (event.composedPath());
  const inside = path.slice(0, path.findIndex(({ localName }) => localName == "dialog") + 1);
  const isTaken = inside.some(
    (element) => element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
  if (!isTaken) event.preventDefault();
};

/* The page behind a tint does not scroll. Style alone cannot do that: what is between the panel and the page belongs to
   neither. */
export const holdPageBehind = () => {
  const isModal = [...page.baskets.values()].some(({ root }) => root?.querySelector(":modal"));
  for (const type of /** @type {const} */ (["wheel", "touchmove"])) {
    removeEventListener(type, holdPage);
    if (isModal) addEventListener(type, holdPage, { passive: false });
  }
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

/**
 * Whether something happened beside a panel, not on its border or on an empty part of it.
 * @param {Element} panel
 * @param {{ clientX: number, clientY: number }} place
 */
const isBeside = (panel, { clientX, clientY }) => {
  const { left, right, top, bottom } = panel.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
};

/** @type {WeakSet<ShadowRoot>} */
const heard = new WeakSet();

/**
 * A panel dismisses itself by what the browser does to it, and by a click on what is behind a modal one.
 * @param {import("../types.js").ShownBasket} basket
 */
export const listenToPanel = ({ element, root }) => {
  if (heard.has(root)) return;
  heard.add(root);
  /** @param {boolean} isOutside */
  const dismiss = (isOutside) => page.isDead || page.post([DISMISS, page.numberOf(element), isOutside]);
  /** @param {Event} event */
  const hear = (event) => {
    const { target, type } = event;
    if (type == "cancel") event.preventDefault();
    const panel = /** @type {HTMLDialogElement} */ (target);
    if (panel.localName != "dialog") return;
    if (type != "click") return type == "close" && isOpen(panel) ? undefined : dismiss(false);
    const click = /** @type {PointerEvent} */ (event);
    // What was pressed inside, as when a number is marked, does not close.
    if (isBeside(panel, click) && isBeside(panel, page.press || click)) dismiss(true);
  };
  // Caught on the way down, since a dialog's own events do not bubble.
  for (const type of ["click", "cancel", "close"]) root.addEventListener(type, hear, true);
};
