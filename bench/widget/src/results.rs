//! What was measured, as tables and ratios.

use std::collections::HashMap;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};

use crate::compare::Visit;
use crate::contender::{BASKET, BUY_BUTTON, CONTENDERS, HAND, PRINTED, SHOPPING_CART, STATIC};

/// The columns of each view: name, unit, and digits after the point.
const COLUMNS: [(&str, &str, u32); 9] = [
    ("visible", "ms", 0),
    ("number", "ms", 0),
    ("working", "ms", 0),
    ("bytes", "", 0),
    ("requests", "", 0),
    ("blocking", "ms", 0),
    ("script", "ms", 1),
    ("heap", "MB", 2),
    ("shift", "", 3),
];

const TABLES: [(&str, &str, &str); 3] = [
    (
        "slow",
        "A cart button on a slow telephone",
        "On a processor four times slower than this one and with Slow 4G (562 ms for each request, 180 kB a second).",
    ),
    (
        "far",
        "A cart button whose service is far away",
        "100 ms for each request and 1.25 MB a second, and a new connection to another origin than the page's takes 200 ms \
         more, as TCP and TLS do. Only those who ask our service, and the static button.",
    ),
    ("fast", "A cart button on this machine", "The same without anything slowed down."),
];

const ABOUT: &str = "There are three shoppers: a new one without a cart; one who comes back with an item in the cart and an empty \
    browser cache, as after an update; and one who comes back as usual, with a filled cache. Visible is the time \
    from the start of the navigation until the button is visible, number until it shows the right number, working \
    until it opens the cart. Bytes and requests count until then, with 300 bytes for the headers of each response, \
    and with the markup in the page. Blocking is the time of tasks beyond 50 ms each, script the time that scripts \
    ran (for the static button, only the measurement's own), heap the memory of scripts at the end (without \
    WebAssembly's memory), shift how much of the page moved. All files are compressed with Brotli and cached \
    forever. This machine answers in place of the services of others, from an origin other than the page's, as in \
    reality: the browser's preflight requests are neither counted nor slowed down. use-shopping-cart has no service, \
    and runs here without Stripe's script, which it normally loads; drop-in.js loads its cart only when it is \
    opened. Contenders without a button for an empty cart have no new shopper. `basket embed --static --early` \
    prints what is printed with the page.";

const OPENING: &str = "From the first click on the button until a frame with the open cart is painted, with one line in the \
    cart, on a processor four times slower than this one.";

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
    /// By profile, contender and shopper.
    views: HashMap<(&'static str, &'static str, Visit), Vec<View>>,
    /// By contender.
    openings: Vec<(&'static str, Vec<f64>)>,
    /// By contender and lines.
    clicks: HashMap<(&'static str, usize), Vec<f64>>,
}

impl Results {
    pub fn add_view(
        &mut self,
        profile: &'static str,
        name: &'static str,
        visit: Visit,
        view: View,
    ) {
        self.views.entry((profile, name, visit)).or_default().push(view);
    }

    pub fn add_openings(&mut self, times: Vec<(&'static str, Vec<f64>)>) {
        self.openings = times;
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
        tables.push(self.opening_table());
        tables.push(self.click_table());
        let ratios = self.ratios()?;
        Ok(json!({ "versions": { "Chromium": version }, "tables": tables, "ratios": ratios }))
    }

    fn table(&self, &(profile, title, about): &(&'static str, &str, &str)) -> Value {
        let mut rows = Vec::new();
        for contender in CONTENDERS {
            for visit in Visit::ALL {
                if !self.views.contains_key(&(profile, contender.name, visit)) {
                    continue;
                }
                let figures: Map<String, Value> = COLUMNS
                    .iter()
                    .map(|(column, ..)| {
                        let values = self.values(profile, contender.name, visit, column);
                        ((*column).to_owned(), json!(values))
                    })
                    .collect();
                let name = format!("{}, {}", contender.name, visit.name());
                rows.push(json!({ "name": name, "figures": figures }));
            }
        }
        let columns = COLUMNS
            .map(|(name, unit, digits)| json!({ "name": name, "unit": unit, "digits": digits }));
        let about =
            if profile == TABLES[0].0 { format!("{about} {ABOUT}") } else { about.to_owned() };
        json!({ "name": profile, "title": title, "about": about, "columns": columns, "plot": "visible", "rows": rows })
    }

    fn opening_table(&self) -> Value {
        let rows = self.openings.iter();
        let rows =
            rows.map(|(name, times)| json!({ "name": name, "figures": { "painted": times } }));
        let rows: Vec<_> = rows.collect();
        json!({ "name": "opening", "title": "The first opening", "about": OPENING, "plot": "painted", "rows": rows,
            "columns": [{ "name": "painted", "unit": "ms", "digits": 1 }] })
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
        visit: Visit,
        column: &str,
    ) -> Vec<f64> {
        let views = self.views.get(&(profile, name, visit)).map_or(&[][..], Vec::as_slice);
        views.iter().map(|view| view.0[column]).collect()
    }

    /// What is promised of the slow profile.
    fn ratios(&self) -> Result<Vec<Value>> {
        use Visit::{New, Updated, Usual};
        let values = |name, visit, column| self.values("slow", name, visit, column);
        let mut ratios = Vec::new();
        for (ours, column, visit, other, limit) in [
            (BASKET, "visible", New, HAND, 0.75),
            (BASKET, "visible", Updated, HAND, 0.75),
            (BASKET, "visible", Usual, HAND, 0.6),
            (PRINTED, "visible", New, STATIC, 1.1),
            (PRINTED, "visible", Updated, STATIC, 1.1),
            (PRINTED, "number", Updated, HAND, 0.85),
            (BASKET, "bytes", Updated, BUY_BUTTON, 0.44),
            (BASKET, "visible", Updated, BUY_BUTTON, 0.7),
            (BASKET, "script", Updated, BUY_BUTTON, 0.4),
        ] {
            let of_turns = divided(&values(ours, visit, column), &values(other, visit, column));
            let what = format!("{ours}, {column}, {}, to {other}", visit.name());
            ratios.push(json!({ "what": what, "values": of_turns, "at_most": limit }));
        }
        let clicks = |name| self.clicks.get(&(name, 50)).context("no clicks were measured");
        let of_turns = divided(clicks(BASKET)?, clicks(HAND)?);
        let what = format!("click on +, 50 lines, to {HAND}");
        ratios.push(json!({ "what": what, "values": of_turns, "at_most": 0.5 }));
        let openings = |wanted: &str| {
            let found = self.openings.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, times)| times).context("no openings were measured")
        };
        let of_turns = divided(openings(BASKET)?, openings(SHOPPING_CART)?);
        let what = format!("first opening, one line, to {SHOPPING_CART}");
        ratios.push(json!({ "what": what, "values": of_turns, "at_most": 1.5 }));
        for (column, unit) in [("blocking", "ms"), ("shift", "")] {
            let all = [BASKET, PRINTED].into_iter();
            let all = all.flat_map(|name| Visit::ALL.map(|visit| values(name, visit, column)));
            let all: Vec<f64> = all.flatten().collect();
            ratios.push(json!({ "what": column, "values": all, "unit": unit, "at_most": 0.0 }));
        }
        Ok(ratios)
    }
}

/// Turn by turn.
fn divided(ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect()
}
