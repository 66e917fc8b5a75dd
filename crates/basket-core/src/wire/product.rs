//! Products as the service answers them.

use super::write_period;
use crate::{
    json::Writer,
    money::Currency,
    product::{Offer, Product},
};

/// Writes a page of products; `next` is what to pass as `after` for the page behind it.
pub fn write_products(
    writer: &mut Writer,
    currency: Currency,
    products: &[Product],
    next: Option<&str>,
) {
    writer.open('{').name("currency").string(currency.code()).name("products").open('[');
    for product in products {
        write_product(writer, product);
    }
    writer.close(']').name("next").string_or_null(next).close('}');
}

/// Writes one product.
pub fn write_product(writer: &mut Writer, product: &Product) {
    writer.open('{').name("sku").string(&product.sku).name("name").string(&product.name);
    writer.name("image").string_or_null(product.image.as_deref());
    writer.name("url").string_or_null(product.url.as_deref());
    writer.name("type").string(product.product_type.name());
    writer.name("price").number_or_null(product.price).name("subscriptions").open('[');
    for Offer { period, price } in &product.subscriptions {
        writer.open('{');
        write_period(writer, Some(*period));
        writer.name("price").number(*price).close('}');
    }
    writer.close(']').name("stock").number_or_null(product.stock);
    // Most shops have neither.
    if let Some(weight) = product.weight {
        writer.name("weight").number(weight);
    }
    if let Some(tax_class) = &product.tax_class {
        writer.name("tax_class").string(tax_class);
    }
    writer.close('}');
}
