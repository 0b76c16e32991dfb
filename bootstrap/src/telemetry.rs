//! Logs: JSON lines in production, readable ones in development.

use crate::config::Environment;
use tracing_subscriber::{EnvFilter, fmt};

/// Starts logging. `filter` is in the form of `tracing`, such as `info,actix_server=warn,actix_http=off`.
pub fn start(environment: Environment, filter: &str) {
    let filter = EnvFilter::builder().parse_lossy(filter);
    // A line that cannot be written, on a full disk say, is dropped: complaining of it would go to the same place and panic.
    let builder = fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false);
    match environment {
        Environment::Production => builder.json().flatten_event(true).init(),
        Environment::Development => builder.compact().with_target(false).init(),
    }
}
