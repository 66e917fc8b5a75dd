//! `basket embed`: the markup that puts a shop's basket on a page.

use crate::{database::ShopArguments, say, shop::origin};
use anyhow::{Context, Result, ensure};
use basket_core::locale::NATIVE;
use basket_model::key::Key;
use basket_web::snippet::{Edition, Sooner, first_element, markup, policy};
use clap::Args;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Pin this version, and let browsers check its integrity hashes
    #[arg(long)]
    pinned: bool,
    /// Also check the texts of this language (de, en, …); can be repeated
    #[arg(long = "locale", value_name = "CODE", requires = "pinned", value_parser = native)]
    locales: Vec<String>,
    /// Load the cart early, with one line of inline script, so that the count appears sooner
    #[arg(long)]
    early: bool,
    /// Include a static button that works without scripts; until the basket loads, it links to this address
    #[arg(long = "static", value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "/cart")]
    link: Option<String>,
    /// Print the required Content-Security-Policy instead of the snippet
    #[arg(long)]
    csp: bool,
    /// Public origin of the service, such as `https://basket.example`
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
    let sooner = Sooner { is_early: arguments.early, link: arguments.link.as_deref() };
    let print = if arguments.csp { policy } else { markup };
    // What the plain markup needs is the same for every shop.
    let is_same = arguments.csp && !arguments.early && arguments.link.is_none();
    let key = if is_same { String::new() } else { page_key(&arguments.shop)? };
    say(&print(&arguments.service, &first_element(&key), &edition, sooner))?;
    Ok(ExitCode::SUCCESS)
}

/// The key for the shop's pages.
fn page_key(shop: &ShopArguments) -> Result<String> {
    let (database, shop) = shop.open()?;
    let keys = database.ask(|store| store.keys().all(shop))?;
    let key = Key::for_pages(&keys)
        .context("The shop has no active publishable key. Create one with `basket key create`.")?;
    Ok(key.name.clone())
}

fn native(code: &str) -> Result<String> {
    let codes: Vec<_> = NATIVE.iter().map(|(code, _)| *code).collect();
    ensure!(codes.contains(&code), "use one of {}", codes.join(", "));
    Ok(code.to_owned())
}
