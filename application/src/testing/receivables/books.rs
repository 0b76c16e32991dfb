//! What must hold of money after anything whatever: read by the ports, and worked out of the books anew.

use super::course::{Course, Made};
use crate::{
    ledger::ports::{AccountFilter, Balance, Total},
    receivables::{
        Look,
        ports::{BookedOf, Kept},
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    facilities::{
        exposure::{InUse, Scope},
        terms::FacilityKind,
    },
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::account::{Account, AccountKind, Owner},
    payments::{
        payout::{Payee, Payout, PayoutStatus, Purpose},
        receipt::{Explained, Target},
    },
    receivables::{
        book::{Book, BookStatus},
        month::{Balances, MonthFigure},
        own_books::{self, BookRole, Treatment},
        position::{self, Position, Recorded},
        status::ReceivableStatus,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

/// Every row that a course writes, but for bookkeeping: what was refused leaves them as they were.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rows {
    kept: Vec<Kept>,
    facts: Vec<Vec<Recorded>>,
    payouts: Vec<Payout>,
    receipts: Vec<Explained>,
    in_use: Vec<InUse>,
    /// What companies are to get and owe, by receivable.
    companies: BTreeMap<(CompanyId, AccountKind, ReceivableId), Minor>,
    balances: Vec<Balance>,
    totals: Vec<Total>,
}

/// What others left behind that is shared with them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    suspense: Minor,
    in_transit: Minor,
}

/// A receivable with its book.
type Booked = (Look, Book);

fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Made<()> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} instead of {expected:?}").into()) }
}

fn eur() -> Made<Currency> {
    Ok(Currency::parse("EUR")?)
}

impl Rows {
    pub(super) async fn of(course: &Course<'_>) -> Made<Self> {
        let ports = course.world.store();
        let mut facts = Vec::new();
        for id in &course.receivables {
            facts.push(ports.receivables.facts(*id).await?);
        }
        let mut receipts = Vec::new();
        for id in &course.receipts {
            receipts.push(ports.receipts.by_id(*id).await?.ok_or("no receipt")?);
        }
        let mut in_use = Vec::new();
        for seller in course.sellers() {
            let scope = Scope { facility: seller.facility, debtor: seller.debtor, currency: eur()? };
            in_use.push(ports.exposures.in_use(scope).await?);
        }
        let filter = AccountFilter { holds_something: true, ..AccountFilter::default() };
        Ok(Self {
            kept: ports.receivables.by_ids(course.receivables.clone()).await?,
            facts,
            payouts: course.payouts().await?,
            receipts,
            in_use,
            companies: of_companies(course).await?,
            totals: course.world.use_cases().ledger.trial_balance(None, None).await?.totals,
            balances: ports.journal.accounts(filter, None, 10_000).await?,
        })
    }

    fn total(&self, kind: AccountKind) -> Minor {
        self.totals.iter().filter(|total| total.kind == kind).map(|total| total.amount).sum()
    }

    fn holds(&self, kind: AccountKind, owner: Owner) -> Minor {
        let of = |balance: &&Balance| balance.account.kind() == kind && balance.account.owner() == owner;
        self.balances.iter().filter(of).map(|balance| balance.amount).sum()
    }

    fn released(&self) -> Minor {
        self.payouts.iter().filter(|payout| payout.status == PayoutStatus::Released).map(Payout::net).sum()
    }

    pub(super) fn before(&self) -> Before {
        Before { suspense: self.total(AccountKind::Suspense), in_transit: self.total(AccountKind::PayoutsInTransit) }
    }
}

async fn of_companies(course: &Course<'_>) -> Made<BTreeMap<(CompanyId, AccountKind, ReceivableId), Minor>> {
    let mut found = BTreeMap::new();
    for company in course.companies() {
        for kind in [AccountKind::SellersPayable, AccountKind::BuyerRebates, AccountKind::SellersOwe] {
            let account = Account::of(kind, eur()?, Owner::Company(company)).ok_or("no account")?;
            let of = course.world.store().journal.by_receivable(account).await?;
            found.extend(of.into_iter().map(|(id, amount)| ((company, kind, id), amount)));
        }
    }
    Ok(found)
}

/// # Errors
/// The first that does not hold.
pub(super) async fn check(course: &Course<'_>, rows: &Rows, before: Before) -> Made<()> {
    let mut booked = Vec::new();
    for id in &course.receivables {
        let look = course.look(*id).await?;
        let book = Course::book(&look)?;
        booked.push((look, book));
    }
    same("all accounts together", rows.totals.iter().map(|total| total.amount).sum(), Minor::ZERO)?;
    same("odd money", course.world.store().money_checks.odd().await?, None)?;
    same("a balance that is not its postings", course.world.store().ledger_checks.odd_balance().await?, None)?;
    for one in &booked {
        stands(rows, one)?;
    }
    limits(course, rows, &booked)?;
    for seller in course.sellers() {
        same("what the end of day finds of a facility", course.world.servicing().exposure_fits(seller.facility).await?, true)?;
    }
    in_programmes(course, rows, &booked)?;
    due(course, rows, &booked)?;
    named(rows)?;
    in_own_books(course, rows).await?;
    went_back(rows)?;
    waits(rows, &booked, before)
}

/// What a seller is told of its months, and has in its own books, says what the ledger says, wherever a month begins.
async fn in_own_books(course: &Course<'_>, rows: &Rows) -> Made<()> {
    let ever = NaiveDate::from_ymd_opt(2000, 1, 1).zip(NaiveDate::from_ymd_opt(2100, 1, 1)).ok_or("no days")?;
    let companies: BTreeSet<_> = course.sellers().iter().map(|seller| seller.me.membership.company).collect();
    for seller in companies {
        let of = BookedOf { seller, currency: eur()?, first: ever.0, last: ever.1 };
        let all = course.world.store().receivables.booked(of).await?;
        let figures = |balances: &Balances| MonthFigure::ALL.iter().map(|figure| balances.figure(*figure)).collect::<Vec<_>>();
        same("nothing was before", figures(&all.before), figures(&Balances::default()))?;
        let mut after = all.before.clone();
        all.entries.iter().for_each(|entry| after.book(entry));
        if let Some(some) = all.entries.get(all.entries.len() / 2) {
            let later = course.world.store().receivables.booked(BookedOf { first: some.booking().on, ..of }).await?;
            let (before, entries): (Vec<_>, Vec<_>) = all.entries.iter().partition(|entry| entry.booking().on < some.booking().on);
            let mut expected = all.before.clone();
            before.iter().for_each(|entry| expected.book(entry));
            same("what was before", figures(&later.before), figures(&expected))?;
            same("what was booked since", later.entries.iter().collect::<Vec<_>>(), entries)?;
        }
        let own: Vec<_> = rows.kept.iter().map(|kept| &kept.receivable).filter(|one| one.parts().seller == seller).collect();
        let held = |kind| -> Vec<Minor> { own.iter().map(|one| rows.holds(kind, Owner::Receivable(one.id()))).collect() };
        let (open, reserves) = (held(AccountKind::ReceivablesPurchased), held(AccountKind::Reserves));
        let of_company = |kind| rows.holds(kind, Owner::Company(seller));
        let expected = [
            (MonthFigure::Open, open.iter().copied().sum()),
            // What position and availability call out.
            (
                MonthFigure::Out,
                rows.kept.iter().filter(|kept| kept.receivable.parts().seller == seller).map(|kept| kept.position.out).sum(),
            ),
            (MonthFigure::Reserve, -reserves.iter().copied().sum::<Minor>()),
            (MonthFigure::Payable, -of_company(AccountKind::SellersPayable)),
            (MonthFigure::Owed, of_company(AccountKind::SellersOwe)),
        ];
        for (figure, expected) in expected {
            same(figure.code(), after.figure(figure), expected)?;
        }
        for treatment in Treatment::ALL {
            let mut sums = BTreeMap::<BookRole, Minor>::new();
            for entry in &all.entries {
                let booked = own_books::in_own_books(*treatment, entry.booking().event, entry.postings());
                same("an entry in its own books", booked.iter().map(|(_, amount)| *amount).sum(), Minor::ZERO)?;
                booked.into_iter().for_each(|(role, amount)| *sums.entry(role).or_default() += amount);
            }
            let sum = |role| sums.get(&role).copied().unwrap_or_default();
            same("due in its own books", sum(BookRole::DueFromHouse), after.figure(MonthFigure::Payable))?;
            same("owed in its own books", sum(BookRole::OwedToHouse), -after.figure(MonthFigure::Owed))?;
        }
    }
    Ok(())
}

/// A receivable, its own accounts and what is kept of it say what its book says.
fn stands(rows: &Rows, (look, book): &Booked) -> Made<()> {
    use BookStatus as B;
    let (receivable, state, owner) = (look.receivable(), book.state(), Owner::Receivable(look.receivable().id()));
    let status = match state.status {
        B::Accepted => ReceivableStatus::Accepted,
        B::Rejected => ReceivableStatus::Rejected,
        B::Funded => ReceivableStatus::Funded,
        B::Settled => ReceivableStatus::Settled,
        B::ChargedBack => ReceivableStatus::ChargedBack,
        B::WrittenOff => ReceivableStatus::WrittenOff,
    };
    same("status", receivable.status(), status)?;
    same("due on", receivable.due_on(), state.due_on)?;
    let kept = rows.kept.iter().find(|kept| kept.receivable.id() == receivable.id()).ok_or("it is not kept")?;
    same("position", kept.position, Position::of(book))?;
    let is_funded = state.status == B::Funded;
    let held = |amount: Minor| if is_funded { amount } else { Minor::ZERO };
    same("purchased", rows.holds(AccountKind::ReceivablesPurchased, owner), held(state.open))?;
    same("reserve", rows.holds(AccountKind::Reserves, owner), held(-state.reserve))?;
    // In a programme the price is taken in advance, and earned at the end.
    let unearned = if receivable.kind() == FacilityKind::ReverseFactoring { held(-state.discount) } else { Minor::ZERO };
    same("unearned", rows.holds(AccountKind::UnearnedDiscount, owner), unearned)
}

/// What is in use of every limit is what the receivables under it have in use, and what is owed for them.
fn limits(course: &Course<'_>, rows: &Rows, booked: &[Booked]) -> Made<()> {
    let facility_of = |id: ReceivableId| {
        let (look, _) = booked.iter().find(|(look, _)| look.receivable().id() == id)?;
        look.receivable().parts().agreement.map(|agreement| agreement.facility)
    };
    let used = |facility: FacilityId, debtor: Option<DebtorId>| -> InUse {
        let of = booked.iter().filter(|(look, _)| {
            let parts = look.receivable().parts();
            parts.agreement.is_some_and(|agreement| agreement.facility == facility) && (debtor.is_none() || parts.debtor == debtor)
        });
        of.map(|(_, book)| position::in_use(book)).fold(InUse::default(), InUse::and)
    };
    for (seller, in_use) in course.sellers().iter().zip(&rows.in_use) {
        let owed = rows
            .companies
            .iter()
            .filter(|((_, kind, id), _)| *kind == AccountKind::SellersOwe && facility_of(*id) == Some(seller.facility));
        let owed: Minor = owed.map(|(_, amount)| *amount).sum();
        same("facility", in_use.facility, used(seller.facility, None).facility + owed)?;
        same("concentration", in_use.concentration, used(seller.facility, Some(seller.debtor)).concentration)?;
        let of_debtor = booked.iter().filter(|(look, _)| look.receivable().parts().debtor == Some(seller.debtor));
        same("debtor", in_use.debtor, of_debtor.map(|(_, book)| position::in_use(book).debtor).sum())?;
    }
    Ok(())
}

/// What a buyer owes for being late, and gets of the price of what it paid: only in its programme.
fn in_programmes(course: &Course<'_>, rows: &Rows, booked: &[Booked]) -> Made<()> {
    for debtor in course.sellers().iter().map(|seller| seller.debtor) {
        let of_debtor = booked.iter().filter(|(look, _)| look.receivable().parts().debtor == Some(debtor));
        let late = of_debtor.map(|(_, book)| book.state().late_due - book.state().late_paid).sum();
        same("late charges due", rows.holds(AccountKind::LateChargesDue, Owner::Debtor(debtor)), late)?;
    }
    let mut shares = BTreeMap::new();
    for (look, book) in booked.iter().filter(|(look, _)| look.receivable().kind() == FacilityKind::ReverseFactoring) {
        let (terms, buyer) = (look.terms().ok_or("no terms")?, look.parties().ok_or("no parties")?.holder);
        let earned = book.state().ended.map_or(Minor::ZERO, |ended| ended.discount);
        *shares.entry(buyer).or_insert(Minor::ZERO) += earned.share(terms.parts().buyer_share);
    }
    for (buyer, share) in shares {
        // A buyer of a course gets nothing else, so that what is kept back of it is what it was paid too much before.
        let owed = rows.holds(AccountKind::SellersOwe, Owner::Company(buyer));
        let got = rows.payouts.iter().filter(|payout| payout.purpose == Purpose::BuyerShare && payout.company() == Some(buyer));
        let got = got.filter(|payout| !matches!(payout.status, PayoutStatus::Returned | PayoutStatus::Cancelled));
        same("the buyer's share", got.map(Payout::net).sum::<Minor>() - owed, share)?;
    }
    Ok(())
}

/// What a company is to get is due, to the cent, and nothing else.
fn due(course: &Course<'_>, rows: &Rows, booked: &[Booked]) -> Made<()> {
    let is_sold_only =
        |id: ReceivableId| booked.iter().any(|(look, book)| look.receivable().id() == id && book.state().status == BookStatus::Accepted);
    let mut due: BTreeMap<(CompanyId, ReceivableId), Minor> = BTreeMap::new();
    for payout in rows.payouts.iter().filter(|payout| payout.status == PayoutStatus::Due) {
        let of = payout.to_company().ok_or("money that goes back is due")?;
        // The advance is due from the sale on, and the seller's from its release on.
        if payout.purpose != Purpose::Advance || !is_sold_only(of.1) {
            *due.entry(of).or_default() += payout.gross;
        }
    }
    let payable = rows.companies.iter().filter(|((_, kind, _), _)| *kind != AccountKind::SellersOwe);
    same("due", due, payable.map(|((company, _, id), amount)| ((*company, *id), -*amount)).collect())?;
    for company in course.companies() {
        let by_receivable = rows.companies.iter().filter(|((of, kind, _), _)| (*of, *kind) == (company, AccountKind::SellersOwe));
        let owed = rows.holds(AccountKind::SellersOwe, Owner::Company(company));
        same("owed", by_receivable.map(|(_, amount)| *amount).sum(), owed)?;
        for ((.., id), owed) in rows.companies.iter().filter(|((of, kind, _), _)| (*of, *kind) == (company, AccountKind::SellersOwe)) {
            same(&format!("{id} is owed less than nothing for"), owed.is_negative(), false)?;
        }
    }
    Ok(())
}

/// A payout names the fact that gave it, where one did. No two that give something back of a debt, and stand, name the same; of the
/// others no two of a purpose do, but for one paid in place of another.
fn named(rows: &Rows) -> Made<()> {
    let mut named = BTreeSet::new();
    let stands = |payout: &Payout| !matches!(payout.status, PayoutStatus::Returned | PayoutStatus::Cancelled);
    for payout in &rows.payouts {
        let is_first = if payout.purpose == Purpose::DebtReturned { stands(payout) } else { payout.replaces.is_none() };
        if !is_first {
            continue;
        }
        let is_of_none = matches!(payout.purpose, Purpose::Advance | Purpose::SentBack);
        match payout.fact {
            Some(fact) => same("it alone names the fact", (named.insert((fact, payout.purpose.code())), is_of_none), (true, false))?,
            None => same("it comes from no fact", is_of_none || payout.passed_on_of.is_some(), true)?,
        }
    }
    for payout in &rows.payouts {
        let before = payout.replaces.and_then(|id| rows.payouts.iter().find(|before| before.id == id));
        same(
            "paid in its place",
            before.is_none_or(|before| (before.fact, before.passed_on_of) == (payout.fact, payout.passed_on_of)),
            true,
        )?;
    }
    Ok(())
}

/// What was sent back of a receipt and did not return is what it says, no more than came, and of what lay in suspense its parts.
fn went_back(rows: &Rows) -> Made<()> {
    for explained in &rows.receipts {
        let of = |payout: &&Payout| matches!(payout.payee, Payee::Payer { receipt, .. } if receipt == explained.receipt.id);
        let gone: Vec<_> = rows.payouts.iter().filter(of).filter(|payout| payout.status != PayoutStatus::Returned).collect();
        same("sent back", explained.sent_back, gone.iter().map(|payout| payout.gross).sum())?;
        same("more than came", explained.most_to_send_back(Minor::ZERO), Minor::ZERO)?;
        let parts = explained.standing().filter(|part| matches!(part.target, Target::SentBack(_))).map(|part| part.amount).sum();
        let unexplained = gone.iter().filter(|payout| matches!(payout.payee, Payee::Payer { credit_of: None, .. }));
        same("out of suspense", unexplained.map(|payout| payout.gross).sum::<Minor>(), parts)?;
    }
    Ok(())
}

/// What is in suspense is left of receipts, or came for what is not paid out yet; and what is on its way was released.
fn waits(rows: &Rows, booked: &[Booked], before: Before) -> Made<()> {
    let left: Minor = rows.receipts.iter().map(Explained::left).sum();
    let accepted = booked.iter().filter(|(_, book)| book.state().status == BookStatus::Accepted);
    let early: Minor = accepted.map(|(_, book)| book.state().received).sum();
    same("in suspense", before.suspense - rows.total(AccountKind::Suspense), left + early)?;
    same("on its way", before.in_transit - rows.total(AccountKind::PayoutsInTransit), rows.released())
}
