//! Pieces of markup that many pages have.

use jiff::Timestamp;
use maud::{Markup, html};

/// A field of a form, with what was typed and what is wrong with it.
#[derive(Debug, Default)]
pub(crate) struct Field<'a> {
    pub(crate) name: &'a str,
    pub(crate) label: &'a str,
    /// What it is for, below it.
    pub(crate) hint: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) value: &'a str,
    pub(crate) autocomplete: &'a str,
    pub(crate) problem: Option<&'a str>,
    pub(crate) required: bool,
    pub(crate) list: Option<&'a str>,
    /// The least and the greatest number that may be typed.
    pub(crate) range: Option<(u32, u32)>,
}

impl Field<'_> {
    pub(crate) fn markup(&self) -> Markup {
        let Self { name, label, hint, kind, value, autocomplete, problem, required, list, range } =
            *self;
        let (hint_id, problem_id) = (format!("{name}-hint"), format!("{name}-problem"));
        let described = match (hint.is_empty(), problem) {
            (true, None) => None,
            (false, None) => Some(hint_id.clone()),
            (true, Some(_)) => Some(problem_id.clone()),
            (false, Some(_)) => Some(format!("{problem_id} {hint_id}")),
        };
        html! {
            div.field {
                label for=(name) { (label) }
                input #(name) name=(name) type=(if kind.is_empty() { "text" } else { kind })
                    value=(value) autocomplete=(if autocomplete.is_empty() { "off" } else { autocomplete })
                    list=[list] required[required]
                    min=[range.map(|(least, _)| least)] max=[range.map(|(_, most)| most)]
                    aria-describedby=[described]
                    aria-invalid=[problem.map(|_| "true")];
                @if let Some(problem) = problem { p.problem id=(problem_id) { (problem) } }
                @if !hint.is_empty() { p.hint id=(hint_id) { (hint) } }
            }
        }
    }
}

/// Whose password it is, for the person and for what keeps their passwords.
pub(crate) fn account_field(email: &str) -> Markup {
    html! {
        div.field {
            label for="account" { "Account" }
            input #account type="email" name="email" value=(email) autocomplete="username" readonly;
        }
    }
}

/// A text to be copied. Without a script it can be marked and copied by hand.
pub(crate) fn copyable(id: &str, label: &str, text: &str) -> Markup {
    html! {
        div.copyable {
            label for=(id) { (label) }
            div.row {
                input.code #(id) type="text" readonly value=(text) spellcheck="false";
                button.button.quiet type="button" data-copy=(id) hidden { "Copy" }
            }
        }
    }
}

/// Likewise, of many lines.
pub(crate) fn copyable_lines(id: &str, label: &str, text: &str) -> Markup {
    html! {
        div.copyable {
            label for=(id) { (label) }
            textarea.code #(id) readonly spellcheck="false" rows=(text.lines().count().clamp(3, 16)) {
                (text)
            }
            div.row {
                button.button type="button" data-copy=(id) hidden { "Copy the snippet" }
            }
        }
    }
}

/// Something that cannot be undone: the first press says what will happen, the second does it.
pub(crate) fn confirm(
    action: &str,
    token: &Markup,
    fields: &Markup,
    words: &Confirm<'_>,
) -> Markup {
    let Confirm { button, question, yes } = words;
    html! {
        details.confirm {
            summary.button.danger.quiet { (button) }
            form method="post" action=(action) {
                (token)
                (fields)
                p { (question) }
                button.button.danger type="submit" { (yes) }
            }
        }
    }
}

/// What [`confirm`] says.
#[derive(Debug)]
pub(crate) struct Confirm<'a> {
    pub(crate) button: &'a str,
    pub(crate) question: &'a str,
    pub(crate) yes: &'a str,
}

/// A moment, to the minute, in UTC: the service does not know where its operators are. A script writes it
/// as the reader's clock has it.
pub(crate) fn moment(milliseconds: i64) -> Markup {
    let moment = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH);
    html! { time datetime=(moment) { (moment.strftime("%-d %b %Y, %H:%M")) " UTC" } }
}

/// The day of a moment, in UTC: `2027-01-15`.
pub(crate) fn day(milliseconds: i64) -> String {
    let moment = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH);
    moment.strftime("%Y-%m-%d").to_string()
}
