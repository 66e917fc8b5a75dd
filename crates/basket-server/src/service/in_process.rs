//! The service without a network: requests in, responses out. It must never know a socket, nor do
//! anything between two requests.

use super::{Settings, app_state};
use crate::{http::metrics::Metrics, router::router};
use axum::{
    Router,
    body::Body,
    http::{Request, Response},
};
use basket_store::Store;
use http_body_util::BodyExt as _;
use std::sync::Arc;
use tower_service::Service as _;

/// Answers requests that are handed to it.
#[derive(Debug, Clone)]
pub struct InProcess(Router);

impl InProcess {
    /// On a store, with those of the settings that are not about connections.
    pub fn new(store: &Arc<Store>, settings: &Settings) -> Self {
        let metrics = Arc::new(Metrics::new());
        Self(router(app_state(store, settings, &metrics), settings.demo))
    }

    /// The whole answer to a request; `None` if it breaks off.
    pub async fn answer(&self, request: Request<Vec<u8>>) -> Option<Response<Vec<u8>>> {
        let Ok(response) = self.0.clone().call(request.map(Body::from)).await;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.ok()?.to_bytes();
        Some(Response::from_parts(parts, body.into()))
    }
}
