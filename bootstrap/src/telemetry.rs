//! Logs: JSON lines in production, readable ones in development. Traces, where somebody collects them.

use crate::config::Environment;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};
use std::error::Error;
use tracing::Level;
use tracing_subscriber::{EnvFilter, Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt};

/// Where a collector takes traces, below its address (OTLP over HTTP).
const TRACES: &str = "/v1/traces";

/// Sends what is left of the traces when it goes.
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

impl Drop for Telemetry {
    fn drop(&mut self) {
        if let Some(Err(error)) = self.traces.as_ref().map(SdkTracerProvider::shutdown) {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}

/// Starts logging, and tracing to `collector` if there is one. `filter` is in the form of `tracing`, such as
/// `info,actix_server=warn,actix_http=off`; it is for the logs.
///
/// # Errors
/// When no client for the collector can be made.
pub fn start(environment: Environment, filter: &str, collector: Option<&str>) -> Result<Telemetry, Box<dyn Error>> {
    let traces = collector.map(tracer_provider).transpose()?;
    // What we do ourselves, and nothing of the client that sends the traces.
    let ours = Targets::new().with_target("sooner", Level::DEBUG).with_target("sooner_adapters", Level::DEBUG);
    let tracing = traces.as_ref().map(|provider| tracing_opentelemetry::layer().with_tracer(provider.tracer("sooner")).with_filter(ours));
    // A line that cannot be written, on a full disk say, is dropped: complaining of it would go to the same place and panic.
    let lines = fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
    let lines = match environment {
        Environment::Production => lines.json().flatten_event(true).with_span_list(false).boxed(),
        Environment::Development => lines.compact().with_target(false).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(EnvFilter::builder().parse_lossy(filter))).with(tracing).init();
    Ok(Telemetry { traces })
}

fn tracer_provider(collector: &str) -> Result<SdkTracerProvider, Box<dyn Error>> {
    let endpoint = format!("{}{TRACES}", collector.trim_end_matches('/'));
    let exporter = SpanExporter::builder().with_http().with_endpoint(endpoint).build()?;
    let resource = Resource::builder().with_service_name("sooner").build();
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
}
