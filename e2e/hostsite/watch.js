// Keeps a list of everything that goes wrong on the page. The host site puts this script before
// all others.
"use strict";
{
  const problems = [];
  Object.defineProperty(window, "problems", { value: problems });

  const text = (value) => {
    if (value instanceof Error) return `${value}`;
    if (typeof value === "object" && value !== null) {
      try {
        return JSON.stringify(value);
      } catch {
        return `${value}`;
      }
    }
    return String(value);
  };

  addEventListener(
    "error",
    (event) => {
      // A resource that fails has its element as target, and no message.
      problems.push(
        event instanceof ErrorEvent
          ? `uncaught: ${event.message} (${event.filename}:${event.lineno}:${event.colno})`
          : `not loaded: ${event.target.src ?? event.target.href ?? event.target.outerHTML}`,
      );
    },
    true,
  );
  addEventListener("unhandledrejection", (event) => {
    problems.push(`unhandled rejection: ${text(event.reason)}`);
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    // The browser asks for this icon by itself, and then blames the page's policy.
    if (event.blockedURI === `${location.origin}/favicon.ico`) return;
    problems.push(
      `policy violation: ${event.violatedDirective} ${event.blockedURI} ` +
        `(${event.sourceFile}:${event.lineNumber})`,
    );
  });

  const error = console.error;
  console.error = (...values) => {
    problems.push(`console.error: ${values.map(text).join(" ")}`);
    error.apply(console, values);
  };
}
