//! What receipts that nobody has explained may pay.

use super::{
    Financing, ReceivableError,
    payouts::may_manage,
    ports::{Kept, ReceivableFilter, Side},
};
use crate::kernel::unavailable::Unavailable;
use sooner_domain::{
    house::reference_code::ReferenceCode,
    kernel::{
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::operator::Operator,
    payments::receipt::{Explained, Payer, ReceiptId},
    receivables::{
        matching::{Match, Owing, Told, matched, names, plain_name, quoted},
        quoting::references_in_text,
        reference::Reference,
        status::ReceivableStatus,
    },
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Banks cut names: as much of one tells it apart.
const ENOUGH_OF_A_NAME: usize = 20;

/// What the house did not buy, or gave back.
const NOT_OURS: &[ReceivableStatus] = &[
    ReceivableStatus::Submitted,
    ReceivableStatus::Offered,
    ReceivableStatus::ChargedBack,
    ReceivableStatus::Rejected,
    ReceivableStatus::Withdrawn,
    ReceivableStatus::Lapsed,
];
/// The newest of them.
const MOST_LOOKED_AT: i64 = 200;

/// All that money of one currency can be for.
struct Book {
    house: Option<ReferenceCode>,
    by_reference: HashMap<Reference, Owing>,
    by_debtor: HashMap<DebtorId, Vec<Owing>>,
    /// Debtors by what their names come to.
    names: BTreeMap<String, BTreeSet<DebtorId>>,
    /// Debtors by the accounts that paid for them before.
    accounts: HashMap<String, BTreeSet<DebtorId>>,
}

impl Book {
    fn payers(&self, payer: &Payer) -> BTreeSet<DebtorId> {
        let by_account = payer.iban.as_ref().and_then(|iban| self.accounts.get(iban.as_str()));
        let name = payer.name.as_ref().map(|name| plain_name(name.as_str())).unwrap_or_default();
        let exact = self.names.get(&name);
        let begun = self.names.range(name.clone()..).take_while(|(other, _)| other.starts_with(&name));
        let is_cut = exact.is_none() && name.chars().count() >= ENOUGH_OF_A_NAME;
        let begun: BTreeSet<_> = begun.filter(|_| is_cut).flat_map(|(_, debtors)| debtors.iter().copied()).collect();
        by_account.into_iter().chain(exact).flatten().copied().chain(begun).collect()
    }

    fn matched(&self, explained: &Explained) -> Option<Match> {
        let text = explained.receipt.text.as_ref().map_or("", |text| text.as_str());
        let references = self.house.map(|house| references_in_text(text, house)).unwrap_or_default();
        let quoted = quoted(&references, |reference| self.by_reference.get(reference).cloned());
        let payers = self.payers(&explained.receipt.payer);
        let open: Vec<_> = payers.iter().filter_map(|debtor| self.by_debtor.get(debtor)).flatten().cloned().collect();
        matched(&Told { amount: explained.left(), text, quoted: &quoted, payers: &payers }, &open)
    }
}

impl Financing {
    /// The invoice of a company that the house did not buy, for which money is passed on: the only one that the receipt's text names,
    /// or that is of this amount. None where that cannot be told.
    ///
    /// # Errors
    /// `NotFound`; `Blocked`.
    pub async fn to_pass_on(
        &self,
        receipt: ReceiptId,
        (company, amount): (CompanyId, Minor),
        by: &Operator,
    ) -> Result<Option<ReceivableId>, ReceivableError> {
        may_manage(by)?;
        let receipt = self.receipts.by_id(receipt).await?.ok_or(ReceivableError::NotFound)?.receipt;
        let filter =
            ReceivableFilter { company: Some(company), side: Side::Selling, statuses: NOT_OURS.to_vec(), ..ReceivableFilter::default() };
        let mut kept = self.records.page(filter, None, MOST_LOOKED_AT).await?;
        kept.retain(|kept| kept.receivable.currency() == receipt.amount.currency());
        let text = receipt.text.as_ref().map_or("", |text| text.as_str());
        let only = |is_it: &dyn Fn(&Kept) -> bool| {
            let mut found = kept.iter().filter(|kept| is_it(kept)).map(|kept| kept.receivable.id());
            let (one, other) = (found.next(), found.next());
            one.filter(|_| other.is_none())
        };
        let named = only(&|kept| names(text, &kept.receivable.parts().facts.number));
        Ok(named.or_else(|| only(&|kept| kept.receivable.face() == amount)))
    }

    /// What these are thought to pay, in their order.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn suggestions(&self, receipts: &[Explained]) -> Result<Vec<Option<Match>>, Unavailable> {
        let waiting = || receipts.iter().filter(|explained| explained.left() > Minor::ZERO);
        let currencies: BTreeSet<Currency> = waiting().map(|explained| explained.receipt.amount.currency()).collect();
        let mut books = BTreeMap::new();
        for currency in currencies {
            let of_currency = waiting().filter(|explained| explained.receipt.amount.currency() == currency);
            books.insert(currency, self.book_of(currency, of_currency).await?);
        }
        let suggestion = |explained: &Explained| {
            let book = books.get(&explained.receipt.amount.currency())?;
            Some(explained).filter(|explained| explained.left() > Minor::ZERO).and_then(|explained| book.matched(explained))
        };
        Ok(receipts.iter().map(suggestion).collect())
    }

    async fn book_of<'a>(&self, currency: Currency, receipts: impl Iterator<Item = &'a Explained>) -> Result<Book, Unavailable> {
        let owing = self.records.owing(currency).await?;
        let by_reference = owing.iter().map(|owing| (owing.reference.clone(), owing.clone())).collect();
        let mut by_debtor: HashMap<DebtorId, Vec<Owing>> = HashMap::new();
        for owing in owing {
            let Some(debtor) = owing.debtor else { continue };
            by_debtor.entry(debtor).or_default().push(owing);
        }
        let mut names: BTreeMap<String, BTreeSet<DebtorId>> = BTreeMap::new();
        for debtor in self.debtors.by_ids(&by_debtor.keys().copied().collect::<Vec<_>>()).await? {
            names.entry(plain_name(debtor.parts().legal_name.as_str())).or_default().insert(debtor.id());
        }
        let ibans: BTreeSet<_> =
            receipts.filter_map(|explained| explained.receipt.payer.iban.as_ref()).map(|iban| iban.as_str().to_owned()).collect();
        let accounts = self.payers_by_account(ibans.into_iter().collect()).await?;
        let house = self.house.settings().await?.reference_code();
        Ok(Book { house, by_reference, by_debtor, names, accounts })
    }

    /// For whom these accounts paid before.
    async fn payers_by_account(&self, ibans: Vec<String>) -> Result<HashMap<String, BTreeSet<DebtorId>>, Unavailable> {
        let paid = if ibans.is_empty() { Vec::new() } else { self.receipts.paid_from(ibans).await? };
        let ids: BTreeSet<ReceivableId> = paid.iter().map(|(_, id)| *id).collect();
        let kept = if ids.is_empty() { Vec::new() } else { self.records.by_ids(ids.into_iter().collect()).await? };
        let debtors: HashMap<_, _> = kept.iter().filter_map(|kept| Some((kept.receivable.id(), kept.receivable.parts().debtor?))).collect();
        let mut accounts: HashMap<String, BTreeSet<DebtorId>> = HashMap::new();
        for (iban, id) in paid {
            let Some(debtor) = debtors.get(&id) else { continue };
            accounts.entry(iban).or_default().insert(*debtor);
        }
        Ok(accounts)
    }
}
