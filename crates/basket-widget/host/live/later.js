// @ts-check
/* page.js: what a first view can do without. */
import { urlOf } from "../loader/site.js";
import { page } from "../loader/state.js";

/** @typedef {import("../types.js").PageActions} PageActions */

/** @type {Promise<PageActions | void> | undefined} */
let coming;

/**
 * Loads it once. If it does not come, who waits for a call hears of it, and the next time may be luckier.
 * @returns {Promise<PageActions | void>}
 */
export const more = () =>
  (coming ||= import(urlOf("page.js")).then(
    ({ start }) => start(page),
    async () => {
      coming = undefined;
      (await page.handOver()) || rejectCalls();
    },
  ));

/* Calls that nobody can carry out; those that nobody waits for are kept for the next time. */
export const rejectCalls = () => {
  const error = Object.assign(new Error("No answer."), { code: "service-unreachable" });
  for (const call of page.calls.splice(0)) {
    const [, , reject] = call;
    reject ? reject(error) : page.calls.push(call);
  }
};

/**
 * Has it do something, when it is there.
 * @param {(does: PageActions) => void} act
 * @param {() => void} [fail] What happens if it does not come.
 */
export const tell = (act, fail) => more().then((does) => (does ? act(does) : fail?.()));
