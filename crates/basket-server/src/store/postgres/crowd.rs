//! Gathers what many ask at the same time, so that the database is asked once for all of them. Whoever comes
//! while it is being asked waits for the next time; who comes alone does not wait. It must never know
//! what is asked.

use crate::store::StoreError;
use std::{
    collections::VecDeque,
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;

/// How many questions are asked at once at most; bounds how long the first waits for the rest.
const SIZE: usize = 64;

/// People with questions.
pub(super) struct Crowd<Q, A>(Arc<Desk<Q, A>>);

struct Desk<Q, A> {
    answer: Box<dyn Fn(Vec<Q>) -> Answers<A> + Send + Sync>,
    /// Whether two questions may be asked at once.
    agree: fn(&Q, &Q) -> bool,
    /// How often the database may be asked at the same time.
    groups: usize,
    line: Mutex<Line<Q, A>>,
}

type Answers<A> = Pin<Box<dyn Future<Output = Vec<A>> + Send>>;
type Asked<Q, A> = (Q, oneshot::Sender<A>);

struct Line<Q, A> {
    waiting: VecDeque<Asked<Q, A>>,
    /// How many groups are being served.
    groups: usize,
}

impl<Q: Send + 'static, A: Send + 'static> Crowd<Q, A> {
    /// `answer` has an answer for each question, in their order.
    pub(super) fn new<F>(
        groups: usize,
        agree: fn(&Q, &Q) -> bool,
        answer: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Vec<A>> + Send + 'static,
    {
        let answer = Box::new(move |questions| Box::pin(answer(questions)) as Answers<A>);
        let line = Mutex::new(Line { waiting: VecDeque::new(), groups: 0 });
        Self(Arc::new(Desk { answer, agree, groups, line }))
    }

    /// The answer to a question. It is asked even if nobody waits for the answer any more.
    pub(super) async fn ask(&self, question: Q) -> Result<A, StoreError> {
        let (reply, answer) = oneshot::channel();
        let group = {
            let mut line = self.0.line();
            line.waiting.push_back((question, reply));
            // The more ask together, the less each costs: one more group only when it is a full one.
            let is_wanted = line.groups == 0 || line.waiting.len() >= SIZE;
            (is_wanted && line.groups < self.0.groups).then(|| Group::at(&self.0, &mut line))
        };
        if let Some(group) = group {
            tokio::spawn(group.serve());
        }
        answer.await.map_err(|_| StoreError::Unavailable("a question was lost".to_owned()))
    }
}

impl<Q, A> Desk<Q, A> {
    fn line(&self) -> MutexGuard<'_, Line<Q, A>> {
        // The line is whole between two statements, so a poisoned lock guards a good one.
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place at the desk, free again when it is left, however that comes.
struct Group<Q, A> {
    desk: Arc<Desk<Q, A>>,
    has_left: bool,
}

impl<Q, A> Group<Q, A> {
    fn at(desk: &Arc<Desk<Q, A>>, line: &mut Line<Q, A>) -> Self {
        line.groups += 1;
        Self { desk: Arc::clone(desk), has_left: false }
    }

    async fn serve(mut self) {
        while let Some(group) = self.next() {
            let (questions, replies): (Vec<Q>, Vec<_>) = group.into_iter().unzip();
            for (reply, answer) in replies.into_iter().zip((self.desk.answer)(questions).await) {
                // Whoever asked may have gone away.
                let _ = reply.send(answer);
            }
        }
    }

    /// Who is next, in the order they came; those who do not go together with one of them stay. Where
    /// nobody is, the place is left before anybody else can look.
    fn next(&mut self) -> Option<Vec<Asked<Q, A>>> {
        let mut line = self.desk.line();
        let mut group: Vec<Asked<Q, A>> = Vec::new();
        for (question, reply) in std::mem::take(&mut line.waiting) {
            let agrees = |(other, _): &Asked<Q, A>| (self.desk.agree)(other, &question);
            if group.len() < SIZE && group.iter().all(agrees) {
                group.push((question, reply));
            } else {
                line.waiting.push_back((question, reply));
            }
        }
        if group.is_empty() {
            line.groups -= 1;
            self.has_left = true;
            return None;
        }
        Some(group)
    }
}

impl<Q, A> Drop for Group<Q, A> {
    fn drop(&mut self) {
        if !self.has_left {
            self.desk.line().groups -= 1;
        }
    }
}

impl<Q, A> fmt::Debug for Crowd<Q, A> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Crowd").field("waiting", &self.0.line().waiting.len()).finish()
    }
}
