//! What causes the codes that the API answers with. Requests need `BASKET`, `KEY`, `SECRET` and `CART`, as on the page of
//! the API reference; the words of each case are those of the service.

use super::{Case, Example};

const ERRORS: (&str, &str) = ("API errors", "api.md#errors");
const KEYS: (&str, &str) = ("API keys", "api.md#keys");
const CARTS: (&str, &str) = ("Carts", "api.md#carts");
const ORDERS: (&str, &str) = ("Orders", "api.md#orders");
const PRODUCTS: (&str, &str) = ("Products", "api.md#products");

/// A request that has no more to say than what the code means.
const fn plain(request: &'static str) -> Example {
    Example::Call { request, detail: "", members: &[] }
}

const fn call(request: &'static str, detail: &'static str) -> Example {
    Example::Call { request, detail, members: &[] }
}

pub(super) const CASES: &[Case] = &[
    Case {
        code: "key-missing",
        about: "Every call needs a key: a publishable key for the calls of shoppers, a secret key for `/v1/admin`.",
        example: call(
            "```sh\ncurl \"$BASKET/v1/shop\"\n```",
            "Send the shop's key as `Authorization: Bearer …`, or as `?key=` on GET.",
        ),
        more: &[KEYS, ERRORS],
    },
    Case {
        code: "key-unknown",
        about: "The key may have a typing mistake, may have been revoked, or may be of the other kind: a publishable key \
                does not work for `/v1/admin`, and a secret key only there. A basket with an unknown key shows its fallback content.",
        example: plain(
            "```sh\ncurl \"$BASKET/v1/shop\" -H \"Authorization: Bearer pk_wrong\"\n```",
        ),
        more: &[KEYS, ("Backend", "backend.md"), ERRORS],
    },
    Case {
        code: "origin-forbidden",
        about: "The shop has a list of allowed origins, and the page's origin is not in it. Calls without an `Origin` header \
                are not restricted.",
        example: call(
            "With a shop that allows only other origins:\n\n```sh\ncurl \"$BASKET/v1/shop\" -H \"Authorization: Bearer $KEY\" -H \"Origin: https://other.example\"\n```",
            "The shop does not allow baskets on https://other.example.",
        ),
        more: &[KEYS, ("Backend", "backend.md"), ("Troubleshooting", "embed.md#troubleshooting")],
    },
    Case {
        code: "scope-missing",
        about: "A secret key can be limited to `read`, `products` or `orders`.",
        example: call(
            "With a key that has only the scope `read`:\n\n```sh\ncurl -X PATCH \"$BASKET/v1/admin/orders/1001\" -H \"Authorization: Bearer $SECRET\" \\\n  -H \"Content-Type: application/json\" -d '{ \"state\": \"paid\" }'\n```",
            "The key has no scope for this: it needs `orders`.",
        ),
        more: &[KEYS, ERRORS],
    },
    Case {
        code: "rate-limited",
        about: "`Retry-After` says how many seconds to wait. The basket on a page waits and repeats by itself.",
        example: call(
            "With more than 200 requests at once from one address, some get status 429:\n\n```sh\ncurl -i \"$BASKET/v1/shop\" -H \"Authorization: Bearer $KEY\"\n```",
            "Too many requests. Retry in 1 s.",
        ),
        more: &[
            ("Rate limits of the API", "api.md#rate-limits"),
            ("Rate limits", "limits.md#rate-limits"),
        ],
    },
    Case {
        code: "sku-unknown",
        about: "The product was never there, was removed, or its SKU is written in another way: upper and lower case matter.",
        example: call(
            "```sh\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"mug\" }'\n```",
            "The shop has no product with the sku \"mug\".",
        ),
        more: &[("SKU", "products.md#sku"), ("Add buttons", "add-buttons.md"), PRODUCTS],
    },
    Case {
        code: "offer-unknown",
        about: "A product is sold once, as a subscription, or both; `frequency` and `interval` must be those of one of its \
                `subscriptions`.",
        example: call(
            "```sh\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"MUG\", \"frequency\": \"weekly\" }'\n```",
            "The product \"MUG\" is not offered at this frequency and interval.",
        ),
        more: &[("Subscriptions", "products.md#subscriptions"), ("Add buttons", "add-buttons.md")],
    },
    Case {
        code: "out-of-stock",
        about: "`available` says how many there are. The cart stays as it was.",
        example: Example::Call {
            request: "```sh\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"CHAIR\", \"quantity\": 10 }'\n```",
            detail: "Not enough stock: only 3 available.",
            members: &[("available", "3")],
        },
        more: &[("Stock", "products.md#stock"), ("Stock in the API", "api.md#stock")],
    },
    Case {
        code: "limit-reached",
        about: "A cart has at most 100 lines, and a line at most 999 items.",
        example: call(
            "```sh\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"MUG\", \"quantity\": 1000 }'\n```",
            "A line holds at most 999 items.",
        ),
        more: &[CARTS, ("Size limits", "limits.md#size-limits")],
    },
    Case {
        code: "cart-expired",
        about: "A cart expires after 90 days without a visit, and when it is ordered. The basket on a page starts a new cart \
                by itself.",
        example: call(
            "With a cart that was ordered:\n\n```sh\ncurl \"$BASKET/v1/carts/$CART\" -H \"Authorization: Bearer $KEY\"\n```",
            "The cart has expired.",
        ),
        more: &[CARTS, ("Lifetimes", "limits.md#lifetimes")],
    },
    Case {
        code: "cart-unknown",
        about: "The id is wrong, belongs to another shop, or the cart was deleted.",
        example: plain(
            "```sh\ncurl \"$BASKET/v1/carts/0000000000000000000000000000000000000000\" \\\n  -H \"Authorization: Bearer $KEY\"\n```",
        ),
        more: &[CARTS, ("Lifetimes", "limits.md#lifetimes")],
    },
    Case {
        code: "line-unknown",
        about: "The line was removed, perhaps in another tab, or its id is wrong.",
        example: plain(
            "```sh\ncurl -X DELETE \"$BASKET/v1/carts/$CART/lines/77\" -H \"Authorization: Bearer $KEY\"\n```",
        ),
        more: &[CARTS, ("Script and events", "script.md")],
    },
    Case {
        code: "cart-empty",
        about: "A checkout needs at least one line.",
        example: plain(
            "With a cart that has no lines:\n\n```sh\ncurl \"$BASKET/v1/carts/$CART/checkout\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"locale\": \"de\" }'\n```",
        ),
        more: &[("Checkout", "checkout.md"), CARTS],
    },
    Case {
        code: "minimum-not-reached",
        about: "The shop has a minimum order value. `minimum` of the cart says how much is missing.",
        example: plain(
            "With a cart below the minimum order value of the shop:\n\n```sh\ncurl \"$BASKET/v1/carts/$CART/checkout\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"locale\": \"de\" }'\n```",
        ),
        more: &[("Checkout", "checkout.md"), CARTS],
    },
    Case {
        code: "code-unknown",
        about: "Upper and lower case do not matter. The cart keeps the code that it had.",
        example: plain(
            "```sh\ncurl -X PUT \"$BASKET/v1/carts/$CART/code\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"code\": \"SPRNG\" }'\n```",
        ),
        more: &[CARTS, ERRORS],
    },
    Case {
        code: "code-expired",
        about: "The first day of the code has not come yet, or the last one is over. The cart keeps the code that it had.",
        example: plain(
            "With a code whose last day is over:\n\n```sh\ncurl -X PUT \"$BASKET/v1/carts/$CART/code\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"code\": \"WINTER\" }'\n```",
        ),
        more: &[CARTS, ERRORS],
    },
    Case {
        code: "code-used-up",
        about: "A code can have a number of uses, in all or for each customer. The cart keeps the code that it had.",
        example: plain(
            "With a code that was used as often as it may be:\n\n```sh\ncurl -X PUT \"$BASKET/v1/carts/$CART/code\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"code\": \"FIRST100\" }'\n```",
        ),
        more: &[CARTS, ERRORS],
    },
    Case {
        code: "code-minimum",
        about: "The code is good but gives no discount yet. The cart keeps it, and the discount comes as soon as the cart is worth enough.",
        example: Example::Cart {
            request: "With a code that needs a cart of €50.00, and a cart of €36.00:\n\n```sh\ncurl -X PUT \"$BASKET/v1/carts/$CART/code\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"code\": \"SPRING\" }'\n```",
            members: ", \"missing\": 1400",
        },
        more: &[CARTS, ERRORS],
    },
    Case {
        code: "code-not-for-cart",
        about: "The code is for some products only. The cart keeps it, and the discount comes with the first of these products.",
        example: Example::Cart {
            request: "With a code for other products than those in the cart:\n\n```sh\ncurl -X PUT \"$BASKET/v1/carts/$CART/code\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"code\": \"LAMPS\" }'\n```",
            members: "",
        },
        more: &[CARTS, ERRORS],
    },
    Case {
        code: "country-unknown",
        about: "`country` says for which country shipping and tax are estimated.",
        example: plain(
            "```sh\ncurl \"$BASKET/v1/carts/$CART?country=XX\" -H \"Authorization: Bearer $KEY\"\n```",
        ),
        more: &[CARTS, ERRORS],
    },
    Case {
        code: "order-unknown",
        about: "The number is wrong, or the order is of another shop.",
        example: plain(
            "```sh\ncurl \"$BASKET/v1/admin/orders/999999\" -H \"Authorization: Bearer $SECRET\"\n```",
        ),
        more: &[ORDERS],
    },
    Case {
        code: "order-state",
        about: "`fulfilled` and `cancelled` are final, and an order never becomes `placed` again.",
        example: call(
            "With an order that is cancelled:\n\n```sh\ncurl -X PATCH \"$BASKET/v1/admin/orders/1001\" -H \"Authorization: Bearer $SECRET\" \\\n  -H \"Content-Type: application/json\" -d '{ \"state\": \"paid\" }'\n```",
            "An order that is cancelled cannot become paid.",
        ),
        more: &[ORDERS],
    },
    Case {
        code: "method-not-allowed",
        about: "The header `Allow` of the answer lists the methods of this path.",
        example: plain(
            "```sh\ncurl -X PUT \"$BASKET/v1/carts/$CART\" -H \"Authorization: Bearer $KEY\"\n```",
        ),
        more: &[("API reference", "api-reference.md"), ERRORS],
    },
    Case {
        code: "address-unknown",
        about: "The path has a typing mistake, or this version of the service does not have it.",
        example: plain("```sh\ncurl \"$BASKET/v1/cart\" -H \"Authorization: Bearer $KEY\"\n```"),
        more: &[("API reference", "api-reference.md"), ERRORS],
    },
    Case {
        code: "idempotency-mismatch",
        about: "A key belongs to one request for 24 hours: same method, path and body.",
        example: plain(
            "Two different requests with one key:\n\n```sh\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" -H \"Idempotency-Key: a1\" \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"MUG\" }'\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" -H \"Idempotency-Key: a1\" \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"COFFEE\" }'\n```",
        ),
        more: &[("Idempotency keys", "api.md#idempotency-keys")],
    },
    Case {
        code: "version-mismatch",
        about: "The request has `If-Match` with a version that is not the current one. Nothing was changed.",
        example: call(
            "```sh\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" -H 'If-Match: \"1\"' \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"MUG\" }'\n```",
            "The cart has changed since it was read.",
        ),
        more: &[("If-Match", "api.md#if-match")],
    },
    Case {
        code: "body-too-large",
        about: "The limit holds for every call of the API.",
        example: call(
            "With a file of more than 64 KiB:\n\n```sh\ncurl \"$BASKET/v1/carts\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d @large.json\n```",
            "A body may have 65536 bytes.",
        ),
        more: &[("Size limits", "limits.md#size-limits"), ERRORS],
    },
    Case {
        code: "body-type",
        about: "`curl -d` alone sends a form, which is the most common cause.",
        example: call(
            "```sh\ncurl \"$BASKET/v1/carts\" -H \"Authorization: Bearer $KEY\" -d '{ \"lines\": [{ \"sku\": \"MUG\" }] }'\n```",
            "Send the body as `Content-Type: application/json`.",
        ),
        more: &[CARTS, ERRORS],
    },
    Case {
        code: "body-invalid",
        about: "`detail` has the line and the column where the JSON ends to make sense.",
        example: call(
            "```sh\ncurl \"$BASKET/v1/carts\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"lines\": }'\n```",
            "The body is not JSON at line 1, column 12.",
        ),
        more: &[CARTS, ERRORS],
    },
    Case {
        code: "value-invalid",
        about: "`field` names the member, the header or the parameter. In a script of a page, for example, a quantity that is \
                not a whole number causes it.",
        example: Example::Call {
            request: "```sh\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"MUG\", \"quantity\": \"two\" }'\n```",
            detail: "The member \"quantity\" is missing or not possible.",
            members: &[("field", "\"quantity\"")],
        },
        more: &[("Objects of the API", "api-reference.md#objects"), ERRORS],
    },
    Case {
        code: "unavailable",
        about: "The database cannot be reached, or the service is starting or stopping. `Retry-After` says when to try again. \
                The basket on a page repeats by itself.",
        example: plain(
            "While the database is away:\n\n```sh\ncurl \"$BASKET/v1/carts\" -X POST -H \"Authorization: Bearer $KEY\"\n```",
        ),
        more: &[("Monitoring", "monitoring.md"), ERRORS],
    },
    Case {
        code: "outcome-unknown",
        about: "Only with PostgreSQL, and only for changes that cannot be repeated safely: a call without `Idempotency-Key` that \
                adds to a cart, or a change of a product or an order. The basket on a page always sends a key.",
        example: plain(
            "If the connection to the database breaks while the change is written:\n\n```sh\ncurl \"$BASKET/v1/carts/$CART/lines\" -H \"Authorization: Bearer $KEY\" \\\n  -H \"Content-Type: application/json\" -d '{ \"sku\": \"MUG\" }'\n```",
        ),
        more: &[("High availability", "high-availability.md#when-the-database-fails"), ERRORS],
    },
    Case {
        code: "storage-full",
        about: "Carts can still be read. Changes work again as soon as there is space.",
        example: plain(
            "While the disk of the database is full:\n\n```sh\ncurl \"$BASKET/v1/carts\" -X POST -H \"Authorization: Bearer $KEY\"\n```",
        ),
        more: &[("Monitoring", "monitoring.md"), ("Database", "deploy.md#database")],
    },
    Case {
        code: "internal",
        about: "The cause is in the log of the service, not in the answer. The header `X-Request-Id` finds it there.",
        example: plain(
            "Any call can get it:\n\n```sh\ncurl -i \"$BASKET/v1/shop\" -H \"Authorization: Bearer $KEY\"\n```",
        ),
        more: &[("Monitoring", "monitoring.md"), ERRORS],
    },
];
