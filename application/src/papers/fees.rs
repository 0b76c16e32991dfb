//! Invoices of the house for fees with tax: made once a month is over, each with the next number of its year.

use super::{
    PaperError, Papers,
    changes::Change,
    facts::{Content, Cover, Fees},
    ports::{Charged, FeeInvoice, FeeInvoiceFile, FeeInvoicePaper},
};
use crate::{kernel::unavailable::Unavailable, receivables::KnownTerms};
use chrono::{Datelike as _, NaiveDate};
use sha2::{Digest as _, Sha256};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        canonical::Digest,
        coded::Coded as _,
        ids::{CompanyId, ReceivableId},
        language::Language,
        money::Currency,
    },
    parties::membership::Membership,
    receivables::fee_invoice::{FeeInvoiceId, FeeInvoiceNumber, FeeLine, FeeSum, charged},
};
use std::collections::{BTreeMap, BTreeSet};

/// What is written of an invoice.
#[derive(Debug, Clone)]
pub struct Invoicing {
    pub change: Change,
    pub entry: Entry,
}

impl Papers {
    /// Lines of an invoice; what is more goes on the next one.
    const LINES: i64 = 1_000;

    /// Companies that are to be invoiced for what they were charged before this month, in the order of their ids, behind one.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn to_invoice(&self, month: NaiveDate, after: Option<CompanyId>, most: i64) -> Result<Vec<CompanyId>, Unavailable> {
        self.invoices.to_invoice(month, after, most).await
    }

    /// The next invoice of a company for what it was charged before this month, in one currency, ready to be written; none when
    /// there is nothing to invoice any more. Its number is the next one of the year: whoever is second reads again.
    ///
    /// # Errors
    /// `NoHouse` where the house has not said who it is and under which tax number; `NotWritten`, `Unavailable`.
    pub async fn invoicing(&self, company: CompanyId, month: NaiveDate, by: Actor) -> Result<Option<Invoicing>, PaperError> {
        let charged = self.invoices.not_invoiced(company, month, Self::LINES).await?;
        let Some(currency) = charged.first().and_then(|first| first.entry.postings().first()).map(|posting| posting.account.currency())
        else {
            return Ok(None);
        };
        let lines = self.lines(charged, currency).await?;
        let settings = self.house.settings().await?;
        let house = settings.details().profile.clone().ok_or(PaperError::NoHouse)?;
        let tax_number = house.tax_number.as_ref().ok_or(PaperError::NoHouse)?.as_str().to_owned();
        let (days, identity) = (self.house.business_days().await?, &self.identity);
        let (made_on, made_at) = (days.date_of(self.business.now().await?), identity.clock.now());
        let last = self.invoices.last_number(made_on.year()).await?;
        let number = FeeInvoiceNumber { year: made_on.year(), place: last.map_or(1, |last| last.place + 1) };
        let of = month.pred_opt().and_then(|last| last.with_day(1)).unwrap_or(month);
        let party = self.cash.party(company, Some(house.address.country)).await?;
        let account = settings.accounts().of(currency).cloned();
        let content = Content::Fees(Box::new(Fees { number, month: of, tax_number, currency, lines: lines.clone() }));
        let mut papers = Vec::new();
        for language in Language::ALL.iter().copied() {
            let cover = Cover {
                language,
                house: house.clone(),
                account: account.clone(),
                recipient: party.lines(),
                registered: party.register.clone(),
                number: number.to_string(),
                on: made_on,
                made_at,
                check: None,
            };
            let content = self.format.write(self.words.say(&cover, &content)).await?;
            papers.push(FeeInvoicePaper { language, sha256: Digest(Sha256::digest(&content).into()), content });
        }
        let id = FeeInvoiceId(identity.ids.next());
        let invoice = FeeInvoice { id, company, number, month: of, made_on, made_at, currency, sum: FeeSum::of(&lines) };
        let entry = Entry::new(made_at, by, AuditAction::PaperMade, Subjects::of_company(company, id.0));
        let told = [("paper", "invoice".to_owned()), ("number", number.to_string())];
        let hashes = papers.iter().map(|paper| ("sha256", format!("{} {}", paper.language.code(), paper.sha256)));
        let entry = entry.new_values(told.into_iter().chain(hashes));
        Ok(Some(Invoicing { change: Change::FeesInvoiced(Box::new(FeeInvoiceFile { invoice, lines, papers })), entry }))
    }

    /// What of it is in this currency, as it is invoiced.
    async fn lines(&self, charges: Vec<Charged>, currency: Currency) -> Result<Vec<FeeLine>, Unavailable> {
        let is_in_it = |charge: &Charged| charge.entry.postings().first().is_some_and(|posting| posting.account.currency() == currency);
        let charges: Vec<_> = charges.into_iter().filter(is_in_it).collect();
        let ids: BTreeSet<ReceivableId> = charges.iter().map(|charge| charge.receivable).collect();
        let kept = self.records.by_ids(Vec::from_iter(ids)).await?;
        let (mut known, mut rates) = (KnownTerms::default(), BTreeMap::new());
        for one in &kept {
            if let Some(terms) = self.receivables.terms_of(one, &mut known).await? {
                rates.insert(one.receivable.id(), terms.parts().fee_tax);
            }
        }
        let found: BTreeMap<_, _> = kept.iter().map(|kept| (kept.receivable.id(), kept.receivable.parts())).collect();
        let names = self.receivables.debtor_names(&kept.iter().map(|kept| &kept.receivable).collect::<Vec<_>>()).await?;
        let line = |Charged { entry, receivable }: &Charged| {
            let (charged_for, FeeSum { net, tax }) = charged(entry)?;
            let (parts, rate) = (found.get(receivable)?, *rates.get(receivable)?);
            let debtor = names.get(receivable).map(|name| name.as_str().to_owned()).unwrap_or_default();
            let invoice = parts.facts.number.as_str().to_owned();
            let booking = entry.booking();
            Some(FeeLine { entry: booking.id, on: booking.on, receivable: *receivable, invoice, debtor, charged_for, net, rate, tax })
        };
        let lines: Option<Vec<_>> = charges.iter().map(line).collect();
        lines.ok_or_else(|| Unavailable::Failed("what was charged with tax is under no terms".to_owned()))
    }

    /// What a member's company was invoiced, newest first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn own_invoices(&self, by: &Membership) -> Result<Vec<FeeInvoice>, Unavailable> {
        self.invoices.invoices(by.company, Self::SHOWN).await
    }

    /// One of these with its lines.
    ///
    /// # Errors
    /// `NotFound`, also for another company's.
    pub async fn own_invoice(&self, id: FeeInvoiceId, by: &Membership) -> Result<(FeeInvoice, Vec<FeeLine>), PaperError> {
        let found = self.invoices.invoice(id).await?;
        found.filter(|(invoice, _)| invoice.company == by.company).ok_or(PaperError::NotFound)
    }

    /// The same as it was made in a language.
    ///
    /// # Errors
    /// `NotFound`, also for another company's.
    pub async fn own_invoice_paper(
        &self,
        id: FeeInvoiceId,
        language: Language,
        by: &Membership,
    ) -> Result<(FeeInvoice, FeeInvoicePaper), PaperError> {
        let (invoice, _) = self.own_invoice(id, by).await?;
        let paper = self.invoices.invoice_paper(id, language).await?.ok_or(PaperError::NotFound)?;
        Ok((invoice, paper))
    }
}
