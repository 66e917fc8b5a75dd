import assert from "node:assert/strict";
import test from "node:test";
import { answer, openBrowser } from "./browser.js";

const open = async (options) => {
  const browser = openBrowser({ respond: () => answer('{"id":"c1"}'), ...options });
  return { ...browser, ...(await browser.load("loader/site.js")) };
};

test("a read carries its key in the address, and needs no preflight", async () => {
  const { request, requests } = await open();
  const found = await request({ method: "GET", path: "/v1/shop", key: "pk_1&x" });
  assert.deepEqual(found, [200, { id: "c1" }]);
  const [[address, options]] = requests;
  assert.equal(address, "https://basket.example/v1/shop?key=pk_1%26x");
  assert.deepEqual(options.headers, {});
  assert.deepEqual([options.method, options.body, options.credentials], ["GET", undefined, "omit"]);
});

test("a change carries its key and its id in headers", async () => {
  const { request, requests } = await open();
  await request({ method: "POST", path: "/v1/carts", key: "pk", body: { lines: [] }, change: "seed-1" });
  const [[address, options]] = requests;
  assert.equal(address, "https://basket.example/v1/carts");
  assert.deepEqual(options.headers, {
    Authorization: "Bearer pk",
    "Content-Type": "application/json",
    "Idempotency-Key": "seed-1",
  });
  assert.equal(options.body, '{"lines":[]}');
  assert.ok(options.signal instanceof AbortSignal);
});

test("what is not a change has no idempotency key", async () => {
  const { request, requests } = await open();
  await request({ method: "POST", path: "/v1/carts/c1/checkout", key: "pk", body: {} });
  assert.ok(!("Idempotency-Key" in requests[0][1].headers));
});

test("the service may be elsewhere than the files", async () => {
  const { load, request, requests } = await open({ script: { dataset: { service: "https://api.example/x" } } });
  await request({ method: "GET", path: "/v1/shop", key: "pk" });
  await load("de.txt");
  assert.equal(requests[0][0], "https://api.example/v1/shop?key=pk");
  assert.equal(requests[1][0], "https://basket.example/v1/basket-12345678.de.txt");
});

test("an answer that is not JSON has no body", async () => {
  const { request } = await open({ respond: () => answer("<h1>Bad gateway</h1>", 502) });
  assert.deepEqual(await request({ method: "GET", path: "/v1/shop", key: "pk" }), [502, undefined]);
});

test("an early answer is used once", async () => {
  let count = 0;
  const { readCart, readEarly, requests } = await open({ respond: () => answer(`${++count}`) });
  readEarly("pk", "c1");
  readEarly("pk", "c1");
  assert.equal(requests.length, 1);
  assert.deepEqual(await readCart("pk", "c1"), [200, 1]);
  assert.deepEqual(await readCart("pk", "c1"), [200, 2]);
  assert.equal(requests.length, 2);
});

test("an early answer is for its key and its cart only", async () => {
  const { readCart, readEarly, requests } = await open();
  readEarly("pk", undefined);
  await readCart("pk", "c1");
  await readCart("pk_other", "");
  assert.deepEqual(
    requests.map(([address]) => address.replace("https://basket.example", "")),
    ["/v1/shop?key=pk", "/v1/carts/c1?key=pk", "/v1/shop?key=pk_other"],
  );
  // Without a cart is without a cart, whatever storage said.
  await readCart("pk", "");
  assert.equal(requests.length, 3);
});

test("an early answer that fails is told to whoever uses it", async () => {
  const { readCart, readEarly } = await open({ respond: () => Promise.reject(new TypeError("offline")) });
  await readEarly("pk", "c1");
  await assert.rejects(readCart("pk", "c1"), /offline/);
});

test("the wasm has an address that stays, unless the page pins its version", async () => {
  assert.equal((await open()).urlOf("wasm"), "https://basket.example/v1/basket.wasm");
  const pinned = await open({ script: { integrity: "sha256-x" } });
  assert.equal(pinned.urlOf("wasm"), "https://basket.example/v1/basket-12345678.wasm");
  assert.equal(pinned.urlOf("page.js"), "https://basket.example/v1/basket-12345678.page.js");
});
