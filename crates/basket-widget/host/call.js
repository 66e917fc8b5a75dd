// @ts-check
/* Calls a wasm of ours: a value goes in, what its answer says comes out. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @type {Record<string, number>} */
const KINDS = { number: 3, string: 4, object: 6 };

/**
 * @param {WebAssembly.Memory} memory
 * @param {number} at
 * @param {number} size
 */
const textAt = (memory, at, size) => decoder.decode(new Uint8Array(memory.buffer, at, size));

/**
 * Hands a value over as the core's documents are: a flat list of items, five numbers each, and one text with all texts.
 * @param {import("./types.js").Core} core
 * @param {unknown} message
 * @returns {any[]}
 */
const call = ({ m: memory, i: items, t: text, s: send, z: size }, message) => {
  /** @type {number[]} */
  const numbers = [];
  let texts = "";
  let end = 0;
  /** @param {any} value */
  const add = (value) => {
    let kind = [null, true, false].indexOf(value ?? null);
    if (kind < 0) kind = Array.isArray(value) ? 5 : KINDS[typeof value];
    const own = kind == 3 || kind == 4 ? "" + value : "";
    const at = numbers.length;
    // Most texts are ASCII, and encoding each by itself takes ten times as long as all the rest.
    const size = /[^\0-\x7f]/.test(own) ? encoder.encode(own).length : own.length;
    numbers.push(kind, end, (end += size), 0, 0);
    // The line break keeps halves of a character in two texts from joining.
    texts += own + "\n";
    end++;
    if (kind > 4) for (const part of kind > 5 ? Object.entries(value).flat() : value) add(part);
    numbers[at + 3] = numbers.length / 5;
  };
  add(message);
  // Both may grow the memory, and so replace its buffer.
  const itemStart = items(numbers.length / 5);
  const textStart = text(end);
  new Uint32Array(memory.buffer, itemStart).set(numbers);
  new Uint8Array(memory.buffer, textStart).set(encoder.encode(texts));
  return JSON.parse(`[${textAt(memory, send(), size())}]`);
};

/**
 * The style sheet in a wasm of ours.
 * @param {import("./types.js").Core} core
 */
const styleOf = ({ m: memory, c: style, l: size }) => textAt(memory, style(), size());

export { call, encoder, styleOf, textAt };
