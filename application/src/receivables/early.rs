//! What a supplier does in a programme, besides selling what is offered: joining it with the company it has, and being paid
//! early without asking each time.

use super::{Financing, changes::Change, look::Look, ports::Kept};
use crate::{
    facilities::{
        SupplierError,
        changes::{Change as FacilityChange, LISTED_SUPPLIER},
        ports::SupplierFound,
        supplier_entry,
    },
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        unavailable::Unavailable,
    },
    parties::{JoinError, Member, changes::Change as PartyChange, ports::InvitationFound},
};
use sooner_domain::{
    facilities::terms::FacilityKind,
    kernel::audit::{Actor, AuditAction},
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

impl Financing {
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

    /// Those of these that their suppliers sell by themselves, as they stand now.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn automatic(&self, all: Vec<Kept>) -> Result<Vec<Look>, Unavailable> {
        let programme = |kept: &Kept| kept.receivable.kind() == FacilityKind::ReverseFactoring;
        let mut looks = self.each_now(all.into_iter().filter(programme).collect()).await?;
        looks.retain(Look::sells_itself);
        Ok(looks)
    }
}
