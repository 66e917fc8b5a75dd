//! From a new shop to a basket on a page, in three steps.

use crate::{
    frame::page, member::Member, navigation::NavItem, parts::copyable_lines, refusal::Refusal,
    state::AdminState,
};
use axum::{
    extract::{FromRequestParts as _, Request, State},
    response::Response,
};
use basket_model::key::Key;
use basket_web::{
    address::service_address,
    snippet::{Edition, snippet},
};
use maud::html;

/// `GET …/start`.
pub async fn read_start(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (mut parts, _) = request.into_parts();
    let member = Member::from_request_parts(&mut parts, &state).await?;
    let shop = member.shop.id;
    let has_products = !state.store.products().page(shop, 0, 1).await?.products.is_empty();
    let has_carts = !state.store.carts().page(shop, None, 1).await?.carts.is_empty();
    let keys = state.store.keys().all(shop).await?;
    let service = service_address(&parts, state.public());
    let markup = Key::for_pages(&keys).map(|key| snippet(&service, &key.name, &Edition::Newest));
    let products = NavItem::Products.address();
    let body = html! {
        ol.steps {
            li.card.done[has_products] {
                h2 { "Add products" @if has_products { (done()) } }
                p { "One product is enough to start." }
                div.row {
                    a.button href={ (products) "/new" } { "Add product" }
                    a.button.quiet href={ (products) "/import" } { "Import CSV" }
                }
            }
            li.card {
                h2 { "Design the basket" }
                p { "Change colours, position and texts in a live preview. You can also keep the default." }
                div.row { a.button.quiet href=(NavItem::Design.address()) { "Open designer" } }
            }
            li.card.done[has_carts] {
                h2 { "Paste the snippet" @if has_carts { (done()) } }
                @if let Some(markup) = markup {
                    (copyable_lines("snippet", "Markup", &markup))
                }
                p.muted {
                    "Paste it into your page. A button with " code { "data-embed=\"service-basket-add\" data-sku=\"…\"" }
                    " adds a product to the basket. The key itself is under "
                    a href=(NavItem::ApiKey.address()) { (NavItem::ApiKey.way().join(" > ")) } "."
                }
            }
        }
        @if has_carts {
            p { a.button href=(NavItem::Carts.address()) { "Show carts" } }
        }
    };
    Ok(page(&member, NavItem::Start, "Get started", &body))
}

fn done() -> maud::Markup {
    html! { " " span.chip { "Done" } }
}
