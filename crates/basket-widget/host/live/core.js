/* The core: its wasm, and what it asks of the platform. */
import { encoder, textAt } from "../call.js";
import { urlOf } from "../loader/site.js";
import { decimalsOf } from "../money.js";

/* Numbers, money and plurals as the platform has them in a language. */
const formats = {};

const formatFor = (language, currency) =>
  (formats[language + currency] ||=
    currency == "#"
      ? new Intl.PluralRules(language)
      : // Four are the most that a currency has: nothing is ever rounded.
        new Intl.NumberFormat(language, currency && { style: "currency", currency, maximumFractionDigits: 4 }));

/* The index of a number's plural form among those of the language. One is the singular also in languages that do not
   tell it from more. */
const pluralOf = (number, format, categories) =>
  "one two few many other zero"
    .split(" ")
    .filter((category) => category == "one" || categories.includes(category))
    .indexOf(number == 1 ? "one" : format.select(number));

/* Connects the core, when its wasm has come. */
export const connect = async (coming) => {
  let core;
  /* Writes a number as text into the core's memory, or says which plural it takes. The core hands over where currency,
     language and the room for the text are, each with its size. */
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
    core = (await WebAssembly.instantiate(await coming.then(), imports)).exports;
  } catch {
    // The page forbids WebAssembly, or what came is not the wasm of this build: the same as plain JavaScript will do.
    core = (await import(urlOf("plain.js"))).instantiate(imports);
  }
  return core;
};
