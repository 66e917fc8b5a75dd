// @ts-check
/* Says in the console what is wrong with a basket. */

/**
 * @param {string} name
 * @param {import("../types.js").Problem} problem
 */
const print = (name, { code, level, message, hint = "", path = "", line, column }) => {
  const position = line ? `line ${line}, column ${column}` : "";
  const methods = /** @type {Record<string, "error" | "warn">} */ ({ error: level, warning: "warn" });
  const method = methods[level] || "info";
  console[method](`${name}: ${code}:`, message, hint, path, position);
};

export { print };
