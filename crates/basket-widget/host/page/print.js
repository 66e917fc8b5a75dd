// @ts-check
/* Says in the console what is wrong with a basket, and where to read more about it. */
import { page } from "./context.js";

/** @param {string} code */
const explanationOf = (code) => {
  const script = /** @type {HTMLElement | null} */ (document.querySelector("script[data-service]"));
  return new URL(`/docs/codes/${code}.html`, script?.dataset.service || page.urlOf("page.js")).href;
};

/**
 * @param {string} name
 * @param {import("../types.js").Problem} problem
 */
const print = (name, { code, level, message, hint = "", path = "", line, column }) => {
  const position = line ? `line ${line}, column ${column}` : "";
  const methods = /** @type {Record<string, "error" | "warn">} */ ({ error: level, warning: "warn" });
  const method = methods[level] || "info";
  console[method](`${name}: ${code}:`, message, hint, path, position, explanationOf(code));
};

export { print };
