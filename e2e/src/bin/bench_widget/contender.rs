//! Whom the basket is compared with. Each page has one product that can be added, and the cart.

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
        markup: "{{embed}}<button data-embed=service-basket-add data-sku=MUG>Add</button>",
        button: "(() => { \
            const root = document.querySelector('[data-embed=service-basket]')?.shadowRoot; \
            return root?.querySelector('[part=count]')?.textContent == 1 && root.querySelector('[part=button]') })()",
        works: "document.querySelector('[data-embed=service-basket]').dataset.state == 'filled'",
    },
    Contender {
        name: "hand",
        stored: "hand:pk_demo",
        value: None,
        markup: "<button data-embed=hand-add data-sku=MUG>Add</button><div data-embed=hand data-key=pk_demo></div>\
            <script src=/hand.js data-service={{service}} async></script>",
        button: "(() => { \
            const root = document.querySelector('[data-embed=hand]')?.shadowRoot; \
            return root?.querySelector('.cart b')?.textContent == 1 && root.querySelector('.cart') })()",
        works: "true",
    },
    Contender {
        name: "buy-button-js",
        stored: "token.shop.example.checkoutId",
        value: Some("gid://shopify/Cart/1?key=a"),
        // As its documentation has it: a product, with which the cart comes. Its service is here instead of far away.
        markup: "<div id=product></div><script>\
            const real = window.fetch;\
            window.fetch = (url, options) => real(`${url}`.replace('https://shop.example', ''), options);\
            const start = () => {\
                const client = ShopifyBuy.buildClient({ domain: 'shop.example', storefrontAccessToken: 'token' });\
                const node = document.getElementById('product');\
                ShopifyBuy.UI.init(client).createComponent('product', { id: '1', node });\
            };\
            const script = document.createElement('script');\
            script.async = true;\
            script.src = '/buybutton.js';\
            script.onload = start;\
            document.head.append(script);\
            </script>",
        button: "(() => { \
            const frame = document.querySelector('[name=frame-toggle]'); \
            const count = frame?.contentDocument?.querySelector('.shopify-buy__cart-toggle__count'); \
            return count?.textContent == 1 && frame })()",
        works: "true",
    },
];
