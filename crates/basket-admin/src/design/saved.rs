//! Designs that are kept under a name: to open, to save over, to rename, to delete.

use super::{
    super::parts::{Confirm, Field, confirm, moment},
    EditorState, Form, Member, NavItem, Refusal, record_activity, redirect,
};
use crate::state::AdminState;
use axum::{extract::State, response::Response};
use basket_store::Design;
use basket_web::fields::with_query;
use maud::{Markup, html};

/// How many bytes a design may have; as many as the largest body of the API.
const LARGEST: usize = 64 * 1024;
/// How many characters a name may have.
const LONGEST: usize = 80;

/// What came of an attempt to save.
#[derive(Debug, Default)]
pub(super) struct Saving {
    /// The name that was typed.
    name: String,
    /// Why it was not saved.
    problem: Option<&'static str>,
    /// Whether there is a design of that name that could be saved over.
    is_taken: bool,
    /// A new name that was typed for the design, and why it does not have it.
    rename: Option<(String, &'static str)>,
    /// The name under which it was saved.
    pub(super) done: Option<String>,
}

impl Saving {
    pub(super) fn is_refused(&self) -> bool {
        self.problem.is_some() || self.rename.is_some()
    }

    fn refused(name: &str, problem: &'static str) -> Self {
        Self { name: name.to_owned(), problem: Some(problem), ..Self::default() }
    }
}

/// Why a text cannot be a design's name.
fn name_problem(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("Give it a name.");
    }
    let is_long = name.chars().count() > LONGEST;
    is_long.then_some("A name has at most 80 characters.")
}

/// Saves the draft, if that is what was asked for.
pub(super) async fn save(
    state: &AdminState,
    member: &Member,
    form: &Form,
    editor: &EditorState,
) -> Result<Saving, Refusal> {
    let (name, action, shop) = (form.text("name"), form.text("do"), member.shop.id);
    if !["save", "save-over"].contains(&action) {
        return Ok(Saving { name: name.to_owned(), ..Saving::default() });
    }
    if let Some(problem) = name_problem(name) {
        return Ok(Saving::refused(name, problem));
    }
    if editor.draft.is_none() {
        return Ok(Saving::refused(
            name,
            "The JSON is invalid. Fix it first; the checks show where.",
        ));
    }
    if editor.text.len() > LARGEST {
        return Ok(Saving::refused(name, "A design may have at most 64 KiB."));
    }
    let may_replace = action == "save-over" || name == editor.opened;
    let is_saved = may_replace && state.store.designs().change(shop, name, &editor.text).await?
        || state.store.designs().create(shop, name, &editor.text).await?;
    if !is_saved {
        if state.store.designs().find(shop, name).await?.is_none() {
            return Ok(Saving::refused(
                name,
                "There is no room for more designs; delete one first.",
            ));
        }
        let problem =
            "There is a design of this name already. Save over it, or choose another name.";
        return Ok(Saving { is_taken: true, ..Saving::refused(name, problem) });
    }
    record_activity(state, member, "design.saved", name).await?;
    Ok(Saving { done: Some(name.to_owned()), ..Saving::default() })
}

/// Gives a design another name.
pub(super) async fn rename(
    state: &AdminState,
    member: &Member,
    form: &Form,
) -> Result<Saving, Refusal> {
    let (old, new) = (form.text("old"), form.text("name"));
    let refused = |problem| Saving { rename: Some((new.to_owned(), problem)), ..Saving::default() };
    if let Some(problem) = name_problem(new) {
        return Ok(refused(problem));
    }
    if old != new {
        if !state.store.designs().rename(member.shop.id, old, new).await? {
            return Ok(refused("There is a design of this name already."));
        }
        record_activity(state, member, "design.renamed", &format!("{old} → {new}")).await?;
    }
    Ok(Saving { done: Some(new.to_owned()), ..Saving::default() })
}

/// `POST …/design/remove`.
pub async fn remove_design(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    let name = form.text("old");
    if state.store.designs().remove(member.shop.id, name).await? {
        record_activity(&state, &member, "design.removed", name).await?;
    }
    Ok(redirect(NavItem::Design.address()))
}

/// Where a design is opened.
pub(super) fn address(name: &str) -> String {
    with_query(NavItem::Design.address(), &[("open", name)])
}

/// What is open, and what else can be.
pub(super) fn bar(
    member: &Member,
    designs: &[Design],
    editor: &EditorState,
    saving: &Saving,
) -> Markup {
    let here = NavItem::Design.address();
    let open = designs.iter().find(|design| design.name == editor.opened);
    html! {
        div.designs {
            @if let Some(design) = open {
                p {
                    strong { (design.name) } " "
                    span.muted { "saved " (moment(design.updated_at)) }
                }
            } @else {
                p { strong { "New design" } " " span.muted { "not saved yet" } }
            }
            (save_form(editor, saving))
            @if !designs.is_empty() {
                details.drawer {
                    summary.button.quiet { "Open" }
                    ul {
                        @for design in designs {
                            li {
                                a href=(address(&design.name))
                                    aria-current=[(design.name == editor.opened).then_some("true")]
                                    { (design.name) }
                            }
                        }
                        li { a href=(here) { "A new design" } }
                    }
                }
            }
            @if let Some(design) = open {
                details.drawer open[saving.rename.is_some()] {
                    summary.button.quiet { "Rename" }
                    form method="post" action={ (here) "/rename" } {
                        (member.csrf_field())
                        input type="hidden" name="old" value=(design.name);
                        (Field {
                            name: "name", label: "New name", required: true,
                            value: saving.rename.as_ref().map_or(&design.name, |(name, _)| name),
                            problem: saving.rename.as_ref().map(|(_, problem)| *problem),
                            ..Field::default()
                        }.markup())
                        button.button type="submit" { "Rename" }
                    }
                }
                (confirm(&format!("{here}/remove"), &member.csrf_field(),
                    &html! { input type="hidden" name="old" value=(design.name); },
                    &Confirm {
                        button: "Delete",
                        question: &format!("“{}” is gone for good then. Pages that carry its snippet stay as they are.", design.name),
                        yes: "Delete it",
                    }))
            }
        }
    }
}

/// The name to save under.
fn save_form(editor: &EditorState, saving: &Saving) -> Markup {
    let name = if saving.name.is_empty() { &editor.opened } else { &saving.name };
    html! {
        // The button that counts when somebody presses Enter in a field, for browsers without a script.
        button.unseen.without-script type="submit" form="designer" name="do" value="apply" tabindex="-1"
            aria-hidden="true" { "Apply" }
        div.save {
            label.unseen for="design-name" { "Name of the design" }
            input #design-name name="name" form="designer" type="text" maxlength=(LONGEST) value=(name)
                placeholder="Name" autocomplete="off" aria-invalid=[saving.problem.map(|_| "true")]
                aria-describedby=[saving.problem.map(|_| "design-name-problem")];
            button.button type="submit" form="designer" name="do" value="save" { "Save" }
            @if let Some(problem) = saving.problem {
                p.problem #design-name-problem role="alert" { (problem) }
            }
            @if saving.is_taken {
                button.button.danger type="submit" form="designer" name="do" value="save-over" { "Save over it" }
            }
        }
    }
}
