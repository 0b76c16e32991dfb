//! Who is calling. Handlers take these as their first argument, so that nobody's body is read before they are known.

use crate::{
    Api,
    kernel::error::{ErrorCode, Problem},
};
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header, web};
use futures_util::future::LocalBoxFuture;
use sooner_application::{
    identity::{self, Caller, ReviewAccess},
    onboarding::ports::Overview,
};
use std::ops::Deref;

/// Declares a kind of caller and whom it lets in.
macro_rules! caller {
    ($(#[$doc:meta])* $name:ident, $admit:expr) => {
        $(#[$doc])*
        pub struct $name(identity::SignedIn);

        impl Deref for $name {
            type Target = identity::SignedIn;

            fn deref(&self) -> &identity::SignedIn {
                &self.0
            }
        }

        impl FromRequest for $name {
            type Error = Problem;
            type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                let (api, token) = (request.app_data::<web::Data<Api>>().cloned(), bearer(request));
                Box::pin(async move { $admit(caller(api, token).await?).map(Self) })
            }
        }
    };
}

caller!(
    /// Somebody with a live session, be it one that still waits for the second factor's code.
    Begun,
    |caller| match caller {
        Caller::Nobody => Err(unauthenticated()),
        Caller::AwaitsCode(me) | Caller::Known(me) => Ok(me),
    }
);
caller!(
    /// Somebody who signed in to the end.
    SignedIn,
    known
);
caller!(
    /// Somebody whose phone and e-mail address are both verified.
    Verified,
    |caller| {
        let me = known(caller)?;
        if me.user.is_verified() {
            return Ok(me);
        }
        Err(Problem::new(ErrorCode::VerificationRequired, "Verify your phone number and your e-mail address first."))
    }
);
caller!(
    /// Somebody who reviews applications.
    Operator,
    |caller| {
        let me = known(caller)?;
        match me.review {
            ReviewAccess::Yes => Ok(me),
            ReviewAccess::NeedsSecondFactor => {
                Err(Problem::new(ErrorCode::SecondFactorMissing, "Switch two-factor sign-in on first: operators need it here."))
            }
            ReviewAccess::No => Err(Problem::new(ErrorCode::Forbidden, "This is for operators.")),
        }
    }
);

/// Somebody who signed in to the end, with what they see first.
pub struct FirstScreen(pub identity::SignedIn, pub Overview);

impl FromRequest for FirstScreen {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (api, token) = (request.app_data::<web::Data<Api>>().cloned(), bearer(request));
        Box::pin(async move {
            let (Some(api), Some(token)) = (api, token) else { return Err(unauthenticated()) };
            let (caller, overview) = api.onboarding.first_screen(&api.identity, &token).await?.ok_or_else(unauthenticated)?;
            Ok(Self(known(caller)?, overview))
        })
    }
}

fn known(caller: Caller) -> Result<identity::SignedIn, Problem> {
    match caller {
        Caller::Nobody => Err(unauthenticated()),
        Caller::AwaitsCode(_) => Err(Problem::new(ErrorCode::SecondFactorRequired, "Give the code of your authenticator app first.")),
        Caller::Known(me) => Ok(me),
    }
}

fn unauthenticated() -> Problem {
    Problem::new(ErrorCode::Unauthenticated, "Sign in first.")
}

async fn caller(api: Option<web::Data<Api>>, token: Option<String>) -> Result<Caller, Problem> {
    match (api, token) {
        (Some(api), Some(token)) => Ok(api.identity.caller(&token).await?),
        _ => Ok(Caller::Nobody),
    }
}

fn bearer(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}
