//! The form: a control for each field of the draft, by what the table says that it holds.

use crate::editor::EditorState;
use basket_core::{
    config::{
        check::contrast::channels,
        table::{Group, OPTIONS, Value},
    },
    draft::{
        Draft,
        contrast::{Scheme, built_in},
        form::{Field, Section, locales, native_code},
    },
    locale::Texts,
};
use maud::{Markup, html};

/// All controls. While the JSON cannot be read there is nothing that they could change.
pub(crate) fn controls(editor: &EditorState) -> Markup {
    let empty = Draft::for_key("");
    let draft = editor.draft.as_ref().unwrap_or(&empty);
    let form = draft.form(&editor.locale);
    let of = |group: Group| form.iter().find(|section| section.group == group);
    let fields = |group, keep: &dyn Fn(&&Field) -> bool| -> Vec<&Field> {
        of(group).map(|section| section.fields.iter().filter(keep).collect()).unwrap_or_default()
    };
    let is_layout =
        |field: &&Field| OPTIONS.iter().any(|row| row.name == field.entry.name && row.is_attribute);
    let mut colours = fields(Group::Style, &|field| field.entry.is_colour());
    // Those that others follow come first.
    colours.sort_by_key(|field| built_in(field.entry.name, Scheme::Light).is_none());
    let show = |fields: &[&Field]| {
        html! { @for field in fields { (control(field, draft, &editor.locale)) } }
    };
    html! {
        fieldset.all disabled[editor.draft.is_none()] {
            legend.unseen { "The draft" }
            (group("Layout", true, &show(&fields(Group::Options, &is_layout))))
            (group("Contents", true, &show(&fields(Group::Options, &|field| !is_layout(field)))))
            (group("Colours", true, &show(&colours)))
            (group("Shape and type", false, &show(&fields(Group::Style, &|field| !field.entry.is_colour()))))
            (group("Texts", false, &texts(&form, draft, &editor.locale)))
            (group("Shop", false, &show(&fields(Group::Top, &|_| true))))
        }
    }
}

fn group(title: &str, is_open: bool, content: &Markup) -> Markup {
    html! {
        details.group open[is_open] {
            summary { h2 { (title) } }
            div.fields { (content) }
        }
    }
}

/// The texts of one locale, and which one.
fn texts(form: &[Section], draft: &Draft, locale: &str) -> Markup {
    let is_text = |section: &&Section| matches!(section.group, Group::Locale | Group::Texts(_));
    html! {
        input type="hidden" name="shown" value=(locale);
        div.field {
            label for="locale" { "Language" }
            div.row {
                select #locale name="locale" { (languages(draft, locale)) }
                button.button.quiet.without-script type="submit" name="do" value="apply" { "Show" }
            }
        }
        div.field {
            label for="other" { "Another language" }
            input #other name="other" type="text" placeholder="de-AT, ar, …" aria-describedby="other-hint"
                pattern="[A-Za-z]{2,3}([\\-_][A-Za-z0-9]{1,8})*" title="A language, and a region if you like: de, de-AT";
            p.hint #other-hint { "Its code. What you leave empty is said in the nearest language that is built in." }
        }
        @for section in form.iter().filter(is_text) {
            @if let (Group::Texts(name), Some(entry)) = (section.group, section.entry) {
                h3 { code { (name) } }
                p.hint { (prose(entry.meaning)) }
            }
            @for field in &section.fields { (control(field, draft, locale)) }
        }
    }
}

/// The locales that can be chosen to be shown.
pub(crate) fn languages(draft: &Draft, locale: &str) -> Markup {
    let mut codes = locales(draft);
    if codes.iter().all(|(code, _)| *code != locale) {
        codes.push((locale, ""));
    }
    choices(&codes, locale)
}

fn choices(codes: &[(&str, &str)], chosen: &str) -> Markup {
    html! {
        @for (code, name) in codes {
            option value=(code) selected[*code == chosen] {
                @if name.is_empty() { (code) } @else { (name) " (" (code) ")" }
            }
        }
    }
}

fn control(field: &Field, draft: &Draft, locale: &str) -> Markup {
    let id = format!("field-{}", field.name);
    let hint = format!("{id}-hint");
    let Field { name, entry, value, fallback } = field;
    match entry.value {
        Value::Flag => html! {
            label.option {
                span.what {
                    code { (entry.name) }
                    small id=(hint) { (prose(entry.meaning)) }
                }
                input.toggle type="checkbox" role="switch" name=(name) checked[field.is_on()]
                    aria-label=(entry.name) aria-describedby=(hint);
            }
        },
        Value::LocaleCode => html! {
            div.field {
                label for=(id) { code { (entry.name) } }
                select id=(id) name=(name) aria-describedby=(hint) {
                    option value="" selected[value.is_empty()] { "The page’s language" }
                    (choices(&with(locales(draft), value), value))
                }
                p.hint id=(hint) { (prose(entry.meaning)) }
            }
        },
        Value::Choice(names) => html! {
            div.field {
                label for=(id) { code { (entry.name) } }
                select id=(id) name=(name) aria-describedby=(hint) {
                    @if !names.contains(&value.as_str()) { option value=(value) selected { (value) } }
                    @for choice in names {
                        option value=(choice) selected[choice == value] { (choice) }
                    }
                }
                p.hint id=(hint) { (prose(entry.meaning)) }
            }
        },
        Value::Style => html! {
            div.field.style {
                label for=(id) { code { (entry.name) } }
                div.row {
                    input.code id=(id) type="text" name=(name) value=(value) placeholder=(fallback.replace('`', ""))
                        spellcheck="false" autocapitalize="off" aria-describedby=(hint);
                    @if entry.is_colour() {
                        input type="color" data-for=(id) value=(swatch(field, draft)) hidden
                            aria-label={ "Pick " (entry.name) };
                    }
                }
                p.hint id=(hint) { (prose(entry.meaning)) }
            }
        },
        Value::Text | Value::Plural => html! {
            div.field.text {
                label for=(id) { code { (entry.name) } }
                input id=(id) type="text" name=(name) value=(value) placeholder=(fallback) dir="auto"
                    lang=(Texts::native(native_code(locale)).language) aria-describedby=(hint);
                p.hint id=(hint) { (prose(entry.meaning)) }
            }
        },
        Value::Key | Value::Marker | Value::Texts | Value::Object(_) => html! {
            div.field {
                label for=(id) { code { (entry.name) } }
                input.code id=(id) type="text" name=(name) value=(value) spellcheck="false"
                    autocapitalize="off" aria-describedby=(hint);
                p.hint id=(hint) { (prose(entry.meaning)) }
            }
        },
    }
}

/// A choice that the draft has made is offered, whatever it is.
fn with<'a>(mut codes: Vec<(&'a str, &'a str)>, value: &'a str) -> Vec<(&'a str, &'a str)> {
    if !value.is_empty() && codes.iter().all(|(code, _)| *code != value) {
        codes.push((value, ""));
    }
    codes
}

/// Where a picker of colours starts, which knows six digits only: at the colour, or at what comes out without one.
pub(crate) fn swatch(field: &Field, draft: &Draft) -> String {
    let chosen = |member: &str| draft.colour(member).and_then(channels);
    // A member that follows another one names it between backticks.
    let followed = field.entry.default.split('`').nth(1).unwrap_or_default();
    let [red, green, blue] = chosen(field.entry.name)
        .or_else(|| chosen(followed))
        .or_else(|| channels(built_in(field.entry.name, Scheme::Light)?))
        .or_else(|| channels(built_in(followed, Scheme::Light)?))
        .unwrap_or([255; 3]);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A sentence of the table, whose names stand between backticks.
pub(crate) fn prose(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
