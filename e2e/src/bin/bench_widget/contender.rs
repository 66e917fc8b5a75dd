//! Whom the basket is compared with.

/// Somebody who puts a cart button on a page.
pub struct Contender {
    /// What to call it; also its page.
    pub name: &'static str,
    /// Where it remembers the cart.
    pub stored: &'static str,
    /// What it remembers, unless it is a cart of the service.
    pub value: Option<&'static str>,
    /// The page's markup; `{{service}}` is where the service is, `{{embed}}` what it hands out.
    pub markup: &'static str,
    /// A script expression: the button with the right number, if it is there.
    pub button: &'static str,
    /// A script expression: whether the button does what it should.
    pub works: &'static str,
}

pub const CONTENDERS: &[Contender] = &[
    Contender {
        name: "basket",
        stored: "service-basket:pk_demo:cart",
        value: None,
        markup: "{{embed}}",
        button: "(() => { \
            const root = document.querySelector('[data-embed]')?.shadowRoot; \
            return root?.querySelector('[part=count]')?.textContent == 1 && root.querySelector('[part=button]') })()",
        works: "document.querySelector('[data-embed]').dataset.state == 'filled'",
    },
    Contender {
        name: "hand",
        stored: "hand:pk_demo",
        value: None,
        markup: "<div data-embed=hand data-key=pk_demo></div>\
            <script src=/hand.js data-service={{service}} async></script>",
        button: "(() => { \
            const root = document.querySelector('[data-embed]')?.shadowRoot; \
            return root?.querySelector('.cart b')?.textContent == 1 && root.querySelector('.cart') })()",
        works: "true",
    },
    Contender {
        name: "buy-button-js",
        stored: "token.shop.example.checkoutId",
        value: Some("gid://shopify/Cart/1?key=a"),
        markup: "<div id=toggle></div><script src=/buybutton.js></script><script>\
            const real = window.fetch;\
            window.fetch = (url, options) => real(`${url}`.replace('https://shop.example', ''), options);\
            const client = ShopifyBuy.buildClient({ domain: 'shop.example', storefrontAccessToken: 'token' });\
            ShopifyBuy.UI.init(client).createComponent('cart', { toggles: [{ node: document.getElementById('toggle') }] });\
            </script>",
        button: "(() => { \
            const frame = document.querySelector('[name=frame-toggle]'); \
            const count = frame?.contentDocument?.querySelector('.shopify-buy__cart-toggle__count'); \
            return count?.textContent == 1 && frame })()",
        works: "true",
    },
];
