// @ts-check
/* The page's `style` values. */
import { FORBIDDEN_STYLE, STYLES } from "../protocol.js";
import { NAME } from "../storage.js";

/**
 * Puts the page's style values where the style sheet looks for them; says which cannot be used.
 * @param {import("../types.js").Basket} basket
 * @param {any} style
 */
export const dress = (basket, style) => {
  basket.sheet.replaceSync(".root{}");
  return Object.keys(style || {}).filter((member) => {
    const property = Object.keys(STYLES).find((property) => STYLES[property].includes(member));
    const value = style[member];
    const isFine =
      property &&
      value?.trim &&
      !FORBIDDEN_STYLE.test(value) &&
      // The browser would close for itself what is left open, and it may be open on purpose.
      CSS.supports(`(${property}:${value})and (top:0)`) &&
      CSS.supports(property, value);
    const { style: own } = /** @type {CSSStyleRule} */ (basket.sheet.cssRules[0]);
    if (isFine) own.setProperty(`--${NAME}-${member.replaceAll("_", "-")}`, value);
    return !isFine;
  });
};
