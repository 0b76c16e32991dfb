//! Money that came in: entered, and explained at once or later.

use super::{
    Financing, ReceivableError,
    mails::Paid,
    payouts::{may_manage, may_read},
    recording::{Pen, Recording, written},
    works,
};
use crate::{
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        paging::cut,
    },
    parties::Member,
    payments::{changes::Change as PaymentChange, ports::Receipts},
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Money,
        text::Note,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Draft, Entry, Event, Place},
    },
    onboarding::bank_account::Iban,
    parties::operator::Operator,
    payments::{
        payout::{Owed, Payout, PayoutId, Purpose},
        receipt::{Allocation, AllocationId, Explained, Payer, Receipt, ReceiptId, Target},
    },
    receivables::{
        book::{Fact, MoneyFrom, Receipt as Told},
        receivable::Receivable,
    },
};
use std::collections::BTreeMap;

/// Money that an operator found on an account of the house.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptCommand {
    pub by: Member,
    /// The bank's booking day, and its value day.
    pub on: NaiveDate,
    pub amount: Money,
    pub payer: Payer,
    pub text: Option<Note>,
    /// What it is for. The rest lies in suspense until somebody explains it.
    pub parts: Vec<(Target, Minor)>,
    pub request: Option<RequestKey>,
}

/// What a receipt is for, found out later.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplainCommand {
    pub by: Member,
    pub parts: Vec<(Target, Minor)>,
    pub request: Option<RequestKey>,
}

/// A page of receipts, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptPage {
    pub receipts: Vec<Explained>,
    pub next: Option<ReceiptId>,
}

/// What a receipt becomes in one write.
struct Splitting<'a> {
    receipt: &'a Receipt,
    /// Where the money lies: on the bank's account, or in suspense.
    from: (MoneyFrom, Place),
    /// The day of the entries.
    on: NaiveDate,
    /// What is left to explain.
    left: Minor,
    pen: Pen,
    by: &'a Operator,
    recordings: BTreeMap<ReceivableId, Recording>,
    /// What sellers owe for these receivables.
    owed: BTreeMap<ReceivableId, Minor>,
    /// What is told to the sellers: what their debtors paid.
    paid: Paid,
    /// Invoices of sellers to whom money is passed on.
    others: BTreeMap<ReceivableId, Receivable>,
    /// When what is passed on is due.
    due_on: NaiveDate,
    entries: Vec<Entry>,
    payments: Vec<PaymentChange>,
}

impl Financing {
    const RECEIPTS: i64 = 100;

    /// Receipts, or those of which something lies in suspense.
    ///
    /// # Errors
    /// `Blocked` for whoever's roles are others.
    pub async fn receipts(&self, by: &Operator, which: Receipts, before: Option<ReceiptId>) -> Result<ReceiptPage, ReceivableError> {
        may_read(by)?;
        let mut receipts = self.receipts.page(which, before, Self::RECEIPTS + 1).await?;
        let next = cut(&mut receipts, Self::RECEIPTS, |found| found.receipt.id);
        Ok(ReceiptPage { receipts, next })
    }

    async fn receipt(&self, id: ReceiptId) -> Result<Explained, ReceivableError> {
        self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound)
    }

    /// Enters money that came, with what it is for.
    ///
    /// # Errors
    /// `Day` of the future; `Split`; `OtherCurrency`; `NotFound` of a receivable; `Refused`; `Blocked`.
    pub async fn enter_receipt(&self, command: ReceiptCommand) -> Result<Explained, ReceivableError> {
        let ReceiptCommand { by, on, amount, payer, text, parts, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            if on > self.today().await? {
                return Err(ReceivableError::Day);
            }
            let pen = self.pen(Some(operator.user()));
            let (id, entered_by, entered_at) = (ReceiptId(pen.next()), operator.user(), pen.at);
            let receipt =
                Receipt { id, booked_on: on, value_on: on, amount, payer: payer.clone(), text: text.clone(), entered_by, entered_at };
            let whole = Minor::new(amount.amount_minor());
            let explained = Explained { receipt: receipt.clone(), allocations: Vec::new(), sent_back: Minor::ZERO };
            explained.check(&parts)?;
            let mut splitting = self.splitting(&receipt, (MoneyFrom::Debtor, Place::bank(), on, whole), &parts, (pen, &operator)).await?;
            splitting.payments.push(PaymentChange::ReceiptAdded(Box::new(receipt.clone())));
            splitting.split(&parts)?;
            splitting.rest_waits();
            self.write_split(splitting, AuditAction::ReceiptEntered, request.as_ref()).await
        })
        .await
    }

    /// Explains what of a receipt lies in suspense, or a part of that.
    ///
    /// # Errors
    /// Those of entering it; `Stale` when somebody else explained some of it meanwhile.
    pub async fn explain(&self, id: ReceiptId, command: ExplainCommand) -> Result<Explained, ReceivableError> {
        let ExplainCommand { by, parts, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.receipt(id).await?;
            explained.check(&parts)?;
            let today = self.today().await?;
            let pen = self.pen(Some(operator.user()));
            let from = (MoneyFrom::Suspense, Place::suspense(), today, explained.left());
            let mut splitting = self.splitting(&explained.receipt, from, &parts, (pen, &operator)).await?;
            splitting.split(&parts)?;
            self.write_split(splitting, AuditAction::ReceiptExplained, request.as_ref()).await
        })
        .await
    }

    async fn splitting<'a>(
        &self,
        receipt: &'a Receipt,
        (from, place, on, left): (MoneyFrom, Place, NaiveDate, Minor),
        parts: &[(Target, Minor)],
        (pen, by): (Pen, &'a Operator),
    ) -> Result<Splitting<'a>, ReceivableError> {
        let paid = parts.iter().filter_map(|(target, _)| if let Target::Receivable(id) = target { Some(*id) } else { None });
        let recordings = self.recordings(paid.collect()).await?;
        let mut owed = BTreeMap::new();
        for recording in recordings.values().filter(|recording| is_sellers(receipt, recording)) {
            let seller = Owner::Company(recording.look.receivable().parts().seller);
            let Some(account) = Account::of(AccountKind::SellersOwe, recording.look.receivable().currency(), seller) else { continue };
            owed.extend(self.journal.by_receivable(account).await?.into_iter().filter(|(id, _)| *id == recording.id()));
        }
        let passed_on = parts.iter().filter_map(|(target, _)| if let Target::PassOn(_, about) = target { Some(*about) } else { None });
        let others = self.records.by_ids(passed_on.collect()).await?.into_iter().map(|kept| (kept.receivable.id(), kept.receivable));
        let due_on = self.house.business_days().await?.payout_day(self.business.now().await?);
        let (others, paid, entries, payments) = (others.collect(), Paid::new(), Vec::new(), Vec::new());
        Ok(Splitting { receipt, from: (from, place), on, left, pen, by, recordings, owed, paid, others, due_on, entries, payments })
    }

    async fn write_split(
        &self,
        splitting: Splitting<'_>,
        action: AuditAction,
        request: Option<&RequestKey>,
    ) -> Result<Explained, ReceivableError> {
        let Splitting { receipt, pen, by, recordings, paid, entries, payments, .. } = splitting;
        let recordings: Vec<_> = recordings.into_values().collect();
        let mails = self.mails_of(recordings.iter(), &paid, pen.at);
        let changes = [works(by)].into_iter().chain(written(&recordings, entries, payments)).collect();
        let entry = AuditEntry::new(pen.at, Actor::User(by.user()), action, Subjects::house(receipt.id.0));
        let entry = entry.new_values([("amount", receipt.amount.to_string()), ("on", receipt.booked_on.to_string())]);
        let context = WriteContext { mails, ..WriteContext::of(entry) }.under(request.map(|request| request.made(receipt.id.0, pen.at)));
        self.put(changes, context).await?;
        self.receipt(receipt.id).await
    }
}

/// Whether its seller sent it: from the account the house pays it to.
fn is_sellers(receipt: &Receipt, recording: &Recording) -> bool {
    let payer = receipt.payer.iban.as_ref().and_then(|iban| Iban::parse(iban.as_str()).ok());
    payer.is_some() && payer == recording.look.scene.seller.bank_account.iban
}

impl Splitting<'_> {
    fn split(&mut self, parts: &[(Target, Minor)]) -> Result<(), ReceivableError> {
        for (place, (target, amount)) in parts.iter().enumerate() {
            match target {
                Target::Receivable(id) => self.pay(place, *id, *amount)?,
                Target::PassOn(company, about) => self.pass_on(*company, *about, *amount)?,
                Target::Credit(debtor) => self.credit(*debtor, *amount),
                // It takes two people: see `Financing::send_back`.
                Target::SentBack(_) => return Err(ReceivableError::NotFound),
            }
            self.allocate(*target, *amount);
        }
        Ok(())
    }

    /// It pays a receivable. What comes from the seller pays first what that owes for one that is over.
    fn pay(&mut self, place: usize, id: ReceivableId, amount: Minor) -> Result<(), ReceivableError> {
        let (mut left, receipt, pen) = (amount, self.receipt, self.pen.clone());
        let (from, source) = self.from;
        let recording = self.recordings.get_mut(&id).ok_or(ReceivableError::NotFound)?;
        let receivable = recording.look.receivable();
        receivable.operator_may_look(self.by)?;
        if receivable.currency() != receipt.amount.currency() {
            return Err(ReceivableError::OtherCurrency(place));
        }
        let is_sellers = is_sellers(receipt, recording);
        let owed = self.owed.get(&id).copied().unwrap_or_default().min(left);
        if is_sellers && owed.is_positive() && recording.book().state().status.is_end() {
            let owes = Place::sellers_owe(receivable.parts().seller, id);
            let draft = Draft::new(receipt.amount.currency()).transfer(source, owes, owed);
            recording.post((Event::SellerPaid, self.on), Some(receipt.id.0), &draft, &pen);
            left -= owed;
        }
        if left.is_zero() {
            return Ok(());
        }
        let from = if from == MoneyFrom::Debtor && is_sellers { MoneyFrom::Seller } else { from };
        if !is_sellers {
            self.paid.entry(id).or_insert((Minor::ZERO, receipt.value_on)).0 += left;
        }
        let told = Told { value_on: receipt.value_on, booked_on: self.on, amount: left, from };
        recording.tell(Fact::Received(told), Some(receipt.id.0), &pen)
    }

    /// It is the seller's, for an invoice the house did not buy or gave back.
    fn pass_on(&mut self, company: CompanyId, about: ReceivableId, amount: Minor) -> Result<(), ReceivableError> {
        let receivable = self.others.get(&about).filter(|receivable| receivable.parts().seller == company);
        receivable.ok_or(ReceivableError::NotFound)?.operator_may_look(self.by)?;
        let draft = self.draft(Place::sellers_payable(company, about), amount);
        self.entries.extend(self.pen.entry((Event::PassedOn, self.on), self.receipt.id.0, None, &draft));
        let (id, currency) = (PayoutId(self.pen.next()), self.receipt.amount.currency());
        let due = Payout::due(id, Owed { company, about, purpose: Purpose::PassedOn, currency, gross: amount, on: self.due_on });
        self.payments.push(PaymentChange::PayoutAdded(Box::new(due)));
        Ok(())
    }

    fn credit(&mut self, debtor: DebtorId, amount: Minor) {
        let draft = self.draft(Place::debtor_credits(debtor), amount);
        self.entries.extend(self.pen.entry((Event::ReceiptExplained, self.on), self.receipt.id.0, None, &draft));
    }

    fn draft(&self, to: Place, amount: Minor) -> Draft {
        Draft::new(self.receipt.amount.currency()).transfer(self.from.1, to, amount)
    }

    fn allocate(&mut self, target: Target, amount: Minor) {
        let (id, receipt) = (AllocationId(self.pen.next()), self.receipt.id);
        let allocation = Allocation { id, receipt, target, amount, by: self.by.user(), at: self.pen.at, undone_at: None };
        self.payments.push(PaymentChange::Allocated { allocation, left: self.left });
        self.left -= amount;
    }

    /// What nobody has explained lies in suspense.
    fn rest_waits(&mut self) {
        let draft = self.draft(Place::suspense(), self.left);
        self.entries.extend(self.pen.entry((Event::ReceiptUnexplained, self.on), self.receipt.id.0, None, &draft));
    }
}
