//! The same purchase under every policy that a page may have, with no violation but the one that is meant to be.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, HostSite, Service, in_every_engine};

use super::actions::{STATE, in_root, purchase};

/// What every page of this kind allows besides scripts: calls to the service, and its pictures.
const REST: &str =
    "default-src 'none'; connect-src {{service}}; img-src {{service}}; base-uri 'none'";

/// A policy: what it is, the page's headers, attributes of the script tag, and what it reports.
struct Policy {
    name: &'static str,
    headers: &'static [(&'static str, &'static str)],
    script: &'static str,
    reported: &'static [&'static str],
}

const CSP: &str = "Content-Security-Policy";

const POLICIES: [Policy; 7] = [
    Policy { name: "none", headers: &[], script: "", reported: &[] },
    Policy {
        name: "our origin and WebAssembly",
        headers: &[(CSP, "script-src 'self' {{service}} 'wasm-unsafe-eval'")],
        script: "",
        reported: &[],
    },
    Policy {
        name: "our origin and no WebAssembly",
        headers: &[(CSP, "script-src 'self' {{service}}")],
        script: "",
        reported: &["wasm-eval"],
    },
    Policy {
        name: "our origin, no trusted types, and WebAssembly not even tried",
        headers: &[(
            CSP,
            "script-src 'self' {{service}}; require-trusted-types-for 'script'; \
             trusted-types 'none'",
        )],
        script: "data-wasm=\"off\"",
        reported: &[],
    },
    Policy {
        name: "trusted types of others",
        headers: &[(
            CSP,
            "script-src 'self' {{service}} 'wasm-unsafe-eval'; require-trusted-types-for 'script'; \
             trusted-types theirs",
        )],
        script: "",
        reported: &[],
    },
    Policy {
        name: "a nonce",
        headers: &[(CSP, "script-src 'nonce-0815' 'strict-dynamic' 'wasm-unsafe-eval'")],
        script: "nonce=\"0815\"",
        reported: &[],
    },
    Policy {
        name: "isolated from other origins",
        headers: &[
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
        ],
        script: "",
        reported: &[],
    },
];

/// The shop's page under a policy.
fn page(site: &HostSite, policy: &Policy, config: &str) -> String {
    let headers = policy.headers.iter().map(|(name, value)| {
        let rest = if *name == CSP { format!("; {REST}") } else { String::new() };
        format!("<!-- header: {name}: {value}{rest} -->\n")
    });
    let html = [
        headers.collect::<String>(),
        "<!doctype html><html lang=\"en\"><head><title>Policy</title>".to_owned(),
        format!(
            "<script src=\"{{{{service}}}}/v1/basket.js\" async crossorigin {}></script></head><body>",
            policy.script
        ),
        format!(
            "<div data-embed=\"service-basket\" right tinted><script type=\"application/json\">\
             {config}</script></div>"
        ),
        "<button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>".to_owned(),
        "<button type=button data-embed=service-basket-add data-sku=COFFEE data-frequency=monthly>\
         Coffee</button>"
            .to_owned(),
        "<button type=button data-embed=service-basket-add data-sku=EBOOK data-quantity=2>Books\
         </button>"
            .to_owned(),
    ];
    site.page("/policy.html", &html.concat())
}

const OPTIONS: &str = "\"options\": { \"show_billing_frequency\": true, \
    \"show_sum_purchases\": true, \"show_sum_subscriptions\": true }";

/// Fails if the policies reported anything but this since `before`; each page may have reported it.
async fn ensure_reported(
    browser: &mut Browser,
    before: usize,
    expected: &[&str],
    pages: usize,
) -> Result<()> {
    let engine = browser.engine();
    let problems = &browser.problems().await?[before..];
    let is_violation = |problem: &&String| problem.starts_with("policy violation");
    let violations: Vec<_> = problems.iter().filter(is_violation).collect();
    // This engine forbids WebAssembly without a report.
    let expected = if engine == Engine::WebKit { &[] } else { expected };
    let all = violations.iter().all(|found| expected.iter().any(|part| found.contains(part)));
    ensure!(all && violations.len() == expected.len() * pages, "reported: {violations:?}");
    Ok(())
}

async fn the_same_purchase_works_under_every_policy(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("wasm-eval");
    browser.allow_problem("WebAssembly");
    for policy in &POLICIES {
        let before = browser.problems().await?.len();
        let config = format!("{{ \"api_key\": \"pk_demo\", {OPTIONS} }}");
        browser.goto(&page(site, policy, &config)).await?;
        browser.run::<()>("localStorage.clear()", vec![]).await?;
        browser.reload().await?;
        purchase(browser).await.with_context(|| policy.name)?;
        // Once for each time that the page was loaded.
        ensure_reported(browser, before, policy.reported, 3).await.with_context(|| policy.name)?;
        if policy.headers.len() == 2 {
            browser.wait_for("crossOriginIsolated").await?;
        }
    }
    Ok(())
}

async fn a_mistake_is_explained_without_webassembly(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("wasm-eval");
    browser.allow_problem("WebAssembly");
    browser.allow_problem("console.error: service-basket: api-key-missing:");
    browser.allow_problem("api-key-missing");
    for policy in &POLICIES[2..4] {
        let before = browser.problems().await?.len();
        browser.goto(&page(site, policy, "{ \"api_key\": \"\" }")).await?;
        let card = in_root("root?.querySelector('.card')?.innerText ?? ''");
        browser.wait_for(&format!("{card}.includes('api-key-missing')")).await?;
        browser.wait_for_value(STATE, "error").await?;
        ensure_reported(browser, before, policy.reported, 1).await.with_context(|| policy.name)?;
    }
    Ok(())
}

in_every_engine!(
    the_same_purchase_works_under_every_policy,
    a_mistake_is_explained_without_webassembly,
);
