//! The part of the demo page that tries the options: a switch for each, and the snippet that results.

use maud::{Markup, html};

/// The basket's configuration as the page starts. Written out, because it is also what the snippet
/// shows before the first switch is touched.
pub const CONFIG: &str = r#"{
  "api_key": "pk_demo",
  "options": {
    "show_billing_frequency": true,
    "show_sum_purchases": true,
    "show_sum_subscriptions": true
  }
}"#;

/// The options that are attributes: name, what it does, whether it starts switched on.
const ATTRIBUTES: [(&str, &str, bool); 4] = [
    ("right", "Right edge instead of the left", true),
    ("detached", "Floating button in the corner, panel as a card", false),
    ("tinted", "Dims the page while the basket is open", true),
    ("persistent", "Stays open on a click outside", false),
];

/// The options that are only members of the configuration, likewise.
const MEMBERS: [(&str, &str, bool); 4] = [
    ("show_billing_frequency", "Frequency of each subscription", true),
    ("show_sum_purchases", "Sum of one-off purchases", true),
    ("show_sum_subscriptions", "Sum of subscriptions, per frequency", true),
    ("show_sum_total", "Amount due today", true),
];

/// What the widget speaks: the basket's code, the language's proper tag, its own name for itself.
const LANGUAGES: [(&str, &str, &str); 12] = [
    ("de", "de", "Deutsch"),
    ("dk", "da", "Dansk"),
    ("el", "el", "Ελληνικά"),
    ("en", "en", "English"),
    ("es", "es", "Español"),
    ("fi", "fi", "Suomi"),
    ("fr", "fr", "Français"),
    ("it", "it", "Italiano"),
    ("nl", "nl", "Nederlands"),
    ("no", "no", "Norsk"),
    ("sl", "sl", "Slovenščina"),
    ("sv", "sv", "Svenska"),
];

/// The section with all switches and the snippet.
pub fn options() -> Markup {
    html! {
        section #options.options aria-labelledby="options-title" {
            div.lead {
                h2 #options-title { "Try the options" }
                p { "Every switch changes the basket and the snippet at once." }
            }
            form autocomplete="off" {
                fieldset {
                    legend { "Layout" }
                    @for option in ATTRIBUTES { (switch(option)) }
                }
                fieldset {
                    legend { "Contents" }
                    @for option in MEMBERS { (switch(option)) }
                }
                fieldset {
                    legend { "Language and colours" }
                    label.row for="locale" {
                        span.what {
                            code { "default_locale" }
                            small { "Language of the basket" }
                        }
                        select #locale name="locale" {
                            option value="" { "Page’s language" }
                            @for (code, tag, name) in LANGUAGES {
                                option value=(code) lang=(tag) { (name) }
                            }
                        }
                    }
                    div.row role="radiogroup" aria-label="Colour scheme" {
                        span.what {
                            "Colour scheme"
                            small { "Of this page; the basket follows" }
                        }
                        span.segments {
                            @for (value, name) in
                                [("system", "System"), ("light", "Light"), ("dark", "Dark")]
                            {
                                label {
                                    input type="radio" name="theme" value=(value)
                                        checked[value == "system"];
                                    span { (name) }
                                }
                            }
                        }
                    }
                }
            }
            div.snippet {
                div.snippet-head {
                    h3 #snippet-title { "Your snippet" }
                    span #copied role="status" {}
                    button #copy type="button" { "Copy" }
                }
                // A long line scrolls inside its box, which keyboards can only do with focus.
                pre tabindex="0" role="group" aria-labelledby="snippet-title" {
                    code #snippet { (snippet()) }
                }
            }
        }
    }
}

fn switch((name, effect, on): (&str, &str, bool)) -> Markup {
    html! {
        label.row {
            span.what {
                code { (name) }
                small { (effect) }
            }
            input.switch type="checkbox" role="switch" name=(name) checked[on];
        }
    }
}

/// What an embedder pastes for the basket as the page starts; `shop.js` rewrites it in this form.
fn snippet() -> String {
    let config = CONFIG.replace('\n', "\n    ");
    format!(
        r#"<script src="/v1/basket.js" async></script>

<div data-embed="service-basket" right tinted>
  <script type="application/json">
    {config}
  </script>
</div>"#
    )
}
