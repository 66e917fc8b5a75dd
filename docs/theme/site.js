/* What pages do beyond plain HTML: the choice of colours, copy buttons, the keyboard, and help on the 404 page. */
"use strict";

{
  const KEY = "docs-colours";
  const ORDER = ["system", "light", "dark"];

  /* Chosen colours, kept for the next page and shown in other open tabs. */
  function setUpColours() {
    const button = document.querySelector(".choice");
    const says = button.querySelector(".says");
    const root = document.documentElement;
    const show = () => {
      says.textContent = `Colours: ${root.dataset.colours ?? "system"}`;
      button.title = says.textContent;
    };
    const choose = (choice) => {
      if (choice === "light" || choice === "dark") root.dataset.colours = choice;
      else delete root.dataset.colours;
      show();
    };
    button.addEventListener("click", () => {
      const choice = ORDER[(ORDER.indexOf(root.dataset.colours ?? "system") + 1) % ORDER.length];
      choose(choice);
      try {
        if (choice === "system") localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, choice);
      } catch {
        /* Then the choice is for this page only. */
      }
    });
    addEventListener("storage", (event) => {
      if (event.key === KEY) choose(event.newValue);
    });
    show();
    button.hidden = false;
  }

  /* A button on every piece of code that copies it. */
  function setUpCopying() {
    if (!navigator.clipboard) return;
    for (const code of document.querySelectorAll("pre > code")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(code.textContent.trimEnd());
          button.textContent = "Copied";
        } catch {
          button.textContent = "Not copied";
        }
        setTimeout(() => (button.textContent = "Copy"), 2000);
      });
      code.parentElement.parentElement.append(button);
    }
  }

  /* The menu on phones is a target of the address, so that it works without this script. Escape closes it. */
  function setUpMenu() {
    const navigation = document.querySelector("#navigation");
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || location.hash !== "#navigation") return;
      location.hash = "#content";
      document.querySelector(".menu-link").focus();
    });
    /* The current page is in view in a long navigation, without moving the page itself. */
    const current = navigation.querySelector("[aria-current]");
    if (current && current.offsetTop > navigation.clientHeight - 80) {
      navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
    }
  }

  /* The heading that is being read is marked in the page's contents. */
  function setUpContents() {
    const links = [...document.querySelectorAll(".contents a")];
    const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    if (!links.length || !headings.every(Boolean)) return;
    const mark = () => {
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120).length;
      links.forEach((link, at) => link.toggleAttribute("data-read", at === Math.max(passed - 1, 0)));
    };
    let waits = false;
    addEventListener("scroll", () => {
      if (waits) return;
      waits = true;
      requestAnimationFrame(() => {
        waits = false;
        mark();
      });
    }, { passive: true });
    mark();
  }

  /* What is wider than its box can be scrolled with the keyboard. */
  function setUpScrolling() {
    const boxes = document.querySelectorAll("pre, .table-wrapper");
    const look = () => {
      for (const box of boxes) {
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
        else box.removeAttribute("tabindex");
      }
    };
    addEventListener("resize", look, { passive: true });
    look();
  }

  /* How many letters must be changed, added or removed to make one word the other. */
  function distance(one, other) {
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let i = 1; i <= one.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= other.length; j += 1) {
        const same = one[i - 1] === other[j - 1] ? 0 : 1;
        next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + same));
      }
      row = next;
    }
    return row[other.length];
  }

  /* On the 404 page: a search for the words of the address. */
  function setUpSearchOffer() {
    const place = document.querySelector("[data-search]");
    const words = decodeURI(location.pathname).split("/").pop().replace(/\.(html|md)$/, "").split(/[^\p{L}\p{N}]+/u);
    const query = words.filter(Boolean).join(" ");
    if (!place || !query) return;
    const link = document.createElement("a");
    link.href = `${place.dataset.search}?q=${encodeURIComponent(query)}`;
    link.textContent = `Search for “${query}”`;
    place.append(link);
  }

  /* On the 404 page of a code that does not exist: the codes whose names are nearest. */
  async function setUpNearCodes() {
    const wanted = location.pathname.match(/\/codes\/([^/]+?)(?:\.html|\.md)?$/)?.[1]?.toLowerCase();
    const list = document.querySelector("[data-codes]");
    if (!wanted || !list) return;
    const response = await fetch(list.dataset.codes);
    if (!response.ok) return;
    const near = (await response.json())
      .map((code) => ({ code, far: code.includes(wanted) || wanted.includes(code) ? 1 : distance(wanted, code) }))
      .sort((a, b) => a.far - b.far)
      .slice(0, 5);
    const heading = document.createElement("h2");
    heading.textContent = "Codes with a similar name";
    const items = document.createElement("ul");
    for (const { code } of near) {
      const link = document.createElement("a");
      link.href = list.dataset.codes.replace(/[^/]*$/, `${code}.html`);
      link.append(Object.assign(document.createElement("code"), { textContent: code }));
      const item = document.createElement("li");
      item.append(link);
      items.append(item);
    }
    list.append(heading, items);
  }

  setUpColours();
  setUpCopying();
  setUpMenu();
  setUpContents();
  setUpScrolling();
  setUpSearchOffer();
  setUpNearCodes();
}
