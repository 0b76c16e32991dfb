//! The whole proof of what is kept of money, for `sooner ledger verify`: entries are made anew from the facts, sales priced anew, and
//! what is in use added up. The end of the day does not wait for it.

use crate::{
    cash::{MoneyAudit, OddMoney, money_proof::SOLD, ports::AdvanceDue},
    facilities::ports::FacilityFilter,
    kernel::unavailable::Unavailable,
    receivables::{
        Look,
        ports::{Kept, ReceivableFilter},
    },
};
use sooner_domain::{
    facilities::{exposure::Scope, facility::TermsOutcome, terms::FacilityKind},
    kernel::{
        ids::{DebtorId, FacilityId, FactId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::Entry,
    },
    pricing::price::{Case, Components},
    receivables::{
        book::{Book, Fact, Parties, Posted},
        evidence::Evidence,
        position,
        receivable::Parts,
        status::ReceivableStatus,
    },
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;

/// What receivables have in use.
#[derive(Default)]
struct Used {
    facilities: BTreeMap<FacilityId, Minor>,
    debtors: BTreeMap<(FacilityId, DebtorId), Minor>,
    /// Of debtors' limits, by currency.
    limits: BTreeMap<(DebtorId, Currency), (FacilityId, Minor)>,
}

impl MoneyAudit {
    const DEBTORS_TOGETHER: usize = 500;

    /// The first that does not fit of all that can be proven; none when all does.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn verify(&self) -> Result<Option<OddMoney>, Unavailable> {
        if let Some(odd) = self.odd().await? {
            return Ok(Some(odd));
        }
        if let Some(odd) = self.checks.odd_in_whole().await? {
            return Ok(Some(odd));
        }
        if let Some(odd) = self.odd_terms().await? {
            return Ok(Some(odd));
        }
        let mut odd = None;
        for _ in 0..Self::LOOKS {
            odd = self.rebuilt().await?;
            if odd.is_none() {
                break;
            }
        }
        Ok(odd)
    }

    async fn odd_terms(&self) -> Result<Option<OddMoney>, Unavailable> {
        let mut after = None;
        loop {
            let page = self.facilities.page(FacilityFilter::default(), after, Self::PAGE).await?;
            let Some(last) = page.last() else { return Ok(None) };
            after = Some(last.facility.parts().id);
            for facility in page.iter().map(|found| found.facility.parts()) {
                let is_odd = |outcome: &TermsOutcome, hash| matches!(outcome, TermsOutcome::Accepted(signed) if signed.hash != hash);
                if let Some(odd) = facility.versions.iter().find(|version| is_odd(&version.outcome, version.terms.hash())) {
                    return Ok(Some(OddMoney::Terms { facility: facility.id, version: odd.number }));
                }
            }
        }
    }

    /// Goes through all that was sold.
    async fn rebuilt(&self) -> Result<Option<OddMoney>, Unavailable> {
        let filter = ReceivableFilter { statuses: SOLD.to_vec(), ..ReceivableFilter::default() };
        let (mut before, mut used) = (None, Used::default());
        loop {
            let page = self.records.page(filter.clone(), before, Self::PAGE).await?;
            let Some(last) = page.last() else { return self.odd_use(used).await };
            before = Some(last.receivable.id());
            if let Some(odd) = self.odd_sale(page, &mut used).await? {
                return Ok(Some(odd));
            }
        }
    }

    async fn odd_sale(&self, page: Vec<Kept>, used: &mut Used) -> Result<Option<OddMoney>, Unavailable> {
        let looks = self.looks_at(page).await?;
        let is_accepted = |look: &&Look| look.receivable().status() == ReceivableStatus::Accepted;
        let accepted = looks.iter().filter(is_accepted).map(|look| look.receivable().id()).collect();
        let advances = self.checks.advances_due(accepted).await?;
        let ids = looks.iter().map(|look| look.receivable().id()).collect();
        let booked = self.checks.booked_for(ids).await?;
        // Its seller may owe something for it, and in a programme its buyer.
        let mut owing = BTreeSet::new();
        for look in &looks {
            let Some(Ok(book)) = look.book() else { continue };
            let Parties { receivable, seller, holder, .. } = *book.basis().parties();
            let account = |company| Account::of(AccountKind::SellersOwe, look.receivable().currency(), Owner::Company(company));
            owing.extend([seller, holder].into_iter().filter_map(account).map(|account| (account, receivable)));
        }
        let mut owed: HashMap<ReceivableId, Minor> = HashMap::new();
        for ((_, id), amount) in self.journal.shares(owing.into_iter().collect()).await? {
            *owed.entry(id).or_default() += amount;
        }
        for look in &looks {
            let receivable = look.receivable().id();
            let Some(Ok(book)) = look.book() else { continue };
            if !is_as_sold(look, &book) {
                return Ok(Some(OddMoney::Sale(receivable)));
            }
            if is_accepted(&look) && advances.get(&receivable) != Some(&vec![advance_of(&book)]) {
                return Ok(Some(OddMoney::Advance(receivable)));
            }
            if let Some(fact) = odd_day(look, &booked) {
                return Ok(Some(OddMoney::Day { receivable, fact }));
            }
            if let Some(fact) = odd_fact(look, &book, &booked) {
                return Ok(Some(OddMoney::Booked { receivable, fact }));
            }
            used.add(look, &book, owed.get(&receivable).copied().unwrap_or_default());
        }
        Ok(None)
    }

    async fn odd_use(&self, used: Used) -> Result<Option<OddMoney>, Unavailable> {
        for (facility, used_in_all) in used.facilities {
            let kept = self.exposures.of_facility(facility).await?;
            if kept.in_all != used_in_all {
                return Ok(Some(OddMoney::InUse { facility, kept: kept.in_all, used: used_in_all }));
            }
            let by_debtor: BTreeMap<_, _> = kept.by_debtor.into_iter().collect();
            let of_facility = (facility, DebtorId(Uuid::nil()))..=(facility, DebtorId(Uuid::max()));
            let used: BTreeMap<_, _> = used.debtors.range(of_facility).map(|((_, debtor), used)| (*debtor, *used)).collect();
            for debtor in by_debtor.keys().chain(used.keys()) {
                let of_debtor = |all: &BTreeMap<_, Minor>| all.get(debtor).copied().unwrap_or_default();
                if of_debtor(&by_debtor) != of_debtor(&used) {
                    return Ok(Some(OddMoney::InUse { facility, kept: of_debtor(&by_debtor), used: of_debtor(&used) }));
                }
            }
        }
        let limits: Vec<_> = used.limits.into_iter().collect();
        for limits in limits.chunks(Self::DEBTORS_TOGETHER) {
            let scope = |((debtor, currency), (facility, _)): &_| Scope { facility: *facility, debtor: *debtor, currency: *currency };
            let kept = self.exposures.each_in_use(limits.iter().map(scope).collect()).await?;
            let odd = limits.iter().zip(kept).find(|((_, (_, used)), kept)| kept.debtor != *used);
            if let Some(((_, (facility, used)), kept)) = odd {
                return Ok(Some(OddMoney::InUse { facility: *facility, kept: kept.debtor, used: *used }));
            }
        }
        Ok(None)
    }
}

impl Used {
    fn add(&mut self, look: &Look, book: &Book, owed: Minor) {
        let parts = look.receivable().parts();
        let Some((agreement, debtor)) = parts.agreement.zip(parts.debtor) else { return };
        let in_use = position::in_use(book);
        *self.facilities.entry(agreement.facility).or_default() += in_use.facility + owed;
        *self.debtors.entry((agreement.facility, debtor)).or_default() += in_use.concentration;
        let none = (agreement.facility, Minor::ZERO);
        self.limits.entry((debtor, look.receivable().currency())).or_insert(none).1 += in_use.debtor;
    }
}

/// Whether it is what its offer says, under the facility of its seller, and was entered like that.
fn is_as_sold(look: &Look, book: &Book) -> bool {
    let Parties { seller, holder, .. } = *book.basis().parties();
    let Components { case, currency, .. } = *book.basis().price().components();
    let is_of_seller = seller == holder || look.receivable().kind() == FacilityKind::ReverseFactoring;
    let is_due = look.receivable().due_on() == book.state().due_on;
    let is_offered = look.sold_for().is_some() && currency == look.receivable().currency();
    is_offered && is_due && is_of_seller && is_as_entered(look.receivable().parts(), &case)
}

/// Before the sale credit notes take from the face, and a confirmation makes it less or the day later.
fn is_as_entered(parts: &Parts, sold: &Case) -> bool {
    let (entered, credited) = (&parts.facts, parts.credits.iter().map(|credit| credit.amount).sum::<Minor>());
    let face = entered.face.amount();
    let is_confirmed = |evidence: &Evidence| {
        let since = evidence.amount - sold.face;
        evidence.amount < face && (Minor::ZERO..=credited).contains(&since)
    };
    let is_later = |evidence: &Evidence| evidence.due_on == Some(sold.due_on) && sold.due_on > entered.due_on;
    let is_face = face - credited == sold.face || parts.evidence.iter().any(is_confirmed);
    is_face && (entered.due_on == sold.due_on || parts.evidence.iter().any(is_later))
}

/// It is due from the sale on, and in the ledger from its release on.
fn advance_of(book: &Book) -> AdvanceDue {
    let price = book.basis().price().components();
    AdvanceDue { company: book.basis().parties().seller, currency: price.currency, gross: price.payout }
}

/// The first fact of another day than the house recorded it on, of those of which the ledger need not have anything. The days of two time
/// zones are one apart at most.
fn odd_day(look: &Look, booked: &HashMap<FactId, Vec<Entry>>) -> Option<FactId> {
    let odd = look.scene.facts.iter().filter(|recorded| booked.contains_key(&recorded.id)).find(|recorded| {
        let on = match recorded.fact {
            Fact::Rejected { on, .. } | Fact::PaidToSeller { on, .. } | Fact::Extended { on, .. } => Some(on),
            // What money left is let go on the money's day.
            Fact::ClosedShort { on } => Some(on).filter(|_| recorded.cause.is_none()),
            _ => None,
        };
        on.is_some_and(|on| (on - recorded.at.date_naive()).num_days().abs() > 1)
    });
    odd.map(|recorded| recorded.id)
}

/// The first fact of which something else is booked than it comes to. Of a fact that an earlier release booked nothing is said.
fn odd_fact(look: &Look, book: &Book, booked: &HashMap<FactId, Vec<Entry>>) -> Option<FactId> {
    let mut anew = Book::open(*book.basis());
    look.scene.facts.iter().find_map(|recorded| {
        let posted = anew.record(recorded.fact).ok()?;
        let entries = booked.get(&recorded.id)?;
        let is_bank = matches!(recorded.fact, Fact::Executed { .. } | Fact::Returned { .. });
        // What the bank did is booked anew, on a later day, when something before it is taken back.
        let is_it = |posted: &Posted, entry: &Entry| {
            let (event, on) = (entry.booking().event, entry.booking().on);
            let is_on = on == posted.on || is_bank && on > posted.on;
            event == posted.event && is_on && entry.postings() == posted.draft.postings()
        };
        let mut left: Vec<&Entry> = entries.iter().collect();
        let all_booked = posted.iter().all(|posted| {
            let place = left.iter().position(|entry| is_it(posted, entry));
            place.map(|place| left.swap_remove(place)).is_some()
        });
        (!all_booked || !left.is_empty()).then_some(recorded.id)
    })
}
