// @ts-check
/* Carries out what the core decides; it decides nothing itself. */
import { sheetOf } from "../dom.js";
import { mark } from "../loader/markers.js";
import { readCart, request } from "../loader/site.js";
import { page } from "../loader/state.js";
import { HAND_OVER, KEEP, READ, RESPONSE, SAVE, SEND, SETTLE, SET_STATE, SHOW, TRY, WAIT } from "../protocol.js";
import { putEntry, storage, storageKey } from "../storage.js";
import { openPanels, placeOf, show } from "./baskets.js";
import { hasCome, more, tell } from "./later.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Cart} Cart */
/** @typedef {import("../types.js").Entry} Entry */

/**
 * The effects that a first view needs.
 * @typedef {import("../protocol.js").ShowEffect | import("../protocol.js").SetStateEffect
 *   | import("../protocol.js").ReadEffect | import("../protocol.js").SendEffect
 *   | import("../protocol.js").HandOverEffect | import("../protocol.js").SaveEffect
 *   | import("../protocol.js").KeepEffect | import("../protocol.js").SettleEffect
 *   | import("../protocol.js").WaitEffect} Handled
 */

/** @type {CSSStyleSheet | undefined} */
let sheet;

/**
 * The service has described a cart, or it is gone.
 * @param {string} key
 * @param {Cart} [cart]
 * @param {boolean} [isChanged]
 */
const known = (key, cart, isChanged) => {
  if (isChanged || hasCome()) tell((does) => does.takeCart(key, cart, isChanged));
  else page.carts[key] = cart;
};

/**
 * The idempotency key of a change by its number.
 * @param {number} number
 */
const idOf = (number) => page.ids[number] || page.seed + number;

/** @param {string} cart Its id; empty for a new one. */
const pathOf = (cart) => "/v1/carts" + (cart && "/" + cart);

/**
 * Tells the core what the service answers.
 * @param {number} id The core's number for the request.
 * @param {string} key
 * @param {Promise<Answer>} answer
 * @param {string} [change] The id of the change that was sent.
 */
const hear = (id, key, answer, change) =>
  answer.then(
    ([status, body]) => {
      page.lastAnswer = body;
      page.post([RESPONSE, id, status, body]);
      if (body?.lines) known(key, body, !!change);
    },
    () => {
      page.lastAnswer = null;
      page.post([RESPONSE, id, 0]);
    },
  );

/**
 * Sends the change of an entry in the stored queue.
 * @param {string} key
 * @param {string} cart
 * @param {Entry} entry
 * @returns {Promise<Answer>}
 */
const sendEntry = (key, cart, entry) => {
  const [change, line, body] = entry;
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  const ask = (method, path, body) => request({ method, path, key, body, change });
  /** @type {import("../types.js").Post} */
  const post = (path, body) => ask("POST", path, body);
  const lines = pathOf(cart) + "/lines";
  if (line) return line == "*" ? ask("DELETE", lines) : ask("PATCH", lines + "/" + line, body);
  const add = () => (cart ? post(lines, body) : post(pathOf(cart), { lines: [body] }));
  // Another tab may be about to make the cart.
  if (!cart || page.makesCart[change]) return more().then((does) => (does ? does.createCart(key, post, entry, cart) : add()));
  return add();
};

/** @type {import("../types.js").EffectHandlers<Handled>} */
export const effects = {
  [SHOW]([, id, tree]) {
    const basket = page.baskets.get(id);
    if (!basket) return;
    const { element } = basket;
    const isOpen = tree[4]?.[1][":open"];
    const number = tree[2]?.at(-1)?.[1]?.[":key"];
    // A button that was painted from storage has a number, and nobody knows a better one yet.
    if (number === "" && !basket.root && element.shadowRoot && !isOpen) {
      basket.root = element.shadowRoot;
      return;
    }
    sheet ||= sheetOf(page.css);
    show(basket, tree, sheet, basket.sheet);
    if (isOpen && !basket.isOpen) {
      basket.opener = page.opener;
      page.opener = undefined;
      basket.openedAt = performance.now();
      // What closes it is there.
      more();
    }
    basket.isOpen = !!isOpen;
    const places = openPanels(basket);
    places[isOpen ? "add" : "delete"](placeOf(basket));
    const view = [basket.mark, tree.slice(0, 3), page.css + basket.sheet.cssRules[0].cssText, [...places]];
    // What the next page may paint before anything has arrived: the button, and how it looks.
    if (tree[3] && number) storage((local) => (local[storageKey(basket.key, "view")] = JSON.stringify(view)));
  },
  [SET_STATE]([, id, state]) {
    const basket = page.baskets.get(id);
    if (basket?.root) basket.element.dataset.state = state;
  },
  [READ]([, id, key, cart]) {
    hear(id, key, readCart(key, cart));
  },
  [SEND]([, id, key, cart, number]) {
    const change = idOf(number);
    hear(id, key, sendEntry(key, cart, /** @type {[string, Entry]} */ (page.kept.get(change))[1]), change);
  },
  [HAND_OVER]([, id, key, cart, locale]) {
    hear(id, key, request({ method: "POST", path: pathOf(cart) + "/checkout", key, body: { locale } }));
  },
  [SAVE]([, key, cart, old]) {
    const at = storageKey(key, "cart");
    storage((local) => (cart ? (local[at] = cart) : local[at] == old && delete local[at]));
    if (!cart) known(key);
  },
  [KEEP]([, key, number, old, line, body]) {
    const id = idOf(number);
    /** @type {Entry} */
    const entry = [id, line, body, page.seed, page.makesCart[id]];
    page.kept.delete(idOf(old));
    page.kept.set(id, [key, entry]);
    putEntry(key, old ? idOf(old) : id, entry);
  },
  [SETTLE]([, key, number, marker, state, code]) {
    const id = idOf(number);
    const entry = page.kept.get(id)?.[1];
    const last = page.lastAnswer;
    if (page.kept.delete(id)) putEntry(key, id);
    if (page.markers[marker]) mark(marker, state);
    tell((does) => does.settled({ last, key, entry, marker, state, code }));
  },
  [WAIT]([, milliseconds]) {
    setTimeout(() => page.post([TRY]), milliseconds * (1 + Math.random() / 2));
  },
};
