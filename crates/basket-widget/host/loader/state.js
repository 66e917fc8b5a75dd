// @ts-check
/* What all scripts of a page share. The loader has it from the start, page.js gets it when it comes. */

/** @type {import("../types.js").Page} */
export const page = /** @type {any} */ ({
  baskets: new Map(),
  kept: new Map(),
  ids: {},
  makesCart: {},
  seed: crypto.getRandomValues(new Uint32Array(4)).join("-") + "-",
  markers: [],
  waiting: [],
  calls: [],

  // What changes when the core or page.js arrives: how to tell the core something, and how to carry out a call.
  /** @param {import("../types.js").Message} message */
  send: (message) => page.waiting.push(message),
  /** @param {import("../types.js").Call} call */
  callMethod: (...call) => page.calls.push(call),
});

// Another build on the page has numbers of its own, under a symbol of its own.
const NUMBER = Symbol();
let count = 0;

/**
 * The core's number for a basket element.
 * @param {any} element
 * @returns {number}
 */
export const numberOf = (element) => (element[NUMBER] ||= ++count);

/**
 * The core's number for a marker: its place among all, from 1.
 * @param {any} marker
 * @returns {number}
 */
export const markerNumber = (marker) => (marker[NUMBER] ||= page.markers.push(marker));

/** @param {string} state */
export const setMarkers = (state) => {
  for (const { dataset } of page.markers) dataset.state = state;
};
