/* Locks that all tabs of a site share. There are none on plain http, and a page in a sandbox may not have any. */

const { locks } = navigator;

/* Does something while nobody else with that lock does; where that cannot be had, at once. */
const withLock = (lock, task) => {
  if (!locks) return task();
  let isHeld;
  const run = () => ((isHeld = true), task());
  return locks.request(lock, run).catch((error) => (isHeld ? Promise.reject(error) : task()));
};

export { locks, withLock };
