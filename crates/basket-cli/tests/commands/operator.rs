//! How people come into the backend: the link of the first run, a password from the environment, and
//! `basket operator`.

use crate::{
    databases::both,
    program::{Demo, command, fail, succeed},
};
use std::fs;

const PASSWORD: &str = "correct horse battery";
const ANSWERS: &str =
    "name=Mine&currency=EUR&email=ann%40shop.example&password=correct+horse+battery";
const SIGN_IN: &str = "email=ann%40shop.example&password=correct+horse+battery";

/// A service that listens, with what it said after its first line.
fn serve(database: &str, variables: &[(&str, &str)], arguments: &[&str]) -> (Demo, Vec<String>) {
    let mut command = command();
    command.args(["serve", "--listen", "127.0.0.1:0", "--database", database]).args(arguments);
    let mut service = Demo::spawn(command.envs(variables.iter().copied()));
    let said = vec![service.next_line(), service.next_line(), service.next_line()];
    (service, said)
}

/// The path in a line that ends with a link.
fn path<'a>(service: &Demo, line: &'a str) -> &'a str {
    let at = line.find("/admin/").unwrap_or_else(|| panic!("no link in {line:?}"));
    assert!(line[..at].ends_with(&service.url("")), "{line}");
    &line[at..]
}

#[test]
fn an_empty_database_gets_a_link_that_sets_the_service_up_once() {
    for database in both() {
        let (service, said) = serve(&database.address, &[], &[]);
        assert_eq!(said[1], format!("Backend:  {}", service.url("/admin")));
        assert!(said[2].starts_with("Set up:   http://127.0.0.1:"), "{said:?}");
        let link = path(&service, &said[2]);
        assert_eq!(service.page(link, "").0, 200);
        let (status, session, _) = service.form(link, "", ANSWERS);
        assert_eq!(status, 303);
        let (status, start) = service.page("/admin/start", &session);
        assert!(status == 200 && start.contains("/v1/basket.js"), "{start}");
        assert_eq!(service.form(link, "", ANSWERS).0, 410);
        drop(service);
        let mut command = command();
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", &database.address]);
        let mut again = Demo::spawn(&mut command);
        assert_eq!(again.page("/admin/start", &session).0, 200, "a restart signs nobody out");
        again.signal("TERM");
        let said: Vec<String> = (0..4).map(|_| again.next_line()).collect();
        assert_eq!(said[2..], ["", ""], "no link is printed any more");
    }
}

#[test]
fn a_service_that_nobody_sits_at_takes_its_password_from_the_environment() {
    for database in both() {
        succeed(&["shop", "create", "Mine", "--currency", "EUR", "--database", &database.address]);
        let variables =
            [("BASKET_ADMIN_PASSWORD", PASSWORD), ("BASKET_ADMIN_EMAIL", "Ann@shop.example")];
        let (service, said) = serve(&database.address, &variables, &[]);
        let line = "Operator: ann@shop.example, with the password of BASKET_ADMIN_PASSWORD";
        assert_eq!(said[2], line);
        assert!(!said.join("\n").contains(PASSWORD), "{said:?}");
        let (status, session, _) = service.form("/admin/sign-in", "", SIGN_IN);
        assert_eq!(status, 303);
        let (_, start) = service.page("/admin/start", &session);
        assert!(start.contains("<span>Mine</span>"), "the shop that was there is theirs");
    }
}

#[test]
fn a_password_that_will_not_do_is_named_before_anything_is_served() {
    for (variables, expected) in [
        (
            vec![("BASKET_ADMIN_PASSWORD", "short")],
            "basket: BASKET_ADMIN_PASSWORD is not accepted. Use at least 10 characters; a few words are easy to remember.\n",
        ),
        (
            vec![("BASKET_ADMIN_PASSWORD", "demo-demo-demo")],
            "basket: BASKET_ADMIN_PASSWORD is not accepted. This is the demo shop's password, which is public. Choose another one.\n",
        ),
        (
            vec![("BASKET_ADMIN_PASSWORD", PASSWORD), ("BASKET_ADMIN_EMAIL", "ann")],
            "basket: ann is not a valid e-mail address.\n",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = command();
        command.args(["serve", "--listen", "127.0.0.1:0", "--database"]);
        command.arg(folder.path().join("shop.db")).envs(variables);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn people_are_listed_invited_and_given_new_passwords() {
    for database in both() {
        let ask =
            |arguments: &[&str]| succeed(&[arguments, &["--database", &database.address]].concat());
        let said =
            |arguments: &[&str]| fail(&[arguments, &["--database", &database.address]].concat());
        ask(&["shop", "create", "Mine", "--currency", "EUR"]);
        assert_eq!(ask(&["operator", "list"]), "");
        let unknown = "basket: There is no operator ann@shop.example. `basket operator list` shows all operators.\n";
        assert_eq!(said(&["operator", "reset", "ann@shop.example"]), unknown);
        assert!(said(&["operator", "invite", "--shop", "7"]).contains("There is no shop 7"));
        let service = Demo::serve(&["--database", &database.address]);
        let public = service.url("");
        let link = ask(&["operator", "invite", "--role", "staff", "--public", &public]);
        let join = path(&service, link.trim_end());
        assert_eq!(service.form(join, "", SIGN_IN).0, 303);
        assert_eq!(service.form(join, "", SIGN_IN).0, 410, "it works once");
        assert_eq!(ask(&["operator", "list"]), "ann@shop.example  1 shop\n");
        let link = ask(&["operator", "reset", "Ann@shop.example", "--public", &public]);
        let reset = path(&service, link.trim_end());
        assert_eq!(service.form(reset, "", "password=another+password").0, 303);
        assert_eq!(service.form("/admin/sign-in", "", SIGN_IN).0, 422);
        let again = "email=ann%40shop.example&password=another+password";
        assert_eq!(service.form("/admin/sign-in", "", again).0, 303);
        let (_, session, _) = service.form("/admin/sign-in", "", again);
        assert_eq!(service.page("/admin/account", &session).0, 200);
        ask(&["operator", "disable", "ann@shop.example"]);
        assert_eq!(service.page("/admin/account", &session).0, 303, "signed out");
        assert_eq!(service.form("/admin/sign-in", "", again).0, 403);
        ask(&["operator", "enable", "ann@shop.example"]);
        assert_eq!(service.form("/admin/sign-in", "", again).0, 303);
        ask(&["operator", "reset", "ann@shop.example", "--second-factors"]);
        let link = ask(&["operator", "invite", "--public", "https://Basket.example/"]);
        assert!(link.starts_with("https://basket.example/admin/join/"), "{link}");
    }
}

#[test]
fn a_public_address_is_the_one_in_links() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("shop.db");
    let (_service, said) =
        serve(database.to_str().unwrap(), &[], &["--public", "https://basket.example"]);
    assert_eq!(said[1], "Backend:  https://basket.example/admin");
    assert!(said[2].starts_with("Set up:   https://basket.example/admin/setup/"), "{said:?}");
}

#[test]
fn nothing_that_opens_a_door_is_in_the_log() {
    for database in both() {
        open_every_door(&database.address);
    }
}

fn open_every_door(database: &str) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = command();
    command.args(["serve", "--listen", "127.0.0.1:0", "--log", "trace", "--database"]);
    let mut service = Demo::spawn(command.arg(database).stderr(fs::File::create(&log).unwrap()));
    let [_, _, link] = [(); 3].map(|()| service.next_line());
    let setup = path(&service, &link);
    let (_, session, _) = service.form(setup, "", ANSWERS);
    let value = |page: &str, id: &str| {
        let at =
            page.find(&format!("id=\"{id}\"")).or(page.find(&format!("name=\"{id}\""))).unwrap();
        page[at..].split("value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let key = "/admin/settings/setup-design/checkout-setup/api-key";
    let csrf_token = value(&service.page(key, &session).1, "csrf_token");
    let post = |path: &str, fields: &str| {
        let (status, _, page) =
            service.form(path, &session, &format!("csrf_token={csrf_token}&{fields}"));
        assert!([200, 303].contains(&status), "{path}: {page}");
        page
    };
    let secret = value(&post(&format!("{key}/create"), "kind=secret"), "secret");
    let invitation = value(&post("/admin/settings/people/invite", "role=owner"), "invitation");
    service.page(invitation.strip_prefix(&service.url("")).unwrap(), "");
    post(&format!("{key}/webhook"), "webhook=https%3A%2F%2Fshop.example%2Fhook");
    let signs = value(&service.page(key, &session).1, "webhook-secret");
    service.form("/admin/sign-in", "", "email=ann%40shop.example&password=a+wrong+guess");
    post("/admin/account/password", "current=correct+horse+battery&password=another+password");
    service.signal("TERM");
    service.wait();
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains("/admin/setup/{token}") && log.contains("key.created"), "{log}");
    let failed = log.lines().find(|line| line.contains("sign-in failed")).unwrap();
    assert!(failed.contains("ann@shop.example") && failed.contains("127.0.0.1"), "{failed}");
    let token = |link: &str| link.rsplit('/').next().unwrap().to_owned();
    for door in [
        token(setup),
        token(&invitation),
        session.split('=').nth(1).unwrap().to_owned(),
        secret,
        signs,
        csrf_token.clone(),
        "correct horse".to_owned(),
        "correct+horse".to_owned(),
        "another password".to_owned(),
        "wrong guess".to_owned(),
        "$argon2id".to_owned(),
    ] {
        assert!(!door.is_empty() && !log.contains(&door), "{door} in {log}");
    }
}
