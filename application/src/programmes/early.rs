//! What a supplier does in a programme, besides selling what is offered: joining it with the company it has, and being paid
//! early without asking each time; and what its buyer does where another company joined.

use crate::{
    facilities::{
        GivenBack, SupplierCommand, SupplierError,
        changes::{Change as FacilityChange, LISTED_SUPPLIER},
        not_written,
        ports::SupplierFound,
        supplier_entry,
    },
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::once,
        unavailable::Unavailable,
    },
    parties::{JoinError, Member, changes::Change as PartyChange, ports::InvitationFound},
    programmes::Programmes,
    receivables::{changes::Change, look::Look, ports::Kept},
};
use sooner_domain::{
    facilities::{supplier::SupplierId, terms::FacilityKind},
    kernel::{
        audit::{Actor, AuditAction},
        email::EmailAddress,
    },
};

/// Why somebody does not join a programme with the company they have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JoinProgrammeError {
    #[error(transparent)]
    Join(#[from] JoinError),
    #[error(transparent)]
    Supplier(#[from] SupplierError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Programmes {
    /// Lets somebody who has an account join a programme with the company they have. The company that was made for the supplier
    /// is closed, and what was entered for it is the other one's.
    ///
    /// # Errors
    /// `Join`: `LinkInvalid` for what is no supplier's invitation, `OtherAddress`. `Supplier`: `Refused`, with `OtherCompany` where
    /// the buyer named another one, `Listed` where the company is on the buyer's list already.
    pub async fn join_programme(&self, me: &Member, found: InvitationFound) -> Result<SupplierFound, JoinProgrammeError> {
        let InvitationFound { invitation, introducer, .. } = found;
        let buyer = introducer.ok_or(JoinError::LinkInvalid)?;
        if invitation.email != *me.user.email() {
            return Err(JoinError::OtherAddress.into());
        }
        let made = invitation.company;
        for _ in 0..MAX_ATTEMPTS {
            let places = self.suppliers.of_company(made).await?;
            let place = places.into_iter().find(|place| place.supplier.parts().buyer == buyer.id);
            let mut place = place.ok_or(JoinError::LinkInvalid)?;
            let own = self.teams.companies(&[me.membership.company]).await?.pop().ok_or(JoinError::LinkInvalid)?;
            place.supplier.join_as(&me.membership, &own, place.has_joined).map_err(SupplierError::from)?;
            let now = self.identity.clock.now();
            let entry = supplier_entry(&place.supplier, own.id, Actor::User(me.user.id()), AuditAction::SupplierJoined, now);
            let changes: Vec<Change> = vec![
                PartyChange::MembershipStands(me.membership).into(),
                PartyChange::InvitationEnded(made, invitation.id).into(),
                PartyChange::CompanyClosed(made, now).into(),
                FacilityChange::SupplierChanged(Box::new(place.supplier.clone())).into(),
                Change::SellerReplaced { before: made, after: own.id },
            ];
            match self.commit.commit(changes, WriteContext::of(entry)).await {
                Ok(()) => {
                    let joined = self.suppliers.by_id(place.supplier.id()).await?;
                    return Ok(joined.ok_or(JoinError::LinkInvalid)?);
                }
                Err(CommitError::Stale) => {}
                Err(CommitError::Taken(LISTED_SUPPLIER)) => return Err(SupplierError::Listed.into()),
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        // The link was used, or the supplier taken off the list.
        Err(JoinError::LinkInvalid.into())
    }

    /// Mails a supplier another link, perhaps to another address; the one before leads nowhere any more, and one that left is in again.
    /// Where another company has the place than was named, that one loses it: a company is made anew for the one that was named and
    /// gets the link, and what was entered and not sold is that one's. What was sold runs its course, and the other company stays as it is.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `StepUpRequired` for another address or in place of another company, `Refused(HasJoined)`, `TooMany`.
    pub async fn invite_supplier_again(
        &self,
        id: SupplierId,
        command: SupplierCommand,
        email: EmailAddress,
    ) -> Result<SupplierFound, SupplierError> {
        let is_taken = self.suppliers.by_id(id).await?.is_some_and(|place| place.has_other_company());
        if !is_taken {
            return self.invitations.invite_supplier_again(id, command, email).await;
        }
        let repeat = async |_| self.invitations.supplier_of_buyer(id, &command.by.membership).await;
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || {
            let GivenBack { found, from, changes, context } = self.invitations.given_back(id, &command, email).await?;
            let (buyer, after) = (found.buyer.id, found.company.id);
            let handed_over = Change::PayablesHandedOver { buyer, before: from, after };
            let changes = changes.into_iter().map(Change::from).chain([handed_over]).collect();
            self.commit.commit(changes, context).await.map_err(not_written)?;
            Ok(found)
        })
        .await
    }

    /// Those of these that their suppliers sell by themselves, as they stand now.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn automatic(&self, all: Vec<Kept>) -> Result<Vec<Look>, Unavailable> {
        let programme = |kept: &Kept| kept.receivable.kind() == FacilityKind::ReverseFactoring;
        let mut looks = self.receivables.each_now(all.into_iter().filter(programme).collect()).await?;
        looks.retain(Look::sells_itself);
        Ok(looks)
    }
}
