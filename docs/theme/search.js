/* Search in the header, with the generator's own index. Index and engine are loaded when somebody is about to search. */
"use strict";

{
  const SHOWN = 12;
  const form = document.querySelector("form.search");
  const input = form.querySelector("input");
  const found = form.querySelector(".found");
  const count = form.querySelector(".count");
  const list = form.querySelector("ul");
  let searchable;
  let at = -1;

  /* A script of the site, once. */
  const load = (src) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = src;
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(`${src} cannot be loaded`)));
      document.head.append(script);
    });

  /* The index as a promise; a failure is tried again by the next search. */
  function prepare() {
    searchable ??= (async () => {
      window.search = {};
      await Promise.all([load(form.dataset.engine), load(form.dataset.index)]);
      const { index, doc_urls: addresses, search_options: options } = window.search;
      return { index: window.elasticlunr.Index.load(index), addresses, options };
    })().catch((error) => {
      searchable = undefined;
      throw error;
    });
    return searchable;
  }

  /* The part of a text around the first word that was searched for. */
  function excerpt(text, words) {
    const lower = text.toLowerCase();
    const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0));
    const start = Number.isFinite(first) ? Math.max(0, lower.lastIndexOf(" ", Math.max(first - 40, 0))) : 0;
    if (text.length <= start + 150) return (start ? "… " : "") + text.slice(start).trim();
    return `${start ? "… " : ""}${text.slice(start, text.lastIndexOf(" ", start + 150)).trim()} …`;
  }

  /* A text with the words that were searched for marked, as nodes: what is searched is never markup. */
  function marked(text, words) {
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const parts = escaped.length ? text.split(new RegExp(`(${escaped.join("|")})`, "i")) : [text];
    return parts.map((part, odd) => {
      if (odd % 2 === 0) return part;
      return Object.assign(document.createElement("mark"), { textContent: part });
    });
  }

  function entry({ ref, doc }, addresses, words, number) {
    const item = document.createElement("li");
    item.setAttribute("role", "presentation");
    const link = document.createElement("a");
    link.setAttribute("role", "option");
    link.id = `result-${number}`;
    link.href = form.dataset.root + addresses[ref];
    link.tabIndex = -1;
    const title = document.createElement("strong");
    title.append(...marked(doc.title, words));
    const trail = document.createElement("small");
    const above = doc.breadcrumbs.split(" » ").slice(0, -1);
    if (above.at(-1) === doc.title) above.pop();
    trail.textContent = above.join(" › ");
    const text = document.createElement("span");
    text.append(...marked(excerpt(doc.body, words), words));
    link.append(title, trail, text);
    item.append(link);
    return item;
  }

  function show(isOpen) {
    found.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) select(-1);
  }

  function select(next) {
    const items = [...list.querySelectorAll("a")];
    at = Math.min(next, items.length - 1);
    items.forEach((item, index) => item.setAttribute("aria-selected", String(index === at)));
    if (at < 0) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", items[at].id);
      items[at].scrollIntoView({ block: "nearest" });
    }
  }

  /* The page of a code is short and has the same headings as all of them: its best part stands for it. */
  function once(results, addresses) {
    const seen = new Set();
    return results.filter(({ ref }) => {
      const page = addresses[ref].split("#")[0];
      if (!page.startsWith("codes/")) return true;
      return !seen.has(page) && seen.add(page);
    });
  }

  async function run() {
    const query = input.value.trim();
    if (!query) return show(false);
    let answer;
    try {
      answer = await prepare();
    } catch {
      count.textContent = "The search index could not be loaded. Try again.";
      list.replaceChildren();
      return show(true);
    }
    /* Somebody who types on gets the answer to what is there now. */
    if (query !== input.value.trim()) return undefined;
    const { index, addresses, options } = answer;
    const words = query.toLowerCase().split(/[\s-]+/).filter(Boolean);
    const results = once(index.search(query, options), addresses);
    count.textContent = results.length
      ? `${results.length} ${results.length === 1 ? "result" : "results"} for “${query}”`
      : `No results for “${query}”. Try fewer or other words.`;
    list.replaceChildren(...results.slice(0, SHOWN).map((result, number) => entry(result, addresses, words, number)));
    show(true);
    select(-1);
    return undefined;
  }

  input.addEventListener("focus", () => {
    prepare().catch(() => {});
    if (input.value.trim()) run();
  });
  input.addEventListener("input", run);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = list.querySelectorAll("a")[Math.max(at, 0)];
    if (!found.hidden && chosen) location.assign(chosen.href);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      show(false);
      input.blur();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (found.hidden) return;
      event.preventDefault();
      select(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), -1));
    }
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) show(false);
  });
  /* A press on a result must not take the focus away before the click arrives. */
  found.addEventListener("mousedown", (event) => event.preventDefault());
  found.addEventListener("click", () => show(false));
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  form.hidden = false;
  /* A search in the address: from the 404 page, or a link somebody shared. */
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    input.value = asked;
    input.focus();
    run();
  }
}
