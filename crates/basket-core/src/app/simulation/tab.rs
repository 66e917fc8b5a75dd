//! One tab: the core, and what a page keeps for it. It carries effects out and asserts what must hold after each message.
//! It must never know what the service does.

use super::{messages::Draft, service::ChangeId};
use crate::{
    app::{
        App,
        change::{Change, ChangeAction},
        shop::read_id,
    },
    cart::MAX_QUANTITY,
    json::{self, Document, Node, push_number, read_number},
    locale::Intl,
    money::{Currency, Minor},
    product::{Frequency, Period},
    protocol::{Effect, Message},
    wire::NewLine,
};
use alloc::{collections::VecDeque, format, string::String, vec::Vec};

/// What a change asks the service for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    Add(NewLine),
    /// That many of a line.
    Set(u32),
    /// A discount code; an empty one is taken off.
    Code(String),
}

/// A change in storage.
#[derive(Debug, Clone)]
pub struct Kept {
    pub key: String,
    pub number: u32,
    /// The same for every attempt, also by the next page.
    pub id: ChangeId,
    /// Empty if it adds or is about a code, `*` for all lines.
    pub line: String,
    pub wish: Wish,
}

/// What a request asks for.
#[derive(Debug)]
pub enum Asks {
    Read,
    Send(Kept),
    HandOver,
}

/// A request that is under way.
#[derive(Debug)]
pub struct Request {
    pub number: u32,
    pub key: String,
    pub cart: String,
    pub asks: Asks,
    /// Whether the core still waits for its answer.
    pub is_awaited: bool,
}

/// What another tab says, or storage.
#[derive(Debug)]
pub enum News {
    /// A change was answered with this cart.
    Cart { key: String, id: String, body: String },
    /// Another cart's id was stored, or the one there was removed.
    Stored { key: String, is_removed: bool },
}

/// A tab.
#[derive(Debug)]
pub struct Tab {
    pub app: App,
    pub requests: Vec<Request>,
    /// What stands in storage, in its order.
    pub kept: Vec<Kept>,
    /// Who waits for a change to be settled, by the page's numbers for them.
    pub waiting: Vec<u32>,
    /// Baskets that wait to hear whether they may go on to the checkout.
    pub questions: Vec<u32>,
    pub inbox: VecDeque<News>,
    /// Ids that the core wants to be stored, each with the key of its shop and the id before.
    pub saved: Vec<(String, String, String)>,
    /// Tells its changes from those of other pages.
    seed: u32,
    /// The ids of changes that another page has left behind, by their numbers.
    adopted: Vec<(u32, ChangeId)>,
    /// Whether the message under way answers a read without refusing the key.
    is_read_answered: bool,
}

impl Tab {
    pub fn new(seed: u32) -> Self {
        Self {
            app: App::new(),
            requests: Vec::new(),
            kept: Vec::new(),
            waiting: Vec::new(),
            questions: Vec::new(),
            inbox: VecDeque::new(),
            saved: Vec::new(),
            seed,
            adopted: Vec::new(),
            is_read_answered: false,
        }
    }

    /// What the controls do that a basket shows, by the numbers of their actions.
    pub fn actions(&self, basket: u32) -> Vec<u32> {
        let shown = self.app.baskets.iter().find(|shown| shown.id == basket && basket > 0);
        let controls = shown.into_iter().flat_map(|basket| basket.shown.split("\":on\":").skip(1));
        let number =
            |rest: &str| rest.split([',', '}']).next().and_then(|number| number.parse().ok());
        controls.filter_map(number).collect()
    }

    /// The page's number for a change that another page has left behind.
    pub fn adopt_id(&mut self, id: ChangeId) -> u32 {
        let number = 1_000_000_001 + u32::try_from(self.adopted.len()).unwrap_or_default();
        self.adopted.push((number, id));
        number
    }

    /// The message for such a change.
    pub fn adopt(&mut self, left: &Kept) -> Draft {
        let number = self.adopt_id(left.id);
        match &left.wish {
            Wish::Add(wanted) => {
                let frequency = wanted.period.map_or("", |period| period.frequency().name());
                Draft::new("Add")
                    .with("sku", wanted.sku.as_str())
                    .with("quantity", wanted.quantity)
                    .with("frequency", frequency)
                    .with("interval", wanted.period.map_or(1, |period| period.interval().into()))
                    .with("key", left.key.as_str())
                    .with("number", number)
            }
            Wish::Code(code) => Draft::new("Code")
                .with("code", code.as_str())
                .with("key", left.key.as_str())
                .with("number", number),
            Wish::Set(quantity) => Draft::new("Set")
                .with("line", left.line.as_str())
                .with("quantity", *quantity)
                .with("key", left.key.as_str())
                .with("number", number),
        }
    }

    /// Hands a message over, carries out what the core says, and asserts what must hold.
    pub fn post(&mut self, text: &str) {
        let parsed = parse(text);
        let is_late = self.prepare(parsed.root());
        let before = is_late.then(|| format!("{:?}", self.app));
        let effects = self.app.receive(parsed.root(), PlainIntl);
        if let Some(before) = before {
            assert_eq!(effects, "", "a late answer has no effects: {text}");
            assert_eq!(before, format!("{:?}", self.app), "a late answer changes nothing: {text}");
        }
        let effects = parse(&format!("[{effects}]"));
        for node in effects.root().items() {
            match Effect::read(node) {
                Some(effect) => self.carry_out(effect),
                None => panic!("no effect of the protocol: {effects:?}"),
            }
        }
        self.check();
    }

    /// Notes what a message means for what is under way; says whether it is a late answer.
    fn prepare(&mut self, message: Node<'_>) -> bool {
        self.is_read_answered = false;
        match Message::read(message) {
            Some(Message::Add(add)) => self.wait_for(add.marker()),
            Some(Message::Set(set)) => self.wait_for(set.marker()),
            Some(Message::Code(code)) => self.wait_for(code.marker()),
            Some(Message::Heard(heard)) => {
                // What is asked of a cart that is another's now is of no interest any more.
                let id = read_id(heard.id());
                let of_shop = self.requests.iter_mut().filter(|asked| asked.key == heard.key());
                of_shop.filter(|asked| asked.cart != id).for_each(|asked| asked.is_awaited = false);
            }
            Some(Message::Response(response)) => {
                let is_asked =
                    |asked: &Request| asked.is_awaited && asked.number == response.request();
                let Some(at) = self.requests.iter().position(is_asked) else { return true };
                let asked = self.requests.remove(at);
                self.is_read_answered =
                    matches!(asked.asks, Asks::Read) && !matches!(response.status(), 401 | 403);
            }
            _ => {}
        }
        false
    }

    fn wait_for(&mut self, marker: u32) {
        if marker > 0 {
            self.waiting.push(marker);
        }
    }

    fn carry_out(&mut self, effect: Effect<'_>) {
        match effect {
            Effect::Show { element, .. } => check_shown(element),
            Effect::Read { request, key, cart } => self.ask(request, key, cart, Asks::Read),
            Effect::Send { request, key, cart, number } => {
                let found = self.kept.iter().find(|kept| kept.key == key && kept.number == number);
                let Some(change) = found.cloned() else {
                    panic!("sent before it is kept: {number}")
                };
                assert!(!cart.is_empty() || change.starts_cart(), "no cart is changed: {change:?}");
                self.ask(request, key, cart, Asks::Send(change));
            }
            Effect::HandOver { request, key, cart, .. } => {
                assert_ne!(cart, "", "there is no cart to hand over");
                self.ask(request, key, cart, Asks::HandOver);
            }
            Effect::Save { key, cart, old } => {
                self.saved.push((key.into(), cart.into(), old.into()));
            }
            Effect::Keep { key, number, old, line, body } => {
                let adopted = self.adopted.iter().find(|(known, _)| *known == number);
                let id = adopted.map_or((self.seed, number), |(_, id)| *id);
                let wish = read_wish(line, body);
                let change = Kept { key: key.into(), number, id, line: line.into(), wish };
                let at = |number| self.kept.iter().position(|kept| kept.number == number);
                match at(old).or_else(|| at(number)) {
                    Some(at) => self.kept[at] = change,
                    None => self.kept.push(change),
                }
            }
            Effect::Settle { key, number, marker, .. } => self.settle(key, number, marker),
            Effect::AskCheckout { basket } => self.questions.push(basket),
            Effect::SetState { .. }
            | Effect::Focus { .. }
            | Effect::Open { .. }
            | Effect::Go { .. }
            | Effect::Wait { .. }
            | Effect::Report { .. } => {}
        }
    }

    fn ask(&mut self, number: u32, key: &str, cart: &str, asks: Asks) {
        let is_awaited = |asked: &Request| asked.is_awaited && asked.key == key;
        let other = self.requests.iter().find(|asked| is_awaited(asked));
        assert!(other.is_none(), "two requests at a time: {other:?} and {asks:?}");
        let (key, cart) = (key.into(), cart.into());
        self.requests.push(Request { number, key, cart, asks, is_awaited: true });
    }

    fn settle(&mut self, key: &str, number: u32, marker: u32) {
        if number > 0 {
            let at = self.kept.iter().position(|kept| kept.key == key && kept.number == number);
            let Some(at) = at else { panic!("settled, but not in storage: {number}") };
            let change = self.kept.remove(at);
            let is_lost = self.is_read_answered && change.starts_cart();
            assert!(!is_lost, "what was not sent is settled by the answer to a read: {change:?}");
        }
        if marker > 0 {
            let Some(at) = self.waiting.iter().position(|waits| *waits == marker) else {
                panic!("settled twice, or nobody asked for it: {marker}");
            };
            self.waiting.remove(at);
        }
    }

    /// What must hold after every message.
    fn check(&self) {
        let (mut unsettled, mut markers) = (0, 0);
        for shop in &self.app.shops {
            let asked = self.requests.iter().filter(|asked| asked.is_awaited);
            let asked = asked.filter(|asked| asked.key == shop.key).map(|asked| asked.number);
            let awaited = shop.asked.map(|(number, _)| number);
            assert!(asked.eq(awaited), "{awaited:?} is awaited, asked were {:?}", self.requests);
            let kept = self.kept.iter().filter(|kept| kept.key == shop.key);
            let is_covered = kept.clone().map(Kept::content).eq(shop.changes.iter().map(content));
            assert!(is_covered, "stored {kept:?}, unsettled {:?}", shop.changes);
            unsettled += shop.changes.len();
            markers += shop.changes.iter().filter(|change| change.marker > 0).count();
        }
        assert_eq!(self.kept.len(), unsettled, "stored without a shop: {:?}", self.kept);
        assert_eq!(self.waiting.len(), markers, "who waits is forgotten: {:?}", self.waiting);
    }
}

impl Kept {
    /// Whether it can do without a cart.
    fn starts_cart(&self) -> bool {
        match &self.wish {
            Wish::Add(_) => true,
            Wish::Set(_) => false,
            Wish::Code(code) => !code.is_empty(),
        }
    }

    fn content(&self) -> (u32, &str, Wish) {
        (self.number, &self.line, self.wish.clone())
    }
}

fn content(change: &Change) -> (u32, &str, Wish) {
    let wish = match &change.action {
        ChangeAction::Add(wanted) => Wish::Add(wanted.clone()),
        ChangeAction::Set { quantity, .. } => Wish::Set(*quantity),
        ChangeAction::Code(code) => Wish::Code(code.clone()),
    };
    (change.number, change.line(), wish)
}

fn read_wish(line: &str, body: Node<'_>) -> Wish {
    let quantity = body.get("quantity").count().unwrap_or_default();
    if !line.is_empty() {
        return Wish::Set(quantity);
    }
    if let Some(code) = body.get("code").string() {
        return Wish::Code(code.into());
    }
    let interval = body.get("interval").count().and_then(|interval| u16::try_from(interval).ok());
    let frequency = Frequency::parse(body.get("frequency").text());
    let period = frequency.and_then(|frequency| Period::new(frequency, interval?));
    Wish::Add(NewLine { sku: body.get("sku").text().into(), quantity, period })
}

/// No quantity is shown that a line may not have.
fn check_shown(element: Node<'_>) {
    if element.at(0).text().contains("|part=quantity|") {
        let quantity = read_number(element.at(1).get(":value").text());
        assert!(quantity <= Some(MAX_QUANTITY.into()), "{quantity:?} items are shown");
    }
    element.items().skip(2).for_each(check_shown);
}

pub fn parse(text: &str) -> Document {
    match json::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => panic!("{error:?} in {text}"),
    }
}

/// Numbers as they are, and money as its amount.
#[derive(Clone, Copy)]
struct PlainIntl;

impl Intl for PlainIntl {
    fn money(&self, out: &mut String, amount: Minor, _: Currency, _: &str) {
        push_number(out, amount);
    }

    fn number(&self, out: &mut String, number: u32, _: &str) {
        push_number(out, number.into());
    }

    fn plural(&self, number: u32, _: &str) -> usize {
        usize::from(number != 1)
    }
}
