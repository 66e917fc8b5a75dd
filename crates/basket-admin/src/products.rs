//! The catalogue: a list to search, a form for each product, and files for all of them. What a product
//! must be is decided in `catalogue`.

mod draft;
mod edit;
mod export;
mod fields;
mod history;
mod import;
mod list;

pub use edit::{change_product, create_product, read_new_product, read_product, remove_product};
pub use export::export_products;
pub use import::{import_products, read_import, read_import_form};
pub use list::read_products;

use crate::navigation::NavItem;
use maud::{Markup, html};

/// An address below the list of products.
fn address(name: &str) -> String {
    format!("{}/{name}", NavItem::Products.address())
}

/// A product's picture in its square, or the first letter of its name.
pub(crate) fn picture(image: Option<&str>, name: &str) -> Markup {
    html! {
        span.picture aria-hidden="true" {
            @if let Some(image) = image {
                img src=(image) alt="" width="44" height="44" loading="lazy" decoding="async";
            } @else {
                (name.chars().take(1).collect::<String>())
            }
        }
    }
}
