import assert from "node:assert/strict";
import test from "node:test";
import { answer, openBrowser } from "./browser.js";

/* A loader that puts the object of another build into the page, as `basket.js` does. Its address may get a query. */
const OTHER_LOADER = "data:text/javascript,globalThis.ServiceBasket=globalThis.otherApi//";

const open = async (options) => {
  globalThis.ServiceBasket = { version: "1.2.3" };
  const browser = openBrowser({ respond: () => answer("the loader of 0badcafe"), ...options });
  const { page } = await browser.load("loader/state.js");
  return {
    ...browser,
    page,
    ...(await browser.load("protocol.js")),
    ...(await browser.load("loader/handover.js")),
  };
};

/* The object of another build; what was called is in `called`. */
const openOther = () => {
  const called = [];
  const call = (method) => async (...rest) => (called.push([method, ...rest]), `${method} is done`);
  globalThis.otherApi = {
    version: "2.0.0",
    ready: Promise.resolve("cart"),
    push: (...calls) => called.push(...calls),
    add: call("add"),
    update: call("update"),
  };
  return called;
};

test("a page that pins its version keeps it", async () => {
  const { handOver, requests } = await open({ script: { integrity: "sha256-x" } });
  assert.equal(await handOver(), false);
  assert.deepEqual(requests, []);
});

test("the newest loader hands nothing over, and asks once", async () => {
  const { handOver, requests } = await open({ respond: () => answer("the loader of 12345678") });
  assert.deepEqual(await Promise.all([handOver(), handOver()]), [false, false]);
  assert.equal(await handOver(), false);
  const [[address, { cache }], second] = requests;
  assert.deepEqual([address, cache, second], ["https://basket.example/v1/basket.js", "reload", undefined]);
});

test("a service that does not answer changes nothing", async () => {
  for (const respond of [undefined, () => answer("gone", 503)]) {
    const { handOver, page } = await open({ respond });
    assert.equal(await handOver(), false);
    assert.ok(!page.isDead);
    assert.deepEqual(globalThis.ServiceBasket, { version: "1.2.3" });
  }
});

test("a loader that cannot be run changes nothing", async () => {
  const { handOver, page } = await open({ script: { src: "data:text/javascript,throw new Error(1)//" } });
  assert.equal(await handOver(), false);
  assert.ok(!page.isDead);
  assert.deepEqual(globalThis.ServiceBasket, { version: "1.2.3" });
});

test("with page.js a basket has what it needs", async () => {
  const { handOver, page } = await open({ script: { src: OTHER_LOADER } });
  page.look = () => {};
  assert.equal(await handOver(), false);
  assert.equal(globalThis.ServiceBasket.version, "1.2.3");
});

test("calls and clicks that wait are passed on, and the object stays the same", async () => {
  const called = openOther();
  const { ADD, USE, handOver, page } = await open({ script: { src: OTHER_LOADER } });
  const before = globalThis.ServiceBasket;
  globalThis.HTMLFormElement = class {};
  const clicked = [];
  const marker = { dataset: { state: "busy" }, click: () => clicked.push("marker") };
  const form = Object.assign(new HTMLFormElement(), {
    dataset: { state: "busy" },
    requestSubmit: () => clicked.push("form"),
  });
  const sent = { dataset: { state: "busy" }, click: () => clicked.push("sent") };
  page.markers = [marker, form, sent];
  const button = { click: () => clicked.push("button") };
  page.baskets.set(1, { element: { shadowRoot: { querySelector: () => button } } });
  page.waiting = [
    [ADD, 1, "MUG", 2, "weekly", 3, true, "pk"],
    [USE, 1, 1, false, ""],
    [ADD, 2, "TEA", 1, "", 1, false, "pk"],
  ];
  const isReady = new Promise((resolve) => (page.becomeReady = resolve));
  const update = new Promise((...settle) => page.calls.push([["update", "line", { quantity: 2 }], ...settle]));
  page.calls.push([["open"]], [42]);
  assert.equal(await handOver(), true);
  assert.deepEqual(called, [
    ["update", "line", { quantity: 2 }],
    ["open"],
    42,
  ]);
  assert.deepEqual(clicked, ["marker", "button", "form"]);
  assert.equal(await update, "update is done");
  assert.equal(await isReady, "cart");
  assert.ok(page.isDead);
  assert.equal(globalThis.ServiceBasket, before);
  assert.deepEqual([before.version, before.script], ["2.0.0", undefined]);
  assert.deepEqual([marker.dataset.state, sent.dataset.state], ["idle", "idle"]);
});
