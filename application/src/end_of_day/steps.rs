//! The steps. Each goes on behind what the day says it has seen.

use super::{Change, EndOfDays, Run, Stopped};
use crate::{
    cash::OddMoney,
    facilities::ports::FacilityFilter,
    kernel::{commit::CommitError, unavailable::Unavailable},
    ledger::{Flaw, ports::OddBalance},
    papers::{Invoicing, NotWritten, PaperError, Telling},
    receivables::{KnownTerms, Look, changes::SOLD_ONCE, ports::Kept},
};
use chrono::{Datelike as _, NaiveDate};
use sooner_domain::{
    end_of_day::{
        ageing::AgeingBucket,
        position::{PositionFigures, PositionKey, PositionRow, added_up},
        reminder::Reminder,
        result::{DayResult, DayResultKind},
        step::{EndOfDayStep, Failure, FailureCode},
        task::{Task, TaskKind},
    },
    facilities::terms::FacilityKind,
    house::reminders::Reminders,
    kernel::{
        audit::AuditAction,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
    },
    receivables::status::ReceivableStatus,
};
use std::{collections::HashMap, fmt::Display};

/// How often what does not fit is looked at: people work meanwhile.
const LOOKS: usize = 5;

impl EndOfDays {
    pub(super) async fn step(&self, step: EndOfDayStep, run: &mut Run) -> Result<(), Stopped> {
        match step {
            EndOfDayStep::Checks => self.checks(run).await,
            EndOfDayStep::Lapse => self.lapse(run).await,
            EndOfDayStep::Letters => Box::pin(self.letters(run)).await,
            EndOfDayStep::Invoices => Box::pin(self.invoices(run)).await,
            EndOfDayStep::Overdue => self.overdue(run).await,
            EndOfDayStep::Positions => self.positions(run).await,
            EndOfDayStep::Balances => self.balances(run).await,
        }
    }

    /// What comes next of those at these statuses, and whether it is all that is left.
    async fn next_page(&self, run: &Run, step: EndOfDayStep, statuses: &[ReceivableStatus]) -> Result<(Vec<Kept>, bool), Stopped> {
        let before = run.day.after(step).map(ReceivableId);
        let page = self.receivables.standing_at(statuses, before, self.page).await?;
        let is_last = i64::try_from(page.len()).is_ok_and(|found| found < self.page);
        Ok((page, is_last))
    }

    /// A page is through: what it changed is written with how far the step is. The last one is kept with whatever comes next,
    /// if it changed nothing.
    async fn end_page(&self, run: &mut Run, is_last: bool, changes: Vec<Change>) -> Result<(), Stopped> {
        if run.is_saved || is_last && changes.is_empty() { Ok(()) } else { self.save(run, changes, None).await }
    }

    async fn checks(&self, run: &mut Run) -> Result<(), Stopped> {
        loop {
            let (page, is_last) = self.next_page(run, EndOfDayStep::Checks, &[ReceivableStatus::Offered]).await?;
            for look in self.receivables.each_now(page).await? {
                run.go_on(|day| day.saw(EndOfDayStep::Checks, look.receivable().id().0));
                if look.receivable().status() != ReceivableStatus::Offered {
                    run.go_on(|day| day.changed(EndOfDayStep::Checks, 1));
                    let (change, entry) = self.receivables.became(look, AuditAction::ReceivableTakenBack, run.by);
                    self.save(run, vec![change.into()], Some(entry)).await?;
                }
            }
            self.end_page(run, is_last, Vec::new()).await?;
            if is_last {
                return Ok(());
            }
        }
    }

    /// What would be paid out too near to the day it is due, were it sold now. What suppliers sell by themselves is sold on the
    /// way, each in a commit of its own: after a crash it is found sold.
    async fn lapse(&self, run: &mut Run) -> Result<(), Stopped> {
        const STEP: EndOfDayStep = EndOfDayStep::Lapse;
        let mut known = KnownTerms::default();
        loop {
            let (page, is_last) = self.next_page(run, STEP, &[ReceivableStatus::Submitted, ReceivableStatus::Offered]).await?;
            let mut lapsing = self.receivables.lapsing(&page, &mut known).await?;
            for look in self.programmes.automatic(page.clone()).await? {
                Box::pin(self.sell(run, look)).await?;
            }
            for kept in page {
                run.go_on(|day| day.saw(STEP, kept.receivable.id().0));
                let Some(mut look) = lapsing.remove(&kept.receivable.id()) else { continue };
                let Some(terms) = look.terms() else { continue };
                let payout_on = look.price_case().payout_on;
                if look.change(|receivable| receivable.lapse(&terms, payout_on).map(|change| vec![change])).is_ok() {
                    run.go_on(|day| day.changed(STEP, 1));
                    let (change, entry) = self.receivables.became(look, AuditAction::ReceivableLapsed, run.by);
                    let noted = noted(run, kept.receivable.id(), DayResultKind::Lapsed);
                    self.save(run, vec![change.into(), noted], Some(entry)).await?;
                }
            }
            self.end_page(run, is_last, Vec::new()).await?;
            if is_last {
                return self.tell_of_day(run, STEP).await;
            }
        }
    }

    /// Sells what its supplier sells by itself. What does not fit today, or was sold elsewhere meanwhile, waits.
    async fn sell(&self, run: &mut Run, look: Look) -> Result<(), Stopped> {
        let noted = noted(run, look.receivable().id(), DayResultKind::Sold);
        let Some((changes, entry)) = self.receivables.sale_by_itself(look) else { return Ok(()) };
        let changes = changes.into_iter().map(Change::from).chain([noted]).collect();
        let unsold = run.clone();
        run.go_on(|day| day.changed(EndOfDayStep::Lapse, 1));
        match self.write(run, changes, Some(entry), Vec::new()).await {
            Err(CommitError::Over(_) | CommitError::Taken(SOLD_ONCE)) => {
                *run = unsold;
                Ok(())
            }
            other => other.map_err(Stopped::from),
        }
    }

    /// What debtors are told in writing: each all of it at once, in a commit of its own.
    async fn letters(&self, run: &mut Run) -> Result<(), Stopped> {
        const STEP: EndOfDayStep = EndOfDayStep::Letters;
        loop {
            let after = run.day.after(STEP).map(DebtorId);
            let page = self.papers.debtors_to_tell(after, self.page).await?;
            let is_last = i64::try_from(page.len()).is_ok_and(|found| found < self.page);
            for debtor in page {
                let on = run.day.on();
                while let Some(telling) = self.papers.telling(debtor, on, run.by).await.map_err(not_written)? {
                    let Telling { changes, asked, entry, mails, told } = telling;
                    run.go_on(|day| day.changed(STEP, told));
                    let changes = changes.into_iter().map(Change::from).chain(asked.map(Change::from)).collect();
                    self.save_and_tell(run, changes, entry, mails).await?;
                }
                run.go_on(|day| day.saw(STEP, debtor.0));
            }
            self.end_page(run, is_last, Vec::new()).await?;
            if is_last {
                return Ok(());
            }
        }
    }

    /// What companies were charged with tax in months that are over, each invoice in a commit of its own.
    async fn invoices(&self, run: &mut Run) -> Result<(), Stopped> {
        const STEP: EndOfDayStep = EndOfDayStep::Invoices;
        let Some(month) = run.day.on().with_day(1) else { return Ok(()) };
        loop {
            let after = run.day.after(STEP).map(CompanyId);
            let page = self.papers.to_invoice(month, after, self.page).await?;
            let is_last = i64::try_from(page.len()).is_ok_and(|found| found < self.page);
            for company in page {
                while let Some(invoicing) =
                    self.papers.invoicing(company, month, run.by).await.map_err(|error| not_invoiced(company, error))?
                {
                    let Invoicing { change, entry } = invoicing;
                    run.go_on(|day| day.changed(STEP, 1));
                    self.save(run, vec![change.into()], Some(entry)).await?;
                }
                run.go_on(|day| day.saw(STEP, company.0));
            }
            self.end_page(run, is_last, Vec::new()).await?;
            if is_last {
                return Ok(());
            }
        }
    }

    async fn overdue(&self, run: &mut Run) -> Result<(), Stopped> {
        const STEP: EndOfDayStep = EndOfDayStep::Overdue;
        let (mut known, set) = (KnownTerms::default(), self.house.settings().await?);
        loop {
            let (page, is_last) = self.next_page(run, STEP, &[ReceivableStatus::Accepted, ReceivableStatus::Funded]).await?;
            page.iter().for_each(|kept| run.go_on(|day| day.saw(STEP, kept.receivable.id().0)));
            let tasks = self.new_tasks(run, page.clone(), &mut known).await?;
            let reminders = self.new_reminders(run, &page, &set.details().reminders).await?;
            let number = i64::try_from(tasks.len() + reminders.len()).unwrap_or(i64::MAX);
            run.go_on(|day| day.changed(STEP, number));
            let tasks = Some(tasks).filter(|tasks| !tasks.is_empty()).map(Change::TasksRaised);
            let reminders = Some(reminders).filter(|reminders| !reminders.is_empty()).map(Change::RemindersSent);
            self.end_page(run, is_last, tasks.into_iter().chain(reminders).collect()).await?;
            if is_last {
                return self.tell_of_day(run, STEP).await;
            }
        }
    }

    /// Of which of these somebody is to be reminded, and was not before: of what is due soon the buyer of a programme, of what is
    /// not paid whoever owes it. Nobody is reminded of what is disputed.
    async fn new_reminders(&self, run: &Run, page: &[Kept], set: &Reminders) -> Result<Vec<Reminder>, Stopped> {
        let sent_on = run.day.on();
        let reminder = |kept: &Kept| {
            let (receivable, due_on) = (&kept.receivable, kept.receivable.due_on());
            let days = set.turn(due_on, sent_on)?;
            let is_told = if days < 0 { receivable.kind() == FacilityKind::ReverseFactoring } else { receivable.dispute().is_none() };
            is_told.then(|| Reminder { receivable: receivable.id(), due_on, days, sent_on })
        };
        let mut reminders: Vec<_> = page.iter().filter_map(reminder).collect();
        if !reminders.is_empty() {
            let sent = self.records.reminders_of(reminders.iter().map(|reminder| reminder.receivable).collect()).await?;
            reminders.retain(|reminder| !reminder.is_among(&sent));
        }
        Ok(reminders)
    }

    /// What of these was not raised before. A day that was left out raises what it would have, later.
    async fn new_tasks(&self, run: &Run, page: Vec<Kept>, known: &mut KnownTerms) -> Result<Vec<Task>, Stopped> {
        let on = run.day.on();
        let late: Vec<_> = page.into_iter().filter(|kept| kept.receivable.is_overdue(on)).collect();
        if late.is_empty() {
            return Ok(Vec::new());
        }
        let raised = self.records.raised_of(late.iter().map(|kept| kept.receivable.id()).collect()).await?;
        let task = |kept: &Kept, kind| Task { raised_on: on, receivable: kept.receivable.id(), kind, due_on: kept.receivable.due_on() };
        let is_new = |task: &Task| !task.is_among(&raised);
        let overdue: Vec<_> = late.iter().map(|kept| task(kept, TaskKind::Overdue)).filter(is_new).collect();
        let is_funded = |kept: &Kept| kept.receivable.status() == ReceivableStatus::Funded;
        let unpaid = late.into_iter().filter(|kept| is_funded(kept) && is_new(&task(kept, TaskKind::Recourse))).collect();
        let reached = self.receivables.in_recourse(unpaid, on, known).await?;
        Ok(overdue.into_iter().chain(reached.iter().map(|kept| task(kept, TaskKind::Recourse))).collect())
    }

    async fn positions(&self, run: &mut Run) -> Result<(), Stopped> {
        const STEP: EndOfDayStep = EndOfDayStep::Positions;
        loop {
            let (page, is_last) = self.next_page(run, STEP, &[ReceivableStatus::Funded]).await?;
            page.iter().for_each(|kept| run.go_on(|day| day.saw(STEP, kept.receivable.id().0)));
            let reserves = self.receivables.reserves_of(&page).await?;
            let rows = added_up(page.iter().filter_map(|kept| position(run.day.on(), kept, &reserves)));
            let number = i64::try_from(rows.len()).unwrap_or(i64::MAX);
            run.go_on(|day| day.changed(STEP, number));
            let changes = if rows.is_empty() { Vec::new() } else { vec![Change::PositionsAdded { on: run.day.on(), rows }] };
            self.end_page(run, is_last, changes).await?;
            if is_last {
                return Ok(());
            }
        }
    }

    async fn balances(&self, run: &mut Run) -> Result<(), Stopped> {
        const STEP: EndOfDayStep = EndOfDayStep::Balances;
        if let Some(flaw) = self.ledger.verify(None).await?.flaw {
            return Err(Stopped::Failed(failure_of(flaw)));
        }
        if let Some(odd) = self.money.odd().await? {
            return Err(Stopped::Failed(odd_money(&odd)));
        }
        loop {
            let after = run.day.after(STEP).map(FacilityId);
            let page = self.facilities.page(FacilityFilter::default(), after, self.page).await?;
            let is_last = i64::try_from(page.len()).is_ok_and(|found| found < self.page);
            for found in &page {
                let facility = found.facility.parts().id;
                if !self.fits(facility).await? {
                    let about = Some(facility.to_string());
                    return Err(Stopped::Failed(Failure { code: FailureCode::Exposure, about }));
                }
                run.go_on(|day| day.saw(STEP, facility.0));
            }
            self.end_page(run, is_last, Vec::new()).await?;
            if is_last {
                return Ok(());
            }
        }
    }

    async fn fits(&self, facility: FacilityId) -> Result<bool, Stopped> {
        for _ in 0..LOOKS {
            if self.servicing.exposure_fits(facility).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn noted(run: &Run, receivable: ReceivableId, kind: DayResultKind) -> Change {
    Change::ResultNoted(DayResult { on: run.day.on(), receivable, kind })
}

fn not_written(error: PaperError) -> Stopped {
    match error {
        PaperError::Unavailable(unavailable) => Stopped::Unavailable(unavailable),
        other => Stopped::Unavailable(Unavailable::Failed(other.to_string())),
    }
}

fn not_invoiced(company: CompanyId, error: PaperError) -> Stopped {
    match error {
        PaperError::NotWritten(NotWritten::Letters(letters)) => {
            Stopped::Failed(Failure { code: FailureCode::Letters, about: Some(format!("{} {letters}", company.0)) })
        }
        PaperError::NoHouse => Stopped::Failed(Failure { code: FailureCode::TaxNumber, about: None }),
        other => not_written(other),
    }
}

/// None of what no facility or no debtor is known of.
fn position(on: NaiveDate, kept: &Kept, reserves: &HashMap<ReceivableId, Minor>) -> Option<PositionRow> {
    let (receivable, parts) = (&kept.receivable, kept.receivable.parts());
    let (agreement, debtor) = parts.agreement.zip(parts.debtor)?;
    let bucket = AgeingBucket::of(receivable.due_on(), on);
    let key = PositionKey { facility: agreement.facility, debtor, currency: receivable.currency(), bucket };
    let reserve = reserves.get(&receivable.id()).copied().unwrap_or_default();
    Some(PositionRow { key, figures: PositionFigures { receivables: 1, open: kept.position.open, out: kept.position.out, reserve } })
}

fn odd_money(odd: &OddMoney) -> Failure {
    let of = |code, about: &dyn Display| Failure { code, about: Some(about.to_string()) };
    match odd {
        OddMoney::PayoutOfNothing(payout)
        | OddMoney::PayoutDays(payout)
        | OddMoney::Payee(payout)
        | OddMoney::PassedOnOf(payout)
        | OddMoney::BankDid(payout)
        | OddMoney::InPlace(payout)
        | OddMoney::Release(payout)
        | OddMoney::Sent { payout, .. }
        | OddMoney::OnItsWay { payout, .. } => of(FailureCode::Payout, payout),
        OddMoney::Unpaid { receivable, .. } | OddMoney::Due { receivable, .. } | OddMoney::Advance(receivable) => {
            of(FailureCode::Due, receivable)
        }
        OddMoney::Unexplained { receipt, .. }
        | OddMoney::SentBack { receipt, .. }
        | OddMoney::Receipt { receipt, .. }
        | OddMoney::ReceiptDetails(receipt)
        | OddMoney::PassedOn(receipt)
        | OddMoney::ReceiptOfNothing(receipt)
        | OddMoney::Part { receipt, .. } => of(FailureCode::Receipt, receipt),
        OddMoney::Gone { thing, .. } => of(FailureCode::Journal, thing),
        OddMoney::FeeInvoice(invoice) => of(FailureCode::Journal, invoice),
        OddMoney::FeeInvoiceNumbers { year } => of(FailureCode::Journal, year),
        OddMoney::Statement(statement) => of(FailureCode::Receipt, statement),
        OddMoney::Held(line) | OddMoney::HeldChanged(line) | OddMoney::Line(line) => of(FailureCode::Receipt, line),
        OddMoney::Recognised(receipt) => of(FailureCode::Receipt, receipt),
        OddMoney::Merged { debtor, .. } | OddMoney::DebtorName(debtor) => of(FailureCode::Exposure, debtor),
        OddMoney::Approval(approval) => of(FailureCode::Journal, approval),
        OddMoney::BankFile(batch) => of(FailureCode::Payout, batch),
        OddMoney::Suspense { currency, .. } => of(FailureCode::Receipt, currency),
        OddMoney::InUseOfNothing { owner, .. } => of(FailureCode::Exposure, owner),
        OddMoney::InUse { facility, .. } | OddMoney::Terms { facility, .. } => of(FailureCode::Exposure, facility),
        OddMoney::Position { receivable, .. }
        | OddMoney::Status { receivable, .. }
        | OddMoney::Facts(receivable)
        | OddMoney::Booked { receivable, .. }
        | OddMoney::PaidToSeller { receivable, .. }
        | OddMoney::Day { receivable, .. }
        | OddMoney::Standing { receivable, .. }
        | OddMoney::PaidToSellerAmount { receivable, .. }
        | OddMoney::NotBefore { receivable, .. }
        | OddMoney::Parties(receivable)
        | OddMoney::Sale(receivable) => of(FailureCode::Position, receivable),
    }
}

fn failure_of(flaw: Flaw) -> Failure {
    let entry = |number: i64| Failure { code: FailureCode::Journal, about: Some(number.to_string()) };
    match flaw {
        Flaw::NumberMissing { number }
        | Flaw::PostingMissing { number, .. }
        | Flaw::PostingTooMany { number, .. }
        | Flaw::Unbalanced { number, .. }
        | Flaw::Unreadable { number }
        | Flaw::Altered { number, .. } => entry(number),
        Flaw::StrayPosting { entry, .. } => Failure { code: FailureCode::Journal, about: Some(entry.to_string()) },
        Flaw::Reversal { entry } => Failure { code: FailureCode::Journal, about: Some(entry.to_string()) },
        Flaw::Balance(OddBalance { account, .. }) => Failure { code: FailureCode::Balance, about: Some(account) },
        Flaw::Share { receivable, .. } => Failure { code: FailureCode::Balance, about: Some(receivable.to_string()) },
    }
}
