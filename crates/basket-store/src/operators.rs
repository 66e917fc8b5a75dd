//! People who run shops: their places in shops, the browsers they are signed in with, and links that work once.

mod challenges;
mod deletion;
mod links;
mod second_factors;
mod sessions;

pub use challenges::{Challenge, ChallengePurpose, Challenges};
pub use links::{Link, Links};
pub use second_factors::{Passkey, SecondFactors};
pub use sessions::{OpenSession, Session, Sessions, Whence};

use crate::{
    Store, StoreError,
    query::Query,
    row::{Row, values},
    transaction::{Rollback, Tx},
};
use basket_model::operator::{Account, Operator, Role};
use sha2::{Digest, Sha256};

/// People who run shops.
#[derive(Debug, Clone, Copy)]
pub struct Operators<'a>(pub(crate) &'a Store);

/// A shop that an operator is a member of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The shop's number.
    pub shop: i64,
    /// What people call it.
    pub name: String,
    /// What the member may do there.
    pub role: Role,
    /// Whether everybody there needs more than a password.
    pub needs_second_factor: bool,
    /// When the shop is deleted, if its deletion was requested.
    pub delete_at: Option<i64>,
}

/// A member of a shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colleague {
    /// Who.
    pub operator: Operator,
    /// What they may do.
    pub role: Role,
    /// Whether a password alone is not enough to sign in as them.
    pub has_second_factor: bool,
    /// Whether they may not sign in any more.
    pub is_disabled: bool,
    /// When a browser of theirs was last here, in milliseconds since 1970.
    pub seen_at: Option<i64>,
}

/// Reads accounts.
macro_rules! accounts {
    ($which:literal) => {
        concat!(
            "SELECT o.id, o.email, o.password,
                 CAST(CASE WHEN o.totp_secret IS NULL THEN 0 ELSE 1 END AS bigint) AS apps,
                 (SELECT count(*) FROM passkeys p WHERE p.operator_id = o.id) AS passkeys,
                 o.disabled_at
             FROM operators o WHERE ",
            $which
        )
    };
}

impl Operators<'_> {
    /// Whether anybody can sign in.
    pub async fn exist(self) -> Result<bool, StoreError> {
        Ok(self.0.row("SELECT id FROM operators LIMIT 1", values![]).await?.is_some())
    }

    /// Everybody, with how many shops they have.
    pub async fn all(self) -> Result<Vec<(Operator, i64)>, StoreError> {
        let sql = "SELECT o.id, o.email,
                       (SELECT count(*) FROM members m WHERE m.operator_id = o.id) AS shops
                   FROM operators o ORDER BY o.email";
        let rows = self.0.rows(sql, values![]).await?;
        rows.iter().map(|row| Ok((read(row)?, row.get("shops")?))).collect()
    }

    /// The account with that address.
    pub async fn find(self, email: &str) -> Result<Option<Account>, StoreError> {
        let row = self.0.row(accounts!("o.email = $1"), values![email]).await?;
        row.as_ref().map(read_account).transpose()
    }

    /// The account with that number.
    pub async fn account(self, operator: i64) -> Result<Option<Account>, StoreError> {
        let row = self.0.row(accounts!("o.id = $1"), values![operator]).await?;
        row.as_ref().map(read_account).transpose()
    }

    /// Keeps an operator from signing in, in any browser, or lets them again.
    pub async fn set_disabled(self, operator: i64, is_disabled: bool) -> Result<(), StoreError> {
        let at = is_disabled.then(|| self.0.now());
        let set = async move |tx: &Tx<'_>| {
            let sql = "UPDATE operators SET disabled_at = $2 WHERE id = $1";
            tx.execute(sql, values![operator, at]).await?;
            end_everything(tx, operator).await
        };
        self.0.transaction(set).await
    }

    /// Whether every shop that an operator runs has that owner, so that their account is the owner's concern alone.
    pub async fn is_within(self, operator: i64, owner: i64) -> Result<bool, StoreError> {
        let sql = "SELECT m.shop_id FROM members m WHERE m.operator_id = $1 AND NOT EXISTS
                   (SELECT 1 FROM members o WHERE o.shop_id = m.shop_id AND o.operator_id = $2
                        AND o.role = 'owner') LIMIT 1";
        Ok(self.0.row(sql, values![operator, owner]).await?.is_none())
    }

    /// Adds an operator who can sign in; whether the address was free.
    pub async fn create(self, email: &str, password: &str) -> Result<bool, StoreError> {
        let (email, password, now) = (email.to_owned(), password.to_owned(), self.0.now());
        let create = async move |tx: &Tx<'_>| create(tx, &email, &password, now).await;
        Ok(self.0.transaction(create).await?.is_some())
    }

    /// Gives an operator a new password, signs every browser of theirs out, and ends every link to another
    /// password.
    pub async fn set_password(self, operator: i64, password: &str) -> Result<(), StoreError> {
        let password = password.to_owned();
        let set = async move |tx: &Tx<'_>| set_password(tx, operator, &password).await;
        self.0.attempt(set).await.map(drop)
    }

    /// Makes an operator the owner of every shop that has no member.
    pub async fn adopt_shops(self, operator: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO members (shop_id, operator_id, role)
                   SELECT s.id, $1, 'owner' FROM shops s
                   WHERE NOT EXISTS (SELECT 1 FROM members m WHERE m.shop_id = s.id)";
        self.0.execute(sql, values![operator]).await.map(drop)
    }

    /// Gives an operator a place in a shop, or another one.
    pub async fn set_member(self, shop: i64, operator: i64, role: Role) -> Result<(), StoreError> {
        self.0.transaction(async move |tx| set_member(tx, shop, operator, role).await).await
    }

    /// Gives an operator another role; whether they have a place there. A shop keeps its last owner.
    pub async fn set_role(self, shop: i64, email: &str, role: Role) -> Result<bool, StoreError> {
        let email = email.to_owned();
        let set = async move |tx: &Tx<'_>| {
            let operator = place(tx, shop, &email, role == Role::Owner).await?;
            set_member(tx, shop, operator, role).await?;
            Ok(())
        };
        self.0.attempt(set).await
    }

    /// Takes an operator's place in a shop away; whether they had one. A shop keeps its last owner.
    pub async fn remove_member(self, shop: i64, email: &str) -> Result<bool, StoreError> {
        let email = email.to_owned();
        let remove = async move |tx: &Tx<'_>| {
            let operator = place(tx, shop, &email, false).await?;
            let sql = "DELETE FROM members WHERE shop_id = $1 AND operator_id = $2";
            tx.require(sql, values![shop, operator]).await
        };
        self.0.attempt(remove).await
    }

    /// The shops that an operator runs, oldest first.
    pub async fn memberships(self, operator: i64) -> Result<Vec<Membership>, StoreError> {
        let sql = "SELECT s.id, s.name, s.second_factor, s.delete_at, m.role
                   FROM members m JOIN shops s ON s.id = m.shop_id WHERE m.operator_id = $1 ORDER BY s.id";
        let rows = self.0.rows(sql, values![operator]).await?;
        let memberships = rows.iter().map(|row| {
            let role = row.parse("role", Role::parse)?;
            let needs_second_factor = row.get::<i64>("second_factor")? != 0;
            Ok(Membership {
                shop: row.get("id")?,
                name: row.get("name")?,
                role,
                needs_second_factor,
                delete_at: row.get("delete_at")?,
            })
        });
        memberships.collect()
    }

    /// Who runs a shop.
    pub async fn members(self, shop: i64) -> Result<Vec<Colleague>, StoreError> {
        let sql = "SELECT o.id, o.email, m.role, o.disabled_at,
                       CASE WHEN o.totp_secret IS NULL THEN 0 ELSE 1 END
                           + (SELECT count(*) FROM passkeys p WHERE p.operator_id = o.id) AS factors,
                       (SELECT max(s.used_at) FROM sessions s WHERE s.operator_id = o.id) AS seen_at
                   FROM members m JOIN operators o ON o.id = m.operator_id
                   WHERE m.shop_id = $1 ORDER BY m.role, o.email";
        let rows = self.0.rows(sql, values![shop]).await?;
        let colleagues = rows.iter().map(|row| {
            Ok(Colleague {
                operator: read(row)?,
                role: row.parse("role", Role::parse)?,
                has_second_factor: row.get::<i64>("factors")? > 0,
                is_disabled: row.get::<Option<i64>>("disabled_at")?.is_some(),
                seen_at: row.get("seen_at")?,
            })
        });
        colleagues.collect()
    }
}

/// Adds an operator who can sign in; their number, unless the address is taken.
async fn create(
    tx: &Tx<'_>,
    email: &str,
    password: &str,
    now: i64,
) -> Result<Option<i64>, StoreError> {
    let sql = "INSERT INTO operators (email, password, created_at) VALUES ($1, $2, $3)
               ON CONFLICT (email) DO NOTHING RETURNING id";
    let row = tx.row(sql, values![email, password, now]).await?;
    row.map(|row| row.get("id")).transpose()
}

/// Gives an operator a new password. Sessions with the old one end, and no link to another password
/// works any more.
async fn set_password(tx: &Tx<'_>, operator: i64, password: &str) -> Result<(), Rollback> {
    let set = "UPDATE operators SET password = $2 WHERE id = $1";
    tx.require(set, values![operator, password]).await?;
    end_everything(tx, operator).await?;
    Ok(())
}

/// Ends what was begun with an earlier password: sessions, links to another password, sign-ins under way.
async fn end_everything(tx: &Tx<'_>, operator: i64) -> Result<(), StoreError> {
    sessions::close_all(tx, operator).await?;
    tx.execute("DELETE FROM links WHERE operator_id = $1", values![operator]).await?;
    tx.execute("DELETE FROM challenges WHERE operator_id = $1", values![operator]).await?;
    Ok(())
}

/// Gives an operator a place in a shop, or another one.
async fn set_member(tx: &Tx<'_>, shop: i64, operator: i64, role: Role) -> Result<(), StoreError> {
    let sql = "INSERT INTO members (shop_id, operator_id, role) VALUES ($1, $2, $3)
               ON CONFLICT (shop_id, operator_id) DO UPDATE SET role = excluded.role";
    tx.execute(sql, values![shop, operator, role.name()]).await.map(drop)
}

/// The number of a member whose place in a shop may change: it is not the last owner's, unless they stay one.
async fn place(tx: &Tx<'_>, shop: i64, email: &str, stays_owner: bool) -> Result<i64, Rollback> {
    // Other changes to who runs the shop wait until this one is done: of two owners who remove each other, neither may
    // count on the other.
    tx.execute("UPDATE shops SET name = name WHERE id = $1", values![shop]).await?;
    let sql = "SELECT m.operator_id, m.role,
                   (SELECT count(*) FROM members o WHERE o.shop_id = $1 AND o.role = 'owner'
                        AND o.operator_id <> m.operator_id) AS other_owners
               FROM members m JOIN operators p ON p.id = m.operator_id
               WHERE m.shop_id = $1 AND p.email = $2";
    let member = tx.row(sql, values![shop, email]).await?.ok_or(Rollback::Refused)?;
    let is_owner = member.parse("role", Role::parse)? == Role::Owner;
    if is_owner && !stays_owner && member.get::<i64>("other_owners")? == 0 {
        return Err(Rollback::Refused);
    }
    Ok(member.get("operator_id")?)
}

/// The operator in a row with their number as `id`.
fn read(row: &Row) -> Result<Operator, StoreError> {
    Ok(Operator { id: row.get("id")?, email: row.get("email")? })
}

fn read_account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        operator: read(row)?,
        password: row.get("password")?,
        has_app: row.get::<i64>("apps")? > 0,
        has_passkey: row.get::<i64>("passkeys")? > 0,
        is_disabled: row.get::<Option<i64>>("disabled_at")?.is_some(),
    })
}

/// What is kept of a token that opens a door. It is pure chance, and long, so a digest that is slow to make would
/// protect nothing.
fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
