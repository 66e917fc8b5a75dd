/* What all scripts of a page share. The loader has it from the start, page.js gets it when it comes. */
import { NAME } from "../storage.js";

export const page = {
  baskets: new Map(), // the core's number → { element, key, root, sheet, mark }
  carts: {}, // by key, as the service last described them
  kept: new Map(), // changes that nobody has confirmed, as they stand in storage, by their ids
  // The ids of changes that other pages left behind, by the numbers that the core has for them; and, by its id, whether
  // a change has gone out to make a cart.
  ids: {},
  seed: crypto.getRandomValues(new Uint32Array(4)).join("-") + "-",
  markers: [0], // by the core's number, from 1
  waiting: [], // messages that came before the core
  calls: [], // of the page's scripts, before page.js

  // What changes when the core or page.js arrives: how to tell the core something, and how to carry out a call.
  send: (message) => page.waiting.push(message),
  callMethod: (...call) => page.calls.push(call),
};

let count = 0;

/* The core's number for an element. */
export const numberOf = (element) => (element[NAME] ||= ++count);
