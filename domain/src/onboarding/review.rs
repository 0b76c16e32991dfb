//! What an operator does on an application.

use super::{
    actions::OperatorAction,
    application::{Application, Blocked, Change},
    decision::{Decision, DocumentRequest, Review},
    document::{DocumentId, Judgement},
};
use crate::{kernel::ids::UserId, parties::operator::Operator};
use chrono::{DateTime, Utc};

impl Application {
    /// Applies an operator's decision.
    ///
    /// # Errors
    /// `NotEditable` when it is not possible from this status.
    pub fn decide(&mut self, decision: Decision, by: &Operator, now: DateTime<Utc>) -> Result<Change, Blocked> {
        let (action, frees_the_case) = (decision.action(), decision.frees_the_case());
        let (reasons, requested, note) = decision.into_parts();
        self.operator_may(OperatorAction::Move(action), by)?;
        let change = self.go(action, by.user(), reasons, note, now)?;
        if frees_the_case {
            self.parts.reviewer = None;
        }
        self.parts.requests =
            requested.into_iter().map(|(kind, reason)| DocumentRequest { kind, reason, requested_at: now, replaced_by: None }).collect();
        Ok(change)
    }

    /// Does what an operator does on the case.
    ///
    /// # Errors
    /// When the status does not allow it; see each.
    pub fn review(&mut self, review: Review, by: &Operator, now: DateTime<Utc>) -> Result<Change, Blocked> {
        match review {
            Review::Take => self.take(by),
            Review::GiveBack => self.give_back(by),
            Review::Judge { document, judgement } => self.judge(document, judgement, by),
            Review::Decide(decision) => self.decide(decision, by, now),
        }
    }

    /// Says what the operator found in a document. How long the application waits is counted on.
    ///
    /// # Errors
    /// `NoSuchDocument`; `NotEditable` when the application is not with the operator.
    pub fn judge(&mut self, id: DocumentId, judgement: Judgement, by: &Operator) -> Result<Change, Blocked> {
        let may = self.operator_may(OperatorAction::JudgeDocuments, by);
        let document = self.parts.documents.iter_mut().find(|document| document.id == id).ok_or(Blocked::NoSuchDocument)?;
        may?;
        let before = document.clone();
        document.judge(judgement);
        Ok(Change::DocumentJudged { before, after: document.clone() })
    }

    /// Puts an operator on the case, be it in a colleague's place.
    ///
    /// # Errors
    /// `NotEditable` before the first submission.
    pub fn take(&mut self, by: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::Take, by)?;
        Ok(self.put_on_it(Some(by.user())))
    }

    /// Takes the operator off the case.
    ///
    /// # Errors
    /// `NotOnIt` when it is a colleague's, or nobody's.
    pub fn give_back(&mut self, by: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::GiveBack, by)?;
        Ok(self.put_on_it(None))
    }

    fn put_on_it(&mut self, reviewer: Option<UserId>) -> Change {
        let before = std::mem::replace(&mut self.parts.reviewer, reviewer);
        Change::ReviewerChanged { before, after: reviewer }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{document::Verdict, examples::*},
        *,
    };
    use crate::kernel::{Invalid, text::Note};
    use uuid::Uuid;

    #[test]
    fn a_case_is_taken_given_back_and_free_once_decided() -> Result<(), Box<dyn std::error::Error>> {
        let (me, colleague) = (operator(9), operator(8));
        let mut application = complete()?;
        assert_eq!(application.take(&me), Err(Blocked::NotEditable));
        application.submit(ADA, NOON)?;
        assert_eq!(application.take(&me), Ok(Change::ReviewerChanged { before: None, after: Some(me.user()) }));
        assert_eq!(application.take(&me), Ok(Change::ReviewerChanged { before: Some(me.user()), after: Some(me.user()) }));
        assert_eq!(application.give_back(&colleague), Err(Blocked::NotOnIt));
        assert_eq!(application.take(&colleague), Ok(Change::ReviewerChanged { before: Some(me.user()), after: Some(colleague.user()) }));
        assert!(application.give_back(&colleague).is_ok());
        assert_eq!(application.parts().reviewer, None);
        application.take(&me)?;
        application.decide(Decision::Approve { note: None }, &me, NOON)?;
        assert_eq!(application.parts().reviewer, None);
        Ok(())
    }

    #[test]
    fn a_verdict_does_not_reset_the_waiting_time() -> Result<(), Box<dyn std::error::Error>> {
        let mut application = complete()?;
        let id = application.documents()[0].id;
        assert_eq!(application.judge(id, Judgement::of(Verdict::Accepted, None)?, &operator(9)), Err(Blocked::NotEditable));
        application.submit(ADA, NOON)?;
        let reason = Some(Note::parse("The stamp is missing.")?);
        assert!(application.judge(id, Judgement::of(Verdict::Rejected, reason.clone())?, &operator(9)).is_ok());
        assert_eq!((application.documents()[0].verdict, &application.documents()[0].verdict_reason), (Verdict::Rejected, &reason));
        assert_eq!(application.parts().waiting_since, NOON);
        assert_eq!(
            application.judge(DocumentId(Uuid::from_u128(99)), Judgement::of(Verdict::Accepted, None)?, &operator(9)),
            Err(Blocked::NoSuchDocument)
        );
        Ok(())
    }

    #[test]
    fn nothing_is_refused_without_saying_why() -> Result<(), Invalid> {
        let why = Note::parse("The stamp is missing.")?;
        assert!(Judgement::of(Verdict::Rejected, None).is_err());
        assert_eq!(Judgement::of(Verdict::Accepted, Some(why.clone())), Judgement::of(Verdict::Accepted, None));
        assert!(Decision::disapprove(vec![], Some(why.clone())).is_err());
        assert!(Decision::request_documents(vec![], Some(why)).is_err());
        Ok(())
    }
}
