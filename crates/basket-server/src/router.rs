//! Every address of the service, in one place.

use crate::{
    api::{self, Api, admin},
    demo,
    files::{self, File},
    health, log, metrics,
};
use axum::{
    Router,
    http::HeaderMap,
    middleware::from_fn_with_state,
    routing::{get, patch, post, put},
};

/// All that the service answers; with the demo shop's pages if wanted.
pub(crate) fn router(api: Api, with_demo: bool) -> Router {
    let mut router = Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(metrics::metrics))
        .route("/v1/shop", get(api::read_shop))
        .route("/v1/products", get(api::list_products))
        .route("/v1/carts", post(api::create_cart))
        .route("/v1/carts/{cart}", get(api::read_cart))
        .route("/v1/carts/{cart}/lines", post(api::add_line).delete(api::empty_cart))
        .route("/v1/carts/{cart}/lines/{line}", patch(api::change_line).delete(api::remove_line));
    router = router
        .route("/v1/admin/products", get(admin::list_products))
        .route("/v1/admin/products/{sku}", put(admin::put_product).delete(admin::remove_product))
        .route("/v1/admin/carts", get(admin::list_carts))
        .route("/v1/admin/carts/{cart}", get(admin::read_cart))
        .route("/v1/openapi.json", get(api::read_document))
        .route("/docs/api", get(api::read_page));
    for file in files::WIDGET {
        router = serve(router, &format!("/v1/{}", file.name), file, file.newest());
        let version = env!("CARGO_PKG_VERSION");
        router = serve(router, &format!("/v{version}/{}", file.name), file, files::IMMUTABLE);
    }
    if with_demo {
        router = router.route("/", get(demo::read_home));
        for file in files::DEMO {
            router = serve(router, &format!("/demo/{}", file.name), file, files::CHECKED);
        }
    }
    router
        .fallback(api::address_unknown)
        .method_not_allowed_fallback(api::method_not_allowed)
        // One layer for all that happens around a request: each would cost as much again.
        .layer(from_fn_with_state(api.clone(), log::requests))
        .with_state(api)
}

fn serve(router: Router<Api>, path: &str, file: &'static File, cache: &'static str) -> Router<Api> {
    router.route(path, get(async move |headers: HeaderMap| file.serve(&headers, cache)))
}
