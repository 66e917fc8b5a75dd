//! The second factor after the password: codes of an authenticator app, and recovery codes on paper.

use crate::token::{self, NoRandomness};
use sha2::{Digest as _, Sha256};
use totp_rs::{Builder, Secret, Totp};

/// What an authenticator app shows besides the account.
const ISSUER: &str = "Basket";
/// How many recovery codes an operator gets, and how many digits each has: 120 bits, so that a digest need not be slow.
const CODES: usize = 10;
const CODE: usize = 30;
/// After how many digits a recovery code has a hyphen.
const GROUP: usize = 5;

/// An app that shows a new code every 30 seconds, as RFC 6238 has it: six digits by SHA-1, which is all that every app can.
#[derive(Debug, Clone)]
pub struct AuthenticatorApp(Totp);

impl AuthenticatorApp {
    /// An app that nobody has yet.
    pub fn random() -> Result<Self, NoRandomness> {
        let bytes = Sha256::digest(token::random()?);
        let bytes: Box<[u8]> = bytes.iter().copied().take(20).collect();
        Ok(Self::with(Secret::new(bytes), ""))
    }

    /// The app with this secret; `None` if the secret is invalid.
    pub fn parse(secret: &str) -> Option<Self> {
        Some(Self::with(Secret::try_from_base32(secret).ok()?, ""))
    }

    fn with(secret: Secret, account: &str) -> Self {
        let app = Builder::new().with_secret(secret).with_issuer(Some(ISSUER));
        // Codes of the step before and after are good, too: clocks differ, and people type slowly.
        Self(app.with_account_name(account).with_skew(1).build_noncompliant())
    }

    /// The secret, as people type it.
    pub fn secret(&self) -> String {
        self.0.secret().to_base32()
    }

    /// The address that a picture for the app's camera has in it.
    pub fn address(&self, email: &str) -> String {
        Self::with(self.0.secret().clone(), email).0.to_url().unwrap_or_default()
    }

    /// The code that the app shows at that time, in milliseconds since 1970.
    pub fn code(&self, now: i64) -> String {
        self.0.generate(u64::try_from(now / 1000).unwrap_or_default()).to_string()
    }

    /// The number of the 30 seconds that the code is of, if it is one of now; `now` is in milliseconds since 1970.
    pub fn check(&self, code: &str, now: i64) -> Option<i64> {
        let seconds = u64::try_from(now / 1000).ok()?;
        let step = self.0.check(&code.replace(char::is_whitespace, ""), seconds)?;
        i64::try_from(step).ok()
    }
}

/// Recovery codes on paper, each valid once, for operators who have lost everything else.
#[derive(Debug)]
pub struct RecoveryCodes;

impl RecoveryCodes {
    /// New ones.
    pub fn random() -> Result<Vec<String>, NoRandomness> {
        let code = |_| {
            let digits = token::random()?;
            let groups = digits.as_bytes()[..CODE].chunks(GROUP).map(String::from_utf8_lossy);
            Ok(groups.collect::<Vec<_>>().join("-"))
        };
        (0..CODES).map(code).collect()
    }

    /// A code that an operator typed, as it was made; `None` if it cannot be one.
    pub fn read(typed: &str) -> Option<String> {
        let is_plain = |sign: &char| sign.is_ascii_alphanumeric();
        let digits: String = typed.to_lowercase().chars().filter(is_plain).collect();
        let groups = digits.as_bytes().chunks(GROUP).map(String::from_utf8_lossy);
        (digits.len() == CODE).then(|| groups.collect::<Vec<_>>().join("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the RFC's test vectors, in Base32.
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_are_those_of_the_standard() {
        let app = AuthenticatorApp::parse(SECRET).unwrap();
        // RFC 6238, appendix B, without the first two of eight digits.
        for (seconds, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")]
        {
            assert_eq!(app.code(seconds * 1000), code);
            assert_eq!(app.check(code, seconds * 1000), Some(seconds / 30), "{seconds}");
            assert!(app.check(code, (seconds + 30) * 1000).is_some(), "a step later");
            assert_eq!(app.check(code, (seconds + 90) * 1000), None, "three steps later");
        }
        assert!(app.check(" 287 082 ", 59_000).is_some());
        for code in ["", "28708", "2870822", "abcdef", "000000"] {
            assert_eq!(app.check(code, 59_000), None, "{code}");
        }
    }

    #[test]
    fn an_app_reads_who_it_is_for() {
        let app = AuthenticatorApp::parse(SECRET).unwrap();
        let address = app.address("ann@shop.example");
        assert!(address.starts_with("otpauth://totp/Basket:ann%40shop.example?"), "{address}");
        assert!(address.contains(&format!("secret={SECRET}")), "{address}");
        assert_eq!(app.secret(), SECRET);
        assert_ne!(AuthenticatorApp::random().unwrap().secret(), SECRET);
        assert!(AuthenticatorApp::parse("not base32!").is_none());
    }

    #[test]
    fn recovery_codes_are_read_however_they_are_typed() {
        let codes = RecoveryCodes::random().unwrap();
        assert_eq!(codes.len(), 10);
        let code = &codes[0];
        assert_eq!(code.len(), 35, "{code}");
        let typed = format!(" {} ", code.to_uppercase().replace('-', " "));
        assert_eq!(RecoveryCodes::read(&typed).as_ref(), Some(code));
        assert_eq!(RecoveryCodes::read("123456"), None);
        assert_eq!(RecoveryCodes::read(""), None);
    }
}
