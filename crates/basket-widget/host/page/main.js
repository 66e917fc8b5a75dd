// @ts-check
/* What a page can do with its baskets beyond looking at them: the script interface, events, the markers that show
   something, and one cart in all tabs. It comes when the page idles after the baskets are live, or as soon as something
   needs it. It decides nothing about carts. */
import { observe } from "../dom.js";
import { FOCUS, REPORT } from "../protocol.js";
import { cartOf, failure, report, takeCart } from "./baskets.js";
import { createCart, settled } from "./changes.js";
import { page, setPage } from "./context.js";
import { freeze } from "./detail.js";
import { focusOn } from "./keyboard.js";
import { explain, look } from "./look.js";
import { callMethod, checkoutEffects, findElements, settleCheckouts } from "./methods.js";
import { listenBeside } from "./panels.js";
import { openTabs } from "./tabs.js";

/** @type {import("../types.js").PageActions} */
const does = {
  ...checkoutEffects,
  [FOCUS]([, id, action]) {
    const basket = page.baskets.get(id);
    if (basket?.root) focusOn(/** @type {import("../types.js").ShownBasket} */ (basket), action);
  },

  [REPORT]([, key, level], last) {
    const { code = "service-unreachable", detail: message = "No answer.", hint } = last || {};
    const detail = { code, level, message, hint };
    for (const basket of page.baskets.values()) {
      if (basket.key != key) continue;
      report(basket, detail);
      if (level == "error") explain(basket, detail);
      if (basket.element.dataset.state != "checking-out") settleCheckouts(failure(code, message));
    }
  },

  /* An element cannot have a basket. */
  refuse(basket, message) {
    basket.element.dataset.state = "error";
    report(basket, { code: "element-unsupported", level: "error", message });
  },

  createCart,
  settled,
  takeCart,
  look,
};

/** @param {import("../types.js").Page} given */
export const start = (given) => {
  setPage(given);
  const makeCalls = () => page.calls.splice(0).forEach((call) => callMethod(...call));
  Object.assign(page, { findElements, look, makeCalls });
  /** @param {import("../types.js").Call} call */
  page.callMethod = (...call) => {
    page.calls.push(call);
    // A script may have put a basket in or taken one out just before.
    page.scan();
    page.flush();
  };
  for (const key in page.carts) freeze(page.carts[key]);
  Object.defineProperty(window.ServiceBasket, "cart", { get: () => cartOf() });
  openTabs();
  listenBeside();
  look();
  // Markers may come and go without a basket.
  observe(["data-embed"], look);
  // What was still to come by then never will.
  document.addEventListener("DOMContentLoaded", look);
  page.flush();
  return does;
};
