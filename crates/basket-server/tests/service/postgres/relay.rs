//! Stands between the service and PostgreSQL, and loses what a network loses: an answer, or everything that is said.

use std::{
    io::{Read as _, Write as _},
    net::Shutdown,
    os::unix::net::{UnixListener, UnixStream},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};
use tempfile::TempDir;

/// What a socket of PostgreSQL is called in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// Carries what is said between a folder of its own and a server.
pub struct Relay {
    folder: TempDir,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// A text, and how often it has yet to be sent until the answer to it is lost together with its connection.
    fatal: Option<(String, u32)>,
    connections: Vec<Arc<Mutex<bool>>>,
    /// How many answers were lost.
    lost: u32,
}

impl Relay {
    /// Before the server whose socket is in that folder.
    pub fn before(server: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let state = Arc::new(Mutex::new(State::default()));
        let (server, shared) = (server.join(SOCKET), Arc::clone(&state));
        thread::spawn(move || {
            for client in listener.incoming() {
                connect(client.unwrap(), &server, &shared);
            }
        });
        Self { folder, state }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Loses the answer to what contains the text for the `nth` time, and the connection with it.
    pub fn lose_answer(&self, text: &str, nth: u32) {
        lock(&self.state).fatal = Some((text.to_owned(), nth));
    }

    /// How many answers were lost so far.
    pub fn lost(&self) -> u32 {
        lock(&self.state).lost
    }

    /// From here on nothing is carried on that many of the connections that are open, the newest first.
    pub fn freeze(&self, count: usize) {
        for frozen in lock(&self.state).connections.iter().rev().take(count) {
            *lock(frozen) = true;
        }
    }
}

fn connect(client: UnixStream, server: &PathBuf, state: &Arc<Mutex<State>>) {
    let Ok(server) = UnixStream::connect(server) else { return };
    let frozen = Arc::new(Mutex::new(false));
    lock(state).connections.push(Arc::clone(&frozen));
    let is_lost = Arc::new(Mutex::new(false));
    let (to_server, to_client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
    let (watch, lose) = (Arc::clone(state), Arc::clone(&is_lost));
    let asks = move |said: &[u8]| {
        let mut state = lock(&watch);
        let is_fatal = state.fatal.as_mut().is_some_and(|(text, left)| {
            let has_text = said.windows(text.len()).any(|part| part == text.as_bytes());
            *left -= u32::from(has_text);
            *left == 0
        });
        if is_fatal {
            state.fatal = None;
            state.lost += 1;
            *lock(&lose) = true;
        }
        true
    };
    let stop = Arc::clone(&frozen);
    thread::spawn(move || carry(client, to_server, &stop, asks));
    // The server has done what it was asked when it answers.
    thread::spawn(move || carry(server, to_client, &frozen, move |_| !*lock(&is_lost)));
}

/// Carries what one side says to the other, for as long as `may_pass` says so.
fn carry(
    mut from: UnixStream,
    mut to: UnixStream,
    frozen: &Mutex<bool>,
    may_pass: impl Fn(&[u8]) -> bool,
) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length) = from.read(&mut buffer) {
        while *lock(frozen) {
            thread::sleep(Duration::from_millis(20));
        }
        if length == 0 || !may_pass(&buffer[..length]) || to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    for side in [from, to] {
        // It may be closed already.
        let _ = side.shutdown(Shutdown::Both);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
