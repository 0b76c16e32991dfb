//! A released batch as the file that orders it from the bank: written once, and given as it was written ever after.

use crate::{
    cash::{Cash, CashError, ToldPayout, payouts::release::may_manage},
    kernel::{
        commit::{CommitError, WriteContext},
        unavailable::Unavailable,
    },
    parties::Member,
    payments::{
        bank::{BankFile, BatchRecord, NotWritten, Order, OrderedTransfer},
        changes::Change as PaymentChange,
    },
    receivables::{ReceivableError, changes::Change, works},
};
use sooner_domain::{
    identity::user::User,
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        canonical::Digest,
        ids::{CompanyId, UserId},
        money::Currency,
    },
    onboarding::company::Address,
    parties::operator::Operator,
    payments::{
        payout::{BatchId, Payout, PayoutId},
        transfer::{PaidAccount, Transfer, can_be_ordered, transfers},
    },
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Why a batch is not ordered by a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotOrdered {
    /// The bank has said of some of it what it did, or all of it was kept back.
    #[error("nothing of it waits for the bank")]
    Answered,
    /// The house has no account of the currency.
    #[error("no account of the house")]
    NoHouseAccount,
    /// A payee's account has no IBAN, without which no euro are sent, or nobody knows whose it is.
    #[error("no IBAN")]
    NoIban,
    /// In another currency: no bank would find a payee's account, or nobody knows whose it is.
    #[error("no account of a payee")]
    NoPayeeAccount,
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
}

/// The file of a batch, and what of it could not be written: that is ordered by hand.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedBatch {
    pub file: BankFile,
    pub left_out: Vec<PayoutId>,
}

impl OrderedBatch {
    /// `payouts`: those of the batch in the currency. What is ordered is named in the file.
    fn of(file: BankFile, payouts: &[Payout]) -> Self {
        let is_left_out = |transfer: &Transfer| transfer.id().is_none_or(|id| !file.content.contains(&id));
        let left_out = transfers(payouts).into_iter().filter(is_left_out).flat_map(|transfer| transfer.payouts).collect();
        Self { file, left_out }
    }
}

/// A batch, and who fetched its files first.
#[derive(Debug, Clone, PartialEq)]
pub struct ToldBatch {
    pub record: BatchRecord,
    /// By whom each file was written; those who are still there.
    pub people: HashMap<UserId, User>,
}

impl Cash {
    /// The batches that these payouts were released in, by their numbers.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn batches_of(&self, payouts: impl Iterator<Item = &Payout>) -> Result<Vec<ToldBatch>, Unavailable> {
        let ids: BTreeSet<_> = payouts.filter_map(|payout| payout.release.as_ref()?.batch).collect();
        let found = if ids.is_empty() { Vec::new() } else { self.bank_files.batches(ids.into_iter().collect()).await? };
        let by: BTreeSet<_> = found.iter().flat_map(|batch| &batch.files).map(|file| file.by).collect();
        let people = if by.is_empty() { Vec::new() } else { self.identity.users.by_ids(&Vec::from_iter(by)).await? };
        let people: HashMap<_, _> = people.into_iter().map(|user| (user.id(), user)).collect();
        Ok(found.into_iter().map(|record| ToldBatch { record, people: people.clone() }).collect())
    }

    /// The file that orders a batch from the bank in a currency, or in its only one. It is written when it is asked for first, as
    /// long as the bank has answered for nothing of the batch. A transfer that no bank would take is left out, and the rest is ordered.
    ///
    /// # Errors
    /// `NotFound`; `NotOrdered`; `Blocked` with `NotOperators` and `OwnCompany`.
    pub async fn bank_file(&self, batch: BatchId, currency: Option<Currency>, by: &Member) -> Result<OrderedBatch, CashError> {
        let operator = by.operator();
        may_manage(&operator)?;
        let payouts = self.of_batch(batch).await?;
        self.not_their_own(&payouts, &operator).await?;
        let currencies: BTreeSet<_> = payouts.iter().map(|payout| payout.currency.code()).collect();
        let currency = currency.or_else(|| payouts.first().map(|payout| payout.currency).filter(|_| currencies.len() == 1));
        let currency = currency.filter(|currency| currencies.contains(currency.code())).ok_or(ReceivableError::NotFound)?;
        let payouts: Vec<_> = payouts.into_iter().filter(|payout| payout.currency == currency).collect();
        let file = match self.bank_files.of_batch(batch, currency).await? {
            Some(file) => file,
            None => self.write_bank_file(batch, currency, (payouts.clone(), &operator)).await?,
        };
        Ok(OrderedBatch::of(file, &payouts))
    }

    /// What of these payouts of a batch stands in no file of it, though there is one: it is ordered by hand, apart from the rest.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(in crate::cash) async fn left_out(&self, batch: BatchId, payouts: &[Payout]) -> Result<BTreeSet<PayoutId>, Unavailable> {
        let mut left_out = BTreeSet::new();
        let currencies: BTreeMap<_, _> = payouts.iter().map(|payout| (payout.currency.code(), payout.currency)).collect();
        for currency in currencies.into_values() {
            if let Some(file) = self.bank_files.of_batch(batch, currency).await? {
                let of_file: Vec<_> = payouts.iter().filter(|payout| payout.currency == currency).cloned().collect();
                left_out.extend(OrderedBatch::of(file, &of_file).left_out);
            }
        }
        Ok(left_out)
    }

    async fn write_bank_file(
        &self,
        batch: BatchId,
        currency: Currency,
        (payouts, by): (Vec<Payout>, &Operator),
    ) -> Result<BankFile, CashError> {
        let ordered = transfers(&payouts);
        let on = ordered.first().filter(|_| can_be_ordered(&payouts)).ok_or(NotOrdered::Answered)?.on;
        // What is paid by hand until this is written is not ordered besides.
        let stand = payouts.iter().filter(|payout| payout.net().is_positive()).cloned().map(|payout| {
            let seen = payout.status;
            PaymentChange::PayoutChanged { payout: Box::new(payout), seen }.into()
        });
        let stand: Vec<Change> = stand.collect();
        let from = self.house.settings().await?.accounts().of(currency).cloned().ok_or(NotOrdered::NoHouseAccount)?;
        let told = self.as_told(payouts).await?;
        let numbers: BTreeMap<PayoutId, &ToldPayout> = told.iter().map(|told| (told.payout.id, told)).collect();
        let at = self.identity.clock.now();
        let is_euro = currency.code() == "EUR";
        let mut all = Vec::new();
        for transfer in &ordered {
            let address = match transfer.company {
                Some(company) => self.address_of(company).await?,
                None => None,
            };
            let ordered = ordered_transfer(transfer, address, &numbers);
            all.extend(ordered.filter(|ordered| !is_euro || matches!(ordered.account, PaidAccount::Iban(_))));
        }
        if all.is_empty() {
            return Err(if is_euro { NotOrdered::NoIban } else { NotOrdered::NoPayeeAccount }.into());
        }
        let order = Order { id: format!("{}{}", batch.0.simple(), currency.code()), at, on, from, transfers: all };
        let (content, sha256) = self.write_what_can_be(order).map_err(NotOrdered::from)?;
        let file = BankFile { batch, currency, content, sha256, written_by: by.user(), written_at: at };
        let entry = AuditEntry::new(at, Actor::User(by.user()), AuditAction::BankFileWritten, Subjects::house(batch.0));
        let entry = entry.new_values([("currency", currency.code().to_owned()), ("sha256", sha256.to_string())]);
        let written = PaymentChange::BankFileWritten(Box::new(file.clone()));
        let changes = [works(by), written.into()].into_iter().chain(stand).collect();
        match self.commit.commit(changes, WriteContext::of(entry)).await {
            Ok(()) => Ok(file),
            // Somebody else was faster: theirs is the one that counts, if it was a file.
            Err(CommitError::Stale) => self.bank_files.of_batch(batch, currency).await?.ok_or(ReceivableError::Stale.into()),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// The whole order, else what of it can be written.
    fn write_what_can_be(&self, order: Order) -> Result<(String, Digest), NotWritten> {
        let whole = self.order_format.write(&order);
        let Err(why) = whole else { return whole };
        let Order { id, at, on, from, transfers } = order;
        let of = |transfers| Order { id: id.clone(), at, on, from: from.clone(), transfers };
        let writable = |one: &OrderedTransfer| self.order_format.write(&of(vec![one.clone()])).is_ok();
        let transfers: Vec<_> = transfers.into_iter().filter(writable).collect();
        if transfers.is_empty() { Err(why) } else { self.order_format.write(&of(transfers)) }
    }

    async fn address_of(&self, company: CompanyId) -> Result<Option<Address>, Unavailable> {
        let application = self.applications.filed(company).await?.application;
        Ok(application.map(|application| application.form().company.address.clone()))
    }
}

/// None where too little is known of the account.
fn ordered_transfer(transfer: &Transfer, address: Option<Address>, told: &BTreeMap<PayoutId, &ToldPayout>) -> Option<OrderedTransfer> {
    Some(OrderedTransfer {
        id: transfer.id()?,
        holder: transfer.to.holder.clone()?,
        account: PaidAccount::of(&transfer.to)?,
        bic: transfer.to.bic.clone(),
        address,
        amount: transfer.amount,
        invoices: transfer.payouts.iter().filter_map(|id| told.get(id)?.invoice.clone()).collect(),
    })
}
