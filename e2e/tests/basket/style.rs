//! The sixteen style members, from the configuration to what is painted.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::{Value, json};

use super::actions::{add, open};

/// What every page here can do: look at the nth basket, paint a colour to see what it comes to, and keep
/// the basket's errors in `errors`. Firefox's driver sees `var`, but not `const`.
const SCRIPT: &str = "
    var baskets = () => [...document.querySelectorAll('[data-embed=\"service-basket\"]')];
    var css = (nth, part, property) => {
      const element = baskets()[nth].shadowRoot.querySelector(part);
      return getComputedStyle(element).getPropertyValue(property);
    };
    var painted = (...colours) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      for (const colour of colours) {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
      }
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    var errors = [];
    document.addEventListener('service-basket:error', ({ target, detail }) =>
      errors.push([baskets().indexOf(target), detail.code, detail.level, detail.path].join(' ')));";

/// A page with a style of its own and a basket for each of these styles, all with one cart.
fn page(site: &HostSite, css: &str, styles: &[Value]) -> String {
    let options = json!({ "show_billing_frequency": true, "show_sum_purchases": true });
    let basket = |(nth, style): (usize, &Value)| {
        let config = json!({ "api_key": "pk_demo", "options": options, "style": style });
        format!(
            "<div id=\"basket-{nth}\" data-embed=\"service-basket\" right>\
             <script type=\"application/json\">{config}</script></div>"
        )
    };
    let html = [
        "<!doctype html><html lang=\"en\"><head><title>Style</title><style>",
        css,
        "</style><script>",
        SCRIPT,
        "</script><script src=\"{{service}}/v1/basket.js\" async></script></head><body><h1>Shop</h1>",
        "<button data-embed=\"service-basket-add\" data-sku=\"MUG\" data-quantity=\"2\">Mugs</button>",
        "<button data-embed=\"service-basket-add\" data-sku=\"COFFEE\" data-frequency=\"monthly\">",
        "Coffee</button>",
        &styles.iter().enumerate().map(basket).collect::<String>(),
    ]
    .concat();
    site.page("/style.html", &html)
}

/// Opens the page and puts two mugs and coffee every month into the cart.
async fn visit(browser: &mut Browser, address: &str) -> Result<()> {
    browser.goto(address).await?;
    browser.wait_for("baskets().every(({ dataset }) => dataset.state == 'empty')").await?;
    add(browser, "MUG").await?;
    add(browser, "COFFEE").await?;
    browser.wait_for("baskets().every(({ dataset }) => dataset.state == 'filled')").await
}

/// Checks what the elements of the nth basket look like: selector, property, value.
async fn looks(browser: &Browser, nth: usize, rows: &[[&str; 3]]) -> Result<()> {
    let places: Vec<_> = rows.iter().map(|[part, property, _]| [part, property]).collect();
    let seen = format!(
        "{}.map(([part, property]) => [part, property, css({nth}, part, property)])",
        json!(places)
    );
    browser.wait_for_value(&seen, json!(rows)).await.with_context(|| format!("basket {nth}"))
}

const PANEL: &str = "[part=panel]";
const BUTTON: &str = "[part=button]";
const CHECKOUT: &str = "[part=checkout]";
const CLOSE: &str = "[part=close]";
const REMOVE: &str = "[part=remove]";
const CARD: &str = "[part=card]";
const COUNT: &str = "[part=count]";
const CHIP: &str = "[part=chip]";
const STEPPER: &str = ".stepper";
const GROUND: &str = "background-color";
const IMAGE: &str = "background-image";
const RADIUS: &str = "border-top-left-radius";
/// The accent that is built in.
const GREEN: &str = "rgb(31, 95, 74)";

async fn each_member_styles_what_it_is_for(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let style = json!({
        "primary": "#7a1f5c", "secondary": "#fdf6e3",
        "text_primary": "#102030", "text_secondary": "#304050",
        "button_primary": "#ffd54f",
        "button_cart_primary": "#004d40", "button_cart_text_primary": "#e0f2f1",
        "button_checkout_primary": "#880e4f", "button_checkout_text_primary": "#fff8e1",
        "chip_primary": "#0000ff", "product_card_primary": "#f0fff0",
        "border": "3px dashed red", "border_radius": "7px", "box_shadow": "0 1px 9px 3px #010203",
        "font_family": "Georgia, serif", "font_weight": "300",
    });
    visit(browser, &page(site, "body { font: bold 12px monospace }", &[style])).await?;
    open(browser).await?;
    let shadow = ["box-shadow", "rgb(1, 2, 3) 0px 1px 9px 3px"];
    let main = "rgb(16, 32, 48)";
    let muted = "rgb(48, 64, 80)";
    let yellow = "rgb(255, 213, 79)";
    looks(
        browser,
        0,
        &[
            [PANEL, GROUND, "rgb(253, 246, 227)"],
            [PANEL, "border-top", "3px dashed rgb(255, 0, 0)"],
            [PANEL, shadow[0], shadow[1]],
            ["[part=title]", "color", main],
            ["[part=name]", "color", main],
            ["[part=price]", "color", main],
            ["[part=sum-total]", "color", main],
            [".items", "color", muted],
            [".each", "color", muted],
            ["[part=sum-purchases] dt", "color", muted],
            [STEPPER, GROUND, yellow],
            [STEPPER, RADIUS, "7px"],
            [CLOSE, GROUND, yellow],
            [CLOSE, RADIUS, "7px"],
            [REMOVE, GROUND, yellow],
            [BUTTON, GROUND, "rgb(0, 77, 64)"],
            [BUTTON, "color", "rgb(224, 242, 241)"],
            [BUTTON, RADIUS, "7px"],
            [BUTTON, "box-shadow", "none"],
            [CHECKOUT, GROUND, "rgb(136, 14, 79)"],
            [CHECKOUT, "color", "rgb(255, 248, 225)"],
            [CHECKOUT, RADIUS, "7px"],
            [COUNT, GROUND, "rgb(0, 0, 255)"],
            [CHIP, GROUND, "rgb(0, 0, 255)"],
            [CARD, GROUND, "rgb(240, 255, 240)"],
            [CARD, "border-top", "3px dashed rgb(255, 0, 0)"],
            [CARD, RADIUS, "7px"],
        ],
    )
    .await?;
    browser.press(Key::Tab).await?;
    looks(browser, 0, &[[":focus-visible", "outline-color", "rgb(122, 31, 92)"]]).await?;

    // A floating button has a shadow as the panel has, and a free panel has corners.
    browser.run::<()>("baskets()[0].toggleAttribute('detached', true)", vec![]).await?;
    let free =
        [[BUTTON, shadow[0], shadow[1]], [PANEL, shadow[0], shadow[1]], [PANEL, RADIUS, "7px"]];
    looks(browser, 0, &free).await?;
    let others = "[...baskets()[0].shadowRoot.querySelectorAll('.root *')] \
        .filter((element) => element.localName == 'input' || \
        [...element.childNodes].some(({ data }) => data?.trim())) \
        .map((element) => [element.part.value, getComputedStyle(element)]) \
        .map(([part, { fontFamily, fontWeight }]) => `${part} ${fontFamily} ${fontWeight}`) \
        .filter((line) => !line.endsWith(' Georgia, serif 300'))";
    browser.wait_for_value(others, json!([])).await.context("all text has the font")
}

async fn an_unset_member_follows_its_chain_and_text_stays_readable(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let gradient = "linear-gradient(90deg, rgb(17, 34, 51), rgb(68, 85, 102))";
    let mut styles = vec![
        json!({ "primary": gradient }),
        json!({ "primary": "#123456" }),
        json!({ "primary": "#123456", "button_checkout_primary": "#fedcba" }),
        json!({ "secondary": "#202020", "text_primary": "#eee", "text_secondary": "#c0c0c0" }),
        json!({}),
        json!({ "button_primary": gradient, "chip_primary": gradient,
            "secondary": gradient, "product_card_primary": gradient }),
    ];
    // Each colour with the text that has the most contrast with it.
    let grounds = [
        ("#000", 255),
        ("#123", 255),
        ("rebeccapurple", 255),
        ("hsl(220 90% 30%)", 255),
        ("oklch(0.4 0.1 20)", 255),
        ("rgb(0, 0, 255)", 255),
        ("#757575", 255),
        ("#777", 0),
        ("red", 0),
        ("#fe8", 0),
        ("gold", 0),
        ("color(display-p3 0.2 0.9 0.3)", 0),
        ("white", 0),
    ];
    let first = styles.len();
    styles.extend(grounds.map(|(ground, _)| {
        json!({ "primary": ground, "button_primary": ground, "chip_primary": ground })
    }));
    visit(browser, &page(site, "", &styles)).await?;
    let blue = "rgb(18, 52, 86)";
    looks(browser, 4, &[[BUTTON, GROUND, GREEN], [CHECKOUT, GROUND, GREEN]]).await?;
    looks(browser, 1, &[[BUTTON, GROUND, blue], [CHECKOUT, GROUND, blue]]).await?;
    let light = [[BUTTON, GROUND, blue], [CHECKOUT, GROUND, "rgb(254, 220, 186)"]];
    looks(browser, 2, &light).await?;
    let dark = [[PANEL, GROUND, "rgb(32, 32, 32)"], [REMOVE, "color", "rgb(192, 192, 192)"]];
    looks(browser, 3, &dark).await?;
    // A card follows the surface: it is as dark.
    let card: [u8; 4] = browser.eval(&format!("painted(css(3, '{CARD}', '{GROUND}'))")).await?;
    ensure!(card[..3].iter().all(|channel| *channel < 64), "a card of {card:?} should be dark");
    looks(browser, 0, &[[BUTTON, IMAGE, gradient], [CHECKOUT, IMAGE, gradient]]).await?;
    let parts =
        [STEPPER, CLOSE, REMOVE, COUNT, CHIP, PANEL, CARD].map(|part| [part, IMAGE, gradient]);
    looks(browser, 5, &parts).await?;

    let text = |nth: usize, part: &str| format!("painted(css({nth}, '{part}', 'color'))");
    let white = json!([255, 255, 255, 255]);
    for (nth, part, expected) in [
        (1, CHECKOUT, &white),
        (2, BUTTON, &white),
        (2, CHECKOUT, &json!([0, 0, 0, 255])),
        // What a gradient comes to cannot be told, so its text is what is usual on buttons.
        (0, BUTTON, &white),
        (0, CHECKOUT, &white),
    ] {
        browser.wait_for_value(&text(nth, part), expected.clone()).await?;
    }
    for (at, (ground, channel)) in grounds.into_iter().enumerate() {
        for part in [BUTTON, CHECKOUT, CLOSE, REMOVE, STEPPER, COUNT, CHIP] {
            let expected = json!([channel, channel, channel, 255]);
            let seen = browser.wait_for_value(&text(first + at, part), expected).await;
            seen.with_context(|| format!("{part} on {ground}"))?;
        }
    }
    // The ring around what has the focus takes no gradient, but has to be there.
    open(browser).await?;
    browser.press(Key::Tab).await?;
    browser.wait_for("css(0, ':focus-visible', 'outline-style') != 'none'").await
}

async fn members_are_used_as_they_are_written_in_messages_and_on_phones(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let style = json!({ "button_primary": "#ffd54f", "border_radius": "10px 24px" });
    visit(browser, &page(site, "", &[style])).await?;
    browser.resize(420, 700).await?;
    open(browser).await?;
    let corners = [
        [PANEL, RADIUS, "10px"],
        [PANEL, "border-top-right-radius", "24px"],
        [PANEL, "border-bottom-left-radius", "0px"],
        [PANEL, "border-bottom-right-radius", "0px"],
    ];
    looks(browser, 0, &corners).await?;
    browser.click(&browser.part("remove").await?).await?;
    let undo = "[part=message] button";
    let yellow = [[undo, GROUND, "rgb(255, 213, 79)"], [undo, RADIUS, "10px"]];
    looks(browser, 0, &yellow).await
}

async fn the_configuration_comes_before_the_pages_properties_and_changes_live(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let css = ":root { --service-basket-primary: #010203; --service-basket-border-radius: 3px }
        #basket-1, #basket-3 { --service-basket-primary: #040506 !important }";
    let own = json!({ "primary": "#0a0b0c", "secondary": "#fafafa" });
    visit(browser, &page(site, css, &[json!({}), json!({}), own.clone(), own])).await?;
    let rows = |accent, radius, surface| {
        let accents = [[BUTTON, GROUND, accent], [CHECKOUT, GROUND, accent]];
        [accents[0], accents[1], [BUTTON, RADIUS, radius], [PANEL, GROUND, surface]]
    };
    let (white, grey, ours) = ("rgb(255, 255, 255)", "rgb(250, 250, 250)", "rgb(10, 11, 12)");
    looks(browser, 0, &rows("rgb(1, 2, 3)", "3px", white)).await?;
    looks(browser, 1, &rows("rgb(4, 5, 6)", "3px", white)).await?;
    looks(browser, 2, &rows(ours, "3px", grey)).await?;
    looks(browser, 3, &rows(ours, "3px", grey)).await?;

    let restyle = "const script = baskets()[arguments[0]].querySelector('script'); \
        script.textContent = JSON.stringify({ ...JSON.parse(script.textContent), style: arguments[1] });";
    let changed = json!({ "primary": "#112233", "border_radius": "9px" });
    browser.run::<()>(restyle, vec![json!(3), changed]).await?;
    looks(browser, 3, &rows("rgb(17, 34, 51)", "9px", white)).await?;
    // The others have styles of their own.
    looks(browser, 2, &rows(ours, "3px", grey)).await?;
    browser.run::<()>(restyle, vec![json!(3), json!({})]).await?;
    looks(browser, 3, &rows("rgb(4, 5, 6)", "3px", white)).await?;
    browser.run::<()>("document.querySelector('style').remove()", vec![]).await?;
    looks(browser, 3, &rows(GREEN, "22px", white)).await?;
    looks(browser, 2, &rows(ours, "22px", grey)).await?;
    // What is built in suits a dark page too.
    browser.run::<()>("document.documentElement.style.colorScheme = 'dark'", vec![]).await?;
    looks(browser, 3, &rows("rgb(131, 207, 176)", "22px", "rgb(30, 29, 27)")).await
}

/// Members with values that no browser accepts for them, or that would do something else.
const UNUSABLE: [(&str, &str); 24] = [
    ("primary", "reddish"),
    ("primary", ""),
    ("primary", "url(https://example.invalid/x.png)"),
    ("primary", "red URL('/x.png')"),
    ("primary", "u\\72l(/x.png)"),
    ("primary", "\\75 \\72 \\6c(/x.png)"),
    ("primary", "image-set(\"/x.png\" 1x)"),
    ("primary", "-webkit-image-set(url(/x.png) 1x)"),
    ("primary", "image(\"/x.png\")"),
    ("primary", "src(\"/x.png\")"),
    ("primary", "filter(\"/x.png\", blur(1px))"),
    ("primary", "cross-fade(\"/x.png\", red)"),
    ("primary", "element(#x)"),
    ("primary", "-moz-element(#x)"),
    ("primary", "red; color: blue"),
    ("primary", "red } * { display: none"),
    ("primary", "red !important"),
    ("text_primary", "linear-gradient(red, blue)"),
    ("border", "3px wavy red"),
    ("border_radius", "round"),
    ("box_shadow", "deep"),
    ("font_family", "Georgia; color: blue"),
    ("font_weight", "heavy"),
    ("button_cart_text_primary", "url(/x.png)"),
];

async fn a_value_that_cannot_be_used_is_told_and_never_applied(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let mut styles = vec![json!({})];
    styles.extend(UNUSABLE.map(|(member, value)| json!({ (member): value })));
    let mut expected: Vec<String> = (1..)
        .zip(UNUSABLE)
        .map(|(nth, (member, _))| format!("{nth} style-value warning style.{member}"))
        .collect();
    expected.push(format!("{} style-contrast warning style.text_primary", styles.len()));
    expected.sort();
    styles.push(json!({ "text_primary": "#777", "secondary": "#888" }));
    visit(browser, &page(site, "h1 { color: rgb(9, 8, 7) }", &styles)).await?;
    browser.wait_for_value("errors.toSorted()", json!(expected)).await?;

    // Each of them looks in every respect but its place like the one that says nothing.
    let everything = "baskets().slice(0, -1).map((basket) => \
        [...basket.shadowRoot.querySelectorAll('*')].map((element) => { \
        const style = getComputedStyle(element); \
        return [...style].filter((name) => !/^(left|right|top|bottom|inset-.*)$/.test(name)) \
        .map((name) => name + ': ' + style.getPropertyValue(name)); }).flat())";
    let different = format!(
        "(([first, ...others]) => others.map((other) => \
        [other.length - first.length, ...other.filter((line, at) => line != first[at])])) \
        ({everything})"
    );
    let none = vec![json!([0]); UNUSABLE.len()];
    browser.wait_for_value(&different, json!(none)).await?;
    looks(browser, 0, &[[BUTTON, GROUND, GREEN], [BUTTON, "display", "inline-flex"]]).await?;
    // A doubtful contrast is told, but it is the page's choice.
    let doubtful = [[PANEL, GROUND, "rgb(136, 136, 136)"], [PANEL, "color", "rgb(119, 119, 119)"]];
    looks(browser, styles.len() - 1, &doubtful).await?;

    let heading = "(({ color, display }) => [color, display]) \
        (getComputedStyle(document.querySelector('h1')))";
    browser.wait_for_value(heading, json!(["rgb(9, 8, 7)", "block"])).await?;
    let loaded = "performance.getEntriesByType('resource').map(({ name }) => name) \
        .filter((name) => /example|x\\.png/.test(name))";
    browser.wait_for_value(loaded, json!([])).await
}

in_every_engine!(
    members_are_used_as_they_are_written_in_messages_and_on_phones,
    each_member_styles_what_it_is_for,
    an_unset_member_follows_its_chain_and_text_stays_readable,
    the_configuration_comes_before_the_pages_properties_and_changes_live,
    a_value_that_cannot_be_used_is_told_and_never_applied,
);
