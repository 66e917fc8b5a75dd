// @ts-check
/* One cart in all tabs, and nothing lost by a page that is left. */
import { ADD, CODE, HEARD, SET, TRY } from "../protocol.js";
import { NAME, putEntry, queueOf, storageKey, stored } from "../storage.js";
import { takeCart } from "./baskets.js";
import { isLine, nextNumber } from "./changes.js";
import { page } from "./context.js";
import { locks, withLock } from "./lock.js";

/** @typedef {import("../types.js").Entry} Entry */

/** @type {Set<string>} */
const asked = new Set(); // keys whose queue has been looked at
/** @type {BroadcastChannel | undefined} */
let channel;
/** @type {((value?: unknown) => void) | undefined} */
let release;

/* As long as something waits here, others see that this page will send it. */
export const hold = () => {
  if (!page.kept.size) {
    release?.();
    release = undefined;
  } else if (!release && locks) {
    const ends = new Promise((resolve) => (release = resolve));
    withLock(`${NAME}:${page.seed}`, () => ends);
  }
};

/**
 * Has the core make a change that another page has left behind.
 * @param {string} key
 * @param {Entry} entry
 */
const resume = (key, [id, line, body, , makesCart]) => {
  const number = nextNumber();
  page.ids[number] = id;
  // Whether it has made a cart may not have been written down.
  page.makesCart[id] = makesCart || -!line;
  const { sku, quantity, frequency, interval, code } = body;
  page.post(
    code != null
      ? [CODE, 0, code, key, number]
      : line
      ? [SET, 0, line, quantity, key, number]
      : // The interval of what is bought once is null.
        [ADD, 0, sku, quantity, /** @type {string} */ (frequency), interval ?? 1, false, key, number],
  );
  // What makes no sense to the core goes.
  if (!page.kept.has(id)) putEntry(key, id);
};

/**
 * Takes over changes that pages left behind which are no more. Sent twice they would count once, since each keeps its
 * id; but what a page that lives has overtaken must not be sent again.
 * @param {string} key
 */
const takeOver = (key) => {
  const take = async () => {
    // Read before it is asked who lives: who has just written something has asked for its lock by then.
    const entries = queueOf(key);
    const { held = [], pending = [] } = /** @type {LockManagerSnapshot} */ ((await locks?.query().catch(() => {})) || {});
    const owners = [...held, ...pending].map((lock) => lock.name);
    for (const entry of entries) {
      const [id, line, body, owner] = entry;
      const isOurs = page.kept.has(id) || owners.includes(`${NAME}:${owner}`);
      if (id?.trim && body && !(line && !isLine(line)) && !isOurs) resume(key, entry);
    }
    hold();
  };
  return withLock(`${NAME}:adopt`, take);
};

/**
 * Looks at the queue of a key the first time that it is seen.
 * @param {string} key
 */
export const takeOverOnce = (key) => {
  if (asked.has(key)) return;
  asked.add(key);
  takeOver(key);
};

/** @param {MessageEvent} event */
const hear = ({ data }) => {
  const [key, cart] = Array.isArray(data) ? data : [];
  if (!key) {
    for (const key in page.carts) if (page.carts[key]) channel?.postMessage([key, page.carts[key]]);
  } else if (cart?.lines && cart.id == stored(key, "cart")) {
    page.post([HEARD, key, cart.id, cart]);
    const { id, version = 0 } = page.carts[key] || {};
    if (id != cart.id || cart.version > version) takeCart(key, cart);
  }
};

const listen = () => {
  if (!window.BroadcastChannel) return;
  channel = new BroadcastChannel(NAME);
  channel.onmessage = hear;
  // Who has made a change since this page asked for its cart, tells.
  channel.postMessage([]);
};

/* What is shown may be out of date. */
const doubt = () => {
  for (const key of asked) if (stored(key, "cart")) page.post([HEARD, key, stored(key, "cart")]);
  page.post([TRY, true]);
};

/**
 * Another tab has written to storage.
 * @param {StorageEvent} event
 */
const compareStorage = ({ key: at, newValue }) => {
  for (const key of asked) {
    // This page may have stored another cart since the event was sent; what storage holds now counts.
    if (at == storageKey(key, "cart")) {
      const cart = newValue && stored(key, "cart");
      cart ? page.post([HEARD, key, cart]) : doubt();
    }
    if (at == storageKey(key, "queue")) {
      // Of two tabs that wrote at once, one has undone what the other did.
      const there = queueOf(key);
      for (const [id, , , owner] of there) if (owner == page.seed && !page.kept.has(id)) putEntry(key, id);
      for (const [id, [owner, entry]] of page.kept)
        if (owner == key && !there.some((entry) => entry[0] == id)) putEntry(key, id, entry);
      if (!channel) doubt();
    }
  }
};

export const openTabs = () => {
  page.tellTabs = (news) => channel?.postMessage(news);
  addEventListener("storage", compareStorage);
  // Neither a lock nor a channel may keep a page out of the back-forward cache.
  addEventListener("pagehide", () => {
    channel?.close();
    release?.();
    channel = release = undefined;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    listen();
    doubt();
    page.look?.();
  });
  document.addEventListener("prerenderingchange", doubt);
  const takeOverAll = () => asked.forEach(takeOver);
  // What was in the cart may have been ordered meanwhile, on a page of another site.
  document.addEventListener("visibilitychange", () => document.hidden || (takeOverAll(), doubt()));
  addEventListener("online", () => (takeOverAll(), page.post([TRY])));
  listen();
};
