// @ts-check
/* For those who use the keyboard. A marker that is no control by itself becomes one: it can be reached and pressed. */
import { isShown } from "../patch.js";
import { ACTION_TOGGLE } from "../protocol.js";

/** @type {WeakSet<HTMLElement>} */
const usable = new WeakSet();

/** @param {HTMLElement} marker */
const makeUsable = (marker) => {
  if (usable.has(marker) || marker.matches("form,button,a[href],input,select,textarea,summary,[tabindex],[role]")) return;
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
 * Moves the focus to the button that does this; from a panel that was closed, to whoever opened it.
 * @param {import("../types.js").ShownBasket} basket
 * @param {number} action
 */
const focusOn = ({ element, root, opener }, action) => {
  const isClosed = action == ACTION_TOGGLE;
  const { activeElement, body } = document;
  /** @param {Element | null | undefined} focused */
  const isNone = (focused) => !focused || focused == body || focused == element;
  // Whoever has gone on to something else on the page stays there.
  if (isClosed && !isNone(activeElement) && !element.matches(":focus-within")) return;
  if (isClosed && opener && !isNone(opener) && opener.isConnected && isShown(opener))
    return opener.focus({ preventScroll: true });
  for (const button of root.querySelectorAll("button"))
    if (button.given?.[":on"] == action) button.focus({ preventScroll: isClosed });
};

export { focusOn, makeUsable };
