// @ts-check
/* Locks that all tabs of a site share. There are none on plain http, and a page in a sandbox may not have any. */

const { locks } = navigator;

/**
 * Does something while nobody else with that lock does; where that cannot be had, at once.
 * @template Result
 * @param {string} lock
 * @param {() => Promise<Result>} task
 * @returns {Promise<Result>}
 */
const withLock = (lock, task) => {
  if (!locks) return task();
  /** @type {boolean | undefined} */
  let isHeld;
  const run = () => ((isHeld = true), task());
  const done = /** @type {Promise<Result>} */ (locks.request(lock, run));
  return done.catch((error) => (isHeld ? Promise.reject(error) : task()));
};

export { locks, withLock };
