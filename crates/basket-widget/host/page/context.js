// @ts-check
/* What page.js gets from the loader when it comes. */

/** @type {import("../types.js").Page} */
export let page;

/** @param {import("../types.js").Page} given */
export const setPage = (given) => {
  page = given;
};
