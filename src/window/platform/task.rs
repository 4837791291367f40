//! Work that takes longer than a frame: on a thread, or in a browser in a worker.

use crate::store::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;

#[cfg(target_arch = "wasm32")]
pub use in_worker::{Task, serve};
#[cfg(not(target_arch = "wasm32"))]
pub use on_thread::Task;

/// What a [`Task`] does. It is data alone: a worker of a browser gets it as JSON.
pub trait Work: Serialize + DeserializeOwned + Send + 'static {
    /// Its result.
    type Output: Serialize + DeserializeOwned + Send + 'static;
    /// Its name, by which a worker knows it.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
    const NAME: &'static str;

    /// Does it. `report` takes a result, or what there is of it so far, and returns whether to go on;
    /// called with nothing it only returns that.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn run(self, report: &mut dyn FnMut(Option<Self::Output>) -> bool) -> Result<(), Failure>;
}

#[cfg(not(target_arch = "wasm32"))]
mod on_thread {
    use super::Work;
    use crate::store::Failure;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, PoisonError};

    /// Work that goes on beside the window. It stops when this is dropped.
    pub struct Task<T> {
        newest: Arc<Mutex<Option<Result<T, Failure>>>>,
        stop: Arc<AtomicBool>,
        over: Arc<AtomicBool>,
    }

    impl<T: Send + 'static> Task<T> {
        /// Begins it.
        pub fn begin(work: impl Work<Output = T>) -> Self {
            let task = Self {
                newest: Arc::default(),
                stop: Arc::default(),
                over: Arc::default(),
            };
            let (newest, stop, over) = (task.newest.clone(), task.stop.clone(), task.over.clone());
            let keep = move |result| {
                *newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            };
            std::thread::spawn(move || {
                let done = work.run(&mut |result| {
                    if let Some(result) = result {
                        keep(Ok(result));
                    }
                    !stop.load(Ordering::Relaxed)
                });
                if let Err(why) = done {
                    keep(Err(why));
                }
                over.store(true, Ordering::Release);
            });
            task
        }
        /// The newest result that has not been taken, or why there is none.
        pub fn take(&self) -> Option<Result<T, Failure>> {
            let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            newest.take()
        }
        /// Whether it has told everything.
        pub fn is_over(&self) -> bool {
            self.over.load(Ordering::Acquire)
        }
    }

    impl<T> Drop for Task<T> {
        fn drop(&mut self) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod in_worker {
    use super::Work;
    use crate::store::Failure;
    use crate::store::page::{self, Message};
    use serde::de::DeserializeOwned;
    use std::cell::RefCell;
    use std::marker::PhantomData;

    /// Work that goes on beside the window. It stops when this is dropped.
    pub struct Task<T> {
        at: At<T>,
        newest: PhantomData<T>,
    }

    /// Where work is done.
    enum At<T> {
        /// In the worker of this number.
        Worker(u32),
        /// Here, for want of a worker: its result.
        Here(RefCell<Option<Result<T, Failure>>>),
    }

    impl<T: DeserializeOwned> Task<T> {
        /// Begins it.
        pub fn begin<W: Work<Output = T>>(work: W) -> Self {
            let text = serde_json::to_string(&work);
            let at = match text.map(|text| page::begin(&format!("{}\n{text}", W::NAME))) {
                Ok(Some(worker)) => At::Worker(worker),
                Ok(None) => At::Here(RefCell::new(Some(first(work)))),
                Err(error) => At::Here(RefCell::new(Some(Err(Failure::of(error))))),
            };
            let newest = PhantomData;
            Self { at, newest }
        }
        /// The newest result that has not been taken, or why there is none.
        pub fn take(&self) -> Option<Result<T, Failure>> {
            let worker = match &self.at {
                At::Worker(worker) => *worker,
                At::Here(result) => return result.take(),
            };
            let read = |text: String| serde_json::from_str(&text).map_err(Failure::of);
            page::result(worker).map(|newest| newest.map_err(Failure::Message).and_then(read))
        }
        /// Whether it has told everything.
        pub fn is_over(&self) -> bool {
            match &self.at {
                At::Worker(worker) => page::is_over(*worker),
                At::Here(_) => true,
            }
        }
    }

    impl<T> Drop for Task<T> {
        fn drop(&mut self) {
            if let At::Worker(worker) = &self.at {
                page::stop(*worker);
            }
        }
    }

    /// The first result of work that is done here: the page stands still meanwhile, so it must do.
    fn first<W: Work>(work: W) -> Result<W::Output, Failure> {
        let mut first = None;
        work.run(&mut |result| {
            first = first.take().or(result);
            first.is_none()
        })?;
        first.ok_or_else(|| Failure::message("it came to nothing"))
    }

    /// Does work in a worker and tells the page all results: `text` is the work as JSON.
    ///
    /// # Errors
    /// The text cannot be read, or the work cannot be done.
    pub fn serve<W: Work>(text: &str) -> Result<(), Failure> {
        let work: W = serde_json::from_str(text).map_err(Failure::of)?;
        work.run(&mut |result| {
            if let Some(result) = result {
                let text = serde_json::to_string(&result);
                page::send(Message::Worked, &text.expect("results are plain values"));
            }
            true
        })
    }
}
