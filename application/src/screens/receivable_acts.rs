//! The activity of a receivable: who did what, and why.

use super::{Screens, TrailPage};
use crate::{
    kernel::{audit::Subject, paging::cut},
    payments::ports::PayoutFilter,
    receivables::ReceivableError,
};
use sooner_domain::{identity::operator::OperatorRight, kernel::ids::ReceivableId, parties::operator::Operator};
use uuid::Uuid;

impl Screens {
    /// What people and the end of day did with a receivable, the newest first, with what they noted. For whoever sees payments also what
    /// became of its payouts.
    ///
    /// # Errors
    /// `NotFound`; `Blocked(OwnCompany)` where it is of the operator's own.
    pub async fn receivable_acts(&self, by: &Operator, id: ReceivableId, before: Option<Uuid>) -> Result<TrailPage, ReceivableError> {
        let look = Box::pin(self.approvals.receivables.examined(id, by)).await?;
        let about = look.receivable().id();
        let mut subjects = vec![Subject::Thing(about.0)];
        if by.may(OperatorRight::ReadPayments) {
            let of_it = PayoutFilter { about: Some(about), ..PayoutFilter::default() };
            let payouts = self.payouts.page(of_it, None, Self::TRAIL_PAGE).await?;
            subjects.extend(payouts.iter().map(|payout| Subject::Thing(payout.id.0)));
        }
        let mut records = self.trail.about(&subjects, before, Self::TRAIL_PAGE + 1).await?;
        let next = cut(&mut records, Self::TRAIL_PAGE, |record| record.id);
        Ok(self.with_people(records, next).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        approvals::{Approvals, EndingCommand, FourEyes, Performed, Ruling, hash_of},
        kernel::audit::Record,
        servicing::{HouseCommand, HouseDecision, Resolution},
        testing::{World, confirmed, end_of_day::BusyDay},
    };
    use chrono::TimeDelta;
    use sooner_domain::{
        approvals::{approval::Verdict, proposal::Ending},
        identity::operator::OperatorRoles,
        kernel::{audit::AuditAction as A, minor::Minor, text::Note},
        receivables::{book::LossCause, evidence::DisputeReason, receivable::Blocked},
    };
    use std::error::Error;

    type Checked = Result<(), Box<dyn Error>>;

    fn of(record: &Record, field: &str) -> Option<String> {
        record.entry.changes.iter().find(|change| change.field == field)?.after.clone()
    }

    async fn decide(busy: &BusyDay, what: HouseDecision) -> Checked {
        let look = busy.world.receivables().examined(busy.not_due, &busy.olga.operator()).await?;
        let version = look.receivable().parts().version;
        let command = HouseCommand { by: busy.olga.clone(), version, what, request: None };
        Box::pin(busy.world.servicing().decide(busy.not_due, command)).await?;
        Ok(())
    }

    #[tokio::test]
    async fn what_colleagues_noted_is_read_with_who_noted_it() -> Checked {
        let busy = Box::pin(BusyDay::new(World::default())).await?;
        let due_on = busy.world.receivables().examined(busy.not_due, &busy.olga.operator()).await?.receivable().due_on();
        let (dispute, extension) = (Note::parse("Two are broken.")?, Note::parse("Promised on the phone.")?);
        let disputed = HouseDecision::Dispute { amount: Minor::new(100), reason: DisputeReason::Defective, note: Some(dispute) };
        decide(&busy, disputed).await?;
        decide(&busy, HouseDecision::Resolve { resolution: Resolution::Won }).await?;
        decide(&busy, HouseDecision::Extend { due_on: due_on + TimeDelta::days(7), note: Some(extension) }).await?;
        let (screens, by) = (busy.world.screens(), busy.olga.operator());
        let page = screens.receivable_acts(&by, busy.not_due, None).await?;
        let told: Vec<_> = page.records.iter().take(3).map(|record| (record.entry.action, of(record, "note"))).collect();
        let noted = |note: &str| Some(note.to_owned());
        let expected = [
            (A::ReceivableExtended, noted("Promised on the phone.")),
            (A::DisputeResolved, None),
            (A::ReceivableDisputed, noted("Two are broken.")),
        ];
        assert_eq!(told, expected);
        // The dispute keeps its story.
        assert_eq!(of(&page.records[1], "disputeEnd").as_deref(), Some("won"));
        assert_eq!(
            (of(&page.records[2], "disputeReason").as_deref(), of(&page.records[2], "amount").as_deref()),
            (Some("defective"), Some("100"))
        );
        assert!(page.people.contains_key(&busy.olga.user.id()));
        // Its seller's own acts are among them, and nothing of another invoice is.
        assert!(page.records.iter().any(|record| record.entry.action == A::OfferAccepted));
        let other = screens.receivable_acts(&by, busy.overdue[0], None).await?;
        assert!(!other.records.is_empty() && other.records.iter().all(|record| !page.records.contains(record)));
        let older = screens.receivable_acts(&by, busy.not_due, Some(page.records[0].id)).await?;
        assert_eq!(older.records, page.records[1..]);

        let insider = crate::parties::Member { membership: busy.seller.me.membership, ..busy.olga.clone() };
        let refused = screens.receivable_acts(&insider.operator(), busy.not_due, None).await;
        assert_eq!(refused, Err(ReceivableError::Blocked(Blocked::OwnCompany)));
        Ok(())
    }

    #[tokio::test]
    async fn what_took_two_people_names_both_and_why() -> Checked {
        let busy = Box::pin(BusyDay::new(World::default())).await?;
        let omar = busy.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
        let approvals = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&busy.world.approvals()) };
        let look = busy.world.receivables().examined(busy.long_overdue, &busy.olga.operator()).await?;
        let (version, what) = (look.receivable().parts().version, Ending::WriteOff(LossCause::Default));
        let note = Some(Note::parse("Nothing is left there.")?);
        let command = EndingCommand { by: confirmed(&busy.olga), version, what, note, request: None };
        let Performed::Awaits(approval) = Box::pin(approvals.end_receivable(busy.long_overdue, command)).await? else {
            return Err("it was done at once".into());
        };
        let ruling = Ruling { by: confirmed(&omar), verdict: Verdict::Approve, hash: hash_of(&approval), note: None, request: None };
        Box::pin(approvals.decide(approval.id, ruling)).await?;
        let page = busy.world.screens().receivable_acts(&busy.olga.operator(), busy.long_overdue, None).await?;
        let newest = &page.records[0];
        assert_eq!((newest.entry.action, of(newest, "note").as_deref()), (A::ReceivableWrittenOff, Some("Nothing is left there.")));
        assert_eq!(super::super::proposer(newest), Some(busy.olga.user.id()));
        assert!([omar.user.id(), busy.olga.user.id()].iter().all(|id| page.people.contains_key(id)));
        Ok(())
    }
}
