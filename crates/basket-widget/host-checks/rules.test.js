import assert from "node:assert/strict";
import test from "node:test";
import { problemsOf, protocolNames } from "./rules.js";

const protocol = `
  export const ADD = 4;
  export const FLAGS = ["detached", "right"];
  export const ALIASES = { da: "dk", nb: "no" };
  export const FILTER = /x/;
`;
const names = protocolNames(protocol);

const check = (text, name = "a.js") => problemsOf(name, text, names);

test("the names of the protocol are those in its lists", () => {
  assert.deepEqual([...names], ["detached", "right", "da", "nb"]);
});

test("four parameters are the most, and a rest parameter is one", () => {
  assert.deepEqual(check("const a = (b, c, { d }, ...e) => b;"), []);
  assert.equal(check("const a = (b, c, d, e, f) => b;").length, 1);
  assert.equal(check("\nfunction a(b, c, d, e, ...f) {}")[0], "a.js:2: a function has 5 parameters; 4 are the most");
  assert.equal(check("class A { b(c, d, e, f, g) {} }", "protocol.js").length, 1);
  assert.equal(check("const a = { b(c, d, e, f, g) {} };").length, 1);
});

test("messages, effects and actions have names", () => {
  for (const text of [
    "page.post([4, 1]);",
    "send([4]);",
    "const effects = { [4]([, id]) {} };",
    "const effects = { 4: act };",
    'if (button.given[":on"] == 1) focus();',
  ]) {
    assert.equal(check(text).length, 1, text);
  }
  for (const text of [
    "page.post([ADD, 1]);",
    "channel.postMessage([4]);",
    "const effects = { [ADD]([, id]) {} };",
    "const row = tree[4];",
    'if (button.given[":on"] == ACTION_TOGGLE) focus();',
  ]) {
    assert.deepEqual(check(text), [], text);
  }
});

test("lists of the protocol are not written again", () => {
  for (const text of [
    'const flags = ["right", "detached"];',
    'const flags = "right detached".split(" ");',
    "const flags = { right: 1, detached: 1 };",
  ]) {
    assert.equal(check(text).length, 1, text);
  }
  assert.deepEqual(check('const sides = ["left", "right"];'), []);
  assert.deepEqual(check(protocol, "protocol.js"), []);
});
