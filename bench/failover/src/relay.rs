//! A relay between two programs that can be cut: then it forwards nothing and closes nothing, as a network does that
//! drops every packet. What was sent meanwhile arrives when the relay is restored, as it does when packets are repeated.

use std::net::SocketAddr;

use anyhow::Result;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Listens at one address and forwards to another until it is dropped.
pub struct Relay {
    /// Where it listens.
    pub port: u16,
    is_cut: watch::Sender<bool>,
    accepting: JoinHandle<()>,
}

impl Relay {
    /// Listens at a port of this machine, and forwards to another. Port 0 is any.
    pub async fn open(port: u16, target: u16) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let port = listener.local_addr()?.port();
        let target = SocketAddr::from(([127, 0, 0, 1], target));
        let (is_cut, watched) = watch::channel(false);
        let accepting = tokio::spawn(async move {
            // An error is about one connection, which its caller will try again.
            loop {
                if let Ok((caller, _)) = listener.accept().await {
                    tokio::spawn(forward(caller, target, watched.clone()));
                }
            }
        });
        Ok(Self { port, is_cut, accepting })
    }

    /// Stops forwarding, without a word to either side.
    pub fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    /// Forwards again.
    pub fn restore(&self) {
        self.is_cut.send_replace(false);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn forward(caller: TcpStream, target: SocketAddr, is_cut: watch::Receiver<bool>) {
    if !until_restored(&mut is_cut.clone()).await {
        return;
    }
    // If nothing listens there, the caller's connection is closed, as it would be without a relay.
    let Ok(server) = TcpStream::connect(target).await else { return };
    // A relay without these options would be slower, and is still a relay.
    let _ = (caller.set_nodelay(true), server.set_nodelay(true));
    let ((from_caller, to_caller), (from_server, to_server)) =
        (caller.into_split(), server.into_split());
    tokio::join!(
        copy(from_caller, to_server, is_cut.clone()),
        copy(from_server, to_caller, is_cut)
    );
}

async fn copy(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut is_cut: watch::Receiver<bool>) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let read = from.read(&mut buffer).await;
        // An end is silent, too, as long as the relay is cut.
        if !until_restored(&mut is_cut).await {
            return;
        }
        let Ok(read @ 1..) = read else { break };
        if to.write_all(&buffer[..read]).await.is_err() {
            break;
        }
    }
    // The other side may be gone already.
    let _ = to.shutdown().await;
}

/// Waits until nothing is cut; false if the relay is gone.
async fn until_restored(is_cut: &mut watch::Receiver<bool>) -> bool {
    is_cut.wait_for(|is_cut| !is_cut).await.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    /// Long enough for a byte on this machine.
    const MOMENT: Duration = Duration::from_millis(200);

    /// A server that sends back what it gets.
    async fn echo() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            loop {
                let (mut caller, _) = listener.accept().await.unwrap();
                tokio::spawn(async move {
                    let (mut from, mut to) = caller.split();
                    tokio::io::copy(&mut from, &mut to).await.unwrap();
                });
            }
        });
        port
    }

    #[tokio::test]
    async fn a_cut_relay_is_silent_and_forwards_everything_when_it_is_restored() {
        let relay = Relay::open(0, echo().await).await.unwrap();
        let mut old = TcpStream::connect(("127.0.0.1", relay.port)).await.unwrap();
        let mut answer = [0; 1];
        old.write_all(b"1").await.unwrap();
        old.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"1");

        relay.cut();
        let mut new = TcpStream::connect(("127.0.0.1", relay.port)).await.unwrap();
        old.write_all(b"2").await.unwrap();
        new.write_all(b"3").await.unwrap();
        assert!(timeout(MOMENT, old.read(&mut answer)).await.is_err());
        assert!(timeout(MOMENT, new.read(&mut answer)).await.is_err());

        relay.restore();
        old.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"2");
        new.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"3");
    }

    #[tokio::test]
    async fn the_end_of_a_connection_is_forwarded() {
        let relay = Relay::open(0, echo().await).await.unwrap();
        let mut caller = TcpStream::connect(("127.0.0.1", relay.port)).await.unwrap();
        caller.shutdown().await.unwrap();
        assert_eq!(caller.read(&mut [0; 1]).await.unwrap(), 0);
    }
}
