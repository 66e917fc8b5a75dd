//! Saved configurations of the basket. They are kept as text; it must never know what
//! stands in one.

use crate::{
    Store, StoreError,
    query::Query,
    row::values,
    transaction::{Rollback, Tx},
};

/// How many designs a shop may have.
pub(crate) const MOST: i64 = 200;

/// The designs of shops.
#[derive(Debug, Clone, Copy)]
pub struct Designs<'a>(pub(crate) &'a Store);

/// A design in the list of a shop's designs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    /// What people call it; there are no two of one name.
    pub name: String,
    /// When it was last saved, in milliseconds since 1970.
    pub updated_at: i64,
}

impl Designs<'_> {
    /// All designs of a shop, by name.
    pub async fn all(self, shop: i64) -> Result<Vec<Design>, StoreError> {
        let sql = "SELECT name, updated_at FROM designs WHERE shop_id = $1 ORDER BY name LIMIT $2";
        let rows = self.0.rows(sql, values![shop, MOST]).await?;
        let designs = rows
            .iter()
            .map(|row| Ok(Design { name: row.get("name")?, updated_at: row.get("updated_at")? }));
        designs.collect()
    }

    /// What stands in a design.
    pub async fn find(self, shop: i64, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT config FROM designs WHERE shop_id = $1 AND name = $2";
        self.0.row(sql, values![shop, name]).await?.map(|row| row.get("config")).transpose()
    }

    /// Keeps a new design; not if there is one of that name already, or too many.
    pub async fn create(self, shop: i64, name: &str, config: &str) -> Result<bool, StoreError> {
        let sql = "INSERT INTO designs (shop_id, name, config, updated_at)
                   SELECT CAST($1 AS bigint), CAST($2 AS text), CAST($3 AS text), CAST($4 AS bigint)
                   WHERE (SELECT count(*) FROM designs WHERE shop_id = $1) < $5
                   ON CONFLICT DO NOTHING";
        Ok(self.0.execute(sql, values![shop, name, config, self.0.now(), MOST]).await? > 0)
    }

    /// Keeps another text under the name of a design, if there is one.
    pub async fn change(self, shop: i64, name: &str, config: &str) -> Result<bool, StoreError> {
        let sql =
            "UPDATE designs SET config = $1, updated_at = $2 WHERE shop_id = $3 AND name = $4";
        Ok(self.0.execute(sql, values![config, self.0.now(), shop, name]).await? > 0)
    }

    /// Gives a design another name; not if there is none, or another one has that name.
    pub async fn rename(self, shop: i64, name: &str, new: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE designs SET name = $1 WHERE shop_id = $2 AND name = $3
                   AND NOT EXISTS (SELECT 1 FROM designs AS other
                                   WHERE other.shop_id = $2 AND other.name = $1)";
        // The checkout that is in it stays in it.
        let follow = "UPDATE shops SET checkout_design = $1 WHERE id = $2 AND checkout_design = $3";
        let values = values![new, shop, name];
        let rename = async move |tx: &Tx<'_>| {
            tx.require(sql, values.clone()).await?;
            tx.execute(follow, values).await?;
            Ok::<_, Rollback>(())
        };
        self.0.attempt(rename).await
    }

    /// Forgets a design; whether there was one.
    pub async fn remove(self, shop: i64, name: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM designs WHERE shop_id = $1 AND name = $2";
        Ok(self.0.execute(sql, values![shop, name]).await? > 0)
    }
}
