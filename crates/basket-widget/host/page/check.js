// @ts-check
/* Whether a configuration is so plain that nobody needs to look closer at it. Where there can be a doubt, it is not. */
import { FLAGS, STYLES, TEXT } from "../protocol.js";

/**
 * A page that is being made, not one that shoppers see.
 * @param {Element} element
 */
const isMade = (element) =>
  /^(|localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname) ||
  (element.getAttribute("debug") ?? "false").trim().toLowerCase() != "false";

/**
 * @param {any} value
 * @param {string} names
 */
const isKnown = (value, names) =>
  value === undefined ||
  (value && !Array.isArray(value) && Object.keys(value).every((name) => names.split(" ").includes(name)));

/** @param {string} text */
const bare = (text) => text.replace(/\s/g, "");

/**
 * @param {any} key
 * @param {any} config The parsed configuration.
 * @param {string} text The configuration as it is written.
 */
const isPlain = (key, config, text) =>
  key?.trim?.() &&
  !/</.test(key) &&
  isKnown(config, "api_key options style") &&
  isKnown(config.options, "default_locale " + FLAGS.join(" ")) &&
  Object.entries(config.options || {}).every(([name, value]) => typeof value == "boolean" || name == "default_locale") &&
  isKnown(config.style, Object.keys(config.style || {}).join(" ")) &&
  // Colours of text may be hard to read, and members may stand twice.
  !Object.keys(config.style || {}).some((member) => STYLES[TEXT].includes(member)) &&
  bare(text) == bare(JSON.stringify(config));

export { isMade, isPlain };
