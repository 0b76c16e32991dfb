//! What changes companies and the parties they deal with.

use super::ports::IssuedInvitation;
use crate::{identity, kernel::commit::Unique};
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::{
        ids::{CompanyId, DebtorId, LinkId},
        text::Line,
    },
    parties::{
        buyer::{Buyer, BuyerId, BuyerStatus},
        company::Company,
        debtor::{Debtor, Limits, NoticeContact},
        legal_entity::LegalEntity,
        likeness::Mark,
        membership::Membership,
    },
};
use std::collections::BTreeSet;

/// A legal entity is one debtor.
pub const LEGAL_ENTITY: Unique = Unique("legal_entity");

/// No one has said of a debtor that looks like this one whether it is the same.
pub const LIKENESS: Unique = Unique("likeness");

/// A seller's list names a legal entity once.
pub const LISTED_BUYER: Unique = Unique("listed_buyer");

/// What names a buyer keeps it on the list.
pub const NAMED_BUYER: Unique = Unique("named_buyer");

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Identity(identity::changes::Change),
    /// A company came with its first member.
    CompanyFounded(Company, Membership),
    /// An invitation is open. It replaces an earlier one of the same company for the same address; full when so many are
    /// open.
    Invited {
        issued: IssuedInvitation,
        max: usize,
    },
    /// An invitation was used up or taken back. Stale when it is gone.
    InvitationEnded(CompanyId, LinkId),
    /// Nothing changes: this place in the company is still somebody's, in this role, and is until the rest is written. Not
    /// allowed otherwise.
    MembershipStands(Membership),
    /// A new account's place.
    MemberAdded(Membership),
    /// From now on this is somebody's place: in another role, or in another company.
    MemberPlaced(Membership),
    /// A company for somebody who has a place already, and gets one there.
    CompanyAdded(Company),
    /// The company's members changed. Stale when they did since this version was read.
    TeamChanged {
        company: CompanyId,
        seen: i64,
    },
    /// A member of the company stopped approving: what the others entered before this time takes another person.
    ApproverGone {
        company: CompanyId,
        alone_from: DateTime<Utc>,
    },
    /// Nothing changes: the company's members are those of this version, and are until the rest is written. Stale otherwise.
    TeamStands {
        company: CompanyId,
        seen: i64,
    },
    /// The company was given up. Stale when something was handed in for it.
    CompanyClosed(CompanyId, DateTime<Utc>),
    /// What a company handed in says who it is.
    CompanyNamed {
        id: CompanyId,
        legal_name: Option<Line>,
        legal_entity: Option<LegalEntity>,
    },
    /// Nothing changes: no debtor but these has one of these marks, and none gets one until the rest is written. Refused as
    /// [`LIKENESS`] otherwise.
    NoneAlike {
        marks: BTreeSet<Mark>,
        but: Vec<DebtorId>,
    },
    /// Refused as [`LEGAL_ENTITY`] when there is one for that entity. In this and whatever names a debtor that was merged into another
    /// one meanwhile, the other one takes its place.
    DebtorAdded(Debtor),
    /// What a debtor is found by besides what it was.
    DebtorMarked(DebtorId, BTreeSet<Mark>),
    /// State and contact of the debtor as they are now, with the version that was read: stale when it changed since. Its limits
    /// stay as they are.
    DebtorChanged(Box<Debtor>),
    /// A debtor's limits. Stale when they are not as they were.
    DebtorLimited {
        id: DebtorId,
        before: Limits,
        after: Limits,
    },
    /// Whom at a debtor to tell of assignments. Stale when it is not as it was.
    DebtorContacted {
        id: DebtorId,
        before: Option<NoticeContact>,
        after: NoticeContact,
    },
    /// A debtor was merged into another one, which is like this from then on, with the version that was read: stale when one of both
    /// changed since. The buyers of the one that is gone and what it is found by are the other's.
    DebtorMerged {
        merged: Box<Debtor>,
        gone: DebtorId,
        seen: i64,
    },
    /// Nothing changes: the debtor and its limits are at this version, and are until the rest is written. Stale otherwise.
    DebtorStands {
        id: DebtorId,
        version: i64,
    },
    /// A buyer joins the end of its seller's list. Full when the list holds so many, refused as [`LISTED_BUYER`] when it
    /// holds this one: others appending at the same time count.
    BuyerAdded {
        buyer: Buyer,
        max: usize,
    },
    /// What the seller tells of a buyer. Stale when it is not on the list, refused as [`LISTED_BUYER`] when another one is
    /// the same.
    BuyerChanged(Buyer),
    /// Off the list. Stale when it is not on it, refused as [`NAMED_BUYER`] when something else names it by then.
    BuyerRemoved(CompanyId, BuyerId),
    /// What was decided on a buyer. Stale when its status is not what was seen.
    BuyerDecided {
        buyer: Buyer,
        seen: BuyerStatus,
    },
    /// The buyer is its debtor, and not the one that was seen: stale when it is not that one. What the seller wrote of it no longer leads
    /// to the one it is not.
    BuyerCorrected {
        buyer: Buyer,
        seen: DebtorId,
    },
}

impl From<identity::changes::Change> for Change {
    fn from(change: identity::changes::Change) -> Self {
        Self::Identity(change)
    }
}
