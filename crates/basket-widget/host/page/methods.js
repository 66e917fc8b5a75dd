/* The script interface: what `ServiceBasket` can do. */
import { ACTION_CHECKOUT, ACTION_CLOSE, ACTION_TOGGLE, ADD, ASK_CHECKOUT, CHECKOUT, GO, SET, USE } from "../protocol.js";
import { NAME } from "../storage.js";
import { findAll } from "../dom.js";
import { basketOf, cartOf, emit, failure, isOpenNow, shownBasketOf } from "./baskets.js";
import { change } from "./changes.js";
import { page } from "./context.js";
import { detailOf } from "./detail.js";

const mounted = new Set();
const unmounted = new WeakSet();
let checkouts = []; // who waits for the checkout

export const settleCheckouts = (error) => {
  for (const { resolve, reject, key } of checkouts) error ? reject(error) : resolve(cartOf(key));
  checkouts = [];
};

const idOf = (line) => `${line?.id ?? line}`;

const use = (basket, action) => page.post([USE, basket.element[NAME], action]);

/* Opens or closes as a click on the cart button or the close button does. */
const turn = (key, isWanted) => {
  const basket = shownBasketOf(key);
  if (!basket?.root) throw failure("basket-missing");
  const isOpen = isOpenNow(basket);
  if ((isWanted ?? !isOpen) != isOpen) use(basket, isOpen ? ACTION_CLOSE : ACTION_TOGGLE);
  return cartOf(key);
};

const methods = {
  add: ({ sku, quantity = 1, frequency, interval, key } = {}) =>
    change(key, ADD, sku, quantity, frequency, interval ?? 1, false),
  update(line, { quantity, key } = {}) {
    if (!Number.isInteger(quantity) || quantity < 0) throw failure("value-invalid");
    return change(key, SET, idOf(line), quantity);
  },
  remove: (line, { key } = {}) => change(key, SET, idOf(line), 0),
  clear: ({ key } = {}) => (cartOf(key)?.lines[0] || page.kept.size ? change(key, SET, "*", 0) : cartOf(key)),
  open: ({ key } = {}) => turn(key, true),
  close: ({ key } = {}) => turn(key, false),
  toggle: ({ key } = {}) => turn(key),
  checkout: ({ key } = {}) =>
    new Promise((resolve, reject) => {
      const basket = basketOf(key);
      if (!basket) return reject(failure("basket-missing"));
      if (!cartOf(key)?.lines[0] && !page.kept.size) return reject(failure("cart-empty"));
      checkouts.push({ resolve, reject, key });
      use(basket, ACTION_CHECKOUT);
    }),
  setLocale(code) {
    const before = page.wishedLocale;
    page.wishedLocale = code;
    const basket = basketOf();
    if (basket && page.readElement(basket.element).isLost) {
      page.wishedLocale = before;
      throw failure("locale-unknown");
    }
    page.scan();
    return cartOf();
  },
  mount(element) {
    unmounted.delete(element);
    mounted.add(element);
    page.scan();
    return cartOf(page.baskets.get(element[NAME])?.key);
  },
  unmount(element) {
    mounted.delete(element);
    unmounted.add(element);
    const basket = page.baskets.get(element[NAME]);
    page.scan();
    if (basket?.root) page.show(basket, ["slot", {}]);
    delete element.dataset.state;
    return null;
  },
};

export const findElements = () =>
  [...new Set([...findAll(NAME), ...[...mounted].filter((element) => element.isConnected)])].filter(
    (element) => !unmounted.has(element),
  );

/* Whoever calls gets an answer later, also when it is a mistake. */
export const callMethod = (call, resolve, reject) =>
  new Promise((done) => {
    const [method, ...rest] = Array.isArray(call) ? call : [];
    if (!Object.hasOwn(methods, method)) throw failure("value-invalid", `There is no ${method}.`);
    done(methods[method](...rest));
  }).then(resolve, reject || ((error) => console.warn(`${NAME}: ${call}:`, error.message)));

/* What the core asks for on the way to the checkout. */
export const checkoutEffects = {
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
