// A page with the real basket on it, for the designer's preview and for live examples in the documentation. Two things
// around the basket are not real. Its cart is kept in this page and nowhere else, so that trying a design out leaves no
// carts in the shop; and there is no storage. It speaks to the page around it by messages only.

const goods = JSON.parse(document.querySelector("#goods").textContent);
const products = goods.products;
const lines = [];
let version = 1;

const offerOf = ({ price, subscriptions }, frequency, interval = 1) =>
  frequency
    ? subscriptions.find((offer) => offer.frequency === frequency && offer.interval === interval)?.price
    : (price ?? undefined);

// Adds to the cart as the service does: the same product at the same rhythm grows its line.
function add({ sku, quantity = 1, frequency = null, interval = null }) {
  const product = products.find((product) => product.sku === sku);
  const price = product && offerOf(product, frequency, interval ?? 1);
  if (price === undefined) return "offer-unknown";
  const isSame = (line) => line.sku === sku && line.frequency === frequency && line.interval === interval;
  const line = lines.find(isSame);
  if (product.stock !== null && (line?.quantity ?? 0) + quantity > product.stock) return "out-of-stock";
  if (line) line.quantity += quantity;
  else {
    const { name, image, url, type, stock } = product;
    const id = `line-${version}-${lines.length}`;
    lines.push({ id, sku, name, image, url, type, quantity, unit_price: price, frequency, interval, stock });
  }
}

function change(id, quantity) {
  const at = lines.findIndex((line) => line.id === id);
  if (at < 0) return "line-unknown";
  const { stock } = lines[at];
  if (stock !== null && quantity > stock) return "out-of-stock";
  if (quantity > 0) lines[at].quantity = quantity;
  else lines.splice(at, 1);
}

// The sums are the basket's own; it never reads them.
const cart = () => ({
  id: "preview",
  version,
  currency: goods.currency,
  items: lines.reduce((sum, line) => sum + line.quantity, 0),
  lines: lines.map((line) => ({ ...line, available: true, price: line.unit_price * line.quantity })),
});

const answer = (status, body) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

function serve(path, method, body) {
  const [what, , , line] = path.split("/").slice(2);
  if (what === "shop") return answer(200, { name: document.title, currency: goods.currency });
  let refused;
  if (method === "POST") for (const wanted of body?.lines ?? [body]) refused ||= add(wanted);
  else if (method === "PATCH") refused = change(line, body.quantity);
  else if (method === "DELETE" && line) refused = change(line, 0);
  else if (method === "DELETE") lines.length = 0;
  if (refused) return answer(409, { code: refused, status: 409, title: refused, detail: refused });
  if (method !== "GET") version += 1;
  return answer(200, cart());
}

const load = window.fetch;
window.fetch = async (address, options = {}) => {
  const { pathname } = new URL(address, document.baseURI);
  if (!/^\/v1\/(shop|carts)\b/.test(pathname)) return load(address, options);
  return serve(pathname, options.method ?? "GET", options.body && JSON.parse(options.body));
};

// Whatever the key is, there is this one cart.
const kept = {};
Object.defineProperty(window, "localStorage", {
  value: new Proxy(kept, {
    get: (kept, name) => (String(name).endsWith(":cart") ? "preview" : kept[name]),
  }),
});

// A few things to look at: bought once and again and again, in turn.
for (const [at, { sku, price, subscriptions, stock }] of products.slice(0, 3).entries()) {
  const [offer] = price === null || at % 2 ? subscriptions : [];
  const { frequency = null, interval = null } = offer ?? {};
  add({ sku, frequency, interval, quantity: at === 0 && (stock ?? 2) >= 2 ? 2 : 1 });
}

const basket = document.querySelector("#basket");
const script = basket.querySelector("script");
const problems = new Map();
let applied = {};

// Calls may come before the basket has.
const ask = (...call) => (window.ServiceBasket ||= []).push(call);

// A part of the basket that is pointed out.
const mark = new CSSStyleSheet();
document.adoptedStyleSheets = [mark];

function apply({ attributes, json, locale, scheme, part }) {
  document.documentElement.dataset.scheme = scheme;
  if (locale) document.documentElement.lang = locale;
  mark.replaceSync(part ? `#basket::part(${CSS.escape(part)}) { outline: 3px dashed #d0006f; outline-offset: 2px }` : "");
  for (const name of applied.attributes ?? []) if (!attributes.includes(name)) basket.removeAttribute(name);
  for (const name of attributes) basket.setAttribute(name, "");
  if (json !== applied.json) {
    problems.clear();
    script.textContent = json;
    basket.dataset.embed = "service-basket";
  }
  if (locale !== applied.locale) ask("setLocale", locale);
  applied = { attributes, json, locale };
  measure();
}

// Whether everything can be read, once nothing moves any more.
let timer;
function measure() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (basket.shadowRoot) parent.postMessage({ measured: hardToRead(basket.shadowRoot) }, "*");
  }, 500);
}
for (const event of ["ready", "open", "close", "change"]) basket.addEventListener(`service-basket:${event}`, measure);

window.addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data.json !== undefined) apply(data);
  if (data.call) ask(data.call);
  for (const name of data.listen ?? []) basket.addEventListener(name, tellEvent);
});

function tellEvent({ type, detail }) {
  parent.postMessage({ event: type, detail: JSON.stringify(detail) }, "*");
}

// What only a browser can say, such as that it does not know a colour.
basket.addEventListener("service-basket:error", ({ detail }) => {
  problems.set(detail.path, detail);
  parent.postMessage({ problems: [...problems.values()] }, "*");
});

// There is nothing to pay for here.
basket.addEventListener("service-basket:checkout", (event) => event.preventDefault());

function money(amount) {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: goods.currency });
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
}

function element(name, text, attributes = {}) {
  const made = Object.assign(document.createElement(name), { textContent: text });
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

// The shop's page: its goods, each with a button that adds it.
for (const { sku, name, image, price, subscriptions } of products) {
  const card = element("article", "");
  const picture = element("div", image ? "" : name.slice(0, 1), { class: "picture", "aria-hidden": "true" });
  if (image) picture.append(element("img", "", { src: image, alt: "" }));
  const [offer] = price === null ? subscriptions : [];
  const button = element("button", "Add", { type: "button", "aria-label": `Add ${name}` });
  Object.assign(button.dataset, { embed: "service-basket-add", sku });
  if (offer) Object.assign(button.dataset, { frequency: offer.frequency, interval: offer.interval });
  const foot = element("div", "", { class: "foot" });
  foot.append(element("span", money(offer?.price ?? price)), button);
  card.append(picture, element("h2", name), foot);
  document.querySelector("#shelf").append(card);
}

if (parent === window) {
  // Opened by itself, it has the configuration from its address.
  const json = new URLSearchParams(location.search).get("config") ?? '{ "api_key": "pk_demo" }';
  apply({ attributes: [], json, scheme: "light" });
} else parent.postMessage({ ready: true }, "*");
