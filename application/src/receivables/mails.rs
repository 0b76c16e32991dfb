//! What those who may approve for a company are told by mail of its invoices, its payables and their money.

use crate::{
    kernel::outbox::{Amount, Content, Details, Figure, Mail, Matter},
    receivables::{Receivables, look::Look, recording::Recording, scene::Scene},
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    facilities::terms::FacilityKind,
    identity::user::User,
    kernel::{
        ids::{CompanyId, ReceivableId, UserId},
        minor::Minor,
        money::Money,
        text::Line,
    },
    parties::membership::Membership,
    payments::payout::{Payout, PayoutStatus, Purpose, Returned},
    pricing::price::Components,
    receivables::{book::BookStatus, status::ReceivableStatus},
};
use std::collections::BTreeMap;

/// A mail that tells facts.
pub(crate) type Said = fn(Option<Details>) -> Content;

const OFFER_READY: Said = |details| Content::OfferReady { details };
pub(crate) const OFFER_FITS: Said = |details| Content::OfferFits { details };
const EARLY_PAYMENT: Said = |details| Content::EarlyPayment { details };
pub(crate) const INVOICE_REJECTED: Said = |details| Content::InvoiceRejected { details };
pub(crate) const INVOICE_DISPUTED: Said = |details| Content::InvoiceDisputed { details };
const PAYOUT_SENT: Said = |details| Content::PayoutSent { details };
const PAYOUT_RETURNED: Said = |details| Content::PayoutReturned { details };
const RECEIPT: Said = |details| Content::Receipt { details };
const SETTLED: Said = |details| Content::Settled { details };
pub(crate) const OVERDUE: Said = |details| Content::Overdue { details };
const CHARGED_BACK: Said = |details| Content::ChargedBack { details };
const PAYMENT_RECEIVED: Said = |details| Content::PaymentReceived { details };
pub(crate) const PAYMENT_OVERDUE: Said = |details| Content::PaymentOverdue { details };
pub(crate) const OFFER_ACCEPTED: Said = |details| Content::OfferAccepted { details };
pub(crate) const PAYABLES_LAPSED: Said = |details| Content::PayablesLapsed { details };

/// What debtors paid of these, by what was paid in this write.
pub(crate) type Paid = BTreeMap<ReceivableId, (Minor, NaiveDate)>;

/// The invoice in a mail, with what of these amounts there is.
pub(crate) fn matter<const N: usize>(look: &Look, amounts: [(Figure, Minor); N], on: Option<NaiveDate>) -> Matter {
    let receivable = look.receivable();
    let amount = |(figure, amount): (Figure, Minor)| {
        let money = Money::parse(amount.get(), receivable.currency()).ok()?;
        amount.is_positive().then_some(Amount { figure, money })
    };
    Matter {
        receivable: Some(receivable.id()),
        invoice: Line::parse(receivable.number().as_str()).ok(),
        debtor: look.debtor_name().cloned(),
        amounts: amounts.into_iter().filter_map(amount).collect(),
        on,
        link: None,
        came_back: None,
    }
}

/// The invoice as it is offered, rejected or disputed: of what is owed, `amount` is so much.
pub(crate) fn invoice(look: &Look, (figure, amount): (Figure, Minor)) -> Matter {
    matter(look, [(figure, amount)], Some(look.receivable().due_on()))
}

/// The invoice with what is owed on it.
pub(crate) fn whole(look: &Look) -> Matter {
    invoice(look, (Figure::Face, look.receivable().face()))
}

/// The invoice as it was sold, with what its offer's screen says of it. `owed`: what its seller owes in its currency. None before it was
/// sold.
pub(crate) fn bought(look: &Look, owed: Minor) -> Option<Matter> {
    let book = look.book()?.ok()?;
    let price = book.basis().price();
    let Components { case, payout, release, .. } = *price.components();
    let amounts = [
        (Figure::Face, case.face),
        (Figure::Payout, payout),
        (Figure::MayKeepBack, owed.min(payout)),
        (Figure::WhenPaid, release),
        (Figure::OwedWhenPaid, -release),
        (Figure::Cost, price.cost()),
        (Figure::Tax, price.tax()),
    ];
    Some(matter(look, amounts, Some(case.due_on)))
}

/// What is told once there is an offer; nothing where its supplier wants it sold without being asked.
pub(crate) fn offered(look: &Look) -> Option<(Said, Matter)> {
    match look.receivable().kind() {
        FacilityKind::Factoring => Some((OFFER_READY, whole(look))),
        FacilityKind::ReverseFactoring => (!look.sells_itself()).then(|| (EARLY_PAYMENT, whole(look))),
    }
}

/// What somebody entered: one, the first of many, or a further one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    One,
    FirstOfMany,
    Further,
}

/// Everybody of a company who may approve for it.
pub(crate) type People<'a> = &'a [(User, Membership)];

/// The same, for as long as it takes.
pub(crate) type Addressees = Vec<(User, Membership)>;

/// One kind of thing, and who are told of it.
pub(crate) struct Announced {
    pub(crate) to: Addressees,
    pub(crate) content: Content,
}

/// What is told of each company's, together.
#[derive(Default)]
pub(crate) struct Telling(BTreeMap<CompanyId, (Addressees, Vec<Matter>)>);

impl Telling {
    pub(crate) fn tell(&mut self, look: &Look, matter: Matter) {
        self.tell_company((look.receivable().parts().seller, &look.scene.sellers), matter);
    }

    /// The same, told to the company that entered it.
    pub(crate) fn tell_holder(&mut self, look: &Look, matter: Matter) {
        self.tell_company((look.receivable().entered_for(), &look.scene.approvers), matter);
    }

    fn tell_company(&mut self, (company, people): (CompanyId, People<'_>), matter: Matter) {
        let (_, matters) = self.0.entry(company).or_insert_with(|| (people.to_vec(), Vec::new()));
        matters.push(matter);
    }

    /// To each company's people in the words of this kind.
    pub(crate) fn said(self, said: Said) -> impl Iterator<Item = Announced> {
        self.0.into_values().map(move |(to, matters)| Announced { to, content: said(Some(Details { matters, ..Details::default() })) })
    }
}

/// The invoice as its buyer knows it: by who supplied it. Invoices' screens are their seller's.
pub(crate) fn payable(look: &Look, matter: Matter) -> Matter {
    let supplier = look.scene.supplier.as_ref().map(|found| found.supplier.parts().details.legal_name.clone());
    Matter { receivable: None, debtor: supplier, ..matter }
}

impl Receivables {
    /// Mails to everybody who may approve for the seller, but one.
    pub(crate) fn mails_to_sellers(&self, scene: &Scene, said: &Content, but: Option<UserId>, now: DateTime<Utc>) -> Vec<Mail> {
        self.mails_to(&scene.sellers, said, but, now)
    }

    fn mails_to(&self, people: People<'_>, said: &Content, but: Option<UserId>, now: DateTime<Utc>) -> Vec<Mail> {
        let others = people.iter().map(|(user, _)| user).filter(|user| Some(user.id()) != but);
        others.filter_map(|user| self.identity.notice(user, said.clone(), now)).collect()
    }

    /// The same with what it is about.
    pub(crate) fn mails_about(&self, look: &Look, (said, matter): (Said, Matter), but: Option<UserId>, now: DateTime<Utc>) -> Vec<Mail> {
        self.mails_to_sellers(&look.scene, &said(Some(Details { matters: vec![matter], ..Details::default() })), but, now)
    }

    /// To those who may accept, but one, once it is on offer.
    pub(crate) fn mails_of_offer(&self, look: &Look, but: Option<UserId>, now: DateTime<Utc>) -> Vec<Mail> {
        let said = offered(look).filter(|_| look.receivable().status() == ReceivableStatus::Offered);
        said.map(|said| self.mails_about(look, said, but, now)).unwrap_or_default()
    }

    /// One mail to each of these people, whatever kinds of things they are told.
    pub(crate) fn one_mail_each(&self, announced: impl IntoIterator<Item = Announced>, now: DateTime<Utc>) -> Vec<Mail> {
        let mut each = BTreeMap::<UserId, (User, Vec<Content>)>::new();
        for Announced { to, content } in announced {
            for (user, _) in to {
                each.entry(user.id()).or_insert_with(|| (user, Vec::new())).1.push(content.clone());
            }
        }
        each.into_values().filter_map(|(user, all)| self.identity.notice(&user, Content::together(all)?, now)).collect()
    }

    /// To the buyer of a programme, of what somebody entered; of many, none of which is named, told with the first of them.
    pub(crate) fn mails_to_approve(&self, look: &Look, news: News, but: UserId, now: DateTime<Utc>) -> Vec<Mail> {
        let matters = match news {
            News::One => vec![payable(look, whole(look))],
            News::FirstOfMany => Vec::new(),
            News::Further => return Vec::new(),
        };
        let details = Some(Details { matters, ..Details::default() });
        self.mails_to(&look.scene.approvers, &Content::PayablesToApprove { details }, Some(but), now)
    }

    /// Of what was paid and of what came to its end by this write.
    pub(crate) fn mails_of<'a>(&self, recordings: impl Iterator<Item = &'a Recording>, paid: &Paid, now: DateTime<Utc>) -> Vec<Mail> {
        self.one_mail_each(announced(recordings, paid), now)
    }
}

/// Of what was paid and of what came to its end by this write. What is settled by money is told once: with what it ended in.
/// In a programme the buyer is told that its money came; its supplier has had its own.
pub(crate) fn announced<'a>(recordings: impl Iterator<Item = &'a Recording>, paid: &Paid) -> Vec<Announced> {
    let [mut receipts, mut settled, mut charged_back, mut payments] = <[Telling; 4]>::default();
    for recording in recordings {
        let (look, state) = (&recording.look, recording.book().state());
        let received = paid.get(&recording.id()).copied();
        let money = received.map_or(Minor::ZERO, |(amount, _)| amount);
        if look.receivable().kind() == FacilityKind::ReverseFactoring {
            let Some((amount, on)) = received else { continue };
            let amounts = [(Figure::Received, amount), (Figure::Open, look.kept.position.open)];
            payments.tell_holder(look, payable(look, matter(look, amounts, Some(on))));
            continue;
        }
        match recording.ended_as() {
            Some(status @ (BookStatus::Settled | BookStatus::ChargedBack)) => {
                let ended = recording.book().settlement();
                let [released, owed] = ended.map_or([Minor::ZERO; 2], |ended| [ended.to_seller, ended.seller_owes]);
                let amounts = [(Figure::Received, money), (Figure::Released, released), (Figure::Owed, owed)];
                let told = if status == BookStatus::Settled { &mut settled } else { &mut charged_back };
                told.tell(look, matter(look, amounts, state.ended.map(|ended| ended.on)));
            }
            _ => {
                let Some((amount, on)) = received else { continue };
                receipts.tell(look, matter(look, [(Figure::Received, amount), (Figure::Open, look.kept.position.open)], Some(on)));
            }
        }
    }
    let each = [(RECEIPT, receipts), (SETTLED, settled), (CHARGED_BACK, charged_back), (PAYMENT_RECEIVED, payments)];
    each.into_iter().flat_map(|(said, telling)| telling.said(said)).collect()
}

/// Of what the bank carried out of these, and of what came back. What was kept back in full was not sent.
pub(crate) fn announced_payouts(by_bank: &[Payout], looks: &[Look]) -> impl Iterator<Item = Announced> + use<> {
    let [mut sent, mut returned] = <[Telling; 2]>::default();
    for payout in by_bank {
        let (telling, on) = match payout.status {
            PayoutStatus::Executed => (&mut sent, payout.executed_on),
            PayoutStatus::Returned => (&mut returned, payout.returned.as_ref().map(|back| back.on)),
            _ => continue,
        };
        let about = looks.iter().find(|look| Some(look.receivable().id()) == payout.about());
        let Some(look) = about.filter(|_| payout.net().is_positive()) else { continue };
        let came_back = payout.returned.as_ref().and_then(Returned::coded);
        let paid = matter(look, [(Figure::PaidOut, payout.net()), (Figure::KeptBack, payout.gross - payout.net())], on);
        let paid = Matter { came_back, ..paid };
        match payout.purpose {
            Purpose::BuyerShare => telling.tell_holder(look, payable(look, paid)),
            _ => telling.tell(look, paid),
        }
    }
    sent.said(PAYOUT_SENT).chain(returned.said(PAYOUT_RETURNED))
}
