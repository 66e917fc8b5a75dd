//! Somebody who runs a shop, with a browser of their own.

use super::site::Site;
use std::time::Duration;
use ureq::{Agent, http::Request};

/// Somebody who is signed in.
pub struct Operator {
    agent: Agent,
    base: String,
    cookie: String,
    proof: String,
}

/// What came back.
#[derive(Debug)]
pub struct Page {
    pub status: u16,
    pub location: String,
    pub text: String,
    pub kind: String,
}

impl Page {
    /// Whether a text is anywhere in it.
    pub fn says(&self, text: &str) -> bool {
        self.text.contains(text)
    }

    /// What stands between two texts, wherever that is.
    pub fn all_between<'a>(&'a self, start: &str, end: &str) -> Vec<&'a str> {
        self.text.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
    }
}

impl Operator {
    /// The demo shop's.
    pub fn of_the_demo(site: &Site) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(Duration::from_secs(20)));
        let mut operator = Self {
            agent: config.build().into(),
            base: format!("http://{}", site.address),
            cookie: String::new(),
            proof: String::new(),
        };
        let body = "email=demo%40example.com&password=demo-demo-demo";
        let request = operator.request("POST", "/admin/sign-in");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let answer = operator.agent.run(request.body(body.to_owned()).unwrap()).unwrap();
        assert_eq!(answer.status(), 303);
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        operator.cookie = cookie.split(';').take(1).collect();
        operator.look_around();
        operator
    }

    /// Learns what forms must carry.
    fn look_around(&mut self) {
        let page = self.get("/admin/shops");
        assert_eq!(page.status, 200, "{}", page.text);
        self.proof =
            page.all_between("name=\"proof\" value=\"", "\"").into_iter().take(1).collect();
    }

    fn request(&self, method: &str, path: &str) -> ureq::http::request::Builder {
        let request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        request.header("cookie", &self.cookie).header("origin", &self.base)
    }

    pub fn get(&self, path: &str) -> Page {
        self.send(self.request("GET", path), "")
    }

    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.append_pair("proof", &self.proof).extend_pairs(fields);
        let body = body.finish();
        let request = self.request("POST", path);
        self.send(request.header("content-type", "application/x-www-form-urlencoded"), &body)
    }

    /// Sends a file as a browser does, with a box that is ticked.
    pub fn upload(&self, path: &str, file: &str, ticked: Option<&str>) -> Page {
        let part = |head: &str, body: &str| {
            format!("--line\r\nContent-Disposition: form-data; {head}\r\n\r\n{body}\r\n")
        };
        let mut body = part("name=\"proof\"", &self.proof);
        if let Some(name) = ticked {
            body += &part(&format!("name=\"{name}\""), "on");
        }
        body += &part("name=\"file\"; filename=\"products.csv\"\r\nContent-Type: text/csv", file);
        body += "--line--\r\n";
        let request = self.request("POST", path);
        self.send(request.header("content-type", "multipart/form-data; boundary=line"), &body)
    }

    fn send(&self, request: ureq::http::request::Builder, body: &str) -> Page {
        let answer = if body.is_empty() {
            self.agent.run(request.body(()).unwrap())
        } else {
            self.agent.run(request.body(body.to_owned()).unwrap())
        };
        let (parts, mut body) = answer.unwrap().into_parts();
        let header = |name| parts.headers.get(name).map_or("", |value| value.to_str().unwrap());
        Page {
            status: parts.status.as_u16(),
            location: header("location").to_owned(),
            kind: header("content-type").to_owned(),
            text: body.read_to_string().unwrap(),
        }
    }
}
