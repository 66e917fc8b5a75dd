// What the tests of a good guest ask of a page: how it stands, and where two pictures of it differ.
// Firefox's driver sees `var`, but not `const`.
"use strict";
var basket = () => document.querySelector('[data-embed="service-basket"]');
var within = (selector) => basket().shadowRoot.querySelector(selector);

/* Brings the basket into a state; settles when nothing moves or loads any more. */
var bring = async (attributes, isOpen) => {
  for (const name of ["right", "detached", "tinted"])
    basket().toggleAttribute(name, attributes.includes(name));
  const panel = within("dialog");
  if (panel.matches("[open], :popover-open") != isOpen) within(isOpen ? "[part=button]" : "[part=close]").click();
  // What was painted on the way may stay in an engine's layers, a little beside its place.
  for (const animation of basket().shadowRoot.getAnimations()) animation.finish();
  const isStill = () =>
    !basket().shadowRoot.getAnimations().length &&
    (!isOpen || [...panel.querySelectorAll("img")].every(({ complete, naturalWidth }) => complete && naturalWidth));
  // Two frames later it has been painted, too.
  for (let still = 0; still < 3; still = isStill() && still + 1) await new Promise(requestAnimationFrame);
};

/* How two pictures, as texts of bytes, differ: the number of pixels and the box around them, or 0. The slack
   is for an engine that does not smooth the same edge in the same way each time: a pixel may also be anything
   between what is around its place in the other picture. */
var difference = async (hasSlack, ...pictures) => {
  const [one, other] = await Promise.all(
    pictures.map(async (picture) => {
      const bytes = Uint8Array.from(picture, (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    }),
  );
  const { width, height } = one;
  if (width != other.width || height != other.height) return "another size";
  const offsets = hasSlack ? [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => 4 * (y * width + x))) : [0];
  const slack = hasSlack ? 48 : 0;
  const isOff = (value, at) => {
    const around = offsets.map((offset) => other.data[at + offset] ?? other.data[at]);
    return value < Math.min(...around) - slack || value > Math.max(...around) + slack;
  };
  const off = [];
  for (const [at, value] of one.data.entries())
    if (Math.abs(value - other.data[at]) > slack && isOff(value, at)) off.push([(at >> 2) % width, Math.floor((at >> 2) / width)]);
  if (!off.length) return 0;
  const range = (axis) => off.reduce(([least, most], place) =>
    [Math.min(least, place[axis]), Math.max(most, place[axis])], [Infinity, 0]).join(" to ");
  return `${off.length} values, x ${range(0)}, y ${range(1)}`;
};

/* Everything about the page that is not ours: its elements with what they look like, and the world around. */
var facts = () => {
  const copy = document.documentElement.cloneNode(true);
  // What carries one of our markers may have our attributes, and those that the tests switch.
  for (const marked of copy.querySelectorAll("[data-embed]"))
    for (const name of ["data-state", "aria-busy", "detached", "tinted"]) marked.removeAttribute(name);
  // The one script tag that the embedder pastes.
  copy.querySelector("script[src*='/v1/']")?.remove();
  const looks = [...document.querySelectorAll("html, body, .looks")].map((element) => {
    const style = getComputedStyle(element);
    return [...style].map((name) => `${element.localName} ${name}: ${style.getPropertyValue(name)}`);
  });
  const names = [Object, Array, String, Function, Promise, Node, Element, HTMLElement, Document, Event]
    .map(({ prototype }) => Object.getOwnPropertyNames(prototype).sort().join());
  return {
    html: copy.outerHTML,
    looks: looks.flat().sort(),
    // Chromium's driver has names there too.
    globals: Object.keys(window).filter((name) => !/^(ServiceBasket|ret_nodes|se_\w+)$/.test(name)).sort(),
    prototypes: names,
    title: document.title,
    address: location.href,
    history: history.length,
    scroll: [scrollX, scrollY],
    cookies: document.cookie,
    sheets: [document.styleSheets.length, document.adoptedStyleSheets.length],
    session: Object.keys(sessionStorage),
    storage: Object.keys(localStorage).filter((key) => !/^service-basket:pk_demo:(cart|queue|view)$/.test(key)),
    hosts: performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin)
      .filter((origin) => ![location.origin, document.querySelector("meta[name=service]").content].includes(origin)),
  };
};
