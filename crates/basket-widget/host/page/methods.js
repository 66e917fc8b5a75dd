// @ts-check
/* The script interface: what `ServiceBasket` can do. */
import { ACTION_CHECKOUT, ACTION_CLOSE, ACTION_TOGGLE, ADD, ASK_CHECKOUT, CHECKOUT, CODE, GO, OPEN, SET, USE } from "../protocol.js";
import { NAME } from "../storage.js";
import { basketOf, cartOf, emit, failure, isOpenNow, shownBasketOf } from "./baskets.js";
import { change } from "./changes.js";
import { page } from "./context.js";
import { detailOf } from "./detail.js";
import { mount, scan, unmount } from "./elements.js";

/** @typedef {{ key?: string }} Options */
/** @typedef {import("../types.js").Basket} Basket */
/** @typedef {import("../types.js").Line | string} LineOrId */

/** @type {{ resolve: (cart: any) => void, reject: (error: Error) => void, key?: string }[]} */
let checkouts = []; // who waits for the checkout

/** @param {Error} [error] */
export const settleCheckouts = (error) => {
  for (const { resolve, reject, key } of checkouts) error ? reject(error) : resolve(cartOf(key));
  checkouts = [];
};

/** @param {any} line */
const idOf = (line) => `${line?.id ?? line}`;

/**
 * @param {Basket} basket
 * @param {number} action
 */
const use = (basket, action) => page.post([USE, page.numberOf(basket.element), action]);

/**
 * Opens or closes as a click on the cart button or the close button does.
 * @param {string} [key]
 * @param {boolean} [isWanted] Without it, the opposite of what is.
 */
const turn = (key, isWanted) => {
  const basket = shownBasketOf(key);
  if (!basket?.root) throw failure("basket-missing");
  const isOpen = isOpenNow(basket);
  page.opener = isOpen ? undefined : page.opener || /** @type {HTMLElement} */ (document.activeElement);
  if ((isWanted ?? !isOpen) != isOpen) use(basket, isOpen ? ACTION_CLOSE : ACTION_TOGGLE);
  return cartOf(key);
};

const methods = {
  /** @param {any} line */
  add: ({ sku, quantity = 1, frequency, interval, key } = {}) =>
    change(key, ADD, sku, quantity, frequency, interval ?? 1, false),
  /**
   * @param {LineOrId} line
   * @param {any} change
   */
  update(line, { quantity, key } = {}) {
    if (!Number.isInteger(quantity) || quantity < 0) throw failure("value-invalid");
    return change(key, SET, idOf(line), quantity);
  },
  /**
   * @param {LineOrId} line
   * @param {Options} options
   */
  remove: (line, { key } = {}) => change(key, SET, idOf(line), 0),
  /** @param {Options} options */
  clear: ({ key } = {}) => (cartOf(key)?.lines[0] || page.kept.size ? change(key, SET, "*", 0) : cartOf(key)),
  /**
   * @param {string} code
   * @param {Options} options
   */
  applyCode(code, { key } = {}) {
    if (!code?.trim?.()) throw failure("value-invalid");
    return change(key, CODE, code);
  },
  /** @param {Options} options */
  removeCode: ({ key } = {}) => (cartOf(key)?.code || page.kept.size ? change(key, CODE, "") : cartOf(key)),
  /** @param {Options} options */
  open: ({ key } = {}) => turn(key, true),
  /** @param {Options} options */
  close: ({ key } = {}) => turn(key, false),
  /** @param {Options} options */
  toggle: ({ key } = {}) => turn(key),
  /** @param {Options} options */
  checkout: ({ key } = {}) =>
    new Promise((resolve, reject) => {
      const basket = basketOf(key);
      if (!basket) return reject(failure("basket-missing"));
      if (!cartOf(key)?.lines[0] && !page.kept.size) return reject(failure("cart-empty"));
      checkouts.push({ resolve, reject, key });
      use(basket, ACTION_CHECKOUT);
    }),
  /** @param {string} code */
  setLocale(code) {
    const before = page.wishedLocale;
    page.wishedLocale = code;
    const basket = basketOf();
    if (basket && page.readElement(basket.element).isLost) {
      page.wishedLocale = before;
      throw failure("locale-unknown");
    }
    scan();
    return cartOf();
  },
  /** @param {HTMLElement} element */
  mount: (element) => cartOf(mount(element)?.key),
  /** @param {HTMLElement} element */
  unmount: (element) => unmount(element),
};

/**
 * Whoever calls gets an answer later, also when it is a mistake.
 * @param {any} call A method and its arguments; it may be nonsense.
 * @param {(value: any) => void} [resolve]
 * @param {(error: Error) => void} [reject]
 */
export const callMethod = (call, resolve, reject) =>
  new Promise((done) => {
    const [method, ...rest] = Array.isArray(call) ? call : [];
    if (!Object.hasOwn(methods, method)) throw failure("value-invalid", `There is no ${method}.`);
    done(/** @type {Record<string, Function>} */ (methods)[method](...rest));
  }).then(resolve, reject || ((error) => console.warn(`${NAME}: ${call}:`, error.message)));

/**
 * What the core asks for when something was added, and on the way to the checkout.
 * @typedef {import("../protocol.js").OpenEffect | import("../protocol.js").AskCheckoutEffect
 *   | import("../protocol.js").GoEffect} Handled
 */

/** @type {import("../types.js").EffectHandlers<Handled>} */
export const methodEffects = {
  [OPEN]([, key]) {
    if (shownBasketOf(key)?.root) turn(key, true);
  },
  [ASK_CHECKOUT]([, id]) {
    const basket = page.baskets.get(id);
    const goesOn = emit(basket, "checkout", detailOf(cartOf(basket?.key)), true);
    if (!goesOn) settleCheckouts();
    page.post([CHECKOUT, id, goesOn]);
  },
  [GO]([, address]) {
    settleCheckouts();
    location.assign(address);
  },
};
