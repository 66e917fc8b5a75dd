// @ts-check
/* The shadow roots of baskets: what happens in them is told to the core. */
import { patch } from "../patch.js";
import { USE } from "../protocol.js";
import { numberOf, page } from "./state.js";

/** @typedef {Element & { given: import("../types.js").Given }} Used */

/**
 * @param {HTMLElement} element
 * @param {ShadowRoot} root
 * @param {string} type The type of event.
 */
const listen = (element, root, type) =>
  root.addEventListener(type, (event) => {
    const used = /** @type {Used[]} */ (event.composedPath()).find((node) => node.given?.[":on"]);
    if (!used || page.isDead) return;
    // The page may have put the basket into a link.
    if (type == "click") event.preventDefault();
    page.opener = undefined;
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    page.send([USE, numberOf(element), used.given[":on"], type == "input", value]);
  });

/** @type {WeakSet<ShadowRoot>} */
const heard = new WeakSet(); // the roots that have these listeners; another build may have made a root

/**
 * Shows a tree in an element.
 * @param {HTMLElement} element
 * @param {import("../types.js").Tree} tree
 * @param {CSSStyleSheet[]} sheets
 */
export const paint = (element, tree, ...sheets) => {
  const root = element.shadowRoot || element.attachShadow({ mode: "open" });
  if (!heard.has(root)) {
    heard.add(root);
    for (const type of ["click", "input", "change"]) listen(element, root, type);
  }
  root.adoptedStyleSheets = sheets;
  patch(root, ["", {}, tree]);
};
