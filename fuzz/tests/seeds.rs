//! The seeds that a fuzzer starts from hold what must hold for anything, with no fuzzer around. What one has found
//! and we have mended joins them, and so is tried ever after.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use basket_core::{config, json::Problem, protocol::MESSAGES};
use basket_fuzz::Site;
use std::{fs, path::Path};

/// Every seed of a target with its name.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|file| (file.display().to_string(), fs::read(&file).unwrap())).collect()
}

#[test]
fn every_configuration_is_read() {
    for (name, bytes) in seeds("configuration") {
        println!("{name}");
        basket_fuzz::configuration(&bytes);
    }
}

#[test]
fn every_request_form_and_link_is_answered() {
    let site = Site::open();
    let answer = |target, run: fn(&Site, &[u8])| {
        for (name, bytes) in seeds(target) {
            println!("{name}");
            run(&site, &bytes);
        }
    };
    answer("request", basket_fuzz::request);
    answer("form", basket_fuzz::form);
    answer("link", basket_fuzz::link);
}

#[test]
fn every_file_of_products_is_read() {
    for (name, bytes) in seeds("sheet") {
        println!("{name}");
        basket_fuzz::sheet(&bytes);
    }
}

#[test]
fn a_page_opens_on_whatever_is_stored() {
    for (name, bytes) in seeds("storage") {
        println!("{name}");
        basket_fuzz::storage(&bytes);
    }
}

#[test]
fn every_page_is_checked() {
    for (name, bytes) in seeds("page") {
        println!("{name}");
        basket_fuzz::page(&bytes);
    }
}

#[test]
fn every_sequence_of_messages_is_taken_and_none_of_the_protocol_is_missing() {
    let mut log = String::new();
    for (name, bytes) in seeds("messages") {
        println!("{name}");
        log += &basket_fuzz::messages(&bytes).to_string();
    }
    let is_sent = |name: &&str| log.contains(&format!(": {name}"));
    let missing: Vec<_> =
        MESSAGES.iter().map(|entry| entry.name).filter(|name| !is_sent(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn they_show_everything_that_people_do_to_json() {
    let seeds = seeds("configuration");
    let texts = seeds.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes));
    let shown: Vec<_> = texts.flat_map(|text| config::check_json(&text)).collect();
    let is_shown = |problem: &&Problem| shown.iter().any(|found| found.problem == Some(**problem));
    let missing: Vec<_> = Problem::ALL.iter().filter(|problem| !is_shown(problem)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
