// @ts-check
/* Compares what there is with what the page has been told, and with what its markers say. */
import { findAll } from "../dom.js";
import { reopen } from "../patch.js";
import { FORGET } from "../protocol.js";
import { NAME, storage, storageKey, stored, viewOf } from "../storage.js";
import { basketOf, basketsOf, cartOf, emit, isOpenNow, report } from "./baskets.js";
import { isMade, isPlain } from "./check.js";
import { page } from "./context.js";
import { showCosts } from "./costs.js";
import { detailOf } from "./detail.js";
import { askAgain } from "./elements.js";
import { makeUsable } from "./keyboard.js";
import { closeOnBack, holdPageBehind, listenToPanel } from "./panels.js";
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
  const { key, config, text, isLost } = page.readElement(basket.element);
  // The rest of the page may still bring the configuration.
  if (text === undefined && document.readyState == "loading") return;
  basket.checked = basket.mark;
  if (basket.text === (text ?? "")) return;
  basket.text = text ?? "";
  const hasSecond = basket.element.querySelectorAll(":scope > script[type='application/json' i]")[1];
  const isWrong = !key || hasSecond || isLost || basket.unusable?.[0];
  if (isWrong || (isMade(basket.element) && !isPlain(key, config, basket.text))) explain(basket);
};

/**
 * An element that cannot have a basket is none.
 * @param {Basket} basket
 */
const refuse = (basket) => {
  const { element, problem: message } = basket;
  if (!message) return;
  basket.problem = undefined;
  page.post([FORGET, page.numberOf(element)]);
  element.dataset.state = "error";
  report(basket, { code: "element-unsupported", level: "error", message });
};

/**
 * Notes when a panel was opened, and by whom.
 * @param {Basket} basket
 */
const noteOpening = (basket) => {
  if (basket.isOpen && !basket.openedAt) {
    basket.openedAt = performance.now();
    basket.opener = page.opener;
    page.opener = undefined;
  }
  if (!basket.isOpen) basket.openedAt = 0;
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

/**
 * Remembers what the next page shows before anything has arrived.
 * @param {string} key
 */
const rememberView = (key) => {
  const baskets = basketsOf(key);
  const [{ items }] = baskets;
  if (items == null || !baskets.every(({ root }) => root)) return;
  const open = baskets.flatMap(({ isOpen }, place) => (isOpen ? place : []));
  // A basket that a script of the page brings later has not been shown yet.
  const [, places] = viewOf(key);
  const later = places.filter((place) => place >= baskets.length);
  const view = JSON.stringify([items, [...open, ...later]]);
  if (view != stored(key, "view")) storage((local) => (local[storageKey(key, "view")] = view));
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
    askAgain(basket);
    refuse(basket);
    noteOpening(basket);
    const { element, root, key } = basket;
    const { state, code } = element.dataset;
    if (code || /[?&]code=./.test(location.search)) showCosts();
    if (root) listenToPanel(/** @type {ShownBasket} */ (basket));
    if (!root || !key || !state || state == "loading") continue;
    // It is live when it has worked once.
    if (state == "error" && !basket.told) continue;
    const shown = /** @type {ShownBasket} */ (basket);
    tellPage(shown);
    // A panel that is new is only about to open, without the focus, which nobody asked for.
    queueMicrotask(() => reopenPanels(shown));
    rememberView(key);
  }
  holdPageBehind();
  updateMarkers();
  hold();
};
