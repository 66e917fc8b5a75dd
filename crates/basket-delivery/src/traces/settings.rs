//! What the variables of OpenTelemetry say.

use std::io;
use thiserror::Error;
use url::Url;

/// Where spans go, and whose they are.
#[derive(Debug, PartialEq)]
pub(super) struct Settings {
    pub(super) url: Url,
    /// Sent along, for collectors that ask for a key.
    pub(super) headers: Vec<(String, String)>,
    /// Says what sends the spans: names and values.
    pub(super) resource: Vec<(String, String)>,
    /// How many of the traces that begin here are kept, from 0 to 1.
    pub(super) share: f64,
}

/// Why traces cannot be sent.
#[derive(Debug, Error)]
pub enum BadTraces {
    /// This variable has no address of a collector.
    #[error("{0} is not an http: or https: URL, such as http://127.0.0.1:4318.")]
    Url(&'static str),
    /// This variable has no list of names and values.
    #[error("{0} must be a list like name=value,other=value.")]
    List(&'static str),
    /// The share of kept traces is no number.
    #[error("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.")]
    Share,
    /// There is no such way to choose traces.
    #[error(
        "OTEL_TRACES_SAMPLER can be always_on, always_off or traceidratio, each also with parentbased_ before it."
    )]
    Sampler,
    /// There is no such way to talk to a collector.
    #[error("OTEL_EXPORTER_OTLP_PROTOCOL can only be http/json.")]
    Protocol,
    /// The system refuses a thread.
    #[error("cannot start the thread that sends traces: {0}")]
    Thread(io::Error),
}

const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
const TRACES_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
const HEADERS: &str = "OTEL_EXPORTER_OTLP_HEADERS";
const PROTOCOL: &str = "OTEL_EXPORTER_OTLP_PROTOCOL";
const RESOURCE: &str = "OTEL_RESOURCE_ATTRIBUTES";
const SERVICE: &str = "OTEL_SERVICE_NAME";
const DISABLED: &str = "OTEL_SDK_DISABLED";
const SAMPLER: &str = "OTEL_TRACES_SAMPLER";
const SAMPLER_ARGUMENT: &str = "OTEL_TRACES_SAMPLER_ARG";

impl Settings {
    /// Reads them; `None` if no collector is named.
    pub(super) fn read(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, BadTraces> {
        if variable(DISABLED).is_some_and(|value| value.eq_ignore_ascii_case("true")) {
            return Ok(None);
        }
        let url = match (variable(TRACES_ENDPOINT), variable(ENDPOINT)) {
            (Some(whole), _) => parse(&whole).ok_or(BadTraces::Url(TRACES_ENDPOINT))?,
            (None, Some(base)) => {
                let whole = format!("{}/v1/traces", base.trim_end_matches('/'));
                parse(&whole).ok_or(BadTraces::Url(ENDPOINT))?
            }
            (None, None) => return Ok(None),
        };
        if variable(PROTOCOL).is_some_and(|protocol| protocol != "http/json") {
            return Err(BadTraces::Protocol);
        }
        let share = share(variable(SAMPLER).as_deref(), variable(SAMPLER_ARGUMENT).as_deref())?;
        let named = variable(RESOURCE).unwrap_or_default();
        let mut resource = list(&named).ok_or(BadTraces::List(RESOURCE))?;
        resource.retain(|(name, _)| variable(SERVICE).is_none() || name != "service.name");
        if !resource.iter().any(|(name, _)| name == "service.name") {
            let name = variable(SERVICE).unwrap_or_else(|| "basket".to_owned());
            resource.push(("service.name".to_owned(), name));
        }
        resource.push(("service.version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()));
        let headers = variable(HEADERS).unwrap_or_default();
        let headers = list(&headers).ok_or(BadTraces::List(HEADERS))?;
        Ok(Some(Self { url, headers, resource, share }))
    }
}

fn parse(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// `name=value,other=value`, percent-encoded.
fn list(text: &str) -> Option<Vec<(String, String)>> {
    let decoded = |text: &str| {
        percent_encoding::percent_decode_str(text.trim()).decode_utf8().ok().map(String::from)
    };
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        Some((decoded(name)?, decoded(value)?))
    };
    text.split(',').filter(|part| !part.trim().is_empty()).map(pair).collect()
}

/// How many traces are kept. Whoever called decides for a trace that began elsewhere.
fn share(sampler: Option<&str>, argument: Option<&str>) -> Result<f64, BadTraces> {
    let name = sampler.map(|name| name.strip_prefix("parentbased_").unwrap_or(name));
    match name {
        None | Some("always_on") => Ok(1.0),
        Some("always_off") => Ok(0.0),
        Some("traceidratio") => {
            let share = argument.map_or(Ok(1.0), str::parse);
            share.ok().filter(|share| (0.0..=1.0).contains(share)).ok_or(BadTraces::Share)
        }
        Some(_) => Err(BadTraces::Sampler),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Option<Settings>, String> {
        let found = |name: &str| {
            variables.iter().find(|(each, _)| *each == name).map(|(_, value)| (*value).to_owned())
        };
        Settings::read(found).map_err(|error| error.to_string())
    }

    #[test]
    fn without_a_collector_nothing_is_sent() {
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&[(SERVICE, "shop")]), Ok(None));
        assert_eq!(read(&[(ENDPOINT, "http://a"), (DISABLED, "true")]), Ok(None));
    }

    #[test]
    fn the_path_is_added_to_the_general_address_alone() {
        let url = |variables: &[(&str, &str)]| read(variables).unwrap().unwrap().url.to_string();
        assert_eq!(url(&[(ENDPOINT, "http://a:4318")]), "http://a:4318/v1/traces");
        assert_eq!(url(&[(ENDPOINT, "http://a/otlp/")]), "http://a/otlp/v1/traces");
        assert_eq!(
            url(&[(TRACES_ENDPOINT, "http://a/here"), (ENDPOINT, "http://b")]),
            "http://a/here"
        );
    }

    #[test]
    fn headers_and_attributes_are_lists() {
        let settings = read(&[
            (ENDPOINT, "http://a"),
            (HEADERS, "x-key=a%20b, x-other=c=d"),
            (RESOURCE, "deployment.environment=test,service.name=other"),
            (SERVICE, "shop"),
        ]);
        let settings = settings.unwrap().unwrap();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(settings.headers, [pair("x-key", "a b"), pair("x-other", "c=d")]);
        let expected = [
            pair("deployment.environment", "test"),
            pair("service.name", "shop"),
            pair("service.version", env!("CARGO_PKG_VERSION")),
        ];
        assert_eq!(settings.resource, expected);
    }

    #[test]
    fn wrong_values_are_named() {
        let wrong = |variable: (&str, &str)| read(&[(ENDPOINT, "http://a"), variable]).unwrap_err();
        assert!(read(&[(ENDPOINT, "a:4317")]).unwrap_err().starts_with(ENDPOINT));
        assert!(wrong((HEADERS, "key")).starts_with(HEADERS));
        assert!(wrong((PROTOCOL, "grpc")).contains("http/json"));
        assert!(wrong((SAMPLER, "sometimes")).contains("traceidratio"));
        let share = |text| share(Some("parentbased_traceidratio"), Some(text)).ok();
        assert_eq!((share("0.25"), share("2"), share("half")), (Some(0.25), None, None));
    }
}
