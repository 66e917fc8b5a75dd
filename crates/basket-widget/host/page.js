/* What a page can do with its baskets beyond looking at them: the script interface, events, the markers that
   show something, and one cart in all tabs. It comes when the page idles after the baskets are live, or as soon
   as something needs it. It decides nothing about carts. */
import { isPlain } from "./check.js";
import { detailOf, eventsOf, freeze } from "./detail.js";
import { focusOn, makeUsable } from "./keyboard.js";
import { locks, withLock } from "./lock.js";
import { print } from "./print.js";
import {
  ACTION_CHECKOUT,
  ACTION_CLOSE,
  ACTION_TOGGLE,
  ADD,
  ASK_CHECKOUT,
  CHECKOUT,
  FOCUS,
  GO,
  HEARD,
  REPORT,
  SET,
  TRY,
  USE,
} from "./protocol.js";

/* What the core has numbers for besides: from here on they are calls and changes of other pages. */
const FIRST = 1e9;
const MISMATCH = "idempotency-mismatch";

export const start = (
  page,
  name,
  url,
  calls,
  storage,
  storageKey,
  parse,
  read,
  all,
  sheetOf,
  baskets,
  carts,
  kept,
  ids,
  seed,
  send,
  scan,
  put,
  core,
  call,
  styleOf,
  show,
) => {
  const api = window.ServiceBasket;
  const waits = {}; // who waits for a change, by the number that the core has for them
  const asked = new Set(); // keys whose queue has been looked at
  const mounted = new Set();
  const unmounted = new WeakSet();
  let channel, release, count = FIRST, checkouts = [];

  const stored = (key, what) => storage((local) => local[storageKey(key, what)]);

  const failure = (code, message = code) => Object.assign(new Error(message), { code });

  /* The first basket, or the first with this key. */
  const basketOf = (key) => [...baskets.values()].find((basket) => basket.key && (!key || basket.key == key));
  const keyOf = (key) => key || basketOf()?.key;
  const cartOf = (key) => carts[keyOf(key)] || null;

  const emit = (basket, event, detail, cancelable) =>
    basket?.element.dispatchEvent(
      new CustomEvent(`${name}:${event}`, { bubbles: true, composed: true, cancelable, detail }),
    );

  /* An event about a cart is fired once, on the first basket that shows it. */
  const emitCart = (key, event, cart, line, more) => emit(basketOf(key), event, detailOf(cart, line, more));

  const report = (basket, detail) => {
    print(name, detail);
    emit(basket, "error", detail);
  };

  /* Whether all is well with what is written on an element is more than a live basket knows. Where there can be a
     doubt, another module looks, once. */
  const check = (basket) => {
    if (basket.checked == basket.mark) return;
    basket.checked = basket.mark;
    const [key, , , config, , , , , text, second, isLost] = read(basket.element);
    if (basket.text === (text ?? "")) return;
    basket.text = text ?? "";
    if (!isPlain(key, config, text) || second || isLost || basket.rejected[0]) explain(basket);
  };

  const explain = async (basket, refused) => {
    try {
      const { explain } = await import(url("explain.js"));
      await explain(basket, refused, core, url, call, styleOf, sheetOf, report, show);
    } catch {
      // Without the service there is nobody to ask, and that is known by then.
    }
  };

  const does = {
    [FOCUS]: (last, id, action) => focusOn(baskets.get(id)?.root, action),
    refuse(basket, message) {
      basket.element.dataset.state = "error";
      report(basket, { code: "element-unsupported", level: "error", message });
    },

    [REPORT](last, key, level) {
      const { code = "service-unreachable", detail: message = "No answer.", hint } = last || {};
      const detail = { code, level, message, hint };
      for (const basket of baskets.values()) {
        if (basket.key != key) continue;
        report(basket, detail);
        if (level == "error") explain(basket, detail);
        if (basket.element.dataset.state != "checking-out") settleCheckouts(failure(code, message));
      }
    },

    [ASK_CHECKOUT](last, id) {
      const basket = baskets.get(id);
      const goesOn = emit(basket, "checkout", detailOf(cartOf(basket?.key)), true);
      if (!goesOn) settleCheckouts();
      send(CHECKOUT, id, goesOn);
    },

    [GO](last, address) {
      settleCheckouts();
      location.assign(address);
    },

    /* A change is done with: the page hears what has happened, then whoever waited for it. */
    settled(last, key, entry, marker, state, code) {
      const isDone = state == "done";
      const events = isDone ? eventsOf(carts[key]?.lines || [], freeze(last).lines, ...entry) : [];
      for (const [event, line, more] of events) emitCart(key, event, last, line, more);
      const [resolve, reject, kind] = waits[marker] || [];
      delete waits[marker];
      if (isDone) resolve?.(last);
      else if (code) reject?.(failure(code, last?.detail));
      else reject?.(failure(kind == ADD ? "value-invalid" : "line-unknown"));
    },

    /* The service has described a cart, or it is gone. */
    cart(key, cart, change) {
      const before = JSON.stringify(carts[key]);
      carts[key] = freeze(cart);
      if (change) channel?.postMessage([key, cart]);
      if (!cart || (before && before != JSON.stringify(cart)) || (change && !before)) emitCart(key, "change", cart);
    },

    /* Makes a cart, unless another tab has just done so: then the line goes into that one. What has once gone out to
       make a cart is repeated as that, since only so the service can tell a repetition; if that made another cart than
       the one that counts now, the change has to be made anew. Where another page sent it, only the service may know as
       what. */
    create(key, ask, entry, cart) {
      const [id, , body] = entry;
      const alone = async () => {
        const known = cart || stored(key, "cart");
        if (known && !(ids[id] > 0)) {
          const answer = await ask(`/v1/carts/${known}/lines`, body);
          if (answer[1]?.code != MISMATCH) return answer;
        }
        ids[id] = entry[4] = 1;
        put(key, id, entry);
        const answer = await ask("/v1/carts", { lines: [body] });
        const made = answer[1]?.lines && answer[1].id;
        // Storage may lag behind the lock, so that two tabs have made one; the one that is stored counts.
        const counts = cart || stored(key, "cart") || made;
        if (made != counts && made) return [409, { code: MISMATCH }];
        if (made) storage((local) => (local[storageKey(key, "cart")] = made));
        return answer;
      };
      return withLock(`${name}:${key}`, alone);
    },

    look: () => look(),
  };

  const settleCheckouts = (error) => {
    for (const [resolve, reject, key] of checkouts) error ? reject(error) : resolve(cartOf(key));
    checkouts = [];
  };

  /* Has the core make a change, and waits until it is settled. */
  const change = (key, kind, ...rest) =>
    new Promise((...settle) => {
      if (!basketOf(key)) throw failure("basket-missing");
      if (kind == SET && !isLine(rest[0])) throw failure("line-unknown");
      waits[++count] = [...settle, kind];
      send(kind, count, ...rest, key);
    });

  /* It goes into an address. */
  const isLine = (line) => /^([\w-]+|\*)$/.test(line);
  const idOf = (line) => `${line?.id ?? line}`;

  /* Opens or closes as a click on the cart button or the close button does. */
  const turn = (key, isWanted) => {
    const basket = basketOf(key);
    if (!basket?.root) throw failure("basket-missing");
    const isOpen = isOpenNow(basket);
    if ((isWanted ?? !isOpen) != isOpen) send(USE, basket.element, isOpen ? ACTION_CLOSE : ACTION_TOGGLE);
    return cartOf(key);
  };

  const methods = {
    add: ({ sku, quantity = 1, frequency, interval, key } = {}) =>
      change(key, ADD, sku, quantity, frequency, interval ?? 1, false),
    update: (line, { quantity, key } = {}) => change(key, SET, idOf(line), quantity),
    remove: (line, { key } = {}) => change(key, SET, idOf(line), 0),
    clear: ({ key } = {}) => (cartOf(key)?.lines[0] || kept.size ? change(key, SET, "*", 0) : cartOf(key)),
    open: ({ key } = {}) => turn(key, true),
    close: ({ key } = {}) => turn(key, false),
    toggle: ({ key } = {}) => turn(key),
    checkout: ({ key } = {}) =>
      new Promise((resolve, reject) => {
        const basket = basketOf(key);
        if (!basket) return reject(failure("basket-missing"));
        if (!cartOf(key)?.lines[0] && !kept.size) return reject(failure("cart-empty"));
        checkouts.push([resolve, reject, key]);
        send(USE, basket.element, ACTION_CHECKOUT);
      }),
    setLocale(code) {
      const before = page.locale;
      page.locale = code;
      const basket = basketOf();
      const isLost = basket && read(basket.element).at(-1);
      if (isLost) {
        page.locale = before;
        throw failure("locale-unknown");
      }
      scan();
      return cartOf();
    },
    mount(element) {
      unmounted.delete(element);
      mounted.add(element);
      scan();
      return cartOf(baskets.get(element[name])?.key);
    },
    unmount(element) {
      mounted.delete(element);
      unmounted.add(element);
      const basket = baskets.get(element[name]);
      scan();
      if (basket?.root) show(basket, ["slot", {}]);
      delete element.dataset.state;
      return null;
    },
  };

  page.all = () => [...new Set([...all(name), ...[...mounted].filter((element) => element.isConnected)])]
    .filter((element) => !unmounted.has(element));

  /* Whoever calls gets an answer later, also when it is a mistake. */
  page.call = ([method, ...rest], resolve, reject = (error) => console.warn(`${name}: ${method}:`, error.message)) =>
    new Promise((done) => {
      if (!methods[method]) throw failure("value-invalid", `There is no ${method}.`);
      done(methods[method](...rest));
    }).then(resolve, reject);

  const isOpenNow = ({ root }) => !!root?.querySelector("dialog")?.given[":open"];

  /* Compares what there is with what the page has been told, and with what its markers say. */
  const look = () => {
    for (const basket of baskets.values()) {
      check(basket);
      const { element, root, key } = basket;
      const { state } = element.dataset;
      if (!root || !key || !state || state == "loading") continue;
      const detail = detailOf(cartOf(key));
      const language = root.firstChild?.lang;
      const isOpen = isOpenNow(basket);
      const { told } = basket;
      basket.told = { isOpen, language };
      if (!asked.has(key)) {
        asked.add(key);
        adopt(key);
      }
      if (!told) {
        emit(basket, "ready", detail);
        page.ready(cartOf(key));
      } else {
        if (told.isOpen != isOpen) emit(basket, isOpen ? "open" : "close", detail);
        if (told.language != language) emit(basket, "locale", { ...detail, locale: language });
      }
      // A node of the top layer that was moved on the page has left it.
      for (const node of root.querySelectorAll("[popover]")) {
        const how = node.given?.[":open"];
        if (how && element.isConnected && !node.matches("[open],:popover-open"))
          how[0] == "m" ? node.showModal() : node.showPopover();
      }
    }
    for (const marker of all(`${name}-count`)) {
      const basket = basketOf(marker.dataset.key);
      const text = basket?.told && basket.root.querySelector("[part=count]")?.textContent;
      if (text && marker.textContent != text) marker.textContent = text;
    }
    for (const marker of all(`${name}-toggle`)) {
      const basket = basketOf(marker.dataset.key);
      if (basket?.told) {
        marker.ariaExpanded = isOpenNow(basket);
        marker.ariaHasPopup = "dialog";
      }
      makeUsable(marker);
    }
    for (const marker of all(`${name}-add`)) makeUsable(marker);
    hold();
  };

  /* As long as something waits here, others see that this page will send it. */
  const hold = () => {
    if (!kept.size) {
      release?.();
      release = undefined;
    } else if (!release && locks) {
      const ends = new Promise((resolve) => (release = resolve));
      withLock(`${name}:${seed}`, () => ends);
    }
  };

  /* Takes over changes that pages left behind which are no more. Sent twice they would count once, since each
     keeps its id; but what a page that lives has overtaken must not be sent again. */
  const adopt = (key) => {
    const take = async () => {
      // Read before it is asked who lives: who has just written something has asked for its lock by then.
      const found = parse(stored(key, "queue"));
      const { held = [], pending = [] } = (await locks?.query().catch(() => {})) || {};
      const owners = [...held, ...pending].map((lock) => lock.name);
      for (const [id, line, body, owner, isMade] of found?.map?.((entry) => entry || []) || []) {
        if (!id?.trim || !body || (line && !isLine(line)) || kept.has(id) || owners.includes(`${name}:${owner}`)) continue;
        ids[++count] = id;
        // Whether it has made a cart may not have been written down.
        ids[id] = isMade || -!line;
        if (line) send(SET, 0, line, body.quantity, key, count);
        else send(ADD, 0, body.sku, body.quantity, body.frequency, body.interval ?? 1, false, key, count);
        // What makes no sense to the core goes.
        if (!kept.has(id)) put(key, id);
      }
      hold();
    };
    return withLock(`${name}:adopt`, take);
  };
  const adoptAll = () => asked.forEach(adopt);

  /* One cart in all tabs. */
  const hear = ({ data }) => {
    const [key, cart] = Array.isArray(data) ? data : [];
    if (!key) {
      for (const key in carts) if (carts[key]) channel.postMessage([key, carts[key]]);
    } else if (cart?.lines && cart.id == stored(key, "cart")) {
      send(HEARD, key, cart.id, cart);
      const { id, version = 0 } = carts[key] || {};
      if (id != cart.id || cart.version > version) does.cart(key, cart);
    }
  };
  const listen = () => {
    if (!window.BroadcastChannel) return;
    channel = new BroadcastChannel(name);
    channel.onmessage = hear;
    // Who has made a change since this page asked for its cart, tells.
    channel.postMessage([]);
  };
  const doubt = () => {
    for (const key of asked) if (stored(key, "cart")) send(HEARD, key, stored(key, "cart"));
    send(TRY, true);
  };
  addEventListener("storage", ({ key: at, newValue }) => {
    for (const key of asked) {
      if (at == storageKey(key, "cart")) newValue ? send(HEARD, key, newValue) : doubt();
      if (at == storageKey(key, "queue")) {
        // Of two tabs that wrote at once, one has undone what the other did.
        const there = parse(stored(key, "queue"))?.filter?.(Boolean) || [];
        for (const [id, , , owner] of there) if (owner == seed && !kept.has(id)) put(key, id);
        for (const [id, [owner, entry]] of kept)
          if (owner == key && !there.some((entry) => entry[0] == id)) put(key, id, entry);
        if (!channel) doubt();
      }
    }
  });
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
    look();
  });
  document.addEventListener("prerenderingchange", doubt);
  // What was in the cart may have been ordered meanwhile, on a page of another site.
  document.addEventListener("visibilitychange", () => document.hidden || (adoptAll(), doubt()));
  addEventListener("online", () => (adoptAll(), send(TRY)));

  for (const key in carts) freeze(carts[key]);
  Object.defineProperty(api, "cart", { get: () => cartOf() });
  listen();
  page.look = look;
  look();
  // Markers may come and go without a basket.
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ["data-embed"] });
  for (const one of calls) page.call(...one);
  calls.push = (one) => page.call(...one);
  return does;
};
