//! JSON Schema 2020-12. It accepts what the checks have nothing to say about, as far as a schema can tell:
//! duplicate members, whether a locale exists and how many forms a language has are beyond it.

use super::{GENERATED, description};
use crate::{
    config::{
        check::style,
        table::{Entry, Group, Value},
    },
    json::{Writer, indented},
};
use alloc::string::String;

/// As in [`crate::config::check::locale_code::is_code`].
const CODE: &str = "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$";

/// Around a default locale white space is forgiven, as the check does.
const SPACED_CODE: &str = "^[ \\t\\r\\n\\f]*[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*[ \\t\\r\\n\\f]*$";

/// Control characters, which no style value has.
const CONTROL: &str = "[\\u0000-\\u001F\\u007F-\\u009F]";

/// The schema of a configuration.
pub fn schema() -> String {
    let mut writer = Writer::new();
    writer.open('{').name("$schema").string("https://json-schema.org/draft/2020-12/schema");
    writer.name("title").string("Configuration of the basket");
    writer.name("$comment").string(GENERATED);
    object(&mut writer, Group::Top);
    writer.close('}');
    indented(&writer.finish())
}

/// A pattern for what no style value has. A pattern in a schema cannot ignore case, so each letter stands in both cases.
fn no_style() -> String {
    let mut pattern = String::from(CONTROL);
    pattern.push('|');
    for character in style::pattern().chars() {
        if character.is_ascii_alphabetic() {
            let upper = character.to_ascii_uppercase();
            pattern.extend(['[', character, upper, ']']);
        } else {
            pattern.push(character);
        }
    }
    pattern
}

/// The keywords of an object with the members of a group.
fn object(writer: &mut Writer, group: Group) {
    writer.name("type").string("object");
    if group == Group::Locales {
        writer.name("propertyNames").open('{').name("pattern").string(CODE).close('}');
        writer.name("additionalProperties").open('{');
        object(writer, Group::Locale);
        writer.close('}');
        return;
    }
    let entries = group.entries();
    writer.name("properties").open('{');
    for entry in &entries {
        writer.name(entry.name).open('{');
        writer.name("description").string(&description(entry));
        value(writer, entry);
        writer.close('}');
    }
    writer.close('}');
    if entries.iter().any(|entry| entry.value == Value::Key) {
        writer.name("required").open('[');
        for entry in entries.iter().filter(|entry| entry.value == Value::Key) {
            writer.string(entry.name);
        }
        writer.close(']');
    }
    writer.name("additionalProperties").boolean(false);
}

fn value(writer: &mut Writer, entry: &Entry) {
    match entry.value {
        Value::Object(group) => object(writer, group),
        Value::Flag => {
            writer.name("type").string("boolean").name("default").raw(entry.default);
        }
        Value::LocaleCode => {
            writer.name("type").open('[').string("string").string("null").close(']');
            writer.name("pattern").string(SPACED_CODE).name("default").raw(entry.default);
        }
        Value::Choice(names) => {
            writer.name("enum").open('[');
            for name in names {
                writer.string(name);
            }
            writer.close(']').name("default").string(entry.default);
        }
        Value::Key => {
            writer.name("type").string("string").name("pattern").string("[^ \\t\\r\\n\\f]");
            let not = "^[ \\t\\r\\n\\f]*<API_KEY>[ \\t\\r\\n\\f]*$";
            writer.name("not").open('{').name("pattern").string(not).close('}');
        }
        Value::Style => {
            writer.name("type").string("string").name("pattern").string("\\S");
            writer.name("not").open('{').name("pattern").string(&no_style()).close('}');
        }
        Value::Texts => {
            writer.name("type").string("object");
            writer.name("additionalProperties").open('{');
            writer.name("type").string("string").close('}');
        }
        Value::Text | Value::Plural | Value::Marker => {
            writer.name("type").string("string");
        }
    }
}
