//! Somebody's server that hears messages. It answers when the test says so, and what the test says.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::mpsc::{Receiver as Queue, Sender, channel},
    thread,
    time::Duration,
};

/// Listens until the test ends.
pub struct Receiver {
    address: SocketAddr,
    heard: Queue<Heard>,
}

/// A message that waits for its answer. Let go without one, the connection breaks off.
pub struct Heard {
    stream: TcpStream,
    pub target: String,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Receiver {
    pub fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, heard) = channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let sender = sender.clone();
                thread::spawn(move || hear(stream.unwrap(), &sender));
            }
        });
        Self { address, heard }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook?from=basket", self.address)
    }

    /// Where it is, without a path.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// By another name, which has to be looked up.
    pub fn named_url(&self) -> String {
        format!("http://localhost:{}/hook", self.address.port())
    }

    /// The next message.
    pub fn next(&self) -> Heard {
        self.heard.recv_timeout(Duration::from_secs(20)).expect("nothing was heard")
    }

    /// Whether something was heard that nobody has looked at.
    pub fn has_more(&self) -> bool {
        self.heard.try_recv().is_ok()
    }
}

fn hear(stream: TcpStream, sender: &Sender<Heard>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let target = lines.first()?.split(' ').nth(1)?.to_owned();
    let header = |line: &String| {
        let (name, value) = line.split_once(": ")?;
        Some((name.to_ascii_lowercase(), value.to_owned()))
    };
    let headers: Vec<_> = lines.iter().filter_map(header).collect();
    let length = headers.iter().find(|(name, _)| name == "content-length")?.1.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8(body).ok()?;
    // The test may be over.
    sender.send(Heard { stream, target, headers, body }).ok()
}

impl Heard {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value)
    }

    /// By what a repetition is known.
    pub fn id(&self) -> String {
        self.header("webhook-id").to_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// What it tells of.
    pub fn kind(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    pub fn answer(self, status: u16) {
        self.answer_with(status, "", "");
    }

    /// With further headers, each a whole line, and a body.
    pub fn answer_with(mut self, status: u16, headers: &str, body: &str) {
        let length = body.len();
        let text = format!(
            "HTTP/1.1 {status} It\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        // Who asked may be gone.
        let _ = self.stream.write_all(text.as_bytes());
    }
}
