/* A browser as small as the host scripts need it: storage, locks, requests, a document and other tabs, all fake. Each
   test opens its own, with scripts that nobody has used before. It must never know what a script does. */
import { register } from "node:module";
import { setImmediate } from "node:timers/promises";

register("./fresh.js", import.meta.url);

let count = 0;

const define = (name, descriptor) => Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });

/* Locks that one page can have. Those in `others` are held by other pages for ever. */
class Locks {
  held = new Map();
  others = [];
  isRefused = false;

  async request(name, task) {
    if (this.isRefused) throw new Error("SecurityError");
    const before = this.held.get(name);
    const done = (async () => {
      await before?.catch(() => {});
      return task();
    })();
    this.held.set(name, done);
    try {
      return await done;
    } finally {
      if (this.held.get(name) == done) this.held.delete(name);
    }
  }

  async query() {
    const names = [...this.held.keys(), ...this.others];
    return { held: names.map((name) => ({ name })), pending: [] };
  }
}

/* What other tabs hear is in `posted`; `onmessage` is what this tab does when it hears something. */
class Channel {
  static open = [];
  posted = [];

  constructor(name) {
    this.name = name;
    Channel.open.push(this);
  }

  postMessage(message) {
    this.posted.push(message);
  }

  close() {
    Channel.open = Channel.open.filter((channel) => channel != this);
  }
}

class Sheet {
  cssRules = [];

  replaceSync(css) {
    this.css = css;
    const values = {};
    this.cssRules = [{ values, style: { setProperty: (name, value) => (values[name] = value) } }];
  }
}

/* The values that the build fills in. */
Object.assign(globalThis, {
  __BUILD__: "x1",
  __HASH__: "12345678",
  __METHODS__: "add update",
  __VERSION__: "1.2.3",
  __WITHOUT_DECIMALS__: "ISK JPY KRW",
});

/**
 * Opens a browser.
 * - `script`: attributes of the loader's script element.
 * - `respond`: what the network answers, given an address and the options of `fetch`.
 * - `languages`: what the shopper reads.
 * - `hasLocks`, `hasStorage`: whether the page may use them.
 */
export const openBrowser = (options = {}) => {
  const { script = {}, respond, languages = ["en-US"], hasLocks = true, hasStorage = true } = options;
  const browser = {
    local: Object.create(null),
    locks: new Locks(),
    listeners: {},
    /* Addresses that were asked for, each with the options of `fetch`. */
    requests: [],
    elements: [],
    dispatch: (type, event = {}) => browser.listeners[type]?.forEach((listener) => listener(event)),
    channels: () => Channel.open,
    /* Lets everything happen that needs no time. */
    settle: async () => {
      for (let turn = 0; turn < 5; turn++) await setImmediate();
    },
    /* Loads a script of the folder `host`. */
    load: (path) => import(`../host/${path}?${id}`),
  };
  const id = ++count;
  const listen = (type, listener) => (browser.listeners[type] ||= []).push(listener);
  const document = {
    currentScript: { src: "https://basket.example/v1/basket.js", integrity: "", dataset: {}, ...script },
    hidden: false,
    addEventListener: listen,
    querySelector: () => null,
    querySelectorAll: () => browser.elements,
  };
  Channel.open = [];
  define("window", { value: globalThis });
  define("navigator", { value: { languages, locks: hasLocks ? browser.locks : undefined } });
  define("document", { value: document });
  define("location", { value: { hostname: "shop.example" } });
  define("addEventListener", { value: listen });
  define("BroadcastChannel", { value: Channel });
  define("CSSStyleSheet", { value: Sheet });
  define("localStorage", {
    get: () => {
      if (!hasStorage) throw new Error("SecurityError");
      return browser.local;
    },
  });
  define("fetch", {
    value: async (address, options) => {
      browser.requests.push([`${address}`, options]);
      return respond ? respond(`${address}`, options) : Promise.reject(new TypeError("offline"));
    },
  });
  return browser;
};

/* An answer of the network. */
export const answer = (text, status = 200) => ({ ok: status < 400, status, text: async () => text });

/* A page with the scripts that page.js consists of; what the core is told is in `posted`. */
export const openPage = async (options) => {
  const browser = openBrowser(options);
  const { numberOf, page } = await browser.load("loader/state.js");
  const { request } = await browser.load("loader/site.js");
  const { effects, hear, idOf } = await browser.load("live/effects.js");
  const { setPage } = await browser.load("page/context.js");
  setPage(page);
  const posted = [];
  const post = (message) => posted.push(message);
  Object.assign(page, { carts: {}, hear, idOf, numberOf, post, request });
  page.handOver = async () => false;
  return { ...browser, effects, page, posted };
};

/* A basket of a page, and the events that it fires. */
export const addBasket = (page, key) => {
  const events = [];
  const element = {
    dataset: {},
    dispatchEvent: (event) => events.push([event.type, event.detail]),
  };
  page.baskets.set(page.baskets.size + 1, { element, key });
  return events;
};
