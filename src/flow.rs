//! Takes pieces in turn, works on them side by side and hands the results on in order.
//!
//! Each thread takes a piece under a lock, prepares it, waits its turn to settle it with those
//! before it, works on it, and leaves the result for whoever can hand it on next. Nobody waits for
//! a whole batch, and never more results are kept than a few for each thread.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Results that may wait for an earlier one, for each thread.
const WAITING: usize = 8;

/// What is done with each piece; all but `prepare` and `work` happen in the order of the pieces.
pub struct Steps<Take, Prepare, Settle, Work, Give> {
    /// Fills a piece; `false` when there are no more.
    pub take: Take,
    /// What can be done with it alone.
    pub prepare: Prepare,
    /// What needs those before it.
    pub settle: Settle,
    /// What is made of it.
    pub work: Work,
    /// Hands on what was made.
    pub give: Give,
}

/// How many threads to use: `METES_THREADS`, else as many as there are processors.
pub fn threads() -> usize {
    let stated = std::env::var("METES_THREADS").ok().and_then(|n| n.trim().parse().ok()).filter(|n| *n > 0);
    stated.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

struct Source<Take> {
    take: Take,
    next: u64,
    over: bool,
}

struct Order<R, E, Settle, Give> {
    settle: Settle,
    settled: u64,
    give: Give,
    given: u64,
    waiting: BTreeMap<u64, Result<R, E>>,
    /// Somebody failed or panicked: nobody goes on.
    broken: bool,
    error: Option<E>,
}

/// Runs all pieces through all steps.
///
/// # Errors
/// The first error of a step, by the order of the pieces; what lies before it was handed on.
pub fn run<P: Send, R: Send, E: Send, Take, Prepare, Settle, Work, Give>(
    threads: usize,
    new: impl Fn() -> P + Sync,
    steps: Steps<Take, Prepare, Settle, Work, Give>,
) -> Result<(), E>
where
    Take: FnMut(&mut P) -> Result<bool, E> + Send,
    Prepare: Fn(&mut P) + Sync,
    Settle: FnMut(&mut P) -> Result<(), E> + Send,
    Work: Fn(&P) -> R + Sync,
    Give: FnMut(R) -> Result<(), E> + Send,
{
    let Steps { take, prepare, settle, work, give } = steps;
    let source = Mutex::new(Source { take, next: 0, over: false });
    let order = Order { settle, settled: 0, give, given: 0, waiting: BTreeMap::new(), broken: false, error: None };
    let (order, changed) = (Mutex::new(order), Condvar::new());
    let most = WAITING as u64 * threads as u64;
    let worker = || {
        let mut piece = new();
        let guard = Broken { order: &order, changed: &changed };
        loop {
            let (turn, taken) = {
                let mut source = lock(&source);
                if source.over {
                    break;
                }
                let taken = (source.take)(&mut piece);
                source.over = !matches!(taken, Ok(true));
                source.next += 1;
                (source.next - 1, taken)
            };
            match &taken {
                Ok(false) => break,
                Ok(true) => prepare(&mut piece),
                Err(_) => {}
            }
            let mut held = wait(&order, &changed, |o| o.settled == turn);
            if held.broken {
                break;
            }
            let settled = taken.and_then(|_| (held.settle)(&mut piece));
            held.settled += 1;
            drop(held);
            changed.notify_all();
            let made = settled.map(|()| work(&piece));
            let mut held = wait(&order, &changed, |o| turn < o.given + most);
            if held.broken {
                break;
            }
            held.waiting.insert(turn, made);
            hand_on(&mut held);
            let broken = held.broken;
            drop(held);
            changed.notify_all();
            if broken {
                break;
            }
        }
        drop(guard);
    };
    if threads <= 1 {
        worker();
    } else {
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    }
    order.into_inner().unwrap_or_else(PoisonError::into_inner).error.map_or(Ok(()), Err)
}

/// Hands on every result whose turn it is.
fn hand_on<R, E, Settle, Give: FnMut(R) -> Result<(), E>>(order: &mut Order<R, E, Settle, Give>) {
    while let Some(made) = order.waiting.remove(&order.given) {
        if let Err(error) = made.and_then(|made| (order.give)(made)) {
            order.error = Some(error);
            order.broken = true;
            return;
        }
        order.given += 1;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait<'o, R, E, S, G>(
    order: &'o Mutex<Order<R, E, S, G>>,
    changed: &Condvar,
    ready: impl Fn(&Order<R, E, S, G>) -> bool,
) -> MutexGuard<'o, Order<R, E, S, G>> {
    let waited = changed.wait_while(lock(order), |order| !order.broken && !ready(order));
    waited.unwrap_or_else(PoisonError::into_inner)
}

/// Lets nobody wait for a thread that panicked.
struct Broken<'o, R, E, S, G> {
    order: &'o Mutex<Order<R, E, S, G>>,
    changed: &'o Condvar,
}

impl<R, E, S, G> Drop for Broken<'_, R, E, S, G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(self.order).broken = true;
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares the numbers from 0 on, in uneven time; `fails` is the number whose step fails.
    fn squares(threads: usize, count: u64, fails: Option<(&'static str, u64)>) -> (Vec<u64>, Result<(), String>) {
        let fail = move |step: &str, n: u64| match fails {
            Some(f) if f == (if step == f.0 { f.0 } else { "" }, n) => Err(format!("{step} {n}")),
            _ => Ok(()),
        };
        let (mut next, mut sum, mut found) = (0, 0, Vec::new());
        let done = run(
            threads,
            || (0u64, 0u64),
            Steps {
                take: |piece: &mut (u64, u64)| {
                    piece.0 = next;
                    next += 1;
                    fail("take", piece.0).map(|()| piece.0 < count)
                },
                prepare: |piece: &mut (u64, u64)| {
                    std::thread::sleep(std::time::Duration::from_micros(piece.0 * 7919 % 300));
                    piece.1 = piece.0 * piece.0;
                },
                settle: |piece: &mut (u64, u64)| {
                    sum += piece.0; // in order
                    assert_eq!(sum, piece.0 * (piece.0 + 1) / 2);
                    fail("settle", piece.0)
                },
                work: |piece: &(u64, u64)| *piece,
                give: |(n, square)| {
                    fail("give", n)?;
                    found.push(square);
                    Ok(())
                },
            },
        );
        (found, done)
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let (found, done) = squares(threads, 100, None);
            assert_eq!((found, done), ((0..100).map(|n| n * n).collect(), Ok(())), "{threads}");
        }
    }

    #[test]
    fn the_first_error_by_order_is_told_and_what_lies_before_it_is_handed_on() {
        for threads in [1, 2, 5] {
            for step in ["take", "settle", "give"] {
                let (found, done) = squares(threads, 100, Some((step, 37)));
                assert_eq!(done, Err(format!("{step} 37")), "{threads}");
                assert_eq!(found.len(), 37, "{threads} {step}");
            }
        }
    }

    #[test]
    fn a_panic_is_passed_on_and_nobody_waits_for_ever() {
        let panicked = std::panic::catch_unwind(|| {
            let mut left = 50;
            run(
                3,
                || 0,
                Steps {
                    take: |piece: &mut i32| {
                        left -= 1;
                        *piece = left;
                        Ok::<bool, ()>(left > 0)
                    },
                    prepare: |piece: &mut i32| assert!(*piece != 30, "a slip"),
                    settle: |_: &mut i32| Ok(()),
                    work: |piece: &i32| *piece,
                    give: |_| Ok(()),
                },
            )
        });
        assert!(panicked.is_err());
    }
}
