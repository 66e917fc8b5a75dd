// @ts-check
/* Hands the page over to another build. After an upgrade the service may no longer have the files of this build; then the
   loader that it has now takes over. The two builds share no more than `window.ServiceBasket` promises, and the script
   element, which the next loader finds there. */
import { findAll } from "../dom.js";
import { ACTION_TOGGLE, ADD, USE } from "../protocol.js";
import { NAME } from "../storage.js";
import { readElement } from "./element.js";
import { mark } from "./markers.js";
import { isSecond, script } from "./site.js";
import { page } from "./state.js";

/** @type {Promise<boolean> | undefined} */
let handover;

/* A file of this build is missing: hands over to the build that the service has now, once on a page. Whether it has. */
export const handOver = () =>
  (handover ||= start().catch(() => {
    delete (/** @type {any} */ (window.ServiceBasket).script);
    return false;
  }));

const start = async () => {
  // A page that pins wants this build and no other.
  if (script.integrity || isSecond) return false;
  const address = new URL(script.src);
  // The browser may have an old loader in its cache; this one takes its place.
  const answer = await fetch(address, { cache: "reload", signal: AbortSignal.timeout(1e4) });
  const isNewer = answer.ok && !(await answer.text()).includes(__HASH__);
  // Once page.js is there, nothing is missing that a basket needs.
  if (!isNewer || page.look) return false;
  const api = /** @type {any} */ (window.ServiceBasket);
  api.script = script;
  // Under the same address a document may get the script that it has.
  address.search = __HASH__;
  await import(address.href);
  page.isDead = true;
  // The page's scripts may have kept the object.
  window.ServiceBasket = Object.assign(api, window.ServiceBasket);
  delete api.script;
  passOn(api);
  return true;
};

/**
 * Passes on what waits, and leaves no numbers behind: each build numbers what it meets.
 * @param {any} api
 */
const passOn = (api) => {
  /** @param {import("../types.js").Call} call */
  page.callMethod = (call, ...settle) =>
    settle[0] ? api[call[0]](...call.slice(1)).then(...settle) : api.push(call);
  for (const call of page.calls) page.callMethod(...call);
  api.ready.then(page.becomeReady);
  // Changes that were sent are in storage, and the other build sends them again under their ids.
  page.markers.forEach((marker, id) => {
    if (!marker) return;
    delete marker[NAME];
    if (marker.dataset.state == "busy") mark(id, "idle");
  });
  for (const message of page.waiting) {
    if (message[0] != ADD) continue;
    const [, id = 0, sku, quantity, frequency, interval, opens, key] = message;
    mark(id, "busy");
    api.add({ sku, quantity, frequency, interval, key }).then(
      () => mark(id, "done"),
      () => mark(id, "error"),
    );
    if (opens) api.push(["open", { key }]);
  }
  for (const element of findAll(NAME)) {
    const isUsed = page.waiting.some(
      ([kind, id, action]) => kind == USE && id == element[NAME] && action == ACTION_TOGGLE,
    );
    if (isUsed) api.push(["toggle", { key: readElement(element).key }]);
    delete element[NAME];
  }
};
