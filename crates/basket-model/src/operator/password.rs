//! Passwords: which will do, and how they are kept.

use super::DEMO_PASSWORD;
use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use thiserror::Error;

/// How many characters a password needs. Length is what makes one hard to guess; rules about signs
/// only make it hard to remember.
const LEAST: usize = 10;
/// Longer ones are not cut, but hashing them takes time.
const MOST: usize = 200;
/// How many characters a password needs besides words that belong to its owner.
const LEAST_BESIDES: usize = 6;
/// How many different characters a password needs.
const LEAST_DIFFERENT: usize = 5;
/// How long a word must be to be looked for: shorter ones are in too many good passwords by chance.
const WORD: usize = 4;

/// The passwords that everybody tries first, without those that are too short anyway.
const COMMON: &str = include_str!("common_passwords.txt");

/// Why a password is refused; `None` if it is accepted. `words` are what a stranger knows of its owner: their address, the names
/// of their shops.
pub fn password_problem(password: &str, words: &[&str]) -> Option<&'static str> {
    let length = password.chars().count();
    if length < LEAST {
        return Some("Use at least 10 characters; a few words are easy to remember.");
    }
    if length > MOST {
        return Some("Use at most 200 characters.");
    }
    if password == DEMO_PASSWORD {
        return Some("This is the demo shop's password, which is public. Choose another one.");
    }
    let password = password.to_lowercase();
    let mut different: Vec<char> = password.chars().collect();
    different.sort_unstable();
    different.dedup();
    if different.len() < LEAST_DIFFERENT || is_common(&password) {
        return Some("This password is too common. Choose another one.");
    }
    if besides(password, words).chars().count() < LEAST_BESIDES {
        return Some(
            "This password is too similar to your e-mail address or your shop's name. Choose another one.",
        );
    }
    None
}

fn is_common(password: &str) -> bool {
    COMMON.lines().filter(|line| !line.starts_with("# ")).any(|common| common == password)
}

/// What is left of a password without the words that these texts consist of.
fn besides(mut password: String, texts: &[&str]) -> String {
    for text in texts {
        for word in text.to_lowercase().split(|sign: char| !sign.is_alphanumeric()) {
            if word.chars().count() >= WORD {
                password = password.replace(word, "");
            }
        }
    }
    password
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
    fn what_others_would_try_first_will_not_do() {
        let words = ["ann.miller@honey-shop.example", "Ann's Honey"];
        for password in [
            "123456789",
            DEMO_PASSWORD,
            "1q2w3e4r5t",
            "Password123",
            "QWERTYUIOP",
            "aaaaaaaaaaaa",
            "121212121212",
            "honeyhoney1",
            "Miller2026!",
            "honey-shop-1",
        ] {
            assert!(password_problem(password, &words).is_some(), "{password}");
        }
        for password in ["correct horse", "ann keeps bees at home", "Miller und die 7 Zwerge"] {
            assert_eq!(password_problem(password, &words), None, "{password}");
        }
        assert!(password_problem(&"ab12".repeat(51), &[]).is_some());
        assert_eq!(password_problem("honeyhoney1", &["ann@else.example"]), None);
    }

    #[test]
    fn a_password_at_a_limit_is_accepted() {
        let words = ["honeypot bees"];
        for (within, beyond, problem) in [
            ("kz4qxw7vmn", "kz4qxw7vm", "at least 10"),
            (&*"kz4qxw7vmn".repeat(20), &*"kz4qxw7vmn".repeat(21), "at most 200"),
            ("kzkzqxqxwk", "kzkzqxqxkz", "too common"),
            ("honeypotkz4qxw", "honeypotkz4qx", "your shop's name"),
            ("beekeepers", "beesbeesbees4z", "your shop's name"),
        ] {
            assert_eq!(password_problem(within, &words), None, "{within}");
            let found = password_problem(beyond, &words).unwrap_or_default();
            assert!(found.contains(problem), "{beyond}: {found}");
        }
        let longest = "kz4qxw7vmn".repeat(20);
        assert!(password_problem(&format!("{longest}k"), &words).is_some());
    }
}
