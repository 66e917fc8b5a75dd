// @ts-check
/* Changes that the page's scripts ask for, and carts that are made for them. */
import { SET } from "../protocol.js";
import { NAME, cartOf, putEntry, storage, storageKey } from "../storage.js";
import { basketOf, emitCart, failure } from "./baskets.js";
import { page } from "./context.js";
import { detailOf, eventsOf, freeze } from "./detail.js";
import { withLock } from "./lock.js";

/** @typedef {import("../types.js").Entry} Entry */

const MISMATCH = "idempotency-mismatch";

// Markers are numbered from 1; from here on numbers are calls, and changes of other pages.
let count = 1e9;
export const nextNumber = () => ++count;

/** @type {Record<number, [resolve: (cart: any) => void, reject: (error: Error) => void, kind: number]>} */
const waits = {}; // who waits for a change, by the number that the core has for them

/**
 * Whether this can be a line: it goes into an address.
 * @param {string} line
 */
export const isLine = (line) => /^([\w-]+|\*)$/.test(line);

/**
 * Has the core make a change, and waits until it is settled.
 * @param {string | undefined} key
 * @param {number} kind `ADD`, `SET` or `CODE`.
 * @param {any[]} rest The fields of the message between its marker and its key.
 * @returns {Promise<import("../types.js").Cart>}
 */
export const change = (key, kind, ...rest) =>
  new Promise((...settle) => {
    if (!basketOf(key)) throw failure("basket-missing");
    if (kind == SET && !isLine(rest[0])) throw failure("line-unknown");
    const number = nextNumber();
    waits[number] = [...settle, kind];
    page.post(/** @type {any} */ ([kind, number, ...rest, key]));
  });

/* For so long after a change, in milliseconds, a marker ignores clicks, and says that it is done. */
const REST = 500;
const DONE = 1600;

/**
 * Says on a marker what became of its change.
 * @param {HTMLElement} marker
 * @param {string} state
 */
const mark = (marker, state) => {
  const { dataset } = marker;
  dataset.state = state;
  marker.ariaBusy = "false";
  marker.until = Date.now() + REST;
  if (state == "done") setTimeout(() => dataset.state == state && (dataset.state = "idle"), DONE);
};

/**
 * A change is done with: the page hears what has happened, then whoever waited for it.
 * @param {import("../protocol.js").SettleEffect} effect
 * @param {any} last The body of the last answer.
 */
export const settled = ([, key, number, marker, state, code], last) => {
  const id = page.idOf(number);
  const entry = page.kept.get(id)?.[1];
  if (page.kept.delete(id)) putEntry(key, id);
  const asked = page.markers[marker - 1];
  if (asked) mark(asked, state);
  const isDone = state == "done";
  const events = isDone ? eventsOf(page.carts[key]?.lines || [], freeze(last).lines, /** @type {Entry} */ (entry)) : [];
  for (const [event, line, more] of events) emitCart(key, event, detailOf(last, line, more));
  const [resolve, reject, kind] = waits[marker] || [];
  delete waits[marker];
  if (isDone) resolve?.(last);
  else if (code) reject?.(failure(code, last?.detail));
  else reject?.(failure(kind == SET ? "line-unknown" : "value-invalid"));
};

/**
 * Sends a change that is about no line to the cart: an addition, or a discount code.
 * @param {import("../types.js").Ask} ask
 * @param {string} cart
 * @param {import("../types.js").ChangeBody} body
 */
export const putInto = (ask, cart, body) =>
  body.code == null
    ? ask("POST", `/v1/carts/${cart}/lines`, body)
    : ask(body.code ? "PUT" : "DELETE", `/v1/carts/${cart}/code`, body.code && body);

/**
 * Makes a cart, unless another tab has just done so: then the change goes into that one. What has once gone out to make a
 * cart is repeated as that, since only so the service can tell a repetition; if that made another cart than the one that
 * counts now, the change has to be made anew. Where another page sent it, only the service may know as what.
 * @param {string} key
 * @param {import("../types.js").Ask} ask
 * @param {Entry} entry
 * @param {string} cart The cart that the core knows; empty if there is none.
 * @returns {Promise<import("../types.js").Answer>}
 */
export const createCart = (key, ask, entry, cart) => {
  const [id, , body] = entry;
  /** @returns {Promise<import("../types.js").Answer>} */
  const alone = async () => {
    const known = cart || cartOf(key);
    if (known && page.makesCart[id] != 1) {
      const answer = await putInto(ask, known, body);
      if (answer[1]?.code != MISMATCH) return answer;
    }
    page.makesCart[id] = entry[4] = 1;
    putEntry(key, id, entry);
    const answer = await ask("POST", "/v1/carts", body.code ? body : { lines: [body] });
    const made = answer[1]?.lines && answer[1].id;
    // Storage may lag behind the lock, so that two tabs have made one; the one that is stored counts.
    const counts = cart || cartOf(key) || made;
    if (made != counts && made) return [409, { code: MISMATCH }];
    if (made) storage((local) => (local[storageKey(key, "cart")] = made));
    return answer;
  };
  return withLock(`${NAME}:${key}`, alone);
};
