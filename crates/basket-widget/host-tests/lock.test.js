import assert from "node:assert/strict";
import test from "node:test";
import { openBrowser } from "./browser.js";

const open = async (options) => {
  const browser = openBrowser(options);
  return { ...browser, ...(await browser.load("page/lock.js")) };
};

/* A task that counts how often it runs. */
const counted = (result) => {
  const task = async () => {
    task.runs++;
    if (result instanceof Error) throw result;
    return result;
  };
  task.runs = 0;
  return task;
};

test("a task runs under its lock", async () => {
  const { locks, withLock } = await open();
  let held;
  const result = await withLock("name", async () => {
    held = [...locks.held.keys()];
    return 1;
  });
  assert.equal(result, 1);
  assert.deepEqual(held, ["name"]);
  assert.equal(locks.held.size, 0);
});

test("two tasks with one lock run one after the other", async () => {
  const { withLock } = await open();
  const order = [];
  const task = (name) => async () => {
    order.push(`${name} starts`);
    await null;
    order.push(`${name} ends`);
  };
  await Promise.all([withLock("name", task("first")), withLock("name", task("second"))]);
  assert.deepEqual(order, ["first starts", "first ends", "second starts", "second ends"]);
});

test("where there are no locks, a task runs at once", async () => {
  const { withLock } = await open({ hasLocks: false });
  const task = counted(1);
  assert.equal(await withLock("name", task), 1);
  assert.equal(task.runs, 1);
});

test("where a lock is refused, a task runs without it, once", async () => {
  const { locks, withLock } = await open();
  locks.isRefused = true;
  const task = counted(1);
  assert.equal(await withLock("name", task), 1);
  assert.equal(task.runs, 1);
});

test("a task that fails is not run again", async () => {
  const { withLock } = await open();
  const task = counted(new Error("offline"));
  await assert.rejects(withLock("name", task), /offline/);
  assert.equal(task.runs, 1);
});
