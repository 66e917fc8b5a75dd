//! How long a configuration of 4 KiB takes to be read, on a machine four times slower than this one:
//! `cargo xtask bench config`. The time covers all of it: the browser parses the text, hands it over, and the core
//! makes the view of a closed basket.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, HostSite, Service};
use serde_json::{Value, json};

const CALL: &str = include_str!("../../../crates/basket-widget/host/call.js");
const SIZE: usize = 4096;
const SLOWER: u32 = 4;
/// In milliseconds.
const LIMIT: f64 = 1.0;

/// Reads the configuration in rounds of a hundred, so that the browser's coarse clock does not matter.
const MEASURE: &str = "\
    const [text, wasm] = arguments; \
    const { call } = await import('/call.js'); \
    const module = await WebAssembly.compileStreaming(fetch(wasm)); \
    const [{ module: host, name }] = WebAssembly.Module.imports(module); \
    const instance = await WebAssembly.instantiate(module, { [host]: { [name]: () => 0 } }); \
    const text_of = async (end) => (await fetch(wasm.replace(/wasm$/, end))).text(); \
    const [lines, names] = [await text_of('de.txt'), await text_of('names.txt')]; \
    const read = (id) => call(instance.exports, \
        ['mount', id, JSON.parse(text), { right: '' }, 'de', 'de', 'de', lines, names, null]); \
    const rounds = []; \
    let shown = 0; \
    for (let round = 0; round < 30; round++) { \
        const start = performance.now(); \
        for (let turn = 0; turn < 100; turn++) { \
            shown += read(1).length; \
            call(instance.exports, ['forget', 1]); \
        } \
        rounds.push((performance.now() - start) / 100); \
    } \
    return [shown, rounds];";

/// Measures; the times and their limit.
pub async fn run() -> Result<Value> {
    let service = Service::start().await?;
    let site = HostSite::start(&service).await?;
    site.page("/call.js", CALL);
    let page = site.page("/bench.html", "<!doctype html><title>Bench</title>");
    let mut browser = Browser::start(Engine::Chromium).await?;
    browser.goto(&page).await?;
    let script: String = browser
        .run(
            "const [service] = arguments; return fetch(service).then((answer) => answer.text())",
            vec![service.url("/v1/basket.js").into()],
        )
        .await?;
    let build = find_build(&script).context("the loader names no build")?;
    let wasm = service.url(&format!("/v1/basket-{build}.wasm"));
    browser.slow_down(SLOWER).await?;
    let body = format!(
        "const [...given] = arguments; return (async function () {{ {MEASURE} }})(...given)"
    );
    let (shown, rounds): (u32, Vec<f64>) =
        browser.run(&body, vec![configuration().into(), wasm.into()]).await?;
    ensure!(shown > 0, "nothing was shown, so nothing was read");
    let what = "4 KiB of configuration";
    Ok(json!([{ "what": what, "unit": "ms", "values": rounds, "under": LIMIT }]))
}

/// The build's digest in the names of its files, which the loader has as `"-0123abcd"`.
fn find_build(script: &str) -> Option<&str> {
    let quoted = script.split('"').filter_map(|part| part.strip_prefix('-'));
    let is_digest =
        |text: &&str| text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    quoted.into_iter().find(is_digest)
}

/// A configuration with every option, every style member and as many texts as fit.
fn configuration() -> String {
    let style = [
        "primary",
        "secondary",
        "text_primary",
        "text_secondary",
        "button_primary",
        "chip_primary",
    ]
    .map(|member| format!("\"{member}\": \"rgb(20 40 60 / 100%)\""));
    let mut text = format!(
        "{{\"api_key\": \"pk_demo\",\n\"options\": {{\"detached\": true, \"tinted\": false, \
         \"show_billing_frequency\": true, \"show_sum_purchases\": true, \"show_sum_subscriptions\": true, \
         \"show_sum_total\": true, \"default_locale\": \"de\"}},\n\"style\": {{{}}},\n\"locales\": {{",
        style.join(", ")
    );
    let texts = "\"checkout\": \"Jetzt kaufen\", \"empty_cart\": \"Noch ist nichts im Korb\", \
        \"items\": \"nichts | {count} Stück | {count} Stücke\", \"total\": \"Zusammen\", \
        \"subscription_frequencies\": {\"daily\": \"jeden Tag\", \"weekly\": \"jede Woche\"}";
    for code in ["de", "de-AT", "de-CH", "en", "fr", "nl", "pl", "cs", "hu", "pt", "ro", "bg", "hr"]
    {
        let member = format!("\"{code}\": {{{texts}}},\n");
        if text.len() + member.len() + 8 > SIZE {
            break;
        }
        text.push_str(&member);
    }
    text.push_str("\"xx\": {}}}");
    text.push_str(&" ".repeat(SIZE.saturating_sub(text.len())));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_is_found_in_the_loader() {
        let script = r#"x="-";y=`basket${w?"-9308214c":""}.`"#;
        assert_eq!(find_build(script), Some("9308214c"));
        assert_eq!(find_build("nothing"), None);
    }

    #[test]
    fn the_configuration_has_4_kib() {
        assert_eq!(configuration().len(), SIZE);
    }
}
