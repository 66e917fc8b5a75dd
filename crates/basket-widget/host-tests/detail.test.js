import assert from "node:assert/strict";
import test from "node:test";
import { openBrowser } from "./browser.js";

const { detailOf, eventsOf, freeze } = await openBrowser().load("page/detail.js");

const mug = { id: "m", sku: "MUG", name: "Mug", quantity: 2, unit_price: 1250, frequency: null, interval: null };
const tea = { id: "t", sku: "TEA", name: "Tea", quantity: 1, unit_price: 700, frequency: "monthly", interval: 2 };

test("a cart is told with its items and their value", () => {
  const cart = { currency: "EUR", lines: [mug, tea] };
  assert.deepEqual(detailOf(cart), {
    cart,
    currency: "EUR",
    value: 32,
    items: [
      { item_id: "MUG", item_name: "Mug", price: 12.5, quantity: 2 },
      { item_id: "TEA", item_name: "Tea", price: 7, quantity: 1, item_variant: "monthly/2" },
    ],
  });
});

test("an interval of one is not part of the variant", () => {
  const cart = { currency: "EUR", lines: [{ ...tea, interval: 1 }] };
  assert.equal(detailOf(cart).items[0].item_variant, "monthly");
});

test("without a cart there is nothing else to tell", () => {
  assert.deepEqual(detailOf(undefined), { cart: null });
  assert.deepEqual(detailOf(null), { cart: null });
});

test("amounts have the decimals of their currency", () => {
  for (const [currency, value] of [
    ["EUR", 25],
    ["JPY", 2500],
    ["BHD", 2.5],
    // Platforms show none, ISO 4217 has three.
    ["IQD", 2.5],
    // Platforms may show none, ISO 4217 has two.
    ["HUF", 25],
  ]) {
    assert.equal(detailOf({ currency, lines: [mug] }).value, value, currency);
  }
});

test("a line is told with how many more or fewer there are", () => {
  const cart = { currency: "EUR", lines: [mug] };
  const { line, difference, value, items } = detailOf(cart, mug, -3);
  assert.deepEqual([line, difference, value], [mug, -3, 37.5]);
  assert.equal(items[0].quantity, 3);
  assert.equal(items.length, 1);
});

test("an addition is an event about the line that it went into", () => {
  const body = { sku: "TEA", quantity: 3, frequency: "monthly", interval: 2 };
  assert.deepEqual(eventsOf([mug], [mug, tea], ["id", "", body]), [["add", tea, 3]]);
  const once = { ...body, frequency: null, interval: null };
  assert.deepEqual(eventsOf([], [tea], ["id", "", once]), [["add", undefined, 3]]);
});

test("an update tells the difference", () => {
  const after = [{ ...mug, quantity: 5 }];
  assert.deepEqual(eventsOf([mug], after, ["id", "m", { quantity: 5 }]), [["update", after[0], 3]]);
  // What was there before may not be known.
  assert.deepEqual(eventsOf([], after, ["id", "m", { quantity: 5 }]), [["update", after[0], 5]]);
});

test("a removal tells the line that was there", () => {
  assert.deepEqual(eventsOf([mug, tea], [tea], ["id", "m", { quantity: 0 }]), [["remove", mug, -2]]);
});

test("a removal of all lines is an event for each", () => {
  assert.deepEqual(eventsOf([mug, tea], [], ["id", "*", {}]), [
    ["remove", mug, -2],
    ["remove", tea, -1],
  ]);
});

test("nobody changes a cart by writing to it", () => {
  const cart = freeze({ lines: [{ quantity: 1, sums: { total: 1 } }] });
  assert.throws(() => (cart.lines[0].quantity = 2), TypeError);
  assert.throws(() => cart.lines.push(1), TypeError);
  assert.throws(() => (cart.lines[0].sums.total = 2), TypeError);
  assert.equal(freeze(undefined), undefined);
});
