//! What a shop's own servers may do: keep the catalogue, and look into any cart of the shop.

pub(super) mod put_product;
pub(super) mod read_cart;
pub(super) mod remove_product;

pub(crate) use put_product::put_product;
pub(crate) use read_cart::read_cart;
pub(crate) use remove_product::remove_product;
