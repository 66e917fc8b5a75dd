// @ts-check
/* Carries out what the core decides; it decides nothing itself. */
import { readCart } from "../loader/site.js";
import { page } from "../loader/state.js";
import { KEEP, READ, RESPONSE, SET_STATE, SHOW, TRY, WAIT } from "../protocol.js";
import { putEntry } from "../storage.js";
import { tell } from "./later.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Entry} Entry */

/**
 * The effects that a first view needs.
 * @typedef {import("../protocol.js").ShowEffect | import("../protocol.js").SetStateEffect
 *   | import("../protocol.js").ReadEffect | import("../protocol.js").KeepEffect
 *   | import("../protocol.js").WaitEffect} Handled
 */

/**
 * The idempotency key of a change by its number.
 * @param {number} number
 */
export const idOf = (number) => page.ids[number] || page.seed + number;

/**
 * Tells the core what the service answers.
 * @param {number} id The core's number for the request.
 * @param {string} key
 * @param {Promise<Answer>} answer
 * @param {string} [change] The id of the change that was sent.
 */
export const hear = (id, key, answer, change) =>
  answer.then(
    ([status, body]) => {
      page.lastAnswer = body;
      page.post([RESPONSE, id, status, body]);
      if (body?.lines) tell((does) => does.takeCart(key, body, !!change));
    },
    () => {
      page.lastAnswer = null;
      page.post([RESPONSE, id, 0]);
    },
  );

/** @type {import("../types.js").EffectHandlers<Handled>} */
export const effects = {
  [SHOW]([, id, tree, items]) {
    const basket = page.baskets.get(id);
    if (!basket) return;
    basket.tree = tree;
    page.show(basket, tree, page.buttonSheet, page.sheet, basket.sheet);
    basket.isOpen = !!tree[4]?.[1][":open"];
    basket.items = items;
  },
  [SET_STATE]([, id, state]) {
    const basket = page.baskets.get(id);
    if (basket?.root) basket.element.dataset.state = state;
  },
  [READ]([, id, key, cart]) {
    hear(id, key, readCart(key, cart));
  },
  [KEEP]([, key, number, old, line, body]) {
    const id = idOf(number);
    /** @type {Entry} */
    const entry = [id, line, body, page.seed, page.makesCart[id]];
    page.kept.delete(idOf(old));
    page.kept.set(id, [key, entry]);
    putEntry(key, old ? idOf(old) : id, entry);
  },
  [WAIT]([, milliseconds]) {
    setTimeout(() => page.post([TRY]), milliseconds * (1 + Math.random() / 2));
  },
};
