//! A column of a table as bars, in SVG: readable on a light page and on a dark one, and as a picture without styles
//! around it.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::figure::{Figure, with_commas};
use crate::{list, text};

const WIDTH: f64 = 760.0;
/// Where names end and bars begin.
const LEFT: f64 = 280.0;
/// How much is left for the number behind the longest bar.
const RIGHT: f64 = 110.0;
const ROW: f64 = 26.0;
const TOP: f64 = 44.0;

const STYLE: &str = "text { font: 13px system-ui, sans-serif; fill: #2b2723 } .head { font-weight: 600 } \
    .bar { fill: #8fb5a7 } .ours { fill: #2f5d50 } .spread { stroke: #7a736b; stroke-width: 1.5 } \
    @media (prefers-color-scheme: dark) { text { fill: #e8e3dc } .bar { fill: #4f7468 } .ours { fill: #8fd0b8 } \
    .spread { stroke: #b5aca2 } }";

/// The plot of a table that asks for one. Rows whose name begins with `basket` are highlighted.
pub fn render(table: &Value) -> Result<Option<String>> {
    let Some(column) = table["plot"].as_str() else { return Ok(None) };
    let columns = list(&table["columns"]);
    let described = columns.iter().find(|one| one["name"] == column);
    let described = described.with_context(|| format!("there is no column {column}"))?;
    let digits = usize::try_from(described["digits"].as_u64().unwrap_or_default())?;
    let unit = described["unit"].as_str().unwrap_or_default();
    let mut bars = Vec::new();
    for row in list(&table["rows"]) {
        if let Some(figure) = Figure::from_json(&row["figures"][column]) {
            bars.push((text(row, "name")?, figure));
        }
    }
    let longest = bars.iter().map(|(_, figure)| figure.most).fold(f64::MIN_POSITIVE, f64::max);
    let along = |value: f64| value / longest * (WIDTH - LEFT - RIGHT);
    #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
    let height = TOP + bars.len() as f64 * ROW + 10.0;
    let title = format!("{}: {column}, {unit}", text(table, "title")?);
    let title = escaped(title.trim_end_matches([',', ' ']));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\n\
         <style>{STYLE}</style>\n<text class=\"head\" x=\"0\" y=\"22\">{title}</text>\n"
    );
    let mut top = TOP;
    for (name, figure) in bars {
        let class = if name.starts_with("basket") { "bar ours" } else { "bar" };
        let (middle, end) = (top + ROW / 2.0 - 2.0, LEFT + along(figure.median));
        let (from, to) = (LEFT + along(figure.least), LEFT + along(figure.most));
        let value = with_commas(figure.median, digits);
        writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"{class}\" x=\"{LEFT}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/>\
             <path class=\"spread\" d=\"M{from:.1} {middle:.1}H{to:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{value}</text>",
            LEFT - 10.0,
            middle + 4.5,
            escaped(name),
            (end - LEFT).max(1.0),
            ROW - 8.0,
            to.max(end) + 8.0,
            middle + 4.5,
        )?;
        top += ROW;
    }
    svg += "</svg>\n";
    Ok(Some(svg))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bars_are_as_long_as_their_figures() {
        let mut table = json!({ "title": "A & B", "plot": "rate", "columns": [{ "name": "rate", "unit": "/s" }],
            "rows": [{ "name": "basket", "figures": { "rate": [370] } }, { "name": "other", "figures": { "rate": [185] } },
                { "name": "none", "figures": {} }] });
        let svg = render(&table).unwrap().unwrap();
        assert!(svg.contains("aria-label=\"A &amp; B: rate, /s\""), "{svg}");
        assert!(svg.contains("class=\"bar ours\" x=\"280\" y=\"44.0\" width=\"370.0\""), "{svg}");
        assert!(svg.contains("width=\"185.0\"") && !svg.contains("none"), "{svg}");
        table["plot"] = "speed".into();
        assert!(render(&table).is_err());
        table["plot"] = Value::Null;
        assert!(render(&table).unwrap().is_none());
    }
}
