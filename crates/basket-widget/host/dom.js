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
 * Does something when the document has changed in a way that concerns us, at most once a frame.
 * @param {string[]} attributeFilter
 * @param {() => void} act
 */
export const observe = (attributeFilter, act) => {
  let isResting = false; // until the next frame
  let isDue = false;
  const run = () => {
    isResting = true;
    isDue = false;
    act();
    requestAnimationFrame(endRest);
    // What nobody sees has no frames.
    setTimeout(endRest, 100);
  };
  const endRest = () => {
    isResting = false;
    if (isDue) run();
  };
  const observer = new MutationObserver((records) => {
    if (!records.some(concernsUs)) return;
    if (isResting) isDue = true;
    else run();
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
