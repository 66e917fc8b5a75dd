/* Says in the console what is wrong with a basket. */

const print = (name, { code, level, message, hint = "", path = "", line, column }) => {
  const position = line ? `line ${line}, column ${column}` : "";
  const method = { error: level, warning: "warn" }[level] || "info";
  console[method](`${name}: ${code}:`, message, hint, path, position);
};

export { print };
