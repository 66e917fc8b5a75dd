//! What was done in the shop, by whom and when.

use crate::{
    download::{Table, csv},
    frame::page,
    member::Member,
    navigation::NavItem,
    parts::moment,
    query::Query,
    refusal::Refusal,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::catalogue::sheet;
use basket_store::{Activity, Store, StoreError};
use jiff::Timestamp;
use maud::html;
use std::sync::Arc;

/// How many entries a page has.
const SHOWN: usize = 50;
/// How many entries are exported at once.
const EXPORTED: i64 = 1000;

/// What each action is in words.
const WORDS: &[(&str, &str)] = &[
    ("session.opened", "signed in:"),
    ("session.refused", "failed to sign in (wrong password or code):"),
    ("session.ended", "ended all sessions of"),
    ("account.disabled", "disabled the account of"),
    ("account.enabled", "enabled the account of"),
    ("second_factor.changed", "set the second factor to"),
    ("activity.exported", "exported the activity log"),
    ("shop.opened", "created the shop"),
    ("key.created", "created the key"),
    ("key.rotated", "replaced the key"),
    ("key.revoked", "revoked the key"),
    ("origins.changed", "set the allowed origins to"),
    ("checkout.changed", "set the checkout to"),
    ("checkout.secret_rotated", "replaced the signing secret of the external checkout"),
    ("payment.changed", "set the payment method to"),
    ("payment.keys_changed", "changed the Stripe keys:"),
    ("payment.arrived", "Stripe confirmed the payment of order"),
    ("payment.mismatch", "Stripe reported a payment of a different amount for order"),
    ("payment.failed", "Stripe payment failed; cancelled order"),
    ("payment.too_late", "Stripe received a payment for a cancelled order. Check it in Stripe:"),
    ("webhook.changed", "set the webhook to"),
    ("webhook.secret_rotated", "replaced the webhook secret"),
    ("webhook.sent_again", "resent the message"),
    ("webhook.gone", "Webhook removed, because its address answered 410 Gone:"),
    ("person.invited", "invited a member as"),
    ("person.uninvited", "withdrew an invitation"),
    ("person.joined", "joined as"),
    ("person.role_changed", "changed the role of"),
    ("person.removed", "removed"),
    ("person.exported", "exported a shopper’s data:"),
    ("person.erased", "erased a shopper’s data:"),
    ("retention.changed", "set the retention period of contact data to"),
    ("shop.deletion_requested", "scheduled the deletion of the shop for"),
    ("shop.deletion_cancelled", "cancelled the deletion of the shop"),
    ("settings.shipping", "saved the shipping settings:"),
    ("settings.tax", "saved the tax settings:"),
    ("settings.invoices", "turned invoices"),
    ("code.saved", "saved the discount code"),
    ("code.removed", "removed the discount code"),
    ("codes.imported", "imported discount codes:"),
    ("order.changed", "changed the status of order"),
    ("product.created", "added the product"),
    ("product.changed", "changed the product"),
    ("product.removed", "removed the product"),
    ("products.imported", "imported products:"),
    ("design.saved", "saved the design"),
    ("design.renamed", "renamed the design"),
    ("design.removed", "removed the design"),
];

/// `GET …/settings/activity`.
pub async fn read_activity(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let before = query.number("before");
    let one_more = i64::try_from(SHOWN + 1).unwrap_or(i64::MAX);
    let mut entries = state.store.activity().page(member.shop.id, before, one_more).await?;
    let is_more = entries.len() > SHOWN;
    entries.truncate(SHOWN);
    let last = entries.last().map(|entry| entry.id);
    let body = html! {
        @if entries.is_empty() {
            p.empty { "No activity yet." }
        } @else {
            ol.timeline {
                @for entry in &entries {
                    li {
                        p { strong { (entry.email) } " " (words(entry)) @if !entry.subject.is_empty() { " " code { (entry.subject) } } }
                        p.muted { (moment(entry.at)) }
                    }
                }
            }
        }
        @if member.is_owner() && !entries.is_empty() {
            p { a.button.quiet href="/admin/settings/activity.csv" download { "Export as CSV" } }
        }
        @if let (true, Some(last)) = (is_more, last) {
            p.pager { a.button.quiet href={ "?before=" (last) } { "Earlier" } }
        }
    };
    Ok(page(&member, NavItem::Activity, "Activity", &body))
}

/// `GET …/settings/activity.csv`: everything.
pub async fn export_activity(
    State(state): State<AdminState>,
    member: Member,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    record_activity(&state, &member, "activity.exported", "").await?;
    let everything = Everything { shop: member.shop.id, before: None };
    Ok(csv(Arc::clone(&state.store), "activity.csv", everything))
}

struct Everything {
    shop: i64,
    before: Option<i64>,
}

impl Table for Everything {
    fn columns(&self) -> String {
        sheet::rows([["time", "who", "action", "subject"].map(str::to_owned)])
    }

    async fn next(&mut self, store: &Store) -> Result<Option<String>, StoreError> {
        let page = store.activity().page(self.shop, self.before, EXPORTED).await?;
        self.before = page.last().map(|entry| entry.id);
        let row = |entry: Activity| {
            let time = Timestamp::from_millisecond(entry.at).unwrap_or_default();
            [time.to_string(), entry.email, entry.action, entry.subject]
        };
        Ok((!page.is_empty()).then(|| sheet::rows(page.into_iter().map(row))))
    }
}

fn words(entry: &Activity) -> &str {
    let found = WORDS.iter().find(|(action, _)| *action == entry.action);
    found.map_or(&entry.action, |(_, words)| words)
}

/// Records what an operator did in a shop.
pub(crate) async fn record_activity(
    state: &AdminState,
    member: &Member,
    action: &'static str,
    subject: &str,
) -> Result<(), StoreError> {
    tracing::info!(action, "operator action");
    state.store.activity().record(member.shop.id, &member.operator().email, action, subject).await
}
