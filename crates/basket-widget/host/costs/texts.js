// @ts-check
/* Texts about costs, a file for each language. */
import { ALIASES } from "../protocol.js";

/** @type {Record<string, string>} */
const DIGESTS = JSON.parse(__COSTS_TEXTS__);

/** @type {Record<string, string | undefined>} */
const texts = {}; // lines by language; empty while they are on their way, or if they did not come

/**
 * The lines of a language, if they have come. Without them the basket says it in English.
 * @param {import("../types.js").Page} page
 * @param {string} native The code of the language, perhaps written as the page does.
 * @param {() => void} arrived What happens when they come.
 */
export const textsFor = (page, native, arrived) => {
  const code = native.toLowerCase();
  const name = [code, ALIASES[code]].find((name) => DIGESTS[name]);
  // English is in the module.
  if (!name || name == "en" || texts[name] != null) return texts[/** @type {string} */ (name)];
  texts[name] = "";
  const load = async () => {
    const answer = await fetch(page.urlOf(name + ".costs.txt"), { integrity: DIGESTS[name] });
    texts[name] = answer.ok ? await answer.text() : undefined;
    if (texts[name]) arrived();
  };
  // Whoever needs them next asks again.
  load().catch(() => (texts[name] = undefined));
};
