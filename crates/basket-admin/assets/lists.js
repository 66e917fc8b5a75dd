// Lists that follow what one types, a picture that shows before it is saved, progress that moves by
// itself. Each page works without it.

/** How long to wait for the next letter, and for the next look at what goes on elsewhere. */
const PAUSE = 150;
const AGAIN = 700;

/** The part of that name of the page at an address; nothing if it cannot be had. */
const part = async (address, id, signal) => {
  const answer = await fetch(address, { signal, headers: { accept: "text/html" } });
  if (!answer.ok || answer.redirected) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.getElementById(id);
};

/** Puts a part into the place of the one that has its name. */
const replace = (fresh) => {
  document.getElementById(fresh.id).replaceWith(document.adoptNode(fresh));
  enliven(fresh);
  return fresh;
};

/** Shows what a form asks for, without a new page. The address goes along, to be kept or sent on. */
const follow = (form) => {
  let waiting;
  let asking = new AbortController();
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  form.after(said);
  const ask = async () => {
    asking.abort();
    asking = new AbortController();
    const wanted = [...new FormData(form)].filter(([, value]) => value !== "");
    const query = new URLSearchParams(wanted).toString();
    const address = form.action + (query && `?${query}`);
    try {
      const fresh = await part(address, form.dataset.live, asking.signal);
      if (!fresh) return form.submit();
      replace(fresh);
      history.replaceState(null, "", address);
      const rows = fresh.querySelectorAll("tbody tr").length;
      said.textContent = rows ? `${rows} shown` : "Nothing found";
    } catch (error) {
      if (error.name !== "AbortError") form.submit();
    }
  };
  form.addEventListener("input", (event) => {
    clearTimeout(waiting);
    // While a letter is being put together there is nothing to look for yet.
    if (!event.isComposing) waiting = setTimeout(ask, PAUSE);
  });
  form.addEventListener("compositionend", ask);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(waiting);
    ask();
  });
};

/** Looks at a part again and again until the page says that it moves no more. */
const watch = async (moving) => {
  while (moving?.hasAttribute("data-again")) {
    await new Promise((done) => setTimeout(done, AGAIN));
    try {
      const fresh = await part(location.href, moving.id);
      if (!fresh) return location.reload();
      moving = replace(fresh);
    } catch {
      // The service may be away for a moment.
    }
  }
};

/** Shows the picture whose address is being typed; the letter of the name as long as there is none. */
const preview = (frame) => {
  const address = document.getElementById(frame.dataset.preview);
  const name = document.getElementById(frame.dataset.letter);
  const letter = () => {
    const span = document.createElement("span");
    span.setAttribute("aria-hidden", "true");
    span.textContent = [...name.value.trim()][0] ?? "";
    frame.replaceChildren(span);
  };
  const show = () => {
    if (!/^(https?:\/\/|\/)./.test(address.value.trim())) return letter();
    const image = new Image(76, 76);
    image.alt = "The picture as it is";
    image.onload = () => frame.replaceChildren(image);
    image.onerror = letter;
    image.src = address.value.trim();
  };
  let waiting;
  for (const field of [address, name]) {
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(show, PAUSE);
    });
  }
  frame.querySelector("img")?.addEventListener("error", letter);
};

/** One more row like the last one, empty. */
const grow = (button) => {
  const rows = button.closest("fieldset").querySelector("[data-rows]");
  const row = rows.lastElementChild.cloneNode(true);
  for (const field of row.querySelectorAll("input, select")) field.value = "";
  rows.append(row);
  row.querySelector("select").focus();
};

for (const form of document.querySelectorAll("form[data-live]")) follow(form);
for (const frame of document.querySelectorAll("[data-preview]")) preview(frame);
for (const button of document.querySelectorAll("[data-add-row]")) {
  button.hidden = false;
  button.addEventListener("click", () => grow(button));
}
watch(document.querySelector("[data-again]"));
