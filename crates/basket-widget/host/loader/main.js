// @ts-check
/* The script that pages load. It finds the baskets, asks for all they need at once, shows their buttons, and keeps what the shopper does until the core can take it. What a first view can do without is in page.js.

   In all scripts the build replaces names like __HASH__ by strings, see crates/widget-build/src/scripts.rs. */
import { findAll, sheetOf } from "../dom.js";
import { rejectCalls } from "../live/later.js";
import { start } from "../live/main.js";
import { NAME } from "../storage.js";
import { STYLE } from "./baked.js";
import { basketOf } from "./baskets.js";
import { readElement } from "./element.js";
import { handOver } from "./handover.js";
import { listenToMarkers } from "./markers.js";
import { before, compile, isSecond, readEarly, siteProblem } from "./site.js";
import { numberOf, page, setMarkers } from "./state.js";

/**
 * A basket that cannot work leaves the page as if it had never been there.
 * @param {unknown} error
 */
const fail = (error) => {
  page.isDead = true;
  console.error(`${NAME}:`, error);
  for (const element of findAll(NAME)) {
    element.dataset.state = "error";
    element.shadowRoot?.replaceChildren(document.createElement("slot"));
  }
  setMarkers("error");
  /** @param {import("../types.js").Call} call */
  page.callMethod = (...call) => {
    page.calls.push(call);
    rejectCalls();
  };
  rejectCalls();
};

/**
 * The object that the page's scripts use.
 * @param {unknown} pushed Calls that were made before.
 */
const openApi = (pushed) => {
  page.calls.push(.../** @type {unknown[]} */ ([]).concat(pushed || []).map((call) => /** @type {[unknown]} */ ([call])));
  /** @type {any} */
  const api = (window.ServiceBasket = /** @type {any} */ ({
    version: __VERSION__,
    cart: null,
    ready: new Promise((resolve) => (page.becomeReady = resolve)),
    /** @param {unknown[]} calls */
    push: (...calls) => calls.map((call) => page.callMethod(call)),
  }));
  for (const method of __METHODS__.split(" "))
    api[method] = (/** @type {unknown[]} */ ...rest) => new Promise((...settle) => page.callMethod([method, ...rest], ...settle));
};

/* Shows the button of a basket in the first frame that has it, and asks for its cart. The parser may not have come to it
   yet: this script is often in the cache, and always before the basket. Later page.js looks. */
const look = () => {
  for (const element of findAll(NAME)) {
    if (page.baskets.has(numberOf(element))) continue;
    const read = readElement(element);
    const { key, cart } = read;
    // The configuration may still be on its way, and its key may be a placeholder.
    if (!key || /</.test(key)) continue;
    basketOf(element, read);
    readEarly(key, cart);
    // The core may be there already.
    page.mount?.(element);
  }
  if (document.readyState == "loading" && !page.look) requestAnimationFrame(look);
};

/* The baseline, as the guide has it: what no basket can do without. Other browsers keep what the page put inside. */
const isSupported = () =>
  "attachShadow" in Element.prototype &&
  "showPopover" in HTMLElement.prototype &&
  "replaceSync" in CSSStyleSheet.prototype &&
  "timeout" in AbortSignal &&
  ["light-dark(red, red)", "color(from red xyz x y z)"].every((color) => CSS.supports("color", color));

/** @param {unknown} pushed Calls that were made before. */
const begin = (pushed) => {
  openApi(pushed);
  page.handOver = handOver;
  page.buttonSheet = sheetOf(STYLE);
  const problem = siteProblem();
  if (problem) return fail(problem);
  const core = compile();
  // Whoever uses it hears of a failure; until then it is nobody's.
  /** @type {any} */ (core)?.catch?.(() => {});
  look();
  listenToMarkers();
  start(core, fail).catch(async (error) => (await handOver()) || fail(error));
};

// A second loader on the same page does nothing, unless the first one asks it to take over.
if ((isSecond || !before?.version) && isSupported()) begin(isSecond ? [] : before);
