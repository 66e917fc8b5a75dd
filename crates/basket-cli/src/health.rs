//! `basket health`: whether the service on this machine is ready, for containers and process managers. An image need not
//! have another program for it.

use crate::FOUND;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs},
    process::ExitCode,
    time::Duration,
};

/// How much of the answer is read: its first line says it all.
const ANSWER: u64 = 1024;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address on which the service listens
    #[arg(long, env = "BASKET_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    listen: String,
    /// Time to wait for the answer
    #[arg(long, default_value = "3s", value_name = "TIME", value_parser = crate::span::read)]
    timeout: Duration,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let address = reachable(&arguments.listen)?;
    match status(address, arguments.timeout) {
        Ok(200) => {
            crate::say("ready\n")?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(status) => {
            crate::say(&format!("not ready: {address} answered {status}\n"))?;
            Ok(ExitCode::from(FOUND))
        }
        Err(error) => {
            crate::say(&format!("not ready: {address}: {error:#}\n"))?;
            Ok(ExitCode::from(FOUND))
        }
    }
}

/// Where the service can be called that listens on this address.
fn reachable(listen: &str) -> Result<SocketAddr> {
    let unknown = || anyhow!("{listen} is not an address with a port, such as 127.0.0.1:8080.");
    let address = listen.to_socket_addrs().ok().and_then(|mut all| all.next());
    address.map(on_this_machine).with_context(unknown)
}

/// An address that can be called: every address of the machine includes its own.
pub(crate) fn on_this_machine(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// The status with which the service answers whether it is ready.
fn status(address: SocketAddr, timeout: Duration) -> Result<u16> {
    let mut stream = TcpStream::connect_timeout(&address, timeout)?;
    stream.set_read_timeout(Some(timeout))?;
    stream.set_write_timeout(Some(timeout))?;
    let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(ANSWER).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let Some(status) = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)) else {
        bail!("the answer is not HTTP")
    };
    status.parse().context("the answer has no status")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_on_all_addresses_is_called_on_this_machine() {
        assert_eq!(reachable("0.0.0.0:80").unwrap().to_string(), "127.0.0.1:80");
        assert_eq!(reachable("[::]:80").unwrap().to_string(), "[::1]:80");
        assert_eq!(reachable("127.0.0.2:8080").unwrap().to_string(), "127.0.0.2:8080");
        assert!(reachable("nowhere").is_err());
    }
}
