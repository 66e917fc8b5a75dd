/* The host script: what only a page can do. It finds the markers, keeps the nodes, and carries out
   the effects that the core decides on; it decides nothing itself. Messages to the core and effects
   from it are arrays, described in the core's modules `app` and `app/effects`. */
(() => {
  const api = (window.ServiceBasket ||= {});
  if (api.version) return;
  api.version = "__VERSION__";

  const name = "service-basket";
  const script = document.currentScript || document.querySelector("[src*='/basket.js']");
  const files = new URL(".", script.src);
  const service = new URL(script.dataset.service || files).origin;
  const seed = crypto.getRandomValues(new Uint32Array(4)).join("-") + "-";
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  const baskets = new Map(); // the core's number → { element, key, root, nodes, written }
  const markers = [0]; // by the core's number, from 1
  const early = {}; // requests that were sent before the core asked for them, by key and path
  const carts = {}; // by key, as the service last described them
  const queue = [];
  let sheet, core, busy, last, count;

  /* Storage may be forbidden; then the cart lives as long as the page. */
  const storage = (use) => {
    try {
      return use(localStorage);
    } catch {}
  };
  const place = (key) => `${name}:${key}:cart`;

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
      body: body || null,
      headers: isRead
        ? {}
        : {
            Authorization: "Bearer " + key,
            "Content-Type": "application/json",
            ...(change && { "Idempotency-Key": seed + change }),
          },
      credentials: "omit",
    }).then(async (answer) => [answer.status, parse(await answer.text())]);
  };

  const options = ["right", "detached", "tinted", "persistent"];
  const attributes = (element) =>
    Object.fromEntries(options.map((option) => [option, element.getAttribute(option)]));

  const wasm = async (file, imports) => {
    const answer = await fetch(new URL(file, files));
    return (await WebAssembly.instantiateStreaming(answer, imports)).instance.exports;
  };

  /* Mounts what is new, tells what changed, forgets what is gone. */
  const scan = () => {
    const gone = new Set(baskets.keys());
    for (const element of document.querySelectorAll(`[data-embed="${name}"]`)) {
      const id = (element[name] ||= count = -~count);
      gone.delete(id);
      if (!baskets.has(id)) baskets.set(id, { element, nodes: [] });
      const basket = baskets.get(id);
      const [script, second] = [...element.children].filter(
        ({ localName, type }) => localName == "script" && type.trim().toLowerCase() == "application/json",
      );
      const config = parse(script?.textContent);
      const key = (basket.key = config?.api_key);
      const language = element.closest("[lang]")?.lang || navigator.language;
      const written = [id, config, attributes(element), language];
      const fingerprint = JSON.stringify(written.slice(1)) + script?.textContent;
      if (basket.written != fingerprint) {
        basket.written = fingerprint;
        const cart = storage((local) => local[place(key)]);
        // The cart is asked for while the core is still on its way.
        if (!core && key?.match?.(/^\w+$/)) {
          const path = cart ? "/v1/carts/" + cart : "/v1/shop";
          (early[key + path] ||= request("GET", path, key)).catch(() => {});
        }
        send("mount", ...written, cart);
        if (second) effects.explain(id);
      }
    }
    for (const id of gone) {
      baskets.delete(id);
      send("forget", id);
    }
  };

  /* Calls the core for each waiting message; what it answers may add more, but never recurses. */
  const send = (...message) => {
    queue.push(message);
    if (!core || busy) return;
    busy = true;
    try {
      while (queue.length) {
        const basket = document.activeElement?.[name];
        const node = baskets.get(basket)?.root?.activeElement?.[name];
        for (const [kind, ...rest] of call(core, [basket, node, ...queue.shift()])) effects[kind](...rest);
      }
    } catch (error) {
      fail(error);
    }
    busy = false;
  };

  /* Hands a value over as the core's documents are: a flat list of items, five numbers each, and all
     texts behind it. */
  const call = ({ memory, room, send, size }, message) => {
    const items = [];
    let text = "";
    let end = 0;
    const add = (value) => {
      let kind = [null, true, false].indexOf(value ?? null);
      if (kind < 0) kind = Array.isArray(value) ? 5 : { number: 3, string: 4, object: 6 }[typeof value];
      const own = kind == 3 || kind == 4 ? "" + value : "";
      const at = items.length;
      items.push(kind, end, (end += encoder.encode(own).length), 0, 0);
      // The line break keeps halves of a character in two texts from joining.
      text += own + "\n";
      end++;
      if (kind > 4) for (const part of kind > 5 ? Object.entries(value).flat() : value) add(part);
      items[at + 3] = items.length / 5;
    };
    add(message);
    const at = room(items.length / 5, end); // may grow the memory, and so replace its buffer
    new Uint32Array(memory.buffer).set(items, at / 4);
    new Uint8Array(memory.buffer).set(encoder.encode(text), at + items.length * 4);
    return JSON.parse(textAt(memory, send(items.length / 5, end), size()));
  };
  const textAt = (memory, at, size) => decoder.decode(new Uint8Array(memory.buffer, at, size));

  const complain = (error) => console.error(`${name}:`, error);

  /* A basket that cannot work leaves the page as if it had never been there. */
  const fail = (error) => {
    core = 0;
    complain(error);
    for (const { element, root } of baskets.values()) {
      element.dataset.state = "error";
      root?.replaceChildren(document.createElement("slot"));
    }
    for (const marker of markers) if (marker) marker.dataset.state = "error";
  };

  const emit = (basket, event, detail, cancelable) =>
    basket?.element.dispatchEvent(
      new CustomEvent(`${name}:${event}`, { bubbles: true, composed: true, cancelable, detail }),
    );

  const report = (basket, detail) => {
    const { code, level, message, hint = "", path = "", line, column } = detail;
    const place = line ? `line ${line}, column ${column}` : "";
    console[level == "error" ? level : "warn"](`${name}: ${code}:`, message, hint, path, place);
    emit(basket, "error", detail);
  };

  const build = ([id, tag, attributes, children], nodes, isSvg) => {
    let node;
    if (children) {
      isSvg ||= tag == "svg";
      node = isSvg
        ? document.createElementNS("http://www.w3.org/2000/svg", tag)
        : document.createElement(tag);
      while (attributes.length) set(node, attributes.shift(), attributes.shift());
      for (const child of children) node.append(build(child, nodes, isSvg));
    } else {
      node = new Text(tag);
    }
    node[name] = id;
    return (nodes[id] = node);
  };

  const isOpen = (panel) => panel.matches("[open],:popover-open");

  const set = (node, attribute, value) => {
    if (attribute == ":value") {
      // Writing what is there already would move the caret.
      if (node.value != value) node.value = value;
    } else if (attribute == ":open") {
      if (isOpen(node)) node.open ? node.close() : node.hidePopover();
      if (value) {
        value == "modal" ? node.showModal() : node.showPopover();
        node.querySelector("h2").focus();
      }
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

  const attach = (element, id) => {
    let root = element.shadowRoot;
    if (root) {
      root.replaceChildren();
    } else {
      root = element.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [sheet];
      // Caught on the way down, since the dialog's own events do not bubble.
      for (const type of ["click", "input", "change", "cancel", "close"]) {
        root.addEventListener(
          type,
          (event) => {
            const { target } = event;
            if (type == "cancel") event.preventDefault();
            if (target.localName != "dialog") {
              send("use", id, target[name], type == "input", target.value);
            } else if (type != "close" || !isOpen(target)) {
              send("dismiss", id, type == "click");
            }
          },
          true,
        );
      }
    }
    return root;
  };

  const effects = {
    patch(id, operations) {
      const basket = baskets.get(id);
      if (!basket) return;
      const { nodes, element } = basket;
      try {
        nodes[0] = basket.root ||= attach(element, id);
      } catch ({ message }) {
        send("forget", id);
        element.dataset.state = "error";
        return report(basket, { code: "element-unsupported", level: "error", message });
      }
      for (const [kind, at, a, b] of operations) {
        const node = nodes[at];
        const before = (a && nodes[a]) || null;
        if (kind == "+") node.insertBefore(build(b, nodes), before);
        else if (kind == "-") node.remove(), forget(node, nodes);
        else if (kind == "^") node.parentNode.insertBefore(node, before);
        else if (kind == "=") set(node, a, b);
        else node.data = a;
      }
    },
    state(id, state) {
      const basket = baskets.get(id);
      if (basket?.root) basket.element.dataset.state = state;
    },
    focus: (id, node) => baskets.get(id)?.nodes[node].focus(),
    fetch(id, key, method, path, body, change) {
      const answer = early[key + path] || request(method, path, key, body, change);
      delete early[key + path];
      answer.then(
        ([status, body]) => {
          last = body;
          if (body?.lines) carts[key] = body;
          send("response", id, status, body);
        },
        () => send("response", id, 0, null),
      );
    },
    save: (key, cart) =>
      storage((local) => (cart ? (local[place(key)] = cart) : delete local[place(key)])),
    marker(id, state) {
      const { dataset } = markers[id];
      dataset.state = state;
      markers[id].ariaBusy = state == "busy";
      markers[id].until = Date.now() + 500;
      if (state == "done") setTimeout(() => dataset.state == state && (dataset.state = "idle"), 1600);
    },
    checkout(id) {
      const basket = baskets.get(id);
      send("checkout", id, emit(basket, "checkout", { cart: carts[basket?.key] }, true));
    },
    go: (address) => location.assign(address),
    wait: (milliseconds) => setTimeout(send, milliseconds + Math.random() * 500, "try"),
    explain(id) {
      const basket = baskets.get(id);
      const { element } = basket;
      const scripts = [...element.querySelectorAll("script")].map((script) => [
        script.parentNode == element,
        script.type,
        script.textContent,
      ]);
      wasm("__EXPLAIN__")
        .then((exports) => {
          const written = { scripts, attributes: attributes(element) };
          for (const detail of call(exports, written)) report(basket, detail);
        })
        .catch(complain);
    },
    report(id) {
      const { code = "service-unreachable", detail: message } = last || {};
      report(baskets.get(id), { code, level: "error", message });
    },
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
    const digits = currency ? format.resolvedOptions().maximumFractionDigits : 0;
    const bytes = new Uint8Array(memory.buffer, at, size);
    return encoder.encodeInto(format.format(number / 10 ** digits), bytes).written;
  };

  /* An add marker works from any element, also one that comes later. A click beside an open panel
     dismisses it. */
  document.addEventListener("click", (event) => {
    const marker = event.target.closest?.(`[data-embed="${name}-add"]`);
    if (core === 0) return;
    if (marker) {
      event.preventDefault();
      const { state, sku, quantity = 1, frequency, interval = 1, open } = marker.dataset;
      if (state == "busy" || marker.until > Date.now()) return;
      const id = (marker[name] ||= markers.push(marker) - 1);
      effects.marker(id, "busy");
      send("add", id, sku, +quantity, frequency, +interval, open != null);
    } else {
      const path = event.composedPath();
      for (const [id, { element }] of baskets) path.includes(element) || send("dismiss", id, true);
    }
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
  wasm("__WASM__", { host: { format } })
    .then((exports) => {
      core = exports;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(textAt(core.memory, core.style(), core.style_size()));
      send("try");
    })
    .catch(fail);
})();
