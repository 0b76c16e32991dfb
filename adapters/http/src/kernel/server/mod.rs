//! The server under both hosts. It gives HTTP connections whose heads are bounded and whose every part has a deadline.

mod connection;
mod head;

use super::held::held;
use actix_http::{HttpService, KeepAlive, Protocol, Request};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::{
    Error,
    body::{BoxBody, MessageBody},
    dev::{AppConfig, Server, ServiceFactory, ServiceRequest, ServiceResponse, fn_service},
    http::header,
    middleware::Next,
    rt::net::TcpStream,
};
use connection::{Connection, Turn};
use sooner_shared::client;
use std::{io, net::SocketAddr, rc::Rc, time::Duration};

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

/// Serves this application until its handle is told to stop.
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
    // By itself a server that has ended after a signal ends the whole system, and what others have in flight with it.
    let mut builder =
        Server::build().disable_signals().max_concurrent_connections(listener.connections).shutdown_timeout(listener.shutdown.as_secs());
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
    let left = turn.left();
    let over = Over(turn);
    let answer = client::scope(left, next.call(request)).await?;
    Ok(answer.map_body(|_, body| held(body.boxed(), over)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::{App, HttpResponse, middleware::from_fn, rt, web};
    use sooner_shared::event::Event;
    use std::{net::TcpListener, sync::Arc};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpStream,
    };

    async fn breaks() -> HttpResponse {
        panic!("the handler panics")
    }

    async fn answer_to(request: &str, address: SocketAddr) -> io::Result<String> {
        let mut connection = TcpStream::connect(address).await?;
        connection.write_all(format!("GET {request} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n").as_bytes()).await?;
        let mut answer = String::new();
        connection.read_to_string(&mut answer).await?;
        Ok(answer)
    }

    /// Where a handler of tests notes that it was asked, and that its client left.
    #[derive(Clone, Default)]
    struct Seen {
        asked: Arc<Event>,
        left: Arc<Event>,
        ended: Arc<Event>,
    }

    async fn waits(seen: web::Data<Seen>) -> HttpResponse {
        seen.asked.happen();
        client::left().await;
        seen.left.happen();
        // What is under way goes on to its end.
        rt::time::sleep(Duration::from_millis(50)).await;
        seen.ended.happen();
        HttpResponse::Ok().finish()
    }

    #[actix_web::test]
    async fn what_is_done_for_a_client_hears_that_it_left_and_goes_on() -> io::Result<()> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let listener = Listener { address, workers: Some(1), connections: 10, shutdown: Duration::ZERO };
        let seen = Seen::default();
        let shared = web::Data::new(seen.clone());
        let server =
            serve(listener, move || App::new().app_data(shared.clone()).wrap(from_fn(take_turns)).route("/waits", web::post().to(waits)))?;
        let handle = server.handle();
        rt::spawn(server);
        let mut connection = TcpStream::connect(address).await?;
        connection.write_all(b"POST /waits HTTP/1.1\r\nhost: here\r\ncontent-length: 4\r\n\r\nbody").await?;
        let heard = async {
            seen.asked.happened().await;
            assert!(rt::time::timeout(Duration::from_millis(100), seen.left.happened()).await.is_err(), "it is still there");
            drop(connection);
            seen.left.happened().await;
            seen.ended.happened().await;
        };
        let heard = rt::time::timeout(Duration::from_secs(10), heard).await;
        handle.stop(false).await;
        assert!(heard.is_ok());
        Ok(())
    }

    #[actix_web::test]
    async fn asvs_16_5_3_a_request_that_panics_gets_no_answer_and_stops_no_other() -> io::Result<()> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let listener = Listener { address, workers: Some(1), connections: 10, shutdown: Duration::ZERO };
        let server = serve(listener, || {
            let fine = web::get().to(async || HttpResponse::Ok().body("fine"));
            App::new().wrap(from_fn(take_turns)).route("/breaks", web::get().to(breaks)).route("/fine", fine)
        })?;
        let handle = server.handle();
        rt::spawn(server);
        let mut answers = Vec::new();
        for path in ["/breaks", "/fine"].repeat(3) {
            answers.push((path, answer_to(path, address).await));
        }
        // Its threads end before anything can fail.
        handle.stop(false).await;
        for (path, answer) in answers {
            let answer = answer?;
            let expected =
                if path == "/breaks" { answer.is_empty() } else { answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("fine") };
            assert!(expected, "{path}: {answer}");
        }
        Ok(())
    }
}
