// @ts-check
/* The core: its wasm, and what it asks of the platform. */
import { encoder, textAt } from "../call.js";
import { decimalsOf } from "../money.js";

/**
 * A format of the platform. Its options are asked for once, since that takes longer than to format.
 * @typedef {{
 *   made?: { minimumFractionDigits?: number, pluralCategories?: string[] },
 *   resolvedOptions: () => any,
 *   format: (number: number) => string,
 *   select: (number: number) => string,
 * }} Format
 */

/**
 * Numbers, money and plurals as the platform has them in a language.
 * @type {Record<string, Format>}
 */
const formats = {};

/**
 * @param {string} language
 * @param {string} currency Empty for a plain number, `#` for the plural.
 * @returns {Format}
 */
const formatFor = (language, currency) =>
  (formats[language + currency] ||= /** @type {any} */ (
    currency == "#"
      ? new Intl.PluralRules(language)
      : // Four are the most that a currency has: nothing is ever rounded.
        new Intl.NumberFormat(
          language,
          /** @type {any} */ (currency && { style: "currency", currency, maximumFractionDigits: 4 }),
        )
  ));

/**
 * The index of a number's plural form among those of the language. One is the singular also in languages that do not
 * tell it from more.
 * @param {number} number
 * @param {Format} format
 * @param {string[]} categories
 */
const pluralOf = (number, format, categories) =>
  "one two few many other zero"
    .split(" ")
    .filter((category) => category == "one" || categories.includes(category))
    .indexOf(number == 1 ? "one" : format.select(number));

/**
 * Connects the core, when its wasm has come.
 * @param {ReturnType<import("../loader/site.js").compile>} coming
 * @param {() => Promise<any>} plain Loads the same as plain JavaScript.
 * @returns {Promise<import("../types.js").Core>}
 */
export const connect = async (coming, plain) => {
  /** @type {any} */
  let core;
  /**
   * Writes a number as text into the core's memory, or says which plural it takes. The core hands over where currency,
   * language and the room for the text are, each with its size.
   * @param {number} number
   * @param {number[]} places
   */
  const format = (number, ...places) => {
    const [currencyAt, currencySize, languageAt, languageSize, at, size] = places;
    const { m: memory } = core;
    const currency = textAt(memory, currencyAt, currencySize);
    const format = formatFor(textAt(memory, languageAt, languageSize), currency);
    // Asked once, since it takes longer than to format.
    const { minimumFractionDigits, pluralCategories } = (format.made ||= format.resolvedOptions());
    if (pluralCategories) return pluralOf(number, format, pluralCategories);
    const text = format.format(number / 10 ** decimalsOf(currency, minimumFractionDigits));
    return encoder.encodeInto(text, new Uint8Array(memory.buffer, at, size)).written;
  };
  const imports = { [__BUILD__]: { f: format } };
  try {
    const module = await /** @type {Promise<WebAssembly.Module>} */ (coming).then();
    core = /** @type {any} */ (await WebAssembly.instantiate(module, imports)).exports;
  } catch {
    // The page forbids WebAssembly, or what came is not the wasm of this build: the same as plain JavaScript will do.
    core = (await plain()).instantiate(imports);
  }
  return core;
};
