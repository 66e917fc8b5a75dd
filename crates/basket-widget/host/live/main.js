// @ts-check
/* Makes baskets live: connects the core, and hands over what happens. Messages to the core and effects from it are
   arrays, described in protocol.js. */
import { call, styleOf } from "../call.js";
import { readElement } from "../loader/element.js";
import { page } from "../loader/state.js";
import { urlOf } from "../loader/site.js";
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
  scan();
  watch();
  page.send = send;
  if (page.calls[0]) more();
  (window.requestIdleCallback || setTimeout)(() => tell((does) => does.look()), { timeout: 1000 });
};
