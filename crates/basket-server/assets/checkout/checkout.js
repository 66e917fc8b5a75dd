// Makes the checkout pages nicer to use. They all work without it.

// How long to wait for the next key before a choice counts: a list is chosen from by the first letters of a name.
const PAUSE = 400;

const form = document.querySelector("form.columns");
let latest;
let timer;

// Buttons that only show what a choice changes are for pages without a script.
document.documentElement.classList.add("scripted");

// Shows what the order costs with what was typed, in place: what is being typed stays, and so does the focus.
async function refresh(submitter) {
  clearTimeout(timer);
  latest?.abort();
  latest = new AbortController();
  const sent = new URLSearchParams(new FormData(form));
  sent.set("do", submitter ? submitter.value : "refresh");
  try {
    const address = `${form.getAttribute("action")}/review`;
    const response = await fetch(address, { method: "POST", body: sent, signal: latest.signal });
    show(new DOMParser().parseFromString(await response.text(), "text/html"), sent);
  } catch (error) {
    if (error.name != "AbortError") document.documentElement.classList.remove("scripted");
  }
}

function show(page, sent) {
  if (!page.getElementById("fields-part")) return location.reload();
  const focused = document.activeElement;
  const at = focused.selectionStart ?? null;
  form.elements.revision.value = page.querySelector("[name=revision]").value;
  for (const id of ["notice", "order-part", "fields-part", "order-now"]) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    for (const field of fresh.querySelectorAll("input:not([type=hidden]), textarea")) {
      const typed = field.id && document.getElementById(field.id);
      // What was typed since it was sent counts.
      const isText = typed && !typed.matches("[type=checkbox], [type=radio]");
      if (isText && typed.value != sent.get(field.name)) field.value = typed.value;
    }
    old.replaceChildren(...fresh.childNodes);
  }
  // A button that is gone names who gets the focus.
  const next = document.getElementById(focused.id) ?? document.getElementById(focused.dataset.next);
  if (!next) return;
  next.focus();
  if (at !== null) next.setSelectionRange?.(at, at);
}

document.addEventListener("change", ({ target }) => {
  if (!form || !target.matches("[data-refresh]")) return;
  clearTimeout(timer);
  timer = setTimeout(() => refresh(), target.matches("select") ? PAUSE : 0);
});

document.addEventListener("submit", (event) => {
  const { submitter } = event;
  if (submitter?.hasAttribute("formaction")) {
    event.preventDefault();
    return refresh(submitter);
  }
  // An order that is on its way is not sent again by a second click, and says so.
  if (event.target.dataset.sent) return event.preventDefault();
  event.target.dataset.sent = "1";
  const button = event.target.querySelector("[data-busy]");
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

// The first field to correct.
document.querySelector("[aria-invalid]")?.focus();
