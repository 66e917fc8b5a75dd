//! Somebody who calls the API, and the answers they get.

use serde_json::Value;
use std::{net::SocketAddr, time::Duration};
use ureq::{
    Agent,
    http::{HeaderMap, Method, Request},
};

/// A caller with a key, or without.
#[derive(Clone)]
pub struct Shopper {
    agent: Agent,
    base: String,
    key: Option<String>,
}

/// A request being put together.
pub struct Call {
    shopper: Shopper,
    request: ureq::http::request::Builder,
    body: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    base: String,
}

impl Shopper {
    pub fn new(address: SocketAddr, key: Option<&str>) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .timeout_global(Some(Duration::from_secs(20)));
        let key = key.map(str::to_owned);
        Self { agent: config.build().into(), base: format!("http://{address}"), key }
    }

    pub fn call(&self, method: Method, path: &str) -> Call {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        Call { shopper: self.clone(), request, body: None }
    }

    pub fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> Call {
        self.call(Method::POST, path)
    }

    pub fn put(&self, path: &str) -> Call {
        self.call(Method::PUT, path)
    }

    pub fn patch(&self, path: &str) -> Call {
        self.call(Method::PATCH, path)
    }

    pub fn delete(&self, path: &str) -> Call {
        self.call(Method::DELETE, path)
    }

    /// A new cart with the lines given as JSON; its path.
    pub fn cart(&self, lines: &str) -> String {
        let answer = self.post("/v1/carts").json(&format!(r#"{{"lines":[{lines}]}}"#)).send();
        assert_eq!(answer.status, 201, "{}", answer.text());
        format!("/v1/carts/{}", answer.json()["id"].as_str().unwrap())
    }

    /// The cart at that path.
    pub fn read(&self, cart: &str) -> Value {
        let answer = self.get(cart).send();
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }
}

impl Call {
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    pub fn json(self, body: &str) -> Self {
        self.header("content-type", "application/json").body(body)
    }

    /// A body that does not say what it is.
    pub fn body(mut self, body: &str) -> Self {
        self.body = Some(body.to_owned());
        self
    }

    pub fn send(self) -> Answer {
        let agent = &self.shopper.agent;
        let answer = match self.body {
            Some(body) => agent.run(self.request.body(body).unwrap()),
            None => agent.run(self.request.body(()).unwrap()),
        };
        let (parts, mut body) = answer.unwrap().into_parts();
        Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            bytes: body.read_to_vec().unwrap(),
            base: self.shopper.base,
        }
    }
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8(self.bytes.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Status and code of a refusal, once it is sure that it is one as it should be.
    pub fn refusal(&self) -> (u16, String) {
        let problem = self.json();
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        assert_eq!(problem["status"], self.status);
        for member in ["type", "title", "detail", "code"] {
            assert!(problem[member].is_string(), "{member} in {problem}");
        }
        (self.status, problem["code"].as_str().unwrap().to_owned())
    }

    /// The body, indented, without what differs from run to run.
    pub fn snapshot(&self) -> String {
        let mut json = self.json();
        if let Some(id) = json.get("id").and_then(Value::as_str).map(str::to_owned) {
            assert!(id.len() >= 32, "{id} is too short to be unguessable");
            json["id"] = "[cart]".into();
        }
        serde_json::to_string_pretty(&json).unwrap().replace(&self.base, "[service]")
    }
}
