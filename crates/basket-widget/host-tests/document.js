/* A document as small as patch.js needs it. It counts what is done to each node. It must never know what a tree means. */

const define = (name, value) => Object.defineProperty(globalThis, name, { configurable: true, value });

class FakeNode {
  childNodes = [];
  parentNode = null;
  /* How often it was put somewhere. */
  moves = 0;

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const nodes = this.parentNode?.childNodes ?? [];
    return nodes[nodes.indexOf(this) + 1] ?? null;
  }

  get isConnected() {
    return this.getRootNode() instanceof FakeRoot;
  }

  getRootNode() {
    return this.parentNode?.getRootNode() ?? this;
  }

  contains(node) {
    return node == this || this.childNodes.some((child) => child.contains(node));
  }

  remove() {
    const nodes = this.parentNode?.childNodes ?? [];
    if (nodes.includes(this)) nodes.splice(nodes.indexOf(this), 1);
    this.parentNode = null;
  }

  insertBefore(node, before) {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    node.moves++;
  }
}

class FakeText extends FakeNode {
  nodeType = 3;

  constructor(data) {
    super();
    this.data = data;
  }
}

class FakeElement extends FakeNode {
  nodeType = 1;
  attributes = {};
  /* `modal` or `popover`, while it is in the top layer. */
  layer = "";
  #value = "";
  /* How often a value was written. */
  writes = 0;

  constructor(localName, namespace = "html") {
    super();
    Object.assign(this, { localName, namespace });
  }

  get open() {
    return this.layer == "modal";
  }

  get value() {
    return this.#value;
  }

  set value(value) {
    this.writes++;
    this.#value = value;
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  matches(selector) {
    if (selector == ":modal") return this.layer == "modal";
    if (selector == ":popover-open") return this.layer == "popover";
    return !!this.layer;
  }

  querySelector() {
    return null;
  }

  showModal() {
    this.layer = "modal";
  }

  showPopover() {
    this.layer = "popover";
  }

  close() {
    this.layer = "";
  }

  hidePopover() {
    this.layer = "";
  }
}

class FakeRoot extends FakeNode {
  activeElement = null;
  /* What the basket's element looks like. */
  host = { checkVisibility: () => this.isShown, parentElement: null };
  isShown = true;
}

/* Makes a shadow root, and the document that builds its nodes. */
export const openRoot = () => {
  define("Text", FakeText);
  define("getComputedStyle", () => ({ display: "block" }));
  define("document", {
    createElement: (name) => new FakeElement(name),
    createElementNS: (namespace, name) => new FakeElement(name, namespace.split("/").at(-1)),
  });
  return new FakeRoot();
};

export const makeElement = (name, ...children) => {
  const element = new FakeElement(name);
  for (const child of children) element.insertBefore(child, null);
  return element;
};

/* Nodes as text: `<p class=a>Hello</p>`. */
export const textOf = (node) => {
  if (node instanceof FakeText) return node.data;
  const inside = node.childNodes.map(textOf).join("");
  if (node instanceof FakeRoot) return inside;
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}=${value}`);
  return `<${node.localName}${attributes.join("")}>${inside}</${node.localName}>`;
};
