// The demo page's own behaviour: the choice beside each add button, and the switches. It speaks to
// the basket only as any page could, through attributes and the configuration script, and keeps
// nothing: the address's query (?detached=1&right=0&locale=de&theme=dark&lang=de) sets the start.

const ATTRIBUTES = ["right", "detached", "tinted", "persistent"];

// What the basket does by itself; only what differs from this is written into the configuration.
const DEFAULTS = {
  show_billing_frequency: false,
  show_sum_purchases: false,
  show_sum_subscriptions: false,
  show_sum_total: true,
};

const root = document.documentElement;
const basket = document.querySelector('[data-embed="service-basket"]');
const script = basket.querySelector("script");
const form = document.querySelector("#options form");
const { elements } = form;
const config = JSON.parse(script.textContent);

function readQuery() {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const control = elements.namedItem(name);
    if (name === "lang") root.lang = value;
    else if (control?.type === "checkbox") control.checked = !["0", "false"].includes(value);
    else if (control) control.value = value;
  }
  // A code that is not offered leaves the list without a choice; the page's language serves then.
  if (elements.locale.selectedIndex < 0) elements.locale.value = "";
}

function applySwitches() {
  root.dataset.theme = elements.theme.value;
  for (const name of ATTRIBUTES) basket.toggleAttribute(name, elements[name].checked);

  config.options = {};
  if (elements.locale.value) config.options.default_locale = elements.locale.value;
  for (const [name, value] of Object.entries(DEFAULTS)) {
    const { checked } = elements[name];
    if (checked !== value) config.options[name] = checked;
  }

  const json = JSON.stringify(config, null, 2);
  // Written only when it says something new, so that the basket is not asked to read for nothing.
  if (script.textContent !== json) script.textContent = json;
  document.querySelector("#snippet").textContent = snippet(json);
}

function snippet(json) {
  const attributes = ATTRIBUTES.filter((name) => basket.hasAttribute(name));
  const opening = ["<div", 'data-embed="service-basket"', ...attributes].join(" ");
  return `<script src="${location.origin}/v1/basket.js" async></script>

${opening}>
  <script type="application/json">
    ${json.replaceAll("\n", "\n    ")}
  </script>
</div>`;
}

// The add button carries the chosen rhythm; "once" is the absence of one.
function applyWay(select) {
  const button = select.parentElement.querySelector("button");
  const [frequency, interval] = select.value.split("/");
  if (frequency) Object.assign(button.dataset, { frequency, interval });
  else for (const name of ["frequency", "interval"]) delete button.dataset[name];
}

async function copySnippet() {
  const code = document.querySelector("#snippet");
  const status = document.querySelector("#copied");
  try {
    await navigator.clipboard.writeText(code.textContent);
    status.textContent = "Copied";
  } catch {
    // Without leave to write the clipboard, the text is at least marked for the reader's own copy.
    getSelection().selectAllChildren(code);
    status.textContent = "Selected";
  }
  setTimeout(() => (status.textContent = ""), 2000);
}

readQuery();
applySwitches();
form.addEventListener("change", applySwitches);
form.addEventListener("submit", (event) => event.preventDefault());
document.querySelector("#copy").addEventListener("click", copySnippet);
for (const select of document.querySelectorAll("[data-ways]")) {
  applyWay(select);
  select.addEventListener("change", () => applyWay(select));
}
