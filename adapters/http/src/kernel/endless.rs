//! Bodies of no declared length (`Transfer-Encoding: chunked`) are not read. No browser sends one, and a server that
//! answers before such a body ends must either read on for as long as the client likes, or hang up: we hang up.

use super::{
    error::{ErrorCode, Problem},
    held::held,
};
use actix_web::{
    Error, HttpMessage, ResponseError,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header,
    middleware::Next,
};

pub(crate) async fn refuse_endless(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if !request.headers().contains_key(header::TRANSFER_ENCODING) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let unread = request.take_payload();
    let problem = Problem::new(ErrorCode::BodyTooLarge, "Send a Content-Length header.");
    let answer = request.into_response(problem.error_response());
    // While the body is still there the server closes the connection after the answer; were it dropped, the server would
    // wait for its end.
    Ok(answer.map_body(|_, body| held(body, unread)))
}
