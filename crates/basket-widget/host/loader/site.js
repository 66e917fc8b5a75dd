// @ts-check
/* Where this script came from, and what else comes from there. */
import { parse } from "../storage.js";
import { page } from "./state.js";

/* What stood in our place: calls that were made before, or the object of another build. */
export const before = /** @type {any} */ (window.ServiceBasket);

/* A loader that takes over from another build finds the script element where handover.js put it. */
const given = before?.script;

export const isSecond = !!given;

// A module has no current script; the page may have a basket.js of its own.
export const script = /** @type {HTMLScriptElement} */ (
  given ||
    document.currentScript ||
    document.querySelector("[src*='/v1'][src*='/basket.js']") ||
    document.querySelector("[src*='/basket.js']")
);

/* What is wrong with the script's own address or with that of the service, if anything. */
export const siteProblem = () => {
  if (!script?.src) return "basket.js needs a script element with src.";
  const { service = "https://" } = script.dataset;
  if (!/^https?:\/\//.test(service)) return `data-service="${service}" must begin with https://.`;
};

const files = () => new URL(".", script.src);

/**
 * The address of a file. The wasm also has one that stays, so that a page can ask for it before this script has arrived.
 * @param {string} end The last part of the file's name.
 */
export const urlOf = (end) =>
  new URL(`basket${script.integrity || end != "wasm" ? "-" + __HASH__ : ""}.` + end, files()).href;

/**
 * Loads a file. A page that says in a link to a file what it must come to has it checked. The attribute is our own, since
 * that of the browsers is for scripts and styles only.
 * @param {string} end The last part of the file's name.
 * @param {AbortSignal} [signal]
 */
export const load = (end, signal) => {
  const link = /** @type {HTMLElement | null} */ (document.querySelector(`[href$="-${__HASH__}.${end}"]`));
  return fetch(urlOf(end), { signal, integrity: link?.dataset.integrity });
};

/* It is compiled while it comes, and before anybody can use it. */
export const compile = () => script.dataset.wasm != "off" && window.WebAssembly?.compileStreaming?.(load("wasm"));

/* The country for which costs are estimated, as the page gives it: the first basket that says one counts. */
export const countryOf = () => [...page.baskets.values()].map(({ element }) => element.dataset.country).find(Boolean);

/**
 * Asks the service; its status and what it says.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<import("../types.js").Answer>}
 */
export const request = async (path, options) => {
  const address = new URL(path, script.dataset.service || files());
  const country = countryOf();
  if (country) address.searchParams.set("country", country);
  const answer = await fetch(address, {
    ...options,
    credentials: "omit",
    // An answer that does not come must not keep what waits behind it.
    signal: AbortSignal.timeout(3e4),
  });
  return [answer.status, parse(await answer.text())];
};

/**
 * Requests that were sent before the core asked for them, by key, cart and, if there is one, country. The page itself may have sent one, see
 * `basket embed --early`.
 * @type {Record<string, Promise<import("../types.js").Answer>>}
 */
const early = before?.early || {};

/**
 * Asks for a cart, or without one for the shop. The key is in the address, so that there is no preflight.
 * @param {string} key
 * @param {string | undefined} cart
 */
const read = (key, cart) => request(`/v1/${cart ? "carts/" + cart : "shop"}?key=` + encodeURIComponent(key));

/**
 * @param {string} key
 * @param {string | undefined} cart
 */
const earlyAt = (key, cart) => `${[key, cart].concat(countryOf() || [])}`;

/**
 * Asks before the core does.
 * @param {string} key
 * @param {string | undefined} cart
 */
export const readEarly = (key, cart) => (early[earlyAt(key, cart)] ||= read(key, cart)).catch(() => {});

/**
 * What was asked for early, or else is asked for now.
 * @param {string} key
 * @param {string} cart
 */
export const readCart = (key, cart) => {
  const at = earlyAt(key, cart);
  const answer = early[at] || read(key, cart);
  delete early[at];
  return answer;
};
