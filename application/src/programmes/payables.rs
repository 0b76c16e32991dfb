//! Payables: what a buyer enters and promises to pay in its programme. They are receivables like all others; here is what their
//! buyer alone does with them.

use crate::receivables::SaveCommand;
use crate::{
    facilities::ports::SupplierFound,
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{RequestKey, once},
        unavailable::Unavailable,
    },
    parties::Member,
    programmes::{Programmes, promises::LISTED},
    receivables::{
        ReceivableError,
        changes::{Change, ENTERED_ONCE},
        look::Look,
        mails::News,
        ports::{Kept, Numbered, PayableKey},
        stands, trail,
    },
};
use sooner_domain::{
    facilities::{
        supplier::{Enrolment, SupplierId},
        terms::FacilityKind,
    },
    kernel::{
        audit::{Actor, AuditAction},
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        text::Note,
    },
    parties::membership::Membership,
    receivables::{
        actions::MemberAction,
        facts::Facts,
        position::Position,
        receivable::{Blocked, Entry, Origin, Parts, Receivable},
    },
};

/// A payable that a buyer enters.
#[derive(Debug, Clone, PartialEq)]
pub struct EnterPayableCommand {
    pub by: Membership,
    /// On the buyer's list.
    pub supplier: SupplierId,
    pub facts: Facts,
    pub request: Option<RequestKey>,
}

/// What a supplier credited of a payable that was not sold yet.
#[derive(Debug, Clone, PartialEq)]
pub struct CreditPayableCommand {
    pub by: Membership,
    /// The version they saw.
    pub version: i64,
    pub amount: Minor,
    pub note: Option<Note>,
    pub request: Option<RequestKey>,
}

/// A payable that somebody approves, as they saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenPayable {
    pub id: ReceivableId,
    /// It counts every change of the amount, the due date and all else that is shown; the supplier never changes.
    pub version: i64,
}

/// One of many that are approved, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovedRow {
    pub id: ReceivableId,
    pub answer: Result<Look, ReceivableError>,
}

impl Programmes {
    /// Enters a payable: a draft, which its supplier does not see.
    ///
    /// # Errors
    /// `UnknownSupplier`, also of one that left; `Facts`; `Blocked(NoAgreement)` for a company that has no programme;
    /// `Blocked` for whoever's role is another one.
    pub async fn enter_payable(&self, command: EnterPayableCommand) -> Result<Look, ReceivableError> {
        let repeat = async |made| self.receivables.shown(ReceivableId(made), &command.by).await;
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || {
            let found = self.supplier_to_pay(command.supplier, &command.by).await?;
            let debtor = self.debtor_of(&command.by).await?;
            self.promises(&command.by).await?.check(&command.facts)?;
            let told = Numbered::of(found.company.id, &command.facts);
            if self.times_entered((command.by.company, debtor), &told).await? > 0 {
                return Err(ReceivableError::Facts(vec![LISTED]));
            }
            let entered = self.new_payable(command.clone(), (&found, debtor), News::One).await?;
            entered.ok_or_else(|| ReceivableError::Facts(vec![LISTED]))
        })
        .await
    }

    /// A supplier in this member's company's programme.
    pub(crate) async fn supplier_to_pay(&self, id: SupplierId, by: &Membership) -> Result<SupplierFound, ReceivableError> {
        let found = self.suppliers.by_id(id).await?.filter(|found| found.supplier.parts().buyer == by.company);
        found.filter(|found| found.enrolment() != Enrolment::Left).ok_or(ReceivableError::UnknownSupplier)
    }

    /// Enters it, unless one of its number to this supplier was entered meanwhile: then there is none. Those who may approve it are told,
    /// but for whoever enters it, who sees it.
    pub(crate) async fn new_payable(
        &self,
        command: EnterPayableCommand,
        (found, debtor): (&SupplierFound, DebtorId),
        news: News,
    ) -> Result<Option<Look>, ReceivableError> {
        let EnterPayableCommand { by, facts, request, .. } = command;
        let payable = PayableKey { seller: found.company.id, debtor, number: facts.number.normalised() };
        let look = self.drafted(&by, (found.company.id, debtor), facts).await?;
        let at = self.identity.clock.now();
        let entry = trail::entry(&look, AuditAction::PayableEntered, Actor::User(by.user), at);
        let entry = entry.new_values(look.receivable().parts().facts.answers());
        let id = look.receivable().id();
        let mails = self.receivables.mails_to_approve(&look, news, by.user, at);
        let context = WriteContext { mails, ..WriteContext::of(entry) }.under(request.as_ref().map(|request| request.made(id.0, at)));
        let added = Change::ReceivableAdded(Box::new(look.kept.clone()));
        let is_new = Change::PayableIsNew { buyer: by.company, payable };
        match self.commit.commit(vec![stands(&by), is_new, added], context).await {
            Ok(()) => Ok(Some(Look { changes: Vec::new(), ..look })),
            Err(CommitError::Taken(ENTERED_ONCE)) => Ok(None),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// A new payable as it stands, not stored yet.
    pub(crate) async fn drafted(
        &self,
        by: &Membership,
        (seller, debtor): (CompanyId, DebtorId),
        facts: Facts,
    ) -> Result<Look, ReceivableError> {
        let (reference, now) = (self.receivables.next_reference().await?, self.business.now().await?);
        let id = ReceivableId(self.identity.ids.next());
        let origin = Origin::Programme { buyer: by.company };
        let receivable = Receivable::enter(Entry { id, reference, origin, seller, debtor: Some(debtor), facts }, by, now)?;
        Ok(self.receivables.look(Kept { receivable, fingerprint: None, position: Position::default() }).await?)
    }

    /// The legal entity this member's company is.
    ///
    /// # Errors
    /// `Blocked(NoAgreement)` before the house offered it a programme.
    pub(crate) async fn debtor_of(&self, by: &Membership) -> Result<DebtorId, ReceivableError> {
        Ok(self.own_debtor(by).await?.ok_or(Blocked::NoAgreement)?)
    }

    /// The same, or none before the house offered it a programme.
    pub(crate) async fn own_debtor(&self, by: &Membership) -> Result<Option<DebtorId>, Unavailable> {
        let own = self.teams.companies(&[by.company]).await?.pop().and_then(|company| company.legal_entity);
        let debtor = match own {
            Some(entity) => self.debtors.of_entity(&entity).await?,
            None => None,
        };
        Ok(debtor.map(|debtor| debtor.id()))
    }

    /// Approves payables, one after the other, each by itself, in their order: each is an irrevocable promise to pay that amount
    /// on that day.
    ///
    /// # Errors
    /// `StepUpRequired`. What came of each stands in its row: `Stale` where it is not as it was seen, `Blocked` with `FourEyes` for
    /// whoever entered it where somebody else could approve.
    pub async fn approve_payables(
        &self,
        by: &Member,
        payables: Vec<SeenPayable>,
        request: Option<RequestKey>,
    ) -> Result<Vec<ApprovedRow>, ReceivableError> {
        let mut rows = Vec::with_capacity(payables.len());
        for seen in payables {
            let id = seen.id;
            let request = request.as_ref().map(|request| request.of_part(id.0));
            match self.approve_payable(seen, by, request).await {
                // Of none of them it was proven.
                Err(ReceivableError::StepUpRequired(required)) => return Err(required.into()),
                answer => rows.push(ApprovedRow { id, answer }),
            }
        }
        Ok(rows)
    }

    async fn approve_payable(&self, seen: SeenPayable, by: &Member, request: Option<RequestKey>) -> Result<Look, ReceivableError> {
        let me = &by.membership;
        let repeat = async |_| self.receivables.shown(seen.id, me).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let look = self.payable(seen.id, me).await?;
            if look.receivable().parts().version != seen.version {
                return Err(ReceivableError::Stale);
            }
            look.receivable().member_may(MemberAction::Submit, me, &look.approvers())?;
            self.identity.stepped_up(by)?;
            self.check_promise(&look, me).await?;
            self.receivables.handed_in(look, me, AuditAction::PayableApproved, request.as_ref()).await
        })
        .await
    }

    /// Replaces what a draft says. What it is compared with, and the facility it falls under, go by what it says then.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked` once it was handed in; `Facts` of a payable.
    pub async fn save(&self, id: ReceivableId, command: SaveCommand) -> Result<Look, ReceivableError> {
        let SaveCommand { by, version, facts } = command;
        let kept = self.receivables.kept_at(id, &by, version).await?;
        self.check_payable(&kept.receivable, &facts, &by).await?;
        self.receivables.save(kept, facts, &by).await
    }

    /// Whether a draft may say this, where it is a payable.
    pub(crate) async fn check_payable(&self, draft: &Receivable, facts: &Facts, by: &Membership) -> Result<(), ReceivableError> {
        let Parts { seller, debtor, facts: before, .. } = draft.parts();
        if draft.kind() == FacilityKind::Factoring {
            return Ok(());
        }
        self.promises(by).await?.check(facts)?;
        let (told, debtor) = (Numbered::of(*seller, facts), debtor.ok_or(Blocked::NoAgreement)?);
        let is_renumbered = told.number != before.number.normalised();
        if is_renumbered && self.times_entered((by.company, debtor), &told).await? > 0 {
            return Err(ReceivableError::Facts(vec![LISTED]));
        }
        Ok(())
    }

    /// Days have passed since it was entered, and somebody else may have entered it at the same time.
    async fn check_promise(&self, look: &Look, by: &Membership) -> Result<(), ReceivableError> {
        let Parts { seller, debtor, facts, .. } = look.receivable().parts();
        self.promises(by).await?.check(facts)?;
        let debtor = debtor.ok_or(Blocked::NoAgreement)?;
        let is_single = self.times_entered((by.company, debtor), &Numbered::of(*seller, facts)).await? <= 1;
        if is_single { Ok(()) } else { Err(ReceivableError::Facts(vec![LISTED])) }
    }

    /// Lowers a payable by a credit note before it is sold; by one of the whole amount it ends. What was sold stays whole.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked`: with `NotNow` once it was sold, `AmountOutOfRange`.
    pub async fn credit_payable(&self, id: ReceivableId, command: CreditPayableCommand) -> Result<Look, ReceivableError> {
        let CreditPayableCommand { by, version, amount, note, request } = command;
        let repeat = async |_| self.receivables.shown(id, &by).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut look = self.payable(id, &by).await?;
            if look.receivable().parts().version != version {
                return Err(ReceivableError::Stale);
            }
            let today = look.today();
            look.change(|receivable| receivable.credit_by_buyer(amount, today, &by))?;
            let at = self.identity.clock.now();
            let entry = trail::entry(&look, AuditAction::PayableCredited, Actor::User(by.user), at);
            let noted = note.iter().map(|note| ("note", note.as_str().to_owned()));
            let entry = entry.new_values([("amount", amount.get().to_string())].into_iter().chain(noted));
            let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id.0, at)));
            self.receivables.write(look, vec![stands(&by)], context).await
        })
        .await
    }

    /// A payable of this member's company, as it stands.
    async fn payable(&self, id: ReceivableId, by: &Membership) -> Result<Look, ReceivableError> {
        let kept = self.receivables.kept(id, by).await?;
        if kept.receivable.parts().origin != (Origin::Programme { buyer: by.company }) {
            return Err(ReceivableError::NotFound);
        }
        Ok(self.receivables.look(kept).await?)
    }
}
