// @ts-check
/* Makes baskets live: connects the core, and hands over what happens. Messages to the core and effects from it are
   arrays, described in protocol.js. */
import { call, styleOf } from "../call.js";
import { readElement } from "../loader/element.js";
import { isShown } from "../patch.js";
import { page } from "../loader/state.js";
import { urlOf } from "../loader/site.js";
import { DISMISS } from "../protocol.js";
import { NAME } from "../storage.js";
import { flush, scan, send, show, watch } from "./baskets.js";
import { connect } from "./core.js";
import { effects } from "./effects.js";
import { more, tell } from "./later.js";

/** @typedef {import("../types.js").Message} Message */

/** @type {Message[]} */
const queue = [];
/** @type {boolean | undefined} */
let isBusy;

/**
 * Carries out an effect; what a first view can do without is in page.js.
 * @param {import("../types.js").Effect} effect
 */
const act = (effect) => {
  const last = page.lastAnswer;
  const handle = /** @type {Record<number, (effect: any) => void>} */ (effects)[effect[0]];
  handle ? handle(effect) : tell((does) => does[effect[0]](effect, last));
};

/**
 * Calls the core for each waiting message; what it answers may add more, but never recurses.
 * @param {Message} message
 */
const post = (message) => {
  queue.push(message);
  if (isBusy || page.isDead) return;
  isBusy = true;
  try {
    while (queue.length) call(page.core, queue.shift()).forEach(act);
  } catch (error) {
    page.fail(error);
  }
  isBusy = false;
  page.look?.();
};

/* Whether Escape is meant for something of the page: a dialog, a menu, or what is being typed. */
const isPageBusy = () => {
  const above = [...document.querySelectorAll(":modal,:popover-open,[aria-modal=true]")];
  return above.some((element) => isShown(element)) || document.activeElement?.matches("input,textarea,select,[contenteditable]");
};

/* A click beside an open panel dismisses it, and so does Escape. */
const listen = () => {
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
    for (const [id, { element }] of page.baskets) path.includes(element) || post([DISMISS, id, true]);
  });
  document.addEventListener("keydown", ({ key, isComposing, defaultPrevented }) => {
    if (key != "Escape" || isComposing || defaultPrevented) return;
    for (const [id, { element }] of page.baskets)
      if (element.matches(":focus-within") || !isPageBusy()) post([DISMISS, id, false]);
  });
};

/**
 * @param {ReturnType<import("../loader/site.js").compile>} coming The wasm of the core.
 * @param {(error: unknown) => void} fail What happens when nothing works.
 */
export const start = async (coming, fail) => {
  Object.assign(page, { fail, flush, post, readElement, scan, show, urlOf });
  page.core = await connect(coming);
  // Another build may have taken over meanwhile.
  if (page.isDead) return;
  // A call needs page.js, as soon as there is something that it can be about.
  /** @param {import("../types.js").Call} call */
  page.callMethod = (...call) => {
    page.calls.push(call);
    more();
  };
  page.css = styleOf(page.core);
  listen();
  scan();
  watch();
  page.send = send;
  if (page.calls[0]) more();
  (window.requestIdleCallback || setTimeout)(() => tell((does) => does.look()), { timeout: 1000 });
};
