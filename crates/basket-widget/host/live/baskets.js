// @ts-check
/* Keeps a page and its baskets together: which there are, how they are styled, and what they show. */
import { findAll, observe, sheetOf } from "../dom.js";
import { readElement } from "../loader/element.js";
import { paint } from "../loader/shadow.js";
import { numberOf, page } from "../loader/state.js";
import { ATTRIBUTES, FORBIDDEN_STYLE, FORGET, MOUNT, STYLES } from "../protocol.js";
import { NAME, parse, stored } from "../storage.js";
import { tell } from "./later.js";

/** @typedef {import("../types.js").Basket} Basket */
/** @typedef {import("../types.js").ReadElement} ReadElement */

/**
 * Puts the page's style values where the style sheet looks for them; says which cannot be used.
 * @param {Basket} basket
 * @param {any} style
 */
const dress = (basket, style) => {
  basket.sheet.replaceSync(".root{}");
  return Object.keys(style || {}).filter((member) => {
    const property = Object.hasOwn(STYLES, member) && STYLES[member];
    const value = style[member];
    const isFine =
      property &&
      value?.trim &&
      !FORBIDDEN_STYLE.test(value) &&
      // The browser would close for itself what is left open, and it may be open on purpose.
      CSS.supports(`(${property}:${value})and (top:0)`) &&
      CSS.supports(property, value);
    const { style: own } = /** @type {CSSStyleRule} */ (basket.sheet.cssRules[0]);
    if (isFine) own.setProperty(`--${NAME}-${member.replaceAll("_", "-")}`, value);
    return !isFine;
  });
};

/** @param {string} code */
const tagOf = (code) => {
  try {
    return Intl.getCanonicalLocales(code == "dk" ? "da" : code.replace(/_/g, "-"))[0];
  } catch {
    return "en";
  }
};

/* After how many milliseconds texts are asked for again that did not come. */
const AGAIN = 5e3;

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
 * @param {number} id
 * @param {Basket} basket
 * @param {ReadElement} read
 * @param {Awaited<ReadElement["words"]>} words
 */
const tellCore = (id, basket, read, [texts, names]) => {
  const { key, cart, mark, config, attributes, code, native } = read;
  if (basket.mark != mark || page.baskets.get(id) != basket) return;
  const isMissing = texts === null || names === null;
  // Without its texts a basket is in English, or stays in the language that it has; and they are asked for again.
  if (isMissing) setTimeout(() => basket.mark == mark && ((basket.mark = ""), scan()), AGAIN);
  if (isMissing && basket.isMounted) return;
  basket.isMounted = true;
  const wasOpen = openPanels(basket).has(placeOf(basket));
  page.post([MOUNT, id, config, attributes, tagOf(code), code, native, texts || "", names || "", cart, wasOpen]);
};

/** @type {Record<string, Set<number>>} */
const open = {};

/**
 * The places of baskets with the same key whose panels are open, or were when the last page was left.
 * @param {Basket} basket
 * @returns {Set<number>}
 */
export const openPanels = ({ key = "" }) => (open[key] ||= new Set([].concat(parse(stored(key, "view"))?.[3] ?? [])));

/**
 * Which of the baskets with its key it is, from 0.
 * @param {Basket} basket
 */
export const placeOf = (basket) => [...page.baskets.values()].filter(({ key }) => key == basket.key).indexOf(basket);

/**
 * Mounts an element that is new or written otherwise, when its texts have come.
 * @param {number} id
 * @param {HTMLElement} element
 */
const mount = async (id, element) => {
  if (!page.baskets.has(id)) {
    page.baskets.set(id, { element, sheet: sheetOf("") });
    // The core may be there before the first frame.
    page.paintStored(element);
  }
  const basket = /** @type {Basket} */ (page.baskets.get(id));
  const read = readElement(element);
  if (basket.mark == read.mark) return;
  basket.mark = read.mark;
  basket.key = read.key;
  basket.rejected = dress(basket, read.config?.style);
  awaited++;
  const words = await read.words;
  awaited--;
  tellCore(id, basket, read, words);
  flush();
};

/* Mounts what is new, tells what changed, forgets what is gone. */
export const scan = () => {
  if (page.isDead) return;
  const gone = new Set(page.baskets.keys());
  for (const element of page.findElements?.() || findAll(NAME)) {
    const id = numberOf(element);
    gone.delete(id);
    mount(id, element);
  }
  for (const id of gone) {
    page.baskets.delete(id);
    page.post([FORGET, id]);
  }
};

export const watch = () => observe(["data-embed", "data-config", "lang", "type", ...ATTRIBUTES], scan);

/**
 * Shows a tree in a basket; an element that cannot have one is none.
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
    page.post([FORGET, numberOf(element)]);
    tell((does) => does.refuse(basket, message));
  }
};
