//! Invoices: the sellers that issue them, and what one says beside its order. One is written in its order's transaction, so
//! that numbers have no gap, and nothing changes it. This module must never know what an invoice looks like.

use crate::{
    Store, StoreError,
    query::Query,
    row::{Row, values},
    transaction::Tx,
};
use basket_model::{
    invoice::{Invoice, Seller},
    order::Order,
};

/// Who sells, by shop.
#[derive(Debug, Clone, Copy)]
pub struct Sellers<'a>(pub(crate) &'a Store);

impl Sellers<'_> {
    /// What a shop says about itself on its invoices; `None` if it issues none.
    pub async fn find(self, shop: i64) -> Result<Option<Seller>, StoreError> {
        let sql = "SELECT seller FROM shops WHERE id = $1 AND seller IS NOT NULL";
        let row = self.0.row(sql, values![shop]).await?;
        row.map(|row| row.parse("seller", Seller::parse)).transpose()
    }

    /// Says it for the invoices to come; with `None`, there are no more.
    pub async fn set(self, shop: i64, seller: Option<&Seller>) -> Result<(), StoreError> {
        let sql = "UPDATE shops SET seller = $2 WHERE id = $1";
        self.0.execute(sql, values![shop, seller.map(Seller::write)]).await.map(drop)
    }
}

/// The next invoice of a shop whose row has just counted it; `None` if the shop issues none.
pub(crate) fn issue(shop: &Row, now: i64) -> Result<Option<Invoice>, StoreError> {
    if shop.get::<Option<String>>("seller")?.is_none() {
        return Ok(None);
    }
    let seller = shop.parse("seller", Seller::parse)?;
    Ok(Some(Invoice::new(shop.get("invoices")?, seller, now)))
}

/// Keeps the invoice of a new order.
pub(crate) async fn keep(tx: &Tx<'_>, shop: i64, order: &Order) -> Result<(), StoreError> {
    let Some(Invoice { sequence, due_at, seller }) = &order.invoice else { return Ok(()) };
    let sql = "INSERT INTO invoices (order_id, issuer, sequence, due_at, seller)
               VALUES ($1, $2, $3, $4, $5)";
    let values = values![order.id, shop, *sequence, *due_at, seller.write()];
    tx.execute(sql, values).await.map(drop)
}
