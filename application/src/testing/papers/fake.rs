//! Papers in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    kernel::outbox::{Attachment, Attachments},
    kernel::{commit::CommitError, unavailable::Unavailable},
    papers::{
        changes::Change,
        ports::{
            Charged, FeeInvoice, FeeInvoiceFile, FeeInvoicePaper, FeeInvoices, Lacking, Letter, LetterFile, Letters, LettersOf, News,
            PaperFile, PaperFiles, PaperKey, Unreachable, Untold,
        },
    },
    receivables::ports::Kept,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        canonical::Digest,
        ids::{CompanyId, DebtorId, ReceivableId},
        language::Language,
    },
    ledger::entry::Entry as LedgerEntry,
    receivables::{
        fee_invoice::{FeeInvoiceId, FeeInvoiceNumber, FeeLine, charged},
        notice::{NoticeId, Told},
        receivable::Origin,
        status::ReceivableStatus,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, hash_map::Entry},
    sync::Arc,
};
use uuid::Uuid;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    papers: HashMap<PaperKey, PaperFile>,
    letters: Vec<LetterFile>,
    invoices: Vec<FeeInvoiceFile>,
    told: BTreeMap<ReceivableId, News>,
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        match self {
            Self::PaperMade(paper) => match state.papers.papers.entry(paper.key) {
                Entry::Vacant(place) => {
                    place.insert(*paper);
                    Ok(())
                }
                Entry::Occupied(_) => Err(CommitError::Stale),
            },
            Self::LetterMade(file) => {
                state.papers.letters.push(*file);
                Ok(())
            }
            Self::FeesInvoiced(file) => {
                let invoices = &mut state.papers.invoices;
                let number = file.invoice.number;
                let last = invoices.iter().map(|file| file.invoice.number).filter(|other| other.year == number.year).max();
                let is_next = number.place == last.map_or(1, |last| last.place + 1);
                let was_before = |line: &FeeLine| invoices.iter().flat_map(|file| &file.lines).any(|other| other.entry == line.entry);
                if !is_next || file.lines.iter().any(was_before) {
                    return Err(CommitError::Stale);
                }
                invoices.push(*file);
                Ok(())
            }
            // It is kept by receivable alone.
            Self::DebtorReplaced { before: _, after: _ } => Ok(()),
            Self::DebtorTold { debtor: _, on: _, about } => {
                state.papers.told.extend(about.into_iter().map(|news| (news.about, news)));
                Ok(())
            }
        }
    }
}

/// Keeps the contracts of papers.
pub(crate) struct InMemoryPapers(pub(crate) Arc<Memory>);

#[async_trait]
impl PaperFiles for InMemoryPapers {
    async fn paper(&self, key: PaperKey) -> Result<Option<PaperFile>, Unavailable> {
        Ok(self.0.call().await.papers.papers.get(&key).cloned())
    }
}

/// What is to be told of it: `Ok` of what was sold, `Err` of what was given back.
fn news(state: &State, kept: &Kept) -> Option<Result<Option<Told>, Told>> {
    use ReceivableStatus as S;
    let receivable = &kept.receivable;
    if !matches!(receivable.parts().origin, Origin::Seller { .. }) {
        return None;
    }
    let told = state.papers.told.get(&receivable.id()).map(|news| news.told);
    match receivable.status() {
        S::Accepted | S::Funded => told.is_none_or(Told::waits).then_some(Ok(told)),
        S::ChargedBack | S::Rejected => told.filter(|told| told.is_to_be_released()).map(Err),
        _ => None,
    }
}

#[async_trait]
impl Letters for InMemoryPapers {
    async fn debtors_to_tell(&self, after: Option<DebtorId>, most: i64) -> Result<Vec<DebtorId>, Unavailable> {
        let state = self.0.call().await;
        let untold = state.receivables.receivables.values().filter(|kept| news(&state, kept).is_some());
        let debtors: BTreeSet<_> = untold.filter_map(|kept| kept.receivable.parts().debtor).collect();
        Ok(debtors.into_iter().filter(|id| Some(*id) > after).take(usize::try_from(most).unwrap_or_default()).collect())
    }

    async fn untold(&self, debtor: DebtorId, most: i64) -> Result<Untold, Unavailable> {
        let state = self.0.call().await;
        let mut untold = Untold::default();
        for kept in state.receivables.receivables.values().filter(|kept| kept.receivable.parts().debtor == Some(debtor)) {
            match news(&state, kept) {
                Some(Ok(told)) => untold.sold.push((kept.receivable.id(), told)),
                Some(Err(told)) => untold.given_back.push((kept.receivable.id(), told)),
                None => {}
            }
        }
        untold.sold.truncate(usize::try_from(most).unwrap_or_default());
        untold.given_back.truncate(usize::try_from(most).unwrap_or_default());
        Ok(untold)
    }

    async fn told(&self, receivable: ReceivableId) -> Result<Option<Told>, Unavailable> {
        Ok(self.0.call().await.papers.told.get(&receivable).map(|news| news.told))
    }

    async fn letters(&self, of: LettersOf, most: i64) -> Result<Vec<Letter>, Unavailable> {
        let state = self.0.call().await;
        let is_of = |file: &&LetterFile| match of {
            LettersOf::Debtor(debtor) => file.letter.debtor == debtor,
            LettersOf::Receivable(id) => file.about.contains(&id),
        };
        let mut letters: Vec<_> = state.papers.letters.iter().filter(is_of).map(|file| file.letter.clone()).collect();
        letters.sort_by_key(|letter| std::cmp::Reverse((letter.made_at, letter.id)));
        letters.truncate(usize::try_from(most).unwrap_or_default());
        Ok(letters)
    }

    async fn letter(&self, id: NoticeId) -> Result<Option<LetterFile>, Unavailable> {
        Ok(self.0.call().await.papers.letters.iter().find(|file| file.letter.id == id).cloned())
    }

    async fn by_code(&self, hash: Digest) -> Result<Option<Letter>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.papers.letters.iter().find(|file| file.code_hash == hash).map(|file| file.letter.clone()))
    }

    async fn unreachable(&self, most: i64) -> Result<Vec<Unreachable>, Unavailable> {
        let state = self.0.call().await;
        let mut found: BTreeMap<(DebtorId, Told, Option<(CompanyId, String)>), i64> = BTreeMap::new();
        for News { about, told, lacking } in state.papers.told.values().filter(|news| news.told.is_blocked()) {
            let kept = state.receivables.receivables.get(about).filter(|kept| news(&state, kept).is_some());
            let Some(parts) = kept.map(|kept| kept.receivable.parts()) else { continue };
            if let Some(debtor) = parts.debtor {
                let lacking = told.lacks_letters().then(|| (parts.seller, lacking.clone()));
                *found.entry((debtor, *told, lacking)).or_default() += 1;
            }
        }
        let named = |((debtor, why, lacking), claims): ((DebtorId, Told, Option<(CompanyId, String)>), i64)| {
            let legal_name = state.parties.debtors.iter().find(|known| known.id() == debtor)?.parts().legal_name.clone();
            let lacking = lacking.map(|(seller, letters)| {
                let company = state.parties.companies().find(|company| company.id == seller);
                Lacking { seller, seller_name: company.and_then(|company| company.legal_name.clone()), letters }
            });
            Some(Unreachable { debtor, legal_name, why, claims, lacking })
        };
        let mut unreachable: Vec<_> = found.into_iter().filter_map(named).collect();
        unreachable.sort_by(|one, other| {
            (one.legal_name.as_str(), one.debtor, one.why).cmp(&(other.legal_name.as_str(), other.debtor, other.why))
        });
        unreachable.truncate(usize::try_from(most).unwrap_or_default());
        Ok(unreachable)
    }
}

#[async_trait]
impl Attachments for InMemoryPapers {
    async fn attachment(&self, id: Uuid) -> Result<Option<Attachment>, Unavailable> {
        Ok(self.letter(NoticeId(id)).await?.map(LetterFile::attached))
    }
}

/// Of whom something with tax was charged before this day that no invoice tells of.
fn not_invoiced(state: &State, before: NaiveDate) -> Vec<(CompanyId, Charged)> {
    let is_told = |id| state.papers.invoices.iter().flat_map(|file| &file.lines).any(|line| line.entry == id);
    let taxed =
        state.ledger.entries().filter(|entry| entry.booking().on < before && charged(entry).is_some() && !is_told(entry.booking().id));
    let of_seller = |entry: &LedgerEntry| {
        let receivable = ReceivableId(entry.booking().subject);
        let kept = state.receivables.receivables.get(&receivable)?;
        Some((kept.receivable.parts().seller, Charged { entry: entry.clone(), receivable }))
    };
    let mut found: Vec<_> = taxed.filter_map(of_seller).collect();
    found.sort_by_key(|(company, Charged { entry, .. })| {
        let currency = entry.postings().first().map(|posting| posting.account.currency().code());
        (*company, currency, entry.booking().on, entry.booking().id)
    });
    found
}

#[async_trait]
impl FeeInvoices for InMemoryPapers {
    async fn to_invoice(&self, before: NaiveDate, after: Option<CompanyId>, most: i64) -> Result<Vec<CompanyId>, Unavailable> {
        let companies: BTreeSet<_> = not_invoiced(&*self.0.call().await, before).into_iter().map(|(company, _)| company).collect();
        Ok(companies.into_iter().filter(|id| Some(*id) > after).take(usize::try_from(most).unwrap_or_default()).collect())
    }

    async fn not_invoiced(&self, company: CompanyId, before: NaiveDate, most: i64) -> Result<Vec<Charged>, Unavailable> {
        let all = not_invoiced(&*self.0.call().await, before).into_iter();
        let of_company = all.filter(|(of, _)| *of == company).map(|(_, charged)| charged);
        Ok(of_company.take(usize::try_from(most).unwrap_or_default()).collect())
    }

    async fn last_number(&self, year: i32) -> Result<Option<FeeInvoiceNumber>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.papers.invoices.iter().map(|file| file.invoice.number).filter(|number| number.year == year).max())
    }

    async fn invoices(&self, company: CompanyId, most: i64) -> Result<Vec<FeeInvoice>, Unavailable> {
        let state = self.0.call().await;
        let mut invoices: Vec<_> = state.papers.invoices.iter().map(|file| file.invoice.clone()).collect();
        invoices.retain(|invoice| invoice.company == company);
        invoices.sort_by_key(|invoice| std::cmp::Reverse(invoice.number));
        invoices.truncate(usize::try_from(most).unwrap_or_default());
        Ok(invoices)
    }

    async fn invoice(&self, id: FeeInvoiceId) -> Result<Option<(FeeInvoice, Vec<FeeLine>)>, Unavailable> {
        let state = self.0.call().await;
        let file = state.papers.invoices.iter().find(|file| file.invoice.id == id);
        Ok(file.map(|file| (file.invoice.clone(), file.lines.clone())))
    }

    async fn invoice_paper(&self, id: FeeInvoiceId, language: Language) -> Result<Option<FeeInvoicePaper>, Unavailable> {
        let state = self.0.call().await;
        let file = state.papers.invoices.iter().find(|file| file.invoice.id == id);
        Ok(file.and_then(|file| file.papers.iter().find(|paper| paper.language == language).cloned()))
    }
}
