//! Money that is paid: what is due to companies is released, and the bank carries out what was ordered or sends it back.

use crate::{
    cash::{Cash, CashError},
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        outbox::Mail,
        unavailable::Unavailable,
    },
    onboarding::changes::Change as ApplicationChange,
    parties::Member,
    payments::{
        changes::Change as PaymentChange,
        ports::{PayoutFilter, PayoutOrder},
    },
    receivables::{
        Prepared, ReceivableError,
        look::Look,
        mails::Paid,
        recording::{Pen, Recording, open_all, written},
        scene::Applicant,
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        ids::{CompanyId, ReceivableId, UserId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::{Draft, Entry, Event, Place},
    onboarding::{account_holder::is_carried_by_banks, application::Application, bank_account::BankAccount},
    parties::{debtor::DebtorState, operator::Operator},
    payments::payout::{BatchId, Payee, Payout, PayoutId, PayoutRefused, PayoutStatus, Purpose, Release, Returned},
    receivables::{
        book::{Fact, MoneyFrom, Receipt},
        receivable::Blocked,
        status::ReceivableStatus,
        stops::{PayeeAccount, Stop, Surroundings, stops_of_seller},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Payouts that are released together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseOrder {
    pub batch: BatchId,
    /// Each once.
    pub payouts: Vec<PayoutId>,
}

impl ReleaseOrder {
    /// As many as an order names at most.
    pub const MAX: usize = 200;
}

/// A payout that has to wait, and everything that stops it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoppedPayout {
    pub payout: PayoutId,
    /// What it is for.
    pub about: ReceivableId,
    pub stops: Vec<Stop>,
}

/// Where a payout that is due would be sent to now, and everything that stops it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Releasable {
    pub account: BankAccount,
    pub stops: Vec<Stop>,
    /// The bank sent back what was paid to this account last.
    pub account_failed: Option<Returned>,
}

/// What the bank did with a payout, told by an operator.
#[derive(Debug, Clone, PartialEq)]
pub struct ExecutedCommand {
    pub by: Member,
    pub on: NaiveDate,
    pub request: Option<RequestKey>,
}

/// That a payout came back.
#[derive(Debug, Clone, PartialEq)]
pub struct ReturnedCommand {
    pub by: Member,
    pub back: Returned,
    pub request: Option<RequestKey>,
}

/// What a company owes, by receivable, while it is set off.
type Owed = BTreeMap<(CompanyId, Currency), Vec<(ReceivableId, Minor)>>;

/// A release on its way.
struct Releasing<'a> {
    order: &'a ReleaseOrder,
    by: UserId,
    today: NaiveDate,
    pen: Pen,
    /// Who is paid.
    payees: BTreeMap<CompanyId, Applicant>,
    /// Of what was sold: money may also be passed on for what was not.
    recordings: BTreeMap<ReceivableId, Recording>,
    /// What was never sold: a company may owe what was passed on to it for an invoice, and was not its.
    unsold: BTreeSet<ReceivableId>,
    owed: Owed,
    /// Of which a company has money that its debtors paid it.
    with_sellers: BTreeMap<(CompanyId, Currency), Vec<ReceivableId>>,
    /// Companies that want to be paid to another account.
    changing: &'a BTreeSet<CompanyId>,
    stopped: Vec<StoppedPayout>,
    entries: Vec<Entry>,
    payments: Vec<PaymentChange>,
}

pub(in crate::cash) fn may_read(by: &Operator) -> Result<(), CashError> {
    may(by, OperatorRight::ReadPayments)
}

pub(in crate::cash) fn may_manage(by: &Operator) -> Result<(), CashError> {
    may(by, OperatorRight::ManagePayments)
}

fn may(by: &Operator, right: OperatorRight) -> Result<(), CashError> {
    if by.may(right) { Ok(()) } else { Err(Blocked::NotOperators(right).into()) }
}

/// Where money of a company can be sent to.
fn payable(account: &BankAccount) -> Result<Box<BankAccount>, CashError> {
    let is_account = account.holder.is_some() && (account.iban.is_some() || account.account_number.is_some());
    if is_account { Ok(Box::new(account.clone())) } else { Err(CashError::NoAccount) }
}

/// Those that were sold.
pub(in crate::cash) fn sold(looks: Vec<Look>) -> Vec<Look> {
    looks.into_iter().filter(|look| look.receivable().parts().accepted.is_some()).collect()
}

/// What the payout of an advance depends on.
fn account(is_changing: bool) -> PayeeAccount {
    if is_changing { PayeeAccount::Changing } else { PayeeAccount::Verified }
}

fn unwritable(account: &BankAccount) -> Option<Stop> {
    account.holder.as_ref().filter(|holder| !is_carried_by_banks(holder)).map(|_| Stop::AccountUnwritable)
}

fn surroundings(look: &Look, (payee, is_changing): (&Applicant, bool)) -> Surroundings {
    Surroundings {
        debtor: look.scene.debtor.as_ref().map_or(DebtorState::Blocked, |debtor| debtor.parts().state),
        account: account(is_changing),
        seller: payee.status,
    }
}

/// Whether its release funds what was accepted.
fn funds(payout: &Payout, look: &Look) -> bool {
    payout.purpose == Purpose::Advance && look.receivable().status() == ReceivableStatus::Accepted
}

/// Everything that stops a payout: an advance, also one that came back and is paid again. Of what is the company's own by now, only that
/// it wants to be paid to another account, or that no order to a bank can carry the holder's name.
fn stops(payout: &Payout, look: Option<&Look>, (payee, is_changing): (&Applicant, bool)) -> Vec<Stop> {
    let mut stops = match look.filter(|_| payout.purpose == Purpose::Advance) {
        Some(look) => look.receivable().payout_stops(&surroundings(look, (payee, is_changing))),
        None if is_changing => vec![Stop::AccountChanging],
        None => Vec::new(),
    };
    stops.extend(unwritable(&payee.bank_account));
    stops
}

/// Whether something stops a payout for what was sold. `is_changing`: its seller wants to be paid to another account.
pub(in crate::cash) fn is_stopped(payout: &Payout, look: &Look, is_changing: bool) -> bool {
    !stops(payout, Some(look), (&look.scene.seller, is_changing)).is_empty()
}

/// What stops every advance to a company, whatever it sells: what it sells now is paid out once nothing of that does.
pub(crate) fn stops_of_company(application: &Application, is_changing: bool) -> Vec<Stop> {
    let stops = stops_of_seller(account(is_changing), application.status());
    stops.chain(unwritable(&application.form().bank_account)).collect()
}

/// What a payout advances money for.
fn advanced<'a>(recordings: &'a mut BTreeMap<ReceivableId, Recording>, payout: &Payout) -> Result<&'a mut Recording, CashError> {
    payout.about().and_then(|about| recordings.get_mut(&about)).ok_or(ReceivableError::NotFound.into())
}

impl Cash {
    /// The payouts of an order, none of which is to the operator's own company.
    ///
    /// # Errors
    /// `NotFound`; `Blocked` with `NotOperators` and `OwnCompany`.
    pub async fn ordered(&self, order: &ReleaseOrder, by: &Operator) -> Result<Vec<Payout>, CashError> {
        may_manage(by)?;
        let payouts = self.in_order(order).await?;
        self.not_their_own(&payouts, by).await?;
        Ok(payouts)
    }

    pub(in crate::cash) async fn not_their_own(&self, payouts: &[Payout], by: &Operator) -> Result<(), CashError> {
        let own = self.own_among(payouts, by).await?;
        payouts.iter().try_for_each(|payout| own.is_not_paid(payout))
    }

    async fn in_order(&self, order: &ReleaseOrder) -> Result<Vec<Payout>, CashError> {
        let payouts = self.payouts.by_ids(order.payouts.clone()).await?;
        if payouts.len() == order.payouts.len() { Ok(payouts) } else { Err(ReceivableError::NotFound.into()) }
    }

    /// The companies that an order pays.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn payees(&self, order: &ReleaseOrder) -> Result<BTreeSet<CompanyId>, CashError> {
        Ok(self.in_order(order).await?.iter().filter_map(Payout::company).collect())
    }

    /// What a release writes: it takes two people, so it is written by whoever sees to that. `changing`: companies that want to be
    /// paid to another account.
    ///
    /// # Errors
    /// `NotFound`; `Payout` when one is not due; `Stopped` with all that have to wait; `NoAccount`.
    pub async fn release(&self, order: &ReleaseOrder, by: UserId, changing: &BTreeSet<CompanyId>) -> Result<Prepared, CashError> {
        let payouts = self.in_order(order).await?;
        let looks = self.paid_for(&payouts).await?;
        let payees = payouts.iter().filter_map(Payout::to_company).filter_map(|(company, about)| {
            let look = looks.iter().find(|look| look.receivable().id() == about)?;
            Some((company, look.scene.applicant(company)?.clone()))
        });
        let payees = payees.collect();
        let mut recordings = open_all(sold(looks))?;
        let paid = payouts.iter().filter_map(|payout| Some((payout.company()?, payout.currency)));
        let paid: BTreeSet<_> = paid.collect();
        let (mut elsewhere, mut with_sellers) = (BTreeSet::new(), BTreeMap::new());
        for &(company, currency) in &paid {
            elsewhere.extend(self.receivables.owed_for(company, currency).await?.into_iter().map(|(id, _)| id));
            let of_seller = self.records.paid_to_seller(company, currency).await?;
            elsewhere.extend(&of_seller);
            with_sellers.insert((company, currency), of_seller);
        }
        elsewhere.retain(|id| !recordings.contains_key(id));
        let (more, unsold) = self.receivables.sold_of(elsewhere.into_iter().collect()).await?;
        recordings.extend(more);
        let unsold: BTreeSet<_> = unsold.into_iter().map(|look| look.receivable().id()).collect();
        let mut owed = Owed::new();
        for (company, currency) in paid {
            let mut of_company = self.receivables.owed_for(company, currency).await?;
            // It is read after them: what changes it changes their version, so whoever writes what others changed since is too late.
            of_company.retain(|(id, _)| recordings.contains_key(id) || unsold.contains(id));
            owed.insert((company, currency), of_company);
        }
        let (stopped, entries, payments) = (Vec::new(), Vec::new(), Vec::new());
        let (pen, today) = (self.receivables.pen(Some(by)), self.receivables.today().await?);
        let mut releasing =
            Releasing { order, by, today, pen, payees, recordings, unsold, owed, with_sellers, changing, stopped, entries, payments };
        for payout in &payouts {
            releasing.release(payout)?;
        }
        if !releasing.stopped.is_empty() {
            return Err(CashError::Stopped(releasing.stopped));
        }
        let recordings: Vec<_> = std::mem::take(&mut releasing.recordings).into_values().collect();
        // What came too much before one was funded is its debtor's credit from now on.
        releasing.entries.extend(self.servicing.reclaims_paid(&recordings, &[], (&releasing.pen, today)).await?);
        // What is kept back may settle others.
        let mails = self.receivables.mails_of(recordings.iter(), &Paid::new(), releasing.pen.at);
        Ok(releasing.prepared(&recordings, mails))
    }

    /// Where those of these that are due to companies would be sent to now, and what stops them. `changing`: companies that want to be
    /// paid to another account.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn releasable(
        &self,
        payouts: &[Payout],
        changing: &BTreeSet<CompanyId>,
    ) -> Result<BTreeMap<PayoutId, Releasable>, Unavailable> {
        let looks: BTreeMap<_, _> = self.paid_for(payouts).await?.into_iter().map(|look| (look.receivable().id(), look)).collect();
        let due = payouts.iter().filter(|payout| payout.status == PayoutStatus::Due);
        let releasable = due.filter_map(|payout| {
            let (company, about) = payout.to_company()?;
            let look = looks.get(&about)?;
            let payee = look.scene.applicant(company)?;
            let stops = stops(payout, Some(look), (payee, changing.contains(&company)));
            let account = payee.bank_account.clone();
            Some((company, (payout.id, Releasable { account, stops, account_failed: None })))
        });
        let releasable: Vec<_> = releasable.collect();
        let accounts = releasable.iter().map(|(company, (_, told))| (*company, told.account.clone())).collect();
        let failed = self.accounts_failed(&accounts).await?;
        let with_account = |(company, (id, told)): (CompanyId, (PayoutId, Releasable))| {
            (id, Releasable { account_failed: failed.get(&company).cloned(), ..told })
        };
        Ok(releasable.into_iter().map(with_account).collect())
    }

    /// Of these companies’ accounts those to which the last payment came back, and why it did.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn accounts_failed(
        &self,
        accounts: &BTreeMap<CompanyId, BankAccount>,
    ) -> Result<BTreeMap<CompanyId, Returned>, Unavailable> {
        /// So many of a company’s newest are looked at.
        const NEWEST: i64 = 50;
        let mut failed = BTreeMap::new();
        for (company, account) in accounts {
            let filter = PayoutFilter { company: Some(*company), order: PayoutOrder::NewestFirst, ..PayoutFilter::default() };
            let newest = self.payouts.page(filter, None, NEWEST).await?;
            let is_known = |payout: &&Payout| matches!(payout.status, PayoutStatus::Executed | PayoutStatus::Returned);
            let is_to_it = |payout: &&Payout| payout.release.as_ref().is_some_and(|release| *release.account == *account);
            let last = newest.into_iter().find(|payout| is_known(&payout) && is_to_it(&payout));
            failed.extend(last.and_then(|payout| payout.returned).map(|returned| (*company, returned)));
        }
        Ok(failed)
    }

    /// What these payouts are for, as it stands.
    pub(in crate::cash) async fn paid_for(&self, payouts: &[Payout]) -> Result<Vec<Look>, Unavailable> {
        let kept = self.records.by_ids(payouts.iter().filter_map(Payout::about).collect()).await?;
        self.receivables.looks(kept).await
    }

    /// The bank carried out what was released of a batch: what its file orders, and once that is told, what was ordered by hand.
    ///
    /// # Errors
    /// `NotFound`; `Payout` when nothing of it waits for the bank; `Day`; `Blocked`; `StepUpRequired`.
    pub async fn executed(&self, batch: BatchId, command: ExecutedCommand) -> Result<Vec<Payout>, CashError> {
        let ExecutedCommand { by, on, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |_| Ok(self.of_batch(batch).await?);
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let all = self.of_batch(batch).await?;
            self.not_their_own(&all, &operator).await?;
            let mut waiting: Vec<_> = all.iter().filter(|payout| payout.status == PayoutStatus::Released).cloned().collect();
            // What the file leaves out is paid by hand: told by itself, once the rest is told.
            let by_hand = self.left_out(batch, &all).await?;
            if waiting.iter().any(|payout| !by_hand.contains(&payout.id)) {
                waiting.retain(|payout| !by_hand.contains(&payout.id));
            }
            match (all.is_empty(), waiting.is_empty()) {
                (true, _) => return Err(ReceivableError::NotFound.into()),
                (false, true) => return Err(PayoutRefused::Status.into()),
                _ => {}
            }
            let attested = self.by_hand(&by)?.attested();
            let pen = self.receivables.pen(Some(operator.user()));
            let mut movements = self.movements((&[], &waiting), (pen.clone(), &operator)).await?;
            for payout in &waiting {
                movements.execute(payout, on, attested)?;
            }
            let (changes, mails) = self.moved(movements).await?;
            let entry = AuditEntry::new(pen.at, Actor::User(operator.user()), AuditAction::PayoutsExecuted, Subjects::house(batch.0));
            let entry = entry.new_values([("on", on.to_string())]);
            let context = WriteContext { mails, ..WriteContext::of(entry) };
            let context = context.under(request.as_ref().map(|request| request.made(batch.0, pen.at)));
            self.receivables.put(changes, context).await?;
            Ok(self.of_batch(batch).await?)
        })
        .await
    }

    /// All of a batch: no more than an order names.
    pub(crate) async fn of_batch(&self, batch: BatchId) -> Result<Vec<Payout>, Unavailable> {
        let most = i64::try_from(ReleaseOrder::MAX).unwrap_or(i64::MAX);
        self.payouts.page(PayoutFilter { batch: Some(batch), ..PayoutFilter::default() }, None, most).await
    }

    /// A payout came back, or never left. What a company is owed is due again: answers that payout. What a payer did not get lies
    /// where it was taken from: answers what came back.
    ///
    /// # Errors
    /// `NotFound`; `Payout`; `Day`; `Blocked`; `StepUpRequired`.
    pub async fn returned(&self, id: PayoutId, command: ReturnedCommand) -> Result<Payout, CashError> {
        let ReturnedCommand { by, back, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.payouts.by_id(PayoutId(made)).await?.ok_or(CashError::from(ReceivableError::NotFound));
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let payout = self.payouts.by_id(id).await?.ok_or(ReceivableError::NotFound)?;
            self.not_their_own(std::slice::from_ref(&payout), &operator).await?;
            let attested = self.by_hand(&by)?.attested();
            let pen = self.receivables.pen(Some(operator.user()));
            let mut movements = self.movements((&[], std::slice::from_ref(&payout)), (pen.clone(), &operator)).await?;
            let lies = self.lies_then(&payout, pen.at).await?;
            let (returned, again) = movements.come_back(&payout, back.clone(), lies, attested)?;
            let answer = again.unwrap_or(returned);
            let (changes, mails) = self.moved(movements).await?;
            let entry = AuditEntry::new(pen.at, Actor::User(operator.user()), AuditAction::PayoutReturned, concerned(&payout));
            let why = back.reason.as_ref().map(|reason| ("note", reason.as_str().to_owned()));
            let entry = entry.new_values([("on", back.on.to_string())].into_iter().chain(why));
            let made = request.as_ref().map(|request| request.made(answer.id.0, pen.at));
            self.receivables.put(changes, WriteContext { mails, ..WriteContext::of(entry) }.under(made)).await?;
            Ok(answer)
        })
        .await
    }

    /// Where the money of a payout lies once it came back, and what that changes of its receipt.
    ///
    /// # Errors
    /// `NotFound` when there is no such receipt.
    pub(in crate::cash) async fn lies_then(&self, payout: &Payout, at: DateTime<Utc>) -> Result<(Place, Vec<PaymentChange>), CashError> {
        match (payout.payee, payout.kept_at()) {
            (Payee::Payer { receipt, credit_of }, _) => self.not_sent_back(payout, (receipt, credit_of), at).await,
            (Payee::Company { .. }, kept_at) => Ok((kept_at.ok_or(ReceivableError::NotFound)?, Vec::new())),
        }
    }
}

impl Releasing<'_> {
    /// Releases it, or notes what stops it.
    fn release(&mut self, payout: &Payout) -> Result<(), CashError> {
        // What goes back to a payer was released when it was made.
        let ((company, about), kept_at) = payout.to_company().zip(payout.kept_at()).ok_or(PayoutRefused::Status)?;
        let (payee, today) = (self.payees.get(&company).ok_or(ReceivableError::NotFound)?, self.today);
        let account = payable(&payee.bank_account)?;
        let (payee, is_advance) = ((payee, self.changing.contains(&company)), payout.purpose == Purpose::Advance);
        let stops = stops(payout, self.recordings.get(&about).map(|recording| &recording.look), payee);
        if !stops.is_empty() {
            self.stopped.push(StoppedPayout { payout: payout.id, about, stops });
            return Ok(());
        }
        if let Some(recording) = self.recordings.get_mut(&about).filter(|recording| funds(payout, &recording.look)) {
            let around = surroundings(&recording.look, payee);
            recording.look.change(|receivable| receivable.fund(&around).map(|change| vec![change]))?;
            recording.tell(Fact::Funded { on: today }, Some(payout.id.0), &self.pen)?;
        }
        let owed = self.set_off(payout, company, kept_at);
        let set_off = owed + self.forward(payout, (company, kept_at), payout.gross - owed)?;
        let (batch, by, at) = (Some(self.order.batch), self.by, self.pen.at);
        let released = payout.clone().released(Release { batch, by, at, on: today, set_off, account })?;
        let draft = Draft::new(payout.currency).transfer(kept_at, Place::payouts_in_transit(), released.net());
        self.entries.extend(self.pen.entry((payout.release_event(), today), payout.id.0, Some(self.order.batch.0), &draft));
        if released.status == PayoutStatus::Executed && is_advance {
            advanced(&mut self.recordings, payout)?.tell(Fact::Executed { on: today }, Some(payout.id.0), &self.pen)?;
        }
        self.payments.push(PaymentChange::PayoutChanged { payout: Box::new(released), seen: PayoutStatus::Due });
        Ok(())
    }

    /// Keeps back what the company owes, the oldest first, up to all of the payout: answers how much.
    fn set_off(&mut self, payout: &Payout, company: CompanyId, kept_at: Place) -> Minor {
        let Some(owing) = self.owed.get_mut(&(company, payout.currency)) else { return Minor::ZERO };
        // No more than its account holds, whatever an earlier release left below nothing on one of them.
        let held: Minor = owing.iter().map(|(_, owed)| *owed).sum();
        let most = payout.gross.min(held.or_zero());
        let (mut left, today) = (most, self.today);
        for (owing, owed) in owing {
            let part = left.min(*owed);
            let draft = Draft::new(payout.currency).transfer(kept_at, Place::sellers_owe(company, *owing), part);
            match self.recordings.get_mut(&*owing).filter(|_| part.is_positive()) {
                Some(recording) => recording.post((Event::SetOff, today), Some(payout.id.0), &draft, &self.pen),
                // The database sees to it that nothing is set off twice.
                None if part.is_positive() && self.unsold.contains(owing) => {
                    self.entries.extend(self.pen.entry((Event::SetOff, today), owing.0, Some(payout.id.0), &draft));
                }
                None => continue,
            }
            *owed -= part;
            left -= part;
        }
        most - left
    }

    /// Keeps back what debtors paid the company instead of the house, up to what is left of the payout: answers how much.
    fn forward(&mut self, payout: &Payout, (company, kept_at): (CompanyId, Place), gross: Minor) -> Result<Minor, CashError> {
        let (mut left, today) = (gross, self.today);
        for id in self.with_sellers.get(&(company, payout.currency)).into_iter().flatten() {
            let Some(recording) = self.recordings.get_mut(id) else { continue };
            let amount = left.min(recording.book().state().with_seller());
            if !amount.is_positive() || recording.book().state().executed_on.is_none() {
                continue;
            }
            let draft = Draft::new(payout.currency).transfer(kept_at, Place::sellers_payable(company, *id), amount);
            self.entries.extend(self.pen.entry((Event::SetOff, today), payout.id.0, Some(self.order.batch.0), &draft));
            let receipt = Receipt { value_on: today, booked_on: today, amount, from: MoneyFrom::SetOff };
            recording.tell(Fact::Received(receipt), Some(payout.id.0), &self.pen)?;
            left -= amount;
        }
        Ok(gross - left)
    }

    fn prepared(self, recordings: &[Recording], mails: Vec<Mail>) -> Prepared {
        let made = PaymentChange::BatchMade(self.order.batch);
        // Until it is written each is paid to the account that was read, and still approved.
        let stand = |(company, payee): (CompanyId, Applicant)| ApplicationChange::ApplicationStands { company, version: payee.version };
        let stand = self.payees.into_iter().map(|payee| stand(payee).into());
        let changes = stand.chain(written(recordings, self.entries, [made].into_iter().chain(self.payments).collect())).collect();
        let entry = AuditEntry::new(self.pen.at, Actor::User(self.by), AuditAction::PayoutsReleased, Subjects::house(self.order.batch.0));
        Prepared { changes, entry, mails }
    }
}

/// Whom a payout concerns, in the trail.
pub(in crate::cash) fn concerned(payout: &Payout) -> Subjects {
    match payout.payee {
        Payee::Company { company, .. } => Subjects::of_company(company, payout.id.0),
        Payee::Payer { credit_of: Some(debtor), .. } => Subjects { thing: payout.id.0, ..Subjects::debtor(debtor) },
        Payee::Payer { credit_of: None, .. } => Subjects::house(payout.id.0),
    }
}
