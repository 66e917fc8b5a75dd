// @ts-check
/* What is written on a basket element, and what of the world it depends on. */
import { ALIASES, ATTRIBUTES } from "../protocol.js";
import { parse, stored } from "../storage.js";
import { LABELS } from "./baked.js";
import { load } from "./site.js";
import { page } from "./state.js";

/** @type {Record<string, Promise<string | null>>} */
const texts = {}; // lines of a language, or the names of all texts, each a promise; null is for those that did not come

/* The languages that the basket brings along. */
const NATIVES = Object.keys(LABELS);

/** @param {unknown} code */
const plain = (code) => `${code}`.trim().toLowerCase().replace(/_/g, "-");

/**
 * The code among these that a wish finds: the same, or the same with ever less behind the language.
 * @param {unknown} wish
 * @param {string[]} codes
 */
const find = (wish, codes) => {
  for (let part = plain(wish); part; part = part.replace(/-?[^-]*$/, "")) {
    const other = ALIASES[part];
    const found = codes.find((code) => plain(code) == part) || codes.find((code) => code == other);
    if (found) return found;
  }
};

/** @param {string} code */
const tagOf = (code) => {
  try {
    return Intl.getCanonicalLocales(code == "dk" ? "da" : code.replace(/_/g, "-"))[0];
  } catch {
    return "en";
  }
};

/**
 * Loads lines; those that do not come are asked for again by whoever needs them next.
 * @param {string} name
 */
const lines = (name) =>
  (texts[name] ||= load(name + ".txt", AbortSignal.timeout(1e4))
    .then((answer) => (answer.ok ? answer.text() : Promise.reject()))
    .catch(() => (delete texts[name], null)));

/** @param {Element} child */
const isConfiguration = (child) =>
  child.localName == "script" && plain(/** @type {HTMLScriptElement} */ (child).type) == "application/json";

/**
 * @param {HTMLElement} element
 * @returns {import("../types.js").ReadElement}
 */
export const readElement = (element) => {
  const script = [...element.children].find(isConfiguration);
  // An editor that lets no script through may let an attribute.
  const text = script?.textContent ?? element.dataset.config;
  const config = parse(text);
  const wish = page.wishedLocale ?? config?.options?.default_locale;
  const own = Object.keys(config?.locales || {});
  const codes = [...own, ...NATIVES];
  const wishes = [wish, /** @type {HTMLElement | null} */ (element.closest("[lang]"))?.lang, ...navigator.languages, "en"];
  const code = /** @type {string} */ (wishes.map((wish) => find(wish, codes)).find(Boolean));
  const brought = find(code, NATIVES) || "en";
  // Where the page has texts of its own in that language, too, they come first.
  const native = find(brought, own) || brought;
  /** @param {string} code */
  const ownLabel = (code) => config?.locales?.[code]?.your_cart;
  // English is in the core.
  const words = Promise.all([brought != "en" && lines(brought), own[0] && lines("names")]);
  // As the core reads it.
  const key = config?.api_key?.trim?.();
  const attributes = Object.fromEntries(ATTRIBUTES.map((option) => [option, element.getAttribute(option)]));
  return {
    text,
    config,
    key,
    cart: stored(key, "cart"),
    attributes,
    code,
    language: tagOf(code),
    native,
    label: [ownLabel(code), ownLabel(native), LABELS[brought]].find((text) => text?.trim),
    words,
    // By this it is known whether anything has changed.
    mark: JSON.stringify([attributes, code, text]),
    isLost: wish != null && !find(wish, codes),
  };
};
