//! Callers, each on a connection of its own that it keeps. In a closed loop each asks again as soon as it is answered; in an
//! open one requests are due at fixed times, and a wait begins when a request is due, so that one slow answer counts for
//! all that it held up.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::connection::Connection;

/// The result of a load.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// Answers in a second.
    pub rate: f64,
    /// How long the caller in the middle waited, in milliseconds.
    pub p50: f64,
    /// How long one in a hundred waited at least, in milliseconds.
    pub p99: f64,
    /// How long the last one waited, in milliseconds.
    pub longest: f64,
    /// How many were answered.
    pub answers: f64,
}

/// The result of a load, and the processor time of the servers.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    /// The result for the callers.
    pub load: Load,
    /// In seconds.
    pub cpu_seconds: f64,
}

impl Turn {
    /// Microseconds of a processor for each answer.
    pub fn cpu_micros_each(&self) -> f64 {
        self.cpu_seconds * 1e6 / self.load.answers
    }
}

/// Makes a request from the number of the caller and the number of its request.
pub trait MakeRequest: Fn(usize, usize) -> Vec<u8> + Clone + Send + 'static {}
impl<T: Fn(usize, usize) -> Vec<u8> + Clone + Send + 'static> MakeRequest for T {}

type Waits = Vec<Duration>;

/// Lets that many callers ask for so long.
pub async fn closed(
    address: SocketAddr,
    callers: usize,
    time: Duration,
    ask: impl MakeRequest,
) -> Result<Load> {
    let mut connections = Vec::new();
    for _ in 0..callers {
        connections.push(Connection::open(address).await?);
    }
    let mut tasks = JoinSet::new();
    let start = Instant::now();
    for (caller, mut connection) in connections.into_iter().enumerate() {
        let ask = ask.clone();
        tasks.spawn(async move {
            let mut waits = Vec::new();
            // Each asks once, however late it comes to it.
            while waits.is_empty() || start.elapsed() < time {
                let asked = Instant::now();
                connection.call(&ask(caller, waits.len())).await?;
                waits.push(asked.elapsed());
            }
            Ok(waits)
        });
    }
    gather(tasks, start).await
}

/// Has that many requests made in a second, by callers in turn, for so long.
pub async fn open(
    address: SocketAddr,
    callers: usize,
    rate: f64,
    time: Duration,
    ask: impl MakeRequest,
) -> Result<Load> {
    let mut tasks = JoinSet::new();
    let mut calls = Vec::new();
    for caller in 0..callers {
        let ask = ask.clone();
        let mut connection = Connection::open(address).await?;
        let (call, mut due) = mpsc::unbounded_channel::<Instant>();
        calls.push(call);
        tasks.spawn(async move {
            let mut waits = Vec::new();
            while let Some(due) = due.recv().await {
                connection.call(&ask(caller, waits.len())).await?;
                waits.push(due.elapsed());
            }
            Ok(waits)
        });
    }
    let start = Instant::now();
    // A thread, because the runtime's clock has ticks of a millisecond, which is longer than many a wait.
    thread::spawn(move || {
        let due = (0_u32..).map(|number| start + Duration::from_secs_f64(f64::from(number) / rate));
        for (due, call) in due.zip(calls.iter().cycle()).take_while(|(due, _)| *due < start + time)
        {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            // A caller that has failed says so itself.
            let _ = call.send(due);
        }
    });
    gather(tasks, start).await
}

#[expect(clippy::cast_precision_loss, reason = "it is a rate, not an account")]
async fn gather(mut tasks: JoinSet<Result<Waits>>, start: Instant) -> Result<Load> {
    let mut waits = Vec::new();
    while let Some(caller) = tasks.join_next().await {
        waits.extend(caller??);
    }
    let took = start.elapsed().as_secs_f64();
    ensure!(!waits.is_empty(), "nobody asked");
    waits.sort_unstable();
    let millis = |wait: Duration| wait.as_secs_f64() * 1000.0;
    let wait = |percent: usize| millis(waits[waits.len() * percent / 100]);
    let longest = waits.last().copied().map_or(0.0, millis);
    let answers = waits.len() as f64;
    Ok(Load { rate: answers / took, p50: wait(50), p99: wait(99), longest, answers })
}
