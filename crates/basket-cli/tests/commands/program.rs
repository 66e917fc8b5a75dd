//! The program under test.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Output, Stdio},
};
use ureq::Agent;

/// A running demo shop or service; ended with the value.
pub struct Demo {
    child: Child,
    /// Kept open: a program that cannot speak any more is another test.
    stdout: BufReader<ChildStdout>,
    /// What it said first.
    pub first_line: String,
}

impl Demo {
    /// Starts on a free port and waits until it listens.
    pub fn start(arguments: &[&str]) -> Self {
        Self::spawn(command().args(["demo", "--listen", "127.0.0.1:0"]).args(arguments))
    }

    /// Likewise, with another folder for temporary files.
    pub fn start_in(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = command();
        command.env("TMPDIR", folder).args(["demo", "--listen", "127.0.0.1:0"]);
        Self::spawn(command.args(arguments))
    }

    /// Starts a service for real shops on a free port and waits until it listens.
    pub fn serve(arguments: &[&str]) -> Self {
        Self::spawn(command().args(["serve", "--listen", "127.0.0.1:0"]).args(arguments))
    }

    /// Starts with nothing but what is given.
    pub fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut demo = Self { child, stdout, first_line: String::new() };
        demo.first_line = demo.next_line();
        demo
    }

    /// Likewise, with its log.
    pub fn spawn_with_log(command: &mut Command) -> (Self, BufReader<ChildStderr>) {
        let mut demo = Self::spawn(command.stderr(Stdio::piped()));
        let log = BufReader::new(demo.child.stderr.take().unwrap());
        (demo, log)
    }

    /// What it says next; waits for it.
    pub fn next_line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Sends a form of the backend from a page of the backend's, with a session or without; the status and
    /// the session that is its answer, and the page.
    pub fn form(&self, path: &str, session: &str, fields: &str) -> (u16, String, String) {
        let call = open_agent().post(self.url(path)).header("origin", self.url(""));
        let call = call.header("content-type", "application/x-www-form-urlencoded");
        let mut answer = call.header("cookie", session).send(fields).unwrap();
        let cookie = answer.headers().get("set-cookie").map(|it| it.to_str().unwrap());
        let cookie = cookie.and_then(|it| it.split(';').next()).unwrap_or_default().to_owned();
        (answer.status().as_u16(), cookie, answer.body_mut().read_to_string().unwrap())
    }

    /// A page of the backend for whoever has that session.
    pub fn page(&self, path: &str, session: &str) -> (u16, String) {
        let mut answer = open_agent().get(self.url(path)).header("cookie", session).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    /// The whole address of a path.
    pub fn url(&self, path: &str) -> String {
        let at = self.first_line.find("http://").unwrap();
        format!("{}{path}", &self.first_line[at..])
    }

    pub fn get(&self, path: &str) -> String {
        let mut answer = agent().get(self.url(path)).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    }

    /// The bytes of a file.
    pub fn get_bytes(&self, path: &str) -> Vec<u8> {
        agent().get(self.url(path)).call().unwrap().body_mut().read_to_vec().unwrap()
    }

    /// The status of an answer to somebody with a key.
    pub fn status(&self, path: &str, key: &str) -> u16 {
        let call =
            open_agent().get(self.url(path)).header("authorization", format!("Bearer {key}"));
        call.call().unwrap().status().as_u16()
    }

    pub fn post(&self, path: &str, body: &str) -> String {
        let call = agent().post(self.url(path)).header("authorization", "Bearer pk_demo");
        let mut answer = call.header("content-type", "application/json").send(body).unwrap();
        answer.body_mut().read_to_string().unwrap()
    }

    pub fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }

    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // It may have ended by itself, which is what the test wanted then.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs to the end.
pub fn run(arguments: &[&str]) -> Output {
    command().args(arguments).output().unwrap()
}

/// Runs to the end with something on the standard input.
pub fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// Runs to a failure; the one line that it says.
pub fn fail(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "{:?}", output.stdout);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

/// Runs to a good end; what it says.
pub fn succeed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// The program, out of reach of the environment's settings.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_basket"));
    let is_ours = |name: &String| name.starts_with("BASKET_");
    for name in std::env::vars().map(|(name, _)| name).filter(is_ours) {
        command.env_remove(name);
    }
    command
}

/// Takes every answer as it is.
fn open_agent() -> Agent {
    let config = Agent::config_builder().proxy(None).http_status_as_error(false);
    config.max_redirects(0).build().into()
}

fn agent() -> Agent {
    Agent::config_builder().proxy(None).build().into()
}
