//! Designs that are kept under a name: to open, to save over, to rename, to delete.

use super::{
    super::parts::{Confirm, confirm, moment},
    Form, Member, Place, Refusal, Sketch, note, to,
};
use crate::{api::Api, store::Design};
use axum::{extract::State, response::Response};
use maud::{Markup, html};

/// How many characters a name may have.
const LONGEST: usize = 80;

/// What came of an attempt to save.
#[derive(Debug, Default)]
pub(super) struct Saving {
    /// The name that was typed.
    name: String,
    /// Why it was not saved.
    pub(super) problem: Option<&'static str>,
    /// Whether there is a design of that name that could be saved over.
    is_taken: bool,
    /// The name under which it was saved.
    pub(super) done: Option<String>,
}

impl Saving {
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
    api: &Api,
    member: &Member,
    form: &Form,
    sketch: &Sketch,
) -> Result<Saving, Refusal> {
    let (name, action, shop) = (form.text("name"), form.text("do"), member.shop.id);
    if !["save", "save-over"].contains(&action) {
        return Ok(Saving { name: name.to_owned(), ..Saving::default() });
    }
    if let Some(problem) = name_problem(name) {
        return Ok(Saving::refused(name, problem));
    }
    if sketch.draft.is_none() {
        return Ok(Saving::refused(name, "The JSON cannot be read. Mend it first; the checks say where."));
    }
    let may_replace = action == "save-over" || name == sketch.opened;
    let is_saved = may_replace && api.store.change_design(shop, name, &sketch.text).await?
        || api.store.create_design(shop, name, &sketch.text).await?;
    if !is_saved {
        if api.store.design(shop, name).await?.is_none() {
            return Ok(Saving::refused(name, "There is no room for more designs; delete one first."));
        }
        let problem = "There is a design of this name already. Save over it, or choose another name.";
        return Ok(Saving { is_taken: true, ..Saving::refused(name, problem) });
    }
    note(api, member, "design.saved", name).await?;
    Ok(Saving { done: Some(name.to_owned()), ..Saving::default() })
}

/// `POST …/design/rename`.
pub(crate) async fn rename_design(
    State(api): State<Api>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    let (old, new) = (form.text("old"), form.text("name"));
    if let Some(problem) = name_problem(new) {
        return Err(Refusal::unprocessable(problem));
    }
    if old != new && !api.store.rename_design(member.shop.id, old, new).await? {
        return Err(Refusal::unprocessable(
            "There is a design of this name already, or the one to rename is gone. Nothing was changed.",
        ));
    }
    note(&api, &member, "design.renamed", &format!("{old} → {new}")).await?;
    Ok(to(&address(&member, new)))
}

/// `POST …/design/remove`.
pub(crate) async fn remove_design(
    State(api): State<Api>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    let name = form.text("old");
    if api.store.remove_design(member.shop.id, name).await? {
        note(&api, &member, "design.deleted", name).await?;
    }
    Ok(to(&Place::Design.address(member.shop.id)))
}

/// Where a design is opened.
pub(super) fn address(member: &Member, name: &str) -> String {
    let name: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
    format!("{}?open={name}", Place::Design.address(member.shop.id))
}

/// What is open, and what else can be.
pub(super) fn bar(member: &Member, designs: &[Design], sketch: &Sketch) -> Markup {
    let here = Place::Design.address(member.shop.id);
    let open = designs.iter().find(|design| design.name == sketch.opened);
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
            @if !designs.is_empty() {
                details.menu {
                    summary.button.quiet { "Open" }
                    ul {
                        @for design in designs {
                            li {
                                a href=(address(member, &design.name))
                                    aria-current=[(design.name == sketch.opened).then_some("true")]
                                    { (design.name) }
                            }
                        }
                        li { a href=(here) { "A new design" } }
                    }
                }
            }
            @if let Some(design) = open {
                details.menu {
                    summary.button.quiet { "Rename" }
                    form method="post" action={ (here) "/rename" } {
                        (member.token())
                        input type="hidden" name="old" value=(design.name);
                        div.field {
                            label for="rename" { "New name" }
                            input #rename name="name" type="text" required maxlength=(LONGEST) value=(design.name);
                        }
                        button.button type="submit" { "Rename" }
                    }
                }
                (confirm(&format!("{here}/remove"), &member.token(),
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
pub(super) fn save_form(sketch: &Sketch, saving: &Saving) -> Markup {
    let name = if saving.name.is_empty() { &sketch.opened } else { &saving.name };
    html! {
        div.save {
            div.field {
                label for="design-name" { "Save as" }
                div.row {
                    input #design-name name="name" type="text" maxlength=(LONGEST) value=(name)
                        placeholder="Summer" aria-invalid=[saving.problem.map(|_| "true")]
                        aria-describedby=[saving.problem.map(|_| "design-name-problem")];
                    button.button type="submit" name="do" value="save" { "Save" }
                }
                @if let Some(problem) = saving.problem {
                    p.problem #design-name-problem role="alert" { (problem) }
                }
            }
            @if saving.is_taken {
                button.button.danger type="submit" name="do" value="save-over" { "Save over it" }
            }
        }
    }
}
