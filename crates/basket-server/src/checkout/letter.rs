//! What a mail about an order looks like, for people and programs that read text and for those that read HTML. It
//! must never hold a text itself.

use super::costs::{self, Row};
use basket_core::cart::Line;
use basket_delivery::{Letter, OrderMail};
use basket_model::{
    address,
    order::{Order, is_shipped},
};
use basket_texts::localizer::{Key, Localizer};
use maud::{DOCTYPE, Markup, html};
use std::fmt::Write as _;

/// How many characters of a name or an address a mail shows.
const LONGEST: usize = 60;

/// Mail programs know no style sheets, and little of what style attributes can say.
const FONT: &str = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5";
const CELL: &str =
    "padding:8px 0;border-bottom:1px solid #d9d7d0;text-align:start;vertical-align:top";
const AMOUNT: &str = "padding:8px 0 8px 16px;border-bottom:1px solid #d9d7d0;text-align:end;vertical-align:top;white-space:nowrap";

/// What both forms say.
struct Content<'a> {
    order: &'a Order,
    localizer: Localizer,
    subject: String,
    hello: String,
    opening: String,
    /// Where it is sent to; nothing where nothing is sent.
    place: Vec<String>,
    /// What is due again, and when.
    later: Vec<String>,
    /// Where its invoice is.
    invoice: Option<String>,
}

/// Tells a shopper what they ordered, in their language and with the shop's own texts.
pub(crate) fn compose_order_mail(about: &OrderMail<'_>) -> Letter {
    let OrderMail { shop, design, order, public } = about;
    let localizer = Localizer::new(&order.locale, design.root().get("locales"));
    let number = order.number.to_string();
    let subject = localizer.fill(Key::MailSubject, &[("number", &number), ("shop", &shop.name)]);
    let hello = localizer.fill(Key::MailHello, &[("name", &without_links(&order.contact.name))]);
    let opening = localizer.fill(Key::MailBody, &[("shop", &shop.name)]);
    let later = costs::renewals(&localizer, &order.cart);
    let place = place(order, &localizer);
    let invoice = public.filter(|_| order.invoice.is_some());
    let invoice = invoice.map(|public| format!("{public}/checkout/{}/invoice", order.checkout));
    let content = Content { order, localizer, subject, hello, opening, place, later, invoice };
    let (text, html) = (content.text(), content.html().into_string());
    // A header is one line, whatever the shop is called.
    let subject = content.subject.replace(char::is_control, " ");
    Letter { subject, text, html }
}

fn place(order: &Order, localizer: &Localizer) -> Vec<String> {
    if !is_shipped(&order.cart) {
        return Vec::new();
    }
    let address = order.contact.address();
    let country = localizer.country(&address.country).unwrap_or(&address.country);
    let lines = address::lines(&address, country);
    lines.iter().map(|line| without_links(line)).filter(|line| !line.is_empty()).collect()
}

/// What the shopper filled in, without anything that a mail program would turn into a link, and no longer than a name:
/// otherwise an order could be used to send messages to others.
fn without_links(text: &str) -> String {
    let is_link = |word: &&str| {
        let has_host = word.split_once('.').is_some_and(|(before, behind)| {
            let letters = |text: &str| text.chars().filter(|sign| sign.is_alphanumeric()).count();
            letters(before) > 1 && letters(behind) > 1
        });
        has_host
            || word.contains("//")
            || word.contains(['@', '\\'])
            || word.to_lowercase().contains("www.")
    };
    let words: Vec<&str> = text.split_whitespace().filter(|word| !is_link(word)).collect();
    words.join(" ").chars().take(LONGEST).collect()
}

impl Content<'_> {
    fn money(&self, amount: i64) -> String {
        self.localizer.money(amount, self.order.cart.currency)
    }

    /// What stands below the lines: what else it costs, the total, and the taxes in it.
    fn costs(&self) -> Vec<(String, String)> {
        let Self { order, localizer, .. } = self;
        let total = (localizer.text(Key::DueToday).to_owned(), self.money(order.cart.total()));
        let row = |row: Row| (row.name, row.amount);
        let before = costs::rows(localizer, &order.cart).into_iter().map(row);
        let behind = costs::notes(localizer, &order.cart).into_iter().map(row);
        before.chain([total]).chain(behind).collect()
    }

    fn line(&self, line: &Line) -> String {
        match line.period {
            Some(period) => {
                format!("{} × {}, {}", line.quantity, line.name, self.localizer.period(period))
            }
            None => format!("{} × {}", line.quantity, line.name),
        }
    }

    fn text(&self) -> String {
        let Self { order, localizer, .. } = self;
        let mut text = format!("{}\n\n{}\n\n", self.hello, self.opening);
        for line in &order.cart.lines {
            // Writing into a text does not fail.
            let _ = writeln!(text, "{}: {}", self.line(line), self.money(line.price()));
        }
        text.push('\n');
        for (name, amount) in self.costs() {
            let _ = writeln!(text, "{name}: {amount}");
        }
        for later in &self.later {
            let _ = writeln!(text, "{later}");
        }
        let _ = writeln!(text, "{}: {}", localizer.text(Key::OrderNumber), order.number);
        if !self.place.is_empty() {
            let _ = writeln!(text, "\n{}:\n{}", localizer.text(Key::ShipTo), self.place.join("\n"));
        }
        if let Some(invoice) = &self.invoice {
            let _ = writeln!(text, "\n{}:\n{invoice}", localizer.text(Key::InvoiceLink));
        }
        let _ = writeln!(text, "\n{}", localizer.text(Key::MailEnd));
        text
    }

    fn html(&self) -> Markup {
        let Self { order, localizer, .. } = self;
        html! {
            (DOCTYPE)
            html lang=(localizer.language()) dir=(localizer.direction()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.subject) }
                }
                body style=(FONT) {
                    p { (self.hello) }
                    p { (self.opening) }
                    table role="presentation" style="border-collapse:collapse;width:100%;max-width:560px" {
                        @for line in &order.cart.lines {
                            tr { td style=(CELL) { (self.line(line)) } td style=(AMOUNT) { (self.money(line.price())) } }
                        }
                        @for (name, amount) in self.costs() {
                            tr {
                                td style=(CELL) { strong { (name) } }
                                td style=(AMOUNT) { strong { (amount) } }
                            }
                        }
                    }
                    @for later in &self.later { p { (later) } }
                    p { (localizer.text(Key::OrderNumber)) ": " strong { (order.number) } }
                    @if !self.place.is_empty() {
                        p { (localizer.text(Key::ShipTo)) ":" @for line in &self.place { br; (line) } }
                    }
                    @if let Some(invoice) = &self.invoice {
                        p { a href=(invoice) { (localizer.text(Key::InvoiceLink)) } }
                    }
                    p { (localizer.text(Key::MailEnd)) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_link_and_an_end() {
        for (typed, shown) in [
            ("Ann Example", "Ann Example"),
            ("J.R. St. John-Smith, PhD.", "J.R. St. John-Smith, PhD."),
            ("You won, see https://evil.example/win now", "You won, see now"),
            ("see evil.example today", "see today"),
            ("WWW.evil x@evil.example evil.example/x", ""),
        ] {
            assert_eq!(without_links(typed), shown);
        }
        assert_eq!(without_links(&"a".repeat(200)).len(), LONGEST);
        assert_eq!(without_links("Straße 12/3"), "Straße 12/3");
    }
}
