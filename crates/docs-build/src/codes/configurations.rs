//! What causes the codes that are about a page and its configuration. A test runs every example.

use super::{Case, Example};

const CONFIGURATION: (&str, &str) = ("Configuration script", "embed.md#configuration-script");
const TROUBLESHOOTING: (&str, &str) = ("Troubleshooting", "embed.md#troubleshooting");
const OPTIONS: (&str, &str) = ("Reference: options", "reference.md#options");
const STYLE: (&str, &str) = ("Reference: style", "reference.md#style");
const LOCALES: (&str, &str) = ("Reference: locales", "reference.md#locales");
const MEMBERS: (&str, &str) = ("Reference: the configuration", "reference.md#the-configuration");

pub(super) const CASES: &[Case] = &[
    Case {
        code: "script-missing",
        about: "Without the script the basket has no key, so it keeps the fallback content.",
        example: Example::Basket {
            wrong: "<div data-embed=\"service-basket\" right></div>",
            right: GOOD,
        },
        more: &[CONFIGURATION, ("data-config", "embed.md#data-config"), TROUBLESHOOTING],
    },
    Case {
        code: "script-not-child",
        about: "Editors and page builders often wrap scripts in an element of their own.",
        example: Example::Basket {
            wrong: "<div data-embed=\"service-basket\" right>\n  <p>\n    <script type=\"application/json\">{ \"api_key\": \"pk_demo\" }</script>\n  </p>\n</div>",
            right: GOOD,
        },
        more: &[CONFIGURATION, ("data-config", "embed.md#data-config")],
    },
    Case {
        code: "script-type",
        about: "A browser would run a script without this type instead of leaving it to the basket.",
        example: Example::Basket {
            wrong: "<div data-embed=\"service-basket\" right>\n  <script>{ \"api_key\": \"pk_demo\" }</script>\n</div>",
            right: GOOD,
        },
        more: &[CONFIGURATION],
    },
    Case {
        code: "script-duplicate",
        about: "The others are ignored, also if the first one has errors.",
        example: Example::Basket {
            wrong: "<div data-embed=\"service-basket\" right>\n  <script type=\"application/json\">{ \"api_key\": \"pk_demo\" }</script>\n  <script type=\"application/json\">{ \"api_key\": \"pk_other\" }</script>\n</div>",
            right: GOOD,
        },
        more: &[CONFIGURATION, ("Several shops on one page", "embed.md#several-shops-on-one-page")],
    },
    Case {
        code: "json-invalid",
        about: "Common causes are a comma behind the last member, single quotes, typographic quotes and comments.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"tinted\": true, }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"tinted\": true }\n}",
        },
        more: &[CONFIGURATION, TROUBLESHOOTING],
    },
    Case {
        code: "json-not-object",
        about: "A string, a number or a list cannot be a configuration.",
        example: Example::Configuration {
            wrong: "\"pk_demo\"",
            right: "{ \"api_key\": \"pk_demo\" }",
        },
        more: &[CONFIGURATION, MEMBERS],
    },
    Case {
        code: "api-key-missing",
        about: "The key names the shop whose products the basket sells.",
        example: Example::Configuration {
            wrong: "{ \"options\": { \"tinted\": true } }",
            right: "{ \"api_key\": \"pk_demo\", \"options\": { \"tinted\": true } }",
        },
        more: &[MEMBERS, ("API keys in the backend", "backend.md")],
    },
    Case {
        code: "api-key-type",
        about: "A number or an object is not a key.",
        example: Example::Configuration {
            wrong: "{ \"api_key\": 12345 }",
            right: "{ \"api_key\": \"pk_demo\" }",
        },
        more: &[MEMBERS],
    },
    Case {
        code: "api-key-placeholder",
        about: "Snippets in manuals have a placeholder where your key belongs. The backend shows the snippet with your key.",
        example: Example::Configuration {
            wrong: "{ \"api_key\": \"<API_KEY>\" }",
            right: "{ \"api_key\": \"pk_demo\" }",
        },
        more: &[MEMBERS, ("Quick start", "quick-start.md"), ("Backend", "backend.md")],
    },
    Case {
        code: "duplicate-member",
        about: "JSON allows it, but one of the two is a mistake.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"tinted\": true, \"tinted\": false }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"tinted\": false }\n}",
        },
        more: &[MEMBERS],
    },
    Case {
        code: "unknown-member",
        about: "If a known name is similar, the message suggests it.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"persistant\": true }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"persistent\": true }\n}",
        },
        more: &[MEMBERS, OPTIONS, STYLE, LOCALES],
    },
    Case {
        code: "wrong-type",
        about: "A common cause is a string where `true` or `false` is expected.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"tinted\": \"yes\" }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"tinted\": true }\n}",
        },
        more: &[OPTIONS, MEMBERS],
    },
    Case {
        code: "locale-code",
        about: "Members of `locales` and `default_locale` are codes, not names of languages.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"locales\": { \"Portuguese (Brazil)\": { \"your_cart\": \"Carrinho\" } }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"locales\": { \"pt-BR\": { \"your_cart\": \"Carrinho\" } }\n}",
        },
        more: &[LOCALES, ("Languages", "languages.md")],
    },
    Case {
        code: "locale-unknown",
        about: "Twelve languages are native. Others need texts of yours.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"default_locale\": \"pt\" }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"default_locale\": \"pt\" },\n  \"locales\": { \"pt\": { \"your_cart\": \"Carrinho\" } }\n}",
        },
        more: &[OPTIONS, ("Native languages", "languages.md#native-languages"), LOCALES],
    },
    Case {
        code: "choice-unknown",
        about: "The message lists the allowed names.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"on_add\": \"popup\" }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"options\": { \"on_add\": \"toast\" }\n}",
        },
        more: &[OPTIONS],
    },
    Case {
        code: "plural-forms",
        about: "The forms that the language does not have are never shown.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"locales\": { \"en\": { \"items\": \"none | one | few | many\" } }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"locales\": { \"en\": { \"items\": \"nothing | {count} thing | {count} things\" } }\n}",
        },
        more: &[("Plurals", "languages.md#plurals"), LOCALES],
    },
    Case {
        code: "style-value",
        about: "Values with `url(`, a semicolon, braces, a backslash or `!important` are never used, so that a style cannot load or break anything.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"style\": { \"primary\": \"#1f5f4a !important\" }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"style\": { \"primary\": \"#1f5f4a\" }\n}",
        },
        more: &[STYLE, ("Invalid values", "style.md#invalid-values")],
    },
    Case {
        code: "style-contrast",
        about: "Text with less contrast is hard to read. The colours are used as they are.",
        example: Example::Configuration {
            wrong: "{\n  \"api_key\": \"pk_demo\",\n  \"style\": { \"secondary\": \"#ffffff\", \"text_primary\": \"#999999\", \"text_secondary\": \"#595959\" }\n}",
            right: "{\n  \"api_key\": \"pk_demo\",\n  \"style\": { \"secondary\": \"#ffffff\", \"text_primary\": \"#333333\", \"text_secondary\": \"#595959\" }\n}",
        },
        more: &[STYLE, ("Text contrast", "style.md#text-contrast")],
    },
    Case {
        code: "element-unsupported",
        about: "Browsers allow a shadow root, which a basket needs, only in some elements.",
        example: Example::Basket {
            wrong: "<ul data-embed=\"service-basket\" right>\n  <script type=\"application/json\">{ \"api_key\": \"pk_demo\" }</script>\n</ul>",
            right: GOOD,
        },
        more: &[("Element", "embed.md#element")],
    },
    Case {
        code: "service-unreachable",
        about: "The request got no answer. Causes are a network that is offline, a wrong address in `data-service`, a \
                service that is not running, or a Content Security Policy without the service in `connect-src`. The basket \
                retries by itself and keeps changes until they are sent.",
        example: Example::Script {
            call: "document.addEventListener(\"service-basket:error\", (event) => {\n  console.log(event.detail.code, event.detail.message);\n});",
            outcome: "While the service does not answer, this prints:\n\n```text\nservice-unreachable The service could not be reached.\n```",
        },
        more: &[
            ("Tabs and offline", "embed.md#tabs-and-offline"),
            ("Content Security Policy", "csp.md"),
            ("Script and events", "script.md"),
        ],
    },
    Case {
        code: "basket-missing",
        about: "A call of `ServiceBasket` needs a basket on the page whose key the service accepts.",
        example: Example::Script {
            call: "try {\n  await ServiceBasket.add({ sku: \"MUG\" });\n} catch (error) {\n  console.log(error.code, error.message);\n}",
            outcome: "On a page without a basket, this prints:\n\n```text\nbasket-missing No basket on the page can take the change.\n```",
        },
        more: &[
            ("Script and events", "script.md"),
            ("Single-page apps", "embed.md#single-page-apps"),
        ],
    },
];

/// A basket that nothing is wrong with.
const GOOD: &str = "<div data-embed=\"service-basket\" right>\n  <script type=\"application/json\">{ \"api_key\": \"pk_demo\" }</script>\n</div>";
