//! The public address, its certificate, and the reverse proxy in front of the service.

use super::{DEADLINE, report::Report};
use crate::serve::Flags;
use basket_delivery::{Probe, ProbeAnswer, ProbeError};
use basket_model::token;
use std::time::{Duration, SystemTime};

const PUBLIC: &str = "public address";
const TLS: &str = "certificate";
const PROXY: &str = "reverse proxy";

/// A certificate should have been renewed by then.
const SOON: Duration = Duration::from_hours(14 * 24);
const DAY: u64 = 24 * 60 * 60;

/// The answer of this service at its public address, if there is one.
pub(super) async fn check(report: &mut Report, flags: &Flags) -> Option<ProbeAnswer> {
    let Some(public) = &flags.public else {
        report.warning(
            PUBLIC,
            "--public is not set; links in mails and at payment use the host of each request",
            "Set --public to the origin that browsers use, such as https://basket.example.",
        );
        return None;
    };
    let is_secure = public.starts_with("https://");
    let answer = answer(report, public, is_secure).await;
    proxies(report, flags.proxies, is_secure);
    answer
}

async fn answer(report: &mut Report, public: &str, is_secure: bool) -> Option<ProbeAnswer> {
    if !is_secure {
        let message = format!("{public} is not encrypted");
        let fix = "Use HTTPS: put a reverse proxy with a certificate in front of the service, and set --public to \
                   its https:// origin.";
        if is_this_machine(public) {
            report.warning(PUBLIC, message + "; it is for this machine only", fix);
        } else {
            report.failure(PUBLIC, message + ": passwords and orders can be read on the way", fix);
        }
    }
    let probe = Probe::new(true, DEADLINE);
    // The service repeats the id of a request, so the answer shows that the question arrived there.
    let id = token::random().unwrap_or_else(|_| "doctor".to_owned());
    match probe.ask(&format!("{public}/healthz"), &id).await {
        Ok(answer) => {
            if is_secure {
                certificate(report, &probe, public).await;
            }
            judge(report, public, &id, answer)
        }
        Err(ProbeError::Unknown(name)) => {
            report.failure(
                PUBLIC,
                format!("cannot resolve {name}, the host of --public"),
                "Correct --public, or add a DNS record for the host.",
            );
            None
        }
        Err(ProbeError::Secure(reason)) => {
            report.failure(
                TLS,
                format!("{public} has no certificate that browsers accept: {reason}"),
                "Give the reverse proxy a certificate for this host from a public certificate authority.",
            );
            None
        }
        Err(ProbeError::Unreachable(reason)) => {
            report.warning(
                PUBLIC,
                format!("the service does not answer at {public}: {reason}"),
                "Start `basket serve` and the reverse proxy, then run this again. If they run, open the port in the \
                 firewall.",
            );
            None
        }
    }
}

fn judge(report: &mut Report, public: &str, id: &str, answer: ProbeAnswer) -> Option<ProbeAnswer> {
    let ProbeAnswer { status, text, request_id, .. } = &answer;
    if matches!(status, 502..=504) {
        report.warning(
            PUBLIC,
            format!("a proxy answers at {public} with {status}: it does not reach the service"),
            "Start `basket serve`, and let the proxy call the address of --listen.",
        );
        return None;
    }
    if *status != 200 || text.trim() != "ok" {
        report.failure(
            PUBLIC,
            format!("{public}/healthz answers {status}, not as this service does"),
            "Correct --public, or let the proxy pass every path of this host on to the service.",
        );
        return None;
    }
    if request_id.as_deref() == Some(id) {
        report.ok(PUBLIC, format!("the service answers at {public}"));
    } else {
        report.warning(
            PUBLIC,
            format!("{public}/healthz answers, but the proxy changes or drops X-Request-Id"),
            "Check that this service answers there, and let the proxy pass X-Request-Id on.",
        );
    }
    Some(answer)
}

async fn certificate(report: &mut Report, probe: &Probe, public: &str) {
    let Ok(Some(end)) = probe.connect(public).await else { return };
    let left = end.duration_since(SystemTime::now()).unwrap_or_default();
    let days = left.as_secs() / DAY;
    if left < SOON {
        report.warning(
            TLS,
            format!("the certificate of {public} expires in {days} days"),
            "Renew it, and check why it is not renewed automatically.",
        );
    } else {
        report.ok(TLS, format!("accepted; it expires in {days} days"));
    }
}

/// The service itself does not speak TLS, so HTTPS means that there is a proxy.
fn proxies(report: &mut Report, proxies: u8, is_secure: bool) {
    match proxies {
        0 if is_secure => report.warning(
            PROXY,
            "--public is https, so there is a proxy, but --proxies is 0: all clients share one rate limit",
            "Set --proxies to the number of proxies that set X-Forwarded-For, usually 1.",
        ),
        0 => report.ok(PROXY, "none expected"),
        // What a proxy sends to the service cannot be seen from outside.
        number => report.ok(
            PROXY,
            format!(
                "--proxies is {number}; whether each of them sets X-Forwarded-For cannot be checked from here"
            ),
        ),
    }
}

fn is_this_machine(origin: &str) -> bool {
    let host = origin.split("://").nth(1).unwrap_or_default();
    ["localhost", "127.", "[::1]"].iter().any(|local| host.starts_with(local))
}
