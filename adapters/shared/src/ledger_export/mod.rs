//! The ledger as a file: CSV, or a journal in plain text for the tools of the trade.

mod lines;
mod plain_text;

use crate::coded_body::member;
use chrono::NaiveDate;
use sooner_application::{
    cash::{Cash, Touched},
    kernel::{chain::Stored, unavailable::Unavailable},
    ledger::{
        Record,
        ports::{AccountFilter, Journal},
    },
};
use sooner_domain::{
    kernel::{Invalid, coded::Coded, money::Currency},
    ledger::account::Account,
    parties::operator::Operator,
};
use std::{collections::BTreeSet, sync::Arc};

/// How it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A line for each posting.
    Csv,
    Hledger,
    Beancount,
}

impl Coded for Format {
    const NAME: &'static str = "LedgerFormat";
    const ALL: &'static [Self] = &[Self::Csv, Self::Hledger, Self::Beancount];

    fn code(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Hledger => "hledger",
            Self::Beancount => "beancount",
        }
    }
}

impl Format {
    /// # Errors
    /// `NotListed` for another name.
    pub fn parse(name: &str) -> Result<Self, Invalid> {
        member(name)
    }

    /// What a file in it ends in.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Hledger => "journal",
            Self::Beancount => "beancount",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Hledger | Self::Beancount => "text/plain; charset=utf-8",
        }
    }

    fn head(self) -> String {
        match self {
            Self::Csv => lines::head(),
            Self::Hledger => plain_text::hledger_head(),
            Self::Beancount => plain_text::beancount_head(),
        }
    }

    /// A currency is named before it is used, where that is asked for, and so is an account.
    fn currency(self, currency: Currency) -> String {
        match self {
            Self::Csv | Self::Beancount => String::new(),
            Self::Hledger => plain_text::hledger_currency(currency),
        }
    }

    fn account(self, account: Account) -> String {
        match self {
            Self::Csv => String::new(),
            Self::Hledger => plain_text::hledger_account(account),
            Self::Beancount => plain_text::beancount_account(account),
        }
    }

    fn entry(self, record: &Record) -> String {
        match self {
            Self::Csv => lines::entry(record),
            Self::Hledger => plain_text::hledger_entry(record),
            Self::Beancount => plain_text::beancount_entry(record),
        }
    }
}

/// The part that is written next.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Next {
    Head,
    /// The accounts behind this one.
    Accounts(Option<Account>),
    /// The entries behind this number.
    Entries(i64),
}

/// Writes the ledger up to its last number, a page at a time: it is never held as a whole.
pub struct Export {
    journal: Arc<dyn Journal>,
    format: Format,
    last_number: i64,
    /// What is dated later is left out.
    on: Option<NaiveDate>,
    /// What concerns the company of this operator is left out.
    reader: Option<(Arc<Cash>, Operator)>,
    next: Next,
    /// Those that were named.
    currencies: BTreeSet<Currency>,
}

impl Export {
    /// Accounts and entries of a page.
    const PAGE: i64 = 500;

    /// What has its number by now; `last_number` is that of the last.
    pub fn new(journal: Arc<dyn Journal>, format: Format, last_number: i64) -> Self {
        Self { journal, format, last_number, on: None, reader: None, next: Next::Head, currencies: BTreeSet::new() }
    }

    /// Only what is dated on this day or earlier, where one is given.
    #[must_use]
    pub fn as_of(self, on: Option<NaiveDate>) -> Self {
        Self { on, ..self }
    }

    /// Without what concerns the company that this operator belongs to: entries and accounts are left out as a whole, so that what is
    /// written adds up.
    #[must_use]
    pub fn read_by(self, cash: Arc<Cash>, by: Operator) -> Self {
        Self { reader: Some((cash, by)), ..self }
    }

    async fn of_others<T>(&self, all: Vec<T>, touched: impl Fn(&T) -> Touched + Send) -> Result<Vec<T>, Unavailable> {
        match &self.reader {
            Some((cash, by)) => cash.of_others(all, touched, by).await,
            None => Ok(all),
        }
    }

    /// The next page; none behind the last.
    ///
    /// # Errors
    /// When the store is unavailable, or something in the ledger cannot be read.
    pub async fn page(&mut self) -> Result<Option<String>, Unavailable> {
        match self.next {
            Next::Head => {
                self.next = if self.format == Format::Csv { Next::Entries(0) } else { Next::Accounts(None) };
                Ok(Some(self.format.head()))
            }
            Next::Accounts(after) => self.accounts(after).await.map(Some),
            Next::Entries(after) if after >= self.last_number => Ok(None),
            Next::Entries(after) => self.entries(after).await,
        }
    }

    /// Each account of the entries is among them: it has had its balance since its first posting was sealed.
    async fn accounts(&mut self, after: Option<Account>) -> Result<String, Unavailable> {
        let page = self.journal.accounts(AccountFilter { on: self.on, ..AccountFilter::default() }, after, Self::PAGE).await?;
        self.next = page.last().map_or(Next::Entries(0), |last| Next::Accounts(Some(last.account)));
        let mut text = String::new();
        for balance in self.of_others(page, |balance| Touched::by_account(balance.account)).await? {
            let currency = balance.account.currency();
            if self.currencies.insert(currency) {
                text.push_str(&self.format.currency(currency));
            }
            text.push_str(&self.format.account(balance.account));
        }
        Ok(text)
    }

    async fn entries(&mut self, after: i64) -> Result<Option<String>, Unavailable> {
        let most = Self::PAGE.min(self.last_number - after);
        let page = self.journal.chain(after, most).await?;
        if page.is_empty() {
            return Ok(None);
        }
        let mut records = Vec::with_capacity(page.len());
        for stored in page {
            match stored {
                Stored::Record(record) => {
                    self.next = Next::Entries(record.number().unwrap_or(after));
                    if self.on.is_none_or(|on| record.entry.booking().on <= on) {
                        records.push(record);
                    }
                }
                Stored::Unreadable { number } => {
                    return Err(Unavailable::Failed(format!("entry {number} cannot be read: see sooner ledger verify")));
                }
            }
        }
        let records = self.of_others(records, |record| Touched::by_entry(&record.entry)).await?;
        Ok(Some(records.iter().map(|record| self.format.entry(record)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use sooner_application::{
        kernel::commit::WriteContext,
        testing::{Memory, store_ports},
    };
    use sooner_domain::{
        kernel::{
            audit::{AuditAction, Entry as AuditEntry},
            ids::{CompanyId, ReceivableId, UserId},
            minor::Minor,
            money::Currency,
        },
        ledger::entry::{Booking, Draft, Entry, EntryId, Event, Place},
    };
    use uuid::Uuid;

    /// A funding in euro and its reversal, and capital in yen.
    async fn journal() -> Arc<dyn Journal> {
        let ports = store_ports(&Memory::default().into());
        let (seller, receivable) = (CompanyId(Uuid::from_u128(0xc0)), ReceivableId(Uuid::from_u128(0xfe)));
        let on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
        let booking = |id, event, subject| {
            let id = EntryId(Uuid::from_u128(id));
            Booking { id, on, booked_at: DateTime::UNIX_EPOCH, event, subject, cause: Some(Uuid::from_u128(0xca)) }
        };
        let draft = |code| Draft::new(Currency::parse(code).unwrap());
        let owed = Place::receivables_purchased(receivable);
        let funded = draft("EUR").transfer(owed, Place::reserves(receivable), Minor::new(20_000)).transfer(
            owed,
            Place::sellers_payable(seller, receivable),
            Minor::new(80_005),
        );
        let funded = Entry::new(booking(1, Event::Funded, receivable.0), &funded).unwrap();
        let capital = draft("JPY").transfer(Place::bank(), Place::capital(), Minor::new(5_000));
        let capital = Entry::new(booking(2, Event::CapitalPaidIn, Uuid::from_u128(2)), &capital).unwrap();
        let undone = funded.reversal(booking(3, Event::Funded, receivable.0));
        for entry in [funded, capital, undone] {
            let context = WriteContext::of(AuditEntry::own(UserId(Uuid::nil()), AuditAction::LedgerEntryBooked, DateTime::UNIX_EPOCH));
            ports.ledger.commit(vec![entry.into()], context).await.unwrap();
        }
        ports.sealing().all().await.unwrap();
        ports.journal
    }

    async fn exported(format: Format, last_number: i64) -> String {
        exported_as_of(None, format, last_number).await
    }

    async fn exported_as_of(on: Option<NaiveDate>, format: Format, last_number: i64) -> String {
        let mut export = Export::new(journal().await, format, last_number).as_of(on);
        let mut text = String::new();
        while let Some(page) = export.page().await.unwrap() {
            text.push_str(&page);
        }
        text
    }

    #[tokio::test]
    async fn each_format_is_written_like_this() {
        for format in Format::ALL {
            insta::assert_snapshot!(format.code(), exported(*format, 3).await);
        }
    }

    #[tokio::test]
    async fn as_of_a_day_nothing_later_is_written() {
        let (before, its_day) = (NaiveDate::from_ymd_opt(2027, 1, 3), NaiveDate::from_ymd_opt(2027, 1, 4));
        for format in Format::ALL {
            assert_eq!(exported_as_of(before, *format, 3).await, format.head());
            assert_eq!(exported_as_of(its_day, *format, 3).await, exported(*format, 3).await);
        }
    }

    #[tokio::test]
    async fn nothing_behind_the_last_number_is_written() {
        let text = exported(Format::Csv, 1).await;
        assert_eq!(text.lines().count(), 4, "{text}");
        assert_eq!(exported(Format::Csv, 0).await.lines().count(), 1);
    }
}
