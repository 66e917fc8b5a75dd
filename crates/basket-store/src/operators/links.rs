//! Addresses that work once.

use super::{digest, read as read_operator};
use crate::{
    Store, StoreError,
    query::Query,
    row::{Row, values},
    transaction::{Rollback, Tx},
};
use basket_model::{
    operator::{LinkPurpose, Operator, Role},
    token,
};
use std::time::Duration;

/// Links to set up, to join a shop, or to choose a password.
#[derive(Debug, Clone, Copy)]
pub struct Links<'a>(pub(crate) &'a Store);

/// A link that has not been used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// By what it is kept; no secret.
    pub digest: Vec<u8>,
    /// The shop to join, by number and name.
    pub shop: Option<(i64, String)>,
    /// What the new member may do.
    pub role: Option<Role>,
    /// Whose password it is for.
    pub operator: Option<Operator>,
    /// When it ends, in milliseconds since 1970.
    pub expires_at: i64,
}

/// Reads links with what they are about.
macro_rules! links {
    ($which:literal) => {
        concat!(
            "SELECT l.digest, l.shop_id, s.name, l.role, o.id, o.email, l.expires_at
             FROM links l LEFT JOIN shops s ON s.id = l.shop_id
             LEFT JOIN operators o ON o.id = l.operator_id WHERE ",
            $which
        )
    };
}

impl Links<'_> {
    /// Makes a link that works once; what stands at the end of its address.
    pub async fn create(
        self,
        purpose: LinkPurpose,
        place: Option<(i64, Role)>,
        operator: Option<i64>,
        lifetime: Duration,
    ) -> Result<String, StoreError> {
        let token = token::random()?;
        let lifetime = i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX);
        let ends = self.0.now().saturating_add(lifetime);
        let sql = "INSERT INTO links (digest, purpose, shop_id, role, operator_id, expires_at)
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let (shop, role) = place.map(|(shop, role)| (shop, role.name())).unzip();
        let values = values![digest(&token), purpose.name(), shop, role, operator, ends];
        self.0.execute(sql, values).await?;
        Ok(token)
    }

    /// A link that is still good for that.
    pub async fn find(self, purpose: LinkPurpose, token: &str) -> Result<Option<Link>, StoreError> {
        let sql = links!("l.digest = $1 AND l.purpose = $2 AND l.expires_at > $3");
        let values = values![digest(token), purpose.name(), self.0.now()];
        self.0.row(sql, values).await?.as_ref().map(read).transpose()
    }

    /// The invitations to a shop that nobody has taken yet.
    pub async fn invitations(self, shop: i64) -> Result<Vec<Link>, StoreError> {
        let sql = links!("l.shop_id = $1 AND l.expires_at > $2 ORDER BY l.expires_at");
        self.0.rows(sql, values![shop, self.0.now()]).await?.iter().map(read).collect()
    }

    /// Takes an invitation back; whether there was one.
    pub async fn remove_invitation(self, shop: i64, digest: &[u8]) -> Result<bool, StoreError> {
        let sql = "DELETE FROM links WHERE shop_id = $1 AND digest = $2";
        Ok(self.0.execute(sql, values![shop, digest]).await? > 0)
    }

    /// Uses the link of the first operator: all such links are gone then. Whether it was good, and
    /// nobody had come before.
    pub async fn set_up(
        self,
        token: &str,
        email: &str,
        password: &str,
    ) -> Result<bool, StoreError> {
        let now = self.0.now();
        let (digest, first) = (digest(token), values![email, password, now]);
        let set_up = async move |tx: &Tx<'_>| {
            take(tx, LinkPurpose::Setup, digest, now).await?;
            tx.execute("DELETE FROM links WHERE purpose = 'setup'", values![]).await?;
            let sql = "INSERT INTO operators (email, password, created_at)
                       SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM operators)";
            tx.require(sql, first).await
        };
        self.0.attempt(set_up).await
    }

    /// Uses an invitation, for a new operator; whether link and address were good.
    pub async fn join_new(
        self,
        token: &str,
        link: &Link,
        email: &str,
        password: &str,
    ) -> Result<bool, StoreError> {
        let (Some((shop, _)), Some(role)) = (&link.shop, link.role) else { return Ok(false) };
        let (now, digest, shop) = (self.0.now(), digest(token), *shop);
        let (email, password) = (email.to_owned(), password.to_owned());
        let join = async move |tx: &Tx<'_>| {
            take(tx, LinkPurpose::Join, digest, now).await?;
            let operator = super::create(tx, &email, &password, now).await?;
            let operator = operator.ok_or(Rollback::Refused)?;
            super::set_member(tx, shop, operator, role).await?;
            Ok(())
        };
        self.0.attempt(join).await
    }

    /// Uses an invitation, for an operator who can sign in already; whether the link was good. Nobody
    /// loses rights by it.
    pub async fn join(self, token: &str, link: &Link, operator: i64) -> Result<bool, StoreError> {
        let (Some((shop, _)), Some(role)) = (&link.shop, link.role) else { return Ok(false) };
        let (now, digest, member) =
            (self.0.now(), digest(token), values![*shop, operator, role.name()]);
        let join = async move |tx: &Tx<'_>| {
            take(tx, LinkPurpose::Join, digest, now).await?;
            let sql = "INSERT INTO members (shop_id, operator_id, role) VALUES ($1, $2, $3)
                       ON CONFLICT (shop_id, operator_id) DO UPDATE SET role = excluded.role
                       WHERE members.role <> 'owner'";
            tx.execute(sql, member).await?;
            Ok(())
        };
        self.0.attempt(join).await
    }

    /// Uses a link to choose a new password; whether it was good.
    pub async fn reset_password(
        self,
        token: &str,
        operator: i64,
        password: &str,
    ) -> Result<bool, StoreError> {
        let (now, digest, password) = (self.0.now(), digest(token), password.to_owned());
        let reset = async move |tx: &Tx<'_>| {
            take(tx, LinkPurpose::Password, digest, now).await?;
            super::set_password(tx, operator, &password).await
        };
        self.0.attempt(reset).await
    }

    /// Deletes links that have ended.
    pub(crate) async fn sweep(self) -> Result<(), StoreError> {
        let sql = "DELETE FROM links WHERE expires_at < $1";
        self.0.execute(sql, values![self.0.now()]).await.map(drop)
    }
}

/// Takes a link that is still good for that, so that it never works again.
async fn take(
    tx: &Tx<'_>,
    purpose: LinkPurpose,
    digest: Vec<u8>,
    now: i64,
) -> Result<(), Rollback> {
    let sql = "DELETE FROM links WHERE digest = $1 AND purpose = $2 AND expires_at > $3";
    tx.require(sql, values![digest, purpose.name(), now]).await
}

fn read(row: &Row) -> Result<Link, StoreError> {
    let is_for_operator = row.get::<Option<i64>>("id")?.is_some();
    Ok(Link {
        digest: row.get("digest")?,
        shop: Option::zip(row.get("shop_id")?, row.get("name")?),
        role: row.get::<Option<String>>("role")?.and_then(|role| Role::parse(&role)),
        operator: is_for_operator.then(|| read_operator(row)).transpose()?,
        expires_at: row.get("expires_at")?,
    })
}
