/* Rules for the host scripts that types cannot say. Reads the scripts of a folder, prints what breaks a rule, and ends
   with 1 if something does.

   1. No function has more than four parameters.
   2. No number and no list of the protocol stands outside protocol.js, which is written from the core's tables. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const MOST_PARAMETERS = 4;
const PROTOCOL = "protocol.js";

const parse = (name, text) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);

/* Calls a function with each node below this one, and this one itself. */
const walk = (node, visit) => {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
};

const textsOf = (nodes) => (nodes.every(ts.isStringLiteralLike) ? nodes.map(({ text }) => text) : []);

/* The texts of an array or the names of an object. */
const listOf = (node) => {
  if (ts.isArrayLiteralExpression(node)) return textsOf([...node.elements]);
  if (ts.isObjectLiteralExpression(node)) return node.properties.map(({ name }) => name?.text).filter(Boolean);
  if (ts.isStringLiteralLike(node)) return node.text.split(/[\s,|]+/);
  return [];
};

/* Every text that is in a list of the protocol. */
export const protocolNames = (text) => {
  const names = new Set();
  walk(parse(PROTOCOL, text), (node) => {
    const { initializer } = ts.isVariableDeclaration(node) ? node : {};
    if (initializer && !ts.isStringLiteralLike(initializer)) for (const name of listOf(initializer)) names.add(name);
  });
  return names;
};

const isNumber = (node) => !!node && ts.isNumericLiteral(node);

/* Whether this is `post([4, …])` or `send([4, …])`, on whatever. */
const sendsNumber = (node) => {
  if (!ts.isCallExpression(node)) return false;
  const { expression, arguments: given } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  const [message] = given;
  return /^(post|send)$/.test(name) && !!message && ts.isArrayLiteralExpression(message) && isNumber(message.elements[0]);
};

/* Whether this is `{ 4: … }`, or `{ [4]: … }`, or a method so named. */
const isNumbered = (node) => {
  const { name } = ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node) ? node : {};
  return isNumber(name) || (!!name && ts.isComputedPropertyName(name) && isNumber(name.expression));
};

/* Whether this is `given[":on"] == 4`. */
const comparesNumber = (node) =>
  ts.isBinaryExpression(node) &&
  [node.left, node.right].some(isNumber) &&
  [node.left, node.right].some((side) => side.getText().includes('":on"'));

/* What breaks a rule in a script, as sentences. */
export const problemsOf = (name, text, names) => {
  const file = parse(name, text);
  const problems = [];
  walk(file, (node) => {
    const report = (sentence) => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      problems.push(`${name}:${line + 1}: ${sentence}`);
    };
    const count = ts.isFunctionLike(node) ? node.parameters.length : 0;
    if (count > MOST_PARAMETERS) report(`a function has ${count} parameters; ${MOST_PARAMETERS} are the most`);
    if (name == PROTOCOL) return;
    if (sendsNumber(node)) report(`a message has a number; take its name from ${PROTOCOL}`);
    if (isNumbered(node)) report(`a member has a number for a name; take the effect's name from ${PROTOCOL}`);
    if (comparesNumber(node)) report(`an action has a number; take its name from ${PROTOCOL}`);
    const known = listOf(node).filter((one) => names.has(one));
    if (known.length > 1) report(`${known.join(", ")} are in a list of ${PROTOCOL}; take them from there`);
  });
  return problems;
};

const check = (folder) => {
  const scripts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"));
  const read = (name) => readFileSync(join(folder, name), "utf8");
  const names = protocolNames(read(PROTOCOL));
  return scripts.sort().flatMap((name) => problemsOf(name, read(name), names));
};

const [, , folder] = process.argv;
if (folder) {
  const problems = check(folder);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}
