//! What programs print and answer, and policies: each is what the program really prints, answers or asks for.

use super::{
    Block, Findings,
    answers::{refusal, same},
    blocks,
    pages::{file, root},
    service::{Service, ask},
};
use crate::program::{Demo, command, run, succeed};
use basket_core::{explain::explain, json};
use serde_json::{Value, json};
use std::{fs, process::Command};

pub(super) const LANGUAGES: &[&str] = &["http", "text"];

/// Policies that no command prints: a browser test makes a purchase under each.
const TRIED: &[(&str, &str)] = &[
    ("script-src https://SERVICE;", "\"script-src 'self' {{service}}\""),
    (
        "script-src 'nonce-RANDOM' 'strict-dynamic' 'wasm-unsafe-eval';",
        "script-src 'nonce-0815' 'strict-dynamic' 'wasm-unsafe-eval'",
    ),
    ("require-trusted-types-for 'script'; trusted-types 'none'", "trusted-types 'none'"),
];

#[test]
fn every_output_is_real() {
    let _service = Service::shared();
    let mut findings = Findings::default();
    for block in blocks(LANGUAGES) {
        findings.expect(&block, check(&block));
    }
    findings.judge();
}

fn check(block: &Block) -> Result<(), String> {
    let first = block.text.split([' ', '\n']).next().unwrap_or_default();
    match first {
        "HTTP/1.1" => check_refusal(block),
        "POST" => check_call(block),
        "Cross-Origin-Opener-Policy:" => check_isolation(block),
        "Service:" => check_greeting(block),
        "service-basket:" => check_console(block),
        "products.csv:" => check_import(block),
        "default-src" => check_backend(block),
        "script-src" | "require-trusted-types-for" => check_policy(block),
        _ => Err("no check knows what this is".to_owned()),
    }
}

/// A whole answer without its body: the status, and headers.
fn check_refusal(block: &Block) -> Result<(), String> {
    let answer = refusal(&Service::shared(), "rate-limited")?;
    let mut lines = block.text.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
    if status != answer.status.to_string() {
        return Err(format!("the status is {}", answer.status));
    }
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        let real = answer.header(name);
        // How long to wait depends on when one asks.
        let is_number = |text: &str| text.parse::<u32>().is_ok();
        if value != real && !(is_number(value) && is_number(real)) {
            return Err(format!("`{name}` is `{real}`"));
        }
    }
    Ok(())
}

/// A call, its body, and the answer: `METHOD PATH   BODY   →   ANSWER`.
fn check_call(block: &Block) -> Result<(), String> {
    let (call, answer) = block.text.split_once('→').ok_or("there is no answer")?;
    let (call, body) = call.trim().split_once("   ").ok_or("there is no body")?;
    let (method, path) = call.split_once(' ').ok_or("there is no path")?;
    let service = Service::shared();
    let cart = service.call("POST", "/v1/carts", r#"{ "lines": [{ "sku": "MUG" }] }"#).json();
    let path = path.replace("{cart}", cart["id"].as_str().unwrap());
    let real = service.call(method, &path, body.trim());
    if real.status >= 300 {
        return Err(format!("{real:?}"));
    }
    let shown: Value = serde_json::from_str(answer.trim()).map_err(|error| error.to_string())?;
    let names = |value: &Value| value.as_object().map(|it| it.keys().cloned().collect::<Vec<_>>());
    let real = real.json();
    if names(&shown) == names(&real) { Ok(()) } else { same(&shown, &real, "") }
}

/// Headers of a page that isolates itself, under which a browser test makes a purchase. Files may be embedded there.
fn check_isolation(block: &Block) -> Result<(), String> {
    let tried = file("e2e/tests/basket/policies.rs");
    for (name, value) in block.text.lines().filter_map(|line| line.split_once(": ")) {
        if !tried.contains(&format!("(\"{name}\", \"{value}\")")) {
            return Err(format!("no browser test has `{name}: {value}`"));
        }
    }
    let service = Service::shared();
    for path in ["/v1/basket.js", "/v1/basket.wasm"] {
        let answer = ask("GET", &service.url(path), "", "");
        let policy = answer.header("cross-origin-resource-policy");
        if policy != "cross-origin" {
            return Err(format!("{path} may be embedded by `{policy}`"));
        }
    }
    Ok(())
}

/// Whether a shown text is real, where what follows `…` in a line is left out.
fn is_shown(shown: &str, real: &str) -> bool {
    shown.split_once('…').map_or(shown == real, |(start, _)| real.starts_with(start))
}

/// What the service says when it starts for the first time.
fn check_greeting(block: &Block) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let mut serve = command();
    serve.current_dir(folder.path()).args(["serve", "--listen", "127.0.0.1:0"]);
    let mut demo = Demo::spawn(&mut serve);
    // All is said before the first line can be read. Once the service has ended, lines that are missing are empty.
    demo.signal("TERM");
    for (index, shown) in block.text.lines().enumerate() {
        let real = if index == 0 { demo.first_line.clone() } else { demo.next_line() };
        let real = real.replace(&demo.url(""), "http://127.0.0.1:8080");
        if !is_shown(shown, &real) {
            return Err(format!("`{shown}` is really `{real}`"));
        }
    }
    Ok(())
}

/// What the console shows for a configuration with single quotes, printed by the basket's own script.
fn check_console(block: &Block) -> Result<(), String> {
    let text = "{\n 'api_key': 'pk_demo' }";
    let element = json!({ "scripts": [[true, "application/json", text]] }).to_string();
    let explained: Value =
        serde_json::from_str(&explain(json::parse(&element).unwrap().root())).unwrap();
    let module = root().join("crates/basket-widget/host/page/print.js").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let source = fs::read_to_string(module).unwrap();
    let program = format!("{source}\nprint('service-basket', {});", explained[0][0]);
    fs::write(folder.path().join("print.mjs"), program).unwrap();
    // A page that has the script from the service at this address.
    let page = "globalThis.document = { querySelector: () => null };
        export const page = { urlOf: (end) => 'https://basket.example/v1/' + end };";
    fs::write(folder.path().join("context.js"), page).unwrap();
    fs::write(folder.path().join("package.json"), r#"{ "type": "module" }"#).unwrap();
    let mut node = Command::new("node");
    let node = node.arg("print.mjs").current_dir(folder.path()).output().unwrap();
    let real = String::from_utf8(node.stderr).unwrap();
    let (shown, real) = (block.text.trim_end(), real.trim_end());
    if shown == real { Ok(()) } else { Err(format!("the console shows:\n{real}")) }
}

/// What an import says about a row that it cannot take.
fn check_import(block: &Block) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("shop.db").display());
    succeed(&["shop", "create", "Mine", "--currency", "EUR", "--database", &database]);
    fs::write(folder.path().join("products.csv"), "sku,name,price\nMUG,Mug,18.00\n").unwrap();
    let mut import = command();
    import.current_dir(folder.path()).args(["product", "import", "products.csv"]);
    let output = import.args(["--database", &database]).output().unwrap();
    let real = String::from_utf8_lossy(&output.stderr);
    if real == block.text { Ok(()) } else { Err(format!("the command says:\n{real}")) }
}

/// The policy of the backend's pages.
fn check_backend(block: &Block) -> Result<(), String> {
    let service = Service::shared();
    let answer = ask("GET", &service.url("/admin/sign-in"), "", "");
    let real = answer.header("content-security-policy").trim_end_matches(';');
    let shown = block.text.split_whitespace().collect::<Vec<_>>().join(" ");
    if shown == real { Ok(()) } else { Err(format!("the policy is really {real}")) }
}

/// A policy for pages: one that `basket embed --csp` prints, or one that a browser test tries.
fn check_policy(block: &Block) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("shop.db").display());
    succeed(&["shop", "create", "Mine", "--currency", "EUR", "--database", &database]);
    let embed = |flags: &[&str]| {
        let shop = ["--service", "https://service", "--database", &database];
        let output = run(&[&["embed", "--csp"], flags, &shop].concat());
        let text =
            String::from_utf8(output.stdout).unwrap().replace("https://service", "https://SERVICE");
        without_hashes(&text)
    };
    let printed = [embed(&[]), embed(&["--pinned"]), embed(&["--static", "/cart", "--early"])];
    if printed.contains(&block.text) {
        return Ok(());
    }
    let tests = file("e2e/tests/basket/policies.rs");
    let (first, rest) = block.text.split_once('\n').unwrap();
    let tried = TRIED.iter().find(|(shown, _)| *shown == first);
    let is_tried = tried.is_some_and(|(_, test)| tests.contains(test));
    // Apart from scripts, a page needs the same under every policy.
    let usual = printed[0].split_once('\n').unwrap().1;
    let is_usual = rest == usual || (rest.is_empty() && first.starts_with("require-"));
    if is_tried && is_usual {
        return Ok(());
    }
    Err(format!(
        "no command prints this policy, and no browser test tries it; printed are\n{}",
        printed.join("\n")
    ))
}

/// Hashes are others with each build; pages leave them out.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split("'sha256-");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.split_once('\'').map(|(_, rest)| rest).unwrap_or_default();
        format!("{text}'sha256-…'{rest}")
    })
}

#[test]
fn wrong_outputs_are_found() {
    let _service = Service::shared();
    let wrong = |text: &str| check(&Block::sample("text", text)).is_err();
    assert!(wrong("Server: up\n"));
    assert!(wrong("Service:  http://127.0.0.1:8080\nDatabase: other.db\n"));
    assert!(wrong("products.csv: line 2: the price is wrong\n"));
    assert!(wrong(
        "script-src https://SERVICE 'unsafe-eval';\nconnect-src https://SERVICE;\nimg-src https://SERVICE;\n"
    ));
    assert!(wrong("default-src 'none'\n"));
    assert!(wrong("Cross-Origin-Opener-Policy: unsafe-none\n"));
    assert!(wrong("HTTP/1.1 429 Too Many Requests\nContent-Type: text/plain\n"));
    assert!(wrong(
        "POST /v1/carts/{cart}/checkout   { \"locale\": \"de\" }   →   { \"address\": \"…\" }\n"
    ));
}
