//! Who runs the shop, and who is invited to.

use crate::{
    activity::record_activity, form::Form, frame::page, member::Member, navigation::NavItem, parts,
    refusal::Refusal, reply::redirect, state::AdminState,
};
use axum::{
    extract::{FromRequest as _, FromRequestParts as _, Request, State},
    response::Response,
};
use basket_model::operator::{LinkPurpose, Role};
use basket_web::address::service_address;
use maud::{Markup, html};
use parts::{Confirm, confirm, copyable, moment};
use std::time::Duration;

/// How long an invitation is good.
const INVITATION: Duration = Duration::from_hours(7 * 24);

/// `GET …/settings/people`.
pub async fn read_people(
    State(state): State<AdminState>,
    member: Member,
) -> Result<Response, Refusal> {
    show(&state, &member, None).await
}

/// `POST …/settings/people/invite`. The link is shown here and never again.
pub async fn invite(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (mut parts, body) = request.into_parts();
    let member = Member::from_request_parts(&mut parts, &state).await?;
    let form = Form::from_request(Request::from_parts(parts.clone(), body), &state).await?;
    member.only_owner()?;
    let role = Role::parse(form.text("role")).unwrap_or(Role::Staff);
    let place = Some((member.shop.id, role));
    let token = state.store.links().create(LinkPurpose::Join, place, None, INVITATION).await?;
    record_activity(&state, &member, "person.invited", role.name()).await?;
    let service = service_address(&parts, state.public());
    show(&state, &member, Some(&format!("{service}/admin/join/{token}"))).await
}

/// `POST …/settings/people/withdraw`.
pub async fn withdraw(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let links = state.store.links().invitations(member.shop.id).await?;
    let found = links.iter().find(|link| hex::encode(&link.digest) == form.text("invitation"));
    let found = found.ok_or_else(Refusal::not_found)?;
    state.store.links().remove_invitation(member.shop.id, &found.digest).await?;
    record_activity(&state, &member, "person.uninvited", "").await?;
    Ok(back())
}

/// `POST …/settings/people/role`.
pub async fn set_role(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    let email = colleague(&state, &member, &form).await?;
    let role = Role::parse(form.text("role")).ok_or_else(Refusal::not_found)?;
    if !state.store.operators().set_role(member.shop.id, &email, role).await? {
        return Err(Refusal::last_owner());
    }
    record_activity(&state, &member, "person.role_changed", &format!("{email} {}", role.name()))
        .await?;
    Ok(back())
}

/// `POST …/settings/people/remove`.
pub async fn remove_person(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    let email = colleague(&state, &member, &form).await?;
    if !state.store.operators().remove_member(member.shop.id, &email).await? {
        return Err(Refusal::last_owner());
    }
    record_activity(&state, &member, "person.removed", &email).await?;
    Ok(back())
}

/// Somebody of the same shop, named in a form of an owner's.
async fn colleague(state: &AdminState, member: &Member, form: &Form) -> Result<String, Refusal> {
    member.only_owner()?;
    let members = state.store.operators().members(member.shop.id).await?;
    let found = members.into_iter().find(|it| it.operator.email == form.text("email"));
    Ok(found.ok_or_else(Refusal::not_found)?.operator.email)
}

fn back() -> Response {
    redirect(NavItem::People.address())
}

fn action(name: &str) -> String {
    format!("{}/{name}", NavItem::People.address())
}

async fn show(
    state: &AdminState,
    member: &Member,
    link: Option<&str>,
) -> Result<Response, Refusal> {
    let members = state.store.operators().members(member.shop.id).await?;
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
        @if member.is_owner() { (invitations(state, member).await?) }
    };
    Ok(page(member, NavItem::People, "People", &body))
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
                (member.csrf_field())
                (named)
                input type="hidden" name="role" value=(other.name());
                button.button.quiet type="submit" aria-label={ (words) ": " (email) } { (words) }
            }
            (confirm(&action("remove"), &member.csrf_field(), &named,
                &Confirm { button: "Remove…", question: "They can no longer see this shop.", yes: "Remove them" }))
        }
    }
}

async fn invitations(state: &AdminState, member: &Member) -> Result<Markup, Refusal> {
    let links = state.store.links().invitations(member.shop.id).await?;
    Ok(html! {
        section.card aria-labelledby="invite" {
            h2 #invite { "Invite somebody" }
            form.row.ends method="post" action=(action("invite")) {
                (member.csrf_field())
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
                                (member.csrf_field())
                                input type="hidden" name="invitation" value=(hex::encode(&link.digest));
                                button.button.quiet type="submit" { "Withdraw" }
                            }
                        }
                    }
                }
            }
        }
    })
}
