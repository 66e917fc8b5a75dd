/* A basket by hand, as small as one can reasonably be: no languages, no options, no checks, nothing for bad networks.
   It marks how quick a basket on this service can be. With `data-quick` it shows the button before it has asked, with the
   number of the last page, as ours does. */
(() => {
  const script = document.currentScript;
  const { service } = script.dataset;
  const place = document.querySelector("[data-embed=hand]");
  const key = place.dataset.key;
  const stored = "hand:" + key;
  const root = place.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { font: 16px/1.4 system-ui, sans-serif; color: #1d1b18 }
    button { font: inherit; border: 0; border-radius: 8px; padding: .5em 1em; background: #2f5d50; color: #fff; cursor: pointer }
    dialog { position: fixed; inset: 0 0 0 auto; margin: 0; width: 26rem; max-width: 100vw; height: 100dvh; max-height: none;
      border: 0; padding: 1rem; box-sizing: border-box; box-shadow: 0 0 2rem #0003; overflow: auto }
    header, li, .sum { display: flex; gap: .75rem; align-items: center; justify-content: space-between }
    ul { list-style: none; padding: 0 } li { padding: .75rem; margin: .5rem 0; background: #f4f1ec; border-radius: 8px }
    img { width: 3.5rem; height: 3.5rem; object-fit: cover; border-radius: 6px }
    input { width: 3rem; font: inherit; text-align: center }
    li button { padding: .2em .6em } .name { flex: 1 } .checkout { width: 100%; margin-top: 1rem }`);
  root.adoptedStyleSheets = [sheet];
  let cart;
  let isOpen = false;

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const call = async (method, path, body) => {
    const answer = await fetch(service + path + (method == "GET" ? "?key=" + key : ""), {
      method,
      body: body && JSON.stringify(body),
      headers: method == "GET" ? {} : { Authorization: "Bearer " + key, "Content-Type": "application/json" },
    });
    take(await answer.json());
  };
  const take = (answer) => {
    cart = answer.lines ? answer : { ...answer, items: 0, lines: [], sums: { total: 0 } };
    if (cart.id) localStorage[stored] = cart.id;
    localStorage[stored + ":items"] = cart.items;
    render();
  };
  const money = (amount) =>
    new Intl.NumberFormat(navigator.language, { style: "currency", currency: cart.currency }).format(amount / 100);
  const set = (line, quantity) => {
    // Shown at once, confirmed later.
    cart.items += quantity - line.quantity;
    line.quantity = quantity;
    line.price = quantity * line.unit_price;
    cart.sums.total = cart.lines.reduce((sum, line) => sum + line.price, 0);
    render();
    call("PATCH", `/v1/carts/${cart.id}/lines/${line.id}`, { quantity });
  };
  const card = (line) =>
    make(
      "li",
      {},
      make("img", { src: line.image || "", alt: "" }),
      make("span", { className: "name" }, line.name, make("br"), money(line.price)),
      make("button", { textContent: "−", onclick: () => set(line, line.quantity - 1) }),
      make("input", { value: line.quantity, onchange: ({ target }) => set(line, +target.value) }),
      make("button", { textContent: "+", className: "increase", onclick: () => set(line, line.quantity + 1) }),
      make("button", { textContent: "Remove", onclick: () => set(line, 0) }),
    );
  const show = (open) => {
    isOpen = open;
    render();
  };
  const render = () => {
    const dialog = make(
      "dialog",
      { open: isOpen },
      make("header", {}, make("h2", { textContent: "Your cart" }), make("button", { textContent: "Close", onclick: () => show(false) })),
      make("ul", {}, ...cart.lines.filter((line) => line.quantity).map(card)),
      make("div", { className: "sum" }, make("span", { textContent: "Total" }), make("b", { textContent: money(cart.sums.total) })),
      make("button", { className: "checkout", textContent: "Checkout" }),
    );
    root.replaceChildren(buttonOf(cart.items), dialog);
  };
  const buttonOf = (items) =>
    make("button", { className: "cart", onclick: () => show(!isOpen) }, "Cart ", make("b", { textContent: items }));

  document.addEventListener("click", ({ target }) => {
    const sku = target.closest("[data-embed=hand-add]")?.dataset.sku;
    if (sku) call("POST", cart.id ? `/v1/carts/${cart.id}/lines` : "/v1/carts", cart.id ? { sku } : { lines: [{ sku }] });
  });
  if ("quick" in place.dataset) root.append(buttonOf(localStorage[stored] ? localStorage[stored + ":items"] : 0));
  call("GET", localStorage[stored] ? "/v1/carts/" + localStorage[stored] : "/v1/shop");
})();
