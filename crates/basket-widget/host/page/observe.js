// @ts-check
/* Changes of the document. */
import { NAME } from "../storage.js";

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
