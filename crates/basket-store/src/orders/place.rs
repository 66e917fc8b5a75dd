//! Places orders.

use super::{Orders, of_checkout, search::search_text, subject, taken::Taken, tell_shop};
use crate::{
    PlaceError, StoreError, checkouts, days,
    discounts::{self, Use},
    error::TransactionError,
    frozen_cart, invoices,
    outbox::{self, NewMessage},
    pieces::{pieces, wanted},
    products,
    query::Query,
    row::values,
    transaction::Tx,
};
use basket_model::{
    invoice::Invoice,
    notification::{self, NotificationKind},
    order::{self, Contact, NotPlaced, OpenCheckout, Order, OrderState},
    payment::PaymentMethod,
    token,
};
use std::collections::HashSet;

/// The number of a shop's first order is the one after this.
const NUMBERS_START: i64 = 1000;

impl Orders<'_> {
    /// Places an order that is paid by that method; the same one however often it is asked for. The checkout's cart has the
    /// costs that the shopper saw; the use of its code is counted in the same transaction.
    pub async fn place(
        self,
        payment: PaymentMethod,
        checkout: &OpenCheckout,
        contact: &Contact,
    ) -> Result<Order, PlaceError> {
        if let Some(order) = self.of_checkout(&checkout.token).await? {
            return Ok(order);
        }
        let now = self.0.now();
        if checkouts::is_old(checkout, now) {
            return Err(PlaceError::Refused(NotPlaced::Old));
        }
        if checkout.cart.lines.is_empty() {
            return Err(PlaceError::Refused(NotPlaced::Empty));
        }
        let placing = Placing {
            payment,
            checkout: checkout.clone(),
            contact: contact.clone(),
            now,
            mails: self.0.mails,
        };
        let _share = self.0.share(checkout.shop).await?;
        match self.0.repeatable_transaction(async move |tx| placing.run(tx).await).await {
            Ok(order) => Ok(order),
            Err(Stop::Placed(order)) => Ok(*order),
            Err(Stop::Refused(refused)) => Err(PlaceError::Refused(refused)),
            Err(Stop::Failed(error)) => Err(PlaceError::Store(error)),
        }
    }
}

/// Why the transaction is rolled back.
enum Stop {
    /// Another request has placed the order meanwhile.
    Placed(Box<Order>),
    Refused(NotPlaced),
    Failed(StoreError),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl From<NotPlaced> for Stop {
    fn from(refused: NotPlaced) -> Self {
        Self::Refused(refused)
    }
}

impl TransactionError for Stop {
    fn store_error(&self) -> Option<&StoreError> {
        if let Self::Failed(error) = self { Some(error) } else { None }
    }
}

/// An order that is about to be placed.
#[derive(Clone)]
struct Placing {
    payment: PaymentMethod,
    checkout: OpenCheckout,
    contact: Contact,
    now: i64,
    mails: bool,
}

impl Placing {
    /// What others of the shop want too comes as late as it can: products that are counted, then the number of the order
    /// and the day's sum, for which the shop's orders wait for each other.
    async fn run(self, tx: &Tx<'_>) -> Result<Order, Stop> {
        let (shop, now) = (self.checkout.shop, self.now);
        self.close_checkout(tx).await?;
        self.end_cart(tx).await?;
        let taken = self.take_from_stock(tx).await?;
        let used = self.use_code(tx).await?;
        let sql = "UPDATE shops SET orders = orders + 1,
                       invoices = invoices + CASE WHEN seller IS NULL THEN 0 ELSE CAST($2 AS bigint) END
                   WHERE id = $1 RETURNING orders, invoices, seller";
        let is_by_invoice = self.payment == PaymentMethod::Invoice;
        let values = values![shop, i64::from(is_by_invoice)];
        let row = tx.row(sql, values).await?.ok_or(NotPlaced::Gone)?;
        let number = NUMBERS_START + row.get::<i64>("orders")?;
        let invoice = if is_by_invoice { invoices::issue(&row, now)? } else { None };
        let order = self.insert(tx, number, &taken, invoice).await?;
        invoices::keep(tx, shop, &order).await?;
        if let Some(used) = used {
            discounts::note_use(tx, order.id, used).await?;
        }
        tell_shop(tx, shop, &order).await?;
        if self.mails {
            let subject = subject(shop, order.number);
            let kind = NotificationKind::OrderMail;
            let body = notification::mail_body(kind, order.number, now);
            let mail = NewMessage { shop, kind, subject, body, now };
            outbox::mail_shopper(tx, mail, &order.contact.email).await?;
        }
        days::count_orders(tx, shop, now, 1, order.cart.total()).await?;
        Ok(order)
    }

    async fn close_checkout(&self, tx: &Tx<'_>) -> Result<(), Stop> {
        let OpenCheckout { token, revision, .. } = &self.checkout;
        let sql = "UPDATE checkouts SET ordered_at = $2
                   WHERE token = $1 AND ordered_at IS NULL AND revision = $3";
        if tx.execute(sql, values![token, self.now, *revision]).await? > 0 {
            return Ok(());
        }
        Err(match of_checkout(tx, token).await? {
            Some(order) => Stop::Placed(Box::new(order)),
            None => Stop::Refused(NotPlaced::Changed),
        })
    }

    /// In a few statements, however many lines there are. What is not counted is not touched: of that, nobody waits for
    /// anybody.
    async fn take_from_stock(&self, tx: &Tx<'_>) -> Result<Taken, Stop> {
        let shop = self.checkout.shop;
        let wanted = order::quantities(&self.checkout.cart);
        if wanted.len() > 1 {
            products::hold_counted(tx, shop, wanted.keys().copied()).await?;
        }
        let take = concat!(
            wanted!("$2"),
            "UPDATE products SET stock = stock - pieces, revision = $3 FROM wanted
             WHERE shop_id = $1 AND sku = wanted_sku AND stock >= pieces
             RETURNING sku"
        );
        let revision = token::number().map_err(StoreError::from)?;
        let rows = tx.rows(take, values![shop, pieces(&wanted), revision]).await?;
        let found = rows.iter().map(|row| row.get("sku"));
        let mut left = found.collect::<Result<HashSet<String>, StoreError>>()?;
        let mut taken = Taken::default();
        for (sku, quantity) in wanted {
            if left.remove(sku) {
                taken.0.insert(sku.to_owned(), quantity);
                continue;
            }
            let stock = "SELECT stock FROM products WHERE shop_id = $1 AND sku = $2";
            let product = tx.row(stock, values![shop, sku]).await?;
            // Of what is not counted, nothing is taken.
            if let Some(available) = product.map_or(Ok(Some(0)), |product| product.get("stock"))? {
                return Err(NotPlaced::OutOfStock { sku: sku.to_owned(), available }.into());
            }
        }
        Ok(taken)
    }

    /// Counts a use of the code, if something was taken off by one.
    async fn use_code(&self, tx: &Tx<'_>) -> Result<Option<Use>, Stop> {
        let OpenCheckout { shop, cart, .. } = &self.checkout;
        let code = cart.costs.adjustments.iter().find_map(|one| one.code.as_deref());
        let Some(code) = code else { return Ok(None) };
        let used = discounts::count_use(tx, *shop, code, &self.contact.email, self.now).await?;
        Ok(Some(used?))
    }

    /// The cart is over: who has it open gets a new one, and in time it is swept away.
    async fn end_cart(&self, tx: &Tx<'_>) -> Result<(), Stop> {
        let OpenCheckout { shop, cart, .. } = &self.checkout;
        let sql = "UPDATE carts SET ordered_at = $3, version = version + 1
                   WHERE token = $1 AND shop_id = $2 AND ordered_at IS NULL";
        let ended = tx.execute(sql, values![&cart.id, *shop, self.now]).await?;
        if ended == 0 { Err(NotPlaced::Gone.into()) } else { Ok(()) }
    }

    async fn insert(
        &self,
        tx: &Tx<'_>,
        number: i64,
        taken: &Taken,
        invoice: Option<Invoice>,
    ) -> Result<Order, StoreError> {
        let Self { payment, checkout, contact, now, .. } = self;
        let sql = "INSERT INTO orders (shop_id, number, checkout, cart_token, state, email, name,
                       address, postal_code, city, country, locale, cart, total, created_at,
                       changed_at, payment, taken, search, details)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17,
                       $18, $19)
                   RETURNING id";
        let state = OrderState::Placed;
        let values = values![
            checkout.shop,
            number,
            &checkout.token,
            &checkout.cart.id,
            state.name(),
            &contact.email,
            &contact.name,
            &contact.address,
            &contact.postal_code,
            &contact.city,
            &contact.country,
            &checkout.locale,
            frozen_cart::write(&checkout.cart),
            checkout.cart.total(),
            *now,
            payment.name(),
            taken.write(),
            search_text(number, invoice.as_ref(), contact),
            contact.details(),
        ];
        let missing = || StoreError::Internal("a new order has no id".to_owned());
        let row = tx.row(sql, values).await?.ok_or_else(missing)?;
        Ok(Order {
            id: row.get("id")?,
            number,
            state,
            contact: contact.clone(),
            locale: checkout.locale.clone(),
            cart: checkout.cart.clone(),
            created_at: *now,
            changed_at: *now,
            checkout: checkout.token.clone(),
            payment: *payment,
            payment_session: None,
            invoice,
        })
    }
}
