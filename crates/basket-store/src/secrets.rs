//! Encrypts what has to be readable again, such as a payment provider's key: a copy of the database alone does not
//! show it. Passwords and tokens are kept as digests instead. It must never know what a secret is for.

use crate::{Store, StoreError, query::Query, row::values};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use basket_model::token;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest as _, Sha256};
use std::{fmt, str::FromStr, sync::Arc};
use thiserror::Error;

/// What an encrypted text begins with; the name of its key and the bytes follow. No secret of a provider begins so.
const MARK: &str = "encrypted:";
/// How many bytes a key has.
const KEY: usize = 32;

/// The keys that secrets are encrypted with. New secrets get the first; the others still open what they closed. Without
/// any, secrets are kept as they are.
#[derive(Clone, Default)]
pub struct SecretKeys(Arc<[SecretKey]>);

struct SecretKey {
    /// A few digits of its digest, by which a text tells which key it needs.
    name: String,
    key: LessSafeKey,
}

/// Why a text is not a list of keys.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadSecretKeys {
    /// One of them, counted from 1, is not a key.
    #[error("key {0} is not 32 bytes in Base64; create one with `basket secrets key`")]
    Key(usize),
    /// There is none.
    #[error("there is no key in it; create one with `basket secrets key`")]
    Empty,
}

impl FromStr for SecretKeys {
    type Err = BadSecretKeys;

    /// Keys in Base64, separated by white space or commas; the one to encrypt with first.
    fn from_str(text: &str) -> Result<Self, BadSecretKeys> {
        let words = text.split(|sign: char| sign.is_whitespace() || sign == ',');
        let words = words.filter(|word| !word.is_empty());
        let key = |(index, word)| SecretKey::read(word).ok_or(BadSecretKeys::Key(index + 1));
        let keys: Arc<[SecretKey]> = words.enumerate().map(key).collect::<Result<_, _>>()?;
        if keys.is_empty() { Err(BadSecretKeys::Empty) } else { Ok(Self(keys)) }
    }
}

impl fmt::Debug for SecretKeys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.0.iter().map(|key| &key.name)).finish()
    }
}

impl SecretKey {
    fn read(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text).ok().filter(|bytes| bytes.len() == KEY)?;
        let key = LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &bytes).ok()?);
        Some(Self { name: hex::encode(&Sha256::digest(&bytes)[..4]), key })
    }
}

impl SecretKeys {
    /// A new key, as [`Self::from_str`] reads it.
    pub fn random() -> Result<String, StoreError> {
        Ok(STANDARD.encode(Sha256::digest(format!("{}{}", token::random()?, token::random()?))))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text as it is kept. It can be opened only for the same owner, so nobody moves it to another row.
    pub(crate) fn close(&self, owner: &str, text: &str) -> Result<String, StoreError> {
        let Some(SecretKey { name, key }) = self.0.first() else { return Ok(text.to_owned()) };
        let failed = || StoreError::Internal("cannot encrypt a secret".to_owned());
        let random = Sha256::digest(token::random()?);
        let nonce = *random.first_chunk::<NONCE_LEN>().ok_or_else(failed)?;
        let mut bytes = text.as_bytes().to_vec();
        let aad = Aad::from(owner.as_bytes());
        let sealed =
            key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut bytes);
        sealed.map_err(|_| failed())?;
        let bytes = [&nonce[..], &bytes].concat();
        Ok(format!("{MARK}{name}:{}", STANDARD.encode(bytes)))
    }

    /// The text that was closed for this owner. What was kept before there were keys is kept as it is.
    pub(crate) fn open(&self, owner: &str, kept: &str) -> Result<String, StoreError> {
        let Some(rest) = kept.strip_prefix(MARK) else { return Ok(kept.to_owned()) };
        let (name, bytes) = rest.split_once(':').unwrap_or((rest, ""));
        let key = self.0.iter().find(|key| key.name == name);
        let key = key.ok_or_else(|| StoreError::SecretKeyMissing(name.to_owned()))?;
        let wrong =
            || StoreError::Internal("a secret is corrupt, or belongs to another record".to_owned());
        let mut bytes = STANDARD.decode(bytes).map_err(|_| wrong())?;
        let (nonce, closed) = bytes.split_first_chunk_mut::<NONCE_LEN>().ok_or_else(wrong)?;
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let opened = key.key.open_in_place(nonce, Aad::from(owner.as_bytes()), closed);
        let opened = opened.map_err(|_| wrong())?;
        String::from_utf8(opened.to_vec()).map_err(|_| wrong())
    }

    /// Whether the text is kept as the first key would keep it.
    fn is_current(&self, kept: &str) -> bool {
        match self.0.first() {
            Some(key) => kept.starts_with(&format!("{MARK}{}:", key.name)),
            None => !kept.starts_with(MARK),
        }
    }
}

/// A column with secrets, of a table with its numbers in `id`.
struct Column {
    select: &'static str,
    update: &'static str,
    owner: fn(i64) -> String,
}

macro_rules! column {
    ($table:literal, $column:literal, $owner:expr) => {
        Column {
            select: concat!(
                "SELECT id, ",
                $column,
                " AS kept FROM ",
                $table,
                " WHERE ",
                $column,
                " IS NOT NULL ORDER BY id"
            ),
            update: concat!(
                "UPDATE ",
                $table,
                " SET ",
                $column,
                " = $2 WHERE id = $1 AND ",
                $column,
                " = $3"
            ),
            owner: $owner,
        }
    };
}

const COLUMNS: [Column; 7] = [
    column!("shops", "stripe_key", of_shop),
    column!("shops", "stripe_webhook_secret", of_shop),
    column!("shops", "webhook_secret", of_shop),
    column!("shops", "webhook_secret_before", of_shop),
    column!("shops", "handover_secret", of_shop),
    column!("shops", "handover_secret_before", of_shop),
    column!("operators", "totp_secret", of_operator),
];

/// The owner of a shop's secrets.
pub(crate) fn of_shop(shop: i64) -> String {
    format!("shop {shop}")
}

/// The owner of an operator's secrets.
pub(crate) fn of_operator(operator: i64) -> String {
    format!("operator {operator}")
}

/// Opens every secret once.
pub(crate) async fn check_secrets(
    database: &impl Query,
    keys: &SecretKeys,
) -> Result<(), StoreError> {
    for Column { select, owner, .. } in COLUMNS {
        for row in database.rows(select, values![]).await? {
            keys.open(&owner(row.get("id")?), &row.get::<String>("kept")?)?;
        }
    }
    Ok(())
}

/// The secrets in a database.
#[derive(Debug, Clone, Copy)]
pub struct Secrets<'a>(pub(crate) &'a Store);

impl Secrets<'_> {
    /// Opens every secret once, so that a missing key is noticed before it is needed.
    pub async fn check(self) -> Result<(), StoreError> {
        check_secrets(self.0, &self.0.secret_keys).await
    }

    /// Encrypts every secret with the first key; how many were kept otherwise.
    pub async fn encrypt_again(self) -> Result<u64, StoreError> {
        self.keep_by(&self.0.secret_keys).await
    }

    /// Keeps every secret as it is; how many were encrypted.
    pub async fn decrypt(self) -> Result<u64, StoreError> {
        self.keep_by(&SecretKeys::default()).await
    }

    async fn keep_by(self, keys: &SecretKeys) -> Result<u64, StoreError> {
        let mut count = 0;
        for Column { select, update, owner } in COLUMNS {
            for row in self.0.rows(select, values![]).await? {
                let (id, kept): (i64, String) = (row.get("id")?, row.get("kept")?);
                if keys.is_current(&kept) {
                    continue;
                }
                let text = self.0.secret_keys.open(&owner(id), &kept)?;
                let closed = keys.close(&owner(id), &text)?;
                // A secret that was set in between is already encrypted with the right key.
                count += self.0.execute(update, values![id, closed, kept]).await?;
            }
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(list: &[&str]) -> SecretKeys {
        list.join("\n").parse().unwrap()
    }

    #[test]
    fn a_secret_is_opened_by_its_key_for_its_owner_and_unchanged() {
        let [old, new] = [(); 2].map(|()| SecretKeys::random().unwrap());
        let kept = keys(&[&old]).close("shop 1", "sk_live_1").unwrap();
        assert!(kept.starts_with(MARK) && !kept.contains("sk_live_1"), "{kept}");
        assert_ne!(kept, keys(&[&old]).close("shop 1", "sk_live_1").unwrap());
        let open = |keys: &SecretKeys, owner: &str, kept: &str| keys.open(owner, kept);
        let both = keys(&[&new, &old]);
        assert_eq!(open(&both, "shop 1", &kept).unwrap(), "sk_live_1");
        assert!(matches!(open(&both, "shop 2", &kept), Err(StoreError::Internal(_))), "moved");
        let changed = format!("{}AAAA", &kept[..kept.len() - 4]);
        assert!(matches!(open(&both, "shop 1", &changed), Err(StoreError::Internal(_))));
        let without = open(&keys(&[&new]), "shop 1", &kept);
        assert!(matches!(without, Err(StoreError::SecretKeyMissing(_))));
        for odd in ["encrypted:", "encrypted:abc", "encrypted:abc:!"] {
            assert!(open(&both, "shop 1", odd).is_err(), "{odd}");
        }
        assert_eq!(open(&both, "shop 1", "as before").unwrap(), "as before");
        assert!(!format!("{both:?}").contains(&old));
    }
}
