//! What is mailed of the end of a day: one mail to each person, whatever it tells.

use crate::{
    cash::Cash,
    kernel::{
        outbox::{Amount, Content, Details, Figure, Mail, Matter},
        unavailable::Unavailable,
    },
    receivables::{
        look::Look,
        mails::{
            Addressees, Announced, OFFER_ACCEPTED, OVERDUE, PAYABLES_LAPSED, PAYMENT_OVERDUE, Telling, bought, matter, payable, whole,
        },
        ports::Kept,
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    facilities::terms::{FacilityKind, Notification},
    kernel::{
        ids::{CompanyId, DebtorId, MailId, ReceivableId},
        language::Language,
        minor::Minor,
        money::{Currency, Money},
        text::Line,
    },
    parties::debtor::NoticeContact,
};
use std::collections::{BTreeMap, BTreeSet};

/// Why people are mailed about what is not paid: since today, as was set, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unpaid {
    New,
    Still,
    NewAndReminded,
}

/// What is open, by day and currency.
type DueSums = BTreeMap<(NaiveDate, Currency), Minor>;

/// What is told of a day, put together part by part.
#[derive(Default)]
pub struct DayTelling {
    soon: BTreeMap<CompanyId, (Addressees, DueSums)>,
    sellers: Telling,
    buyers: Telling,
    /// Buyers of programmes, whose suppliers did not sell in time.
    lapsed: Telling,
    /// Suppliers who sell by themselves, and sold.
    sold: Telling,
    debtors: BTreeMap<DebtorId, (Reminded, Vec<Matter>)>,
}

impl Cash {
    /// Adds what of these is due soon, which buyers of programmes are told: a sum for each day and currency.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn tell_due(&self, telling: &mut DayTelling, soon: Vec<Kept>) -> Result<(), Unavailable> {
        for look in &self.receivables.each_now(soon).await? {
            let (receivable, open) = (look.receivable(), look.kept.position.open);
            let new = || (look.scene.approvers.clone(), DueSums::new());
            let (_, sums) = telling.soon.entry(receivable.entered_for()).or_insert_with(new);
            *sums.entry((receivable.due_on(), receivable.currency())).or_default() += open;
        }
        Ok(())
    }

    /// Adds what was not paid when it was due: its seller is told; in a programme its buyer, for its supplier has had its money. Where
    /// the debtor has its notice of assignment, and its contact is known, it is reminded itself. `told`: of which it was told on an
    /// earlier day.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn tell_unpaid(
        &self,
        telling: &mut DayTelling,
        unpaid: Vec<(Kept, Unpaid)>,
        told: &BTreeSet<ReceivableId>,
    ) -> Result<(), Unavailable> {
        let (all, why): (Vec<_>, Vec<_>) = unpaid.into_iter().unzip();
        for (look, why) in self.receivables.each_now(all).await?.iter().zip(why) {
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

    /// Adds what of these was not sold in time: the buyer of a programme has to pay it itself. A seller sees on its screens what it did
    /// not sell.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn tell_lapsed(&self, telling: &mut DayTelling, mut lapsed: Vec<Kept>) -> Result<(), Unavailable> {
        lapsed.retain(|kept| kept.receivable.kind() == FacilityKind::ReverseFactoring);
        for look in &self.receivables.each_now(lapsed).await? {
            telling.lapsed.tell_holder(look, payable(look, whole(look)));
        }
        Ok(())
    }

    /// Adds that suppliers sold these by themselves.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn tell_sold(&self, telling: &mut DayTelling, sold: Vec<Kept>) -> Result<(), Unavailable> {
        for look in &self.receivables.each_now(sold).await? {
            if let Some(matter) = bought(look, self.receivables.owed_by_seller(look).await?) {
                telling.sold.tell(look, matter);
            }
        }
        Ok(())
    }

    /// One mail to each, of all that was added.
    pub fn mails_of_day(&self, telling: DayTelling, now: DateTime<Utc>) -> Vec<Mail> {
        let DayTelling { soon, sellers, buyers, lapsed, sold, debtors } = telling;
        let late = buyers.said(PAYMENT_OVERDUE).chain(sellers.said(OVERDUE));
        let soon = soon.into_values().map(|(to, sums)| Announced { to, content: payment_due(sums) });
        let mut mails =
            self.receivables.one_mail_each(late.chain(soon).chain(lapsed.said(PAYABLES_LAPSED)).chain(sold.said(OFFER_ACCEPTED)), now);
        mails.extend(debtors.into_values().map(|(debtor, matters)| self.debtor_reminder(debtor, matters, now)));
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

/// What is due soon: a sum for each day and currency.
fn payment_due(sums: DueSums) -> Content {
    let sum = |((on, currency), open): ((NaiveDate, Currency), Minor)| {
        let money = Money::parse(open.get(), currency).ok()?;
        Some(Matter { amounts: vec![Amount { figure: Figure::Open, money }], on: Some(on), ..Matter::default() })
    };
    Content::PaymentDue { details: Some(Details { matters: sums.into_iter().filter_map(sum).collect(), ..Details::default() }) }
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
