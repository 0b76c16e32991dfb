//! The server under both hosts. It gives HTTP connections whose heads are bounded and whose every part has a deadline.

mod connection;
mod head;

use actix_http::{HttpService, KeepAlive, Protocol, Request};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::{
    Error,
    body::{BodySize, BoxBody, MessageBody},
    dev::{AppConfig, Server, ServiceFactory, ServiceRequest, ServiceResponse, fn_service},
    http::header,
    middleware::Next,
    rt::net::TcpStream,
    web::Bytes,
};
use connection::{Connection, Turn};
use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
    time::Duration,
};

/// How long a client whose body nobody reads is listened to, so that it reads the answer first.
const LINGER: Duration = Duration::from_secs(1);

/// How a host is run.
#[derive(Debug, Clone, Copy)]
pub struct Listener {
    pub address: SocketAddr,
    /// Threads that serve; by default as many as there are cores.
    pub workers: Option<usize>,
    /// How many connections there may be at once, in each worker.
    pub connections: usize,
    /// How long requests in flight may take to finish when the process is told to stop.
    pub shutdown: Duration,
}

/// Serves this application until the process is told to stop.
///
/// # Errors
/// When the address cannot be listened on.
pub fn serve<F, I, S, B>(listener: Listener, app: F) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error, InitError = ()> + 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let mut builder = Server::build().max_concurrent_connections(listener.connections).shutdown_timeout(listener.shutdown.as_secs());
    if let Some(workers) = listener.workers {
        builder = builder.workers(workers);
    }
    let stopping = builder.graceful_shutdown_signal();
    let bound = builder.bind("http", listener.address, move || {
        let stopping = stopping.clone();
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            // The connection has deadlines of its own, for every request and not the first alone.
            .client_request_timeout(Duration::ZERO)
            .keep_alive(KeepAlive::Os)
            .client_disconnect_timeout(LINGER)
            .local_addr(listener.address)
            .on_connect_ext(|connection: &Connection, data| {
                data.insert(connection.turn());
            });
        let app = app().into_factory().map_err(|error: Error| error.error_response());
        fn_service(|stream: TcpStream| async {
            let peer = stream.peer_addr().ok();
            Ok((Connection::new(stream), Protocol::Http1, peer))
        })
        .and_then(http.finish(map_config(app, |()| AppConfig::default())))
    })?;
    Ok(bound.run())
}

/// Tells the connection when a request has begun and when its answer has gone: what comes next is another head.
pub(crate) async fn take_turns(request: ServiceRequest, next: Next<impl MessageBody + 'static>) -> Result<ServiceResponse<BoxBody>, Error> {
    // There is none in tests that call the application without a connection.
    let Some(turn) = request.request().conn_data::<Rc<Turn>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    turn.asked(body_bytes(&request));
    let over = Over(turn);
    let answer = next.call(request).await?;
    Ok(answer.map_body(|_, body| BoxBody::new(Counted { body: body.boxed(), _over: over })))
}

/// How much comes after the head: what its own length says, or anything while it says none.
fn body_bytes(request: &ServiceRequest) -> u64 {
    if request.headers().contains_key(header::TRANSFER_ENCODING) {
        return u64::MAX;
    }
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.trim().parse().ok());
    declared.unwrap_or(0)
}

/// Ends a turn when it goes.
struct Over(Rc<Turn>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.answered();
    }
}

/// An answer, which is over when its body is dropped.
struct Counted {
    body: BoxBody,
    _over: Over,
}

impl MessageBody for Counted {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}
