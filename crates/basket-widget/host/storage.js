/* What the scripts keep in the page's storage, and where. */

export const NAME = "service-basket";

/* Storage may be forbidden; then the cart lives as long as the page. */
export const storage = (use) => {
  try {
    return use(localStorage);
  } catch {}
};

export const storageKey = (key, what) => `${NAME}:${key}:${what}`;

export const stored = (key, what) => storage((local) => local[storageKey(key, what)]);

export const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {}
};

/* The stored queue: changes that nobody has confirmed. Puts an entry, or none, in the place of the one with that id. */
export const putEntry = (key, id, ...entry) =>
  storage((local) => {
    const at = storageKey(key, "queue");
    const all = parse(local[at]) || [];
    const found = all.findIndex((entry) => entry[0] == id);
    all.splice(found < 0 ? all.length : found, 1, ...entry);
    all[0] ? (local[at] = JSON.stringify(all)) : delete local[at];
  });
