//! Why nothing is done with a receivable.

use super::body::ReceivableBody;
use crate::{
    facilities::body::{own_company, stale},
    identity::step_up::step_up_required,
    kernel::{
        api::Api,
        error::{ErrorCode, Problem},
        table::by_field,
    },
    onboarding::user_body::{NamedPersonBody, PEOPLE},
    session::{not_their_right, not_their_role},
};
use serde::Serialize;
use sooner_application::{
    parties::Member,
    receivables::{AcceptError, ReceivableError},
};
use sooner_domain::{
    facilities::exposure::Ceiling,
    house::open_days::NotOpen,
    kernel::{Invalid, ids::UserId, minor::Minor},
    ledger::manual::NotReversible,
    pricing::price::NoOffer,
    receivables::{
        conditions::Unmet,
        confirmation::NotAsked,
        receivable::{Blocked, Receivable},
    },
};
use sooner_shared::coded_body::{CeilingCode, Code};
use utoipa::ToSchema;

/// What a problem names why something is not possible.
pub(crate) const REASON: &str = "reason";

/// What a problem names the receivable as it stands by now.
pub(crate) const RECEIVABLE: &str = "receivable";

/// What a problem names the limit that was reached.
pub(crate) const LIMIT: &str = "limit";

/// Why something is not possible with a receivable now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NotPossibleReason {
    WrongStatus,
    Held,
    NotHeld,
    Disputed,
    NotDisputed,
    NothingOpen,
    NothingToLift,
    NoDocument,
    OnlyByCreditNote,
    HouseEnters,
    StillOpen,
    PayoutWaits,
    NothingToPay,
    TooLarge,
    NoDays,
    NoAccount,
    NoPayerName,
    NoPayerAccount,
    InProgramme,
    RestTooLarge,
    Covered,
    TooEarly,
    NotLater,
    TooFar,
    OnlyPart,
    BankAnswered,
    NoHouseAccount,
    NoHouseDetails,
    NoIban,
    NoPayeeAccount,
    BankWouldRefuse,
    Undisclosed,
    NoContact,
    UndoFirst,
    ReceiptUsed,
    SameInvoice,
    SameMoney,
    ReceiptNear,
    ChargeOnStatement,
    /// More would leave the bank than there is, and that was not said to be meant
    BankOverdrawn,
    ChargeNear,
    ChargeGivenBack,
    TakesTwo,
    EndingWaits,
    NoFont,
    ProvenByBalances,
    NothingSaid,
    OnlyByItsMaker,
    LineExplained,
    LineKnown,
    PayoutFollowed,
    EntryInOtherCurrency,
    NotByHand,
    IsReversal,
    Reversed,
    EntryOnStatement,
}

/// The limit that was reached.
#[derive(Serialize, ToSchema)]
pub(crate) struct LimitReachedBody {
    ceiling: CeilingCode,
    /// The advance that would fit; absent for the limit of a buyer, which is not disclosed
    fits: Option<i64>,
}

pub(crate) fn not_possible(reason: NotPossibleReason) -> Problem {
    use NotPossibleReason as R;
    let detail = match reason {
        R::WrongStatus => "This isn’t possible at the invoice’s current status.",
        R::Held => "It is held.",
        R::NotHeld => "It isn’t held.",
        R::Disputed => "It is disputed.",
        R::NotDisputed => "It isn’t disputed.",
        R::NothingOpen => "Nothing of it is open any more.",
        R::NothingToLift => "This check doesn’t stand in its way.",
        R::NoDocument => "Attach the invoice first.",
        R::OnlyByCreditNote => "In a programme this takes a credit note of the whole amount.",
        R::HouseEnters => "Credit notes are entered by the finance company.",
        R::StillOpen => "Something of it is still open.",
        R::PayoutWaits => "Its payout is on hold.",
        R::NothingToPay => "Fees and discount would use up what is advanced.",
        R::TooLarge => "It is too large for these terms.",
        R::NoDays => "It would be due before it is paid out.",
        R::NoAccount => "The company has named no bank account to pay to.",
        R::NoPayerName => "The name of who paid it is unknown.",
        R::NoPayerAccount => "The account it was paid from is unknown.",
        R::InProgramme => "This isn’t possible in a programme.",
        R::RestTooLarge => "In a programme no more is closed than banks keep of a payment.",
        R::Covered => "The finance company bears a part of the loss.",
        R::TooEarly => "It is too early for this.",
        R::NotLater => "This isn’t later than the day it is due.",
        R::TooFar => "No invoice is due so far ahead.",
        R::OnlyPart => "The dispute is over a part of it.",
        R::BankAnswered => "Nothing of the batch waits for the bank.",
        R::NoHouseDetails => "The finance company hasn’t entered its details.",
        R::NoHouseAccount => "The finance company has no bank account in this currency.",
        R::NoIban => "A payee’s account has no IBAN, or no holder.",
        R::NoPayeeAccount => "A payee’s account has no holder, no number, or no bank code.",
        R::BankWouldRefuse => "A bank would refuse this file.",
        R::Undisclosed => "The buyer isn’t to know that the invoice is financed.",
        R::NoFont => "A name has letters that no font of this instance has. The finance company can add one.",
        R::NoContact => "The buyer has no contact. Enter one at the debtor first.",
        R::UndoFirst => "Undo what happened to this invoice since first.",
        R::ReceiptUsed => "This receipt was used. Undo what it was used for first.",
        R::SameInvoice => "Another receipt of this request was matched to the same invoice.",
        R::BankOverdrawn => "It takes out more than there is at the bank.",
        R::ChargeOnStatement => "A statement has a charge of this amount on this day. It is booked already.",
        R::ChargeNear => "A statement has a charge of this amount on a day near this one. Say that this is another one to book it.",
        R::ChargeGivenBack => "The bank gave this charge back. Reverse what it gave back first.",
        R::ReceiptNear => "A statement has a receipt of this amount on a day near this one. Say that this is another one.",
        R::SameMoney => "Another receipt, or what was entered by hand, may be the same money.",
        R::ProvenByBalances => "The balances prove what this line is.",
        R::NothingSaid => "This line isn’t allocated, so there is nothing to undo.",
        R::OnlyByItsMaker => "Only the person who did this can undo it.",
        R::LineExplained => "Undo its allocation on its statement first.",
        R::LineKnown => "Another line is known as this one, or may be. Reopen or decide that one first.",
        R::PayoutFollowed => "It executed or returned a payout, or its money went back to its payer.",
        R::EntryInOtherCurrency => "The entry is in another currency than its account. It can be set aside.",
        R::NotByHand => "Something else caused this entry. Undo that where it happened.",
        R::IsReversal => "This entry reverses another one. Book what is right instead.",
        R::Reversed => "This entry is reversed already.",
        R::EntryOnStatement => "A line of a statement stands for this entry. Reopen that line first.",
        R::EndingWaits => "An ending of this invoice is proposed and waits for a second person. Decide on it or withdraw it first.",
        R::TakesTwo => "Two people undo this, on the receivable.",
    };
    Problem::new(ErrorCode::NotPossible, detail).with(REASON, reason)
}

fn unmet(unmet: Unmet) -> NotPossibleReason {
    match unmet {
        Unmet::InProgramme => NotPossibleReason::InProgramme,
        Unmet::RestTooLarge => NotPossibleReason::RestTooLarge,
        Unmet::Covered => NotPossibleReason::Covered,
        Unmet::TooEarly(_) => NotPossibleReason::TooEarly,
        Unmet::NotLater => NotPossibleReason::NotLater,
        Unmet::TooFar(_) => NotPossibleReason::TooFar,
        Unmet::OnlyPart => NotPossibleReason::OnlyPart,
    }
}

fn four_eyes() -> Problem {
    Problem::new(ErrorCode::FourEyes, "You entered this, so someone else has to approve it.")
}

/// Amounts of nothing never come so far.
pub(crate) fn amount_out_of_range(most: Minor) -> Problem {
    Problem::field("amount", Invalid::AmountTooLarge { max: most.get() })
}

/// Whoever could do it instead is not named here.
pub(crate) fn blocked(blocked: Blocked) -> Problem {
    use NotPossibleReason as R;
    let reason = match blocked {
        Blocked::Stopped(stops) => return not_possible(R::PayoutWaits).with(STOPS, stops.into_iter().map(Code).collect::<Vec<_>>()),
        Blocked::NotTheirs | Blocked::NoSuchDocument => return Problem::not_found(),
        Blocked::NotMembers(right) => return not_their_right(right),
        Blocked::NotOperators(right) => return not_their_role(right),
        Blocked::OwnCompany => return own_company(),
        Blocked::FourEyes(_) => return four_eyes(),
        Blocked::TooManyDocuments => return Problem::new(ErrorCode::TooManyDocuments, "An invoice has at most 10 documents."),
        Blocked::NoAgreement => return Problem::new(ErrorCode::FacilityInactive, "There is no facility under which it can be sold."),
        Blocked::AmountOutOfRange(most) => return amount_out_of_range(most),
        Blocked::DueNotAfterIssue => return Problem::field("dueOn", Invalid::DueNotAfterIssue),
        Blocked::DayInPast => return Problem::field("dueOn", Invalid::DateInPast),
        Blocked::NotNow(_) => R::WrongStatus,
        Blocked::OnlyByCreditNote => R::OnlyByCreditNote,
        Blocked::HouseEnters => R::HouseEnters,
        Blocked::NoDocument => R::NoDocument,
        Blocked::Held => R::Held,
        Blocked::NotHeld => R::NotHeld,
        Blocked::Disputed => R::Disputed,
        Blocked::NotDisputed => R::NotDisputed,
        Blocked::NothingOpen => R::NothingOpen,
        Blocked::NothingToLift => R::NothingToLift,
        Blocked::StillOpen(_) => R::StillOpen,
        Blocked::Unmet(why) => unmet(why),
        Blocked::NotAsked(NotAsked::Undisclosed) => R::Undisclosed,
        Blocked::NotAsked(NotAsked::NoContact) => R::NoContact,
    };
    not_possible(reason)
}

/// What a problem names what stops a payout.
pub(crate) const STOPS: &str = "stops";

/// Why an entry is not reversed.
pub(crate) fn not_reversible(why: NotReversible) -> Problem {
    not_possible(match why {
        NotReversible::NotByHand => NotPossibleReason::NotByHand,
        NotReversible::IsReversal => NotPossibleReason::IsReversal,
        NotReversible::Reversed => NotPossibleReason::Reversed,
        NotReversible::ToldByBank => NotPossibleReason::EntryOnStatement,
        NotReversible::GivenBack => NotPossibleReason::ChargeGivenBack,
    })
}

/// Why nothing is booked on the day that is named.
pub(crate) fn not_open(closed: NotOpen) -> Problem {
    let why = match closed {
        NotOpen::Future => Invalid::DateInFuture,
        NotOpen::Before(_) => Invalid::DateTooEarly,
    };
    Problem::field("on", why)
}

pub(crate) fn not_done(error: ReceivableError) -> Problem {
    match error {
        ReceivableError::NotFound => Problem::not_found(),
        ReceivableError::Stale => stale(),
        ReceivableError::UnknownBuyer => Problem::field("buyerId", Invalid::NotListed),
        ReceivableError::UnknownSupplier => Problem::field("supplierId", Invalid::NotListed),
        ReceivableError::Facts(wrong) => by_field(wrong),
        ReceivableError::StepUpRequired(required) => step_up_required(required),
        ReceivableError::Refused(why) => {
            Problem::new(ErrorCode::NotPossible, "What has happened to it doesn’t allow this.").with(REASON, Code(why))
        }
        ReceivableError::Day(closed) => not_open(closed),
        ReceivableError::Payout(_) => Problem::new(ErrorCode::NotPossible, "This isn’t possible at the payout’s current status.")
            .with(REASON, NotPossibleReason::WrongStatus),
        ReceivableError::EndingWaits => not_possible(NotPossibleReason::EndingWaits),
        ReceivableError::NoMoreThan(credit) => Problem::field("amount", Invalid::AmountTooLarge { max: credit.get() }),
        ReceivableError::Blocked(reason) => blocked(reason),
        ReceivableError::TooMany(too_many) => too_many.into(),
        ReceivableError::Idempotency(once) => once.into(),
        ReceivableError::Unavailable(unavailable) => unavailable.into(),
    }
}

/// Names those of somebody's company who can do what they may not.
async fn others(api: &Api, me: &Member, who: &[UserId]) -> Problem {
    match api.parties.members(&me.membership).await {
        Ok(members) => {
            let can = members.iter().map(|(member, _)| &member.user).filter(|user| who.contains(&user.id()));
            four_eyes().with(PEOPLE, can.map(NamedPersonBody::from).collect::<Vec<_>>())
        }
        Err(unavailable) => unavailable.into(),
    }
}

fn limit_reached(ceiling: Ceiling, fits: Option<Minor>) -> Problem {
    let detail = match ceiling {
        Ceiling::Facility => "It doesn’t fit under the facility’s limit today.",
        Ceiling::Concentration => "It doesn’t fit under the concentration limit today.",
        Ceiling::Debtor => "It doesn’t fit under the limit for this buyer today.",
    };
    let limit = LimitReachedBody { ceiling: Code(ceiling), fits: fits.map(Minor::get) };
    Problem::new(ErrorCode::LimitReached, detail).with(LIMIT, limit)
}

/// What whoever accepts is told.
pub(crate) async fn not_accepted(api: &Api, me: &Member, error: AcceptError) -> Problem {
    match error {
        AcceptError::NotFound => Problem::not_found(),
        AcceptError::StepUpRequired(required) => step_up_required(required),
        AcceptError::OfferChanged(look) => {
            let now = ReceivableBody::new(&look, &me.membership);
            Problem::new(ErrorCode::OfferChanged, "The offer has changed. Check it again.").with(RECEIVABLE, now)
        }
        AcceptError::NoOffer(NoOffer::NothingToPay) => not_possible(NotPossibleReason::NothingToPay),
        AcceptError::NoOffer(NoOffer::TooLarge) => not_possible(NotPossibleReason::TooLarge),
        AcceptError::NoOffer(NoOffer::NoDays) => not_possible(NotPossibleReason::NoDays),
        AcceptError::LimitReached { ceiling, fits } => limit_reached(ceiling, fits),
        AcceptError::DuplicateReceivable => Problem::new(ErrorCode::DuplicateReceivable, "An invoice of this number was sold before."),
        AcceptError::Blocked(Blocked::FourEyes(who)) => others(api, me, &who).await,
        AcceptError::Blocked(reason) => blocked(reason),
        AcceptError::Idempotency(once) => once.into(),
        AcceptError::Unavailable(unavailable) => unavailable.into(),
    }
}

/// What nobody can accept is not there to be read.
pub(crate) fn no_offer(receivable: &Receivable) -> Problem {
    blocked(Blocked::NotNow(receivable.status()))
}
