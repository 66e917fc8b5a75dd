//! Who runs the shop, and who is invited to.

use crate::{
    activity::record_activity, ask_again::owner, form::Form, frame::page, member::Member,
    navigation::NavItem, parts, refusal::Refusal, reply::redirect, state::AdminState,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use basket_model::operator::{LinkPurpose, Operator, Role};
use basket_store::Colleague;
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
    let (parts, member, form) = owner(request, &state).await?;
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
    request: Request,
) -> Result<Response, Refusal> {
    let (_, member, form) = owner(request, &state).await?;
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
    request: Request,
) -> Result<Response, Refusal> {
    let (member, form, colleague) = colleague(&state, request).await?;
    let email = colleague.email;
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
    request: Request,
) -> Result<Response, Refusal> {
    let (member, _, colleague) = colleague(&state, request).await?;
    let email = colleague.email;
    if !state.store.operators().remove_member(member.shop.id, &email).await? {
        return Err(Refusal::last_owner());
    }
    record_activity(&state, &member, "person.removed", &email).await?;
    Ok(back())
}

/// `POST …/settings/people/sessions`: ends all sessions of a member.
pub async fn end_sessions(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (member, _, colleague) = colleague(&state, request).await?;
    check_account(&state, &member, &colleague).await?;
    state.store.sessions().close_all(colleague.id).await?;
    record_activity(&state, &member, "session.ended", &colleague.email).await?;
    Ok(back())
}

/// `POST …/settings/people/disabled`: closes an account, or opens it again.
pub async fn set_disabled(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (member, form, colleague) = colleague(&state, request).await?;
    check_account(&state, &member, &colleague).await?;
    let is_disabled = form.text("disabled") == "1";
    state.store.operators().set_disabled(colleague.id, is_disabled).await?;
    let action = if is_disabled { "account.disabled" } else { "account.enabled" };
    record_activity(&state, &member, action, &colleague.email).await?;
    Ok(back())
}

/// `POST …/settings/people/second-factor`: whether everybody here needs more than a password.
pub async fn set_second_factor(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, member, form) = owner(request, &state).await?;
    let is_needed = form.text("needed") == "1";
    state.store.shops().set_second_factor(member.shop.id, is_needed).await?;
    let word = if is_needed { "required" } else { "not required" };
    record_activity(&state, &member, "second_factor.changed", word).await?;
    Ok(back())
}

/// An owner with a form, and the member of the same shop that it names.
async fn colleague(
    state: &AdminState,
    request: Request,
) -> Result<(Member, Form, Operator), Refusal> {
    let (_, member, form) = owner(request, state).await?;
    let members = state.store.operators().members(member.shop.id).await?;
    let found = members.into_iter().find(|it| it.operator.email == form.text("email"));
    let found = found.ok_or_else(Refusal::not_found)?.operator;
    Ok((member, form, found))
}

/// Refuses to touch one's own account here, or one that shops of others need.
async fn check_account(
    state: &AdminState,
    member: &Member,
    colleague: &Operator,
) -> Result<(), Refusal> {
    let owner = member.operator().id;
    let is_within = state.store.operators().is_within(colleague.id, owner).await?;
    if colleague.id != owner && is_within { Ok(()) } else { Err(Refusal::others_account()) }
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
                h2 #invitation-title { "Invitation link" }
                p { "Send this link to the person you invite. It works once, expires after a week, and is not shown again." }
                (copyable("invitation", "Link", link))
            }
        }
        section.card aria-labelledby="members" {
            h2 #members { "Members of " (member.shop.name) }
            ul.keys {
                @for colleague in &members {
                    li {
                        div {
                            strong { (colleague.operator.email) }
                            @if colleague.operator.id == member.operator().id { span.muted { " (you)" } }
                            p {
                                span.chip { (colleague.role.name()) }
                                @if colleague.is_disabled { " " span.chip { "disabled" } }
                                @if colleague.has_second_factor { " " span.chip { "second factor" } }
                            }
                            @if let Some(seen) = colleague.seen_at { p.muted { "Last active " (moment(seen)) } }
                        }
                        @if member.is_owner() { (actions(member, colleague)) }
                    }
                }
            }
        }
        @if member.is_owner() {
            (invitations(state, member).await?)
            (second_factor(member))
        }
    };
    Ok(page(member, NavItem::People, "People", &body))
}

fn actions(member: &Member, colleague: &Colleague) -> Markup {
    let Colleague { operator, role, is_disabled, .. } = colleague;
    let email = &operator.email;
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
                &Confirm { button: "Remove…", question: "They lose access to this shop.", yes: "Remove member" }))
            @if operator.id != member.operator().id { (account_actions(member, &named, *is_disabled)) }
        }
    }
}

/// Actions on the account of a member, beyond this shop.
fn account_actions(member: &Member, named: &Markup, is_disabled: bool) -> Markup {
    let token = member.csrf_field();
    let disable = html! { (named) input type="hidden" name="disabled" value="1"; };
    html! {
        @if is_disabled {
            form method="post" action=(action("disabled")) {
                (token)
                (named)
                input type="hidden" name="disabled" value="0";
                button.button.quiet type="submit" { "Enable" }
            }
        } @else {
            (confirm(&action("sessions"), &token, named,
                &Confirm { button: "Sign out…", question: "All their sessions end.", yes: "Sign out" }))
            (confirm(&action("disabled"), &token, &disable,
                &Confirm { button: "Disable…", question: "They are signed out and cannot sign in until you enable the account again.", yes: "Disable account" }))
        }
    }
}

/// Whether everybody needs more than a password.
fn second_factor(member: &Member) -> Markup {
    let is_needed = member.needs_second_factor;
    html! {
        section.card aria-labelledby="second-factor" {
            h2 #second-factor { "Second factor" }
            p.muted {
                "Protects the shop if a password is stolen: members also need an authenticator app or a passkey to sign in. "
                a href="/admin/account" { "Set up yours" }
            }
            form method="post" action=(action("second-factor")) {
                (member.csrf_field())
                @if is_needed {
                    p { span.chip { "required" } " Every member of this shop must have one." }
                    input type="hidden" name="needed" value="0";
                    button.button.quiet type="submit" { "Make it optional" }
                } @else {
                    input type="hidden" name="needed" value="1";
                    button.button.quiet type="submit" { "Require it for all members" }
                }
            }
        }
    }
}

async fn invitations(state: &AdminState, member: &Member) -> Result<Markup, Refusal> {
    let links = state.store.links().invitations(member.shop.id).await?;
    Ok(html! {
        section.card aria-labelledby="invite" {
            h2 #invite { "Invite a member" }
            form.row.ends method="post" action=(action("invite")) {
                (member.csrf_field())
                div.field {
                    label for="role" { "Role" }
                    select #role name="role" {
                        option value="staff" { "Staff: products, carts, orders and design" }
                        option value="owner" { "Owner: everything" }
                    }
                }
                button.button type="submit" { "Create invitation" }
            }
            @if !links.is_empty() {
                h3 { "Open invitations" }
                ul.keys {
                    @for link in &links {
                        li {
                            div { (link.role.map_or("", Role::name)) p.muted { "Expires " (moment(link.expires_at)) } }
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
