//! Closed sets on the wire: a code, or a number for a status; in the API contract an enum of the domain's members.

use crate::ledger_export::Format;
use serde::{Serialize, Serializer};
use sooner_domain::{
    approvals::{
        approval::{ApprovalMove, ApprovalState},
        proposal::ApprovalAction,
    },
    end_of_day::{
        ageing::AgeingBucket,
        step::{EndOfDayState, EndOfDayStep, FailureCode, StepState},
    },
    facilities::{
        exposure::Ceiling,
        facility::TermsState,
        status::{FacilityAction, FacilityStatus},
        supplier::{AutomaticMode, Enrolment, SupplierWait},
        terms::{DiscountTiming, FacilityKind, Notification, VerificationRule},
    },
    house::details::PricedOn,
    identity::{
        operator::{OperatorRight, OperatorRole},
        user::Role,
    },
    kernel::{
        Invalid, InvalidCode, allotment::Allotment, audit::AuditAction, coded::Coded, interest::DayCount, language::Language,
        table::RowOutcome,
    },
    ledger::{
        account::{AccountClass, AccountKind, OwnerKind},
        entry::Event,
        manual::ManualEvent,
    },
    onboarding::{
        company::{Industry, LegalForm, Want},
        decision::DisapprovalReason,
        document::{DocumentKind, FileType, Verdict},
        noticed::NoticeCode,
        people::PersonRole,
        requirements::RequirementCode,
        status::OnboardingStatus,
    },
    parties::{
        buyer::{BuyerDecision, BuyerStatus},
        debtor::DebtorState,
        likeness::MarkKind,
        membership::{MemberRight, MemberRole},
        team::TeamMove,
    },
    payments::{
        advice::AdvicePart,
        answer::{PayeeCheck, Standing},
        payout::{AdvanceState, PayoutStatus, Purpose},
        receipt::{AccountOwner, MatchReason},
        release::ReleaseWarning,
        remembered::PayerMark,
        statement::{DifferencePart, HeldDecision, HeldReason, LineOutcome, StatementTaken},
    },
    pricing::{offer::OfferLine, price::NoOffer},
    receivables::{
        actions::{MemberAction, OperatorAction},
        availability::StepCode,
        book::{LossCause, Refused},
        checks::{CheckCode, Cure, FigureName, Outcome},
        conditions::DisputeEnd,
        confirmation::AnswerKind,
        einvoice::{ProblemCode, Term},
        evidence::{DisputeReason, EvidenceKind, Liftable},
        fee_invoice::ChargedFor,
        first_cash::{FirstCashStep, SetUp},
        matching::MatchSign,
        month::{MonthEvent, MonthFigure},
        notice::{NoticeKind, Told},
        own_books::{BookRole, Treatment},
        quote::{CloseKind, QuoteEventKind},
        status::ReceivableStatus,
        stops::Stop,
    },
};
use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, schema::Type},
};

/// A member of a closed set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code<T>(pub T);

impl<T: Coded> Serialize for Code<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.code())
    }
}

impl<T: Coded> PartialSchema for Code<T> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(T::ALL.iter().map(|member| member.code()))).into()
    }
}

impl<T: Coded> ToSchema for Code<T> {
    /// The set's own name, whatever holds it.
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(T::NAME)
    }
}

/// The member with this code.
///
/// # Errors
/// `NotListed` when the set has none.
pub fn member<T: Coded>(code: &str) -> Result<T, Invalid> {
    T::from_code(code).ok_or(Invalid::NotListed)
}

/// An onboarding status: a number, as it always was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusNumber(pub OnboardingStatus);

impl Serialize for StatusNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i16(self.0.number())
    }
}

impl StatusNumber {
    /// The least and the greatest number of a status.
    pub fn range() -> (i16, i16) {
        let numbers = OnboardingStatus::ALL.map(OnboardingStatus::number);
        (numbers.iter().copied().min().unwrap_or_default(), numbers.iter().copied().max().unwrap_or_default())
    }
}

impl PartialSchema for StatusNumber {
    fn schema() -> RefOr<Schema> {
        let (least, greatest) = Self::range();
        let meanings = OnboardingStatus::ALL.map(|status| format!("{} {}", status.number(), status.code().replace('_', " ")));
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .description(Some(meanings.join(", ")))
            .minimum(Some(least))
            .maximum(Some(greatest))
            .enum_values(Some(OnboardingStatus::ALL.map(OnboardingStatus::number)))
            .into()
    }
}

impl ToSchema for StatusNumber {}

// By name, for the contract's derives do not look into type arguments.
pub type AccountClassCode = Code<AccountClass>;
pub type AccountKindCode = Code<AccountKind>;
pub type AdvicePartCode = Code<AdvicePart>;
pub type AgeingBucketCode = Code<AgeingBucket>;
pub type AllotmentCode = Code<Allotment>;
pub type ApprovalActionCode = Code<ApprovalAction>;
pub type ApprovalMoveCode = Code<ApprovalMove>;
pub type ApprovalStateCode = Code<ApprovalState>;
pub type AuditActionCode = Code<AuditAction>;
pub type AutomaticModeCode = Code<AutomaticMode>;
pub type BookRoleCode = Code<BookRole>;
pub type BuyerDecisionCode = Code<BuyerDecision>;
pub type BuyerStatusCode = Code<BuyerStatus>;
pub type MarkKindCode = Code<MarkKind>;
pub type CloseKindCode = Code<CloseKind>;
pub type CeilingCode = Code<Ceiling>;
pub type CheckCodeCode = Code<CheckCode>;
pub type CureCode = Code<Cure>;
pub type DayCountCode = Code<DayCount>;
pub type DebtorStateCode = Code<DebtorState>;
pub type DisapprovalReasonCode = Code<DisapprovalReason>;
pub type DiscountTimingCode = Code<DiscountTiming>;
pub type DisputeEndCode = Code<DisputeEnd>;
pub type PricedOnCode = Code<PricedOn>;
pub type LiftableCode = Code<Liftable>;
pub type DisputeReasonCode = Code<DisputeReason>;
pub type DebtorAnswerCode = Code<AnswerKind>;
pub type NoticeKindCode = Code<NoticeKind>;
pub type ToldDebtorCode = Code<Told>;
pub type DocumentKindCode = Code<DocumentKind>;
pub type EnrolmentCode = Code<Enrolment>;
pub type RowOutcomeCode = Code<RowOutcome>;
pub type SupplierWaitCode = Code<SupplierWait>;
pub type EndOfDayStateCode = Code<EndOfDayState>;
pub type EndOfDayStepCode = Code<EndOfDayStep>;
pub type EventCode = Code<Event>;
pub type EvidenceKindCode = Code<EvidenceKind>;
pub type FacilityActionCode = Code<FacilityAction>;
pub type FacilityKindCode = Code<FacilityKind>;
pub type FacilityStatusCode = Code<FacilityStatus>;
pub type FailureCodeCode = Code<FailureCode>;
pub type FirstCashStepCode = Code<FirstCashStep>;
pub type FigureNameCode = Code<FigureName>;
pub type FileTypeCode = Code<FileType>;
pub type IndustryCode = Code<Industry>;
pub type InvalidCodeCode = Code<InvalidCode>;
pub type LanguageCode = Code<Language>;
pub type LedgerFormatCode = Code<Format>;
pub type LegalFormCode = Code<LegalForm>;
pub type LossCauseCode = Code<LossCause>;
pub type ManualEventCode = Code<ManualEvent>;
pub type MemberActionCode = Code<MemberAction>;
pub type MemberRightCode = Code<MemberRight>;
pub type ChargedForCode = Code<ChargedFor>;
pub type MemberRoleCode = Code<MemberRole>;
pub type MonthEventCode = Code<MonthEvent>;
pub type MonthFigureCode = Code<MonthFigure>;
pub type NoOfferCode = Code<NoOffer>;
pub type NoticeCodeCode = Code<NoticeCode>;
pub type NotificationCode = Code<Notification>;
pub type OfferLineCode = Code<OfferLine>;
pub type OperatorActionCode = Code<OperatorAction>;
pub type OperatorRightCode = Code<OperatorRight>;
pub type OperatorRoleCode = Code<OperatorRole>;
pub type OutcomeCode = Code<Outcome>;
pub type OwnerKindCode = Code<OwnerKind>;
pub type AdvanceStateCode = Code<AdvanceState>;
pub type PayoutStatusCode = Code<PayoutStatus>;
pub type StandingCode = Code<Standing>;
pub type PayeeCheckCode = Code<PayeeCheck>;
pub type AccountOwnerCode = Code<AccountOwner>;
pub type MatchReasonCode = Code<MatchReason>;
pub type MatchSignCode = Code<MatchSign>;
pub type PayerMarkCode = Code<PayerMark>;
pub type LineOutcomeCode = Code<LineOutcome>;
pub type DifferencePartCode = Code<DifferencePart>;
pub type StatementTakenCode = Code<StatementTaken>;
pub type HeldDecisionCode = Code<HeldDecision>;
pub type HeldReasonCode = Code<HeldReason>;
pub type InvoiceProblemCodeCode = Code<ProblemCode>;
pub type InvoiceTermCode = Code<Term>;
pub type PersonRoleCode = Code<PersonRole>;
pub type PurposeCode = Code<Purpose>;
pub type QuoteEventKindCode = Code<QuoteEventKind>;
pub type ReceivableStatusCode = Code<ReceivableStatus>;
pub type RefusedCode = Code<Refused>;
pub type ReleaseWarningCode = Code<ReleaseWarning>;
pub type RequirementCodeCode = Code<RequirementCode>;
pub type RoleCode = Code<Role>;
pub type SetUpCode = Code<SetUp>;
pub type StepCodeCode = Code<StepCode>;
pub type StepStateCode = Code<StepState>;
pub type StopCode = Code<Stop>;
pub type TeamMoveCode = Code<TeamMove>;
pub type TermsStateCode = Code<TermsState>;
pub type TreatmentCode = Code<Treatment>;
pub type VerdictCode = Code<Verdict>;
pub type VerificationRuleCode = Code<VerificationRule>;
pub type WantCode = Code<Want>;
