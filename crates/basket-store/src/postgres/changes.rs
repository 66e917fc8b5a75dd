//! Changes to carts, correct under any number of processes without a lock that outlives a statement.
//!
//! What must be known is read in one round trip, for all who wait. What was decided is written in one
//! statement that finds each cart only at the version that was read. If another transaction was quicker with a
//! cart, everything about it is read and decided again, this time alone and holding the cart, so that
//! many requests for one cart succeed too.

use super::{
    carts::{self, Wanted},
    connection::Connection,
    is_text, notes, products,
    writes::{Kind, Writes},
};
use crate::{
    ChangeError, StoreError,
    decision::{self, Decision, Known},
    outcome::{self, Outcome},
};
use basket_core::{cart::Cart, money::Currency};
use basket_model::{
    change::{Action, Change, Refused},
    shop::Shop,
};
use std::{slice, sync::Arc};
use tokio_postgres::types::Type;

/// How often a change is tried alone. Only another request with the same idempotency key can be
/// quicker then, and that has an answer to give once it is done.
const ATTEMPTS: usize = 3;

/// A change that a caller waits for.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) shop: i64,
    pub(super) currency: Currency,
    pub(super) change: Change,
    pub(super) now: i64,
}

/// What became of a change; `None` if it must be tried alone.
pub(super) type Answer = Option<Result<Cart, Refused>>;

impl Job {
    pub(super) fn new(shop: &Shop, change: Change, now: i64) -> Self {
        Self { shop: shop.id, currency: shop.currency, change, now }
    }

    /// Whether both can be decided by what was read before either: not on the same cart, nor under the
    /// same key.
    pub(super) fn agree(one: &Arc<Self>, other: &Arc<Self>) -> bool {
        let (cart, key) = one.names();
        let (other_cart, other_key) = other.names();
        (cart.is_none() || cart != other_cart) && (key.is_none() || key != other_key)
    }

    /// Whether it does no harm to make the change again if it was made already: the key proves that it was, a new cart
    /// that nobody knows of is swept away, and a quantity can be set twice. What is added twice is there twice.
    fn is_repeatable(&self) -> bool {
        let Change { action, idempotency, .. } = &self.change;
        idempotency.is_some() || !matches!(action, Action::AddLine { .. })
    }

    /// What an error means for the change: whether it can be tried again.
    pub(super) fn judge(&self, error: ChangeError) -> ChangeError {
        match error {
            ChangeError::Store(StoreError::InDoubt(reason)) if self.is_repeatable() => {
                StoreError::Lost(reason).into()
            }
            error => error,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match &self.change.action {
            Action::Create { .. } => Kind::Create,
            Action::AddLine { .. } | Action::SetCode { .. } => Kind::Set,
            Action::SetQuantity { quantity, .. } if *quantity > 0 => Kind::Set,
            Action::SetQuantity { .. } | Action::Empty { .. } => Kind::Remove,
        }
    }

    fn names(&self) -> (Option<&str>, Option<&str>) {
        let Change { action, idempotency, .. } = &self.change;
        (action.cart(), idempotency.as_ref().map(|idempotency| &*idempotency.key))
    }

    fn wanted(&self, token: &str) -> Wanted {
        Wanted { shop: self.shop, currency: self.currency, token: token.to_owned() }
    }
}

/// Makes changes of one kind that agree with each other.
pub(super) async fn together(
    client: &Connection,
    jobs: &[Arc<Job>],
) -> Result<Vec<Answer>, StoreError> {
    let jobs: Vec<&Job> = jobs.iter().map(|job| &**job).collect();
    match attempt(client, &jobs, Company::Others).await {
        // One of them may be to blame; alone it will say so, and the others will not suffer for it.
        Err(StoreError::Internal(_)) if jobs.len() > 1 => Ok(jobs.iter().map(|_| None).collect()),
        answers => answers,
    }
}

/// Makes one change, holding its cart.
pub(super) async fn alone(client: &Connection, job: &Job) -> Result<Cart, ChangeError> {
    for _ in 0..ATTEMPTS {
        client.begin().await?;
        if let Some(cart) = job.change.action.cart().filter(|cart| is_text(cart)) {
            let sql = "SELECT id FROM carts WHERE token = $1 AND shop_id = $2 FOR NO KEY UPDATE";
            client.execute(sql, &[(&cart, Type::TEXT), (&job.shop, Type::INT8)]).await?;
        }
        let answers = attempt(client, slice::from_ref(&job), Company::None).await;
        let answers = answers.map_err(StoreError::before_commit)?;
        client.commit().await?;
        if let Some(answer) = answers.into_iter().next().flatten() {
            return Ok(answer?);
        }
    }
    Err(StoreError::Conflict("the cart changes too quickly".to_owned()).into())
}

/// Who is written together with a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Company {
    /// Nobody, in a transaction that holds the cart.
    None,
    /// Others of its kind, in one statement.
    Others,
}

/// Tries to make changes of one kind; those where another transaction was quicker have no answer, nor those that one
/// statement cannot write.
async fn attempt(
    client: &Connection,
    jobs: &[&Job],
    company: Company,
) -> Result<Vec<Answer>, StoreError> {
    let Some(kind) = jobs.first().map(|job| job.kind()) else { return Ok(Vec::new()) };
    let wanted = |job: &&Job| job.wanted(job.change.action.cart().unwrap_or_default());
    let wanted: Vec<Wanted> = jobs.iter().map(wanted).collect();
    let named = jobs.iter().map(|job| (job.shop, job.change.action.skus())).collect();
    // Sent together.
    let (recalled, carts, products) = tokio::join!(
        notes::recall(client, jobs),
        carts::find_all(client, &wanted),
        products::named_all(client, named)
    );
    let (recalled, carts, products) = (recalled?, carts?, products?);
    let mut answers: Vec<Answer> = Vec::with_capacity(jobs.len());
    let mut writes = Writes::default();
    let known = recalled.into_iter().zip(carts).zip(products);
    for (job, ((outcome, cart), products)) in jobs.iter().zip(known) {
        if let Some(outcome) = outcome {
            answers.push(Some(repeat(client, job, outcome).await?));
            continue;
        }
        let known = Known { cart, products, currency: job.currency, now: job.now };
        let (answer, write) = match decision::decide(&job.change, known) {
            Ok(Decision { cart, write }) => (Ok(cart), write),
            Err(ChangeError::Store(error)) => return Err(error),
            Err(ChangeError::Refused(refused)) => (Err(refused), None),
        };
        let note = job.change.idempotency.as_ref().zip(outcome::note(&answer));
        match (&answer, &write) {
            (Ok(_), Some(write)) if write.is_twofold() && company == Company::Others => {
                answers.push(None);
            }
            (Ok(cart), Some(write)) => {
                writes.add(job, cart, write, note)?;
                answers.push(Some(answer));
            }
            _ => answers.push(notes::note(client, job, note).await?.then_some(answer)),
        }
    }
    let written = writes.run(client, kind).await?;
    if kind == Kind::Remove && company == Company::None {
        for token in &written {
            writes.update_lines(client, token).await?;
        }
    }
    for answer in &mut answers {
        let is_lost = |cart: &Cart| writes.has(&cart.id) && !written.contains(&cart.id);
        if matches!(answer, Some(Ok(cart)) if is_lost(cart)) {
            *answer = None;
        }
    }
    Ok(answers)
}

/// Answers as the first request with this key was answered.
async fn repeat(
    client: &Connection,
    job: &Job,
    outcome: Outcome,
) -> Result<Result<Cart, Refused>, StoreError> {
    let cart = match outcome {
        Ok(cart) => cart,
        Err(refused) => return Ok(Err(refused)),
    };
    let found = carts::find(client, &job.wanted(&cart)).await?;
    Ok(decision::live(found, job.now).map(|stored| stored.cart))
}
