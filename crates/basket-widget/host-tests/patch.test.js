import assert from "node:assert/strict";
import test from "node:test";
import { openBrowser } from "./browser.js";
import { makeElement, openRoot, textOf } from "./document.js";

const { isShown, patch, reopen } = await openBrowser().load("patch.js");

/* A root that shows these, and a function that shows others in it. */
const open = (...children) => {
  const root = openRoot();
  const show = (...children) => patch(root, ["", {}, ...children]);
  show(...children);
  return { root, show };
};

const row = (key, ...children) => ["li", { ":key": key }, ...children];
const ul = (...rows) => ["ul", {}, ...rows];

test("a tree becomes nodes with fixed and other attributes", () => {
  const { root } = open(["p|class=a|part=b", { lang: "de" }, "Hello ", ["b", {}, "you"]]);
  assert.equal(textOf(root), "<p class=a part=b lang=de>Hello <b>you</b></p>");
});

test("what is inside a picture is a part of it", () => {
  const { root } = open(["svg", {}, ["path|d=M0", {}]], ["p", {}]);
  const [svg, paragraph] = root.childNodes;
  assert.deepEqual([svg.namespace, svg.firstChild.namespace, paragraph.namespace], ["svg", "svg", "html"]);
});

test("nodes that stay are the same nodes, and a text is changed in place", () => {
  const { root, show } = open(["p", {}, "one"]);
  const [paragraph] = root.childNodes;
  const text = paragraph.firstChild;
  show(["p", { lang: "en" }, "two"]);
  assert.equal(textOf(root), "<p lang=en>two</p>");
  assert.equal(root.firstChild, paragraph);
  assert.equal(paragraph.firstChild, text);
  assert.deepEqual([paragraph.moves, text.moves], [1, 1]);
});

test("an attribute that is gone is removed", () => {
  const { root, show } = open(["p", { lang: "en", title: "a" }]);
  show(["p", { title: "b" }]);
  assert.equal(textOf(root), "<p title=b></p>");
});

test("another head is another node", () => {
  const { root, show } = open(["p|class=a", {}, "one"]);
  const [paragraph] = root.childNodes;
  show(["p|class=b", {}, "one"]);
  assert.notEqual(root.firstChild, paragraph);
  assert.equal(textOf(root), "<p class=b>one</p>");
});

test("rows follow their keys", () => {
  const { root, show } = open(ul(row("a", "A"), row("b", "B"), row("c", "C")));
  const [a, b, c] = root.firstChild.childNodes;
  show(ul(row("c", "C"), row("a", "A2"), row("d", "D")));
  assert.equal(textOf(root), "<ul><li>C</li><li>A2</li><li>D</li></ul>");
  assert.deepEqual([root.firstChild.childNodes[0], root.firstChild.childNodes[1]], [c, a]);
  assert.equal(b.parentNode, null);
});

test("a node with the focus is never moved", () => {
  const { root, show } = open(ul(row("a"), row("b"), row("c"), row("d")));
  const list = root.firstChild;
  for (const focused of [...list.childNodes]) {
    root.activeElement = focused;
    const { moves } = focused;
    for (const order of ["dcba", "badc", "cdab", "abcd"]) {
      show(ul(...[...order].map((key) => row(key))));
      assert.equal(list.childNodes.map(({ given }) => given[":key"]).join(""), order);
      assert.equal(focused.moves, moves, `${focused.given[":key"]} in ${order}`);
    }
  }
});

test("an element that a translator put in the place of a text goes, and the text comes", () => {
  const { root, show } = open(["p", {}, "Warenkorb"]);
  const [paragraph] = root.childNodes;
  const translated = makeElement("font", new Text("Cart"));
  paragraph.firstChild.remove();
  paragraph.insertBefore(translated, null);
  show(["p", {}, "Kasse"]);
  assert.equal(textOf(root), "<p>Kasse</p>");
});

test("a value that is there already is not written again", () => {
  const { root, show } = open(["input", { ":value": "1" }]);
  const [field] = root.childNodes;
  assert.deepEqual([field.value, field.writes], ["1", 1]);
  // The shopper has typed what the core then says.
  field.value = "12";
  show(["input", { ":value": "12" }]);
  assert.deepEqual([field.value, field.writes], ["12", 2]);
  show(["input", { ":value": "3" }]);
  assert.equal(field.value, "3");
});

const panel = (how) => ["dialog|popover=manual", { ":open": how }];

test("a panel opens as the core says, and closes", () => {
  const { root, show } = open(panel(undefined));
  const [dialog] = root.childNodes;
  show(panel("modal"));
  assert.equal(dialog.layer, "modal");
  show(panel("beside"));
  assert.equal(dialog.layer, "popover");
  show(panel(undefined));
  assert.equal(dialog.layer, "");
});

test("a panel that is new opens when it is on the page, without taking the focus", async () => {
  const { root } = open(panel("beside"));
  const [dialog] = root.childNodes;
  assert.equal(dialog.layer, "");
  let wasInert;
  dialog.showPopover = () => {
    wasInert = dialog.inert;
    dialog.layer = "popover";
  };
  await null;
  assert.deepEqual([dialog.layer, wasInert, dialog.inert], ["popover", true, false]);
});

test("a panel of a basket that the page hides never makes the page wait", () => {
  const { root, show } = open(panel(undefined));
  root.isShown = false;
  show(panel("modal"));
  assert.equal(root.firstChild.layer, "popover");
});

test("a panel that was moved on the page is opened again as it was", () => {
  const { root, show } = open(panel(undefined));
  show(panel("modal"));
  const [dialog] = root.childNodes;
  const opened = [];
  dialog.showModal = () => opened.push("modal");
  reopen(dialog, "modal");
  assert.deepEqual(opened, []);
  dialog.layer = "";
  reopen(dialog, "modal");
  assert.deepEqual(opened, ["modal"]);
});

test("an element without a box of its own is shown where its parent is", () => {
  const parent = { checkVisibility: () => true };
  const element = { checkVisibility: () => false, parentElement: parent };
  Object.defineProperty(globalThis, "getComputedStyle", { configurable: true, value: () => ({ display: "contents" }) });
  assert.ok(isShown(element));
  parent.checkVisibility = () => false;
  parent.parentElement = null;
  Object.defineProperty(globalThis, "getComputedStyle", { configurable: true, value: () => ({ display: "none" }) });
  assert.ok(!isShown(element));
});
