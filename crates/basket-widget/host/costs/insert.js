// @ts-check
/* Puts nodes into a tree of the core. */

/** @typedef {import("../types.js").Tree} Tree */

/**
 * A child with the nodes before it.
 * @param {string | Tree} child
 * @param {Record<string, Tree[]>} before
 * @returns {(string | Tree)[]}
 */
const withNodes = (child, before) =>
  typeof child == "string" ? [child] : [...(before[child[0]] || []), insert(child, before)];

/**
 * The tree with nodes before some of its elements.
 * @param {Tree} tree
 * @param {Record<string, Tree[]>} before The nodes, by the head of the element that they come before.
 * @returns {Tree}
 */
export const insert = ([head, given, ...children], before) => [
  head,
  given,
  ...children.flatMap((child) => withNodes(child, before)),
];
