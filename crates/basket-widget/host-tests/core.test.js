import assert from "node:assert/strict";
import test from "node:test";
import { openBrowser } from "./browser.js";

/* The function that the core formats numbers with, given a number, a currency and a language. */
const openFormat = async () => {
  const { connect } = await openBrowser().load("live/core.js");
  const memory = { buffer: new ArrayBuffer(256) };
  let imported;
  globalThis.WebAssembly = {
    instantiate: async (_, imports) => {
      imported = imports[__BUILD__].f;
      return { exports: { m: memory } };
    },
  };
  await connect(Promise.resolve({}));
  const write = (text, at) => new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer, at)).written;
  return (number, currency, language) => {
    const room = [128, 128];
    const result = imported(number, 0, write(currency, 0), 64, write(language, 64), ...room);
    if (currency == "#") return result;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, 128, result)).replace(/[\u00a0\u202f]/g, " ");
  };
};

const format = await openFormat();

test("money has the decimals of its currency", () => {
  assert.equal(format(123456, "EUR", "en"), "€1,234.56");
  assert.equal(format(123456, "EUR", "de"), "1.234,56 €");
  assert.equal(format(1234, "JPY", "en"), "¥1,234");
  assert.equal(format(1234567, "BHD", "en"), "BHD 1,234.567");
  assert.equal(format(0, "EUR", "en"), "€0.00");
});

test("nothing is rounded where platforms show no decimals", () => {
  assert.equal(format(1234567, "IQD", "en"), "IQD 1,234.567");
  assert.match(format(123456, "HUF", "en"), /1,234\.56/);
});

test("a plain number has the language's separators", () => {
  assert.equal(format(1234567, "", "en"), "1,234,567");
  assert.equal(format(1234567, "", "de"), "1.234.567");
});

test("a plural is the index of its form", () => {
  const forms = (language, numbers) => numbers.map((number) => format(number, "#", language));
  // one, other
  assert.deepEqual(forms("en", [1, 2, 5, 0]), [0, 1, 1, 1]);
  // one, two, few, other
  assert.deepEqual(forms("sl", [1, 2, 3, 5, 101, 102]), [0, 1, 2, 3, 0, 1]);
  // one, few, many, other
  assert.deepEqual(forms("ru", [1, 2, 5, 21, 22]), [0, 1, 2, 0, 1]);
  // one, two, few, many, other, zero
  assert.deepEqual(forms("ar", [0, 1, 2, 3, 11, 100]), [5, 0, 1, 2, 3, 4]);
});

test("one is the singular also where a language does not tell it from more", () => {
  assert.deepEqual(
    [1, 2, 5].map((number) => format(number, "#", "ja")),
    [0, 1, 1],
  );
});
