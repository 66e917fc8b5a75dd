//! What the widget's third module answers: what a cart costs beside its lines, as nodes for the panel. Only shops with
//! discounts, delivery, tax or a minimum order load it. It must never decide what something costs; the service does.

mod sums;
mod texts;

pub use texts::{CostKey, NATIVE};

use crate::{
    app::view::{BEFORE_CHECKOUT, BEFORE_LIST, SUM_TOTAL, icon},
    cart::{Adjustment, AdjustmentKind, CodeProblem, Costs, Minimum},
    json::{Kind, Node, Writer},
    locale::Intl,
    money::{Currency, Minor},
    tree::Tree,
    wire,
};
use alloc::string::String;
use texts::Texts;

/// The style sheet of what is shown here, which follows that of every basket.
pub const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/costs.css"));

/// Answers with an object: nodes of [`crate::tree`], by the head of the element of the basket's tree that they come before.
///
/// The question is `{"cart", "tag", "codes", "own", "texts", "entered", "refusal", "is_new"}`: the cart as the service
/// answered it; the language as platforms know it, its two codes, the page's own texts and the lines of the native language; the code that was
/// entered last and the code of its refusal, if it was refused; whether the cart's code was entered on this page.
pub fn costs(question: Node<'_>, intl: impl Intl) -> String {
    let mut out = Writer::new();
    out.open('{');
    if let Some(cart) = wire::read_cart(question.get("cart")) {
        let codes = question.get("codes");
        let own = question.get("own");
        let part = |goods| Part {
            intl,
            language: question.get("tag").text(),
            currency: cart.currency,
            texts: Texts::new(
                own,
                [codes.at(0).text(), codes.at(1).text()],
                question.get("texts").text(),
            ),
            costs: &cart.costs,
            goods,
            tree: Tree::default(),
        };
        let goods = cart.goods();
        let mut before = |head: &str, part: Part<'_, _>| {
            out.name(head).open('[').raw(&part.tree.finish()).close(']');
        };
        let mut top = part(goods);
        top.goal();
        before(BEFORE_LIST, top);
        let mut rows = part(goods);
        rows.sums();
        before(SUM_TOTAL, rows);
        let mut foot = part(goods);
        foot.minimum();
        foot.code(&Attempt {
            entered: question.get("entered").text(),
            refusal: question.get("refusal").text(),
            is_new: question.get("is_new").kind() == Kind::True,
        });
        before(BEFORE_CHECKOUT, foot);
    }
    out.close('}');
    out.finish()
}

/// What the shopper did with the field for a code.
struct Attempt<'a> {
    entered: &'a str,
    refusal: &'a str,
    is_new: bool,
}

/// Nodes in the making, and what they show.
struct Part<'a, I> {
    intl: I,
    language: &'a str,
    currency: Currency,
    texts: Texts<'a>,
    costs: &'a Costs,
    goods: Minor,
    tree: Tree,
}

impl<I: Intl> Part<'_, I> {
    fn money(&self, amount: Minor) -> String {
        let mut text = String::new();
        self.intl.money(&mut text, amount, self.currency, self.language);
        text
    }

    /// An element with a text.
    fn leaf(&mut self, head: &'static str, key: CostKey) {
        self.tree.leaf(head, self.texts.get(key));
    }

    /// An element with a text that has placeholders.
    fn filled(&mut self, head: &'static str, key: CostKey, values: &[(&str, &str)]) {
        self.texts.fill(self.tree.open(head).compose(), key, values);
        self.tree.parts().close();
    }

    /// How much is missing to free delivery.
    fn goal(&mut self) {
        let shipping =
            self.costs.adjustments.iter().find(|it| is_now(it, AdjustmentKind::Shipping));
        let Some(missing) = shipping.and_then(|shipping| shipping.missing) else { return };
        self.tree.open("div|part=goal");
        if missing > 0 {
            let price = self.money(missing);
            self.filled("p|id=goal", CostKey::FreeFrom, &[("price", &price)]);
        } else {
            self.leaf("p|id=goal|class=reached", CostKey::FreeReached);
        }
        let all = self.goods.saturating_add(missing.max(0)).max(1);
        self.tree.open("progress|aria-labelledby=goal");
        self.tree.number("max", all).number("value", self.goods).close().close();
    }

    /// What is missing to the smallest order that the shop takes.
    fn minimum(&mut self) {
        let Some(Minimum { amount, missing }) = self.costs.minimum else { return };
        let (total, price) = (self.money(amount), self.money(missing));
        let values = [("total", total.as_str()), ("price", price.as_str())];
        self.filled("p|part=minimum", CostKey::Minimum, &values);
    }

    /// The field for a code, and what is wrong with the one that was entered.
    fn code(&mut self, attempt: &Attempt<'_>) {
        let costs = self.costs;
        if !costs.takes_codes && costs.code.is_none() {
            return;
        }
        self.tree.open("div|part=code");
        let refused = CodeProblem::parse(attempt.refusal, 0).map(|it| (attempt.entered, it));
        let kept = costs.code.as_ref().and_then(|it| Some((it.code.as_str(), it.problem?)));
        let problem = refused.or(kept);
        if costs.takes_codes {
            self.tree.open("details");
            self.leaf("summary", CostKey::Code);
            self.tree.open("form");
            let field = "input|autocomplete=off|autocapitalize=characters|spellcheck=false|enterkeyhint=done|maxlength=64|aria-describedby=code-said";
            self.tree.open(field).with("aria-label", self.texts.get(CostKey::Code));
            self.tree.with("aria-invalid", if refused.is_some() { "true" } else { "false" });
            self.tree.close();
            self.leaf("button|type=submit", CostKey::CodeApply);
            self.tree.close().close();
        }
        self.tree.open("p|id=code-said|role=status");
        if let Some((code, problem)) = problem {
            self.problem(code, problem);
        } else if attempt.is_new {
            self.success();
        }
        self.tree.close();
        // A code that gives nothing now has no row with a button.
        if let Some((code, _)) = kept {
            self.remove(code);
        }
        self.tree.close();
    }

    fn problem(&mut self, code: &str, problem: CodeProblem) {
        let (key, missing) = match problem {
            CodeProblem::Unknown => (CostKey::CodeUnknown, 0),
            CodeProblem::Expired => (CostKey::CodeExpired, 0),
            CodeProblem::UsedUp => (CostKey::CodeUsedUp, 0),
            CodeProblem::Minimum { missing } => (CostKey::CodeMinimum, missing),
            CodeProblem::NotForCart => (CostKey::CodeNotForCart, 0),
        };
        let price = self.money(missing);
        self.filled("span|class=problem", key, &[("code", code), ("price", &price)]);
    }

    /// The button that takes a code off.
    fn remove(&mut self, code: &str) {
        let text = self.tree.open("button|type=button|part=code-remove").compose();
        self.texts.fill(text, CostKey::CodeRemove, &[("code", code)]);
        self.tree.with_parts("aria-label");
        icon::cross(&mut self.tree);
        self.tree.close();
    }
}

/// Whether an adjustment of that kind counts now.
fn is_now(adjustment: &Adjustment, kind: AdjustmentKind) -> bool {
    adjustment.kind == kind && adjustment.period.is_none()
}

#[cfg(test)]
mod tests;
