// @ts-check
/* Baskets and the core: tells it of them, and shows what it says. */
import { basketOf } from "../loader/baskets.js";
import { readElement } from "../loader/element.js";
import { paint } from "../loader/shadow.js";
import { numberOf, page } from "../loader/state.js";
import { MOUNT } from "../protocol.js";
import { viewOf } from "../storage.js";

/** @typedef {import("../types.js").Basket} Basket */
/** @typedef {import("../types.js").ReadElement} ReadElement */

let awaited = 0; // baskets that wait for their texts

/* Hands over what happened, and makes calls, as soon as the core knows every basket that they can be about. */
export const flush = () => {
  if (awaited) return;
  page.waiting.splice(0).forEach(page.post);
  page.makeCalls?.();
};

/** @param {import("../types.js").Message} message */
export const send = (message) => {
  page.waiting.push(message);
  flush();
};

/**
 * Tells the core of an element, with its texts; none are false, those that did not come are null.
 * @param {Basket} basket
 * @param {ReadElement} read
 * @param {Awaited<ReadElement["words"]>} words
 */
const tellCore = (basket, read, [texts, names]) => {
  const { key, cart, mark, config, attributes, language, code, native } = read;
  const id = numberOf(basket.element);
  if (basket.coreMark != mark || page.baskets.get(id) != basket) return;
  basket.lacksTexts = texts === null || names === null;
  // Without its texts a basket is in English, or stays in the language that it has.
  if (basket.lacksTexts && basket.isMounted) return;
  basket.isMounted = true;
  const [items, places] = viewOf(key);
  const wasOpen = places.includes(placeOf(basket));
  page.post([MOUNT, id, config, attributes, language, code, native, texts || "", names || "", cart, items, wasOpen]);
};

/**
 * Which of the baskets with its key it is, from 0.
 * @param {Basket} basket
 */
const placeOf = (basket) => [...page.baskets.values()].filter(({ key }) => key == basket.key).indexOf(basket);

/**
 * Mounts an element that is new or written otherwise, when its texts have come.
 * @param {HTMLElement} element
 */
export const mount = async (element) => {
  const read = readElement(element);
  const basket = basketOf(element, read);
  if (basket.coreMark == read.mark) return;
  basket.coreMark = read.mark;
  awaited++;
  const words = await read.words;
  awaited--;
  tellCore(basket, read, words);
  flush();
};

/**
 * Shows a tree in a basket, if its element can have one.
 * @param {Basket} basket
 * @param {import("../types.js").Tree} tree
 * @param {CSSStyleSheet[]} sheets
 */
export const show = (basket, tree, ...sheets) => {
  const { element } = basket;
  try {
    paint(element, tree, ...sheets);
    basket.root = element.shadowRoot;
  } catch (/** @type {any} */ { message }) {
    basket.problem = message;
  }
};
