//! A browser with two tabs: what happens in them, in its storage and on its network. The page and the service mean well
//! here. It must never know what the core does with it.

use super::{
    KEYS,
    choices::Choices,
    messages::{Draft, Log},
    service::{Answer, CODES, SKUS, Service},
    tab::{Asks, News, Request, Tab, parse},
};
use crate::{app::shop::read_id, config::table::Flag, protocol::Raw};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use core::mem;

/// Two tabs, what they share, and the service.
#[derive(Debug)]
pub struct Browser<'a> {
    pub service: Service,
    pub tabs: [Tab; 2],
    /// The ids of the carts in storage, by the keys of the shops.
    stored: BTreeMap<String, String>,
    /// How many items storage says were shown last, as JSON.
    items: String,
    /// How many pages there have been.
    pages: u32,
    last_marker: u32,
    log: &'a mut Log,
}

const QUANTITIES: &[&str] = &["1", "2", "0", "5", "700", "999", "1000", "4294967295", "null"];
const TYPED: &[&str] = &["0", "1", "7", "999", " 12", "-1", "x", ""];

impl<'a> Browser<'a> {
    /// Both tabs show a basket of the first shop.
    pub fn open(log: &'a mut Log) -> Self {
        Self::open_stored("", "null", log)
    }

    /// Likewise, where storage holds something for that shop.
    pub fn open_stored(cart: &str, items: &str, log: &'a mut Log) -> Self {
        let mut browser = Self {
            service: Service::default(),
            tabs: [Tab::new(1), Tab::new(2)],
            stored: BTreeMap::from([(KEYS[0].into(), cart.into())]),
            items: items.into(),
            pages: 2,
            last_marker: 0,
            log,
        };
        for tab in 0..2 {
            browser.mount(tab, 1, KEYS[0], &mut Choices::new(&[]));
        }
        browser
    }

    /// Lets one thing happen.
    pub fn step(&mut self, choices: &mut Choices<'_>) {
        let tab = choices.below(2);
        match choices.below(24) {
            0..=4 => self.serve_some(tab, choices),
            5 | 6 => self.disturb(tab, choices),
            7 | 8 => self.hear(tab),
            9 => self.try_again(tab, choices.flip()),
            10..=12 => self.add(tab, choices),
            13..=16 => self.use_control(tab, choices),
            17 => self.enter_code(tab, choices),
            18 => self.set(tab, choices),
            19 => {
                let basket = choices.pick(&[1, 2, 3]);
                let key = choices.pick(&["pk_one", "pk_two", "pk_one", ""]);
                self.mount(tab, basket, key, choices);
            }
            20 => self.post(tab, about(choices, "Forget")),
            21 => {
                let dismiss = about(choices, "Dismiss");
                self.post(tab, dismiss.with_flag("is_outside", choices.flip()));
            }
            22 => self.answer_again(tab, choices),
            _ => match choices.below(4) {
                0 => self.order(choices.pick(&KEYS)),
                1 => self.open_anew(tab, choices),
                _ => self.hear(tab),
            },
        }
    }

    pub fn stored(&self, key: &str) -> String {
        self.stored.get(key).cloned().unwrap_or_default()
    }

    /// Hands a message to a tab, and its news to the other one.
    pub fn post(&mut self, tab: usize, message: Draft) {
        let text = message.finish();
        self.log.push(tab, message);
        self.tabs[tab].post(&text);
        for (key, id, old) in mem::take(&mut self.tabs[tab].saved) {
            // What another tab has stored meanwhile stays.
            if !id.is_empty() || self.stored(&key) == old {
                self.store(tab, key, id);
            }
        }
    }

    fn store(&mut self, tab: usize, key: String, id: String) {
        if self.stored(&key) != id {
            let is_removed = id.is_empty();
            self.stored.insert(key.clone(), id);
            self.tabs[1 - tab].inbox.push_back(News::Stored { key, is_removed });
        }
    }

    pub fn mount(&mut self, tab: usize, basket: u32, key: &str, choices: &mut Choices<'_>) {
        let attribute = choices.pick(&Flag::ALL).name();
        let options = r#"{"show_sum_purchases":true,"show_sum_subscriptions":true}"#;
        let config = format!(r#"{{"api_key":"{key}","options":{options}}}"#);
        let attributes = format!(r#"{{"{attribute}":"{}"}}"#, choices.flip());
        let language = choices.pick(&["en", "ar"]);
        let cart = self.stored(key);
        let mount = Draft::new("Mount")
            .with("basket", basket)
            .with("config", Raw(&config))
            .with("attributes", Raw(&attributes))
            .with("language", language)
            .with("code", language)
            .with("native", "en")
            .with("cart", cart.as_str())
            .with("items", Raw(&self.items))
            .with_flag("is_open", choices.flip());
        self.post(tab, mount);
    }

    /// A call that waits for a change has a number; some changes have no waiting call.
    fn marker(&mut self, choices: &mut Choices<'_>) -> u32 {
        if choices.flip() {
            return 0;
        }
        self.last_marker += 1;
        self.last_marker
    }

    fn add(&mut self, tab: usize, choices: &mut Choices<'_>) {
        let add = Draft::new("Add")
            .with("marker", self.marker(choices))
            .with("sku", choices.pick(&SKUS))
            .with("quantity", Raw(choices.pick(QUANTITIES)))
            .with("frequency", choices.pick(&["", "", "monthly", "hourly"]))
            .with("interval", 1)
            .with_flag("opens", choices.flip())
            .with("key", choices.pick(&["", "pk_one", "pk_two", "pk_none"]));
        self.post(tab, add);
    }

    fn set(&mut self, tab: usize, choices: &mut Choices<'_>) {
        let key = choices.pick(&["", "pk_one", "pk_two"]);
        let cart = self.service.cart(&self.stored(choices.pick(&KEYS)));
        let lines = cart.map_or(&[][..], |cart| &cart.lines);
        let line =
            lines.get(choices.below(4)).map_or(choices.pick(&["*", "line-1"]), |line| &line.id);
        let set = Draft::new("Set").with("line", line).with("key", key);
        let set = set.with("quantity", Raw(choices.pick(QUANTITIES)));
        let set = set.with("marker", self.marker(choices));
        self.post(tab, set);
    }

    /// A discount code is entered or taken off.
    fn enter_code(&mut self, tab: usize, choices: &mut Choices<'_>) {
        let code = Draft::new("Code")
            .with("marker", self.marker(choices))
            .with("code", choices.pick(&CODES))
            .with("key", choices.pick(&["", "pk_one", "pk_two"]));
        self.post(tab, code);
    }

    /// The shopper uses a control that is shown.
    fn use_control(&mut self, tab: usize, choices: &mut Choices<'_>) {
        let basket = choices.pick(&[1, 1, 1, 2, 3]);
        let actions = self.tabs[tab].actions(basket);
        if actions.is_empty() {
            return;
        }
        let used = Draft::new("Use").with("basket", basket).with("action", choices.pick(&actions));
        let used = used.with("value", choices.pick(TYPED));
        self.post(tab, used.with_flag("is_typing", choices.below(4) == 3));
        // The page has its say about a checkout.
        while let Some(basket) = self.tabs[tab].questions.pop() {
            let checkout = Draft::new("Checkout").with("basket", basket);
            self.post(tab, checkout.with_flag("goes_on", choices.below(4) != 3));
        }
    }

    /// Hears what another tab or storage has said, if that still counts.
    pub fn hear(&mut self, tab: usize) {
        let tab = if self.tabs[tab].inbox.is_empty() { 1 - tab } else { tab };
        match self.tabs[tab].inbox.pop_front() {
            Some(News::Cart { key, id, body }) if id == self.stored(&key) => {
                self.heard(tab, &key, &id, &body);
            }
            Some(News::Stored { key, is_removed }) => {
                // What storage holds now counts, not what it held then.
                let now = self.stored(&key);
                if !now.is_empty() {
                    self.heard(tab, &key, &now, "null");
                }
                if now.is_empty() || is_removed {
                    self.try_again(tab, true);
                }
            }
            _ => {}
        }
    }

    fn heard(&mut self, tab: usize, key: &str, id: &str, cart: &str) {
        let heard = Draft::new("Heard").with("key", key).with("id", id);
        self.post(tab, heard.with("cart", Raw(cart)));
    }

    pub fn try_again(&mut self, tab: usize, has_doubt: bool) {
        self.post(tab, Draft::new("Try").with_flag("has_doubt", has_doubt));
    }

    /// The cart is ordered on a page of another site; then the shopper comes back to these.
    fn order(&mut self, key: &str) {
        self.service.forget(&self.stored(key));
        for tab in 0..2 {
            self.try_again(tab, true);
        }
    }

    /// The service answers one of the requests that are under way.
    fn serve_some(&mut self, tab: usize, choices: &mut Choices<'_>) {
        if let Some((tab, at)) = self.request(tab, choices) {
            self.serve(tab, at);
        }
    }

    /// A request of this tab, or else of the other one.
    fn request(&self, tab: usize, choices: &mut Choices<'_>) -> Option<(usize, usize)> {
        let tab = if self.tabs[tab].requests.is_empty() { 1 - tab } else { tab };
        let count = self.tabs[tab].requests.len();
        (count > 0).then(|| (tab, choices.below(count)))
    }

    /// The service answers a request, and the answer arrives.
    pub fn serve(&mut self, tab: usize, at: usize) {
        let answer = self.ask(tab, at);
        self.answer(tab, at, &answer);
    }

    /// What the service says to a request of a tab.
    fn ask(&mut self, tab: usize, at: usize) -> Answer {
        let Request { key, cart, asks, .. } = &self.tabs[tab].requests[at];
        match asks {
            Asks::Read => self.service.read(cart),
            Asks::HandOver => self.service.hand_over(cart),
            Asks::Send(change) => {
                // Another tab may have made the cart meanwhile.
                let known = if cart.is_empty() { read_id(&self.stored(key)) } else { cart.clone() };
                self.service.change(&known, change)
            }
        }
    }

    /// A request is answered in a way that says nothing of the cart.
    fn disturb(&mut self, tab: usize, choices: &mut Choices<'_>) {
        let Some((tab, at)) = self.request(tab, choices) else { return };
        let (status, body) = match choices.below(12) {
            0..=2 => (0, "null"),
            3 | 4 => {
                // The service has done it, but nobody hears of it.
                self.ask(tab, at);
                (0, "null")
            }
            5 | 6 => (choices.pick(&[429, 500, 503]), r#"{"code":"unavailable"}"#),
            7 | 8 => (200, choices.pick(&["null", "[]", r#"{"lines":3}"#])),
            9 | 10 => (choices.pick(&[400, 405]), "null"),
            _ => (choices.pick(&[401, 403]), r#"{"code":"key-unknown"}"#),
        };
        self.answer(tab, at, &(status, body.into()));
    }

    /// An answer arrives; that of a change is told to both tabs.
    fn answer(&mut self, tab: usize, at: usize, (status, body): &Answer) {
        let Request { number, key, cart, asks, is_awaited } = &self.tabs[tab].requests[at];
        let (number, key, is_new) = (*number, key.clone(), cart.is_empty());
        let id: String = parse(body).root().get("id").text().into();
        let is_change = matches!(asks, Asks::Send(_)) && !id.is_empty();
        // The core has forgotten it, so that nothing else would remove it.
        if !is_awaited {
            self.tabs[tab].requests.remove(at);
        }
        if is_change && is_new {
            self.store(tab, key.clone(), id.clone());
        }
        let response = Draft::new("Response").with("request", number).with("status", *status);
        self.post(tab, response.with("body", Raw(body)));
        if is_change {
            // The core may not have waited for it any more.
            if self.stored(&key) == id {
                self.heard(tab, &key, &id, body);
            }
            self.tabs[1 - tab].inbox.push_back(News::Cart { key, id, body: body.clone() });
        }
    }

    /// Something answers a request that nobody asked, or that was answered already.
    fn answer_again(&mut self, tab: usize, choices: &mut Choices<'_>) {
        let is_awaited = |number| {
            let mut requests = self.tabs[tab].requests.iter();
            requests.any(|asked| asked.is_awaited && asked.number == number)
        };
        let number = u32::try_from(choices.below(32)).unwrap_or_default();
        if !is_awaited(number) {
            let (_, body) = self.service.read(&self.stored(choices.pick(&KEYS)));
            let status = choices.pick(&[200, 410, 0, 409, 401]);
            let response = Draft::new("Response").with("request", number).with("status", status);
            self.post(tab, response.with("body", Raw(&body)));
        }
    }

    /// The shopper goes on to another page, which takes over what this one leaves behind.
    fn open_anew(&mut self, tab: usize, choices: &mut Choices<'_>) {
        for at in 0..self.tabs[tab].requests.len() {
            if choices.flip() {
                self.ask(tab, at);
            }
        }
        self.pages += 1;
        let left: Vec<_> = mem::replace(&mut self.tabs[tab], Tab::new(self.pages)).kept;
        for (basket, key) in [1, 2].into_iter().zip(KEYS) {
            self.mount(tab, basket, key, choices);
        }
        for change in left {
            let message = self.tabs[tab].adopt(&change);
            self.post(tab, message);
        }
    }
}

/// A message about one of the baskets, or about none.
fn about(choices: &mut Choices<'_>, name: &str) -> Draft {
    Draft::new(name).with("basket", choices.pick(&[1, 1, 1, 2, 3, 0]))
}
