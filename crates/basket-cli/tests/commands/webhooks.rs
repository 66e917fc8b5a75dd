//! Messages of real processes: none is lost with a process that is killed, and none is sent twice by two.

use crate::{databases, program::Demo};
use basket_server::demo;
use basket_store::{OutboxMessage, Store, StoreOptions};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};
use tokio::runtime::Runtime;

const LINES: &str = r#"{"lines":[{"sku":"EBOOK"}]}"#;

/// The demo shop, in a database that services share.
pub(crate) fn shop(address: &str, webhook: SocketAddr) -> (Runtime, Store) {
    let runtime = Runtime::new().unwrap();
    let store = runtime.block_on(async {
        let store = Store::open(&address.parse().unwrap(), StoreOptions::default()).await.unwrap();
        demo::seed(&store).await.unwrap();
        let shop = store.shops().of_key(demo::KEY).await.unwrap().unwrap();
        store.shops().set_webhook(shop.id, Some(&format!("http://{webhook}/hook"))).await.unwrap();
        store
    });
    (runtime, store)
}

pub(crate) fn serve(database: &str) -> Demo {
    Demo::serve(&["--database", database, "--allow-private-webhooks"])
}

/// Goes to the checkout at a service; the token of it.
fn hand_over(service: &Demo) -> String {
    let cart = service.post("/v1/carts", LINES);
    let cart: serde_json::Value = serde_json::from_str(&cart).unwrap();
    let path = format!("/v1/carts/{}/checkout", cart["id"].as_str().unwrap());
    let answer: serde_json::Value = serde_json::from_str(&service.post(&path, "{}")).unwrap();
    answer["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

/// The ids of messages and what they tell of, each answered well.
fn listen(listener: TcpListener) -> Receiver<(String, String)> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let sender = sender.clone();
            // Nobody may want to know any more.
            thread::spawn(move || sender.send(hear(stream.unwrap())));
        }
    });
    receiver
}

fn hear(mut stream: TcpStream) -> (String, String) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut id, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim_end().split_once(": ") {
            Some(("webhook-id", value)) => value.clone_into(&mut id),
            Some(("content-length", value)) => length = value.parse().unwrap(),
            _ if line.trim_end().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    stream.write_all(b"HTTP/1.1 204 It\r\nconnection: close\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    (id, body["type"].as_str().unwrap().to_owned())
}

/// Orders at a service, on its own pages.
pub(crate) fn order(service: &Demo) {
    let page = service.url(&format!("/checkout/{}", hand_over(service)));
    let form = "email=ann%40example.com&name=Ann";
    let agent: ureq::Agent = ureq::Agent::config_builder().proxy(None).build().into();
    let call = agent.post(page).header("content-type", "application/x-www-form-urlencoded");
    let call = call.header("origin", service.url(""));
    assert!(call.send(form).unwrap().body_mut().read_to_string().unwrap().contains("1001"));
}

/// Waits until every message is so.
fn until(
    runtime: &Runtime,
    store: &Store,
    is_so: impl Fn(&OutboxMessage, usize) -> bool,
) -> Vec<OutboxMessage> {
    let all = async || {
        let shop = store.shops().of_key(demo::KEY).await.unwrap().unwrap().id;
        let events = store.outbox().page(shop, None, 1000).await.unwrap();
        for event in &events {
            let (event, tries) = store.outbox().find(shop, &event.name).await.unwrap().unwrap();
            if !is_so(&event, tries.len()) {
                return None;
            }
        }
        Some(events)
    };
    loop {
        if let Some(events) = runtime.block_on(all()) {
            return events;
        }
        thread::yield_now();
    }
}

#[test]
fn a_message_outlives_the_process_that_was_to_send_it() {
    for database in databases::both() {
        // Taken and closed again: for now, nobody listens there.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let (runtime, store) = shop(&database.address, address);
        let mut service = serve(&database.address);
        order(&service);
        // Killed in the middle of a try, it would be as well, but later.
        until(&runtime, &store, |_, tries| tries == 1);
        service.signal("KILL");
        assert_eq!(service.wait().code(), None);
        let messages = listen(TcpListener::bind(address).unwrap());
        let _service = serve(&database.address);
        let next = || messages.recv_timeout(Duration::from_mins(1)).unwrap().1;
        let mut heard = [next(), next()];
        heard.sort();
        assert_eq!(heard, ["checkout.started", "order.placed"]);
    }
}

#[test]
fn two_processes_on_one_database_send_each_message_once() {
    const MESSAGES: usize = 40;
    let [_, database] = databases::both();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (runtime, store) = shop(&database.address, listener.local_addr().unwrap());
    let messages = listen(listener);
    let services = [serve(&database.address), serve(&database.address)];
    thread::scope(|scope| {
        for service in &services {
            scope.spawn(move || (0..MESSAGES / 2).for_each(|_| drop(hand_over(service))));
        }
    });
    let mut heard: BTreeMap<String, usize> = BTreeMap::new();
    while heard.len() < MESSAGES {
        let (id, _) = messages.recv_timeout(Duration::from_secs(20)).unwrap();
        *heard.entry(id).or_default() += 1;
    }
    // Until every answer is noted, one could still be sent again.
    let events = until(&runtime, &store, |event, _| event.delivered_at.is_some());
    assert!(events.iter().all(|event| event.attempts == 1));
    heard.extend(messages.try_iter().map(|(id, _)| (id, 2)));
    assert!(heard.values().all(|times| *times == 1), "{heard:?}");
    assert_eq!((events.len(), heard.len()), (MESSAGES, MESSAGES));
}
