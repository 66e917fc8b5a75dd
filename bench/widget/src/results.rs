//! What was measured, as tables and ratios.

use std::collections::HashMap;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};

use crate::contender::{BASKET, BUY_BUTTON, CONTENDERS, HAND};

/// The columns of each view: name, unit, and digits after the point.
const COLUMNS: [(&str, &str, u32); 8] = [
    ("visible", "ms", 0),
    ("working", "ms", 0),
    ("bytes", "", 0),
    ("requests", "", 0),
    ("blocking", "ms", 0),
    ("script", "ms", 1),
    ("heap", "MB", 2),
    ("shift", "", 3),
];

const TABLES: [(&str, &str, &str); 2] = [
    (
        "slow",
        "A cart button on a slow telephone",
        "On a processor four times slower than this one and with Slow 4G (562 ms for each request, 180 kB a second).",
    ),
    ("fast", "A cart button on this machine", "The same without anything slowed down."),
];

const ABOUT: &str = "A shopper comes back with one item in the cart. A first view has nothing in the browser's cache, a \
    later view what the one before left there. Visible is from the start of the navigation until the button shows the \
    right number, working until it opens the cart. Bytes and requests are those until then, with 300 bytes for the \
    headers of each answer, and with the markup that the page has for it. Blocking is what tasks take beyond 50 ms each, \
    script how long scripts ran (that of the static button is the measuring's own), heap what scripts hold at the end \
    (WebAssembly's memory is not in it), shift how much of the page moved. Everybody's files are compressed with Brotli \
    and kept for ever. The services of others are answered for by this machine, from an origin that is not the page's, as \
    theirs are not: a browser asks beforehand whether it may, which is neither counted here nor slowed down by the \
    browser. use-shopping-cart has no service, and here not Stripe's script either, which it loads from afar; drop-in.js \
    loads its cart only when it is opened.";

const CLICK: &str = "From the click until the next frame is painted, on a processor four times slower than this one. A \
    frame comes every 17 ms, so less cannot be seen.";

/// The figures of one view, by their columns.
pub struct View(HashMap<&'static str, f64>);

impl View {
    /// What the page says of itself, and what the browser says of it.
    pub fn from_page(seen: &Value, metrics: &Value) -> Result<Self> {
        let metric = |wanted: &str| {
            let mut metrics = metrics["metrics"].as_array().into_iter().flatten();
            let metric = metrics.find(|metric| metric["name"] == wanted);
            metric.and_then(|metric| metric["value"].as_f64())
        };
        let figure = |name: &str| {
            let figure = match name {
                // The looking is no doing of the contender's.
                "script" => metric("ScriptDuration")
                    .zip(seen["watching"].as_f64())
                    .map(|(script, watching)| (script * 1e3 - watching).max(0.0)),
                "heap" => metric("JSHeapUsedSize").map(|bytes| bytes / 1e6),
                _ => seen[name].as_f64(),
            };
            figure.with_context(|| format!("{name} was not measured"))
        };
        COLUMNS.iter().map(|(name, ..)| Ok((*name, figure(name)?))).collect::<Result<_>>().map(Self)
    }
}

/// Everything that was measured.
#[derive(Default)]
pub struct Results {
    /// By profile, contender, and whether it is the first view.
    views: HashMap<(&'static str, &'static str, bool), Vec<View>>,
    /// By contender and lines.
    clicks: HashMap<(&'static str, usize), Vec<f64>>,
}

impl Results {
    pub fn add_view(
        &mut self,
        profile: &'static str,
        name: &'static str,
        is_first: bool,
        view: View,
    ) {
        self.views.entry((profile, name, is_first)).or_default().push(view);
    }

    pub fn add_clicks(
        &mut self,
        lines: usize,
        times: impl Iterator<Item = (&'static str, Vec<f64>)>,
    ) {
        self.clicks.extend(times.map(|(name, times)| ((name, lines), times)));
    }

    /// Tables and ratios, with the browser's version.
    pub fn to_json(&self, browser: &Value) -> Result<Value> {
        let product = browser["product"].as_str().unwrap_or_default();
        let version = product.rsplit('/').next();
        let mut tables: Vec<Value> = TABLES.iter().map(|table| self.table(table)).collect();
        tables[0]["front"] = json!(["visible", "bytes", "blocking", "script"]);
        tables.push(self.click_table());
        let ratios = self.ratios()?;
        Ok(json!({ "versions": { "Chromium": version }, "tables": tables, "ratios": ratios }))
    }

    fn table(&self, &(profile, title, about): &(&'static str, &str, &str)) -> Value {
        let mut rows = Vec::new();
        for contender in CONTENDERS {
            for is_first in [true, false] {
                let figures: Map<String, Value> = COLUMNS
                    .iter()
                    .map(|(column, ..)| {
                        let values = self.values(profile, contender.name, is_first, column);
                        ((*column).to_owned(), json!(values))
                    })
                    .collect();
                let view = if is_first { "first view" } else { "later view" };
                rows.push(
                    json!({ "name": format!("{}, {view}", contender.name), "figures": figures }),
                );
            }
        }
        let columns = COLUMNS
            .map(|(name, unit, digits)| json!({ "name": name, "unit": unit, "digits": digits }));
        let about =
            if profile == TABLES[0].0 { format!("{about} {ABOUT}") } else { about.to_owned() };
        json!({ "name": profile, "title": title, "about": about, "columns": columns, "plot": "visible", "rows": rows })
    }

    fn click_table(&self) -> Value {
        let mut rows = Vec::new();
        for name in [BASKET, HAND] {
            let mut lines: Vec<_> = self.clicks.iter().filter(|((of, _), _)| *of == name).collect();
            lines.sort_by_key(|(key, _)| **key);
            for ((_, lines), times) in lines {
                rows.push(json!({ "name": format!("{name}, {lines} lines"), "figures": { "painted": times } }));
            }
        }
        json!({ "name": "click", "title": "A click on +", "about": CLICK, "plot": "painted", "rows": rows,
            "columns": [{ "name": "painted", "unit": "ms", "digits": 1 }] })
    }

    fn values(
        &self,
        profile: &'static str,
        name: &'static str,
        is_first: bool,
        column: &str,
    ) -> Vec<f64> {
        let views = self.views.get(&(profile, name, is_first)).map_or(&[][..], Vec::as_slice);
        views.iter().map(|view| view.0[column]).collect()
    }

    /// What is promised of the slow profile.
    fn ratios(&self) -> Result<Vec<Value>> {
        let values = |name, is_first, column| self.values("slow", name, is_first, column);
        let mut ratios = Vec::new();
        for (what, column, is_first, other, limit) in [
            ("bytes to a working basket", "bytes", true, BUY_BUTTON, 0.4),
            ("visible, first view", "visible", true, HAND, 1.0),
            ("visible, first view", "visible", true, BUY_BUTTON, 0.7),
            ("visible, later view", "visible", false, HAND, 0.75),
            ("script, first view", "script", true, BUY_BUTTON, 0.4),
        ] {
            let of_turns =
                divided(&values(BASKET, is_first, column), &values(other, is_first, column));
            ratios.push(json!({ "what": format!("{what}, to {other}"), "values": of_turns, "at_most": limit }));
        }
        let clicks = |name| self.clicks.get(&(name, 50)).context("no clicks were measured");
        let of_turns = divided(clicks(BASKET)?, clicks(HAND)?);
        let what = format!("click on +, 50 lines, to {HAND}");
        ratios.push(json!({ "what": what, "values": of_turns, "at_most": 1.0 }));
        let blocking = values(BASKET, true, "blocking");
        ratios.push(json!({ "what": "blocking, first view", "values": blocking, "unit": "ms", "at_most": 100.0 }));
        let shift = [values(BASKET, true, "shift"), values(BASKET, false, "shift")].concat();
        ratios.push(json!({ "what": "layout shift", "values": shift, "at_most": 0.0 }));
        Ok(ratios)
    }
}

/// Turn by turn.
fn divided(ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect()
}
