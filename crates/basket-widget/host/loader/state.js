// @ts-check
/* What all scripts of a page share. The loader has it from the start, page.js gets it when it comes. */
import { NAME } from "../storage.js";

/** @type {import("../types.js").Page} */
export const page = /** @type {any} */ ({
  baskets: new Map(),
  carts: {},
  kept: new Map(),
  ids: {},
  makesCart: {},
  seed: crypto.getRandomValues(new Uint32Array(4)).join("-") + "-",
  markers: [0],
  waiting: [],
  calls: [],

  // What changes when the core or page.js arrives: how to tell the core something, and how to carry out a call.
  /** @param {import("../types.js").Message} message */
  send: (message) => page.waiting.push(message),
  /** @param {import("../types.js").Call} call */
  callMethod: (...call) => page.calls.push(call),
});

let count = 0;

/**
 * The core's number for an element.
 * @param {Element} element
 */
export const numberOf = (element) => (element[NAME] ||= ++count);
