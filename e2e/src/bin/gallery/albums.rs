//! What there is to see, and how each picture comes about.

use serde_json::{Value, json};

use crate::picture::Action::{
    Add, Await, Click, Feature, Mode, Open, Reload, See, Sql, Tab, Type, Want,
};
use crate::picture::{Action, Album, Frame, Page, Picture};
use crate::scene::Scene;

const COFFEE: Action = Add("COFFEE", 2, Some(("monthly", 1)));
const RARE_COFFEE: Action = Add("COFFEE", 1, Some(("monthly", 3)));
const PAPER: Action = Add("PAPER", 1, Some(("daily", 1)));
const CHAIR: Action = Add("CHAIR", 1, None);
const CHAIRS: Action = Add("CHAIR", 3, None);
const MUG: Action = Add("MUG", 1, None);

const PANEL: Frame = Frame::Part(500, 620, "dialog");

pub fn albums() -> Vec<Album> {
    vec![
        desktop(),
        phone(),
        layouts(),
        buttons(),
        states(),
        colours(),
        languages(),
        directions(),
        problems(),
    ]
}

fn demo(name: &str, caption: &str, query: &str, frame: Frame, actions: &[Action]) -> Picture {
    Picture::new(name, caption, Page::Demo(query.to_owned()), frame, actions)
}

fn desktop() -> Album {
    let actions = [COFFEE, PAPER, CHAIR, Open];
    let frame = || Frame::Page(1280, 800, 1.0);
    Album {
        title: "On a desktop",
        about: "The demo shop, 1280 by 800.",
        columns: 2,
        pictures: vec![
            demo("basket", "`right detached tinted`", "detached=1", frame(), &actions),
            demo("dark", "`right`, dark", "theme=dark&tinted=0", frame(), &actions),
        ],
    }
}

fn phone() -> Album {
    let actions = [COFFEE, PAPER, CHAIR, Open];
    let frame = || Frame::Phone(390, 844);
    Album {
        title: "On a phone",
        about: "The demo shop, 390 by 844, and at 400 % on a desktop, which is 320 by 256.",
        columns: 4,
        pictures: vec![
            demo("phone", "The panel is a sheet", "", frame(), &actions),
            demo("phone-empty", "Empty", "", frame(), &[Open]),
            demo("phone-floating", "The floating button", "detached=1", frame(), &actions[..3]),
            demo("zoomed", "At 400 %", "", Frame::Page(320, 256, 1.0), &actions),
        ],
    }
}

fn layouts() -> Album {
    let mut pictures = Vec::new();
    for layout in 0..16_u8 {
        let names = ["right", "detached", "tinted", "persistent"];
        // The rows are places, the columns manners.
        let on = [8, 4, 2, 1].map(|bit| layout & bit != 0);
        let names = names.into_iter().zip(on).filter(|(_, on)| *on);
        let names: Vec<_> = names.map(|(name, _)| name).collect();
        let mut actions = vec![COFFEE, CHAIR, Open];
        if on[3] {
            actions.push(Reload);
        }
        let name = if names.is_empty() { "plain".to_owned() } else { names.join("-") };
        let caption =
            if names.is_empty() { "none".to_owned() } else { format!("`{}`", names.join(" ")) };
        pictures.push(Picture {
            name: format!("layout-{name}"),
            caption,
            page: Page::Own(Scene::new(&names.join(" "))),
            frame: Frame::Page(1024, 640, 0.5),
            actions,
        });
    }
    Album {
        title: "Layouts",
        about: "The sixteen combinations of the four attributes, open. With `persistent` the page has been loaded \
            again since the basket was opened; without it the basket would be closed then.",
        columns: 4,
        pictures,
    }
}

fn buttons() -> Album {
    let take = |name, caption, scene: Scene, actions: &[Action]| {
        let scene = Scene { bare: true, ..scene };
        Picture::new(name, caption, Page::Own(scene), Frame::Page(220, 110, 2.0), actions)
    };
    let dark = |scene: Scene| Scene { scheme: "dark", ..scene };
    Album {
        title: "The button",
        about: "In the page's flow, and floating with `detached`.",
        columns: 4,
        pictures: vec![
            take("button-empty", "Empty", Scene::new(""), &[]),
            take("button", "Filled", Scene::new(""), &[COFFEE, CHAIR]),
            take("button-focus", "With the keyboard's focus", Scene::new(""), &[COFFEE, Tab(1)]),
            take("button-dark", "Dark", dark(Scene::new("")), &[COFFEE, CHAIR]),
            take("floating-empty", "Floating, empty", Scene::new("detached"), &[]),
            take("floating", "Floating", Scene::new("right detached"), &[COFFEE, CHAIR]),
            take(
                "floating-many",
                "Floating, many",
                Scene::new("right detached"),
                &[Add("MUG", 999, None), CHAIR],
            ),
            take(
                "floating-dark",
                "Floating, dark",
                dark(Scene::new("right detached")),
                &[COFFEE, CHAIR],
            ),
        ],
    }
}

fn states() -> Album {
    let take = |name: &str, caption, mode, actions: &[Action]| {
        let scene = Scene { mode, ..Scene::new("right") };
        Picture::new(&format!("state-{name}"), caption, Page::Own(scene), PANEL, actions)
    };
    Album {
        title: "States",
        about: "What a shopper sees while something happens, and when something goes wrong.",
        columns: 3,
        pictures: vec![
            take("loading", "Loading", "held", &[Open]),
            take("empty", "Empty", "through", &[Open]),
            take("filled", "Filled", "through", &[COFFEE, PAPER, CHAIR, Open]),
            take(
                "coming",
                "A product on its way",
                "through",
                &[COFFEE, Open, Mode("held"), Want("MUG"), See(".skeleton")],
            ),
            take(
                "updating",
                "Updating",
                "through",
                &[COFFEE, CHAIR, Open, Mode("held"), Click("[part=increase]"), Await("updating")],
            ),
            take(
                "undo",
                "A removal can be undone",
                "through",
                &[
                    MUG,
                    COFFEE,
                    CHAIR,
                    Open,
                    Click("[part=remove]"),
                    See("[part=message] button"),
                    Await("filled"),
                ],
            ),
            take(
                "refused",
                "A change that was refused",
                "through",
                &[CHAIR, COFFEE, Open, Type("7"), See("[part=message]"), Await("filled")],
            ),
            take(
                "offline",
                "Offline, with changes kept",
                "through",
                &[COFFEE, CHAIR, Open, Mode("away"), Click("[part=increase]"), Await("offline")],
            ),
            take("error", "The cart cannot be read", "broken", &[Open, See("[part=message]")]),
            take(
                "checking-out",
                "Checking out",
                "through",
                &[
                    COFFEE,
                    CHAIR,
                    Open,
                    Mode("held"),
                    Click("[part=checkout]"),
                    Await("checking-out"),
                ],
            ),
            Picture::new(
                "state-toast",
                "Added, with `on_add`: `toast`",
                Page::Own(Scene::new("right").with("options", json!({"on_add": "toast"}))),
                Frame::Page(500, 300, 1.0),
                &[COFFEE, See("[part=toast]")],
            ),
            take("focus", "With the keyboard's focus", "through", &[COFFEE, CHAIR, Open, Tab(5)]),
            take(
                "gone",
                "A new price, and out of stock",
                "through",
                &[
                    MUG,
                    CHAIRS,
                    COFFEE,
                    Open,
                    Sql("UPDATE products SET stock = 0 WHERE sku = 'CHAIR'"),
                    Sql("UPDATE products SET price = 2000 WHERE sku = 'MUG'"),
                    Click("li:nth-child(3) [part=increase]"),
                    See(".warning"),
                    Await("filled"),
                ],
            ),
        ],
    }
}

/// All sixteen members.
fn theme() -> Value {
    json!({
        "primary": "#b3405e", "secondary": "#fff8f3",
        "text_primary": "#3a1d2e", "text_secondary": "#7a5566",
        "button_primary": "#f6dfd8",
        "button_cart_primary": "linear-gradient(100deg, #8e2f5c, #c8553d)", "button_cart_text_primary": "#ffffff",
        "button_checkout_primary": "linear-gradient(100deg, #8e2f5c, #c8553d)",
        "button_checkout_text_primary": "#ffffff",
        "chip_primary": "#8e2f5c", "product_card_primary": "#ffffff",
        "border": "1px solid #f0d9cf", "border_radius": "10px",
        "box_shadow": "0 12px 40px rgb(90 30 50 / 0.28)",
        "font_family": "Georgia, 'Noto Serif', serif", "font_weight": "500",
    })
}

fn colours() -> Album {
    let actions = [COFFEE, CHAIRS, Open];
    let take = |name, caption, scene, actions: &[Action]| {
        Picture::new(name, caption, Page::Own(scene), Frame::Page(500, 620, 1.0), actions)
    };
    let forced = [COFFEE, CHAIRS, Feature("forced-colors", "active"), Open];
    let dark = Scene { scheme: "dark", ..Scene::new("right detached tinted") };
    Album {
        title: "Colours",
        about: "What is built in follows the page's colour scheme; a theme may set all sixteen members of `style`.",
        columns: 2,
        pictures: vec![
            take("colours-light", "Light", Scene::new("right detached tinted"), &actions),
            take("colours-dark", "Dark", dark, &actions),
            take(
                "colours-theme",
                "All sixteen members set",
                Scene::new("right detached tinted").with("style", theme()),
                &actions,
            ),
            take("colours-forced", "Forced colours", Scene::new("right detached tinted"), &forced),
        ],
    }
}

fn languages() -> Album {
    let all = [
        ("de", "Deutsch"),
        ("dk", "Dansk"),
        ("el", "Ελληνικά"),
        ("en", "English"),
        ("es", "Español"),
        ("fi", "Suomi"),
        ("fr", "Français"),
        ("it", "Italiano"),
        ("nl", "Nederlands"),
        ("no", "Norsk"),
        ("sl", "Slovenščina"),
        ("sv", "Svenska"),
    ];
    let pictures = all.map(|(code, name)| {
        let scene = Scene::new("right").speaking(code);
        let actions = [RARE_COFFEE, CHAIRS, Open];
        let caption = format!("{name}, `{code}`");
        Picture::new(
            &format!("language-{code}"),
            &caption,
            Page::Own(scene),
            Frame::Part(500, 540, "dialog"),
            &actions,
        )
    });
    Album {
        title: "Languages",
        about: "The twelve native ones. A page may change any text, and add languages.",
        columns: 3,
        pictures: pictures.into(),
    }
}

fn directions() -> Album {
    let texts = json!({ "ar": {
        "your_cart": "سلة التسوق", "checkout": "إتمام الشراء", "total": "المجموع اليوم", "consumableProduct": "مادة استهلاكية",
        "empty_cart": "سلتك فارغة", "outOfStock": "نفد المخزون", "remove": "إزالة", "unit_price": "{price} للقطعة",
        "left": "نفد | بقيت قطعة واحدة | بقيت قطعتان | بقيت {count} قطع فقط | بقيت {count} قطعة فقط | بقيت {count} قطعة فقط",
        "items": "فارغة | منتج واحد | منتجان | {count} منتجات | {count} منتجًا | {count} منتج",
        "purchases": "لا مشتريات | شراء واحد | شراءان | {count} مشتريات | {count} مشترى | {count} مشترى",
        "subscriptions": "لا اشتراكات | اشتراك واحد | اشتراكان | {count} اشتراكات | {count} اشتراكًا | {count} اشتراك",
        "subscription_frequencies": { "daily": "يوميًا", "weekly": "أسبوعيًا", "monthly": "شهريًا", "yearly": "سنويًا" },
    } });
    let scene = |attributes| Scene::new(attributes).speaking("ar").with("locales", texts.clone());
    let actions = [COFFEE, CHAIRS, Open];
    let take = |name, caption, attributes, frame| {
        Picture::new(name, caption, Page::Own(scene(attributes)), frame, &actions)
    };
    Album {
        title: "Right to left",
        about: "Arabic, added by the page. All is mirrored but numbers and the stepper; the side stays the page's choice.",
        columns: 2,
        pictures: vec![
            take("rtl", "`detached`", "detached", Frame::Page(500, 620, 1.0)),
            take("rtl-phone", "On a phone", "", Frame::Phone(390, 620)),
        ],
    }
}

fn problems() -> Album {
    let take = |name, caption, scheme, key: &str| {
        let scene = Scene { scheme, bare: true, ..Scene::new("") }.with("api_key", json!(key));
        Picture::new(name, caption, Page::Own(scene), Frame::Page(620, 260, 1.0), &[See(".card")])
    };
    Album {
        title: "A configuration that does not work",
        about: "A card in the basket's place, on pages that are being made only.",
        columns: 2,
        pictures: vec![
            take("problem", "Light", "light", "<API_KEY>"),
            take("problem-dark", "Dark, with an unknown key", "dark", "pk_nobody"),
        ],
    }
}
