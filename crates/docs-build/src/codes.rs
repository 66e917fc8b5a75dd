//! A page for each code of the catalogue, and one that lists all. What a code means and what to do comes from the
//! catalogue; what is printed about an example comes from the code that prints it.

mod calls;
mod configurations;

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use basket_check::report;
use basket_core::diagnostic::{CATALOGUE, Level, Row};
use mdbook_driver::book::{BookItem, Chapter};

use crate::api::Document;

/// What causes a code, and what goes with it.
struct Case {
    code: &'static str,
    /// What happens, beyond the one sentence of the catalogue.
    about: &'static str,
    example: Example,
    /// Pages with more: their names and addresses.
    more: &'static [(&'static str, &'static str)],
}

enum Example {
    /// A basket in a page that has the problem, and the same without.
    Basket { wrong: &'static str, right: &'static str },
    /// A configuration that has the problem, and the same without.
    Configuration { wrong: &'static str, right: &'static str },
    /// A request, and what the answer says of this case; `members` are those that only this code has.
    Call {
        request: &'static str,
        detail: &'static str,
        members: &'static [(&'static str, &'static str)],
    },
    /// A request that is answered with a cart, whose `code_problem` has the code; `members` are those beside it.
    Cart { request: &'static str, members: &'static str },
    /// A script of the page, and what comes of it.
    Script { call: &'static str, outcome: &'static str },
}

fn case(code: &str) -> Option<&'static Case> {
    configurations::CASES.iter().chain(calls::CASES).find(|case| case.code == code)
}

/// Answers of the API that a basket reports on its page. Others it deals with by itself, or never gets.
const ON_PAGES: &[&str] = &[
    "cart-empty",
    "code-expired",
    "code-unknown",
    "code-used-up",
    "country-unknown",
    "internal",
    "key-unknown",
    "limit-reached",
    "line-unknown",
    "minimum-not-reached",
    "offer-unknown",
    "origin-forbidden",
    "out-of-stock",
    "rate-limited",
    "sku-unknown",
    "storage-full",
    "unavailable",
    "value-invalid",
];

/// The names of all codes.
pub fn names() -> Vec<&'static str> {
    CATALOGUE.iter().map(|row| row.name).collect()
}

/// The list of all codes, with the page of each below it.
pub fn chapter(document: &Document) -> Result<Chapter> {
    const NAME: &str = "Error codes";
    let mut chapter = Chapter::new(NAME, index()?, "codes/index.md", Vec::new());
    for row in CATALOGUE {
        let case = case(row.name).with_context(|| format!("{} has no example", row.name))?;
        let path = format!("codes/{}.md", row.name);
        let below = Chapter::new(row.name, page(row, case, document)?, path, vec![NAME.to_owned()]);
        chapter.sub_items.push(BookItem::Chapter(below));
    }
    Ok(chapter)
}

fn index() -> Result<String> {
    let mut page = String::from(
        "# Error codes\n\nEvery error, warning and notice of the basket and of the API has a stable code. The console, \
         `service-basket:error`, `basket check`, rejected promises and the answers of the API use the same codes. \
         `basket explain CODE` prints what a code means.\n\nCompare codes in your scripts, never the texts: texts may change.\n",
    );
    page.push_str("\n## Page and configuration\n\n| code | level | meaning |\n|---|---|---|\n");
    for row in CATALOGUE.iter().filter(|row| row.status.is_none()) {
        writeln!(page, "| [`{0}`]({0}.md) | {1} | {2} |", row.name, row.level.name(), row.meaning)?;
    }
    page.push_str("\n## API\n\n| code | status | meaning |\n|---|---|---|\n");
    for row in CATALOGUE {
        if let Some(status) = row.status {
            writeln!(page, "| [`{0}`]({0}.md) | {status} | {1} |", row.name, row.meaning)?;
        }
    }
    page.push_str(
        "\n## Levels\n\n| level | meaning |\n|---|---|\n| error | The basket cannot work, or the request failed. |\n\
         | warning | The basket works. A value that is not allowed is replaced by its default. |\n\
         | notice | One change was refused. The cart is correct, and the shopper sees a message. |\n",
    );
    Ok(page)
}

fn page(row: &Row, case: &Case, document: &Document) -> Result<String> {
    let mut page = format!("# `{}`\n\n{} {}\n\n", row.name, row.meaning, case.about);
    write!(page, "| | |\n|---|---|\n| level | {} |\n", level(row.level))?;
    if let Some(status) = row.status {
        writeln!(page, "| HTTP status | {status} |")?;
    }
    writeln!(page, "| reported by | {} |", reporters(row, case))?;
    write_example(&mut page, row, &case.example)?;
    write!(page, "\n## How to fix it\n\n{}\n", row.help)?;
    write_fixed(&mut page, &case.example)?;
    page.push_str("\n## See also\n\n");
    for (name, address) in case.more {
        writeln!(page, "- [{name}](../{address})")?;
    }
    page.push_str("- [All error codes](index.md)\n");
    let endpoints: Vec<_> =
        document.endpoints().into_iter().filter(|endpoint| endpoint.answers(row.name)).collect();
    if !endpoints.is_empty() {
        page.push_str("\nEndpoints that answer with it:\n\n");
    }
    for endpoint in endpoints {
        let (name, anchor) = (endpoint.name(), endpoint.anchor());
        writeln!(
            page,
            "- [{name}](../api-reference.md#{anchor}): `{} {}`",
            endpoint.method, endpoint.path
        )?;
    }
    Ok(page)
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning: the basket works",
        Level::Notice => "notice: one change was refused, and the cart is correct",
    }
}

fn reporters(row: &Row, case: &Case) -> &'static str {
    match (&case.example, row.status) {
        (Example::Basket { .. } | Example::Configuration { .. }, _) => {
            "`basket check`, the console, `service-basket:error`"
        }
        (Example::Cart { .. }, _) => "`code_problem` of a cart",
        (_, Some(_)) if ON_PAGES.contains(&row.name) => {
            "the API, and on a page the console, `service-basket:error` and rejected promises"
        }
        (_, Some(_)) => "the API",
        (_, None) => "the console, `service-basket:error`, rejected promises",
    }
}

/// A configuration in the element that it is for.
fn basket(configuration: &str) -> String {
    let lines: Vec<_> = configuration.lines().map(|line| format!("    {line}")).collect();
    format!(
        "<div data-embed=\"service-basket\" right>\n  <script type=\"application/json\">\n{}\n  </script>\n</div>",
        lines.join("\n")
    )
}

/// What `basket check` prints about a page.
fn printed(page: &str) -> String {
    let file = basket_check::check("page.html", page.as_bytes());
    report::person(&[file], false).trim_end().to_owned()
}

fn write_example(page: &mut String, row: &Row, example: &Example) -> Result<()> {
    page.push_str("\n## Example\n");
    match example {
        Example::Basket { wrong, .. } => write_checked(page, wrong)?,
        Example::Configuration { wrong, .. } => write_checked(page, &basket(wrong))?,
        Example::Call { request, detail, members } => write!(
            page,
            "\n{request}\n\nThe answer, as `application/problem+json`:\n\n```json\n{}\n```\n",
            problem(row, detail, members)?
        )?,
        Example::Cart { request, members } => write!(
            page,
            "\n{request}\n\nThe cart in the answer keeps the code and has this member:\n\n```json\n{{ \"code_problem\": {{ \"code\": \"{}\"{members} }} }}\n```\n",
            row.name
        )?,
        Example::Script { call, outcome } => write!(page, "\n```js\n{call}\n```\n\n{outcome}\n")?,
    }
    Ok(())
}

fn write_checked(page: &mut String, wrong: &str) -> Result<()> {
    let printed = printed(wrong);
    write!(
        page,
        "\n```html\n{wrong}\n```\n\n`basket check page.html` prints:\n\n```text\n{printed}\n```\n"
    )?;
    Ok(())
}

/// The answer as the service writes it.
fn problem(row: &Row, detail: &str, members: &[(&str, &str)]) -> Result<String> {
    let status = row.status.context(row.name)?;
    let detail = if detail.is_empty() { row.meaning } else { detail };
    let text = |text: &str| serde_json::to_string(text);
    let mut out = format!("{{\n  \"type\": \"urn:service-basket:problem:{}\"", row.name);
    write!(out, ",\n  \"title\": {},\n  \"status\": {status}", text(row.meaning)?)?;
    write!(out, ",\n  \"detail\": {},\n  \"code\": {}", text(detail)?, text(row.name)?)?;
    write!(out, ",\n  \"hint\": {}", text(row.help)?)?;
    for (name, value) in members {
        write!(out, ",\n  \"{name}\": {value}")?;
    }
    out.push_str("\n}");
    Ok(out)
}

fn write_fixed(page: &mut String, example: &Example) -> Result<()> {
    match example {
        Example::Basket { right, .. } => write!(page, "\n```html\n{right}\n```\n")?,
        Example::Configuration { right, .. } => {
            write!(page, "\n```html\n{}\n```\n", basket(right))?;
        }
        Example::Call { .. } | Example::Cart { .. } | Example::Script { .. } => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::fs;

    fn codes(page: &str) -> Vec<&'static str> {
        let file = basket_check::check("page.html", page.as_bytes());
        file.checked.found.iter().map(|(_, diagnostic)| diagnostic.code.name()).collect()
    }

    #[test]
    fn every_code_has_a_page() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
        let document = Document::parse(&fs::read_to_string(path).unwrap()).unwrap();
        let pages = chapter(&document).unwrap().sub_items;
        for (row, item) in CATALOGUE.iter().zip(&pages) {
            let BookItem::Chapter(page) = item else { panic!("{} has no page", row.name) };
            assert_eq!(page.path, Some(format!("codes/{}.md", row.name).into()));
            for part in [row.meaning, row.help, "## Example", "## How to fix it", "## See also"] {
                assert!(page.content.contains(part), "{}: {part}", row.name);
            }
        }
        assert_eq!(pages.len(), CATALOGUE.len());
        assert_eq!(configurations::CASES.len() + calls::CASES.len(), CATALOGUE.len());
    }

    #[test]
    fn only_answers_of_the_api_have_a_request() {
        for row in CATALOGUE {
            let example = &case(row.name).unwrap().example;
            let is_call = matches!(example, Example::Call { .. } | Example::Cart { .. });
            assert_eq!(is_call, row.status.is_some(), "{}", row.name);
        }
        assert!(ON_PAGES.iter().all(|code| names().contains(code)));
    }

    #[test]
    fn every_example_causes_its_code_and_its_fix_does_not() {
        for case in configurations::CASES {
            let (wrong, right) = match case.example {
                Example::Basket { wrong, right } => (wrong.to_owned(), right.to_owned()),
                Example::Configuration { wrong, right } => (basket(wrong), basket(right)),
                Example::Call { .. } | Example::Cart { .. } | Example::Script { .. } => continue,
            };
            assert_eq!(codes(&wrong), [case.code], "{wrong}");
            assert_eq!(codes(&right), [""; 0], "{right}");
            assert!(printed(&wrong).contains(case.code), "{}", case.code);
        }
    }

    #[test]
    fn every_answer_is_a_problem_document() {
        for case in calls::CASES {
            let Example::Call { detail, members, .. } = case.example else { continue };
            let row = CATALOGUE.iter().find(|row| row.name == case.code).unwrap();
            let answer: Value =
                serde_json::from_str(&problem(row, detail, members).unwrap()).unwrap();
            assert_eq!(
                (&answer["code"], &answer["status"]),
                (&case.code.into(), &row.status.into())
            );
        }
    }
}
