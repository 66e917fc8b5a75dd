//! A request batcher: requests that come in while the database is being asked wait, and are asked together in the next
//! batch. A request that comes alone does not wait. It must never know what is asked.

use crate::StoreError;
use std::{
    collections::VecDeque,
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;

/// How many requests a batch holds at most; bounds how long the first waits for the rest.
const BATCH: usize = 64;

/// Batches questions of the kind `Q` with answers of the kind `A`.
pub(super) struct Batcher<Q, A>(Arc<Shared<Q, A>>);

struct Shared<Q, A> {
    answer: Box<dyn Fn(Vec<Q>) -> Answers<A> + Send + Sync>,
    /// Whether two questions may be asked at once.
    agree: fn(&Q, &Q) -> bool,
    /// How many batches may be on their way at the same time.
    workers: usize,
    queue: Mutex<Queue<Q, A>>,
}

type Answers<A> = Pin<Box<dyn Future<Output = Vec<A>> + Send>>;
type Pending<Q, A> = (Q, oneshot::Sender<A>);

struct Queue<Q, A> {
    waiting: VecDeque<Pending<Q, A>>,
    /// How many workers there are.
    workers: usize,
}

impl<Q: Send + 'static, A: Send + 'static> Batcher<Q, A> {
    /// `answer` has an answer for each question, in their order.
    pub(super) fn new<F>(
        workers: usize,
        agree: fn(&Q, &Q) -> bool,
        answer: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Vec<A>> + Send + 'static,
    {
        let answer = Box::new(move |questions| Box::pin(answer(questions)) as Answers<A>);
        let queue = Mutex::new(Queue { waiting: VecDeque::new(), workers: 0 });
        Self(Arc::new(Shared { answer, agree, workers, queue }))
    }

    /// The answer to a question. It is asked even if nobody waits for the answer any more.
    pub(super) async fn ask(&self, question: Q) -> Result<A, StoreError> {
        let (reply, answer) = oneshot::channel();
        let worker = {
            let mut queue = self.0.queue();
            queue.waiting.push_back((question, reply));
            // The larger a batch, the less each request costs: one more worker only for a full batch.
            let is_wanted = queue.workers == 0 || queue.waiting.len() >= BATCH;
            (is_wanted && queue.workers < self.0.workers)
                .then(|| Worker::start(&self.0, &mut queue))
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
    has_ended: bool,
}

impl<Q, A> Worker<Q, A> {
    fn start(shared: &Arc<Shared<Q, A>>, queue: &mut Queue<Q, A>) -> Self {
        queue.workers += 1;
        Self { shared: Arc::clone(shared), has_ended: false }
    }

    async fn serve(mut self) {
        while let Some(batch) = self.next() {
            let (questions, replies): (Vec<Q>, Vec<_>) = batch.into_iter().unzip();
            for (reply, answer) in replies.into_iter().zip((self.shared.answer)(questions).await) {
                // The caller may have gone away.
                let _ = reply.send(answer);
            }
        }
    }

    /// The next batch, in the order of the requests; those that do not agree with one of them stay. Where there is
    /// none, the worker ends before anybody else can look.
    fn next(&mut self) -> Option<Vec<Pending<Q, A>>> {
        let mut queue = self.shared.queue();
        let mut batch: Vec<Pending<Q, A>> = Vec::new();
        for (question, reply) in std::mem::take(&mut queue.waiting) {
            let agrees = |(other, _): &Pending<Q, A>| (self.shared.agree)(other, &question);
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
            self.shared.queue().workers -= 1;
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
        gate: &Arc<Semaphore>,
    ) -> (Arc<Batcher<u32, u32>>, mpsc::UnboundedReceiver<Vec<u32>>) {
        let (sender, seen) = mpsc::unbounded_channel();
        let gate = Arc::clone(gate);
        let batcher = Batcher::new(
            2,
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
        let (batcher, mut seen) = batcher(&gate);
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
        let (batcher, mut seen) = batcher(&gate);
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
            |_, _| true,
            |questions: Vec<bool>| async move {
                assert!(questions[0], "as the test wants it");
                vec![()]
            },
        );
        assert!(batcher.ask(false).await.is_err());
        assert!(batcher.ask(true).await.is_ok());
    }
}
