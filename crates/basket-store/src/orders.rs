//! Checkouts and orders. An order is placed in one transaction: it takes from the stock, ends the cart and
//! writes the message that tells of it, or nothing happens at all.

use super::{
    Store, StoreError, days, lifetime,
    outbox::{self, Kind},
    sql::{Row, Step},
};
use basket_core::{
    cart::Cart,
    json::{self, Writer},
    wire,
};
use basket_model::{
    order::{self, Contact, NotPlaced, OpenCheckout, Order, OrderState},
    payment::{PaymentMethod, PaymentSession},
    shop::Shop,
    token,
};

/// How long prices stay frozen, in milliseconds.
const FROZEN: i64 = 24 * 60 * 60 * 1000;

/// Some of a shop's orders, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPage {
    /// The orders.
    pub orders: Vec<Order>,
    /// Where the next page starts; `None` behind the oldest order.
    pub next: Option<i64>,
}

/// Reads orders.
macro_rules! orders {
    ($which:literal) => {
        concat!(
            "SELECT id, number, state, email, name, address, postal_code, city, country, locale,
                 cart, created_at, changed_at, checkout, payment, payment_reference, payment_url
             FROM orders WHERE ",
            $which
        )
    };
}

impl Store {
    /// Freezes a cart for its checkout. As long as nothing about it changes, it is the same one.
    pub async fn start_checkout(
        &self,
        shop: &Shop,
        cart: &Cart,
        locale: &str,
        origin: Option<&str>,
    ) -> Result<OpenCheckout, StoreError> {
        let (text, now) = (write(cart), self.now());
        let sql = "SELECT token, cart, created_at, revision FROM checkouts
                   WHERE cart_token = $1 AND shop_id = $2 AND locale = $3
                   AND ordered_at IS NULL AND created_at > $4 ORDER BY created_at DESC, token LIMIT 20";
        let recent = (now - FROZEN / 2).into();
        let rows = self.ask(sql, [(&*cart.id).into(), shop.id.into(), locale.into(), recent]);
        let mut known = None;
        for row in rows.await? {
            if read(&row.text(1)?)? == *cart {
                known = Some((row.text(0)?, row.number(2)?, row.number(3)?));
                break;
            }
        }
        let (token, created_at, revision) = match known {
            Some(known) => known,
            None => (self.freeze(shop, cart, text, locale, origin).await?, now, 0),
        };
        let is_ordered = false;
        let (locale, origin) = (locale.to_owned(), origin.map(str::to_owned));
        let (shop, cart) = (shop.id, cart.clone());
        Ok(OpenCheckout { token, shop, cart, locale, origin, created_at, is_ordered, revision })
    }

    async fn freeze(
        &self,
        shop: &Shop,
        cart: &Cart,
        text: String,
        locale: &str,
        origin: Option<&str>,
    ) -> Result<String, StoreError> {
        let (token, now) = (token::random()?, self.now());
        let sql =
            "INSERT INTO checkouts (token, shop_id, cart_token, cart, locale, origin, created_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let values = [
            (&*token).into(),
            shop.id.into(),
            (&*cart.id).into(),
            text.into(),
            locale.into(),
            origin.into(),
            now.into(),
        ];
        let body = outbox::checkout_body(Kind::CheckoutStarted, cart, now);
        let started = outbox::step(shop.id, Kind::CheckoutStarted, &cart.id, body, now)?;
        self.write(vec![Step::new(sql, values), started]).await?;
        Ok(token)
    }

    /// The checkout of that token, if there is one.
    pub async fn checkout(&self, token: &str) -> Result<Option<OpenCheckout>, StoreError> {
        let sql = "SELECT shop_id, cart, locale, origin, created_at, ordered_at, revision
                   FROM checkouts WHERE token = $1";
        let rows = self.ask(sql, [token.into()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        Ok(Some(OpenCheckout {
            token: token.to_owned(),
            shop: row.number(0)?,
            cart: read(&row.text(1)?)?,
            locale: row.text(2)?,
            origin: row.maybe_text(3)?,
            created_at: row.number(4)?,
            is_ordered: row.maybe_number(5)?.is_some(),
            revision: row.number(6)?,
        }))
    }

    /// Whether a checkout's prices are too old to order by them.
    pub fn is_old(&self, checkout: &OpenCheckout) -> bool {
        checkout.created_at + FROZEN < self.now()
    }

    /// Changes what is about to be ordered, if nobody else has meanwhile.
    pub async fn review_checkout(
        &self,
        checkout: &OpenCheckout,
        cart: &Cart,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE checkouts SET cart = $2, revision = revision + 1
                   WHERE token = $1 AND revision = $3 AND ordered_at IS NULL";
        let values = [(&*checkout.token).into(), write(cart).into(), checkout.revision.into()];
        self.write(vec![Step::must(sql, values)]).await
    }

    /// Places an order that is paid by invoice; the same one however often it is asked for.
    pub async fn place_order(
        &self,
        checkout: &OpenCheckout,
        contact: &Contact,
    ) -> Result<Result<Order, NotPlaced>, StoreError> {
        self.place_order_by(PaymentMethod::Invoice, checkout, contact).await
    }

    /// Likewise, for an order that is paid by those means.
    pub async fn place_order_by(
        &self,
        payment: PaymentMethod,
        checkout: &OpenCheckout,
        contact: &Contact,
    ) -> Result<Result<Order, NotPlaced>, StoreError> {
        if let Some(order) = self.order_of_checkout(&checkout.token).await? {
            return Ok(Ok(order));
        }
        if self.is_old(checkout) {
            return Ok(Err(NotPlaced::Old));
        }
        if checkout.cart.lines.is_empty() {
            return Ok(Err(NotPlaced::Empty));
        }
        let is_placed = self.write(self.placing(payment, checkout, contact)?).await?;
        match self.order_of_checkout(&checkout.token).await? {
            Some(order) => Ok(Ok(order)),
            None if is_placed => Err(StoreError::Internal("an order is not there".to_owned())),
            None => Ok(Err(self.why_not(checkout).await?)),
        }
    }

    /// What placing an order writes. The shop comes first: every order of a shop waits there for the one before
    /// it, so that no two can wait for each other.
    fn placing(
        &self,
        payment: PaymentMethod,
        checkout: &OpenCheckout,
        contact: &Contact,
    ) -> Result<Vec<Step>, StoreError> {
        let (shop, now) = (checkout.shop, self.now());
        let count = "UPDATE shops SET catalogue = catalogue + 1, orders = orders + 1 WHERE id = $1";
        let close = "UPDATE checkouts SET ordered_at = $2
                     WHERE token = $1 AND ordered_at IS NULL AND revision = $3";
        let cart = write(&checkout.cart);
        let closed = [(&*checkout.token).into(), now.into(), checkout.revision.into()];
        let take = "UPDATE products SET stock = stock - $3,
                        revision = (SELECT catalogue FROM shops WHERE id = $1)
                    WHERE shop_id = $1 AND sku = $2 AND (stock IS NULL OR stock >= $3)";
        // The cart is over: who has it open gets a new one, and in time it is swept away.
        let end = "UPDATE carts SET touched_at = $3, version = version + 1
                   WHERE token = $1 AND shop_id = $2 AND touched_at > 0";
        let ended = [(&*checkout.cart.id).into(), shop.into(), lifetime::ordered(now).into()];
        let sql = "INSERT INTO orders (shop_id, number, checkout, cart_token, state, email, name,
                       address, postal_code, city, country, locale, cart, total, created_at,
                       changed_at, payment)
                   SELECT $1, 1000 + orders, $2, $3, 'placed', $4, $5, $6, $7, $8, $9, $10, $11,
                       $12, $13, $13, $14
                   FROM shops WHERE id = $1";
        let values = [
            shop.into(),
            (&*checkout.token).into(),
            (&*checkout.cart.id).into(),
            (&*contact.email).into(),
            (&*contact.name).into(),
            (&*contact.address).into(),
            (&*contact.postal_code).into(),
            (&*contact.city).into(),
            (&*contact.country).into(),
            (&*checkout.locale).into(),
            cart.into(),
            checkout.cart.total().into(),
            now.into(),
            payment.name().into(),
        ];
        let mut steps = vec![Step::must(count, [shop.into()]), Step::must(close, closed)];
        for (sku, quantity) in order::quantities(&checkout.cart) {
            steps.push(Step::must(take, [shop.into(), sku.into(), quantity.into()]));
        }
        steps.push(Step::must(end, ended));
        steps.push(Step::must(sql, values));
        steps.push(outbox::placed_step(payment, checkout, contact, now)?);
        if self.mails {
            steps.push(outbox::mail_step(checkout, now)?);
        }
        steps.push(days::ordered(shop, now, 1, checkout.cart.total()));
        Ok(steps)
    }

    /// Why an order could not be placed.
    async fn why_not(&self, checkout: &OpenCheckout) -> Result<NotPlaced, StoreError> {
        let skus: Vec<String> = checkout.cart.lines.iter().map(|line| line.sku.clone()).collect();
        let products = self.products(checkout.shop, &skus).await?;
        for (sku, quantity) in order::quantities(&checkout.cart) {
            let found = products.iter().find(|product| product.sku == sku);
            let available = found.map_or(Some(0), |product| product.stock);
            if let Some(available) = available.filter(|left| i64::from(*left) < quantity) {
                return Ok(NotPlaced::OutOfStock { sku: sku.to_owned(), available });
            }
        }
        let kept = self.checkout(&checkout.token).await?;
        let is_same = kept.is_some_and(|kept| kept.revision == checkout.revision);
        Ok(if is_same { NotPlaced::Gone } else { NotPlaced::Changed })
    }

    /// The order that came of a checkout.
    pub async fn order_of_checkout(&self, token: &str) -> Result<Option<Order>, StoreError> {
        let rows = self.ask(orders!("checkout = $1"), [token.into()]).await?;
        rows.first().map(order).transpose()
    }

    /// The order of that number.
    pub async fn order(&self, shop: i64, number: i64) -> Result<Option<Order>, StoreError> {
        let sql = orders!("shop_id = $1 AND number = $2");
        self.ask(sql, [shop.into(), number.into()]).await?.first().map(order).transpose()
    }

    /// At most `limit` orders of the shop behind the place `after`, in any state or in one.
    pub async fn order_page(
        &self,
        shop: i64,
        state: Option<OrderState>,
        after: Option<i64>,
        limit: u32,
    ) -> Result<OrderPage, StoreError> {
        let (after, one_more) = (after.unwrap_or(i64::MAX), i64::from(limit) + 1);
        let rows = match state {
            None => {
                let sql = orders!("shop_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
                self.ask(sql, [shop.into(), after.into(), one_more.into()]).await?
            }
            Some(state) => {
                let sql =
                    orders!("shop_id = $1 AND state = $2 AND id < $3 ORDER BY id DESC LIMIT $4");
                let values = [shop.into(), state.name().into(), after.into(), one_more.into()];
                self.ask(sql, values).await?
            }
        };
        let rows = rows.iter().map(|row| Ok((row.number(0)?, order(row)?)));
        let (orders, next) = super::page(rows.collect::<Result<_, StoreError>>()?, limit);
        Ok(OrderPage { orders, next })
    }

    /// Says what has become of an order; whether that may come of what it was. What a cancelled order had taken
    /// goes back into the stock.
    pub async fn change_order(
        &self,
        shop: i64,
        number: i64,
        state: OrderState,
    ) -> Result<bool, StoreError> {
        match self.order(shop, number).await? {
            Some(found) => self.advance_order(shop, found, state).await,
            None => Ok(false),
        }
    }

    /// Likewise, unless something else has become of it since it was read.
    pub async fn advance_order(
        &self,
        shop: i64,
        found: Order,
        state: OrderState,
    ) -> Result<bool, StoreError> {
        if !found.state.next().contains(&state) {
            return Ok(false);
        }
        let now = self.now();
        let count = "UPDATE shops SET catalogue = catalogue + 1 WHERE id = $1";
        let set = "UPDATE orders SET state = $2, changed_at = $3 WHERE id = $1 AND state = $4";
        let values = [found.id.into(), state.name().into(), now.into(), found.state.name().into()];
        let mut steps = vec![Step::new(count, [shop.into()]), Step::must(set, values)];
        if state == OrderState::Cancelled {
            let give_back = "UPDATE products SET stock = stock + $3,
                                 revision = (SELECT catalogue FROM shops WHERE id = $1)
                             WHERE shop_id = $1 AND sku = $2 AND stock IS NOT NULL";
            for (sku, quantity) in order::quantities(&found.cart) {
                steps.push(Step::new(give_back, [shop.into(), sku.into(), quantity.into()]));
            }
            steps.push(days::ordered(shop, found.created_at, -1, -found.cart.total()));
            let cancelled = Order { state, changed_at: now, ..found };
            let body = outbox::order_body(Kind::OrderCancelled, &cancelled, now);
            let subject = format!("{shop}:{}", cancelled.number);
            steps.push(outbox::step(shop, Kind::OrderCancelled, &subject, body, now)?);
        }
        self.write(steps).await
    }

    /// Deletes checkouts that nobody finished.
    pub(super) async fn tidy_checkouts(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM checkouts WHERE created_at < $1 AND ordered_at IS NULL";
        self.write(vec![Step::new(sql, [(self.now() - 7 * FROZEN).into()])]).await.map(drop)
    }
}

/// A cart as it is kept: as it goes over the wire.
fn write(cart: &Cart) -> String {
    let mut writer = Writer::new();
    wire::write_cart(&mut writer, cart);
    writer.finish()
}

fn read(text: &str) -> Result<Cart, StoreError> {
    let corrupt = || StoreError::Internal("a kept cart is corrupt".to_owned());
    let document = json::parse(text).map_err(|_| corrupt())?;
    wire::read_cart(document.root()).ok_or_else(corrupt)
}

fn order(row: &Row) -> Result<Order, StoreError> {
    let corrupt = || StoreError::Internal("an order is corrupt".to_owned());
    Ok(Order {
        id: row.number(0)?,
        number: row.number(1)?,
        state: OrderState::parse(&row.text(2)?).ok_or_else(corrupt)?,
        contact: Contact {
            email: row.text(3)?,
            name: row.text(4)?,
            address: row.text(5)?,
            postal_code: row.text(6)?,
            city: row.text(7)?,
            country: row.text(8)?,
        },
        locale: row.text(9)?,
        cart: read(&row.text(10)?)?,
        created_at: row.number(11)?,
        changed_at: row.number(12)?,
        checkout: row.text(13)?,
        payment: PaymentMethod::parse(&row.text(14)?).ok_or_else(corrupt)?,
        payment_session: row
            .maybe_text(15)?
            .zip(row.maybe_text(16)?)
            .map(|(reference, address)| PaymentSession { reference, address }),
    })
}
