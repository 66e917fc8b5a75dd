// @ts-check
/* What a cart costs beside its lines, and the field for a discount code. Only shops that have such costs load it, and pages
   that bring a code. It decides nothing about costs: a wasm of its own says what is shown, and it puts that into the tree
   of the basket. */
import { call, styleOf } from "../call.js";
import { connect } from "../live/core.js";
import { NAME } from "../storage.js";
import { enterGiven, noteRemoved } from "./given.js";
import { insert } from "./insert.js";
import { textsFor } from "./texts.js";

/** @typedef {import("../types.js").Basket} Basket */

/** @type {import("../types.js").Page} */
let page;
/** @type {import("../types.js").Core} */
let core;

/**
 * What became of the code that was entered last, by the key of the shop.
 * @type {Record<string, { entered?: string, refusal?: string, is_new?: boolean }>}
 */
const attempts = {};

/**
 * The basket's tree with what its cart costs.
 * @param {Basket} basket
 * @param {import("../types.js").Tree} tree
 */
const withCosts = ({ element, key = "" }, tree) => {
  const cart = page.carts[key];
  if (!cart) return tree;
  const { config, code, native, language } = page.readElement(element);
  const texts = textsFor(page, native, showAll);
  const question = { cart, tag: language, codes: [code, native], own: config?.locales, texts, ...attempts[key] };
  try {
    return insert(tree, call(core, question)[0]);
  } catch (error) {
    // The basket without them is better than none.
    console.error(`${NAME}:`, error);
    return tree;
  }
};

/* Shows all baskets anew, as the core had shown them last. */
const showAll = () => {
  for (const basket of page.baskets.values()) {
    if (!basket.tree || !basket.root) continue;
    page.show(basket, basket.tree, page.buttonSheet, page.sheet, basket.sheet);
  }
};

/**
 * Enters a code, and shows what becomes of it; without one, takes off the code that there is.
 * @param {string} key
 * @param {string} [entered]
 * @returns {Promise<boolean>} Whether the service took it.
 */
const enter = (key, entered) =>
  new Promise((resolve) => {
    /** @param {{ refusal?: string, is_new?: boolean }} outcome */
    const settle = (outcome) => {
      attempts[key] = { entered, ...outcome };
      showAll();
      resolve(!outcome.refusal);
    };
    page.callMethod(
      entered ? ["applyCode", entered, { key }] : ["removeCode", { key }],
      () => settle({ is_new: !!entered }),
      (/** @type {any} */ { code }) => settle({ refusal: code }),
    );
  });

/** @type {WeakSet<ShadowRoot>} */
const heard = new WeakSet();

/**
 * Listens to the field for a code, and to the buttons that take one off.
 * @param {Basket} basket
 */
const listen = (basket) => {
  const root = /** @type {ShadowRoot} */ (basket.root);
  if (heard.has(root)) return;
  heard.add(root);
  root.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements[0]);
    const { value } = field;
    // What is typed survives a refusal, and what was typed meanwhile survives everything.
    if (value.trim() && (await enter(`${basket.key}`, value.trim())) && field.value == value) field.value = "";
  });
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    // The page may have put the basket into a link.
    if (target.closest("form button")) {
      event.preventDefault();
      target.closest("form")?.requestSubmit();
    }
    if (!target.closest("[part=code-remove]")) return;
    event.preventDefault();
    // The button goes with the code, but the focus must not be lost.
    /** @type {HTMLElement | null} */ (root.querySelector("summary,[part=checkout]"))?.focus({ preventScroll: true });
    enter(`${basket.key}`);
  });
};

/** @type {Promise<void> | undefined} */
let connecting;

/* From here on, whatever is shown has the costs in it. */
const connectCore = async () => {
  const { show } = page;
  // A page that forbids WebAssembly has the core as JavaScript.
  const isWasm = `${page.core.m}`.includes("Web");
  const coming = isWasm && WebAssembly.compileStreaming(fetch(page.urlOf("costs.wasm"), { integrity: __COSTS_WASM__ }));
  core = await connect(coming, () => import(page.urlOf("costs.plain.js")));
  // All baskets share the sheet, so one replacement is enough.
  page.sheet.replaceSync(styleOf(page.core) + styleOf(core));
  page.show = (basket, tree, ...sheets) => {
    show(basket, basket.tree == tree ? withCosts(basket, tree) : tree, ...sheets);
    if (basket.root) listen(basket);
  };
};

/**
 * Shows what the carts cost now, and enters codes that the page brings.
 * @param {import("../types.js").Page} given
 */
export const start = async (given) => {
  page = given;
  connecting ||= connectCore();
  await connecting;
  noteRemoved(page);
  showAll();
  enterGiven(page, enter);
};
