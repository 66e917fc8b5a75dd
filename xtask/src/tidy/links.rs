//! Links in the documentation lead somewhere.

use super::Violation;
use super::tree::Tree;

/// How a link begins and ends, in Markdown and in the HTML that Markdown may contain.
const LINKS: &[(&str, char)] =
    &[("](", ')'), ("src=\"", '"'), ("srcset=\"", '"'), ("href=\"", '"')];

/// Every relative link in a Markdown file names a file or folder of the repository.
pub fn relative(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(|file| file.extension() == "md") {
        for (number, target) in targets(&file.text) {
            if !is_relative(target) {
                continue;
            }
            let path = resolve(&file.path, target);
            let folder = format!("{path}/");
            let exists = |name: &String| *name == path || name.starts_with(&folder);
            if !path.is_empty() && !tree.names.iter().any(exists) {
                let sentence = format!("the link to {target} leads nowhere");
                violations.push(Violation::new(&file.path, number, sentence));
            }
        }
    }
    violations
}

/// Where links lead, each with its line; code is no text.
fn targets(text: &str) -> Vec<(usize, &str)> {
    let mut targets = Vec::new();
    let mut fenced = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        if let Some((_, target)) = line.split_once("]: ").filter(|_| line.starts_with('[')) {
            targets.push((number, first_word(target)));
        }
        // Between backticks stands every second part, which may even cut through a link's text.
        for part in line.split('`').step_by(2) {
            for &(begin, end) in LINKS {
                for (index, _) in part.match_indices(begin) {
                    let rest = &part[index + begin.len()..];
                    targets.push((number, first_word(rest.split(end).next().unwrap_or(rest))));
                }
            }
        }
    }
    targets
}

/// The address without a title behind it.
fn first_word(target: &str) -> &str {
    target.split_whitespace().next().unwrap_or_default().trim_matches(['<', '>'])
}

fn is_relative(target: &str) -> bool {
    !target.is_empty()
        && !target.contains("://")
        && !target.starts_with(['#', '/'])
        && !target.starts_with("mailto:")
}

/// The path in the repository that a link in a file means.
fn resolve(file: &str, target: &str) -> String {
    let target = target.split('#').next().unwrap_or(target);
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            // A link out of the repository keeps its dots, and so leads nowhere.
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        let guide = "[up](../README.md#size) ![a](a.png \"A\") [out](../../b) [web](https://a.b/c)\n\
                     [folder](../docs/) [`code`](gone.md) [top](#top)\n\
                     `[no](no.md)`\n```\n[no](no.md)\n```\n[ref]: lost.md\n<img src=\"c.svg\">\n";
        let said = said(relative, &[("README.md", ""), ("docs/guide.md", guide)]);
        let expected = [
            "docs/guide.md:1: the link to a.png leads nowhere",
            "docs/guide.md:1: the link to ../../b leads nowhere",
            "docs/guide.md:2: the link to gone.md leads nowhere",
            "docs/guide.md:7: the link to lost.md leads nowhere",
            "docs/guide.md:8: the link to c.svg leads nowhere",
        ];
        assert_eq!(said, expected);
    }
}
