// @ts-check
/* Says what is wrong with a basket element, with the help of a second wasm. No working basket loads either. */
import { call, styleOf } from "../call.js";
import { sheetOf } from "../dom.js";
import { isMade } from "../page/check.js";

/** @type {Promise<import("../types.js").Core> | undefined} */
let loading;

/**
 * Reports all that is wrong with what is written on the element, or, of an answer that the service refused with, what it
 * means. On a page that is being made an error stands in the basket's place.
 * @param {import("../types.js").Page} page
 * @param {import("../types.js").Basket} basket
 * @param {import("../types.js").Problem | undefined} refused
 * @param {(basket: import("../types.js").Basket, problem: import("../types.js").Problem) => void} report
 */
export const explain = async (page, basket, refused, report) => {
  const { element, mark, unusable } = basket;
  const scripts = [...element.querySelectorAll("script")].map((script) => [
    script.parentNode == element,
    script.type,
    script.textContent,
  ]);
  const { config } = element.dataset;
  const hasScript = scripts.some(([isChild, type]) => isChild && /json/i.test(/** @type {string} */ (type)));
  if (config != null && !hasScript) scripts.unshift([true, "application/json", config]);
  // What was forbidden once is not tried again: each time the page's policy would report it.
  loading ||=
    `${page.core.m}`.includes("Web")
      ? WebAssembly.instantiateStreaming(fetch(page.urlOf("explain.wasm"), { integrity: __EXPLAIN_WASM__ })).then(
          ({ instance }) => /** @type {any} */ (instance.exports),
        )
      : import(page.urlOf("explain.plain.js")).then(({ instantiate }) => instantiate());
  const exports = await loading;
  const [[found, card]] = call(exports, { scripts, rejected: unusable, refused });
  // It may have been mended meanwhile.
  if (basket.mark != mark) return;
  if (!refused) for (const detail of found) report(basket, detail);
  if (card && isMade(element) && !basket.root?.querySelector(".root")) {
    page.show(basket, card, sheetOf(styleOf(exports)));
  }
};
