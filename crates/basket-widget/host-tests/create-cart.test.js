import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./browser.js";

const CART = "service-basket:pk:cart";
const QUEUE = "service-basket:pk:queue";
const MISMATCH = [409, { code: "idempotency-mismatch" }];
const cart = (id) => [200, { id, lines: [] }];

const open = async (options) => {
  const browser = await openPage(options);
  return { ...browser, ...(await browser.load("page/changes.js")) };
};

/* A service that gives these answers, one after the other, and what it was asked for. */
const service = (...answers) => {
  const asked = [];
  const ask = async (method, path, body) => {
    asked.push([path, body]);
    return answers.shift();
  };
  return { asked, ask };
};

const body = { sku: "MUG", quantity: 1 };
const entryOf = (id) => [id, "", body, "seed-"];

test("an addition without a cart makes one, and the cart is stored", async () => {
  const { createCart, local, page } = await open();
  const { asked, ask } = service(cart("c1"));
  const entry = entryOf("a");
  assert.deepEqual(await createCart("pk", ask, entry, ""), cart("c1"));
  assert.deepEqual(asked, [["/v1/carts", { lines: [body] }]]);
  assert.equal(local[CART], "c1");
  assert.equal(page.makesCart.a, 1);
});

test("before a cart is made, storage says that the change makes one", async () => {
  const { createCart, local } = await open();
  let queue;
  const ask = async () => {
    queue = JSON.parse(local[QUEUE]);
    return cart("c1");
  };
  await createCart("pk", ask, entryOf("a"), "");
  assert.deepEqual(queue, [["a", "", body, "seed-", 1]]);
});

test("where another tab has made a cart, the line goes into that one", async () => {
  const { createCart, local, page } = await open();
  local[CART] = "c0";
  const { asked, ask } = service(cart("c0"));
  assert.deepEqual(await createCart("pk", ask, entryOf("a"), ""), cart("c0"));
  assert.deepEqual(asked, [["/v1/carts/c0/lines", body]]);
  assert.equal(page.makesCart.a, undefined);
});

test("a stored text that cannot be a cart's id goes into no address, and a new cart takes its place", async () => {
  for (const nonsense of ["../shop", '"c0"', "*", "c 0"]) {
    const { createCart, local } = await open();
    local[CART] = nonsense;
    const { asked, ask } = service(cart("c1"));
    assert.deepEqual(await createCart("pk", ask, entryOf("a"), ""), cart("c1"));
    assert.deepEqual(asked, [["/v1/carts", { lines: [body] }]]);
    assert.equal(local[CART], "c1");
  }
});

test("tabs that make a cart at once make one together", async () => {
  const { createCart, local } = await open();
  const { asked, ask } = service(cart("c1"), cart("c1"));
  await Promise.all([createCart("pk", ask, entryOf("a"), ""), createCart("pk", ask, entryOf("b"), "")]);
  assert.deepEqual(
    asked.map(([path]) => path),
    ["/v1/carts", "/v1/carts/c1/lines"],
  );
  assert.equal(local[CART], "c1");
});

test("what has gone out to make a cart is repeated as that", async () => {
  const { createCart, local, page } = await open();
  page.makesCart.a = 1;
  local[CART] = "c1";
  const { asked, ask } = service(cart("c1"));
  assert.deepEqual(await createCart("pk", ask, entryOf("a"), "c1"), cart("c1"));
  assert.deepEqual(asked, [["/v1/carts", { lines: [body] }]]);
});

test("a repetition that made another cart than the one that counts is a mismatch", async () => {
  const { createCart, local, page } = await open();
  page.makesCart.a = 1;
  local[CART] = "c2";
  const { ask } = service(cart("c1"));
  assert.deepEqual(await createCart("pk", ask, entryOf("a"), "c2"), MISMATCH);
  assert.equal(local[CART], "c2");
});

test("what another page sent as the making of a cart is repeated as that when the service says so", async () => {
  const { createCart, local, page } = await open();
  page.makesCart.a = -1;
  local[CART] = "c1";
  const { asked, ask } = service(MISMATCH, cart("c1"));
  assert.deepEqual(await createCart("pk", ask, entryOf("a"), "c1"), cart("c1"));
  assert.deepEqual(
    asked.map(([path]) => path),
    ["/v1/carts/c1/lines", "/v1/carts"],
  );
});

test("another tab that stored its cart meanwhile wins", async () => {
  const { createCart, local } = await open({ hasLocks: false });
  const ask = async () => {
    local[CART] = "c0";
    return cart("c1");
  };
  assert.deepEqual(await createCart("pk", ask, entryOf("a"), ""), MISMATCH);
  assert.equal(local[CART], "c0");
});

test("a refusal makes no cart", async () => {
  const { createCart, local } = await open();
  const refusal = [422, { code: "product-unknown" }];
  const { ask } = service(refusal);
  assert.deepEqual(await createCart("pk", ask, entryOf("a"), ""), refusal);
  assert.equal(local[CART], undefined);
});

test("a request that fails is not repeated here", async () => {
  const { createCart } = await open();
  let count = 0;
  const ask = async () => {
    count++;
    throw new TypeError("offline");
  };
  await assert.rejects(createCart("pk", ask, entryOf("a"), ""), /offline/);
  assert.equal(count, 1);
});

test("without storage a cart is made all the same", async () => {
  const { createCart } = await open({ hasStorage: false });
  const { ask } = service(cart("c1"));
  assert.deepEqual(await createCart("pk", ask, entryOf("a"), ""), cart("c1"));
});
