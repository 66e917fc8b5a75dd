/* Amounts are counted in the decimals that ISO 4217 gives a currency. Platforms show as many, or none where daily
   life knows none any more, as of the forint. */

const decimalsOf = (currency, shown) =>
  shown || (__WITHOUT_DECIMALS__.includes(currency) ? 0 : 2 + (currency == "IQD"));

export { decimalsOf };
