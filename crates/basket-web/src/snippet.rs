//! The markup that a page's author pastes: what lets a basket load as early as it can, and the basket. It must never
//! know which shop a key belongs to.

mod sooner;

pub use sooner::Sooner;

use crate::files::{File, MODULE, SCRIPT, WIDGET};
use base64::{Engine, engine::general_purpose::STANDARD};
use basket_core::draft::{Draft, Element};
use sha2::{Digest, Sha256};

/// What the loader and all links have in common. Loading a file needs no cookie, and the service need not
/// know from which page it was.
const OPEN: &str = "crossorigin referrerpolicy=\"no-referrer\"";

/// Which version the markup names.
#[derive(Debug)]
pub enum Edition<'a> {
    /// Whatever is the newest when a page is loaded.
    Newest,
    /// This very one. The browser checks everything in it that can run, and the texts of these languages.
    Pinned(&'a [String]),
}

/// The basket that a new shop begins with, by its publishable key.
pub fn first_element(key: &str) -> Element {
    Element { attributes: vec!["right", "detached", "tinted"], ..Draft::for_key(key).element() }
}

/// The markup for a basket of the shop with this publishable key, at the service with this origin.
pub fn snippet(service: &str, key: &str, edition: &Edition<'_>) -> String {
    markup(service, &first_element(key), edition, Sooner::default())
}

/// The markup for a basket that is set up like this, at the service with this origin.
pub fn markup(
    service: &str,
    element: &Element,
    edition: &Edition<'_>,
    sooner: Sooner<'_>,
) -> String {
    let mut head = match edition {
        Edition::Newest => newest(service),
        Edition::Pinned(languages) => pinned(service, languages),
    };
    if let Some(script) = sooner.script(service, element) {
        head = format!("<script>{script}</script>\n{head}");
    }
    let button = sooner.button(element).map(|button| format!("\n  {button}")).unwrap_or_default();
    let attributes: String =
        element.attributes.iter().flat_map(|attribute| [" ", *attribute]).collect();
    let lines: Vec<_> = element.json.lines().collect();
    let script = match lines[..] {
        // A key by itself needs no lines of its own.
        [open, only, close] => format!("{open} {} {close}", only.trim_start()),
        _ => format!("\n    {}\n  ", lines.join("\n    ")),
    };
    format!(
        "{head}<div data-embed=\"service-basket\"{attributes}>{button}\n  \
         <script type=\"application/json\">{script}</script>\n</div>\n"
    )
}

/// What the page's policy has to allow for the markup: one directive a line.
pub fn policy(
    service: &str,
    element: &Element,
    edition: &Edition<'_>,
    sooner: Sooner<'_>,
) -> String {
    let map = matches!(edition, Edition::Pinned(_)).then(|| import_map(service));
    let inline = [sooner.script(service, element), map].into_iter().flatten();
    let inline: String = inline.flat_map(|script| [" ".to_owned(), hash(&script)]).collect();
    let style = sooner.style(element).map(|style| format!("style-src {};\n", hash(&style)));
    format!(
        "script-src {service} 'wasm-unsafe-eval'{inline};\n{}connect-src {service};\nimg-src {service};\n",
        style.unwrap_or_default()
    )
}

/// How a policy names something that stands in the page itself.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// What the modules must come to, in the only place where a browser looks for it when a script imports one. It stands
/// in the page itself, so a page's policy has to allow it by its own hash.
fn import_map(service: &str) -> String {
    let folder = folder(service);
    let modules = WIDGET.iter().filter(|file| file.is_hashed() && file.is_script());
    let rows: Vec<_> = modules
        .map(|File { name, integrity, .. }| format!("  \"{folder}/{name}\": \"{integrity}\""))
        .collect();
    format!("{{ \"integrity\": {{\n{}\n}} }}", rows.join(",\n"))
}

fn folder(service: &str) -> String {
    format!("{service}/v{}", env!("CARGO_PKG_VERSION"))
}

fn newest(service: &str) -> String {
    // The loader first and before all else: what it asks for next takes a way to the service and back.
    format!(
        "<script async fetchpriority=\"high\" src=\"{service}/v1/{SCRIPT}\" {OPEN}></script>\n\
         <link rel=\"preload\" as=\"fetch\" href=\"{service}/v1/{MODULE}\" {OPEN}>\n"
    )
}

fn pinned(service: &str, languages: &[String]) -> String {
    let is_asked_for = |end: &str| {
        end.strip_suffix(".txt").is_some_and(|code| languages.iter().any(|asked| asked == code))
    };
    let folder = folder(service);
    let mut text = format!("<script type=\"importmap\">{}</script>\n", import_map(service));
    for File { name, integrity, .. } in WIDGET {
        let (before, after) = match name.split_once('.') {
            Some(("basket", "js")) => ("script async fetchpriority=\"high\" src", "></script>"),
            Some((stem, end)) if stem != "basket" && (end == "wasm" || is_asked_for(end)) => {
                ("link rel=\"preload\" as=\"fetch\" href", ">")
            }
            _ => continue,
        };
        // Browsers know what to do with it on scripts; on what is fetched the loader does.
        let check = if before.contains("as=\"fetch\"") { "data-integrity" } else { "integrity" };
        let file = format!("<{before}=\"{folder}/{name}\"\n  {check}=\"{integrity}\"");
        text = format!("{text}{file} {OPEN}{after}\n");
    }
    text
}
