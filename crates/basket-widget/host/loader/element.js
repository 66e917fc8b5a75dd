// @ts-check
/* What is written on a basket element, and what of the world it depends on. */
import { ALIASES, ATTRIBUTES, NATIVES } from "../protocol.js";
import { parse, stored } from "../storage.js";
import { load } from "./site.js";
import { page } from "./state.js";

/** @type {Record<string, Promise<string | null>>} */
const texts = {}; // lines of a language, or the names of all texts, each a promise; null is for those that did not come

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

/**
 * Loads lines; those that do not come are asked for again by whoever needs them next.
 * @param {string} name
 */
const lines = (name) =>
  (texts[name] ||= load(name + ".txt", AbortSignal.timeout(1e4))
    .then((answer) => {
      if (answer.status == 404) page.handOver();
      return answer.ok ? answer.text() : Promise.reject();
    })
    .catch(() => (delete texts[name], null)));

/**
 * The configuration scripts of an element; one is right.
 * @param {Element} element
 */
const scriptsOf = (element) =>
  /** @type {HTMLScriptElement[]} */ ([...element.children]).filter(({ localName, type }) => localName == "script" && plain(type) == "application/json");

/**
 * @param {HTMLElement} element
 * @returns {import("../types.js").ReadElement}
 */
export const readElement = (element) => {
  const [script, second] = scriptsOf(element);
  // An editor that lets no script through may let an attribute.
  const text = script?.textContent ?? element.dataset.config;
  const config = parse(text);
  const wish = page.wishedLocale ?? config?.options?.default_locale;
  const own = Object.keys(config?.locales || {});
  const codes = [...own, ...NATIVES];
  const wishes = [wish, /** @type {HTMLElement | null} */ (element.closest("[lang]"))?.lang, ...navigator.languages, "en"];
  const code = /** @type {string} */ (wishes.map((wish) => find(wish, codes)).find(Boolean));
  const native = find(code, NATIVES) || "en";
  // English is in the core.
  const words = Promise.all([native != "en" && lines(native), own[0] && lines("names")]);
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
    // Where the page has texts of its own in that language, too, they come first.
    native: find(native, own) || native,
    words,
    // By this it is known whether anything has changed.
    mark: JSON.stringify([__VERSION__, attributes, code, text]),
    hasSecond: !!second,
    isLost: wish != null && !find(wish, codes),
  };
};
