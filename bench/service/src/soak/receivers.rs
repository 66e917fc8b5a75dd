//! Who takes what the service sends: a shop's system and a mail server. Each refuses some at first, as real ones do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Result;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// One in so many is refused, and comes again.
const REFUSED: u32 = 20;

/// Both, for as long as the program runs.
pub struct Receivers {
    /// Where messages to a shop go.
    pub webhooks: SocketAddr,
    /// Where mails go.
    pub mails: SocketAddr,
    told: Arc<AtomicU32>,
    mailed: Arc<AtomicU32>,
}

impl Receivers {
    /// Opens both.
    pub async fn open() -> Result<Self> {
        let (told, mailed) = (Arc::default(), Arc::default());
        let webhooks = TcpListener::bind("127.0.0.1:0").await?;
        let mails = TcpListener::bind("127.0.0.1:0").await?;
        let addresses = (webhooks.local_addr()?, mails.local_addr()?);
        let count = Arc::clone(&told);
        let router = Router::new().route("/", post(move || async move { take_message(&count) }));
        tokio::spawn(async move { axum::serve(webhooks, router).await });
        let count = Arc::clone(&mailed);
        tokio::spawn(async move {
            while let Ok((caller, _)) = mails.accept().await {
                let count = Arc::clone(&count);
                tokio::spawn(async move { take_mails(caller, &count).await });
            }
        });
        Ok(Self { webhooks: addresses.0, mails: addresses.1, told, mailed })
    }

    /// How much each has taken or refused.
    pub fn counts(&self) -> Value {
        json!({
            "webhooks": self.told.load(Ordering::Relaxed),
            "mails": self.mailed.load(Ordering::Relaxed),
        })
    }
}

fn is_refused(count: &AtomicU32) -> bool {
    count.fetch_add(1, Ordering::Relaxed) % REFUSED == REFUSED - 1
}

fn take_message(count: &AtomicU32) -> StatusCode {
    if is_refused(count) { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::NO_CONTENT }
}

/// As much of SMTP as it takes to send a mail.
async fn take_mails(mut caller: TcpStream, count: &AtomicU32) -> Result<()> {
    let (input, mut output) = caller.split();
    let mut lines = BufReader::new(input).lines();
    output.write_all(b"220 soak\r\n").await?;
    let mut is_text = false;
    while let Some(line) = lines.next_line().await? {
        let answer = match line.as_str() {
            "." if is_text => {
                is_text = false;
                if is_refused(count) { "451 not just now" } else { "250 taken" }
            }
            _ if is_text => continue,
            "DATA" => {
                is_text = true;
                "354 go on"
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        output.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}
