//! `basket serve` by flags, environment and file.

use crate::{
    databases::both,
    program::{Demo, command, fail, run, succeed},
};
use std::fs;

#[test]
fn it_serves_the_shops_of_its_database_and_nothing_of_the_demo() {
    for database in both() {
        let database = ["--database", &database.address];
        let created =
            succeed(&[&["shop", "create", "Mine", "--currency", "eur"], &database[..]].concat());
        let key = created.lines().last().unwrap().strip_prefix("Publishable key: ").unwrap();
        let mut service = Demo::serve(&database);
        assert!(service.first_line.starts_with("Service:  http://127.0.0.1:"));
        assert_eq!(service.get("/readyz"), "ok");
        let shop = service.get(&format!("/v1/shop?key={key}"));
        assert_eq!(shop, r#"{"name":"Mine","currency":"EUR","checkout":"hosted"}"#);
        assert_eq!(service.status("/", key), 404);
        assert_eq!(service.status("/v1/shop", "pk_demo"), 401);
        service.signal("TERM");
        assert_eq!(service.wait().code(), Some(0));
    }
}

/// In a container it listens on every address; nobody can open a link to all of them.
#[test]
fn links_of_a_service_on_all_addresses_lead_to_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("basket.db").display());
    let mut command = command();
    let mut service =
        Demo::spawn(command.args(["serve", "--listen", "0.0.0.0:0", "--database", &database]));
    assert_eq!(service.get("/readyz"), "ok");
    let told =
        [service.first_line.clone(), service.next_line(), service.next_line(), service.next_line()];
    assert!(told[0].starts_with("Service:  http://127.0.0.1:"), "{told:?}");
    assert!(told[3].starts_with("Set up:   http://127.0.0.1:"), "{told:?}");
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("basket.toml");
    let database = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
    let lines = format!(
        "listen = \"127.0.0.1:0\"\ndatabase = \"{}\"\nmax-connections = 9\n",
        database("file")
    );
    fs::write(&file, lines).unwrap();
    let start = |flag: Option<&str>, variable: Option<&str>| {
        let mut command = command();
        command.args(["serve", "--config"]).arg(&file);
        command.args(flag.map(|flag| format!("--database={flag}")));
        command.envs(variable.map(|variable| ("BASKET_DATABASE", variable)));
        drop(Demo::spawn(&mut command));
    };
    let is_there = |name: &str| folder.path().join(name).exists();
    start(Some(&database("flag")), Some(&database("variable")));
    assert!(is_there("flag") && !is_there("variable") && !is_there("file"));
    start(None, Some(&database("variable")));
    assert!(is_there("variable") && !is_there("file"));
    start(None, None);
    assert!(is_there("file"));
}

#[test]
fn metrics_are_at_the_internal_address_alone() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let mut service = Demo::serve(&[
        "--database",
        &database,
        "--internal",
        "127.0.0.1:0",
        "--admin-email",
        "a@b.c",
    ]);
    let internal = loop {
        let line = service.next_line();
        if let Some(address) = line.strip_prefix("Internal: ") {
            break address.trim().to_owned();
        }
    };
    let ask = |address: &str| ureq::get(address).call().map(|answer| answer.status().as_u16());
    assert_eq!(ask(&format!("{internal}/metrics")).unwrap(), 200);
    assert_eq!(ask(&format!("{internal}/readyz")).unwrap(), 200);
    assert!(ask(&format!("{internal}/v1/basket.js")).is_err(), "nothing else is there");
    assert_eq!(service.status("/metrics", ""), 404);
    assert_eq!(service.status("/healthz", ""), 200);
}

#[test]
fn settings_that_cannot_be_are_named() {
    let message = fail(&["serve", "--config", "/nowhere/basket.toml"]);
    assert!(message.starts_with("basket: Cannot read /nowhere/basket.toml"), "{message}");
    let message = fail(&["serve", "--database", "postgres://127.0.0.1:1/shop"]);
    assert!(
        message.starts_with("basket: Cannot connect to postgres://127.0.0.1:1/shop"),
        "{message}"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("basket.toml");
    fs::write(&file, "grace = []").unwrap();
    let message = fail(&["serve", "--config", file.to_str().unwrap()]);
    assert!(
        message.ends_with("grace must be a string, a whole number, true or false.\n"),
        "{message}"
    );
}

#[test]
fn an_unknown_setting_in_a_file_is_named_with_the_nearest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("basket.toml");
    for (text, expected) in [
        ("datbase = \"sqlite:a.db\"", "there is no setting datbase; did you mean database?\n"),
        (
            "weather = \"fine\"",
            "there is no setting weather. `basket serve --print-config` lists all.\n",
        ),
        ("migrate = true", "there is no setting migrate; did you mean no-migrate?\n"),
    ] {
        fs::write(&file, text).unwrap();
        let message = fail(&["serve", "--config", file.to_str().unwrap()]);
        assert!(message.ends_with(expected), "{message}");
    }
}

#[test]
fn the_printed_settings_are_the_defaults() {
    let template = succeed(&["serve", "--print-config"]);
    for setting in ["listen = \"127.0.0.1:8080\"", "docs = true", "proxies = 0", "log = \"warn\""] {
        assert!(template.contains(&format!("\n#{setting}\n")), "{template}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("basket.toml");
    // Every setting that has a default, and those without left out.
    let is_set = |line: &&str| line.contains(" = ") && !line.ends_with("\"\"");
    let settings = template.lines().filter_map(|line| line.strip_prefix('#')).filter(is_set);
    let settings: Vec<_> = settings.filter(|line| !line.starts_with(' ')).collect();
    assert!(settings.len() > 15, "{settings:?}");
    let text = settings.join("\n").replace("127.0.0.1:8080", "127.0.0.1:0");
    fs::write(&file, text).unwrap();
    let mut command = command();
    command.args(["serve", "--config"]).arg(&file).current_dir(folder.path());
    let service = Demo::spawn(&mut command);
    assert_eq!(service.status("/readyz", ""), 200);
}

#[test]
fn secrets_come_from_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (database, password) = (at("basket_database"), at("password"));
    fs::write(&database, format!("sqlite:{}\n", at("shop.db").display())).unwrap();
    fs::write(&password, "quiet-harbour-lantern\n").unwrap();
    let mut command = command();
    command.args(["serve", "--listen", "127.0.0.1:0"]).env("BASKET_DATABASE_FILE", &database);
    command.env("BASKET_ADMIN_PASSWORD_FILE", &password);
    let mut service = Demo::spawn(&mut command);
    assert!(at("shop.db").exists());
    assert!(service.next_line().contains("shop.db"));
    drop(service);

    // The same as a credential, for a command that does not listen.
    let shops = |folder: &std::path::Path, variable: &str| {
        let mut command = super::program::command();
        command.args(["operator", "list"]).env(variable, folder);
        let output = command.output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (status, said, _) = shops(folder.path(), "CREDENTIALS_DIRECTORY");
    assert_eq!(status, Some(0));
    assert!(said.contains("admin@localhost"), "{said}");
    let (status, _, said) = shops(&at("none"), "BASKET_DATABASE_FILE");
    assert_eq!(status, Some(2));
    assert!(said.contains("none, named by BASKET_DATABASE_FILE"), "{said}");
    fs::write(at("empty"), "\n").unwrap();
    let (status, _, said) = shops(&at("empty"), "BASKET_DATABASE_FILE");
    assert_eq!(status, Some(2));
    assert!(said.ends_with("named by BASKET_DATABASE_FILE, is empty.\n"), "{said}");
}

#[test]
fn health_says_whether_the_service_is_ready() {
    let service = Demo::start(&[]);
    let address = service.url("").replace("http://", "");
    let output = run(&["health", "--listen", &address]);
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"ready\n"[..]));
    drop(service);
    let output = run(&["health", "--listen", &address, "--timeout", "1s"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with(&format!("not ready: {address}: ")), "{said}");
    let message = fail(&["health", "--listen", "nowhere"]);
    assert!(message.contains("nowhere is not an address with a port"), "{message}");
}

#[test]
fn the_log_has_a_line_for_each_request_and_no_secret() {
    for (format, expected) in
        [("json", r#""route":"/v1/carts/{cart}""#), ("pretty", "route=\"/v1/carts/{cart}\"")]
    {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut command = command();
        command.args(["demo", "--listen", "127.0.0.1:0", "--log", "info", "--log-format", format]);
        let mut service = Demo::spawn(command.stderr(fs::File::create(&log).unwrap()));
        let cart: serde_json::Value =
            serde_json::from_str(&service.post("/v1/carts", "{}")).unwrap();
        let id = cart["id"].as_str().unwrap();
        service.get(&format!("/v1/carts/{id}?key=pk_demo"));
        service.signal("TERM");
        assert_eq!(service.wait().code(), Some(0));
        let log = fs::read_to_string(&log).unwrap();
        assert_eq!(log.lines().count(), 2, "{log}");
        assert!(log.contains(expected), "{log}");
        assert!(!log.contains(id) && !log.contains("pk_demo"), "{log}");
        if format == "json" {
            for line in log.lines() {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                assert_eq!(line["span"]["id"].as_str().unwrap().len(), 16, "{line}");
            }
        }
    }
}
