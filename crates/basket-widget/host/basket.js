/* The host script: what only a page can do. It finds the markers, keeps the nodes, and carries out
   the effects that the core decides on; it decides nothing itself. Messages to the core and effects
   from it are JSON arrays, described in the core's `app` module. */
(() => {
  const api = (window.ServiceBasket ||= {});
  if (api.version) return;
  api.version = "__VERSION__";

  const name = "service-basket";
  const svg = "http://www.w3.org/2000/svg";
  const script = document.currentScript || document.querySelector('script[src*="/basket.js"]');
  const files = new URL(".", script.src);
  const service = new URL(script.dataset.service || files).origin;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const find = (marker) => document.querySelectorAll(`[data-embed="${name}${marker}"]`);

  const baskets = new Map(); // the core's number → { element, root, nodes, written }
  const markers = []; // by the core's number
  const early = {}; // requests that were sent before the core asked for them
  const queue = [];
  let sheet, core, busy;

  /* Storage may be forbidden; then the cart lives as long as the page. */
  const storageKey = (key) => `${name}:${key}:cart`;
  const load = (key) => {
    try {
      return localStorage.getItem(storageKey(key));
    } catch {
      return null;
    }
  };
  const save = (key, cart) => {
    try {
      cart ? localStorage.setItem(storageKey(key), cart) : localStorage.removeItem(storageKey(key));
    } catch {}
  };

  const request = (method, path, key, body, idempotencyKey) => {
    const isRead = method == "GET";
    // A read carries its key in the address, so that it needs no preflight.
    return fetch(service + path + (isRead ? "?key=" + encodeURIComponent(key) : ""), {
      method,
      body: body || undefined,
      headers: isRead
        ? {}
        : {
            Authorization: "Bearer " + key,
            "Content-Type": "application/json",
            ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
          },
      credentials: "omit",
      cache: "no-store",
      keepalive: !isRead,
    }).then(async (answer) => [answer.status, await answer.text()]);
  };

  /* What is written on an element, as the core reads it. */
  const read = (element) =>
    JSON.stringify({
      scripts: [...element.querySelectorAll("script")].map((script) => [
        script.parentNode == element,
        script.type,
        script.textContent,
      ]),
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    });

  /* Mounts what is new, tells what changed, forgets what is gone. */
  const scan = () => {
    const gone = new Set(baskets.keys());
    for (const element of find("")) {
      let id = element[name];
      if (!id) id = element[name] = ++scan.last;
      gone.delete(id);
      if (!baskets.has(id)) baskets.set(id, { element, nodes: [] });
      const basket = baskets.get(id);
      const language = element.closest("[lang]")?.lang || navigator.language;
      const written = read(element);
      if (basket.written != written + language) {
        basket.written = written + language;
        send("mount", id, JSON.parse(written), language);
      }
    }
    for (const id of gone) {
      baskets.delete(id);
      send("forget", id);
    }
  };
  scan.last = 0;

  /* Calls the core for each waiting message; what it answers may add more, but never recurses. */
  const send = (...message) => {
    queue.push(message);
    if (!core || busy) return;
    busy = true;
    try {
      while (queue.length) {
        for (const [kind, ...rest] of call(core, JSON.stringify([...focus(), ...queue.shift()]))) {
          effects[kind](...rest);
        }
      }
    } catch (error) {
      fail(error);
    }
    busy = false;
  };

  const call = ({ memory, room, send, size }, text) => {
    const bytes = encoder.encode(text);
    const at = room(bytes.length); // may grow the memory, and so replace its buffer
    new Uint8Array(memory.buffer).set(bytes, at);
    return JSON.parse(textAt(memory, send(), size()));
  };
  const textAt = (memory, at, size) => decoder.decode(new Uint8Array(memory.buffer, at, size));

  const focus = () => {
    const id = document.activeElement?.[name] || 0;
    return [id, (id && baskets.get(id)?.root?.activeElement?.[name]) || 0];
  };

  /* A basket that cannot work leaves the page as if it had never been there. */
  const fail = (error) => {
    core = 0;
    console.error(`${name}:`, error);
    for (const { element, root } of baskets.values()) {
      element.dataset.state = "error";
      root?.replaceChildren(document.createElement("slot"));
    }
  };

  const emit = ({ element }, event, detail, cancelable) =>
    element.dispatchEvent(
      new CustomEvent(`${name}:${event}`, { bubbles: true, composed: true, cancelable, detail }),
    );

  const report = (basket, detail) => {
    const { code, level, message, path, line, column } = detail;
    const place = line ? ` (line ${line}, column ${column})` : "";
    console[level == "error" ? "error" : "warn"](
      `${name}: ${code}${place}: ${message}${path ? ` [${path}]` : ""}`,
    );
    emit(basket, "error", detail);
  };

  const build = ([id, tag, attributes, children], nodes, isSvg) => {
    let node;
    if (children) {
      isSvg ||= tag == "svg";
      node = isSvg ? document.createElementNS(svg, tag) : document.createElement(tag);
      for (let at = 0; at < attributes.length; at += 2) set(node, attributes[at], attributes[at + 1]);
      for (const child of children) node.append(build(child, nodes, isSvg));
    } else {
      node = new Text(tag);
    }
    node[name] = id;
    return (nodes[id] = node);
  };

  const set = (node, attribute, value) => {
    if (attribute == ":value") {
      // Writing what is there already would move the caret.
      if (node.value != value) node.value = value;
    } else if (attribute == ":open") {
      if (node.open) node.close();
      if (node.matches(":popover-open")) node.hidePopover();
      if (value) value == "modal" ? node.showModal() : node.showPopover();
      if (value) node.querySelector("h2").focus();
    } else if (value == null) {
      node.removeAttribute(attribute);
    } else {
      node.setAttribute(attribute, value);
    }
  };

  const forget = (node, nodes) => {
    delete nodes[node[name]];
    for (const child of node.childNodes) forget(child, nodes);
  };

  const attach = (basket, id) => {
    const { element } = basket;
    const root = (basket.root = basket.nodes[0] = element.shadowRoot || element.attachShadow({ mode: "open" }));
    root.replaceChildren();
    root.adoptedStyleSheets = [sheet];
    const use = (event) => {
      const { target, type } = event;
      if (type == "cancel") event.preventDefault();
      if (type == "cancel" || type == "close") send("dismiss", id, false);
      else send("use", id, target[name], type == "input", target.value || "");
    };
    if (!basket.listens) {
      basket.listens = true;
      for (const type of ["click", "input", "change", "cancel", "close"]) {
        // Caught on the way down, since the dialog's own events do not bubble.
        root.addEventListener(type, use, true);
      }
    }
  };

  const effects = {
    patch(id, operations) {
      const basket = baskets.get(id);
      if (!basket) return;
      if (!basket.root) attach(basket, id);
      const { nodes } = basket;
      for (const [kind, at, a, b] of operations) {
        const node = nodes[at];
        if (kind == "+") node.insertBefore(build(b, nodes), nodes[a || -1] || null);
        else if (kind == "-") node.remove(), forget(node, nodes);
        else if (kind == "^") node.parentNode.insertBefore(node, nodes[a || -1] || null);
        else if (kind == "=") set(node, a, b);
        else node.data = a;
      }
    },
    state(id, state) {
      const basket = baskets.get(id);
      if (basket) basket.element.dataset.state = state;
    },
    focus: (id, node) => baskets.get(id)?.nodes[node]?.focus(),
    fetch(id, key, method, path, body, idempotencyKey) {
      const answer = early[path] || request(method, path, key, body, idempotencyKey);
      delete early[path];
      answer.then(
        ([status, text]) => send("response", id, status, text),
        () => send("response", id, 0, ""),
      );
    },
    load: (key) => send("loaded", key, load(key)),
    save,
    marker(id, state) {
      const element = markers[id];
      element.dataset.state = state;
      element.ariaBusy = state == "busy";
      element.until = Date.now() + 500;
      if (state == "done") {
        setTimeout(() => element.dataset.state == "done" && (element.dataset.state = "idle"), 1600);
      }
    },
    checkout(id, cart) {
      send("checkout", id, emit(baskets.get(id), "checkout", { cart }, true));
    },
    go: (address) => location.assign(address),
    wait: (milliseconds) => setTimeout(send, milliseconds * (1 + Math.random() / 2), "try"),
    async explain(id) {
      const basket = baskets.get(id);
      const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL("__EXPLAIN__", files)));
      for (const detail of call(instance.exports, read(basket.element))) report(basket, detail);
    },
    report: (id, code, message) => report(baskets.get(id), { code, level: "error", message }),
  };

  /* Numbers and money as the platform writes them in a language. */
  const formats = {};
  const format = (number, currencyAt, currencySize, languageAt, languageSize, at, size) => {
    const { memory } = core;
    const currency = textAt(memory, currencyAt, currencySize);
    const language = textAt(memory, languageAt, languageSize);
    const format = (formats[language + currency] ||= new Intl.NumberFormat(
      language,
      currency ? { style: "currency", currency } : {},
    ));
    const digits = format.resolvedOptions().maximumFractionDigits;
    const text = format.format(currency ? number / 10 ** digits : number);
    return encoder.encodeInto(text, new Uint8Array(memory.buffer, at, size)).written;
  };

  /* An add marker works from any element, also one that comes later. */
  document.addEventListener("click", (event) => {
    const marker = event.target.closest?.(`[data-embed="${name}-add"]`);
    if (marker) {
      event.preventDefault();
      const { state, sku, quantity, frequency, interval, open } = marker.dataset;
      if (state == "busy" || marker.until > Date.now()) return;
      marker.dataset.state = "busy";
      const id = (marker[name] ||= markers.push(marker) - 1);
      send("add", id, sku, quantity, frequency, interval, open != null);
    }
    // A click beside an open panel, on the page or on the dimmed backdrop, dismisses it.
    const path = event.composedPath();
    for (const [id, { element, root }] of baskets) {
      const panel = root?.querySelector("dialog");
      const box = panel?.getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      const beside = box && (x < box.left || x > box.right || y < box.top || y > box.bottom);
      if (path[0] == panel ? beside : !marker && !path.includes(element)) send("dismiss", id, true);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key == "Escape" && !event.defaultPrevented) {
      for (const id of baskets.keys()) send("dismiss", id, false);
    }
  });
  addEventListener("online", () => send("try"));
  markers.push(0);

  /* The cart is asked for while the core is still on its way. */
  for (const element of find("")) {
    try {
      const { api_key: key } = JSON.parse(element.querySelector("script").textContent);
      const cart = load(key);
      const path = cart ? "/v1/carts/" + cart : "/v1/shop";
      early[path] ||= request("GET", path, key);
      early[path].catch(() => {});
    } catch {}
  }

  send("start", [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join(""));
  scan();
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ["data-embed", "lang", "right", "detached", "tinted", "persistent"],
  });
  WebAssembly.instantiateStreaming(fetch(new URL("__WASM__", files)), { host: { format } }).then(
    ({ instance }) => {
      core = instance.exports;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(textAt(core.memory, core.style(), core.style_size()));
      send("try");
    },
    fail,
  );
})();
