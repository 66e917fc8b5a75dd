// @ts-check
/* What a page can do with its baskets beyond looking at them: changes go to the service, scripts have their interface and
   events, markers show something, panels close, all tabs have one cart. It comes as soon as the core is there. It decides
   nothing about carts. */
import { ATTRIBUTES, FOCUS, REPORT, SAVE, SETTLE, TRY } from "../protocol.js";
import { cartOf, failure, report, saveCart, takeCart } from "./baskets.js";
import { settled } from "./changes.js";
import { page, setPage } from "./context.js";
import { forgetGone, scan } from "./elements.js";
import { focusOn } from "./keyboard.js";
import { explain, look } from "./look.js";
import { callMethod, methodEffects, settleCheckouts } from "./methods.js";
import { observe } from "./observe.js";
import { listenBeside } from "./panels.js";
import { sendEffects } from "./send.js";
import { openTabs } from "./tabs.js";

/** @type {import("../types.js").PageActions} */
const does = {
  ...methodEffects,
  ...sendEffects,
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

  [SAVE]: saveCart,
  [SETTLE]: settled,
  takeCart,
  look,
};

/** @param {import("../types.js").Page} given */
export const start = (given) => {
  setPage(given);
  const makeCalls = () => page.calls.splice(0).forEach((call) => callMethod(...call));
  Object.assign(page, { carts: {}, look, makeCalls });
  /** @param {import("../types.js").Call} call */
  page.callMethod = (...call) => {
    page.calls.push(call);
    // A script may have taken a basket out just before.
    forgetGone();
    page.flush();
  };
  Object.defineProperty(window.ServiceBasket, "cart", { get: () => cartOf() });
  openTabs();
  listenBeside();
  let country = page.countryOf();
  const lookAnew = () => {
    scan();
    look();
    // Another country has other costs.
    if (country != (country = page.countryOf())) page.post([TRY, true]);
  };
  lookAnew();
  observe(["data-embed", "data-config", "data-country", "data-code", "lang", "type", ...ATTRIBUTES], lookAnew);
  // What was still to come by then never will.
  document.addEventListener("DOMContentLoaded", look);
  page.flush();
  return does;
};
