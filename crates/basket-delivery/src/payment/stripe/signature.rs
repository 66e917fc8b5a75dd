//! Whether a message is Stripe's, and of now.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// How old a message may be, or ahead of our clock, in seconds: nobody can send later what they recorded.
const TOLERANCE: u64 = 5 * 60;

/// Whether a `Stripe-Signature` was made with the secret over this body, within minutes of `now`, in seconds since 1970.
pub fn is_signed(header: &str, secret: &str, body: &[u8], now: i64) -> bool {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let Some((_, timestamp)) = parts().find(|(name, _)| *name == "t") else { return false };
    let Ok(at) = timestamp.parse::<i64>() else { return false };
    if now.abs_diff(at) > TOLERANCE || secret.is_empty() {
        return false;
    }
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
    for part in [timestamp.as_bytes(), b".", body] {
        mac.update(part);
    }
    // While a secret is replaced, there is a signature for each.
    let mut signatures = parts()
        .filter(|(name, _)| *name == "v1")
        .filter_map(|(_, digits)| hex::decode(digits).ok());
    signatures.any(|signature| mac.clone().verify_slice(&signature).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"type":"checkout.session.completed"}"#;
    const SECRET: &str = "whsec_test";
    const NOW: i64 = 1_800_000_000;

    fn sign(secret: &str, at: i64, body: &[u8]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(format!("{at}.").as_bytes());
        mac.update(body);
        hex::encode(mac.finalize().into_bytes())
    }

    #[test]
    fn only_what_the_secret_signed_is_signed() {
        let right = sign(SECRET, NOW, BODY);
        let good = |header: String| is_signed(&header, SECRET, BODY, NOW);
        assert!(good(format!("t={NOW},v1={right}")));
        assert!(good(format!("t={NOW}, v0=00, v1=00, v1={right}")), "one of many");
        assert!(!good(format!("t={NOW},v0={right}")), "of another kind");
        assert!(!good(format!("t={},v1={right}", NOW + 1)), "of another moment");
        assert!(!good(format!("t={NOW},v1={}", sign("whsec_other", NOW, BODY))));
        assert!(!good(format!("t={NOW},v1={}", sign(SECRET, NOW, b"{}"))));
        for odd in ["", "t=", "t=x,v1=y", "v1=", "t=1", "t=1800000000,v1=é", "t=1800000000,v1=+f"]
        {
            assert!(!good(odd.to_owned()), "{odd}");
        }
        assert!(!is_signed(&format!("t={NOW},v1={}", sign("", NOW, BODY)), "", BODY, NOW));
    }

    #[test]
    fn what_is_not_of_now_is_turned_away() {
        for (at, is_fine) in [(-301, false), (-300, true), (300, true), (301, false)] {
            let at = NOW + at;
            let header = format!("t={at},v1={}", sign(SECRET, at, BODY));
            assert_eq!(is_signed(&header, SECRET, BODY, NOW), is_fine, "{at}");
        }
    }

    /// Made with OpenSSL: `printf '1800000000.{}' | openssl dgst -sha256 -hmac whsec_test`.
    #[test]
    fn a_signature_is_what_others_make_of_it() {
        let digits = "482e6337ac5272392d375c6fdc4d52a7e615dc2facedab0ffe155ddfd6a56e66";
        let is_good = |digits: &str| is_signed(&format!("t={NOW},v1={digits}"), SECRET, b"{}", NOW);
        assert!(is_good(digits) && is_good(&digits.to_uppercase()));
        assert!(!is_good(&digits.replace("0f", "+f")), "a sign is no digit");
    }
}
