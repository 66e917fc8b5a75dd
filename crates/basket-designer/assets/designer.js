// The designer, live: what is edited goes to the service, which says what follows from it, and the preview shows it. All
// decisions are the service's, the same as without this script: it only asks sooner and shows the answer in place.

const form = document.querySelector("#designer");
const controls = form.querySelector("fieldset.all");
const json = document.querySelector("#json");
const findings = document.querySelector("#findings");
const rejected = document.querySelector("#rejected");
const measured = document.querySelector("#measured");
const look = document.querySelector(".look");
const box = document.querySelector(".frame");
const frame = box.querySelector("iframe");

// How long somebody must pause before the service is asked.
const PAUSE = 120;
// The page in the preview, in its own pixels.
const SIZES = { desktop: [1100, 760], tablet: [768, 900], phone: [375, 740] };
// What there is to copy, by the names that the service has for it.
const SNIPPETS = ["snippet", "soonest", "soonest-policy", "pinned", "share"].filter((id) => document.getElementById(id));
// How high it may stand here.
const HIGHEST = 640;

// What the preview shows; nothing before the first answer.
let shown;
let found = [];
let wanted, timer, isAsking;

for (const element of document.querySelectorAll(".without-script")) element.remove();
for (const element of [look, box, ...form.querySelectorAll("[type=color]")]) element.hidden = false;

/* Asks the service what follows from an edit; while it answers, the last edit waits. */
function ask(action, pause = PAUSE) {
  wanted = action;
  clearTimeout(timer);
  timer = setTimeout(send, pause);
}

async function send() {
  if (isAsking || !wanted) return;
  const action = wanted;
  wanted = undefined;
  isAsking = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    body.set("do", action);
    const answer = await fetch(form.dataset.check, { method: "POST", body, redirect: "error" });
    if (answer.status === 429) {
      // Too many edits at once: the last of them is asked about a little later.
      wanted ??= action;
      await new Promise((resume) => setTimeout(resume, 1000));
    } else {
      const draft = await answer.json();
      // What was typed meanwhile is newer than this.
      if (!wanted) show(draft, action);
    }
  } catch {
    say("The service did not take this. Copy the JSON to be safe, and reload the page.");
  }
  isAsking = false;
  send();
}

function say(text) {
  const notice = Object.assign(document.createElement("p"), { className: "notice bad", textContent: text });
  findings.replaceChildren(notice);
}

function show(draft, action) {
  findings.innerHTML = draft.findings;
  found = draft.found;
  controls.disabled = !draft.is_read;
  json.ariaInvalid = draft.is_read ? null : "true";
  for (const button of document.querySelectorAll(SNIPPETS.map((id) => `[data-copy=${id}]`).join()))
    button.disabled = !draft.is_read || draft[button.dataset.copy] === "";
  rejected.replaceChildren();
  measured.replaceChildren();
  if (!draft.is_read) return;
  if (action !== "json" && json.value !== draft.json) json.value = draft.json;
  for (const [name, field] of Object.entries(draft.fields)) showField(form.elements.namedItem(name), field);
  form.elements.base.value = draft.json;
  form.elements.shown.value = draft.locale;
  form.elements.locale.innerHTML = draft.languages;
  form.elements.other.value = "";
  for (const id of SNIPPETS) document.querySelector(`#${id}`).value = draft[id];
  if (draft.share !== null) keepInAddress(draft);
  shown = { attributes: draft.attributes, json: draft.script, locale: draft.spoken };
  for (const text of document.querySelectorAll("textarea.code")) fitLines(text);
  tellPreview();
}

function showField(control, { value, is_on, fallback, swatch }) {
  if (!control) return;
  if (fallback !== undefined) control.placeholder = fallback;
  const picker = swatch && form.querySelector(`[data-for="${control.id}"]`);
  if (picker && picker !== document.activeElement) picker.value = swatch;
  // Nobody's cursor jumps while they type.
  if (control === document.activeElement && control.type !== "checkbox") return;
  if (is_on !== undefined) control.checked = is_on;
  else if (control.localName === "select") choose(control, value);
  else if (control.value !== value) control.value = value;
}

function fitLines(text) {
  text.rows = Math.min(24, Math.max(text.readOnly ? 3 : 8, text.value.trimEnd().split("\n").length));
}

function choose(select, value) {
  if (![...select.options].some((option) => option.value === value)) select.append(new Option(value, value));
  select.value = value;
}

document.addEventListener("input", ({ target }) => {
  if (target === json) return ask("json");
  if (!controls.contains(target)) return;
  if (target.dataset.for) document.getElementById(target.dataset.for).value = target.value;
  if (["locale", "other"].includes(target.name)) return;
  ask("fields", target.type === "checkbox" ? 0 : PAUSE);
});
document.addEventListener("change", ({ target }) => {
  if (["locale", "other"].includes(target.name) && target.form === form && target.checkValidity()) ask("locale", 0);
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && controls.contains(event.target) && event.target.type !== "button") {
    if (event.target.localName === "input") event.preventDefault();
    if (event.target.name === "other") event.target.blur();
  }
});
form.addEventListener("submit", (event) => {
  const action = event.submitter?.value ?? "";
  if (!action.startsWith("use ")) return keep();
  event.preventDefault();
  // It is not sent, so it may be sent again.
  event.stopPropagation();
  ask(action, 0);
});

/* Whoever leaves with a draft that was neither saved nor copied is asked. */
let kept;

function keep() {
  kept = json.value;
}

/* Where the address opens a draft, it is always that of this draft, and nothing can be lost. */
const first = json.value;

function keepInAddress({ share, json }) {
  if (share && (json !== first || location.search)) history.replaceState(null, "", new URL(share).search);
  keep();
}

keep();
document.addEventListener("click", ({ target }) => target.closest("[data-copy]") && keep());
window.addEventListener("beforeunload", (event) => json.value !== kept && event.preventDefault());

/* From a place in a diagnostic to that place in the text. */
findings.addEventListener("click", (event) => {
  const place = event.target.closest("[data-line]");
  if (!place) return;
  event.preventDefault();
  const lines = json.value.split("\n").slice(0, place.dataset.line);
  const last = [...(lines.pop() ?? "")].slice(0, place.dataset.column - 1).join("");
  const at = [...lines, last].join("\n").length;
  json.focus();
  json.setSelectionRange(at, at + 1);
});

/* The preview. */
let isNew;

function tellPreview() {
  if (!shown) return;
  frame.contentWindow.postMessage({ ...shown, scheme: look.elements.scheme.value }, "*");
  if (isNew) view.observe(frame);
  isNew = false;
}

/* A panel that opens takes the focus, and the page would jump to it: below the controls, it waits until it is in sight. */
const view = new IntersectionObserver(([{ isIntersecting }]) => {
  if (!isIntersecting) return;
  view.disconnect();
  call("open");
});

function call(method) {
  frame.contentWindow.postMessage({ call: method }, "*");
}

function fit() {
  const [width, height] = SIZES[look.elements.width.value];
  const scale = Math.min(1, box.clientWidth / width, HIGHEST / height);
  Object.assign(frame.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` });
  frame.style.borderRadius = `${14 / scale}px`;
  box.style.height = `${height * scale}px`;
  frame.style.left = `${Math.max(0, (box.clientWidth - width * scale) / 2)}px`;
}

function load() {
  const samples = look.elements.goods?.value === "samples" ? "?goods=samples" : "";
  frame.src = frame.dataset.src + samples;
}

look.addEventListener("change", ({ target }) => ({ width: fit, scheme: tellPreview, goods: load })[target.name]?.());
look.addEventListener("submit", (event) => event.preventDefault());
look.querySelector("[data-toggle]").addEventListener("click", () => call("toggle"));
window.addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  if (data.ready) {
    isNew = true;
    tellPreview();
  }
  if (data.problems) showRejected(data.problems);
  if (data.measured) showMeasured(data.measured);
});

/* A panel that opens takes the focus, also from here. Whoever did not go into the preview gets it back. */
let before, isTab;
document.addEventListener("focusin", ({ target }) => (before = target === frame ? before : target));
document.addEventListener("keydown", ({ key }) => (isTab = key === "Tab"), true);
document.addEventListener("pointerdown", () => (isTab = false), true);
window.addEventListener("blur", () => {
  // Not before the browser is done with giving it away.
  setTimeout(() => {
    if (document.activeElement !== frame || isTab || frame.matches(":hover")) return;
    frame.blur();
    before?.focus({ preventScroll: true });
  });
});

/* What only the browser knows to be wrong with a style. */
function showRejected(problems) {
  const isNew = ({ code, path }) => code === "style-value" && !found.some(([other, at]) => other === code && at === path);
  const items = problems.filter(isNew);
  rejected.replaceChildren(...items.map(({ level, code, path, message, hint }) => item(level, code, path, message, hint)));
}

/* What is hard to read as it is drawn just now; a colour that is mixed from others stands nowhere in the draft. */
function showMeasured(parts) {
  const list = parts.map(({ part, ratio }) => `${part} ${ratio}:1`).join(", ");
  const hint = "Measured in the preview as it is now. Text needs 4.5:1.";
  measured.replaceChildren(...(list ? [item("warning", "style-contrast", "", `Hard to read: ${list}.`, hint)] : []));
  findings.querySelector(".fine")?.toggleAttribute("hidden", list !== "");
}

function item(level, code, path, message, hint) {
  const make = (name, textContent, className) => Object.assign(document.createElement(name), { textContent, className });
  const made = make("li", "", level);
  const head = make("p", "", "");
  head.append(make("span", level, `chip ${level}`), " ", make("code", code, "name"), " ", make("code", path, ""));
  made.append(head, make("p", message, ""), make("p", hint, "hint"));
  return made;
}

new ResizeObserver(fit).observe(box);
// A phone has no room for a wide page, nor for all controls before the basket.
if (box.clientWidth < 480) look.elements.width.value = "phone";
if (matchMedia("(width < 1100px)").matches)
  for (const group of [...controls.querySelectorAll(".group")].slice(1)) group.open = false;
fit();
load();
ask("json", 0);
