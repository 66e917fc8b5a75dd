//! Room for text: wider spacing, larger letters and longer languages cut nothing off and push nothing over another.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::json;

use super::super::actions::{STATE, open};
use super::{Findings, NATIVE, fill, settle, speak};

/// Lists what is cut off or lies over something else in the open panel, with the style sheet given as well.
///
/// What counts is where letters are, not where their boxes are. A box that scrolls may hold more than it shows.
const CRAMPED: &str = "
    const [css] = arguments;
    const panel = all('dialog')[0];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const sheets = root().adoptedStyleSheets;
    root().adoptedStyleSheets = [...sheets, sheet];
    const found = [];
    const inside = (inner, outer, [across, down]) =>
      (!across || (inner.left > outer.left - 1 && inner.right < outer.right + 1)) &&
      (!down || (inner.top > outer.top - 1 && inner.bottom < outer.bottom + 1));
    const controls = 'button, a, input';
    const letters = (element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const hasText = ({ childNodes }) => [...childNodes].some(({ data }) => data?.trim());
    const leaves = all('dialog *').filter((element) =>
      !element.closest('.said, [aria-hidden=true]') &&
      (element.matches('button, input') || (hasText(element) && !element.parentNode.closest(controls))));
    // No matter the language: the third price, the first button.
    const told = (element) => {
      const kind = element.part.value || element.className || element.localName;
      const alike = all('dialog, dialog *').filter((other) =>
        kind == (other.part.value || other.className || other.localName));
      return alike.length > 1 ? `${kind} ${alike.indexOf(element) + 1}` : kind;
    };
    const boxes = leaves.map((element) => {
      if (element.scrollWidth > element.clientWidth + 1 && element.localName == 'input')
        found.push(`${told(element)} does not fit its field`);
      const isControl = element.matches('button, input');
      const text = isControl && !element.textContent ? element.getBoundingClientRect() : letters(element);
      let scroller;
      for (let box = element; box != panel.parentNode; box = box.parentNode) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const scrolls = /auto|scroll/.test(overflowY);
        const clips = [box == element && isControl || overflowX != 'visible',
          !scroller && !scrolls && (box == element && isControl || overflowY != 'visible')];
        if (!inside(text, box.getBoundingClientRect(), clips))
          found.push(`${told(element)} is cut off by ${box == element ? 'itself' : told(box)}`);
        if (scrolls) scroller ||= box;
      }
      const own = element.getBoundingClientRect();
      const isClipped = isControl || getComputedStyle(element).overflowY != 'visible';
      return [element, isClipped ? own : text, scroller];
    });
    boxes.forEach(([one, a, scroller], at) => boxes.slice(at + 1).forEach(([other, b, its]) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (scroller == its && across > 1 && down > 1) found.push(`${told(one)} lies over ${told(other)}`);
    }));
    // A slot has no box of its own.
    for (const box of all('dialog :not(.said, .said *, .picture *, svg *, slot)'))
      if (!inside(box.getBoundingClientRect(), box.parentNode.closest(':not(slot)').getBoundingClientRect(), [true]))
        found.push(`${told(box)} sticks out of what it is in`);
    for (const price of all('[part=price], [part=sum-purchases] dd, [part=sum-total] dd')) {
      const range = document.createRange();
      range.selectNodeContents(price);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`${told(price)} is broken in two`);
    }
    for (const box of [document.documentElement, ...all('dialog, dialog *')])
      if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1)
        found.push(`${told(box)} scrolls sideways`);
    root().adoptedStyleSheets = sheets;
    return [boxes.length, [...new Set(found)]];";

/// What somebody may set who needs it to read, by WCAG 1.4.12.
const SPACING: &str = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; \
    word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }";

/// Looks for it in every language.
async fn look(browser: &Browser, found: &mut Findings, css: &str, what: &str) -> Result<()> {
    for code in NATIVE {
        speak(browser, code).await?;
        settle(browser).await?;
        let (seen, cramped): (usize, Vec<String>) = browser.run(CRAMPED, vec![json!(css)]).await?;
        ensure!(seen > 30, "only {seen} texts and controls were seen");
        for finding in cramped {
            found.add(finding, &format!("{what}, {code}"));
        }
    }
    Ok(())
}

/// Opens a basket with one of everything, and with so many mugs that no number could be longer.
async fn visit(browser: &mut Browser, site: &HostSite) -> Result<()> {
    fill(browser, site, "right tinted").await?;
    open(browser).await?;
    browser.click(&browser.part("quantity").await?).await?;
    browser.chord(&[Key::Control.into()], 'a').await?;
    browser.type_text("999").await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value("all('[part=price]')[0].textContent", "€17,982.00").await?;
    browser.wait_for_value(STATE, "filled").await
}

async fn wider_spacing_of_text_cuts_nothing_off(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    let mut found = Findings::default();
    look(browser, &mut found, "", "desktop").await?;
    look(browser, &mut found, SPACING, "desktop, spaced").await?;
    browser.resize(375, 740).await?;
    look(browser, &mut found, "", "phone").await?;
    look(browser, &mut found, SPACING, "phone, spaced").await?;
    found.none()
}

async fn at_400_percent_everything_is_there_and_can_be_scrolled_to(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    browser.resize(320, 256).await?;
    let mut found = Findings::default();
    look(browser, &mut found, "", "zoomed").await?;
    let listen = "addEventListener('service-basket:checkout', (event) => { \
        event.preventDefault(); window.bought = event.detail.cart.items; });";
    browser.run::<()>(listen, vec![]).await?;
    for part in ["title", "card", "sum-total", "checkout"] {
        let whole = format!(
            "((part) => {{ part.scrollIntoView({{ block: 'nearest' }}); \
             const {{ top, bottom }} = part.getBoundingClientRect(); \
             return top > -1 && bottom < innerHeight + 1; }})(all('[part={part}]')[0])"
        );
        browser.wait_for(&whole).await.with_context(|| part.to_owned())?;
    }
    browser.click(&browser.part("checkout").await?).await?;
    browser.wait_for_value("window.bought", 1002).await?;
    found.none()
}

in_every_engine!(
    wider_spacing_of_text_cuts_nothing_off,
    at_400_percent_everything_is_there_and_can_be_scrolled_to,
);
