/* Searches the built site for what people look for, as its own search box does: `node check-search.mjs SITE TASKS`. It fails
   if a task's page is not among the first results, or the page of a code not among the first three when
   somebody searches for the code. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

/* How many results a reader looks at before they search for something else. */
const LOOKED_AT = 10;

const [site, tasks] = process.argv.slice(2);

const script = (prefix) => {
  const name = readdirSync(site).find((file) => file.startsWith(`${prefix}-`) && file.endsWith(".js"));
  return readFileSync(join(site, name), "utf8");
};

const context = vm.createContext({ window: { search: {} } });
context.self = context.window;
vm.runInContext(script("elasticlunr"), context);
vm.runInContext(script("searchindex"), context);
const { doc_urls: addresses, index, search_options: options } = context.window.search;
const elasticlunr = context.elasticlunr ?? context.window.elasticlunr;
const searchable = elasticlunr.Index.load(index);

/* The rows of the table: the task, what is searched for, the page. */
const rows = readFileSync(tasks, "utf8")
  .split("\n")
  .map((line) => line.match(/^\| (.+?) \| (.+?) \| \[.+?\]\((.+?)\.md\) \|$/))
  .filter(Boolean)
  .map(([, task, query, page]) => ({ task, query, page: `${page}.html`.replace("README.html", "index.html") }));

const failures = rows.filter(({ query, page }) => {
  const found = searchable.search(query, options).slice(0, LOOKED_AT);
  return !found.some(({ ref }) => addresses[ref].split("#")[0] == page);
});
for (const { task, query, page } of failures) {
  const found = searchable.search(query, options).slice(0, LOOKED_AT);
  console.error(`${task}: a search for "${query}" does not find ${page}, but ${found.map(({ ref }) => addresses[ref]).join(", ") || "nothing"}`);
}

const codes = JSON.parse(readFileSync(join(site, "codes/index.json"), "utf8"));
const lost = codes.filter((code) => {
  const found = searchable.search(code, options).slice(0, 3);
  return !found.some(({ ref }) => addresses[ref].split("#")[0] == `codes/${code}.html`);
});
for (const code of lost) console.error(`a search for "${code}" does not find codes/${code}.html`);
if (rows.length < 20) console.error(`only ${rows.length} tasks in ${tasks}`);
process.exit(failures.length || lost.length || rows.length < 20 ? 1 : 0);
