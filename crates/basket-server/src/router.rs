//! Every address of the service, in one place.

use crate::{
    admin as desk,
    api::{self, Api, admin},
    checkout, demo,
    files::{self, File},
    health,
    log::Log,
    metrics, payment,
};
use axum::{
    Router,
    http::HeaderMap,
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
        .route("/v1/carts/{cart}/checkout", post(api::start_checkout))
        .route("/v1/carts/{cart}/lines/{line}", patch(api::change_line).delete(api::remove_line));
    router = router
        .route("/v1/admin/products", get(admin::list_products))
        .route("/v1/admin/products/{sku}", put(admin::put_product).delete(admin::remove_product))
        .route("/v1/admin/carts", get(admin::list_carts))
        .route("/v1/admin/carts/{cart}", get(admin::read_cart))
        .route("/v1/admin/orders", get(admin::list_orders))
        .route("/v1/admin/orders/{order}", get(admin::read_order).patch(admin::change_order))
        .route("/v1/stripe/{shop}", post(payment::receive_stripe))
        .route("/v1/openapi.json", get(api::read_document))
        .route("/docs/api", get(api::read_page));
    for file in files::WIDGET {
        router = serve(router, &format!("/v1/{}", file.name), file, file.newest());
        let version = env!("CARGO_PKG_VERSION");
        router = serve(router, &format!("/v{version}/{}", file.name), file, files::IMMUTABLE);
    }
    router = backend(hosted_checkout(router));
    if with_demo {
        router = router.route("/", get(demo::read_home));
        for file in files::DEMO {
            router = serve(router, &format!("/demo/{}", file.name), file, files::CHECKED);
        }
    }
    router
        .fallback(desk::address_unknown)
        .method_not_allowed_fallback(desk::method_not_allowed)
        // One layer for all that happens around a request: each would cost as much again.
        .layer(Log(api.clone()))
        .with_state(api)
}

/// Where shoppers order.
fn hosted_checkout(router: Router<Api>) -> Router<Api> {
    let mut router = router
        .route("/checkout/{token}", get(checkout::read_checkout).post(checkout::place_order))
        .route("/checkout/{token}/review", post(checkout::review))
        .route("/checkout/{token}/pay", get(checkout::pay))
        .route("/checkout/{token}/design.css", get(checkout::read_design));
    for file in files::CHECKOUT {
        router = serve(router, &format!("/checkout/files/{}", file.name), file, files::CHECKED);
    }
    router
}

/// The pages of the people who run shops.
fn backend(router: Router<Api>) -> Router<Api> {
    const SETUP: &str = "/admin/settings/setup-design";
    let api_key = |name: &str| format!("{SETUP}/checkout-setup/api-key{name}");
    let webhooks = |name: &str| format!("{SETUP}/checkout-setup/webhooks{name}");
    let people = |name: &str| format!("/admin/settings/people{name}");
    let mut router = router
        .route("/admin", get(desk::read_home))
        .route("/admin/", get(desk::read_home))
        .route("/admin/sign-in", get(desk::read_sign_in).post(desk::sign_in))
        .route("/admin/sign-out", post(desk::sign_out))
        .route("/admin/setup/{token}", get(desk::read_setup).post(desk::set_up))
        .route("/admin/join/{token}", get(desk::read_join).post(desk::join))
        .route("/admin/password/{token}", get(desk::read_password).post(desk::set_password))
        .route("/admin/account", get(desk::read_account))
        .route("/admin/account/password", post(desk::change_password))
        .route("/admin/account/sign-out", post(desk::sign_out_everywhere))
        .route("/admin/shops", get(desk::read_shops).post(desk::open_shop))
        .route("/admin/shops/enter", post(desk::enter_shop))
        .route("/admin/start", get(desk::read_start))
        .route("/admin/settings", get(desk::to_api_key))
        .route(SETUP, get(desk::to_api_key))
        .route(&format!("{SETUP}/checkout-setup"), get(desk::to_api_key))
        .route(&api_key(""), get(desk::read_api_key))
        .route(&api_key("/create"), post(desk::create_key))
        .route(&api_key("/rotate"), post(desk::rotate_key))
        .route(&api_key("/revoke"), post(desk::revoke_key))
        .route(&api_key("/origins"), post(desk::change_origins))
        .route(&api_key("/checkout"), post(desk::change_checkout))
        .route(&api_key("/payment"), post(desk::change_payment))
        .route(&api_key("/webhook"), post(desk::change_webhook))
        .route(&api_key("/webhook-secret"), post(desk::rotate_webhook_secret))
        .route(&webhooks(""), get(desk::read_webhooks))
        .route(&webhooks("/{name}"), get(desk::read_webhook))
        .route(&webhooks("/{name}/again"), post(desk::send_again))
        .route(&people(""), get(desk::read_people))
        .route(&people("/invite"), post(desk::invite))
        .route(&people("/withdraw"), post(desk::withdraw))
        .route(&people("/role"), post(desk::set_role))
        .route(&people("/remove"), post(desk::remove_person))
        .route("/admin/settings/activity", get(desk::read_activity));
    router = goods(router);
    router = designer(router);
    for (path, file) in desk::files() {
        router = serve(router, &path, file, files::CHECKED);
    }
    router
}

/// What a shop sells, and what becomes of it.
fn goods(router: Router<Api>) -> Router<Api> {
    router
        .route("/admin/overview", get(desk::read_overview))
        .route("/admin/orders", get(desk::read_orders))
        .route("/admin/orders/{order}", get(desk::read_order).post(desk::change_order))
        .route("/admin/carts", get(desk::read_carts))
        .route("/admin/carts/{cart}", get(desk::read_cart))
        .route("/admin/products", get(desk::read_products))
        .route("/admin/products.csv", get(desk::export_products))
        .route("/admin/products/new", get(desk::read_new_product).post(desk::create_product))
        .route("/admin/products/edit", get(desk::read_product).post(desk::change_product))
        .route("/admin/products/remove", post(desk::remove_product))
        .route("/admin/products/import", get(desk::read_import_form).post(desk::import_products))
        .route("/admin/products/import/{import}", get(desk::read_import))
}

/// The designer and what belongs to it.
fn designer(router: Router<Api>) -> Router<Api> {
    let design = |name: &str| format!("/admin/settings/setup-design/design{name}");
    router
        .route(&design(""), get(desk::read_design).post(desk::change_design))
        .route(&design("/check"), post(desk::check_design))
        .route(&design("/preview"), get(desk::read_preview))
        .route(&design("/rename"), post(desk::rename_design))
        .route(&design("/remove"), post(desk::remove_design))
}

fn serve(router: Router<Api>, path: &str, file: &'static File, cache: &'static str) -> Router<Api> {
    router.route(path, get(async move |headers: HeaderMap| file.serve(&headers, cache)))
}
