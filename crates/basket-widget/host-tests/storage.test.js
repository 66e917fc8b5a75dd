import assert from "node:assert/strict";
import test from "node:test";
import { openBrowser } from "./browser.js";

const open = async (options) => {
  const browser = openBrowser(options);
  return { ...browser, ...(await browser.load("storage.js")) };
};

const QUEUE = "service-basket:pk:queue";

test("an entry is put at the end of the queue", async () => {
  const { local, putEntry } = await open();
  putEntry("pk", "a", ["a", "", { sku: "MUG" }]);
  putEntry("pk", "b", ["b", "line", { quantity: 2 }]);
  assert.deepEqual(JSON.parse(local[QUEUE]), [
    ["a", "", { sku: "MUG" }],
    ["b", "line", { quantity: 2 }],
  ]);
});

test("an entry takes the place of the one with the id", async () => {
  const { local, putEntry } = await open();
  for (const id of ["a", "b", "c"]) putEntry("pk", id, [id]);
  putEntry("pk", "b", ["d"]);
  assert.equal(local[QUEUE], '[["a"],["d"],["c"]]');
});

test("without an entry the one with the id is removed, and an empty queue is deleted", async () => {
  const { local, putEntry } = await open();
  for (const id of ["a", "b"]) putEntry("pk", id, [id]);
  putEntry("pk", "a");
  assert.equal(local[QUEUE], '[["b"]]');
  putEntry("pk", "unknown");
  assert.equal(local[QUEUE], '[["b"]]');
  putEntry("pk", "b");
  assert.deepEqual(Object.keys(local), []);
});

test("each key has its own queue", async () => {
  const { local, putEntry } = await open();
  putEntry("pk", "a", ["a"]);
  putEntry("pk_other", "b", ["b"]);
  assert.equal(local[QUEUE], '[["a"]]');
  assert.equal(local["service-basket:pk_other:queue"], '[["b"]]');
});

test("broken JSON in storage is an empty queue", async () => {
  const { local, parse, putEntry } = await open();
  for (const broken of ["", "[[", "undefined", "null"]) {
    local[QUEUE] = broken;
    putEntry("pk", "a", ["a"]);
    assert.equal(local[QUEUE], '[["a"]]', broken);
  }
  assert.equal(parse("{"), undefined);
  assert.equal(parse(undefined), undefined);
  assert.deepEqual(parse("[1]"), [1]);
});

test("nonsense in the queue goes when something is put into it", async () => {
  const { local, putEntry, queueOf } = await open();
  for (const nonsense of ["{}", "42", '"text"', '[null, 42, "text", {}]']) {
    local[QUEUE] = nonsense;
    assert.deepEqual(queueOf("pk"), [], nonsense);
    putEntry("pk", "a", ["a"]);
    assert.equal(local[QUEUE], '[["a"]]', nonsense);
  }
});

test("forbidden storage is an empty one", async () => {
  const { putEntry, storage, stored } = await open({ hasStorage: false });
  putEntry("pk", "a", ["a"]);
  assert.equal(stored("pk", "queue"), undefined);
  assert.equal(
    storage(() => 1),
    undefined,
  );
});

test("full storage is no error", async () => {
  const { storage } = await open();
  assert.equal(
    storage(() => {
      throw new Error("QuotaExceededError");
    }),
    undefined,
  );
});
