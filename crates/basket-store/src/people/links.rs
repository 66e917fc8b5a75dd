//! Addresses that work once.

use super::{CREATE, digest, operator, sessions};
use crate::{
    Store, StoreError,
    sql::{Row, Step},
};
use basket_model::{
    operator::{LinkPurpose, Operator, Role},
    token,
};
use std::time::Duration;

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
macro_rules! link {
    ($which:literal) => {
        concat!(
            "SELECT l.digest, l.shop_id, s.name, l.role, o.id, o.email, l.expires_at
             FROM links l LEFT JOIN shops s ON s.id = l.shop_id
             LEFT JOIN operators o ON o.id = l.operator_id WHERE ",
            $which
        )
    };
}

impl Store {
    /// Makes a link that works once; what stands at the end of its address.
    pub async fn create_link(
        &self,
        purpose: LinkPurpose,
        place: Option<(i64, Role)>,
        operator: Option<i64>,
        lifetime: Duration,
    ) -> Result<String, StoreError> {
        let token = token::random()?;
        let lifetime = i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX);
        let ends = self.now().saturating_add(lifetime);
        let sql = "INSERT INTO links (digest, purpose, shop_id, role, operator_id, expires_at)
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let values = [
            digest(&token),
            purpose.name().into(),
            place.map(|(shop, _)| shop).into(),
            place.map(|(_, role)| role.name()).into(),
            operator.into(),
            ends.into(),
        ];
        self.write(vec![Step::new(sql, values)]).await?;
        Ok(token)
    }

    /// A link that is still good for that.
    pub async fn link(
        &self,
        purpose: LinkPurpose,
        token: &str,
    ) -> Result<Option<Link>, StoreError> {
        let sql = link!("l.digest = $1 AND l.purpose = $2 AND l.expires_at > $3");
        let values = [digest(token), purpose.name().into(), self.now().into()];
        self.ask(sql, values).await?.first().map(link).transpose()
    }

    /// The invitations to a shop that nobody has taken yet.
    pub async fn invitations(&self, shop: i64) -> Result<Vec<Link>, StoreError> {
        let sql = link!("l.shop_id = $1 AND l.expires_at > $2 ORDER BY l.expires_at");
        let rows = self.ask(sql, [shop.into(), self.now().into()]).await?;
        rows.iter().map(link).collect()
    }

    /// Takes an invitation back; whether there was one.
    pub async fn remove_invitation(&self, shop: i64, digest: &[u8]) -> Result<bool, StoreError> {
        let sql = "DELETE FROM links WHERE shop_id = $1 AND digest = $2";
        self.write(vec![Step::must(sql, [shop.into(), digest.into()])]).await
    }

    /// Uses the link of the first operator: all such links are gone then. Whether it was good, and
    /// nobody had come before.
    pub async fn set_up(
        &self,
        token: &str,
        email: &str,
        password: &str,
    ) -> Result<bool, StoreError> {
        let first = "INSERT INTO operators (email, password, created_at)
                     SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM operators)";
        let steps = vec![
            self.take(LinkPurpose::Setup, token),
            Step::new("DELETE FROM links WHERE purpose = 'setup'", []),
            Step::must(first, [email.into(), password.into(), self.now().into()]),
        ];
        self.write(steps).await
    }

    /// Uses an invitation, for somebody new; whether link and address were good.
    pub async fn join_new(
        &self,
        token: &str,
        link: &Link,
        email: &str,
        password: &str,
    ) -> Result<bool, StoreError> {
        let (Some((shop, _)), Some(role)) = (&link.shop, link.role) else { return Ok(false) };
        let enter = "INSERT INTO members (shop_id, operator_id, role)
                     SELECT $1, id, $2 FROM operators WHERE email = $3";
        let steps = vec![
            self.take(LinkPurpose::Join, token),
            Step::must(CREATE, [email.into(), password.into(), self.now().into()]),
            Step::must(enter, [(*shop).into(), role.name().into(), email.into()]),
        ];
        self.write(steps).await
    }

    /// Uses an invitation, for somebody who can sign in already; whether the link was good. Nobody
    /// loses rights by it.
    pub async fn join(&self, token: &str, link: &Link, operator: i64) -> Result<bool, StoreError> {
        let (Some((shop, _)), Some(role)) = (&link.shop, link.role) else { return Ok(false) };
        let enter = "INSERT INTO members (shop_id, operator_id, role) VALUES ($1, $2, $3)
                     ON CONFLICT (shop_id, operator_id) DO UPDATE SET role = excluded.role
                     WHERE members.role <> 'owner'";
        let steps = vec![
            self.take(LinkPurpose::Join, token),
            Step::new(enter, [(*shop).into(), operator.into(), role.name().into()]),
        ];
        self.write(steps).await
    }

    /// Uses a link to choose a new password; whether it was good.
    pub async fn reset_password(
        &self,
        token: &str,
        operator: i64,
        password: &str,
    ) -> Result<bool, StoreError> {
        let steps = vec![
            self.take(LinkPurpose::Password, token),
            Step::must(sessions::SET_PASSWORD, [operator.into(), password.into()]),
            Step::new(sessions::CLOSE_ALL, [operator.into()]),
            Step::new(sessions::END_LINKS, [operator.into()]),
        ];
        self.write(steps).await
    }

    fn take(&self, purpose: LinkPurpose, token: &str) -> Step {
        let sql = "DELETE FROM links WHERE digest = $1 AND purpose = $2 AND expires_at > $3";
        Step::must(sql, [digest(token), purpose.name().into(), self.now().into()])
    }
}

fn link(row: &Row) -> Result<Link, StoreError> {
    let shop = row.maybe_number(1)?;
    Ok(Link {
        digest: row.bytes(0)?,
        shop: shop.map(|shop| Ok::<_, StoreError>((shop, row.text(2)?))).transpose()?,
        role: row.maybe_text(3)?.and_then(|role| Role::parse(&role)),
        operator: row.maybe_number(4)?.map(|_| operator(row, 4)).transpose()?,
        expires_at: row.number(6)?,
    })
}
