/* What the types allow and what they do not; `npm run build` compiles it and runs nothing. */
import { load, mount } from "service-basket";
import type { ServiceBasketCart } from "service-basket";

const service = "https://basket.example";
const element = document.createElement("div");

const unmount: () => void = mount(element, { api_key: "pk_demo", options: { right: true } }, { service });
unmount();
// @ts-expect-error A basket needs a key.
mount(element, {});
// @ts-expect-error An option is on or off.
mount(element, { api_key: "pk_demo", options: { right: "yes" } });

const basket = await load({ service, version: "1.8.0", integrity: "sha384-…" });
const cart: ServiceBasketCart = await basket.add({ sku: "MUG", quantity: 2, frequency: "monthly" });
const amount: number = cart.sums.total;
await basket.update(cart.lines[0]!, { quantity: amount });
// @ts-expect-error Carts are changed by calls, not by hand.
cart.items = 3;
// @ts-expect-error There is no such frequency.
await basket.add({ sku: "MUG", frequency: "hourly" });

element.addEventListener("service-basket:add", ({ detail }) => {
  const name: string = detail.line.name;
  console.log(name, detail.value, detail.items);
});
window.ServiceBasket?.push(["open"]);
