//! What lies before somebody in the designer: the text of a draft, the locale whose texts are shown, and the name of
//! the design that was opened. It must never know how any of it looks.

use basket_core::diagnostic::Diagnostic;
use basket_core::{
    config::{
        check::locale_code::{finds, is_code},
        check_json,
    },
    draft::{Draft, form::native_code},
};
use basket_web::fields::Fields;

/// The start of what a button says that puts a value into a field: `use FIELD VALUE`.
pub(crate) const USE: &str = "use ";

/// A draft at work.
#[derive(Debug)]
pub struct EditorState {
    /// The draft as JSON, as it was written.
    pub text: String,
    /// What it says; `None` while it is no JSON object.
    pub draft: Option<Draft>,
    /// The locale whose texts are shown.
    pub locale: String,
    /// The design that was opened; empty for none.
    pub opened: String,
}

impl EditorState {
    /// A draft that was kept.
    pub fn from_text(text: String, opened: String) -> Self {
        let draft = Draft::read(&text);
        let locale = draft.as_ref().map_or("", Draft::default_locale);
        let locale = if is_code(locale) { locale.to_owned() } else { "en".to_owned() };
        Self { text, draft, locale, opened }
    }

    /// What somebody has filled in: the JSON as it is now, and what they changed in the form since it was last made from
    /// the JSON.
    pub fn from_form(form: &Fields<'_>) -> Self {
        // Browsers send other line ends than they show.
        let text = form.raw("json").replace("\r\n", "\n");
        let locales = ["other", "locale", "shown"].map(|name| form.text(name));
        let locale = locales.into_iter().find(|code| is_code(code)).unwrap_or("en");
        let mut editor = Self {
            draft: Draft::read(&text),
            text,
            locale: locale.to_owned(),
            opened: form.text("opened").to_owned(),
        };
        editor.fill(form);
        editor
    }

    fn fill(&mut self, form: &Fields<'_>) {
        // Controls that are switched off are not sent at all, and this one with them.
        let shown = Some(form.text("shown")).filter(|shown| !shown.is_empty());
        let base = Draft::read(form.raw("base"));
        let (Some(draft), Some(shown), Some(base)) = (&mut self.draft, shown, base) else { return };
        let before = draft.clone();
        let used = form.text("do").strip_prefix(USE).and_then(|used| used.split_once(' '));
        draft.fill(&base, shown, |name| match used {
            Some((field, value)) if field == name => value,
            _ => form.raw(name),
        });
        if *draft != before {
            self.text = draft.write();
        }
        let wanted = draft.default_locale();
        if wanted != base.default_locale() && is_code(wanted) {
            wanted.clone_into(&mut self.locale);
        }
    }

    /// The locale in which a basket with this draft can be seen: the one shown, unless nobody has a text in it yet.
    pub(crate) fn spoken(&self) -> &str {
        let own = self.draft.as_ref().map(Draft::locales).unwrap_or_default();
        let is_own = own.iter().any(|code| finds(&self.locale, code));
        if is_own { &self.locale } else { native_code(&self.locale) }
    }

    /// What is wrong with it.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        check_json(&self.text)
    }
}
