//! Looking at a page and into its baskets.

use anyhow::{Context as _, Result, bail};
use fantoccini::elements::{Element, ElementRef};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Browser;
use crate::poll::{self, Attempt, PAGE};

/// The member that marks an element in a script's answer, as the WebDriver standard has it.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser {
    /// The value of a JavaScript expression on the page; of a promise, what it settles to.
    pub async fn eval<T: DeserializeOwned>(&self, expression: &str) -> Result<T> {
        self.run(&format!("return ({expression});"), vec![]).await
    }

    /// Runs the body of a JavaScript function on the page, with `arguments` as its arguments.
    pub async fn run<T: DeserializeOwned>(&self, body: &str, arguments: Vec<Value>) -> Result<T> {
        let value = self
            .client
            .execute(body, arguments)
            .await
            .with_context(|| format!("the script failed: {body}"))?;
        serde_json::from_value(value.clone())
            .with_context(|| format!("{value} is not what was asked of: {body}"))
    }

    /// Waits until a JavaScript expression is truthy, for ten seconds at most; the failure tells
    /// the last value. That tells more with [`Self::wait_for_value`] where one value is awaited.
    pub async fn wait_for(&self, expression: &str) -> Result<()> {
        self.wait(expression, |truthy, _| truthy).await
    }

    /// Waits until a JavaScript expression has this value as JSON, for ten seconds at most.
    pub async fn wait_for_value(&self, expression: &str, expected: impl Into<Value>) -> Result<()> {
        let expected = expected.into();
        self.wait(expression, |_, value| *value == expected)
            .await
            .with_context(|| format!("expected {expected}"))
    }

    /// Waits as [`Self::wait_for_value`] does, in the first frame of the page. It is entered anew for each look: to a
    /// driver, a frame that has loaded its page is another than before.
    pub async fn wait_for_value_in_frame(
        &self,
        expression: &str,
        expected: impl Into<Value>,
    ) -> Result<()> {
        let expected = expected.into();
        let window = self.client.window().await?;
        poll::until(PAGE, &format!("`{expression}` to be {expected}"), async || {
            let seen = match self.client.enter_frame(0).await {
                Ok(()) => self.eval::<Value>(expression).await,
                Err(error) => Err(error.into()),
            };
            // The way to the parent is lost with a frame; that to the window is not.
            self.client.switch_to_window(window.clone()).await?;
            Ok(match seen {
                Ok(value) if value == expected => Attempt::Done(()),
                Ok(value) => Attempt::NotYet(value.to_string()),
                Err(error) => Attempt::NotYet(format!("{error:#}")),
            })
        })
        .await
    }

    async fn wait(&self, expression: &str, enough: impl Fn(bool, &Value) -> bool) -> Result<()> {
        // Truth is asked for beside the value, since JSON cannot tell an object from nothing
        // where the object has no JSON form.
        let body = format!("const value = ({expression}); return [Boolean(value), value ?? null];");
        poll::until(PAGE, &format!("`{expression}`"), async || {
            Ok(match self.run::<(bool, Value)>(&body, vec![]).await {
                Ok((truthy, value)) if enough(truthy, &value) => Attempt::Done(()),
                Ok((_, value)) => Attempt::NotYet(value.to_string()),
                // Half a page may lack what the expression goes through.
                Err(error) => Attempt::NotYet(format!("{error:#}")),
            })
        })
        .await
    }

    /// The element with this part name in the first basket; waits for it.
    pub async fn part(&self, name: &str) -> Result<Element> {
        self.find_in_basket(0, &format!("[part~={name}]")).await
    }

    /// The first element that matches a selector in the shadow root of the nth basket, counted
    /// from 0; waits for it.
    pub async fn find_in_basket(&self, nth: usize, css: &str) -> Result<Element> {
        let body = "const basket = \
            document.querySelectorAll('[data-embed=\"service-basket\"]')[arguments[0]]; \
            return basket?.shadowRoot?.querySelector(arguments[1]) ?? null;";
        self.find_by(body, vec![json!(nth), json!(css)], &format!("{css} in basket {nth}")).await
    }

    /// How many elements match a selector in the shadow root of the nth basket just now.
    pub async fn count_in_basket(&self, nth: usize, css: &str) -> Result<usize> {
        let body = "const basket = \
            document.querySelectorAll('[data-embed=\"service-basket\"]')[arguments[0]]; \
            return basket?.shadowRoot?.querySelectorAll(arguments[1]).length ?? 0;";
        self.run(body, vec![json!(nth), json!(css)]).await
    }

    /// The first element that matches a selector on the page itself; waits for it.
    pub async fn find(&self, css: &str) -> Result<Element> {
        self.find_by("return document.querySelector(arguments[0]);", vec![json!(css)], css).await
    }

    /// The element that has the focus, inside shadow roots too; waits for there to be one.
    pub async fn focused(&self) -> Result<Element> {
        let body = "let element = document.activeElement; \
            while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement; \
            return element;";
        self.find_by(body, vec![], "a focused element").await
    }

    async fn find_by(&self, body: &str, arguments: Vec<Value>, awaited: &str) -> Result<Element> {
        poll::until(PAGE, awaited, async || {
            let found: Value = self.run(body, arguments.clone()).await?;
            if found.is_null() {
                return Ok(Attempt::NotYet("nothing".to_owned()));
            }
            let Some(id) = found.get(ELEMENT).and_then(Value::as_str) else {
                bail!("{found} is not an element");
            };
            let element = ElementRef::from(id.to_owned());
            Ok(Attempt::Done(Element::from_element_id(self.client.clone(), element)))
        })
        .await
    }
}
