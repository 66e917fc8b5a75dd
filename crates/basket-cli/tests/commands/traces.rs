//! Traces, as a collector gets them.

use crate::program::{Demo, command};
use serde_json::{Value, json};
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpListener,
    path::Path,
    process::{Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";

/// A request that a collector got.
struct Request {
    head: String,
    body: Value,
}

/// Listens on a port of its own and takes whatever it gets.
fn collector() -> (String, Receiver<Request>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                stream.read_line(&mut head).unwrap();
            }
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let mut body = vec![0; length.unwrap().parse().unwrap()];
            stream.read_exact(&mut body).unwrap();
            stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").unwrap();
            sender.send(Request { head, body: serde_json::from_slice(&body).unwrap() }).unwrap();
        }
    });
    (address, receiver)
}

/// A demo shop that sends traces there.
fn traced(address: &str, more: &[(&str, &str)]) -> Demo {
    let mut command = command();
    command.args(["demo", "--listen", "127.0.0.1:0"]).env("OTEL_EXPORTER_OTLP_ENDPOINT", address);
    Demo::spawn(command.envs(more.iter().copied()))
}

/// Asks for the shop as part of a trace.
fn ask(service: &Demo, flags: &str) {
    let call = ureq::get(service.url("/v1/shop")).header("authorization", "Bearer pk_demo");
    call.header("traceparent", format!("00-{TRACE}-{CALLER}-{flags}")).call().unwrap();
}

/// Ends the service; all spans that the collector got.
fn spans(mut service: Demo, requests: &Receiver<Request>) -> Vec<Value> {
    service.signal("TERM");
    assert!(service.wait().success());
    let mut spans = Vec::new();
    while let Ok(request) = requests.recv_timeout(Duration::from_millis(500)) {
        let got = &request.body["resourceSpans"][0]["scopeSpans"][0]["spans"];
        spans.extend(got.as_array().unwrap().iter().cloned());
    }
    spans
}

fn attribute<'a>(span: &'a Value, name: &str) -> &'a Value {
    let attributes = span["attributes"].as_array().unwrap();
    attributes.iter().find(|each| each["key"] == name).map_or(&Value::Null, |found| &found["value"])
}

#[test]
fn a_request_is_a_span_of_its_callers_trace() {
    let (address, requests) = collector();
    let service = traced(&address, &[]);
    ask(&service, "01");
    let spans = spans(service, &requests);
    let found = spans.iter().find(|span| span["traceId"] == TRACE).unwrap();
    assert_eq!(found["parentSpanId"], CALLER);
    assert_eq!((&found["name"], &found["kind"]), (&json!("GET /v1/shop"), &json!(2)));
    assert_eq!(attribute(found, "http.response.status_code")["intValue"], "200");
    assert_eq!(attribute(found, "http.route")["stringValue"], "/v1/shop");
    let time = |name: &str| found[name].as_str().unwrap().parse::<u64>().unwrap();
    assert!(time("startTimeUnixNano") < time("endTimeUnixNano"));
}

#[test]
fn what_a_request_waited_for_is_below_it() {
    let (address, requests) = collector();
    let service = traced(&address, &[]);
    let cart: Value =
        serde_json::from_str(&service.post("/v1/carts", r#"{"lines":[{"sku":"MUG"}]}"#)).unwrap();
    service.post(&format!("/v1/carts/{}/checkout", cart["id"].as_str().unwrap()), "{}");
    let spans = spans(service, &requests);
    let named = |name: &str| {
        spans.iter().filter(|span| span["name"] == name).cloned().collect::<Vec<Value>>()
    };
    let checkout = named("POST /v1/carts/{cart}/checkout").pop().unwrap();
    let below = named("database");
    let below = below.iter().find(|span| span["parentSpanId"] == checkout["spanId"]).unwrap();
    assert_eq!(below["traceId"], checkout["traceId"]);
    assert_eq!(attribute(below, "db.system.name")["stringValue"], "sqlite");
    // What the service does by itself is no trace.
    let is_alone = |span: &&Value| span["parentSpanId"] == Value::Null;
    assert_eq!(named("database").iter().find(is_alone), None);
}

/// The log says who could not sign in; a collector is not told.
#[test]
fn people_are_in_no_span() {
    let (address, requests) = collector();
    let service = traced(&address, &[]);
    let (status, ..) =
        service.form("/admin/sign-in", "", "email=ann%40example.com&password=a+wrong+password");
    let spans = spans(service, &requests);
    let found = spans.iter().find(|span| span["name"] == "POST /admin/sign-in").unwrap();
    assert_eq!(attribute(found, "http.response.status_code")["intValue"], status.to_string());
    let text = serde_json::to_string(&spans).unwrap();
    assert!(!text.contains("ann@example.com") && !text.contains("127.0.0.1"), "{text}");
}

/// OpenTelemetry's own definitions know every member of a message.
#[test]
fn a_collectors_own_code_reads_the_spans() {
    let (address, requests) = collector();
    let mut service = traced(&address, &[]);
    ask(&service, "01");
    service.signal("TERM");
    service.wait();
    let target = Path::new(env!("CARGO_BIN_EXE_basket")).ancestors().nth(2).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/commands/collector.py");
    let mut python = Command::new(target.join("receivers/bin/python"));
    let python = python.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut python = python.expect("`cargo xtask receivers` installs what is missing");
    let body = requests.recv().unwrap().body.to_string();
    python.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("GET /v1/shop\n"));
}

#[test]
fn collectors_get_the_names_and_keys_that_the_host_has_set() {
    let (address, requests) = collector();
    let variables = [("OTEL_SERVICE_NAME", "mugs"), ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%20b")];
    let mut service = traced(&address, &variables);
    ask(&service, "01");
    service.signal("TERM");
    service.wait();
    let Request { head, body } = requests.recv().unwrap();
    assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("x-key: a b\r\n") && head.contains("content-type: application/json\r\n"));
    let resource = body["resourceSpans"][0]["resource"].clone();
    assert_eq!(attribute(&resource, "service.name")["stringValue"], "mugs");
}

#[test]
fn a_trace_that_its_caller_does_not_keep_is_not_sent() {
    let (address, requests) = collector();
    let service = traced(&address, &[]);
    ask(&service, "00");
    assert!(!spans(service, &requests).iter().any(|span| span["traceId"] == TRACE));
}

/// Nobody waits for a collector that is gone, and the log says so.
#[test]
fn a_collector_that_is_gone_stops_nothing() {
    let mut command = command();
    command.args(["demo", "--listen", "127.0.0.1:0", "--log-format", "json", "--log", "info"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
    let (mut service, log) = Demo::spawn_with_log(&mut command);
    ask(&service, "01");
    service.signal("TERM");
    assert!(service.wait().success());
    let log: Vec<String> = log.lines().map(Result::unwrap).collect();
    let line = log.iter().find(|line| line.contains("the collector of traces")).unwrap();
    assert!(line.contains("connection failed"), "{line}");
    // What the caller said is in the log, with a collector or without.
    let answered = log.iter().find(|line| line.contains("answered")).unwrap();
    assert!(answered.contains(TRACE), "{answered}");
}

#[test]
fn a_wrong_address_is_refused_with_a_sentence() {
    let mut command = command();
    let output =
        command.arg("demo").env("OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4317").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("basket: OTEL_EXPORTER_OTLP_ENDPOINT is not an http"), "{said}");
}
