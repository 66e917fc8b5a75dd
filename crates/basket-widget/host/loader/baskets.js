// @ts-check
/* Baskets from their first moment on: which there are, how the page wants them to look, and their buttons. */
import { sheetOf } from "../dom.js";
import { viewOf } from "../storage.js";
import { buttonOf } from "./button.js";
import { paint } from "./shadow.js";
import { numberOf, page } from "./state.js";
import { dress } from "./style.js";

/** @typedef {import("../types.js").Basket} Basket */
/** @typedef {import("../types.js").ReadElement} ReadElement */

/**
 * The basket of an element, as the page wants it to look now. A new one shows its button.
 * @param {HTMLElement} element
 * @param {ReadElement} read
 * @returns {Basket}
 */
export const basketOf = (element, read) => {
  const { mark, key, config } = read;
  const id = numberOf(element);
  const known = page.baskets.get(id);
  const basket = known || { element, sheet: sheetOf("") };
  page.baskets.set(id, basket);
  if (basket.mark != mark) {
    basket.mark = mark;
    basket.key = key;
    basket.unusable = dress(basket, config?.style);
  }
  if (!known && key) showButton(basket, read);
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
