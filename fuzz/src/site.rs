//! A service of the fuzzer's own: the whole of it but the network, on SQLite. It must never know what is asked.

use basket_core::{json, money::Currency, product::Product};
use basket_model::{
    catalogue::{Mentioned, sheet},
    key::{KeyKind, NewKey},
    operator::{LinkPurpose, Role},
    shop::{Checkout, NewShop},
};
use basket_server::{InProcess, Settings, demo};
use basket_store::{Location, Store, StoreError, StoreOptions, Whence};
use http::{HeaderMap, Method, Request, Response, header::AUTHORIZATION};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// What a browser calls the service.
pub const HOST: &str = "fuzz.example";

/// A demo shop for shoppers, and a shop that its owner may do anything with.
#[derive(Debug)]
pub struct Site {
    service: InProcess,
    /// Where everything is kept.
    pub store: Arc<Store>,
    /// The owner's shop, and its secret key.
    pub shop: i64,
    /// Opens the shop's own part of the API.
    pub secret: String,
    /// The owner's session, as their browser carries it.
    pub session: String,
    /// What the owner's forms carry.
    pub csrf_token: String,
    /// A link with which somebody joins the owner's shop: the end of its address.
    pub invitation: String,
    /// A checkout of the demo shop, likewise.
    pub known_checkout: String,
    runtime: Runtime,
    _folder: TempDir,
}

impl Site {
    /// Starts it in a temporary folder, which is gone with the value.
    pub fn open() -> Self {
        let folder = must(tempfile::tempdir());
        let runtime = must(Builder::new_current_thread().enable_all().build());
        let location = Location::Sqlite(folder.path().join("fuzz.db"));
        let store = must(runtime.block_on(Store::open(&location, StoreOptions::default())));
        let store = Arc::new(store);
        must(runtime.block_on(demo::seed(&store)));
        let (shop, secret, session) = must(runtime.block_on(open_shop(&store)));
        let place = Some((shop, Role::Staff));
        let invitation =
            store.links().create(LinkPurpose::Join, place, None, Duration::from_hours(1));
        let invitation = must(runtime.block_on(invitation));
        let settings = Settings { demo: true, ..Settings::default() };
        let service = InProcess::new(&store, &settings);
        let mut site = Self {
            service,
            store,
            shop,
            secret,
            session,
            csrf_token: String::new(),
            invitation,
            known_checkout: String::new(),
            runtime,
            _folder: folder,
        };
        let form = site.answer(site.browser(Method::GET, "/admin/products/new", Vec::new()));
        let form = String::from_utf8_lossy(form.body()).into_owned();
        let token = form
            .split_once(r#"name="csrf_token" value=""#)
            .and_then(|(_, it)| it.split('"').next());
        site.known_checkout = site.checkout();
        must(token.ok_or("a form without a token")).clone_into(&mut site.csrf_token);
        site
    }

    /// Waits for the store.
    pub fn wait<T>(&self, future: impl Future<Output = Result<T, StoreError>>) -> T {
        must(self.runtime.block_on(future))
    }

    /// The whole answer to a request, which no failure of the service may be.
    pub fn answer(&self, request: Request<Vec<u8>>) -> Response<Vec<u8>> {
        let asked = format!("{} {}", request.method(), request.uri());
        let answer = self.runtime.block_on(self.service.answer(request));
        let answer = must(answer.ok_or("the answer broke off"));
        let body = String::from_utf8_lossy(answer.body());
        assert!(!answer.status().is_server_error(), "{asked}: {} {body}", answer.status());
        answer
    }

    /// A request as the owner's browser sends it from a page of the service.
    pub fn browser(&self, method: Method, path: &str, body: Vec<u8>) -> Request<Vec<u8>> {
        let request = Request::builder().method(method).uri(path).header("host", HOST);
        let request = request.header("origin", format!("http://{HOST}"));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        must(request.header("cookie", format!("basket-operator={}", self.session)).body(body))
    }

    /// A new cart of the demo shop with one line: its id and the line's.
    pub fn cart(&self) -> (String, String) {
        let cart = self.demo("/v1/carts", r#"{"lines":[{"sku":"MUG"}]}"#);
        let cart = must(json::parse(&cart));
        let (id, line) = (cart.root().get("id"), cart.root().get("lines").at(0).get("id"));
        (id.text().to_owned(), line.text().to_owned())
    }

    /// A new checkout of the demo shop: the end of its address.
    pub fn checkout(&self) -> String {
        let answer = self.demo(&format!("/v1/carts/{}/checkout", self.cart().0), "{}");
        let answer = must(json::parse(&answer));
        let token = answer.root().get("url").text().rsplit('/').next();
        must(token.filter(|token| !token.is_empty()).ok_or("a checkout without an address"))
            .to_owned()
    }

    fn demo(&self, path: &str, body: &str) -> String {
        let request = Request::post(path).header(AUTHORIZATION, format!("Bearer {}", demo::KEY));
        let request = request.header("content-type", "application/json");
        let answer = self.answer(must(request.body(body.into())));
        let text = String::from_utf8_lossy(answer.body()).into_owned();
        assert!(answer.status().is_success(), "{path}: {text}");
        text
    }
}

/// A service that is opened anew now and then, so that inputs leave little behind for those after them.
#[derive(Debug, Default)]
pub struct Renewed(Mutex<Option<(Site, u32)>>);

impl Renewed {
    /// After how many inputs.
    const INPUTS: u32 = 1000;

    /// One that is opened with the first input.
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Tries an input.
    pub fn with(&self, run: impl FnOnce(&Site)) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let young = kept.take().filter(|(_, inputs)| *inputs < Self::INPUTS);
        let (site, inputs) = young.unwrap_or_else(|| (Site::open(), 0));
        run(&site);
        *kept = Some((site, inputs + 1));
    }
}

/// Opens a shop with an owner: its number, a secret key, and a session of the owner's.
async fn open_shop(store: &Store) -> Result<(i64, String, String), StoreError> {
    let shop = NewShop {
        name: "Fuzz".to_owned(),
        currency: Currency::EUR,
        origins: Vec::new(),
        checkout: Checkout::Hosted,
        key: NewKey::publishable("pk_fuzz"),
    };
    let shop = store.shops().create(shop, products("MUG,Mug,1800,")).await?;
    // As dear as anything may be, for the sums of the demo shop's carts.
    let gold = products("GOLD,Gold,1000000000000,yearly/65535 1000000000000");
    if let Some(demo) = store.shops().of_key(demo::KEY).await? {
        store.products().put(demo.id, gold, Mentioned::ALL).await?;
    }
    let secret = NewKey::random(KeyKind::Secret)?;
    store.keys().create(shop, secret.clone()).await?;
    // Nobody signs in with it: the session is there already.
    store.operators().create("fuzz@shop.example", "").await?;
    let owner =
        store.operators().find("fuzz@shop.example").await?.map_or(0, |owner| owner.operator.id);
    store.operators().set_member(shop, owner, Role::Owner).await?;
    let session = store.sessions().open(owner, None, &Whence::default()).await?;
    Ok((shop, secret.text().to_owned(), session))
}

/// The product of a row.
fn products(row: &str) -> Vec<Product> {
    let file = format!("sku,name,price,subscriptions\n{row}\n");
    must(sheet::read(file.as_bytes())).products
}

/// What the text of an answer's header is; empty if there is none.
pub fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// What is needed to try anything at all.
pub fn must<T, E: std::fmt::Debug>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error:?}"),
    }
}
