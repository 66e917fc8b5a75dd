// A checkout of your own: shoppers come here with a cart's id and a signature.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

// BASKET_SIGNING is the secret that the backend shows beside the checkout's address; BASKET_SECRET is a secret key.
const { BASKET_SERVICE: service, BASKET_SECRET: secret, BASKET_SIGNING: signing, PORT: port = "3000" } = process.env;

createServer(async ({ url }, answer) => {
  const { cart, expires, signatures = "" } = Object.fromEntries(new URL(url, "http://localhost").searchParams);
  const expected = createHmac("sha256", signing).update(`${cart}.${expires}`).digest();
  const isOurs = signatures.split(",").some((signature) => {
    const given = Buffer.from(signature, "hex");
    return given.length == expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs || expires < Date.now() / 1000) {
    return answer.writeHead(403).end("This link is not good, or no longer.\n");
  }
  const headers = { authorization: `Bearer ${secret}` };
  const { lines, sums, currency } = await (await fetch(`${service}/v1/admin/carts/${cart}`, { headers })).json();
  const list = lines.map(({ quantity, name }) => `${quantity} x ${name}\n`).join("");
  answer.end(`${list}Due today: ${sums.total / 100} ${currency}\n`);
}).listen(Number(port), "127.0.0.1", () => console.log(`Checkout: http://127.0.0.1:${port}`));
