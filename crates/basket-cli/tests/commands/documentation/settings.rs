//! The tables of `docs/settings.md`: every setting of the service, with its variable and its default.

use super::{Findings, pages::file};
use crate::program::succeed;
use std::collections::BTreeMap;

const PAGE: &str = "docs/settings.md";

/// A setting, as the help has it.
#[derive(Debug, Default)]
struct Setting {
    variable: Option<String>,
    default: Option<String>,
}

/// The settings of the service by their flags.
fn settings() -> BTreeMap<String, Setting> {
    let help = succeed(&["serve", "--help"]);
    let mut settings: BTreeMap<String, Setting> = BTreeMap::new();
    let mut last = String::new();
    for line in help.lines().map(str::trim) {
        let inside = |start: &str| Some(line.strip_prefix(start)?.trim_end_matches(']').to_owned());
        if line.starts_with('-') && line.contains("--") {
            let flag = line.split([' ', '=', '[']).find(|word| word.starts_with("--"));
            flag.unwrap().clone_into(&mut last);
            settings.insert(last.clone(), Setting::default());
        }
        let Some(setting) = settings.get_mut(&last) else { continue };
        if let Some(variable) = inside("[env: ") {
            setting.variable = Some(variable.trim_end_matches('=').to_owned());
        }
        if let Some(default) = inside("[default: ") {
            setting.default = Some(default);
        }
    }
    settings
}

#[test]
fn every_setting_is_listed_with_its_variable_and_its_default() {
    let mut findings = Findings::default();
    let mut settings = settings();
    settings.remove("--help");
    assert!(settings.len() > 20, "{settings:?}");
    for (number, row) in (1..).zip(file(PAGE).lines()).filter(|(_, row)| row.starts_with("| `--")) {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, flag, variable, default, ..] = cells[..] else { continue };
        let mut add = |what: String| findings.0.push(format!("{PAGE}:{number}: {what}"));
        let Some(setting) = settings.remove(flag) else {
            add(format!("the service has no setting `{flag}`, or it is listed twice"));
            continue;
        };
        let real = setting.variable.unwrap_or("none".to_owned());
        if variable != real {
            add(format!("the variable of `{flag}` is `{real}`"));
        }
        // Without one, the page says what that means.
        if let Some(real) = setting.default.filter(|real| real != default) {
            add(format!("the default of `{flag}` is `{real}`"));
        }
    }
    findings.0.extend(settings.keys().map(|flag| format!("{PAGE}: `{flag}` is not listed")));
    findings.judge();
}
