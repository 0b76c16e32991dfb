//! How far an approved seller is on its way to its first payout.

use super::{Screens, ports::SetUpRow};
use crate::{
    facilities::ports::FacilityFilter,
    kernel::unavailable::Unavailable,
    onboarding::ReviewError,
    parties::ports::TeamMember,
    payments::ports::{PayoutFilter, PayoutOrder},
    receivables::{ListSearch, Look},
};
use sooner_domain::{
    facilities::terms::FacilityKind,
    identity::{operator::OperatorRight, user::User},
    kernel::{ids::CompanyId, money::Currency},
    onboarding::{application::Blocked, status::OnboardingStatus},
    parties::{debtor::Debtor, membership::Membership, operator::Operator},
    payments::payout::PayoutStatus,
    receivables::{
        first_cash::{DebtorLimit, FirstCashStep, Invoice, Progress, SetUp, StepState, first_cash},
        receivable::Parts,
        status::ReceivableStatus,
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Every step and where it stands, with the people of the company.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstCash {
    pub steps: Vec<(FirstCashStep, StepState)>,
    pub people: Vec<User>,
}

/// What companies wait for that were approved and not paid yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingUp {
    /// Longest waiting first, of each kind at most [`Screens::MOST_SET_UP`].
    pub rows: Vec<SetUpRow>,
    /// The debtors of these rows whose limits are proposed and wait for a second person.
    pub proposed: BTreeSet<Uuid>,
}

impl SettingUp {
    /// How many rows there are of this kind.
    pub fn count(&self, kind: SetUp) -> usize {
        self.rows.iter().filter(|row| row.kind == kind).count()
    }
}

impl Screens {
    /// The most rows of one kind.
    pub const MOST_SET_UP: i64 = 500;
    const MOST_FACILITIES: i64 = 100;
    const MOST_PAYOUTS: i64 = 100;

    /// The way of a company to its first payout; none where it is not approved, sells nothing, or was paid.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn first_cash(&self, company: CompanyId) -> Result<Option<FirstCash>, Unavailable> {
        let filter = PayoutFilter { company: Some(company), order: PayoutOrder::OldestFirst, ..PayoutFilter::default() };
        let payouts = self.payouts.page(filter, None, Self::MOST_PAYOUTS).await?;
        let left = [PayoutStatus::Released, PayoutStatus::Executed, PayoutStatus::Returned];
        if payouts.iter().any(|payout| left.contains(&payout.status)) {
            return Ok(None);
        }
        let filed = self.applications.filed(company).await?;
        let Some(application) = filed.application.filter(|of| of.status() == OnboardingStatus::Approved && of.form().company.sells())
        else {
            return Ok(None);
        };
        let approved = filed.history.iter().rfind(|step| step.to == OnboardingStatus::Approved);
        let approved_at = approved.map_or(application.parts().waiting_since, |step| step.at);
        let team = self.teams.members(company).await?;
        let filter = FacilityFilter { company: Some(company), ..FacilityFilter::default() };
        let facilities = self.approvals.facilities.page(filter, None, Self::MOST_FACILITIES).await?;
        let facilities = facilities.into_iter().map(|found| found.facility);
        let facilities: Vec<_> = facilities.filter(|facility| facility.parts().kind == FacilityKind::Factoring).collect();
        let buyers = self.buyers.of(company).await?;
        let named: Vec<_> = buyers.iter().filter_map(|buyer| buyer.debtor).collect();
        let debtors = self.debtors.by_ids(&named).await?;
        let of = |id| debtors.iter().find(|debtor: &&Debtor| debtor.id() == id).cloned();
        let buyers: Vec<_> = buyers.into_iter().map(|buyer| (buyer.clone(), buyer.debtor.and_then(of))).collect();
        let search = ListSearch { statuses: ON_THE_WAY.to_vec(), ..ListSearch::default() };
        let looks = self.approvals.receivables.sold_by(company, search, None).await?.looks;
        let own = looks.iter().filter(|look| look.receivable().kind() == FacilityKind::Factoring);
        let invoices: Vec<_> = own.map(invoice).collect();
        let members: Vec<Membership> = team.iter().map(|member| member.membership).collect();
        let progress = Progress {
            approved_at,
            members: &members,
            facilities: &facilities,
            buyers: &buyers,
            invoices: &invoices,
            is_paid: invoices.iter().any(|invoice| PAID.contains(&invoice.status)),
        };
        let steps = first_cash(&progress);
        let is_over = steps.iter().all(|(_, state)| *state == StepState::Done);
        Ok((!is_over).then(|| FirstCash { steps, people: team.into_iter().map(|TeamMember { user, .. }| user).collect() }))
    }

    /// The same, as an operator sees it.
    ///
    /// # Errors
    /// `NotFound`; `Blocked` as for [`Self::company`].
    pub async fn first_cash_of(&self, by: &Operator, id: CompanyId) -> Result<Option<FirstCash>, ReviewError> {
        self.company(by, id).await?;
        Ok(self.first_cash(id).await?)
    }

    /// What is to be set up for companies that were approved, but for what concerns the operator's own.
    ///
    /// # Errors
    /// `Blocked` without the right to read applications.
    pub async fn setting_up(&self, by: &Operator) -> Result<SettingUp, ReviewError> {
        if !by.may(OperatorRight::ReadApplications) {
            return Err(Blocked::NotOperators(OperatorRight::ReadApplications).into());
        }
        let rows = self.desks.setting_up(by.membership.company, Self::MOST_SET_UP).await?;
        let debtors = rows.iter().filter(|row| row.kind == SetUp::Limit).map(|row| row.id).collect();
        let proposed = self.approvals.limits_proposed(debtors).await?;
        Ok(SettingUp { rows, proposed })
    }
}

/// Where an invoice stands that was handed in and not given back.
const ON_THE_WAY: [ReceivableStatus; 6] = [
    ReceivableStatus::Submitted,
    ReceivableStatus::Offered,
    ReceivableStatus::Accepted,
    ReceivableStatus::Funded,
    ReceivableStatus::Settled,
    ReceivableStatus::WrittenOff,
];

/// Paid out, or set off whole.
const PAID: [ReceivableStatus; 3] = [ReceivableStatus::Funded, ReceivableStatus::Settled, ReceivableStatus::WrittenOff];

fn invoice(look: &Look) -> Invoice {
    let Parts { submitted, accepted, evidence, status, .. } = look.receivable().parts();
    let confirmed = evidence.iter().map(|evidence| evidence.at).max();
    let limit = |currency: Currency| {
        let debtor = look.scene.debtor.as_ref();
        debtor.is_some_and(|debtor| debtor.parts().limits.is_set(currency))
    };
    let cures = look.findings.iter().filter_map(|finding| finding.verdict.cure);
    Invoice {
        status: *status,
        since: accepted.map(|accepted| accepted.at).or_else(|| submitted.map(|submitted| submitted.at).max(confirmed)),
        debtor_limit: if limit(look.receivable().currency()) { DebtorLimit::Set } else { DebtorLimit::Missing },
        fits: look.fits_today(),
        awaits_seller: cures.into_iter().any(|cure| cure.is_sellers()),
        acceptors: look.acceptors().into_iter().map(User::id).collect(),
    }
}
