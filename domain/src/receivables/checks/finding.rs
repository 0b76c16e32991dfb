//! What a check finds: codes and figures, of which whoever tells a person makes sentences.

use super::super::fingerprint::InvoiceNumber;
use crate::kernel::{
    coded::coded_enum,
    ids::ReceivableId,
    minor::Minor,
    money::{Currency, Percentage},
};
use chrono::{DateTime, NaiveDate, Utc};

coded_enum!(
    /// What is checked.
    CheckCode {
        FacilityActive = "facility_active",
        CompanyApproved = "company_approved",
        Currency = "currency",
        DebtorKnown = "debtor_known",
        DebtorState = "debtor_state",
        Tenor = "tenor",
        NotDue = "not_due",
        InvoiceAge = "invoice_age",
        InvoiceAttached = "invoice_attached",
        Plausible = "plausible",
        AsInvoiced = "as_invoiced",
        NotOwnDebtor = "not_own_debtor",
        AlreadyAssigned = "already_assigned",
        AlreadySold = "already_sold",
        PaymentMeans = "payment_means",
        FirstOfDebtor = "first_of_debtor",
        VerificationAbove = "verification_above",
        DuplicateExact = "duplicate_exact",
        DuplicateSimilar = "duplicate_similar",
        DilutionHistory = "dilution_history",
        FacilityLimit = "facility_limit",
        DebtorLimit = "debtor_limit",
        Concentration = "concentration",
    }
);

coded_enum!(
    /// What a check comes to.
    Outcome {
        Pass = "pass",
        /// Somebody has to find out first that the invoice is owed.
        Verify = "verify",
        /// It can be offered, and does not fit under a limit today.
        Cap = "cap",
        Block = "block",
    }
);

coded_enum!(
    /// What makes a check pass.
    Cure {
        AskForFacility = "ask_for_facility",
        /// The facility takes nothing new at the moment.
        AwaitFacility = "await_facility",
        JoinProgramme = "join_programme",
        CompleteOnboarding = "complete_onboarding",
        AwaitBuyerApproval = "await_buyer_approval",
        /// A day comes from which it passes.
        Wait = "wait",
        AttachInvoice = "attach_invoice",
        /// Withdraw it, and enter it as it should be.
        CorrectInvoice = "correct_invoice",
        /// It is about an invoice that was sold: it is a credit note, another due date, or takes its place once that was taken back.
        TellOfCorrection = "tell_of_correction",
        AwaitVerification = "await_verification",
        /// The house has set no limit yet.
        AwaitLimit = "await_limit",
        /// It is more than the whole limit: whatever debtors pay, it never fits.
        RaiseLimit = "raise_limit",
        /// What debtors pay makes room.
        AwaitReceipts = "await_receipts",
        /// There may be room later. It is all that is said of a limit that others use as well.
        AwaitRoom = "await_room",
        ContactHouse = "contact_house",
    }
);

impl Cure {
    /// Whether a seller makes the check pass, by what it changes of the invoice.
    pub fn is_sellers(self) -> bool {
        matches!(self, Self::AttachInvoice | Self::CorrectInvoice)
    }

    /// As it is told without figures. Which of these it is would tell, invoice by invoice, how high a limit is and how much of it others
    /// use.
    pub(super) fn without_figures(self) -> Self {
        match self {
            Self::RaiseLimit | Self::AwaitReceipts => Self::AwaitRoom,
            other => other,
        }
    }
}

coded_enum!(
    /// What a figure says.
    FigureName {
        Above = "above",
        Available = "available",
        BoughtBefore = "bought_before",
        Currencies = "currencies",
        Days = "days",
        Diluted = "diluted",
        DueOn = "due_on",
        Face = "face",
        Faces = "faces",
        InvoiceNumbers = "invoice_numbers",
        IssuedOn = "issued_on",
        MaxDays = "max_days",
        MaxShare = "max_share",
        /// By UNTDID 4461.
        MeansCode = "means_code",
        MinDays = "min_days",
        Others = "others",
        PassesFrom = "passes_from",
        SharedPeople = "shared_people",
        Today = "today",
        TypeCode = "type_code",
        Wanted = "wanted",
    }
);

/// A figure's value. Amounts are in minor units of the receivable's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Amount(Minor),
    Count(i64),
    Day(NaiveDate),
    Share(Percentage),
    Currencies(Vec<Currency>),
    Receivables(Vec<ReceivableId>),
    Numbers(Vec<InvoiceNumber>),
}

/// One of the figures a check compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    pub name: FigureName,
    pub value: Value,
}

/// What one check says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub outcome: Outcome,
    pub figures: Vec<Figure>,
    /// None where nothing has to be done, or nothing helps.
    pub cure: Option<Cure>,
    /// Where somebody has to verify: from when on a verification counts for this. None: any does.
    pub since: Option<DateTime<Utc>>,
}

impl Verdict {
    pub(super) fn pass() -> Self {
        Self { outcome: Outcome::Pass, figures: Vec::new(), cure: None, since: None }
    }

    pub(super) fn block(cure: Option<Cure>) -> Self {
        Self { outcome: Outcome::Block, cure, ..Self::pass() }
    }

    pub(super) fn cap(cure: Cure) -> Self {
        Self { outcome: Outcome::Cap, cure: Some(cure), ..Self::pass() }
    }

    pub(super) fn verify() -> Self {
        Self { outcome: Outcome::Verify, cure: Some(Cure::AwaitVerification), ..Self::pass() }
    }

    /// With what was compared, whatever came of it.
    pub(super) fn with(mut self, name: FigureName, value: Value) -> Self {
        self.figures.push(Figure { name, value });
        self
    }
}

/// What one check found of a receivable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub code: CheckCode,
    pub verdict: Verdict,
}
