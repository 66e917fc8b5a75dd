//! Passkeys and authenticator apps, as somebody at a browser uses them; Chromium has an authenticator for it.

use super::{arrive, fill, press};
use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, Service};
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};
use totp_rs::{Builder, Secret, Totp};

const EMAIL: &str = "demo@example.com";
const PASSWORD: &str = "demo-demo-demo";

/// The page of the demo's service where passkeys are possible: by a name.
fn page(service: &Service, path: &str) -> String {
    service.url(path).replace("127.0.0.1", "localhost")
}

async fn sign_in(browser: &mut Browser, service: &Service) -> Result<()> {
    browser.goto(&page(service, "/admin/sign-in")).await?;
    fill(browser, "email", EMAIL).await?;
    fill(browser, "password", PASSWORD).await?;
    press(browser, "Sign in").await
}

async fn open_account(browser: &mut Browser, service: &Service) -> Result<()> {
    browser.goto(&page(service, "/admin/account")).await?;
    arrive(browser, "Your account").await
}

#[tokio::test]
async fn a_passkey_signs_in_without_a_password() -> Result<()> {
    let service = Service::start().await?;
    let mut browser = Browser::start(Engine::Chromium).await?;
    browser.devtools("WebAuthn.enable", json!({})).await?;
    let options = json!({
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
        "hasUserVerification": true, "isUserVerified": true, "automaticPresenceSimulation": true,
    });
    let made =
        browser.devtools("WebAuthn.addVirtualAuthenticator", json!({ "options": options })).await?;
    let authenticator = made["authenticatorId"].as_str().context("no authenticator")?.to_owned();
    sign_in(&mut browser, &service).await?;
    arrive(&browser, "Overview").await?;
    open_account(&mut browser, &service).await?;
    press(&browser, "Add passkey").await?;
    arrive(&browser, "Add passkey").await?;
    fill(&browser, "name", "Test key").await?;
    press(&browser, "Create passkey").await?;
    arrive(&browser, "Your account").await?;
    let said: String = browser.eval("document.querySelector('main').textContent").await?;
    ensure!(said.contains("Test key") && said.contains("New recovery codes"), "{said}");

    press(&browser, "Sign out here").await?;
    arrive(&browser, "Sign in").await?;
    press(&browser, "Sign in with a passkey").await?;
    arrive(&browser, "Overview").await?;

    // After the password it is the second step.
    open_account(&mut browser, &service).await?;
    press(&browser, "Sign out here").await?;
    arrive(&browser, "Sign in").await?;
    sign_in(&mut browser, &service).await?;
    browser.wait_for("document.querySelector('#code')").await?;
    press(&browser, "Sign in with a passkey").await?;
    arrive(&browser, "Overview").await?;

    // Whoever does not prove that it is them does not get in.
    open_account(&mut browser, &service).await?;
    press(&browser, "Sign out here").await?;
    arrive(&browser, "Sign in").await?;
    let refuse = json!({ "authenticatorId": authenticator, "isUserVerified": false });
    browser.devtools("WebAuthn.setUserVerified", refuse).await?;
    press(&browser, "Sign in with a passkey").await?;
    browser.wait_for("document.querySelector('[data-passkey] [role=alert]:not([hidden])')").await?;
    arrive(&browser, "Sign in").await?;
    browser.check().await
}

#[tokio::test]
async fn an_app_is_added_by_its_key_and_asked_for_at_the_next_sign_in() -> Result<()> {
    let service = Service::start().await?;
    let mut browser = Browser::start(Engine::Chromium).await?;
    sign_in(&mut browser, &service).await?;
    arrive(&browser, "Overview").await?;
    open_account(&mut browser, &service).await?;
    press(&browser, "Add app").await?;
    arrive(&browser, "Authenticator app").await?;
    let secret: String = browser.eval("document.querySelector('#app-secret').value").await?;
    let app = Builder::new().with_secret(Secret::try_from_base32(secret)?).build_noncompliant();
    fill(&browser, "code", &code(&app, 0)?).await?;
    press(&browser, "Confirm code").await?;
    arrive(&browser, "Your account").await?;
    press(&browser, "Sign out here").await?;
    arrive(&browser, "Sign in").await?;
    sign_in(&mut browser, &service).await?;
    browser.wait_for("document.querySelector('#code')").await?;
    // The code of now was used to add the app; the next one is good already.
    fill(&browser, "code", &code(&app, 1)?).await?;
    press(&browser, "Sign in").await?;
    arrive(&browser, "Overview").await?;
    browser.check().await
}

/// The code that an app shows so many steps from now.
fn code(app: &Totp, steps: u64) -> Result<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    Ok(app.generate(now + 30 * steps).to_string())
}
