//! What is booked by hand, and reversed: two people see to it, for nothing else tells of it.

use super::{Approvals, Performed, ProposeError, changes::Change, effect::Effect};
use crate::{
    approvals::asked::Asked,
    cash::CashError,
    kernel::{
        idempotency::{IdempotencyError, RequestKey, once},
        unavailable::Unavailable,
    },
    ledger::changes::Change as LedgerChange,
    parties::Member,
    payments::changes::Change as PaymentChange,
    receivables::{ReceivableError, changes::Change as ReceivablesChange},
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    approvals::{
        approval::ApprovalState,
        proposal::{ApprovalAction, Proposal},
    },
    house::open_days::NotOpen,
    identity::{operator::OperatorRight, user::User},
    kernel::{
        Invalid,
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        ids::{ApprovalId, UserId},
        minor::Minor,
        money::Money,
        text::Note,
    },
    ledger::{
        account::AccountKind,
        entry::{Entry, EntryId, Posting},
        manual::{ManualEntry, ManualEvent, NotCharge, NotReversible, Parts},
    },
    parties::operator::Operator,
    payments::{receipt::ReceiptId, release::Funds},
};
use uuid::Uuid;

/// An entry to book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    pub event: ManualEvent,
    /// The bank's booking day.
    pub on: NaiveDate,
    pub amount: Money,
    /// What it is for.
    pub note: Note,
    /// The receipt in suspense that it explains. None is found by itself.
    pub explains: Option<ReceiptId>,
    /// It may take out more than there is at the bank.
    pub overdraw: bool,
    /// It is another one than a charge of its amount that a statement has on a day near it.
    pub is_another: bool,
}

/// An entry to reverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReversal {
    pub of: EntryId,
    /// Why.
    pub reason: Note,
    /// As [`NewEntry::overdraw`].
    pub overdraw: bool,
}

/// What people said when they booked an entry by hand.
#[derive(Debug, Clone, PartialEq)]
pub struct EntrySaid {
    /// What it is for, or why it reverses another one.
    pub note: Note,
    pub proposed_by: Option<User>,
    pub approved_by: Option<User>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BookError {
    #[error("it takes another role")]
    Forbidden,
    /// Nothing is booked on that day.
    #[error(transparent)]
    Day(#[from] NotOpen),
    /// The amount.
    #[error("{0}")]
    Invalid(Invalid),
    #[error(transparent)]
    Charge(#[from] NotCharge),
    /// It takes out more than there is at the bank, which was not said to be meant.
    #[error("more than there is at the bank")]
    Overdrawn,
    #[error(transparent)]
    Propose(#[from] ProposeError),
}

/// Why a receipt is not explained, or does not wait again.
pub(super) fn of_receipt(why: CashError) -> ProposeError {
    match why {
        CashError::Receivable(ReceivableError::Unavailable(unavailable)) => unavailable.into(),
        CashError::Receivable(ReceivableError::Stale) => ProposeError::Stale,
        why => ProposeError::Cash(why),
    }
}

impl From<IdempotencyError> for BookError {
    fn from(error: IdempotencyError) -> Self {
        ProposeError::from(error).into()
    }
}

impl From<Unavailable> for BookError {
    fn from(error: Unavailable) -> Self {
        ProposeError::from(error).into()
    }
}

impl Approvals {
    /// Proposes an entry, or books it at once where nobody has to approve; then its id is answered.
    ///
    /// # Errors
    /// `Forbidden`, `Day`, `Invalid`, `Charge`, `Overdrawn`; `Propose` with `Cash` for the receipt, and those of the key.
    pub async fn book_entry(&self, me: &Member, new: NewEntry, request: Option<RequestKey>) -> Result<Performed<EntryId>, BookError> {
        let manual = async || {
            let NewEntry { event, on, amount, note, explains, overdraw, is_another } = new;
            let id = EntryId(self.identity.ids.next());
            let explains = match explains {
                Some(_) if !event.comes_in() => return Err(ProposeError::Cash(CashError::NotThatReceipt).into()),
                Some(receipt) => Some(self.cash.in_suspense(receipt).await.map_err(of_receipt)?),
                None => None,
            };
            let parts = Parts { id, event, on, amount, note, reverses: None, explains, beside: None };
            let manual = ManualEntry::parse(parts.clone()).map_err(BookError::Invalid)?;
            manual.check(self.house.open_days(self.business_date().await?))?;
            self.cash.may_explain(&manual).await.map_err(of_receipt)?;
            let manual = match self.cash.not_charge(&manual).await? {
                // The approver reads which one it is not.
                Some(NotCharge::Near(on)) if is_another => {
                    ManualEntry::parse(Parts { beside: Some(on), ..parts }).map_err(BookError::Invalid)?
                }
                Some(not_charge) => return Err(not_charge.into()),
                None => manual,
            };
            if !overdraw && self.overdraws(&manual).await? {
                return Err(BookError::Overdrawn);
            }
            Ok(manual)
        };
        self.by_hand_once(me, request, manual).await
    }

    /// Proposes to reverse an entry that was booked by hand, for this reason, or reverses it at once where no approval is needed; then the
    /// reversal's id is answered. It is dated by the business date on which it is booked.
    ///
    /// # Errors
    /// `Forbidden`, `Overdrawn`; `Propose` with `NotFound`, `NotReversible`, `AlreadyProposed`, and those of the key.
    pub async fn reverse_entry(&self, me: &Member, new: NewReversal, request: Option<RequestKey>) -> Result<Performed<EntryId>, BookError> {
        let manual = async || {
            let NewReversal { of, reason, overdraw } = new;
            let entry = self.reversible(of).await?;
            let id = EntryId(self.identity.ids.next());
            let manual = ManualEntry::reversing(&entry, id, reason).map_err(ProposeError::from)?;
            if !overdraw && self.overdraws(&manual).await? { Err(BookError::Overdrawn) } else { Ok(manual) }
        };
        self.by_hand_once(me, request, manual).await
    }

    /// Proposes what is to be booked by hand, once under a key.
    async fn by_hand_once(
        &self,
        me: &Member,
        request: Option<RequestKey>,
        manual: impl AsyncFnOnce() -> Result<ManualEntry, BookError>,
    ) -> Result<Performed<EntryId>, BookError> {
        if !me.operator().may(OperatorRight::BookEntries) {
            return Err(BookError::Forbidden);
        }
        once(
            self.idempotency.as_ref(),
            request.as_ref(),
            async |made| Ok(self.booked(made).await?),
            async || {
                let proposal = Proposal::LedgerEntry(Box::new(manual().await?));
                let asked = Asked { request: request.clone(), ..Asked::of(proposal) };
                Ok(self.propose(asked, me).await?.map(EntryId))
            },
        )
        .await
    }

    /// What it takes out of the bank; none where it takes nothing out. Money whose receipt an entry explains lies in suspense, and stays at
    /// the bank when that entry is reversed.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(super) async fn taken_out(&self, manual: &ManualEntry) -> Result<Option<Money>, Unavailable> {
        let Some(reversed) = manual.reverses() else { return Ok((!manual.event().comes_in()).then(|| manual.amount())) };
        let Some(record) = self.journal.entry(reversed).await? else { return Ok(None) };
        let at_bank = |posting: &&Posting| posting.account.kind() == AccountKind::Bank && posting.amount.is_positive();
        Ok(record.entry.postings().iter().find(at_bank).map(|_| manual.amount()))
    }

    /// Whether it takes out more than there is at the bank.
    async fn overdraws(&self, manual: &ManualEntry) -> Result<bool, Unavailable> {
        let Some(out) = self.taken_out(manual).await? else { return Ok(false) };
        let funds = self.cash.funds([out.currency()].into()).await?;
        Ok(funds.iter().map(Funds::free).sum::<Minor>() < Minor::new(out.amount_minor()))
    }

    /// Whether this person can reverse the entry now: nothing prevents it, and no proposal to do so waits.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn may_reverse(&self, entry: &Entry, by: &Operator) -> Result<bool, Unavailable> {
        if !by.may(OperatorRight::BookEntries) || self.not_reversible(entry).await?.is_some() {
            return Ok(false);
        }
        let (now, entry) = (self.identity.clock.now(), entry.booking().id.0);
        let proposed = self.records.waiting(ApprovalAction::BookLedgerEntry, vec![entry]).await?;
        Ok(!proposed.iter().any(|approval| approval.state(now) == ApprovalState::Pending))
    }

    /// What was said of an entry by its proposal; none where it took none.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn said_of(&self, entry: &Entry) -> Result<Option<EntrySaid>, Unavailable> {
        let Some(cause) = entry.booking().cause else { return Ok(None) };
        let Some(approval) = self.records.by_id(ApprovalId(cause)).await? else { return Ok(None) };
        let Proposal::LedgerEntry(manual) = approval.proposal else { return Ok(None) };
        let approver = approval.decided.map(|decided| decided.by);
        let people: Vec<UserId> = [approval.proposed_by].into_iter().chain(approver).collect();
        let people = self.identity.users.by_ids(&people).await?;
        let named = |id: UserId| people.iter().find(|user| user.id() == id).cloned();
        let note = manual.note().clone();
        Ok(Some(EntrySaid { note, proposed_by: named(approval.proposed_by), approved_by: approver.and_then(named) }))
    }

    /// Why an entry is not reversed by hand, as things stand.
    async fn not_reversible(&self, entry: &Entry) -> Result<Option<NotReversible>, Unavailable> {
        let id = entry.booking().id;
        let (event, amount) = match ManualEntry::may_reverse(entry) {
            Ok(said) => said,
            Err(why) => return Ok(Some(why)),
        };
        if self.journal.reversal_of(id).await?.is_some() {
            return Ok(Some(NotReversible::Reversed));
        }
        let told = self.statements.told(vec![id.0]).await?;
        if !told.is_empty() {
            return Ok(Some(NotReversible::ToldByBank));
        }
        let is_charge = event == ManualEvent::BankCharge;
        let is_given_back = is_charge && self.cash.charged(amount.currency()).await? < Minor::new(amount.amount_minor());
        Ok(is_given_back.then_some(NotReversible::GivenBack))
    }

    /// An entry that can be reversed by hand.
    async fn reversible(&self, id: EntryId) -> Result<Entry, ProposeError> {
        let entry = self.journal.entry(id).await?.ok_or(ProposeError::NotFound)?.entry;
        match self.not_reversible(&entry).await? {
            Some(why) => Err(why.into()),
            None => Ok(entry),
        }
    }

    /// What reversing an entry changes. A receipt that the entry explained lies in suspense again.
    pub(super) async fn reversed_by_hand(
        &self,
        (manual, reversed): (&ManualEntry, EntryId),
        by: UserId,
        now: DateTime<Utc>,
        approval: Option<ApprovalId>,
    ) -> Result<Effect, ProposeError> {
        let entry = self.reversible(reversed).await?;
        let reversal = manual.reversal(&entry, (self.business_date().await?, now), approval).ok_or(ProposeError::Stale)?;
        let waits = self.cash.unexplained_by(manual, &entry, now).await.map_err(of_receipt)?;
        let payments = [PaymentChange::EntryUntold(reversed)].into_iter().chain(waits);
        let payments = payments.map(|change| Change::from(ReceivablesChange::from(change)));
        Ok(Effect {
            first: Vec::new(),
            changes: payments.chain([LedgerChange::from(reversal).into()]).collect(),
            entry: AuditEntry::new(now, Actor::User(by), AuditAction::LedgerEntryBooked, Subjects::house(manual.id().0)),
            mails: Vec::new(),
        })
    }

    /// What day it is for the house.
    pub(super) async fn business_date(&self) -> Result<NaiveDate, Unavailable> {
        Ok(self.house.business_days().await?.date_of(self.business.now().await?))
    }

    /// What was made under a key: an approval, or else an entry.
    async fn booked(&self, made: Uuid) -> Result<Performed<EntryId>, Unavailable> {
        let approval = self.records.by_id(ApprovalId(made)).await?;
        Ok(approval.map_or(Performed::Done(EntryId(made)), |approval| Performed::Awaits(Box::new(approval))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        approvals::{DecideError, FourEyes, InboxQuery, Ruling, hash_of},
        kernel::idempotency::IdempotencyKey,
        ledger::ports::Total,
        testing::World,
    };
    use chrono::TimeDelta;
    use sooner_domain::{
        approvals::approval::{Approval, Verdict},
        identity::operator::{OperatorRole, OperatorRoles},
        kernel::{
            audit::{Actor, AuditAction},
            money::Currency,
        },
        ledger::entry::Event,
    };
    use std::error::Error;

    type Checked = Result<(), Box<dyn Error>>;

    fn capital(world: &World, amount_minor: i64) -> Result<NewEntry, Box<dyn Error>> {
        let amount = Money::parse(amount_minor, Currency::parse("EUR")?)?;
        Ok(NewEntry {
            event: ManualEvent::Capital,
            on: world.clock_now().date_naive(),
            amount,
            note: Note::parse("Paid in by the owners")?,
            explains: None,
            overdraw: false,
            is_another: false,
        })
    }

    fn under(me: &Member, key: &str) -> Option<RequestKey> {
        Some(RequestKey { user: me.user.id(), key: IdempotencyKey::parse(key).ok()?, fingerprint: [0; 32] })
    }

    async fn treasurer(world: &World, email: &str) -> Result<Member, Box<dyn Error>> {
        world.operator_of(email, [OperatorRole::Treasury].into_iter().collect()).await
    }

    async fn decide(world: &World, approval: &Approval, by: &Member) -> Result<Approval, DecideError> {
        let ruling =
            Ruling { by: world.confirming(by).await?, verdict: Verdict::Approve, hash: hash_of(approval), note: None, request: None };
        world.approvals().decide(approval.id, ruling).await
    }

    async fn totals(world: &World) -> Result<Vec<(AccountKind, i64)>, Box<dyn Error>> {
        let totals = world.use_cases().ledger.trial_balance(None, None).await?.totals;
        Ok(totals.iter().map(|Total { kind, amount, .. }| (*kind, amount.get())).collect())
    }

    #[tokio::test]
    async fn two_people_book_by_hand_and_the_approval_is_the_cause() -> Checked {
        let world = World::default();
        let (tina, tom) = (treasurer(&world, "tina@example.com").await?, treasurer(&world, "tom@example.com").await?);
        let asked = world.approvals().book_entry(&tina, capital(&world, 500)?, under(&tina, "capital")).await?;
        let Performed::Awaits(approval) = asked.clone() else { return Err("booked at once".into()) };
        assert_eq!(totals(&world).await?, []);
        let again = world.approvals().book_entry(&tina, capital(&world, 500)?, under(&tina, "capital")).await?;
        assert_eq!(again, asked, "once under one key");
        assert!(matches!(decide(&world, &approval, &tina).await, Err(DecideError::FourEyes(who)) if who == [tom.user.clone()]));
        decide(&world, &approval, &tom).await?;
        assert_eq!(totals(&world).await?, [(AccountKind::Bank, 500), (AccountKind::Capital, -500)]);
        let (records, _) = world.use_cases().ledger.about(approval.id.0, None).await?;
        let [record] = &records[..] else { return Err("not one".into()) };
        let booking = record.entry.booking();
        assert_eq!((booking.event, booking.subject, booking.cause), (Event::CapitalPaidIn, booking.id.0, Some(approval.id.0)));
        let entry = world.last_entry().await?;
        assert_eq!((entry.action, entry.by, entry.about.thing), (AuditAction::LedgerEntryBooked, Actor::User(tom.user.id()), booking.id.0));
        let told = |field: &str| entry.changes.iter().find(|change| change.field == field).and_then(|change| change.after.as_deref());
        assert_eq!((told("ledger.amount"), told("note")), (Some("5.00 EUR"), Some("Paid in by the owners")));
        assert_eq!(decide(&world, &approval, &tom).await, Err(DecideError::Closed));
        let again = world.approvals().book_entry(&tina, capital(&world, 500)?, under(&tina, "capital")).await?;
        assert!(matches!(again, Performed::Awaits(ended) if ended.id == approval.id), "it is told how that ended");
        Ok(())
    }

    #[tokio::test]
    async fn the_mail_of_a_reversal_says_that_it_is_one_and_both_say_what_and_how_much() -> Checked {
        let world = World::default();
        let (tina, tom) = (treasurer(&world, "tina@example.com").await?, treasurer(&world, "tom@example.com").await?);
        let out = NewEntry { event: ManualEvent::CapitalOut, overdraw: true, ..capital(&world, 700)? };
        for new in [capital(&world, 500)?, out] {
            let asked = world.approvals().book_entry(&tina, new, None).await?;
            let Performed::Awaits(approval) = asked else { return Err("booked at once".into()) };
            decide(&world, &approval, &tom).await?;
            let (records, _) = world.use_cases().ledger.about(approval.id.0, None).await?;
            let id = records.first().ok_or("not booked")?.entry.booking().id;
            let reversal = NewReversal { of: id, reason: Note::parse("Booked twice")?, overdraw: true };
            world.approvals().reverse_entry(&tina, reversal, None).await?;
        }
        world.delivery().round().await?;
        let told = world.mailer.sent().into_iter().filter(|mail| mail.to.as_str() == "tom@example.com").filter_map(|mail| {
            let details = mail.content.details()?.clone();
            let amounts = details.matters.iter().flat_map(|matter| &matter.amounts).map(|amount| amount.money.to_string());
            Some((details.action?, amounts.collect::<Vec<_>>().join(",")))
        });
        let mut told: Vec<_> = told.collect();
        told.sort();
        let expected = [
            ("book_capital", "5.00 EUR"),
            ("book_capital_out", "7.00 EUR"),
            ("reverse_capital", "5.00 EUR"),
            ("reverse_capital_out", "7.00 EUR"),
        ];
        assert_eq!(told, expected.map(|(action, amount)| (action.to_owned(), amount.to_owned())));
        Ok(())
    }

    #[tokio::test]
    async fn two_entries_may_wait_at_a_time_and_be_alike() -> Checked {
        let world = World::default();
        let (tina, tom) = (treasurer(&world, "tina@example.com").await?, treasurer(&world, "tom@example.com").await?);
        for key in ["one", "other"] {
            let asked = world.approvals().book_entry(&tina, capital(&world, 500)?, under(&tina, key)).await?;
            assert!(matches!(asked, Performed::Awaits(_)));
        }
        for view in world.approvals().inbox(&tom, InboxQuery::default()).await?.approvals {
            assert_eq!(view.about, "5.00 EUR");
            decide(&world, &view.approval, &tom).await?;
        }
        assert_eq!(totals(&world).await?, [(AccountKind::Bank, 1_000), (AccountKind::Capital, -1_000)]);
        Ok(())
    }

    #[tokio::test]
    async fn with_four_eyes_off_it_is_booked_at_once_and_once() -> Checked {
        let world = World { four_eyes: FourEyes::Off, ..World::default() };
        let tina = treasurer(&world, "tina@example.com").await?;
        let book = |new, key: &str| {
            let (approvals, request) = (world.approvals(), under(&tina, key));
            let tina = tina.clone();
            async move { approvals.book_entry(&tina, new, request).await }
        };
        let done = book(capital(&world, 500)?, "a-key").await?;
        assert_eq!(book(capital(&world, 500)?, "a-key").await?, done);
        let Performed::Done(id) = done else { return Err("it waits".into()) };
        let view = world.use_cases().ledger.entry(id).await?.ok_or("not booked")?;
        assert_eq!((view.record.entry.booking().cause, view.reversed_by), (None, None));
        let other = RequestKey { fingerprint: [1; 32], ..under(&tina, "a-key").ok_or("no key")? };
        let other = world.approvals().book_entry(&tina, capital(&world, 500)?, Some(other)).await;
        assert_eq!(other, Err(IdempotencyError::OtherContent.into()));
        assert_eq!(totals(&world).await?, [(AccountKind::Bank, 500), (AccountKind::Capital, -500)]);
        Ok(())
    }

    #[tokio::test]
    async fn more_than_there_is_at_the_bank_is_taken_out_only_where_that_was_said_to_be_meant() -> Checked {
        let world = World { four_eyes: FourEyes::Off, ..World::default() };
        let tina = treasurer(&world, "tina@example.com").await?;
        let out = |event, amount, overdraw| Ok::<_, Box<dyn Error>>(NewEntry { event, overdraw, ..capital(&world, amount)? });
        let book = async |new| world.approvals().book_entry(&tina, new, None).await;
        let Performed::Done(paid_in) = book(capital(&world, 500)?).await? else { return Err("it waits".into()) };
        for event in [ManualEvent::CapitalOut, ManualEvent::BankCharge] {
            assert_eq!(book(out(event, 501, false)?).await, Err(BookError::Overdrawn), "{event:?}");
        }
        assert!(matches!(book(out(ManualEvent::BankCharge, 500, false)?).await, Ok(Performed::Done(_))), "all there is");
        let reverse = async |overdraw| {
            let reversal = NewReversal { of: paid_in, reason: Note::parse("Not ours")?, overdraw };
            Ok::<_, Box<dyn Error>>(world.approvals().reverse_entry(&tina, reversal, None).await)
        };
        assert_eq!(reverse(false).await?, Err(BookError::Overdrawn));
        assert!(matches!(reverse(true).await?, Ok(Performed::Done(_))));
        assert!(matches!(book(out(ManualEvent::CapitalOut, 70, true)?).await, Ok(Performed::Done(_))));
        let bank = totals(&world).await?.into_iter().find(|(kind, _)| *kind == AccountKind::Bank);
        assert_eq!(bank, Some((AccountKind::Bank, -570)));
        Ok(())
    }

    #[tokio::test]
    async fn the_approver_is_told_what_is_taken_out_of_the_bank_and_of_nothing_that_comes_in() -> Checked {
        let world = World::default();
        let (tina, tom) = (treasurer(&world, "tina@example.com").await?, treasurer(&world, "tom@example.com").await?);
        for (event, amount) in [(ManualEvent::Capital, 500), (ManualEvent::BankCharge, 70)] {
            let asked = world.approvals().book_entry(&tina, NewEntry { event, overdraw: true, ..capital(&world, amount)? }, None).await?;
            let Performed::Awaits(approval) = asked else { return Err("booked at once".into()) };
            let seen = world.approvals().approval(&tom, approval.id).await?.ground.taken_out;
            assert_eq!(seen.map(|out| out.amount_minor()), (!event.comes_in()).then_some(amount), "{event:?}");
            decide(&world, &approval, &tom).await?;
            let (records, _) = world.use_cases().ledger.about(approval.id.0, None).await?;
            let of = records.first().ok_or("not booked")?.entry.booking().id;
            let reversal = NewReversal { of, reason: Note::parse("Booked twice")?, overdraw: true };
            let asked = world.approvals().reverse_entry(&tina, reversal, None).await?;
            let Performed::Awaits(back) = asked else { return Err("reversed at once".into()) };
            let seen = world.approvals().approval(&tom, back.id).await?.ground.taken_out;
            assert_eq!(seen.map(|out| out.amount_minor()), event.comes_in().then_some(amount), "the reversal of {event:?}");
            decide(&world, &back, &tom).await?;
            assert_eq!(world.approvals().approval(&tom, back.id).await?.ground.taken_out, None, "it is decided");
        }
        Ok(())
    }

    #[tokio::test]
    async fn what_is_of_tomorrow_or_of_nothing_or_takes_another_role_is_refused() -> Checked {
        let world = World { four_eyes: FourEyes::Off, ..World::default() };
        let tina = treasurer(&world, "tina@example.com").await?;
        let without = OperatorRoles::all().iter().filter(|role| *role != OperatorRole::Treasury).collect();
        let others = world.operator_of("otto@example.com", without).await?;
        let tomorrow = NewEntry { on: world.clock_now().date_naive().succ_opt().ok_or("no tomorrow")?, ..capital(&world, 500)? };
        let approvals = world.approvals();
        assert_eq!(approvals.book_entry(&tina, tomorrow, None).await, Err(NotOpen::Future.into()));
        assert!(matches!(approvals.book_entry(&tina, capital(&world, 0)?, None).await, Err(BookError::Invalid(_))));
        assert_eq!(approvals.book_entry(&others, capital(&world, 500)?, None).await, Err(BookError::Forbidden));
        assert_eq!(totals(&world).await?, []);
        // Tomorrow is the house's: business time may be ahead of the machine's.
        let tomorrow =
            || Ok::<_, Box<dyn Error>>(NewEntry { on: world.clock_now().date_naive().succ_opt().ok_or("none")?, ..capital(&world, 500)? });
        world.business().advance(TimeDelta::days(1));
        assert!(matches!(approvals.book_entry(&tina, tomorrow()?, None).await, Ok(Performed::Done(_))));
        Ok(())
    }

    #[tokio::test]
    async fn a_role_taken_meanwhile_ends_what_was_proposed() -> Checked {
        let world = World::default();
        let (tina, tom) = (treasurer(&world, "tina@example.com").await?, treasurer(&world, "tom@example.com").await?);
        let asked = world.approvals().book_entry(&tina, capital(&world, 500)?, None).await?;
        let Performed::Awaits(approval) = asked else { return Err("booked at once".into()) };
        world.parties().set_roles(tina.user.email(), [OperatorRole::Auditor].into_iter().collect()).await?;
        assert_eq!(decide(&world, &approval, &tom).await, Err(DecideError::Outdated));
        assert_eq!(totals(&world).await?, []);
        Ok(())
    }
}
