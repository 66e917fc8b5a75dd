//! What must hold for any bytes: as a configuration, as a page, as what happens on a page or stands in its storage, and as
//! what is sent to the service. Each function panics where it does not, which a fuzzer notices. It must never depend on a
//! fuzzer; the tests run every seed through the same functions.
#![expect(clippy::missing_panics_doc, reason = "to panic is how they answer")]

mod form;
mod link;
mod request;
mod sheet;
mod site;

pub use form::form;
pub use link::link;
pub use request::request;
pub use sheet::sheet;
pub use site::{Renewed, Site};

use basket_check::report;
use basket_core::{
    app::simulation::{self, Log},
    config,
    diagnostic::{Diagnostic, Level},
    explain::explain,
    json::{self, Document, Writer, line_column},
};
use std::{mem, thread};

/// Any text gives a configuration or says why not, and everything said points into the text.
pub fn configuration(bytes: &[u8]) {
    let text = &String::from_utf8_lossy(bytes);
    let found = config::check_json(text);
    let is_error = found.iter().any(|found| found.code.row().level == Level::Error);
    assert!(found.is_sorted_by_key(|found| found.start), "in the order of the text: {found:?}");
    for diagnostic in &found {
        points_into(text, diagnostic);
        let place = (diagnostic.line, diagnostic.column);
        assert_eq!(place, line_column(text, diagnostic.start), "{diagnostic:?}");
    }
    let parsed = json::parse(text);
    let key = parsed.as_ref().map_or("", |parsed| config::read_key(parsed.root()));
    assert_eq!(key.is_empty(), is_error, "without a key there is an error: {found:?}");
    if let Ok(parsed) = parsed {
        config::read_flags(parsed.root(), parsed.root());
        // As a browser would hand the element over, were all of it written by somebody else.
        is_json(&explain(parsed.root()));
    }
    let explained = is_json(&explain(element(text).root()));
    assert_eq!(
        explained.root().at(0).items().count(),
        found.len(),
        "the widget says no more and no less"
    );
}

/// A basket element with this configuration, as the widget hands it over.
fn element(text: &str) -> Document {
    let mut writer = Writer::new();
    writer.open('{').name("scripts").open('[').open('[');
    writer.boolean(true).string("application/json").string(text);
    writer.close(']').close(']').close('}');
    is_json(&writer.finish())
}

/// Any page is checked, everything said points into it, and can be told to people and machines.
pub fn page(bytes: &[u8]) {
    let file = basket_check::check("page.html", bytes);
    for (basket, diagnostic) in &file.checked.found {
        assert!((1..=file.checked.baskets).contains(basket), "{diagnostic:?}");
        points_into(&file.source, diagnostic);
        let Diagnostic { found, path, problem, start, end, .. } = diagnostic;
        if found.is_empty() && path.is_empty() && problem.is_none() {
            let written = &file.source[*start..*end];
            assert!(written.starts_with('<'), "it is about a tag: {diagnostic:?}");
        }
    }
    let files = [file];
    assert!(!report::person(&files, true).is_empty());
    let told = is_json(&report::machine(&files));
    assert_eq!(told.root().items().count(), files[0].checked.found.len());
    for told in told.root().items() {
        let place = |name| told.get(name).count();
        assert!(place("line") >= Some(1) && place("column") >= Some(1));
    }
}

/// Whatever happens in two tabs of a browser, the core takes it; the first byte says whether there is nonsense among it.
/// The messages are returned, and printed where something does not hold.
pub fn messages(bytes: &[u8]) -> Log {
    let (first, steps) = bytes.split_first().unwrap_or((&0, &[]));
    let mut printed = Printed(Log::default());
    simulation::run(first % 2 == 1, steps, &mut printed.0);
    mem::take(&mut printed.0)
}

/// Whatever the page's storage holds, a page opens on it, and what makes sense of it is sent. The first line is the cart's
/// id, the second what was shown last, the rest the queue of changes.
pub fn storage(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.splitn(3, '\n');
    let [cart, view, queue] = [(); 3].map(|()| parts.next().unwrap_or_default());
    simulation::storage::open(cart, view, queue, &mut Printed(Log::default()).0);
}

/// Messages that are printed when a panic ends what they belong to.
struct Printed(Log);

impl Drop for Printed {
    #[expect(clippy::print_stderr, reason = "that is where the message of the panic goes")]
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

/// What was found stands at the place that is named, and there are words for it.
fn points_into(text: &str, diagnostic: &Diagnostic) {
    let written = text.get(diagnostic.start..diagnostic.end);
    let found = diagnostic.found.trim_end_matches('…');
    assert!(written.is_some_and(|written| written.starts_with(found)), "{diagnostic:?}");
    assert!(!diagnostic.message().is_empty() && !diagnostic.hint().is_empty(), "{diagnostic:?}");
}

/// What we write, we can read.
fn is_json(text: &str) -> Document {
    match json::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => panic!("{error:?} in {text}"),
    }
}
