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
                h2 { "Say what you sell" @if has_products { (done()) } }
                p { "One product is enough to begin with." }
                div.row {
                    a.button href={ (products) "/new" } { "Add a product" }
                    a.button.quiet href={ (products) "/import" } { "Import a list" }
                }
            }
            li.card {
                h2 { "Choose how the basket looks" }
                p { "Colours, place, texts, in a preview that is the basket itself. It looks good as it is, too." }
                div.row { a.button.quiet href=(NavItem::Design.address()) { "Open the designer" } }
            }
            li.card.done[has_carts] {
                h2 { "Paste the snippet" @if has_carts { (done()) } }
                @if let Some(markup) = markup {
                    (copyable_lines("snippet", "Markup", &markup))
                }
                p.muted {
                    "Put it into your page. A button with " code { "data-embed=\"service-basket-add\" data-sku=\"…\"" }
                    " puts a product into the basket. The key alone is under "
                    a href=(NavItem::ApiKey.address()) { (NavItem::ApiKey.way().join(" > ")) } "."
                }
            }
        }
        @if has_carts {
            p { a.button href=(NavItem::Carts.address()) { "See the first carts" } }
        }
    };
    Ok(page(&member, NavItem::Start, "Get started", &body))
}

fn done() -> maud::Markup {
    html! { " " span.chip { "Done" } }
}
