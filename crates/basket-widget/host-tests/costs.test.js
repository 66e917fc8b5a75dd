import assert from "node:assert/strict";
import test from "node:test";
import { answer, openBrowser } from "./browser.js";

Object.assign(globalThis, { __COSTS_TEXTS__: '{"de":"sha256-d","dk":"sha256-k"}', __COSTS_WASM__: "sha256-w" });

/* Codes that a page brings. Without `session` there is no storage for a session. */
const open = async ({ search = "", session = {} } = {}) => {
  const { load } = openBrowser();
  Object.defineProperty(globalThis, "location", { configurable: true, value: { hostname: "shop.example", search } });
  const get = () => {
    if (!session) throw new Error("SecurityError");
    return session;
  };
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get });
  const { enterGiven, noteRemoved } = await load("costs/given.js");
  const entered = [];
  const page = { baskets: new Map(), carts: {} };
  /* A basket that is live. */
  const add = (dataset) => page.baskets.set(page.baskets.size, { element: { dataset }, key: "pk", told: {} });
  const enter = () => enterGiven(page, (key, code) => entered.push([key, code]));
  const show = (cart) => {
    page.carts.pk = cart;
    noteRemoved(page);
  };
  return { add, enter, entered, page, show };
};

const cart = (code) => ({ id: "c1", lines: [], takes_codes: true, code });

test("nodes come before the elements that they are for, however deep those are", async () => {
  const { insert } = await openBrowser().load("costs/insert.js");
  const tree = ["div", {}, "text", ["dl", {}, ["div|part=sum-total", {}, "36"]], ["slot", {}]];
  assert.deepEqual(insert(tree, { "div|part=sum-total": [["p", {}]], slot: [["b", {}], ["i", {}]] }), [
    "div",
    {},
    "text",
    ["dl", {}, ["p", {}], ["div|part=sum-total", {}, "36"]],
    ["b", {}],
    ["i", {}],
    ["slot", {}],
  ]);
});

test("a code of the page is entered once, also where there is no cart", async () => {
  const { add, enter, entered, show } = await open();
  add({ code: " spring " });
  enter();
  enter();
  show(cart());
  enter();
  assert.deepEqual(entered, [["pk", "SPRING"]]);
});

test("the code in the address comes before that of the element", async () => {
  const { add, enter, entered } = await open({ search: "?x=1&code=summer" });
  add({ code: "SPRING" });
  enter();
  assert.deepEqual(entered, [["pk", "SUMMER"]]);
});

test("a code is entered in place of another one, but not in its own place", async () => {
  const { add, enter, entered, show } = await open();
  add({ code: "SPRING" });
  show(cart("SPRING"));
  enter();
  assert.deepEqual(entered, []);
  const other = await open();
  other.add({ code: "SPRING" });
  other.show(cart("WINTER"));
  other.enter();
  assert.deepEqual(other.entered, [["pk", "SPRING"]]);
});

test("a basket that is not live yet, and a shop without codes, get none", async () => {
  const { add, enter, entered, page, show } = await open({ search: "?code=abc" });
  add({});
  page.baskets.get(0).told = undefined;
  enter();
  page.baskets.get(0).told = {};
  show({ id: "c1", lines: [] });
  enter();
  assert.deepEqual(entered, []);
});

test("a code that was taken off is not entered again in the session", async () => {
  const session = {};
  const first = await open({ session });
  first.show(cart("SPRING"));
  first.show(cart());
  assert.deepEqual(session, { "service-basket:pk:removed-codes": '["SPRING"]' });
  const next = await open({ session });
  next.add({ code: "SPRING" });
  next.show(cart());
  next.enter();
  assert.deepEqual(next.entered, []);
});

test("a cart that is gone has not lost its code, and a page without storage works", async () => {
  const session = {};
  const { show } = await open({ session });
  show(cart("SPRING"));
  show(undefined);
  show({ id: "c2", lines: [] });
  assert.deepEqual(session, {});
  const without = await open({ session: null });
  without.add({ code: "SPRING" });
  without.show(cart("SPRING"));
  without.show(cart());
  without.enter();
  assert.deepEqual(without.entered, []);
});

test("texts are loaded once for a language, checked, and asked for again if they did not come", async () => {
  let isThere = false;
  const { load, requests, settle } = openBrowser({
    respond: () => (isThere ? answer("Versand\n") : Promise.reject(new TypeError("offline"))),
  });
  const { textsFor } = await load("costs/texts.js");
  const page = { urlOf: (end) => "https://basket.example/v1/" + end };
  let arrived = 0;
  const texts = (code) => textsFor(page, code, () => arrived++);
  assert.equal(texts("en"), undefined);
  assert.equal(texts("DE"), undefined);
  assert.equal(texts("de"), "");
  await settle();
  isThere = true;
  assert.equal(texts("da"), undefined);
  texts("de");
  await settle();
  assert.equal(texts("de"), "Versand\n");
  assert.equal(arrived, 2);
  assert.deepEqual(
    requests.map(([address, { integrity }]) => [address.slice(26), integrity]),
    [
      ["de.costs.txt", "sha256-d"],
      ["dk.costs.txt", "sha256-k"],
      ["de.costs.txt", "sha256-d"],
    ],
  );
});
