//! Stands between the service and PostgreSQL, and counts: bytes each way, and how often the direction turns from answers to
//! questions, which is a round trip. It costs time, so nothing else is measured through it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::Result;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UnixStream};

/// What has passed so far.
#[derive(Debug, Default)]
struct Passed {
    questions: AtomicU64,
    answers: AtomicU64,
    round_trips: AtomicU64,
}

/// A relay that listens for as long as the program runs.
#[derive(Debug)]
pub struct Relay {
    /// Where it listens.
    pub address: SocketAddr,
    passed: Arc<Passed>,
}

/// Counts at one moment: round trips, bytes to the server, bytes from it.
pub type Counts = [f64; 3];

impl Relay {
    /// Opens a relay to the socket of a server.
    pub async fn open(server: PathBuf) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let passed = Arc::new(Passed::default());
        let counts = Arc::clone(&passed);
        tokio::spawn(async move {
            while let Ok((caller, _)) = listener.accept().await {
                let Ok(called) = UnixStream::connect(&server).await else { continue };
                // Small packets must not wait for one another.
                let _ = caller.set_nodelay(true);
                let (from_caller, to_caller) = caller.into_split();
                let (from_server, to_server) = called.into_split();
                let asked = Arc::new(AtomicBool::new(false));
                let (counts_of_questions, counts_of_answers) =
                    (Arc::clone(&counts), Arc::clone(&counts));
                let has_asked = Arc::clone(&asked);
                tokio::spawn(pass(from_caller, to_server, move |bytes| {
                    counts_of_questions.questions.fetch_add(bytes, Ordering::Relaxed);
                    // The first question after an answer begins a round trip.
                    if !has_asked.swap(true, Ordering::Relaxed) {
                        counts_of_questions.round_trips.fetch_add(1, Ordering::Relaxed);
                    }
                }));
                tokio::spawn(pass(from_server, to_caller, move |bytes| {
                    counts_of_answers.answers.fetch_add(bytes, Ordering::Relaxed);
                    asked.store(false, Ordering::Relaxed);
                }));
            }
        });
        Ok(Self { address, passed })
    }

    /// What has passed so far.
    #[expect(clippy::cast_precision_loss, reason = "it is a measurement, not an account")]
    pub fn counts(&self) -> Counts {
        let Passed { questions, answers, round_trips } = &*self.passed;
        [round_trips, questions, answers].map(|count| count.load(Ordering::Relaxed) as f64)
    }
}

async fn pass(
    mut from: impl tokio::io::AsyncRead + Unpin,
    mut to: impl tokio::io::AsyncWrite + Unpin,
    count: impl Fn(u64),
) -> Result<()> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return Ok(to.shutdown().await?);
        }
        count(u64::try_from(read)?);
        to.write_all(&buffer[..read]).await?;
    }
}
