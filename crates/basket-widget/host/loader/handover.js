// @ts-check
/* Hands the page over to another build. After an upgrade the service may no longer have the files of this build; then the
   loader that it has now takes over. The two builds share no more than `window.ServiceBasket` promises, and the script
   element, which the next loader finds there. */
import { ADD } from "../protocol.js";
import { isSecond, script } from "./site.js";
import { page, setMarkers } from "./state.js";

/** @type {Promise<boolean> | undefined} */
let handover;

/* A file of this build is missing: hands over to the build that the service has now, once on a page. Whether it has. */
export const handOver = () => (handover ||= start().catch(() => false));

const start = async () => {
  // A page that pins wants this build and no other.
  if (script.integrity || isSecond) return false;
  const address = new URL(script.src);
  // The browser may have an old loader in its cache; this one takes its place.
  const answer = await fetch(address, { cache: "reload", signal: AbortSignal.timeout(1e4) });
  const isNewer = answer.ok && !(await answer.text()).includes(__HASH__);
  // Once page.js is there, nothing is missing that a basket needs.
  if (!isNewer || page.look) return false;
  // Under the same address a document may get the script that it has.
  address.search = __HASH__;
  const api = /** @type {any} */ (window.ServiceBasket);
  api.script = script;
  try {
    await import(address.href);
  } finally {
    delete api.script;
  }
  page.isDead = true;
  // The page's scripts may have kept the object.
  window.ServiceBasket = Object.assign(api, window.ServiceBasket);
  passOn(api);
  return true;
};

/**
 * Passes on what waits.
 * @param {any} api
 */
const passOn = (api) => {
  /** @param {import("../types.js").Call} call */
  page.callMethod = (call, ...settle) =>
    settle[0] ? api[call[0]](...call.slice(1)).then(...settle) : api.push(call);
  for (const call of page.calls) page.callMethod(...call);
  api.ready.then(page.becomeReady);
  // Changes that were sent are in storage, and the other build sends them again under their ids.
  setMarkers("idle");
  // What was clicked is clicked again.
  for (const message of page.waiting) {
    const id = /** @type {number} */ (message[1]);
    const marker = message[0] == ADD && page.markers[id - 1];
    if (marker instanceof HTMLFormElement) marker.requestSubmit();
    else (marker || page.baskets.get(id)?.element.shadowRoot?.querySelector("button"))?.click();
  }
};
