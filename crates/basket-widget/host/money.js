// @ts-check
/* Amounts are counted in the decimals that ISO 4217 gives a currency. Platforms show as many, or none where daily
   life knows none any more, as of the forint. */

/**
 * @param {string} currency
 * @param {number | undefined} shown How many the platform shows.
 */
const decimalsOf = (currency, shown) =>
  shown || (__WITHOUT_DECIMALS__.includes(currency) ? 0 : currency == "IQD" ? 3 : 2);

export { decimalsOf };
