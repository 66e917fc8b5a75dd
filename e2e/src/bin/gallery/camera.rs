//! A browser that takes pictures: it brings a page into the state that one should show, and looks.

use std::path::Path;

use anyhow::{Context as _, Result};
use e2e::{Browser, Engine, HostSite, Key, Service};
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::picture::{Action, Frame, Page, Picture};

const BASKET: &str = "document.querySelector('[data-embed=\"service-basket\"]')";

/// Clicks an add marker that is gone before anyone can see it.
const ADD: &str = "const marker = document.createElement('button'); marker.id = 'unseen'; \
    Object.assign(marker.dataset, { embed: 'service-basket-add', ...arguments[0] }); \
    marker.style.display = 'none'; document.body.append(marker); marker.click();";

/// Starts checkouts, and orders what their pages show.
const CHECKOUT: &str = "
    const headers = { authorization: 'Bearer pk_demo', 'content-type': 'application/json' };
    const ask = async (path, body) => (await fetch(path,
      { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const hand_over = async (cart, locale) => {
      const { id } = await ask('/v1/carts', cart);
      return (await ask(`/v1/carts/${id}/checkout`, { locale })).url;
    };
    const order_for = async (name, cart, locale) => {
      const url = await hand_over(cart, locale);
      const contact = { name, email: `${name.split(' ')[0].toLowerCase()}@example.com`,
        'address-line1': 'Elm Street 1', 'postal-code': '12345', 'address-level2': 'Oakham', country: 'DE' };
      const review = await fetch(`${url}/review`, { method: 'POST', body: new URLSearchParams(contact) });
      const page = new DOMParser().parseFromString(await review.text(), 'text/html');
      const form = new URLSearchParams(new FormData(page.querySelector('form')));
      if (page.getElementById('method-parcel')) form.set('method', 'parcel');
      await fetch(url, { method: 'POST', body: form });
      return url;
    };
    const costs = { lines: [{ sku: 'MUG', quantity: 2 }, { sku: 'COFFEE', frequency: 'monthly' }], code: 'SPRING' };
    const begin = (locale) => hand_over(costs, locale);
    const order = (locale) => order_for('Ann Example', costs, locale);";

/// Fills carts, and has others ordered.
const SHOPPERS: &str = "
    return (async () => {
      const coffee = { sku: 'COFFEE', quantity: 2, frequency: 'monthly' };
      await order_for('Bob Miller', { lines: [{ sku: 'CHAIR' }, coffee] });
      await order_for('Eve Stone', { lines: [{ sku: 'EBOOK' }] });
      await ask('/v1/carts', { lines: [{ sku: 'MUG', quantity: 4 }] });
      await ask('/v1/carts', { lines: [] });
      await ask('/v1/carts', { lines: [{ sku: 'PAPER', frequency: 'daily' }, { sku: 'MUG' }] });
      return null;
    })();";

/// Signs the demo's operator in.
const SIGN_IN: &str = "document.querySelector('#email').value = 'demo@example.com'; \
    document.querySelector('#password').value = 'demo-demo-demo'; document.forms[0].submit();";

/// A browser without a driver's limits on its window.
pub struct Camera {
    browser: Browser,
}

impl Camera {
    pub async fn start() -> Result<Self> {
        Ok(Self { browser: Browser::start(Engine::Chromium).await? })
    }

    /// Takes one picture, and leaves nothing behind that the next one could show.
    pub async fn take(
        &mut self,
        picture: &Picture,
        service: &Service,
        site: &HostSite,
        file: &Path,
    ) -> Result<()> {
        self.point(&picture.frame).await?;
        let address = match &picture.page {
            Page::Demo(query) => service.url(&format!("/?{query}")),
            Page::Own(scene) => scene.page(site),
            Page::Checkout(script) => {
                self.take_checkout(script, &picture.actions, service, file).await?;
                return self.devtools("Emulation.setEmulatedMedia", json!({})).await;
            }
            Page::Backend(path) | Page::Stranger(path) => {
                let is_known = matches!(picture.page, Page::Backend(_));
                self.take_page(path, is_known, &picture.actions, service, file).await?;
                return self.devtools("Emulation.setEmulatedMedia", json!({})).await;
            }
        };
        self.browser.goto(&address).await?;
        self.wait(&format!(
            "!['', 'loading', undefined].includes({BASKET}.dataset.state) || window.mode == 'held'"
        ))
        .await?;
        for action in &picture.actions {
            self.act(action, service).await.with_context(|| format!("{action:?}"))?;
        }
        if picture.actions.iter().any(|action| matches!(action, Action::Click(_) | Action::Type(_)))
        {
            // No pointer was there, so what was clicked has a ring, and what was typed into a caret that blinks.
            self.browser.run::<()>(&inside("root.activeElement?.blur()"), vec![]).await?;
        }
        self.settle().await?;
        match picture.frame {
            Frame::Page(..) | Frame::Phone(..) => self.browser.screenshot(file).await?,
            Frame::Part(_, _, css) => {
                let part = self.browser.find_in_basket(0, css).await?;
                std::fs::write(file, part.screenshot().await?)?;
            }
        }
        self.browser.run::<()>("localStorage.clear()", vec![]).await?;
        self.devtools("Emulation.setEmulatedMedia", json!({})).await
    }

    /// Takes a picture of a page of the checkout.
    async fn take_checkout(
        &mut self,
        script: &str,
        actions: &[Action],
        service: &Service,
        file: &Path,
    ) -> Result<()> {
        self.browser.goto(&service.url("/")).await?;
        let address: String = self.browser.run(&[CHECKOUT, script].concat(), vec![]).await?;
        self.browser.goto(&address).await?;
        self.wait("document.readyState == 'complete'").await?;
        for action in actions {
            self.act(action, service).await.with_context(|| format!("{action:?}"))?;
        }
        // A caret blinks.
        self.browser.run::<()>("document.activeElement.blur()", vec![]).await?;
        self.take_painted(file).await
    }

    /// Takes a picture of a page of the backend.
    async fn take_page(
        &mut self,
        path: &str,
        is_known: bool,
        actions: &[Action],
        service: &Service,
        file: &Path,
    ) -> Result<()> {
        for action in actions {
            self.act(action, service).await.with_context(|| format!("{action:?}"))?;
        }
        self.browser.goto(&service.url("/admin/sign-in")).await?;
        let is_outside = self.browser.eval::<bool>("!!document.querySelector('#password')").await?;
        if is_known && is_outside {
            self.browser.run::<()>(&[CHECKOUT, SHOPPERS].concat(), vec![]).await?;
            self.browser.run::<()>(SIGN_IN, vec![]).await?;
            self.wait("location.pathname == '/admin/overview'").await?;
        }
        self.browser.goto(&service.url(path)).await?;
        // The basket in the designer's preview is in a frame, which only time can tell is done.
        self.wait(
            "!document.querySelector('iframe[data-src]') || document.querySelector('iframe').src",
        )
        .await?;
        self.take_painted(file).await
    }

    /// Waits until nothing moves on a page without a basket, and every picture in sight is painted.
    async fn take_painted(&mut self, file: &Path) -> Result<()> {
        self.wait("document.readyState == 'complete' && !document.getAnimations().length").await?;
        let paint = "Promise.all([...document.images].filter((image) => image.checkVisibility()) \
             .map((image) => image.decode().catch(() => null))) \
             .then(() => new Promise(requestAnimationFrame)) \
             .then(() => new Promise(requestAnimationFrame)).then(() => null)";
        self.browser.eval::<()>(paint).await?;
        self.browser.screenshot(file).await
    }

    /// Sets the page's area.
    async fn point(&self, frame: &Frame) -> Result<()> {
        let (width, height, scale, is_phone) = match *frame {
            Frame::Page(width, height, scale) => (width, height, scale, false),
            Frame::Part(width, height, _) => (width, height, 1.0, false),
            Frame::Phone(width, height) => (width, height, 1.0, true),
        };
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_phone });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await?;
        // Fingers get larger targets.
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone })).await
    }

    async fn act(&mut self, action: &Action, service: &Service) -> Result<()> {
        match action {
            Action::Add(sku, quantity, rhythm) => {
                let mut wanted = json!({ "sku": sku, "quantity": quantity });
                if let Some((frequency, interval)) = rhythm {
                    wanted["frequency"] = json!(frequency);
                    wanted["interval"] = json!(interval);
                }
                self.browser.run::<()>(ADD, vec![wanted]).await?;
                self.wait("document.getElementById('unseen').dataset.state == 'done'").await?;
                self.browser
                    .run::<()>("document.getElementById('unseen').remove()", vec![])
                    .await?;
            }
            Action::Want(sku) => {
                self.browser.run::<()>(ADD, vec![json!({ "sku": sku })]).await?;
            }
            Action::Open => {
                self.click("[part=button]").await?;
                self.wait(&inside("root.querySelector('dialog:is([open], :popover-open)')"))
                    .await?;
            }
            Action::Click(css) => self.click(css).await?,
            Action::Mode(mode) => {
                self.browser.run::<()>("window.mode = arguments[0]", vec![json!(mode)]).await?;
            }
            Action::Type(text) => {
                let select = inside("root.querySelector('[part=quantity]').select()");
                self.browser.run::<()>(&select, vec![]).await?;
                self.browser.type_text(text).await?;
                self.browser.press(Key::Enter).await?;
            }
            Action::Tab(times) => {
                for _ in 0..*times {
                    self.browser.press(Key::Tab).await?;
                }
            }
            Action::Await(state) => {
                self.wait(&format!("{BASKET}.dataset.state == '{state}'")).await?;
            }
            Action::See(css) => drop(self.browser.find_in_basket(0, css).await?),
            Action::Reload => {
                self.browser.reload().await?;
                self.wait(&inside("root?.querySelector('dialog:is([open], :popover-open)')"))
                    .await?;
            }
            Action::Feature(name, value) => {
                // What moves may be caught at any place, where no one can wait for it.
                let features = json!({ "features": [
                    { "name": name, "value": value },
                    { "name": "prefers-reduced-motion", "value": "reduce" },
                ] });
                self.devtools("Emulation.setEmulatedMedia", features).await?;
            }
            Action::Run(script) => self.browser.run::<()>(script, vec![]).await?,
            Action::Until(expression) => self.wait(expression).await?,
            Action::Sql(statement) => service.change_database(statement)?,
        }
        Ok(())
    }

    async fn click(&self, css: &str) -> Result<()> {
        self.browser.find_in_basket(0, css).await?;
        let body = inside("root.querySelector(arguments[0]).click()");
        self.browser.run(&body, vec![json!(css)]).await
    }

    /// Waits until nothing moves, and every picture in sight is there and painted.
    async fn settle(&self) -> Result<()> {
        // What goes on until an answer comes is held, so that the picture is the same each time. What has not begun, as the
        // end of a toast, moves nothing.
        let still = "root.getAnimations().every((animation) => \
            animation.effect.getComputedTiming().progress == null \
            || animation.effect.getTiming().iterations == Infinity \
            && (animation.pause(), animation.currentTime = 800))";
        self.wait(&inside(still)).await?;
        let paint = inside(
            "Promise.all([...document.images, ...root.querySelectorAll('img')] \
             .filter((image) => image.checkVisibility()).map((image) => image.decode())) \
             .then(() => new Promise(requestAnimationFrame)) \
             .then(() => new Promise(requestAnimationFrame)).then(() => null)",
        );
        self.browser.eval(&paint).await
    }

    async fn wait(&self, expression: &str) -> Result<()> {
        self.browser.wait_for(expression).await
    }

    async fn devtools(&self, command: &'static str, parameters: Value) -> Result<()> {
        self.browser.client().issue_cmd(Devtools(command, parameters)).await?;
        Ok(())
    }
}

/// A script expression about the basket's shadow root, which it may call `root`.
fn inside(expression: &str) -> String {
    format!("((root) => {expression})({BASKET}.shadowRoot)")
}

/// Chromium's own commands.
#[derive(Debug)]
struct Devtools(&'static str, Value);

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "cmd": self.0, "params": self.1 }).to_string()))
    }
}
