// What makes the backend's pages quicker to use. Each of them works without it.

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

/** Makes a part of the page livelier; called again for parts that came later. */
const enliven = (root) => {
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.hidden = false;
  }
  // The service does not know where its operators are; their browsers do.
  const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.textContent = clock.format(new Date(time.dateTime));
  }
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});

// A form that was sent is not sent again by a second click.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
});

// A page that comes back from the browser's memory may be sent again.
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

enliven(document);
