//! People who run shops: operators and their places in shops, the browsers they are signed in with, links
//! that work once, and what was done.

mod activity;
mod links;
mod sessions;

pub use activity::Activity;
pub use links::Link;
pub use sessions::Session;

use super::{
    Store, StoreError,
    sql::{Row, Step, Value},
};
use basket_core::money::Currency;
use basket_model::{
    operator::{Operator, Role},
    shop::{Checkout, Shop},
};
use sha2::{Digest, Sha256};

/// A shop that somebody is a member of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The shop's number.
    pub shop: i64,
    /// What people call it.
    pub name: String,
    /// What the member may do there.
    pub role: Role,
}

/// A member of a shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colleague {
    /// Who.
    pub operator: Operator,
    /// What they may do.
    pub role: Role,
}

/// Holds other changes to who runs the shop off until this one is done: of two owners who remove each other,
/// neither may count on the other.
const HOLD: &str = "UPDATE shops SET name = name WHERE id = $1";

/// Does something to the place that $2 has in shop $1, if that is harmless or there is another owner.
macro_rules! another_owner {
    ($what:literal, $harmless:literal) => {
        concat!(
            $what,
            " WHERE shop_id = $1 AND operator_id = (SELECT id FROM operators WHERE email = $2)
              AND (",
            $harmless,
            " OR EXISTS (SELECT 1 FROM members o WHERE o.shop_id = $1 AND o.role = 'owner'
                  AND o.operator_id <> members.operator_id))"
        )
    };
}

const CREATE: &str = "INSERT INTO operators (email, password, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (email) DO NOTHING";
const ADOPT: &str = "INSERT INTO members (shop_id, operator_id, role)
    SELECT s.id, $1, 'owner' FROM shops s
    WHERE NOT EXISTS (SELECT 1 FROM members m WHERE m.shop_id = s.id)";
const SET_MEMBER: &str = "INSERT INTO members (shop_id, operator_id, role) VALUES ($1, $2, $3)
    ON CONFLICT (shop_id, operator_id) DO UPDATE SET role = excluded.role";

impl Store {
    /// Whether anybody can sign in.
    pub async fn has_operators(&self) -> Result<bool, StoreError> {
        Ok(!self.ask("SELECT id FROM operators LIMIT 1", []).await?.is_empty())
    }

    /// Everybody, with how many shops they have.
    pub async fn operators(&self) -> Result<Vec<(Operator, i64)>, StoreError> {
        let sql = "SELECT o.id, o.email,
                       (SELECT count(*) FROM members m WHERE m.operator_id = o.id)
                   FROM operators o ORDER BY o.email";
        let rows = self.ask(sql, []).await?;
        rows.iter().map(|row| Ok((operator(row, 0)?, row.number(2)?))).collect()
    }

    /// Whoever has that address, with the password as it is kept.
    pub async fn operator(&self, email: &str) -> Result<Option<(Operator, String)>, StoreError> {
        let sql = "SELECT id, email, password FROM operators WHERE email = $1";
        let rows = self.ask(sql, [email.into()]).await?;
        rows.first().map(|row| Ok((operator(row, 0)?, row.text(2)?))).transpose()
    }

    /// Adds somebody who can sign in; whether the address was free.
    pub async fn create_operator(&self, email: &str, password: &str) -> Result<bool, StoreError> {
        self.write(vec![Step::must(CREATE, [email.into(), password.into(), self.now().into()])])
            .await
    }

    /// Makes somebody the owner of every shop that has no member.
    pub async fn adopt_shops(&self, operator: i64) -> Result<(), StoreError> {
        self.write(vec![Step::new(ADOPT, [operator.into()])]).await.map(drop)
    }

    /// Gives somebody a place in a shop, or another one.
    pub async fn set_member(&self, shop: i64, operator: i64, role: Role) -> Result<(), StoreError> {
        let values = [shop.into(), operator.into(), role.name().into()];
        self.write(vec![Step::new(SET_MEMBER, values)]).await.map(drop)
    }

    /// Gives somebody another role; whether they have a place there. A shop keeps its last owner.
    pub async fn set_role(&self, shop: i64, email: &str, role: Role) -> Result<bool, StoreError> {
        let sql = another_owner!("UPDATE members SET role = $3", "$3 = 'owner'");
        let set = Step::must(sql, [shop.into(), email.into(), role.name().into()]);
        self.write(vec![Step::new(HOLD, [shop.into()]), set]).await
    }

    /// Takes somebody's place in a shop away; whether they had one. A shop keeps its last owner.
    pub async fn remove_member(&self, shop: i64, email: &str) -> Result<bool, StoreError> {
        let sql = another_owner!("DELETE FROM members", "role <> 'owner'");
        let remove = Step::must(sql, [shop.into(), email.into()]);
        self.write(vec![Step::new(HOLD, [shop.into()]), remove]).await
    }

    /// The shops that somebody runs, oldest first.
    pub async fn memberships(&self, operator: i64) -> Result<Vec<Membership>, StoreError> {
        let sql = "SELECT s.id, s.name, m.role FROM members m JOIN shops s ON s.id = m.shop_id
                   WHERE m.operator_id = $1 ORDER BY s.id";
        let rows = self.ask(sql, [operator.into()]).await?;
        rows.iter()
            .map(|row| {
                Ok(Membership { shop: row.number(0)?, name: row.text(1)?, role: role(row, 2)? })
            })
            .collect()
    }

    /// Who runs a shop.
    pub async fn members(&self, shop: i64) -> Result<Vec<Colleague>, StoreError> {
        let sql = "SELECT o.id, o.email, m.role FROM members m
                   JOIN operators o ON o.id = m.operator_id
                   WHERE m.shop_id = $1 ORDER BY m.role, o.email";
        let rows = self.ask(sql, [shop.into()]).await?;
        rows.iter()
            .map(|row| Ok(Colleague { operator: operator(row, 0)?, role: role(row, 2)? }))
            .collect()
    }

    /// The shop of that number.
    pub async fn shop(&self, shop: i64) -> Result<Option<Shop>, StoreError> {
        let sql = "SELECT s.id, s.name, s.currency, s.checkout, o.origin
                   FROM shops s LEFT JOIN origins o ON o.shop_id = s.id
                   WHERE s.id = $1 ORDER BY o.origin";
        let rows = self.ask(sql, [shop.into()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let corrupt = || StoreError::Internal(format!("shop {shop} is corrupt"));
        let origins = rows.iter().filter_map(|row| row.maybe_text(4).transpose());
        Ok(Some(Shop {
            id: shop,
            name: row.text(1)?,
            currency: Currency::parse(&row.text(2)?).ok_or_else(corrupt)?,
            checkout: Checkout::parse(&row.text(3)?).ok_or_else(corrupt)?,
            origins: origins.collect::<Result<_, _>>()?,
        }))
    }

    /// Deletes sessions and links that have ended.
    pub(super) async fn tidy_people(&self) -> Result<(), StoreError> {
        let now = self.now();
        let steps = vec![
            Step::new("DELETE FROM sessions WHERE used_at < $1", [(now - sessions::IDLE).into()]),
            Step::new("DELETE FROM links WHERE expires_at < $1", [now.into()]),
        ];
        self.write(steps).await.map(drop)
    }
}

fn operator(row: &Row, first: usize) -> Result<Operator, StoreError> {
    Ok(Operator { id: row.number(first)?, email: row.text(first + 1)? })
}

fn role(row: &Row, column: usize) -> Result<Role, StoreError> {
    let corrupt = || StoreError::Internal("a role is corrupt".to_owned());
    Role::parse(&row.text(column)?).ok_or_else(corrupt)
}

/// What is kept of something that opens a door. It is pure chance, and long, so a digest that is slow to
/// make would protect nothing.
fn digest(token: &str) -> Value {
    Value::Bytes(Sha256::digest(token).to_vec())
}
