// What makes the checkout's pages nicer to use. Each of them works without it.

// An order that is on its way is not sent again by a second click, and says so.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  const button = form.querySelector("[data-busy]");
  if (button) {
    button.textContent = button.dataset.busy;
    button.setAttribute("aria-busy", "true");
  }
});

// A page that comes back from the browser's memory may be sent again.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// To the first field that has to be mended.
document.querySelector("[aria-invalid]")?.focus();
