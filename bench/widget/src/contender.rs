//! Whom the basket is compared with. Each page has one product that can be added, and the cart, loaded as the
//! contender's documentation says. Where a service of theirs is asked, this machine answers in its place, and from
//! another origin than the page's as theirs does.

/// Somebody who puts a cart button on a page.
pub struct Contender {
    /// What to call it; also its page.
    pub name: &'static str,
    /// Statements that put a cart with one item where the contender looks for it; `id` is one of our service's carts.
    pub remember: &'static str,
    /// The page's markup; `{{service}}` is where our service is, `{{embed}}` what it hands out, `{{printed}}` the same with
    /// the two further steps, `{{theirs}}` where those of others are.
    pub markup: &'static str,
    /// The page's language.
    pub language: &'static str,
    /// A script expression: the button, if it is there.
    pub button: &'static str,
    /// A script expression: the number on it. The parser may have come to the button and not yet to its number.
    pub number: &'static str,
    /// A script expression: whether the button does what it should.
    pub works: &'static str,
    /// Whether it has a button for a shopper without a cart.
    pub has_empty: bool,
}

impl Contender {
    /// Whether its cart is one of our service's.
    pub fn asks_our_service(&self) -> bool {
        ["{{service}}", "{{embed}}", "{{printed}}"].iter().any(|name| self.markup.contains(name))
    }
}

pub const BASKET: &str = "basket";
/// With the two further steps of `basket embed`.
pub const PRINTED: &str = "basket, printed with the page";
pub const HAND: &str = "hand-written";
pub const STATIC: &str = "static-button";
pub const BUY_BUTTON: &str = "buy-button-js";
pub const SHOPPING_CART: &str = "use-shopping-cart";

const OUR_CART: &str = "localStorage['service-basket:pk_demo:cart'] = id";
const OUR_BUTTON: &str = "document.querySelector('[data-embed=service-basket]')?.shadowRoot?.querySelector('[part=button]')";
const OUR_NUMBER: &str = "document.querySelector('[data-embed=service-basket]').shadowRoot.querySelector('[part=count]')?.textContent";
const OURS_WORKS: &str = "['empty', 'filled'].includes(document.querySelector('[data-embed=service-basket]').dataset.state)";
const HAND_BUTTON: &str =
    "document.querySelector('[data-embed=hand]')?.shadowRoot?.querySelector('.cart')";
const HAND_NUMBER: &str =
    "document.querySelector('[data-embed=hand]').shadowRoot.querySelector('.cart b')?.textContent";
const HAND_WORKS: &str =
    "document.querySelector('[data-embed=hand]').shadowRoot.querySelector('dialog')";

/// Our own, as `basket embed` prints it.
const OURS: Contender = Contender {
    name: BASKET,
    remember: OUR_CART,
    markup: "{{embed}}<button data-embed=service-basket-add data-sku=MUG>Add</button>",
    language: "en",
    button: OUR_BUTTON,
    number: OUR_NUMBER,
    works: OURS_WORKS,
    has_empty: true,
};

/// Our own, with the two further steps.
const PRINTED_OURS: Contender = Contender {
    name: PRINTED,
    markup: "{{printed}}<button data-embed=service-basket-add data-sku=MUG>Add</button>",
    ..OURS
};

/// It asks the service, then shows what it says.
const HAND_WRITTEN: Contender = Contender {
    name: HAND,
    remember: "localStorage['hand:pk_demo'] = id",
    markup: "<button data-embed=hand-add data-sku=MUG>Add</button><div data-embed=hand data-key=pk_demo></div>\
        <script src=/files/hand.js data-service={{service}} async></script>",
    language: "en",
    button: HAND_BUTTON,
    number: HAND_NUMBER,
    works: HAND_WORKS,
    has_empty: true,
};

pub const CONTENDERS: &[Contender] = &[
    OURS,
    PRINTED_OURS,
    Contender { name: "basket, German", language: "de", ..OURS },
    Contender { name: "basket, German, printed with the page", language: "de", ..PRINTED_OURS },
    HAND_WRITTEN,
    // The same with the same tricks: the button at once, with the number of the last page.
    Contender {
        name: "hand-written, with the same tricks",
        markup: "<button data-embed=hand-add data-sku=MUG>Add</button><div data-embed=hand data-key=pk_demo data-quick></div>\
            <script src=/files/hand.js data-service={{service}} async></script>",
        ..HAND_WRITTEN
    },
    // Nothing can be quicker: the number is in the page.
    Contender {
        name: STATIC,
        remember: "",
        markup: "<button>Add</button><button id=cart>Cart <b></b></button>\
            <script>document.querySelector('b').textContent = items</script>",
        language: "en",
        button: "document.getElementById('cart')",
        number: "document.querySelector('#cart b')?.textContent",
        works: "true",
        has_empty: true,
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
        language: "en",
        button: "document.querySelector('[name=frame-toggle]')",
        number: "document.querySelector('[name=frame-toggle]').contentDocument \
            ?.querySelector('.shopify-buy__cart-toggle__count')?.textContent",
        works: "true",
        has_empty: false,
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
        language: "en",
        button: "document.querySelector('cl-cart-link')",
        number: "document.querySelector('cl-cart-count')?.shadowRoot?.textContent",
        works: "document.querySelector('cl-cart-link').role == 'button'",
        has_empty: false,
    },
    // It has no service: the cart is in the browser only.
    Contender {
        name: SHOPPING_CART,
        remember: "const mug = { id: 'MUG', name: 'Stoneware mug', price: 1800, currency: 'EUR', quantity: 1, \
                value: 1800, formattedValue: '€18.00', formattedPrice: '€18.00' }; \
            const state = { cartCount: 1, totalPrice: 1800, formattedTotalPrice: '€18.00', cartDetails: { MUG: mug }, \
                _persist: { version: 1, rehydrated: true } }; \
            for (const name in state) state[name] = JSON.stringify(state[name]); \
            localStorage['persist:root'] = JSON.stringify(state)",
        markup: "<div id=shop></div><script src=/files/shopping-cart.js async></script>",
        language: "en",
        button: "document.getElementById('cart')",
        number: "document.querySelector('#cart b')?.textContent",
        works: "true",
        has_empty: true,
    },
];
