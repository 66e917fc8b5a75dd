// @ts-check
/* The cart button, before the core is there: as the core will show it, but for its accessible name. */
import { ATTRIBUTES } from "../protocol.js";
import { RIGHT_TO_LEFT, treeOf } from "./baked.js";

/**
 * @param {import("../types.js").ReadElement} read
 * @param {number} [items] How many items the cart has, if somebody knows.
 */
export const buttonOf = ({ config, attributes, language, label }, items) => {
  const options = config.options || {};
  /** @param {string} option */
  const isOn = (option) => {
    const attribute = attributes[option];
    return attribute == null ? options[option] === true : attribute.trim().toLowerCase() != "false";
  };
  const floats = isOn("detached") ? { popover: "manual", ":open": "beside" } : {};
  return treeOf(
    {
      class: ["root", ...ATTRIBUTES.filter(isOn)].join(" "),
      lang: language,
      dir: RIGHT_TO_LEFT.test(language) ? "rtl" : "ltr",
    },
    options.button === false ? { hidden: "" } : floats,
    label,
    [items?.toLocaleString(language) ?? "", items ? "" : "none"],
  );
};
