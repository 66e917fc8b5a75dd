//! The parts of the page.

use super::{Remark, Setup};
use crate::{
    member::Member,
    navigation::NavItem,
    parts::{Confirm, Field, confirm, copyable, copyable_lines, moment},
};
use basket_model::{
    key::{Key, KeyKind, Scope},
    shop::Checkout,
};
use basket_store::HandoverSecret;
use maud::{Markup, html};

/// For how long an old key may stay good.
const OVERLAPS: [(u32, &str); 4] =
    [(1, "one day"), (7, "one week"), (30, "30 days"), (0, "0 days (expires immediately)")];

pub(super) fn action(name: &str) -> String {
    format!("{}/{name}", NavItem::ApiKey.address())
}

/// A secret key that can be seen only now.
pub(super) fn new_secret(secret: &str) -> Markup {
    html! {
        section.card.notice aria-labelledby="new-secret" {
            h2 #new-secret { "New secret key" }
            p { "Copy it now. It cannot be shown again." }
            (copyable("secret", "Secret key", secret))
        }
    }
}

pub(super) fn publishable(member: &Member, setup: &Setup, snippet: Option<&str>) -> Markup {
    let keys: Vec<&Key> = setup.keys(KeyKind::Publishable).collect();
    let lasting = keys.iter().find(|key| key.expires_at.is_none());
    html! {
        section.card aria-labelledby="key" {
            h2 #key { "Publishable key" }
            p.muted { "It is the " code { "api_key" } " in your pages. It is public, and gives access to carts only." }
            @match lasting {
                Some(key) => { (copyable("api-key", "API key", &key.name)) }
                None => { p.notice.bad { "There is no active publishable key. Create one." } }
            }
            (list(member, setup, &keys))
            @if member.is_owner() {
                form method="post" action=(action("create")) {
                    (member.csrf_field())
                    input type="hidden" name="kind" value="publishable";
                    button.button.quiet type="submit" { "Create key" }
                }
            }
        }
        @if let Some(snippet) = snippet {
            section.card aria-labelledby="snippet-title" {
                h2 #snippet-title { "Snippet" }
                p.muted {
                    "Paste it into your page, where the basket should appear. To change how it looks, go to "
                    a href=(NavItem::Design.address()) { "Design" } "."
                }
                (copyable_lines("snippet", "Markup", snippet))
            }
        }
    }
}

pub(super) fn secrets(member: &Member, setup: &Setup) -> Markup {
    let keys: Vec<&Key> = setup.keys(KeyKind::Secret).collect();
    html! {
        section.card aria-labelledby="secrets" {
            h2 #secrets { "Secret keys" }
            p.muted {
                "For your servers, to manage products, carts and orders at " code { "/v1/admin" }
                ". Never use them in a page. " a href="/docs/api" { "API documentation" }
            }
            @if keys.is_empty() { p.empty { "No keys yet." } }
            (list(member, setup, &keys))
            form method="post" action=(action("create")) {
                (member.csrf_field())
                input type="hidden" name="kind" value="secret";
                (scopes())
                button.button.quiet type="submit" { "Create secret key" }
            }
        }
    }
}

/// What a new secret key may do.
fn scopes() -> Markup {
    let words = |scope| match scope {
        Scope::Read => "Read products, carts and orders",
        Scope::Products => "Read and change products",
        Scope::Orders => "Read carts; read and change orders",
    };
    html! {
        fieldset {
            legend { "Scopes of a new key" }
            @for scope in Scope::ALL {
                label.choice {
                    input type="checkbox" name="scope" value=(scope.name());
                    span { (words(scope)) }
                }
            }
            p.hint { "Leave all unchecked to allow everything." }
        }
    }
}

/// Keys that are good, newest first, each with what can be done about it; and how many are over.
fn list(member: &Member, setup: &Setup, keys: &[&Key]) -> Markup {
    let is_over = |key: &&&Key| key.expires_at.is_some_and(|end| end <= setup.now);
    let over = keys.iter().filter(is_over).count();
    html! {
        ul.keys {
            @for key in keys.iter().filter(|key| !is_over(key)) {
                li {
                    div {
                        code { (key.name) @if key.kind == KeyKind::Secret { "…" } }
                        p.muted {
                            "Created " (moment(key.created_at))
                            @if let Some(end) = key.expires_at { ", expires " (moment(end)) }
                            @if let Some(scopes) = key.rights.names() { ", scopes: " (scopes.replace(' ', ", ")) }
                        }
                    }
                    @if member.is_owner() { (actions(member, key)) }
                }
            }
        }
        @if over > 0 { p.muted { (over) " expired or revoked." } }
    }
}

fn actions(member: &Member, key: &Key) -> Markup {
    let named = html! { input type="hidden" name="key" value=(key.name); };
    let question = match key.kind {
        KeyKind::Publishable => "Baskets with this key stop working immediately, on every page.",
        KeyKind::Secret => "Requests with this key are refused immediately.",
    };
    html! {
        div.actions {
            @if key.expires_at.is_none() {
                details.confirm {
                    summary.button.quiet { "Replace…" }
                    form method="post" action=(action("rotate")) {
                        (member.csrf_field())
                        (named)
                        p { "A new key is created. The old key stays valid for" }
                        (overlaps(&key.name))
                        button.button type="submit" { "Replace key" }
                    }
                }
            }
            (confirm(&action("revoke"), &member.csrf_field(), &named,
                &Confirm { button: "Revoke…", question, yes: "Revoke key" }))
        }
    }
}

fn overlaps(name: &str) -> Markup {
    html! {
        select name="days" aria-label={ "How long " (name) " stays valid" } {
            @for (days, words) in OVERLAPS {
                option value=(days) selected[days == 7] { (words) }
            }
        }
    }
}

pub(super) fn origins(member: &Member, remark: &Remark<'_>) -> Markup {
    let kept = member.shop.origins.join("\n");
    let (typed, problem) = match &remark.origins {
        Some((typed, problem)) => (*typed, Some(problem)),
        None => (&*kept, None),
    };
    html! {
        section.card aria-labelledby="origins-title" {
            h2 #origins-title { "Allowed origins" }
            form method="post" action=(action("origins")) {
                (member.csrf_field())
                div.field {
                    label for="origins" { "Origins of the pages that may show your baskets, one per line" }
                    textarea.code #origins name="origins" rows="4" spellcheck="false"
                        aria-invalid=[problem.map(|_| "true")]
                        aria-describedby={ @if problem.is_some() { "origins-problem " } "origins-hint" }
                        { (typed) }
                    @if let Some(problem) = problem { p.problem #origins-problem { (problem) } }
                    p.hint #origins-hint { "For example https://shop.example. Leave empty to allow any origin." }
                }
                button.button type="submit" { "Save origins" }
            }
        }
    }
}

pub(super) fn checkout(member: &Member, setup: &Setup, remark: &Remark<'_>) -> Markup {
    let (typed, problem) = match remark.checkout {
        Some((typed, problem)) => (typed, Some(problem)),
        None => (setup.checkout.address.as_deref().unwrap_or_default(), None),
    };
    let (terms, terms_problem) = match remark.terms {
        Some((typed, problem)) => (typed, Some(problem)),
        None => (setup.checkout.terms.as_deref().unwrap_or_default(), None),
    };
    let chosen = if problem.is_some() { Checkout::External } else { setup.checkout.checkout };
    let choice = |mode: Checkout, title: &str, text: &str| {
        html! {
            label.choice {
                input type="radio" name="checkout" value=(mode.name()) checked[mode == chosen];
                span { strong { (title) } span.muted { (text) } }
            }
        }
    };
    html! {
        section.card aria-labelledby="checkout-title" {
            h2 #checkout-title { "Checkout" }
            form method="post" action=(action("checkout")) {
                (member.csrf_field())
                fieldset {
                    legend { "Checkout mode" }
                    (choice(Checkout::Hosted, "Hosted checkout", "Checkout pages of this service, in the language of the shopper."))
                    (choice(Checkout::External, "Your own checkout", "Shoppers are redirected to your site with the cart id and a signature."))
                }
                (Field { name: "address", label: "Address of your checkout", kind: "url", value: typed, hint: "Needed only for your own checkout.", problem, ..Field::default() }.markup())
                (Field { name: "terms", label: "Address of your terms and conditions", kind: "url", value: terms, hint: "Shoppers must agree to them in the hosted checkout. Leave empty for none.", problem: terms_problem, ..Field::default() }.markup())
                (designs(setup))
                button.button type="submit" { "Save checkout" }
            }
            @if setup.checkout.checkout == Checkout::External {
                (handover(member, setup.checkout.handover.as_ref()))
            }
        }
    }
}

/// What signs the carts that are sent to the shop's own checkout.
fn handover(member: &Member, secret: Option<&HandoverSecret>) -> Markup {
    html! {
        @match secret {
            Some(HandoverSecret { secret, before }) => {
                (copyable("handover-secret", "Signing secret", secret))
                @if let Some((_, until)) = before {
                    p.muted { "The previous secret also signs until " (moment(*until)) "." }
                }
            }
            None => { p.muted { "Carts are signed with your oldest secret key. With a separate signing secret, you can replace keys without changing your checkout." } }
        }
        details.confirm {
            summary.button.quiet { @if secret.is_some() { "Replace secret…" } @else { "Create signing secret…" } }
            form method="post" action=(action("handover-secret")) {
                (member.csrf_field())
                p { "Carts are signed with both secrets. The old secret stays valid for" }
                (overlaps("the old secret"))
                button.button type="submit" { @if secret.is_some() { "Replace secret" } @else { "Create secret" } }
            }
        }
    }
}

/// The design that the service's own checkout is in.
fn designs(setup: &Setup) -> Markup {
    let chosen = setup.checkout.design.as_deref();
    html! {
        div.field {
            label for="design" { "Design of the checkout" }
            select #design name="design" aria-describedby="design-hint" {
                option value="" { "Default" }
                @for design in &setup.designs {
                    option value=(design.name) selected[chosen == Some(&*design.name)] { (design.name) }
                }
            }
            p.hint #design-hint {
                "A design that you have saved under " a href=(NavItem::Design.address()) { "Design" }
                ". The checkout uses its colours, font and texts."
            }
        }
    }
}

pub(super) fn webhook(member: &Member, setup: &Setup, remark: &Remark<'_>) -> Markup {
    let webhook = setup.checkout.webhook.as_ref();
    let (typed, problem) = match remark.webhook {
        Some((typed, problem)) => (typed, Some(problem)),
        None => (webhook.map_or("", |webhook| &webhook.address), None),
    };
    html! {
        section.card aria-labelledby="webhook-title" {
            h2 #webhook-title { "Webhook" }
            p.muted {
                "Notifies your server about checkouts and orders, following the Standard Webhooks specification. "
                a href=(NavItem::Webhooks.address()) { "Sent messages" }
            }
            form method="post" action=(action("webhook")) {
                (member.csrf_field())
                (Field { name: "webhook", label: "Address", kind: "url", value: typed, hint: "Leave empty for none.", problem, ..Field::default() }.markup())
                button.button type="submit" { "Save webhook" }
            }
            @if let Some(webhook) = webhook {
                (copyable("webhook-secret", "Signing secret", &webhook.secret))
                @if let Some((_, until)) = &webhook.before {
                    p.muted { "The previous secret also signs until " (moment(*until)) "." }
                }
                details.confirm {
                    summary.button.quiet { "Replace secret…" }
                    form method="post" action=(action("webhook-secret")) {
                        (member.csrf_field())
                        p { "Messages are signed with both secrets. The old secret stays valid for" }
                        (overlaps("the old secret"))
                        button.button type="submit" { "Replace secret" }
                    }
                }
            }
        }
    }
}
