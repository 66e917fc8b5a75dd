import assert from "node:assert/strict";
import test from "node:test";
import { answer, openPage } from "./browser.js";

const QUEUE = "service-basket:pk:queue";
const CART = "service-basket:pk:cart";

/* A page that carries out effects. */
const open = async (respond) => {
  const browser = await openPage({ respond });
  const { sendEffects } = await browser.load("page/send.js");
  const { saveCart } = await browser.load("page/baskets.js");
  const protocol = await browser.load("protocol.js");
  const all = { ...browser.effects, ...sendEffects, [protocol.SAVE]: saveCart };
  const act = (effect) => all[effect[0]](effect);
  const queue = () => JSON.parse(browser.local[QUEUE] ?? "[]");
  return { ...browser, ...protocol, act, queue };
};

const body = { sku: "MUG", quantity: 1 };

test("a change is kept in storage", async () => {
  const { KEEP, act, page, queue } = await open();
  act([KEEP, "pk", 1, 0, "", body]);
  assert.deepEqual(queue(), [[`${page.seed}1`, "", body, page.seed, null]]);
  assert.deepEqual([...page.kept.keys()], [`${page.seed}1`]);
});

test("a change that takes the place of another is kept in its place", async () => {
  const { KEEP, act, page, queue } = await open();
  act([KEEP, "pk", 1, 0, "line", { quantity: 1 }]);
  act([KEEP, "pk", 2, 0, "", body]);
  act([KEEP, "pk", 3, 1, "line", { quantity: 2 }]);
  assert.deepEqual(
    queue().map(([id, , { quantity }]) => [id, quantity]),
    [
      [`${page.seed}3`, 2],
      [`${page.seed}2`, 1],
    ],
  );
  assert.deepEqual([...page.kept.keys()].sort(), [`${page.seed}2`, `${page.seed}3`]);
});

test("a change that another page left behind keeps its id", async () => {
  const { KEEP, act, page, queue } = await open();
  page.ids[7] = "gone-1";
  page.makesCart["gone-1"] = -1;
  act([KEEP, "pk", 7, 0, "", body]);
  assert.deepEqual(queue(), [["gone-1", "", body, page.seed, -1]]);
});

test("each change is sent as what it is, with its id", async () => {
  const { KEEP, SEND, act, page, requests, settle } = await open(() => answer('{"id":"c1"}'));
  act([KEEP, "pk", 1, 0, "", body]);
  act([KEEP, "pk", 2, 0, "line", { quantity: 3 }]);
  act([KEEP, "pk", 3, 0, "*", {}]);
  for (const number of [1, 2, 3]) act([SEND, number, "pk", "c1", number]);
  await settle();
  assert.deepEqual(
    requests.map(([address, { method, body, headers }]) => [
      method,
      new URL(address).pathname,
      body,
      headers["Idempotency-Key"].replace(page.seed, ""),
    ]),
    [
      ["POST", "/v1/carts/c1/lines", JSON.stringify(body), "1"],
      ["PATCH", "/v1/carts/c1/lines/line", '{"quantity":3}', "2"],
      ["DELETE", "/v1/carts/c1/lines", undefined, "3"],
    ],
  );
});

test("without a cart an addition makes one", async () => {
  const { KEEP, SEND, act, requests, settle } = await open(() => answer('{"id":"c1"}'));
  act([KEEP, "pk", 1, 0, "", body]);
  act([SEND, 1, "pk", "", 1]);
  await settle();
  const [[address, options]] = requests;
  assert.equal(new URL(address).pathname, "/v1/carts");
  assert.equal(options.body, JSON.stringify({ lines: [body] }));
});

test("a change carries its key and its id in headers, a checkout only its key", async () => {
  const { HAND_OVER, KEEP, SEND, act, page, requests, settle } = await open(() => answer('{"id":"c1"}'));
  act([KEEP, "pk", 1, 0, "", body]);
  act([SEND, 1, "pk", "c1", 1]);
  act([HAND_OVER, 2, "pk", "c1", "de"]);
  await settle();
  const [[, change], [address, checkout]] = requests;
  const headers = { Authorization: "Bearer pk", "Content-Type": "application/json" };
  assert.deepEqual(change.headers, { ...headers, "Idempotency-Key": `${page.seed}1` });
  assert.deepEqual(checkout.headers, headers);
  assert.equal(address, "https://basket.example/v1/carts/c1/checkout");
  assert.equal(checkout.body, '{"locale":"de"}');
});

test("the core hears the answer, and no answer", async () => {
  const answers = [() => answer('{"code":"x"}', 422), () => Promise.reject(new TypeError("offline"))];
  const { READ, RESPONSE, act, page, posted, settle } = await open(() => answers.shift()());
  act([READ, 1, "pk", "c1"]);
  await settle();
  assert.deepEqual(page.lastAnswer, { code: "x" });
  act([READ, 2, "pk", "c1"]);
  await settle();
  assert.deepEqual(posted, [
    [RESPONSE, 1, 422, { code: "x" }],
    [RESPONSE, 2, 0],
  ]);
  assert.equal(page.lastAnswer, null);
});

test("a cart is stored by its key, and forgotten", async () => {
  const { SAVE, act, local } = await open();
  act([SAVE, "pk", "c1", ""]);
  assert.equal(local[CART], "c1");
  act([SAVE, "pk", "", "c1"]);
  assert.deepEqual(Object.keys(local), []);
});

test("a cart that another tab has stored meanwhile is not forgotten", async () => {
  const { SAVE, act, local } = await open();
  local[CART] = "c2";
  act([SAVE, "pk", "", "c1"]);
  assert.equal(local[CART], "c2");
});
