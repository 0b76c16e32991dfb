//! The application: the aggregate that holds form, documents and status together.

use super::{
    actions::ApplicantAction,
    bank_account::BankAccount,
    company::{CompanyDetails, Want},
    decision::{DisapprovalReason, DocumentRequest, Transition},
    document::{Document, DocumentId, DocumentKind, Verdict},
    merge::{Edit, Field, merge},
    people::Person,
    requirements::{Progress, Requirement, gaps_of_account, missing, progress},
    status::{Action, OnboardingStatus, OpenDocuments},
};
use crate::{
    identity::operator::OperatorRight,
    kernel::{
        coded::Coded,
        ids::{CompanyId, UserId, id},
        search,
        text::{Line, Note, PersonName},
    },
    parties::{
        buyer::{Buyer, BuyerDetails, BuyerId},
        company::Introduction,
        membership::{MemberRight, Membership},
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use std::collections::BTreeSet;

id!(
    /// An onboarding application.
    ApplicationId
);

/// The form as far as it is filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    pub company: CompanyDetails,
    pub people: Vec<Person>,
    pub bank_account: BankAccount,
}

/// Why an application cannot be changed so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Blocked {
    #[error("the application cannot be edited at this stage")]
    NotEditable,
    #[error("the application has as many documents as it can hold")]
    TooManyDocuments,
    #[error("the application has no such document")]
    NoSuchDocument,
    #[error("something is missing")]
    Incomplete(Vec<Requirement>),
    #[error("the operator is not on the case")]
    NotOnIt,
    #[error("the form has as many people as it can hold")]
    TooManyPeople,
    #[error("an operator's own company")]
    OwnCompany,
    /// It takes another role in the company.
    #[error("a member's role does not let them {}", .0.code())]
    NotMembers(MemberRight),
    /// It takes another role in the house.
    #[error("an operator's roles do not let them {}", .0.code())]
    NotOperators(OperatorRight),
    /// These fields changed since they were read; with the form as it is now.
    #[error("some fields changed meanwhile")]
    Conflict { fields: BTreeSet<Field>, now: Box<Form> },
}

/// What changed, so that the store writes that and no more.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// With the form as it was.
    FormSaved {
        before: Box<Form>,
    },
    /// What is told of a buyer on the list; nothing after it was taken away. Written beside it: buyers are aggregates of their
    /// own.
    BuyerEdited {
        id: BuyerId,
        before: BuyerDetails,
        after: Option<BuyerDetails>,
    },
    DocumentAttached(Document),
    DocumentRemoved(Document),
    /// The document with its new verdict.
    DocumentJudged {
        before: Document,
        after: Document,
    },
    /// The company is paid to another account from now on.
    BankAccountChanged {
        before: Box<BankAccount>,
    },
    /// An operator took the case or gave it back.
    ReviewerChanged {
        before: Option<UserId>,
        after: Option<UserId>,
    },
    /// A submission is kept as an immutable, numbered version beside it.
    Moved(Transition),
}

impl Change {
    /// Whether it left the application as it was.
    pub fn is_none_of(&self, after: &Application) -> bool {
        match self {
            Self::FormSaved { before } => **before == *after.form(),
            Self::BankAccountChanged { before } => **before == after.form().bank_account,
            Self::BuyerEdited { before, after, .. } => after.as_ref() == Some(before),
            Self::DocumentJudged { before, after } => before == after,
            Self::ReviewerChanged { before, after } => before == after,
            Self::DocumentAttached(_) | Self::DocumentRemoved(_) | Self::Moved(_) => false,
        }
    }
}

/// A company's application.
#[derive(Debug, Clone, PartialEq)]
pub struct Application {
    pub(super) parts: Parts,
}

/// What an application consists of, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    pub id: ApplicationId,
    /// Whose it is.
    pub company: CompanyId,
    /// The member who began it, and is written to.
    pub applicant: UserId,
    pub status: OnboardingStatus,
    /// Counts changes; a writer names the one it saw.
    pub version: i64,
    /// How often it was submitted.
    pub submissions: i32,
    pub form: Form,
    pub documents: Vec<Document>,
    pub requests: Vec<DocumentRequest>,
    /// The operator who is on the case.
    pub reviewer: Option<UserId>,
    /// How many buyers the applicant has named: they are aggregates of their own.
    pub buyer_count: usize,
    /// Since when it waits for whoever is next: its place in the queue.
    pub waiting_since: DateTime<Utc>,
}

impl Application {
    /// The application every company has before a member touches it.
    pub fn blank(id: ApplicationId, member: &Membership, buyer_count: usize, now: DateTime<Utc>) -> Self {
        Self {
            parts: Parts {
                id,
                company: member.company,
                applicant: member.user,
                status: OnboardingStatus::default(),
                version: 0,
                submissions: 0,
                form: Form::default(),
                documents: Vec::new(),
                requests: Vec::new(),
                reviewer: None,
                buyer_count,
                waiting_since: now,
            },
        }
    }

    /// The same with what another company said of it: a supplier's, to be completed.
    #[must_use]
    pub fn introduced(mut self, by: Option<&Introduction>) -> Self {
        if let Some(Introduction { by: _, legal_name, country, registration_number }) = by.cloned() {
            let company = &mut self.parts.form.company;
            company.wants = [Want::Supplier].into();
            (company.legal_name, company.country) = (Some(legal_name), Some(country));
            company.registration_number = Some(registration_number);
        }
        self
    }

    pub fn restore(parts: Parts) -> Self {
        Self { parts }
    }

    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    pub fn status(&self) -> OnboardingStatus {
        self.parts.status
    }

    pub fn form(&self) -> &Form {
        &self.parts.form
    }

    pub fn documents(&self) -> &[Document] {
        &self.parts.documents
    }

    pub fn requests(&self) -> &[DocumentRequest] {
        &self.parts.requests
    }

    pub fn buyer_count(&self) -> usize {
        self.parts.buyer_count
    }

    /// What is left to do before `submit`.
    pub fn missing(&self, today: NaiveDate) -> Vec<Requirement> {
        missing(self, today)
    }

    /// How far it is towards `submit`.
    pub fn progress(&self, today: NaiveDate) -> Progress {
        progress(self, today)
    }

    /// The words operators find it by: of the company, its people, its registration number.
    pub fn search_words(&self) -> BTreeSet<String> {
        let CompanyDetails { legal_name, trading_name, registration_number, .. } = &self.parts.form.company;
        let company = [legal_name, trading_name, registration_number].into_iter().flatten().map(Line::as_str);
        let names = self.parts.form.people.iter().flat_map(|person| [&person.fname, &person.lname]).flatten().map(PersonName::as_str);
        search::words(company.chain(names))
    }

    /// Whether a document of this kind may be added or taken away.
    pub fn accepts(&self, kind: DocumentKind) -> bool {
        match self.parts.status.open_documents() {
            OpenDocuments::Any => true,
            OpenDocuments::Requested => self.parts.requests.iter().any(|request| request.kind == kind),
            OpenDocuments::None => false,
        }
    }

    /// Replaces the draft.
    ///
    /// # Errors
    /// `NotEditable` after the first submission.
    pub fn save_form(&mut self, form: Form, now: DateTime<Utc>) -> Result<Change, Blocked> {
        self.applicant_may(ApplicantAction::EditForm)?;
        let before = std::mem::replace(&mut self.parts.form, form);
        self.touch(now);
        Ok(Change::FormSaved { before: Box::new(before) })
    }

    /// Changes some fields of the draft, beside whoever changes others.
    ///
    /// # Errors
    /// `NotEditable` after the first submission, `Conflict` when a field changed since it was read, `TooManyPeople`.
    pub fn edit_form(&mut self, edit: &Edit, now: DateTime<Utc>) -> Result<Change, Blocked> {
        self.applicant_may(ApplicantAction::EditForm)?;
        let conflict = |fields| Blocked::Conflict { fields, now: Box::new(self.parts.form.clone()) };
        let form = merge(&self.parts.form, edit).map_err(conflict)?;
        if form.people.len() > Person::MAX {
            return Err(Blocked::TooManyPeople);
        }
        self.save_form(form, now)
    }

    /// Pays the company to another account from now on. How long the application waits is counted on.
    ///
    /// # Errors
    /// `NotEditable` while it is not approved, `Incomplete` with what the account lacks.
    pub fn change_bank_account(&mut self, account: BankAccount, today: NaiveDate) -> Result<Change, Blocked> {
        self.applicant_may(ApplicantAction::ChangeBankAccount)?;
        let before = std::mem::replace(&mut self.parts.form.bank_account, account);
        let gaps = gaps_of_account(self, today);
        if gaps.is_empty() {
            return Ok(Change::BankAccountChanged { before: Box::new(before) });
        }
        self.parts.form.bank_account = before;
        Err(Blocked::Incomplete(gaps))
    }

    /// Tells something else of a buyer on the list, or takes it away.
    ///
    /// # Errors
    /// `NotEditable` after the first submission.
    pub fn edit_buyer(&mut self, buyer: &Buyer, after: Option<BuyerDetails>, now: DateTime<Utc>) -> Result<Change, Blocked> {
        self.applicant_may(ApplicantAction::EditBuyers)?;
        self.touch(now);
        Ok(Change::BuyerEdited { id: buyer.id, before: buyer.details.clone(), after })
    }

    /// Whether a document of this kind may be added now.
    ///
    /// # Errors
    /// `NotEditable` when the kind is not accepted now, `TooManyDocuments` when full. What was asked for and has not come has
    /// room in any case: nothing else could bring the application on.
    pub fn has_room_for(&self, kind: DocumentKind) -> Result<(), Blocked> {
        if !self.accepts(kind) {
            return Err(Blocked::NotEditable);
        }
        let is_awaited = self.parts.requests.iter().any(|request| request.kind == kind && request.replaced_by.is_none());
        let going = self.being_replaced();
        let standing = self.parts.documents.iter().filter(|document| document.replaced_at.is_none() && !going.contains(&document.id));
        if standing.count() >= Document::MAX_PER_APPLICATION && !is_awaited {
            return Err(Blocked::TooManyDocuments);
        }
        Ok(())
    }

    /// The documents in whose place those stand that were asked for: of the kind, the rejected ones, or all when none was
    /// rejected.
    fn being_replaced(&self) -> BTreeSet<DocumentId> {
        let of = |request: &DocumentRequest| {
            let is_older = |document: &&Document| document.kind == request.kind && document.uploaded_at < request.requested_at;
            let older: Vec<_> = self.parts.documents.iter().filter(is_older).filter(|document| document.replaced_at.is_none()).collect();
            let any_rejected = older.iter().any(|document| document.verdict == Verdict::Rejected);
            let going = older.into_iter().filter(move |document| !any_rejected || document.verdict == Verdict::Rejected);
            going.map(|document| document.id).collect::<Vec<_>>()
        };
        self.parts.requests.iter().flat_map(of).collect()
    }

    /// Adds a document; one that was asked for settles that request.
    ///
    /// # Errors
    /// Where there is no room for it: see [`Self::has_room_for`].
    pub fn attach(&mut self, document: Document, now: DateTime<Utc>) -> Result<Change, Blocked> {
        self.has_room_for(document.kind)?;
        if let Some(request) = self.parts.requests.iter_mut().find(|r| r.kind == document.kind && r.replaced_by.is_none()) {
            request.replaced_by = Some(document.id);
        }
        self.parts.documents.push(document.clone());
        self.touch(now);
        Ok(Change::DocumentAttached(document))
    }

    /// Takes a document away. What was part of a submission stays: versions are immutable.
    ///
    /// # Errors
    /// `NoSuchDocument`, or `NotEditable` when it was submitted or its kind is closed.
    pub fn remove(&mut self, id: DocumentId, now: DateTime<Utc>) -> Result<Change, Blocked> {
        let place = self.parts.documents.iter().position(|document| document.id == id).ok_or(Blocked::NoSuchDocument)?;
        let document = &self.parts.documents[place];
        let submitted = match self.parts.status {
            OnboardingStatus::NotCompleted => false,
            _ => !self.parts.requests.iter().any(|request| request.is_answered_by(document)),
        };
        if submitted || !self.accepts(document.kind) {
            return Err(Blocked::NotEditable);
        }
        let document = self.parts.documents.remove(place);
        for request in self.parts.requests.iter_mut().filter(|request| request.replaced_by == Some(id)) {
            // Another one may have come after it.
            request.replaced_by = self.parts.documents.iter().find(|other| request.is_answered_by(other)).map(|other| other.id);
        }
        self.touch(now);
        Ok(Change::DocumentRemoved(document))
    }

    /// Hands the application in, for the first time or again.
    ///
    /// # Errors
    /// `NotEditable` when it is with the operator or decided, `Incomplete` with everything that is missing.
    pub fn submit(&mut self, by: UserId, now: DateTime<Utc>) -> Result<Change, Blocked> {
        let action = self.next_step().ok_or(Blocked::NotEditable)?;
        self.touch(now);
        let missing = self.missing(now.date_naive());
        if !missing.is_empty() {
            return Err(Blocked::Incomplete(missing));
        }
        self.parts.submissions += 1;
        let going = self.being_replaced();
        for document in self.parts.documents.iter_mut().filter(|document| going.contains(&document.id)) {
            document.replaced_at = Some(now);
        }
        self.parts.requests.clear();
        self.go(action, by, Vec::new(), None, now)
    }

    /// What handing it in is now; none where that is not possible.
    pub fn next_step(&self) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| action.is_applicants() && self.status().after(*action).is_some())
    }

    /// Takes a step.
    pub(super) fn go(
        &mut self,
        action: Action,
        by: UserId,
        reasons: Vec<DisapprovalReason>,
        note: Option<Note>,
        at: DateTime<Utc>,
    ) -> Result<Change, Blocked> {
        let from = self.parts.status;
        let to = from.after(action).ok_or(Blocked::NotEditable)?;
        self.parts.status = to;
        self.touch(at);
        Ok(Change::Moved(Transition { at, action, from, to, by, reasons, note }))
    }

    /// What waits begins to wait anew.
    fn touch(&mut self, now: DateTime<Utc>) {
        self.parts.waiting_since = now;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            decision::Decision,
            document::{Judgement, Verdict},
            examples::*,
            requirements::Demand,
        },
        *,
    };
    use crate::{kernel::Invalid, onboarding::company::Want};
    use chrono::TimeDelta;
    use proptest::prelude::*;
    use uuid::Uuid;

    #[test]
    fn a_complete_application_is_submitted_once() -> Result<(), Invalid> {
        let mut application = complete()?;
        let moved = application.submit(ADA, NOON);
        assert!(matches!(moved, Ok(Change::Moved(Transition { to: OnboardingStatus::Pending, .. }))));
        assert_eq!(application.submit(ADA, NOON), Err(Blocked::NotEditable));
        assert_eq!(application.parts().submissions, 1);
        Ok(())
    }

    #[test]
    fn an_incomplete_application_stays_where_it_is() {
        let mut application = blank();
        assert!(matches!(application.submit(ADA, NOON), Err(Blocked::Incomplete(missing)) if missing.len() > 10));
        assert_eq!(application.status(), OnboardingStatus::NotCompleted);
    }

    #[test]
    fn what_was_asked_for_and_nothing_else_can_be_replaced() -> Result<(), Box<dyn std::error::Error>> {
        let mut application = complete()?;
        let original = application.documents().to_vec();
        application.submit(ADA, NOON)?;
        assert_eq!(application.save_form(Form::default(), NOON), Err(Blocked::NotEditable));
        let documents = vec![(DocumentKind::BankStatement, Note::parse("It is older than three months.")?)];
        let asked = NOON + TimeDelta::hours(1);
        application.decide(Decision::RequestDocuments { documents, note: None }, &operator(9), asked)?;
        assert_eq!(application.missing(TODAY).len(), 1);
        let replacement = Demand::Replacement { kind: DocumentKind::BankStatement, reason: Note::parse("It is older than three months.")? };
        assert_eq!(application.missing(TODAY)[0].demand, replacement);

        assert_eq!(application.attach(document(50, DocumentKind::ProofOfAddress)?, NOON), Err(Blocked::NotEditable));
        assert_eq!(application.remove(original[3].id, NOON), Err(Blocked::NotEditable));
        let new = |number| document(number, DocumentKind::BankStatement).map(|document| Document { uploaded_at: asked, ..document });
        let id = |number| DocumentId(Uuid::from_u128(number));
        let replaced_by = |application: &Application| application.parts().requests[0].replaced_by;
        assert!(application.attach(new(51)?, asked).is_ok());
        assert_eq!(replaced_by(&application), Some(id(51)));
        assert!(application.attach(new(53)?, asked).is_ok());
        assert_eq!(replaced_by(&application), Some(id(51)), "the first one settles the request");
        assert!(application.remove(id(51), asked).is_ok());
        assert_eq!(replaced_by(&application), Some(id(53)), "then the other");
        assert!(application.remove(id(53), asked).is_ok());
        assert!(matches!(application.submit(ADA, NOON), Err(Blocked::Incomplete(_))));
        assert!(application.attach(new(52)?, asked).is_ok());
        assert!(application.submit(ADA, NOON).is_ok());
        assert_eq!(application.parts().submissions, 2);
        Ok(())
    }

    #[test]
    fn what_was_asked_for_replaces_what_was_rejected_or_else_all_of_its_kind() -> Result<(), Box<dyn std::error::Error>> {
        let (statement, reason) = (DocumentKind::BankStatement, Note::parse("It is too old.")?);
        let mut application = complete()?;
        application.attach(document(60, statement)?, NOON)?;
        let standing = |application: &Application| {
            let standing = application.documents().iter().filter(|document| document.kind == statement && document.replaced_at.is_none());
            standing.map(|document| document.id).collect::<Vec<_>>()
        };
        let [first, second] = standing(&application)[..] else { return Err("two bank statements".into()) };
        application.submit(ADA, NOON)?;
        application.judge(second, Judgement::of(Verdict::Rejected, Some(reason.clone()))?, &operator(9))?;
        let replace = |application: &mut Application, number: u128| {
            let asked = NOON + TimeDelta::hours(i64::try_from(number).unwrap_or(0));
            let documents = vec![(statement, reason.clone())];
            application.decide(Decision::RequestDocuments { documents, note: None }, &operator(9), asked)?;
            let new = document(number, statement).map_err(|_| Blocked::NoSuchDocument)?;
            let new = Document { uploaded_at: asked, ..new };
            application.attach(new.clone(), asked)?;
            application.submit(ADA, asked)?;
            Ok::<_, Blocked>(new.id)
        };
        let third = replace(&mut application, 61)?;
        assert_eq!(standing(&application), [first, third]);
        let fourth = replace(&mut application, 62)?;
        assert_eq!(standing(&application), [fourth]);
        Ok(())
    }

    /// A buyer's application that lacks nothing, holds as many documents as it can, and none of what only sellers hand in.
    fn full() -> Result<Application, Invalid> {
        let mut form = complete()?.form().clone();
        form.company.wants = [Want::Buyer].into();
        let mut application = with(form, |document| document.kind != DocumentKind::AgedReceivables, 0);
        for number in 100.. {
            if application.attach(document(number, DocumentKind::BankStatement)?, NOON).is_err() {
                break;
            }
        }
        Ok(application)
    }

    #[test]
    fn what_was_asked_for_has_room_in_any_case() -> Result<(), Box<dyn std::error::Error>> {
        let mut application = full()?;
        assert_eq!(application.documents().len(), Document::MAX_PER_APPLICATION);
        application.submit(ADA, NOON)?;
        let documents = vec![(DocumentKind::AgedReceivables, Note::parse("You sell as well.")?)];
        application.decide(Decision::RequestDocuments { documents, note: None }, &operator(9), NOON)?;
        assert!(application.attach(document(60, DocumentKind::AgedReceivables)?, NOON).is_ok());
        assert_eq!(application.attach(document(61, DocumentKind::AgedReceivables)?, NOON), Err(Blocked::TooManyDocuments));
        assert!(application.submit(ADA, NOON).is_ok());
        Ok(())
    }

    #[test]
    fn there_is_room_for_twenty_documents() -> Result<(), Invalid> {
        let mut application = blank();
        for number in 0..20 {
            assert!(application.attach(document(number, DocumentKind::BankStatement)?, NOON).is_ok());
        }
        assert_eq!(application.attach(document(20, DocumentKind::BankStatement)?, NOON), Err(Blocked::TooManyDocuments));
        assert_eq!(application.remove(DocumentId(Uuid::from_u128(99)), NOON), Err(Blocked::NoSuchDocument));
        Ok(())
    }

    fn decision(choice: u8) -> Result<Decision, Invalid> {
        let documents = vec![(DocumentKind::BankStatement, Note::parse("too old")?)];
        Ok(match choice {
            0 => Decision::Approve { note: None },
            1 => Decision::Disapprove { reasons: vec![DisapprovalReason::Other], note: None },
            2 => Decision::RequestDocuments { documents, note: None },
            _ => Decision::Reopen { documents, note: None },
        })
    }

    proptest! {
        #[test]
        fn no_application_is_a_dead_end(is_old in any::<bool>(), steps in proptest::collection::vec((0u8..6, 0usize..6, any::<bool>()), 0..120)) {
            let mut application = full().map_err(|e| TestCaseError::fail(e.to_string()))?;
            if is_old {
                // Handed in before all of this was asked.
                let mut parts = application.parts().clone();
                parts.form = Form { people: parts.form.people, ..Form::default() };
                application = Application::restore(Parts { status: OnboardingStatus::Pending, submissions: 1, ..parts });
            }
            for (number, (step, kind, reject)) in steps.into_iter().enumerate() {
                let (kind, now) = (DocumentKind::ALL[kind], NOON + TimeDelta::minutes(i64::try_from(number).unwrap_or(0)));
                let reason = Note::parse("too old").map_err(|e| TestCaseError::fail(e.to_string()))?;
                let _ = match step {
                    0 => application.decide(Decision::RequestDocuments { documents: vec![(kind, reason)], note: None }, &operator(9), now),
                    1 => application.submit(ADA, now),
                    2 => {
                        let some = application.documents().iter().find(|document| document.kind == kind).map(|document| document.id);
                        let verdict = if reject { Verdict::Rejected } else { Verdict::Accepted };
                        let judgement = Judgement::of(verdict, Some(reason)).map_err(|e| TestCaseError::fail(e.to_string()))?;
                        some.map_or(Err(Blocked::NoSuchDocument), |id| application.judge(id, judgement, &operator(9)))
                    }
                    _ => {
                        let new = document(1_000 + number as u128, kind).map_err(|e| TestCaseError::fail(e.to_string()))?;
                        application.attach(Document { uploaded_at: now, ..new }, now)
                    }
                };
                for request in application.requests().iter().filter(|request| request.replaced_by.is_none()) {
                    prop_assert_eq!(application.has_room_for(request.kind), Ok(()));
                }
                if application.status() == OnboardingStatus::DocumentsMissing {
                    let is_awaited = application.requests().iter().any(|request| request.replaced_by.is_none());
                    prop_assert_eq!(application.missing(TODAY).is_empty(), !is_awaited);
                }
                let going = application.being_replaced();
                let stands = |document: &&Document| document.replaced_at.is_none() && !going.contains(&document.id);
                let standing = application.documents().iter().filter(stands).count();
                prop_assert!(standing <= Document::MAX_PER_APPLICATION + DocumentKind::ALL.len(), "{}", standing);
            }
        }

        #[test]
        fn no_sequence_of_actions_leaves_the_table(actions in proptest::collection::vec(0u8..7, 0..60)) {
            let mut application = complete().map_err(|e| TestCaseError::fail(e.to_string()))?;
            let mut number = 100;
            for action in actions {
                let before = application.clone();
                let result = match action {
                    0..=3 => application.decide(decision(action).map_err(|e| TestCaseError::fail(e.to_string()))?, &operator(9), NOON),
                    4 => application.submit(ADA, NOON),
                    5 => {
                        number += 1;
                        let new = document(number, DocumentKind::BankStatement).map_err(|e| TestCaseError::fail(e.to_string()))?;
                        application.attach(new, NOON)
                    }
                    _ => application.save_form(before.form().clone(), NOON),
                };
                match result {
                    Ok(Change::Moved(step)) => {
                        prop_assert_eq!(step.from, before.status());
                        prop_assert_eq!(step.from.after(step.action), Some(step.to));
                        prop_assert_eq!(step.to, application.status());
                        if step.to == OnboardingStatus::Pending {
                            prop_assert!(before.missing(TODAY).is_empty());
                        }
                    }
                    Ok(_) => prop_assert_eq!(before.status(), application.status()),
                    Err(_) => prop_assert_eq!(before.status(), application.status()),
                }
                let standing = application.documents().len() - application.being_replaced().len();
                prop_assert!(standing <= Document::MAX_PER_APPLICATION + 1, "{}", standing);
                prop_assert!(application.documents().len() >= 6, "a submitted document went away");
            }
        }
    }
}
