//! Statements of the bank: imported page by page, each all or nothing; what stands in one before counts once.

use crate::{
    cash::{
        ByHand, Cash, CashError,
        payouts::release::may_read,
        receipts::match_book::MatchBook,
        statements::{
            counting::{Plan, account_of, count},
            statement_page::PageDone,
        },
    },
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        paging::cut,
    },
    payments::{
        changes::Change as PaymentChange,
        differences::Outstanding,
        gaps::{Gap, gaps},
        statements::{BankAccountOf, FoundStatement, StatementFile, StatementRecord},
    },
    receivables::{ReceivableError, works},
};
use chrono::NaiveDate;
use sooner_domain::{
    house::accounts::HouseAccounts,
    identity::user::User,
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        coded::Coded as _,
        ids::UserId,
        minor::Minor,
        money::Currency,
    },
    ledger::account::{Account, AccountKind, Owner},
    parties::operator::Operator,
    payments::statement::{Balance, DifferencePart, NotRead, Statement, StatementId, StatementLine, StatementTaken},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, btree_map::Entry},
    ops::Range,
};

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
    /// Those of which nothing proves whether they were there before: they wait for a decision.
    pub perhaps: usize,
    /// Odd ones, and those of a day that is still to come: they wait too.
    pub set_aside: usize,
    /// Accounts in the file that are not the house's, with its currency one that is but not in that: nothing of them was taken.
    pub skipped: Vec<String>,
    /// What came of each of its statements, in their order.
    pub statements: Vec<ImportedStatement>,
}

/// What came of a statement of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedStatement {
    /// The house's IBAN.
    pub account: String,
    pub currency: Currency,
    /// What the bank calls it, and the number it gives it among those of its account.
    pub name: String,
    pub sequence: Option<i64>,
    /// The days of its balances.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub taken: StatementTaken,
}

impl ImportedStatement {
    fn of(statement: &Statement, account: String, taken: StatementTaken) -> Self {
        let Statement { currency, name, sequence, opening, closing, .. } = statement;
        let day = |balance: &Option<Balance>| balance.map(|balance| balance.on);
        Self { account, currency: *currency, name: name.clone(), sequence: *sequence, from: day(opening), to: day(closing), taken }
    }
}

/// A statement, and what the books say to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconciled {
    pub statement: StatementRecord,
    /// Its lines that nobody has explained: they are not in the books.
    pub open: i64,
    /// Its lines that wait for a decision: they are not in the books either.
    pub held: i64,
    /// What the ledger's bank account held at the end of the closing balance's day; none where the statement has no such balance, or
    /// another one goes on from there on the same day.
    pub ledger: Option<Minor>,
    /// What the ledger and the closing balance differ by, as far as it is known: each below zero where the ledger lacks money that
    /// came in. Empty where the statement has no closing balance that the ledger is compared with.
    pub parts: Vec<(DifferencePart, Minor)>,
    /// What of the statement's own difference no person entered, named or set aside.
    pub unread: Minor,
    /// The day on which the one before ended, where one between them is missing.
    pub gap_since: Option<NaiveDate>,
}

impl Reconciled {
    /// By how much the ledger is above the closing balance.
    pub fn difference(&self) -> Option<Minor> {
        Some(self.ledger? - self.statement.closing?.amount)
    }

    /// What of the difference no part makes: entries of the ledger that are on no statement, or a statement that is missing.
    pub fn rest(&self) -> Option<Minor> {
        self.difference().map(|difference| difference - self.parts.iter().map(|(_, amount)| *amount).sum())
    }
}

/// A page of statements, the one that ends last first.
#[derive(Debug, Clone)]
pub struct StatementPage {
    pub statements: Vec<Reconciled>,
    pub next: Option<StatementId>,
    /// Those who imported them.
    pub people: HashMap<UserId, User>,
}

/// The statements of a file that are the house's, each with its account's IBAN, and the accounts that are not: with the currency where the
/// house has the account in another one.
fn of_house<'a>(file: &'a StatementFile, accounts: &HouseAccounts) -> (Vec<(i32, &'a Statement, String)>, Vec<String>) {
    let (mut ours, mut skipped) = (Vec::new(), Vec::new());
    for (place, statement) in (0..).zip(&file.statements) {
        let account = accounts.of(statement.currency).filter(|account| account.iban.is_told_as(&statement.account));
        match account {
            Some(account) => ours.push((place, statement, account.iban.as_str().to_owned())),
            None => {
                let is_ours = accounts.iter().any(|account| account.iban.is_told_as(&statement.account));
                let currency = if is_ours { format!(" {}", statement.currency.code()) } else { String::new() };
                let name = format!("{}{currency}", statement.account);
                if !skipped.contains(&name) {
                    skipped.push(name);
                }
            }
        }
    }
    (ours, skipped)
}

/// What each part adds to the ledger above a closing balance.
fn parts_on(outstanding: &[Outstanding], closing: Balance) -> Vec<(DifferencePart, Minor)> {
    let of_part = |part: &DifferencePart| {
        let lacking = outstanding.iter().filter(|one| one.part == *part && one.is_lacking_at(closing));
        (*part, -lacking.map(|one| one.amount).sum::<Minor>())
    };
    DifferencePart::ALL.iter().map(of_part).filter(|(_, amount)| !amount.is_zero()).collect()
}

impl Cash {
    const STATEMENTS: i64 = 20;
    /// Lines that are written together.
    const LINES_TOGETHER: usize = 100;

    /// Imports a file. A page of its lines is written whole or not at all; what is missing of it is taken when it is imported again.
    /// What is odd, booked ahead of today or perhaps known waits for a decision, and the rest is taken.
    ///
    /// # Errors
    /// `NotRead` for one whose balances are not what its entries make, that has no account of the house, or of all whose statements more
    /// lines would wait than people can decide on. Where that holds of some of them, the others are taken, and each says what came of it.
    pub async fn import_statements(&self, file: StatementFile, by: &ByHand) -> Result<ImportedFile, CashError> {
        let settings = self.house.settings().await?;
        let (ours, skipped) = of_house(&file, settings.accounts());
        if ours.is_empty() {
            return Err(NotRead::OtherAccount.into());
        }
        for (_, statement, _) in &ours {
            statement.check()?;
        }
        let (mut done, mut accounts, mut statements) = (PageDone::default(), BTreeSet::new(), Vec::with_capacity(ours.len()));
        for (place, statement, iban) in ours {
            accounts.insert(BankAccountOf { account: iban.clone(), currency: statement.currency });
            let taken = self.import_statement((&file, place), (statement, iban.clone()), (by, &mut done)).await?;
            statements.push(ImportedStatement::of(statement, iban, taken));
        }
        if statements.iter().all(|statement| statement.taken == StatementTaken::TooManyWait) {
            return Err(NotRead::TooManyWait.into());
        }
        for account in accounts {
            self.settle_held(account, by.operator(), &mut done).await?;
        }
        let waiting = self.may_pay(&done.waiting).await?;
        let suggested = waiting.iter().filter(|found| !found.suggestions.is_empty()).count();
        let PageDone { repeated, matched, open, perhaps, set_aside, waiting } = done;
        let (imported, suspense) = (matched + open + waiting.len(), waiting.len() - suggested);
        Ok(ImportedFile { imported, repeated, matched, suggested, suspense, open, perhaps, set_aside, skipped, statements })
    }

    /// One of the statements of a file.
    async fn import_statement(
        &self,
        of_file: (&StatementFile, i32),
        (statement, iban): (&Statement, String),
        (by, done): (&ByHand, &mut PageDone),
    ) -> Result<StatementTaken, CashError> {
        let lines = statement.lines();
        let imported = async {
            let (record, is_new) = self.statement_of(of_file, (statement, iban, count(statement, &lines)), by).await?;
            let repeated = done.repeated;
            self.import_lines((&record, statement), &lines, (by.operator(), done)).await?;
            let all = usize::try_from(record.lines).unwrap_or_default();
            let is_known = done.repeated - repeated >= all && !(is_new && all == 0);
            Ok(if is_known { StatementTaken::Before } else { StatementTaken::Now })
        };
        match imported.await {
            Err(CashError::NotRead(NotRead::TooManyWait)) => Ok(StatementTaken::TooManyWait),
            taken => taken,
        }
    }

    /// The statement as it is kept, and whether it was added: unless it was imported before.
    async fn statement_of(
        &self,
        (file, place): (&StatementFile, i32),
        (statement, account, lines): (&Statement, String, i32),
        by: &ByHand,
    ) -> Result<(StatementRecord, bool), CashError> {
        let by = by.operator();
        if let Some(record) = self.statements.of_file(file.sha256, place).await? {
            return Ok((record, false));
        }
        let content = statement.content();
        if let Some(content) = content
            && let Some(record) = self.statements.of_content(content).await?
        {
            return Ok((record, false));
        }
        let pen = self.receivables.pen(Some(by.user()));
        let record = StatementRecord {
            id: StatementId(pen.next()),
            sha256: file.sha256,
            place,
            account,
            currency: statement.currency,
            name: statement.name.clone(),
            sequence: statement.sequence,
            opening: statement.opening,
            closing: statement.closing,
            content,
            lines,
            taken: 0,
            differs: statement.differs().unwrap_or_default(),
            later: statement.later(),
            excludes_later: statement.excludes_later(),
            imported_by: by.user(),
            imported_at: pen.at,
        };
        self.check_room(&record, statement).await?;
        let entry = AuditEntry::new(pen.at, Actor::User(by.user()), AuditAction::StatementImported, Subjects::house(record.id.0));
        let values = [("account", record.account.clone()), ("sha256", file.sha256.to_string()), ("balances", record.in_trail())];
        let entry = entry.new_values(values);
        let added = PaymentChange::StatementAdded(Box::new(record.clone()));
        match self.commit.commit(vec![works(by), added.into()], WriteContext::of(entry)).await {
            Ok(()) => Ok((record, true)),
            // Somebody else imports the same file at this moment.
            Err(CommitError::Stale) => {
                let record = self.statements.of_file(file.sha256, place).await?.ok_or(ReceivableError::Stale)?;
                Ok((record, false))
            }
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// # Errors
    /// `NotRead` with `TooManyWait` where more lines of its account would wait than [`Statement::MAX_WAITING`].
    async fn check_room(&self, record: &StatementRecord, statement: &Statement) -> Result<(), CashError> {
        let (waiting, all) = (self.statements.held_of(account_of(record)).await?.len(), usize::try_from(record.lines).unwrap_or_default());
        if waiting + all <= Statement::MAX_WAITING {
            return Ok(());
        }
        let lines = statement.lines();
        let further = self.plan((record, statement), &lines, self.receivables.today().await?).await?.waits();
        self.has_room(record, further).await
    }

    /// # Errors
    /// `NotRead` with `TooManyWait` where so many further lines of its account would wait and more than [`Statement::MAX_WAITING`] did then.
    pub(in crate::cash) async fn has_room(&self, record: &StatementRecord, further: usize) -> Result<(), CashError> {
        if further == 0 || self.statements.held_of(account_of(record)).await?.len() + further <= Statement::MAX_WAITING {
            return Ok(());
        }
        Err(NotRead::TooManyWait.into())
    }

    async fn import_lines(
        &self,
        (record, statement): (&StatementRecord, &Statement),
        lines: &[(usize, StatementLine)],
        (by, done): (&Operator, &mut PageDone),
    ) -> Result<(), CashError> {
        if record.taken >= record.lines {
            // The same file again.
            done.repeated += usize::try_from(record.lines).unwrap_or_default();
            return Ok(());
        }
        let book = self.match_book(record.currency).await?;
        let (today, all) = (self.receivables.today().await?, usize::try_from(record.lines).unwrap_or_default());
        let mut plan = self.plan((record, statement), lines, today).await?;
        let (mut from, mut attempts) = (0, 0);
        loop {
            let to = (from + Self::LINES_TOGETHER).min(all);
            match self.import_page((record, by, &book), &plan, from..to).await {
                Ok((came, is_written)) => {
                    if is_written {
                        plan.moved();
                    }
                    done.add(came);
                    (from, attempts) = (to, 0);
                }
                // What others changed is read again, and weighed again with it.
                Err(CashError::Receivable(ReceivableError::Stale)) if attempts < MAX_ATTEMPTS => {
                    attempts += 1;
                    plan = self.plan((record, statement), lines, today).await?;
                    // Others' lines may have taken the room there was.
                    self.has_room(record, plan.waits()).await?;
                    continue;
                }
                Err(error) => return Err(error),
            }
            if from == all {
                return Ok(());
            }
        }
    }

    /// Whether anything of it was written.
    async fn import_page(
        &self,
        (record, by, book): (&StatementRecord, &Operator, &MatchBook),
        plan: &Plan<'_>,
        places: Range<usize>,
    ) -> Result<(PageDone, bool), CashError> {
        let (pen, taken) = (self.receivables.pen(Some(by.user())), i32::try_from(places.end).unwrap_or(i32::MAX));
        let is_last = taken == record.lines;
        let mut page = plan.page(places, || pen.next());
        if is_last {
            page.changes.extend(plan.days());
        }
        if page.fresh.is_empty() && page.changes.is_empty() && (!is_last || record.taken >= taken) {
            return Ok((PageDone { repeated: page.repeated, ..PageDone::default() }, false));
        }
        page.changes.extend([plan.gate(), PaymentChange::StatementTaken { id: record.id, taken }]);
        Ok((self.take_page(record, page, (by, book)).await?, true))
    }

    /// Statements, and what the books say to each.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn statements(&self, by: &Operator, before: Option<StatementId>) -> Result<StatementPage, CashError> {
        may_read(by)?;
        let mut page = self.statements.page(before, Self::STATEMENTS + 1).await?;
        let next = cut(&mut page, Self::STATEMENTS, |found| found.record.id);
        let importers: BTreeSet<UserId> = page.iter().map(|found| found.record.imported_by).collect();
        let people = if importers.is_empty() { Vec::new() } else { self.identity.users.by_ids(&Vec::from_iter(importers)).await? };
        let people = people.into_iter().map(|user| (user.id(), user)).collect();
        let gaps = gaps(&self.statements.latest(Self::LOOKED_THROUGH).await?);
        let mut statements = Vec::with_capacity(page.len());
        let mut lacking: BTreeMap<Currency, Vec<Outstanding>> = BTreeMap::new();
        for FoundStatement { record: statement, open, held, unread, is_continued } in page {
            let bank = Account::of(AccountKind::Bank, statement.currency, Owner::House);
            let (mut ledger, mut parts) = (None, Vec::new());
            if let (Some(bank), Some(closing)) = (bank, statement.closing.filter(|_| !is_continued)) {
                ledger = Some(self.journal.balance_on(bank, closing.on).await?);
                let outstanding = match lacking.entry(statement.currency) {
                    Entry::Occupied(found) => found.into_mut(),
                    Entry::Vacant(place) => place.insert(self.outstanding(statement.currency).await?),
                };
                parts = parts_on(outstanding, closing);
            }
            let gap_since = gaps.iter().find(|gap| gap.is_before(&statement)).map(|gap| gap.after.on);
            statements.push(Reconciled { statement, open, held, ledger, parts, unread, gap_since });
        }
        Ok(StatementPage { statements, next, people })
    }

    /// What statements of a currency tell and the ledger lacks.
    async fn outstanding(&self, currency: Currency) -> Result<Vec<Outstanding>, CashError> {
        let open = self.statements.unexplained(currency).await?;
        let debit = |(from, amount)| Outstanding { from, until: None, part: DifferencePart::UnexplainedDebits, amount, at: None };
        let others = self.statements.outstanding(currency).await?;
        Ok(open.into_iter().map(debit).chain(others).collect())
    }

    /// As many statements are looked through for gaps.
    const LOOKED_THROUGH: i64 = 1_000;

    /// Where between two statements of an account one is missing, the latest first.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn gaps(&self, by: &Operator) -> Result<Vec<Gap>, CashError> {
        may_read(by)?;
        Ok(gaps(&self.statements.latest(Self::LOOKED_THROUGH).await?))
    }
}
