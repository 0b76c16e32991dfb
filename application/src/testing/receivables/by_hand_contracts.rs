//! What people book by hand, and reverse.

use super::{
    super::{
        World,
        contracts::{Checked, Made, id},
        payments::statements::{Told, file},
    },
    statement_contracts::{bare, books, told},
};
use crate::{
    StorePorts,
    approvals::{Approvals, BookError, DecideError, FourEyes, NewEntry, NewReversal, Performed, ProposeError, Ruling, hash_of},
    cash::{CashError, IsBookedCommand, LineIs, SettleLineCommand},
    kernel::{clock::BusinessClock as _, commit::WriteContext, ids::Ids as _},
    ledger::EntryView,
    parties::Member,
    payments::ports::Receipts,
    receivables::ReceivableError,
};
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::{join, join_all};
use sooner_domain::{
    approvals::approval::{Approval, ApprovalMove, Verdict},
    identity::operator::OperatorRoles,
    kernel::{
        Invalid,
        audit::{Actor, AuditAction, Entry as Trail, Subjects},
        ids::ApprovalId,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::{
        entry::{EntryId, Event},
        manual::{ManualEntry, ManualEvent, NotCharge, NotReversible},
    },
    payments::{
        receipt::{Explained, Payer, ReceiptId, Target},
        statement::{LineId, LineOutcome},
    },
};
use std::collections::BTreeSet;

fn refused(why: NotReversible) -> Result<Performed<EntryId>, BookError> {
    Err(ProposeError::from(why).into())
}

fn booked(performed: Performed<EntryId>) -> Made<EntryId> {
    match performed {
        Performed::Done(id) => Ok(id),
        Performed::Awaits(_) => Err("it waits".into()),
    }
}

pub(super) fn reversal_of(of: EntryId) -> Result<NewReversal, Invalid> {
    Ok(NewReversal { of, reason: Note::parse("Typed twice")?, overdraw: true })
}

pub(super) struct House {
    pub(super) world: World,
    pub(super) olga: Member,
    pub(super) today: NaiveDate,
}

impl House {
    pub(super) async fn on(ports: &StorePorts) -> Made<Self> {
        let (world, olga) = bare(ports).await?;
        let today = world.business().now().await?.date_naive();
        Ok(Self { world, olga, today })
    }

    pub(super) async fn propose(
        &self,
        event: ManualEvent,
        on: NaiveDate,
        amount: i64,
        explains: Option<ReceiptId>,
    ) -> Made<Result<Performed<EntryId>, BookError>> {
        let (amount, note) = (Money::parse(amount, Currency::parse("EUR")?)?, Note::parse("By hand")?);
        Ok(self
            .world
            .approvals()
            .book_entry(&self.olga, NewEntry { event, on, amount, note, explains, overdraw: true, is_another: false }, None)
            .await)
    }

    pub(super) async fn book(&self, event: ManualEvent, on: NaiveDate, amount: i64) -> Made<EntryId> {
        booked(self.propose(event, on, amount, None).await??)
    }

    async fn explaining(&self, event: ManualEvent, on: NaiveDate, amount: i64, receipt: ReceiptId) -> Made<EntryId> {
        booked(self.propose(event, on, amount, Some(receipt)).await??)
    }

    pub(super) async fn waiting(&self) -> Made<Vec<Explained>> {
        Ok(self.world.store().receipts.page(Receipts::Unexplained, None, 100).await?)
    }

    async fn is_entry(&self, receipt: ReceiptId, entry: EntryId) -> Result<Explained, CashError> {
        self.is_booked(receipt, [entry]).await
    }

    pub(super) async fn is_booked<const N: usize>(&self, receipt: ReceiptId, entries: [EntryId; N]) -> Result<Explained, CashError> {
        let command = IsBookedCommand { by: self.olga.clone(), entries: BTreeSet::from(entries), request: None };
        self.world.cash().receipt_is_booked(receipt, command).await
    }

    async fn reverse(&self, id: EntryId) -> Result<Performed<EntryId>, BookError> {
        self.world.approvals().reverse_entry(&self.olga, reversal_of(id).map_err(BookError::Invalid)?, None).await
    }

    pub(super) async fn reversed(&self, id: EntryId) -> Made<EntryId> {
        booked(self.reverse(id).await?)
    }

    async fn may_reverse(&self, id: EntryId) -> Made<bool> {
        Ok(self.world.approvals().may_reverse(&self.view(id).await?.record.entry, &self.olga.operator()).await?)
    }

    async fn view(&self, id: EntryId) -> Made<EntryView> {
        Ok(self.world.use_cases().ledger.entry(id).await?.ok_or("no entry")?)
    }

    pub(super) async fn import(&self, number: u8, on: NaiveDate, amount: i64) -> Checked {
        self.lines(number, vec![told(on, amount)], false).await
    }

    /// What the bank calls its charge.
    pub(super) async fn charged(&self, number: u8, on: NaiveDate, amount: i64) -> Checked {
        self.lines(number, vec![told(on, amount)], true).await
    }

    pub(super) async fn lines(&self, number: u8, lines: Vec<Told>, is_charge: bool) -> Checked {
        let mut file = file(number, lines)?;
        for entry in file.statements.iter_mut().flat_map(|statement| &mut statement.entries).filter(|_| is_charge) {
            entry.charges = entry.amount;
        }
        let cases = self.world.use_cases();
        cases.cash.import_statements(file, &cases.cash.by_hand(&self.olga)?).await?;
        Ok(())
    }

    pub(super) async fn settle(&self, line: LineId, what: LineIs) -> Result<LineOutcome, CashError> {
        let command = SettleLineCommand { by: self.olga.clone(), what, request: None };
        Ok(self.world.cash().settle_line(line, command).await?.outcome)
    }

    /// Everything that is kept fits together.
    pub(super) async fn holds(&self) -> Checked {
        let store = self.world.store();
        store.sealing().all().await?;
        assert_eq!(store.ledger_audit().verify(None).await?.flaw, None);
        assert_eq!(store.money_audit().verify().await?, None);
        Ok(())
    }
}

/// By its mirror, on the business date; the two name each other, and neither is reversed then.
pub async fn an_entry_by_hand_is_reversed_once(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let day = house.today - TimeDelta::days(3);
    house.book(ManualEvent::BankCharge, day, 500).await?;
    for event in [ManualEvent::Capital, ManualEvent::CapitalOut, ManualEvent::BankCharge, ManualEvent::ChargeReturned] {
        let before = books(&house.world).await?;
        let entry = house.book(event, day, 500).await?;
        assert!(house.may_reverse(entry).await?);
        assert_ne!(books(&house.world).await?, before);
        let reversal = house.reversed(entry).await?;
        assert_eq!(books(&house.world).await?, before, "{event:?}");
        let (first, back) = (house.view(entry).await?, house.view(reversal).await?);
        assert_eq!((first.reversed_by, back.record.entry.reverses()), (Some(reversal), Some(entry)));
        assert_eq!((first.record.entry.booking().on, back.record.entry.booking().on), (day, house.today));
        let trail = house.world.last_entry().await?;
        let of = |field: &str| trail.changes.iter().find(|change| change.field == field).and_then(|change| change.after.clone());
        assert_eq!((trail.action, trail.about.thing), (AuditAction::LedgerEntryBooked, reversal.0));
        assert_eq!((of("ledger.reverses"), of("note")), (Some(entry.to_string()), Some("Typed twice".to_owned())));
        assert_eq!(house.reverse(entry).await, refused(NotReversible::Reversed));
        assert_eq!(house.reverse(reversal).await, refused(NotReversible::IsReversal));
        assert!(!house.may_reverse(entry).await? && !house.may_reverse(reversal).await?);
    }
    assert_eq!(house.reverse(EntryId(id())).await, Err(ProposeError::NotFound.into()));
    house.holds().await
}

pub async fn of_many_who_reverse_an_entry_by_hand_one_does(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let entry = house.book(ManualEvent::Capital, house.today, 500).await?;
    let answers = join_all((0..16).map(|_| house.reverse(entry))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    assert!(answers.iter().filter(|answer| answer.is_err()).all(|answer| *answer == refused(NotReversible::Reversed)), "{answers:?}");
    assert_eq!(books(&house.world).await?, [0, 0, 0]);
    house.holds().await
}

/// Two people at once: one of them finds what the other one did.
pub async fn an_entry_by_hand_is_reversed_or_a_line_comes_to_stand_for_it(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let day = house.today - TimeDelta::days(2);
    for round in 1..=8_u8 {
        let amount = 700 + i64::from(round);
        let entry = house.book(ManualEvent::BankCharge, day, amount).await?;
        house.charged(round, day, -amount).await?;
        let line = ports.statements.about(vec![entry.0]).await?.pop().ok_or("no line tells of it")?.id;
        house.world.cash().reopen_line(line, &house.olga).await?;
        let booked = LineIs::Booked(BTreeSet::from([entry]));
        let (reversed, settled) = match round % 2 {
            0 => join(house.reverse(entry), house.settle(line, booked)).await,
            _ => {
                let (settled, reversed) = join(house.settle(line, booked), house.reverse(entry)).await;
                (reversed, settled)
            }
        };
        assert!(reversed.is_ok() != settled.is_ok(), "{reversed:?}, {settled:?}");
        house.holds().await?;
    }
    Ok(())
}

/// The line says that the bank moved it: that is taken back first. Then no line is the entry any more.
pub async fn what_a_line_stands_for_is_reversed_once_the_line_is_reopened(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (cases, day) = (house.world.use_cases(), house.today - TimeDelta::days(2));
    let entry = house.book(ManualEvent::BankCharge, day, 700).await?;
    house.charged(1, day, -700).await?;
    let line = ports.statements.about(vec![entry.0]).await?.pop().ok_or("no line tells of it")?.id;
    assert_eq!(house.reverse(entry).await, refused(NotReversible::ToldByBank), "as the import found");
    assert!(!house.may_reverse(entry).await?);
    assert_eq!(cases.cash.reopen_line(line, &house.olga).await?.outcome, LineOutcome::Open);
    assert!(house.may_reverse(entry).await?);
    let booked = LineIs::Booked(BTreeSet::from([entry]));
    house.settle(line, booked.clone()).await?;
    assert_eq!(house.reverse(entry).await, refused(NotReversible::ToldByBank), "as a person said");
    cases.cash.reopen_line(line, &house.olga).await?;
    house.reversed(entry).await?;
    assert_eq!(cases.cash.candidates(line, &house.olga.operator()).await?.booked, []);
    assert_eq!(house.settle(line, booked).await, Err(CashError::NotBooked));
    house.import(2, day, -700).await?;
    assert_eq!(cases.cash.open_lines(&house.olga.operator(), None).await?.lines.len(), 2, "no import finds it either");
    house.holds().await?;

    // The bank's charge is about its line, and undone there.
    house.settle(line, LineIs::Charge).await?;
    let charge = ports.journal.of_event(Event::BankCharge, vec![line.0]).await?.pop().ok_or("no charge")?.entry.booking().id;
    assert_eq!(house.reverse(charge).await, refused(NotReversible::NotByHand));
    assert!(!house.may_reverse(charge).await?);
    assert_eq!(books(&house.world).await?, [-700, 700, 0]);
    house.holds().await
}

/// The receipt that is named, and none that is like it: nothing is found by itself.
pub async fn an_entry_by_hand_explains_the_receipt_that_is_named_alone(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let day = house.today - TimeDelta::days(2);
    house.import(1, day, 5_000).await?;
    house.import(2, day, 5_000).await?;
    house.import(3, day, 5_001).await?;
    house.import(4, day - TimeDelta::days(1), 5_000).await?;
    let all = house.waiting().await?;
    let of = |amount: i64, on: NaiveDate| {
        let is_it = |found: &&Explained| (found.receipt.amount.amount_minor(), found.receipt.booked_on) == (amount, on);
        all.iter().filter(is_it).map(|found| found.receipt.id).collect::<Vec<_>>()
    };
    let [other, named] = of(5_000, day)[..] else { return Err("not two".into()) };

    house.book(ManualEvent::Capital, day, 5_000).await?;
    house.book(ManualEvent::BankCharge, day, 5_000).await?;
    house.book(ManualEvent::ChargeReturned, day, 5_000).await?;
    assert_eq!((house.waiting().await?.len(), books(&house.world).await?), (4, [25_001, 0, -20_001]), "none is named");
    let unfit = [(ManualEvent::Capital, of(5_001, day)), (ManualEvent::Capital, of(5_000, day - TimeDelta::days(1)))];
    for (event, receipt) in unfit.into_iter().chain([(ManualEvent::CapitalOut, vec![named]), (ManualEvent::Capital, vec![ReceiptId(id())])])
    {
        let refused = house.propose(event, day, 5_000, receipt.first().copied()).await?;
        assert_eq!(refused, Err(ProposeError::Cash(CashError::NotThatReceipt).into()), "{event:?} {receipt:?}");
    }
    house.book(ManualEvent::BankCharge, day, 5_000).await?;
    for event in [ManualEvent::Capital, ManualEvent::ChargeReturned] {
        let entry = house.explaining(event, day, 5_000, named).await?;
        let left: Vec<_> = house.waiting().await?.iter().map(|found| found.receipt.id).collect();
        assert!(left.len() == 3 && left.contains(&other), "{event:?}");
        let (receipt, _) = house.world.cash().receipt_and_line_of(&house.view(entry).await?.record.entry).await?;
        assert_eq!(receipt.map(|receipt| receipt.id), Some(named));
        let again = house.propose(event, day, 5_000, Some(named)).await?;
        assert_eq!(again, Err(ProposeError::Cash(CashError::Explained).into()));
        let trail = house.world.last_entry().await?;
        let of = |field: &str| trail.changes.iter().find(|change| change.field == field).and_then(|change| change.after.clone());
        assert_eq!((of("receipt"), of("receipt.text")), (Some(named.to_string()), Some("payment of 5000".to_owned())));
        house.holds().await?;
        // It is explained anew by what is booked then.
        house.reversed(entry).await?;
        let all = house.waiting().await?;
        assert_eq!(all.len(), 4, "it lies in suspense again");
        let parts: Vec<_> = all.iter().flat_map(|found| &found.allocations).collect();
        assert!(parts.iter().all(|part| part.undone_at.is_some() && matches!(part.target, Target::Entry(_))));
        house.holds().await?;
    }
    Ok(())
}

pub async fn of_many_entries_by_hand_that_name_a_receipt_one_explains_it(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    house.import(1, house.today, 5_000).await?;
    let receipt = house.waiting().await?.pop().ok_or("no receipt")?.receipt.id;
    let answers = join_all((0..16).map(|_| house.propose(ManualEvent::Capital, house.today, 5_000, Some(receipt)))).await;
    let answers: Vec<_> = answers.into_iter().collect::<Made<Vec<_>>>()?;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    let late = [ProposeError::Stale, ProposeError::Cash(CashError::Explained)];
    let is_late = |error: &BookError| matches!(error, BookError::Propose(why) if late.contains(why));
    assert!(answers.iter().filter_map(|answer| answer.as_ref().err()).all(is_late), "{answers:?}");
    assert_eq!(books(&house.world).await?, [5_000, 0, 0]);
    house.holds().await
}

/// Both came into the books of the bank's account, so that one of them goes; its line tells of the entry, and is reopened to undo it.
pub async fn a_receipt_is_an_entry_by_hand_that_stands(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (cases, day) = (house.world.use_cases(), house.today - TimeDelta::days(2));
    let entry = house.book(ManualEvent::Capital, day - TimeDelta::days(1), 5_000).await?;
    house.book(ManualEvent::CapitalOut, day, 5_000).await?;
    house.import(1, day, 5_000).await?;
    house.import(2, day, 5_000).await?;
    let [second, first] = house.waiting().await?.iter().map(|found| found.receipt.id).collect::<Vec<_>>()[..] else {
        return Err("not two".into());
    };
    let like = async |receipt| {
        let found = cases.cash.entries_like(receipt, &house.olga.operator()).await?;
        Made::Ok(found.iter().flat_map(|like| &like.entries).map(|booked| booked.entry.booking().id).collect::<Vec<_>>())
    };
    assert_eq!((like(first).await?, books(&house.world).await?), (vec![entry], [10_000, 0, -10_000]));
    let charge = house.book(ManualEvent::BankCharge, day, 5_000).await?;
    for wrong in [charge, EntryId(id())] {
        assert_eq!(house.is_entry(first, wrong).await.err(), Some(CashError::NotBooked));
    }
    house.reversed(charge).await?;
    for _ in 0..2 {
        house.is_entry(first, entry).await?;
        assert_eq!((house.waiting().await?.len(), books(&house.world).await?), (1, [5_000, 0, -5_000]));
        let line = ports.statements.line(LineId(first.0)).await?.ok_or("no line")?;
        assert_eq!((line.outcome, line.about), (LineOutcome::Noted, Some(entry.0)));
        assert_eq!(house.reverse(entry).await, refused(NotReversible::ToldByBank));
        assert_eq!(
            (like(second).await?, house.is_entry(second, entry).await.err()),
            (vec![], Some(CashError::NotBooked)),
            "it has its line"
        );
        assert_eq!(house.is_entry(first, entry).await.err(), Some(CashError::Explained));
        house.holds().await?;
        assert_eq!(cases.cash.reopen_line(LineId(first.0), &house.olga).await?.outcome, LineOutcome::Receipt);
        assert_eq!((house.waiting().await?.len(), books(&house.world).await?), (2, [10_000, 0, -10_000]));
        house.holds().await?;
    }
    house.reversed(entry).await?;
    assert_eq!(house.is_entry(first, entry).await.err(), Some(CashError::NotBooked));
    let explains = house.explaining(ManualEvent::Capital, day, 5_000, first).await?;
    assert_eq!(house.is_entry(second, explains).await.err(), Some(CashError::NotBooked), "it explains one");
    house.holds().await
}

pub async fn of_many_receipts_that_are_said_to_be_an_entry_one_is(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let entry = house.book(ManualEvent::Capital, house.today, 5_000).await?;
    for number in 1..=8 {
        house.import(number, house.today, 5_000).await?;
    }
    let receipts: Vec<_> = house.waiting().await?.iter().map(|found| found.receipt.id).collect();
    let answers = join_all(receipts.iter().map(|receipt| house.is_entry(*receipt, entry))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    let is_late = |error: &CashError| matches!(error, CashError::Receivable(ReceivableError::Stale) | CashError::NotBooked);
    assert!(answers.iter().filter_map(|answer| answer.as_ref().err()).all(is_late), "{answers:?}");
    assert_eq!((receipts.len(), house.waiting().await?.len()), (8, 7));
    house.holds().await
}

/// Day and amount alone say nothing: the bank calls it a charge, or names the house itself.
pub async fn a_line_is_an_entry_by_hand_by_itself_where_a_second_sign_says_so(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let of = |name: Option<&str>, iban: Option<&str>| {
        Made::Ok(Payer { name: name.map(Line::parse).transpose()?, iban: iban.map(Line::parse).transpose()? })
    };
    let (stranger, landlord) = (of(Some("Kundin Nord GmbH"), Some("DE12500105170648489890"))?, of(Some("Vermieter KG"), None)?);
    let (named, from_own) = (of(Some("SOONER FINANCE"), None)?, of(Some("Kundin Nord GmbH"), Some("DE02 1203 0000 0000 2020 51"))?);
    use ManualEvent as M;
    let cases = [
        (M::Capital, 5_000, stranger.clone(), false, false),
        (M::Capital, 5_000, Payer::default(), false, false),
        (M::Capital, 5_000, named.clone(), false, true),
        (M::Capital, 5_000, from_own, false, true),
        (M::ChargeReturned, 5_000, stranger, false, false),
        (M::ChargeReturned, 5_000, named.clone(), false, false),
        (M::CapitalOut, -5_000, landlord.clone(), false, false),
        (M::CapitalOut, -5_000, named.clone(), false, true),
        (M::CapitalOut, -5_000, named.clone(), true, false),
        (M::BankCharge, -5_000, landlord.clone(), false, false),
        (M::BankCharge, -5_000, landlord, true, true),
        (M::BankCharge, -5_000, named.clone(), false, false),
    ];
    for (case, (event, amount, payer, is_charge, is_noted)) in cases.into_iter().enumerate() {
        let case = u8::try_from(case)?;
        let day = house.today - TimeDelta::days(2 + i64::from(case));
        if event == M::ChargeReturned {
            house.book(M::BankCharge, house.today, 5_000).await?;
        }
        let entry = house.book(event, day, 5_000).await?;
        house.lines(case, vec![Told { payer, ..told(day, amount) }], is_charge).await?;
        assert_eq!(ports.statements.about(vec![entry.0]).await?.len(), usize::from(is_noted), "{case} {event:?}");
        house.holds().await?;
    }
    Ok(())
}

/// Which of several lines, or of several entries, it is, is for a person; but charges of a day and amount are all the same.
pub async fn of_several_lines_none_is_an_entry_of_capital_by_itself(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let itself = Payer { name: Some(Line::parse("Sooner Finance GmbH")?), iban: None };
    let day = |back: i64| house.today - TimeDelta::days(back);
    let line = |back: i64, payer: &Payer| Told { payer: payer.clone(), ..told(day(back), -9_900) };
    let noted = async |entry: EntryId| Made::Ok(ports.statements.about(vec![entry.0]).await?.len());

    let rent = house.book(ManualEvent::CapitalOut, day(1), 9_900).await?;
    house.lines(1, vec![line(1, &Payer::default()), line(1, &itself)], false).await?;
    assert_eq!(noted(rent).await?, 0, "two lines");
    // The other line is a hundred lines away.
    let rent = house.book(ManualEvent::CapitalOut, day(2), 9_900).await?;
    let others = (0..150).map(|place| told(day(2), 100 + place));
    house.lines(2, [line(2, &itself)].into_iter().chain(others).chain([line(2, &Payer::default())]).collect(), false).await?;
    assert_eq!(noted(rent).await?, 0, "two lines, far apart");
    let rent = house.book(ManualEvent::CapitalOut, day(3), 9_900).await?;
    house.lines(3, vec![line(3, &Payer::default())], false).await?;
    house.lines(4, vec![line(3, &itself)], false).await?;
    assert_eq!(noted(rent).await?, 0, "two statements");
    let both = [house.book(ManualEvent::CapitalOut, day(4), 9_900).await?, house.book(ManualEvent::CapitalOut, day(4), 9_900).await?];
    house.lines(5, vec![line(4, &itself)], false).await?;
    assert_eq!((noted(both[0]).await?, noted(both[1]).await?), (0, 0), "two entries");

    let before = books(&house.world).await?;
    let charges = [house.book(ManualEvent::BankCharge, day(5), 990).await?, house.book(ManualEvent::BankCharge, day(5), 990).await?];
    house.lines(6, vec![told(day(5), -990), told(day(5), -990), told(day(5), -990)], true).await?;
    assert_eq!((noted(charges[0]).await?, noted(charges[1]).await?), (1, 1));
    assert_eq!(books(&house.world).await?[1] - before[1], 3 * 990, "each charge once");
    house.holds().await
}

/// Whether a person booked it or a statement had it, and where it is reversed.
pub async fn a_charge_that_was_given_back_is_taken_back_after_that(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (cases, day) = (house.world.use_cases(), house.today - TimeDelta::days(2));
    let charge = house.book(ManualEvent::BankCharge, day, 500).await?;
    let back = house.book(ManualEvent::ChargeReturned, day, 400).await?;
    assert!(!house.may_reverse(charge).await?);
    assert_eq!(house.reverse(charge).await, refused(NotReversible::GivenBack));
    house.reversed(back).await?;
    house.reversed(charge).await?;

    house.import(1, day, -700).await?;
    let line = cases.cash.open_lines(&house.olga.operator(), None).await?.lines.pop().ok_or("no line")?.id;
    house.settle(line, LineIs::Charge).await?;
    let back = house.book(ManualEvent::ChargeReturned, day, 600).await?;
    assert_eq!(cases.cash.reopen_line(line, &house.olga).await, Err(CashError::ChargeGivenBack));
    assert_eq!(books(&house.world).await?[1], 100);
    house.reversed(back).await?;
    assert_eq!(cases.cash.reopen_line(line, &house.olga).await?.outcome, LineOutcome::Open);
    assert_eq!(books(&house.world).await?, [0, 0, 0]);
    house.holds().await
}

/// Given back by the bank, reversed, or reopened: the later one is refused with the reason, and what was charged is never less than nothing.
pub async fn of_many_who_take_charges_back_no_more_than_was_charged_is_taken(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let cases = house.world.use_cases();
    let day = house.today - TimeDelta::days(2);
    let charge = house.book(ManualEvent::BankCharge, day, 500).await?;
    house.import(1, day, -500).await?;
    let line = cases.cash.open_lines(&house.olga.operator(), None).await?.lines.pop().ok_or("no line")?.id;
    house.settle(line, LineIs::Charge).await?;
    let back = async |number: usize| match number {
        0 => (500, house.reverse(charge).await.is_ok()),
        1 => (500, cases.cash.reopen_line(line, &house.olga).await.is_ok()),
        _ => {
            let answer = house.propose(ManualEvent::ChargeReturned, day, 300, None).await.unwrap_or(Err(BookError::Forbidden));
            let is_late =
                |error: &BookError| matches!(error, BookError::Charge(NotCharge::Above(_)) | BookError::Propose(ProposeError::Stale));
            assert!(answer.as_ref().err().is_none_or(is_late), "{answer:?}");
            (300, answer.is_ok())
        }
    };
    let taken: i64 = join_all((0..16).map(back)).await.into_iter().filter(|(_, is_done)| *is_done).map(|(amount, _)| amount).sum();
    assert!((701..=1_000).contains(&taken), "{taken} of 1,000, and no more than 299 are left");
    assert_eq!(books(&house.world).await?[1], 1_000 - taken);
    house.holds().await
}

/// A line says meanwhile that the bank moved what is to be reversed, or is what is to be booked; or what is to be given back is less by
/// then.
pub async fn what_is_proposed_by_hand_is_overtaken_by_a_line(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (cases, day) = (house.world.use_cases(), house.today - TimeDelta::days(2));
    let omar = house.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let approvals = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&house.world.approvals()) };
    let waits = |performed: Performed<EntryId>| match performed {
        Performed::Awaits(approval) => Made::Ok(*approval),
        Performed::Done(_) => Err("booked at once".into()),
    };
    let shown =
        async |approval: &Approval| approvals.approval(&omar, approval.id).await.map(|shown| (shown.ground.is_overtaken, shown.moves));
    let is_open = (false, vec![ApprovalMove::Approve, ApprovalMove::Refuse]);
    let is_over = async |approval: &Approval| {
        assert_eq!(shown(approval).await?, (true, vec![ApprovalMove::Refuse]));
        let by = house.world.confirming(&omar).await?;
        let ruling = Ruling { by, verdict: Verdict::Approve, hash: hash_of(approval), note: None, request: None };
        assert_eq!(approvals.decide(approval.id, ruling).await, Err(DecideError::Outdated));
        Checked::Ok(())
    };

    let charge = house.book(ManualEvent::BankCharge, day, 700).await?;
    let reversal = waits(approvals.reverse_entry(&house.olga, reversal_of(charge)?, None).await?)?;
    assert_eq!(shown(&reversal).await?, is_open);
    house.charged(1, day, -700).await?;
    is_over(&reversal).await?;

    let new = |event, amount| {
        Made::Ok(NewEntry {
            event,
            on: day,
            amount: Money::parse(amount, Currency::parse("EUR")?)?,
            note: Note::parse("By hand")?,
            explains: None,
            overdraw: true,
            is_another: false,
        })
    };
    house.import(2, day, -500).await?;
    let twice = waits(approvals.book_entry(&house.olga, new(ManualEvent::BankCharge, 500)?, None).await?)?;
    assert_eq!(shown(&twice).await?, is_open);
    let line = cases.cash.open_lines(&house.olga.operator(), None).await?.lines.pop().ok_or("no line")?.id;
    house.settle(line, LineIs::Charge).await?;
    is_over(&twice).await?;

    let all = waits(approvals.book_entry(&house.olga, new(ManualEvent::ChargeReturned, 1_200)?, None).await?)?;
    assert_eq!(shown(&all).await?, is_open);
    cases.cash.reopen_line(line, &house.olga).await?;
    is_over(&all).await?;
    house.holds().await
}

/// What one person proposed and another one approved: an entry, and its reversal. Answers the approval of the latter.
pub async fn what_two_people_booked_and_reversed(ports: &StorePorts) -> Made<(World, ApprovalId)> {
    let house = House::on(ports).await?;
    let omar = house.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let approvals = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&house.world.approvals()) };
    let approved = async |performed: Performed<EntryId>| {
        let Performed::Awaits(approval) = performed else { return Err("booked at once".into()) };
        let by = house.world.confirming(&omar).await?;
        let ruling = Ruling { by, verdict: Verdict::Approve, hash: hash_of(&approval), note: None, request: None };
        Made::Ok(approvals.decide(approval.id, ruling).await?)
    };
    let (amount, note) = (Money::parse(500, Currency::parse("EUR")?)?, Note::parse("By hand")?);
    let new = NewEntry { event: ManualEvent::Capital, on: house.today, amount, note, explains: None, overdraw: true, is_another: false };
    let booked = approved(approvals.book_entry(&house.olga, new, None).await?).await?;
    let entry = EntryId(booked.proposal.subject());
    let reversal = approved(approvals.reverse_entry(&house.olga, reversal_of(entry)?, None).await?).await?;
    house.holds().await?;
    Ok((house.world, reversal.id))
}

/// Several entries may be one debit; none that took more is a part of it.
pub async fn an_open_line_is_made_of_what_took_no_more_than_it(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (cases, before) = (house.world.use_cases(), house.today - TimeDelta::days(1));
    for amount in [701, 70_000, 700, 400, 300] {
        house.book(ManualEvent::CapitalOut, before, amount).await?;
    }
    house.import(1, house.today, -700).await?;
    let by = house.olga.operator();
    let line = cases.cash.open_lines(&by, None).await?.lines.pop().ok_or("no line")?.id;
    let mut booked = cases.cash.candidates(line, &by).await?.booked;
    assert_eq!(booked.first().map(|found| found.amount.get()), Some(-700));
    booked.sort_by_key(|found| found.amount);
    assert_eq!(booked.iter().map(|found| found.amount.get()).collect::<Vec<_>>(), [-700, -400, -300]);
    let both = booked.iter().skip(1).flat_map(|found| found.entries.iter().copied()).collect();
    assert_eq!(house.settle(line, LineIs::Booked(both)).await?, LineOutcome::Noted);
    house.holds().await
}

/// Books by hand, and reverses it though a line stands for it, past everything that refuses that: as the import found it, or as a person said.
/// Answers the line.
pub async fn a_line_of_an_entry_that_was_reversed(ports: &StorePorts, is_by_person: bool) -> Made<(World, LineId)> {
    let house = House::on(ports).await?;
    let id = house.book(ManualEvent::BankCharge, house.today, 700).await?;
    house.charged(1, house.today, -700).await?;
    let line = ports.statements.about(vec![id.0]).await?.pop().ok_or("no line tells of it")?.id;
    if is_by_person {
        house.world.cash().reopen_line(line, &house.olga).await?;
        house.settle(line, LineIs::Booked(BTreeSet::from([id]))).await?;
    }
    house.holds().await?;
    let (entry, on) = (house.view(id).await?.record.entry, (house.today, house.world.clock_now()));
    let reversing = ManualEntry::reversing(&entry, EntryId(house.world.ids.next()), Note::parse("Typed twice")?)?;
    let reversal = reversing.reversal(&entry, on, None).ok_or("no reversal")?;
    let trail = Trail::new(on.1, Actor::CommandLine, AuditAction::LedgerEntryBooked, Subjects::house(id.0));
    ports.ledger.commit(vec![reversal.into()], WriteContext::of(trail)).await?;
    Ok((house.world, line))
}
