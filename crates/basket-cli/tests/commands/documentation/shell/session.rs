//! A reader who goes through a page: a folder, what was exported, and the service that was started last.

use super::super::{
    node,
    pages::{Block, pages},
};
use super::words::{Line, simple_commands};
use crate::{
    databases,
    program::{Demo, command, succeed},
    webhooks,
};
use std::{
    env, fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

/// Where curl's answer is, in the reader's folder.
const ANSWER: &str = "answer";

/// What the pages' programs print: a part of the program, and a part of its output. It follows from the prices of the demo
/// shop and from the commands above it on the page.
const SAID: &[(&str, &str)] = &[
    ("cart.sums.total / 100", "4 items, 114 EUR\n"),
    ("console.log(error.code, error.available)", "out-of-stock 0\n"),
    ("cart[\"sums\"][\"total\"] / 100", "4 items, 114.0 EUR\n"),
    ("for order in orders(\"paid\")", "1001 ann@example.com 999\n"),
    ("stock_change: 5", "200 7\n"),
];

/// Programs that a reader has, and that do nothing here.
const SILENT: &[&str] = &["cp", "docker", "hugo", "kubectl", "pg_dump", "podman", "systemctl"];

pub(super) struct Session {
    folder: TempDir,
    /// Commands that set variables for all that follow.
    exports: Vec<String>,
    service: Option<Demo>,
    /// Where the last service shows its metrics.
    internal: String,
    /// Whether the demo shop has an order.
    has_order: bool,
}

impl Session {
    /// Starts with the files that the page speaks of, and with a shop unless the page makes one.
    pub(super) fn start(blocks: &[Block]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (exports, internal) = (Vec::new(), String::new());
        let session = Self { folder, exports, service: None, internal, has_order: false };
        for name in ["bin", "backups", "dist", "etc/basket", "public"] {
            fs::create_dir_all(session.path(name)).unwrap();
        }
        session.install();
        let commands = blocks.iter().filter(|block| block.language == "sh");
        let commands: String = commands.map(|block| block.text.as_str()).collect();
        if !commands.contains("shop create") && !commands.contains("basket demo") {
            let database = format!("sqlite:{}", session.path("basket.db").display());
            succeed(&["shop", "create", "Mine", "--currency", "EUR", "--database", &database]);
        }
        let all = pages();
        let page = |name: &str| all.iter().find(|page| page.name == name).unwrap().blocks.iter();
        let is_page =
            |block: &&Block| block.language == "html" && block.text.contains("service-basket\"");
        let html = blocks.iter().chain(page("docs/recipes/plain-html.md")).find(is_page).unwrap();
        let csv =
            blocks.iter().chain(page("docs/products.md")).find(|block| block.language == "csv");
        let json = page("docs/embed.md").find(|block| block.language == "json");
        for name in ["index.html", "page.html", "public/index.html"] {
            fs::write(session.path(name), &html.text).unwrap();
        }
        fs::write(session.path("products.csv"), &csv.unwrap().text).unwrap();
        fs::write(session.path("basket.json"), &json.unwrap().text).unwrap();
        if let Some(toml) = blocks.iter().find(|block| block.text.starts_with("# /etc/basket.toml"))
        {
            fs::write(session.path("etc/basket.toml"), &toml.text).unwrap();
        }
        session
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts programs where the shell looks first.
    fn install(&self) {
        let program = command();
        symlink(Path::new(program.get_program()), self.path("bin/basket")).unwrap();
        let path = env::var_os("PATH").unwrap_or_default();
        let curl =
            env::split_paths(&path).map(|folder| folder.join("curl")).find(|it| it.is_file());
        let curl = curl.expect("curl is installed").display().to_string();
        let answer = self.path(ANSWER).display().to_string();
        // A refusal is a failure, unless the page says otherwise.
        let flags = "--silent --show-error --fail-with-body --noproxy '*'";
        self.write_program("curl", &format!("exec {curl} {flags} --output {answer} \"$@\""));
        for name in SILENT {
            self.write_program(name, "exit 0");
        }
    }

    fn write_program(&self, name: &str, text: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A text of the page with this reader's own addresses and files.
    fn filled(&self, text: &str) -> String {
        let folder = self.folder.path().display().to_string();
        let mut text = text
            .replace("target/release/basket", "basket")
            .replace("/etc/", &format!("{folder}/etc/"))
            .replace("/backups/", &format!("{folder}/backups/"));
        if let Some(service) = &self.service {
            text = text.replace("http://127.0.0.1:8080", &service.url(""));
        }
        text.replace("http://127.0.0.1:9090", &self.internal)
    }

    /// A shell that is about to run a text.
    fn shell(&self, text: &str) -> Command {
        let mut shell = Command::new("sh");
        let path = env::var("PATH").unwrap_or_default();
        shell.env("PATH", format!("{}:{path}", self.path("bin").display()));
        // Neither the settings of this machine nor its proxies have a say.
        let is_setting =
            |name: &String| name.starts_with("BASKET") || name.to_lowercase().ends_with("_proxy");
        for name in env::vars().map(|(name, _)| name).filter(is_setting) {
            shell.env_remove(name);
        }
        shell.args(["-ec", &format!("{}{text}", self.exports.concat())]);
        shell.current_dir(self.folder.path());
        shell
    }

    pub(super) fn run(&mut self, line: &Line) -> Result<(), String> {
        let text = self.filled(&line.command);
        let commands = simple_commands(&text);
        let first = commands[0].first().map_or("", String::as_str);
        if first == "export" {
            let value = self.exported(&text)?;
            self.exports.push(format!("{value}\n"));
            return Ok(());
        }
        if commands.len() == 1
            && let [program, name, ..] = &commands[0][..]
            && program == "basket"
            && matches!(name.as_str(), "serve" | "demo")
        {
            return self.serve(&text, name);
        }
        let text = if text.contains("postgres://") { with_postgres(&text) } else { text };
        let _ = fs::remove_file(self.path(ANSWER));
        node::run(&mut self.shell(&text)).map_err(|error| format!("{error}{}", self.answer()))?;
        let is_said = self.answer().to_lowercase().contains(&line.comment.to_lowercase());
        if first == "curl" && !line.comment.is_empty() && !is_said {
            return Err(format!("the answer has no `{}`: {}", line.comment, self.answer()));
        }
        Ok(())
    }

    /// What curl got last.
    fn answer(&self) -> String {
        fs::read_to_string(self.path(ANSWER)).unwrap_or_default()
    }

    /// An export, with the reader's own value for what the page leaves out.
    fn exported(&self, text: &str) -> Result<String, String> {
        if text.contains("CART=...") {
            let answer = self.answer();
            let id = answer.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next());
            return id.map(|id| text.replace("...", id)).ok_or(format!("no id: {answer}"));
        }
        if text.contains("SECRET=sk_...") {
            let database = format!("sqlite:{}", self.path("demo.db").display());
            let key = succeed(&["key", "create", "--secret", "--database", &database]);
            return Ok(text.replace("sk_...", key.trim()));
        }
        if text.contains("...") {
            Err("no check knows the value".to_owned())
        } else {
            Ok(text.to_owned())
        }
    }

    /// Starts a service instead of the one before, on free ports. The last flag wins.
    fn serve(&mut self, text: &str, name: &str) -> Result<(), String> {
        self.service = None;
        let mut text = format!("exec env {text} --listen 127.0.0.1:0");
        let has_file = text.contains("--config");
        if has_file || text.contains("--internal") {
            text.push_str(" --internal 127.0.0.1:0");
        }
        if has_file {
            text.push_str(" --database sqlite:basket.db");
        }
        let mut service = Demo::spawn(&mut self.shell(&text));
        if !service.first_line.contains("http://") {
            return Err(format!("it starts with {:?}", service.first_line));
        }
        if text.contains("--internal") {
            let address = loop {
                let line = service.next_line();
                if line.is_empty() {
                    return Err("it names no internal address".to_owned());
                }
                if let Some(address) = line.strip_prefix("Internal: ") {
                    break address.to_owned();
                }
            };
            self.internal = address;
        }
        if name == "demo" && !self.has_order {
            // What a page says about orders needs one.
            webhooks::order(&service);
            self.has_order = true;
        }
        self.service = Some(service);
        Ok(())
    }

    /// Runs a program of the page, which has to end well.
    pub(super) fn run_program(&mut self, block: &Block) -> Result<(), String> {
        let (program, end) =
            if block.language == "js" { ("node", "mjs") } else { ("python3", "py") };
        let name = block.file_name(end);
        fs::write(self.path(&name), self.filled(&block.text)).unwrap();
        let said = node::run(&mut self.shell(&format!("{program} {name}")))?;
        let expected = SAID.iter().filter(|(part, _)| block.text.contains(part));
        let expected: Vec<&str> = expected.map(|(_, said)| *said).collect();
        if expected.is_empty() {
            return Err("no check knows what it prints".to_owned());
        }
        let missing = expected.iter().find(|text| !said.contains(**text));
        missing.map_or(Ok(()), |text| Err(format!("it does not print {text:?}, but {said:?}")))
    }
}

/// A command with a PostgreSQL database of this test's own.
fn with_postgres(text: &str) -> String {
    let [_, database] = databases::both();
    let at = text.find("postgres://").unwrap();
    let end = text[at..].find([' ', '\'', '"']).map_or(text.len(), |length| at + length);
    format!("{}{}{}", &text[..at], database.address, &text[end..])
}
