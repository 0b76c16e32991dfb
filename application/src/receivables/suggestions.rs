//! What receipts that nobody has explained may pay.

use super::{
    Financing, ReceivableError,
    match_book::MatchBook,
    payouts::may_manage,
    ports::{Kept, ReceivableFilter, Side},
    receipts::ExplainCommand,
};
use crate::{
    kernel::{idempotency::RequestKey, unavailable::Unavailable},
    parties::Member,
};
use sooner_domain::{
    kernel::{
        ids::{CompanyId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::operator::Operator,
    payments::receipt::{Explained, ReceiptId, Target},
    receivables::{
        matching::{MatchSign, Payers, Suggestion, Told, Written, names},
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

/// What a person confirmed of what was suggested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmedSuggestion {
    pub receipt: ReceiptId,
    /// As it was suggested, in its order.
    pub parts: Vec<(ReceivableId, Minor)>,
}

/// What came of one of many.
#[derive(Debug)]
pub struct MatchedRow {
    pub receipt: ReceiptId,
    pub answer: Result<Explained, ReceivableError>,
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

    /// What these may pay, in their order: what most speaks for first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn suggestions(&self, receipts: &[Explained]) -> Result<Vec<Vec<Suggestion>>, Unavailable> {
        let mut found: Vec<Vec<Suggestion>> = receipts.iter().map(|_| Vec::new()).collect();
        let is_waiting = |explained: &&Explained| explained.left() > Minor::ZERO;
        let currencies: BTreeSet<Currency> =
            receipts.iter().filter(is_waiting).map(|explained| explained.receipt.amount.currency()).collect();
        for currency in currencies {
            let book = self.match_book(currency).await?;
            let of_currency = receipts.iter().enumerate().filter(|(_, explained)| is_waiting(explained));
            let of_currency: Vec<_> = of_currency.filter(|(_, explained)| explained.receipt.amount.currency() == currency).collect();
            let waiting: Vec<&Explained> = of_currency.iter().map(|(_, explained)| *explained).collect();
            for ((place, _), suggestions) in of_currency.iter().zip(self.suggested(&book, &waiting).await?) {
                if let Some(found) = found.get_mut(*place) {
                    *found = suggestions;
                }
            }
        }
        Ok(found)
    }

    async fn suggested(&self, book: &MatchBook, receipts: &[&Explained]) -> Result<Vec<Vec<Suggestion>>, Unavailable> {
        let payers: Vec<_> = receipts.iter().map(|explained| &explained.receipt.payer).collect();
        let payers = self.payers(book, &payers).await?;
        let lines = self.statements.about(receipts.iter().map(|explained| explained.receipt.id.0).collect()).await?;
        let told = lines.into_iter().filter_map(|record| Some((ReceiptId(record.about?), record.line.names)));
        let fields: HashMap<ReceiptId, Vec<String>> = told.collect();
        let suggestions = |(explained, payers): (&&Explained, &Payers)| {
            let receipt = &explained.receipt;
            let text = receipt.text.as_ref().map_or("", |text| text.as_str());
            let fields = fields.get(&receipt.id).map_or(&[][..], Vec::as_slice);
            let named = book.open.named(&book.references(text, fields), &Written::of(text, fields));
            let told = Told { amount: explained.left(), paid_on: receipt.value_on, text, payers };
            book.open.suggestions(&told, &named)
        };
        Ok(receipts.iter().zip(&payers).map(suggestions).collect())
    }

    /// What speaks for it that a receipt pays just this; none where it is not suggested.
    pub(super) async fn signs_of(
        &self,
        explained: &Explained,
        parts: &[(Target, Minor)],
        book: &MatchBook,
    ) -> Result<Option<BTreeSet<MatchSign>>, Unavailable> {
        let suggested = self.suggested(book, &[explained]).await?;
        let is_it = |suggestion: &Suggestion| {
            let parts_of = suggestion.parts.iter().map(|part| (Target::Receivable(part.id), part.amount));
            parts_of.eq(parts.iter().copied())
        };
        Ok(suggested.into_iter().flatten().find(is_it).map(|suggestion| suggestion.signs))
    }

    /// Matches receipts as was suggested, one after the other, each by itself: a decision of its own, whose trail says what spoke for it.
    ///
    /// # Errors
    /// `Blocked`. What came of each stands in its row: `Stale` where something else is suggested by now.
    pub async fn match_suggested(
        &self,
        confirmed: Vec<ConfirmedSuggestion>,
        by: &Member,
        request: Option<RequestKey>,
    ) -> Result<Vec<MatchedRow>, ReceivableError> {
        may_manage(&by.operator())?;
        let (mut books, mut paid): (BTreeMap<Currency, MatchBook>, BTreeSet<ReceivableId>) = Default::default();
        let mut rows = Vec::with_capacity(confirmed.len());
        for ConfirmedSuggestion { receipt, parts } in confirmed {
            // What another row paid is not open any more.
            if parts.iter().any(|(id, _)| paid.contains(id)) {
                books.clear();
                paid.clear();
            }
            let ids: Vec<_> = parts.iter().map(|(id, _)| *id).collect();
            let command = ExplainCommand {
                by: by.clone(),
                parts: parts.into_iter().map(|(id, amount)| (Target::Receivable(id), amount)).collect(),
                request: request.as_ref().map(|request| request.of_part(receipt.0)),
            };
            let answer = self.match_one(receipt, command, &mut books).await;
            if answer.is_ok() {
                paid.extend(ids);
            }
            rows.push(MatchedRow { receipt, answer });
        }
        Ok(rows)
    }

    async fn match_one(
        &self,
        receipt: ReceiptId,
        command: ExplainCommand,
        books: &mut BTreeMap<Currency, MatchBook>,
    ) -> Result<Explained, ReceivableError> {
        let found = self.receipts.by_id(receipt).await?.ok_or(ReceivableError::NotFound)?;
        let book = match books.entry(found.receipt.amount.currency()) {
            Entry::Occupied(book) => book.into_mut(),
            Entry::Vacant(place) => place.insert(self.match_book(found.receipt.amount.currency()).await?),
        };
        self.explain_as(receipt, command, Some(book)).await
    }
}
