// @ts-check
/* For those who use the keyboard. A marker that is no control by itself becomes one: it can be reached and pressed. */
import { ACTION_TOGGLE } from "../protocol.js";

/** @type {WeakSet<HTMLElement>} */
const usable = new WeakSet();

/** @param {HTMLElement} marker */
const makeUsable = (marker) => {
  if (usable.has(marker) || marker.matches("button,a[href],input,select,textarea,summary,[tabindex],[role]")) return;
  usable.add(marker);
  marker.tabIndex = 0;
  marker.role = "button";
};

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const { key } = event;
  if (!usable.has(target) || (key != "Enter" && key != " ")) return;
  event.preventDefault();
  if (!event.repeat) target.click();
});

/**
 * Moves the focus to the button that does this.
 * @param {ShadowRoot | null | undefined} root
 * @param {number} action
 */
const focusOn = (root, action) => {
  /** @type {Iterable<any>} */
  const buttons = root?.querySelectorAll("button") || [];
  for (const button of buttons) if (button.given[":on"] == action) button.focus({ preventScroll: action == ACTION_TOGGLE });
};

export { focusOn, makeUsable };
