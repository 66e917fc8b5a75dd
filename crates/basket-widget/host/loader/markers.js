// @ts-check
/* Markers: elements of the page that add something or open the basket. They work from any element, also one that comes
   later. */
import { ADD } from "../protocol.js";
import { NAME } from "../storage.js";
import { markerNumber, page } from "./state.js";

/**
 * Adds what a marker says.
 * @param {HTMLElement} marker
 * @param {Record<string, string | undefined>} product What its attributes, or the fields of a form, say.
 */
const add = (marker, { sku, quantity, frequency, interval }) => {
  const { state, open, key } = marker.dataset;
  if (open != null) page.opener = marker;
  if (state == "busy" || /** @type {number} */ (marker.until) > Date.now()) return;
  marker.dataset.state = "busy";
  marker.ariaBusy = "true";
  page.send([ADD, markerNumber(marker), sku, +(quantity ?? 1), frequency, +(interval || 1), open != null, key]);
};

export const listenToMarkers = () => {
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.embed != `${NAME}-add` || page.isDead) return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form, event.submitter));
    add(form, { ...form.dataset, .../** @type {Record<string, string>} */ (fields) });
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const marker = /** @type {HTMLAnchorElement | null} */ (
      target.closest?.(`[data-embed^=${NAME}-]:not([data-embed$=count],form)`)
    );
    if (!marker || page.isDead) return;
    // A link that is to open in a tab or a window of its own.
    if (marker.href && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    const { embed, key } = marker.dataset;
    event.preventDefault();
    if (!/toggle$/.test(/** @type {string} */ (embed))) return add(marker, marker.dataset);
    page.opener = marker;
    page.callMethod(["toggle", { key }]);
  });
};
