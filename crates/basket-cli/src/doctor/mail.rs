//! The mail server: whether it takes the service's password. No mail is sent.

use super::{DEADLINE, report::Report};
use crate::serve::Flags;
use basket_delivery::Mail;
use tokio::time::timeout;

const MAIL: &str = "mail server";

pub(super) async fn check(report: &mut Report, flags: &Flags) {
    let (Some(server), Some(from)) = (&flags.smtp, &flags.mail_from) else {
        report.warning(
            MAIL,
            "--smtp is not set; no mails are sent",
            "Set --smtp and --mail-from if shoppers and operators should get mails.",
        );
        return;
    };
    let mail = match Mail::new(server, from) {
        Ok(mail) => mail,
        Err(error) => {
            report.failure(MAIL, error.to_string(), "Correct --smtp and --mail-from.");
            return;
        }
    };
    let late = || Err(format!("no answer within {} seconds", DEADLINE.as_secs()));
    match timeout(DEADLINE, mail.check()).await.unwrap_or_else(|_| late()) {
        Ok(()) => report.ok(MAIL, "connection and login work"),
        Err(reason) => report.failure(
            MAIL,
            format!("cannot connect or log in: {reason}"),
            "Correct host, port, user and password in --smtp, and check that the firewall allows the port.",
        ),
    }
}
