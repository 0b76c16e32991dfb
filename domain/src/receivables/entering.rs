//! What is done with a receivable before it is sold, by those who enter it.

use super::{
    actions::MemberAction,
    facts::{Facts, Figures, InvoiceDocument, InvoiceDocumentId},
    receivable::{Blocked, Change, Credited, Entered, Entry, Parts, Receivable, Submitted},
    status::{Action, ReceivableStatus},
};
use crate::{
    kernel::{ids::DebtorId, minor::Minor},
    parties::{approvers::Approvers, membership::Membership},
};
use chrono::{DateTime, NaiveDate, Utc};

impl Receivable {
    /// A draft, entered by this member of the company that enters such ones.
    ///
    /// # Errors
    /// `NotMembers`, `NotTheirs`.
    pub fn enter(entry: Entry, me: &Membership, now: DateTime<Utc>) -> Result<Self, Blocked> {
        let Entry { id, reference, origin, seller, debtor, facts } = entry;
        let receivable = Self::restore(Parts {
            id,
            version: 0,
            reference,
            origin,
            seller,
            debtor,
            booked_with: None,
            agreement: None,
            figures: Figures::from(&facts),
            facts,
            documents: Vec::new(),
            status: ReceivableStatus::Draft,
            hold: None,
            dispute: None,
            evidence: Vec::new(),
            exceptions: Vec::new(),
            entered: Entered { by: me.user, at: now },
            documented: Vec::new(),
            submitted: None,
            accepted: None,
            rejection: None,
            credits: Vec::new(),
        });
        receivable.member_may(MemberAction::Edit, me, &Approvers::default())?;
        Ok(receivable)
    }

    /// Replaces the facts of a draft. Whoever does so has entered it from then on: they answer for every fact, and for the documents it
    /// has.
    ///
    /// # Errors
    /// See [`Self::member_may`].
    pub fn save(&mut self, facts: Facts, me: &Membership, now: DateTime<Utc>) -> Result<Change, Blocked> {
        self.member_may(MemberAction::Edit, me, &Approvers::default())?;
        self.parts.figures = Figures::from(&facts);
        self.parts.entered = Entered { by: me.user, at: now };
        self.parts.documented.clear();
        let before = std::mem::replace(&mut self.parts.facts, facts);
        Ok(Change::FactsSaved { before: Box::new(before) })
    }

    /// Adds a file. Whoever does so has entered it too.
    ///
    /// # Errors
    /// `TooManyDocuments`; see [`Self::member_may`].
    pub fn attach(&mut self, document: InvoiceDocument, me: &Membership) -> Result<Change, Blocked> {
        self.member_may(MemberAction::AttachDocuments, me, &Approvers::default())?;
        self.documented_by(me, document.uploaded_at);
        self.parts.documents.push(document.clone());
        Ok(Change::DocumentAttached(document))
    }

    /// Takes a file of a draft away. What was handed in stays. Whoever does so has entered it too. `now`: of the business.
    ///
    /// # Errors
    /// `NoSuchDocument`; see [`Self::member_may`].
    pub fn detach(&mut self, id: InvoiceDocumentId, me: &Membership, now: DateTime<Utc>) -> Result<Change, Blocked> {
        self.member_may(MemberAction::Edit, me, &Approvers::default())?;
        let document = self.document(id)?.clone();
        self.documented_by(me, now);
        self.parts.documents.retain(|document| document.id != id);
        Ok(Change::DocumentRemoved(document))
    }

    fn documented_by(&mut self, me: &Membership, now: DateTime<Utc>) {
        self.parts.documented.retain(|entered| entered.by != me.user);
        self.parts.documented.push(Entered { by: me.user, at: now });
    }

    /// An operator approved the buyer, so it is known which legal entity owes.
    pub fn know_debtor(&mut self, debtor: DebtorId) -> Option<Change> {
        let is_new = self.parts.debtor.is_none();
        self.parts.debtor = self.parts.debtor.or(Some(debtor));
        is_new.then_some(Change::DebtorKnown(debtor))
    }

    /// Hands it in; in a programme, promises to pay it. `today` is the business date, `approvers` as for [`Self::member_may`].
    ///
    /// # Errors
    /// `NoDocument` in factoring, `FourEyes` in a programme; see [`Self::member_may`].
    pub fn submit(&mut self, me: &Membership, approvers: &Approvers, today: NaiveDate, now: DateTime<Utc>) -> Result<Change, Blocked> {
        self.member_may(MemberAction::Submit, me, approvers)?;
        self.parts.submitted = Some(Submitted { by: me.user, at: now, on: today });
        self.go(Action::Submit)
    }

    /// Takes it back before it is sold.
    ///
    /// # Errors
    /// `OnlyByCreditNote` in a programme; see [`Self::member_may`].
    pub fn withdraw(&mut self, me: &Membership) -> Result<Change, Blocked> {
        self.member_may(MemberAction::Withdraw, me, &Approvers::default())?;
        self.go(Action::Withdraw)
    }

    /// A credit note that the buyer of a programme enters before the payable is sold. `on` is the business date.
    ///
    /// # Errors
    /// `HouseEnters` in factoring, `AmountOutOfRange`; see [`Self::member_may`].
    pub fn credit_by_buyer(&mut self, amount: Minor, on: NaiveDate, me: &Membership) -> Result<Vec<Change>, Blocked> {
        self.member_may(MemberAction::CreditNote, me, &Approvers::default())?;
        self.credit(amount, on)
    }

    /// A credit note before the sale: of the whole amount, it ends it; of a part, it is offered anew with what is left.
    pub(super) fn credit(&mut self, amount: Minor, on: NaiveDate) -> Result<Vec<Change>, Blocked> {
        let face = self.face();
        if !amount.is_positive() || amount > face {
            return Err(Blocked::AmountOutOfRange(face));
        }
        let changes = if amount == face {
            vec![self.go(Action::Withdraw)?]
        } else {
            self.correct(Figures { face: face - amount, ..self.parts.figures })?
        };
        self.parts.credits.push(Credited { on, amount });
        Ok(changes)
    }

    /// Goes on with other figures before the sale.
    pub(super) fn correct(&mut self, figures: Figures) -> Result<Vec<Change>, Blocked> {
        let moved = self.go(Action::Correct)?;
        let before = std::mem::replace(&mut self.parts.figures, figures);
        Ok(vec![moved, Change::FiguresChanged { before }])
    }
}
