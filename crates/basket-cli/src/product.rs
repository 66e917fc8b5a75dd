//! `basket product`: the catalogue as a table that any spreadsheet can read and write.

mod row;

use crate::{database::ShopArguments, say};
use anyhow::{Context, Result, anyhow};
use basket_core::product::Product;
use basket_server::catalogue;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// How many products are read from the database at once.
const PAGE: u32 = 500;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    shop: ShopArguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Add and change the products in a CSV file, all of them or none
    Import {
        /// The file, with a row of column names; - is the standard input
        file: PathBuf,
        /// Leave rows out that cannot be, instead of the whole file
        #[arg(long)]
        skip_bad: bool,
    },
    /// Write all products as a CSV file
    Export {
        /// The file; - is the standard output
        #[arg(default_value = "-")]
        file: PathBuf,
    },
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let (database, shop) = arguments.shop.open()?;
    match arguments.command {
        Command::Import { file, skip_bad } => {
            let (products, bad) = read(&file)?;
            for sentence in &bad {
                writeln!(io::stderr(), "{}: {sentence}", file.display())?;
            }
            if !bad.is_empty() && !skip_bad {
                say(&format!("Nothing was imported: {} of the rows cannot be.\n", bad.len()))?;
                return Ok(ExitCode::from(crate::FOUND));
            }
            let count = products.len();
            let progress =
                ProgressBar::new_spinner().with_message(format!("writing {count} products"));
            progress.enable_steady_tick(std::time::Duration::from_millis(100));
            database.ask(|store| store.put_products(shop, products))?;
            progress.finish_and_clear();
            say(&format!("{count} products were imported, {} rows left out.\n", bad.len()))?;
            Ok(ExitCode::from(if bad.is_empty() { 0 } else { crate::FOUND }))
        }
        Command::Export { file } => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(row::COLUMNS)?;
            let mut after = Some(0);
            while let Some(from) = after {
                let page = database.ask(|store| store.product_page(shop, from, PAGE))?;
                for product in &page.products {
                    writer.write_record(row::write(product))?;
                }
                after = page.next;
            }
            let text = String::from_utf8(writer.into_inner().map_err(|error| anyhow!("{error}"))?)?;
            if file.as_os_str() == "-" {
                say(&text)?;
            } else {
                fs::write(&file, text)
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The products in a file, and a sentence on each row that is none.
fn read(file: &Path) -> Result<(Vec<Product>, Vec<String>)> {
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
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).from_reader(progress.wrap_read(input));
    let columns = row::Columns::find(reader.headers().with_context(context)?)?;
    let (mut products, mut bad, mut skus) = (Vec::new(), Vec::new(), BTreeSet::new());
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) if error.is_io_error() => return Err(error).with_context(context),
            Err(error) => {
                bad.push(error.to_string());
                continue;
            }
        };
        let line = record.position().map_or(0, csv::Position::line);
        let product = columns.read(&record).and_then(|product| {
            catalogue::check(&product).map_err(|bad| anyhow!("{bad}"))?;
            anyhow::ensure!(skus.insert(product.sku.clone()), "sku stands in an earlier row, too");
            Ok(product)
        });
        match product {
            Ok(product) => products.push(product),
            Err(error) => bad.push(format!("line {line}: {error}")),
        }
    }
    progress.finish_and_clear();
    Ok((products, bad))
}
