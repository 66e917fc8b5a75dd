//! Messages as a page writes them, by the names of the protocol's tables. It must never know a number of the protocol.

use crate::{
    json::Writer,
    protocol::{Entry, MESSAGES, Raw, Write},
};
use alloc::{string::String, vec, vec::Vec};
use core::fmt;

/// A message in the making.
#[derive(Debug)]
pub struct Draft {
    entry: &'static Entry,
    /// The number, then the fields, each as JSON.
    values: Vec<String>,
}

fn to_json(value: impl Write) -> String {
    let mut writer = Writer::new();
    value.write(&mut writer);
    writer.finish()
}

impl Draft {
    /// A message whose fields are all null.
    pub fn new(name: &str) -> Self {
        let Some(number) = MESSAGES.iter().position(|entry| entry.name == name) else {
            panic!("no message is called {name}");
        };
        Self::numbered(number)
    }

    /// The same by its number in the table.
    pub fn numbered(number: usize) -> Self {
        let entry = &MESSAGES[number % MESSAGES.len()];
        let mut values = vec![String::from("null"); entry.fields.len() + 1];
        values[0] = alloc::format!("{number}");
        Self { entry, values }
    }

    /// Fills in a field.
    pub fn with(mut self, field: &str, value: impl Write) -> Self {
        let Some(at) = self.entry.fields.iter().position(|entry| entry.name == field) else {
            panic!("{} has no field {field}", self.entry.name);
        };
        self.values[at + 1] = to_json(value);
        self
    }

    /// Fills in a field that is true or false.
    pub fn with_flag(self, field: &str, value: bool) -> Self {
        self.with(field, Raw(if value { "true" } else { "false" }))
    }

    /// Fills in all fields in turn.
    pub fn fill(mut self, mut value: impl FnMut() -> String) -> Self {
        self.values.iter_mut().skip(1).for_each(|field| *field = value());
        self
    }

    /// The message as JSON.
    pub fn finish(&self) -> String {
        alloc::format!("[{}]", self.values.join(","))
    }
}

/// For people, without what is null.
impl fmt::Display for Draft {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.entry.name)?;
        let fields = self.entry.fields.iter().zip(&self.values[1..]);
        for (field, value) in fields.filter(|(_, value)| *value != "null") {
            write!(formatter, " {}: {value}", field.name)?;
        }
        Ok(())
    }
}

/// Which messages each tab got, to find the reason of a panic.
#[derive(Debug, Default)]
pub struct Log(Vec<(usize, Draft)>);

impl Log {
    pub(super) fn push(&mut self, tab: usize, message: Draft) {
        self.0.push((tab, message));
    }
}

impl fmt::Display for Log {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(tab, message)| writeln!(formatter, "tab {tab}: {message}"))
    }
}
