//! The id of the request being answered: in log lines, error bodies and audit records, so that one leads to the others.
//! Like a tracing span it goes with the work, not through its arguments: no rule depends on it.

use std::future::Future;

tokio::task_local! {
    static ID: String;
}

/// What stands for the id where no request is being answered.
const NONE: &str = "none";

/// Does work on behalf of the request of this id.
pub async fn scope<T>(id: String, work: impl Future<Output = T>) -> T {
    ID.scope(id, work).await
}

/// The id of the request being answered.
pub fn current() -> String {
    ID.try_with(Clone::clone).unwrap_or_else(|_| NONE.to_owned())
}
