//! Connections that are slow, many, odd or cut off.

use super::site::Site;
use std::{
    io::{ErrorKind, Read, Write},
    net::{Shutdown, TcpStream},
    time::Duration,
};

/// Sends and reads until the service hangs up.
fn exchange(mut stream: TcpStream, text: &str) -> String {
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Reads one answer of known length and leaves the connection open.
fn read_answer(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        answer.push(byte[0]);
    }
    let head = String::from_utf8(answer).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    stream.read_exact(&mut body).unwrap();
    head + &String::from_utf8(body).unwrap()
}

const CHUNKED: &str = "2\r\n{}\r\n0\r\n\r\n";

/// A request for a new cart with these headers.
fn post(headers: &str, body: &str) -> String {
    format!(
        "POST /v1/carts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer pk_demo\r\n\
         Content-Type: application/json\r\n{headers}\r\n\r\n{body}"
    )
}

on_both_engines!(a_request_whose_length_is_said_twice_is_refused);

fn a_request_whose_length_is_said_twice_is_refused() {
    let site = Site::open();
    for headers in [
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 2",
        "transfer-encoding: chunked\r\nCONTENT-LENGTH:0",
    ] {
        let answer = exchange(site.connect(), &post(headers, CHUNKED));
        assert!(answer.starts_with("HTTP/1.1 400 "), "{headers}: {answer}");
        assert!(answer.contains(r#""code":"body-invalid""#), "{headers}: {answer}");
    }
}

on_both_engines!(a_length_said_twice_is_noticed_behind_another_request);

fn a_length_said_twice_is_noticed_behind_another_request() {
    let site = Site::open();
    let first = post("Content-Length: 2", "{}");
    let second = post("Transfer-Encoding: chunked\r\nContent-Length: 2", CHUNKED);
    let answers = exchange(site.connect(), &(first + &second));
    assert_eq!(answers.matches("HTTP/1.1 201 ").count(), 1, "{answers}");
    assert_eq!(answers.matches("HTTP/1.1 400 ").count(), 1, "{answers}");
}

on_both_engines!(a_body_may_come_in_chunks);

fn a_body_may_come_in_chunks() {
    let site = Site::open();
    let mut stream = site.connect();
    for headers in ["Transfer-Encoding: chunked", "Content-Length: 2", "Transfer-Encoding: chunked"]
    {
        let body = if headers.starts_with('T') { CHUNKED } else { "{}" };
        stream.write_all(post(headers, body).as_bytes()).unwrap();
        assert!(read_answer(&mut stream).starts_with("HTTP/1.1 201 "), "{headers}");
    }
}

on_both_engines!(a_body_with_lines_like_headers_refuses_no_later_request);

fn a_body_with_lines_like_headers_refuses_no_later_request() {
    let site = Site::open();
    let mut stream = site.connect();
    let body = "{\r\nContent-Length: 9\r\n}";
    let length = format!("Content-Length: {}", body.len());
    for _ in 0..2 {
        stream.write_all(post(&length, body).as_bytes()).unwrap();
        assert!(read_answer(&mut stream).starts_with("HTTP/1.1 400 "));
        stream.write_all(post("Transfer-Encoding: chunked", CHUNKED).as_bytes()).unwrap();
        assert!(read_answer(&mut stream).starts_with("HTTP/1.1 201 "));
    }
    // Both lengths are still noticed behind such a body.
    let twice = post("Transfer-Encoding: chunked\r\nContent-Length: 2", CHUNKED);
    let answers = exchange(stream, &(post(&length, body) + &twice));
    assert_eq!(answers.matches("HTTP/1.1 400 ").count(), 2, "{answers}");
}

on_both_engines!(a_chunked_body_with_lines_like_headers_closes_its_connection);

fn a_chunked_body_with_lines_like_headers_closes_its_connection() {
    let site = Site::open();
    let body = "17\r\n{\r\nContent-Length: 9\r\n}\r\n0\r\n\r\n";
    let first = post("Transfer-Encoding: chunked", body);
    let answers = exchange(site.connect(), &(first + &post("Content-Length: 2", "{}")));
    assert_eq!(answers.matches("HTTP/1.1 ").count(), 1, "{answers}");
    assert!(answers.contains("connection: close"), "{answers}");
}

on_both_engines!(who_never_finishes_the_headers_is_hung_up_on);

fn who_never_finishes_the_headers_is_hung_up_on() {
    let short = Duration::from_millis(50);
    let site = Site::with(|settings, _| settings.header_timeout = short);
    let answer = exchange(site.connect(), "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    assert!(!answer.contains("200 OK"), "{answer}");
    // Who says nothing at all does not stay either, nor who stays silent after an answer.
    assert_eq!(exchange(site.connect(), ""), "");
    let answer = exchange(site.connect(), "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

on_both_engines!(who_never_finishes_the_body_is_refused);

fn who_never_finishes_the_body_is_refused() {
    let short = Duration::from_millis(50);
    let site = Site::with(|settings, _| settings.body_timeout = short);
    let mut stream = site.connect();
    stream.write_all(post("Content-Length: 20", "{").as_bytes()).unwrap();
    let answer = read_answer(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("did not arrive in time"), "{answer}");
}

on_both_engines!(beyond_the_cap_a_connection_waits_for_room);

fn beyond_the_cap_a_connection_waits_for_room() {
    let site = Site::with(|settings, _| settings.max_connections = 1);
    let request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    let mut first = site.connect();
    first.write_all(request.as_bytes()).unwrap();
    assert!(read_answer(&mut first).ends_with("ok"));
    let mut second = site.connect();
    second.write_all(request.as_bytes()).unwrap();
    second.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    // `read_exact` goes on where a signal has interrupted it.
    let error = second.read_exact(&mut [0]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
    drop(first);
    second.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert!(read_answer(&mut second).ends_with("ok"));
}

on_both_engines!(who_never_reads_the_answers_is_hung_up_on);

fn who_never_reads_the_answers_is_hung_up_on() {
    let site = Site::with(|settings, _| {
        settings.write_timeout = Duration::from_millis(200);
        settings.max_connections = 1;
    });
    let mut greedy = site.connect();
    // Far more than what the two ends keep for each other; none of it is read.
    let file = format!("GET /v1/basket.js HTTP/1.1\r\nHost: {}\r\n\r\n", site.address);
    greedy.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    while greedy.write_all(file.repeat(100).as_bytes()).is_ok() {}
    // The only place is free again, though the other end is still there.
    let mut other = site.connect();
    other.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    assert!(read_answer(&mut other).ends_with("ok"));
    drop(greedy);
}

on_both_engines!(an_address_has_only_so_many_connections);

fn an_address_has_only_so_many_connections() {
    let site = Site::with(|settings, _| settings.connections_per_address = 2);
    let ask = |stream: &mut TcpStream| {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        read_answer(stream)
    };
    let mut streams = [site.connect(), site.connect()];
    assert!(streams.iter_mut().all(|stream| ask(stream).ends_with("ok")));
    let mut third = site.connect();
    // It is closed, with or without what was sent on its way.
    assert!(matches!(third.read(&mut [0]), Ok(0) | Err(_)));
    drop(streams);
    let answered = (0..100).any(|_| {
        let mut next = site.connect();
        let _ = next.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
        next.read_exact(&mut [0]).is_ok()
    });
    assert!(answered, "their places are free again");
}

on_both_engines!(a_connection_has_an_end);

fn a_connection_has_an_end() {
    let site = Site::with(|settings, _| settings.connection_lifetime = Duration::ZERO);
    let answer = exchange(site.connect(), "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    assert!(answer.contains("connection: close") && answer.ends_with("ok"), "{answer}");
}

on_both_engines!(headers_without_end_are_refused);

fn headers_without_end_are_refused() {
    let site = Site::open();
    let large = "x".repeat(32 * 1024);
    let answer =
        exchange(site.connect(), &format!("GET / HTTP/1.1\r\nHost: a\r\nX-Large: {large}\r\n\r\n"));
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
}

/// A request that is under way for sure: the service has asked for its body.
fn under_way(site: &Site) -> TcpStream {
    let mut stream = site.connect();
    let head = post("Content-Length: 2\r\nExpect: 100-continue", "");
    stream.write_all(head.as_bytes()).unwrap();
    assert!(read_answer(&mut stream).starts_with("HTTP/1.1 100 "));
    stream
}

on_both_engines!(a_service_that_stops_finishes_what_is_under_way);

fn a_service_that_stops_finishes_what_is_under_way() {
    let mut site = Site::open();
    let mut stream = under_way(&site);
    site.ask_to_stop();
    stream.write_all(b"{}").unwrap();
    assert!(read_answer(&mut stream).starts_with("HTTP/1.1 201 "));
    site.join();
    assert!(TcpStream::connect(site.address).is_err(), "nobody listens any more");
}

on_both_engines!(a_service_that_stops_does_not_wait_for_ever);

fn a_service_that_stops_does_not_wait_for_ever() {
    let mut site = Site::with(|settings, _| settings.grace = Duration::from_millis(50));
    let _stream = under_way(&site);
    site.ask_to_stop();
    site.join();
}

on_both_engines!(who_closes_half_of_the_connection_still_gets_the_answer);

fn who_closes_half_of_the_connection_still_gets_the_answer() {
    let site = Site::open();
    let mut stream = site.connect();
    stream.write_all(post("Content-Length: 2", "{}").as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
}

on_both_engines!(a_body_that_breaks_off_changes_nothing);

fn a_body_that_breaks_off_changes_nothing() {
    let site = Site::open();
    let mut stream = site.connect();
    stream.write_all(post("Content-Length: 20", "{}").as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("The body is incomplete."), "{answer}");
    assert_eq!(site.database.ask("SELECT count(*) FROM carts"), Some(0));
}
