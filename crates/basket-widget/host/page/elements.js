// @ts-check
/* Which elements are baskets: those that are marked, and those that scripts mounted. */
import { findAll } from "../dom.js";
import { FORGET } from "../protocol.js";
import { NAME } from "../storage.js";
import { page } from "./context.js";

/* After how many milliseconds texts are asked for again that did not come. */
const AGAIN = 5e3;

/** @type {Set<HTMLElement>} */
const mounted = new Set();
/** @type {WeakSet<HTMLElement>} */
const unmounted = new WeakSet();

/** @param {HTMLElement} element */
const basketAt = (element) => page.baskets.get(page.numberOf(element));

const findElements = () => {
  const added = [...mounted].filter((element) => element.isConnected);
  return [...new Set([...findAll(NAME), ...added])].filter((element) => !unmounted.has(element));
};

/* Forgets baskets that are gone. */
export const forgetGone = () => {
  if (page.isDead) return;
  const there = findElements().map(page.numberOf);
  for (const id of [...page.baskets.keys()].filter((id) => !there.includes(id))) {
    page.baskets.delete(id);
    page.post([FORGET, id]);
  }
};

/* Mounts what is new, tells what changed, forgets what is gone. */
export const scan = () => {
  if (page.isDead) return;
  findElements().forEach(page.mount);
  forgetGone();
};

/** @param {HTMLElement} element */
export const mount = (element) => {
  unmounted.delete(element);
  mounted.add(element);
  scan();
  return basketAt(element);
};

/** @param {HTMLElement} element */
export const unmount = (element) => {
  mounted.delete(element);
  unmounted.add(element);
  const basket = basketAt(element);
  scan();
  if (basket?.root) page.show(basket, ["slot", {}]);
  delete element.dataset.state;
  return null;
};

/**
 * Asks for texts again that did not come.
 * @param {import("../types.js").Basket} basket
 */
export const askAgain = (basket) => {
  if (!basket.lacksTexts) return;
  basket.lacksTexts = false;
  const { coreMark } = basket;
  const again = () => {
    if (basket.coreMark != coreMark) return;
    basket.coreMark = "";
    scan();
  };
  setTimeout(again, AGAIN);
};
