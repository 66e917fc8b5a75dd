//! Whom the basket is compared with. Each page has one product that can be added, and the cart, loaded as the
//! contender's documentation says. Where a service of theirs is asked, this machine answers in its place, and from
//! another origin than the page's as theirs does.

/// Somebody who puts a cart button on a page.
pub struct Contender {
    /// What to call it; also its page.
    pub name: &'static str,
    /// Statements that put a cart with one item where the contender looks for it; `id` is one of our service's carts.
    pub remember: &'static str,
    /// The page's markup; `{{service}}` is where our service is, `{{embed}}` what it hands out, `{{theirs}}` where those
    /// of others are.
    pub markup: &'static str,
    /// A script expression: the button with the right number, if it is there.
    pub button: &'static str,
    /// A script expression: whether the button does what it should.
    pub works: &'static str,
}

pub const BASKET: &str = "basket";
pub const HAND: &str = "hand-written";
pub const BUY_BUTTON: &str = "buy-button-js";

pub const CONTENDERS: &[Contender] = &[
    Contender {
        name: BASKET,
        remember: "localStorage['service-basket:pk_demo:cart'] = id",
        markup: "{{embed}}<button data-embed=service-basket-add data-sku=MUG>Add</button>",
        button: "(() => { \
            const root = document.querySelector('[data-embed=service-basket]')?.shadowRoot; \
            return root?.querySelector('[part=count]')?.textContent == 1 && root.querySelector('[part=button]') })()",
        works: "document.querySelector('[data-embed=service-basket]').dataset.state == 'filled'",
    },
    Contender {
        name: HAND,
        remember: "localStorage['hand:pk_demo'] = id",
        markup: "<button data-embed=hand-add data-sku=MUG>Add</button><div data-embed=hand data-key=pk_demo></div>\
            <script src=/files/hand.js data-service={{service}} async></script>",
        button: "(() => { \
            const root = document.querySelector('[data-embed=hand]')?.shadowRoot; \
            return root?.querySelector('.cart b')?.textContent == 1 && root.querySelector('.cart') })()",
        works: "true",
    },
    // Nothing can be quicker: the number is in the page.
    Contender {
        name: "static-button",
        remember: "",
        markup: "<button>Add</button><button id=cart>Cart <b>1</b></button>",
        button: "document.getElementById('cart')",
        works: "true",
    },
    Contender {
        name: BUY_BUTTON,
        remember: "localStorage['token.shop.example.checkoutId'] = 'gid://shopify/Cart/1?key=a'",
        markup: "<div id=product></div><script>\
            const real = window.fetch;\
            window.fetch = (url, options) => real(`${url}`.replace('https://shop.example', '{{theirs}}'), options);\
            const start = () => {\
                const client = ShopifyBuy.buildClient({ domain: 'shop.example', storefrontAccessToken: 'token' });\
                const node = document.getElementById('product');\
                ShopifyBuy.UI.init(client).createComponent('product', { id: '1', node });\
            };\
            const script = document.createElement('script');\
            script.async = true;\
            script.src = '/files/buybutton.min.js';\
            script.onload = start;\
            document.head.append(script);\
            </script>",
        button: "(() => { \
            const frame = document.querySelector('[name=frame-toggle]'); \
            const count = frame?.contentDocument?.querySelector('.shopify-buy__cart-toggle__count'); \
            return count?.textContent == 1 && frame })()",
        works: "true",
    },
    // The cart itself is a page of Commerce Layer's in a frame, which is loaded when it is opened and not measured.
    Contender {
        name: "drop-in.js",
        remember: "document.cookie = 'commercelayer_order-id-client-market:all=order; path=/'",
        markup: "<link rel=stylesheet href=/files/drop-in.css><link rel=stylesheet href=/files/minicart.css>\
            <script>\
            const real = window.fetch;\
            window.fetch = (url, options) => real(`${url}`.replace(/^https:..(auth|shop).commercelayer.io/, '{{theirs}}'), options);\
            window.commercelayerConfig = { clientId: 'client', scope: 'market:all' };\
            </script>\
            <script type=module src=/files/drop-in.esm.js></script>\
            <cl-add-to-cart code=MUG>Add</cl-add-to-cart>\
            <cl-cart-link>Cart <cl-cart-count></cl-cart-count><cl-cart></cl-cart></cl-cart-link>",
        button: "document.querySelector('cl-cart-count')?.shadowRoot?.textContent == 1 \
            && document.querySelector('cl-cart-link')",
        works: "document.querySelector('cl-cart-link').role == 'button'",
    },
    // It has no service: the cart is in the browser only.
    Contender {
        name: "use-shopping-cart",
        remember: "const mug = { id: 'MUG', name: 'Stoneware mug', price: 1800, currency: 'EUR', quantity: 1, \
                value: 1800, formattedValue: '€18.00', formattedPrice: '€18.00' }; \
            const state = { cartCount: 1, totalPrice: 1800, formattedTotalPrice: '€18.00', cartDetails: { MUG: mug }, \
                _persist: { version: 1, rehydrated: true } }; \
            for (const name in state) state[name] = JSON.stringify(state[name]); \
            localStorage['persist:root'] = JSON.stringify(state)",
        markup: "<div id=shop></div><script src=/files/shopping-cart.js async></script>",
        button: "document.querySelector('#cart b')?.textContent == 1 && document.getElementById('cart')",
        works: "true",
    },
];
