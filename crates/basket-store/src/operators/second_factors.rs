//! Second factors of operators: authenticator app, passkeys and recovery codes.

use super::digest;
use crate::{
    Store, StoreError,
    query::Query,
    row::{Row, values},
    secrets::of_operator,
    transaction::Tx,
};

/// Authenticator apps, passkeys and recovery codes.
#[derive(Debug, Clone, Copy)]
pub struct SecondFactors<'a>(pub(crate) &'a Store);

/// A passkey of an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// By what the browser names it.
    pub id: Vec<u8>,
    /// Whose.
    pub operator: i64,
    /// What its owner calls it.
    pub name: String,
    /// Its public half, as JSON.
    pub credential: String,
    /// Since when there is one, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was used last.
    pub used_at: Option<i64>,
}

/// Reads passkeys.
macro_rules! passkeys {
    ($which:literal) => {
        concat!(
            "SELECT id, operator_id, name, credential, created_at, used_at FROM passkeys WHERE ",
            $which
        )
    };
}

impl SecondFactors<'_> {
    /// The secret of an operator's authenticator app.
    pub async fn app_secret(self, operator: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT totp_secret FROM operators WHERE id = $1";
        let row = self.0.row(sql, values![operator]).await?;
        let kept = row.map_or(Ok(None), |row| row.get::<Option<String>>("totp_secret"))?;
        let open = |kept: String| self.0.secret_keys.open(&of_operator(operator), &kept);
        kept.map(open).transpose()
    }

    /// Gives an operator an authenticator app, in place of the one they had; or none.
    pub async fn set_app(self, operator: i64, secret: Option<&str>) -> Result<(), StoreError> {
        let close = |secret| self.0.secret_keys.close(&of_operator(operator), secret);
        let kept = secret.map(close).transpose()?;
        let sql = "UPDATE operators SET totp_secret = $2, totp_step = 0 WHERE id = $1";
        self.0.execute(sql, values![operator, kept]).await.map(drop)
    }

    /// Notes that a code of these 30 seconds was used; whether none of them, or of later ones, was before.
    pub async fn use_app(self, operator: i64, step: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE operators SET totp_step = $2 WHERE id = $1 AND totp_step < $2";
        Ok(self.0.execute(sql, values![operator, step]).await? > 0)
    }

    /// The operator's passkeys, oldest first.
    pub async fn passkeys(self, operator: i64) -> Result<Vec<Passkey>, StoreError> {
        let sql = passkeys!("operator_id = $1 ORDER BY created_at, id");
        self.0.rows(sql, values![operator]).await?.iter().map(read).collect()
    }

    /// The passkey that a browser names so.
    pub async fn find_passkey(self, id: &[u8]) -> Result<Option<Passkey>, StoreError> {
        let row = self.0.row(passkeys!("id = $1"), values![id]).await?;
        row.as_ref().map(read).transpose()
    }

    /// Adds a passkey; whether nobody has it.
    pub async fn add_passkey(
        self,
        operator: i64,
        id: &[u8],
        name: &str,
        credential: &str,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO passkeys (id, operator_id, name, credential, created_at)
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
        let values = values![id, operator, name, credential, self.0.now()];
        Ok(self.0.execute(sql, values).await? > 0)
    }

    /// Notes that a passkey was used, with what has become of its public half.
    pub async fn use_passkey(self, id: &[u8], credential: &str) -> Result<(), StoreError> {
        let sql = "UPDATE passkeys SET credential = $2, used_at = $3 WHERE id = $1";
        self.0.execute(sql, values![id, credential, self.0.now()]).await.map(drop)
    }

    /// Takes a passkey away; whether it was theirs.
    pub async fn remove_passkey(self, operator: i64, id: &[u8]) -> Result<bool, StoreError> {
        let sql = "DELETE FROM passkeys WHERE operator_id = $1 AND id = $2";
        Ok(self.0.execute(sql, values![operator, id]).await? > 0)
    }

    /// Gives an operator recovery codes in place of those they had.
    pub async fn set_recovery_codes(
        self,
        operator: i64,
        codes: &[String],
    ) -> Result<(), StoreError> {
        let digests: Vec<Vec<u8>> = codes.iter().map(|code| digest(code)).collect();
        let set = async move |tx: &Tx<'_>| {
            let delete = "DELETE FROM recovery_codes WHERE operator_id = $1";
            tx.execute(delete, values![operator]).await?;
            let insert = "INSERT INTO recovery_codes (operator_id, digest) VALUES ($1, $2)";
            for digest in digests {
                tx.execute(insert, values![operator, digest]).await?;
            }
            Ok(())
        };
        self.0.transaction(set).await
    }

    /// Uses up a recovery code; whether it was one.
    pub async fn use_recovery_code(self, operator: i64, code: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM recovery_codes WHERE operator_id = $1 AND digest = $2";
        Ok(self.0.execute(sql, values![operator, digest(code)]).await? > 0)
    }

    /// How many recovery codes an operator has left.
    pub async fn recovery_codes(self, operator: i64) -> Result<i64, StoreError> {
        let sql = "SELECT count(*) AS codes FROM recovery_codes WHERE operator_id = $1";
        self.0.row(sql, values![operator]).await?.map_or(Ok(0), |row| row.get("codes"))
    }

    /// Removes all second factors: for an operator who has lost them.
    pub async fn remove_all(self, operator: i64) -> Result<(), StoreError> {
        let remove = async move |tx: &Tx<'_>| {
            for sql in [
                "UPDATE operators SET totp_secret = NULL, totp_step = 0 WHERE id = $1",
                "DELETE FROM passkeys WHERE operator_id = $1",
                "DELETE FROM recovery_codes WHERE operator_id = $1",
            ] {
                tx.execute(sql, values![operator]).await?;
            }
            super::sessions::close_all(tx, operator).await
        };
        self.0.transaction(remove).await
    }
}

fn read(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: row.get("id")?,
        operator: row.get("operator_id")?,
        name: row.get("name")?,
        credential: row.get("credential")?,
        created_at: row.get("created_at")?,
        used_at: row.get("used_at")?,
    })
}
