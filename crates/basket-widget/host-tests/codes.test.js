import assert from "node:assert/strict";
import test from "node:test";
import { addBasket, answer, openBrowser, openPage } from "./browser.js";

/* A page that sends changes; `sent` is what the service was asked. */
const open = async (respond = () => answer('{"id":"c1","lines":[]}')) => {
  const browser = await openPage({ respond });
  addBasket(browser.page, "pk");
  const { sendEffects } = await browser.load("page/send.js");
  const protocol = await browser.load("protocol.js");
  const all = { ...browser.effects, ...sendEffects };
  const act = (effect) => all[effect[0]](effect);
  const sent = () => browser.requests.map(([address, { method, body }]) => [method, new URL(address).pathname, body]);
  return { ...browser, ...protocol, act, sent };
};

test("a code is put into the cart, and taken off again", async () => {
  const { KEEP, SEND, act, sent, settle } = await open();
  act([KEEP, "pk", 1, 0, "", { code: "SPRING" }]);
  act([KEEP, "pk", 2, 0, "", { code: "" }]);
  for (const number of [1, 2]) act([SEND, number, "pk", "c1", number]);
  await settle();
  assert.deepEqual(sent(), [
    ["PUT", "/v1/carts/c1/code", '{"code":"SPRING"}'],
    ["DELETE", "/v1/carts/c1/code", undefined],
  ]);
});

test("without a cart a code makes one", async () => {
  const { KEEP, SEND, act, local, sent, settle } = await open();
  act([KEEP, "pk", 1, 0, "", { code: "SPRING" }]);
  act([SEND, 1, "pk", "", 1]);
  await settle();
  assert.deepEqual(sent(), [["POST", "/v1/carts", '{"code":"SPRING"}']]);
  assert.equal(local["service-basket:pk:cart"], "c1");
});

test("a code that another page left behind is entered by this one", async () => {
  const { load, local, page, posted, settle, CODE } = await open();
  const { takeOverOnce } = await load("page/tabs.js");
  local["service-basket:pk:queue"] = JSON.stringify([["gone-1", "", { code: "SPRING" }, "gone-"]]);
  takeOverOnce("pk");
  await settle();
  assert.deepEqual(posted[0].slice(0, 4), [CODE, 0, "SPRING", "pk"]);
  // It may have gone out to make a cart.
  assert.equal(page.makesCart["gone-1"], -1);
});

test("a code fires no event about lines", async () => {
  const { load } = await open();
  const { eventsOf } = await load("page/detail.js");
  assert.deepEqual(eventsOf([], [{ id: "1", sku: "MUG" }], ["a-1", "", { code: "SPRING" }]), []);
});

test("the country of a basket goes with every request", async () => {
  const { load, requests } = openBrowser({ respond: () => answer('{"id":"c1"}') });
  const { page } = await load("loader/state.js");
  const { readCart, readEarly, request } = await load("loader/site.js");
  readEarly("pk", "c1");
  page.baskets.set(1, { element: { dataset: {} } });
  page.baskets.set(2, { element: { dataset: { country: "DE" } } });
  // What was asked for early had another country.
  await readCart("pk", "c1");
  await request("/v1/carts/c1/lines");
  assert.deepEqual(
    requests.map(([address]) => address.replace("https://basket.example", "")),
    ["/v1/carts/c1?key=pk", "/v1/carts/c1?key=pk&country=DE", "/v1/carts/c1/lines?country=DE"],
  );
});
