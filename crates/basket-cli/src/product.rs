//! `basket product`: the catalogue as a table that any spreadsheet can read and write, and what its prices were.

mod prices;

use crate::{database::ShopArguments, say};
use anyhow::{Context, Result, ensure};
use basket_model::catalogue::sheet::{self, BadSheet, Sheet};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use prices::prices;
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::Instant,
};

/// How many products are read from the database at once.
const PAGE: u32 = 500;
/// How many are written at once.
const STEP: usize = 50;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    shop: ShopArguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Import products from a CSV file. Members without a column stay as they are
    Import {
        /// CSV file; the first row has the column names; - reads standard input
        file: PathBuf,
        /// Skip invalid rows instead of rejecting the whole file
        #[arg(long)]
        skip_bad: bool,
    },
    /// Export all products as a CSV file
    Export {
        /// CSV file; - writes to standard output
        #[arg(default_value = "-")]
        file: PathBuf,
    },
    /// Print what a product costs and did cost, and the lowest price of the 30 days before a reduction
    Prices {
        /// SKU of the product, also of one that was removed
        sku: String,
    },
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let (database, shop) = arguments.shop.open()?;
    match arguments.command {
        Command::Import { file, skip_bad } => {
            let Sheet { products, mentioned, bad } = read(&file)?;
            for row in &bad {
                writeln!(io::stderr(), "{}: {row}", file.display())?;
            }
            if !bad.is_empty() && !skip_bad {
                say(&format!("Nothing was imported. Invalid rows: {}.\n", bad.len()))?;
                return Ok(ExitCode::from(crate::FOUND));
            }
            let (count, mut unknown) = (products.len(), 0);
            let style = ProgressStyle::with_template("writing {wide_bar} {pos}/{len} {eta}")?;
            let progress = ProgressBar::new(count.try_into()?).with_style(style);
            // Some at a time, so that a service on the same database goes on meanwhile.
            for step in products.chunks(STEP) {
                let began = Instant::now();
                unknown += database
                    .ask(|store| store.products().put(shop, step.to_vec(), mentioned))
                    .context("the import was interrupted; import the same file again")?;
                progress.inc(step.len().try_into()?);
                // Pause as long as the step took: on SQLite, a waiting writer checks the lock only now and then.
                thread::sleep(began.elapsed());
            }
            progress.finish_and_clear();
            let (imported, left_out) = (count - unknown, bad.len() + unknown);
            say(&format!("Products imported: {imported}. Rows skipped: {left_out}.\n"))?;
            if unknown > 0 {
                say("New products need a price or a subscription.\n")?;
            }
            Ok(ExitCode::from(if left_out == 0 { 0 } else { crate::FOUND }))
        }
        Command::Export { file } => {
            let mut text = sheet::header();
            let mut after = Some(0);
            while let Some(from) = after {
                let page = database.ask(|store| store.products().page(shop, from, PAGE))?;
                text.push_str(&sheet::write(&page.products));
                after = page.next;
            }
            if file.as_os_str() == "-" {
                say(&text)?;
            } else {
                fs::write(&file, text)
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Prices { sku } => {
            let history = database.ask(|store| store.products().prices(shop, &sku))?;
            ensure!(!history.is_empty(), "The shop has never had a product {sku}.");
            let now = database.ask(async |store| Ok(store.now()))?;
            say(&prices(&history, now))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The products in a file, and the invalid rows.
fn read(file: &Path) -> Result<Sheet> {
    let context = || format!("cannot read {}", file.display());
    let (input, size): (Box<dyn Read>, u64) = if file.as_os_str() == "-" {
        (Box::new(io::stdin()), 0)
    } else {
        let input = File::open(file).with_context(context)?;
        let size = input.metadata().with_context(context)?.len();
        (Box::new(input), size)
    };
    let progress = ProgressBar::new(size).with_style(ProgressStyle::with_template(
        "reading {wide_bar} {bytes}/{total_bytes} {eta}",
    )?);
    let sheet = match sheet::read(progress.wrap_read(input)) {
        Err(BadSheet::Unreadable(error)) => Err(error).with_context(context),
        sheet => Ok(sheet?),
    };
    progress.finish_and_clear();
    sheet
}
