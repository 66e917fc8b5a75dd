//! What a shop's own servers may do: keep the catalogue, look into any cart of the shop, and
//! say what has become of its orders.

pub(super) mod change_order;
pub(super) mod change_product;
pub(super) mod list_carts;
pub(super) mod list_orders;
pub(super) mod list_products;
pub(super) mod put_product;
pub(super) mod read_cart;
pub(super) mod read_order;
pub(super) mod read_product;
pub(super) mod remove_product;

pub(crate) use change_order::change_order;
pub(crate) use change_product::change_product;
pub(crate) use list_carts::list_carts;
pub(crate) use list_orders::list_orders;
pub(crate) use list_products::list_products;
pub(crate) use put_product::put_product;
pub(crate) use read_cart::read_cart;
pub(crate) use read_order::read_order;
pub(crate) use read_product::read_product;
pub(crate) use remove_product::remove_product;
