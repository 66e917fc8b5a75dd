/* The host script: what only a page can do. It finds the baskets, keeps their nodes, and carries out the
   effects that the core decides on; it decides nothing itself. Messages to the core and effects from it
   are arrays, described in protocol.js. */
import { call, encoder, textAt } from "./call.js";
import { decimalsOf } from "./money.js";
import {
  ATTRIBUTES,
  DISMISS,
  FORGET,
  HAND_OVER,
  KEEP,
  MOUNT,
  READ,
  RESPONSE,
  SAVE,
  SEND,
  SETTLE,
  SET_STATE,
  SHOW,
  TRY,
  WAIT,
} from "./protocol.js";

const styleOf = ({ m: memory, c: style, l: size }) => textAt(memory, style(), size());

export const start = async (
  page,
  name,
  url,
  coming,
  early,
  waiting,
  calls,
  markers,
  storage,
  storageKey,
  parse,
  request,
  read,
  all,
  mark,
  fail,
  sheetOf,
  paint,
) => {
  const baskets = new Map(); // the core's number → { element, key, root, sheet, mark }
  const carts = {}; // by key, as the service last described them, until page.js has them
  const queue = [];
  const kept = new Map(); // changes that nobody has confirmed, as they stand in storage, by their ids
  // The ids of changes that other pages left behind, by the numbers that the core has for them; and, by its id, whether
  // a change has gone out to make a cart.
  const ids = {};
  const seed = crypto.getRandomValues(new Uint32Array(4)).join("-") + "-";
  const mounts = []; // of baskets, each a promise
  let busy, last, later, count;

  /* Numbers, money and plurals as the platform has them in a language. */
  const formats = {};
  const format = (number, currencyAt, currencySize, languageAt, languageSize, at, size) => {
    const { m: memory } = core;
    const currency = textAt(memory, currencyAt, currencySize);
    const language = textAt(memory, languageAt, languageSize);
    const isPlural = currency == "#";
    const format = (formats[language + currency] ||= isPlural
      ? new Intl.PluralRules(language)
      : // Four are the most that a currency has: nothing is ever rounded.
        new Intl.NumberFormat(language, currency && { style: "currency", currency, maximumFractionDigits: 4 }));
    // Asked once, since it takes longer than to format.
    const { minimumFractionDigits, pluralCategories } = (format.made ||= format.resolvedOptions());
    // One is the singular also in languages that do not tell it from more.
    if (isPlural)
      return "one two few many other zero"
        .split(" ")
        .filter((category) => category == "one" || pluralCategories.includes(category))
        .indexOf(number == 1 ? "one" : format.select(number));
    const text = format.format(number / 10 ** decimalsOf(currency, minimumFractionDigits));
    return encoder.encodeInto(text, new Uint8Array(memory.buffer, at, size)).written;
  };

  const imports = { [__BUILD__]: { f: format } };
  let core;
  try {
    core = (await WebAssembly.instantiate(await coming.then(), imports)).exports;
  } catch {
    // The page forbids WebAssembly, or what came is not the wasm of this build: the same as plain JavaScript will do.
    core = (await import(url("plain.js"))).instantiate(imports);
  }
  const css = styleOf(core);
  const sheet = sheetOf(css);

  /* Puts the page's style values where the style sheet looks for them; says which cannot be used. */
  const dress = (basket, style) => {
    basket.sheet.replaceSync(".root{}");
    return Object.keys(style || {}).filter((member) => {
      const dashed = member.replaceAll("_", "-");
      const property = `--${name}-${dashed}`;
      const use = /text/.test(member) ? "color" : /ary$/.test(member) ? "background" : dashed;
      const value = style[member];
      // Nothing is ever loaded for a style, nor may a value end before its end.
      const isFine =
        value?.trim &&
        css.includes(property + ",") &&
        !/[\\;{}<]|\/\*|(url|src|image|set|element|fade)\(/i.test(value) &&
        // The browser would close for itself what is left open, and it may be open on purpose.
        CSS.supports(`(${use}:${value})and (top:0)`) &&
        CSS.supports(use, value);
      if (isFine) basket.sheet.cssRules[0].style.setProperty(property, value);
      return !isFine;
    });
  };

  /* Mounts what is new, tells what changed, forgets what is gone. */
  const scan = () => {
    const gone = new Set(baskets.keys());
    for (const element of page.all?.() || all(name)) {
      const id = (element[name] ||= count = -~count);
      gone.delete(id);
      if (!baskets.has(id)) baskets.set(id, { element, sheet: sheetOf("") });
      const basket = baskets.get(id);
      const [key, cart, mark, config, attributes, code, base, words] = read(element);
      if (basket.mark == mark) continue;
      basket.mark = mark;
      basket.key = key;
      basket.rejected = dress(basket, config?.style);
      const mount = words.then((words) => {
        const view = parse(storage((local) => local[storageKey(key, "view")]));
        if (basket.mark == mark && baskets.has(id))
          send(MOUNT, id, config, attributes, tagOf(code), code, base, ...words, cart, !!view?.[3]);
      }, fail);
      mounts.push(mount);
    }
    for (const id of gone) {
      baskets.delete(id);
      send(FORGET, id);
    }
  };

  const tagOf = (code) => {
    try {
      return Intl.getCanonicalLocales(code == "dk" ? "da" : code.replace(/_/g, "-"))[0];
    } catch {
      return "en";
    }
  };

  /* Calls the core for each waiting message; what it answers may add more, but never recurses. */
  const send = (...message) => {
    // An element that a message is about is known to the core by its number.
    const [kind, subject, ...rest] = message;
    queue.push([kind, subject?.[name] || subject, ...rest]);
    if (busy || page.isDead) return;
    busy = true;
    try {
      while (queue.length)
        for (const [kind, ...rest] of call(core, queue.shift()))
          effects[kind] ? effects[kind](...rest) : tell(kind, last, ...rest);
    } catch (error) {
      fail(error);
    }
    busy = false;
    page.look?.();
  };

  /* What a first view can do without is in page.js: effects that are not here, calls, other markers, other tabs.
     Without the service there is nobody to ask, and that is known by then; the next time may be luckier. */
  const more = () =>
    (later ||= import(url("page.js")).then(
      ({ start }) => start(page, name, url, calls, storage, storageKey, parse, read, all, sheetOf, ...parts),
      () => (later = 0),
    ));
  const tell = (kind, ...rest) => more().then((does) => does && does[kind](...rest));

  const show = (basket, tree, ...sheets) => {
    const { element } = basket;
    try {
      paint(element, tree, ...sheets);
      basket.root = element.shadowRoot;
    } catch ({ message }) {
      send(FORGET, element);
      tell("refuse", basket, message);
    }
  };

  const known = (key, cart, change) =>
    change || later ? tell("cart", key, cart, change) : (carts[key] = cart);

  const idOf = (number) => ids[number] || seed + number;

  /* Puts an entry, or none, into the stored queue, in the place of the one with that id. */
  const put = (key, id, ...entry) =>
    storage((local) => {
      const at = storageKey(key, "queue");
      const all = parse(local[at]) || [];
      const found = all.findIndex((entry) => entry[0] == id);
      all.splice(found < 0 ? all.length : found, 1, ...entry);
      all[0] ? (local[at] = JSON.stringify(all)) : delete local[at];
    });

  const pathOf = (cart) => "/v1/carts" + (cart && "/" + cart);

  /* Tells the core what the service answers. */
  const hear = (id, key, answer, change) =>
    answer.then(
      ([status, body]) => {
        last = body;
        send(RESPONSE, id, status, body);
        if (body?.lines) known(key, body, change);
      },
      () => {
        last = null;
        send(RESPONSE, id, 0);
      },
    );

  const effects = {
    [SHOW](id, tree) {
      const basket = baskets.get(id);
      if (!basket) return;
      show(basket, tree, sheet, basket.sheet);
      // What the next page may paint before anything has arrived: the button, and how it looks.
      const isOpen = tree[4]?.[1][":open"];
      const view = [basket.mark, tree.slice(0, 3), css + basket.sheet.cssRules[0].cssText, isOpen];
      if (tree[3]) storage((local) => (local[storageKey(basket.key, "view")] = JSON.stringify(view)));
    },
    [SET_STATE](id, state) {
      const basket = baskets.get(id);
      if (basket?.root) basket.element.dataset.state = state;
    },
    [READ](id, key, cart) {
      const path = cart ? pathOf(cart) : "/v1/shop";
      const answer = early[key + path] || request("GET", path, key);
      delete early[key + path];
      hear(id, key, answer);
    },
    [SEND](id, key, cart, number) {
      const change = idOf(number);
      const entry = kept.get(change)[1];
      const [, line, body] = entry;
      const ask = (method, end, body) => request(method, pathOf(cart) + end, key, body, change);
      const create = (path, body) => request("POST", path, key, body, change);
      let answer;
      if (line) answer = line == "*" ? ask("DELETE", "/lines") : ask("PATCH", "/lines/" + line, body);
      // Another tab may be about to make the cart.
      else if (!cart || ids[change])
        answer = more().then((does) =>
          does ? does.create(key, create, entry, cart) : cart ? ask("POST", "/lines", body) : ask("POST", "", { lines: [body] }),
        );
      else answer = ask("POST", "/lines", body);
      hear(id, key, answer, change);
    },
    [HAND_OVER](id, key, cart, locale) {
      hear(id, key, request("POST", pathOf(cart) + "/checkout", key, { locale }));
    },
    [SAVE](key, cart) {
      storage((local) => (cart ? (local[storageKey(key, "cart")] = cart) : delete local[storageKey(key, "cart")]));
      if (!cart) known(key);
    },
    [KEEP](key, number, old, ...what) {
      const id = idOf(number);
      const entry = [id, ...what, seed, ids[id]];
      kept.delete(idOf(old));
      kept.set(id, [key, entry]);
      put(key, old ? idOf(old) : id, entry);
    },
    [SETTLE](key, number, marker, ...rest) {
      const id = idOf(number);
      const entry = kept.get(id)?.[1];
      if (kept.delete(id)) put(key, id);
      if (markers[marker]) mark(marker, ...rest);
      tell("settled", last, key, entry, marker, ...rest);
    },
    [WAIT]: (milliseconds) => setTimeout(send, milliseconds * (1 + Math.random() / 2), TRY),
  };

  /* A click beside an open panel dismisses it. */
  document.addEventListener("click", (event) => {
    const path = event.composedPath();
    if (event.target.closest?.(`[data-embed^=${name}-]`)) return;
    for (const [id, { element }] of baskets) path.includes(element) || send(DISMISS, id, true);
  });
  document.addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key == "Escape" && !defaultPrevented) for (const id of baskets.keys()) send(DISMISS, id, false);
  });

  const parts = [baskets, carts, kept, ids, seed, send, scan, put, core, call, styleOf, show];
  scan();
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ["data-embed", "lang", ...ATTRIBUTES],
  });
  // The baskets come first, then what was clicked before they were there.
  await Promise.all(mounts);
  page.send = send;
  for (const message of waiting) send(...message);
  (window.requestIdleCallback || setTimeout)(() => tell("look"), { timeout: 1000 });
};
