//! What an operator has begun and must finish within minutes: to sign in after the password or with a passkey, to add an app
//! or a passkey.

use super::digest;
use crate::{
    Store, StoreError,
    query::Query,
    row::{Row, values},
    transaction::Tx,
};
use basket_model::token;

/// How long it may take, in milliseconds.
const LIFETIME: i64 = 10 * 60 * 1000;

/// Whose secret the state of a challenge is: it may be that of an app which is about to be added.
const OWNER: &str = "challenge";

/// What an operator has begun.
#[derive(Debug, Clone, Copy)]
pub struct Challenges<'a>(pub(crate) &'a Store);

/// What a challenge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengePurpose {
    /// To sign in, the password being right.
    SecondStep,
    /// To sign in with a passkey.
    PasskeySignIn,
    /// To add an authenticator app.
    AddApp,
    /// To add a passkey.
    AddPasskey,
}

impl ChallengePurpose {
    fn name(self) -> &'static str {
        match self {
            Self::SecondStep => "second-step",
            Self::PasskeySignIn => "passkey-sign-in",
            Self::AddApp => "add-app",
            Self::AddPasskey => "add-passkey",
        }
    }
}

/// Something that an operator has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// Who, if that is known.
    pub operator: Option<i64>,
    /// What is needed to finish it.
    pub state: String,
}

impl Challenges<'_> {
    /// Begins something; what has to be sent back to finish it.
    pub async fn begin(
        self,
        purpose: ChallengePurpose,
        operator: Option<i64>,
        state: &str,
    ) -> Result<String, StoreError> {
        let token = token::random()?;
        let sql = "INSERT INTO challenges (digest, purpose, operator_id, state, expires_at)
                   VALUES ($1, $2, $3, $4, $5)";
        let ends = self.0.now().saturating_add(LIFETIME);
        let state = self.0.secret_keys.close(OWNER, state)?;
        let values = values![digest(&token), purpose.name(), operator, state, ends];
        self.0.execute(sql, values).await?;
        Ok(token)
    }

    /// What was begun with that, if it can still be finished.
    pub async fn find(
        self,
        purpose: ChallengePurpose,
        token: &str,
    ) -> Result<Option<Challenge>, StoreError> {
        let sql = "SELECT operator_id, state FROM challenges
                   WHERE digest = $1 AND purpose = $2 AND expires_at > $3";
        let values = values![digest(token), purpose.name(), self.0.now()];
        self.0.row(sql, values).await?.as_ref().map(|row| self.read(row)).transpose()
    }

    /// Likewise, and it cannot be finished a second time.
    pub async fn finish(
        self,
        purpose: ChallengePurpose,
        token: &str,
    ) -> Result<Option<Challenge>, StoreError> {
        let sql = "DELETE FROM challenges WHERE digest = $1 AND purpose = $2 AND expires_at > $3
                   RETURNING operator_id, state";
        let values = values![digest(token), purpose.name(), self.0.now()];
        let take = async move |tx: &Tx<'_>| tx.row(sql, values).await;
        self.0.transaction(take).await?.as_ref().map(|row| self.read(row)).transpose()
    }

    /// Deletes what nobody has finished.
    pub(crate) async fn sweep(self) -> Result<(), StoreError> {
        let sql = "DELETE FROM challenges WHERE expires_at < $1";
        self.0.execute(sql, values![self.0.now()]).await.map(drop)
    }

    fn read(self, row: &Row) -> Result<Challenge, StoreError> {
        let state = self.0.secret_keys.open(OWNER, &row.get::<String>("state")?)?;
        Ok(Challenge { operator: row.get("operator_id")?, state })
    }
}
