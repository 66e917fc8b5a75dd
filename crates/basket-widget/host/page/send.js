// @ts-check
/* Sends to the service what the shopper changed, and the cart when it is to be paid. */
import { HAND_OVER, SEND } from "../protocol.js";
import { createCart, putInto } from "./changes.js";
import { page } from "./context.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Entry} Entry */

/**
 * @param {{ method: string, path: string, key: string, body?: unknown, change?: string }} request
 * @returns {Promise<Answer>}
 */
const send = ({ method, path, key, body, change }) =>
  page.request(path, {
    method,
    body: body ? JSON.stringify(body) : undefined,
    headers: {
      Authorization: "Bearer " + key,
      "Content-Type": "application/json",
      ...(change && { "Idempotency-Key": change }),
    },
  });

/**
 * Sends the change of an entry in the stored queue.
 * @param {string} key
 * @param {string} cart Its id; empty if there is none.
 * @param {Entry} entry
 * @returns {Promise<Answer>}
 */
const sendEntry = (key, cart, entry) => {
  const [change, line, body] = entry;
  const lines = `/v1/carts/${cart}/lines`;
  /** @type {import("../types.js").Ask} */
  const ask = (method, path, body) => send({ method, path, key, body, change });
  if (line) return line == "*" ? ask("DELETE", lines) : ask("PATCH", lines + "/" + line, body);
  // Another tab may be about to make the cart.
  return cart && !page.makesCart[change] ? putInto(ask, cart, body) : createCart(key, ask, entry, cart);
};

/** @type {import("../types.js").EffectHandlers<import("../protocol.js").SendEffect | import("../protocol.js").HandOverEffect>} */
export const sendEffects = {
  [SEND]([, id, key, cart, number]) {
    const change = page.idOf(number);
    const [, entry] = /** @type {[string, Entry]} */ (page.kept.get(change));
    page.hear(id, key, sendEntry(key, cart, entry), change);
  },
  [HAND_OVER]([, id, key, cart, locale]) {
    page.hear(id, key, send({ method: "POST", path: `/v1/carts/${cart}/checkout`, key, body: { locale } }));
  },
};
