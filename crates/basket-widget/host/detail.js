/* What an event tells of a cart: the cart itself, and the same in the words of a data layer. */

/* Nobody changes a cart by writing to it. */
const freeze = (value) => {
  if (value && typeof value == "object") Object.values(Object.freeze(value)).forEach(freeze);
  return value;
};

const digitsOf = (currency) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;

/* The whole cart, or a line of it of which there are so many more, or fewer. */
const detailOf = (cart, line, more) => {
  if (!cart) return { cart: null };
  const unit = 10 ** digitsOf(cart.currency);
  const item = ({ sku, name, unit_price, frequency, interval }, quantity) => ({
    item_id: sku,
    item_name: name,
    price: unit_price / unit,
    quantity,
    ...(frequency && { item_variant: interval > 1 ? `${frequency}/${interval}` : frequency }),
  });
  const lines = line ? [{ ...line, quantity: Math.abs(more) }] : cart.lines;
  const value = lines.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0) / unit;
  const items = lines.map((line) => item(line, line.quantity));
  return { cart, ...(line && { line, difference: more }), currency: cart.currency, value, items };
};

export { detailOf, freeze };
