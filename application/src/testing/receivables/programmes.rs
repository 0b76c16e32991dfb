//! Buyers with a programme, and their suppliers, on a world in which one operator is enough.

use super::invoice;
use crate::{
    facilities::{InviteSupplierCommand, ports::SupplierFound},
    kernel::clock::Clock,
    onboarding::ReviewCommand,
    parties::Member,
    programmes::{EnterPayableCommand, SeenPayable},
    receivables::Look,
    testing::{HOME, PASSWORD, World, a_user, complete_form, confirmed, facilities::terms},
};
use chrono::NaiveDate;
use sooner_domain::{
    facilities::{
        supplier::{SupplierDetails, SupplierId},
        terms::{FacilityKind, Parts, Terms},
    },
    identity::password::NewPassword,
    kernel::{
        Invalid,
        coded::Coded,
        country::CountryCode,
        email::EmailAddress,
        ids::{DebtorId, FacilityId},
        minor::Minor,
        money::Percentage,
        text::{Line, PersonName},
    },
    onboarding::{
        company::Want,
        decision::{Decision, Review},
        document::DocumentKind,
    },
    receivables::facts::Facts,
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

/// Somebody whose suppliers may be paid early.
#[derive(Debug, Clone)]
pub struct Buying {
    /// The owner, who proved who they are.
    pub me: Member,
    pub facility: FacilityId,
    pub debtor: DebtorId,
}

/// A programme in euro: all of it, at this rate a year in basis points, and no fee.
///
/// # Errors
/// When there is no such rate.
pub fn programme_terms(discount_rate_bp: i64) -> Result<Terms, Invalid> {
    let parts = *terms("EUR", discount_rate_bp)?.parts();
    let (whole, none) = (Percentage::parse_basis_points(10_000)?, Percentage::parse_basis_points(0)?);
    let (kind, minimum) = (FacilityKind::ReverseFactoring, Minor::ZERO);
    let parts = Parts { kind, advance_rate: whole, cover: whole, service_fee: none, service_fee_minimum: minimum, ..parts };
    Terms::parse(parts).map_err(|refused| refused.first().map_or(Invalid::Malformed, |(_, invalid)| *invalid))
}

/// An invoice of 1 June, due on this business day of 2026, in euro cents.
///
/// # Errors
/// When it cannot be one.
pub fn payable(number: &str, face: i64, due_on: &str) -> Made<Facts> {
    Ok(Facts { due_on: due_on.parse::<NaiveDate>()?, ..invoice(number, face)? })
}

/// A payable, as whoever looks at it approves it.
pub fn as_seen(look: &Look) -> SeenPayable {
    SeenPayable { id: look.receivable().id(), version: look.receivable().parts().version }
}

impl World {
    /// An approved company of this name with a programme under these terms, which may owe 10 million euro.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn buying(&self, olga: &Member, name: &str, terms: Terms) -> Made<Buying> {
        let me = self.applicant_for(olga, name, Want::Buyer).await?;
        let facility = self.facility(olga, &me, terms).await?.facility.parts().id;
        let own = self.store().teams.companies(&[me.membership.company]).await?.pop().and_then(|company| company.legal_entity);
        let debtor = self.store().debtors.of_entity(&own.ok_or("no entity")?).await?.ok_or("no debtor")?.id();
        self.limit(olga, debtor, 1_000_000_000).await?;
        Ok(Buying { me, facility, debtor })
    }

    /// Invites a supplier of this name and number.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn invited_supplier(&self, buying: &Buying, name: &str) -> Made<SupplierFound> {
        self.invited_supplier_at(buying, name, name).await
    }

    /// The same with the link mailed to a person who signed up under another name.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn invited_supplier_at(&self, buying: &Buying, name: &str, mailbox: &str) -> Made<SupplierFound> {
        let details = SupplierDetails {
            legal_name: Line::parse(name)?,
            country: CountryCode::parse("DE")?,
            registration_number: Line::parse(name)?,
            email: EmailAddress::parse(&format!("{mailbox}@example.com"))?,
        };
        let command = InviteSupplierCommand { by: buying.me.clone(), details, request: None };
        Ok(self.facilities().invite_supplier(command).await?)
    }

    /// A supplier of this name, who signed up by the link and is approved.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn supplier(&self, olga: &Member, buying: &Buying, name: &str) -> Made<(SupplierId, Member)> {
        let invited = self.invited_supplier(buying, name).await?;
        let token = self.mailed_token().await?;
        let token = self.parties().accept_invitation(&token, a_user().member, NewPassword::parse(PASSWORD, &[])?, HOME).await?;
        let me = self.parties().member(&token).await?.ok_or("not signed in")?;
        let onboarding = self.onboarding();
        let begun = onboarding.view(me.membership).await?.application;
        let mut form = complete_form();
        form.company.wants = begun.form().company.wants.clone();
        form.company.legal_name = begun.form().company.legal_name.clone();
        form.company.registration_number = begun.form().company.registration_number.clone();
        for person in &mut form.people {
            person.lname = Some(PersonName::parse(name)?);
        }
        onboarding.save_form(me.membership, form, None).await?;
        let filled_in = onboarding.view(me.membership).await?.application;
        let asked: Vec<_> = filled_in.missing(self.clock.now().date_naive()).into_iter().map(|missing| missing.field()).collect();
        for kind in DocumentKind::ALL {
            if asked.contains(&kind.field()) {
                self.document_of(me.membership, *kind).await?;
            }
        }
        let parts = onboarding.submit(&me, None).await?.application.parts().clone();
        let review = Review::Decide(Decision::Approve { note: None });
        onboarding.review(parts.id, ReviewCommand { by: confirmed(olga), version: parts.version, review, request: None }).await?;
        Ok((invited.supplier.id(), self.stepped_up(&me).await?))
    }

    /// A payable of this buyer, as a draft.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn entered(&self, buying: &Buying, supplier: SupplierId, facts: Facts) -> Made<Look> {
        let command = EnterPayableCommand { by: buying.me.membership, supplier, facts, request: None };
        Ok(self.programmes().enter_payable(command).await?)
    }

    /// The same, approved.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn promised(&self, buying: &Buying, supplier: SupplierId, facts: Facts) -> Made<Look> {
        let entered = self.entered(buying, supplier, facts).await?;
        let row = self.programmes().approve_payables(&buying.me, vec![as_seen(&entered)], None).await?.pop().ok_or("no row")?;
        Ok(row.answer?)
    }
}
