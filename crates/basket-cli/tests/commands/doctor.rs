//! `basket doctor` on set-ups that are broken in one way each, and on one that is not.

use crate::{
    databases::both,
    program::{Demo, command},
};
use basket_model::payment::{PaymentMethod, PaymentSetup};
use basket_server::demo;
use basket_store::{SecretKeys, Store, StoreOptions};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::Command,
    thread,
};
use temporary_postgres::Server;
use tokio::runtime::Runtime;

/// What the program found, checked to be the same for people and for programs.
struct Found {
    findings: Vec<Value>,
    code: Option<i32>,
}

impl Found {
    /// Whether a check ended so, with these words.
    #[track_caller]
    fn has(&self, check: &str, status: &str, words: &str) {
        let is_it = |finding: &&Value| {
            finding["check"] == check
                && finding["status"] == status
                && finding["message"].as_str().unwrap().contains(words)
        };
        let found = self.findings.iter().find(is_it);
        let found = found.unwrap_or_else(|| panic!("no {check}: {words} in {:#?}", self.findings));
        assert_eq!(found["fix"].is_string(), status != "ok", "{found}");
        let has_failure = self.findings.iter().any(|finding| finding["status"] == "failure");
        assert_eq!(self.code, Some(i32::from(has_failure)));
        assert!(status != "failure" || has_failure);
    }
}

fn examine(arguments: &[&str]) -> Found {
    examine_by(command().arg("doctor"), arguments)
}

fn examine_by(command: &mut Command, arguments: &[&str]) -> Found {
    let output = command.args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let json = command.arg("--json").output().unwrap();
    assert_eq!(json.status.code(), output.status.code());
    let said = String::from_utf8_lossy(&json.stderr);
    let findings: Vec<Value> = serde_json::from_slice(&json.stdout).expect(&said);
    for finding in &findings {
        let line = format!("{}: ", finding["check"].as_str().unwrap());
        assert!(text.contains(&line), "{line}{text}");
    }
    Found { findings, code: json.status.code() }
}

/// A database with the demo shop, that a change was made to.
fn shop(address: &str, keys: &str, change: impl AsyncFnOnce(&Store, i64)) {
    let secret_keys = if keys.is_empty() { SecretKeys::default() } else { keys.parse().unwrap() };
    Runtime::new().unwrap().block_on(async {
        let options = StoreOptions { secret_keys, ..StoreOptions::default() };
        let store = Store::open(&address.parse().unwrap(), options).await.unwrap();
        demo::seed(&store).await.unwrap();
        let shop = store.shops().of_key(demo::KEY).await.unwrap().unwrap().id;
        change(&store, shop).await;
    });
}

/// A shop that is paid with Stripe by that key.
fn stripe_shop(address: &str, keys: &str, key: &str) {
    shop(address, keys, async |store, shop| {
        let setup = PaymentSetup {
            method: PaymentMethod::Stripe,
            stripe_key: Some(key.to_owned()),
            stripe_webhook_secret: Some("whsec_1".to_owned()),
            ..PaymentSetup::default()
        };
        store.shops().set_payment(shop, &setup).await.unwrap();
    });
}

/// A server that answers each request with the same bytes.
fn server(answer: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            // A request fits into it; what is no request is answered all the same.
            let _ = stream.read(&mut [0; 4096]);
            // Who asked may be gone.
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

/// A mail server that knows nobody.
fn refusing_mail_server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            stream.write_all(b"220 mail.example\r\n").unwrap();
            for line in BufReader::new(stream.try_clone().unwrap()).lines() {
                let answer = match line.unwrap().split(' ').next() {
                    Some("EHLO") => "250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n",
                    Some("AUTH") => "535 wrong password\r\n",
                    _ => "221 bye\r\n",
                };
                if stream.write_all(answer.as_bytes()).is_err() {
                    break;
                }
            }
        }
    });
    address
}

/// An address that nobody listens at.
fn closed() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Runs statements as the owner of a PostgreSQL database.
fn psql(address: &str, sql: &str) {
    let name = address.rsplit('/').next().unwrap();
    let server = Server::shared().unwrap();
    let output = server.program("psql").args([name, "--command", sql]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_healthy_service_has_no_failure_and_is_not_changed() {
    for database in both() {
        let address = &*database.address;
        let hook = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/hook", hook.local_addr().unwrap());
        shop(address, "", async |store, shop| {
            store.shops().set_webhook(shop, Some(&url)).await.unwrap();
        });
        let service = Demo::serve(&["--database", address]);
        let public = service.url("");
        let known = ["--database", address, "--public", &public, "--allow-private-webhooks"];
        let found = examine(&known);
        found.has("public address", "ok", "the service answers at http://127.0.0.1:");
        found.has("database", "ok", "has tables of version ");
        found.has("clock", "ok", "agrees with the public address");
        found.has("webhook", "ok", "can connect to http://127.0.0.1:");
        assert_eq!(found.code, Some(0), "{:?}", found.findings);
        drop(service);
    }
}

#[test]
fn a_database_that_is_not_there_is_named_and_not_created() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("basket.db");
    let found = examine(&["--database", path.to_str().unwrap()]);
    found.has("database file", "warning", "does not exist");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // Nor does anything appear beside one that is.
    shop(path.to_str().unwrap(), "", async |_, _| {});
    let before = fs::read(&path).unwrap();
    let found = examine(&["--database", path.to_str().unwrap()]);
    found.has("database", "ok", "has tables of version ");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(fs::read(&path).unwrap() == before, "the file is as it was");
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let below = format!("sqlite:{}/basket.db", file.display());
    examine(&["--database", &below]).has("disk", "failure", "is a file, not a folder");
    let missing = format!("sqlite:{}/none/basket.db", folder.path().display());
    examine(&["--database", &missing]).has("disk", "failure", "cannot use the folder");
}

#[test]
fn a_file_that_every_user_can_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("basket.db");
    shop(path.to_str().unwrap(), "", async |_, _| {});
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let found = examine(&["--database", path.to_str().unwrap()]);
    found.has("database file", "warning", "(mode 0644)");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o644, "unchanged");
}

#[test]
fn tables_of_another_version_are_named() {
    let [file, server] = both();
    for database in [&file, &server] {
        shop(&database.address, "", async |_, _| {});
    }
    let path = file.address.strip_prefix("sqlite:").unwrap();
    let set = |version: i32| {
        let connection = rusqlite::Connection::open(path).unwrap();
        connection.pragma_update(None, "user_version", version).unwrap();
    };
    set(99);
    let newer = "has tables of version 99, newer than this program knows";
    examine(&["--database", &file.address]).has("database", "failure", newer);
    set(3);
    let older = "has tables of version 3; `basket serve` updates them to";
    examine(&["--database", &file.address]).has("database", "warning", older);
    let connection = rusqlite::Connection::open(path).unwrap();
    let version: i32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(version, 3, "nothing was updated");
    psql(&server.address, "INSERT INTO basket_schema (version, oldest) VALUES (99, 99)");
    examine(&["--database", &server.address]).has("database", "failure", newer);
}

#[test]
fn a_database_of_another_program_is_named() {
    let [file, server] = both();
    let path = Path::new(file.address.strip_prefix("sqlite:").unwrap());
    rusqlite::Connection::open(path).unwrap().execute_batch("CREATE TABLE other (id)").unwrap();
    psql(&server.address, "CREATE TABLE other (id int)");
    for database in [&file, &server] {
        let found = examine(&["--database", &database.address]);
        found.has("database", "failure", "has tables of another program");
    }
    fs::write(path, "This is a text and no database, and it is long enough to see that.").unwrap();
    examine(&["--database", &file.address]).has("database", "failure", "is not a database");
}

#[test]
fn a_postgres_server_that_is_away_is_named() {
    let address = format!("postgres://basket@{}/shop", closed());
    let found = examine(&["--database", &address]);
    found.has("database", "failure", "cannot use postgres://127.0.0.1:");
}

#[test]
fn a_role_without_rights_is_named() {
    let [_, empty] = both();
    let [_, full] = both();
    shop(&full.address, "", async |_, _| {});
    psql(&empty.address, "CREATE ROLE visitor LOGIN");
    psql(&full.address, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO visitor");
    let visitor = |address: &str| address.replace("basket@", "visitor@");
    let found = examine(&["--database", &visitor(&empty.address)]);
    found.has("database rights", "failure", "must not create tables");
    let found = examine(&["--database", &visitor(&full.address)]);
    found.has("database rights", "failure", "must not read and write the table carts");
}

#[test]
fn a_mail_server_that_refuses_or_is_away_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("basket.db").display());
    let with = |smtp: &str| {
        examine(&["--database", &database, "--smtp", smtp, "--mail-from", "shop@example.com"])
    };
    let refused = with(&format!("smtp://ann:secret@{}", refusing_mail_server()));
    refused.has("mail server", "failure", "wrong password");
    assert!(!format!("{:?}", refused.findings).contains("secret"), "no password is shown");
    with(&format!("smtp://{}", closed())).has("mail server", "failure", "cannot connect");
    with("mail.example").has("mail server", "failure", "write the mail server as smtp://");
}

#[test]
fn a_public_address_that_is_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("basket.db").display());
    let at = |public: &str, more: &[&str]| {
        examine(&[&["--database", &database, "--public", public], more].concat())
    };
    let nobody = at(&format!("http://{}", closed()), &[]);
    nobody.has("public address", "warning", "the service does not answer at");
    let late =
        "HTTP/1.1 200 OK\r\ndate: Tue, 04 Jan 2022 10:00:00 GMT\r\ncontent-length: 2\r\n\r\nok";
    let late = at(&format!("http://{}", server(late)), &[]);
    late.has("clock", "failure", " s ahead of that of the public address");
    late.has("public address", "warning", "drops X-Request-Id");
    let other = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";
    let other = at(&format!("http://{}", server(other)), &[]);
    other.has("public address", "failure", "/healthz answers 404, not as this service does");
    let proxy = "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n";
    let proxy = at(&format!("http://{}", server(proxy)), &[]);
    proxy.has("public address", "warning", "it does not reach the service");
    let plain = at("http://basket.invalid", &[]);
    plain.has("public address", "failure", "http://basket.invalid is not encrypted");
    plain.has("public address", "failure", "cannot resolve basket.invalid");
    // It answers, but not with TLS.
    let no_tls = "HTTP/1.1 400 Bad Request\r\n\r\n";
    let no_tls = format!("https://localhost:{}", server(no_tls).port());
    let found = at(&no_tls, &["--proxies", "0"]);
    found.has("certificate", "failure", "has no certificate that browsers accept");
    found.has("reverse proxy", "warning", "--proxies is 0");
    at(&no_tls, &["--proxies", "1"]).has("reverse proxy", "ok", "--proxies is 1");
}

#[test]
fn a_stripe_key_that_is_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let address = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
    let with = |name: &str, key: &str, answer: &'static str| {
        stripe_shop(&address(name), "", key);
        let stripe = format!("http://{}", server(answer));
        let public = format!("https://localhost:{}", closed().port());
        let known = ["--stripe-url", &stripe, "--public", &public];
        examine(&[&["--database", &address(name)], &known[..]].concat())
    };
    let refusal = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 36\r\n\r\n\
                   {\"error\":{\"code\":\"api_key_expired\"}}";
    let fine = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
    let refused = with("refused", "sk_live_1", refusal);
    refused.has("stripe", "failure", "with 401: api_key_expired");
    with("live", "sk_live_1", fine).has("stripe", "ok", "Stripe accepts the live key of shop 1");
    with("test", "sk_test_1", fine).has("stripe", "warning", "is a test key");
    let public = with("public", "pk_live_secret", fine);
    public.has("stripe", "failure", "starts with pk_; a secret key starts with sk_live_");
    assert!(!format!("{:?}", public.findings).contains("pk_live_secret"), "no key is shown");
}

#[test]
fn secrets_whose_key_is_missing_are_named() {
    for database in both() {
        let [key, other] = [(); 2].map(|()| SecretKeys::random().unwrap());
        stripe_shop(&database.address, &key, "sk_live_1");
        let with = |keys: &str| {
            let mut command = command();
            command.arg("doctor").env("BASKET_SECRET_KEYS", keys);
            examine_by(&mut command, &["--database", &database.address])
        };
        with(&other).has("secrets", "failure", "cannot decrypt the stored secrets: the key ");
        with("bad").has("secrets", "failure", "BASKET_SECRET_KEYS is invalid");
    }
}

#[test]
fn a_webhook_that_cannot_be_reached_is_named() {
    for database in both() {
        let address = &*database.address;
        let with = |url: &str, flags: &[&str]| {
            shop(address, "", async |store, shop| {
                store.shops().set_webhook(shop, Some(url)).await.unwrap();
            });
            examine(&[&["--database", address], flags].concat())
        };
        let unknown = with("https://hook.invalid/basket", &[]);
        unknown.has("webhook", "failure", "cannot resolve hook.invalid");
        let closed = format!("http://{}/hook", closed());
        let refused = with(&closed, &["--allow-private-webhooks"]);
        refused.has("webhook", "failure", "connection failed: ");
        with(&closed, &[]).has("webhook", "failure", "in a private network");
    }
}

#[test]
fn a_limit_of_open_files_that_is_too_low_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("basket.db").display());
    let program = command().get_program().to_owned();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 256 && exec \"$0\" \"$@\""]).arg(program).arg("doctor");
    let found = examine_by(&mut shell, &["--database", &database]);
    found.has("open files", "warning", "the limit is 256; --max-connections 10000 needs 10144");
}

#[test]
fn settings_are_read_as_the_service_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let (file, secret) = (folder.path().join("basket.toml"), folder.path().join("secret"));
    fs::write(&file, "public = \"http://127.0.0.1:1\"\nproxies = 2\n").unwrap();
    fs::write(&secret, format!("sqlite:{}\n", folder.path().join("other.db").display())).unwrap();
    let mut command = command();
    command.arg("doctor").env("BASKET_DATABASE_FILE", secret);
    let found = examine_by(&mut command, &["--config", file.to_str().unwrap()]);
    found.has("reverse proxy", "ok", "--proxies is 2");
    found.has("database file", "warning", "other.db does not exist");
    let wrong = crate::program::run(&["doctor", "--proxies", "many"]);
    assert_eq!(wrong.status.code(), Some(2));
}
