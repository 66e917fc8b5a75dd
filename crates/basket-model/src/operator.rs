//! People who run shops: who they are, what they may do, and how they prove it. It must never know
//! pages or where anything is kept.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use thiserror::Error;

/// How many characters a password needs. Length is what makes one hard to guess; rules about signs
/// only make it hard to remember.
const PASSWORD_LENGTH: usize = 10;
/// Longer ones are cut nowhere, but somebody has to compute them.
const PASSWORD_MOST: usize = 200;
/// The e-mail address of the demo shop's operator.
pub const DEMO_EMAIL: &str = "demo@example.com";
/// The password of the demo shop's operator, which everybody knows.
pub const DEMO_PASSWORD: &str = "demo-demo-demo";
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
    // What could mean more than an address in a link, a header or a mail program is in no real one.
    let is_odd = |sign: char| {
        sign.is_whitespace() || sign.is_control() || "\"(),:;<>@[\\]?&%#".contains(sign)
    };
    let is_name = !name.is_empty() && !name.contains(is_odd);
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|sign| sign.is_alphanumeric() || sign == '-')
    };
    (email.len() <= EMAIL_MOST && is_name && host.split('.').all(is_label)).then_some(email)
}

/// Why a password will not do; `None` if it will.
pub fn password_problem(password: &str) -> Option<&'static str> {
    let length = password.chars().count();
    if length < PASSWORD_LENGTH {
        Some("Use at least 10 characters; a few words are easy to remember.")
    } else if length > PASSWORD_MOST {
        Some("Use at most 200 characters.")
    } else if password == DEMO_PASSWORD {
        Some("This is the demo shop's password, which everybody knows.")
    } else {
        None
    }
}

/// A password could not be hashed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a password could not be hashed: {0}")]
pub struct PasswordError(String);

/// A password as it is stored: Argon2id, with the memory and the rounds that OWASP asks for. It takes tens of
/// milliseconds on purpose, so async code must not call it on a thread that answers requests.
pub fn hash_password(password: &str) -> Result<String, PasswordError> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| PasswordError(error.to_string()))
}

/// Whether it is the stored password; as slow as [`hash_password`]. Without a stored one it takes as long and is
/// wrong, so that nobody learns who has an account.
pub fn verify_password(password: &str, stored: Option<&str>) -> bool {
    /// Of a password that nobody has: its digest is all zeros.
    const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA\
                          $AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    PasswordHash::new(stored.unwrap_or(NOBODY))
        .is_ok_and(|stored| Argon2::default().verify_password(password.as_bytes(), &stored).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_password_is_right() {
        let stored = hash_password("correct horse").unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(verify_password("correct horse", Some(&stored)));
        assert!(!verify_password("Correct horse", Some(&stored)));
        assert!(!verify_password("correct horse", None));
        assert!(!verify_password("correct horse", Some("odd")));
        assert_ne!(stored, hash_password("correct horse").unwrap(), "each has its own salt");
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
        assert!(password_problem(DEMO_PASSWORD).is_some());
        assert!(password_problem("correct horse").is_none());
    }
}
