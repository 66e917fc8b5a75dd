//! Every address of the service, in one place.

use crate::{
    CHECKOUT, DEMO,
    api::{self, admin as shop_api},
    checkout, demo, docs,
    http::log::{Log, LogSettings, Refuse},
    state::AppState,
};
use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, Method, Uri, header::CONNECTION},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
    routing::{get, patch, post, put},
};
use basket_admin::{self as admin, AdminState};
use basket_core::diagnostic::Code;
use basket_web::files::{CHECKED, File, IMMUTABLE, WIDGET};
use std::sync::{Arc, Once};

/// Pages that a host may want or not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OptionalPages {
    pub(crate) demo: bool,
    pub(crate) docs: bool,
}

/// All that the service answers.
pub(crate) fn router(state: AppState, pages: OptionalPages) -> Router {
    let mut router = Router::new()
        .route("/healthz", get(api::healthz))
        .route("/readyz", get(api::readyz))
        .route("/v1/shop", get(api::read_shop))
        .route("/v1/products", get(api::list_products))
        .route("/v1/carts", post(api::create_cart))
        .route("/v1/carts/{cart}", get(api::read_cart))
        .route("/v1/carts/{cart}/lines", post(api::add_line).delete(api::empty_cart))
        .route("/v1/carts/{cart}/code", put(api::apply_code).delete(api::remove_code))
        .route("/v1/carts/{cart}/checkout", post(api::start_checkout))
        .route("/v1/carts/{cart}/lines/{line}", patch(api::change_line).delete(api::remove_line));
    router = router
        .route("/v1/admin/products", get(shop_api::list_products))
        .route(
            "/v1/admin/products/{sku}",
            get(shop_api::read_product)
                .put(shop_api::put_product)
                .patch(shop_api::change_product)
                .delete(shop_api::remove_product),
        )
        .route("/v1/admin/carts", get(shop_api::list_carts))
        .route("/v1/admin/carts/{cart}", get(shop_api::read_cart))
        .route("/v1/admin/orders", get(shop_api::list_orders))
        .route("/v1/admin/orders/{order}", get(shop_api::read_order).patch(shop_api::change_order))
        .route("/v1/stripe/{shop}", post(api::receive_stripe))
        .route("/v1/openapi.json", get(api::read_document));
    for file in WIDGET {
        router = serve(router, &format!("/v1/{}", file.name), file, file.newest());
        let version = env!("CARGO_PKG_VERSION");
        router = serve(router, &format!("/v{version}/{}", file.name), file, IMMUTABLE);
    }
    router = router.merge(hosted_checkout(&state)).merge(backend(&state));
    for file in basket_designer::FILES {
        router =
            serve(router, &format!("{}/{}", basket_designer::FOLDER, file.name), file, CHECKED);
    }
    if pages.docs {
        router = router.merge(documentation());
    }
    if pages.demo {
        router = router.route("/", get(demo::read_home)).route("/metrics", get(api::metrics));
        for file in DEMO {
            router = serve(router, &format!("/demo/{}", file.name), file, CHECKED);
        }
    }
    router
        .fallback(address_unknown)
        .method_not_allowed_fallback(method_not_allowed)
        // One layer for all that happens around a request: each would cost as much again.
        .layer(log(&state))
        .with_state(state)
}

/// What is for those who watch over the service, and for nobody else.
pub(crate) fn internal_router(state: AppState) -> Router {
    Router::new()
        .route("/healthz", get(api::healthz))
        .route("/readyz", get(api::readyz))
        .route("/metrics", get(api::metrics))
        .fallback(async || api::address_unknown())
        .with_state(state)
}

fn log(state: &AppState) -> Log {
    Log::new(LogSettings {
        metrics: Arc::clone(&state.metrics),
        refuse_flood: refuse_flood(state.clone()),
        deadline: state.request_timeout,
        late,
        has_proxies: state.limits.proxies > 0,
        is_secure: state.public().is_some_and(|public| public.starts_with("https:")),
        proxy_warning: Once::new(),
    })
}

/// The answer to a request that takes too long: a page for people, a problem document for programs.
fn late(path: &str) -> fn() -> Response {
    if admin::is_inside(path) {
        admin::unavailable
    } else if path.starts_with("/checkout/") {
        checkout::unavailable
    } else {
        || api::Problem::plain(Code::Unavailable).into_response()
    }
}

/// Refuses a caller who floods the service with whatever there is. The connection goes with it, and what else was sent on
/// it: to answer each request, if only with a refusal, is what a flood is for.
fn refuse_flood(state: AppState) -> Refuse {
    Box::new(move |parts| {
        let wait = state.limits.take_any(parts, state.store.ticks()).err()?;
        Some(([(CONNECTION, "close")], api::Problem::wait(wait)).into_response())
    })
}

/// The documentation, and the designer that it starts with.
fn documentation() -> Router<AppState> {
    Router::new()
        .route("/docs", get(docs::to_start))
        .route("/docs/", get(docs::to_start))
        .route(docs::DESIGNER, get(docs::read).post(docs::change))
        .route("/docs/design/check", post(docs::check))
        .route("/docs/design/preview", get(docs::preview))
        .route("/docs/api", get(docs::to_api))
        .route("/docs/{*file}", get(docs::read_file))
}

/// Where shoppers order.
fn hosted_checkout(state: &AppState) -> Router<AppState> {
    let mut router = Router::new()
        .route("/checkout/{token}", get(checkout::read_checkout).post(checkout::place_order))
        .route("/checkout/{token}/review", post(checkout::review))
        .route("/checkout/{token}/pay", get(checkout::pay))
        .route("/checkout/{token}/invoice", get(checkout::read_invoice))
        .route("/checkout/{token}/design.css", get(checkout::read_design))
        .layer(from_fn_with_state(state.clone(), checkout::within_limits));
    for file in CHECKOUT {
        router = serve(router, &format!("/checkout/files/{}", file.name), file, CHECKED);
    }
    router
}

/// The pages of the people who run shops.
fn backend(state: &AppState) -> Router<AppState> {
    const SETUP: &str = "/admin/settings/setup-design";
    let api_key = |name: &str| format!("{SETUP}/checkout-setup/api-key{name}");
    let webhooks = |name: &str| format!("{SETUP}/checkout-setup/webhooks{name}");
    let people = |name: &str| format!("/admin/settings/people{name}");
    let mut router = Router::new()
        .route("/admin", get(admin::read_home))
        .route("/admin/", get(admin::read_home))
        .route("/admin/sign-in", get(admin::read_sign_in).post(admin::sign_in))
        .route("/admin/sign-in/code", post(admin::check_code))
        .route("/admin/sign-in/passkey", post(admin::sign_in_with_passkey))
        .route("/admin/sign-in/passkey/challenge", post(admin::begin_passkey_sign_in))
        .route("/admin/sign-out", post(admin::sign_out))
        .route("/admin/setup/{token}", get(admin::read_setup).post(admin::set_up))
        .route("/admin/join/{token}", get(admin::read_join).post(admin::join))
        .route("/admin/password", get(admin::read_reset).post(admin::ask_for_reset))
        .route("/admin/password/{token}", get(admin::read_password).post(admin::set_password))
        .route("/admin/account", get(admin::read_account))
        .route("/admin/account/password", post(admin::change_password))
        .route("/admin/account/app", post(admin::add_app))
        .route("/admin/account/app/new", post(admin::read_new_app))
        .route("/admin/account/app/remove", post(admin::remove_app))
        .route("/admin/account/passkeys", post(admin::add_passkey))
        .route("/admin/account/passkeys/new", post(admin::read_new_passkey))
        .route("/admin/account/passkeys/remove", post(admin::remove_passkey))
        .route("/admin/account/recovery", post(admin::new_recovery_codes))
        .route("/admin/account/sessions/end", post(admin::end_session))
        .route("/admin/account/sign-out", post(admin::sign_out_everywhere))
        .route(
            "/admin/account/delete",
            get(admin::read_account_deletion).post(admin::delete_account),
        )
        .route("/admin/account/keep", post(admin::keep_account))
        .route("/admin/shops", get(admin::read_shops).post(admin::open_shop))
        .route("/admin/shops/enter", post(admin::enter_shop))
        .route("/admin/start", get(admin::read_start))
        .route("/admin/settings", get(admin::to_api_key))
        .route(SETUP, get(admin::to_api_key))
        .route(&format!("{SETUP}/checkout-setup"), get(admin::to_api_key))
        .route(&api_key(""), get(admin::read_api_key))
        .route(&api_key("/create"), post(admin::create_key))
        .route(&api_key("/rotate"), post(admin::rotate_key))
        .route(&api_key("/revoke"), post(admin::revoke_key))
        .route(&api_key("/origins"), post(admin::change_origins))
        .route(&api_key("/checkout"), post(admin::change_checkout))
        .route(&api_key("/handover-secret"), post(admin::rotate_handover_secret))
        .route(&api_key("/payment"), post(admin::change_payment))
        .route(&api_key("/webhook"), post(admin::change_webhook))
        .route(&api_key("/webhook-secret"), post(admin::rotate_webhook_secret))
        .route(&webhooks(""), get(admin::read_webhooks))
        .route(&webhooks("/{name}"), get(admin::read_webhook))
        .route(&webhooks("/{name}/again"), post(admin::send_again))
        .route(&people(""), get(admin::read_people))
        .route(&people("/invite"), post(admin::invite))
        .route(&people("/withdraw"), post(admin::withdraw))
        .route(&people("/role"), post(admin::set_role))
        .route(&people("/remove"), post(admin::remove_person))
        .route(&people("/sessions"), post(admin::end_sessions))
        .route(&people("/disabled"), post(admin::set_disabled))
        .route(&people("/second-factor"), post(admin::set_second_factor))
        .route("/admin/settings/activity.csv", get(admin::export_activity))
        .route("/admin/settings/activity", get(admin::read_activity));
    router = privacy(costs(goods(router)));
    router = designer(router).layer(from_fn_with_state(state.clone(), backend_within_limits));
    for file in admin::FILES {
        router = serve(router, &format!("/admin/files/{}", file.name), file, CHECKED);
    }
    router.with_state(state.admin.clone())
}

/// Answers a page of the backend unless the caller's network has asked for too much already.
async fn backend_within_limits(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    match state.limits.take_request(&parts, state.store.ticks()) {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(wait) => admin::too_many_requests(wait),
    }
}

/// What a shop sells, and what becomes of it.
fn goods(router: Router<AdminState>) -> Router<AdminState> {
    router
        .route("/admin/overview", get(admin::read_overview))
        .route("/admin/orders", get(admin::read_orders))
        .route("/admin/orders/{order}", get(admin::read_order).post(admin::change_order))
        .route("/admin/orders/{order}/invoice", get(admin::read_invoice))
        .route("/admin/carts", get(admin::read_carts))
        .route("/admin/carts/{cart}", get(admin::read_cart))
        .route("/admin/products", get(admin::read_products))
        .route("/admin/products.csv", get(admin::export_products))
        .route("/admin/products/new", get(admin::read_new_product).post(admin::create_product))
        .route("/admin/products/edit", get(admin::read_product).post(admin::change_product))
        .route("/admin/products/remove", post(admin::remove_product))
        .route("/admin/products/import", get(admin::read_import_form).post(admin::import_products))
        .route("/admin/products/import/{import}", get(admin::read_import))
}

/// What orders cost beside their lines.
fn costs(router: Router<AdminState>) -> Router<AdminState> {
    let tax = |name: &str| format!("/admin/settings/tax{name}");
    let codes = |name: &str| format!("/admin/settings/codes{name}");
    router
        .route("/admin/settings/shipping", get(admin::read_shipping).post(admin::change_shipping))
        .route("/admin/settings/invoices", get(admin::read_invoices).post(admin::change_invoices))
        .route(&tax(""), get(admin::read_tax).post(admin::change_tax))
        .route(&tax("/standard"), post(admin::add_standard_rates))
        .route(&tax("/rates.csv"), get(admin::export_rates))
        .route(&tax("/import"), post(admin::import_rates))
        .route(&codes(""), get(admin::read_codes))
        .route(&codes(".csv"), get(admin::export_codes))
        .route(&codes("/new"), get(admin::read_new_code).post(admin::create_code))
        .route(&codes("/edit"), get(admin::read_code).post(admin::change_code))
        .route(&codes("/remove"), post(admin::remove_code))
        .route(&codes("/import"), get(admin::read_code_import).post(admin::import_codes))
}

/// What is kept about people, and the end of a shop.
fn privacy(router: Router<AdminState>) -> Router<AdminState> {
    let privacy = |name: &str| format!("/admin/settings/privacy{name}");
    router
        .route(&privacy(""), get(admin::read_privacy))
        .route(&privacy("/retention"), post(admin::change_retention))
        .route(&privacy("/person"), post(admin::find_person))
        .route(&privacy("/export"), post(admin::export_person))
        .route(&privacy("/erase"), post(admin::erase_person))
        .route(&privacy("/delete-shop"), post(admin::delete_shop))
        .route(&privacy("/keep-shop"), post(admin::keep_shop))
}

/// The designer and what belongs to it.
fn designer(router: Router<AdminState>) -> Router<AdminState> {
    let design = |name: &str| format!("/admin/settings/setup-design/design{name}");
    router
        .route(&design(""), get(admin::read_design).post(admin::change_design))
        .route(&design("/check"), post(admin::check_design))
        .route(&design("/preview"), get(admin::read_preview))
        .route(&design("/rename"), post(admin::rename_design))
        .route(&design("/remove"), post(admin::remove_design))
}

/// Answers an address that this build does not have. It may be a file of another build; else people get a page, and
/// programs a problem document.
async fn address_unknown(
    State(state): State<AppState>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if admin::is_inside(uri.path()) {
        return admin::not_found();
    }
    match state.builds.serve(&state.store, (&method, uri.path()), &headers).await {
        Ok(Some(file)) => file,
        Ok(None) => api::address_unknown().into_response(),
        Err(error) => api::Problem::from(error).into_response(),
    }
}

/// Answers an address that takes other methods, likewise.
async fn method_not_allowed(uri: Uri) -> Response {
    if admin::is_inside(uri.path()) {
        return admin::method_not_allowed();
    }
    api::method_not_allowed().into_response()
}

fn serve<S>(router: Router<S>, path: &str, file: &'static File, cache: &'static str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    router.route(
        path,
        get(async move |headers: HeaderMap| -> Response { file.serve(&headers, cache) }),
    )
}
