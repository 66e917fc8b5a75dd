//! A real reverse proxy with its configuration from the documentation, in front of a real service: HTTPS for
//! `basket.example`, on ports of its own and with a certificate that was made for the test.

use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener as Listener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::guard::Guard;
use crate::poll::{self, Attempt, START};
use crate::service::Service;

/// The name in the configurations.
const HOST: &str = "basket.example";
const CONFIGURATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/proxies");

/// Which proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Caddy.
    Caddy,
    /// nginx.
    Nginx,
    /// `HAProxy`.
    Haproxy,
}

/// A running proxy with its service. Both end when this is dropped.
pub struct ReverseProxy {
    ports: Ports,
    counter: Counter,
    // The order matters: the process ends before its files go, and before the service.
    process: Guard,
    _home: TempDir,
    service: Service,
}

/// Where it listens on 127.0.0.1.
#[derive(Clone, Copy)]
struct Ports {
    http: u16,
    https: u16,
}

impl ReverseProxy {
    /// Starts the proxy before a service in which nothing is yet. The service is told its public address, that there is one
    /// proxy, and these flags.
    pub async fn start(program: Program, flags: &[&str]) -> Result<Self> {
        let home = TempDir::with_prefix("basket-e2e-").context("cannot make a folder")?;
        let (ports, reserved) = Ports::reserve()?;
        let public = format!("https://{HOST}:{}", ports.https);
        let service =
            Service::with_flags(&[&["--public", &public, "--proxies", "1"], flags].concat())
                .await?;
        let counter = Counter::start(service.address().trim_start_matches("http://")).await?;
        make_certificate(home.path())?;
        let file = program.configure(home.path(), ports, &counter.address)?;
        program.validate(&file)?;
        drop(reserved);
        let process = program.spawn(&file, home.path())?;
        poll::until(START, &format!("{program:?}"), async || {
            let connected = TcpStream::connect(("127.0.0.1", ports.https)).await;
            Ok(match connected {
                Ok(_) => Attempt::Done(()),
                Err(error) => Attempt::NotYet(format!("{error}: {}", process.output()?)),
            })
        })
        .await?;
        Ok(Self { ports, counter, process, _home: home, service })
    }

    /// The full address of a path, as shoppers see it.
    pub fn url(&self, path: &str) -> String {
        format!("https://{HOST}:{}{path}", self.ports.https)
    }

    /// The same without TLS.
    pub fn insecure_url(&self, path: &str) -> String {
        format!("http://{HOST}:{}{path}", self.ports.http)
    }

    /// The service behind it.
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// How many connections it has made to the service.
    pub fn connections(&self) -> usize {
        self.counter.count.load(Ordering::Relaxed)
    }

    /// What the proxy has printed, for a report.
    pub fn output(&self) -> Result<String> {
        self.process.output()
    }

    /// What curl prints when it is called with a file of options: one request for each list, from its address of this
    /// machine, several at a time.
    pub async fn curl(&self, requests: Vec<(&str, Vec<String>)>) -> Result<String> {
        let Ports { http, https } = self.ports;
        let mut text = String::new();
        for (address, options) in requests {
            let own = [
                "silent".to_owned(),
                "insecure".to_owned(),
                "noproxy = \"*\"".to_owned(),
                "output = \"/dev/null\"".to_owned(),
                "max-time = 60".to_owned(),
                format!("interface = \"{address}\""),
                format!("resolve = \"{HOST}:{https}:127.0.0.1\""),
                format!("resolve = \"{HOST}:{http}:127.0.0.1\""),
            ];
            text.extend(own.iter().chain(&options).map(|option| format!("{option}\n")));
            text.push_str("next\n");
        }
        let file = tempfile::NamedTempFile::new()?;
        fs::write(file.path(), text.trim_end_matches("next\n"))?;
        // What is between proxy and service runs on this thread, so it must not wait.
        let output = spawn_blocking(move || {
            let mut curl = Command::new("curl");
            curl.args(["--disable", "--parallel", "--parallel-max", "10", "--config"]);
            curl.arg(file.path()).output()
        });
        let output = output.await?.context("cannot run curl")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "curl failed ({}): {said}", output.status);
        Ok(String::from_utf8(output.stdout)?)
    }
}

impl Ports {
    /// Two ports that are free, and what keeps them so. A proxy cannot say which ones it got, and the service needs to know
    /// before. The system gives none of these to those who ask for any.
    fn reserve() -> Result<(Self, [Listener; 2])> {
        let start = SystemTime::now().duration_since(UNIX_EPOCH)?.subsec_nanos();
        let candidates = (0..20_000).map(|step| 10_000 + (start / 1000 + step) % 20_000);
        let candidates = candidates.filter_map(|port| u16::try_from(port).ok());
        // On all addresses, as Caddy listens.
        let mut free = candidates.filter_map(|port| Listener::bind(("0.0.0.0", port)).ok());
        let (one, other) = (free.next().context("no port")?, free.next().context("no port")?);
        let (http, https) = (one.local_addr()?.port(), other.local_addr()?.port());
        Ok((Self { http, https }, [one, other]))
    }
}

impl Program {
    /// Writes the documentation's configuration, with what belongs to the test in place of what belongs to a host, and
    /// gives the file to start with.
    fn configure(self, home: &Path, ports: Ports, service: &str) -> Result<PathBuf> {
        let Ports { http, https } = ports;
        let own = |name: &str| home.join(name).display().to_string();
        let mut changes = vec![("127.0.0.1:8080", service.to_owned())];
        changes.extend(match self {
            Self::Caddy => vec![(
                "basket.example {\n",
                format!("basket.example {{\n\ttls {} {}\n", own("basket.pem"), own("basket.key")),
            )],
            Self::Nginx => vec![
                ("    listen [::]:80;\n", String::new()),
                ("    listen [::]:443 ssl http2;\n", String::new()),
                ("listen 80;", format!("listen 127.0.0.1:{http};")),
                ("listen 443 ssl http2;", format!("listen 127.0.0.1:{https} ssl http2;")),
                ("/etc/ssl/basket.example.pem", own("basket.pem")),
                ("/etc/ssl/basket.example.key", own("basket.key")),
            ],
            Self::Haproxy => vec![
                ("bind :::80 v4v6", format!("bind 127.0.0.1:{http}")),
                ("bind :::443 v4v6", format!("bind 127.0.0.1:{https}")),
                ("/etc/haproxy/basket.example.pem", own("both.pem")),
            ],
        });
        let name = match self {
            Self::Caddy => "Caddyfile",
            Self::Nginx => "nginx.conf",
            Self::Haproxy => "haproxy.cfg",
        };
        let mut text = fs::read_to_string(Path::new(CONFIGURATIONS).join(name))?;
        for (part, replacement) in changes {
            let count = text.matches(part).count();
            ensure!(count == 1, "{name} has {part:?} {count} times instead of once");
            text = text.replace(part, &replacement);
        }
        if self == Self::Caddy {
            let global = format!("{{\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n}}\n");
            text.insert_str(0, &global);
        }
        let file = home.join(name);
        fs::write(&file, text)?;
        if self != Self::Nginx {
            return Ok(file);
        }
        // The file is a site of a larger configuration. All that this writes is below its folder.
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let folders = folders.map(|name| format!("{name}_temp_path {};", own(name))).join(" ");
        let around = format!(
            "user root; daemon off; worker_processes 1; pid {}; error_log stderr; events {{}}\n\
             http {{ access_log off; {folders} include {}; }}\n",
            own("pid"),
            file.display()
        );
        let main = home.join("main.conf");
        fs::write(&main, around)?;
        Ok(main)
    }

    /// Has the proxy check its configuration.
    fn validate(self, file: &Path) -> Result<()> {
        let mut command = Command::new(self.path());
        match self {
            Self::Caddy => command.args(["validate", "--adapter", "caddyfile", "--config"]),
            Self::Nginx => command.args(["-t", "-c"]),
            // Warnings are errors.
            Self::Haproxy => command.args(["-dW", "-c", "-f"]),
        };
        let output = command.arg(file).output().with_context(|| format!("{command:?}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{self:?} refuses its configuration: {said}");
        Ok(())
    }

    fn spawn(self, file: &Path, home: &Path) -> Result<Guard> {
        let arguments: &[&str] = match self {
            Self::Caddy => &["run", "--adapter", "caddyfile", "--config"],
            Self::Nginx => &["-c"],
            Self::Haproxy => &["-db", "-f"],
        };
        let arguments: Vec<&OsStr> =
            arguments.iter().map(OsStr::new).chain([file.as_os_str()]).collect();
        let environment = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"];
        let environment = environment.map(|name| (name, home.as_os_str()));
        Guard::spawn(self.path().as_os_str(), &arguments, &environment)
    }

    /// Debian puts servers where only root looks.
    fn path(self) -> PathBuf {
        let name = match self {
            Self::Caddy => "caddy",
            Self::Nginx => "nginx",
            Self::Haproxy => "haproxy",
        };
        let debian = Path::new("/usr/sbin").join(name);
        if debian.is_file() { debian } else { PathBuf::from(name) }
    }
}

/// Makes a certificate for the name that signs itself, with its key in another file and in the same.
fn make_certificate(home: &Path) -> Result<()> {
    let made = rcgen::generate_simple_self_signed([HOST.to_owned()])?;
    let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
    fs::write(home.join("basket.pem"), &certificate)?;
    fs::write(home.join("basket.key"), &key)?;
    Ok(fs::write(home.join("both.pem"), certificate + &key)?)
}

/// Counts the connections from proxy to service, and changes nothing.
struct Counter {
    address: String,
    count: Arc<AtomicUsize>,
    server: JoinHandle<()>,
}

impl Counter {
    async fn start(service: &str) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let count = Arc::new(AtomicUsize::new(0));
        let (counted, service) = (Arc::clone(&count), service.to_owned());
        let server = tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::Relaxed);
                let service = service.clone();
                tokio::spawn(async move {
                    // A connection that breaks off on one side does so on the other, and the proxy notices.
                    if let Ok(mut far) = TcpStream::connect(service).await {
                        let _ = copy_bidirectional(&mut near, &mut far).await;
                    }
                });
            }
        });
        Ok(Self { address, count, server })
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.server.abort();
    }
}
