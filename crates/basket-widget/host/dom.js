// @ts-check
/* Small helpers for documents and style sheets. */
import { NAME } from "./storage.js";

/**
 * Finds all elements with a marker.
 * @param {string} marker
 * @returns {NodeListOf<HTMLElement>}
 */
export const findAll = (marker) => document.querySelectorAll(`[data-embed=${marker}]`);

/** @param {string} css */
export const sheetOf = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};
