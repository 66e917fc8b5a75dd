//! A request batcher: requests that come in while the database is being asked wait, and are asked together in the next
//! batch. A request that comes alone does not wait. It must never know what is asked.

use crate::StoreError;
use std::{
    collections::VecDeque,
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::oneshot, time::timeout};

/// How many requests a batch holds at most; bounds how long the first waits for the rest.
const BATCH: usize = 64;

/// How many requests may wait. Who comes when there are more is told to come back.
const MOST_WAITING: usize = 32 * BATCH;

/// A batch that takes longer than this no longer keeps others waiting: its connection may be frozen.
const SLOW: Duration = Duration::from_millis(100);

/// When there is one more worker besides those that are not slow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    /// When a full batch waits.
    WhenFull,
    /// Only when the others are slow: the larger a batch, the less each request costs, and those who change one cart
    /// at once would disturb each other.
    WhenSlow,
}

/// Batches questions of the kind `Q` with answers of the kind `A`.
pub(super) struct Batcher<Q, A>(Arc<Shared<Q, A>>);

struct Shared<Q, A> {
    answer: Box<dyn Fn(Vec<Q>) -> Answers<A> + Send + Sync>,
    /// Whether two questions may be asked at once.
    agree: fn(&Q, &Q) -> bool,
    /// How many batches may be on their way at the same time.
    workers: usize,
    growth: Growth,
    queue: Mutex<Queue<Q, A>>,
}

type Answers<A> = Pin<Box<dyn Future<Output = Vec<A>> + Send>>;
type Pending<Q, A> = (Q, oneshot::Sender<A>);

struct Queue<Q, A> {
    waiting: VecDeque<Pending<Q, A>>,
    /// How many workers there are, and how many of them have been waiting for the database for long.
    workers: usize,
    slow: usize,
}

impl<Q: Send + 'static, A: Send + 'static> Batcher<Q, A> {
    /// `answer` has an answer for each question, in their order.
    pub(super) fn new<F>(
        workers: usize,
        growth: Growth,
        agree: fn(&Q, &Q) -> bool,
        answer: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Vec<A>> + Send + 'static,
    {
        let answer = Box::new(move |questions| Box::pin(answer(questions)) as Answers<A>);
        let queue = Mutex::new(Queue { waiting: VecDeque::new(), workers: 0, slow: 0 });
        Self(Arc::new(Shared { answer, agree, workers, growth, queue }))
    }

    /// The answer to a question. Once it is on its way, it is asked even if nobody waits for the answer any more.
    pub(super) async fn ask(&self, question: Q) -> Result<A, StoreError> {
        let (reply, answer) = oneshot::channel();
        let worker = {
            let mut queue = self.0.queue();
            if queue.waiting.len() >= MOST_WAITING {
                return Err(StoreError::Unavailable("too many requests wait".to_owned()));
            }
            queue.waiting.push_back((question, reply));
            Worker::start(&self.0, &mut queue)
        };
        if let Some(worker) = worker {
            tokio::spawn(worker.serve());
        }
        answer.await.map_err(|_| StoreError::Unavailable("a question was lost".to_owned()))
    }
}

impl<Q, A> Shared<Q, A> {
    fn queue(&self) -> MutexGuard<'_, Queue<Q, A>> {
        // The queue is whole between two statements, so a poisoned lock guards a good one.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends one batch after the other until the queue is empty. It counts as a worker until it is dropped.
struct Worker<Q, A> {
    shared: Arc<Shared<Q, A>>,
    is_slow: bool,
    has_ended: bool,
}

impl<Q: Send + 'static, A: Send + 'static> Worker<Q, A> {
    /// One more worker, if there is to be one.
    fn start(shared: &Arc<Shared<Q, A>>, queue: &mut Queue<Q, A>) -> Option<Self> {
        let is_full = shared.growth == Growth::WhenFull && queue.waiting.len() >= BATCH;
        let is_wanted = !queue.waiting.is_empty() && (queue.workers == queue.slow || is_full);
        (is_wanted && queue.workers < shared.workers).then(|| {
            queue.workers += 1;
            Self { shared: Arc::clone(shared), is_slow: false, has_ended: false }
        })
    }

    async fn serve(mut self) {
        while let Some(batch) = self.next() {
            let (questions, replies): (Vec<Q>, Vec<_>) = batch.into_iter().unzip();
            let mut answers = (self.shared.answer)(questions);
            let answers = if let Ok(answers) = timeout(SLOW, &mut answers).await {
                answers
            } else {
                self.stand_aside();
                answers.await
            };
            for (reply, answer) in replies.into_iter().zip(answers) {
                // The caller may have gone away.
                let _ = reply.send(answer);
            }
        }
    }

    /// Lets another worker go on with those who wait.
    fn stand_aside(&mut self) {
        let other = {
            let mut queue = self.shared.queue();
            queue.slow += 1;
            self.is_slow = true;
            Self::start(&self.shared, &mut queue)
        };
        if let Some(other) = other {
            tokio::spawn(other.serve());
        }
    }
}

impl<Q, A> Worker<Q, A> {
    /// The next batch, in the order of the requests; those that do not agree with one of them stay, and those whom
    /// nobody waits for any more are not asked. Where there is none, the worker ends before anybody else can look.
    fn next(&mut self) -> Option<Vec<Pending<Q, A>>> {
        let mut queue = self.shared.queue();
        queue.slow -= usize::from(std::mem::take(&mut self.is_slow));
        let mut batch: Vec<Pending<Q, A>> = Vec::new();
        for (question, reply) in std::mem::take(&mut queue.waiting) {
            let agrees = |(other, _): &Pending<Q, A>| (self.shared.agree)(other, &question);
            if reply.is_closed() {
                continue;
            }
            if batch.len() < BATCH && batch.iter().all(agrees) {
                batch.push((question, reply));
            } else {
                queue.waiting.push_back((question, reply));
            }
        }
        if batch.is_empty() {
            queue.workers -= 1;
            self.has_ended = true;
            return None;
        }
        Some(batch)
    }
}

impl<Q, A> Drop for Worker<Q, A> {
    fn drop(&mut self) {
        if !self.has_ended {
            let mut queue = self.shared.queue();
            queue.workers -= 1;
            queue.slow -= usize::from(self.is_slow);
        }
    }
}

impl<Q, A> fmt::Debug for Batcher<Q, A> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Batcher").field("waiting", &self.0.queue().waiting.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::{Semaphore, mpsc};

    /// A batcher whose answers wait for a permit and are the questions themselves; and its batches as they come.
    fn batcher(
        growth: Growth,
        gate: &Arc<Semaphore>,
    ) -> (Arc<Batcher<u32, u32>>, mpsc::UnboundedReceiver<Vec<u32>>) {
        let (sender, seen) = mpsc::unbounded_channel();
        let gate = Arc::clone(gate);
        let batcher = Batcher::new(
            2,
            growth,
            |one, other| one != other,
            move |questions: Vec<u32>| {
                let (gate, sender) = (Arc::clone(&gate), sender.clone());
                async move {
                    sender.send(questions.clone()).unwrap();
                    gate.acquire().await.unwrap().forget();
                    questions
                }
            },
        );
        (Arc::new(batcher), seen)
    }

    fn ask(batcher: &Arc<Batcher<u32, u32>>, question: u32) -> tokio::task::JoinHandle<u32> {
        let batcher = Arc::clone(batcher);
        tokio::spawn(async move { batcher.ask(question).await.unwrap() })
    }

    #[tokio::test]
    async fn a_request_alone_is_sent_at_once_and_the_rest_together() {
        let gate = Arc::new(Semaphore::new(0));
        let (batcher, mut seen) = batcher(Growth::WhenFull, &gate);
        let mut asked = vec![ask(&batcher, 1)];
        assert_eq!(seen.recv().await.unwrap(), [1]);
        asked.extend([2, 3, 2, 4].map(|question| ask(&batcher, question)));
        tokio::task::yield_now().await;
        gate.add_permits(3);
        assert_eq!(seen.recv().await.unwrap(), [2, 3, 4], "twice the same do not agree");
        assert_eq!(seen.recv().await.unwrap(), [2]);
        for (answer, question) in asked.into_iter().zip([1, 2, 3, 2, 4]) {
            assert_eq!(answer.await.unwrap(), question);
        }
        gate.add_permits(1);
        assert_eq!(ask(&batcher, 5).await.unwrap(), 5, "no request is left behind");
    }

    #[tokio::test]
    async fn a_full_batch_does_not_wait_for_the_one_before() {
        let gate = Arc::new(Semaphore::new(0));
        let (batcher, mut seen) = batcher(Growth::WhenFull, &gate);
        let first = ask(&batcher, 0);
        assert_eq!(seen.recv().await.unwrap(), [0]);
        let size = u32::try_from(BATCH).unwrap();
        let asked: Vec<_> = (1..=size).map(|question| ask(&batcher, question)).collect();
        assert_eq!(seen.recv().await.unwrap().len(), BATCH);
        gate.add_permits(2);
        for answer in asked {
            answer.await.unwrap();
        }
        assert_eq!(first.await.unwrap(), 0);
    }

    #[tokio::test]
    async fn a_batch_that_fails_ends_its_worker() {
        let batcher: Batcher<bool, ()> = Batcher::new(
            1,
            Growth::WhenSlow,
            |_, _| true,
            |questions: Vec<bool>| async move {
                assert!(questions[0], "as the test wants it");
                vec![()]
            },
        );
        assert!(batcher.ask(false).await.is_err());
        assert!(batcher.ask(true).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn who_comes_behind_a_frozen_batch_does_not_wait_for_it() {
        let gate = Arc::new(Semaphore::new(0));
        let (batcher, mut seen) = batcher(Growth::WhenSlow, &gate);
        let frozen = ask(&batcher, 0);
        assert_eq!(seen.recv().await.unwrap(), [0]);
        let began = tokio::time::Instant::now();
        let next = ask(&batcher, 1);
        assert_eq!(seen.recv().await.unwrap(), [1]);
        assert_eq!(began.elapsed(), SLOW);
        gate.add_permits(2);
        assert_eq!((frozen.await.unwrap(), next.await.unwrap()), (0, 1));
        gate.add_permits(1);
        assert_eq!(ask(&batcher, 2).await.unwrap(), 2, "and all goes on");
    }

    #[tokio::test]
    async fn only_so_many_wait_and_nobody_is_asked_for_who_went_away() {
        let gate = Arc::new(Semaphore::new(0));
        let (batcher, mut seen) = batcher(Growth::WhenSlow, &gate);
        let first = ask(&batcher, 0);
        assert_eq!(seen.recv().await.unwrap(), [0]);
        let most = u32::try_from(MOST_WAITING).unwrap();
        let waiting: Vec<_> = (1..=most).map(|question| ask(&batcher, question)).collect();
        while batcher.0.queue().waiting.len() < MOST_WAITING {
            tokio::task::yield_now().await;
        }
        assert!(matches!(batcher.ask(0).await, Err(StoreError::Unavailable(_))));
        for task in &waiting[1..] {
            task.abort();
        }
        while !waiting[1..].iter().all(tokio::task::JoinHandle::is_finished) {
            tokio::task::yield_now().await;
        }
        gate.add_permits(2);
        assert_eq!(seen.recv().await.unwrap(), [1]);
        assert_eq!(first.await.unwrap(), 0);
    }
}
