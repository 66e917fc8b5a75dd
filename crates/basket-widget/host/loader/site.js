/* Where this script came from, and what else comes from there. */
import { parse } from "../storage.js";

const script = document.currentScript || document.querySelector("[src*='/basket.js']");

const files = () => new URL(".", script.src);

/* The address of a file. The wasm also has one that stays, so that a page can ask for it before this script has
   arrived. */
export const urlOf = (end) =>
  new URL(`basket${script.integrity || end != "wasm" ? "-" + __HASH__ : ""}.` + end, files());

/* A page that says in a link to a file what it must come to has it checked. The attribute is our own, since that of the
   browsers is for scripts and styles only. */
export const load = (end, signal) =>
  fetch(urlOf(end), { signal, integrity: document.querySelector(`[href$="-${__HASH__}.${end}"]`)?.dataset.integrity });

/* It is compiled while it comes, and before anybody can use it. */
export const compile = () => script.dataset.wasm != "off" && window.WebAssembly?.compileStreaming?.(load("wasm"));

/* Asks the service; its status and what it says. */
export const request = async ({ method, path, key, body, change }) => {
  const isRead = method == "GET";
  const service = new URL(script.dataset.service || files()).origin;
  // A read carries its key in the address, so that it needs no preflight.
  const answer = await fetch(service + path + (isRead ? "?key=" + encodeURIComponent(key) : ""), {
    method,
    body: body && JSON.stringify(body),
    headers: isRead
      ? {}
      : {
          Authorization: "Bearer " + key,
          "Content-Type": "application/json",
          ...(change && { "Idempotency-Key": change }),
        },
    credentials: "omit",
    // An answer that does not come must not keep what waits behind it.
    signal: AbortSignal.timeout(3e4),
  });
  return [answer.status, parse(await answer.text())];
};

const early = {}; // requests that were sent before the core asked for them, by key and path

/* Asks for a cart, or without one for the shop. */
const read = (key, cart) => request({ method: "GET", path: cart ? "/v1/carts/" + cart : "/v1/shop", key });

/* Asks before the core does. */
export const readEarly = (key, cart) => (early[[key, cart]] ||= read(key, cart)).catch(() => {});

/* What was asked for early, or else is asked for now. */
export const readCart = (key, cart) => {
  const answer = early[[key, cart]] || read(key, cart);
  delete early[[key, cart]];
  return answer;
};
