//! What there is around a receivable: everything that a decision on it looks at.

use crate::{
    facilities::{
        changes::Change as FacilityChange,
        ports::{FacilityFound, SupplierFound},
    },
    kernel::unavailable::Unavailable,
    onboarding::changes::Change as ApplicationChange,
    parties::changes::Change as PartyChange,
    receivables::{
        changes::Change,
        ports::{History, Lookalike},
    },
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    facilities::exposure::InUse,
    house::settings::HouseSettings,
    identity::user::User,
    kernel::{
        ids::{CompanyId, DebtorId, ReceivableId},
        money::Currency,
    },
    onboarding::{bank_account::BankAccount, company::CompanyDetails, people::Person, status::OnboardingStatus},
    parties::{buyer::Buyer, company::Company, debtor::Debtor, membership::Membership},
    receivables::{checks::Corrected, position::Recorded, receivable::Receivable},
};

/// A company, and what it handed in.
#[derive(Debug, Clone, PartialEq)]
pub struct Applicant {
    pub company: Company,
    /// What it says of itself.
    pub details: CompanyDetails,
    pub status: OnboardingStatus,
    /// Who runs, owns and signs for it.
    pub people: Vec<Person>,
    /// Where it is paid to.
    pub bank_account: BankAccount,
    /// Of its application.
    pub version: i64,
}

/// What there is around a receivable.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    pub house: HouseSettings,
    pub seller: Applicant,
    /// The buyer on the seller's list; none in a programme, nor when the seller took it off.
    pub buyer: Option<Buyer>,
    /// Who owes: known of the receivable itself, or by the buyer since an operator approved it.
    pub debtor: Option<Debtor>,
    /// The companies here that are the debtor.
    pub debtors_companies: Vec<Applicant>,
    /// Once it was sold, the facility it was sold under; before, the open one of its kind and currency, of whoever enters it.
    pub facility: Option<FacilityFound>,
    /// The seller's place on the buyer's list; none in factoring.
    pub supplier: Option<SupplierFound>,
    /// Other currencies in which whoever enters it has an open facility of this kind.
    pub other_currencies: Vec<Currency>,
    /// Of the limits it falls under; nothing while those are not known.
    pub in_use: InUse,
    /// What its own data says it corrects, and is sold; like the next three nothing where it is not checked any more.
    pub corrected: Vec<Corrected>,
    /// Others of its fingerprint that are sold; like the next two nothing where it is not checked any more.
    pub sold: Vec<ReceivableId>,
    /// Others that may look like it.
    pub lookalikes: Vec<Lookalike>,
    /// Of its seller with its debtor.
    pub history: History,
    /// What happened to it since it was sold.
    pub facts: Vec<Recorded>,
    /// Everybody of the company that enters it who may approve for it, the first one first.
    pub approvers: Vec<(User, Membership)>,
    /// What was entered before takes two of them: see [`Approvers`](sooner_domain::parties::approvers::Approvers).
    pub alone_from: Option<DateTime<Utc>>,
    /// Counts changes of that company's members.
    pub team_version: i64,
    /// Everybody who may approve for the seller, the first one first: in factoring the same people.
    pub sellers: Vec<(User, Membership)>,
}

impl Scene {
    /// Nothing changes: who may approve for the company that enters it stands as it was read, until the rest is written.
    pub(crate) fn team_stands(&self, receivable: &Receivable) -> Change {
        PartyChange::TeamStands { company: receivable.entered_for(), seen: self.team_version }.into()
    }

    /// Nothing changes: what it is sold by, and who else could do so, stands as it was read, until the rest is written.
    pub(crate) fn stands(&self, receivable: &Receivable) -> Vec<Change> {
        let debtor = self.debtor.as_ref().map(Debtor::parts);
        let debtor = debtor.map(|debtor| PartyChange::DebtorStands { id: debtor.id, version: debtor.version }.into());
        let seller = ApplicationChange::StatusStands { company: self.seller.company.id, status: self.seller.status };
        let facility = self.facility.as_ref().map(|found| found.facility.parts());
        let facility = facility.map(|facility| FacilityChange::FacilityStands { id: facility.id, version: facility.version }.into());
        // Its place in the programme, and its own rate.
        let supplier = self.supplier.as_ref().map(|found| found.supplier.parts());
        let supplier = supplier.map(|supplier| FacilityChange::SupplierStands { id: supplier.id, version: supplier.version }.into());
        [self.team_stands(receivable)].into_iter().chain(debtor).chain([seller.into()]).chain(facility).chain(supplier).collect()
    }

    /// As it is once what is in use changed by this.
    pub(crate) fn use_more(&mut self, change: InUse) {
        self.in_use = self.in_use.and(change);
    }

    /// What is not checked any more is compared with nothing.
    pub(crate) fn compare_no_more(&mut self) {
        self.corrected.clear();
        self.sold.clear();
        self.lookalikes.clear();
        self.history = History::none();
    }

    /// A company that has to do with it: its seller, or one that is its debtor.
    pub(crate) fn applicant(&self, company: CompanyId) -> Option<&Applicant> {
        [&self.seller].into_iter().chain(&self.debtors_companies).find(|applicant| applicant.company.id == company)
    }

    pub(crate) fn debtor_id(&self) -> Option<DebtorId> {
        self.debtor.as_ref().map(Debtor::id)
    }
}

/// A receivable with its debtor, where that is known by now.
pub fn with_debtor(receivable: &Receivable, buyer: Option<&Buyer>) -> Receivable {
    let mut receivable = receivable.clone();
    if let Some(debtor) = buyer.and_then(|buyer| buyer.debtor) {
        receivable.know_debtor(debtor);
    }
    receivable
}

/// Where scenes come from.
#[async_trait]
pub trait Scenes: Send + Sync {
    /// What there is around each of these, stored or not, in their order: everything as of one moment. One whose seller is
    /// gone is an error.
    async fn scenes(&self, receivables: Vec<Receivable>) -> Result<Vec<Scene>, Unavailable>;
}
