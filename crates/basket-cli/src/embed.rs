//! `basket embed`: the markup that puts a shop's basket on a page.

use crate::{database::ShopArguments, say, shop::origin};
use anyhow::{Context, Result, ensure};
use basket_core::locale::NATIVE;
use basket_server::{Edition, Key, KeyKind, policy, snippet};
use clap::Args;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Name this version, which never changes, and have browsers check that it has not
    #[arg(long)]
    pinned: bool,
    /// Have them check the texts of this language too: de, en, …; may be said often
    #[arg(long = "locale", value_name = "CODE", requires = "pinned", value_parser = native)]
    locales: Vec<String>,
    /// Print what the page's Content-Security-Policy has to allow for it, instead of the markup
    #[arg(long)]
    csp: bool,
    /// Where shoppers reach the service, as `https://basket.example`
    #[arg(
        long,
        env = "BASKET_SERVICE",
        default_value = "http://127.0.0.1:8080",
        value_name = "ORIGIN",
        value_parser = origin
    )]
    service: String,
    #[command(flatten)]
    shop: ShopArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let edition =
        if arguments.pinned { Edition::Pinned(&arguments.locales) } else { Edition::Newest };
    if arguments.csp {
        say(&policy(&arguments.service, &edition))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (database, shop) = arguments.shop.open()?;
    let keys = database.ask(|store| store.keys(shop))?;
    let key = newest(&keys).context(
        "The shop has no publishable key that lasts; make one with `basket key create`.",
    )?;
    say(&snippet(&arguments.service, &key.name, &edition))?;
    Ok(ExitCode::SUCCESS)
}

fn native(code: &str) -> Result<String> {
    let codes: Vec<_> = NATIVE.iter().map(|(code, _)| *code).collect();
    ensure!(codes.contains(&code), "one of {}", codes.join(", "));
    Ok(code.to_owned())
}

/// The key to write into pages: of those that do not end, the one made last.
fn newest(keys: &[Key]) -> Option<&Key> {
    let lasting = |key: &&Key| key.kind == KeyKind::Publishable && key.expires_at.is_none();
    keys.iter().filter(lasting).max_by_key(|key| key.created_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, kind: KeyKind, created_at: i64, expires_at: Option<i64>) -> Key {
        Key { name: name.to_owned(), kind, created_at, expires_at }
    }

    #[test]
    fn the_last_publishable_key_that_does_not_end_is_taken() {
        let keys = [
            key("pk_first", KeyKind::Publishable, 1, None),
            key("pk_second", KeyKind::Publishable, 2, None),
            key("pk_ending", KeyKind::Publishable, 3, Some(9)),
            key("sk_secret", KeyKind::Secret, 4, None),
        ];
        assert_eq!(newest(&keys).unwrap().name, "pk_second");
        assert!(newest(&keys[2..]).is_none());
    }
}
