//! What operators do with a receivable. Afterwards the checks are made anew.

use crate::{
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        outbox::{Figure, Mail, Matter},
    },
    parties::Member,
    payments::{changes::Change as PaymentChange, ports::PayoutFilter},
    receivables::{
        ReceivableError,
        changes::Change,
        look::Look,
        mails::{INVOICE_DISPUTED, INVOICE_REJECTED, Paid, Said, invoice, offered, whole},
        recording::{Pen, Recording, written},
        trail, works,
    },
    servicing::Servicing,
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
        minor::Minor,
        text::Note,
    },
    parties::operator::Operator,
    payments::payout::{Payout, PayoutStatus, Purpose},
    receivables::{
        actions::{Ground, OperatorAction},
        book::{DeductionCause, Fact, MoneyFrom, Overpayment, Receipt},
        conditions::DisputeEnd,
        evidence::{Dispute, DisputeReason, Evidence, EvidenceKind},
        facts::InvoiceDocumentId,
        receivable::{Blocked, Change as Changed, Receivable},
        status::ReceivableStatus,
    },
};

/// How a dispute ends by an operator's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// The debtor owes what it owed.
    Won,
    /// What was disputed is not paid. Before the sale it goes on with the rest.
    PartlyLost,
    /// Nothing is paid.
    Lost,
}

/// What an operator does alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HouseDecision {
    /// Somebody confirmed that it is owed.
    Verify {
        kind: EvidenceKind,
        amount: Minor,
        due_on: Option<NaiveDate>,
        note: Option<Note>,
        file: Option<InvoiceDocumentId>,
    },
    Reject {
        reason: Note,
    },
    Hold {
        note: Option<Note>,
    },
    Release,
    Dispute {
        amount: Minor,
        reason: DisputeReason,
        note: Option<Note>,
    },
    Resolve {
        resolution: Resolution,
    },
    /// The seller credited its debtor with a part.
    CreditNote {
        on: NaiveDate,
        amount: Minor,
        reason: Note,
    },
    /// What is open is a deduction, which the seller bears.
    CloseShort {
        note: Option<Note>,
    },
    /// It goes back to the seller.
    ChargeBack {
        note: Option<Note>,
    },
    /// The debtor gets more time.
    Extend {
        due_on: NaiveDate,
        note: Option<Note>,
    },
    /// The debtor paid the seller, who has so much of it.
    PaidToSeller {
        amount: Minor,
        note: Option<Note>,
    },
    /// What the debtor has paid too much elsewhere pays it.
    UseCredit {
        amount: Minor,
    },
}

/// What an operator does, and what it is based on.
#[derive(Debug, Clone, PartialEq)]
pub struct HouseCommand {
    pub by: Member,
    /// The version they saw.
    pub version: i64,
    pub what: HouseDecision,
    pub request: Option<RequestKey>,
}

/// What was sold as it is then, what that changes, and the mails that tell of it.
type Booked = (Look, Vec<Change>, Vec<Mail>);

impl Servicing {
    /// Does what an operator does with it as they saw it.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked`; `Refused` where what is booked of it does not let it be; `Day` of a credit note of the future, of long ago, or from
    /// before its invoice.
    pub async fn decide(&self, id: ReceivableId, command: HouseCommand) -> Result<Look, ReceivableError> {
        let HouseCommand { by, version, what, request } = command;
        let operator = by.operator();
        let repeat = async |_| self.receivables.examined(id, &operator).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let look = self.receivables.examined(id, &operator).await?;
            if look.receivable().parts().version != version {
                return Err(ReceivableError::Stale);
            }
            if let HouseDecision::CreditNote { on, .. } = what {
                let issued_on = look.receivable().parts().facts.issued_on;
                self.house.open_days(look.today()).by_hand().since(issued_on).check(on)?;
            }
            look.operator_may(what.action(), &operator)?;
            let pen = self.receivables.pen(Some(operator.user()));
            let before = (look.receivable().status(), look.receivable().dispute().is_some());
            let (look, changes, told) = match look.receivable().parts().accepted {
                Some(_) => Box::pin(self.booked(look, &what, (&operator, &pen))).await?,
                None => {
                    let mut look = look;
                    let now = look.now;
                    let today = look.today();
                    look.change(|receivable| done(receivable, &what, &operator, (now, today), None))?;
                    let changed = Change::ReceivableChanged(Box::new(look.kept.clone()));
                    (look, vec![changed], Vec::new())
                }
            };
            let entry = trail::entry(&look, audited(&what), Actor::User(operator.user()), pen.at).new_values(values(&what));
            let said = said(&what, &look, before).map(|said| self.receivables.mails_about(&look, said, None, pen.at));
            let mails = said.into_iter().flatten().chain(told).collect();
            let context = WriteContext { mails, ..WriteContext::of(entry) };
            let changes = [works(&operator)].into_iter().chain(changes).collect();
            self.receivables.put(changes, context.under(request.as_ref().map(|request| request.made(id.0, pen.at)))).await?;
            Ok(look.stored())
        })
        .await
    }

    /// What changes in what was sold, with everything that is booked for it, and what its seller is told of how it ended.
    async fn booked(&self, look: Look, what: &HouseDecision, (by, pen): (&Operator, &Pen)) -> Result<Booked, ReceivableError> {
        let now = look.now;
        let mut recording = Recording::open(look)?;
        let state = recording.book().state().clone();
        let (terms, today) = (*recording.book().basis().terms(), recording.look.today());
        let fact = fact(what, &recording.look, state.open);
        let mut moved = Vec::new();
        if let HouseDecision::UseCredit { amount } = what {
            let credit = recording.look.held.credit;
            if *amount > credit {
                return Err(ReceivableError::NoMoreThan(credit));
            }
            let (holder, currency) = (recording.book().basis().parties().debtor, recording.look.receivable().currency());
            let short = *amount - self.credit_of(holder, currency).await?;
            moved = self.credit_brought((holder, currency), short, (pen, today)).await?.1;
        }
        let ground = Ground { terms, today, open: state.open, short_below: Some(recording.look.short_below()) };
        recording.look.change(|receivable| done(receivable, what, by, (now, today), Some(&ground)))?;
        if let Some(fact) = fact {
            recording.tell(fact, None, pen)?;
        }
        let cancelled = match what {
            HouseDecision::Reject { .. } => self.cancelled(recording.id()).await?,
            _ => Vec::new(),
        };
        let (look, recordings) = (recording.told(), [recording]);
        let mails = self.receivables.mails_of(recordings.iter(), &Paid::new(), pen.at);
        moved.extend(self.reclaims_paid(&recordings, &[], (pen, today)).await?);
        Ok((look, written(&recordings, moved, cancelled), mails))
    }

    /// Its advance is not paid any more. What is passed on to its seller was never the house's.
    async fn cancelled(&self, about: ReceivableId) -> Result<Vec<PaymentChange>, ReceivableError> {
        let due = PayoutFilter { about: Some(about), status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
        let due = self.payouts.page(due, None, i64::MAX).await?;
        let due = due.into_iter().filter(|payout| payout.purpose == Purpose::Advance);
        let cancel = |payout: Payout| {
            let (seen, payout) = (payout.status, Box::new(payout.cancelled()?));
            Ok(PaymentChange::PayoutChanged { payout, seen })
        };
        due.map(cancel).collect()
    }
}

/// What happens to what was sold by that; none where nothing is booked.
fn fact(what: &HouseDecision, look: &Look, open: Minor) -> Option<Fact> {
    let today = look.today();
    match *what {
        HouseDecision::Reject { .. } => Some(Fact::Rejected { on: today, overpayment: Overpayment::Credited }),
        HouseDecision::CreditNote { on, amount, .. } => Some(Fact::Credited { on, booked_on: today, amount }),
        HouseDecision::Resolve { resolution: Resolution::PartlyLost } => {
            let disputed = look.receivable().dispute()?.amount;
            Some(Fact::Deducted { on: today, amount: disputed.min(open), cause: DeductionCause::Dispute })
        }
        HouseDecision::CloseShort { .. } => Some(Fact::ClosedShort { on: today }),
        HouseDecision::ChargeBack { .. } => Some(Fact::ChargedBack { on: today }),
        HouseDecision::Extend { due_on, .. } => Some(Fact::Extended { on: today, due_on }),
        HouseDecision::PaidToSeller { amount, .. } => Some(Fact::PaidToSeller { on: today, amount }),
        HouseDecision::UseCredit { amount } => {
            Some(Fact::Received(Receipt { value_on: today, booked_on: today, amount, from: MoneyFrom::DebtorCredit }))
        }
        HouseDecision::Verify { .. }
        | HouseDecision::Hold { .. }
        | HouseDecision::Release
        | HouseDecision::Dispute { .. }
        | HouseDecision::Resolve { .. } => None,
    }
}

/// Does it. `ground` is there once it was sold.
fn done(
    receivable: &mut Receivable,
    what: &HouseDecision,
    by: &Operator,
    (now, today): (DateTime<Utc>, NaiveDate),
    ground: Option<&Ground>,
) -> Result<Vec<Changed>, Blocked> {
    let (who, unsold) = (Some(by.user()), Blocked::NotNow(receivable.status()));
    match what.clone() {
        HouseDecision::Verify { kind, amount, due_on, note, file } => {
            if let Some(file) = file {
                receivable.document(file)?;
            }
            receivable.verify(Evidence { kind, by: who, at: now, amount, due_on, note, file }, by, ground)
        }
        HouseDecision::Reject { reason } => receivable.reject(reason, by).map(|change| vec![change]),
        HouseDecision::Hold { note } => receivable.hold(note, by, now),
        HouseDecision::Release => receivable.release(by).map(|change| vec![change]),
        HouseDecision::Dispute { amount, reason, note } => {
            receivable.enter_dispute(Dispute { amount, reason, since: now, by: who, note, end: None }, by, ground)
        }
        HouseDecision::Resolve { resolution } => resolved(receivable, (resolution, today), by, ground),
        // Of what was sold the book takes it off.
        HouseDecision::CreditNote { .. } if ground.is_some() => {
            receivable.operator_may(OperatorAction::CreditNote, by, ground).map(|()| Vec::new())
        }
        HouseDecision::CreditNote { amount, .. } => receivable.credit_note(amount, today, by),
        HouseDecision::CloseShort { .. } => receivable.close_short(ground.ok_or(unsold)?, by).map(|change| vec![change]),
        HouseDecision::ChargeBack { .. } => receivable.charge_back(ground.ok_or(unsold)?, by).map(|change| vec![change]),
        HouseDecision::Extend { due_on, .. } => receivable.extend(due_on, ground.ok_or(unsold)?, by).map(|change| vec![change]),
        HouseDecision::PaidToSeller { .. } => receivable.operator_may(OperatorAction::PaidToSeller, by, ground).map(|()| Vec::new()),
        HouseDecision::UseCredit { .. } => receivable.operator_may(OperatorAction::UseCredit, by, ground).map(|()| Vec::new()),
    }
}

/// What is lost of what was not sold yet is not offered any more. Of what was sold it is a deduction, or a reason for a charge
/// back, both of which are booked beside.
fn resolved(
    receivable: &mut Receivable,
    (resolution, today): (Resolution, NaiveDate),
    by: &Operator,
    ground: Option<&Ground>,
) -> Result<Vec<Changed>, Blocked> {
    let lost = receivable.dispute().map(|dispute| dispute.amount).filter(|_| ground.is_none() && resolution != Resolution::Won);
    let end = match resolution {
        Resolution::Won => DisputeEnd::Won,
        Resolution::PartlyLost => DisputeEnd::PartlyLost,
        Resolution::Lost => DisputeEnd::Lost,
    };
    let open = ground.map_or(receivable.face(), |ground| ground.open);
    let ended = receivable.resolve(end, open, by)?;
    let lowered = lost.map(|amount| receivable.credit_note(amount, today, by)).transpose()?;
    Ok([ended].into_iter().chain(lowered.into_iter().flatten()).collect())
}

impl HouseDecision {
    fn action(&self) -> OperatorAction {
        match self {
            Self::Verify { .. } => OperatorAction::Verify,
            Self::Reject { .. } => OperatorAction::Reject,
            Self::Hold { .. } => OperatorAction::Hold,
            Self::Release => OperatorAction::Release,
            Self::Dispute { .. } => OperatorAction::Dispute,
            Self::Resolve { .. } => OperatorAction::Resolve,
            Self::CreditNote { .. } => OperatorAction::CreditNote,
            Self::CloseShort { .. } => OperatorAction::CloseShort,
            Self::ChargeBack { .. } => OperatorAction::ChargeBack,
            Self::Extend { .. } => OperatorAction::Extend,
            Self::PaidToSeller { .. } => OperatorAction::PaidToSeller,
            Self::UseCredit { .. } => OperatorAction::UseCredit,
        }
    }
}

fn audited(what: &HouseDecision) -> AuditAction {
    match what {
        HouseDecision::Verify { .. } => AuditAction::ReceivableVerified,
        HouseDecision::Reject { .. } => AuditAction::ReceivableRejected,
        HouseDecision::Hold { .. } => AuditAction::ReceivableHeld,
        HouseDecision::Release => AuditAction::ReceivableReleased,
        HouseDecision::Dispute { .. } => AuditAction::ReceivableDisputed,
        HouseDecision::Resolve { .. } => AuditAction::DisputeResolved,
        HouseDecision::CreditNote { .. } => AuditAction::ReceivableCredited,
        HouseDecision::CloseShort { .. } => AuditAction::ReceivableClosedShort,
        HouseDecision::ChargeBack { .. } => AuditAction::ReceivableChargedBack,
        HouseDecision::Extend { .. } => AuditAction::ReceivableExtended,
        HouseDecision::PaidToSeller { .. } => AuditAction::PaidToSeller,
        HouseDecision::UseCredit { .. } => AuditAction::DebtorCreditUsed,
    }
}

/// What of it is in no field of the receivable.
fn values(what: &HouseDecision) -> Vec<(&'static str, String)> {
    match what {
        HouseDecision::Reject { reason } => vec![("note", reason.as_str().to_owned())],
        HouseDecision::CreditNote { on, amount, reason } => {
            vec![("on", on.to_string()), ("amount", amount.get().to_string()), ("note", reason.as_str().to_owned())]
        }
        HouseDecision::CloseShort { note } | HouseDecision::ChargeBack { note } | HouseDecision::Extend { note, .. } => {
            note.iter().map(|note| ("note", note.as_str().to_owned())).collect()
        }
        HouseDecision::PaidToSeller { amount, note } => {
            let note = note.iter().map(|note| ("note", note.as_str().to_owned()));
            [("amount", amount.get().to_string())].into_iter().chain(note).collect()
        }
        HouseDecision::UseCredit { amount } => vec![("amount", amount.get().to_string())],
        _ => Vec::new(),
    }
}

/// What those who may accept are told.
fn said(what: &HouseDecision, look: &Look, (before, was_disputed): (ReceivableStatus, bool)) -> Option<(Said, Matter)> {
    match (what, look.receivable().dispute()) {
        (HouseDecision::Reject { .. }, _) => Some((INVOICE_REJECTED, whole(look))),
        // Entered as one, or what its debtor does not confirm of what was sold.
        (_, Some(dispute)) if !was_disputed => Some((INVOICE_DISPUTED, invoice(look, (Figure::Disputed, dispute.amount)))),
        _ => {
            let is_news = before != ReceivableStatus::Offered && look.receivable().status() == ReceivableStatus::Offered;
            is_news.then(|| offered(look)).flatten()
        }
    }
}
