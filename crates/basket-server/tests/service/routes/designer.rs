//! Settings > Setup & Design > Design.

use super::site::Site;
use basket_core::draft::Draft;
use basket_store::Whence;
use serde_json::Value;
use std::time::Duration;
use ureq::{Agent, http::HeaderMap};

const HERE: &str = "/admin/settings/setup-design/design";

/// Somebody in the designer of a shop.
struct Designer {
    agent: Agent,
    base: String,
    cookie: String,
    csrf_token: String,
}

/// What they get to see.
struct Sheet {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Designer {
    fn of_demo(site: &Site) -> Self {
        let operator =
            site.wait(site.store.operators().find("demo@example.com")).unwrap().unwrap().operator;
        let session =
            site.wait(site.store.sessions().open(operator.id, None, &Whence::default())).unwrap();
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            .max_redirects(0)
            .timeout_global(Some(Duration::from_secs(20)));
        let base = format!("http://{}", site.address);
        let cookie = format!("basket-operator={session}");
        let mut designer =
            Self { agent: config.build().into(), base, cookie, csrf_token: String::new() };
        let page = designer.get("").text;
        between(&page, "name=\"csrf_token\" value=\"", "\"").clone_into(&mut designer.csrf_token);
        designer
    }

    fn get(&self, path: &str) -> Sheet {
        let request = self.agent.get(format!("{}{HERE}{path}", self.base));
        Sheet::from_response(request.header("cookie", &self.cookie).call().unwrap())
    }

    /// Sends the form with what it shows for a draft, and what somebody changed.
    fn post(&self, path: &str, changed: &[(&str, &str)]) -> Sheet {
        let json = changed.iter().find(|(name, _)| *name == "json").map_or("", |(_, json)| json);
        let mut fields = vec![("csrf_token", self.csrf_token.as_str())];
        fields.extend(changed);
        // The first of a name counts.
        fields.push(("base", json));
        let request = self.agent.post(format!("{}{HERE}{path}", self.base));
        let request = request.header("cookie", &self.cookie).header("origin", &self.base);
        Sheet::from_response(request.send_form(fields).unwrap())
    }

    /// What the page's script is told.
    fn check(&self, changed: &[(&str, &str)]) -> Value {
        serde_json::from_str(&self.post("/check", changed).text).unwrap()
    }

    /// Saves a draft under a name; where that leads.
    fn save(&self, name: &str, json: &str, opened: &str) -> Sheet {
        self.post(
            "",
            &[
                ("do", "save"),
                ("name", name),
                ("json", json),
                ("opened", opened),
                ("api_key", "pk_demo"),
            ],
        )
    }
}

impl Sheet {
    fn from_response(answer: ureq::http::Response<ureq::Body>) -> Self {
        let (parts, mut body) = answer.into_parts();
        let text = body.read_to_string().unwrap();
        Self { status: parts.status.as_u16(), headers: parts.headers, text }
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The JSON that the page shows.
    fn json(&self) -> String {
        let written = between(&self.text, "<textarea class=\"code\" id=\"json\"", "</textarea>");
        let (_, written) = written.split_once('>').unwrap();
        written
            .trim_start_matches('\n')
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&amp;", "&")
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}"));
    rest.split_once(end).unwrap().0
}

const DRAFT: &str =
    r##"{"api_key": "pk_demo", "options": {"right": true}, "style": {"primary": "#123456"}}"##;

on_both_engines!(there_is_a_control_for_every_member);

fn there_is_a_control_for_every_member() {
    let site = Site::open();
    let page = Designer::of_demo(&site).get("");
    assert_eq!(page.status, 200);
    for field in Draft::for_key("").form("en").iter().flat_map(|section| &section.fields) {
        let control = format!("name=\"{}\"", field.name);
        assert_eq!(page.text.matches(&control).count(), 1, "{control}");
    }
    assert_eq!(page.json(), "{\n  \"api_key\": \"pk_demo\"\n}\n", "it begins with the shop's key");
    assert!(!page.text.contains(" style=") && !page.text.contains("<style"));
}

on_both_engines!(the_form_and_the_json_are_one_draft);

fn the_form_and_the_json_are_one_draft() {
    let site = Site::open();
    let designer = Designer::of_demo(&site);
    let fields = [
        ("api_key", "pk_demo"),
        ("options.right", "on"),
        ("options.show_sum_total", "on"),
        ("options.button", "on"),
    ];
    let from_form = [
        &[
            ("do", "apply"),
            ("json", DRAFT),
            ("shown", "de"),
            ("style.primary", "#fff"),
            ("locales.*.total", "Zusammen"),
            ("locale", "sv"),
        ],
        &fields[..],
    ]
    .concat();
    let answer = designer.check(&from_form);
    let json = answer["json"].as_str().unwrap();
    insta::assert_snapshot!(json, @r##"
    {
      "api_key": "pk_demo",
      "options": {
        "right": true
      },
      "style": {
        "primary": "#fff"
      },
      "locales": {
        "de": {
          "total": "Zusammen"
        }
      }
    }
    "##);
    assert_eq!(answer["fields"]["style.primary"]["swatch"], "#ffffff");
    assert_eq!(answer["locale"], "sv");
    assert_eq!(answer["fields"]["locales.*.total"]["value"], "", "another locale is shown now");
    assert_eq!(answer["fields"]["locales.*.checkout"]["fallback"], "Till kassan");
    assert_eq!(answer["attributes"], serde_json::json!(["right"]));

    let answer = designer.check(&[
        ("do", "apply"),
        ("json", json),
        ("locale", "de"),
        ("style.primary", "#000"),
    ]);
    assert_eq!(answer["json"], json, "what was typed stays as it is");
    assert_eq!(answer["fields"]["style.primary"]["value"], "#fff");
    assert_eq!(answer["fields"]["options.right"]["is_on"], true);
    assert_eq!(answer["fields"]["locales.*.total"]["value"], "Zusammen");
    let snippet = answer["snippet"].as_str().unwrap();
    assert!(snippet.contains("<div data-embed=\"service-basket\" right>"), "{snippet}");
    assert!(
        snippet.contains(&format!("src=\"http://{}/v1/basket.js\"", site.address)),
        "{snippet}"
    );
    assert!(answer["pinned"].as_str().unwrap().contains("integrity=\"sha256-"));
}

on_both_engines!(who_edits_form_and_json_at_once_loses_neither);

fn who_edits_form_and_json_at_once_loses_neither() {
    let site = Site::open();
    let json = DRAFT.replace("\"right\"", "\"tinted\"");
    let answer = Designer::of_demo(&site).check(&[
        ("do", "apply"),
        ("base", DRAFT),
        ("json", &json),
        ("shown", "en"),
        ("api_key", "pk_demo"),
        ("options.right", "on"),
        ("options.show_sum_total", "on"),
        ("options.button", "on"),
        ("style.primary", "#fff"),
    ]);
    assert_eq!(answer["attributes"], serde_json::json!(["tinted"]));
    assert_eq!(answer["fields"]["style.primary"]["value"], "#fff");
}

on_both_engines!(without_a_script_a_form_gives_back_the_whole_page);

fn without_a_script_a_form_gives_back_the_whole_page() {
    let site = Site::open();
    let page = Designer::of_demo(&site).post(
        "",
        &[
            ("do", "apply"),
            ("json", "{\r\n  \"api_key\": \"pk_demo\"\r\n}"),
            ("shown", "en"),
            ("api_key", "pk_demo"),
            ("options.tinted", "on"),
            ("options.show_sum_total", "on"),
            ("options.button", "on"),
            ("style.border", "url(x)"),
        ],
    );
    assert_eq!(page.status, 200);
    assert!(page.json().contains("\"tinted\": true"), "{}", page.json());
    assert!(page.text.contains("style-value"));
    assert!(page.text.contains("data-embed=&quot;service-basket&quot; tinted&gt;"));
}

on_both_engines!(json_that_cannot_be_read_comes_back_with_its_place);

fn json_that_cannot_be_read_comes_back_with_its_place() {
    let site = Site::open();
    let designer = Designer::of_demo(&site);
    let broken = "{\n  \"api_key\": \"pk_demo\",\n}";
    let page = designer.post("", &[("do", "apply"), ("json", broken), ("style.primary", "#fff")]);
    assert_eq!((page.status, page.json().as_str()), (422, broken));
    assert!(page.text.contains("json-invalid"));
    assert!(page.text.contains("data-line=\"2\" data-column=\"23\""), "{}", page.text);
    let answer = designer.check(&[("do", "apply"), ("json", broken)]);
    assert_eq!(answer["is_read"], false);
    assert_eq!(designer.save("Broken", broken, "").status, 422);
}

on_both_engines!(a_text_that_is_hard_to_read_is_mended_with_one_click);

fn a_text_that_is_hard_to_read_is_mended_with_one_click() {
    let site = Site::open();
    let designer = Designer::of_demo(&site);
    let json = r##"{"api_key": "pk_demo", "style": {"secondary": "#ffffff", "text_secondary": "#555555"}}"##;
    let findings = |answer: &Value| answer["findings"].as_str().unwrap().to_owned();
    let found = findings(&designer.check(&[("do", "apply"), ("json", json)]));
    assert!(found.contains("style-contrast") && found.contains("on a dark page"), "{found}");
    let action = between(&found, "value=\"use ", "\"");
    let answer = designer.check(&[
        ("do", &format!("use {action}")),
        ("shown", "en"),
        ("json", json),
        ("api_key", "pk_demo"),
        ("style.secondary", "#ffffff"),
        ("style.text_secondary", "#555555"),
        ("options.show_sum_total", "on"),
        ("options.button", "on"),
    ]);
    assert_eq!(answer["fields"]["style.text_primary"]["value"], "#1c1b19");
    assert!(!findings(&answer).contains("style-contrast"));
}

on_both_engines!(a_design_is_saved_opened_renamed_and_removed);

fn a_design_is_saved_opened_renamed_and_removed() {
    let site = Site::open();
    let designer = Designer::of_demo(&site);
    let saved = designer.save("Summer & sun", DRAFT, "");
    assert_eq!(
        (saved.status, saved.header("location")),
        (303, "/admin/settings/setup-design/design?open=Summer+%26+sun")
    );
    let page = designer.get("?open=Summer+%26+sun");
    assert!(page.json().contains("#123456"), "{}", page.json());
    assert!(page.text.contains("Summer &amp; sun"));

    let renamed = designer.post("/rename", &[("old", "Summer & sun"), ("name", "Summer")]);
    assert_eq!(
        (renamed.status, renamed.header("location")),
        (303, "/admin/settings/setup-design/design?open=Summer")
    );
    assert_eq!(designer.get("?open=Summer+%26+sun").status, 404);
    assert_eq!(designer.get("?open=Summer").status, 200);

    assert_eq!(designer.post("/remove", &[("old", "Summer")]).status, 303);
    assert_eq!(designer.get("?open=Summer").status, 404);
    let done: Vec<String> = site
        .wait(site.store.activity().page(site.demo_shop(), None, 9))
        .unwrap()
        .into_iter()
        .map(|activity| activity.action)
        .collect();
    assert_eq!(done, ["design.removed", "design.renamed", "design.saved"]);
}

on_both_engines!(another_design_is_replaced_only_when_that_is_asked_for);

fn another_design_is_replaced_only_when_that_is_asked_for() {
    let site = Site::open();
    let designer = Designer::of_demo(&site);
    let other = DRAFT.replace("#123456", "#654321");
    let kept = |name: &str| site.wait(site.store.designs().find(site.demo_shop(), name)).unwrap();
    assert_eq!(designer.save("One", DRAFT, "").status, 303);
    let refused = designer.save("One", &other, "");
    assert_eq!(refused.status, 422);
    assert!(refused.text.contains("Save over it"));
    assert!(refused.json().contains("#654321"), "what was drawn is still there");
    assert!(kept("One").unwrap().contains("#123456"));
    let over =
        [("do", "save-over"), ("name", "One"), ("json", other.as_str()), ("api_key", "pk_demo")];
    assert_eq!(designer.post("", &over).status, 303);
    // One that was opened is saved as it was opened.
    assert_eq!(designer.save("One", DRAFT, "One").status, 303);
    assert_eq!(designer.save("Two", DRAFT, "One").status, 303);
    assert_eq!(designer.post("/rename", &[("old", "Two"), ("name", "One")]).status, 422);
    for name in ["", " ", &"long".repeat(30)] {
        assert_eq!(designer.save(name, DRAFT, "").status, 422);
        assert_eq!(designer.post("/rename", &[("old", "Two"), ("name", name)]).status, 422);
    }
    assert!(kept("Two").is_some());
    let large = DRAFT.replace("#123456", &"a".repeat(64 * 1024));
    assert_eq!(designer.save("Large", &large, "").status, 422);
}

on_both_engines!(a_design_belongs_to_its_shop);

fn a_design_belongs_to_its_shop() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let other = site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap().id;
    assert!(site.wait(site.store.designs().create(other, "Theirs", DRAFT)).unwrap());
    let designer = Designer::of_demo(&site);
    assert_eq!(designer.get("?open=Theirs").status, 404);
    assert!(!designer.get("").text.contains("Theirs"));
    assert_eq!(designer.post("/rename", &[("old", "Theirs"), ("name", "Ours")]).status, 404);
    designer.post("/remove", &[("old", "Theirs")]);
    assert!(site.wait(site.store.designs().find(other, "Theirs")).unwrap().is_some());
}

on_both_engines!(what_somebody_writes_is_shown_as_text);

fn what_somebody_writes_is_shown_as_text() {
    let site = Site::open();
    let designer = Designer::of_demo(&site);
    let markup = "</textarea><script>alert(1)</script>";
    let json = format!(
        r#"{{"api_key": "{markup}", "more": "{markup}", "style": {{"primary": "{markup}"}}}}"#
    );
    for page in
        [designer.post("", &[("do", "apply"), ("json", &json)]), designer.save(markup, "{", markup)]
    {
        assert!(!page.text.contains("<script>alert"), "{}", page.text);
    }
    let answer = designer.check(&[("do", "apply"), ("json", &json)]);
    for part in ["findings", "snippet", "pinned"] {
        assert!(!answer[part].as_str().unwrap().contains("<script>alert"), "{part}");
    }
}

on_both_engines!(the_preview_is_a_page_in_a_sandbox_with_the_shops_products);

fn the_preview_is_a_page_in_a_sandbox_with_the_shops_products() {
    let site = Site::open();
    let designer = Designer::of_demo(&site);
    let page = designer.get("/preview");
    assert_eq!(page.status, 200);
    let policy =
        page.header("content-security-policy").replace(&site.address.to_string(), "[service]");
    insta::assert_snapshot!(policy, @"default-src 'none'; script-src 'self' http://[service] 'wasm-unsafe-eval'; style-src 'self' http://[service]; img-src * data:; connect-src 'self' http://[service]; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts");
    assert!(page.text.contains("Stoneware mug") && page.text.contains("/v1/basket.js"));
    assert!(page.text.contains("Morning paper"));
    let samples = designer.get("/preview?goods=samples");
    assert!(!samples.text.contains("Morning paper") && samples.text.contains("Cut flowers"));
    for file in ["measure.js", "preview.js", "preview.css", "designer.js", "designer.css"] {
        assert_eq!(
            site.caller(None).get(&format!("/designer/files/{file}")).send().status,
            200,
            "{file}"
        );
    }
}

on_both_engines!(only_people_of_the_shop_come_here);

fn only_people_of_the_shop_come_here() {
    let site = Site::open();
    let designer = Designer { cookie: String::new(), ..Designer::of_demo(&site) };
    for path in ["", "/preview"] {
        let answer = designer.get(path);
        assert_eq!(answer.status, 303);
        assert!(answer.header("location").starts_with("/admin/sign-in"));
    }
    let designer = Designer { csrf_token: "guessed".to_owned(), ..Designer::of_demo(&site) };
    for path in ["", "/check", "/rename", "/remove"] {
        assert_eq!(designer.post(path, &[("json", DRAFT)]).status, 403, "{path}");
    }
}
