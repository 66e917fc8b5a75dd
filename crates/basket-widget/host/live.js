/* The host script: what only a page can do. It finds the baskets, keeps their nodes, and carries out the
   effects that the core decides on; it decides nothing itself. Messages to the core and effects from it
   are arrays, described in the core's modules `app` and `app/effects`. */
import { call, encoder, textAt } from "./call.js";

const styleOf = ({ m: memory, c: style, l: size }) => textAt(memory, style(), size());

export const start = async (
  page,
  name,
  options,
  url,
  load,
  coming,
  early,
  texts,
  waiting,
  storage,
  place,
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
  const carts = {}; // by key, as the service last described them
  const queue = [];
  let busy, last, count;

  /* Numbers, money and plurals as the platform has them in a language. */
  const kept = {};
  const format = (number, currencyAt, currencySize, languageAt, languageSize, at, size) => {
    const { m: memory } = core;
    const currency = textAt(memory, currencyAt, currencySize);
    const language = textAt(memory, languageAt, languageSize);
    const isPlural = currency == "#";
    const format = (kept[language + currency] ||= isPlural
      ? new Intl.PluralRules(language)
      : new Intl.NumberFormat(language, currency ? { style: "currency", currency } : {}));
    // Asked once, since it takes longer than to format.
    const { maximumFractionDigits, pluralCategories } = (format.made ||= format.resolvedOptions());
    // One is the singular also in languages that do not tell it from more.
    if (isPlural)
      return "one two few many other zero"
        .split(" ")
        .filter((category) => category == "one" || pluralCategories.includes(category))
        .indexOf(number == 1 ? "one" : format.select(number));
    const text = format.format(number / 10 ** (currency && maximumFractionDigits));
    return encoder.encodeInto(text, new Uint8Array(memory.buffer, at, size)).written;
  };

  const imports = { __BUILD__: { f: format } };
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
    for (const element of all(name)) {
      const id = (element[name] ||= count = -~count);
      gone.delete(id);
      if (!baskets.has(id)) baskets.set(id, { element, sheet: sheetOf("") });
      const basket = baskets.get(id);
      const [key, cart, mark, text, second, config, attributes, code, base, words, isLost] = read(element);
      if (basket.mark == mark) continue;
      basket.mark = mark;
      if (basket.text != text) basket.isExplained = 0;
      basket.text = text;
      basket.key = key;
      basket.rejected = dress(basket, config?.style);
      words.then((words) => {
        const view = parse(storage((local) => local[place(key, "view")]));
        if (basket.mark == mark && baskets.has(id))
          send("mount", id, config, attributes, tagOf(code), code, base, ...words, cart, !!view?.[3]);
      }, fail);
      // Whether all is well with the rest is more than a live basket knows, so another module looks.
      const bare = (text) => text.replace(/\s/g, "");
      const isOdd =
        second ||
        isLost ||
        basket.rejected[0] ||
        config?.locales ||
        /text_/.test(Object.keys(config?.style || {})) ||
        (config && bare(text) != bare(JSON.stringify(config)));
      if (isOdd) explain(basket);
    }
    for (const id of gone) {
      baskets.delete(id);
      send("forget", id);
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
    // Elements are known to the core by their numbers.
    queue.push(message.map((part) => part?.[name] || part));
    if (busy || page.isDead) return;
    busy = true;
    try {
      while (queue.length)
        for (const [kind, ...rest] of call(core, queue.shift())) effects[kind](...rest);
    } catch (error) {
      fail(error);
    }
    busy = false;
  };

  const emit = (basket, event, detail, cancelable) =>
    basket?.element.dispatchEvent(
      new CustomEvent(`${name}:${event}`, { bubbles: true, composed: true, cancelable, detail }),
    );

  const report = (basket, detail) => {
    const { code, level, message, hint = "", path = "", line, column } = detail;
    const place = line ? `line ${line}, column ${column}` : "";
    const method = { error: level, warning: "warn" }[level] || "info";
    console[method](`${name}: ${code}:`, message, hint, path, place);
    emit(basket, "error", detail);
  };

  const show = (basket, tree, ...sheets) => {
    const { element } = basket;
    try {
      paint(element, tree, ...sheets);
      basket.root = element.shadowRoot;
    } catch ({ message }) {
      send("forget", element);
      element.dataset.state = "error";
      report(basket, { code: "element-unsupported", level: "error", message });
    }
  };

  /* Has it said what is wrong, once. */
  const explain = async (basket, refused) => {
    if (basket.isExplained && !refused) return;
    basket.isExplained = 1;
    try {
      const { explain } = await import(url("explain.js"));
      await explain(basket, refused, core, url, call, styleOf, sheetOf, report, show);
    } catch {
      // Without the service there is nobody to ask, and that is known by then.
    }
  };

  const effects = {
    show(id, tree) {
      const basket = baskets.get(id);
      if (!basket) return;
      show(basket, tree, sheet, basket.sheet);
      // What the next page may paint before anything has arrived: the button, and how it looks.
      const isOpen = tree[4]?.[1][":open"];
      const view = [basket.mark, tree.slice(0, 3), css + basket.sheet.cssRules[0].cssText, isOpen];
      if (tree[3]) storage((local) => (local[place(basket.key, "view")] = JSON.stringify(view)));
    },
    state(id, state) {
      const basket = baskets.get(id);
      if (basket?.root) basket.element.dataset.state = state;
    },
    focus(id, action) {
      const buttons = baskets.get(id)?.root?.querySelectorAll("button") || [];
      for (const button of buttons) if (button.given[":on"] == action) button.focus({ preventScroll: action == 1 });
    },
    fetch(id, key, method, path, body, change) {
      const answer = early[key + path] || request(method, path, key, body, change);
      delete early[key + path];
      answer.then(
        ([status, body]) => {
          last = body;
          if (body?.lines) carts[key] = body;
          send("response", id, status, body);
        },
        () => {
          last = null;
          send("response", id, 0);
        },
      );
    },
    save: (key, cart) =>
      storage((local) => (cart ? (local[place(key, "cart")] = cart) : delete local[place(key, "cart")])),
    marker: mark,
    checkout(id) {
      const basket = baskets.get(id);
      send("checkout", id, emit(basket, "checkout", { cart: carts[basket?.key] }, true));
    },
    go: (address) => location.assign(address),
    wait: (milliseconds) => setTimeout(send, milliseconds + Math.random() * 500, "try"),
    explain: (id) => explain(baskets.get(id)),
    report(id, level) {
      const basket = baskets.get(id);
      const { code = "service-unreachable", detail: message = "No answer.", hint } = last || {};
      const detail = { code, level, message, hint };
      report(basket, detail);
      if (level == "error") explain(basket, detail);
    },
  };

  /* A click beside an open panel dismisses it. */
  document.addEventListener("click", (event) => {
    const path = event.composedPath();
    if (event.target.closest?.(`[data-embed="${name}-add"]`)) return;
    for (const [id, { element }] of baskets) path.includes(element) || send("dismiss", id, true);
  });
  document.addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key == "Escape" && !defaultPrevented) for (const id of baskets.keys()) send("dismiss", id, false);
  });
  addEventListener("online", () => send("try"));

  scan();
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ["data-embed", "lang", ...options],
  });
  // The baskets come first, then what was clicked before they were there.
  await Promise.all(Object.values(texts));
  page.send = send;
  for (const message of waiting) send(...message);
};
