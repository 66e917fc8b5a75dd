//! Controls that the pages about costs share. Each is named by the path of what it holds, which is where its problem is.

use super::problems::Problems;
use crate::parts::Field;
use basket_texts::countries;
use maud::{Markup, html};

/// A field of one line.
pub(super) fn line(
    name: &str,
    label: &str,
    value: &str,
    hint: &str,
    problems: &Problems,
) -> Markup {
    Field { name, label, value, hint, problem: problems.find(name), ..Field::default() }.markup()
}

/// A field of several lines.
pub(super) fn area(
    name: &str,
    label: &str,
    value: &str,
    hint: &str,
    problems: &Problems,
) -> Markup {
    let (hint_id, problem_id) = (format!("{name}-hint"), format!("{name}-problem"));
    let problem = problems.find(name);
    let described = problem.map_or_else(|| hint_id.clone(), |_| format!("{problem_id} {hint_id}"));
    html! {
        div.field {
            label for=(name) { (label) }
            textarea.code #(name) name=(name) rows=(value.lines().count().clamp(2, 10))
                spellcheck="false" autocomplete="off" aria-describedby=(described)
                aria-invalid=[problem.map(|_| "true")] { "\n" (value) }
            @if let Some(problem) = problem { p.problem id=(problem_id) { (problem) } }
            p.hint id=(hint_id) { (hint) }
        }
    }
}

/// A choice of one of some values.
pub(super) fn choice<'a>(
    name: &str,
    label: &str,
    chosen: &str,
    options: impl IntoIterator<Item = (&'a str, &'a str)>,
    problems: &Problems,
) -> Markup {
    let problem = problems.find(name);
    let problem_id = format!("{name}-problem");
    html! {
        div.field {
            label for=(name) { (label) }
            select #(name) name=(name) aria-describedby=[problem.map(|_| &problem_id)]
                aria-invalid=[problem.map(|_| "true")] {
                @for (value, text) in options {
                    option value=(value) selected[value == chosen] { (text) }
                }
            }
            @if let Some(problem) = problem { p.problem id=(problem_id) { (problem) } }
        }
    }
}

/// A choice of a country. `none` is what it says where none is chosen.
pub(super) fn country(
    name: &str,
    label: &str,
    chosen: &str,
    none: &str,
    problems: &Problems,
) -> Markup {
    // What was sent and is no country stays visible beside its problem.
    let is_known = countries::in_language("en").any(|(code, _)| code == chosen);
    let unknown = (!is_known && !chosen.is_empty()).then_some((chosen, chosen));
    let mut options = vec![("", none)];
    options.extend(unknown);
    for (code, name) in countries::in_language("en") {
        options.push((code, name));
    }
    choice(name, label, chosen, options, problems)
}

/// A box to tick.
pub(super) fn tick(name: &str, label: &str, is_ticked: bool) -> Markup {
    html! {
        label.check {
            input type="checkbox" name=(name) value="on" checked[is_ticked];
            span { (label) }
        }
    }
}

/// What is wrong with something that has no field of its own.
pub(super) fn problem(path: &str, problems: &Problems) -> Markup {
    html! { @if let Some(problem) = problems.find(path) { p.problem { (problem) } } }
}
