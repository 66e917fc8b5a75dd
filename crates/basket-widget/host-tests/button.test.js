/* The button that the loader shows is the one that the core shows: in every layout and language, with any number. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { openBrowser } from "./browser.js";

const folder = new URL("../../../target/widget/", import.meta.url);
const { ATTRIBUTES, MOUNT, SHOW } = await openBrowser().load("protocol.js");
const { LABELS } = await openBrowser().load("loader/baked.js");

const fileOf = (end) => fs.readdirSync(folder).find((name) => name.endsWith(end));

/* A core of its own, and how to call it. */
const openCore = async (browser) => {
  const module = await WebAssembly.compile(fs.readFileSync(new URL("basket.wasm", folder)));
  globalThis.__BUILD__ = WebAssembly.Module.imports(module)[0].module;
  const { connect } = await browser.load("live/core.js");
  const core = await connect(Promise.resolve(module));
  const { call } = await browser.load("call.js");
  return (message) => call(core, message);
};

/* What the core shows of a basket first, down to the button. */
const shownByCore = (send, { config, attributes, language, code, native, cart }, items) => {
  const lines = native == "en" ? "" : fs.readFileSync(new URL(fileOf(`.${native}.txt`), folder), "utf8");
  const names = config.locales ? fs.readFileSync(new URL(fileOf(".names.txt"), folder), "utf8") : "";
  const effects = send([MOUNT, 1, config, attributes, language, code, native, lines, names, cart, items, false]);
  const [, , [head, given, button]] = effects.find(([kind]) => kind == SHOW);
  // Until the core is there, the name is what can be seen.
  delete button[1]["aria-label"];
  return [head, given, button];
};

const compare = async ({ lang = "en", on = [], config = {}, items = 0 }) => {
  const browser = openBrowser({ languages: [lang] });
  // A cart whose number nobody knows.
  if (items !== 0) browser.local["service-basket:pk:cart"] = "c1";
  const text = JSON.stringify({ api_key: "pk", ...config });
  const element = {
    children: [{ localName: "script", type: "application/json", textContent: text }],
    dataset: {},
    closest: () => ({ lang }),
    getAttribute: (name) => (on.includes(name) ? "" : null),
  };
  const { readElement } = await browser.load("loader/element.js");
  const { buttonOf } = await browser.load("loader/button.js");
  const read = readElement(element);
  const shown = shownByCore(await openCore(browser), read, items);
  assert.deepEqual(buttonOf(read, items), shown, JSON.stringify({ lang, on, config, items }));
  return shown;
};

const layouts = ATTRIBUTES.reduce((all, name) => [...all, ...all.map((on) => [...on, name])], [[]]);

test("in every layout", async () => {
  assert.equal(layouts.length, 16);
  for (const on of layouts) await compare({ on });
  for (const on of layouts) await compare({ config: { options: Object.fromEntries(on.map((name) => [name, true])) } });
});

test("in every language", async () => {
  for (const lang of Object.keys(LABELS)) {
    const [, { lang: shown }, button] = await compare({ lang });
    assert.deepEqual([shown, button[3][2]], [lang == "dk" ? "da" : lang, LABELS[lang]]);
  }
});

test("in a language of the page's own, in either direction", async () => {
  const locales = { ar: { your_cart: "السلة" }, de: { your_cart: "Einkaufswagen" }, fr: { total: "Somme" } };
  for (const [lang, label, dir] of [
    ["ar", "السلة", "rtl"],
    ["de", "Einkaufswagen", "ltr"],
    ["de-AT", "Einkaufswagen", "ltr"],
    ["fr", LABELS.fr, "ltr"],
  ]) {
    const [, given, button] = await compare({ lang, config: { locales } });
    assert.deepEqual([given.dir, button[3][2]], [dir, label]);
  }
});

test("with any number, and with none", async () => {
  for (const lang of ["en", "de"]) for (const items of [0, 1, 12, 1234, undefined]) await compare({ lang, items });
});

test("without a button of its own", async () => {
  await compare({ config: { options: { button: false } } });
  await compare({ on: ["detached"], config: { options: { button: false } } });
});
