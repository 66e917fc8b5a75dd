// @ts-check
/* Finds baskets and their carts for calls and markers, and tells the page what happens to them. */
import { isShown } from "../patch.js";
import { HEARD } from "../protocol.js";
import { NAME, storage, storageKey, stored } from "../storage.js";
import { page } from "./context.js";
import { showCosts } from "./costs.js";
import { detailOf, freeze } from "./detail.js";
import { print } from "./print.js";

/** @typedef {import("../types.js").Basket} Basket */
/** @typedef {import("../types.js").Cart} Cart */

/**
 * @param {string} code
 * @param {string} [message]
 * @returns {import("../types.js").CodedError}
 */
export const failure = (code, message = code) => Object.assign(new Error(message), { code });

/** @param {string} [key] */
export const basketsOf = (key) => [...page.baskets.values()].filter((basket) => basket.key && (!key || basket.key == key));

/**
 * The first basket, or the first with this key.
 * @param {string} [key]
 * @returns {Basket | undefined}
 */
export const basketOf = (key) => basketsOf(key)[0];

/**
 * Likewise, but the first that the page shows: a second one may be for another width of the window.
 * @param {string} [key]
 */
export const shownBasketOf = (key) =>
  basketsOf(key).find(({ element }) => isShown(element)) || basketOf(key);

/**
 * @param {string} [key]
 * @returns {Cart | null}
 */
export const cartOf = (key) => page.carts[key || `${basketOf()?.key}`] || null;

/** @param {Basket} basket */
export const isOpenNow = ({ root }) => !!root?.querySelector("dialog")?.given?.[":open"];

/**
 * @param {Basket | undefined} basket
 * @param {string} event Its name without the prefix.
 * @param {unknown} detail
 * @param {boolean} [cancelable]
 */
export const emit = (basket, event, detail, cancelable) =>
  basket?.element.dispatchEvent(
    new CustomEvent(`${NAME}:${event}`, { bubbles: true, composed: true, cancelable, detail }),
  );

/**
 * An event about a cart is fired once, on the first basket that shows it.
 * @param {string} key
 * @param {string} event Its name without the prefix.
 * @param {unknown} detail
 */
export const emitCart = (key, event, detail) => emit(basketOf(key), event, detail);

/**
 * @param {Basket} basket
 * @param {import("../types.js").Problem} detail
 */
export const report = (basket, detail) => {
  print(NAME, detail);
  emit(basket, "error", detail);
};

/**
 * The service has described a cart, or it is gone. Other tabs hear of what was changed here.
 * @param {string} key
 * @param {Cart} [cart]
 * @param {boolean} [isChanged]
 */
export const takeCart = (key, cart, isChanged) => {
  const before = JSON.stringify(page.carts[key]);
  page.carts[key] = freeze(cart);
  if (cart?.adjustments || cart?.delivery || cart?.takes_codes || cart?.minimum) showCosts();
  if (isChanged) {
    page.tellTabs?.([key, cart]);
    // The core may not have waited for this answer any more, since it has heard of another cart meanwhile.
    if (cart?.id == stored(key, "cart")) page.post([HEARD, key, `${cart?.id}`, cart]);
  }
  if (!cart || (before && before != JSON.stringify(cart)) || (isChanged && !before))
    emitCart(key, "change", detailOf(cart));
};

/**
 * Stores which cart there is, or that there is none any more.
 * @param {import("../protocol.js").SaveEffect} effect
 */
export const saveCart = ([, key, cart, old]) => {
  const at = storageKey(key, "cart");
  storage((local) => (cart ? (local[at] = cart) : local[at] == old && delete local[at]));
  if (!cart) takeCart(key);
};
