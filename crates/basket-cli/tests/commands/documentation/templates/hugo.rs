//! What Hugo makes of the recipe's templates, as far as they use its language.

use super::super::pages::{Block, Page};
use serde_json::{Value, json};

/// Fills in a template, or the Markdown that uses one.
pub(super) fn fill(block: &Block, page: &Page) -> Result<String, String> {
    if block.language == "markdown" {
        fill_markdown(block, page)
    } else {
        fill_template(&block.text, page, &[])
    }
}

/// Fills in shortcodes with the templates of the same name.
fn fill_markdown(block: &Block, page: &Page) -> Result<String, String> {
    let mut html = String::new();
    for line in block.text.lines() {
        let inside = line.strip_prefix("{{< ").and_then(|rest| rest.strip_suffix(" >}}"));
        let inside = inside.ok_or(format!("`{line}` is no shortcode"))?;
        let (name, arguments) = inside.split_once(' ').unwrap_or((inside, ""));
        let arguments: Vec<&str> = arguments.split('"').skip(1).step_by(2).collect();
        let template = file(page, &format!("layouts/_shortcodes/{name}.html"))?;
        html.push_str(&fill_template(&template.text, page, &arguments)?);
    }
    Ok(html)
}

/// The block that the page says to save as this file.
fn file<'a>(page: &'a Page, name: &str) -> Result<&'a Block, String> {
    let mut blocks = page.blocks.iter();
    let found = blocks.find(|block| block.file.as_deref() == Some(name));
    found.ok_or(format!("no step makes {name}"))
}

fn fill_template(text: &str, page: &Page, arguments: &[&str]) -> Result<String, String> {
    let settings =
        page.blocks.iter().find(|block| block.language == "toml").ok_or("there are no settings")?;
    let settings: toml::Table = settings.text.parse().map_err(|error| format!("{error}"))?;
    let settings = &settings["params"]["basket"];
    let argument =
        |at: usize, default: &str| arguments.get(at).copied().unwrap_or(default).to_owned();
    let mut config = Value::Null;
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        html.push_str(before);
        let (inside, after) = after.split_once("}}").ok_or("an expression has no end")?;
        rest = after;
        let words: Vec<&str> = inside.split_whitespace().collect();
        html.push_str(&match words[..] {
            ["$config", ":=", "dict", ..] => {
                let (_, values) = inside.split_once("dict").unwrap_or_default();
                config = dictionary(&mut tokens(values).into_iter().peekable(), settings)?;
                String::new()
            }
            // Hugo escapes it for an attribute.
            ["$config", "|", "jsonify"] => config.to_string().replace('"', "&#34;"),
            ["partial", name, "."] => {
                let name = format!("layouts/_partials/{}", name.trim_matches('"'));
                fill_template(&file(page, &name)?.text, page, &[])?
            }
            [".service"] => settings["service"].as_str().unwrap_or_default().to_owned(),
            [".Get", "0"] => argument(0, "MUG"),
            [".Get", "1", "|", "default", ..] => argument(1, "Add to cart"),
            ["."] => "MUG".to_owned(),
            [".Title"] => "Title".to_owned(),
            ["site.Language.LanguageCode", "|", "default", "site.Language.Lang"] => "en".to_owned(),
            ["with", "site.Params.basket" | ".Params.sku"]
            | ["end"]
            | ["block", "\"main\"", "."] => String::new(),
            _ => return Err(format!("no check knows `{inside}`")),
        });
    }
    html.push_str(rest);
    Ok(html)
}

/// Texts with their quotes, brackets and words.
fn tokens(text: &str) -> Vec<String> {
    let text = text.replace('(', " ( ").replace(')', " ) ");
    text.split_whitespace().map(str::to_owned).collect()
}

/// The values behind `dict`, up to the bracket that ends it.
fn dictionary(
    tokens: &mut std::iter::Peekable<impl Iterator<Item = String>>,
    settings: &toml::Value,
) -> Result<Value, String> {
    let mut members = json!({});
    while let Some(name) = tokens.next().filter(|token| token != ")") {
        let value = tokens.next().unwrap_or_default();
        let value = match value.as_str() {
            "true" | "false" => Value::Bool(value == "true"),
            "site.Params.basket.key" => json!(settings["key"].as_str()),
            "(" if tokens.next().as_deref() == Some("dict") => dictionary(tokens, settings)?,
            other => return Err(format!("no check knows the value `{other}`")),
        };
        members[name.trim_matches('"')] = value;
    }
    Ok(members)
}
