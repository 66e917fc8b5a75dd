/* What page.js gets from the loader when it comes. */

/** @type {import("../loader/state.js").Page} */
export let page;

export const setPage = (given) => {
  page = given;
};
