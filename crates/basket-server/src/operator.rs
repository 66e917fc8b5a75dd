//! People who run shops: who they are, what they may do, and how they prove it. It must never know
//! pages or where anything is kept.

use crate::store::StoreError;
use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};

/// How many characters a password needs. Length is what makes one hard to guess; rules about signs
/// only make it hard to remember.
const PASSWORD_LENGTH: usize = 10;
/// Longer ones are cut nowhere, but somebody has to compute them.
const PASSWORD_MOST: usize = 200;
/// How long an address may be.
const EMAIL_MOST: usize = 254;

/// Somebody who can sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// Their number in the database; never shown.
    pub id: i64,
    /// Their address, in small letters.
    pub email: String,
}

/// What a member of a shop may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Everything.
    Owner,
    /// Everything but keys, checkout and people.
    Staff,
}

impl Role {
    /// The name that is kept and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Staff => "staff",
        }
    }

    /// The role of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Owner, Self::Staff].into_iter().find(|role| role.name() == name)
    }
}

/// What an address that works once is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// To become the first operator.
    Setup,
    /// To join a shop.
    Join,
    /// To choose a new password.
    Password,
}

impl LinkPurpose {
    /// The name that is kept and stands in the address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Join => "join",
            Self::Password => "password",
        }
    }
}

/// An address as it is kept; `None` if it cannot be one. Whether somebody reads what is sent there is
/// not for us to find out here.
pub fn read_email(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (name, host) = email.rsplit_once('@')?;
    let is_plain = |part: &str| {
        let plain = |sign: char| !sign.is_whitespace() && !sign.is_control();
        !part.is_empty() && part.chars().all(plain)
    };
    (email.len() <= EMAIL_MOST && is_plain(name) && is_plain(host)).then_some(email)
}

/// Why a password will not do; `None` if it will.
pub fn password_problem(password: &str) -> Option<&'static str> {
    let length = password.chars().count();
    if length < PASSWORD_LENGTH {
        Some("Use at least 10 characters; a few words are easy to remember.")
    } else if length > PASSWORD_MOST {
        Some("Use at most 200 characters.")
    } else if password == crate::demo::PASSWORD {
        Some("This is the demo shop's password, which everybody knows.")
    } else {
        None
    }
}

/// A password as it is kept: Argon2id, with the memory and the rounds that OWASP asks for.
pub async fn hash(password: String) -> Result<String, StoreError> {
    let failed = |error: argon2::password_hash::Error| StoreError::Internal(error.to_string());
    let work =
        move || Argon2::default().hash_password(password.as_bytes()).map(|it| it.to_string());
    slowly(work).await?.map_err(failed)
}

/// Whether it is that password. Without one to compare with, it takes as long and is wrong, so that
/// nobody learns who has an account.
pub(crate) async fn verify(password: String, kept: Option<String>) -> Result<bool, StoreError> {
    /// Of a password that nobody has: its digest is all zeros.
    const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA\
                          $AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let work = move || {
        let kept = kept.as_deref().unwrap_or(NOBODY);
        PasswordHash::new(kept)
            .is_ok_and(|kept| Argon2::default().verify_password(password.as_bytes(), &kept).is_ok())
    };
    slowly(work).await
}

/// Off the threads that answer, which would stand still for tens of milliseconds.
async fn slowly<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    let gone = |_| StoreError::Unavailable("the work was given up".to_owned());
    tokio::task::spawn_blocking(work).await.map_err(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let kept = hash("correct horse".to_owned()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(verify("correct horse".to_owned(), Some(kept.clone())).await.unwrap());
        assert!(!verify("Correct horse".to_owned(), Some(kept.clone())).await.unwrap());
        assert!(!verify("correct horse".to_owned(), None).await.unwrap());
        assert!(!verify("correct horse".to_owned(), Some("odd".to_owned())).await.unwrap());
        assert_ne!(kept, hash("correct horse".to_owned()).await.unwrap(), "each has its own salt");
    }

    #[tokio::test]
    async fn the_demos_password_is_kept_as_it_would_be_made() {
        let kept = Some(crate::demo::KEPT_PASSWORD.to_owned());
        assert!(verify(crate::demo::PASSWORD.to_owned(), kept).await.unwrap());
    }

    #[test]
    fn addresses_are_read_without_a_care_for_case() {
        assert_eq!(read_email(" Ann@Shop.Example ").as_deref(), Some("ann@shop.example"));
        for text in ["", "ann", "@shop.example", "ann@", "a b@shop.example", "a\0@shop.example"] {
            assert_eq!(read_email(text), None, "{text:?}");
        }
    }

    #[test]
    fn short_and_well_known_passwords_will_not_do() {
        assert!(password_problem("123456789").is_some());
        assert!(password_problem(crate::demo::PASSWORD).is_some());
        assert!(password_problem("correct horse").is_none());
    }
}
