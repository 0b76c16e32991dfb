//! Who is calling. Handlers take these as their first argument, so that nobody's body is read before they are known.

use crate::kernel::{
    admission::Admission,
    api::Api,
    error::{ErrorCode, Problem},
    idempotency::Key,
    single::single,
};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, http::header, web};
use futures_util::future::LocalBoxFuture;
use sooner_application::{
    identity::HouseAccess,
    parties::{Holder, Member},
};
use sooner_domain::{identity::operator::OperatorRight, kernel::coded::Coded, parties::membership::MemberRight};
use std::ops::Deref;

/// What reckons over many rows or makes a file, where others read a page or a thing.
pub(crate) const DEAR_READS: &[&str] = &[
    "/operator/applications/{id}/audit.csv",
    "/operator/applications/{id}/buyers/{buyer}/debtors",
    "/operator/bank-statements/gaps",
    "/operator/debtor-credits",
    "/operator/debtors/{id}/payers",
    "/operator/desk",
    "/operator/facilities/{id}/terms/{number}/paper",
    "/operator/funds",
    "/operator/held-lines/{id}/candidates",
    "/operator/ledger/export",
    "/operator/ledger/trial-balance",
    "/operator/letters/unreachable",
    "/operator/letters/{id}/paper",
    "/operator/names",
    "/operator/receipts",
    "/operator/receipts/{id}/entries",
    "/operator/payouts/batches/{id}/file",
    "/operator/receivables/{id}/correspondence",
    "/operator/setting-up",
    "/operator/statement-lines/{id}/candidates",
    "/semi-private/availability",
    "/semi-private/coming",
    "/semi-private/documents/{id}",
    "/semi-private/facilities/{id}/terms/{number}/paper",
    "/semi-private/fee-invoices/{id}/paper",
    "/semi-private/payments/advices/{batch}/paper",
    "/semi-private/programme/disclosure",
    "/semi-private/receivables/{id}/documents/{document}",
    "/semi-private/receivables/{id}/prices",
    "/semi-private/receivables/{id}/schedule",
    "/semi-private/receivables/{id}/schedule/paper",
    "/semi-private/receivables/{id}/settlement/paper",
    "/semi-private/statements/{month}",
    "/semi-private/statements/{month}/journal",
    "/semi-private/statements/{month}/paper",
    "/semi-private/supplier-programmes/{id}/automatic",
];

/// What a read costs of what an account may read: a page or a thing is cheap.
fn cost_of(pattern: Option<&str>) -> i32 {
    const CHEAP: i32 = 1;
    const DEAR: i32 = 20;
    if pattern.is_some_and(|pattern| DEAR_READS.contains(&pattern)) { DEAR } else { CHEAP }
}

/// The caller, if this lets them in, within what their account may do. Every request of the product whose caller is known comes through
/// here or, with what else is read of them, through [`in_turn`]: none is without its limit.
async fn bounded(request: &HttpRequest, admit: fn(Holder) -> Result<Member, Problem>) -> Result<Member, Problem> {
    if request.method().is_safe() {
        let read = async |api: &Api, token: &str| Ok((admit(api.parties.holder(token).await?)?, ()));
        return in_turn(request, read).await.map(|(me, ())| me);
    }
    let (Some(api), Some(token)) = (request.app_data::<web::Data<Api>>(), bearer(request)) else { return Err(unauthenticated()) };
    let me = admit(api.parties.holder(&token).await?)?;
    api.identity.spend_write_in(&me.session)?;
    Ok(me)
}

/// The caller of a read and what is read with them, once it is the turn of their account, which then has it until the answer is made.
pub(crate) async fn in_turn<T>(
    request: &HttpRequest,
    read: impl AsyncFnOnce(&Api, &str) -> Result<(Member, T), Problem>,
) -> Result<(Member, T), Problem> {
    let (Some(api), Some(token)) = (request.app_data::<web::Data<Api>>(), bearer(request)) else { return Err(unauthenticated()) };
    let Some(session) = api.identity.session_of(&token) else { return Err(unauthenticated()) };
    let turn = api.host.readers.turn(session).await?;
    let (me, found) = read(api, &token).await?;
    api.host.readers.belongs(session, me.user.id());
    match api.identity.spend_read(me.user.id(), cost_of(request.match_pattern().as_deref())) {
        Ok(()) => {
            request.extensions_mut().insert(turn);
            Ok((me, found))
        }
        Err(too_many) => {
            turn.rest().await;
            Err(too_many.into())
        }
    }
}

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

        impl From<$name> for Member {
            fn from($name(me): $name) -> Self {
                me
            }
        }

        impl $name {
            /// Whether this caller is let in.
            fn admit(caller: Holder) -> Result<Member, Problem> {
                let admit: fn(Holder) -> Result<Member, Problem> = $admit;
                admit(caller)
            }
        }

        impl FromRequest for $name {
            type Error = Problem;
            type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                let (request, admission) = (request.clone(), Admission::of(request));
                Box::pin(async move {
                    let me = bounded(&request, Self::admit).await?;
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
/// Declares a kind of member by what their role lets them do: nobody's body is read who may not send it.
macro_rules! member {
    ($(#[$doc:meta])* $name:ident, $right:expr) => {
        caller!(
            $(#[$doc])*
            $name,
            |caller| {
                let me = Verified::admit(caller)?;
                if me.membership.may($right) { Ok(me) } else { Err(not_their_right($right)) }
            }
        );
    };
}

member!(
    /// A member who fills in the application and hands it in.
    Editor,
    MemberRight::EditApplication
);
member!(
    /// A member who names buyers.
    BuyerNamer,
    MemberRight::NameBuyers
);
member!(
    /// A member who says to which account the company is paid.
    AccountChanger,
    MemberRight::ChangeBankAccount
);
member!(
    /// A member who says who the others are.
    TeamManager,
    MemberRight::ManageMembers
);

member!(
    /// A member who agrees, or not, to terms.
    TermsSigner,
    MemberRight::AcceptTerms
);

member!(
    /// A member who enters invoices, hands them in and takes them back.
    InvoiceEnterer,
    MemberRight::EnterInvoices
);
member!(
    /// A member who sells.
    OfferAccepter,
    MemberRight::AcceptOffers
);

member!(
    /// A member who promises to pay.
    PayableApprover,
    MemberRight::ApprovePayables
);
member!(
    /// A member who says who the suppliers are.
    SupplierManager,
    MemberRight::ManageSuppliers
);

caller!(
    /// Somebody who works for the house, in whatever role.
    Operator,
    |caller| {
        let me = known(caller)?;
        match me.house {
            HouseAccess::Yes if me.operator().roles.is_empty() => Err(operators_only()),
            HouseAccess::Yes => Ok(me),
            HouseAccess::NeedsSecondFactor => {
                Err(Problem::new(ErrorCode::SecondFactorMissing, "Turn on two-factor sign-in first. You need it in the back office."))
            }
            HouseAccess::No => Err(operators_only()),
        }
    }
);

/// Declares a kind of operator by what their roles let them do.
macro_rules! operator {
    ($(#[$doc:meta])* $name:ident, $right:expr) => {
        caller!(
            $(#[$doc])*
            $name,
            |caller| {
                let me = Operator::admit(caller)?;
                if me.operator().may($right) { Ok(me) } else { Err(not_their_role($right)) }
            }
        );
    };
}

operator!(
    /// An operator who looks at applications.
    CaseReader,
    OperatorRight::ReadApplications
);
operator!(
    /// An operator who reviews applications.
    Reviewer,
    OperatorRight::Review
);
operator!(
    /// An operator who sees who the operators are.
    OperatorReader,
    OperatorRight::ReadOperators
);
operator!(
    /// An operator who says who the operators are.
    Admin,
    OperatorRight::ManageOperators
);
operator!(
    /// An operator who says what holds for the house.
    HouseManager,
    OperatorRight::ManageHouse
);

operator!(
    /// An operator who moves business time.
    ClockMover,
    OperatorRight::MoveClock
);

operator!(
    /// An operator who looks at the ledger.
    LedgerReader,
    OperatorRight::ReadLedger
);
operator!(
    /// An operator who books by hand.
    Bookkeeper,
    OperatorRight::BookEntries
);

operator!(
    /// An operator who sees agreements with companies, and debtors.
    FacilityReader,
    OperatorRight::ReadFacilities
);
operator!(
    /// An operator who offers terms, suspends and closes.
    FacilityManager,
    OperatorRight::ManageFacilities
);
operator!(
    /// An operator who says how much debtors may owe.
    DebtorManager,
    OperatorRight::ManageDebtors
);

operator!(
    /// An operator who sees invoices.
    ReceivableReader,
    OperatorRight::ReadReceivables
);
operator!(
    /// An operator who verifies invoices and decides on them.
    ReceivableManager,
    OperatorRight::ManageReceivables
);

operator!(
    /// An operator who sees what is paid out, and what came in.
    PaymentReader,
    OperatorRight::ReadPayments
);
operator!(
    /// An operator who pays out, and says what the bank did.
    PaymentManager,
    OperatorRight::ManagePayments
);

impl Key {
    /// The caller, who asks for what this request is. What they confirm is this and nothing else; a key is used once, so the same is not
    /// done twice.
    pub(crate) fn asked_by(&self, me: impl Into<Member>, content: [u8; 32]) -> Member {
        let mut me = me.into();
        me.signed_in.act = Some(self.act(content));
        me
    }
}

fn operators_only() -> Problem {
    Problem::new(ErrorCode::Forbidden, "Only operators have access.")
}

/// What a problem names the right that is missing.
pub(crate) const RIGHT: &str = "right";

/// It takes another role, in the house or in the company.
fn forbidden(right: &'static str) -> Problem {
    Problem::new(ErrorCode::Forbidden, "Your role doesn’t allow this.").with(RIGHT, right)
}

pub(crate) fn not_their_role(right: OperatorRight) -> Problem {
    forbidden(right.code())
}

pub(crate) fn not_their_right(right: MemberRight) -> Problem {
    forbidden(right.code())
}

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
    let value = single(request.headers(), &header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}
