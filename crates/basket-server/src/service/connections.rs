//! Connections: accepted while there is room, answered, and ended when their time is over.

use super::{
    framing::{Counted, Lengths, Watched},
    peers::Peers,
};
use crate::{api::Problem, http::metrics::Metrics};
use axum::{
    Router,
    extract::Request,
    http::{
        HeaderValue,
        header::{CONNECTION, TRANSFER_ENCODING},
    },
    response::{IntoResponse, Response},
};
use basket_core::diagnostic::Code;
use basket_web::caller::Peer;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep, timeout_at},
};

/// How much a connection buffers, which also bounds its headers.
const BUFFER: usize = 16 * 1024;
/// How much longer than its time a connection may have for the answer that is its last.
const LAST_ANSWER: Duration = Duration::from_mins(2);

/// What bounds the connections of one listener.
pub(super) struct Connections {
    pub(super) router: Router,
    pub(super) room: Arc<Semaphore>,
    pub(super) peers: Peers,
    pub(super) graceful: GracefulShutdown,
    pub(super) header_timeout: Duration,
    pub(super) write_timeout: Duration,
    pub(super) lifetime: Duration,
    pub(super) metrics: Arc<Metrics>,
}

impl Connections {
    /// The next connection, once there is room for it.
    pub(super) async fn accept(
        &self,
        listener: &TcpListener,
    ) -> (TcpStream, Peer, Option<OwnedSemaphorePermit>) {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.room).acquire_owned().await.ok();
        loop {
            match listener.accept().await {
                Ok((stream, address)) => return (stream, Peer(address.ip()), permit),
                Err(error) => {
                    // Mostly a want of file handles, which passes when others hang up.
                    tracing::warn!(%error, "cannot accept connection");
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    pub(super) fn serve(
        &self,
        stream: TcpStream,
        peer: Peer,
        permit: Option<OwnedSemaphorePermit>,
    ) {
        let Some(place) = self.peers.enter(peer) else { return };
        // Answers are small and whole; waiting to fill a packet would only delay them.
        let _ = stream.set_nodelay(true);
        let (stream, lengths) = Watched::new(stream, self.write_timeout);
        let router = TowerToHyperService::new(self.router.clone());
        let last = Instant::now() + self.lifetime;
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            let answer = answer(router.clone(), lengths.clone(), request);
            async move {
                let mut response = answer.await?;
                if Instant::now() > last {
                    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.header_timeout)
            .max_buf_size(BUFFER)
            // Who has said everything may close that half and still wait for the answer.
            .half_close(true)
            .serve_connection(TokioIo::new(stream), service);
        let connection = self.graceful.watch(connection);
        let metrics = Arc::clone(&self.metrics);
        metrics.connections.inc();
        tokio::spawn(async move {
            // A client that takes that long for one more response is not waited for.
            match timeout_at(last + LAST_ANSWER, connection).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::debug!(%error, "connection closed early"),
                Err(_) => tracing::debug!("connection closed after its time limit"),
            }
            metrics.connections.dec();
            drop((permit, place));
        });
    }
}

async fn answer(
    router: TowerToHyperService<Router>,
    lengths: Lengths,
    request: Request<Incoming>,
) -> Result<Response, Infallible> {
    if lengths.are_twofold(request.headers()) {
        let detail = "Send either Content-Length or Transfer-Encoding, not both.";
        let mut response = Problem::new(Code::BodyInvalid, detail).into_response();
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        return Ok(response);
    }
    let is_chunked = request.headers().contains_key(TRANSFER_ENCODING);
    let counting = (!is_chunked).then(|| lengths.clone());
    let request = request.map(|body| Counted::new(body, counting));
    let mut response = hyper::service::Service::call(&router, request).await?;
    if is_chunked && lengths.are_left() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}
