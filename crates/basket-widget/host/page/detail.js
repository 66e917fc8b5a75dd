// @ts-check
/* What an event tells of a cart: the cart itself, and the same in the words of a data layer. */
import { decimalsOf } from "../money.js";

/** @typedef {import("../types.js").Line} Line */

/**
 * Nobody changes a cart by writing to it.
 * @template Value
 * @param {Value} value
 */
const freeze = (value) => {
  if (value && typeof value == "object") Object.values(Object.freeze(value)).forEach(freeze);
  return value;
};

/** @type {Record<string, number>} */
const units = {}; // by currency; making a format takes a while

/** @param {string} currency */
const unitOf = (currency) => {
  const format = () => new Intl.NumberFormat("en", { style: "currency", currency });
  return (units[currency] ||= 10 ** decimalsOf(currency, format().resolvedOptions().minimumFractionDigits));
};

/**
 * The whole cart, or a line of it of which there are so many more, or fewer.
 * @param {import("../types.js").Cart | null | undefined} cart
 * @param {Line} [line]
 * @param {number} [more]
 */
const detailOf = (cart, line, more) => {
  if (!cart) return { cart: null };
  const { currency } = cart;
  const unit = unitOf(currency);
  /**
   * @param {Line} line
   * @param {number} quantity
   */
  const item = ({ sku, name, unit_price, frequency, interval }, quantity) => ({
    item_id: sku,
    item_name: name,
    price: unit_price / unit,
    quantity,
    ...(frequency && { item_variant: /** @type {number} */ (interval) > 1 ? `${frequency}/${interval}` : frequency }),
  });
  const lines = line ? [{ ...line, quantity: Math.abs(/** @type {number} */ (more)) }] : cart.lines;
  const value = lines.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0) / unit;
  const items = lines.map((line) => item(line, line.quantity));
  return { cart, ...(line && { line, difference: more }), currency, value, items };
};

/**
 * What a change of lines has done, by what was asked and by the lines before it: events, each with a line and by how much.
 * @param {readonly Line[]} before
 * @param {readonly Line[]} after
 * @param {import("../types.js").Entry} entry
 * @returns {[event: string, line: Line | undefined, more: number][]}
 */
const eventsOf = (before, after, [, line, body]) => {
  const lines = [...after, ...before];
  /** @param {Line} line */
  const isSame = ({ sku, frequency, interval }) =>
    sku == body.sku && frequency == body.frequency && interval == body.interval;
  if (body.code != null) return [];
  if (!line) return [["add", lines.find(isSame), body.quantity]];
  if (line == "*") return before.map((line) => ["remove", line, -line.quantity]);
  /** @param {readonly Line[]} lines */
  const of = (lines) => lines.find(({ id }) => id == line);
  const difference = body.quantity - (of(before)?.quantity ?? 0);
  return [[body.quantity ? "update" : "remove", of(lines), difference]];
};

export { detailOf, eventsOf, freeze };
