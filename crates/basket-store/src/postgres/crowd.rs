//! Gathers what many ask at the same time, so that the database is asked once for all of them. Whoever comes
//! while it is being asked waits for the next time; who comes alone does not wait. It must never know
//! what is asked.

use crate::StoreError;
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::{Semaphore, mpsc};

    /// A crowd whose answers wait for a permit and are the questions themselves; and the groups as they come.
    fn crowd(gate: &Arc<Semaphore>) -> (Arc<Crowd<u32, u32>>, mpsc::UnboundedReceiver<Vec<u32>>) {
        let (groups, seen) = mpsc::unbounded_channel();
        let gate = Arc::clone(gate);
        let crowd = Crowd::new(
            2,
            |one, other| one != other,
            move |questions: Vec<u32>| {
                let (gate, groups) = (Arc::clone(&gate), groups.clone());
                async move {
                    groups.send(questions.clone()).unwrap();
                    gate.acquire().await.unwrap().forget();
                    questions
                }
            },
        );
        (Arc::new(crowd), seen)
    }

    fn ask(crowd: &Arc<Crowd<u32, u32>>, question: u32) -> tokio::task::JoinHandle<u32> {
        let crowd = Arc::clone(crowd);
        tokio::spawn(async move { crowd.ask(question).await.unwrap() })
    }

    #[tokio::test]
    async fn who_comes_alone_is_asked_for_at_once_and_the_rest_together() {
        let gate = Arc::new(Semaphore::new(0));
        let (crowd, mut groups) = crowd(&gate);
        let mut asked = vec![ask(&crowd, 1)];
        assert_eq!(groups.recv().await.unwrap(), [1]);
        asked.extend([2, 3, 2, 4].map(|question| ask(&crowd, question)));
        tokio::task::yield_now().await;
        gate.add_permits(3);
        assert_eq!(groups.recv().await.unwrap(), [2, 3, 4], "twice the same do not agree");
        assert_eq!(groups.recv().await.unwrap(), [2]);
        for (answer, question) in asked.into_iter().zip([1, 2, 3, 2, 4]) {
            assert_eq!(answer.await.unwrap(), question);
        }
        gate.add_permits(1);
        assert_eq!(ask(&crowd, 5).await.unwrap(), 5, "nobody is left standing");
    }

    #[tokio::test]
    async fn a_full_group_does_not_wait_for_the_one_before() {
        let gate = Arc::new(Semaphore::new(0));
        let (crowd, mut groups) = crowd(&gate);
        let first = ask(&crowd, 0);
        assert_eq!(groups.recv().await.unwrap(), [0]);
        let size = u32::try_from(SIZE).unwrap();
        let asked: Vec<_> = (1..=size).map(|question| ask(&crowd, question)).collect();
        assert_eq!(groups.recv().await.unwrap().len(), SIZE);
        gate.add_permits(2);
        for answer in asked {
            answer.await.unwrap();
        }
        assert_eq!(first.await.unwrap(), 0);
    }

    #[tokio::test]
    async fn a_group_that_fails_leaves_its_place() {
        let crowd: Crowd<bool, ()> = Crowd::new(
            1,
            |_, _| true,
            |questions: Vec<bool>| async move {
                assert!(questions[0], "as the test wants it");
                vec![()]
            },
        );
        assert!(crowd.ask(false).await.is_err());
        assert!(crowd.ask(true).await.is_ok());
    }
}
