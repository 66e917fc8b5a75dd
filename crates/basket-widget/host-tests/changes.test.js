import assert from "node:assert/strict";
import test from "node:test";
import { addBasket, openPage } from "./browser.js";

const open = async () => {
  const browser = await openPage();
  const events = addBasket(browser.page, "pk");
  const protocol = await browser.load("protocol.js");
  const changes = await browser.load("page/changes.js");
  /* A change with this number is done with. */
  const settled = ({ last, key, number = 0, marker, state, code }) =>
    changes.settled([protocol.SETTLE, key, number, marker, state, code], last);
  /* The number of a change that is kept. */
  const keep = (entry) => {
    const { page } = browser;
    page.kept.set(page.idOf(1), ["pk", entry]);
    return 1;
  };
  return { ...browser, events, ...protocol, ...changes, keep, settled };
};

const line = { id: "m", sku: "MUG", name: "Mug", quantity: 2, unit_price: 100, frequency: null, interval: null };
const cart = { id: "c", currency: "EUR", lines: [line] };
const entry = ["id", "", { sku: "MUG", quantity: 2, frequency: null, interval: null }];

test("a change is a message, and resolves with the cart when it is settled", async () => {
  const { ADD, change, events, keep, posted, settled } = await open();
  const promise = change("pk", ADD, "MUG", 2, "", 1, false);
  const [message] = posted;
  const marker = message[1];
  assert.deepEqual(message, [ADD, marker, "MUG", 2, "", 1, false, "pk"]);
  settled({ last: cart, key: "pk", number: keep(entry), marker, state: "done", code: "" });
  assert.equal(await promise, cart);
  assert.deepEqual(
    events.map(([type, { difference }]) => [type, difference]),
    [["service-basket:add", 2]],
  );
  assert.ok(Object.isFrozen(cart.lines[0]));
});

test("a refusal rejects with its code and text", async () => {
  const { ADD, change, events, posted, settled } = await open();
  const promise = change("pk", ADD, "MUG", 2, "", 1, false);
  const last = { code: "out-of-stock", detail: "Not enough stock." };
  settled({ last, key: "pk", marker: posted[0][1], state: "error", code: "out-of-stock" });
  await assert.rejects(promise, { code: "out-of-stock", message: "Not enough stock." });
  assert.deepEqual(events, []);
});

test("what made no sense to the core rejects with what was wrong", async () => {
  const { ADD, SET, change, posted, settled } = await open();
  const adds = change("pk", ADD, "MUG", -1, "", 1, false);
  const sets = change("pk", SET, "gone", 2);
  for (const [, marker] of [...posted]) settled({ key: "", marker, state: "error", code: "" });
  await assert.rejects(adds, { code: "value-invalid" });
  await assert.rejects(sets, { code: "line-unknown" });
});

test("what goes into an address has to be a line", async () => {
  const { SET, change, isLine, posted } = await open();
  for (const line of ["a", "A-1_b", "*"]) assert.ok(isLine(line), line);
  for (const line of ["", "a/b", "..", "a b", "**", "ä", "a?b"]) {
    assert.ok(!isLine(line), line);
    await assert.rejects(change("pk", SET, line, 1), { code: "line-unknown" });
  }
  assert.deepEqual(posted, []);
});

test("without a basket of the key there is no change", async () => {
  const { ADD, change, posted } = await open();
  await assert.rejects(change("pk_other", ADD, "MUG"), { code: "basket-missing" });
  assert.deepEqual(posted, []);
});

test("a change that nobody waits for is told too", async () => {
  const { events, keep, settled } = await open();
  settled({ last: cart, key: "pk", number: keep(entry), marker: 0, state: "done", code: "" });
  assert.equal(events.length, 1);
});

test("a change is kept in storage until it is settled", async () => {
  const { KEEP, effects, local, page, settled } = await open();
  effects[KEEP]([KEEP, "pk", 1, 0, "", entry[2]]);
  assert.equal(JSON.parse(local["service-basket:pk:queue"])[0][0], `${page.seed}1`);
  settled({ last: cart, key: "pk", number: 1, marker: 0, state: "done", code: "" });
  assert.deepEqual([Object.keys(local), page.kept.size], [[], 0]);
});

test("a marker says what became of its change, and rests", async () => {
  const { page, settled } = await open();
  const marker = { dataset: { state: "busy" } };
  page.markers.push(marker);
  settled({ last: null, key: "", marker: 1, state: "error", code: "" });
  assert.deepEqual([marker.dataset.state, marker.ariaBusy], ["error", "false"]);
  assert.ok(marker.until > Date.now());
});
