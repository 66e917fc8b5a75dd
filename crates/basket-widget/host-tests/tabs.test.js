import assert from "node:assert/strict";
import test from "node:test";
import { addBasket, openPage } from "./browser.js";

const QUEUE = "service-basket:pk:queue";
const CART = "service-basket:pk:cart";

/* A page with a core that keeps every change that makes sense to it. */
const open = async (options) => {
  const browser = await openPage(options);
  const protocol = await browser.load("protocol.js");
  const { page, posted, local } = browser;
  page.post = (message) => {
    posted.push(message);
    const isAddition = message[0] == protocol.ADD;
    const interval = message[5];
    if (isAddition ? Number.isInteger(interval) && message[2] : message[0] == protocol.SET) {
      const id = page.ids[message.at(-1)];
      page.kept.set(id, ["pk", [id]]);
    }
  };
  const queue = (entries) => (local[QUEUE] = JSON.stringify(entries));
  return { ...browser, ...protocol, queue, ...(await browser.load("page/tabs.js")) };
};

const once = { sku: "MUG", quantity: 2, frequency: null, interval: null };
const monthly = { sku: "TEA", quantity: 1, frequency: "monthly", interval: 2 };

test("a change that another page left behind is made here, under its id", async () => {
  const { ADD, page, posted, queue, settle, takeOverOnce } = await open();
  queue([["gone-1", "", monthly, "gone-"]]);
  takeOverOnce("pk");
  await settle();
  const [message] = posted;
  const number = message.at(-1);
  assert.deepEqual(message, [ADD, 0, "TEA", 1, "monthly", 2, false, "pk", number]);
  assert.equal(page.ids[number], "gone-1");
  // Nobody knows as what it was sent.
  assert.equal(page.makesCart["gone-1"], -1);
});

test("what is bought once has no interval, and is made all the same", async () => {
  const { local, posted, queue, settle, takeOverOnce } = await open();
  queue([["gone-1", "", once, "gone-"]]);
  takeOverOnce("pk");
  await settle();
  const [, , sku, quantity, frequency, interval] = posted[0];
  assert.deepEqual([sku, quantity, frequency ?? "", interval], ["MUG", 2, "", 1]);
  assert.equal(JSON.parse(local[QUEUE])[0][0], "gone-1");
});

test("a quantity that another page set is set here", async () => {
  const { SET, posted, queue, settle, takeOverOnce } = await open();
  queue([
    ["gone-1", "line", { quantity: 3 }, "gone-"],
    ["gone-2", "*", {}, "gone-"],
  ]);
  takeOverOnce("pk");
  await settle();
  assert.deepEqual(posted[0].slice(0, 5), [SET, 0, "line", 3, "pk"]);
  assert.deepEqual(posted[1].slice(0, 3), [SET, 0, "*"]);
});

test("that a change has gone out to make a cart is taken over", async () => {
  const { page, queue, settle, takeOverOnce } = await open();
  queue([["gone-1", "", once, "gone-", 1]]);
  takeOverOnce("pk");
  await settle();
  assert.equal(page.makesCart["gone-1"], 1);
});

test("nonsense in the queue harms nothing else", async () => {
  const { posted, queue, settle, takeOverOnce } = await open();
  const nonsense = [null, 42, "text", [], {}, [1, 2, 3], ["no-body", ""], ["path", "../x", { quantity: 1 }, "gone-"]];
  queue([...nonsense, ["gone-1", "", once, "gone-"]]);
  takeOverOnce("pk");
  await settle();
  assert.deepEqual(
    posted.map((message) => message[2]),
    ["MUG"],
  );
});

test("a queue that is no queue is empty", async () => {
  for (const text of ["", "{", "null", "42", '"text"', "{}", "[]"]) {
    const { local, posted, settle, takeOverOnce } = await open();
    local[QUEUE] = text;
    takeOverOnce("pk");
    await settle();
    assert.deepEqual(posted, [], text);
  }
});

test("what makes no sense to the core leaves the queue", async () => {
  const { local, posted, queue, settle, takeOverOnce } = await open();
  queue([["gone-1", "", { quantity: 1 }, "gone-"]]);
  takeOverOnce("pk");
  await settle();
  assert.equal(posted.length, 1);
  assert.equal(local[QUEUE], undefined);
});

test("changes of pages that live are left to them", async () => {
  const { locks, local, page, posted, queue, settle, takeOverOnce } = await open();
  locks.others.push("service-basket:alive-");
  page.kept.set(`${page.seed}1`, ["pk", []]);
  queue([
    ["alive-1", "", once, "alive-"],
    [`${page.seed}1`, "", once, page.seed],
    ["gone-1", "", monthly, "gone-"],
  ]);
  takeOverOnce("pk");
  await settle();
  assert.deepEqual(
    posted.map((message) => message[2]),
    ["TEA"],
  );
  assert.equal(JSON.parse(local[QUEUE]).length, 3);
});

test("without locks every change is taken over", async () => {
  const { posted, queue, settle, takeOverOnce } = await open({ hasLocks: false });
  queue([["gone-1", "", once, "gone-"]]);
  takeOverOnce("pk");
  await settle();
  assert.equal(posted.length, 1);
});

test("a queue is looked at once", async () => {
  const { posted, queue, settle, takeOverOnce } = await open();
  takeOverOnce("pk");
  await settle();
  queue([["gone-1", "", once, "gone-"]]);
  takeOverOnce("pk");
  await settle();
  assert.deepEqual(posted, []);
});

test("a page is seen to live as long as it has something to send", async () => {
  const { hold, locks, page, settle } = await open();
  hold();
  await settle();
  assert.deepEqual([...locks.held.keys()], []);
  page.kept.set("a", ["pk", []]);
  hold();
  hold();
  await settle();
  assert.deepEqual([...locks.held.keys()], [`service-basket:${page.seed}`]);
  page.kept.clear();
  hold();
  await settle();
  assert.deepEqual([...locks.held.keys()], []);
});

/* A page that listens to other tabs and has looked at the queue of its key. */
const listening = async (options) => {
  const browser = await open(options);
  browser.events = addBasket(browser.page, "pk");
  browser.openTabs();
  browser.takeOverOnce("pk");
  await browser.settle();
  return browser;
};

const cart = { id: "c", version: 2, currency: "EUR", lines: [] };

test("a newer cart of another tab is told to the core and to the page", async () => {
  const { HEARD, channels, events, local, page, posted } = await listening();
  local[CART] = "c";
  channels()[0].onmessage({ data: ["pk", cart] });
  assert.deepEqual(posted, [[HEARD, "pk", "c", cart]]);
  assert.equal(page.carts.pk, cart);
  channels()[0].onmessage({ data: ["pk", { ...cart, version: 1 }] });
  assert.equal(page.carts.pk, cart);
  assert.deepEqual(events, []);
});

test("another cart than the stored one, and nonsense, are not heard", async () => {
  const { channels, local, posted } = await listening();
  local[CART] = "c";
  for (const data of [["pk", { ...cart, id: "x" }], ["pk"], ["pk", 42], "text", null]) channels()[0].onmessage({ data });
  assert.deepEqual(posted, []);
});

test("who asks for carts hears of those that are there", async () => {
  const { channels, page } = await listening();
  assert.deepEqual(channels()[0].posted, [[]]);
  page.carts.pk = cart;
  page.carts.pk_gone = undefined;
  channels()[0].onmessage({ data: [] });
  assert.deepEqual(channels()[0].posted.slice(1), [["pk", cart]]);
});

test("a cart that another tab stored is asked for", async () => {
  const { HEARD, TRY, dispatch, local, posted } = await listening();
  local[CART] = "c2";
  dispatch("storage", { key: CART, newValue: "c2" });
  assert.deepEqual(posted, [[HEARD, "pk", "c2"]]);
  delete local[CART];
  dispatch("storage", { key: CART, newValue: null });
  assert.deepEqual(posted.slice(1), [[TRY, true]]);
});

test("a cart that has been replaced since another tab stored it does not count", async () => {
  const { HEARD, dispatch, local, posted } = await listening();
  local[CART] = "c3";
  dispatch("storage", { key: CART, newValue: "c2" });
  assert.deepEqual(posted, [[HEARD, "pk", "c3"]]);
});

test("what another tab undid in the queue by writing at once is written again", async () => {
  const { dispatch, local, page, queue } = await listening();
  const own = [`${page.seed}1`, "", once, page.seed];
  page.kept.set(own[0], ["pk", own]);
  queue([["alive-1", "", once, "alive-"], [`${page.seed}0`, "", once, page.seed], null]);
  dispatch("storage", { key: QUEUE });
  const ids = JSON.parse(local[QUEUE]).map((entry) => entry[0]);
  assert.deepEqual(ids, ["alive-1", own[0]]);
});

test("a page in the back-forward cache has neither channel nor lock", async () => {
  const { channels, dispatch, locks, page, posted, settle, TRY } = await listening();
  page.kept.set("a", ["pk", []]);
  page.look = () => {};
  assert.equal(channels().length, 1);
  dispatch("pagehide");
  await settle();
  assert.deepEqual([channels().length, locks.held.size], [0, 0]);
  dispatch("pageshow", { persisted: true });
  assert.equal(channels().length, 1);
  assert.deepEqual(posted, [[TRY, true]]);
});

test("a cart that was made when the core no longer waited for it is told to the core", async () => {
  const { HEARD, load, local, posted } = await open();
  const { takeCart } = await load("page/baskets.js");
  local[CART] = "made";
  const made = { id: "made", version: 1, currency: "EUR", lines: [] };
  takeCart("pk", made, true);
  assert.deepEqual(posted, [[HEARD, "pk", "made", made]]);
  takeCart("pk", { id: "earlier", version: 7, currency: "EUR", lines: [] }, true);
  assert.equal(posted.length, 1);
});
