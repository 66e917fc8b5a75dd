/* Puts baskets on pages that are made by scripts. Importing this does nothing; the basket itself still comes from its
   service, so that the two always understand each other. */

const MARKER = "service-basket";

/* What is being loaded, so that many who ask for it wait for one script. */
let loading;

/* Every promise of ours that fails does so with a code, as those of the basket do. */
const failure = (code, message) => Object.assign(new Error(message), { code });

/**
 * Loads the basket from its service, once; gives `window.ServiceBasket`.
 *
 * A script tag for it that stands on the page already is used instead of a new one.
 */
export function load({ service, version = "1", integrity } = {}) {
  return (loading ||= start(service, version, integrity).catch((error) => {
    // Who asks again later, perhaps online again, gets a new try.
    loading = undefined;
    throw error;
  }));
}

async function start(service, version, integrity) {
  if (typeof document == "undefined") throw failure("no-page", "A basket needs a page; call this in the browser.");
  const isThere = () => window.ServiceBasket?.version;
  const present = document.querySelector("script[src$='/basket.js']");
  // A script that failed before anybody listened stays silent; by the time the page has loaded, each has had its turn.
  if (!isThere() && present) await Promise.race([settled(present), pageLoaded()]);
  if (!isThere()) await settled(present ? append(copyOf(present)) : append(create(service, version, integrity)));
  if (!isThere()) throw failure("browser-unsupported", "This browser is older than the basket's baseline.");
  return window.ServiceBasket;
}

function pageLoaded() {
  if (document.readyState == "complete") return undefined;
  return new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

function append(script) {
  document.head.append(script);
  return script;
}

/* Another element for the same script, since one runs only once. */
function copyOf(script) {
  const copy = document.createElement("script");
  for (const { name, value } of script.attributes) copy.setAttribute(name, value);
  copy.async = true;
  return copy;
}

function create(service, version, integrity) {
  if (!service) throw failure("service-missing", "Say where the service is: load({ service: \"https://…\" }).");
  const script = document.createElement("script");
  script.async = true;
  if (integrity) {
    script.crossOrigin = "anonymous";
    script.integrity = integrity;
  }
  script.src = new URL(`/v${version}/basket.js`, service).href;
  return script;
}

function settled(script) {
  return new Promise((resolve, reject) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => {
      script.remove();
      reject(failure("service-unreachable", `${script.src} could not be loaded.`));
    });
  });
}

/**
 * Makes an element a basket with this configuration, or gives the basket there another configuration. The
 * function that it gives takes the basket away again and leaves the element as it was.
 */
export function mount(element, config, from = {}) {
  let script = element.querySelector(":scope > script[type='application/json']");
  if (!script) {
    script = document.createElement("script");
    script.type = "application/json";
    element.append(script);
  }
  // A text node, because Trusted Types guard the text of every script, even of one that never runs.
  script.replaceChildren(document.createTextNode(JSON.stringify(config)));
  element.dataset.embed = MARKER;
  let isGone = false;
  // An element that was taken away before has to be mounted by hand. The basket says on the page, in the console and by
  // an event what went wrong.
  load(from)
    .then((basket) => isGone || basket.mount(element))
    .catch(() => {});
  return () => {
    isGone = true;
    script.remove();
    delete element.dataset.embed;
    delete element.dataset.state;
    window.ServiceBasket?.unmount?.(element).catch(() => {});
  };
}
