//! What was found, for people and for machines. It must never decide what is wrong.

use crate::File;
use basket_core::{
    diagnostic::{Diagnostic, Level},
    json::{Writer, line_column},
};
use std::fmt::Write as _;

impl File {
    fn count(&self, level: Level) -> usize {
        let found = self.checked.found.iter();
        found.filter(|(_, diagnostic)| diagnostic.code.row().level == level).count()
    }
}

/// Whether any file has an error.
pub fn has_errors(files: &[File]) -> bool {
    files.iter().any(|file| file.count(Level::Error) > 0)
}

/// One array, an object for each thing found.
pub fn machine(files: &[File]) -> String {
    let mut writer = Writer::new();
    writer.open('[');
    for file in files {
        for (basket, diagnostic) in &file.checked.found {
            let (line, column) = line_column(&file.source, diagnostic.start);
            writer.open('{').name("file").string(&file.name);
            writer.name("basket").number(i64::try_from(*basket).unwrap_or_default());
            writer.name("line").number(line).name("column").number(column);
            writer.name("code").string(diagnostic.code.name());
            writer.name("level").string(diagnostic.code.row().level.name());
            writer.name("path").string(&diagnostic.path);
            writer.name("message").string(&diagnostic.message());
            writer.name("found").string(&diagnostic.found);
            writer.name("help").string(diagnostic.hint()).close('}');
        }
    }
    writer.close(']');
    writer.finish() + "\n"
}

/// A paragraph for each thing found, with the line it stands in, and a summary.
pub fn person(files: &[File], in_colour: bool) -> String {
    let paint = Paint(in_colour);
    let mut out = String::new();
    for file in files {
        for (_, diagnostic) in &file.checked.found {
            paragraph(&mut out, file, diagnostic, paint);
        }
        if file.checked.baskets == 0 {
            let _ = writeln!(out, "{}: no basket", file.name);
        }
    }
    let sum = |count: fn(&File) -> usize| files.iter().map(count).sum::<usize>();
    let _ = writeln!(
        out,
        "{} in {}: {}, {}",
        several(sum(|file| file.checked.baskets), "basket"),
        several(files.len(), "file"),
        several(sum(|file| file.count(Level::Error)), "error"),
        several(sum(|file| file.count(Level::Warning)), "warning"),
    );
    out
}

fn several(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The most of a line that is shown, so that a page in one line does not fill the screen.
const WIDTH: usize = 100;

fn paragraph(out: &mut String, file: &File, diagnostic: &Diagnostic, paint: Paint) {
    let row = diagnostic.code.row();
    let colour = if row.level == Level::Error { RED } else { YELLOW };
    let (line, column) = line_column(&file.source, diagnostic.start);
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let bar = paint.with(BLUE, "|");
    let title = paint.with(colour, &format!("{}[{}]", row.level.name(), row.code.name()));
    let path = match diagnostic.path.as_str() {
        "" => String::new(),
        path => format!("`{}`: ", visible(path)),
    };
    let _ = writeln!(out, "{title}: {path}{}", diagnostic.message());
    let arrow = paint.with(BLUE, "-->");
    let _ = writeln!(out, "{margin}{arrow} {}:{line}:{column}", file.name);
    let (text, before, marked) = cut_line(&file.source, diagnostic);
    let _ = writeln!(out, "{margin} {bar}");
    let _ = writeln!(out, "{} {bar} {text}", paint.with(BLUE, &number));
    let carets = paint.with(colour, &"^".repeat(marked));
    let _ = writeln!(out, "{margin} {bar} {}{carets}", " ".repeat(before));
    let _ = writeln!(out, "{margin} {} help: {}\n", paint.with(BLUE, "="), diagnostic.hint());
}

/// The line it stands in, cut to a width, with how many characters of it come before the place and how
/// many are the place.
fn cut_line(source: &str, diagnostic: &Diagnostic) -> (String, usize, usize) {
    let start = source.floor_char_boundary(diagnostic.start);
    let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let line = source[line_start..].split('\n').next().unwrap_or_default();
    let before = source[line_start..start].chars().count();
    let rest = line.chars().count() - before;
    let len = source.get(start..diagnostic.end).map_or(1, |place| place.chars().count());
    let skip = (before + 20).saturating_sub(WIDTH);
    let shown: String = line.chars().skip(skip).take(WIDTH).collect();
    let marked = len.min(rest).min(WIDTH - (before - skip)).max(1);
    (visible(&shown), before - skip, marked)
}

/// The same length, without what a terminal would obey.
fn visible(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

const RED: &str = "1;31";
const YELLOW: &str = "1;33";
const BLUE: &str = "1;34";

/// Colours, if the reader wants any.
#[derive(Debug, Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn with(self, colour: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{colour}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
