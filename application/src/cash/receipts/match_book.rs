//! What money that came in is compared with: all that is open in its currency, and who may have paid.

use crate::{cash::Cash, kernel::unavailable::Unavailable, parties::ports::DebtorFilter, receivables::ports::Kept};
use sooner_domain::{
    house::reference_code::ReferenceCode,
    kernel::{
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
        text::Line,
    },
    parties::{company::Company, legal_entity::LegalEntity},
    payments::{
        receipt::{Payer, Recognised, Target},
        remembered::{Forgotten, PayerMark, Remembered},
        statement::StatementLine,
    },
    receivables::{
        matching::{HouseItself, Match, MatchSign, Named, OpenBook, Owing, Party, Payers, Told, Written, by_itself, names::ComparedName},
        quoting::{reference_in_field, references_in_text},
        reference::Reference,
    },
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// All that money of one currency can be for, as it stood when it was read.
#[derive(Default)]
pub(in crate::cash) struct MatchBook {
    pub(in crate::cash) open: OpenBook,
    pub(in crate::cash) house: Option<ReferenceCode>,
    pub(in crate::cash) itself: HouseItself,
    /// Debtors and sellers by what their names come to, and by those that people remembered.
    names: HashMap<String, BTreeMap<Party, MatchSign>>,
    /// The same by all that is written of their names, in its order.
    written: BTreeMap<String, BTreeSet<Party>>,
    /// Debtors by the accounts that people remembered.
    accounts: HashMap<Line, BTreeSet<Party>>,
    forgotten: Forgotten,
    /// Debtors by the legal entities that they are.
    entities: HashMap<LegalEntity, DebtorId>,
}

/// What is booked by itself of money that came in.
#[derive(Debug, Default)]
pub(in crate::cash) struct Sure {
    pub(in crate::cash) parts: Vec<(Target, Minor)>,
    /// By what each was recognised.
    pub(in crate::cash) recognised: Vec<(ReceivableId, Recognised)>,
    /// It names something of ours, whatever is booked.
    pub(in crate::cash) names: bool,
}

impl MatchBook {
    fn add(&mut self, party: Party, name: &str) {
        let name = ComparedName::of(name);
        self.add_name(party, &name, MatchSign::PayerName);
        for written in name.written() {
            self.written.entry(written.to_owned()).or_default().insert(party);
        }
    }

    fn add_name(&mut self, party: Party, name: &ComparedName, sign: MatchSign) {
        for key in name.keys() {
            self.names.entry(key.to_owned()).or_default().entry(party).or_insert(sign);
        }
    }

    /// What people remembered, the oldest first.
    fn remember(&mut self, all: &[Remembered]) {
        self.forgotten = Forgotten::of(all);
        for Remembered { debtor, mark, value, .. } in all.iter().filter(|kept| kept.holds()) {
            let party = Party::Debtor(*debtor);
            match mark {
                PayerMark::Name => self.add_name(party, &ComparedName::of(value.as_str()), MatchSign::PayerRemembered),
                PayerMark::Account => _ = self.accounts.entry(value.clone()).or_default().insert(party),
            }
        }
    }

    /// Whose account this is, by what people remembered and by what it paid before.
    fn of_account(&self, account: &Line, paid_before: &BTreeSet<DebtorId>) -> BTreeMap<Party, MatchSign> {
        let before = paid_before.iter().filter(|debtor| !self.forgotten.has(account, **debtor));
        let remembered = self.accounts.get(account).into_iter().flatten().map(|party| (*party, MatchSign::PayerRemembered));
        before.map(|debtor| (Party::Debtor(*debtor), MatchSign::PayerAccount)).chain(remembered).collect()
    }

    /// Who pays from an account of companies: they themselves, and the debtors that they are.
    fn of_companies(&self, companies: &[Company]) -> BTreeMap<Party, MatchSign> {
        let debtor = |company: &Company| Some(Party::Debtor(*self.entities.get(company.legal_entity.as_ref()?)?));
        let parties = companies.iter().flat_map(|company| [Party::Seller(company.id)].into_iter().chain(debtor(company)));
        parties.map(|party| (party, MatchSign::PayerAccount)).collect()
    }

    /// Who has this name, and whose begins with it.
    fn called(&self, name: &str) -> (BTreeMap<Party, MatchSign>, BTreeSet<Party>) {
        let name = ComparedName::of(name);
        let exact: BTreeMap<Party, MatchSign> =
            name.keys().filter_map(|key| self.names.get(key)).flatten().map(|(party, sign)| (*party, *sign)).collect();
        if !exact.is_empty() {
            return (exact, BTreeSet::new());
        }
        let begun = name.begins().flat_map(|begins| {
            let behind = self.written.range(begins.to_owned()..);
            behind.take_while(move |(written, _)| written.starts_with(begins)).flat_map(|(_, parties)| parties.iter().copied())
        });
        (exact, begun.collect())
    }

    /// What money names by this text and these fields.
    pub(in crate::cash) fn references(&self, text: &str, fields: &[String]) -> Vec<Reference> {
        let in_fields = fields.iter().filter_map(|field| reference_in_field(field, self.house));
        let texts = fields.iter().map(String::as_str).chain([text]);
        let in_texts = texts.flat_map(|text| self.house.map(|house| references_in_text(text, house)).unwrap_or_default());
        in_fields.chain(in_texts).collect()
    }
}

impl Cash {
    /// As many debtors are read at once.
    const DEBTORS: i64 = 1_000;

    /// All that is open in a currency, and the names of all who may pay it.
    pub(in crate::cash) async fn match_book(&self, currency: Currency) -> Result<MatchBook, Unavailable> {
        let settings = self.house.settings().await?;
        let (house, itself) = (settings.reference_code(), HouseItself::from(&settings));
        let open = OpenBook::of(self.records.owing(currency).await?);
        let sellers: BTreeSet<CompanyId> = open.all().iter().map(|owing| owing.seller).collect();
        let mut book = MatchBook { open, house, itself, ..MatchBook::default() };
        let mut after = None;
        loop {
            let page = self.debtors.page(DebtorFilter::default(), after, Self::DEBTORS).await?;
            for debtor in &page {
                book.add(Party::Debtor(debtor.id()), debtor.parts().legal_name.as_str());
                book.entities.extend(debtor.legal_entities().map(|entity| (entity.clone(), debtor.id())));
            }
            after = page.last().map(|debtor| debtor.id());
            if i64::try_from(page.len()).unwrap_or(i64::MAX) < Self::DEBTORS {
                break;
            }
        }
        let sellers: Vec<_> = sellers.into_iter().collect();
        for company in if sellers.is_empty() { Vec::new() } else { self.teams.companies(&sellers).await? } {
            if let Some(name) = company.name() {
                book.add(Party::Seller(company.id), name.as_str());
            }
        }
        book.remember(&self.remembered_payers.all().await?);
        Ok(book)
    }

    /// Who each of these may be, by their accounts and names.
    pub(in crate::cash) async fn payers(&self, book: &MatchBook, all: &[&Payer]) -> Result<Vec<Payers>, Unavailable> {
        let ibans: BTreeSet<_> = all.iter().filter_map(|payer| payer.iban.as_ref()).map(|iban| iban.as_str().to_owned()).collect();
        let accounts = self.payers_by_account(ibans.into_iter().collect()).await?;
        let companies = self.companies_paid_to(all.iter().filter_map(|payer| payer.known_account())).await?;
        let of_payer = |payer: &&Payer| {
            let before = payer.iban.as_ref().and_then(|iban| accounts.get(iban.as_str())).cloned().unwrap_or_default();
            let mut found = Payers::default();
            for (mark, value) in payer.marks() {
                match mark {
                    // What a company is paid to pays for no debtor, but for the one that the company is.
                    PayerMark::Account => {
                        let of_companies = companies.get(&value).map(|companies| book.of_companies(companies));
                        found.account = of_companies.unwrap_or_else(|| book.of_account(&value, &before));
                    }
                    PayerMark::Name => (found.name, found.begun) = book.called(value.as_str()),
                }
            }
            found
        };
        Ok(all.iter().map(of_payer).collect())
    }

    /// Those of these accounts that companies are, or were, paid to, and which companies.
    pub(in crate::cash) async fn companies_paid_to(
        &self,
        accounts: impl Iterator<Item = Line>,
    ) -> Result<HashMap<Line, Vec<Company>>, Unavailable> {
        let accounts: HashMap<String, Line> = accounts.map(|account| (account.as_str().to_owned(), account)).collect();
        let payees = if accounts.is_empty() { Vec::new() } else { self.applications.payees(accounts.keys().cloned().collect()).await? };
        let ids: BTreeSet<CompanyId> = payees.iter().map(|(_, company)| *company).collect();
        let found = if ids.is_empty() { Vec::new() } else { self.teams.companies(&Vec::from_iter(ids)).await? };
        let mut companies: HashMap<Line, Vec<Company>> = HashMap::new();
        for (account, company) in payees {
            let company = found.iter().find(|found| found.id == company).cloned();
            if let Some(account) = accounts.get(&account) {
                companies.entry(account.clone()).or_default().extend(company);
            }
        }
        Ok(companies)
    }

    /// For which debtors these accounts paid before.
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

    /// What is booked by itself of each of these lines, each after the ones before it.
    pub(in crate::cash) async fn sure(
        &self,
        lines: &[&StatementLine],
        (book, currency): (&MatchBook, Currency),
    ) -> Result<Vec<Sure>, Unavailable> {
        let mut named: Vec<(Vec<Reference>, Named)> = lines.iter().map(|line| book.named_in(line)).collect();
        self.name_closed((lines, &mut named), currency).await?;
        let candidates = self.candidates_of(&named).await?;
        let payers: Vec<&Payer> = lines.iter().map(|line| &line.other).collect();
        let payers = self.payers(book, &payers).await?;
        let mut open: HashMap<ReceivableId, Owing> = candidates.values().map(|kept| (kept.receivable.id(), kept.owing())).collect();
        let ids: HashMap<Reference, ReceivableId> = open.values().map(|owing| (owing.reference.clone(), owing.id)).collect();
        let mut sure = Vec::with_capacity(lines.len());
        for ((line, (references, found)), payers) in lines.iter().zip(&named).zip(&payers) {
            let mut seen = HashSet::new();
            let quoted = references.iter().filter_map(|reference| ids.get(reference)).filter(|id| seen.insert(**id));
            let by_reference: Vec<Owing> = quoted.filter_map(|id| open.get(id).cloned()).collect();
            let by_number = found.by_number.iter().filter_map(|owing| open.get(&owing.id).cloned()).collect();
            let named = Named { by_reference, by_number, within_words: found.within_words.clone(), closed: found.closed.clone() };
            let text = line.text.as_ref().map_or("", |text| text.as_str());
            let told = Told { amount: line.amount, paid_on: line.value_on, text, payers };
            let found = by_itself(&told, &named);
            // The next line finds what this one leaves open.
            for (id, amount) in found.iter().flat_map(|found| &found.parts) {
                if let Some(owing) = open.get_mut(id) {
                    owing.open = (owing.open - *amount).max(Minor::ZERO);
                }
            }
            let names = named.is_any(payers);
            sure.push(Sure { names, ..found.map(|found| Sure::of(&found, &named)).unwrap_or_default() });
            self.pauses.pause().await;
        }
        Ok(sure)
    }

    /// What those lines that name something name besides that takes no more money.
    async fn name_closed(
        &self,
        (lines, named): (&[&StatementLine], &mut [(Vec<Reference>, Named)]),
        currency: Currency,
    ) -> Result<(), Unavailable> {
        let names = |(references, named): &(Vec<Reference>, Named)| !references.is_empty() || !named.by_number.is_empty();
        let mut named: Vec<_> = lines.iter().zip(named).filter(|(_, named)| names(named)).collect();
        let says = |(line, (references, _)): &(&&StatementLine, &mut (Vec<Reference>, Named))| {
            let text = line.text.as_ref().map_or("", |text| text.as_str());
            (references.clone(), Written::of(text, &line.names))
        };
        let says: Vec<_> = named.iter().map(says).collect();
        for ((_, (_, named)), closed) in named.iter_mut().zip(self.closed_in(currency, &says).await?) {
            named.closed = closed;
        }
        Ok(())
    }

    /// What lines name, as it stands now, where it was sold.
    async fn candidates_of(&self, named: &[(Vec<Reference>, Named)]) -> Result<HashMap<ReceivableId, Kept>, Unavailable> {
        let references: BTreeSet<Reference> = named.iter().flat_map(|(references, _)| references.iter().cloned()).collect();
        let numbered: BTreeSet<ReceivableId> = named.iter().flat_map(|(_, named)| named.by_number.iter().map(|owing| owing.id)).collect();
        let mut kept =
            if references.is_empty() { Vec::new() } else { self.records.by_references(references.into_iter().collect()).await? };
        if !numbered.is_empty() {
            kept.extend(self.records.by_ids(numbered.into_iter().collect()).await?);
        }
        let sold = kept.into_iter().filter(|kept| kept.receivable.parts().accepted.is_some());
        Ok(sold.map(|kept| (kept.receivable.id(), kept)).collect())
    }
}

impl MatchBook {
    /// The references that a line may quote, and what it names of what is open.
    fn named_in(&self, line: &StatementLine) -> (Vec<Reference>, Named) {
        if !line.amount.is_positive() {
            return (Vec::new(), Named::default());
        }
        let text = line.text.as_ref().map_or("", |text| text.as_str());
        let references = self.references(text, &line.names);
        let named = self.open.named(&references, &Written::of(text, &line.names));
        (references, named)
    }
}

impl Sure {
    fn of(found: &Match, named: &Named) -> Self {
        let parts = found.parts.iter().map(|(id, amount)| (Target::Receivable(*id), *amount)).collect();
        Self { parts, recognised: found.recognised(named), names: false }
    }
}
