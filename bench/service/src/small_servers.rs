//! Small servers that the service is compared with: as little code as does the same work.

use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_LENGTH, DATE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use rusqlite::{Connection, params};
use tokio::net::TcpListener;

/// Bare axum that answers a read of any cart with the same bytes, headers and body, which it is given.
pub async fn bare() -> Result<()> {
    let answer = std::io::read_to_string(std::io::stdin())?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer is given")?;
    let mut headers = HeaderMap::new();
    for (name, value) in head.lines().filter_map(|line| line.split_once(": ")) {
        headers.insert(HeaderName::try_from(name)?, HeaderValue::from_str(value)?);
    }
    // It writes these by itself.
    headers.remove(CONTENT_LENGTH);
    headers.remove(DATE);
    let body = Bytes::copy_from_slice(body.as_bytes());
    serve(Router::new().route("/v1/carts/{cart}", get(async move || (headers, body)))).await
}

/// Adds to carts of a database of the service with the same statements in effect, one durable transaction for each
/// request.
pub async fn single(database: &str) -> Result<()> {
    let connection = Connection::open(database)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    let add = post(add).with_state(Arc::new(Mutex::new(connection)));
    serve(Router::new().route("/v1/carts/{cart}/lines", add)).await
}

async fn add(
    State(connection): State<Arc<Mutex<Connection>>>,
    Path(token): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> impl IntoResponse {
    let key = headers["idempotency-key"].to_str().unwrap_or_default().to_owned();
    let work = move || {
        let mut connection = connection.lock().ok().context("a request before failed")?;
        let transaction = connection.transaction()?;
        let add = "UPDATE carts SET version = version + 1,
                       lines = json_set(lines, '$[0][4]', (lines ->> '$[0][4]') + 1)
                   WHERE token = ?";
        ensure!(transaction.prepare_cached(add)?.execute([&token])? == 1, "no such cart");
        transaction
            .prepare_cached("INSERT INTO idempotency (shop_id, key, request, outcome, created_at) VALUES (1, ?, ?, 'done', 0)")?
            .execute(params![key, &body[..]])?;
        transaction.commit()?;
        anyhow::Ok(())
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(())) => Ok("{}"),
        Ok(Err(error)) => Err((axum::http::StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
        Err(error) => Err((axum::http::StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
    }
}

#[expect(clippy::print_stdout, reason = "whoever started it reads where it listens")]
async fn serve(router: Router) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, router).await?;
    Ok(())
}
