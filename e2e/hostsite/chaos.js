/* Makes random changes and keeps a model of what has been confirmed. Waits are short, so that many retries fit into
   a test. */
const realTimeout = window.setTimeout;
window.setTimeout = (task, wait, ...rest) => realTimeout(task, wait / 100, ...rest);

const randomFrom = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/* Changes lines of its own products in every way, and adds to one that others add to as well. */
window.chaos = async (seed, count, own, shared) => {
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const model = Object.fromEntries([...own, shared].map((sku) => [sku, 0]));
  const all = [];
  window.state = { model, codes: [], finished: false };
  for (let at = 0; at < count; at++) {
    const sku = pick([...own, ...own, shared]);
    const line = ServiceBasket.cart?.lines.find((line) => line.sku == sku);
    const kind = sku == shared || !line ? "add" : pick(["add", "update", "update", "remove"]);
    const quantity = 1 + Math.floor(random() * 3);
    const change =
      kind == "add"
        ? ServiceBasket.add({ sku, quantity }).then(() => (model[sku] += quantity))
        : kind == "update"
          ? ServiceBasket.update(line, { quantity }).then(() => (model[sku] = quantity))
          : ServiceBasket.remove(line).then(() => (model[sku] = 0));
    all.push(change.catch(({ code }) => window.state.codes.push(code)));
    if (random() < 0.3) await change.catch(() => {});
  }
  await Promise.all(all);
  window.state.finished = true;
};
