//! Who runs the shop, and who is invited to.

use super::{Form, Member, Place, Refusal, note, page, parts, to};
use crate::{
    api::{Address, Api},
    operator::{LinkPurpose, Role},
    token,
};
use axum::{
    extract::{FromRequest as _, FromRequestParts as _, Request, State},
    response::Response,
};
use maud::{Markup, html};
use parts::{Confirm, confirm, copyable, moment};
use std::time::Duration;

/// How long an invitation is good.
const INVITATION: Duration = Duration::from_hours(7 * 24);

/// `GET …/settings/people`.
pub(crate) async fn read_people(
    State(api): State<Api>,
    member: Member,
) -> Result<Response, Refusal> {
    show(&api, &member, None).await
}

/// `POST …/settings/people/invite`. The link is shown here and never again.
pub(crate) async fn invite(State(api): State<Api>, request: Request) -> Result<Response, Refusal> {
    let (mut parts, body) = request.into_parts();
    let member = Member::from_request_parts(&mut parts, &api).await?;
    let form = Form::from_request(Request::from_parts(parts.clone(), body), &api).await?;
    member.only_owner()?;
    let role = Role::parse(form.text("role")).unwrap_or(Role::Staff);
    let place = Some((member.shop.id, role));
    let token = api.store.create_link(LinkPurpose::Join, place, None, INVITATION).await?;
    note(&api, &member, "person.invited", role.name()).await?;
    let service = api.desk.public.clone().unwrap_or_else(|| Address::of(&parts).origin());
    show(&api, &member, Some(&format!("{service}/admin/join/{token}"))).await
}

/// `POST …/settings/people/withdraw`.
pub(crate) async fn withdraw(
    State(api): State<Api>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let links = api.store.invitations(member.shop.id).await?;
    let found = links.iter().find(|link| token::hex(&link.digest) == form.text("invitation"));
    let found = found.ok_or_else(Refusal::not_found)?;
    api.store.remove_invitation(member.shop.id, &found.digest).await?;
    note(&api, &member, "person.uninvited", "").await?;
    Ok(back())
}

/// `POST …/settings/people/role`.
pub(crate) async fn set_role(
    State(api): State<Api>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    let email = colleague(&api, &member, &form).await?;
    let role = Role::parse(form.text("role")).ok_or_else(Refusal::not_found)?;
    if !api.store.set_role(member.shop.id, &email, role).await? {
        return Err(Refusal::last_owner());
    }
    note(&api, &member, "person.role_changed", &format!("{email} {}", role.name())).await?;
    Ok(back())
}

/// `POST …/settings/people/remove`.
pub(crate) async fn remove_person(
    State(api): State<Api>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    let email = colleague(&api, &member, &form).await?;
    if !api.store.remove_member(member.shop.id, &email).await? {
        return Err(Refusal::last_owner());
    }
    note(&api, &member, "person.removed", &email).await?;
    Ok(back())
}

/// Somebody of the same shop, named in a form of an owner's.
async fn colleague(api: &Api, member: &Member, form: &Form) -> Result<String, Refusal> {
    member.only_owner()?;
    let members = api.store.members(member.shop.id).await?;
    let found = members.into_iter().find(|it| it.operator.email == form.text("email"));
    Ok(found.ok_or_else(Refusal::not_found)?.operator.email)
}

fn back() -> Response {
    to(Place::People.address())
}

fn action(name: &str) -> String {
    format!("{}/{name}", Place::People.address())
}

async fn show(api: &Api, member: &Member, link: Option<&str>) -> Result<Response, Refusal> {
    let members = api.store.members(member.shop.id).await?;
    let body = html! {
        @if let Some(link) = link {
            section.card.notice aria-labelledby="invitation-title" {
                h2 #invitation-title { "The invitation" }
                p { "Send this link to whom you invite. It works once, for a week, and is not shown again." }
                (copyable("invitation", "Link", link))
            }
        }
        section.card aria-labelledby="members" {
            h2 #members { "Who runs " (member.shop.name) }
            ul.keys {
                @for colleague in &members {
                    li {
                        div {
                            strong { (colleague.operator.email) }
                            @if colleague.operator.id == member.operator().id { span.muted { " (you)" } }
                            p { span.chip { (colleague.role.name()) } }
                        }
                        @if member.is_owner() { (actions(member, &colleague.operator.email, colleague.role)) }
                    }
                }
            }
        }
        @if member.is_owner() { (invitations(api, member).await?) }
    };
    Ok(page(member, Place::People, "People", &body))
}

fn actions(member: &Member, email: &str, role: Role) -> Markup {
    let named = html! { input type="hidden" name="email" value=(email); };
    let (other, words) = match role {
        Role::Owner => (Role::Staff, "Make staff"),
        Role::Staff => (Role::Owner, "Make owner"),
    };
    html! {
        div.actions {
            form method="post" action=(action("role")) {
                (member.token())
                (named)
                input type="hidden" name="role" value=(other.name());
                button.button.quiet type="submit" aria-label={ (words) ": " (email) } { (words) }
            }
            (confirm(&action("remove"), &member.token(), &named,
                &Confirm { button: "Remove…", question: "They can no longer see this shop.", yes: "Remove them" }))
        }
    }
}

async fn invitations(api: &Api, member: &Member) -> Result<Markup, Refusal> {
    let links = api.store.invitations(member.shop.id).await?;
    Ok(html! {
        section.card aria-labelledby="invite" {
            h2 #invite { "Invite somebody" }
            form.row.ends method="post" action=(action("invite")) {
                (member.token())
                div.field {
                    label for="role" { "As" }
                    select #role name="role" {
                        option value="staff" { "Staff: products, carts, orders and design" }
                        option value="owner" { "Owner: everything" }
                    }
                }
                button.button type="submit" { "Make an invitation" }
            }
            @if !links.is_empty() {
                h3 { "Not taken yet" }
                ul.keys {
                    @for link in &links {
                        li {
                            div { (link.role.map_or("", Role::name)) p.muted { "Good until " (moment(link.expires_at)) } }
                            form method="post" action=(action("withdraw")) {
                                (member.token())
                                input type="hidden" name="invitation" value=(token::hex(&link.digest));
                                button.button.quiet type="submit" { "Withdraw" }
                            }
                        }
                    }
                }
            }
        }
    })
}
