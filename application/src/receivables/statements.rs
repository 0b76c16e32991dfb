//! Statements of the bank: imported page by page, each all or nothing; what stands in one before counts once.

use super::{
    Financing, ReceivableError,
    match_book::MatchBook,
    payouts::{may_manage, may_read},
    statement_page::PageDone,
    works,
};
use crate::{
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        paging::cut,
    },
    parties::Member,
    payments::{
        changes::Change as PaymentChange,
        statements::{FoundStatement, StatementFile, StatementRecord},
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    house::accounts::HouseAccounts,
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        minor::Minor,
        money::Currency,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        open_days::OpenDays,
    },
    parties::operator::Operator,
    payments::statement::{NotRead, SeenLines, Statement, StatementId, StatementLine},
};
use std::collections::{BTreeMap, btree_map::Entry};

/// What came of a file, in lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportedFile {
    /// New ones: the sum of those below.
    pub imported: usize,
    /// Those that were there before.
    pub repeated: usize,
    /// Booked, or found in the books, by themselves.
    pub matched: usize,
    /// In suspense, with a suggestion what they pay.
    pub suggested: usize,
    /// In suspense without one.
    pub suspense: usize,
    /// Money that went out, and nobody knows for what.
    pub open: usize,
    /// Accounts in the file that are not the house's: nothing of them was taken.
    pub skipped: Vec<String>,
}

/// A statement, and what the books say to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconciled {
    pub statement: StatementRecord,
    /// Its lines that nobody has explained: they are not in the books.
    pub open: i64,
    /// What the ledger's bank account held at the end of the closing balance's day; none where the statement has no such balance, or
    /// another one goes on from there on the same day.
    pub ledger: Option<Minor>,
    /// What went out by the end of that day and is not in the ledger, for nobody has explained it.
    pub unexplained: Minor,
    /// The day on which the one before ended, where one between them is missing.
    pub gap_since: Option<NaiveDate>,
}

impl Reconciled {
    /// By how much the ledger is above the closing balance.
    pub fn difference(&self) -> Option<Minor> {
        Some(self.ledger? - self.statement.closing?.amount)
    }

    /// What of the difference no unexplained debit makes: above zero it is on no statement, below zero not in the ledger.
    pub fn rest(&self) -> Option<Minor> {
        self.difference().map(|difference| if difference.is_zero() { Minor::ZERO } else { difference - self.unexplained })
    }
}

/// A page of statements, the one imported last first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementPage {
    pub statements: Vec<Reconciled>,
    pub next: Option<StatementId>,
}

/// The statements of a file that are the house's, and the accounts that are not.
fn of_house<'a>(file: &'a StatementFile, accounts: &HouseAccounts) -> (Vec<(i32, &'a Statement)>, Vec<String>) {
    let (mut ours, mut skipped) = (Vec::new(), Vec::new());
    for (place, statement) in (0..).zip(&file.statements) {
        let account = accounts.of(statement.currency).filter(|account| account.iban.as_str() == statement.account);
        match account {
            Some(_) => ours.push((place, statement)),
            None if skipped.contains(&statement.account) => {}
            None => skipped.push(statement.account.clone()),
        }
    }
    (ours, skipped)
}

/// What the bank booked on a day that is not open is not booked.
fn is_open(statement: &Statement, days: OpenDays) -> Result<(), NotRead> {
    let ahead = statement.entries.iter().find(|entry| days.check(entry.booked_on).is_err());
    ahead.map_or(Ok(()), |entry| Err(NotRead::Ahead(entry.line)))
}

impl Financing {
    const STATEMENTS: i64 = 20;
    /// Lines that are looked for together.
    const LOOKED_FOR: usize = 1_000;
    /// Lines that are written together.
    const LINES_TOGETHER: usize = 100;

    /// Imports a file. A page of its lines is written whole or not at all; what is missing of it is taken when it is imported again.
    ///
    /// # Errors
    /// `NotRead` for one that does not add up, is ahead of today, says of an entry what it did not
    /// say before, or has no account of the house: nothing of it is taken then. `Blocked`.
    pub async fn import_statements(&self, file: StatementFile, by: &Member) -> Result<ImportedFile, ReceivableError> {
        let operator = by.operator();
        may_manage(&operator)?;
        let (settings, days) = (self.house.settings().await?, self.house.open_days(self.today().await?));
        let (ours, skipped) = of_house(&file, settings.accounts());
        if ours.is_empty() {
            return Err(NotRead::OtherAccount.into());
        }
        for (_, statement) in &ours {
            statement.check()?;
            is_open(statement, days)?;
        }
        let (mut done, mut seen) = (PageDone::default(), SeenLines::default());
        let ours: Vec<_> = ours.into_iter().map(|(place, statement)| (place, statement, statement.lines(&mut seen))).collect();
        for (_, _, lines) in &ours {
            self.not_altered(lines).await?;
        }
        for (place, statement, lines) in ours {
            let record = self.statement_of((&file, place), (statement, lines.len()), &operator).await?;
            let lines: Vec<_> = lines.into_iter().map(|(_, line)| line).collect();
            self.import_lines(&record, &lines, (&operator, &mut done)).await?;
        }
        let waiting = self.suggestions(&done.waiting).await?;
        let suggested = waiting.iter().filter(|found| !found.is_empty()).count();
        let PageDone { repeated, matched, open, waiting } = done;
        let (imported, suspense) = (matched + open + waiting.len(), waiting.len() - suggested);
        Ok(ImportedFile { imported, repeated, matched, suggested, suspense, open, skipped })
    }

    /// What was imported before is as it was then.
    async fn not_altered(&self, lines: &[(usize, StatementLine)]) -> Result<(), ReceivableError> {
        for part in lines.chunks(Self::LOOKED_FOR) {
            let known = self.statements.known(part.iter().map(|(_, line)| line.key).collect()).await?;
            for (at, line) in part {
                let was = known.get(&line.key).copied().filter(|was| *was != line.amount);
                was.map_or(Ok(()), |was| Err(NotRead::Altered { line: *at, was }))?;
            }
        }
        Ok(())
    }

    /// The statement as it is kept: added, unless it was imported before.
    async fn statement_of(
        &self,
        (file, place): (&StatementFile, i32),
        (statement, lines): (&Statement, usize),
        by: &Operator,
    ) -> Result<StatementRecord, ReceivableError> {
        if let Some(record) = self.statements.of_file(file.sha256, place).await? {
            return Ok(record);
        }
        let pen = self.pen(Some(by.user()));
        let record = StatementRecord {
            id: StatementId(pen.next()),
            sha256: file.sha256,
            place,
            account: statement.account.clone(),
            currency: statement.currency,
            name: statement.name.clone(),
            opening: statement.opening,
            closing: statement.closing,
            lines: i32::try_from(lines).unwrap_or(i32::MAX),
            taken: 0,
            imported_by: by.user(),
            imported_at: pen.at,
        };
        let entry = AuditEntry::new(pen.at, Actor::User(by.user()), AuditAction::StatementImported, Subjects::house(record.id.0));
        let entry = entry.new_values([("account", record.account.clone()), ("sha256", file.sha256.to_string())]);
        let added = PaymentChange::StatementAdded(Box::new(record.clone()));
        match self.commit.commit(vec![works(by), added.into()], WriteContext::of(entry)).await {
            Ok(()) => Ok(record),
            // Somebody else imports the same file at this moment.
            Err(CommitError::Stale) => self.statements.of_file(file.sha256, place).await?.ok_or(ReceivableError::Stale),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    async fn import_lines(
        &self,
        record: &StatementRecord,
        lines: &[StatementLine],
        (by, done): (&Operator, &mut PageDone),
    ) -> Result<(), ReceivableError> {
        let book = self.match_book(record.currency).await?;
        let (mut taken, mut told) = (0, record.taken);
        for page in lines.chunks(Self::LINES_TOGETHER) {
            let came = self.import_page((record, taken), page, (by, &book)).await?;
            taken += i32::try_from(page.len()).unwrap_or_default();
            if came.repeated < page.len() {
                told = taken;
            }
            done.add(came);
        }
        if told < taken { self.all_taken(record, taken, by).await } else { Ok(()) }
    }

    /// Its last lines stood in another statement: nothing of them was written.
    async fn all_taken(&self, record: &StatementRecord, taken: i32, by: &Operator) -> Result<(), ReceivableError> {
        let change = PaymentChange::StatementTaken { id: record.id, taken };
        let at = self.identity.clock.now();
        let entry = AuditEntry::new(at, Actor::User(by.user()), AuditAction::StatementImported, Subjects::house(record.id.0));
        let entry = entry.new_values([("lines", "0".to_owned())]);
        self.put(vec![works(by), change.into()], WriteContext::of(entry)).await
    }

    /// What others change meanwhile is read again.
    async fn import_page(
        &self,
        (record, before): (&StatementRecord, i32),
        page: &[StatementLine],
        (by, book): (&Operator, &MatchBook),
    ) -> Result<PageDone, ReceivableError> {
        for _ in 1..MAX_ATTEMPTS {
            match self.take_page((record, before), page, (by, book)).await {
                Err(ReceivableError::Stale) => {}
                done => return done,
            }
        }
        self.take_page((record, before), page, (by, book)).await
    }

    /// Statements, and what the books say to each.
    ///
    /// # Errors
    /// `Blocked` for whoever's roles are others.
    pub async fn statements(&self, by: &Operator, before: Option<StatementId>) -> Result<StatementPage, ReceivableError> {
        may_read(by)?;
        let mut page = self.statements.page(before, Self::STATEMENTS + 1).await?;
        let next = cut(&mut page, Self::STATEMENTS, |found| found.record.id);
        let mut statements = Vec::with_capacity(page.len());
        let mut unexplained: BTreeMap<Currency, Vec<(NaiveDate, Minor)>> = BTreeMap::new();
        for FoundStatement { record: statement, open, is_continued, gap_since } in page {
            let bank = Account::of(AccountKind::Bank, statement.currency, Owner::House);
            let ledger = match (bank, statement.closing.filter(|_| !is_continued)) {
                (Some(bank), Some(closing)) => Some(self.journal.balance_on(bank, closing.on).await?),
                _ => None,
            };
            let by_then = |(on, _): &&(NaiveDate, Minor)| statement.closing.is_some_and(|closing| *on <= closing.on);
            let open_lines = match unexplained.entry(statement.currency) {
                Entry::Occupied(found) => found.into_mut(),
                Entry::Vacant(place) => place.insert(self.statements.unexplained(statement.currency).await?),
            };
            let unexplained = -open_lines.iter().filter(by_then).map(|(_, amount)| *amount).sum::<Minor>();
            statements.push(Reconciled { statement, open, ledger, unexplained, gap_since });
        }
        Ok(StatementPage { statements, next })
    }
}
