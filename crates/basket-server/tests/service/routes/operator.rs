//! Somebody at the backend with a browser: it keeps cookies, says where its forms come from, and sends what
//! a page's forms carry.

use super::{page::Page, site::Site};
use basket_model::operator::{Role, hash_password};
use basket_server::demo;
use basket_store::Whence;
use std::{cell::RefCell, collections::BTreeMap, time::Duration};
use ureq::{
    Agent,
    http::{Method, Request},
};

/// A password that will do.
pub const PASSWORD: &str = "correct horse battery";

/// A browser at the backend.
pub struct Operator {
    agent: Agent,
    pub base: String,
    pub cookies: RefCell<BTreeMap<String, String>>,
    /// What the last page with a form carried.
    pub csrf_token: RefCell<String>,
    /// Headers that a proxy would add.
    pub added: Vec<(&'static str, String)>,
}

impl Operator {
    /// A browser that has never been here.
    pub fn stranger(site: &Site) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            .max_redirects(0)
            // A form that is refused unread ends its connection, perhaps only when the next request is on its way.
            .max_idle_connections(0)
            .timeout_global(Some(Duration::from_secs(20)));
        Self {
            agent: config.build().into(),
            base: format!("http://{}", site.address),
            cookies: RefCell::default(),
            csrf_token: RefCell::default(),
            added: Vec::new(),
        }
    }

    /// The demo shop's, signed in.
    pub fn of_the_demo(site: &Site) -> Self {
        Self::known(site, demo::EMAIL)
    }

    /// Somebody who has an account, signed in.
    pub fn known(site: &Site, email: &str) -> Self {
        let operator = site.wait(site.store.operators().find(email)).unwrap().unwrap().operator;
        let session =
            site.wait(site.store.sessions().open(operator.id, None, &Whence::default())).unwrap();
        let browser = Self::stranger(site);
        browser.cookies.borrow_mut().insert("basket-operator".to_owned(), session);
        browser.get("/admin/account");
        assert!(!browser.csrf_token.borrow().is_empty());
        browser
    }

    /// Somebody new with a place in a shop and the usual password, signed in.
    pub fn member(site: &Site, email: &str, shop: i64, role: Role) -> Self {
        let kept = hash_password(PASSWORD).unwrap();
        assert!(site.wait(site.store.operators().create(email, &kept)).unwrap());
        let operator = site.wait(site.store.operators().find(email)).unwrap().unwrap().operator;
        site.wait(site.store.operators().set_member(shop, operator.id, role)).unwrap();
        Self::known(site, email)
    }

    pub fn get(&self, path: &str) -> Page {
        self.send(Method::GET, path, &[], None)
    }

    /// Opens a page that must be there.
    pub fn open(&self, path: &str) -> Page {
        let page = self.get(path);
        assert_eq!(page.status, 200, "{path}: {}", page.text);
        page
    }

    /// Sends a form as the browser does from a page of ours.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let csrf_token = self.csrf_token.borrow().clone();
        let fields = [fields, &[("csrf_token", &csrf_token)]].concat();
        self.send(Method::POST, path, &[("origin", &self.base)], Some(&form(&fields)))
    }

    /// Sends a form with a file as the browser does, with a box that is ticked.
    pub fn upload(&self, path: &str, file: &str, ticked: Option<&str>) -> Page {
        let csrf_token = self.csrf_token.borrow().clone();
        let ticked = ticked.map(|name| (name, "on"));
        let fields: Vec<_> = [("csrf_token", &*csrf_token)].into_iter().chain(ticked).collect();
        let body = form_with_file(&fields, file);
        self.send(Method::POST, path, &[("origin", &self.base)], Some(&body))
    }

    /// Sends a form that is taken.
    pub fn submit(&self, path: &str, fields: &[(&str, &str)]) -> String {
        self.post(path, fields).location().to_owned()
    }

    /// Signs in.
    pub fn sign_in(&self, email: &str, password: &str) -> Page {
        self.post("/admin/sign-in", &[("email", email), ("password", password)])
    }

    /// Proves again who they are.
    pub fn prove(&self, site: &Site) {
        let session = self.cookies.borrow()["basket-operator"].clone();
        site.wait(site.store.sessions().confirm(&session)).unwrap();
    }

    /// Whether the backend knows who it is.
    pub fn is_signed_in(&self) -> bool {
        self.get("/admin/account").status == 200
    }

    pub fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Page {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        let cookies: Vec<String> =
            self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies.join("; "));
        }
        for (name, value) in &self.added {
            request = request.header(*name, value);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = match body {
            Some(body) => {
                let kind = "application/x-www-form-urlencoded";
                let kind = if body.starts_with("--") { MULTIPART } else { kind };
                self.agent.run(request.header("content-type", kind).body(body.to_owned()).unwrap())
            }
            None => self.agent.run(request.body(()).unwrap()),
        };
        let (parts, mut body) = answer.unwrap().into_parts();
        for cookie in parts.headers.get_all("set-cookie") {
            self.keep(cookie.to_str().unwrap());
        }
        let source = body.read_to_string().unwrap();
        let page = Page::new(parts.status.as_u16(), parts.headers, source);
        if let Some(csrf_token) = page.attribute(("name", "csrf_token"), "value") {
            *self.csrf_token.borrow_mut() = csrf_token;
        }
        page
    }

    fn keep(&self, cookie: &str) {
        let (pair, flags) = cookie.split_once(';').unwrap();
        let (name, value) = pair.split_once('=').unwrap();
        let mut cookies = self.cookies.borrow_mut();
        if flags.contains("Max-Age=0") {
            cookies.remove(name);
        } else {
            cookies.insert(name.to_owned(), value.to_owned());
        }
    }
}

/// How a form with a file says what it is.
const MULTIPART: &str = "multipart/form-data; boundary=edge";

/// Fields and a file as a form sends them.
pub fn form_with_file(fields: &[(&str, &str)], file: &str) -> String {
    let part = |head: &str, body: &str| {
        format!("--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n{body}\r\n")
    };
    let mut body: Vec<String> =
        fields.iter().map(|(name, value)| part(&format!("name=\"{name}\""), value)).collect();
    let head = "name=\"file\"; filename=\"products.csv\"\r\nContent-Type: text/csv";
    body.push(part(head, file));
    body.concat() + "--edge--\r\n"
}

/// Fields as a form sends them.
pub fn form(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}
