//! A connection that hands on one request at a time: a whole head, its body, and the next head once the answer is gone.
//!
//! A head has a size and a deadline, whichever request of the connection it belongs to; an answer has a least speed. The
//! deadline of a body is the application's. What this refuses never reaches the decoder of HTTP.

use super::head::Head;
use actix_web::rt::{
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};
use socket2::SockRef;
use sooner_shared::event::Event;
use std::{
    cell::{Cell, RefCell},
    io,
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, Waker, ready},
    time::Duration,
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Ours have less than two kilobytes, a token among them.
pub(super) const MAX_HEAD_BYTES: usize = 16 * 1024;
/// A client that takes longer to send a head is not waiting for an answer.
const HEAD_DEADLINE: Duration = Duration::from_secs(10);
/// How long a connection stays open without another request.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// How long a client that was refused below HTTP may take to read why.
const FAREWELL: Duration = Duration::from_secs(1);
/// What the system keeps of an answer for a reader; it doubles the number for itself.
const SEND_BUFFER_BYTES: usize = 128 * 1024;
/// While an answer waits for its reader, so much of it must leave in so long: 8 KiB a second, less what the system may hold back.
const LEAST_BYTES: usize = 160 * 1024;
const LEAST_BYTES_IN: Duration = Duration::from_secs(30);

/// Whose turn it is; the application tells.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    phase: Cell<Phase>,
    /// Who waits for the turn to pass on.
    waiting: RefCell<Option<Waker>>,
    /// The client sends no more, though it is the application's turn.
    left: Arc<Event>,
}

#[derive(Debug, Clone, Copy, Default)]
enum Phase {
    /// The client's: a head.
    #[default]
    Head,
    /// A head was handed on, of which the application has not told yet.
    Handed,
    /// The application's: so many bytes of the body are still to come.
    Asked { body_bytes: u64, answered: bool },
    /// Nobody's any more: the client was refused, and what it still sends is dropped.
    Refused,
}

impl Turn {
    /// Happens when the client leaves before it has its answer.
    pub(super) fn left(&self) -> Arc<Event> {
        self.left.clone()
    }

    /// A request has begun, with so large a body.
    pub(super) fn asked(&self, body_bytes: u64) {
        self.pass(Phase::Asked { body_bytes, answered: false });
    }

    /// Its answer is handed over. A body of which something is still to come is in the way of another request.
    pub(super) fn answered(&self) {
        match self.phase.get() {
            Phase::Asked { body_bytes: 0, .. } => self.pass(Phase::Head),
            Phase::Asked { body_bytes, .. } => self.pass(Phase::Asked { body_bytes, answered: true }),
            Phase::Head | Phase::Handed | Phase::Refused => {}
        }
    }

    fn taken(&self, bytes: usize) {
        if let Phase::Asked { body_bytes, answered } = self.phase.get() {
            let body_bytes = body_bytes.saturating_sub(bytes as u64);
            self.phase.set(if answered && body_bytes == 0 { Phase::Head } else { Phase::Asked { body_bytes, answered } });
        }
    }

    fn pass(&self, phase: Phase) {
        self.phase.set(phase);
        self.wake();
    }

    fn wake(&self) {
        if let Some(waiting) = self.waiting.take() {
            waiting.wake();
        }
    }

    fn wait(&self, context: &Context<'_>) {
        self.waiting.replace(Some(context.waker().clone()));
    }
}

/// A deadline that is made once and set again and again.
#[derive(Debug, Default)]
struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    fn set(&mut self, at: Instant) {
        match &mut self.0 {
            Some(sleep) => sleep.as_mut().reset(at),
            None => self.0 = Some(Box::pin(sleep_until(at))),
        }
    }

    fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        self.0.as_mut().is_some_and(|sleep| sleep.as_mut().poll(context).is_ready())
    }
}

/// How an answer leaves. Only time in which it waits for its reader counts.
#[derive(Debug, Default)]
struct Leaving {
    waits_since: Option<Instant>,
    waited: Duration,
    /// Since the last time that it was looked at.
    bytes: usize,
    timer: Timer,
}

impl Leaving {
    /// It waits: whether that was too long.
    fn waits(&mut self, context: &mut Context<'_>) -> bool {
        if self.waits_since.is_none() {
            let now = Instant::now();
            self.waits_since = Some(now);
            if self.waited.is_zero() {
                // What the system's buffers took at once says nothing of the reader.
                self.bytes = 0;
            }
            self.timer.set(now + LEAST_BYTES_IN.saturating_sub(self.waited));
        }
        while self.timer.is_over(context) {
            if self.bytes < LEAST_BYTES {
                return true;
            }
            let now = Instant::now();
            (self.waits_since, self.waited, self.bytes) = (Some(now), Duration::ZERO, 0);
            self.timer.set(now + LEAST_BYTES_IN);
        }
        false
    }

    /// So much has left: whether that was waited for.
    fn left(&mut self, bytes: usize) -> bool {
        self.bytes = self.bytes.saturating_add(bytes);
        let since = self.waits_since.take();
        self.waited += since.map(|since| since.elapsed()).unwrap_or_default();
        since.is_some()
    }

    /// Another answer is on its way.
    fn begin(&mut self) {
        (self.waits_since, self.waited, self.bytes) = (None, Duration::ZERO, 0);
    }
}

/// One client's connection.
pub(super) struct Connection {
    stream: TcpStream,
    turn: Rc<Turn>,
    /// What came and was not handed on yet.
    held: Vec<u8>,
    head: Head,
    /// How many of them are the rest of a head.
    head_bytes: usize,
    /// For a head, or for what is left after a refusal.
    timer: Timer,
    /// Whether it is set for the head that is awaited.
    timed: bool,
    leaving: Leaving,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> Self {
        // Without it answers wait for each other; a client that is gone already is found out by reading.
        stream.set_nodelay(true).ok();
        // The system's own, of up to four megabytes, tells of room only when a third of it is free: an honest reader of
        // 16 KiB a second would seem to stand still. And it is memory that a client decides on.
        SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER_BYTES).ok();
        let mut timer = Timer::default();
        timer.set(Instant::now() + HEAD_DEADLINE);
        let (turn, held, head, leaving) = (Rc::default(), Vec::new(), Head::default(), Leaving::default());
        Self { stream, turn, held, head, head_bytes: 0, timer, timed: true, leaving }
    }

    pub(super) fn turn(&self) -> Rc<Turn> {
        self.turn.clone()
    }

    fn time(&mut self, allowed: Duration) {
        self.timer.set(Instant::now() + allowed);
        self.timed = true;
    }

    /// Says why and hangs up; what else the client sends is dropped for a moment, so that it can read the reason.
    fn refuse(&mut self, status: &'static str) {
        let answer = format!(
            "HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n\
             content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n\r\n"
        );
        metrics::counter!("connections_refused_total", "why" => status).increment(1);
        tracing::debug!(status, "refused before it was a request");
        // Nothing else waits to be sent, so it fits; whoever is gone needs no answer.
        self.stream.try_write(answer.as_bytes()).ok();
        self.turn.phase.set(Phase::Refused);
        (self.held, self.head) = (Vec::new(), Head::default());
        self.time(FAREWELL);
    }

    /// The next head, all of it. No bytes are the end of the connection.
    fn poll_head(&mut self, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if !self.timed {
            self.time(if self.held.is_empty() { KEEP_ALIVE } else { HEAD_DEADLINE });
        }
        loop {
            if let Some(end) = self.head.end(&self.held) {
                (self.head, self.head_bytes) = (Head::default(), end);
                // The deadline runs on until the application has it.
                self.timed = false;
                self.leaving.begin();
                self.turn.phase.set(Phase::Handed);
                self.hand_head(into);
                return Poll::Ready(Ok(()));
            }
            if self.held.len() >= MAX_HEAD_BYTES {
                self.refuse("431 Request Header Fields Too Large");
                return self.poll_refused(context);
            }
            if self.timer.is_over(context) {
                if !self.head.has_begun() {
                    return Poll::Ready(Ok(()));
                }
                self.refuse("408 Request Timeout");
                return self.poll_refused(context);
            }
            let mut room = [0; 4096];
            let most = room.len().min(MAX_HEAD_BYTES - self.held.len());
            let mut read = ReadBuf::new(room.get_mut(..most).unwrap_or_default());
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            if self.held.is_empty() {
                self.time(HEAD_DEADLINE);
            }
            self.held.extend_from_slice(read.filled());
        }
    }

    fn hand_head(&mut self, into: &mut ReadBuf<'_>) {
        let before = into.filled().len();
        self.hand(self.head_bytes, into);
        self.head_bytes -= into.filled().len() - before;
    }

    /// Hands on so many of the bytes held, or what there is room for.
    fn hand(&mut self, bytes: usize, into: &mut ReadBuf<'_>) {
        let bytes = bytes.min(into.remaining()).min(self.held.len());
        let rest = self.held.split_off(bytes);
        into.put_slice(&self.held);
        self.held = rest;
    }

    fn poll_body(&mut self, body_bytes: u64, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let most = usize::try_from(body_bytes).unwrap_or(usize::MAX).min(into.remaining());
        let before = into.filled().len();
        if self.held.is_empty() {
            let mut read = ReadBuf::new(into.initialize_unfilled_to(most));
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
            let bytes = read.filled().len();
            into.advance(bytes);
        } else {
            self.hand(most, into);
        }
        self.turn.taken(into.filled().len() - before);
        if matches!(self.turn.phase.get(), Phase::Head) {
            // What was left of a body had a deadline; the next head has one of its own.
            self.timed = false;
        }
        Poll::Ready(Ok(()))
    }

    /// It is the application's turn: of the client only its end is of interest.
    fn poll_end(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.turn.wait(context);
        if !self.held.is_empty() {
            return Poll::Pending;
        }
        let mut room = [0; 1];
        match ready!(self.stream.poll_peek(context, &mut ReadBuf::new(&mut room)))? {
            0 => {
                self.turn.left.happen();
                Poll::Ready(Ok(()))
            }
            _ => Poll::Pending,
        }
    }

    /// Drops what comes until the client is gone or had its time.
    fn poll_refused(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let _ = Pin::new(&mut self.stream).poll_shutdown(context);
        while !self.timer.is_over(context) {
            let mut room = [0; 4096];
            let mut read = ReadBuf::new(&mut room);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(Ok(()))
    }

    fn written(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                if self.leaving.left(bytes) {
                    // The next head was kept waiting for this.
                    self.turn.wake();
                }
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending if self.leaving.waits(context) => {
                metrics::counter!("connections_refused_total", "why" => "read too slowly").increment(1);
                tracing::debug!("an answer was read too slowly");
                // What is left of it is dropped with the connection instead of being kept for such a client.
                self.stream.set_zero_linger().ok();
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            Poll::Pending => {}
        }
        written
    }
}

impl AsyncRead for Connection {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        match this.turn.phase.get() {
            // An answer that still waits comes first.
            Phase::Head if this.leaving.waits_since.is_some() => this.poll_end(context),
            Phase::Head => this.poll_head(context, into),
            Phase::Handed if this.head_bytes > 0 => {
                this.hand_head(into);
                Poll::Ready(Ok(()))
            }
            Phase::Handed if this.timer.is_over(context) => {
                this.refuse("408 Request Timeout");
                this.poll_refused(context)
            }
            Phase::Handed | Phase::Asked { body_bytes: 0, .. } => this.poll_end(context),
            Phase::Asked { body_bytes, answered } => {
                if answered {
                    // What is left of a body after its answer is of interest to nobody.
                    if !this.timed {
                        this.time(FAREWELL);
                    }
                    if this.timer.is_over(context) {
                        return Poll::Ready(Ok(()));
                    }
                }
                this.poll_body(body_bytes, context, into)
            }
            Phase::Refused => this.poll_refused(context),
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.written(written, context)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
