//! Invoices, from their entry to their sale: what a seller does with them, what the house does, what is offered and what can
//! be had.

pub mod changes;
pub mod einvoices;
pub mod known_parties;
pub mod ports;
pub mod scene;

pub(crate) mod accept;
mod acceptable;
pub(crate) mod allowed;
mod availability;
mod daily;
pub(crate) mod debtor_name;
pub(crate) mod documents;
pub(crate) mod enter;
pub(crate) mod holdings;
mod invoices_table;
pub(crate) mod known_terms;
pub(crate) mod list;
pub(crate) mod look;
pub(crate) mod mails;
mod owed;
pub(crate) mod party;
pub(crate) mod recording;
pub(crate) mod stored_file;
pub(crate) mod submit;
pub(crate) mod table;
pub(crate) mod trail;
mod withdraw;

use crate::{
    facilities,
    house::House,
    identity::{self, Identity, StepUpRequired},
    kernel::{
        clock::BusinessClock,
        commit::{Commit, CommitError, WriteContext},
        idempotency::{Idempotency, IdempotencyError},
        table::Wrong,
        too_many::TooMany,
        unavailable::Unavailable,
    },
    ledger::{self, changes::REVERSED},
    onboarding::ports::{Applications, DocumentFiles},
    parties,
    payments::{self, ports::PayoutFilter},
};
use changes::Change;
use ports::{Kept, ProposedEndings, ReceivableRecords};
use scene::{Scene, Scenes};
use sooner_domain::{
    house::open_days::NotOpen,
    kernel::{coded::Coded, ids::ReceivableId, minor::Minor},
    parties::{membership::Membership, operator::Operator, own::OwnMatters},
    payments::payout::{Payout, PayoutRefused},
    receivables::{
        book::Refused,
        receivable::{Blocked, Receivable},
        status::ReceivableStatus,
    },
};
use std::{collections::BTreeMap, sync::Arc};

pub use accept::{AcceptCommand, AcceptError, AcceptedRow};
pub use acceptable::StoppedOffers;
pub use availability::{AvailabilityError, FacilityAvailability, Need};
pub use documents::{AttachError, NewInvoiceDocument, Upload};
pub use enter::{EnterCommand, SaveCommand};
pub use holdings::Holdings;
pub use invoices_table::NewInvoice;
pub use known_terms::KnownTerms;
pub(crate) use list::hidden_from;
pub use list::{HouseSearch, ListSearch, ReceivablePage};
pub use look::{Look, Settled, StandingOffer};
pub use party::Party;
pub use recording::Prepared;
pub use submit::SeenCommand;

/// The use cases of receivables and their ports.
#[derive(Clone)]
pub struct Receivables {
    pub records: Arc<dyn ReceivableRecords>,
    pub scenes: Arc<dyn Scenes>,
    pub facilities: Arc<dyn facilities::ports::FacilityRecords>,
    pub exposures: Arc<dyn facilities::ports::Exposures>,
    pub suppliers: Arc<dyn facilities::ports::Suppliers>,
    pub payouts: Arc<dyn payments::ports::Payouts>,
    pub journal: Arc<dyn ledger::ports::Journal>,
    pub invoice_reader: Arc<dyn einvoices::InvoiceReader>,
    pub buyers: Arc<dyn parties::ports::Buyers>,
    pub debtors: Arc<dyn parties::ports::Debtors>,
    pub applications: Arc<dyn Applications>,
    pub files: Arc<dyn DocumentFiles>,
    pub identity: Identity,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
    /// Dates, offers and the cut-off go by it; what only machines compare goes by the clock of `identity`.
    pub business: Arc<dyn BusinessClock>,
    pub house: House,
    /// What waits for a second person.
    pub proposed: Arc<dyn ProposedEndings>,
}

/// Why nothing was done with a receivable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReceivableError {
    #[error("there is no such receivable")]
    NotFound,
    /// It is not at the version that was seen.
    #[error("changed meanwhile")]
    Stale,
    #[error("no such buyer is on the list")]
    UnknownBuyer,
    #[error("no such supplier is on the list")]
    UnknownSupplier,
    /// They contradict each other, or the buyer cannot promise to pay this: by the fact.
    #[error("these facts are not taken")]
    Facts(Wrong),
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    /// What happened cannot have happened to it.
    #[error("{}", .0.code())]
    Refused(Refused),
    /// Nothing is booked on that day.
    #[error(transparent)]
    Day(#[from] NotOpen),
    /// What ends it is proposed, and waits for a second person: no other ending is done before that is decided.
    #[error("an ending waits for a second person")]
    EndingWaits,
    /// What the debtor has as credit, the seller owes, or can go back to a payer, is no more than this.
    #[error("no more than {}", .0.get())]
    NoMoreThan(Minor),
    /// A payout stands where this is not possible.
    #[error(transparent)]
    Payout(PayoutRefused),
    #[error(transparent)]
    Blocked(Blocked),
    /// So many mails went to its debtor, or were sent by whoever asks.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<Refused> for ReceivableError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<PayoutRefused> for ReceivableError {
    fn from(refused: PayoutRefused) -> Self {
        match refused {
            PayoutRefused::Day(closed) => Self::Day(closed),
            PayoutRefused::Status => Self::Payout(refused),
        }
    }
}

impl From<Blocked> for ReceivableError {
    fn from(blocked: Blocked) -> Self {
        match blocked {
            // As if there were none.
            Blocked::NotTheirs => Self::NotFound,
            other => Self::Blocked(other),
        }
    }
}

/// Whoever writes for a company still belongs to it, in the role they write in, when it is written.
pub(crate) fn stands(by: &Membership) -> Change {
    parties::changes::Change::MembershipStands(*by).into()
}

/// Whoever decides for the house still works for it, in the roles they decide in, when it is written.
pub(crate) fn works(by: &Operator) -> Change {
    identity::changes::Change::OperatorStands { id: by.user(), roles: by.roles }.into()
}

impl Receivables {
    /// Invoices or payables that are entered at once.
    pub const TOGETHER: usize = 200;

    /// What concerns the company of this operator.
    pub(crate) async fn own_matters(&self, by: &Operator) -> Result<OwnMatters, Unavailable> {
        self.buyers.own_matters(by.membership.company).await
    }

    /// As it is stored, and as this member's company sees it.
    pub(crate) async fn kept(&self, id: ReceivableId, by: &Membership) -> Result<Kept, ReceivableError> {
        let kept = self.records.by_id(id).await?.filter(|kept| kept.receivable.is_seen_by(by.company));
        kept.ok_or(ReceivableError::NotFound)
    }

    pub(crate) async fn look(&self, kept: Kept) -> Result<Look, Unavailable> {
        let scene = self.scene(kept.receivable.clone()).await?;
        let advance = Box::pin(self.advances(std::slice::from_ref(&kept))).await?.into_values().next().map(Box::new);
        let now = self.business.now().await?;
        Ok(Look { advance, ..Look::at(kept, scene, self.house.time_zone, now) })
    }

    pub(crate) async fn scene(&self, receivable: Receivable) -> Result<Scene, Unavailable> {
        let gone = || Unavailable::Failed("there is nothing around a receivable".to_owned());
        self.scenes.scenes(vec![receivable]).await?.pop().ok_or_else(gone)
    }

    /// Looks at several at once.
    pub(crate) async fn looks(&self, all: Vec<Kept>) -> Result<Vec<Look>, Unavailable> {
        let now = self.business.now().await?;
        let scenes = self.scenes.scenes(all.iter().map(|kept| kept.receivable.clone()).collect()).await?;
        let mut advances = Box::pin(self.advances(&all)).await?;
        let looks = all.into_iter().zip(scenes).map(|(kept, scene)| {
            let advance = advances.remove(&kept.receivable.id()).map(Box::new);
            Look { advance, ..Look::at(kept, scene, self.house.time_zone, now) }
        });
        Ok(looks.collect())
    }

    /// The newest payout of each advance that was ordered.
    async fn advances(&self, all: &[Kept]) -> Result<BTreeMap<ReceivableId, Payout>, Unavailable> {
        let ordered = all.iter().filter(|kept| kept.receivable.status() == ReceivableStatus::Funded);
        let ordered: Vec<_> = ordered.map(|kept| kept.receivable.id()).collect();
        if ordered.is_empty() {
            return Ok(BTreeMap::new());
        }
        let filter = PayoutFilter { advance_of: Some(ordered), ..PayoutFilter::default() };
        // The oldest first: the newest stays.
        let advances = self.payouts.page(filter, None, i64::MAX).await?.into_iter();
        Ok(advances.filter_map(|payout| Some((payout.about()?, payout))).collect())
    }

    /// A receivable of somebody's company, as it stands now.
    ///
    /// # Errors
    /// `NotFound` for another company's.
    pub async fn shown(&self, id: ReceivableId, by: &Membership) -> Result<Look, ReceivableError> {
        let kept = self.kept(id, by).await?;
        Ok(self.look(kept).await?)
    }

    /// Writes what changed in it after what else changes, and answers it as it is stored then.
    pub(crate) async fn write(&self, look: Look, before: Vec<Change>, context: WriteContext) -> Result<Look, ReceivableError> {
        let changed = Change::ReceivableChanged(Box::new(look.kept.clone()));
        let changes = before.into_iter().chain([changed]).collect();
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(look.stored()),
            Err(CommitError::Stale) => Err(ReceivableError::Stale),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// Writes it, if all is as it was read.
    pub(crate) async fn put(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), ReceivableError> {
        self.commit.commit(changes, context).await.map_err(|error| match error {
            CommitError::Stale | CommitError::Taken(REVERSED) => ReceivableError::Stale,
            error => error.unexpected().into(),
        })
    }
}
