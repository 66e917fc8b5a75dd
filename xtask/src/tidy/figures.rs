//! The figures in the README and in other pages are measured ones.

use bench_report::front::{PLACES, Place};

use super::Violation;
use super::tree::Tree;

/// The figures between the marks are those of the results.
pub fn measured(tree: &Tree) -> Vec<Violation> {
    PLACES.iter().filter_map(|place| check(tree, place)).collect()
}

fn check(tree: &Tree, place: &Place) -> Option<Violation> {
    let find = |path: &str| tree.files.iter().find(|file| file.path == path);
    let page = find(place.file)?;
    let expected = place.fill(&page.text, |path| find(path).map(|file| file.text.clone()));
    let sentence = match expected {
        Ok(text) if text == page.text => return None,
        Ok(_) => "its figures are not those of docs/benchmarks".to_owned(),
        Err(error) => error.to_string(),
    };
    Some(Violation::new(place.file, 1, sentence))
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn other_figures_are_found() {
        let results = r#"{ "about": { "date": "2026-01-02" }, "tables": [{ "title": "Reading", "about": "One reads.",
            "front": ["rate"], "columns": [{ "name": "rate" }],
            "rows": [{ "name": "basket, new shopper", "figures": { "rate": [3] } }] }] }"#;
        let marks = "<!-- figures: written by cargo xtask bench -->\n<!-- end of figures -->\n";
        let [widget, capacity] = ["docs/benchmarks/widget.json", "docs/benchmarks/capacity.json"];
        for place in &PLACES {
            let said = |page: &str| {
                said(measured, &[(place.file, page), (widget, results), (capacity, results)])
            };
            let right = place.fill(marks, |_| Some(results.to_owned())).unwrap();
            assert!(said(&right).is_empty());
            let file = place.file;
            let wrong = [format!("{file}:1: its figures are not those of docs/benchmarks")];
            assert_eq!(said(&right.replace("| 3 |", "| 4 |")), wrong);
            assert_eq!(said("nothing"), [format!("{file}:1: {file} has no place for figures")]);
        }
    }
}
