// @ts-check
/* Markers: elements of the page that add something or open the basket. They work from any element, also one that comes
   later. */
import { ADD } from "../protocol.js";
import { NAME } from "../storage.js";
import { page } from "./state.js";

/**
 * @param {number} id The core's number for the marker.
 * @param {string} state
 */
export const mark = (id, state) => {
  const marker = /** @type {HTMLElement} */ (page.markers[id]);
  const { dataset } = marker;
  dataset.state = state;
  marker.ariaBusy = `${state == "busy"}`;
  marker.until = Date.now() + 500;
  if (state == "done") setTimeout(() => dataset.state == state && (dataset.state = "idle"), 1600);
};

export const listenToMarkers = () =>
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const marker = /** @type {HTMLAnchorElement | null} */ (
      target.closest?.(`[data-embed^=${NAME}-]:not([data-embed$=count])`)
    );
    if (!marker || page.isDead) return;
    // A link that is to open in a tab or a window of its own.
    if (marker.href && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    const { embed, state, sku, quantity = 1, frequency, interval = 1, open, key } = marker.dataset;
    event.preventDefault();
    const isToggle = /toggle$/.test(/** @type {string} */ (embed));
    if (isToggle || open != null) page.opener = marker;
    if (isToggle) return page.callMethod(["toggle", { key }]);
    if (state == "busy" || /** @type {number} */ (marker.until) > Date.now()) return;
    const id = (marker[NAME] ||= page.markers.push(marker) - 1);
    mark(id, "busy");
    page.send([ADD, id, sku, +quantity, frequency, +interval, open != null, key]);
  });
