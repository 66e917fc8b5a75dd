//! What lies before somebody in the designer: the text of a draft, the locale whose texts are shown, and the name of
//! the design that was opened. It must never know how any of it looks.

use super::super::Form;
use basket_core::config::{
    check::locale_code::{finds, is_code},
    draft::{Draft, form::native_code},
    read_json,
};
use basket_core::diagnostic::Diagnostic;

/// The start of what a button says that puts a value into a field: `use FIELD VALUE`.
pub(super) const USE: &str = "use ";

/// How long a configuration may be; as much as the largest body of the API.
const MOST: usize = 64 * 1024;

/// A draft at work.
#[derive(Debug)]
pub(super) struct Sketch {
    /// The draft as JSON, as it was written.
    pub(super) text: String,
    /// What it says; `None` while it is no JSON object.
    pub(super) draft: Option<Draft>,
    /// The locale whose texts are shown.
    pub(super) locale: String,
    /// The design that was opened; empty for none.
    pub(super) opened: String,
}

impl Sketch {
    /// A draft that was kept.
    pub(super) fn of_text(text: String, opened: String) -> Self {
        let draft = Draft::read(&text);
        let locale = draft.as_ref().map_or("", Draft::default_locale);
        let locale = if is_code(locale) { locale.to_owned() } else { "en".to_owned() };
        Self { text, draft, locale, opened }
    }

    /// What somebody has filled in. The JSON counts if that was edited, else the fields change what it says.
    pub(super) fn of_form(form: &Form) -> Self {
        // Browsers send other line ends than they show.
        let mut text = form.raw("json").replace("\r\n", "\n");
        if text.len() > MOST {
            text.truncate(text.floor_char_boundary(MOST));
        }
        let shown = form.text("shown");
        let action = form.text("do");
        let mut draft = Draft::read(&text);
        let mut locale = [form.text("other"), form.text("locale"), shown]
            .into_iter()
            .find(|code| is_code(code))
            .unwrap_or("en")
            .to_owned();
        if let Some(draft) = draft.as_mut().filter(|_| action != "json") {
            let before = draft.clone();
            let used = action.strip_prefix(USE).and_then(|used| used.split_once(' '));
            draft.fill(shown, |name| match used {
                Some((field, value)) if field == name => value,
                _ => form.raw(name),
            });
            if *draft != before {
                text = draft.write();
            }
            let wanted = draft.default_locale();
            if wanted != before.default_locale() && is_code(wanted) {
                wanted.clone_into(&mut locale);
            }
        }
        Self { text, draft, locale, opened: form.text("opened").to_owned() }
    }

    /// The locale in which a basket with this draft can be seen: the one shown, unless nobody has a text in it yet.
    pub(super) fn spoken(&self) -> &str {
        let own = self.draft.as_ref().map(Draft::locales).unwrap_or_default();
        let is_own = own.iter().any(|code| finds(&self.locale, code));
        if is_own { &self.locale } else { native_code(&self.locale) }
    }

    /// What is wrong with it.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        read_json(&self.text, None).1
    }
}
