// Live examples: a button on each figure puts a real basket in the place of its picture. The basket is in a frame with a
// cart of its own; the two speak by messages.

for (const figure of document.querySelectorAll("figure.live")) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Try it live" });
  figure.querySelector("figcaption").prepend(button);
  button.addEventListener("click", () => start(figure, button), { once: true });
}

function start(figure, button) {
  const { config, part, event } = figure.dataset;
  const frame = Object.assign(document.createElement("iframe"), { title: "A page with a live basket" });
  const tell = (message) => frame.contentWindow.postMessage(message, "*");
  window.addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.ready) {
      tell({ attributes: [], json: config, part, scheme: isDark() ? "dark" : "light", listen: event ? [event] : [] });
      if (!("closed" in figure.dataset)) tell({ call: "open" });
    }
    if (data.event) list(figure, data);
  });
  frame.src = "../live/index.html";
  figure.querySelector("img")?.remove();
  figure.prepend(frame);
  button.textContent = "Open or close the panel";
  button.addEventListener("click", () => tell({ call: "toggle" }));
}

// Whether the page around is dark just now, by the reader's choice or the system's.
function isDark() {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
  return red + green + blue < 384;
}

function list(figure, { event, detail }) {
  let events = figure.querySelector("ol");
  if (!events) {
    events = document.createElement("ol");
    events.setAttribute("aria-live", "polite");
    figure.querySelector("figcaption").before(events);
  }
  const item = document.createElement("li");
  const name = Object.assign(document.createElement("code"), { textContent: event });
  const shown = Object.assign(document.createElement("code"), { textContent: detail, className: "detail" });
  item.append(name, " ", shown);
  events.prepend(item);
}
