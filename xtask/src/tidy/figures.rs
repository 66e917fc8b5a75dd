//! The README's figures are measured ones.

use bench_report::front;

use super::Violation;
use super::tree::Tree;

/// The figures between the marks are those of the results.
pub fn measured(tree: &Tree) -> Vec<Violation> {
    let find = |path: &str| tree.files.iter().find(|file| file.path == path);
    let Some(readme) = find("README.md") else { return Vec::new() };
    let expected = front::render(|path| find(path).map(|file| file.text.clone()))
        .and_then(|figures| front::insert(&readme.text, &figures));
    let sentence = match expected {
        Ok(text) if text == readme.text => return Vec::new(),
        Ok(_) => "its figures are not those of docs/benchmarks".to_owned(),
        Err(error) => error.to_string(),
    };
    vec![Violation::new("README.md", 1, sentence)]
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn other_figures_are_found() {
        let results = r#"{ "about": { "date": "2026-01-02" }, "tables": [{ "title": "Reading", "front": ["rate"],
            "columns": [{ "name": "rate" }], "rows": [{ "name": "basket, new shopper", "figures": { "rate": [3] } }] }] }"#;
        let marks = "<!-- figures: written by cargo xtask bench -->\n<!-- end of figures -->\n";
        let figures = front::render(|_| Some(results.to_owned())).unwrap();
        let [widget, service] = ["docs/benchmarks/widget.json", "docs/benchmarks/service.json"];
        let said = |readme: &str| {
            said(measured, &[("README.md", readme), (widget, results), (service, results)])
        };
        let right = front::insert(marks, &figures).unwrap();
        assert!(said(&right).is_empty());
        let wrong = ["README.md:1: its figures are not those of docs/benchmarks"];
        assert_eq!(said(&right.replace("| 3 |", "| 4 |")), wrong);
        assert_eq!(said("nothing"), ["README.md:1: README.md has no place for figures"]);
    }
}
