import assert from "node:assert/strict";
import test from "node:test";
import { answer, openBrowser } from "./browser.js";

/* A basket element with configuration scripts and attributes. */
const element = (configs, { lang, ...attributes } = {}) => ({
  children: [].concat(configs).map((config) => ({
    localName: "script",
    type: "application/json",
    textContent: typeof config == "string" ? config : JSON.stringify(config),
  })),
  dataset: {},
  closest: () => (lang ? { lang } : null),
  getAttribute: (name) => attributes[name] ?? null,
});

const open = async (options = {}) => {
  const browser = openBrowser({ respond: () => answer("one\ntwo"), ...options });
  const { readElement } = await browser.load("loader/element.js");
  const { page } = await browser.load("loader/state.js");
  return { ...browser, page, readElement };
};

const key = { api_key: "pk" };
const FILE = "https://basket.example/v1/basket-12345678.";

test("the page's language chooses among those that the basket brings along", async () => {
  const { readElement } = await open();
  for (const [lang, code] of [
    ["de", "de"],
    ["de-AT", "de"],
    ["DE_at", "de"],
    ["da", "dk"],
    ["da-DK", "dk"],
    ["nb", "no"],
    ["nn-NO", "no"],
    ["no", "no"],
    ["en-GB", "en"],
    ["sl", "sl"],
    // Unknown: the browser's, which is English here.
    ["xx", "en"],
    ["zh-Hant-TW", "en"],
    ["", "en"],
  ]) {
    const read = readElement(element(key, { lang }));
    assert.deepEqual([read.code, read.native, read.isLost], [code, code, false], lang);
  }
});

test("the browser's languages come after the page's", async () => {
  const { readElement } = await open({ languages: ["xx", "fi-FI", "sv"] });
  assert.equal(readElement(element(key)).code, "fi");
  assert.equal(readElement(element(key, { lang: "it" })).code, "it");
});

test("the configuration's language comes before the page's, and a script's wish before that", async () => {
  const { page, readElement } = await open();
  const config = { ...key, options: { default_locale: "nb-NO" } };
  assert.equal(readElement(element(config, { lang: "de" })).code, "no");
  page.wishedLocale = "es-MX";
  assert.equal(readElement(element(config, { lang: "de" })).code, "es");
});

test("a language that was asked for and does not exist is lost", async () => {
  const { readElement } = await open();
  const read = readElement(element({ ...key, options: { default_locale: "tlh" } }, { lang: "de" }));
  assert.deepEqual([read.code, read.isLost], ["de", true]);
});

test("the page's own texts come first, also for a part of a language", async () => {
  const { readElement } = await open();
  const locales = { "de-CH": {}, da: {}, pt: {} };
  for (const [lang, code, native] of [
    ["de-CH", "de-CH", "de"],
    ["de", "de", "de"],
    ["da", "da", "dk"],
    // English is what a language is filled up with that the basket does not bring along.
    ["pt-BR", "pt", "en"],
  ]) {
    const read = readElement(element({ ...key, locales }, { lang }));
    assert.deepEqual([read.code, read.native], [code, native], lang);
  }
});

test("English needs no texts", async () => {
  const { readElement, requests } = await open();
  const [texts] = await readElement(element(key)).words;
  assert.equal(texts, false);
  assert.deepEqual(requests, []);
});

test("texts are asked for once", async () => {
  const { readElement, requests } = await open();
  const german = element(key, { lang: "de" });
  assert.deepEqual(await readElement(german).words, ["one\ntwo", undefined]);
  assert.deepEqual(await readElement(german).words, ["one\ntwo", undefined]);
  assert.deepEqual(
    requests.map(([address]) => address),
    [`${FILE}de.txt`],
  );
});

test("the page's own texts need the names of all texts", async () => {
  const { readElement, requests } = await open();
  const own = element({ ...key, locales: { de: { title: "Korb" } } }, { lang: "de" });
  assert.deepEqual(await readElement(own).words, ["one\ntwo", "one\ntwo"]);
  assert.deepEqual(
    requests.map(([address]) => address),
    [`${FILE}de.txt`, `${FILE}names.txt`],
  );
});

test("texts that fail are null, and are asked for again", async () => {
  const answers = [() => answer("busy", 503), () => Promise.reject(new TypeError("offline")), () => answer("one")];
  const { readElement, requests } = await open({ respond: () => answers.shift()() });
  const german = element(key, { lang: "de" });
  assert.deepEqual(await readElement(german).words, [null, undefined]);
  assert.deepEqual(await readElement(german).words, [null, undefined]);
  assert.deepEqual(await readElement(german).words, ["one", undefined]);
  assert.equal(requests.length, 3);
});

test("the key is read without blanks around it, as the core does", async () => {
  const { local, readElement } = await open();
  local["service-basket:pk:cart"] = "c1";
  const read = readElement(element({ api_key: " pk\n" }));
  assert.deepEqual([read.key, read.cart], ["pk", "c1"]);
  for (const api_key of [42, null, {}]) assert.equal(readElement(element({ api_key })).key, undefined);
});

test("only JSON scripts are configurations, and the first counts", async () => {
  const { readElement } = await open();
  const basket = element([{ api_key: "first" }, { api_key: "second" }]);
  assert.equal(readElement(basket).key, "first");
  basket.children[0].type = "text/javascript";
  assert.equal(readElement(basket).key, "second");
  basket.children[1].type = " Application/JSON ";
  assert.equal(readElement(basket).key, "second");
  basket.children[1].localName = "div";
  assert.equal(readElement(basket).config, undefined);
});

test("an element without a right configuration is read all the same", async () => {
  const { readElement } = await open();
  for (const config of [[], "", "{", "null", "42", "[]"]) {
    const read = readElement(element(config));
    assert.deepEqual([read.key, read.code], [undefined, "en"], JSON.stringify(config));
  }
});

test("another attribute, language or configuration is another mark", async () => {
  const { readElement } = await open();
  const marks = [
    element(key),
    element(key, { right: "" }),
    element(key, { lang: "de" }),
    element({ api_key: "pk_2" }),
    element(key, { class: "x" }),
  ].map((one) => readElement(one).mark);
  assert.equal(new Set(marks).size, 4);
  assert.equal(marks[0], marks[4]);
});
