//! `bench widget`: how soon a cart button is there and works, beside a basket written by hand and Shopify's buy button.
//! The program `bench_widget` of the crate `e2e` measures; here it is judged.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::tool::{self, Finding};
use crate::widget::{self, compress, script};
use crate::{setup, terminal};

/// What is told of each view: its name, how many digits it takes, and what it is measured in.
const COLUMNS: [(&str, usize, &str); 7] = [
    ("visible", 0, " ms"),
    ("working", 0, " ms"),
    ("blocking", 0, " ms"),
    ("bytes", 0, ""),
    ("requests", 0, ""),
    ("ScriptDuration", 3, " s"),
    ("shift", 3, ""),
];

/// What must hold on the slow profile: a view, what of it, beside which other view, and how many times that at most.
const PROMISES: [(&str, &str, &str, f64); 3] = [
    ("basket first", "visible", "hand first", 1.0),
    ("basket first", "visible", "buy-button-js first", 0.7),
    ("basket later", "visible", "hand later", 0.75),
];

/// For how many milliseconds a basket may keep the page from answering, on the slow profile.
const BLOCKING: f64 = 100.0;

/// Builds all contenders, lets the program measure, and judges.
pub fn run() -> Result<()> {
    setup::browsers()?;
    widget::build()?;
    setup::step("Building the program, optimised");
    tool::run(tool::cargo().args(["build", "--release", "--package", "basket-cli"]))?;
    let (program, files) = (tool::target_folder()?.join("release/basket"), files()?);
    setup::step("Measuring, which takes about six minutes");
    let mut bench = tool::cargo();
    bench.args(["run", "--quiet", "--package", "e2e", "--bin", "bench_widget"]);
    bench.env("BASKET_BIN", program).env("BENCH_FILES", files).stderr(Stdio::inherit());
    let measured: Value = serde_json::from_str(&tool::output(&mut bench)?)?;
    for (profile, views) in measured.as_object().context("nothing was measured")? {
        for (name, views) in views.as_object().context("nothing was measured")? {
            terminal::say(&format!("{profile}, {name}: {}", row(views)));
        }
    }
    judge(&measured["slow"])
}

/// The contenders' files, as small as ours are, in a folder.
fn files() -> Result<PathBuf> {
    let own = tool::root().join("bench/widget");
    let hand = script::minify(&fs::read_to_string(own.join("hand.js"))?, script::Kind::Classic)?;
    let folder = tool::target_folder()?.join("bench-widget");
    fs::create_dir_all(&folder)?;
    for (name, bytes) in [
        ("hand.js.br", hand.into_bytes()),
        ("buybutton.js.br", fs::read(setup::buy_button()?)?),
        ("shopify-cart.json.br", fs::read(own.join("shopify-cart.json"))?),
        ("shopify-product.json.br", fs::read(own.join("shopify-product.json"))?),
    ] {
        fs::write(folder.join(name), compress::brotli_large(&bytes)?)?;
    }
    Ok(folder)
}

/// The numbers of that name in all views, sorted.
fn numbers(views: &Value, name: &str) -> Vec<f64> {
    let views = views.as_array().into_iter().flatten();
    let mut numbers: Vec<f64> = views.filter_map(|view| view[name].as_f64()).collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

fn median(views: &Value, name: &str) -> Result<f64> {
    let numbers = numbers(views, name);
    numbers.get(numbers.len() / 2).copied().with_context(|| format!("{name} was not measured"))
}

fn row(views: &Value) -> String {
    let cell = |(name, digits, unit)| {
        let numbers = numbers(views, name);
        let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else {
            return format!("{name} unknown");
        };
        let middle = numbers[numbers.len() / 2];
        format!("{name} {middle:.digits$}{unit} ({least:.digits$} to {most:.digits$})")
    };
    COLUMNS.map(cell).join(", ")
}

/// Tells every promise with its figure; fails if one does not hold.
fn judge(views: &Value) -> Result<()> {
    let mut broken = Vec::new();
    let mut tell = |what: String, value: f64, limit: f64| {
        let line = format!("{what}: {value:.2}, at most {limit}");
        terminal::say(&format!("{} {line}", if value <= limit { "    " } else { "OVER" }));
        if value > limit {
            broken.push(line);
        }
    };
    for (name, what, other, limit) in PROMISES {
        let ratio = median(&views[name], what)? / median(&views[other], what)?;
        tell(format!("{name}, {what}, to {other}"), ratio, limit);
    }
    tell(
        "basket first, blocking".to_owned(),
        median(&views["basket first"], "blocking")?,
        BLOCKING,
    );
    if broken.is_empty() {
        return Ok(());
    }
    bail!(Finding(format!("not as promised:\n{}", broken.join("\n"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn views(basket: f64, blocking: f64) -> Value {
        let view = |visible: f64| json!([{ "visible": visible, "blocking": blocking }]);
        json!({ "basket first": view(basket), "basket later": view(500.0), "hand first": view(1000.0),
            "hand later": view(1000.0), "buy-button-js first": view(2000.0) })
    }

    #[test]
    fn a_promise_that_does_not_hold_is_a_finding() {
        assert!(judge(&views(1000.0, 100.0)).is_ok());
        let error = judge(&views(1001.0, 0.0)).unwrap_err();
        assert!(error.is::<Finding>() && error.to_string().contains("to hand first"), "{error}");
        assert!(judge(&views(1.0, 101.0)).is_err());
        assert!(judge(&json!({})).is_err(), "what was not measured is not promised");
    }
}
