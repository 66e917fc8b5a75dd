// @ts-check
/* The shadow roots of baskets: what happens in them is told to the core. */
import { isBeside } from "../dom.js";
import { isOpen, patch } from "../patch.js";
import { DISMISS, USE } from "../protocol.js";
import { numberOf, page } from "./state.js";

/** @typedef {Element & { given: import("../types.js").Given }} Used */

/**
 * @param {HTMLElement} element
 * @param {ShadowRoot} root
 * @param {string} type The type of event.
 */
const listen = (element, root, type) =>
  root.addEventListener(
    type,
    (event) => {
      if (page.isDead) return;
      const target = /** @type {HTMLInputElement | HTMLDialogElement} */ (event.target);
      const basket = numberOf(element);
      if (type == "cancel") event.preventDefault();
      if (target.localName != "dialog") {
        const used = /** @type {Used[]} */ (event.composedPath()).find((node) => node.given?.[":on"]);
        if (!used) return;
        // The page may have put the basket into a link.
        if (type == "click") event.preventDefault();
        page.opener = undefined;
        page.send([USE, basket, used.given[":on"], type == "input", /** @type {HTMLInputElement} */ (target).value]);
      } else if (type == "click") {
        const click = /** @type {PointerEvent} */ (event);
        // What was pressed inside, as when a number is marked, does not close.
        if (isBeside(target, click) && isBeside(target, page.press || click)) page.send([DISMISS, basket, true]);
      } else if (type != "close" || !isOpen(target)) {
        page.send([DISMISS, basket, false]);
      }
    },
    // Caught on the way down, since the dialog's own events do not bubble.
    true,
  );

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
    for (const type of ["click", "input", "change", "cancel", "close"]) listen(element, root, type);
  }
  root.adoptedStyleSheets = sheets;
  patch(root, ["", {}, tree]);
};
