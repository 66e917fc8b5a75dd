//! `basket embed`: the markup that puts a shop's basket on a page.

use crate::{database::ShopArguments, say, shop::origin};
use anyhow::{Context, Result, ensure};
use basket_core::locale::NATIVE;
use basket_model::key::Key;
use basket_web::snippet::{Edition, policy, snippet};
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
    let keys = database.ask(|store| store.keys().all(shop))?;
    let key = Key::for_pages(&keys).context(
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
