//! What a shopper may ask of a cart, and what becomes of its lines. The rules are the core's; here
//! they meet the catalogue. It must never know how carts are kept, nor HTTP.

use basket_core::{
    cart::{self, Cart, Line, Refusal},
    diagnostic::Code,
    product::Product,
    wire::NewLine,
};
use std::{collections::BTreeSet, slice};

/// A change to one cart.
#[derive(Debug, Clone)]
pub struct Change {
    /// What is asked.
    pub action: Action,
    /// Versions the cart may have; `None` is any.
    pub versions: Option<Vec<i64>>,
    /// By what a repetition of the request is recognised.
    pub idempotency: Option<Idempotency>,
}

/// What is asked of a cart.
#[derive(Debug, Clone)]
pub enum Action {
    /// A new cart with its first lines.
    Create {
        /// The lines; may be none.
        lines: Vec<NewLine>,
        /// A discount code, as it is kept.
        code: Option<String>,
    },
    /// More of a product.
    AddLine {
        /// The cart.
        cart: String,
        /// The product and how many.
        line: NewLine,
    },
    /// Another quantity of a line; 0 removes it.
    SetQuantity {
        /// The cart.
        cart: String,
        /// The line.
        line: String,
        /// How many.
        quantity: u32,
    },
    /// No line any more.
    Empty {
        /// The cart.
        cart: String,
    },
    /// Another discount code, or none.
    SetCode {
        /// The cart.
        cart: String,
        /// The code, as it is kept.
        code: Option<String>,
    },
}

impl Action {
    /// The cart that it is about; `None` is a new one.
    pub fn cart(&self) -> Option<&str> {
        match self {
            Self::Create { .. } => None,
            Self::AddLine { cart, .. }
            | Self::SetQuantity { cart, .. }
            | Self::Empty { cart }
            | Self::SetCode { cart, .. } => Some(cart),
        }
    }

    /// The products that must be known to decide it, each once.
    pub fn skus(&self) -> Vec<String> {
        let lines = match self {
            Self::Create { lines, .. } => &lines[..],
            Self::AddLine { line, .. } => slice::from_ref(line),
            Self::SetQuantity { .. } | Self::Empty { .. } | Self::SetCode { .. } => &[],
        };
        let skus: BTreeSet<&String> = lines.iter().map(|line| &line.sku).collect();
        skus.into_iter().cloned().collect()
    }
}

/// By what a repetition of a request is recognised.
#[derive(Debug, Clone)]
pub struct Idempotency {
    /// The key that the caller chose.
    pub key: String,
    /// A digest of the request.
    pub request: [u8; 16],
}

/// Why a change was not made. The cart stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The shop has no such cart.
    #[error("The shop has no such cart.")]
    CartUnknown,
    /// Nobody has touched the cart for too long.
    #[error("The cart has expired.")]
    CartExpired,
    /// The cart has no such line.
    #[error("The cart has no such line.")]
    LineUnknown,
    /// The shop has no such product.
    #[error("The shop has no product with the SKU {0:?}.")]
    SkuUnknown(String),
    /// The product is not offered at that frequency and interval, or not as a purchase.
    #[error("The product {0:?} is not offered at this frequency and interval.")]
    OfferUnknown(String),
    /// More than is in stock.
    #[error("Not enough stock: only {available} available.")]
    OutOfStock {
        /// How many are in stock.
        available: u32,
    },
    /// More lines than a cart holds.
    #[error("A cart holds at most {} lines.", cart::MAX_LINES)]
    TooManyLines,
    /// More items than a line holds.
    #[error("A line holds at most {} items.", cart::MAX_QUANTITY)]
    TooManyItems,
    /// The cart has changed since it was read.
    #[error("The cart has changed since it was read.")]
    VersionMismatch,
    /// The idempotency key was used for something else.
    #[error("The idempotency key was used for another request.")]
    IdempotencyMismatch,
}

impl Refused {
    /// The refusal of a sku that the shop does not have.
    pub fn sku_unknown(sku: &str) -> Self {
        Self::SkuUnknown(shorten(sku))
    }

    /// The refusal of a period at which the product is not offered.
    pub fn offer_unknown(sku: &str) -> Self {
        Self::OfferUnknown(shorten(sku))
    }

    /// The code that the caller gets.
    pub fn code(&self) -> Code {
        match self {
            Self::CartUnknown => Code::CartUnknown,
            Self::CartExpired => Code::CartExpired,
            Self::LineUnknown => Code::LineUnknown,
            Self::SkuUnknown(_) => Code::SkuUnknown,
            Self::OfferUnknown(_) => Code::OfferUnknown,
            Self::OutOfStock { .. } => Code::OutOfStock,
            Self::TooManyLines | Self::TooManyItems => Code::LimitReached,
            Self::VersionMismatch => Code::VersionMismatch,
            Self::IdempotencyMismatch => Code::IdempotencyMismatch,
        }
    }
}

/// As much of a sku as a message needs: refusals are stored, and the caller chooses the SKU.
/// A zero is left out of it, since not every database can keep one.
fn shorten(sku: &str) -> String {
    const ENOUGH: usize = 64;
    let sku = sku.replace('\0', "\u{fffd}");
    match sku.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &sku[..end]),
        None => sku,
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::OutOfStock { available } => Self::OutOfStock { available },
            Refusal::TooManyLines => Self::TooManyLines,
            Refusal::TooManyItems => Self::TooManyItems,
        }
    }
}

/// Adds to the lines what is wanted; the place of the line that grew or is new. A new line takes the
/// id offered.
pub fn add(
    lines: &mut Vec<Line>,
    wanted: &NewLine,
    product: &Product,
    id: String,
) -> Result<usize, Refused> {
    let NewLine { sku, quantity, period } = wanted;
    let unit_price = product.price_for(*period);
    let unit_price = unit_price.ok_or_else(|| Refused::offer_unknown(sku))?;
    let same = |line: &Line| line.period == *period;
    let (found, quantity) = cart::add(lines, same, sku, *quantity, product.stock)?;
    let line = Line {
        id: found.map_or(id, |at| lines[at].id.clone()),
        sku: sku.clone(),
        name: product.name.clone(),
        image: product.image.clone(),
        url: product.url.clone(),
        product_type: product.product_type,
        quantity,
        unit_price,
        period: *period,
        available: true,
        stock: product.stock,
        weight: product.weight,
        tax_class: product.tax_class.clone(),
    };
    let at = found.unwrap_or(lines.len());
    if at < lines.len() {
        lines[at] = line;
    } else {
        lines.push(line);
    }
    Ok(at)
}

/// Sets the quantity of the line at `at`, which may not be 0.
pub fn set_quantity(lines: &mut [Line], at: usize, quantity: u32) -> Result<(), Refused> {
    cart::set_quantity(lines, at, quantity, lines[at].stock)?;
    lines[at].quantity = quantity;
    Ok(())
}

/// A product of which too few are left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortage {
    /// The product.
    pub sku: String,
    /// How many are left.
    pub available: u32,
}

/// A cart that is reviewed at the checkout: with other quantities, at the prices it was frozen with. `quantity` is what
/// was asked for a line, if anything; 0 drops the line, and no line holds more than it may. Also the first product that
/// is wanted more often than the shop has it, by what the catalogue says now.
pub fn review(
    frozen: &Cart,
    quantity: impl Fn(&Line) -> Option<u32>,
    products: &[Product],
) -> (Cart, Option<Shortage>) {
    let mut cart = frozen.clone();
    for line in &mut cart.lines {
        if let Some(quantity) = quantity(line) {
            line.quantity = quantity.min(cart::MAX_QUANTITY);
        }
        let found = products.iter().find(|product| product.sku == line.sku);
        line.stock = found.map_or(Some(0), |product| product.stock);
    }
    cart.lines.retain(|line| line.quantity > 0);
    settle(&mut cart);
    let short = cart.lines.iter().find(|line| !line.available);
    let shortage = short
        .map(|line| Shortage { sku: line.sku.clone(), available: line.stock.unwrap_or_default() });
    (cart, shortage)
}

/// Says of each line whether it can still be had. Lines of one product share its stock, and those
/// that were there first are served first.
pub fn settle(cart: &mut Cart) {
    for at in 0..cart.lines.len() {
        let (before, rest) = cart.lines.split_at_mut(at);
        let line = &mut rest[0];
        let taken = before.iter().filter(|other| other.sku == line.sku);
        let taken: u64 = taken.map(|other| u64::from(other.quantity)).sum();
        let wanted = taken + u64::from(line.quantity);
        line.available = line.stock.is_none_or(|stock| wanted <= u64::from(stock));
    }
}

#[cfg(test)]
mod tests;
