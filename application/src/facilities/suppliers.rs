//! The suppliers of a company's programmes: whom it invites, and what each says of how it is paid.

use super::{
    Facilities, FacilityError,
    changes::{Change, LISTED_SUPPLIER},
    ports::SupplierFound,
};
use crate::{
    identity::{StepUpRequired, hash_of},
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        outbox::{Content, Details, Invited, Mail},
        paging::cut,
        too_many::TooMany,
        unavailable::Unavailable,
    },
    parties::{Member, changes::Change as PartyChange, ports::IssuedInvitation},
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    facilities::supplier::{AutomaticPayment, Parts, Supplier, SupplierDetails, SupplierId, SupplierRefusal},
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
        email::EmailAddress,
        ids::{CompanyId, LinkId, MailId},
    },
    parties::{
        company::{Company, Introduction},
        invitation::Invitation,
        membership::{MemberRole, Membership},
    },
};

/// Whom a buyer invites.
#[derive(Debug, Clone, PartialEq)]
pub struct InviteSupplierCommand {
    pub by: Member,
    pub details: SupplierDetails,
    pub request: Option<RequestKey>,
}

/// What is done with a supplier as somebody saw it.
#[derive(Debug, Clone, PartialEq)]
pub struct SupplierCommand {
    pub by: Member,
    /// The version they saw.
    pub version: i64,
    pub request: Option<RequestKey>,
}

/// A page.
#[derive(Debug, Clone, PartialEq)]
pub struct SupplierPage {
    pub suppliers: Vec<SupplierFound>,
    /// Where the next one begins.
    pub next: Option<SupplierId>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SupplierError {
    #[error("there is no such supplier")]
    NotFound,
    /// It is not as it was seen.
    #[error("changed meanwhile")]
    Stale,
    /// The company has no programme that is open.
    #[error("there is no programme")]
    NoProgramme,
    /// A company does not supply itself.
    #[error("it is the company itself")]
    Itself,
    /// The list names this legal entity, or this company, already.
    #[error("it is on the list")]
    Listed,
    /// As many are on the list as may be.
    #[error("the list is full")]
    Full,
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    Refused(SupplierRefusal),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<SupplierRefusal> for SupplierError {
    fn from(refusal: SupplierRefusal) -> Self {
        match refusal {
            // As if there were none.
            SupplierRefusal::NotTheirs => Self::NotFound,
            other => Self::Refused(other),
        }
    }
}

impl From<FacilityError> for SupplierError {
    fn from(error: FacilityError) -> Self {
        match error {
            FacilityError::Unavailable(unavailable) => unavailable.into(),
            _ => Self::NotFound,
        }
    }
}

/// A place that goes back to the company that was named.
pub(crate) struct GivenBack {
    pub(crate) found: SupplierFound,
    /// The company that had it.
    pub(crate) from: CompanyId,
    pub(crate) changes: Vec<Change>,
    pub(crate) context: WriteContext,
}

/// Whether somebody may change a supplier.
type May = fn(&Supplier, &Membership) -> Result<(), SupplierRefusal>;

pub(crate) fn not_written(error: CommitError) -> SupplierError {
    match error {
        CommitError::Stale => SupplierError::Stale,
        CommitError::Full => SupplierError::Full,
        CommitError::Taken(LISTED_SUPPLIER) => SupplierError::Listed,
        error => error.unexpected().into(),
    }
}

/// As it is after a change was stored.
fn stored(found: SupplierFound) -> SupplierFound {
    let parts = found.supplier.parts().clone();
    SupplierFound { supplier: Supplier::restore(Parts { version: parts.version + 1, ..parts }), ..found }
}

impl Facilities {
    /// Suppliers of a page.
    const SUPPLIERS: i64 = 100;

    /// Puts a supplier on the company's list, and mails it a link. The link belongs to whoever it was mailed to, and leads to a
    /// company made for it: nothing is found by what was typed.
    ///
    /// # Errors
    /// `Refused(NotMembers)`, `NoProgramme`, `Itself`, `Listed`, `Full`, `TooMany`.
    pub async fn invite_supplier(&self, command: InviteSupplierCommand) -> Result<SupplierFound, SupplierError> {
        let InviteSupplierCommand { by, details, request } = command;
        let repeat = async |made| self.supplier_of_buyer(SupplierId(made), &by.membership).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let (buyer, now) = (by.membership.company, self.identity.clock.now());
            let id = SupplierId(self.identity.ids.next());
            let entity = details.legal_entity();
            let company = introduced(CompanyId(self.identity.ids.next()), &details, buyer, now);
            let supplier = Supplier::invite(id, company.id, details, &by.membership, now)?;
            let own = self.company_with_programme(buyer).await?;
            if own.legal_entity == Some(entity) {
                return Err(SupplierError::Itself);
            }
            let (issued, mail) = self.invitation(&by, &supplier, &own, now);
            let entry = supplier_entry(&supplier, buyer, Actor::User(by.user.id()), AuditAction::SupplierInvited, now);
            let entry = entry.new_values(supplier.parts().details.answers());
            let changes = vec![
                PartyChange::MembershipStands(by.membership).into(),
                PartyChange::CompanyAdded(company.clone()).into(),
                PartyChange::Invited { issued, max: Invitation::MAX_OPEN }.into(),
                Change::SupplierAdded { supplier: Box::new(supplier.clone()), max: Supplier::MAX_PER_BUYER },
            ];
            let context = WriteContext::of(entry).and_mail(mail);
            let context = context.under(request.as_ref().map(|request| request.made(id.0, now)));
            self.commit.commit(changes, context).await.map_err(not_written)?;
            Ok(SupplierFound { supplier, company, status: Default::default(), has_joined: false, buyer: own })
        })
        .await
    }

    /// Mails another link, perhaps to another address; the one before leads nowhere any more.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `StepUpRequired` for another address, `Refused(HasJoined)`, `TooMany`.
    pub(crate) async fn invite_supplier_again(
        &self,
        id: SupplierId,
        command: SupplierCommand,
        email: EmailAddress,
    ) -> Result<SupplierFound, SupplierError> {
        let SupplierCommand { by, version, request } = command;
        let repeat = async |_| self.supplier_of_buyer(id, &by.membership).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut found = self.supplier_at(id, version, (Supplier::buyer_may, &by.membership)).await?;
            let (before, now) = (found.supplier.parts().details.email.clone(), self.identity.clock.now());
            found.supplier.invite_again(email, found.has_joined, &by.membership)?;
            let action = AuditAction::SupplierInvited;
            let entry = supplier_entry(&found.supplier, by.membership.company, Actor::User(by.user.id()), action, now);
            let after = &found.supplier.parts().details.email;
            // Whoever reads mails there becomes the supplier.
            if *after != before {
                self.identity.stepped_up(&by)?;
            }
            let entry = entry.change("email", Some(before.as_str().to_owned()), Some(after.as_str().to_owned()));
            let mut changes: Vec<Change> = vec![PartyChange::MembershipStands(by.membership).into()];
            let mut context = WriteContext::of(entry);
            // Whoever left has a company of its own, and needs no link to come back.
            if !found.has_joined {
                self.identity.may_mail(after, by.user.id(), now).await?.or_too_many_mails()?;
                for open in self.teams.invitations(found.company.id).await? {
                    changes.push(PartyChange::InvitationEnded(found.company.id, open.id).into());
                }
                let (issued, mail) = self.invitation(&by, &found.supplier, &found.buyer, now);
                changes.push(PartyChange::Invited { issued, max: Invitation::MAX_OPEN }.into());
                context = context.and_mail(mail);
            }
            changes.push(Change::SupplierChanged(Box::new(found.supplier.clone())));
            let context = context.under(request.as_ref().map(|request| request.made(id.0, now)));
            self.commit.commit(changes, context).await.map_err(not_written)?;
            Ok(stored(found))
        })
        .await
    }

    /// What gives a supplier's place back to the company that was named, which gets the link, as it is after.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Refused(HasJoined)` where no other company has it, `StepUpRequired`, `TooMany`.
    pub(crate) async fn given_back(
        &self,
        id: SupplierId,
        SupplierCommand { by, version, request }: &SupplierCommand,
        email: EmailAddress,
    ) -> Result<GivenBack, SupplierError> {
        let before = self.supplier_at(id, *version, (Supplier::buyer_may, &by.membership)).await?;
        let (now, mut supplier) = (self.identity.clock.now(), before.supplier.clone());
        let (buyer, made) = (by.membership.company, CompanyId(self.identity.ids.next()));
        supplier.give_back(made, email, before.joined(), &by.membership)?;
        self.identity.stepped_up(by)?;
        let details = &supplier.parts().details;
        self.identity.may_mail(&details.email, by.user.id(), now).await?.or_too_many_mails()?;
        let company = introduced(made, details, buyer, now);
        let (issued, mail) = self.invitation(by, &supplier, &before.buyer, now);
        let entry = supplier_entry(&supplier, buyer, Actor::User(by.user.id()), AuditAction::SupplierInvited, now);
        let company_of = |supplier: &Supplier| ("supplierCompany", Some(supplier.parts().company.0.to_string()));
        let email_of = |supplier: &Supplier| ("email", Some(supplier.parts().details.email.as_str().to_owned()));
        let all = |supplier: &Supplier| told(supplier).into_iter().chain([company_of(supplier), email_of(supplier)]);
        let changed = all(&before.supplier).zip(all(&supplier)).filter(|(before, after)| before != after);
        let entry = changed.fold(entry, |entry, ((field, before), (_, after))| entry.change(field, before, after));
        let changes = vec![
            PartyChange::MembershipStands(by.membership).into(),
            PartyChange::CompanyAdded(company.clone()).into(),
            PartyChange::Invited { issued, max: Invitation::MAX_OPEN }.into(),
            Change::SupplierChanged(Box::new(supplier.clone())),
        ];
        let context = WriteContext::of(entry).and_mail(mail).under(request.as_ref().map(|request| request.made(id.0, now)));
        let from = before.company.id;
        let found = stored(SupplierFound { supplier, company, status: Default::default(), has_joined: false, buyer: before.buyer });
        Ok(GivenBack { found, from, changes, context })
    }

    /// Those on this member's company's list.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn suppliers(&self, by: &Membership, after: Option<SupplierId>) -> Result<SupplierPage, Unavailable> {
        let mut suppliers = self.suppliers.of_buyer(by.company, after, Self::SUPPLIERS + 1).await?;
        let next = cut(&mut suppliers, Self::SUPPLIERS, |found| found.supplier.id());
        Ok(SupplierPage { suppliers, next })
    }

    /// The buyers in whose programmes this member's company is, or was.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn places_as_supplier(&self, by: &Membership) -> Result<Vec<SupplierFound>, Unavailable> {
        self.suppliers.of_company(by.company).await
    }

    /// Takes a supplier off the programme.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Refused`.
    pub async fn remove_supplier(&self, id: SupplierId, command: SupplierCommand) -> Result<SupplierFound, SupplierError> {
        let now = self.identity.clock.now();
        let what = (AuditAction::SupplierRemoved, Supplier::buyer_may as May);
        self.change_supplier(id, command, what, |supplier, me| Ok(supplier.remove(&me.membership, now)?)).await
    }

    /// The supplier leaves the programme.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Refused`.
    pub async fn leave_programme(&self, id: SupplierId, command: SupplierCommand) -> Result<SupplierFound, SupplierError> {
        let now = self.identity.clock.now();
        let what = (AuditAction::SupplierLeft, Supplier::supplier_may as May);
        self.change_supplier(id, command, what, |supplier, me| Ok(supplier.leave(&me.membership, now)?)).await
    }

    /// Which of its payables the supplier sells by itself from now on.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `StepUpRequired`, `Refused`.
    pub async fn pay_automatically(
        &self,
        id: SupplierId,
        command: SupplierCommand,
        which: AutomaticPayment,
    ) -> Result<SupplierFound, SupplierError> {
        let what = (AuditAction::AutomaticPaymentChanged, Supplier::supplier_may as May);
        self.change_supplier(id, command, what, |supplier, me| {
            self.identity.stepped_up(me)?;
            Ok(supplier.pay_automatically(which, &me.membership)?)
        })
        .await
    }

    async fn change_supplier(
        &self,
        id: SupplierId,
        SupplierCommand { by, version, request }: SupplierCommand,
        (action, may): (AuditAction, May),
        change: impl Fn(&mut Supplier, &Member) -> Result<(), SupplierError>,
    ) -> Result<SupplierFound, SupplierError> {
        let repeat = async |_| self.suppliers.by_id(id).await?.ok_or(SupplierError::NotFound);
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut found = self.supplier_at(id, version, (may, &by.membership)).await?;
            let before = told(&found.supplier);
            change(&mut found.supplier, &by)?;
            let now = self.identity.clock.now();
            let entry = supplier_entry(&found.supplier, by.membership.company, Actor::User(by.user.id()), action, now);
            let changed = before.into_iter().zip(told(&found.supplier)).filter(|(before, after)| before != after);
            let entry = changed.fold(entry, |entry, ((field, before), (_, after))| entry.change(field, before, after));
            let changes =
                vec![PartyChange::MembershipStands(by.membership).into(), Change::SupplierChanged(Box::new(found.supplier.clone()))];
            let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id.0, now)));
            self.commit.commit(changes, context).await.map_err(not_written)?;
            Ok(stored(found))
        })
        .await
    }

    /// The supplier at the version somebody saw; to others it does not exist at any.
    async fn supplier_at(&self, id: SupplierId, version: i64, (may, me): (May, &Membership)) -> Result<SupplierFound, SupplierError> {
        let found = self.suppliers.by_id(id).await?.ok_or(SupplierError::NotFound)?;
        match may(&found.supplier, me) {
            Err(refused @ (SupplierRefusal::NotTheirs | SupplierRefusal::NotMembers(_))) => Err(refused.into()),
            _ if found.supplier.parts().version != version => Err(SupplierError::Stale),
            other => Ok(other.map(|()| found)?),
        }
    }

    pub(crate) async fn supplier_of_buyer(&self, id: SupplierId, by: &Membership) -> Result<SupplierFound, SupplierError> {
        let found = self.suppliers.by_id(id).await?.filter(|found| found.supplier.parts().buyer == by.company);
        found.ok_or(SupplierError::NotFound)
    }

    /// The company, if a programme of it is open.
    async fn company_with_programme(&self, id: CompanyId) -> Result<Company, SupplierError> {
        let own = self.programmes_of(id).await?;
        own.into_iter().next().map(|found| found.company).ok_or(SupplierError::NoProgramme)
    }

    fn invitation(&self, by: &Member, supplier: &Supplier, buyer: &Company, now: DateTime<Utc>) -> (IssuedInvitation, Mail) {
        let id = LinkId(self.identity.ids.next());
        let Parts { company, details, .. } = supplier.parts();
        let invitation = Invitation {
            id,
            company: *company,
            email: details.email.clone(),
            role: MemberRole::Owner,
            invited_by: by.user.id(),
            created_at: now,
            expires_at: now + Invitation::SUPPLIER_LIFE,
        };
        let told = Details { person: Some(by.user.name()), company: buyer.name().cloned(), ..Details::default() };
        let mail = Mail {
            id: MailId(self.identity.ids.next()),
            to: details.email.clone(),
            name: String::new(),
            // What somebody without an account reads is not known: most likely what their customer does.
            language: by.user.parts().language,
            content: Content::SupplierInvitation { invitation: Invited { link: id, details: told } },
            created_at: now,
        };
        (IssuedInvitation { invitation, hash: hash_of(&self.identity.link_tokens.token(id)) }, mail)
    }
}

/// The company that is made for a supplier, as its buyer describes it.
fn introduced(id: CompanyId, details: &SupplierDetails, by: CompanyId, now: DateTime<Utc>) -> Company {
    let SupplierDetails { legal_name, country, registration_number, email: _ } = details.clone();
    Company::introduced(id, Introduction { by, legal_name, country, registration_number }, now)
}

/// What may change of a supplier, as the trail has it.
fn told(supplier: &Supplier) -> [(&'static str, Option<String>); 4] {
    let Parts { rate, automatic, left_at, .. } = supplier.parts();
    let above = if let AutomaticPayment::Above(least) = automatic { Some(least.to_string()) } else { None };
    [
        ("discountRate", rate.map(|rate| rate.basis_points().to_string())),
        ("automatic", Some(automatic.mode().code().to_owned())),
        ("automaticAbove", above),
        ("state", left_at.map(|_| "left".to_owned())),
    ]
}

/// What the trail tells of a supplier, with the company whose it is.
pub(crate) fn supplier_entry(supplier: &Supplier, company: CompanyId, by: Actor, action: AuditAction, now: DateTime<Utc>) -> Entry {
    Entry::new(now, by, action, Subjects::of_company(company, supplier.id().0))
}
