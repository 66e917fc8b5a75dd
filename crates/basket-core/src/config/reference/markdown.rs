//! The reference as Markdown.

use super::{GENERATED, description};
use crate::{
    config::table::{Entry, Group, NATIVE, Value},
    diagnostic::{CATALOGUE, Code, Row},
};
use alloc::{format, string::String};
use core::fmt::Write as _;

/// The whole page.
pub fn markdown() -> String {
    let mut out = format!("# Reference\n\n<!-- {GENERATED} -->\n\n");
    out.push_str(
        "All settings of a basket. [Embedding](embed.md) explains them with examples;\n\
         [config.schema.json](config.schema.json) and [service-basket-config.d.ts](../npm/service-basket-config.d.ts)\n\
         are for editors.\n",
    );
    section(
        &mut out,
        "The element",
        Group::Element,
        "Attributes. A boolean attribute is on if it is present, unless its value is `false`. It wins over the option\nof the same name.",
    );
    section(
        &mut out,
        "The configuration",
        Group::Top,
        "One JSON object in a `<script type=\"application/json\">` that is a direct child of the element.",
    );
    section(&mut out, "`options`", Group::Options, "");
    section(
        &mut out,
        "`style`",
        Group::Style,
        "Each is a CSS value in quotes and becomes a custom property: `primary` is `--service-basket-primary`. A style\nnever loads anything, so a value with `url(` is refused. So are values with a backslash, `;`, `{`, `}`, `!` or `<`.\nBackgrounds can be gradients.",
    );
    heading(
        &mut out,
        "`locales`",
        "Each member is named by a locale code and holds the texts of that locale. A native locale is changed, any other\nis added. Missing texts come from the native locale of the language, or else from `en`.",
    );
    out.push_str("\n| native code | language |\n|---|---|\n");
    for (code, language) in NATIVE {
        let _ = writeln!(out, "| `{code}` | {language} |");
    }
    section(
        &mut out,
        "Texts of a locale",
        Group::Locale,
        "The forms of a plural text are separated by vertical bars: `zero | singular | plural`. `{count}` is the number.",
    );
    for entry in Group::Locale.entries() {
        if let Value::Object(group) = entry.value {
            section(&mut out, &format!("`{}`", entry.name), group, "");
        }
    }
    codes(&mut out);
    out
}

fn heading(out: &mut String, title: &str, introduction: &str) {
    let _ = writeln!(out, "\n## {title}");
    if !introduction.is_empty() {
        let _ = writeln!(out, "\n{introduction}");
    }
}

fn section(out: &mut String, title: &str, group: Group, introduction: &str) {
    heading(out, title, introduction);
    out.push_str("\n| name | type | default | meaning |\n|---|---|---|---|\n");
    for entry in group.entries() {
        let (kind, default) = (kind(&entry), default(&entry));
        let _ =
            writeln!(out, "| `{}` | {kind} | {default} | {} |", entry.name, description(&entry));
    }
}

fn kind(entry: &Entry) -> &'static str {
    match entry.value {
        Value::Key | Value::Text | Value::Marker => "string",
        Value::Flag => "boolean",
        Value::LocaleCode => "string or null",
        Value::Choice(_) => "string, a name",
        Value::Style => "string, a CSS value",
        Value::Plural => "string, plural",
        Value::Object(_) | Value::Texts => "object",
    }
}

/// Defaults that are JSON are shown as such.
fn default(entry: &Entry) -> String {
    match entry.value {
        Value::Flag
        | Value::LocaleCode
        | Value::Choice(_)
        | Value::Object(Group::Options | Group::Style | Group::Locales) => {
            format!("`{}`", entry.default)
        }
        _ => entry.default.into(),
    }
}

/// Codes that a configuration can have; those of the service are in the guide.
fn codes(out: &mut String) {
    heading(
        out,
        "What can be wrong",
        "`basket check FILE` finds in pages and configurations what can be told without a browser, and\n`basket explain CODE` shows a row.",
    );
    out.push_str("\n| code | level | meaning | what to do |\n|---|---|---|---|\n");
    for Row { name, level, meaning, help, .. } in
        CATALOGUE.iter().take_while(|row| row.code != Code::KeyMissing)
    {
        let help = help.replace('|', "\\|");
        let _ = writeln!(out, "| `{name}` | {} | {meaning} | {help} |", level.name());
    }
}
