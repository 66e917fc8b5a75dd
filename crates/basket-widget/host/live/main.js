// @ts-check
/* Makes baskets live: connects the core, and hands over what happens. Messages to the core and effects from it are
   arrays, described in protocol.js. */
import { call, styleOf } from "../call.js";
import { findAll, sheetOf } from "../dom.js";
import { readElement } from "../loader/element.js";
import { numberOf, page } from "../loader/state.js";
import { countryOf, request, urlOf } from "../loader/site.js";
import { HAND_OVER, RESPONSE, SEND } from "../protocol.js";
import { NAME } from "../storage.js";
import { flush, mount, send, show } from "./baskets.js";
import { connect } from "./core.js";
import { effects, hear, idOf } from "./effects.js";
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
  const [kind, id] = effect;
  const last = page.lastAnswer;
  const handle = /** @type {Record<number, (effect: any) => void>} */ (effects)[kind];
  if (handle) return handle(effect);
  tell(
    (does) => does[kind](effect, last),
    // What cannot be sent now is tried again.
    () => (kind == SEND || kind == HAND_OVER) && page.post([RESPONSE, /** @type {number} */ (id), 0]),
  );
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
  Object.assign(page, { countryOf, fail, flush, hear, idOf, numberOf, post, readElement, request, show, urlOf });
  page.core = await connect(coming, () => import(urlOf("plain.js")));
  // Another build may have taken over meanwhile.
  if (page.isDead) return;
  // If page.js has not come yet, it is asked for again.
  /** @param {import("../types.js").Call} call */
  page.callMethod = (...call) => {
    page.calls.push(call);
    more();
  };
  page.sheet = sheetOf(styleOf(page.core));
  page.mount = mount;
  findAll(NAME).forEach(mount);
  page.send = send;
  more();
};
