//! Proposals about the company an operator belongs to are for colleagues to read.

use super::Approvals;
use crate::{cash::Touched, kernel::unavailable::Unavailable};
use sooner_domain::{
    approvals::{
        approval::Approval,
        proposal::{OrderedPayout, Proposal},
    },
    parties::operator::Operator,
    payments::receipt::Target,
};

/// By what a proposal may concern a company.
fn touched(proposal: &Proposal) -> Touched {
    let mut touched = Touched { companies: proposal.companies().into_iter().collect(), ..Touched::default() };
    match proposal {
        Proposal::DebtorLimits { debtor, .. } => touched.debtors.extend([*debtor]),
        Proposal::DebtorMerge(merge) => touched.debtors.extend([merge.gone.debtor, merge.stays.debtor]),
        Proposal::Payouts(ordered) => touched.things.extend(ordered.payouts.iter().map(OrderedPayout::id).map(|id| id.0)),
        Proposal::SentBack(back) => {
            touched.things.extend([back.receipt.0]);
            touched.debtors.extend(back.credit_of);
        }
        Proposal::Receivable(ending) => touched.things.extend([ending.receivable.0]),
        Proposal::PartUndone(undone) => match undone.target {
            Target::Receivable(id) | Target::PassOn(_, id) => touched.things.extend([id.0]),
            Target::Credit(debtor) => touched.debtors.extend([debtor]),
            Target::SentBack(_) | Target::Entry(_) => {}
        },
        Proposal::LedgerEntry(manual) => touched.things.extend(manual.explains().map(|seen| seen.receipt)),
        Proposal::OperatorRoles { .. }
        | Proposal::BankAccount { .. }
        | Proposal::HouseAccounts { .. }
        | Proposal::Terms(_)
        | Proposal::SupplierRate(_) => {}
    }
    touched
}

impl Approvals {
    /// Those of these that this operator reads, whether they wait or have ended: not what concerns the company they belong to, unless they
    /// proposed it themselves.
    pub(super) async fn read_by(&self, approvals: Vec<Approval>, by: &Operator) -> Result<Vec<Approval>, Unavailable> {
        let of = |approval: &Approval| match approval.proposed_by == by.user() {
            true => Touched::default(),
            false => touched(&approval.proposal),
        };
        self.cash.of_others(approvals, of, by).await
    }
}
