/* Renders components, as far as the recipes need it. Takes pairs: the name under which others import a component, and
   the file that esbuild has made of it. Prints a JSON array with the HTML of each. */

import { readFileSync } from "node:fs";

class Html {
  constructor(text) {
    this.text = text;
  }
}

const escape = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

const show = (child) => {
  if (Array.isArray(child)) return child.map(show).join("");
  if (child instanceof Html) return child.text;
  if (child === null || child === undefined || typeof child === "boolean") return "";
  // A value that Vue watches.
  return escape(typeof child === "object" ? child.value : child);
};

const VOID = ["br", "hr", "img", "input", "link", "meta"];
const Fragment = ({ children }) => new Html(show(children));

/* React writes some names of attributes in its own way, and keeps others to itself. */
const attribute = ([name, value]) => {
  if (value === false || value === null || value === undefined || name === "suppressHydrationWarning") return "";
  return ` ${name.toLowerCase()}` + (value === true ? "" : `="${escape(value)}"`);
};

const h = (type, props, ...children) => {
  if (typeof type === "function") return type({ ...props, children });
  const start = `<${type}${Object.entries(props ?? {}).map(attribute).join("")}>`;
  return new Html(VOID.includes(type) ? start : `${start}${show(children)}</${type}>`);
};

const modules = new Map();
const shortName = (path) => path.split("/").at(-1).split(".")[0].toLowerCase();
const component = (name) => (props) => modules.get(name)?.default?.(props) ?? Fragment(props);

/* What the frameworks bring. */
const PACKAGES = {
  "next/script": { __esModule: true, default: ({ src }) => h("script", { src, async: true }) },
  react: { useEffect: (effect) => effect(), useState: (value) => [value, () => {}] },
};
const GLOBALS = {
  h,
  Fragment,
  Astro: { props: { title: "Title" } },
  NuxtLayout: Fragment,
  NuxtPage: Fragment,
  ShopBasket: component("shopbasket"),
  document: { addEventListener: () => {}, removeEventListener: () => {} },
  onBeforeUnmount: (call) => call(),
  onMounted: (call) => call(),
  product: { sku: "MUG" },
  ref: (value) => ({ value }),
  require: (name) => {
    const found = PACKAGES[name] ?? modules.get(shortName(name));
    if (!found) throw new Error(`nothing is called ${name}`);
    return found;
  },
};

const pages = [];
for (let at = 2; at < process.argv.length; at += 2) {
  const [name, file] = process.argv.slice(at);
  const module = { exports: {} };
  const code = readFileSync(file, "utf8");
  new Function("module", "exports", ...Object.keys(GLOBALS), code)(module, module.exports, ...Object.values(GLOBALS));
  modules.set(shortName(name), module.exports);
  const components = Object.values(module.exports).filter((value) => typeof value === "function");
  pages.push(components.map((render) => show(render({ sku: "MUG", children: "Add to cart" }))).join("\n"));
}
console.log(JSON.stringify(pages));
