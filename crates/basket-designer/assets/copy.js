// Buttons that copy a text. Without this script they are not shown, and the text can be selected.

/** Copies what stands in the field that a button names, and says so for a moment. */
const copy = async (button) => {
  const field = document.getElementById(button.dataset.copy);
  const text = field.value ?? field.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure context there is no clipboard for scripts, but there is a selection.
    field.select?.();
    document.execCommand("copy");
  }
  const words = button.textContent;
  button.textContent = "Copied";
  button.disabled = true;
  setTimeout(() => {
    button.textContent = words;
    button.disabled = false;
    button.focus();
  }, 1500);
};

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (button) copy(button);
});
