//! The terms of a facility in writing, as they were signed.

use super::{
    PaperError, Papers,
    facts::{Content, SignedTerms},
    ports::{PaperFile, PaperKey, PaperKind},
};
use crate::{facilities::ports::FacilityFound, kernel::unavailable::Unavailable, parties::Member};
use sooner_domain::{
    facilities::facility::{Acceptance, TermsOutcome, TermsVersion},
    kernel::{
        ids::{FacilityId, UserId},
        language::Language,
    },
    parties::operator::Operator,
};
use uuid::Uuid;

impl Papers {
    /// Terms that the member's company signed, as a paper in a language.
    ///
    /// # Errors
    /// `NotFound` for another company's; `TooEarly` where nobody signed them; `NoHouse`.
    pub async fn own_terms(&self, (facility, number): (FacilityId, i32), language: Language, by: &Member) -> Result<PaperFile, PaperError> {
        let found = self.facilities.by_id(facility).await?;
        let found = found.filter(|found| found.company.id == by.membership.company).ok_or(PaperError::NotFound)?;
        self.signed(&found, number, language, by.user.id()).await
    }

    /// The same paper of any company, for whoever works for the house.
    ///
    /// # Errors
    /// Those of [`Self::own_terms`]; `OwnCompany`.
    pub async fn terms(&self, (facility, number): (FacilityId, i32), language: Language, by: &Operator) -> Result<PaperFile, PaperError> {
        let found = self.facilities.by_id(facility).await?.ok_or(PaperError::NotFound)?;
        found.facility.operator_may_look(by).map_err(|_| PaperError::OwnCompany)?;
        self.signed(&found, number, language, by.user()).await
    }

    async fn signed(&self, found: &FacilityFound, number: i32, language: Language, by: UserId) -> Result<PaperFile, PaperError> {
        let parts = found.facility.parts();
        let version = parts.versions.iter().find(|version| version.number == number).ok_or(PaperError::NotFound)?;
        let TermsOutcome::Accepted(acceptance) = &version.outcome else { return Err(PaperError::TooEarly) };
        let about = Uuid::from_u128(parts.id.0.as_u128() ^ u128::from(number.unsigned_abs()));
        let key = PaperKey { kind: PaperKind::Terms, about, company: parts.company, language };
        let content = Content::Terms(Box::new(self.evidence(version, acceptance).await?));
        self.filed(key, parts.currency, &content, by).await
    }

    async fn evidence(&self, version: &TermsVersion, acceptance: &Acceptance) -> Result<SignedTerms, Unavailable> {
        let Acceptance { signature, at, hash } = acceptance;
        let user = self.identity.users.by_id(signature.by).await?;
        Ok(SignedTerms {
            terms: version.terms,
            version: version.number,
            hash: *hash,
            proposed_at: version.proposed_at,
            signed_at: *at,
            signed_name: signature.name.as_str().to_owned(),
            account: user.map(|user| format!("{}, {}", user.name(), user.parts().email.as_str())).unwrap_or_default(),
            address: signature.address,
        })
    }
}
