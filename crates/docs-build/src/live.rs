//! Live examples: a page for each group of members, parts and events, where each has a picture and a basket to try, and
//! the page with that basket. Its cart is a script's, so it needs no service and works from the built folder.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;
use basket_core::config::table::Value;
use basket_core::contract::{EVENTS, PARTS};
use basket_core::money::Currency;
use basket_designer::examples::{self, Example};
use basket_designer::{PARAMETER, Preview, samples};
use basket_web::fields::encode;
use basket_web::files::{File, WIDGET};
use mdbook_driver::book::{BookItem, Chapter};

/// The folder of the page with the basket.
const FOLDER: &str = "live";
/// Files of the page that the designer's preview has, too.
const SHARED: [&str; 3] = ["preview.css", "preview.js", "measure.js"];
/// Where the service serves the public designer, from a page of this folder.
const DESIGNER: &str = "../design";
/// A basket that shows all of its parts.
const EVERYTHING: &str = r#"{"api_key":"pk_demo","options":{"on_add":"toast","show_billing_frequency":true,"show_sum_purchases":true,"show_sum_subscriptions":true}}"#;

/// The attribute of a figure whose panel does not open by itself.
const CLOSED: &str = " data-closed";

/// The page of all examples, with a page for each group below it.
pub fn chapter() -> Result<Chapter> {
    let pages = [
        ("Options", "options", members("options", "option", &examples::options(), OPTIONS)?),
        ("Style members", "style", members("style", "style", &examples::style(), STYLE)?),
        ("Texts", "texts", members("texts", "", &examples::texts(), TEXTS)?),
        ("Parts", "parts", parts()?),
        ("Events", "events", events()?),
    ];
    let mut index = "# Live examples\n\nEach option, style member, text, part and event on a real basket that you can \
        try here. Nothing is stored, and no service is needed.\n\n"
        .to_owned();
    let parent = "Live examples".to_owned();
    let mut sub_items = Vec::new();
    for (name, file, content) in pages {
        writeln!(index, "- [{name}]({file}.md)")?;
        let path = format!("examples/{file}.md");
        let chapter = Chapter::new(name, content, path, vec![parent.clone()]);
        sub_items.push(BookItem::Chapter(chapter));
    }
    let chapter = Chapter::new(&parent, index, "examples/index.md", Vec::new());
    Ok(Chapter { sub_items, ..chapter })
}

const OPTIONS: &str = "# Examples of options\n\nEach option with a picture and a live basket. The \
    [reference](../reference.md#options) lists them all at a glance.\n";
const STYLE: &str = "# Examples of style members\n\nEach member of `style` with a picture and a live basket. \
    [Style](../style.md) explains how they work together.\n";
const TEXTS: &str = "# Examples of texts\n\nEach text that a page can change, marked with a star on a live basket. \
    [Languages](../languages.md) explains locales.\n";

/// A page with a row for each member. Where there is a prefix, each has a picture.
fn members(group: &str, prefix: &str, examples: &[Example], lead: &str) -> Result<String> {
    let mut page = lead.to_owned();
    for Example { entry, path, config } in examples {
        let heading = path.strip_prefix(&format!("{group}.")).unwrap_or(path);
        let heading = heading.strip_prefix("locales.en.").unwrap_or(heading);
        write!(page, "\n## `{heading}`\n\n{} ", entry.meaning)?;
        if entry.default != "native" {
            write!(page, "Default: {}.", code(entry.default))?;
        }
        write!(page, "\n\n```json\n{}\n```\n", basket_core::json::indented(config).trim_end())?;
        let picture = (!prefix.is_empty())
            .then(|| format!("../gallery/{prefix}-{}.png", entry.name.replace('_', "-")));
        // What happens after adding is seen beside a closed panel.
        let is_closed = matches!(entry.value, Value::Choice(_));
        let attribute = if is_closed { CLOSED } else { "" };
        page.push_str(&figure(path, config, attribute, picture.as_deref())?);
    }
    Ok(page)
}

/// A default as the table has it: JSON is code, words are not.
fn code(default: &str) -> String {
    let is_words = default.contains(' ') || default.contains('`');
    if is_words { default.to_owned() } else { format!("`{default}`") }
}

fn parts() -> Result<String> {
    let mut page = "# Examples of parts\n\nEach name for `::part()`, outlined on a live basket. [Style](../style.md#parts) \
        explains how to style them.\n"
        .to_owned();
    for part in PARTS {
        write!(
            page,
            "\n## `{part}`\n\n```css\n[data-embed=\"service-basket\"]::part({part}) {{ outline: 3px dashed }}\n```\n"
        )?;
        let closed = if *part == "toast" { CLOSED } else { "" };
        let attribute = format!(" data-part=\"{part}\"{closed}");
        page.push_str(&figure(&format!("the part {part}"), EVERYTHING, &attribute, None)?);
    }
    Ok(page)
}

fn events() -> Result<String> {
    let mut page = "# Examples of events\n\nEach event of the basket element. The live basket lists the events as they are \
        fired: open it, add something, change a quantity. [Script and events](../script.md#events) has the details.\n"
        .to_owned();
    for event in EVENTS {
        let (name, when) = (event.name, event.when);
        write!(
            page,
            "\n## `service-basket:{name}`\n\n{when}\n\n```js\ndocument.addEventListener(\"service-basket:{name}\", (event) => \
             console.log(event.detail));\n```\n"
        )?;
        let attribute = format!(" data-event=\"service-basket:{name}\"");
        page.push_str(&figure(&format!("the event {name}"), EVERYTHING, &attribute, None)?);
    }
    Ok(page)
}

/// A picture, and what a script makes a live basket of. Without it, a link opens the basket on a page of its own.
fn figure(what: &str, config: &str, attributes: &str, picture: Option<&str>) -> Result<String> {
    let mut figure =
        format!("\n<figure class=\"live\" data-config=\"{}\"{attributes}>", attribute(config));
    if let Some(picture) = picture {
        write!(
            figure,
            "<img src=\"{picture}\" alt=\"A basket with {what}\" width=\"720\" height=\"540\" loading=\"lazy\">"
        )?;
    }
    let address = encode(&[("config", config)]);
    let shared = encode(&[(PARAMETER, config)]);
    writeln!(
        figure,
        "<figcaption><a href=\"../{FOLDER}/index.html?{address}\">Basket on its own page</a> \
         <a href=\"{DESIGNER}?{shared}\">Open in the designer</a></figcaption></figure>"
    )?;
    Ok(figure)
}

fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// Writes the page with the basket, the basket's files and its own.
pub fn write(site: &Path) -> Result<()> {
    let folder = site.join(FOLDER);
    fs::create_dir_all(&folder)?;
    let products = samples();
    let preview = Preview {
        name: "Sample shop",
        currency: Currency::EUR,
        products: &products,
        files: ".",
        script: "basket.js",
    };
    fs::write(folder.join("index.html"), preview.page().into_string())?;
    let shared = basket_designer::FILES.iter().filter(|file| SHARED.contains(&file.name));
    for File { name, plain, .. } in WIDGET.iter().chain(shared) {
        fs::write(folder.join(name), plain)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_designer::examples::KEY;

    #[test]
    fn everything_is_a_configuration_without_a_problem() {
        assert!(basket_core::config::check_json(EVERYTHING).is_empty());
        assert!(EVERYTHING.contains(KEY));
    }

    #[test]
    fn each_member_part_and_event_has_a_basket_to_try() {
        let chapter = chapter().unwrap();
        let pages: Vec<_> = chapter
            .sub_items
            .iter()
            .filter_map(|item| if let BookItem::Chapter(page) = item { Some(page) } else { None })
            .collect();
        let rows: Vec<_> = pages
            .iter()
            .map(|page| page.content.matches("<figure class=\"live\"").count())
            .collect();
        let members = [examples::options().len(), examples::style().len(), examples::texts().len()];
        assert_eq!(rows[..3], members);
        assert_eq!(rows[3..], [PARTS.len(), EVENTS.len()]);
    }
}
