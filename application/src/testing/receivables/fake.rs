//! Receivables in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
    parties::fake::Rows as Parties,
};
use crate::{
    cash::{
        OddMoney,
        ports::{AdvanceDue, MoneyChecks},
    },
    identity::ports::TokenHash,
    kernel::{commit::CommitError, paging::Direction, unavailable::Unavailable},
    onboarding::ports::FileOwners,
    receivables::{
        changes::{Change, ENTERED_ONCE, NEVER_SOLD, SOLD_ONCE},
        ports::{
            Asked, Booked, BookedOf, Confirmations, Hidden, History, HistoryOf, InvoiceKey, IssuedConfirmation, Kept, ListTotal, Lookalike,
            Numbered, OpenInvoices, PayableKey, Promised, ReceivableFilter, ReceivableOrder, ReceivableRecords, ReceivableSort, SoldOnBoth,
        },
        scene::with_debtor,
    },
};
use async_trait::async_trait;
use sooner_domain::{
    house::reference_code::ReferenceCode,
    kernel::{
        audit::AuditAction,
        ids::{CompanyId, DebtorId, FacilityId, FactId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::{
        account::Owner,
        entry::{Entry, Event, Posting},
    },
    onboarding::document::DocumentId,
    parties::buyer::BuyerId,
    payments::{
        payout::{PayoutStatus, Purpose},
        receipt::ReceiptId,
        statement::LineId,
    },
    receivables::{
        confirmation::{Confirmation, Statement},
        fingerprint::{Fingerprint, NormalisedNumber},
        matching::Owing,
        month::{Balances, Outlay},
        position::Recorded,
        receivable::{Origin, Parts, Receivable},
        reference::Reference,
        similarity::Sample,
        status::ReceivableStatus,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

#[derive(Default, Clone)]
pub(crate) struct Rows {
    numbers: u64,
    pub(crate) receivables: BTreeMap<ReceivableId, Kept>,
    /// What stands, in its order.
    facts: Vec<Recorded>,
    confirmations: Vec<IssuedConfirmation>,
    statements: Vec<Statement>,
}

fn is_sold(kept: &Kept) -> bool {
    ReceivableStatus::SOLD.contains(&kept.receivable.status())
}

/// What tells it apart among those that are sold.
fn series(kept: &Kept) -> i64 {
    kept.receivable.series()
}

impl Rows {
    /// Whether one of them does.
    pub(crate) fn name_buyer(&self, id: BuyerId) -> bool {
        let named = self.receivables.values().map(|kept| kept.receivable.parts().origin);
        named.into_iter().any(|origin| origin == Origin::Seller { buyer: id })
    }

    fn put(&mut self, kept: Kept) -> Result<(), CommitError> {
        if is_sold(&kept) {
            let fingerprint = kept.fingerprint.ok_or_else(|| Unavailable::Failed("sold without a fingerprint".to_owned()))?;
            let is_same = |other: &Kept| other.fingerprint == Some(fingerprint) && series(other) == series(&kept);
            if self.others(kept.receivable.id()).any(|other| is_sold(other) && is_same(other)) {
                return Err(CommitError::Taken(SOLD_ONCE));
            }
        }
        self.receivables.insert(kept.receivable.id(), kept);
        Ok(())
    }

    fn change(&mut self, kept: Kept) -> Result<(), CommitError> {
        let seen = kept.receivable.parts().version;
        self.receivables.get(&kept.receivable.id()).filter(|stored| stored.receivable.parts().version == seen).ok_or(CommitError::Stale)?;
        let receivable = Receivable::restore(Parts { version: seen + 1, ..kept.receivable.parts().clone() });
        self.put(Kept { receivable, ..kept })
    }

    fn others(&self, but: ReceivableId) -> impl Iterator<Item = &Kept> {
        self.receivables.values().filter(move |kept| kept.receivable.id() != but)
    }

    pub(super) fn sold(&self, but: ReceivableId, fingerprint: Fingerprint) -> Vec<ReceivableId> {
        let same = self.others(but).filter(|other| other.fingerprint == Some(fingerprint) && is_sold(other));
        same.map(|other| other.receivable.id()).collect()
    }

    pub(super) fn history(&self, of: HistoryOf) -> History {
        let is_counted = |kept: &&Kept| {
            let Parts { seller, debtor, status, .. } = kept.receivable.parts();
            let pair = (*seller, *debtor, kept.receivable.currency());
            pair == (of.seller, Some(of.debtor), of.currency) && History::COUNTED.contains(status)
        };
        let add = |mut sum: History, kept: &Kept| {
            sum.bought += 1;
            sum.dilution.faces += kept.receivable.face();
            sum.dilution.diluted += kept.position.diluted;
            sum
        };
        self.receivables.values().filter(is_counted).fold(History::none(), add)
    }

    /// What a seller entered and that was neither withdrawn nor ended without a sale.
    fn invoices_of(&self, seller: CompanyId) -> impl Iterator<Item = (BuyerId, Numbered)> {
        let all = self.receivables.values().map(|kept| &kept.receivable);
        let own = all.filter(move |receivable| receivable.parts().seller == seller && !receivable.status().frees_its_number());
        own.filter_map(move |receivable| match receivable.parts().origin {
            Origin::Seller { buyer } => Some((buyer, Numbered::of(seller, &receivable.parts().facts))),
            Origin::Programme { .. } => None,
        })
    }

    pub(in crate::testing) fn facts(&self, id: ReceivableId) -> Vec<Recorded> {
        self.facts.iter().filter(|fact| fact.receivable == id).copied().collect()
    }

    fn take_back(&mut self, fact: Recorded) -> Result<(), CommitError> {
        let stands = self.facts.iter().position(|stored| stored.id == fact.id && stored.receivable == fact.receivable);
        self.facts.remove(stands.ok_or(CommitError::Stale)?);
        Ok(())
    }
}

/// It is owed by the debtor that its debtor is now.
fn follow(parties: &Parties, kept: &mut Kept) {
    let Some(debtor) = kept.receivable.parts().debtor else { return };
    let now = parties.debtor_now(debtor);
    if now != debtor {
        kept.receivable.follow_debtor(now);
    }
}

/// Sold, and not at its end.
fn waits(kept: &Kept) -> bool {
    matches!(kept.receivable.status(), ReceivableStatus::Accepted | ReceivableStatus::Funded)
}

fn replace_debtor(state: &mut State, before: DebtorId, after: DebtorId) -> Result<(), CommitError> {
    let rows = &mut state.receivables;
    let own: Vec<_> = rows.receivables.values().filter(|kept| kept.receivable.parts().debtor == Some(before)).cloned().collect();
    for mut kept in own {
        kept.receivable.follow_debtor(after);
        let entity = state.parties.company(kept.receivable.parts().seller).and_then(|seller| seller.legal_entity.clone());
        let anew = entity.as_ref().and_then(|entity| kept.receivable.fingerprint(entity));
        if kept.fingerprint.is_some() {
            let is_same = |other: &&Kept| other.fingerprint == anew && series(other) == series(&kept) && is_sold(other);
            let same = if is_sold(&kept) { rows.others(kept.receivable.id()).find(is_same) } else { None };
            match same {
                Some(same) if waits(&kept) && waits(same) => {
                    return Err(CommitError::Taken(SOLD_ONCE));
                }
                Some(_) => {}
                None => kept.fingerprint = anew.or(kept.fingerprint),
            }
        }
        rows.change(kept)?;
    }
    Ok(())
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        let rows = &mut state.receivables;
        match self {
            Self::Ledger(change) => change.apply(state),
            Self::Facilities(change) => change.apply(state),
            Self::Payments(change) => change.apply(state),
            Self::InvoiceIsNew { seller, invoice } => {
                let is_it =
                    |(buyer, told): (BuyerId, Numbered)| invoice == InvoiceKey { buyer, number: told.number, issued_on: told.issued_on };
                let is_there = rows.invoices_of(seller).any(is_it);
                if is_there { Err(CommitError::Taken(ENTERED_ONCE)) } else { Ok(()) }
            }
            Self::PayableIsNew { buyer, payable: PayableKey { seller, debtor, number } } => {
                let is_it = |receivable: &Receivable| {
                    let parts = receivable.parts();
                    (parts.origin, parts.debtor, parts.seller) == (Origin::Programme { buyer }, Some(debtor), seller)
                        && parts.facts.number.normalised() == number
                        && !receivable.status().frees_its_number()
                };
                let is_there = rows.receivables.values().any(|kept| is_it(&kept.receivable));
                if is_there { Err(CommitError::Taken(ENTERED_ONCE)) } else { Ok(()) }
            }
            Self::ReceivableAdded(mut kept) => {
                follow(&state.parties, &mut kept);
                let is_listed = |buyer| state.parties.buyers.iter().any(|listed| listed.id == buyer);
                match kept.receivable.parts().origin {
                    Origin::Seller { buyer } if !is_listed(buyer) => Err(CommitError::Stale),
                    _ => rows.put(*kept),
                }
            }
            Self::ReceivableChanged(mut kept) => {
                follow(&state.parties, &mut kept);
                rows.change(*kept)
            }
            Self::SellerReplaced { before, after } => {
                let own = rows.receivables.values_mut().filter(|kept| kept.receivable.parts().seller == before);
                for kept in own {
                    let parts = kept.receivable.parts().clone();
                    kept.receivable = Receivable::restore(Parts { seller: after, version: parts.version + 1, ..parts });
                }
                Ok(())
            }
            Self::PayablesHandedOver { buyer, before, after } => {
                let is_of =
                    |parts: &Parts| (parts.origin, parts.seller) == (Origin::Programme { buyer }, before) && parts.accepted.is_none();
                for kept in rows.receivables.values_mut().filter(|kept| is_of(kept.receivable.parts())) {
                    let parts = kept.receivable.parts().clone();
                    kept.receivable = Receivable::restore(Parts { seller: after, version: parts.version + 1, ..parts });
                }
                Ok(())
            }
            Self::DebtorReplaced { before, after } => replace_debtor(state, before, after),
            Self::BuyersDebtorReplaced { buyer, before, after } => {
                let of_buyer = |kept: &&mut Kept| kept.receivable.parts().origin == Origin::Seller { buyer };
                for kept in rows.receivables.values_mut().filter(of_buyer) {
                    let parts = kept.receivable.parts().clone();
                    if parts.accepted.is_some() {
                        return Err(CommitError::Taken(NEVER_SOLD));
                    }
                    if parts.debtor == Some(before) {
                        kept.receivable = Receivable::restore(Parts { debtor: Some(after), version: parts.version + 1, ..parts });
                        kept.fingerprint = None;
                    }
                }
                Ok(())
            }
            Self::DebtorAsked(mut issued) => {
                state.receivables.confirmations.append(&mut issued);
                Ok(())
            }
            Self::DebtorSaid(statement) => {
                state.receivables.statements.push(*statement);
                Ok(())
            }
            Self::FactRecorded(fact) => {
                rows.facts.push(fact);
                Ok(())
            }
            Self::FactTakenBack(fact) => rows.take_back(fact),
        }
    }
}

/// Keeps the contracts of receivables.
pub(crate) struct InMemoryReceivables(pub(crate) Arc<Memory>);

fn is_wanted(kept: &Kept, filter: &ReceivableFilter) -> bool {
    let ReceivableFilter { company, debtor, facility, statuses, due, number, only, hidden: _, order: _ } = filter;
    let receivable = &kept.receivable;
    let Parts { debtor: on, agreement, .. } = receivable.parts();
    company.is_none_or(|(company, side)| side.has(receivable, company))
        && debtor.is_none_or(|debtor| *on == Some(debtor))
        && facility.is_none_or(|facility| agreement.is_some_and(|agreement| agreement.facility == facility))
        && (statuses.is_empty() || statuses.contains(&receivable.status()))
        && due.has(receivable.due_on())
        && only.has(kept)
        && number.as_ref().is_none_or(|number| {
            let parts = receivable.parts();
            number.finds(&parts.facts.number.normalised(), &parts.reference)
        })
}

/// Whether it is hidden, with the debtor that its buyer is by now.
pub(in crate::testing) fn is_hidden(state: &State, hidden: Hidden, receivable: &Receivable) -> bool {
    let buyer = match receivable.parts().origin {
        Origin::Seller { buyer } => state.parties.buyers_of(receivable.parts().seller).find(|listed| listed.id == buyer),
        Origin::Programme { .. } => None,
    };
    hidden.has(&with_debtor(receivable, buyer))
}

/// What a filter finds.
fn found<'a>(state: &'a State, filter: &ReceivableFilter) -> impl Iterator<Item = &'a Kept> {
    let is_shown = |kept: &&Kept| !filter.hidden.is_some_and(|hidden| is_hidden(state, hidden, &kept.receivable));
    state.receivables.receivables.values().filter(|kept| is_wanted(kept, filter)).filter(is_shown)
}

/// As it is compared; none while it is not handed in, or nobody knows who its seller is.
fn lookalike(state: &State, kept: &Kept) -> Option<Lookalike> {
    let Parts { id, seller, submitted, .. } = kept.receivable.parts();
    let sample = Sample::of(&kept.receivable, state.parties.company(*seller)?.legal_entity.as_ref()?)?;
    Some(Lookalike { id: *id, sample, submitted_at: submitted.as_ref()?.at })
}

pub(super) fn lookalikes(state: &State, but: ReceivableId, sample: &Sample) -> Vec<Lookalike> {
    let doubles = state.receivables.others(but).filter(|other| other.receivable.status().counts_as_double());
    let alike = doubles.filter_map(|other| lookalike(state, other));
    alike.filter(|other| other.sample.debtor == sample.debtor || !sample.likenesses(&other.sample).is_empty()).collect()
}

#[async_trait]
impl ReceivableRecords for InMemoryReceivables {
    async fn next_number(&self) -> Result<(u64, Option<ReferenceCode>), Unavailable> {
        let mut state = self.0.call().await;
        state.receivables.numbers += 1;
        Ok((state.receivables.numbers, state.house.settings.reference_code()))
    }

    async fn by_id(&self, id: ReceivableId) -> Result<Option<Kept>, Unavailable> {
        Ok(self.0.call().await.receivables.receivables.get(&id).cloned())
    }

    async fn by_ids(&self, ids: Vec<ReceivableId>) -> Result<Vec<Kept>, Unavailable> {
        Ok(self.0.call().await.receivables.receivables.values().filter(|kept| ids.contains(&kept.receivable.id())).cloned().collect())
    }

    async fn by_references(&self, references: Vec<Reference>) -> Result<Vec<Kept>, Unavailable> {
        let has = |kept: &&Kept| references.contains(&kept.receivable.parts().reference);
        Ok(self.0.call().await.receivables.receivables.values().filter(has).cloned().collect())
    }

    async fn owing(&self, currency: Currency) -> Result<Vec<Owing>, Unavailable> {
        let state = self.0.call().await;
        let is_open = |kept: &&Kept| {
            let receivable = &kept.receivable;
            let waits = matches!(receivable.status(), ReceivableStatus::Accepted | ReceivableStatus::Funded);
            waits && receivable.currency() == currency && kept.position.open.is_positive() && receivable.parts().debtor.is_some()
        };
        Ok(state.receivables.receivables.values().filter(is_open).map(Kept::owing).collect())
    }

    async fn closed(
        &self,
        currency: Currency,
        references: Vec<Reference>,
        numbers: Vec<NormalisedNumber>,
    ) -> Result<Vec<(Owing, ReceivableStatus)>, Unavailable> {
        let state = self.0.call().await;
        let is_it = |kept: &&Kept| {
            let (parts, status) = (kept.receivable.parts(), kept.receivable.status());
            let waits = matches!(status, ReceivableStatus::Accepted | ReceivableStatus::Funded);
            let is_closed = ReceivableStatus::ENDED.contains(&status) || waits && !kept.position.open.is_positive();
            let is_named = references.contains(&parts.reference) || numbers.contains(&parts.facts.number.normalised());
            kept.receivable.currency() == currency && is_closed && is_named
        };
        let found = state.receivables.receivables.values().filter(is_it);
        Ok(found.map(|kept| (Owing { discount: None, ..kept.owing() }, kept.receivable.status())).collect())
    }

    async fn page(&self, filter: ReceivableFilter, after: Option<ReceivableId>, most: i64) -> Result<Vec<Kept>, Unavailable> {
        let state = self.0.call().await;
        let all = &state.receivables.receivables;
        let compare = |one: &Kept, other: &Kept| filter.order.compare(&one.receivable, &other.receivable);
        let is_behind = |kept: &&Kept| match (after, filter.order) {
            (None, _) => true,
            (Some(after), ReceivableOrder { sort: ReceivableSort::Entered, direction: Direction::Ascending }) => {
                after < kept.receivable.id()
            }
            (Some(after), ReceivableOrder { sort: ReceivableSort::Entered, .. }) => kept.receivable.id() < after,
            (Some(after), _) => {
                let is_seen = |after: &&Kept| filter.company.is_none_or(|(company, side)| side.has(&after.receivable, company));
                let after = all.get(&after).filter(is_seen);
                after.is_some_and(|after| compare(after, kept).is_lt())
            }
        };
        let mut wanted: Vec<_> = found(&state, &filter).filter(is_behind).cloned().collect();
        wanted.sort_by(compare);
        wanted.truncate(usize::try_from(most).unwrap_or(0));
        Ok(wanted)
    }

    async fn totals(&self, filter: ReceivableFilter) -> Result<Vec<ListTotal>, Unavailable> {
        let state = self.0.call().await;
        let mut totals: BTreeMap<&str, ListTotal> = BTreeMap::new();
        for kept in found(&state, &filter) {
            let currency = kept.receivable.currency();
            let nothing = ListTotal { currency, count: 0, face: Minor::ZERO, open: Minor::ZERO };
            let total = totals.entry(currency.code()).or_insert(nothing);
            total.count += 1;
            total.face += kept.receivable.face();
            total.open += kept.position.open;
        }
        Ok(totals.into_values().collect())
    }

    async fn accepted_with(&self, first: ReceivableId) -> Result<Vec<Kept>, Unavailable> {
        let is_it = |kept: &&Kept| kept.receivable.parts().accepted.is_some_and(|accepted| accepted.with == first);
        Ok(self.0.call().await.receivables.receivables.values().filter(is_it).cloned().collect())
    }

    async fn booked(&self, BookedOf { seller, currency, first, last }: BookedOf) -> Result<Booked, Unavailable> {
        let state = self.0.call().await;
        let is_sellers = |kept: &Kept| kept.receivable.parts().seller == seller;
        let is_own = |posting: &Posting| match posting.account.owner() {
            Owner::Company(company) => company == seller && Balances::KINDS.contains(&posting.account.kind()),
            Owner::Receivable(id) => state.receivables.receivables.get(&id).is_some_and(is_sellers),
            Owner::House | Owner::Debtor(_) => false,
        };
        let is_asked = |entry: &&Entry| {
            let is_about = Outlay::EVENTS.contains(&entry.booking().event)
                && state.receivables.receivables.get(&ReceivableId(entry.booking().subject)).is_some_and(is_sellers);
            let is_asked = |posting: &Posting| posting.account.currency() == currency && (is_about || is_own(posting));
            entry.booking().on <= last && entry.postings().iter().any(is_asked)
        };
        let mut entries: Vec<_> = state.ledger.entries().filter(is_asked).cloned().collect();
        entries.sort_by_key(|entry| (entry.booking().on, entry.booking().id));
        let reversed: BTreeSet<_> = state.ledger.entries().filter_map(Entry::reverses).collect();
        let stands = |entry: &&Entry| entry.reverses().is_none() && !reversed.contains(&entry.booking().id);
        let settled = state.ledger.entries().filter(stands).filter(|entry| Outlay::settles(entry));
        let settled: BTreeSet<_> = settled.map(|entry| entry.booking().subject).collect();
        let is_end = |kept: &&Kept| {
            use ReceivableStatus as S;
            is_sellers(kept) && matches!(kept.receivable.status(), S::Settled | S::ChargedBack | S::WrittenOff)
        };
        let over = state.receivables.receivables.values().filter(is_end);
        let silent = over.map(|kept| kept.receivable.id()).filter(|id| !settled.contains(&id.0));
        let of_receipt = |entry: &Entry| {
            let first = entry.reverses().and_then(|id| state.ledger.entries().find(|other| other.booking().id == id)).unwrap_or(entry);
            first.booking().cause.is_some_and(|cause| state.payments.receipts.contains_key(&ReceiptId(cause)))
        };
        let own = entries.iter().filter(|entry| entry.booking().event == Event::PassedOn && of_receipt(entry));
        let own: Vec<_> = own.map(|entry| entry.booking().id).collect();
        let mut before = Balances::default().with_silent(silent).with_own(own);
        entries.iter().filter(|entry| entry.booking().on < first).for_each(|entry| before.book(entry));
        entries.retain(|entry| entry.booking().on >= first);
        Ok(Booked { before, entries })
    }

    async fn sold(&self, but: ReceivableId, fingerprint: Fingerprint) -> Result<Vec<ReceivableId>, Unavailable> {
        Ok(self.0.call().await.receivables.sold(but, fingerprint))
    }

    async fn lookalikes(&self, but: ReceivableId, sample: &Sample) -> Result<Vec<Lookalike>, Unavailable> {
        Ok(lookalikes(&*self.0.call().await, but, sample))
    }

    async fn invoices_numbered(&self, seller: CompanyId, numbers: Vec<NormalisedNumber>) -> Result<Vec<(BuyerId, Numbered)>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.receivables.invoices_of(seller).filter(|(_, one)| numbers.contains(&one.number)).collect())
    }

    async fn payables_numbered(
        &self,
        buyer: CompanyId,
        debtor: DebtorId,
        numbers: Vec<NormalisedNumber>,
    ) -> Result<Vec<Numbered>, Unavailable> {
        let state = self.0.call().await;
        let own = state.receivables.receivables.values().map(|kept| &kept.receivable).filter(|receivable| {
            let parts = receivable.parts();
            (parts.origin, parts.debtor) == (Origin::Programme { buyer }, Some(debtor)) && !receivable.status().frees_its_number()
        });
        let numbered = own.map(|receivable| Numbered::of(receivable.parts().seller, &receivable.parts().facts));
        Ok(numbered.filter(|one| numbers.contains(&one.number)).collect())
    }

    async fn history(&self, of: HistoryOf) -> Result<History, Unavailable> {
        Ok(self.0.call().await.receivables.history(of))
    }

    async fn facts(&self, id: ReceivableId) -> Result<Vec<Recorded>, Unavailable> {
        Ok(self.0.call().await.receivables.facts(id))
    }

    async fn facts_of(&self, ids: Vec<ReceivableId>) -> Result<HashMap<ReceivableId, Vec<Recorded>>, Unavailable> {
        let state = self.0.call().await;
        let told = ids.into_iter().map(|id| (id, state.receivables.facts(id)));
        Ok(told.filter(|(_, facts)| !facts.is_empty()).collect())
    }

    async fn paid_to_seller(&self, seller: CompanyId, currency: Currency) -> Result<Vec<ReceivableId>, Unavailable> {
        let is_it = |kept: &&Kept| {
            let receivable = &kept.receivable;
            (receivable.parts().seller, receivable.currency()) == (seller, currency) && kept.position.with_seller.is_positive()
        };
        Ok(self.0.call().await.receivables.receivables.values().filter(is_it).map(|kept| kept.receivable.id()).collect())
    }

    async fn offered(&self, facility: FacilityId) -> Result<Vec<Kept>, Unavailable> {
        let filter =
            ReceivableFilter { facility: Some(facility), statuses: vec![ReceivableStatus::Offered], ..ReceivableFilter::default() };
        Ok(self.0.call().await.receivables.receivables.values().filter(|kept| is_wanted(kept, &filter)).cloned().collect())
    }

    async fn out_under(&self, facility: FacilityId) -> Result<Vec<(DebtorId, Minor)>, Unavailable> {
        let filter = ReceivableFilter { facility: Some(facility), statuses: vec![ReceivableStatus::Funded], ..ReceivableFilter::default() };
        let mut sums = BTreeMap::<DebtorId, Minor>::new();
        for kept in self.0.call().await.receivables.receivables.values().filter(|kept| is_wanted(kept, &filter)) {
            if let Some(debtor) = kept.receivable.parts().debtor {
                *sums.entry(debtor).or_default() += kept.position.out;
            }
        }
        Ok(sums.into_iter().collect())
    }

    async fn open_of(&self, debtors: Vec<DebtorId>, currency: Currency) -> Result<Vec<Minor>, Unavailable> {
        let state = self.0.call().await;
        let open = |debtor: &DebtorId| {
            let statuses = vec![ReceivableStatus::Accepted, ReceivableStatus::Funded];
            let filter = ReceivableFilter { debtor: Some(*debtor), statuses, ..ReceivableFilter::default() };
            let own = state.receivables.receivables.values().filter(|kept| is_wanted(kept, &filter));
            own.filter(|kept| kept.receivable.currency() == currency).map(|kept| kept.position.open).sum()
        };
        Ok(debtors.iter().map(open).collect())
    }

    async fn open_invoices(&self, debtors: Vec<DebtorId>) -> Result<Vec<OpenInvoices>, Unavailable> {
        let mut sums = BTreeMap::<(DebtorId, Currency), (i64, Minor)>::new();
        for kept in self.0.call().await.receivables.receivables.values() {
            if let Some(debtor) =
                kept.receivable.parts().debtor.filter(|debtor| waits(kept) && kept.position.open.is_positive() && debtors.contains(debtor))
            {
                let (invoices, open) = sums.entry((debtor, kept.receivable.currency())).or_default();
                *invoices += 1;
                *open += kept.position.open;
            }
        }
        let open = |((debtor, currency), (invoices, open))| OpenInvoices { debtor, currency, invoices, open };
        Ok(sums.into_iter().map(open).collect())
    }

    async fn sold_on_both(&self, [first, second]: [DebtorId; 2]) -> Result<Vec<SoldOnBoth>, Unavailable> {
        let state = self.0.call().await;
        let entity = |kept: &Kept| state.parties.company(kept.receivable.parts().seller).and_then(|seller| seller.legal_entity.clone());
        let sold_on = |debtor| {
            let all = state.receivables.receivables.values();
            all.filter(|kept| waits(kept)).filter(move |kept| kept.receivable.parts().debtor == Some(debtor))
        };
        let key = |kept: &Kept| (entity(kept), kept.receivable.number().normalised(), series(kept));
        let both = sold_on(first).flat_map(|one| sold_on(second).map(move |other| (one, other)));
        let same = both.filter(|(one, other)| key(one) == key(other));
        let named = |(one, other): (&Kept, &Kept)| {
            let on = [one.receivable.id(), other.receivable.id()];
            SoldOnBoth { number: one.receivable.number().clone(), on }
        };
        Ok(same.map(named).collect())
    }

    async fn promised(&self, buyer: CompanyId, suppliers: Vec<CompanyId>) -> Result<Vec<(CompanyId, Promised)>, Unavailable> {
        let mut sums = BTreeMap::<(CompanyId, &str), Promised>::new();
        for kept in self.0.call().await.receivables.receivables.values() {
            let (receivable, seller) = (&kept.receivable, kept.receivable.parts().seller);
            if receivable.parts().origin != (Origin::Programme { buyer }) || !suppliers.contains(&seller) {
                continue;
            }
            if Promised::WAITING.iter().chain(ReceivableStatus::SOLD).any(|counted| *counted == receivable.status()) {
                let currency = receivable.currency();
                let sum = sums.entry((seller, currency.code())).or_insert(Promised::nothing(currency));
                sum.count(receivable.status(), receivable.face(), kept.position.open);
            }
        }
        Ok(sums.into_iter().map(|((seller, _), sum)| (seller, sum)).collect())
    }
}

/// Nobody lays a hand on what is in memory.
#[async_trait]
impl MoneyChecks for InMemoryReceivables {
    async fn odd(&self) -> Result<Option<OddMoney>, Unavailable> {
        Ok(None)
    }

    async fn odd_in_whole(&self) -> Result<Option<OddMoney>, Unavailable> {
        let state = self.0.call().await;
        let reversed: BTreeSet<_> = state.ledger.entries().filter_map(Entry::reverses).collect();
        let is_back_with_its_line = |receipt: ReceiptId| {
            state.ledger.entries().map(Entry::booking).any(|booking| {
                let is_back = (booking.event, booking.subject) == (Event::ReceiptTakenBack, receipt.0);
                is_back && booking.cause == Some(receipt.0) && !reversed.contains(&booking.id)
            })
        };
        let is_entered = |receipt: ReceiptId| {
            let mut entries = state.kernel.audit.iter().map(|record| &record.entry);
            entries.any(|entry| entry.action == AuditAction::ReceiptEntered && entry.about.thing == receipt.0)
        };
        let came = |receipt: &ReceiptId| state.payments.lines.contains_key(&LineId(receipt.0));
        let mut of_nothing = state.payments.receipts.keys().filter(|id| !came(id) && !is_entered(**id) && !is_back_with_its_line(**id));
        Ok(of_nothing.next().map(|receipt| OddMoney::ReceiptOfNothing(*receipt)))
    }

    async fn booked_for(&self, receivables: Vec<ReceivableId>) -> Result<HashMap<FactId, Vec<Entry>>, Unavailable> {
        let state = self.0.call().await;
        let entries = || state.ledger.entries();
        let reversed: BTreeSet<_> = entries().filter_map(Entry::reverses).collect();
        let facts = receivables.iter().flat_map(|id| state.receivables.facts(*id));
        let booked = |fact: Recorded| {
            let caused = entries().filter(|entry| entry.booking().cause == Some(fact.id.0) && entry.reverses().is_none());
            (fact.id, caused.filter(|entry| !reversed.contains(&entry.booking().id)).cloned().collect())
        };
        Ok(facts.map(booked).collect())
    }

    async fn advances_due(&self, receivables: Vec<ReceivableId>) -> Result<HashMap<ReceivableId, Vec<AdvanceDue>>, Unavailable> {
        let state = self.0.call().await;
        let mut found: HashMap<_, Vec<_>> = HashMap::new();
        for payout in state.payments.payouts.values() {
            let Some((company, about)) = payout.to_company() else { continue };
            if receivables.contains(&about) && (payout.purpose, payout.status) == (Purpose::Advance, PayoutStatus::Due) {
                found.entry(about).or_default().push(AdvanceDue { company, currency: payout.currency, gross: payout.gross });
            }
        }
        Ok(found)
    }
}

#[async_trait]
impl FileOwners for InMemoryReceivables {
    async fn owned(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, Unavailable> {
        let state = self.0.call().await;
        let documents = state.receivables.receivables.values().flat_map(|kept| &kept.receivable.parts().documents);
        Ok(documents.map(|document| DocumentId(document.id.0)).filter(|id| ids.contains(id)).collect())
    }
}

#[async_trait]
impl Confirmations for InMemoryReceivables {
    async fn confirmation(&self, hash: TokenHash) -> Result<Option<(Confirmation, Vec<Statement>)>, Unavailable> {
        let state = self.0.call().await;
        let rows = &state.receivables;
        let found = rows.confirmations.iter().find(|issued| issued.hash == hash);
        let said = |link: &Confirmation| rows.statements.iter().filter(|said| said.receivable == link.receivable).cloned().collect();
        Ok(found.map(|IssuedConfirmation { confirmation, .. }| (confirmation.clone(), said(confirmation))))
    }

    async fn asked_about(&self, receivable: ReceivableId) -> Result<Asked, Unavailable> {
        let state = self.0.call().await;
        let rows = &state.receivables;
        let links = rows.confirmations.iter().map(|issued| &issued.confirmation).filter(|link| link.receivable == receivable);
        let statements = rows.statements.iter().filter(|said| said.receivable == receivable);
        Ok(Asked { links: links.cloned().collect(), statements: statements.cloned().collect() })
    }
}
