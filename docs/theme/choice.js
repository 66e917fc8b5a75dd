/* The colours that the reader chose, before anything is painted: this script blocks, and is small for that. */
"use strict";

try {
  const chosen = localStorage.getItem("docs-colours");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.colours = chosen;
} catch {
  /* Without storage the system decides. */
}
