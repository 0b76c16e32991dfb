//! What a debtor says of an invoice by the link it was sent, without an account.

use super::{
    actions::OperatorAction,
    evidence::{Dispute, DisputeReason, Evidence, EvidenceKind},
    receivable::{Blocked, Change, Receivable},
    status::ReceivableStatus,
};
use crate::{
    facilities::terms::{FacilityKind, Notification, Terms},
    kernel::{
        coded::coded_enum,
        email::EmailAddress,
        ids::{LinkId, ReceivableId, UserId, id},
        minor::Minor,
        text::Note,
    },
    parties::operator::Operator,
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use std::net::IpAddr;

id!(
    /// Something a debtor said.
    StatementId
);

/// A link by which one debtor confirms or disputes one invoice. Its secret is not kept, only its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    pub id: LinkId,
    pub receivable: ReceivableId,
    pub sent_to: EmailAddress,
    /// The operator; none where it went with a notice of assignment.
    pub asked_by: Option<UserId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl Confirmation {
    /// How long the link works: whoever looks after invoices may be on holiday.
    pub const LIFE: TimeDelta = TimeDelta::days(14);
    /// How often somebody may change what they said by one link. Whoever has more to say writes to the house.
    pub const MAX_STATEMENTS: usize = 5;

    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at
    }
}

coded_enum!(
    /// What a debtor says, as it is stored.
    AnswerKind {
        Confirm = "confirm",
        /// It owes another amount, or pays on another day.
        Change = "change",
        Dispute = "dispute",
        /// The invoice is somebody else's.
        NotOurs = "not_ours",
    }
);

/// What a debtor says of an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Confirm { note: Option<Note> },
    Change { amount: Option<Minor>, due_on: Option<NaiveDate>, note: Option<Note> },
    Dispute { amount: Option<Minor>, reason: DisputeReason, note: Option<Note> },
    NotOurs { note: Option<Note> },
}

impl Answer {
    pub fn kind(&self) -> AnswerKind {
        match self {
            Self::Confirm { .. } => AnswerKind::Confirm,
            Self::Change { .. } => AnswerKind::Change,
            Self::Dispute { .. } => AnswerKind::Dispute,
            Self::NotOurs { .. } => AnswerKind::NotOurs,
        }
    }

    /// What it comes to, for whoever reads it: the amount, the day and the reason that were named.
    pub fn named(&self) -> (Option<Minor>, Option<NaiveDate>, Option<DisputeReason>) {
        match self {
            Self::Confirm { .. } | Self::NotOurs { .. } => (None, None, None),
            Self::Change { amount, due_on, .. } => (*amount, *due_on, None),
            Self::Dispute { amount, reason, .. } => (*amount, None, Some(*reason)),
        }
    }

    pub fn note(&self) -> Option<&Note> {
        match self {
            Self::Confirm { note } | Self::Change { note, .. } | Self::Dispute { note, .. } | Self::NotOurs { note } => note.as_ref(),
        }
    }

    /// As it was stored; none where it does not make sense.
    pub fn of(
        kind: AnswerKind,
        (amount, due_on, reason): (Option<Minor>, Option<NaiveDate>, Option<DisputeReason>),
        note: Option<Note>,
    ) -> Option<Self> {
        Some(match kind {
            AnswerKind::Confirm => Self::Confirm { note },
            AnswerKind::Change => Self::Change { amount, due_on, note },
            AnswerKind::Dispute => Self::Dispute { amount, reason: reason?, note },
            AnswerKind::NotOurs => Self::NotOurs { note },
        })
    }
}

/// Something that was said by a link, when, and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub id: StatementId,
    pub link: LinkId,
    pub receivable: ReceivableId,
    pub answer: Answer,
    pub at: DateTime<Utc>,
    pub from: IpAddr,
}

/// Why the house does not ask a debtor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAsked {
    /// It is not to know that the house has to do with it.
    Undisclosed,
    /// Nobody said whom at the debtor to ask.
    NoContact,
}

/// Whether a debtor may be told that the house has to do with its invoices: where its seller agreed to that, and not in a
/// programme, whose buyer entered them itself.
pub fn is_told(terms: &Terms) -> bool {
    terms.parts().kind == FacilityKind::Factoring && terms.parts().notification == Notification::Disclosed
}

impl Receivable {
    /// Whether a debtor may still say something of it: before its end.
    pub fn takes_statements(&self) -> bool {
        use ReceivableStatus as S;
        self.is_at(&[S::Submitted, S::Offered, S::Accepted, S::Funded]).is_ok()
    }

    /// Whether this operator may have its debtor asked. `terms`: those it was sold under, or would be.
    ///
    /// # Errors
    /// `NotAsked(Undisclosed)`; see [`Self::operator_may`].
    pub fn may_ask_debtor(&self, terms: Option<&Terms>, me: &Operator) -> Result<(), Blocked> {
        self.operator_may(OperatorAction::AskDebtor, me, None)?;
        if terms.is_some_and(is_told) { Ok(()) } else { Err(Blocked::NotAsked(NotAsked::Undisclosed)) }
    }

    /// The debtor answers for itself. Who says that an invoice is not theirs disputes all of it that is `open`: neither paid nor deducted.
    ///
    /// # Errors
    /// `AmountOutOfRange` for more than the invoice says, `DayInPast`; see [`Self::confirmed`] and [`Self::disputed`].
    pub fn hear(&mut self, answer: &Answer, open: Minor, today: NaiveDate, at: DateTime<Utc>) -> Result<Vec<Change>, Blocked> {
        let note = answer.note().cloned();
        let confirmed =
            |amount, due_on, note| Evidence { kind: EvidenceKind::DebtorConfirmed, by: None, at, amount, due_on, note, file: None };
        let disputed = |amount, reason, note| Dispute { amount, reason, since: at, by: None, note, end: None };
        let whole = self.face();
        if let Answer::Change { amount, due_on, .. } = *answer {
            let most = self.parts().facts.face.amount();
            if amount.is_some_and(|amount| amount > most) {
                return Err(Blocked::AmountOutOfRange(most));
            }
            if due_on.is_some_and(|day| day < today) {
                return Err(Blocked::DayInPast);
            }
        }
        match *answer {
            Answer::Confirm { .. } => self.confirmed(confirmed(whole, None, note), open),
            Answer::Change { amount, due_on, .. } => self.confirmed(confirmed(amount.unwrap_or(whole), due_on, note), open),
            Answer::Dispute { amount, reason, .. } => self.disputed(disputed(amount.unwrap_or(open), reason, note), open),
            Answer::NotOurs { .. } => self.disputed(disputed(open, DisputeReason::Other, note), open),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facilities::{
            examples::{factoring, programme},
            terms::Parts,
        },
        identity::operator::OperatorRole,
        kernel::coded::Coded,
        parties::membership::MemberRole,
        receivables::{
            checks::{CheckCode, Cure, Finding, Outcome, Standing, Verdict, standing},
            examples::*,
        },
    };
    use ReceivableStatus as S;
    use proptest::prelude::*;

    const WHOLE: Minor = Minor::new(1_000_000);
    const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();

    fn answers() -> impl Strategy<Value = Answer> {
        let amount = || proptest::option::of((0i64..2_000_000).prop_map(Minor::new));
        let due_on = || proptest::option::of((0u64..120).prop_map(|days| day("2027-01-04") + chrono::Days::new(days)));
        let reason = || proptest::sample::select(DisputeReason::ALL);
        prop_oneof![
            Just(Answer::Confirm { note: None }),
            (amount(), due_on()).prop_map(|(amount, due_on)| Answer::Change { amount, due_on, note: None }),
            (amount(), reason()).prop_map(|(amount, reason)| Answer::Dispute { amount, reason, note: None }),
            Just(Answer::NotOurs { note: None }),
        ]
    }

    proptest! {
        #[test]
        fn what_a_debtor_says_never_makes_an_invoice_more_or_due_earlier(
            status in proptest::sample::select(S::ALL),
            said in proptest::collection::vec(answers(), 1..6),
        ) {
            let mut receivable = factored(status);
            for answer in &said {
                let before = receivable.clone();
                match receivable.hear(answer, WHOLE, TODAY, at(30)) {
                    Ok(_) => prop_assert!(before.takes_statements()),
                    // What is refused changes nothing.
                    Err(_) => prop_assert_eq!(&receivable, &before),
                }
                prop_assert!(receivable.face() <= before.face() && receivable.due_on() >= before.due_on());
                if S::SOLD.contains(&status) {
                    prop_assert_eq!((receivable.face(), receivable.due_on()), (before.face(), before.due_on()), "what was sold stays");
                }
                prop_assert!(receivable.parts().evidence.len() >= before.parts().evidence.len(), "what was said stays said");
                prop_assert!(receivable.parts().evidence.iter().all(|evidence| evidence.by.is_none()));
                prop_assert!(receivable.parts().dispute.as_ref().is_none_or(|dispute| dispute.by.is_none()));
                // Only an operator ends a dispute.
                prop_assert!(before.dispute().is_none() || receivable.dispute().is_some());
            }
        }

        #[test]
        fn an_answer_is_put_together_again_of_what_is_stored(answer in answers()) {
            prop_assert_eq!(Answer::of(answer.kind(), answer.named(), answer.note().cloned()), Some(answer));
        }
    }

    fn waits_for_verification() -> Finding {
        let verdict = Verdict { outcome: Outcome::Verify, cure: Some(Cure::AwaitVerification), figures: Vec::new(), since: None };
        Finding { code: CheckCode::FirstOfDebtor, verdict }
    }

    #[test]
    fn a_debtor_who_confirms_verifies_as_an_operator_does() {
        let mut receivable = factored(S::Submitted);
        let findings = [waits_for_verification()];
        assert_eq!(standing(&receivable, &findings), Standing::Submitted);
        assert!(receivable.hear(&Answer::Confirm { note: None }, WHOLE, TODAY, at(5)).is_ok());
        assert_eq!(standing(&receivable, &findings), Standing::Offered);
        let evidence = &receivable.parts().evidence[0];
        assert_eq!((evidence.kind, evidence.by, evidence.amount), (EvidenceKind::DebtorConfirmed, None, Minor::new(1_000_000)));
    }

    #[test]
    fn more_than_the_invoice_says_or_a_day_that_is_over_is_not_confirmed() {
        let change = |amount: i64, due_on: &str| Answer::Change { amount: Some(Minor::new(amount)), due_on: Some(day(due_on)), note: None };
        let said = |answer: &Answer| factored(S::Submitted).hear(answer, WHOLE, TODAY, at(5)).err();
        assert_eq!(said(&change(1_000_001, "2027-03-01")), Some(Blocked::AmountOutOfRange(Minor::new(1_000_000))));
        assert_eq!(said(&change(1_000_000, "2027-01-03")), Some(Blocked::DayInPast));
        assert_eq!(said(&change(1_000_000, "2027-01-04")), None);
    }

    #[test]
    fn less_confirmed_lowers_what_is_not_sold_and_is_disputed_of_what_was() {
        let less = Answer::Change { amount: Some(Minor::new(900_000)), due_on: Some(day("2027-03-01")), note: None };
        let mut open = factored(S::Submitted);
        assert!(open.hear(&less, WHOLE, TODAY, at(5)).is_ok());
        assert_eq!((open.face(), open.due_on()), (Minor::new(900_000), day("2027-03-01")));
        let mut sold = factored(S::Funded);
        assert!(sold.hear(&less, WHOLE, TODAY, at(5)).is_ok());
        let dispute = sold.dispute().unwrap();
        assert_eq!((dispute.amount, dispute.by), (Minor::new(100_000), None));
        assert_eq!(sold.due_on(), day("2027-02-18"), "more time is for the house to give");
    }

    #[test]
    fn not_ours_is_a_dispute_of_all_and_takes_an_offer_back() {
        let mut offered = factored(S::Offered);
        assert!(offered.hear(&Answer::NotOurs { note: None }, WHOLE, TODAY, at(5)).is_ok());
        let dispute = offered.dispute().unwrap();
        assert_eq!((dispute.amount, dispute.reason, dispute.by), (Minor::new(1_000_000), DisputeReason::Other, None));
        assert_eq!(offered.status(), S::Submitted);
        let again = Answer::Dispute { amount: None, reason: DisputeReason::Defective, note: None };
        assert_eq!(offered.hear(&again, WHOLE, TODAY, at(6)), Err(Blocked::Disputed));
        assert!(offered.hear(&Answer::Confirm { note: None }, WHOLE, TODAY, at(7)).is_ok(), "a further statement");
        assert!(offered.dispute().is_some(), "which an operator has to look at");
    }

    #[test]
    fn a_debtor_is_asked_only_where_it_may_know() {
        let terms = |parts: Parts| Terms::parse(parts).unwrap();
        let credit = Operator { membership: member(90, BUYER, MemberRole::Viewer), roles: [OperatorRole::Credit].into_iter().collect() };
        let silent = terms(Parts { notification: Notification::Undisclosed, ..factoring() });
        let receivable = factored(S::Funded);
        let undisclosed = Err(Blocked::NotAsked(NotAsked::Undisclosed));
        assert_eq!(receivable.may_ask_debtor(Some(&terms(factoring())), &credit), Ok(()));
        for told in [Some(&silent), Some(&terms(programme())), None] {
            assert_eq!(receivable.may_ask_debtor(told, &credit), undisclosed);
        }
        let ended = factored(S::Settled);
        assert_eq!(ended.may_ask_debtor(Some(&terms(factoring())), &credit), Err(Blocked::NotNow(S::Settled)));
    }

    #[test]
    fn a_link_works_for_a_fortnight() {
        let link = Confirmation {
            id: LinkId(uuid::Uuid::from_u128(7)),
            receivable: ReceivableId(uuid::Uuid::from_u128(1)),
            sent_to: EmailAddress::parse("books@nordwind.example").unwrap(),
            asked_by: None,
            created_at: at(0),
            expires_at: at(0) + Confirmation::LIFE,
        };
        assert!(link.is_live(at(14 * 24 - 1)) && !link.is_live(at(14 * 24)));
    }
}
