//! A JSON value that can be changed. A member that stands twice is kept once, with the value that counts.

use crate::json::{Kind, Node, Writer};
use alloc::{string::String, vec::Vec};

/// One value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A number, as it was written.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Value>),
    /// An object.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The value of a node.
    pub(super) fn from_node(node: Node<'_>) -> Self {
        match node.kind() {
            Kind::Null => Self::Null,
            Kind::True => Self::Flag(true),
            Kind::False => Self::Flag(false),
            Kind::Number => Self::Number(node.digits().into()),
            Kind::String => Self::Text(node.text().into()),
            Kind::Array => Self::Array(node.items().map(Self::from_node).collect()),
            Kind::Object => {
                let mut object = Self::Object(Vec::new());
                for (name, value) in node.members() {
                    object.put(&[name.text()], Self::from_node(value));
                }
                object
            }
        }
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        match self {
            Self::Null => writer.raw("null"),
            Self::Flag(flag) => writer.boolean(*flag),
            Self::Number(digits) => writer.raw(digits),
            Self::Text(text) => writer.string(text),
            Self::Array(items) => {
                writer.open('[');
                for item in items {
                    item.write(writer);
                }
                writer.close(']')
            }
            Self::Object(members) => {
                writer.open('{');
                for (name, value) in members {
                    writer.name(name);
                    value.write(writer);
                }
                writer.close('}')
            }
        };
    }

    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// Puts a value at a path; what is no object on the way there becomes one.
    pub(super) fn put(&mut self, path: &[&str], value: Self) {
        let Some((name, path)) = path.split_first() else {
            *self = value;
            return;
        };
        if !matches!(self, Self::Object(_)) {
            *self = Self::Object(Vec::new());
        }
        let Self::Object(members) = self else { return };
        if let Some((_, member)) = members.iter_mut().find(|(other, _)| other == name) {
            return member.put(path, value);
        }
        let mut member = Self::Null;
        member.put(path, value);
        members.push(((*name).into(), member));
    }

    /// Takes away what is at a path, and the objects around it that are empty then.
    pub(super) fn remove(&mut self, path: &[&str]) {
        let (Self::Object(members), Some((name, path))) = (self, path.split_first()) else {
            return;
        };
        let Some(at) = members.iter().position(|(other, _)| other == name) else { return };
        let member = &mut members[at].1;
        member.remove(path);
        if path.is_empty() || *member == Self::Object(Vec::new()) {
            members.remove(at);
        }
    }
}
