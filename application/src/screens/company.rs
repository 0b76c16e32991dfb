//! A company, as the house knows it.

use super::Screens;
use crate::{onboarding::ReviewError, parties::ports::TeamMember};
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::ids::CompanyId,
    onboarding::application::{Application, Blocked},
    parties::{company::Company, operator::Operator},
    payments::answer::Answered,
};

/// A company, its application and who belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct CompanyFile {
    pub company: Company,
    /// None before its first change.
    pub application: Option<Application>,
    /// The first one first.
    pub members: Vec<TeamMember>,
    /// What a bank found out last of whose account it is paid to; none where none was asked.
    pub payee_check: Option<Answered>,
}

impl Screens {
    /// What there is of a company.
    ///
    /// # Errors
    /// `NotFound`; `Blocked` for whoever does not read applications, and with `OwnCompany` where it is the operator's own.
    pub async fn company(&self, by: &Operator, id: CompanyId) -> Result<CompanyFile, ReviewError> {
        if !by.may(OperatorRight::ReadApplications) {
            return Err(Blocked::NotOperators(OperatorRight::ReadApplications).into());
        }
        if by.membership.company == id {
            return Err(Blocked::OwnCompany.into());
        }
        let company = self.teams.companies(&[id]).await?.pop().ok_or(ReviewError::NotFound)?;
        let (application, members) = (self.applications.filed(id).await?.application, self.teams.members(id).await?);
        let iban = application.as_ref().and_then(|application| application.form().bank_account.iban.clone());
        let payee_check = match iban {
            Some(iban) => self.bank_answers.latest_check(iban).await?,
            None => None,
        };
        Ok(CompanyFile { company, application, members, payee_check })
    }
}
