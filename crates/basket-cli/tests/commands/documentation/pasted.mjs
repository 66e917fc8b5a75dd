/* Runs a script of a page twice, as a tag manager may, with a document that has one button of the site's own. Then it agrees
   to everything that a consent banner asks. Prints the HTML that comes of it. */

import { readFileSync } from "node:fs";

const escape = (text) => String(text).replace(/&/g, "&amp;").replace(/"/g, "&quot;");

class Element {
  constructor(name, attributes = {}) {
    Object.assign(this, { name, attributes, children: [] });
  }
  set src(value) {
    this.attributes.src = value;
  }
  set async(value) {
    if (value) this.attributes.async = "";
  }
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
  appendChild(child) {
    this.append(child);
  }
  /* The kinds of selector that the pages use, of which the last part counts. */
  fits(selector) {
    const [, name, attribute, isEnd, value] = selector.match(/(\w*)\[([\w-]+)(?:(\$)?="([^"]*)")?\]$/);
    const own = this.attributes[attribute];
    if (own === undefined || (name && name !== this.name)) return false;
    return value === undefined || (isEnd ? own.endsWith(value) : own === value);
  }
  get all() {
    return [this, ...this.children.flatMap((child) => child.all)];
  }
  get html() {
    const attributes = Object.entries(this.attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
    return `<${this.name}${attributes.join("")}>${this.children.map((child) => child.html).join("\n")}</${this.name}>`;
  }
}

const page = new Element("html");
const [head, body] = [new Element("head"), new Element("body")];
page.append(head, body);
body.append(new Element("button", { "data-product-id": "MUG" }));
const listeners = [];
Object.assign(globalThis, {
  document: {
    head,
    body,
    createElement: (name) => new Element(name),
    querySelector: (selector) => page.all.find((element) => element.fits(selector)) ?? null,
    querySelectorAll: (selector) => page.all.filter((element) => element.fits(selector)),
  },
  addEventListener: (_, listener) => listeners.push(listener),
  Cookiebot: { consent: { preferences: true } },
});

const script = readFileSync(process.argv[2], "utf8");
for (const _ of [1, 2]) new Function(script)();
listeners.forEach((listener) => listener());
console.log(page.html);
