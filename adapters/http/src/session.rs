//! Who is calling. Handlers take these as their first argument, so that nobody's body is read before they are known.

use crate::kernel::{
    admission::Admission,
    api::Api,
    error::{ErrorCode, Problem},
};
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header, web};
use futures_util::future::LocalBoxFuture;
use sooner_application::{
    identity::ReviewAccess,
    parties::{Holder, Member},
};
use std::ops::Deref;

/// Declares a kind of caller and whom it lets in.
macro_rules! caller {
    ($(#[$doc:meta])* $name:ident, $admit:expr) => {
        $(#[$doc])*
        pub struct $name(Member);

        impl Deref for $name {
            type Target = Member;

            fn deref(&self) -> &Member {
                &self.0
            }
        }

        impl FromRequest for $name {
            type Error = Problem;
            type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                let (api, token) = (request.app_data::<web::Data<Api>>().cloned(), bearer(request));
                let (admission, is_write) = (Admission::of(request), !request.method().is_safe());
                Box::pin(async move {
                    let (Some(api), Some(token)) = (api, token) else { return Err(unauthenticated()) };
                    let me: Member = $admit(api.parties.holder(&token).await?)?;
                    // Every write of the product comes through here: none is without its limit.
                    if is_write {
                        api.identity.spend_write(me.user.id())?;
                    }
                    admission.admit();
                    Ok(Self(me))
                })
            }
        }
    };
}

caller!(
    /// Somebody with a live session, be it one that still waits for the second factor's code.
    Begun,
    |caller| match caller {
        Holder::Nobody => Err(unauthenticated()),
        Holder::AwaitsCode(me) | Holder::Known(me) => Ok(me),
    }
);
caller!(
    /// Somebody who signed in to the end.
    SignedIn,
    known
);
caller!(
    /// Somebody whose e-mail address is verified.
    Proven,
    |caller| {
        let me = known(caller)?;
        if me.user.parts().email_verified { Ok(me) } else { Err(email_unproven()) }
    }
);
caller!(
    /// Somebody whose phone and e-mail address are both verified.
    Verified,
    |caller| {
        let me = known(caller)?;
        if me.user.is_verified() {
            return Ok(me);
        }
        Err(Problem::new(ErrorCode::VerificationRequired, "Verify your phone number and e-mail address first."))
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
                Err(Problem::new(ErrorCode::SecondFactorMissing, "Turn on two-factor sign-in first. You need it to review applications."))
            }
            ReviewAccess::No => Err(Problem::new(ErrorCode::Forbidden, "Only operators have access.")),
        }
    }
);

pub(crate) fn known(holder: Holder) -> Result<Member, Problem> {
    match holder {
        Holder::Nobody => Err(unauthenticated()),
        Holder::AwaitsCode(_) => Err(Problem::new(ErrorCode::SecondFactorRequired, "Enter the code from your authenticator app first.")),
        Holder::Known(me) => Ok(me),
    }
}

pub(crate) fn email_unproven() -> Problem {
    Problem::new(ErrorCode::VerificationRequired, "Verify your e-mail address first.")
}

pub(crate) fn unauthenticated() -> Problem {
    Problem::new(ErrorCode::Unauthenticated, "Sign in first.")
}

pub(crate) fn bearer(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}
