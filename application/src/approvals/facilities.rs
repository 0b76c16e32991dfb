//! Terms the house offers to a company.

use super::{Approvals, Performed, ProposeError, changes::Change, effect::Effect};
use crate::{
    approvals::asked::{Asked, AtOnce},
    facilities::{changes::Change as FacilityChange, ports::FacilityFound},
    kernel::{
        idempotency::{RequestKey, once},
        outbox::{Amount, Content, Details, Figure, Mail, Matter},
        unavailable::Unavailable,
    },
    onboarding::changes::Change as ApplicationChange,
    parties::{Member, changes::Change as PartyChange},
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::proposal::{Proposal, ProposedTerms},
    facilities::{
        facility::{Facility, FacilityRefusal},
        status::FacilityAction,
        terms::{FacilityKind, Terms},
    },
    identity::operator::OperatorRight,
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::{ApprovalId, CompanyId, DebtorId, FacilityId, UserId},
        money::Money,
    },
    onboarding::application::Application,
    parties::{debtor::Debtor, membership::MemberRight},
};
use uuid::Uuid;

/// To whom terms are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferTo {
    /// With a new facility.
    Company(CompanyId),
    /// In place of those that rule, for the facility as it was at this version.
    Facility { id: FacilityId, version: i64 },
}

/// What an operator wants to offer.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferCommand {
    pub by: Member,
    pub to: OfferTo,
    pub terms: Terms,
    pub request: Option<RequestKey>,
}

impl Approvals {
    /// Proposes to offer terms to a company, or offers them at once where nobody has to approve.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Facility`, `AlreadyProposed`.
    pub async fn offer_terms(&self, command: OfferCommand) -> Result<Performed<FacilityFound>, ProposeError> {
        let OfferCommand { by, to, terms, request } = command;
        let repeat = async |made| self.offered(made).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let proposal = match to {
                OfferTo::Company(company) => self.for_new(&by, company, terms)?,
                OfferTo::Facility { id, version } => self.for_facility(&by, (id, version), terms).await?,
            };
            let asked = Asked { proposal: Proposal::Terms(Box::new(proposal)), at_once: AtOnce(None), request: request.clone() };
            match self.propose(asked, &by).await? {
                Performed::Done(id) => Ok(Performed::Done(self.facility(FacilityId(id)).await?)),
                Performed::Awaits(approval) => Ok(Performed::Awaits(approval)),
            }
        })
        .await
    }

    fn for_new(&self, by: &Member, company: CompanyId, terms: Terms) -> Result<ProposedTerms, ProposeError> {
        if !by.operator().may(OperatorRight::ManageFacilities) {
            return Err(FacilityRefusal::NotOperators(OperatorRight::ManageFacilities).into());
        }
        if by.membership.company == company {
            return Err(FacilityRefusal::OwnCompany.into());
        }
        Ok(ProposedTerms { facility: None, company, before: None, after: terms })
    }

    async fn for_facility(&self, by: &Member, (id, version): (FacilityId, i64), terms: Terms) -> Result<ProposedTerms, ProposeError> {
        let FacilityFound { facility, company, status } = self.facility(id).await?;
        match facility.operator_may(FacilityAction::ProposeTerms, &by.operator(), status) {
            Err(refused @ (FacilityRefusal::NotOperators(_) | FacilityRefusal::OwnCompany)) => return Err(refused.into()),
            _ if facility.parts().version != version => return Err(ProposeError::Stale),
            other => other?,
        }
        facility.may_become(&terms)?;
        let before = facility.ruling().map(|ruling| ruling.terms);
        Ok(ProposedTerms { facility: Some(id), company: company.id, before, after: terms })
    }

    async fn facility(&self, id: FacilityId) -> Result<FacilityFound, ProposeError> {
        self.facilities.by_id(id).await?.ok_or(ProposeError::NotFound)
    }

    /// What a request made before: an approval that waits, or did, or what was offered at once.
    async fn offered(&self, made: Uuid) -> Result<Performed<FacilityFound>, ProposeError> {
        match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(self.facility(FacilityId(made)).await?)),
        }
    }

    /// What offering terms changes.
    pub(super) async fn offer(&self, offer: &ProposedTerms, by: UserId, now: DateTime<Utc>) -> Result<Effect, ProposeError> {
        let (company, terms) = (offer.company, offer.after);
        let application = self.applications.filed(company).await?.application.ok_or(ProposeError::NotFound)?;
        let kind = terms.parts().kind;
        kind.may_be_offered(&application)?;
        let open = self.facilities.open(company, kind, terms.parts().currency).await?.map(|found| found.facility);
        let (facility, action, change) = match offer.facility {
            None if open.is_some() => return Err(FacilityRefusal::AlreadyOpen.into()),
            None => {
                let facility = Facility::propose(FacilityId(self.identity.ids.next()), company, terms, by, now);
                let change = FacilityChange::FacilityProposed(Box::new(facility.clone()));
                (facility, AuditAction::FacilityProposed, change)
            }
            Some(id) => {
                let mut facility = open.filter(|open| open.parts().id == id).ok_or(ProposeError::Stale)?;
                if facility.ruling().map(|ruling| ruling.terms) != offer.before {
                    return Err(ProposeError::Stale);
                }
                facility.propose_terms(terms, by, now)?;
                let change = FacilityChange::FacilityChanged(Box::new(facility.clone()));
                (facility, AuditAction::TermsProposed, change)
            }
        };
        let about = Subjects::of_company(company, facility.parts().id.0);
        let waiting = facility.waiting().map(|waiting| waiting.number.to_string());
        let entry = Entry::new(now, Actor::User(by), action, about).change("termsVersion", None, waiting);
        let debtor = self.programmes_debtor(&application, kind, now).await?;
        let stands = ApplicationChange::StatusStands { company, status: application.status() };
        Ok(Effect {
            first: Vec::new(),
            changes: debtor.into_iter().chain([stands.into(), change.into()]).collect(),
            entry: entry.change("termsHash", None, Some(terms.hash().to_string())),
            mails: self.mails_of_offer(company, &terms, now).await?,
        })
    }

    /// The buyer of a programme is a debtor: the one of its legal entity, made here where there is none.
    async fn programmes_debtor(&self, of: &Application, kind: FacilityKind, now: DateTime<Utc>) -> Result<Vec<Change>, Unavailable> {
        let company = &of.form().company;
        let (Some(entity), Some(name)) = (company.legal_entity(), company.legal_name.clone()) else { return Ok(Vec::new()) };
        if kind == FacilityKind::Factoring || self.debtors.of_entity(&entity).await?.is_some() {
            return Ok(Vec::new());
        }
        let debtor = Debtor::new(DebtorId(self.identity.ids.next()), entity, name, now);
        let marked = PartyChange::DebtorMarked(debtor.id(), debtor.marks());
        Ok([PartyChange::DebtorAdded(debtor), marked].map(Into::into).into())
    }

    /// The mails to those who may accept terms.
    async fn mails_of_offer(&self, company: CompanyId, terms: &Terms, now: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        let members = self.teams.members(company).await?.into_iter();
        let deciders = members.filter(|member| member.membership.may(MemberRight::AcceptTerms));
        let limit = Money::parse(terms.parts().limit.get(), terms.parts().currency).ok();
        let amounts = limit.map(|money| Amount { figure: Figure::Limit, money }).into_iter().collect();
        let details = Details { matters: vec![Matter { amounts, ..Matter::default() }], ..Details::default() };
        let said = Content::TermsProposed { details: Some(details) };
        Ok(deciders.filter_map(|member| self.identity.notice(&member.user, said.clone(), now)).collect())
    }
}
