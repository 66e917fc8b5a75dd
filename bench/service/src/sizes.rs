//! The same work with few carts and with many, and with carts of few lines and of many.

use std::sync::Arc;

use anyhow::Result;

use crate::database::Database;
use crate::instance::{Instance, Pace};
use crate::load::Turn;
use crate::process::Process;
use crate::report::{Figures, Limit, Report, rates, ratios, say};
use crate::requests::{DEMO, add, create_carts_with, read};
use crate::traffic::MANY_CALLERS;

/// How many carts there are.
const CARTS: [u32; 3] = [1_000, 100_000, 1_000_000];
/// How many lines a cart has.
const LINES: [usize; 3] = [3, 50, 100];

/// Turns of reading and of adding, with the same carts.
#[derive(Default)]
struct Work {
    reads: Vec<Turn>,
    adds: Vec<Turn>,
}

impl Work {
    async fn on(
        &mut self,
        instance: &Instance,
        carts: &Arc<[String]>,
        sku: &'static str,
        pace: Pace,
    ) -> Result<()> {
        let cart = {
            let carts = Arc::clone(carts);
            move |caller: usize, time: usize| carts[(caller * 101 + time * 7) % carts.len()].clone()
        };
        let ask = {
            let cart = cart.clone();
            move |caller, time| read(DEMO, &cart(caller, time))
        };
        self.reads.push(instance.ask(MANY_CALLERS, pace.turn, ask).await?);
        // A line holds 999, so a turn of additions is shorter.
        let ask = move |caller, time| add(DEMO, &cart(caller, time), sku);
        self.adds.push(instance.ask(MANY_CALLERS, pace.turn / 2, ask).await?);
        Ok(())
    }

    fn figures(&self) -> Figures {
        let cpu = |turns: &[Turn]| turns.iter().map(Turn::cpu_micros_each).collect();
        vec![
            ("get", rates(&self.reads)),
            ("add", rates(&self.adds)),
            ("processor, get", cpu(&self.reads)),
            ("processor, add", cpu(&self.adds)),
        ]
    }
}

/// With more and more carts.
pub async fn growth(report: &mut Report, pace: Pace) -> Result<()> {
    for create in [Database::sqlite, Database::postgres] {
        let mut sides = Vec::new();
        for count in CARTS {
            let database = create()?;
            drop(Process::service(&database.address())?);
            say(&format!("     {}: storing {count} carts", database.name()));
            let carts = database.insert_carts((count / pace.smaller).max(1000), 1000)?;
            sides.push((count, Instance::new(database)?, Arc::from(carts), Work::default()));
        }
        for _ in 0..pace.pairs {
            for (_, instance, carts, work) in &mut sides {
                work.on(instance, carts, "MUG", pace).await?;
            }
        }
        for (count, instance, _, work) in &sides {
            let name =
                format!("basket, {}, {} carts", instance.database.name(), with_commas(*count));
            report.row("growth", &name, work.figures());
        }
        if let [(_, instance, _, few), .., (_, _, _, many)] = &sides[..] {
            let pairs = [("reading", &few.reads, &many.reads), ("adding", &few.adds, &many.adds)];
            for (what, few, many) in pairs {
                let name = instance.database.name();
                let what = format!("{name}, {what}, 1,000 carts to 1,000,000");
                report.ratio(&what, &ratios(&rates(few), &rates(many)), Limit::AtMost(1.3));
            }
        }
    }
    Ok(())
}

/// With more and more lines in a cart.
pub async fn lines(report: &mut Report, pace: Pace) -> Result<()> {
    let skus: Vec<String> = (1..=100).map(|number| format!("SKU-{number}")).collect();
    let skus: Vec<&str> = skus.iter().map(String::as_str).collect();
    for database in Database::both()? {
        drop(Process::service(&database.address())?);
        database.insert_products(skus.len())?;
        let instance = Instance::new(database)?;
        let mut sides = Vec::new();
        for count in LINES {
            // A line holds 999, so there are more carts than callers.
            let carts =
                create_carts_with(instance.service.address, 4 * MANY_CALLERS, &skus[..count])
                    .await?;
            sides.push((count, carts, Work::default()));
        }
        for _ in 0..pace.turns {
            for (_, carts, work) in &mut sides {
                work.on(&instance, carts, "SKU-1", pace).await?;
            }
        }
        for (count, _, work) in sides {
            let name = format!("basket, {}, {count} lines", instance.database.name());
            report.row("lines", &name, work.figures());
        }
    }
    Ok(())
}

fn with_commas(number: u32) -> String {
    match number / 1000 {
        0 => number.to_string(),
        thousands => format!("{},{:03}", with_commas(thousands), number % 1000),
    }
}
