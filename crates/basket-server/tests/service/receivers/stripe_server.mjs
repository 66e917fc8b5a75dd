// Somebody else's Stripe, with a front that does for it what it does not know: it wants prices by their ids, so the
// front has it make a price of every `price_data`. All else passes as it comes.
import { createEmulator } from "emulate";
import { createServer } from "node:http";

let stripe;

const post = async (path, form, headers) => {
  const body = new URLSearchParams(form);
  const answer = await fetch(stripe.url + path, { method: "POST", headers, body });
  return { status: answer.status, text: await answer.text() };
};

const front = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  // Where it is to tell what happens.
  if (request.method === "PUT") {
    const webhooks = [{ url: body, events: ["*"], secret: process.env.SECRET }];
    const seed = { stripe: { webhooks } };
    stripe = await createEmulator({ service: "stripe", port: 0, seed });
    response.end();
    return;
  }
  const headers = { authorization: request.headers.authorization };
  if (request.method === "GET") {
    const answer = await fetch(stripe.url + request.url, { headers });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
    return;
  }
  const lines = {};
  const rest = [];
  for (const [name, value] of new URLSearchParams(body)) {
    const found = /^line_items\[(\d+)\]\[price_data\](.*)$/.exec(name);
    if (found) (lines[found[1]] ??= {})[found[2]] = value;
    else rest.push([name, value]);
  }
  for (const [place, data] of Object.entries(lines)) {
    const product = await post("/v1/products", { name: data["[product_data][name]"] }, headers);
    const price = { product: JSON.parse(product.text).id };
    for (const [name, value] of Object.entries(data)) {
      if (name.startsWith("[product_data]")) continue;
      price[name.replace(/^\[(\w+)\]/, "$1")] = value;
    }
    const made = await post("/v1/prices", price, headers);
    rest.push([`line_items[${place}][price]`, JSON.parse(made.text).id]);
  }
  const answer = await post(request.url, rest, headers);
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(answer.text);
});

front.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${front.address().port}`));
