//! What receipts that nobody has explained may pay.

use crate::{
    cash::{
        Cash, CashError,
        payouts::release::may_manage,
        receipts::{
            match_book::MatchBook,
            receipt::{ExplainCommand, Origin},
        },
    },
    kernel::{idempotency::RequestKey, unavailable::Unavailable},
    parties::Member,
    receivables::{
        ReceivableError,
        ports::{Kept, ReceivableFilter, Side},
    },
};
use sooner_domain::{
    kernel::{
        ids::{CompanyId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::operator::Operator,
    payments::receipt::{Explained, Receipt, ReceiptId, Target},
    receivables::{
        fingerprint::NormalisedNumber,
        matching::{Closed, MatchSign, Named, Suggestion, Told, Written},
        reference::Reference,
        status::ReceivableStatus,
    },
};
use std::collections::{BTreeMap, BTreeSet, HashMap, btree_map::Entry};

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

/// What a receipt may pay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offered {
    /// What most speaks for first.
    pub suggestions: Vec<Suggestion>,
    /// What it names that takes no more money.
    pub closed: Vec<Closed>,
}

/// What a person confirmed: all that they saw of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmedSuggestion {
    pub receipt: ReceiptId,
    pub seen: Suggestion,
}

/// What came of one of many.
#[derive(Debug)]
pub struct MatchedRow {
    pub receipt: ReceiptId,
    pub answer: Result<Explained, CashError>,
}

fn text_of(receipt: &Receipt) -> &str {
    receipt.text.as_ref().map_or("", |text| text.as_str())
}

impl Cash {
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
    ) -> Result<Option<ReceivableId>, CashError> {
        may_manage(by)?;
        let receipt = self.receipts.by_id(receipt).await?.ok_or(ReceivableError::NotFound)?.receipt;
        let filter =
            ReceivableFilter { company: Some((company, Side::Selling)), statuses: NOT_OURS.to_vec(), ..ReceivableFilter::default() };
        let mut kept = self.records.page(filter, None, MOST_LOOKED_AT).await?;
        kept.retain(|kept| kept.receivable.currency() == receipt.amount.currency());
        let text = receipt.text.as_ref().map_or("", |text| text.as_str());
        let only = |is_it: &dyn Fn(&Kept) -> bool| {
            let mut found = kept.iter().filter(|kept| is_it(kept)).map(|kept| kept.receivable.id());
            let (one, other) = (found.next(), found.next());
            one.filter(|_| other.is_none())
        };
        let written = Written::of(text, &[]);
        let named = only(&|kept| written.has(&kept.receivable.parts().facts.number));
        Ok(named.or_else(|| only(&|kept| kept.receivable.face() == amount)))
    }

    /// What these may pay, in their order, with what speaks against it. `origins`: where each comes from.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn suggestions(&self, receipts: &[Explained], origins: &[Origin]) -> Result<Vec<Offered>, Unavailable> {
        let mut offered = self.may_pay(receipts).await?;
        self.say_against(&mut offered, (receipts, origins)).await?;
        Ok(offered)
    }

    /// Adds what is known of each beside what it says.
    async fn say_against(&self, offered: &mut [Offered], (receipts, origins): (&[Explained], &[Origin])) -> Result<(), Unavailable> {
        let lines = self.statements.about(receipts.iter().map(|found| found.receipt.id.0).collect()).await?;
        let returned: BTreeSet<_> =
            lines.into_iter().filter(|record| record.line.returned.is_some()).filter_map(|record| record.about).collect();
        let parts = offered.iter().flat_map(|offered| &offered.suggestions).flat_map(|suggestion| &suggestion.parts);
        let receivables = parts.map(|part| part.id).collect();
        let entered = self.entered_for(receivables, receipts.iter().map(|found| found.receipt.booked_on)).await?;
        for ((Explained { receipt, .. }, origin), offered) in receipts.iter().zip(origins).zip(offered) {
            let has_twin = origin.twin.is_some() || !origin.together.is_empty();
            for suggestion in &mut offered.suggestions {
                let is_twice = has_twin || suggestion.parts.iter().any(|part| entered.pays(part.id, receipt));
                suggestion.signs.extend(is_twice.then_some(MatchSign::MayBeTwice));
                suggestion.signs.extend(returned.contains(&receipt.id.0).then_some(MatchSign::CameBack));
            }
        }
        Ok(())
    }

    /// The same, without what is known of each beside what it says.
    pub(in crate::cash) async fn may_pay(&self, receipts: &[Explained]) -> Result<Vec<Offered>, Unavailable> {
        let mut found: Vec<Offered> = receipts.iter().map(|_| Offered::default()).collect();
        let is_waiting = |explained: &&Explained| explained.left() > Minor::ZERO;
        let currencies: BTreeSet<Currency> =
            receipts.iter().filter(is_waiting).map(|explained| explained.receipt.amount.currency()).collect();
        for currency in currencies {
            let book = self.match_book(currency).await?;
            let of_currency = receipts.iter().enumerate().filter(|(_, explained)| is_waiting(explained));
            let of_currency: Vec<_> = of_currency.filter(|(_, explained)| explained.receipt.amount.currency() == currency).collect();
            let waiting: Vec<&Explained> = of_currency.iter().map(|(_, explained)| *explained).collect();
            for ((place, _), offered) in of_currency.iter().zip(self.suggested((&book, currency), &waiting).await?) {
                if let Some(found) = found.get_mut(*place) {
                    *found = offered;
                }
            }
        }
        Ok(found)
    }

    async fn suggested(&self, (book, currency): (&MatchBook, Currency), receipts: &[&Explained]) -> Result<Vec<Offered>, Unavailable> {
        let payers: Vec<_> = receipts.iter().map(|explained| &explained.receipt.payer).collect();
        let payers = self.payers(book, &payers).await?;
        let lines = self.statements.about(receipts.iter().map(|explained| explained.receipt.id.0).collect()).await?;
        let told = lines.into_iter().filter_map(|record| Some((ReceiptId(record.about?), record.line.names)));
        let fields: HashMap<ReceiptId, Vec<String>> = told.collect();
        let says = receipts.iter().map(|Explained { receipt, .. }| (receipt, fields.get(&receipt.id).map_or(&[][..], Vec::as_slice)));
        let named = self.named_by((book, currency), &says.collect::<Vec<_>>()).await?;
        let mut offered = Vec::with_capacity(receipts.len());
        for ((explained, payers), named) in receipts.iter().zip(&payers).zip(named) {
            let text = text_of(&explained.receipt);
            let told = Told { amount: explained.left(), paid_on: explained.receipt.value_on, text, payers };
            let closed = named.closed(payers).into_iter().cloned().collect();
            offered.push(Offered { suggestions: book.open.suggestions(&told, &named), closed });
            // A page of them is long work for one thread: what else waits for it comes in between.
            self.pauses.pause().await;
        }
        Ok(offered)
    }

    /// What each of these names, open or closed, by its text and by fields of its line.
    pub(in crate::cash) async fn named_by(
        &self,
        (book, currency): (&MatchBook, Currency),
        all: &[(&Receipt, &[String])],
    ) -> Result<Vec<Named>, Unavailable> {
        let says = all.iter().map(|(receipt, fields)| (book.references(text_of(receipt), fields), Written::of(text_of(receipt), fields)));
        let says: Vec<(Vec<Reference>, Written)> = says.collect();
        let closed = self.closed_in(currency, &says).await?;
        let named = |((references, written), closed)| Named { closed, ..book.open.named(references, written) };
        let says = says.iter().map(|(references, written)| (references.as_slice(), written));
        Ok(says.zip(closed).map(named).collect())
    }

    /// What of each of these takes no more money that is named by these references, and what is written.
    pub(in crate::cash) async fn closed_in(
        &self,
        currency: Currency,
        all: &[(Vec<Reference>, Written)],
    ) -> Result<Vec<Vec<Closed>>, Unavailable> {
        let references: BTreeSet<&Reference> = all.iter().flat_map(|(references, _)| references).collect();
        let numbers: BTreeSet<_> = all.iter().flat_map(|(_, written)| written.numbers()).collect();
        if references.is_empty() && numbers.is_empty() {
            return Ok(all.iter().map(|_| Vec::new()).collect());
        }
        let (references, numbers) = (references.into_iter().cloned().collect(), numbers.into_iter().cloned().collect());
        let found = self.records.closed(currency, references, numbers).await?;
        let mut by_number: HashMap<NormalisedNumber, Vec<usize>> = HashMap::new();
        for (place, (owing, _)) in found.iter().enumerate() {
            by_number.entry(owing.number.normalised()).or_default().push(place);
        }
        let by_reference: HashMap<&Reference, usize> =
            found.iter().enumerate().map(|(place, (owing, _))| (&owing.reference, place)).collect();
        let of = |(references, written): &(Vec<Reference>, Written)| {
            let quoted: BTreeSet<usize> = references.iter().filter_map(|reference| by_reference.get(reference)).copied().collect();
            let numbered = written.numbers().filter_map(|number| by_number.get(number)).flatten().copied();
            let named: BTreeSet<usize> = numbered.chain(quoted.iter().copied()).collect();
            let closed = |place: usize| {
                let (owing, status) = found.get(place)?;
                Some(Closed { owing: owing.clone(), status: *status, is_quoted: quoted.contains(&place) })
            };
            named.into_iter().filter_map(closed).collect()
        };
        Ok(all.iter().map(of).collect())
    }

    /// Whether just this is suggested of a receipt, for the reasons that were seen and with what was seen to stay open.
    ///
    /// # Errors
    /// `Stale` where it is not.
    pub(in crate::cash) async fn is_suggested(&self, explained: &Explained, seen: &Suggestion, book: &MatchBook) -> Result<(), CashError> {
        let alone = std::slice::from_ref(explained);
        let mut offered = self.suggested((book, explained.receipt.amount.currency()), &[explained]).await?;
        self.say_against(&mut offered, (alone, &self.origins(alone).await?)).await?;
        let is_it = offered.iter().flat_map(|offered| &offered.suggestions).any(|suggestion| suggestion == seen);
        if is_it { Ok(()) } else { Err(ReceivableError::Stale.into()) }
    }

    /// Matches receipts as was suggested, one after the other, each by itself: a decision of its own, whose trail says what spoke for it.
    ///
    /// # Errors
    /// `Blocked`. What came of each stands in its row: `Stale` where it is not suggested as it was seen, `SameInvoice` and `SameMoney`
    /// where a row before it was matched to the same invoice, or something else may be the same money.
    pub async fn match_suggested(
        &self,
        confirmed: Vec<ConfirmedSuggestion>,
        by: &Member,
        request: Option<RequestKey>,
    ) -> Result<Vec<MatchedRow>, CashError> {
        may_manage(&by.operator())?;
        let mut books: BTreeMap<Currency, MatchBook> = BTreeMap::new();
        let mut paid: BTreeSet<ReceivableId> = BTreeSet::new();
        let mut rows = Vec::with_capacity(confirmed.len());
        for ConfirmedSuggestion { receipt, seen } in confirmed {
            let answer = if seen.parts.iter().any(|part| paid.contains(&part.id)) {
                // What it said of what stays open is not true any more.
                Err(CashError::SameInvoice)
            } else if seen.signs.contains(&MatchSign::MayBeTwice) {
                // Which it is, is decided of each by itself.
                Err(CashError::SameMoney)
            } else {
                let request = request.as_ref().map(|request| request.of_part(receipt.0));
                self.match_one(receipt, (&seen, by, request), &mut books).await
            };
            if answer.is_ok() {
                paid.extend(seen.parts.iter().map(|part| part.id));
            }
            rows.push(MatchedRow { receipt, answer });
        }
        Ok(rows)
    }

    async fn match_one(
        &self,
        receipt: ReceiptId,
        (seen, by, request): (&Suggestion, &Member, Option<RequestKey>),
        books: &mut BTreeMap<Currency, MatchBook>,
    ) -> Result<Explained, CashError> {
        let found = self.receipts.by_id(receipt).await?.ok_or(ReceivableError::NotFound)?;
        let book = match books.entry(found.receipt.amount.currency()) {
            Entry::Occupied(book) => book.into_mut(),
            Entry::Vacant(place) => place.insert(self.match_book(found.receipt.amount.currency()).await?),
        };
        let parts = seen.parts.iter().map(|part| (Target::Receivable(part.id), part.amount)).collect();
        self.explain_as(receipt, ExplainCommand { by: by.clone(), parts, request }, Some((seen, book))).await
    }
}
