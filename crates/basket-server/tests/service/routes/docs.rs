//! The documentation at `/docs`, and the designer for everybody.

use super::site::Site;
use serde_json::Value;

const DESIGNER: &str = "/docs/design";

fn encoded(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

fn check(site: &Site, fields: &[(&str, &str)]) -> Value {
    let answer = site.caller(None).post(&format!("{DESIGNER}/check")).body(&encoded(fields)).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_str(&answer.text()).unwrap()
}

on_both_engines!(the_site_starts_with_the_designer);

fn the_site_starts_with_the_designer() {
    let site = Site::open();
    for path in ["/docs", "/docs/"] {
        let answer = site.caller(None).get(path).send();
        assert_eq!((answer.status, answer.header("location")), (303, Some(DESIGNER)), "{path}");
    }
    let page = site.caller(None).get(DESIGNER).send();
    assert_eq!(page.status, 200);
    assert!(page.header("content-security-policy").unwrap().contains("script-src 'self';"));
    let text = page.text();
    assert!(text.contains("id=\"designer\"") && text.contains("name=\"options.tinted\""), "{text}");
    assert!(!text.contains("csrf_token") && !text.contains("name=\"goods\""), "{text}");
    for file in ["base.css", "copy.js", "public.css", "designer.js", "basket.svg"] {
        let answer = site.caller(None).get(&format!("/designer/files/{file}")).send();
        assert_eq!(answer.status, 200, "{file}");
    }
}

on_both_engines!(an_address_opens_the_same_design_elsewhere);

fn an_address_opens_the_same_design_elsewhere() {
    let site = Site::open();
    let json = r##"{"api_key":"pk_demo","options":{"tinted":true,"right":true},"style":{"accent":"#b00060"},
        "locales":{"de":{"title":"Körbchen & <Co>"}}}"##;
    let first = check(&site, &[("json", json)]);
    let address = first["share"].as_str().unwrap();
    let path = address.strip_prefix(&format!("http://{}", site.address)).unwrap();
    let page = site.caller(None).get(path).send().text();
    assert!(page.contains("Körbchen &amp; &lt;Co&gt;") && page.contains("#b00060"), "{page}");
    let shown = page.split_once("name=\"json\"").unwrap().1.split_once('>').unwrap().1;
    let shown = shown.split_once("</textarea>").unwrap().0.replace("&quot;", "\"");
    let shown = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let second = check(&site, &[("json", shown.trim_start())]);
    assert_eq!(second["share"], first["share"]);
    assert_eq!(second["snippet"], first["snippet"]);
}

on_both_engines!(a_design_in_an_address_that_cannot_be_read_says_why);

fn a_design_in_an_address_that_cannot_be_read_says_why() {
    let site = Site::open();
    for (draft, reason) in
        [("{\"api_key\":", "Line 1, column 12."), ("[1]", "cannot be read"), ("", "cannot be read")]
    {
        let query = encoded(&[("draft", draft)]);
        let page = site.caller(None).get(&format!("{DESIGNER}?{query}")).send();
        assert_eq!(page.status, 200);
        let text = page.text();
        assert!(text.contains(reason) && text.contains("default design is shown"), "{text}");
        assert!(text.contains("pk_demo"), "the default design is shown");
    }
}

on_both_engines!(a_design_that_is_too_large_for_an_address_has_none);

fn a_design_that_is_too_large_for_an_address_has_none() {
    let site = Site::open();
    let json =
        format!(r#"{{"api_key":"pk_demo","locales":{{"de":{{"title":"{}"}}}}}}"#, "x".repeat(9000));
    assert_eq!(check(&site, &[("json", &json)])["share"], "");
    let broken = check(&site, &[("json", "{")]);
    assert_eq!((&broken["is_read"], &broken["share"]), (&Value::Bool(false), &Value::Null));
}

on_both_engines!(the_designer_keeps_within_limits);

fn the_designer_keeps_within_limits() {
    let site = Site::with(|settings, _| settings.requests_per_address = 1);
    let large = encoded(&[("json", &"x".repeat(70_000))]);
    let answer = site.caller(None).post(&format!("{DESIGNER}/check")).body(&large).send();
    assert_eq!(answer.refusal(), (413, "body-too-large".to_owned()));
    let last = (0..100).map(|_| site.caller(None).get(DESIGNER).send().status).last();
    assert_eq!(last, Some(429));
}

on_both_engines!(a_host_can_do_without_the_documentation);

fn a_host_can_do_without_the_documentation() {
    let site = Site::with(|settings, _| settings.docs = false);
    for path in ["/docs", DESIGNER, "/docs/index.html", "/docs/design/preview"] {
        assert_eq!(site.caller(None).get(path).send().status, 404, "{path}");
    }
    assert_eq!(site.caller(None).get("/designer/files/designer.js").send().status, 200);
}

on_both_engines!(an_address_that_the_site_does_not_have_is_not_found);

fn an_address_that_the_site_does_not_have_is_not_found() {
    let site = Site::open();
    for path in ["/docs/none", "/docs/../v1/basket.js", "/docs/%2e%2e/none", "/docs//"] {
        let answer = site.caller(None).get(path).send();
        assert_eq!(answer.status, 404, "{path}");
    }
    let answer = site.caller(None).get("/docs/api").send();
    assert_eq!(answer.header("location"), Some("/docs/api-reference.html"));
}
