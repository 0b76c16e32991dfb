//! Money that came in: entered, and explained at once or later.

use crate::{
    cash::{
        Cash, CashError,
        movements::Movements,
        payouts::{
            payout_building::Source,
            release::{may_manage, may_read},
        },
        receipts::match_book::MatchBook,
    },
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        paging::cut,
        unavailable::Unavailable,
    },
    parties::Member,
    payments::{
        changes::Change as PaymentChange,
        ports::Receipts,
        statements::{LineRecord, Proof},
    },
    receivables::ReceivableError,
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    house::open_days::OpenDays,
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        coded::Coded,
        ids::UserId,
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    ledger::{
        account::AccountKind,
        entry::{Entry, EntryId, Event},
        manual::{InSuspense, ManualEntry},
    },
    parties::operator::Operator,
    payments::{
        receipt::{Allocation, AllocationId, EnteredPayer, Explained, Payer, Receipt, ReceiptId, Target},
        remembered::PayerMark,
        statement::{LineId, LineOutcome},
    },
    receivables::{
        book::Refused,
        matching::{Suggestion, adding_up},
    },
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Money that an operator found on an account of the house.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptCommand {
    pub by: Member,
    /// The bank's booking day, and its value day.
    pub on: NaiveDate,
    pub amount: Money,
    pub payer: EnteredPayer,
    pub text: Option<Note>,
    /// What it is for. The rest lies in suspense until somebody explains it.
    pub parts: Vec<(Target, Minor)>,
    /// It is other money than a receipt of this amount that a statement has on a day near it.
    pub is_another: bool,
    pub request: Option<RequestKey>,
}

/// What a receipt is for, found out later.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplainCommand {
    pub by: Member,
    pub parts: Vec<(Target, Minor)>,
    pub request: Option<RequestKey>,
}

/// That a receipt did not come, or is another one.
#[derive(Debug, Clone, PartialEq)]
pub struct TakeBackCommand {
    pub by: Member,
    /// Those that it is, of which each was entered by hand where it was not; none where it was entered by mistake.
    pub same_as: BTreeSet<ReceiptId>,
    pub request: Option<RequestKey>,
}

/// That a receipt came after all.
#[derive(Debug, Clone, PartialEq)]
pub struct BringBackCommand {
    pub by: Member,
    pub request: Option<RequestKey>,
}

/// Where a receipt comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// A person entered it, and no statement told of it.
    pub is_by_hand: bool,
    /// Where nothing of it is explained: another one that may be the same money, as one of them was entered by hand.
    pub twin: Option<ReceiptId>,
    /// Where there is no such one: several that add up to it, and may be the same money together. Either it or all of them were entered
    /// by hand.
    pub together: Vec<ReceiptId>,
}

/// What stays where a receipt is taken back: one receipt or entry, with the entries that were booked with it, or several receipts together.
#[derive(Debug, Default)]
pub(in crate::cash) struct Stays {
    pub(in crate::cash) about: Option<Uuid>,
    pub(in crate::cash) entries: BTreeSet<EntryId>,
    pub(in crate::cash) receipts: BTreeSet<ReceiptId>,
}

/// A receipt that did not stay.
struct TakenBack {
    receipt: ReceiptId,
    by: UserId,
    /// A line says so.
    is_of_line: bool,
    entry: Entry,
}

/// A page of receipts, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptPage {
    pub receipts: Vec<Explained>,
    pub next: Option<ReceiptId>,
}

/// Their codes, in one line.
fn codes<T: Coded>(all: &BTreeSet<T>) -> String {
    all.iter().map(|one| one.code()).collect::<Vec<_>>().join(", ")
}

/// By what a payer is remembered, as the trail says it.
fn remembered(marks: &BTreeSet<PayerMark>) -> Vec<(&'static str, String)> {
    (!marks.is_empty()).then(|| ("remembered", codes(marks))).into_iter().collect()
}

/// Those of these that add up to a receipt and may be the same money: of its payer, or else a few of others; the nearest day first.
fn several<'a>(receipt: &Receipt, others: impl Iterator<Item = &'a Receipt>) -> Vec<ReceiptId> {
    let amount = |of: &Receipt| Minor::new(of.amount.amount_minor());
    let mut near: Vec<_> =
        others.filter(|other| amount(other) < amount(receipt) && other.amount.currency() == receipt.amount.currency()).collect();
    near.sort_by_key(|other| ((other.booked_on - receipt.booked_on).num_days().abs(), other.id));
    let (own, foreign): (Vec<&Receipt>, Vec<&Receipt>) = near.into_iter().partition(|other| receipt.is_of_payer(other));
    let found = |all: &[&Receipt], most: usize| {
        let amounts: Vec<_> = all.iter().map(|one| amount(one)).collect();
        let places = adding_up(&amounts, amount(receipt)).filter(|places| places.len() <= most)?;
        let found: Vec<_> = places.into_iter().filter_map(|place| all.get(place).copied()).collect();
        receipt.may_be_all(&found).then(|| found.iter().map(|found| found.id).collect::<Vec<_>>())
    };
    let few = foreign.get(..Cash::OTHERS).unwrap_or(&foreign);
    found(&own, Receipt::MOST_TOGETHER).or_else(|| found(few, Cash::FEW)).unwrap_or_default()
}

impl Cash {
    const RECEIPTS: i64 = 100;

    /// Receipts, or those of which something lies in suspense.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn receipts(&self, by: &Operator, which: Receipts, before: Option<ReceiptId>) -> Result<ReceiptPage, CashError> {
        may_read(by)?;
        let mut receipts = self.receipts.page(which, before, Self::RECEIPTS + 1).await?;
        let next = cut(&mut receipts, Self::RECEIPTS, |found| found.receipt.id);
        Ok(ReceiptPage { receipts, next })
    }

    pub(in crate::cash) async fn receipt(&self, id: ReceiptId) -> Result<Explained, CashError> {
        self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound.into())
    }

    /// Enters money that came, with what it is for.
    ///
    /// # Errors
    /// `Day` of the future or of long ago; `Split`; `ReceiptNear`; `OtherCurrency`; `NotFound` of a receivable; `Refused`; `Blocked`;
    /// `StepUpRequired`.
    pub async fn enter_receipt(&self, command: ReceiptCommand) -> Result<Explained, CashError> {
        let ReceiptCommand { by, on, amount, payer, text, parts, is_another, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            self.house.open_days(self.receivables.today().await?).by_hand().check(on)?;
            let pen = self.receivables.pen(Some(operator.user()));
            let (id, entered_by, entered_at) = (ReceiptId(pen.next()), operator.user(), pen.at);
            let receipt = Receipt {
                id,
                booked_on: on,
                value_on: on,
                amount,
                payer: payer.clone().into(),
                text: text.clone(),
                entered_by,
                entered_at,
            };
            let explained = Explained { receipt: receipt.clone(), allocations: Vec::new(), sent_back: Minor::ZERO };
            explained.check(&parts)?;
            self.is_not_their_own_money([&receipt.payer].into_iter(), &parts, &operator).await?;
            let near = self.on_statement_near(&receipt).await?;
            if let Some(on) = near.filter(|_| !is_another) {
                return Err(CashError::ReceiptNear(on));
            }
            let attested = self.by_hand(&by)?.attested();
            let mut movements = self.movements((&[(&receipt, &parts)], &[]), (pen, &operator)).await?;
            let mut source = movements.come_in(&receipt, attested);
            movements.split(&mut source, &parts)?;
            movements.rest_waits(&source);
            let said = remembered(&self.learn(&mut movements, (&receipt, &parts)).await?);
            let said = said.into_iter().chain(near.map(|on| ("beside", on.to_string()))).collect();
            self.write_split(movements, (&receipt, AuditAction::ReceiptEntered, said), request.as_ref()).await
        })
        .await
    }

    /// The day of the receipt that a statement has, that stays, and that may be this one: the nearest.
    async fn on_statement_near(&self, receipt: &Receipt) -> Result<Option<NaiveDate>, Unavailable> {
        let (currency, amounts) = (receipt.amount.currency(), vec![Minor::new(receipt.amount.amount_minor())]);
        let found = self.staying(self.receipts.of_amounts(currency, amounts, receipt.days_of_twins(), Self::NEAR).await?).await?;
        let on_statements = self.on_statements(found.iter().map(|found| found.receipt.id.0)).await?;
        let days = found.iter().filter(|found| on_statements.contains(&found.receipt.id.0)).map(|found| found.receipt.booked_on);
        Ok(days.min_by_key(|on| ((*on - receipt.booked_on).num_days().abs(), *on)))
    }

    /// Explains what of a receipt lies in suspense, or a part of that.
    ///
    /// # Errors
    /// Those of entering it; `Stale` when somebody else explained some of it meanwhile.
    pub async fn explain(&self, id: ReceiptId, command: ExplainCommand) -> Result<Explained, CashError> {
        self.explain_as(id, command, None).await
    }

    /// The same; `seen`: the suggestion that it is, out of this book. The trail tells what spoke for it.
    ///
    /// # Errors
    /// `Stale` where it is not suggested as it was seen.
    pub(in crate::cash) async fn explain_as(
        &self,
        id: ReceiptId,
        command: ExplainCommand,
        seen: Option<(&Suggestion, &MatchBook)>,
    ) -> Result<Explained, CashError> {
        let ExplainCommand { by, parts, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.receipt(id).await?;
            // First, for what another person matched meanwhile is not wrong, but past.
            if let Some((seen, book)) = seen {
                self.is_suggested(&explained, seen, book).await?;
            }
            explained.check(&parts)?;
            self.is_not_their_own_money([&explained.receipt.payer].into_iter(), &parts, &operator).await?;
            let today = self.receivables.today().await?;
            let pen = self.receivables.pen(Some(operator.user()));
            let mut source = Source::waited(&explained, today);
            let mut movements = self.movements((&[(&explained.receipt, &parts)], &[]), (pen, &operator)).await?;
            movements.split(&mut source, &parts)?;
            let said = remembered(&self.learn(&mut movements, (&explained.receipt, &parts)).await?);
            let said = said.into_iter().chain(seen.map(|(seen, _)| ("signs", codes(&seen.signs)))).collect();
            self.write_split(movements, (&explained.receipt, AuditAction::ReceiptExplained, said), request.as_ref()).await
        })
        .await
    }

    /// Takes back a receipt of which nothing is explained: it was entered by mistake, or twice.
    ///
    /// # Errors
    /// `NotFound`; `Explained`; `ToldByBank` where it came and no other one is named; `NotThatReceipt` when that cannot be the same money;
    /// `Blocked`.
    pub async fn take_back_receipt(&self, id: ReceiptId, command: TakeBackCommand) -> Result<Explained, CashError> {
        let TakeBackCommand { by, same_as, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.untouched(id, &operator).await?;
            let told = self.on_statements([id].into_iter().chain(same_as.iter().copied()).map(|id| id.0)).await?;
            let is_told = |id: ReceiptId| told.contains(&id.0);
            if !same_as.is_empty() {
                self.are_the_same(&explained, &same_as, is_told).await?;
            } else if is_told(id) {
                return Err(CashError::ToldByBank);
            }
            let one = same_as.first().filter(|_| same_as.len() == 1).map(|twin| twin.0);
            let receipts = if one.is_some() { BTreeSet::new() } else { same_as.clone() };
            let stay = (!same_as.is_empty()).then(|| Stays { about: one, receipts, ..Stays::default() });
            self.taken_back_for(&explained, stay, Vec::new(), (&operator, request.as_ref())).await
        })
        .await
    }

    /// A receipt of which nothing is explained, and that does not concern this operator's company.
    pub(in crate::cash) async fn untouched(&self, id: ReceiptId, operator: &Operator) -> Result<Explained, CashError> {
        let explained = self.receipt(id).await?;
        if !explained.is_untouched() {
            return Err(CashError::Explained);
        }
        self.is_not_their_own_money([&explained.receipt.payer].into_iter(), &[], operator).await?;
        Ok(explained)
    }

    /// Takes a receipt back. Its line, where one says that it came, stands for what stays.
    pub(in crate::cash) async fn taken_back_for(
        &self,
        explained: &Explained,
        stay: Option<Stays>,
        said: Vec<(&'static str, String)>,
        (operator, request): (&Operator, Option<&RequestKey>),
    ) -> Result<Explained, CashError> {
        let mut movements = self.movements((&[], &[]), (self.receivables.pen(Some(operator.user())), operator)).await?;
        let entries = movements.take_back(explained, (explained.left(), explained.receipt.booked_on), None);
        if let Some(Stays { about, entries: booked, receipts }) = stay
            && let Some(line) = self.told_by(explained.receipt.id).await?
        {
            let (seen, outcome, entries) = (line.outcome, LineOutcome::Noted, entries.into_iter().chain(booked).collect());
            movements.payments.push(PaymentChange::LineSettled { id: line.id, seen, outcome, about, entries, receipts });
        }
        self.write_split(movements, (&explained.receipt, AuditAction::ReceiptTakenBack, said), request).await
    }

    /// Receipts of an amount of which nothing is explained, for those who book by hand what one of them is: the newest first.
    ///
    /// # Errors
    /// `Blocked` for those whose roles are others.
    pub async fn waiting_of(&self, amount: Money, by: &Operator) -> Result<Vec<Explained>, CashError> {
        may_read(by)?;
        let (amounts, today) = (vec![Minor::new(amount.amount_minor())], self.receivables.today().await?);
        let mut found = self.receipts.of_amounts(amount.currency(), amounts, (today - OpenDays::BACK, today), Self::NEAR).await?;
        found.retain(Explained::is_untouched);
        found.reverse();
        found.truncate(usize::try_from(Self::RECEIPTS).unwrap_or_default());
        Ok(found)
    }

    /// Undoes that this person took a receipt back: it lies in suspense again.
    ///
    /// # Errors
    /// `NotFound`; `OnlyByItsMaker` where another person took it back; `LineExplained` where a line tells of that: the line is reopened;
    /// `Refused` with `NothingToUndo` where it was not taken back; `Stale`; `Blocked`.
    pub async fn bring_receipt_back(&self, id: ReceiptId, command: BringBackCommand) -> Result<Explained, CashError> {
        let BringBackCommand { by, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.receipt(id).await?;
            self.is_not_their_own_money([&explained.receipt.payer].into_iter(), &[], &operator).await?;
            let taken = self.taken_back_of(std::slice::from_ref(&explained)).await?.pop();
            let TakenBack { entry, by, is_of_line, .. } = taken.ok_or(Refused::NothingToUndo)?;
            if is_of_line {
                return Err(CashError::LineExplained);
            }
            if by != operator.user() {
                return Err(CashError::OnlyByItsMaker);
            }
            let mut movements = self.movements((&[], &[]), (self.receivables.pen(Some(operator.user())), &operator)).await?;
            movements.bring_back(&explained, &entry)?;
            self.write_split(movements, (&explained.receipt, AuditAction::ReceiptBroughtBack, Vec::new()), request.as_ref()).await
        })
        .await
    }

    /// Those of these that this person took back, and can bring back.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn bringable(&self, receipts: &[Explained], by: &Operator) -> Result<BTreeSet<ReceiptId>, Unavailable> {
        let taken = self.taken_back_of(receipts).await?;
        Ok(taken.into_iter().filter(|taken| !taken.is_of_line && taken.by == by.user()).map(|taken| taken.receipt).collect())
    }

    /// Those of these that did not stay.
    async fn taken_back_of(&self, receipts: &[Explained]) -> Result<Vec<TakenBack>, Unavailable> {
        let parts = receipts.iter().flat_map(Explained::standing);
        let explained: BTreeMap<EntryId, &Allocation> =
            parts.filter_map(|part| if let Target::Entry(entry) = part.target { Some((entry, part)) } else { None }).collect();
        if explained.is_empty() {
            return Ok(Vec::new());
        }
        let of: BTreeSet<_> = explained.values().map(|part| part.receipt.0).collect();
        let back = self.journal.of_event(Event::ReceiptTakenBack, of.into_iter().collect()).await?;
        let back: Vec<_> = back.into_iter().map(|record| record.entry).collect();
        let found = back.into_iter().filter_map(|entry| Some((*explained.get(&entry.booking().id)?, entry)));
        let found: Vec<(&Allocation, Entry)> = found.collect();
        let told = self.on_statements(found.iter().map(|(_, entry)| entry.booking().id.0)).await?;
        let taken = found.into_iter().map(|(part, entry)| {
            let booking = entry.booking();
            let is_of_line = booking.cause.is_some() || told.contains(&booking.id.0);
            TakenBack { receipt: part.receipt, by: part.by, is_of_line, entry }
        });
        Ok(taken.collect())
    }

    /// The line that tells of a receipt: its own, or one that found it entered by hand.
    pub(in crate::cash) async fn told_by(&self, id: ReceiptId) -> Result<Option<LineRecord>, Unavailable> {
        match self.statements.line(LineId(id.0)).await? {
            Some(line) => Ok(Some(line)),
            None => Ok(self.statements.about(vec![id.0]).await?.into_iter().find(|line| line.line.amount.is_positive())),
        }
    }

    /// Whether these together are what a receipt is.
    ///
    /// # Errors
    /// `NotThatReceipt`.
    async fn are_the_same(
        &self,
        explained: &Explained,
        same_as: &BTreeSet<ReceiptId>,
        is_told: impl Fn(ReceiptId) -> bool,
    ) -> Result<(), CashError> {
        let twins = self.receipts.by_ids(same_as.iter().copied().collect()).await?;
        let is_both = is_told(explained.receipt.id) && same_as.iter().any(|id| is_told(*id));
        let is_both = is_both && !self.may_be_one(explained.receipt.id, same_as).await?;
        let all: Vec<_> = twins.iter().map(|twin| &twin.receipt).collect();
        if is_both || twins.len() != same_as.len() || !explained.receipt.may_be_all(&all) {
            return Err(CashError::NotThatReceipt);
        }
        match self.taken_back_of(&twins).await?.is_empty() {
            true => Ok(()),
            false => Err(CashError::NotThatReceipt),
        }
    }

    /// Whether what two statements have may be one payment.
    async fn may_be_one(&self, id: ReceiptId, same_as: &BTreeSet<ReceiptId>) -> Result<bool, Unavailable> {
        let Some(twin) = same_as.first().filter(|_| same_as.len() == 1) else { return Ok(false) };
        let proofs = self.statements.proofs(vec![LineId(id.0), LineId(twin.0)]).await?;
        Ok(matches!(proofs.as_slice(), [one, other] if one.may_be(other)))
    }

    /// Those of these that were not taken back.
    pub(in crate::cash) async fn staying(&self, mut receipts: Vec<Explained>) -> Result<Vec<Explained>, Unavailable> {
        let taken: BTreeSet<ReceiptId> = self.taken_back_of(&receipts).await?.into_iter().map(|taken| taken.receipt).collect();
        receipts.retain(|found| !taken.contains(&found.receipt.id));
        Ok(receipts)
    }

    /// Where each of these comes from.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn origins(&self, receipts: &[Explained]) -> Result<Vec<Origin>, Unavailable> {
        let mut others: BTreeMap<ReceiptId, Explained> = BTreeMap::new();
        let mut asked: BTreeMap<Currency, (BTreeSet<Minor>, NaiveDate, NaiveDate)> = BTreeMap::new();
        for Explained { receipt, .. } in receipts.iter().filter(|found| found.is_untouched()) {
            let ((from, to), amount) = (receipt.days_of_twins(), Minor::new(receipt.amount.amount_minor()));
            let (amounts, earliest, latest) = asked.entry(receipt.amount.currency()).or_insert((BTreeSet::new(), from, to));
            amounts.insert(amount);
            (*earliest, *latest) = ((*earliest).min(from), (*latest).max(to));
        }
        for (currency, (amounts, from, to)) in asked {
            let found = self.receipts.of_amounts(currency, amounts.into_iter().collect(), (from, to), Self::NEAR).await?;
            others.extend(self.staying(found).await?.into_iter().map(|found| (found.receipt.id, found)));
        }
        let all: BTreeSet<_> = receipts.iter().chain(others.values()).map(|found| found.receipt.id.0).collect();
        let told = self.on_statements(all.iter().copied()).await?;
        let is_by_hand = |found: &Explained| !told.contains(&found.receipt.id.0);
        let proofs = if others.is_empty() { Vec::new() } else { self.statements.proofs(all.into_iter().map(LineId).collect()).await? };
        let proofs: BTreeMap<LineId, Proof> = proofs.into_iter().map(|proof| (proof.line, proof)).collect();
        let is_on_both = |one: &Receipt, other: &Receipt| {
            let of = |receipt: &Receipt| proofs.get(&LineId(receipt.id.0));
            let may_be = of(one).zip(of(other)).is_some_and(|(one, other)| one.may_be(other));
            may_be && (one.booked_on == other.booked_on || one.is_of_payer(other))
        };
        let mut origins = Vec::with_capacity(receipts.len());
        for found in receipts {
            let is_told_twice = |other: &&Explained| is_by_hand(found) || is_by_hand(other) || is_on_both(&found.receipt, &other.receipt);
            let may_be = |other: &&Explained| found.is_untouched() && found.receipt.may_be(&other.receipt);
            let twin = others.values().filter(may_be).find(is_told_twice).map(|other| other.receipt.id);
            origins.push(Origin { is_by_hand: is_by_hand(found), twin, together: Vec::new() });
        }
        self.tell_together(receipts, &mut origins).await?;
        Ok(origins)
    }

    /// As many receipts of some days are searched for those that may be the same money: each is compared with each of a page.
    const NEAR: i64 = 1_000;
    /// As many receipts of one day and amount are searched for the one that an entry explains.
    const OF_A_DAY: i64 = 20_000;
    /// Of payers that are not the same so few are put together, out of the nearest ones: any amount is the sum of some of many.
    const OTHERS: usize = 20;
    const FEW: usize = 3;

    /// Where no other receipt may be one of which nothing is explained: several that may be it together.
    async fn tell_together(&self, receipts: &[Explained], origins: &mut [Origin]) -> Result<(), Unavailable> {
        let mut days: BTreeMap<Currency, (NaiveDate, NaiveDate)> = BTreeMap::new();
        let wants = |found: &Explained, origin: &Origin| found.is_untouched() && origin.twin.is_none();
        for (found, _) in receipts.iter().zip(origins.iter()).filter(|(found, origin)| wants(found, origin)) {
            let (from, to) = found.receipt.days_of_twins();
            let (earliest, latest) = days.entry(found.receipt.amount.currency()).or_insert((from, to));
            (*earliest, *latest) = ((*earliest).min(from), (*latest).max(to));
        }
        let mut near: Vec<Explained> = Vec::new();
        for (currency, between) in days {
            near.extend(self.staying(self.receipts.between(currency, between, Self::NEAR).await?).await?);
        }
        if near.is_empty() {
            return Ok(());
        }
        let told = self.on_statements(near.iter().map(|found| found.receipt.id.0)).await?;
        for (found, origin) in receipts.iter().zip(origins.iter_mut()).filter(|(found, origin)| wants(found, origin)) {
            let of_other_side = |other: &&Explained| origin.is_by_hand == told.contains(&other.receipt.id.0);
            origin.together = several(&found.receipt, near.iter().filter(of_other_side).map(|other| &other.receipt));
        }
        Ok(())
    }

    /// A receipt that a person names as what an entry by hand explains.
    ///
    /// # Errors
    /// `NotThatReceipt` where there is none; `Unavailable`.
    pub(crate) async fn in_suspense(&self, id: ReceiptId) -> Result<InSuspense, CashError> {
        let found = self.receipts.by_id(id).await?.ok_or(CashError::NotThatReceipt)?;
        Ok(found.receipt.in_suspense())
    }

    /// Whether an entry by hand can explain the receipt that it names.
    ///
    /// # Errors
    /// `Explained` where something of it was explained; `NotThatReceipt` where it is of another day or amount; `Unavailable`.
    pub(crate) async fn may_explain(&self, manual: &ManualEntry) -> Result<(), CashError> {
        let Some(seen) = manual.explains() else { return Ok(()) };
        let found = self.receipts.by_id(ReceiptId(seen.receipt)).await?.ok_or(CashError::NotThatReceipt)?;
        match found.is_booked_as(manual) {
            true => Ok(()),
            false if !found.is_untouched() => Err(CashError::Explained),
            false => Err(CashError::NotThatReceipt),
        }
    }

    /// Colleagues decide whether an entry by hand explains what one’s own company paid.
    ///
    /// # Errors
    /// `Blocked` with `OwnCompany`; `Unavailable`.
    pub(crate) async fn explains_others_money(&self, manual: &ManualEntry, by: &Operator) -> Result<(), CashError> {
        let Some(InSuspense { name, iban, .. }) = manual.explains().cloned() else { return Ok(()) };
        self.is_not_their_own_money([&Payer { name, iban }].into_iter(), &[], by).await
    }

    /// What an entry by hand explains of the receipt that it names; none where it names none.
    ///
    /// # Errors
    /// `Stale` where the receipt is not as it was seen, or something of it is explained; `Blocked`; `Unavailable`.
    pub(crate) async fn explained_by(
        &self,
        manual: &ManualEntry,
        by: &Operator,
        at: DateTime<Utc>,
    ) -> Result<Option<PaymentChange>, CashError> {
        let Some(seen) = manual.explains() else { return Ok(None) };
        let found = self.receipts.by_id(ReceiptId(seen.receipt)).await?;
        let found = found.filter(|found| found.is_booked_as(manual)).ok_or(ReceivableError::Stale)?;
        self.explains_others_money(manual, by).await?;
        let (id, target, left) = (AllocationId(self.identity.ids.next()), Target::Entry(manual.id()), found.left());
        let (receipt, by) = (found.receipt.id, by.user());
        let allocation = Allocation { id, receipt, target, amount: left, by, at, undone_at: None, recognised: None };
        Ok(Some(PaymentChange::Allocated { allocation, left }))
    }

    /// The receipt that an entry by hand explains, or explained until it was reversed, and the line of a statement that tells of the entry.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn receipt_and_line_of(&self, entry: &Entry) -> Result<(Option<Receipt>, Option<LineRecord>), Unavailable> {
        let (id, on) = (entry.booking().id, entry.booking().on);
        if !entry.booking().is_by_hand() {
            return Ok((None, None));
        }
        let line = self.statements.about(vec![id.0]).await?.into_iter().next();
        let taken = entry.postings().iter().find(|posting| posting.account.kind() == AccountKind::Suspense);
        let Some(taken) = taken else { return Ok((None, line)) };
        let alike = self.receipts.of_amounts(taken.account.currency(), vec![taken.amount], (on, on), Self::OF_A_DAY).await?;
        let is_it = |found: &Explained| found.allocations.iter().any(|part| part.target == Target::Entry(id));
        Ok((alike.into_iter().find(is_it).map(|found| found.receipt), line))
    }

    /// What an entry by hand explained of a receipt lies in suspense again once it is reversed; none where it explained none.
    ///
    /// # Errors
    /// `Stale` where no receipt is explained by it though it was booked as what one was; `Unavailable`.
    pub(crate) async fn unexplained_by(
        &self,
        manual: &ManualEntry,
        entry: &Entry,
        at: DateTime<Utc>,
    ) -> Result<Option<PaymentChange>, CashError> {
        if !entry.postings().iter().any(|posting| posting.account.kind() == AccountKind::Suspense) {
            return Ok(None);
        }
        let (amount, on, target) = (manual.amount(), manual.on(), Target::Entry(entry.booking().id));
        let amounts = vec![Minor::new(amount.amount_minor())];
        let alike = self.receipts.of_amounts(amount.currency(), amounts, (on, on), Self::OF_A_DAY).await?;
        let part = alike.iter().flat_map(Explained::standing).find(|part| part.target == target).ok_or(ReceivableError::Stale)?;
        Ok(Some(PaymentChange::AllocationUndone(Allocation { undone_at: Some(at), ..part.clone() })))
    }

    async fn write_split(
        &self,
        movements: Movements<'_>,
        (receipt, action, said): (&Receipt, AuditAction, Vec<(&'static str, String)>),
        request: Option<&RequestKey>,
    ) -> Result<Explained, CashError> {
        let (at, by) = (movements.pen.at, movements.by);
        let (changes, mails) = self.moved(movements).await?;
        let entry = AuditEntry::new(at, Actor::User(by.user()), action, Subjects::house(receipt.id.0));
        let entry =
            entry.new_values([("amount", receipt.amount.to_string()), ("on", receipt.booked_on.to_string())].into_iter().chain(said));
        let context = WriteContext { mails, ..WriteContext::of(entry) }.under(request.map(|request| request.made(receipt.id.0, at)));
        self.receivables.put(changes, context).await?;
        self.receipt(receipt.id).await
    }
}
