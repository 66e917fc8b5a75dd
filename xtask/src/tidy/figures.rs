//! The README's figures are measured ones.

use super::Violation;
use super::tree::Tree;
use crate::bench::report::front;

/// What stands between the marks is what the kept results say.
pub fn measured(tree: &Tree) -> Vec<Violation> {
    let find = |path: &str| tree.files.iter().find(|file| file.path == path);
    let Some(readme) = find("README.md") else { return Vec::new() };
    let written = front::all(|path| find(path).map(|file| file.text.clone()))
        .and_then(|part| front::put(&readme.text, &part));
    let sentence = match written {
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
        let kept = r#"{ "about": { "date": "2026-01-02" }, "tables": [{ "title": "Reading", "front": ["rate"],
            "columns": [{ "name": "rate" }], "rows": [{ "name": "ours", "figures": { "rate": [3] } }] }] }"#;
        let marks = "<!-- figures: written by cargo xtask bench -->\n<!-- end of figures -->\n";
        let part = front::all(|_| Some(kept.to_owned())).unwrap();
        let kept = [("docs/benchmarks/widget.json", kept), ("docs/benchmarks/service.json", kept)];
        let said = |readme: &str| said(measured, &[("README.md", readme), kept[0], kept[1]]);
        let right = front::put(marks, &part).unwrap();
        assert!(said(&right).is_empty());
        let wrong = ["README.md:1: its figures are not those of docs/benchmarks"];
        assert_eq!(said(&right.replace("| 3 |", "| 4 |")), wrong);
        assert_eq!(said("nothing"), ["README.md:1: README.md has no place for figures"]);
    }
}
