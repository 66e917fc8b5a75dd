import assert from "node:assert/strict";
import test from "node:test";
import { answer, openBrowser } from "./browser.js";

const open = async (options) => {
  const browser = openBrowser({ respond: () => answer('{"id":"c1"}'), ...options });
  return { ...browser, ...(await browser.load("loader/site.js")) };
};

test("a read carries its key in the address, and needs no preflight", async () => {
  const { readCart, requests } = await open();
  assert.deepEqual(await readCart("pk_1&x", ""), [200, { id: "c1" }]);
  const [[address, options]] = requests;
  assert.equal(address, "https://basket.example/v1/shop?key=pk_1%26x");
  assert.deepEqual([options.method, options.headers, options.body, options.credentials], [undefined, undefined, undefined, "omit"]);
  assert.ok(options.signal instanceof AbortSignal);
});

test("the service may be elsewhere than the files", async () => {
  const { load, request, requests } = await open({ script: { dataset: { service: "https://api.example/x" } } });
  await request("/v1/shop?key=pk");
  await load("de.txt");
  assert.equal(requests[0][0], "https://api.example/v1/shop?key=pk");
  assert.equal(requests[1][0], "https://basket.example/v1/basket-12345678.de.txt");
});

test("an answer that is not JSON has no body", async () => {
  const { request } = await open({ respond: () => answer("<h1>Bad gateway</h1>", 502) });
  assert.deepEqual(await request("/v1/shop"), [502, undefined]);
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
