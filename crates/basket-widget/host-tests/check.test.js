import assert from "node:assert/strict";
import test from "node:test";
import { openBrowser } from "./browser.js";

const { isPlain } = await openBrowser().load("page/check.js");

const check = (config, text = JSON.stringify(config)) => !!isPlain(config?.api_key, config, text);

test("a right configuration needs no closer look", () => {
  assert.ok(check({ api_key: "pk_demo" }));
  assert.ok(check({ api_key: "pk_demo" }, '\n  { "api_key":\t"pk_demo" }\n'));
  assert.ok(
    check({
      api_key: "pk_demo",
      options: { default_locale: "de", right: true, tinted: false, show_sum_total: true },
      style: { primary: "#123" },
    }),
  );
});

test("where there can be a doubt, somebody looks closer", () => {
  const key = { api_key: "pk_demo" };
  for (const config of [
    {},
    { api_key: " " },
    { api_key: 42 },
    { api_key: "<key>" },
    { ...key, option: {} },
    { ...key, options: [] },
    { ...key, options: null },
    { ...key, options: { rihgt: true } },
    { ...key, options: { right: "yes" } },
    { ...key, locales: {} },
    { ...key, style: null },
    // Contrast is looked at.
    { ...key, style: { text_primary: "#777" } },
  ]) {
    assert.equal(check(config), false, JSON.stringify(config));
  }
});

test("a style that is no object is left to the browser, which rejects all of its members", () => {
  assert.ok(check({ api_key: "pk_demo", style: "red" }));
});

test("a member that stands twice is a doubt", () => {
  assert.equal(check({ api_key: "pk" }, '{ "api_key": "pk_old", "api_key": "pk" }'), false);
});

test("what is not a configuration is a doubt", () => {
  assert.equal(check(undefined, "{"), false);
  assert.equal(check(null, "null"), false);
});
