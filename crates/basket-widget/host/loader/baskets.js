// @ts-check
/* Baskets from their first moment on: which there are, how the page wants them to look, and their buttons. */
import { sheetOf } from "../dom.js";
import { viewOf } from "../storage.js";
import { buttonOf } from "./button.js";
import { readElement } from "./element.js";
import { paint } from "./shadow.js";
import { numberOf, page } from "./state.js";
import { dress } from "./style.js";

/** @typedef {import("../types.js").Basket} Basket */
/** @typedef {import("../types.js").ReadElement} ReadElement */

/**
 * Takes over how the page wants a basket to look, if that has changed.
 * @param {Basket} basket
 * @param {ReadElement} read
 */
export const wear = (basket, { mark, key, config }) => {
  if (basket.mark == mark) return;
  basket.mark = mark;
  basket.key = key;
  basket.unusable = dress(basket, config?.style);
};

/**
 * The basket of an element.
 * @param {HTMLElement} element
 * @returns {Basket}
 */
export const basketOf = (element) => {
  const id = numberOf(element);
  const known = page.baskets.get(id);
  if (known) return known;
  const basket = { element, sheet: sheetOf("") };
  page.baskets.set(id, basket);
  const read = readElement(element);
  wear(basket, read);
  if (read.key) showButton(basket, read);
  return basket;
};

/**
 * Shows the button, with the number that the cart had last: without a cart that is 0, and it may be that nobody knows.
 * @param {Basket} basket
 * @param {ReadElement} read
 */
const showButton = ({ element, sheet }, read) => {
  const items = read.cart ? viewOf(read.key)[0] : 0;
  try {
    paint(element, buttonOf(read, items), page.buttonSheet, sheet);
  } catch {
    // The element cannot have a basket; the page hears of it when the core wants to show one.
  }
};
