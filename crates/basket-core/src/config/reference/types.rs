//! The configuration as TypeScript types.

use super::{GENERATED, description};
use crate::config::table::{Entry, Group, NATIVE, Value};
use alloc::{format, string::String, vec::Vec};
use core::fmt::Write as _;

/// The declaration file.
pub fn types() -> String {
    let mut out = format!("// {GENERATED}\n");
    let native: Vec<String> = NATIVE.iter().map(|(code, _)| format!("\"{code}\"")).collect();
    let _ = write!(
        out,
        "\n/** A language that is built in. */\nexport type ServiceBasketNativeLocale =\n  | {};\n",
        native.join("\n  | ")
    );
    interface(&mut out, "ServiceBasketConfig", "The configuration of a basket.", Group::Top);
    interface(
        &mut out,
        "ServiceBasketOptions",
        "Layout and contents of the basket.",
        Group::Options,
    );
    interface(
        &mut out,
        "ServiceBasketStyle",
        "Colours, borders and fonts, as CSS values.",
        Group::Style,
    );
    interface(&mut out, "ServiceBasketLocale", "The texts of a locale.", Group::Locale);
    out
}

fn interface(out: &mut String, name: &str, doc: &str, group: Group) {
    let _ = writeln!(out, "\n/** {doc} */\nexport interface {name} {{");
    members(out, group, "  ");
    out.push_str("}\n");
}

fn members(out: &mut String, group: Group, indent: &str) {
    for entry in group.entries() {
        let optional = if entry.value == Value::Key { "" } else { "?" };
        let _ = writeln!(out, "{indent}/** {}{} */", description(&entry), default(&entry));
        let _ = write!(out, "{indent}{}{optional}: ", entry.name);
        match entry.value {
            Value::Object(group @ Group::Texts(_)) => {
                out.push_str("{\n");
                members(out, group, &format!("{indent}  "));
                let _ = write!(out, "{indent}}}");
            }
            Value::Choice(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                out.push_str(&names.join(" | "));
            }
            value => out.push_str(type_of(value)),
        }
        out.push_str(";\n");
    }
}

fn default(entry: &Entry) -> String {
    match entry.value {
        Value::Flag | Value::LocaleCode | Value::Choice(_) => {
            format!(" Default: {}.", entry.default)
        }
        _ => String::new(),
    }
}

fn type_of(value: Value) -> &'static str {
    match value {
        Value::Key
        | Value::Choice(_)
        | Value::Style
        | Value::Text
        | Value::Plural
        | Value::Marker => "string",
        Value::Flag => "boolean",
        Value::Texts => "{ [name: string]: string }",
        // An intersection keeps the native codes as suggestions and takes any other code.
        Value::LocaleCode => "ServiceBasketNativeLocale | (string & {}) | null",
        Value::Object(Group::Options) => "ServiceBasketOptions",
        Value::Object(Group::Style) => "ServiceBasketStyle",
        Value::Object(Group::Locales) => "{ [code: string]: ServiceBasketLocale }",
        Value::Object(Group::Locale | Group::Texts(_) | Group::Top | Group::Element) => {
            "ServiceBasketLocale"
        }
    }
}
