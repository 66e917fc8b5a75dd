//! A demo shop to ask.

use crate::program::Demo;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use ureq::{
    Agent,
    http::{HeaderMap, Request},
};

/// A running demo shop.
pub(super) struct Service {
    demo: Demo,
    /// What it sells.
    pub(super) products: Vec<Value>,
}

/// The one that runs, if one does: tests only add carts to it.
static RUNNING: Mutex<Weak<Service>> = Mutex::new(Weak::new());

impl Service {
    /// The running shop, or a new one. It ends when no test has it any more.
    pub(super) fn shared() -> Arc<Self> {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(service) = running.upgrade() {
            return service;
        }
        let demo = Demo::start(&[]);
        let products = ask("GET", &demo.url("/v1/products"), "pk_demo", "").json();
        let products = products["products"].as_array().unwrap().clone();
        let service = Arc::new(Self { demo, products });
        *running = Arc::downgrade(&service);
        service
    }

    pub(super) fn url(&self, path: &str) -> String {
        self.demo.url(path)
    }

    /// Calls the API with the publishable key.
    pub(super) fn call(&self, method: &str, path: &str, body: &str) -> Answer {
        ask(method, &self.url(path), "pk_demo", body)
    }
}

/// What a service answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }
}

/// Asks, with a key and a body of JSON if they are not empty, and takes every answer as it is.
pub(super) fn ask(method: &str, url: &str, key: &str, body: &str) -> Answer {
    let config = Agent::config_builder().proxy(None).http_status_as_error(false);
    let agent: Agent = config.max_redirects(0).build().into();
    let mut request = Request::builder().method(method).uri(url);
    if !key.is_empty() {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    let mut answer = if body.is_empty() {
        agent.run(request.body(()).unwrap()).unwrap()
    } else {
        let request = request.header("content-type", "application/json");
        agent.run(request.body(body.to_owned()).unwrap()).unwrap()
    };
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    // The files of the basket are no text.
    let body = answer.body_mut().read_to_vec().unwrap();
    Answer { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
}
