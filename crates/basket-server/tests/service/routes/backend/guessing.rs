//! Somebody who tries passwords.

use super::{
    operator::{Operator, PASSWORD},
    page::Page,
    site::Site,
};
use basket_model::operator::{LinkPurpose, Role};
use basket_server::demo;
use std::time::Duration;

/// Behind one proxy, so that guesses can come from anywhere.
fn site() -> Site {
    Site::with(|settings, _| settings.proxies = 1)
}

fn guess(site: &Site, from: &str, email: &str, password: &str) -> Page {
    let mut browser = Operator::stranger(site);
    browser.added.push(("x-forwarded-for", from.to_owned()));
    browser.sign_in(email, password)
}

fn is_told_to_wait(page: &Page) {
    assert_eq!(page.status, 429, "{}", page.text);
    let wait: u32 = page.header("retry-after").parse().unwrap();
    assert!((1..=31).contains(&wait), "{wait}");
    assert_eq!(page.text("h1"), "Too many attempts");
}

on_both_engines!(an_address_has_ten_guesses_and_then_one_in_half_a_minute);

fn an_address_has_ten_guesses_and_then_one_in_half_a_minute() {
    let site = site();
    for number in 0..10 {
        assert_eq!(
            guess(&site, "192.0.2.1", &format!("{number}@shop.example"), "guess").status,
            422
        );
    }
    is_told_to_wait(&guess(&site, "192.0.2.1", "11@shop.example", "guess"));
    is_told_to_wait(&guess(&site, "192.0.2.1", demo::EMAIL, demo::PASSWORD));
    guess(&site, "192.0.2.2", demo::EMAIL, demo::PASSWORD).location();
    site.let_seconds_pass(31);
    // Right ones cost nothing, so the next one is allowed too.
    guess(&site, "192.0.2.1", demo::EMAIL, demo::PASSWORD).location();
    guess(&site, "192.0.2.1", demo::EMAIL, demo::PASSWORD).location();
    guess(&site, "192.0.2.1", "11@shop.example", "guess");
    is_told_to_wait(&guess(&site, "192.0.2.1", demo::EMAIL, demo::PASSWORD));
}

on_both_engines!(an_office_may_sign_in_from_one_address);

fn an_office_may_sign_in_from_one_address() {
    let site = site();
    for _ in 0..25 {
        guess(&site, "192.0.2.1", demo::EMAIL, demo::PASSWORD).location();
    }
}

on_both_engines!(an_account_has_ten_guesses_from_wherever_they_come);

fn an_account_has_ten_guesses_from_wherever_they_come() {
    let site = site();
    for number in 0..10 {
        let typed = if number % 2 == 0 { "Demo@Example.com" } else { demo::EMAIL };
        assert_eq!(guess(&site, &format!("192.0.2.{number}"), typed, "guess").status, 422);
    }
    // Not even the right one is looked at; and an account that is not there is guarded likewise.
    is_told_to_wait(&guess(&site, "192.0.2.50", demo::EMAIL, demo::PASSWORD));
    for number in 100..110 {
        guess(&site, &format!("192.0.2.{number}"), "nobody@shop.example", "guess");
    }
    is_told_to_wait(&guess(&site, "192.0.2.51", "nobody@shop.example", "guess"));
    site.let_seconds_pass(31);
    guess(&site, "192.0.2.52", demo::EMAIL, demo::PASSWORD).location();
}

on_both_engines!(neither_an_invitation_nor_a_stolen_browser_gives_more_guesses);

fn neither_an_invitation_nor_a_stolen_browser_gives_more_guesses() {
    let site = site();
    let shop = site.demo_shop();
    let ann = Operator::member(&site, "ann@shop.example", shop, Role::Owner);
    let place = Some((shop, Role::Staff));
    let day = Duration::from_hours(24);
    let token = site.wait(site.store.links().create(LinkPurpose::Join, place, None, day)).unwrap();
    let invitation = format!("/admin/join/{token}");
    let stranger = Operator::stranger(&site);
    for _ in 0..5 {
        let fields = [("email", "ann@shop.example"), ("password", "a wrong guess")];
        assert_eq!(stranger.post(&invitation, &fields).status, 422);
        let fields = [("current", "a wrong guess"), ("password", "another password")];
        assert_eq!(ann.post("/admin/account/password", &fields).status, 422);
    }
    let right = [("email", "ann@shop.example"), ("password", PASSWORD)];
    is_told_to_wait(&stranger.post(&invitation, &right));
    let right = [("current", PASSWORD), ("password", "another password")];
    is_told_to_wait(&ann.post("/admin/account/password", &right));
    is_told_to_wait(&guess(&site, "192.0.2.1", "ann@shop.example", PASSWORD));
}
