//! What those who may approve for a company are told by mail of its invoices, its payables and their money.

use super::{Financing, look::Look, ports::Kept, recording::Recording, scene::Scene};
use crate::kernel::{
    outbox::{Amount, Content, Details, Figure, Mail, Matter},
    unavailable::Unavailable,
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    facilities::terms::{FacilityKind, Notification},
    identity::user::User,
    kernel::{
        ids::{CompanyId, DebtorId, MailId, ReceivableId, UserId},
        language::Language,
        minor::Minor,
        money::{Currency, Money},
        text::Line,
    },
    parties::{debtor::NoticeContact, membership::Membership},
    payments::payout::{Payout, PayoutStatus, Purpose},
    receivables::{book::BookStatus, status::ReceivableStatus},
};
use std::collections::{BTreeMap, BTreeSet};

/// A mail that tells facts.
pub(super) type Said = fn(Option<Details>) -> Content;

const OFFER_READY: Said = |details| Content::OfferReady { details };
const EARLY_PAYMENT: Said = |details| Content::EarlyPayment { details };
pub(super) const INVOICE_REJECTED: Said = |details| Content::InvoiceRejected { details };
pub(super) const INVOICE_DISPUTED: Said = |details| Content::InvoiceDisputed { details };
const PAYOUT_SENT: Said = |details| Content::PayoutSent { details };
const PAYOUT_RETURNED: Said = |details| Content::PayoutReturned { details };
const RECEIPT: Said = |details| Content::Receipt { details };
const SETTLED: Said = |details| Content::Settled { details };
const OVERDUE: Said = |details| Content::Overdue { details };
const CHARGED_BACK: Said = |details| Content::ChargedBack { details };
const PAYMENT_RECEIVED: Said = |details| Content::PaymentReceived { details };
const PAYMENT_OVERDUE: Said = |details| Content::PaymentOverdue { details };

/// What debtors paid of these, by what was paid in this write.
pub(super) type Paid = BTreeMap<ReceivableId, (Minor, NaiveDate)>;

/// The invoice in a mail, with what of these amounts there is.
pub(super) fn matter<const N: usize>(look: &Look, amounts: [(Figure, Minor); N], on: Option<NaiveDate>) -> Matter {
    let (receivable, scene) = (look.receivable(), &look.scene);
    let known = || scene.debtor.as_ref().map(|debtor| &debtor.parts().legal_name);
    let debtor = scene.buyer.as_ref().map(|buyer| &buyer.details.legal_name).or_else(known).cloned();
    let amount = |(figure, amount): (Figure, Minor)| {
        let money = Money::parse(amount.get(), receivable.currency()).ok()?;
        amount.is_positive().then_some(Amount { figure, money })
    };
    Matter {
        receivable: Some(receivable.id()),
        invoice: Line::parse(receivable.number().as_str()).ok(),
        debtor,
        amounts: amounts.into_iter().filter_map(amount).collect(),
        on,
        link: None,
    }
}

/// The invoice as it is offered, rejected or disputed: of what is owed, `amount` is so much.
pub(super) fn invoice(look: &Look, (figure, amount): (Figure, Minor)) -> Matter {
    matter(look, [(figure, amount)], Some(look.receivable().due_on()))
}

/// The invoice with what is owed on it.
pub(super) fn whole(look: &Look) -> Matter {
    invoice(look, (Figure::Face, look.receivable().face()))
}

/// What is told once there is an offer; nothing where its supplier wants it sold without being asked.
pub(super) fn offered(look: &Look) -> Option<(Said, Matter)> {
    match look.receivable().kind() {
        FacilityKind::Factoring => Some((OFFER_READY, whole(look))),
        FacilityKind::ReverseFactoring => (!look.sells_itself()).then(|| (EARLY_PAYMENT, whole(look))),
    }
}

/// What somebody entered: one, the first of many, or a further one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum News {
    One,
    FirstOfMany,
    Further,
}

/// Why somebody is told of what is not paid: since today, as was set, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unpaid {
    New,
    Still,
    NewAndReminded,
}

/// What is open, by day and currency.
type DueSums = BTreeMap<(NaiveDate, Currency), Minor>;

/// Everybody of a company who may approve for it.
type People<'a> = &'a [(User, Membership)];

/// The same, for as long as it takes.
type Addressees = Vec<(User, Membership)>;

/// What is told of each company's, together.
#[derive(Default)]
pub(super) struct Telling(BTreeMap<CompanyId, (Addressees, Vec<Matter>)>);

impl Telling {
    fn tell(&mut self, look: &Look, matter: Matter) {
        self.tell_company((look.receivable().parts().seller, &look.scene.sellers), matter);
    }

    /// The same, told to the company that entered it.
    fn tell_holder(&mut self, look: &Look, matter: Matter) {
        self.tell_company((look.receivable().entered_for(), &look.scene.approvers), matter);
    }

    fn tell_company(&mut self, (company, people): (CompanyId, People<'_>), matter: Matter) {
        let (_, matters) = self.0.entry(company).or_insert_with(|| (people.to_vec(), Vec::new()));
        matters.push(matter);
    }
}

/// The invoice as its buyer knows it: by who supplied it. Invoices' screens are their seller's.
fn payable(look: &Look, matter: Matter) -> Matter {
    let supplier = look.scene.supplier.as_ref().map(|found| found.supplier.parts().details.legal_name.clone());
    Matter { receivable: None, debtor: supplier, ..matter }
}

impl Financing {
    /// Mails to everybody who may approve for the seller, but one.
    pub(super) fn mails_to_sellers(&self, scene: &Scene, said: &Content, but: Option<UserId>, now: DateTime<Utc>) -> Vec<Mail> {
        self.mails_to(&scene.sellers, said, but, now)
    }

    fn mails_to(&self, people: People<'_>, said: &Content, but: Option<UserId>, now: DateTime<Utc>) -> Vec<Mail> {
        let others = people.iter().map(|(user, _)| user).filter(|user| Some(user.id()) != but);
        others.filter_map(|user| self.identity.notice(user, said.clone(), now)).collect()
    }

    /// The same with what it is about.
    pub(super) fn mails_about(&self, look: &Look, (said, matter): (Said, Matter), but: Option<UserId>, now: DateTime<Utc>) -> Vec<Mail> {
        self.mails_to_sellers(&look.scene, &said(Some(Details { matters: vec![matter], ..Details::default() })), but, now)
    }

    /// To those who may accept, but one, once it is on offer.
    pub(super) fn mails_of_offer(&self, look: &Look, but: Option<UserId>, now: DateTime<Utc>) -> Vec<Mail> {
        let said = offered(look).filter(|_| look.receivable().status() == ReceivableStatus::Offered);
        said.map(|said| self.mails_about(look, said, but, now)).unwrap_or_default()
    }

    /// One mail to each of a seller for all that is told of it.
    fn told(&self, said: Said, telling: Telling, now: DateTime<Utc>) -> Vec<Mail> {
        let each = telling.0.into_values().flat_map(|(people, matters)| {
            let details = Details { matters, ..Details::default() };
            self.mails_to(&people, &said(Some(details)), None, now)
        });
        each.collect()
    }

    /// To the buyer of a programme, of what somebody entered; of many, none of which is named, told with the first of them.
    pub(super) fn mails_to_approve(&self, look: &Look, news: News, but: UserId, now: DateTime<Utc>) -> Vec<Mail> {
        let matters = match news {
            News::One => vec![payable(look, whole(look))],
            News::FirstOfMany => Vec::new(),
            News::Further => return Vec::new(),
        };
        let details = Some(Details { matters, ..Details::default() });
        self.mails_to(&look.scene.approvers, &Content::PayablesToApprove { details }, Some(but), now)
    }

    /// Of what was paid and of what came to its end by this write. What is settled by money is told once: with what it ended in.
    /// In a programme the buyer is told that its money came; its supplier has had its own.
    pub(super) fn mails_of<'a>(&self, recordings: impl Iterator<Item = &'a Recording>, paid: &Paid, now: DateTime<Utc>) -> Vec<Mail> {
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
        each.into_iter().flat_map(|(said, telling)| self.told(said, telling, now)).collect()
    }

    /// Of what the bank carried out of these, and of what came back. What was kept back in full was not sent.
    pub(super) fn mails_of_payouts(&self, by_bank: &[Payout], looks: &[Look], now: DateTime<Utc>) -> Vec<Mail> {
        let [mut sent, mut returned] = <[Telling; 2]>::default();
        for payout in by_bank {
            let (telling, on) = match payout.status {
                PayoutStatus::Executed => (&mut sent, payout.executed_on),
                PayoutStatus::Returned => (&mut returned, payout.returned.as_ref().map(|back| back.on)),
                _ => continue,
            };
            let about = looks.iter().find(|look| Some(look.receivable().id()) == payout.about());
            let Some(look) = about.filter(|_| payout.net().is_positive()) else { continue };
            let paid = matter(look, [(Figure::PaidOut, payout.net()), (Figure::KeptBack, payout.gross - payout.net())], on);
            match payout.purpose {
                Purpose::BuyerShare => telling.tell_holder(look, payable(look, paid)),
                _ => telling.tell(look, paid),
            }
        }
        let mut mails = self.told(PAYOUT_SENT, sent, now);
        mails.extend(self.told(PAYOUT_RETURNED, returned, now));
        mails
    }

    /// To the buyer of a programme, of what its supplier did not sell in time.
    pub fn mails_of_lapsed(&self, look: &Look, now: DateTime<Utc>) -> Vec<Mail> {
        if look.receivable().kind() == FacilityKind::Factoring {
            return Vec::new();
        }
        let matter = payable(look, whole(look));
        let details = Some(Details { matters: vec![matter], ..Details::default() });
        self.mails_to(&look.scene.approvers, &Content::PayablesLapsed { details }, None, now)
    }

    /// Adds what of these is due soon, which buyers of programmes are told: a sum for each day and currency.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn tell_due(&self, telling: &mut DueTelling, soon: Vec<Kept>) -> Result<(), Unavailable> {
        for look in &self.each_now(soon).await? {
            let (receivable, open) = (look.receivable(), look.kept.position.open);
            let new = || (look.scene.approvers.clone(), DueSums::new());
            let (_, sums) = telling.soon.entry(receivable.entered_for()).or_insert_with(new);
            *sums.entry((receivable.due_on(), receivable.currency())).or_default() += open;
        }
        Ok(())
    }

    /// Adds what was not paid when it was due: its seller is told; in a programme its buyer, for its supplier has had its money. Where
    /// the debtor was told to whom it owes, and whom to write to is known, it is reminded itself. `told`: of which it was told on an
    /// earlier day.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn tell_unpaid(
        &self,
        telling: &mut DueTelling,
        unpaid: Vec<(Kept, Unpaid)>,
        told: &BTreeSet<ReceivableId>,
    ) -> Result<(), Unavailable> {
        let (all, why): (Vec<_>, Vec<_>) = unpaid.into_iter().unzip();
        for (look, why) in self.each_now(all).await?.iter().zip(why) {
            let matter = matter(look, [(Figure::Open, look.kept.position.open)], Some(look.receivable().due_on()));
            if look.receivable().kind() == FacilityKind::ReverseFactoring {
                telling.buyers.tell_holder(look, payable(look, matter));
                continue;
            }
            let knows = told.contains(&look.receivable().id());
            let debtor = debtor_to_remind(look).filter(|_| why != Unpaid::New && knows);
            if let Some((debtor, contact)) = debtor {
                let (.., matters) = telling.debtors.entry(debtor).or_insert_with(|| (Reminded::of(look, contact), Vec::new()));
                matters.push(to_debtor(look, matter.clone()));
            }
            if debtor.is_none() || why != Unpaid::Still {
                telling.sellers.tell(look, matter);
            }
        }
        Ok(())
    }

    /// One mail to each, of all that was added.
    pub fn mails_of_all_due(&self, telling: DueTelling, now: DateTime<Utc>) -> Vec<Mail> {
        let DueTelling { soon, sellers, buyers, debtors } = telling;
        let mut mails = self.told(OVERDUE, sellers, now);
        mails.extend(self.told(PAYMENT_OVERDUE, buyers, now));
        mails.extend(debtors.into_values().map(|(debtor, matters)| self.debtor_reminder(debtor, matters, now)));
        let sum = |((on, currency), open): ((NaiveDate, Currency), Minor)| {
            let money = Money::parse(open.get(), currency).ok()?;
            Some(Matter { amounts: vec![Amount { figure: Figure::Open, money }], on: Some(on), ..Matter::default() })
        };
        mails.extend(soon.into_values().flat_map(|(people, sums)| {
            let details = Some(Details { matters: sums.into_iter().filter_map(sum).collect(), ..Details::default() });
            self.mails_to(&people, &Content::PaymentDue { details }, None, now)
        }));
        mails
    }

    fn debtor_reminder(&self, Reminded { contact, house, language }: Reminded, matters: Vec<Matter>, now: DateTime<Utc>) -> Mail {
        Mail {
            id: MailId(self.identity.ids.next()),
            to: contact.email.clone(),
            name: contact.name.as_str().to_owned(),
            language,
            content: Content::DebtorReminder { details: Some(Details { company: house, matters, ..Details::default() }) },
            created_at: now,
        }
    }
}

/// What is told of what is due or was not paid, put together part by part.
#[derive(Default)]
pub struct DueTelling {
    soon: BTreeMap<CompanyId, (Addressees, DueSums)>,
    sellers: Telling,
    buyers: Telling,
    debtors: BTreeMap<DebtorId, (Reminded, Vec<Matter>)>,
}

/// A debtor who is reminded.
struct Reminded {
    contact: NoticeContact,
    /// Who reminds it.
    house: Option<Line>,
    language: Language,
}

impl Reminded {
    fn of(look: &Look, contact: &NoticeContact) -> Self {
        let house = look.scene.house.details().profile.as_ref().map(|house| house.legal_name.clone());
        let country = look.scene.debtor.as_ref().map(|debtor| debtor.parts().legal_entity.country());
        Self { contact: contact.clone(), house, language: country.map(Language::of_country).unwrap_or_default() }
    }
}

/// Whom to remind at the debtor; none where it does not know that its invoices were sold.
fn debtor_to_remind(look: &Look) -> Option<(DebtorId, &NoticeContact)> {
    let debtor = look.scene.debtor.as_ref()?;
    let is_disclosed = look.terms()?.parts().notification == Notification::Disclosed;
    Some((debtor.id(), debtor.parts().contact.as_ref().filter(|_| is_disclosed)?))
}

/// The invoice as its debtor knows it: by who wrote it.
fn to_debtor(look: &Look, matter: Matter) -> Matter {
    let seller = &look.scene.seller;
    let name = seller.details.legal_name.as_ref().or(seller.company.legal_name.as_ref()).cloned();
    Matter { receivable: None, debtor: name, ..matter }
}
