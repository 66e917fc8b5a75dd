// @ts-check
/* Discount codes that the page brings: with `data-code` on a basket, or `?code=` in its address, which stays as it is. Each
   is entered once on a page, and not again in a session in which the shopper has taken it off. */
import { NAME, parse } from "../storage.js";

/** @typedef {import("../types.js").Page} Page */

/** @param {string} code */
const plain = (code) => code.trim().toUpperCase();

/** @type {Record<string, string[]>} */
const removed = {}; // by the key of the shop; what the session holds, where it may be used

/** @param {string} key */
const removedAt = (key) => `${NAME}:${key}:removed-codes`;

/** @param {string} key */
const removedOf = (key) => {
  try {
    removed[key] ||= [].concat(parse(sessionStorage[removedAt(key)]) || []);
  } catch {}
  return (removed[key] ||= []);
};

/** @type {Record<string, { id: string, code?: string } | undefined>} */
const before = {}; // the carts as they were last seen, by the key of the shop

/**
 * Notes codes that carts have no more, also if another one has taken the place.
 * @param {Page} page
 */
export const noteRemoved = ({ carts }) => {
  for (const [key, cart] of Object.entries(carts)) {
    const { id, code } = before[key] || {};
    before[key] = cart;
    if (!code || id != cart?.id || code == cart?.code) continue;
    removedOf(key).push(code);
    try {
      sessionStorage[removedAt(key)] = JSON.stringify(removed[key]);
    } catch {}
  }
};

/** @type {Set<string>} */
const entered = new Set(); // keys and codes that this page has entered

/**
 * Enters what the page brings.
 * @param {Page} page
 * @param {(key: string, code: string) => void} enter
 */
export const enterGiven = ({ baskets, carts }, enter) => {
  const inAddress = new URLSearchParams(location.search).get("code");
  for (const { element, key, told } of baskets.values()) {
    const code = plain(inAddress || element.dataset.code || "");
    const cart = key && carts[key];
    // A cart that is known says whether the shop takes codes.
    if (!key || !told || !code || (cart && !cart.takes_codes) || entered.has(key + code)) continue;
    entered.add(key + code);
    if ((cart && cart.code) != code && !removedOf(key).includes(code)) enter(key, code);
  }
};
