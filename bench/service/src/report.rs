//! What was measured: rows of tables, and ratios with their limits. Each is told as soon as it is known; all of it is JSON
//! at the end, for whoever judges it.

use serde_json::{Map, Value, json};

use crate::load::Turn;
use crate::tables::TABLES;

/// The values of every turn, by column.
pub type Figures = Vec<(&'static str, Vec<f64>)>;

/// What a ratio must be.
#[derive(Debug, Clone, Copy)]
pub enum Limit {
    /// More is better.
    AtLeast(f64),
    /// Less is better.
    AtMost(f64),
}

/// Everything that was measured so far.
#[derive(Default)]
pub struct Report {
    rows: Vec<(&'static str, Value)>,
    ratios: Vec<Value>,
    versions: Map<String, Value>,
}

/// For the person in front of the terminal.
#[expect(clippy::print_stderr, reason = "a benchmark takes minutes, and says how far it is")]
pub fn say(line: &str) {
    eprintln!("{line}");
}

impl Report {
    /// A row of a table that [`TABLES`] has.
    pub fn row(&mut self, table: &'static str, name: &str, figures: Figures) {
        let told: Vec<String> = figures
            .iter()
            .map(|(column, values)| format!("{column} {:.2}", median(values)))
            .collect();
        say(&format!("     {table}: {name}: {}", told.join(", ")));
        let figures: Map<_, _> = figures
            .into_iter()
            .map(|(column, values)| (column.to_owned(), json!(values)))
            .collect();
        self.rows.push((table, json!({ "name": name, "figures": figures })));
    }

    /// A row of values that were computed, with columns of words after them.
    pub fn computed(
        &mut self,
        table: &'static str,
        name: &str,
        values: &[(&'static str, f64)],
        words: &[(&'static str, &str)],
    ) {
        let mut figures: Map<_, _> =
            values.iter().map(|(column, value)| ((*column).to_owned(), json!([value]))).collect();
        figures.extend(words.iter().map(|(column, word)| ((*column).to_owned(), json!(word))));
        say(&format!("     {table}: {name}: {}", Value::Object(figures.clone())));
        self.rows.push((table, json!({ "name": name, "figures": figures })));
    }

    /// One value for each turn, of what must keep to a limit.
    pub fn ratio(&mut self, what: &str, values: &[f64], limit: Limit) {
        self.judge(what, values, limit, None);
    }

    /// The same of what is no ratio but has a unit.
    pub fn amount(&mut self, what: &str, values: &[f64], unit: &str, limit: Limit) {
        self.judge(what, values, limit, Some(unit));
    }

    fn judge(&mut self, what: &str, values: &[f64], limit: Limit, unit: Option<&str>) {
        let middle = median(values);
        let (key, bound, is_fine) = match limit {
            Limit::AtLeast(bound) => ("at_least", bound, middle >= bound),
            Limit::AtMost(bound) => ("at_most", bound, middle <= bound),
        };
        let mark = if is_fine { "    " } else { "OVER" };
        let words = key.replace('_', " ");
        say(&format!("{mark} {what}: {middle:.2} {}, {words} {bound}", unit.unwrap_or_default()));
        let mut ratio = json!({ "what": what, "values": values, key: bound });
        if let Some(unit) = unit {
            ratio["unit"] = json!(unit);
        }
        self.ratios.push(ratio);
    }

    /// Which version of something else was measured.
    pub fn version(&mut self, of: &str, version: &str) {
        self.versions.insert(of.to_owned(), json!(version));
    }

    /// All of it, the tables in the order of [`TABLES`].
    pub fn json(self) -> Value {
        let tables: Vec<Value> = TABLES
            .iter()
            .filter_map(|table| {
                let rows = self.rows.iter().filter(|(name, _)| *name == table.name);
                let rows: Vec<&Value> = rows.map(|(_, row)| row).collect();
                (!rows.is_empty()).then(|| table.json(&rows))
            })
            .collect();
        json!({ "versions": self.versions, "tables": tables, "ratios": self.ratios })
    }
}

/// What a table says of a load.
pub fn figures(turns: &[Turn]) -> Figures {
    vec![
        ("rate", turns.iter().map(|turn| turn.load.rate).collect()),
        ("p50", turns.iter().map(|turn| turn.load.p50).collect()),
        ("p99", turns.iter().map(|turn| turn.load.p99).collect()),
        ("processor", turns.iter().map(Turn::cpu_micros_each).collect()),
    ]
}

/// The rates of one side to those of the other, turn by turn.
pub fn ratios(ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect()
}

/// The rate of each turn.
pub fn rates(turns: &[Turn]) -> Vec<f64> {
    turns.iter().map(|turn| turn.load.rate).collect()
}

/// The value in the middle.
pub fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
