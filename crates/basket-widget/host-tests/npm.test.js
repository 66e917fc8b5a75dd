import assert from "node:assert/strict";
import test from "node:test";

const SRC = "https://basket.example/v1/basket.js";

const makeScript = () => {
  const listeners = {};
  return {
    attributes: [],
    setAttribute(name, value) {
      this.attributes.push({ name, value });
      this[name] = value;
    },
    addEventListener: (type, listener) => (listeners[type] = listener),
    fire: (type) => listeners[type]?.(),
    remove() {},
  };
};

let count = 0;

/* The package on a page whose script tag failed before anybody listened; what is appended then ends like this. */
const open = async (readyState, end) => {
  const present = makeScript();
  present.setAttribute("src", SRC);
  const listeners = {};
  globalThis.window = { addEventListener: (type, listener) => (listeners[type] = listener) };
  globalThis.document = {
    readyState,
    querySelector: () => present,
    createElement: makeScript,
    head: {
      append(script) {
        assert.equal(script.src, SRC);
        queueMicrotask(() => end(script));
      },
    },
  };
  const { load } = await import(`../../../npm/index.js?${++count}`);
  return { load, loaded: () => listeners.load() };
};

test("a script that failed before is loaded again", async () => {
  const { load } = await open("complete", (script) => {
    window.ServiceBasket = { version: "1.8.0" };
    script.fire("load");
  });
  assert.equal((await load()).version, "1.8.0");
});

test("while the page loads, its own script has its turn first", async () => {
  const { load, loaded } = await open("interactive", (script) => script.fire("error"));
  const basket = load();
  window.ServiceBasket = { version: "1.8.0" };
  loaded();
  assert.equal((await basket).version, "1.8.0");
});

test("a service that cannot be reached is told, and a browser that is too old", async () => {
  const ends = [
    ["error", "service-unreachable"],
    ["load", "browser-unsupported"],
  ];
  for (const [type, code] of ends) {
    const { load } = await open("complete", (script) => script.fire(type));
    await assert.rejects(load(), { code });
  }
});
