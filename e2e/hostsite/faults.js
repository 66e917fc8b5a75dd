// Decides how requests to the service fare, at any moment: they go `through`, are `held` for good, find the service
// `away` or `broken`. The address of the page says how it is at first. Firefox's driver sees `var`, but not `const`.
"use strict";
var mode = new URLSearchParams(location.search).get("mode") ?? "through";
var real = fetch;
window.fetch = (address, ...rest) => {
  if (mode == "through" || !/\/v1\/(shop|carts)/.test(address)) return real(address, ...rest);
  if (mode == "held") return new Promise(() => {});
  if (mode == "away") return Promise.reject(new TypeError("away"));
  return Promise.resolve(new Response("broken", { status: 503 }));
};
