// @ts-check
/* What the scripts keep in the page's storage, and where. */

export const NAME = "service-basket";

/**
 * Storage may be forbidden; then the cart lives as long as the page.
 * @template Result
 * @param {(local: Storage) => Result} use
 */
export const storage = (use) => {
  try {
    return use(localStorage);
  } catch {}
};

/**
 * @param {string | undefined} key The key of a shop.
 * @param {"cart" | "queue" | "view"} what
 */
export const storageKey = (key, what) => `${NAME}:${key}:${what}`;

/**
 * @param {string | undefined} key The key of a shop.
 * @param {"cart" | "queue" | "view"} what
 * @returns {string | undefined}
 */
export const stored = (key, what) => storage((local) => local[storageKey(key, what)]);

/**
 * The id of the stored cart, which goes into addresses. Other scripts of the page may have written nonsense into it.
 * @param {string} key The key of a shop.
 */
export const cartOf = (key) => stored(key, "cart")?.match(/^[\w-]+$/)?.[0];

/**
 * @param {string | null | undefined} text
 * @returns {any} Undefined if it is not JSON.
 */
export const parse = (text) => {
  try {
    return JSON.parse(/** @type {string} */ (text));
  } catch {}
};

/**
 * What was shown last, on whichever page: how many items, and the places of the baskets whose panels were open. Other
 * scripts of the page may have written nonsense into it.
 * @param {string | undefined} key The key of a shop.
 * @returns {[items: number | undefined, places: number[]]}
 */
export const viewOf = (key) => {
  const [items, places] = /** @type {any[]} */ ([]).concat(parse(stored(key, "view")));
  return [Number.isInteger(items) ? items : undefined, [].concat(places)];
};

/**
 * The stored queue: changes that nobody has confirmed. Other scripts of the page may have written nonsense into it.
 * @param {string} key The key of a shop.
 * @returns {any[]} Each is an entry if it makes sense.
 */
export const queueOf = (key) => {
  const found = parse(stored(key, "queue"));
  return Array.isArray(found) ? found.filter(Array.isArray) : [];
};

/**
 * Puts an entry, or none, in the place of the one with that id in the stored queue.
 * @param {string} key The key of a shop.
 * @param {string} id
 * @param {import("./types.js").Entry[]} entry
 */
export const putEntry = (key, id, ...entry) =>
  storage((local) => {
    const at = storageKey(key, "queue");
    const all = queueOf(key);
    const found = all.findIndex((entry) => entry[0] == id);
    all.splice(found < 0 ? all.length : found, 1, ...entry);
    all[0] ? (local[at] = JSON.stringify(all)) : delete local[at];
  });
