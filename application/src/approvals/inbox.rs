//! What waits for a second person, and what became of it.

use super::{
    Approvals, DecideError, Ground,
    ground::Grounds,
    hash_of,
    ports::{ApprovalFilter, Which},
};
use crate::{
    kernel::{
        outbox::{Amount, Details, Figure, Matter},
        paging::cut,
        unavailable::Unavailable,
    },
    parties::Member,
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalMove, ApprovalState},
        proposal::{ApprovalAction, Ending, OrderedPayout, Proposal},
        title::ProposalTitle,
    },
    identity::user::User,
    kernel::{
        coded::Coded,
        ids::{ApprovalId, CompanyId, DebtorId, FacilityId, UserId},
        minor::Minor,
        money::{Currency, Money},
        text::Line,
    },
    parties::{company::Company, debtor::Debtor, operator::Operator},
    payments::receipt::Target,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;

/// An approval, as an operator sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalView {
    pub approval: Approval,
    pub state: ApprovalState,
    pub hash: String,
    pub proposed_by: Option<User>,
    pub decided_by: Option<User>,
    /// Whom or what it is about, by name.
    pub about: String,
    /// What it is about, as it stands.
    pub ground: Ground,
    pub moves: Vec<ApprovalMove>,
}

/// Which approvals are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InboxQuery {
    /// Those that do not wait any more, instead of those that do.
    pub ended: bool,
    /// Those on one debtor, receivable or facility.
    pub about: Option<Uuid>,
    pub after: Option<ApprovalId>,
}

/// A page of approvals.
#[derive(Debug, Clone, PartialEq)]
pub struct Inbox {
    pub approvals: Vec<ApprovalView>,
    pub next: Option<ApprovalId>,
    /// How many this operator may decide on now, up to [`Approvals::PAGE`].
    pub waiting: usize,
}

/// What names people and companies.
struct Names {
    people: HashMap<UserId, User>,
    companies: HashMap<CompanyId, Company>,
    debtors: HashMap<DebtorId, Debtor>,
}

impl Approvals {
    /// Approvals of a page.
    pub const PAGE: i64 = 50;

    /// The approvals an operator may see: those that wait, the longest waiting first, or the others. With `about` only those on
    /// that debtor, receivable or facility, its place of kind and currency included. What concerns the company they belong to is left out
    /// of a page, which may so have fewer than others.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn inbox(&self, me: &Member, InboxQuery { ended, about, after }: InboxQuery) -> Result<Inbox, Unavailable> {
        let (now, waiting) = (self.identity.clock.now(), self.waiting(me).await?);
        let which = if ended { Which::Ended(now) } else { Which::Open(now) };
        let subjects = match about {
            Some(about) => Some(vec![self.subject(about).await?]),
            None => None,
        };
        let filter = ApprovalFilter { actions: seen_by(&me.operator()), subjects, which };
        let mut found = self.records.page(filter, after, Self::PAGE + 1).await?;
        let next = cut(&mut found, Self::PAGE, |approval| approval.id);
        let approvals = self.views(self.read_by(found, &me.operator()).await?, me, now).await?;
        Ok(Inbox { approvals, next, waiting })
    }

    /// Terms are proposed for a place, whose facility they would begin or change; everything else for the thing itself.
    async fn subject(&self, about: Uuid) -> Result<Uuid, Unavailable> {
        let facility = self.facilities.by_id(FacilityId(about)).await?;
        Ok(facility.map_or(about, |found| found.facility.place()))
    }

    /// How many this operator may decide on now, up to [`Approvals::PAGE`].
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn waiting(&self, me: &Member) -> Result<usize, Unavailable> {
        let (now, operator) = (self.identity.clock.now(), me.operator());
        let filter = ApprovalFilter { actions: seen_by(&operator), subjects: None, which: Which::Open(now) };
        let open = self.records.page(filter, None, Self::PAGE).await?;
        Ok(self.open_to(&open, &operator, now).await?.into_iter().filter(|is_open| *is_open).count())
    }

    /// One approval, as this operator sees it.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`; `OwnCompany` where it concerns the company they belong to.
    pub async fn approval(&self, me: &Member, id: ApprovalId) -> Result<ApprovalView, DecideError> {
        let approval = self.records.by_id(id).await?.ok_or(DecideError::NotFound)?;
        if !me.operator().may(approval.proposal.action().seen_with()) {
            return Err(DecideError::Forbidden);
        }
        let read = self.read_by(vec![approval], &me.operator()).await?;
        self.views(read, me, self.identity.clock.now()).await?.pop().ok_or(DecideError::OwnCompany)
    }

    async fn views(&self, approvals: Vec<Approval>, me: &Member, now: DateTime<Utc>) -> Result<Vec<ApprovalView>, Unavailable> {
        let decided = |approval: &Approval| approval.decided.as_ref().map(|decided| decided.by);
        let people = approvals.iter().flat_map(|approval| [Some(approval.proposed_by), decided(approval)]).flatten();
        let names = self.names(approvals.iter().map(|approval| &approval.proposal), people.collect()).await?;
        let operator = me.operator();
        let grounds = self.grounds(&approvals, &operator).await?;
        let open = self.open_to(&approvals, &operator, now).await?;
        let view = |(approval, may_decide): (Approval, bool)| {
            let moves = approval.moves(operator.user(), may_decide, now);
            names.view(approval, &grounds, moves, now)
        };
        Ok(approvals.into_iter().zip(open).map(view).collect())
    }

    /// What a mail tells of a proposal: who proposed what, and whom or which money it is about.
    pub(super) async fn told_of(&self, proposal: &Proposal, by: &User) -> Result<Details, Unavailable> {
        let names = self.names([proposal].into_iter(), BTreeSet::new()).await?;
        let amounts = money(proposal).into_iter().chain(waived(proposal));
        let amounts = amounts.map(|money| Amount { figure: Figure::Proposed, money }).collect();
        let matter = Matter { debtor: names.subject(proposal).and_then(|name| Line::parse(&name).ok()), amounts, ..Matter::default() };
        let action = Some(ProposalTitle::of(proposal).code().to_owned());
        let matters = if matter == Matter::default() { Vec::new() } else { vec![matter] };
        Ok(Details { person: Some(by.name()), action, matters, ..Details::default() })
    }

    /// The names of these people and of all that is proposed to be changed.
    async fn names<'a>(
        &self,
        proposals: impl Iterator<Item = &'a Proposal> + Clone,
        mut people: BTreeSet<UserId>,
    ) -> Result<Names, Unavailable> {
        let operator = |proposal: &Proposal| match proposal {
            Proposal::OperatorRoles { operator, .. } => Some(*operator),
            Proposal::BankAccount { .. }
            | Proposal::HouseAccounts { .. }
            | Proposal::LedgerEntry(_)
            | Proposal::Terms(_)
            | Proposal::DebtorLimits { .. }
            | Proposal::DebtorMerge(_)
            | Proposal::SupplierRate(_)
            | Proposal::Payouts(_)
            | Proposal::SentBack(_)
            | Proposal::Receivable(_)
            | Proposal::PartUndone(_) => None,
        };
        people.extend(proposals.clone().filter_map(operator));
        let companies: BTreeSet<_> = proposals.clone().flat_map(Proposal::companies).collect();
        let debtor = |proposal: &Proposal| match proposal {
            Proposal::DebtorLimits { debtor, .. } => vec![*debtor],
            Proposal::DebtorMerge(merge) => vec![merge.gone.debtor, merge.stays.debtor],
            Proposal::PartUndone(undone) => {
                if let Target::Credit(debtor) = undone.target {
                    vec![debtor]
                } else {
                    Vec::new()
                }
            }
            _ => Vec::new(),
        };
        let debtors: Vec<_> = proposals.flat_map(debtor).collect();
        let debtors = if debtors.is_empty() { Vec::new() } else { self.debtors.by_ids(&debtors).await? };
        let people = self.identity.users.by_ids(&Vec::from_iter(people)).await?;
        let companies = self.teams.companies(&Vec::from_iter(companies)).await?;
        Ok(Names {
            people: people.into_iter().map(|user| (user.id(), user)).collect(),
            companies: companies.into_iter().map(|company| (company.id, company)).collect(),
            debtors: debtors.into_iter().map(|debtor| (debtor.id(), debtor)).collect(),
        })
    }
}

/// What somebody of these roles sees.
fn seen_by(operator: &Operator) -> Vec<ApprovalAction> {
    ApprovalAction::ALL.iter().copied().filter(|action| operator.may(action.seen_with())).collect()
}

/// The money it is about; of payouts, what is paid in each currency.
fn money(proposal: &Proposal) -> Vec<Money> {
    match proposal {
        Proposal::LedgerEntry(manual) => vec![manual.amount()],
        Proposal::SentBack(back) => vec![back.amount],
        Proposal::PartUndone(undone) => vec![undone.amount],
        Proposal::Payouts(ordered) => {
            let mut sums = BTreeMap::<Currency, Minor>::new();
            for (currency, paid) in ordered.payouts.iter().map(OrderedPayout::paid) {
                *sums.entry(currency).or_default() += paid;
            }
            sums.into_iter().filter_map(|(currency, sum)| Money::parse(sum.get(), currency).ok()).collect()
        }
        Proposal::OperatorRoles { .. }
        | Proposal::BankAccount { .. }
        | Proposal::HouseAccounts { .. }
        | Proposal::Terms(_)
        | Proposal::DebtorLimits { .. }
        | Proposal::DebtorMerge(_)
        | Proposal::SupplierRate(_)
        | Proposal::Receivable(_) => Vec::new(),
    }
}

/// What a company is let off: its name alone says what that is about on screens, whose title has the amount beside it.
fn waived(proposal: &Proposal) -> Option<Money> {
    match proposal {
        Proposal::Receivable(ending) => match ending.what {
            Ending::GiveUp(amount) => Some(amount),
            _ => None,
        },
        _ => None,
    }
}

impl Names {
    fn company(&self, id: CompanyId) -> Option<String> {
        let name = self.companies.get(&id)?.name()?;
        Some(name.as_str().to_owned())
    }

    /// Which debtor it is now: another one where it was merged.
    fn now(&self, debtor: DebtorId) -> DebtorId {
        self.debtors.get(&debtor).and_then(|found| found.parts().merged_into).unwrap_or(debtor)
    }

    /// Whom it is about.
    fn subject(&self, proposal: &Proposal) -> Option<String> {
        match proposal {
            Proposal::OperatorRoles { operator, .. } => self.people.get(operator).map(User::name),
            Proposal::BankAccount { company, .. } => self.company(*company),
            Proposal::Terms(terms) => self.company(terms.company),
            Proposal::DebtorLimits { debtor, .. } => self.debtors.get(debtor).map(|debtor| debtor.parts().legal_name.as_str().to_owned()),
            Proposal::DebtorMerge(merge) => Some(merge.gone.name.as_str().to_owned()),
            Proposal::SupplierRate(rate) => self.company(rate.company),
            Proposal::SentBack(back) => Some(back.name.as_str().to_owned()),
            Proposal::Receivable(ending) => self.company(ending.seller),
            Proposal::PartUndone(undone) => match undone.target {
                Target::PassOn(company, _) => self.company(company),
                Target::Credit(debtor) => self.debtors.get(&debtor).map(|debtor| debtor.parts().legal_name.as_str().to_owned()),
                _ => None,
            },
            Proposal::HouseAccounts { .. } | Proposal::LedgerEntry(_) | Proposal::Payouts(_) => None,
        }
    }

    fn view(&self, approval: Approval, grounds: &Grounds, mut moves: Vec<ApprovalMove>, now: DateTime<Utc>) -> ApprovalView {
        let person = |id: UserId| self.people.get(&id).cloned();
        let money = money(&approval.proposal).iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let about = match (self.subject(&approval.proposal), money.is_empty()) {
            (Some(name), false) => format!("{money} ({name})"),
            (Some(name), true) => name,
            (None, _) => money,
        };
        let state = approval.state(now);
        let buyer = match &approval.proposal {
            Proposal::SupplierRate(rate) => self.company(rate.buyer),
            _ => None,
        };
        let ground = grounds.of(&approval, state);
        moves.retain(|what| ground.is_possible() || *what != ApprovalMove::Approve);
        ApprovalView {
            ground: Ground { buyer, debtor: ground.debtor.map(|debtor| self.now(debtor)), ..ground },
            state,
            hash: hash_of(&approval),
            proposed_by: person(approval.proposed_by),
            decided_by: approval.decided.as_ref().and_then(|decided| person(decided.by)),
            about,
            moves,
            approval,
        }
    }
}
