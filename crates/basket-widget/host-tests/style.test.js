import assert from "node:assert/strict";
import test from "node:test";
import { openBrowser } from "./browser.js";

const { FORBIDDEN_STYLE, STYLES, TEXT } = await openBrowser().load("protocol.js");

test("what would load something or end a declaration is forbidden in any case", () => {
  for (const value of [
    "url(https://example.com/x.png)",
    "red URL('/x.png')",
    "u\\72l(/x.png)",
    'image-set("/x.png" 1x)',
    '-webkit-image-set("/x.png" 1x)',
    'image("/x.png")',
    'src("/x.png")',
    'cross-fade("/x.png", red)',
    "-moz-element(#x)",
    "red; color: blue",
    "red } * { display: none",
    "red !important",
    "red /* to the end",
    "red</style>",
  ]) {
    assert.ok(FORBIDDEN_STYLE.test(value), value);
  }
});

test("style values are let through", () => {
  for (const value of [
    "#0a7",
    "rgb(0 0 0 / 50%)",
    "linear-gradient(90deg, hsl(10, 20%, 30%), var(--brand, red))",
    "1px solid currentColor",
    "\"Source Sans (3)\", 'Noto Sans', sans-serif",
    "calc(1px + 2 * (3px - 1px))",
  ]) {
    assert.ok(!FORBIDDEN_STYLE.test(value), value);
  }
});

test("each member is checked as a value of its property", () => {
  const propertyOf = (member) => Object.keys(STYLES).filter((property) => STYLES[property].includes(member)).join();
  assert.equal(propertyOf("text_primary"), TEXT);
  assert.equal(propertyOf("button_cart_text_primary"), "color");
  assert.equal(propertyOf("secondary"), "background");
  assert.equal(propertyOf("border_radius"), "border-radius");
});
