//! Shoppers who fill carts without an end, and know what was acknowledged to them.

use crate::program::Demo;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{
        RwLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};
use ureq::Agent;

/// Two shoppers share each cart, as two tabs do.
const PAIRS: usize = 4;
/// How many items each of them puts into a cart before they take a new one.
const ADDITIONS: u32 = 20;
/// How many changes are acknowledged between two disturbances.
const ROUND: usize = 150;

/// Where the services listen now; a process that is killed comes back somewhere else.
pub struct Load {
    pub addresses: RwLock<Vec<String>>,
    is_over: AtomicBool,
}

/// What the shoppers hear, for whoever disturbs them.
pub struct Heard {
    acknowledged: Receiver<()>,
    refused: Receiver<Refusal>,
}

/// A status and a code with which a change was put off.
pub type Refusal = (u16, String);

impl Heard {
    /// Waits until many changes were acknowledged.
    pub fn round(&self) {
        self.acknowledged.iter().take(ROUND).for_each(drop);
    }

    /// Waits until a change is put off, and says how.
    pub fn refusal(&self) -> Refusal {
        self.refused.recv().unwrap()
    }

    /// How changes were put off up to now.
    pub fn refusals(&self) -> Vec<Refusal> {
        self.refused.try_iter().collect()
    }
}

impl Load {
    pub fn on(services: &[Demo]) -> Self {
        let addresses = services.iter().map(|service| service.url("")).collect();
        Self { addresses: RwLock::new(addresses), is_over: AtomicBool::new(false) }
    }

    /// Sends a change until somebody makes it, always with the same key; the cart that it gives.
    fn change(
        &self,
        (agent, refused): (&Agent, &Sender<Refusal>),
        turn: usize,
        path: &str,
        body: &str,
        key: &str,
    ) -> Value {
        for attempt in turn.. {
            let address = {
                let addresses = self.addresses.read().unwrap();
                addresses[attempt % addresses.len()].clone()
            };
            let call = agent.post(format!("{address}{path}")).header("idempotency-key", key);
            let call = call.header("authorization", "Bearer pk_demo");
            let Ok(mut answer) = call.header("content-type", "application/json").send(body) else {
                // Killed, or not there yet.
                thread::yield_now();
                continue;
            };
            let status = answer.status();
            // The answer may break off, too.
            let Ok(text) = answer.body_mut().read_to_string() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if status.is_success() {
                return answer;
            }
            assert!(status == 503 || status == 507, "{status} {text}");
            // Nobody listens any more once the load is over.
            let _ = refused.send((status.as_u16(), answer["code"].as_str().unwrap().to_owned()));
        }
        unreachable!("attempts do not end")
    }

    /// Fills cart after cart until the load is over; how many items were acknowledged in each.
    fn shop(
        &self,
        pair: usize,
        shopper: usize,
        (acknowledged, refused): (&Sender<()>, &Sender<Refusal>),
    ) -> Vec<(String, u32)> {
        let timeout = Some(Duration::from_secs(20));
        let agent = Agent::config_builder().proxy(None).http_status_as_error(false);
        let agent: Agent = agent.timeout_global(timeout).build().into();
        let mut carts = Vec::new();
        for number in 0.. {
            // The same key from both shoppers: one cart, whoever comes first.
            let key = format!("cart {pair} {number}");
            let cart = self.change((&agent, refused), shopper, "/v1/carts", "", &key);
            let id = cart["id"].as_str().unwrap().to_owned();
            for addition in 0..ADDITIONS {
                let key = format!("add {pair} {shopper} {number} {addition}");
                let (path, turn) = (format!("/v1/carts/{id}/lines"), shopper + addition as usize);
                self.change((&agent, refused), turn, &path, r#"{"sku":"MUG"}"#, &key);
                // Nobody counts any more once the load is over.
                let _ = acknowledged.send(());
                if self.is_over.load(Ordering::SeqCst) {
                    carts.push((id, addition + 1));
                    return carts;
                }
            }
            carts.push((id, ADDITIONS));
        }
        carts
    }

    /// Runs the load while `disturb` does, then looks at every cart.
    pub fn run(&self, disturb: impl FnOnce(&Heard)) {
        let (made, acknowledged) = channel();
        let (put_off, refused) = channel();
        let carts: Vec<(String, u32)> = thread::scope(|scope| {
            let shoppers: Vec<_> = (0..2 * PAIRS)
                .map(|shopper| {
                    let (made, put_off) = (made.clone(), put_off.clone());
                    scope.spawn(move || self.shop(shopper / 2, shopper, (&made, &put_off)))
                })
                .collect();
            // If every shopper fails, nobody is left to wait for.
            drop((made, put_off));
            disturb(&Heard { acknowledged, refused });
            self.is_over.store(true, Ordering::SeqCst);
            shoppers.into_iter().flat_map(|shopper| shopper.join().unwrap()).collect()
        });
        let mut expected: BTreeMap<String, u32> = BTreeMap::new();
        for (cart, items) in carts {
            *expected.entry(cart).or_default() += items;
        }
        assert!(expected.len() >= PAIRS);
        let agent: Agent = Agent::config_builder().proxy(None).build().into();
        let address = self.addresses.read().unwrap()[0].clone();
        for (id, items) in expected {
            let url = format!("{address}/v1/carts/{id}?key=pk_demo");
            let text = agent.get(url).call().unwrap().body_mut().read_to_string().unwrap();
            let cart: Value = serde_json::from_str(&text).unwrap();
            let found = (&cart["items"], &cart["version"], cart["lines"].as_array().unwrap().len());
            assert_eq!(found, (&items.into(), &(items + 1).into(), 1), "{cart}");
        }
    }
}
