/* The loader: what must happen before anything else has arrived. It finds the baskets, asks for all they
   need at once, paints their buttons as they last were, and keeps what the shopper does until somebody can
   take it. The rest is in live.js.

   In all scripts the build replaces names like __HASH__ by strings, see crates/widget-build/src/scripts.rs. */
import { isOpen, patch } from "./patch.js";
import { ADD, ATTRIBUTES, DISMISS, NATIVES, USE } from "./protocol.js";

const pushed = window.ServiceBasket;
// A second loader on the same page does nothing.
if (!pushed?.version) {
  const name = "service-basket";
  const script = document.currentScript || document.querySelector("[src*='/basket.js']");
  const files = new URL(".", script.src);
  const service = new URL(script.dataset.service || files).origin;
  // The wasm also has an address that stays, so that a page can ask for it before this script has arrived.
  const url = (end) => new URL(`basket${script.integrity || end != "wasm" ? "-" + __HASH__ : ""}.` + end, files);
  // A page that says in a link to a file what it must come to has it checked. The attribute is our own, since that of
  // the browsers is for scripts and styles only.
  const load = (end) =>
    fetch(url(end), { integrity: document.querySelector(`[href$="-${__HASH__}.${end}"]`)?.dataset.integrity });

  const early = {}; // requests that were sent before the core asked for them, by key and path
  const texts = {}; // lines of a language, or the names of all texts, each a promise
  const markers = [0]; // by the core's number, from 1
  const waiting = []; // messages that came before the core
  const calls = [].concat(pushed || []).map((call) => [call]); // of the page's scripts, before page.js

  /* What changes when others arrive: how to tell the core something or carry out a call, and whether there is any
     use. */
  const page = { send: (...message) => waiting.push(message), call: (...call) => calls.push(call) };
  const api = (window.ServiceBasket = {
    version: __VERSION__,
    cart: null,
    ready: new Promise((resolve) => (page.ready = resolve)),
    push: (...calls) => calls.map((call) => page.call(call)),
  });
  for (const method of __METHODS__.split(" "))
    api[method] = (...rest) => new Promise((...settle) => page.call([method, ...rest], ...settle));

  /* Storage may be forbidden; then the cart lives as long as the page. */
  const storage = (use) => {
    try {
      return use(localStorage);
    } catch {}
  };
  const storageKey = (key, what) => `${name}:${key}:${what}`;

  const parse = (text) => {
    try {
      return JSON.parse(text);
    } catch {}
  };

  const request = (method, path, key, body, change) => {
    const isRead = method == "GET";
    // A read carries its key in the address, so that it needs no preflight.
    return fetch(service + path + (isRead ? "?key=" + encodeURIComponent(key) : ""), {
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
    }).then(async (answer) => [answer.status, parse(await answer.text())]);
  };

  /* The code among these that a wish finds: the same, or the same with ever less behind the language. */
  const plain = (code) => `${code}`.trim().toLowerCase().replace(/_/g, "-");
  const find = (wish, codes) => {
    for (let part = plain(wish); part; part = part.replace(/-?[^-]*$/, "")) {
      const other = { da: "dk", nb: "no", nn: "no" }[part];
      const found = codes.find((code) => plain(code) == part) || codes.find((code) => code == other);
      if (found) return found;
    }
  };

  /* What is written on a basket element, and what of the world it depends on. */
  const read = (element) => {
    const [script, second] = [...element.children].filter(
      ({ localName, type }) => localName == "script" && plain(type) == "application/json",
    );
    const text = script?.textContent;
    const config = parse(text);
    const wish = page.locale ?? config?.options?.default_locale;
    const own = Object.keys(config?.locales || {});
    const codes = [...own, ...NATIVES];
    const wishes = [wish, element.closest("[lang]")?.lang, ...navigator.languages, "en"];
    const code = wishes.map((wish) => find(wish, codes)).find(Boolean);
    const native = find(code, NATIVES) || "en";
    const lines = (name) =>
      (texts[name] ||= load(name + ".txt").then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.url))));
    // English is in the core.
    const words = Promise.all([native != "en" && lines(native), own[0] && lines("names")]);
    words.catch(() => {});
    const key = config?.api_key;
    const cart = storage((local) => local[storageKey(key, "cart")]);
    const isLost = wish != null && !find(wish, codes);
    const attributes = Object.fromEntries(ATTRIBUTES.map((option) => [option, element.getAttribute(option)]));
    const mark = JSON.stringify([api.version, attributes, code, text]);
    return [key, cart, mark, config, attributes, code, find(native, own) || native, words, text, second, isLost];
  };

  /* Finds all elements with a marker. */
  const all = (marker) => document.querySelectorAll(`[data-embed=${marker}]`);

  const mark = (id, state) => {
    const { dataset } = markers[id];
    dataset.state = state;
    markers[id].ariaBusy = state == "busy";
    markers[id].until = Date.now() + 500;
    if (state == "done") setTimeout(() => dataset.state == state && (dataset.state = "idle"), 1600);
  };

  /* A basket that cannot work leaves the page as if it had never been there. */
  const fail = (error) => {
    page.isDead = 1;
    console.error(`${name}:`, error);
    for (const element of all(name)) {
      element.dataset.state = "error";
      element.shadowRoot?.replaceChildren(document.createElement("slot"));
    }
    for (const marker of markers) if (marker) marker.dataset.state = "error";
  };

  const sheetOf = (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  };

  /* The element's shadow root; the first time it is made, and what happens in it is told to the core. */
  const rootOf = (element) => {
    if (element.shadowRoot) return element.shadowRoot;
    const root = element.attachShadow({ mode: "open" });
    // Caught on the way down, since the dialog's own events do not bubble.
    for (const type of ["click", "input", "change", "cancel", "close"]) {
      root.addEventListener(
        type,
        (event) => {
          const { target } = event;
          if (type == "cancel") event.preventDefault();
          if (target.localName != "dialog") {
            const used = event.composedPath().find((node) => node.given?.[":on"]);
            if (used) page.send(USE, element, used.given[":on"], type == "input", target.value);
          } else if (type != "close" || !isOpen(target)) {
            page.send(DISMISS, element, type == "click");
          }
        },
        true,
      );
    }
    return root;
  };

  const show = (element, tree, ...sheets) => {
    const root = rootOf(element);
    root.adoptedStyleSheets = sheets;
    patch(root, ["", {}, tree]);
  };

  // Before all that it will need, so that it is there when that comes.
  const live = import(url("js"));
  // It is compiled while it comes, and before anybody can use it.
  const core = script.dataset.wasm != "off" && window.WebAssembly?.compileStreaming?.(load("wasm"));
  // Whoever uses it hears of a failure; until then it is nobody's.
  core?.catch?.(() => {});
  /* Paints a basket in the first frame that has it. The parser may not have come to it yet: this script is often in
     the cache, and always before the basket. What is painted already, from here or by the core, is left alone. */
  const look = () => {
    for (const element of all(name)) {
      if (element.shadowRoot) continue;
      const [key, cart, mark] = read(element);
      const kept = storage((local) => local[storageKey(key, "view")]);
      // Storage is open to every script of the page, so nothing that could do something is built from it.
      const view = /\bon\w|src|href/.test(kept) || parse(kept);
      // Another element, language or version may look different, and nothing should jump.
      if (view?.[0] == mark) show(element, view[1], sheetOf(view[2]));
      if (key?.match?.(/^\w+$/)) {
        const path = cart ? "/v1/carts/" + cart : "/v1/shop";
        (early[key + path] ||= request("GET", path, key)).catch(() => {});
      }
    }
    // "loading", as long as the parser has not come to the end.
    if (document.readyState[0] == "l") requestAnimationFrame(look);
  };
  look();

  /* Markers work from any element, also one that comes later. */
  document.addEventListener("click", (event) => {
    const marker = event.target.closest?.(`[data-embed^=${name}-]:not([data-embed$=count])`);
    if (!marker || page.isDead) return;
    const { embed, state, sku, quantity = 1, frequency, interval = 1, open, key } = marker.dataset;
    event.preventDefault();
    if (/toggle$/.test(embed)) return page.call(["toggle", { key }]);
    if (state == "busy" || marker.until > Date.now()) return;
    const id = (marker[name] ||= markers.push(marker) - 1);
    mark(id, "busy");
    page.send(ADD, id, sku, +quantity, frequency, +interval, open != null, key);
  });

  // In this order, without names, since names would not shrink.
  live
    .then(({ start }) =>
      start(
        page,
        name,
        url,
        core,
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
        show,
      ),
    )
    .catch(fail);
}
