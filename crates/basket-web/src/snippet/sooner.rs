//! Two further steps to be faster still: the cart is asked for by the page itself, and the button is
//! painted with the page. Both are the core's and the loader's own; neither decides anything here.

use basket_core::app::App;
use basket_core::config::check::style;
use basket_core::config::table::Group;
use basket_core::draft::{Element, form::native_code};
use basket_core::json::{self, Document, Kind, Node, Writer};
use basket_core::locale::{Intl, NAMES, NATIVE, tag};
use basket_core::money::{Currency, Minor};
use basket_core::protocol::{Effect, MESSAGES};
use basket_core::view::BUTTON_STYLE;

/// What the markup does before any file of the basket has come.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sooner<'a> {
    /// Ask for the cart with the page.
    pub is_early: bool,
    /// Paint the button with the page, as a link to this address, for those without scripts.
    pub link: Option<&'a str>,
}

impl Sooner<'_> {
    /// The script that asks for the cart. The loader finds the answer where it keeps those that it asked for itself.
    pub(super) fn script(self, service: &str, element: &Element) -> Option<String> {
        let config = json::parse(&element.json).ok().filter(|_| self.is_early)?;
        let (key, service) = (quoted(config.root().get("api_key").text()), quoted(service));
        Some(format!(
            "try{{let k={key},c=localStorage[`service-basket:${{k}}:cart`];\
             if(c&&/^[\\w-]+$/.test(c))(self.ServiceBasket||=[]).early={{[k+\",\"+c]:\
             fetch({service}+`/v1/carts/${{c}}?key=`+encodeURIComponent(k),{{credentials:\"omit\"}})\
             .then(async a=>[a.status,await a.json()]).catch(()=>[0])}}}}catch{{}}"
        ))
    }

    /// The style of the button.
    pub(super) fn style(self, element: &Element) -> Option<String> {
        let config = json::parse(&element.json).ok().filter(|_| self.link.is_some())?;
        let own = config.root().get("style");
        let mut values = String::new();
        for entry in &Group::Style.entries() {
            let value = own.get(entry.name).text();
            if style::problem(value).is_none() {
                let name = entry.name.replace('_', "-");
                values.extend(["--service-basket-", &name, ":", value, ";"]);
            }
        }
        Some(format!("{BUTTON_STYLE}a{{text-decoration:none}}.root{{{values}}}"))
    }

    /// The shadow root with the button in it, which the basket takes over when it comes.
    pub(super) fn button(self, element: &Element) -> Option<String> {
        let (link, style) = (self.link?, self.style(element)?);
        let effects = shown(element)?;
        let root = effects.root().items().find_map(|effect| match Effect::read(effect) {
            Some(Effect::Show { element, .. }) => Some(element),
            _ => None,
        })?;
        let mut html = format!("<template shadowrootmode=\"open\"><style>{style}</style>");
        let button = root.at(2);
        open_tag(&mut html, root, "div");
        open_tag(&mut html, button, "a");
        html.truncate(html.len() - 1);
        html.push_str(" href=\"");
        escape(&mut html, link);
        html.push_str("\">");
        button.items().skip(2).for_each(|child| write(&mut html, child));
        html.push_str("</a></div></template>");
        Some(html)
    }
}

/// What the core says when the element appears on a page, in the language that it asks for. It is told of a cart, so that
/// nobody is shown a wrong number.
fn shown(element: &Element) -> Option<Document> {
    let config = json::parse(&element.json).ok()?;
    let code = config.root().get("options").get("default_locale").string().unwrap_or("en");
    let native = native_code(code);
    let (_, lines) = NATIVE.iter().find(|(known, _)| *known == native)?;
    let mount = MESSAGES.iter().position(|message| message.name == "Mount")?;
    let mut message = Writer::with_capacity(element.json.len() + lines.len());
    message.open('[').number(u32::try_from(mount).ok()?).number(1).raw(&element.json).open('{');
    for attribute in &element.attributes {
        message.name(attribute).string("");
    }
    message.close('}').string(&tag(code).replace('_', "-")).string(code).string(native);
    message.string(lines).string(NAMES).string("unknown").raw("null").boolean(false).close(']');
    let message = json::parse(&message.finish()).ok()?;
    json::parse(&format!("[{}]", App::new().receive(message.root(), NoNumbers))).ok()
}

/// A text as JavaScript that cannot end the script that it stands in.
fn quoted(text: &str) -> String {
    let mut writer = Writer::with_capacity(text.len() + 2);
    writer.string(text);
    writer.finish().replace('<', "\\u003c")
}

/// An element of the core's tree as markup, with everything in it.
fn write(html: &mut String, node: Node<'_>) {
    if node.kind() == Kind::String {
        return escape(html, node.text());
    }
    let name = node.at(0).text().split('|').next().unwrap_or_default();
    open_tag(html, node, name);
    node.items().skip(2).for_each(|child| write(html, child));
    html.push_str("</");
    html.push_str(name);
    html.push('>');
}

/// The start tag of an element of the tree, without what only a script could use.
fn open_tag(html: &mut String, node: Node<'_>, name: &str) {
    html.push('<');
    html.push_str(name);
    let fixed = node.at(0).text().split('|').skip(1).filter_map(|pair| pair.split_once('='));
    let given = node.at(1).members().map(|(name, value)| (name.text(), value.text()));
    for (name, value) in fixed.chain(given) {
        let is_scripted = name.starts_with(':')
            || matches!(name, "type" | "popover" | "aria-expanded" | "aria-haspopup");
        if !is_scripted {
            html.push(' ');
            html.push_str(name);
            html.push_str("=\"");
            escape(html, value);
            html.push('"');
        }
    }
    html.push('>');
}

fn escape(html: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            other => html.push(other),
        }
    }
}

/// A button of which nobody knows the number needs none.
#[derive(Clone, Copy)]
struct NoNumbers;

impl Intl for NoNumbers {
    fn money(&self, _: &mut String, _: Minor, _: Currency, _: &str) {}

    fn number(&self, _: &mut String, _: u32, _: &str) {}

    fn plural(&self, _: u32, _: &str) -> usize {
        0
    }
}
