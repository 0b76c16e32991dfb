//! The sale: a member accepts an offer that stands.

use crate::{
    facilities::changes::Change as FacilityChange,
    identity::StepUpRequired,
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        outbox::{Details, Mail},
        unavailable::Unavailable,
    },
    parties::Member,
    payments::changes::Change as PaymentChange,
    receivables::{
        ReceivableError, Receivables,
        changes::{Change, SOLD_ONCE},
        look::{Look, StandingOffer},
        mails::{OFFER_ACCEPTED, bought},
        ports::Kept,
        recording, stands, trail,
    },
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    facilities::exposure::{Ceiling, Exposure},
    kernel::{
        audit::{Actor, AuditAction, Entry},
        canonical::Digest,
        coded::Coded,
        ids::{ReceivableId, UserId},
        minor::Minor,
    },
    payments::payout::{PayoutId, Purpose},
    pricing::{offer::OfferId, price::NoOffer},
    receivables::{
        actions::MemberAction,
        book::{Basis, Book},
        checks::{CheckCode, Outcome},
        position::{self, Position},
        receivable::{Acceptance, Agreement, Blocked},
        sale::Acceptor,
        status::ReceivableStatus,
    },
};

/// An offer that a member accepts, as they saw it.
#[derive(Debug, Clone, PartialEq)]
pub struct AcceptCommand {
    pub by: Member,
    pub offer: OfferId,
    /// Of the offer.
    pub hash: Digest,
    pub request: Option<RequestKey>,
}

/// Why nothing was sold.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AcceptError {
    #[error("there is no such receivable")]
    NotFound,
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    /// It stands otherwise by now: as it is, with the offer that stands, if one does.
    #[error("another offer stands")]
    OfferChanged(Box<Look>),
    #[error("nothing can be offered")]
    NoOffer(NoOffer),
    /// It does not fit today. `fits` is how much would, in advances; what a debtor may owe, or a buyer under
    /// its programme, is told to nobody who sells.
    #[error("it does not fit under {}", .ceiling.code())]
    LimitReached { ceiling: Ceiling, fits: Option<Minor> },
    /// Another one of its fingerprint was sold.
    #[error("it was sold before")]
    DuplicateReceivable,
    #[error(transparent)]
    Blocked(Blocked),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<Blocked> for AcceptError {
    fn from(blocked: Blocked) -> Self {
        match blocked {
            Blocked::NotTheirs => Self::NotFound,
            other => Self::Blocked(other),
        }
    }
}

impl From<ReceivableError> for AcceptError {
    fn from(error: ReceivableError) -> Self {
        match error {
            ReceivableError::Blocked(blocked) => blocked.into(),
            ReceivableError::Idempotency(error) => error.into(),
            ReceivableError::Unavailable(unavailable) => unavailable.into(),
            // Looking at one meets none of the others.
            ReceivableError::Stale => Unavailable::Conflicted("receivable").into(),
            _ => Self::NotFound,
        }
    }
}

/// One of many that are accepted, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct AcceptedRow {
    pub id: ReceivableId,
    pub answer: Result<Look, AcceptError>,
}

/// What an acceptance is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Accepted alone: those who may accept are mailed what it comes to.
    Alone,
    /// Accepted as the first of several: they are mailed that there are several.
    First,
    /// Together with one that was accepted before, of which they were told.
    With(ReceivableId),
}

/// Who sells.
#[derive(Debug, Clone, Copy)]
enum SoldBy<'a> {
    Member(&'a Member),
    /// Nobody: the supplier settled it for all its payables.
    Itself,
}

impl SoldBy<'_> {
    fn user(self) -> Option<UserId> {
        match self {
            Self::Member(member) => Some(member.user.id()),
            Self::Itself => None,
        }
    }

    fn stands(self) -> Option<Change> {
        match self {
            Self::Member(member) => Some(stands(&member.membership)),
            Self::Itself => None,
        }
    }
}

impl Receivables {
    /// Sells it for the offer that was seen, in one write: it is sold once, and under every limit, however many are accepted
    /// at the same time.
    ///
    /// # Errors
    /// `NotFound`; `OfferChanged` when another offer stands; `LimitReached`; `DuplicateReceivable`; `StepUpRequired`;
    /// `Blocked`, with `FourEyes` for whoever entered it where somebody else could accept.
    pub async fn accept(&self, id: ReceivableId, command: AcceptCommand) -> Result<Look, AcceptError> {
        self.accept_one(id, &command, Act::Alone).await
    }

    /// Accepts one after the other, each by itself, in their order. The owners and approvers get one mail for all.
    pub async fn accept_many(&self, offers: Vec<(ReceivableId, AcceptCommand)>) -> Vec<AcceptedRow> {
        let mut rows = Vec::with_capacity(offers.len());
        let mut act = if offers.len() > 1 { Act::First } else { Act::Alone };
        for (id, command) in offers {
            let request = command.request.as_ref().map(|request| request.of_part(id.0));
            let answer = self.accept_one(id, &AcceptCommand { request, ..command }, act).await;
            if let Ok(Some(acceptance)) = answer.as_ref().map(|look| look.receivable().parts().accepted) {
                act = Act::With(acceptance.with);
            }
            rows.push(AcceptedRow { id, answer });
        }
        rows
    }

    async fn accept_one(&self, id: ReceivableId, command: &AcceptCommand, act: Act) -> Result<Look, AcceptError> {
        let by = &command.by.membership;
        let repeat = async |_| Ok(self.shown(id, by).await?);
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || {
            for _ in 0..MAX_ATTEMPTS {
                let look = self.shown(id, by).await?;
                if let Some(answer) = self.sell(look, command, act).await {
                    return answer;
                }
            }
            Err(Unavailable::Conflicted("receivable").into())
        })
        .await
    }

    /// Sells it as it stands; none when something it depends on changed meanwhile.
    pub(crate) async fn sell(&self, mut look: Look, command: &AcceptCommand, act: Act) -> Option<Result<Look, AcceptError>> {
        let by = SoldBy::Member(&command.by);
        let sold = self.judged(&look, command).and_then(|(standing, agreement)| self.sold(&mut look, (by, act), &standing, agreement));
        let (changes, context) = match sold {
            Ok(sold) => sold,
            Err(error) => return Some(Err(error)),
        };
        let made = command.request.as_ref().map(|request| request.made(look.receivable().id().0, context.entry.at));
        self.write_sale(look, changes, context.under(made), act).await
    }

    /// What is written where it is sold, for the offer that stands, as its supplier settled once for all. Nothing of what does not
    /// fit today, or is not offered any more: it waits.
    pub fn sale_by_itself(&self, mut look: Look) -> Option<(Vec<Change>, Entry)> {
        let standing = look.offer.clone()?.ok()?;
        let agreement = look.agreement()?;
        let sold = self.sold(&mut look, (SoldBy::Itself, Act::Alone), &standing, agreement);
        sold.ok().map(|(changes, context)| (changes, context.entry))
    }

    async fn write_sale(&self, look: Look, changes: Vec<Change>, mut context: WriteContext, act: Act) -> Option<Result<Look, AcceptError>> {
        match self.mails_of_sale(&look, act, context.entry.at).await {
            Ok(mails) => context.mails = mails,
            Err(unavailable) => return Some(Err(unavailable.into())),
        }
        match self.commit.commit(changes, context).await {
            Ok(()) => Some(Ok(look.stored())),
            // What was read is not so any more, or others were faster: it is judged anew.
            Err(CommitError::Stale | CommitError::Over(_)) => None,
            Err(CommitError::Taken(SOLD_ONCE)) => Some(Err(AcceptError::DuplicateReceivable)),
            Err(error) => Some(Err(error.unexpected().into())),
        }
    }

    /// What those who may accept are mailed of a sale.
    async fn mails_of_sale(&self, look: &Look, act: Act, at: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        let matters = match act {
            Act::Alone => bought(look, self.owed_by_seller(look).await?).into_iter().collect(),
            Act::First => Vec::new(),
            Act::With(_) => return Ok(Vec::new()),
        };
        let said = OFFER_ACCEPTED(Some(Details { matters, ..Details::default() }));
        Ok(self.mails_to_sellers(&look.scene, &said, None, at))
    }

    /// Whether this offer of it can be accepted by this member now.
    fn judged(&self, look: &Look, command: &AcceptCommand) -> Result<(StandingOffer, Agreement), AcceptError> {
        let me = &command.by.membership;
        let may = look.receivable().member_may(MemberAction::Accept, me, &look.approvers());
        match may {
            Ok(()) => {}
            // It was on offer when it was seen.
            Err(Blocked::NotNow(ReceivableStatus::Submitted)) if look.finds(CheckCode::DuplicateExact, Outcome::Block) => {
                return Err(AcceptError::DuplicateReceivable);
            }
            Err(Blocked::NotNow(ReceivableStatus::Submitted)) => return Err(AcceptError::OfferChanged(Box::new(look.clone()))),
            Err(blocked) => return Err(blocked.into()),
        }
        self.identity.stepped_up(&command.by)?;
        let standing = match look.offer.clone() {
            Some(Ok(standing)) => standing,
            Some(Err(none)) => return Err(AcceptError::NoOffer(none)),
            None => return Err(Blocked::NoAgreement.into()),
        };
        if (standing.offer.id(), standing.offer.hash()) != (command.offer, command.hash) {
            return Err(AcceptError::OfferChanged(Box::new(look.clone())));
        }
        let agreement = look.agreement().ok_or(Blocked::NoAgreement)?;
        Ok((standing, agreement))
    }

    /// What is written when it is sold, from the bottom up.
    fn sold(
        &self,
        look: &mut Look,
        (by, act): (SoldBy, Act),
        StandingOffer { offer, .. }: &StandingOffer,
        agreement: Agreement,
    ) -> Result<(Vec<Change>, WriteContext), AcceptError> {
        let now = look.now;
        let no_agreement = || AcceptError::Blocked(Blocked::NoAgreement);
        let (parties, scope) = (look.parties().ok_or_else(no_agreement)?, look.scope().ok_or_else(no_agreement)?);
        let within = look.ceilings().ok_or_else(no_agreement)?;
        let case = offer.price().components().case;
        let book = Book::open(Basis::of(parties, *offer.terms(), case).map_err(AcceptError::NoOffer)?);
        let change = position::in_use(&book);
        if let Some(ceiling) = Ceiling::ALL.iter().copied().find(|ceiling| change.of(*ceiling) > look.fits(*ceiling)) {
            let is_sellers = ceiling != Ceiling::Debtor && look.receivable().kind().limit_is_sellers();
            let fits = is_sellers.then(|| look.fits(ceiling));
            return Err(AcceptError::LimitReached { ceiling, fits });
        }
        let (user, approvers) = (by.user(), look.approvers());
        let own_rate = look.own_rate();
        let (payout_on, due_on) = (case.payout_on, case.due_on);
        let with = if let Act::With(first) = act { first } else { look.receivable().id() };
        let certain = Some(case.certain).filter(|certain| *certain != case.face);
        let acceptance = Acceptance { by: user, at: now, offer: offer.hash(), payout_on, due_on, certain, own_rate, with };
        let acceptor = match by {
            SoldBy::Member(me) => Acceptor::Member { me: &me.membership, approvers: &approvers },
            SoldBy::Itself => Acceptor::Automatic,
        };
        look.change(|receivable| receivable.accept(acceptor, agreement, acceptance).map(|change| vec![change]))?;
        look.kept = Kept { position: Position::of(&book), ..look.kept.clone() };
        look.scene.use_more(change);

        let at = self.identity.clock.now();
        let evidence = [("offer", offer.hash().to_string()), ("payoutOn", case.payout_on.to_string())];
        let entry = trail::entry(look, AuditAction::OfferAccepted, user.map_or(Actor::System, Actor::User), at).new_values(evidence);
        let exposed = FacilityChange::Exposed(vec![Exposure { scope, change, within: Some(within) }]);
        let mut changes: Vec<Change> = by.stands().into_iter().collect();
        changes.extend(look.scene.stands(look.receivable()));
        let advance = book.basis().price().components().payout;
        let payout = recording::due(look, book.basis().parties(), PayoutId(self.identity.ids.next()), (Purpose::Advance, advance));
        let due = PaymentChange::PayoutAdded(Box::new(payout));
        changes.extend([exposed.into(), due.into(), Change::ReceivableChanged(Box::new(look.kept.clone()))]);
        Ok((changes, WriteContext::of(entry)))
    }
}
