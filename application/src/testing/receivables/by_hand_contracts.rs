//! What people book by hand, and reverse.

use super::{
    super::{
        World,
        contracts::{Checked, Made, id},
        payments::statements::file,
    },
    statement_contracts::{bare, books, told},
};
use crate::{
    StorePorts,
    approvals::{Approvals, BookError, DecideError, FourEyes, NewEntry, Performed, ProposeError, Ruling, hash_of},
    kernel::{clock::BusinessClock as _, commit::WriteContext, ids::Ids as _},
    ledger::EntryView,
    parties::Member,
    payments::ports::Receipts,
    receivables::{LineIs, ReceivableError, SettleLineCommand},
};
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::{join, join_all};
use sooner_domain::{
    approvals::approval::{Approval, ApprovalMove, Verdict},
    identity::operator::OperatorRoles,
    kernel::{
        audit::{Actor, AuditAction, Entry as Trail, Subjects},
        ids::ApprovalId,
        money::{Currency, Money},
        text::Note,
    },
    ledger::{
        entry::{EntryId, Event},
        manual::{ManualEntry, ManualEvent, NotReversible},
    },
    payments::{
        receipt::{Explained, Target},
        statement::{LineId, LineOutcome},
    },
};
use std::collections::BTreeSet;

fn refused(why: NotReversible) -> Result<Performed<EntryId>, BookError> {
    Err(ProposeError::from(why).into())
}

struct House {
    world: World,
    olga: Member,
    today: NaiveDate,
}

impl House {
    async fn on(ports: &StorePorts) -> Made<Self> {
        let (world, olga) = bare(ports).await?;
        let today = world.business().now().await?.date_naive();
        Ok(Self { world, olga, today })
    }

    async fn book(&self, event: ManualEvent, on: NaiveDate, amount: i64) -> Made<EntryId> {
        let new = NewEntry { event, on, amount: Money::parse(amount, Currency::parse("EUR")?)?, note: Note::parse("By hand")? };
        match self.world.approvals().book_entry(&self.olga, new, None).await? {
            Performed::Done(id) => Ok(id),
            Performed::Awaits(_) => Err("it waits".into()),
        }
    }

    async fn reverse(&self, id: EntryId) -> Result<Performed<EntryId>, BookError> {
        let reason = Note::parse("Typed twice").map_err(BookError::Invalid)?;
        self.world.approvals().reverse_entry(&self.olga, id, reason, None).await
    }

    async fn reversed(&self, id: EntryId) -> Made<EntryId> {
        match self.reverse(id).await? {
            Performed::Done(id) => Ok(id),
            Performed::Awaits(_) => Err("it waits".into()),
        }
    }

    async fn may_reverse(&self, id: EntryId) -> Made<bool> {
        Ok(self.world.approvals().may_reverse(&self.view(id).await?.record.entry, &self.olga.operator()).await?)
    }

    async fn view(&self, id: EntryId) -> Made<EntryView> {
        Ok(self.world.use_cases().ledger.entry(id).await?.ok_or("no entry")?)
    }

    async fn import(&self, number: u8, on: NaiveDate, amount: i64) -> Checked {
        let financing = self.world.financing();
        financing.import_statements(file(number, vec![told(on, amount)])?, &financing.by_hand(&self.olga)?).await?;
        Ok(())
    }

    async fn settle(&self, line: LineId, what: LineIs) -> Result<LineOutcome, ReceivableError> {
        let command = SettleLineCommand { by: self.olga.clone(), what, request: None };
        Ok(self.world.financing().settle_line(line, command).await?.outcome)
    }

    /// Everything that is kept fits together.
    async fn holds(&self) -> Checked {
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
        house.import(round, day, -amount).await?;
        let line = ports.statements.about(vec![entry.0]).await?.pop().ok_or("no line tells of it")?.id;
        house.world.financing().reopen_line(line, &house.olga).await?;
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
    let (financing, day) = (house.world.financing(), house.today - TimeDelta::days(2));
    let entry = house.book(ManualEvent::BankCharge, day, 700).await?;
    house.import(1, day, -700).await?;
    let line = ports.statements.about(vec![entry.0]).await?.pop().ok_or("no line tells of it")?.id;
    assert_eq!(house.reverse(entry).await, refused(NotReversible::ToldByBank), "as the import found");
    assert!(!house.may_reverse(entry).await?);
    assert_eq!(financing.reopen_line(line, &house.olga).await?.outcome, LineOutcome::Open);
    assert!(house.may_reverse(entry).await?);
    let booked = LineIs::Booked(BTreeSet::from([entry]));
    house.settle(line, booked.clone()).await?;
    assert_eq!(house.reverse(entry).await, refused(NotReversible::ToldByBank), "as a person said");
    financing.reopen_line(line, &house.olga).await?;
    house.reversed(entry).await?;
    assert_eq!(financing.candidates(line, &house.olga.operator()).await?.booked, []);
    assert_eq!(house.settle(line, booked).await, Err(ReceivableError::NotBooked));
    house.import(2, day, -700).await?;
    assert_eq!(financing.open_lines(&house.olga.operator(), None).await?.lines.len(), 2, "no import finds it either");
    house.holds().await?;

    // The bank's charge is about its line, and undone there.
    house.settle(line, LineIs::Charge).await?;
    let charge = ports.journal.of_event(Event::BankCharge, vec![line.0]).await?.pop().ok_or("no charge")?.entry.booking().id;
    assert_eq!(house.reverse(charge).await, refused(NotReversible::NotByHand));
    assert!(!house.may_reverse(charge).await?);
    assert_eq!(books(&house.world).await?, [-700, 700, 0]);
    house.holds().await
}

/// What came in lies in suspense again, and is explained anew by what is booked then.
pub async fn a_receipt_that_an_entry_by_hand_explained_waits_again_once_it_is_reversed(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let day = house.today - TimeDelta::days(2);
    let waiting = async || Made::Ok(ports.receipts.page(Receipts::Unexplained, None, 10).await?);
    house.import(1, day, 5_000).await?;
    house.import(2, day - TimeDelta::days(1), 5_000).await?;
    for _ in 0..2 {
        let entry = house.book(ManualEvent::Capital, day, 5_000).await?;
        let left: Vec<_> = waiting().await?.iter().map(|found| found.receipt.booked_on).collect();
        assert_eq!((left, books(&house.world).await?), (vec![day - TimeDelta::days(1)], [10_000, 0, -5_000]));
        house.holds().await?;
        house.reversed(entry).await?;
        let all = waiting().await?;
        assert_eq!((all.len(), books(&house.world).await?), (2, [10_000, 0, -10_000]));
        assert!(all.iter().all(Explained::is_untouched));
        let parts: Vec<_> = all.iter().flat_map(|found| &found.allocations).collect();
        assert!(parts.iter().all(|part| part.undone_at.is_some() && matches!(part.target, Target::Entry(_))));
        house.holds().await?;
    }
    // So does a charge that the bank gave back.
    house.book(ManualEvent::BankCharge, day, 5_000).await?;
    house.book(ManualEvent::ChargeReturned, day, 5_000).await?;
    assert_eq!(waiting().await?.len(), 1);
    house.holds().await
}

/// Whether a person booked it or a statement had it, and where it is reversed.
pub async fn a_charge_that_was_given_back_is_taken_back_after_that(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (financing, day) = (house.world.financing(), house.today - TimeDelta::days(2));
    let charge = house.book(ManualEvent::BankCharge, day, 500).await?;
    let back = house.book(ManualEvent::ChargeReturned, day, 400).await?;
    assert!(!house.may_reverse(charge).await?);
    assert_eq!(house.reverse(charge).await, refused(NotReversible::GivenBack));
    house.reversed(back).await?;
    house.reversed(charge).await?;

    house.import(1, day, -700).await?;
    let line = financing.open_lines(&house.olga.operator(), None).await?.lines.pop().ok_or("no line")?.id;
    house.settle(line, LineIs::Charge).await?;
    let back = house.book(ManualEvent::ChargeReturned, day, 600).await?;
    assert_eq!(financing.reopen_line(line, &house.olga).await, Err(ReceivableError::ChargeGivenBack));
    assert_eq!(books(&house.world).await?[1], 100);
    house.reversed(back).await?;
    assert_eq!(financing.reopen_line(line, &house.olga).await?.outcome, LineOutcome::Open);
    assert_eq!(books(&house.world).await?, [0, 0, 0]);
    house.holds().await
}

/// A line says meanwhile that the bank moved what is to be reversed, or is what is to be booked; or what is to be given back is less by
/// then.
pub async fn what_is_proposed_by_hand_is_overtaken_by_a_line(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (financing, day) = (house.world.financing(), house.today - TimeDelta::days(2));
    let omar = house.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let approvals = Approvals { four_eyes: FourEyes::On, ..house.world.approvals() };
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
    let reversal = waits(approvals.reverse_entry(&house.olga, charge, Note::parse("Typed twice")?, None).await?)?;
    assert_eq!(shown(&reversal).await?, is_open);
    house.import(1, day, -700).await?;
    is_over(&reversal).await?;

    let new = |event, amount| {
        Made::Ok(NewEntry { event, on: day, amount: Money::parse(amount, Currency::parse("EUR")?)?, note: Note::parse("By hand")? })
    };
    house.import(2, day, -500).await?;
    let twice = waits(approvals.book_entry(&house.olga, new(ManualEvent::BankCharge, 500)?, None).await?)?;
    assert_eq!(shown(&twice).await?, is_open);
    let line = financing.open_lines(&house.olga.operator(), None).await?.lines.pop().ok_or("no line")?.id;
    house.settle(line, LineIs::Charge).await?;
    is_over(&twice).await?;

    let all = waits(approvals.book_entry(&house.olga, new(ManualEvent::ChargeReturned, 1_200)?, None).await?)?;
    assert_eq!(shown(&all).await?, is_open);
    financing.reopen_line(line, &house.olga).await?;
    is_over(&all).await?;
    house.holds().await
}

/// What one person proposed and another one approved: an entry, and its reversal. Answers the approval of the latter.
pub async fn what_two_people_booked_and_reversed(ports: &StorePorts) -> Made<(World, ApprovalId)> {
    let house = House::on(ports).await?;
    let omar = house.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let approvals = Approvals { four_eyes: FourEyes::On, ..house.world.approvals() };
    let approved = async |performed: Performed<EntryId>| {
        let Performed::Awaits(approval) = performed else { return Err("booked at once".into()) };
        let by = house.world.confirming(&omar).await?;
        let ruling = Ruling { by, verdict: Verdict::Approve, hash: hash_of(&approval), note: None, request: None };
        Made::Ok(approvals.decide(approval.id, ruling).await?)
    };
    let (amount, note) = (Money::parse(500, Currency::parse("EUR")?)?, Note::parse("By hand")?);
    let new = NewEntry { event: ManualEvent::Capital, on: house.today, amount, note };
    let booked = approved(approvals.book_entry(&house.olga, new, None).await?).await?;
    let entry = EntryId(booked.proposal.subject());
    let reversal = approved(approvals.reverse_entry(&house.olga, entry, Note::parse("Typed twice")?, None).await?).await?;
    house.holds().await?;
    Ok((house.world, reversal.id))
}

/// Several entries may be one debit; none that took more is a part of it.
pub async fn an_open_line_is_made_of_what_took_no_more_than_it(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (financing, before) = (house.world.financing(), house.today - TimeDelta::days(1));
    for amount in [701, 70_000, 700, 400, 300] {
        house.book(ManualEvent::CapitalOut, before, amount).await?;
    }
    house.import(1, house.today, -700).await?;
    let by = house.olga.operator();
    let line = financing.open_lines(&by, None).await?.lines.pop().ok_or("no line")?.id;
    let mut booked = financing.candidates(line, &by).await?.booked;
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
    house.import(1, house.today, -700).await?;
    let line = ports.statements.about(vec![id.0]).await?.pop().ok_or("no line tells of it")?.id;
    if is_by_person {
        house.world.financing().reopen_line(line, &house.olga).await?;
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
