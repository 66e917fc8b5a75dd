// @ts-check
/* Brings real nodes up to date with a tree of the core's module `tree`, touching no more of them than it
   must. A node that stays is not taken out and put back, and the one with the focus is never moved, so
   focus, caret, selection, scroll and the screen reader's place survive. */

/** @typedef {import("./types.js").Tree} Tree */

/**
 * @param {string | Tree} child
 * @returns {child is string}
 */
const isText = (child) => typeof child == "string";

/**
 * A node keeps its head and what its attributes last were.
 * @param {any} node
 * @param {string | Tree} child
 */
const isSame = (node, child) =>
  // A translator may have put an element in a text's place.
  isText(child) ? node.nodeType == 3 : node.head == child[0] && node.given[":key"] == child[1][":key"];

/**
 * @param {string | Tree} child
 * @param {boolean} [isSvg]
 * @returns {Element | Text}
 */
const build = (child, isSvg) => {
  if (isText(child)) return new Text(child);
  const [tag, ...fixed] = child[0].split("|");
  isSvg ||= tag == "svg";
  const node = isSvg
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const attribute of fixed) node.setAttribute(.../** @type {[string, string]} */ (attribute.split("=")));
  node.head = child[0];
  node.given = {};
  patch(node, child, isSvg);
  return node;
};

/** @param {Element} panel */
const isOpen = (panel) => panel.matches("[open],:popover-open");

/** @param {string} how */
const isModal = (how) => how[0] == "m";

/**
 * Whether the page shows an element. One without a box of its own is shown where its parent is.
 * @param {Element | null} element
 * @returns {boolean}
 */
const isShown = (element) =>
  !element ||
  element.checkVisibility() ||
  (getComputedStyle(element).display == "contents" && isShown(element.parentElement));

/**
 * A panel that nobody sees, because the page hides the basket, must not make the page wait for it.
 * @param {HTMLDialogElement} panel
 * @param {string} how
 */
const opensModal = (panel, how) => isModal(how) && isShown(/** @type {ShadowRoot} */ (panel.getRootNode()).host);

/**
 * @param {HTMLDialogElement} panel
 * @param {string} how
 */
const open = (panel, how) => (opensModal(panel, how) ? panel.showModal() : panel.showPopover());

/**
 * Opens a panel again that is not as it should be: when it was moved on the page, it has left the top layer.
 * @param {HTMLDialogElement} panel
 * @param {string} how
 */
const reopen = (panel, how) => {
  if (panel.matches(opensModal(panel, how) ? ":modal" : ":popover-open")) return;
  if (panel.open) panel.close();
  open(panel, how);
};

/**
 * @param {any} node
 * @param {string} name
 * @param {any} value
 */
const set = (node, name, value) => {
  if (name == ":value") {
    // Writing what is there already would move the caret.
    if (node.value != value) node.value = value;
  } else if (name == ":open") {
    // A panel that is new is not on the page yet, and nobody has asked for the focus to go there; an inert one does
    // not take it.
    if (value && !node.isConnected)
      return queueMicrotask(() => {
        node.inert = !isModal(value);
        open(node, value);
        node.inert = false;
      });
    if (isOpen(node)) node.open ? node.close() : node.hidePopover();
    if (value) {
      open(node, value);
      node.querySelector("h2")?.focus({ preventScroll: true });
    }
  } else if (name[0] != ":") {
    value == null ? node.removeAttribute(name) : node.setAttribute(name, value);
  }
};

/**
 * @param {Element | ShadowRoot} parent
 * @param {Tree} tree
 * @param {boolean} [isSvg]
 */
const patch = (parent, [, now, ...children], isSvg) => {
  const old = /** @type {any[]} */ ([...parent.childNodes]);
  /** @type {(Element | Text)[]} */
  const nodes = children.map((child) => {
    const at = old.findIndex((node) => isSame(node, child));
    if (at < 0) return build(child, isSvg);
    const [node] = old.splice(at, 1);
    if (isText(child)) {
      if (node.data != child) node.data = child;
      return node;
    }
    // A row is compared as a whole first, since most rows stay as they are.
    const row = child[1][":key"] && JSON.stringify(child);
    if (!row || node.row != row) patch(node, child);
    node.row = row;
    return node;
  });
  for (const node of old) node.remove();

  const focused = /** @type {ShadowRoot} */ (parent.getRootNode()).activeElement;
  const pin = focused ? nodes.findIndex((node) => node.contains(focused)) : -1;
  /**
   * @param {Element | Text} node
   * @param {Node | null} before
   */
  const put = (node, before) =>
    node == before ||
    (node.parentNode == parent && node.nextSibling == before) ||
    parent.insertBefore(node, before);
  for (let at = pin; at-- > 0; ) put(nodes[at], nodes[at + 1]);
  for (let at = pin + 1; at < nodes.length; at++)
    put(nodes[at], at ? nodes[at - 1].nextSibling : parent.firstChild);

  const was = parent.given || {};
  parent.given = now;
  for (const name in { ...was, ...now }) if (was[name] != now[name]) set(parent, name, now[name]);
};

export { isOpen, isShown, patch, reopen };
