// @ts-check
/* Small helpers for documents and style sheets. */
import { NAME } from "./storage.js";

/**
 * Finds all elements with a marker.
 * @param {string} marker
 * @returns {NodeListOf<HTMLElement>}
 */
export const findAll = (marker) => document.querySelectorAll(`[data-embed=${marker}]`);

const MARKED = `[data-embed^=${NAME}]`;

/**
 * Whether a change of the document is about a marked element: one that comes or goes, or something on or in one, or, as
 * with a language, around one.
 * @param {MutationRecord} record
 */
const concernsUs = ({ type, target, addedNodes, removedNodes }) => {
  const element = target instanceof Element ? target : target.parentElement;
  if (element?.closest(MARKED)) return true;
  if (type == "attributes") return !!element?.querySelector(MARKED);
  return [...addedNodes, ...removedNodes].some(
    (node) => node instanceof Element && (node.matches(MARKED) || node.querySelector(MARKED)),
  );
};

/**
 * Does something when the document has changed in a way that concerns us, at most once a frame; a page that nobody sees
 * has none.
 * @param {string[]} attributeFilter
 * @param {() => void} act
 */
export const observe = (attributeFilter, act) => {
  let isDue = false;
  const run = () => {
    isDue = false;
    act();
  };
  const observer = new MutationObserver((records) => {
    if (isDue || !records.some(concernsUs)) return;
    isDue = true;
    document.hidden ? setTimeout(run) : requestAnimationFrame(run);
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributeFilter });
};

/** @param {string} css */
export const sheetOf = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};

/**
 * Whether something happened beside a panel, not on its border or on an empty part of it.
 * @param {Element} panel
 * @param {{ clientX: number, clientY: number }} place
 */
export const isBeside = (panel, { clientX, clientY }) => {
  const { left, right, top, bottom } = panel.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
};
