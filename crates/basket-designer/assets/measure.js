// Which texts of a basket are hard to read as they are drawn: whatever colours are written as, mixed from or followed
// by, the browser knows what comes out.

// What WCAG 2.2 AA asks of text, and of large text.
const ENOUGH = 4.5;
const ENOUGH_IF_LARGE = 3;

const point = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

/* The colour that layers come to, the lowest first; they lie on white, as pages do. */
function mixed(layers) {
  point.fillStyle = "#fff";
  point.fillRect(0, 0, 1, 1);
  for (const layer of layers) {
    point.fillStyle = layer;
    point.fillRect(0, 0, 1, 1);
  }
  return [...point.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function luminance(channels) {
  const linear = channels.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/* What an element is drawn on, the lowest first; nothing where that is no plain colour. */
function ground(element) {
  const layers = [];
  for (let node = element; node; node = node.parentElement ?? node.getRootNode().host) {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(node);
    if (backgroundImage !== "none" || opacity !== "1") return;
    layers.unshift(backgroundColor);
    // What opens over the page has a ground of its own.
    if (node.matches("dialog, [popover]")) break;
  }
  return layers;
}

function isLarge({ fontSize, fontWeight }) {
  const size = parseFloat(fontSize);
  return size >= 24 || (size >= 18.66 && fontWeight >= 700);
}

/* `[{part, ratio}]`, the worst of each part that is too low. */
function hardToRead(root) {
  const worst = new Map();
  for (const element of root.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!hasText || !element.checkVisibility() || element.closest("[aria-disabled=true], .said")) continue;
    const layers = ground(element);
    if (!layers) continue;
    const style = getComputedStyle(element);
    const [one, other] = [layers, [...layers, style.color]].map((layers) => luminance(mixed(layers)));
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const part = element.closest("[part]")?.part.value ?? element.localName;
    const isLow = ratio < (isLarge(style) ? ENOUGH_IF_LARGE : ENOUGH);
    if (isLow && ratio < (worst.get(part) ?? Infinity)) worst.set(part, ratio);
  }
  return [...worst].map(([part, ratio]) => ({ part, ratio: Math.floor(ratio * 10) / 10 }));
}
