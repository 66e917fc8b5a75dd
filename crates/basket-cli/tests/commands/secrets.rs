//! Secrets in the database, encrypted with keys that are elsewhere.

use crate::{
    databases::both,
    program::{Demo, command, succeed},
};
use std::{fs, process::Output};

const ANSWERS: &str =
    "name=Mine&currency=EUR&email=ann%40shop.example&password=correct+horse+battery";
const SIGN_IN: &str = "email=ann%40shop.example&password=correct+horse+battery";
const API_KEY: &str = "/admin/settings/setup-design/checkout-setup/api-key";

/// A service that has these keys.
fn serve(database: &str, keys: &str) -> Demo {
    let mut command = command();
    command.args(["serve", "--listen", "127.0.0.1:0", "--database", database]);
    Demo::spawn(command.env("BASKET_SECRET_KEYS", keys))
}

fn run(arguments: &[&str], database: &str, keys: Option<&str>) -> (Option<i32>, String) {
    let mut command = command();
    command.args(arguments).args(["--database", database]);
    if let Some(keys) = keys {
        command.env("BASKET_SECRET_KEYS", keys);
    }
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8([stdout, stderr].concat()).unwrap())
}

/// What stands in the field of that id or name.
fn value(page: &str, id: &str) -> String {
    let at = page.find(&format!("id=\"{id}\"")).or(page.find(&format!("name=\"{id}\""))).unwrap();
    page[at..].split("value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

/// The secret that signs the shop's messages, as the backend shows it.
fn webhook_secret(service: &Demo) -> String {
    let (_, session, _) = service.form("/admin/sign-in", "", SIGN_IN);
    value(&service.page(API_KEY, &session).1, "webhook-secret")
}

#[test]
fn secrets_are_encrypted_and_their_key_can_be_replaced() {
    for database in both() {
        let database = &*database.address;
        let [first, second] = [(); 2].map(|()| succeed(&["secrets", "key"]).trim().to_owned());
        let mut service = serve(database, &first);
        let [_, _, link] = [(); 3].map(|()| service.next_line());
        let (_, session, _) = service.form(&link[link.find("/admin/").unwrap()..], "", ANSWERS);
        let csrf_token = value(&service.page(API_KEY, &session).1, "csrf_token");
        let fields = format!("csrf_token={csrf_token}&webhook=https%3A%2F%2Fshop.example%2Fhook");
        assert_eq!(service.form(&format!("{API_KEY}/webhook"), &session, &fields).0, 303);
        let secret = webhook_secret(&service);
        assert!(secret.starts_with("whsec_"), "{secret}");
        drop(service);

        if let Some(file) = database.strip_prefix("sqlite:") {
            let mut bytes = fs::read(file).unwrap();
            bytes.extend(fs::read(format!("{file}-wal")).unwrap_or_default());
            let has = |text: &str| bytes.windows(text.len()).any(|it| it == text.as_bytes());
            assert!(has("encrypted:") && !has(&secret), "the file does not show it");
        }
        let (code, said) = run(&["serve", "--listen", "127.0.0.1:0"], database, None);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("which is missing"), "{said}");
        let (code, said) = run(&["secrets", "encrypt"], database, None);
        assert!(code == Some(2) && said.contains("No key was given"), "{said}");
        let (code, said) = run(&["secrets", "encrypt"], database, Some(&second));
        assert!(code == Some(2) && said.contains("which is missing"), "{said}");
        let (code, said) = run(&["secrets", "key"], database, Some("too short"));
        assert_eq!((code, said.len()), (Some(0), 45), "a new key needs no old one: {said}");

        let both = format!("{second}\n{first}\n");
        let encrypted = (Some(0), "1 secret encrypted\n".to_owned());
        assert_eq!(run(&["secrets", "encrypt"], database, Some(&both)), encrypted);
        let none = (Some(0), "0 secrets encrypted\n".to_owned());
        assert_eq!(run(&["secrets", "encrypt"], database, Some(&both)), none);
        assert_eq!(webhook_secret(&serve(database, &second)), secret);

        let decrypted = (Some(0), "1 secret decrypted\n".to_owned());
        assert_eq!(run(&["secrets", "decrypt"], database, Some(&second)), decrypted);
        let service = Demo::serve(&["--database", database]);
        assert_eq!(webhook_secret(&service), secret);
    }
}

#[test]
fn keys_come_from_a_file_too_and_bad_ones_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("basket.db").display());
    let file = folder.path().join("keys");
    let file = file.to_str().unwrap();
    let encrypt = || run(&["secrets", "encrypt", "--secret-keys-file", file], &database, None);
    assert!(encrypt().1.contains("cannot read "), "{}", encrypt().1);
    fs::write(file, "\n").unwrap();
    assert!(encrypt().1.contains("there is no key in it"), "{}", encrypt().1);
    fs::write(file, format!("{}\nbad", succeed(&["secrets", "key"]))).unwrap();
    assert!(encrypt().1.contains("key 2 is not 32 bytes in Base64"), "{}", encrypt().1);
    fs::write(file, succeed(&["secrets", "key"])).unwrap();
    assert_eq!(encrypt(), (Some(0), "0 secrets encrypted\n".to_owned()));
}
