//! Work that always ends: also where an error of the sandbox's own breaks it off.

use futures::FutureExt;
use std::panic::AssertUnwindSafe;

/// What work comes to; if an error of the sandbox's own breaks it off, which.
pub(super) async fn unbroken<T>(work: impl Future<Output = T>) -> Result<T, String> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        tracing::error!("a job was broken off: {text}");
        format!("an error of the sandbox's own broke it off: {text}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::resume_unwind;
    use tokio::task::spawn_blocking;

    #[tokio::test]
    async fn an_error_of_the_sandbox_s_own_ends_what_it_breaks_off() {
        assert_eq!(unbroken(async { 1 }).await, Ok(1));
        let broken = unbroken(async {
            let work = spawn_blocking(|| panic!("no {}", "sheep"));
            work.await.unwrap_or_else(|end| resume_unwind(end.into_panic()));
        });
        let why = "an error of the sandbox's own broke it off: no sheep".to_owned();
        assert_eq!(broken.await, Err::<(), _>(why));
    }
}
