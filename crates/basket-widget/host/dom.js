/* Small helpers for documents and style sheets. */

/* Finds all elements with a marker. */
export const findAll = (marker) => document.querySelectorAll(`[data-embed=${marker}]`);

export const sheetOf = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};
