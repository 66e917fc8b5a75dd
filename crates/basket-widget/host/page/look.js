// @ts-check
/* Compares what there is with what the page has been told, and with what its markers say. */
import { findAll } from "../dom.js";
import { reopen } from "../patch.js";
import { NAME } from "../storage.js";
import { basketOf, cartOf, emit, isOpenNow, report } from "./baskets.js";
import { isMade, isPlain } from "./check.js";
import { page } from "./context.js";
import { detailOf } from "./detail.js";
import { makeUsable } from "./keyboard.js";
import { closeOnBack } from "./panels.js";
import { hold, takeOverOnce } from "./tabs.js";

/** @typedef {import("../types.js").Basket} Basket */
/** @typedef {import("../types.js").ShownBasket} ShownBasket */

/**
 * @param {Basket} basket
 * @param {import("../types.js").Problem} [refused] An answer of the service.
 */
export const explain = async (basket, refused) => {
  try {
    const { explain } = await import(page.urlOf("explain.js"));
    await explain(page, basket, refused, report);
  } catch {
    // Without the service there is nobody to ask, and that is known by then.
  }
};

/**
 * Whether all is well with what is written on an element is more than a live basket knows. Another module looks, once,
 * where something is wrong, and where there can be a doubt on a page that is being made: shoppers do not pay for that.
 * @param {Basket} basket
 */
const check = (basket) => {
  if (basket.checked == basket.mark) return;
  const { key, config, text, hasSecond, isLost } = page.readElement(basket.element);
  // The rest of the page may still bring the configuration.
  if (text === undefined && document.readyState == "loading") return;
  basket.checked = basket.mark;
  if (basket.text === (text ?? "")) return;
  basket.text = text ?? "";
  const isWrong = !key || hasSecond || isLost || basket.rejected?.[0];
  if (isWrong || (isMade(basket.element) && !isPlain(key, config, basket.text))) explain(basket);
};

/**
 * Fires events about what has changed since the page was last told.
 * @param {ShownBasket} basket
 */
const tellPage = (basket) => {
  const { root, key, told } = basket;
  const detail = detailOf(cartOf(key));
  const language = /** @type {HTMLElement | null} */ (root.firstChild)?.lang;
  const isOpen = isOpenNow(basket);
  basket.told = { isOpen, language };
  takeOverOnce(key);
  if (!told) {
    emit(basket, "ready", detail);
    page.becomeReady(cartOf(key));
    return;
  }
  if (told.isOpen != isOpen) {
    closeOnBack(basket, isOpen);
    emit(basket, isOpen ? "open" : "close", detail);
  }
  if (told.language != language) emit(basket, "locale", { ...detail, locale: language });
};

/**
 * A panel that was moved on the page has left the top layer.
 * @param {ShownBasket} basket
 */
const reopenPanels = ({ element, root }) => {
  for (const panel of /** @type {NodeListOf<HTMLDialogElement>} */ (root.querySelectorAll("[popover]"))) {
    const how = panel.given?.[":open"];
    if (how && element.isConnected) reopen(panel, how);
  }
};

const updateMarkers = () => {
  for (const marker of findAll(`${NAME}-count`)) {
    const basket = basketOf(marker.dataset.key);
    const text = basket?.told && basket.root?.querySelector("[part=count]")?.textContent;
    if (text && marker.textContent != text) marker.textContent = text;
  }
  for (const marker of findAll(`${NAME}-toggle`)) {
    const basket = basketOf(marker.dataset.key);
    if (basket?.told) {
      marker.ariaExpanded = `${isOpenNow(basket)}`;
      marker.ariaHasPopup = "dialog";
    }
    makeUsable(marker);
  }
  for (const marker of findAll(`${NAME}-add`)) makeUsable(marker);
};

export const look = () => {
  for (const basket of page.baskets.values()) {
    check(basket);
    const { element, root, key } = basket;
    const { state } = element.dataset;
    if (!root || !key || !state || state == "loading") continue;
    // It is live when it has worked once.
    if (state == "error" && !basket.told) continue;
    const shown = /** @type {ShownBasket} */ (basket);
    tellPage(shown);
    reopenPanels(shown);
  }
  updateMarkers();
  hold();
};
