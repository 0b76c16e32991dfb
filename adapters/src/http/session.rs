//! Who is calling. Handlers take these as their first argument, so that nobody's body is read before they are known.

use super::{
    Api,
    error::{ErrorCode, Problem},
};
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header, web};
use futures_util::future::LocalBoxFuture;
use sooner_application::identity;
use sooner_domain::identity::user::Role;
use std::ops::Deref;

/// Somebody with a live session.
pub struct SignedIn(pub identity::SignedIn);

impl Deref for SignedIn {
    type Target = identity::SignedIn;

    fn deref(&self) -> &identity::SignedIn {
        &self.0
    }
}

/// Somebody whose phone and e-mail address are both verified.
pub struct Verified(pub identity::SignedIn);

impl Deref for Verified {
    type Target = identity::SignedIn;

    fn deref(&self) -> &identity::SignedIn {
        &self.0
    }
}

/// Somebody who reviews applications.
pub struct Operator(pub identity::SignedIn);

impl Deref for Operator {
    type Target = identity::SignedIn;

    fn deref(&self) -> &identity::SignedIn {
        &self.0
    }
}

impl FromRequest for Operator {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (api, token) = (request.app_data::<web::Data<Api>>().cloned(), bearer(request));
        Box::pin(async move {
            let me = signed_in(api, token).await?;
            match me.user.parts().role {
                Role::Operator => Ok(Self(me)),
                Role::Member => Err(Problem::new(ErrorCode::Forbidden, "This is for operators.")),
            }
        })
    }
}

fn unauthenticated() -> Problem {
    Problem::new(ErrorCode::Unauthenticated, "Sign in first.")
}

async fn signed_in(api: Option<web::Data<Api>>, token: Option<String>) -> Result<identity::SignedIn, Problem> {
    let (Some(api), Some(token)) = (api, token) else { return Err(unauthenticated()) };
    api.identity.signed_in(&token).await?.ok_or_else(unauthenticated)
}

fn bearer(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

impl FromRequest for SignedIn {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (api, token) = (request.app_data::<web::Data<Api>>().cloned(), bearer(request));
        Box::pin(async move { signed_in(api, token).await.map(Self) })
    }
}

impl FromRequest for Verified {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (api, token) = (request.app_data::<web::Data<Api>>().cloned(), bearer(request));
        Box::pin(async move {
            let me = signed_in(api, token).await?;
            if me.user.is_verified() {
                return Ok(Self(me));
            }
            Err(Problem::new(ErrorCode::VerificationRequired, "Verify your phone number and your e-mail address first."))
        })
    }
}
