//! All sixteen combinations of `right`, `detached`, `tinted` and `persistent`.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, HostSite, Key, Service, in_every_engine};
use fantoccini::actions::{WheelAction, WheelActions};
use serde_json::{Value, json};

use super::actions::{STATE, add, open, settle};

const ATTRIBUTES: [&str; 4] = ["right", "detached", "tinted", "persistent"];

/// A combination of the four attributes, one bit each.
#[derive(Clone, Copy)]
pub(super) struct Layout(u8);

impl Layout {
    /// All of them, in an order in which only one attribute changes from each to the next.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..16).map(|step: u8| Self(step ^ (step >> 1)))
    }

    pub(super) fn has(self, attribute: &str) -> bool {
        let bit = ATTRIBUTES.iter().position(|known| *known == attribute);
        bit.is_some_and(|bit| self.0 >> bit & 1 == 1)
    }

    /// The attributes as they are written.
    pub(super) fn attributes(self) -> String {
        let set = ATTRIBUTES.into_iter().filter(|attribute| self.has(attribute));
        set.collect::<Vec<_>>().join(" ")
    }

    /// Gives the first basket these attributes, and takes the others away.
    pub(super) async fn set(self, browser: &Browser) -> Result<()> {
        let wanted = ATTRIBUTES.map(|attribute| (attribute, self.has(attribute)));
        let script = "const basket = document.querySelector('[data-embed=\"service-basket\"]'); \
            for (const [name, on] of arguments[0]) basket.toggleAttribute(name, on);";
        browser.run(script, vec![json!(wanted)]).await
    }

    /// Where the open panel stands: from its edge, width, from the bottom, from the top, radius.
    fn place(self) -> Value {
        match (self.has("detached"), self.has("tinted")) {
            (false, _) => json!([0, 408, 0, 0, "0px"]),
            (true, true) => json!([20, 408, 20, "free", "20px"]),
            // Beside a usable page the floating button stays in view below the panel.
            (true, false) => json!([20, 408, 88, "free", "20px"]),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "<div {}>", self.attributes())
    }
}

/// How far the page is scrolled, so that the basket's place is in view.
const SCROLLED: u32 = 700;

async fn visit(browser: &mut Browser, site: &HostSite) -> Result<()> {
    browser.goto(&site.url("/layouts.html")).await?;
    browser.wait_for(&format!("['empty', 'filled'].includes({STATE})")).await?;
    browser.run(&format!("scrollTo(0, {SCROLLED})"), vec![]).await
}

/// Waits until the panel is closed, and has left.
async fn closed(browser: &Browser) -> Result<()> {
    browser.wait_for_value("isOpen()", false).await?;
    settle(browser).await
}

async fn every_layout_has_its_place(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    for layout in Layout::all() {
        stands(browser, layout).await.with_context(|| layout.to_string())?;
    }
    Ok(())
}

async fn stands(browser: &mut Browser, layout: Layout) -> Result<()> {
    layout.set(browser).await?;
    let (button, place) = if layout.has("detached") {
        ("floating()", json!([20, 20, 56, 56, 0]))
    } else {
        ("isInFlow()", json!(true))
    };
    browser.wait_for_value(button, place.clone()).await?;
    open(browser).await?;
    browser.wait_for_value("place()", layout.place()).await?;
    browser.wait_for_value(button, place).await.context("the button, while the panel is open")?;
    browser.wait_for_value("hit()", json!([true, true])).await.context("the top layer")?;
    browser.wait_for_value("scrollY", SCROLLED).await?;
    browser.press(Key::Escape).await?;
    closed(browser).await?;
    browser.wait_for_value("scrollY", SCROLLED).await
}

async fn an_open_panel_follows_every_switch(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    open(browser).await?;
    // Once around, one attribute at a time: each is switched on and off in several surroundings.
    for layout in Layout::all().chain(Layout::all().take(1)) {
        layout.set(browser).await?;
        let context = || layout.to_string();
        browser.wait_for_value("place()", layout.place()).await.with_context(context)?;
        let modal = "within('dialog').matches(':modal')";
        browser.wait_for_value(modal, layout.has("tinted")).await.with_context(context)?;
        browser.wait_for_value("held()", "panel").await.with_context(context)?;
        browser.wait_for_value("scrollY", SCROLLED).await.with_context(context)?;
    }
    Ok(())
}

async fn the_page_is_inert_behind_a_tint_and_usable_without(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    for layout in Layout::all() {
        keeps_to_itself(browser, layout).await.with_context(|| layout.to_string())?;
    }
    Ok(())
}

async fn keeps_to_itself(browser: &mut Browser, layout: Layout) -> Result<()> {
    let is_modal = layout.has("tinted");
    layout.set(browser).await?;
    open(browser).await?;
    let kind = "[':modal', ':popover-open'].map((kind) => within('dialog').matches(kind))";
    browser.wait_for_value(kind, json!([is_modal, !is_modal])).await?;

    // From the title over the close button to the page, if there is a way.
    let mut reached = vec![];
    for _ in 0..4 {
        browser.press(Key::Tab).await?;
        reached.push(browser.eval::<String>("held()").await?);
    }
    ensure!(reached[0] == "panel", "Tab went to {reached:?}");
    let is_out = reached.iter().any(|place| place == "usable");
    ensure!(is_out != is_modal, "Tab went to {reached:?}");
    browser.run::<()>("within('[part=close]').focus(); usable.focus();", vec![]).await?;
    browser.wait_for_value("held()", if is_modal { "panel" } else { "usable" }).await?;

    browser.run::<()>("window.clicks = 0", vec![]).await?;
    let [x, y]: [u32; 2] =
        browser.eval("(({ x, y }) => [x + 9, y + 9].map(Math.round))(box(usable))").await?;
    browser.click_at(x, y).await?;
    let is_kept = layout.has("persistent");
    let outcome: (u32, bool) = browser.eval("[clicks, isOpen()]").await?;
    ensure!(
        outcome == (u32::from(!is_modal), is_kept),
        "clicks that reached the page, whether it is open: {outcome:?}"
    );
    browser.press(Key::Escape).await?;
    closed(browser).await
}

async fn escape_and_the_close_button_close_and_give_the_focus_back(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    for layout in Layout::all() {
        layout.set(browser).await?;
        for by_key in [true, false] {
            let way =
                || format!("{layout}, closed by {}", if by_key { "Escape" } else { "button" });
            open(browser).await.with_context(way)?;
            browser.wait_for_value("held()", "panel").await.with_context(way)?;
            if by_key {
                browser.press(Key::Escape).await?;
            } else {
                browser.click(&browser.part("close").await?).await.with_context(way)?;
            }
            closed(browser).await.with_context(way)?;
            browser.wait_for_value("held()", "button").await.with_context(way)?;
            browser.wait_for_value("scrollY", SCROLLED).await.with_context(way)?;
        }
    }
    // Nor does it matter what happened to the panel meanwhile.
    for layout in Layout::all().filter(|layout| layout.has("tinted")) {
        layout.set(browser).await?;
        open(browser).await?;
        for _ in 0..3 {
            browser.run::<()>("basket().toggleAttribute('tinted')", vec![]).await?;
        }
        browser.press(Key::Escape).await?;
        closed(browser).await?;
        browser.wait_for_value("held()", "button").await.context("switched while it was open")?;
    }
    Ok(())
}

async fn on_a_phone_every_layout_is_a_sheet_at_the_bottom(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    // Edge to edge, at the bottom, a little of the page in view above, round only at the top.
    let sheet = "(({ left, right, bottom, top }, style, { clientWidth, clientHeight }) => \
        [left, clientWidth - right, clientHeight - bottom, top > 50, \
        style.borderTopLeftRadius, style.borderBottomLeftRadius]) \
        (box(within('dialog')), getComputedStyle(within('dialog')), document.documentElement)";
    let expected = json!([0, 0, 0, true, "20px", "0px"]);
    visit(browser, site).await?;
    browser.resize(375, 740).await?;
    // The markers would be in the way of a line that is so much narrower.
    browser.run::<()>("for (const p of document.querySelectorAll('p')) p.remove()", vec![]).await?;
    browser.run::<()>("row.style.left = '9px'", vec![]).await?;
    for layout in Layout::all() {
        layout.set(browser).await?;
        open(browser).await?;
        let context = || layout.to_string();
        browser.wait_for_value(sheet, expected.clone()).await.with_context(context)?;
        browser.wait_for_value("hit()[0]", true).await.with_context(context)?;
        browser.press(Key::Escape).await?;
        closed(browser).await?;
    }
    // A phone that is turned around, and back.
    Layout::all().next().context("no layout")?.set(browser).await?;
    open(browser).await?;
    browser.resize(481, 740).await?;
    browser.wait_for_value("place()", json!([0, 408, 0, 0, "0px"])).await?;
    browser.resize(479, 740).await?;
    browser.wait_for_value(sheet, expected).await
}

/// Turns the wheel over a place of the page area.
async fn wheel(browser: &Browser, [x, y]: [i64; 2], delta_y: i64) -> Result<()> {
    static TURNS: AtomicU32 = AtomicU32::new(0);
    // WebKit's driver takes a number for what a wheel has turned in all, so each turn has its own.
    let turn = TURNS.fetch_add(1, Ordering::Relaxed);
    let mut wheel = WheelActions::new(format!("wheel {turn}"));
    wheel.push(WheelAction::Scroll { duration: None, x, y, delta_x: 0, delta_y });
    browser.client().perform_actions(wheel).await.context("the wheel could not be turned")
}

/// Opens the page in a low window, with more products in the cart than the panel has room for.
async fn visit_with_a_long_list(browser: &mut Browser, site: &HostSite) -> Result<()> {
    visit(browser, site).await?;
    browser.resize(1280, 600).await?;
    for sku in ["MUG", "COFFEE", "CHAIR", "EBOOK", "STROLLER"] {
        add(browser, sku).await?;
    }
    Ok(())
}

async fn the_page_does_not_scroll_along_with_the_list(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit_with_a_long_list(browser, site).await?;
    for layout in Layout::all() {
        scrolls_alone(browser, layout).await.with_context(|| layout.to_string())?;
    }
    Ok(())
}

async fn scrolls_alone(browser: &mut Browser, layout: Layout) -> Result<()> {
    layout.set(browser).await?;
    browser.run::<()>(&format!("scrollTo(0, {SCROLLED})"), vec![]).await?;
    open(browser).await?;
    browser.run::<()>("within('.main').scrollTop = 0", vec![]).await?;
    let style = "getComputedStyle(within('.main')).overscrollBehaviorY";
    browser.wait_for_value(style, "contain").await?;
    if browser.engine() == Engine::Firefox {
        // Its driver's wheel goes past the part of the browser that knows about this.
        browser.press(Key::Escape).await?;
        return closed(browser).await;
    }
    let middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2].map(Math.round)) \
        (box(within('.main')))";
    let middle: [i64; 2] = browser.eval(middle).await?;
    let rest = "(({ scrollHeight, clientHeight, scrollTop }) => \
        Math.round(scrollHeight - clientHeight - scrollTop))(within('.main'))";
    let hidden: i64 = browser.eval(rest).await?;
    ensure!(hidden > 50, "the list has to be longer than its place, by more than {hidden} pixels");
    // Chromium's driver loses a turn now and then, of which neither the list nor the page gets anything. A turn that the
    // page gets is found below.
    for _ in 0..5 {
        wheel(browser, middle, hidden + 20).await?;
        browser.run::<()>("return new Promise((done) => setTimeout(done, 300))", vec![]).await?;
        if browser.eval::<i64>(rest).await? < hidden {
            break;
        }
    }
    browser.wait_for_value(rest, 0).await?;
    wheel(browser, middle, 300).await?;
    // What the wheel does beside the panel shows that it did nothing to the page before. Behind a tint it does nothing
    // there either.
    wheel(browser, [640, 590], 90).await?;
    if layout.has("tinted") {
        browser.run::<()>("return new Promise((done) => setTimeout(done, 300))", vec![]).await?;
        browser.wait_for_value("Math.round(scrollY)", SCROLLED).await?;
    } else {
        browser.wait_for_value("Math.round(scrollY)", SCROLLED + 90).await?;
    }
    browser.press(Key::Escape).await?;
    closed(browser).await
}

async fn a_message_is_in_view_wherever_the_list_stands(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit_with_a_long_list(browser, site).await?;
    open(browser).await?;
    browser.run::<()>("within('.main').scrollTop = 9999", vec![]).await?;
    browser.click(&browser.find_in_basket(0, "li:last-child [part=remove]").await?).await?;
    let is_in_view = "((message, main) => message.top >= main.top && message.bottom <= main.bottom) \
        (box(within('[part=message]')), box(within('.main')))";
    browser.wait_for_value(is_in_view, true).await?;
    browser.click(&browser.find_in_basket(0, "[part=message] button").await?).await?;
    browser.wait_for_value("within('dialog').querySelectorAll('li').length", 5).await
}

in_every_engine!(
    a_message_is_in_view_wherever_the_list_stands,
    every_layout_has_its_place,
    an_open_panel_follows_every_switch,
    the_page_is_inert_behind_a_tint_and_usable_without,
    escape_and_the_close_button_close_and_give_the_focus_back,
    on_a_phone_every_layout_is_a_sheet_at_the_bottom,
    the_page_does_not_scroll_along_with_the_list,
);
