//! What a shop's own servers may do: keep the catalogue, and look into any cart of the shop.

mod put_product;
mod read_cart;
mod remove_product;

pub(crate) use put_product::put_product;
pub(crate) use read_cart::read_cart;
pub(crate) use remove_product::remove_product;
