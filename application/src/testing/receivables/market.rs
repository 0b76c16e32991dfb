//! Sellers with everything it takes to sell, on a world in which one operator is enough.

use crate::{
    approvals::{DebtorCommand, OfferCommand, OfferTo, Performed},
    facilities::{AcceptCommand as TermsCommand, ports::FacilityFound},
    house::SettingsCommand,
    kernel::{clock::Clock, commit::WriteContext, ids::Ids},
    onboarding::{BuyerRuling, ReviewCommand, WhichDebtor},
    parties::{Member, changes::Change as PartyChange},
    receivables::{EnterCommand, Look, NewInvoiceDocument, SeenCommand},
    testing::{HOME, PDF, World, a_user, buyer_details, complete_form, confirmed, house_account, house_details},
};
use bytes::Bytes;
use chrono::NaiveDate;
use sooner_domain::{
    facilities::terms::Terms,
    house::{
        accounts::HouseAccounts,
        details::HouseDetails,
        reminders::{ReminderDays, Reminders},
    },
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
        email::EmailAddress,
        ids::{DebtorId, FacilityId, ReceivableId},
        money::{Currency, Money},
        text::{Line, PersonName},
    },
    onboarding::{
        company::Want,
        decision::{Decision, Review},
        document::{DocumentKind, FileName, FileType},
    },
    parties::{
        buyer::{Buyer, BuyerDecision, BuyerStatus},
        debtor::{DebtorState, Limits, NoticeContact, Parts},
        membership::Membership,
    },
    receivables::{
        facts::{Face, Facts},
        fingerprint::InvoiceNumber,
    },
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

/// Somebody who may sell what one buyer owes.
#[derive(Debug, Clone)]
pub struct Seller {
    /// The owner, who proved who they are.
    pub me: Member,
    pub facility: FacilityId,
    pub buyer: Buyer,
    pub debtor: DebtorId,
}

/// An invoice of 1 June, due on 1 August 2026, in euro cents.
///
/// # Errors
/// When it cannot be one.
pub fn invoice(number: &str, face: i64) -> Made<Facts> {
    Ok(Facts {
        number: InvoiceNumber::parse(number)?,
        issued_on: NaiveDate::from_ymd_opt(2026, 6, 1).ok_or("no day")?,
        due_on: NaiveDate::from_ymd_opt(2026, 8, 1).ok_or("no day")?,
        face: Face::parse(face, Currency::parse("EUR")?)?,
        order_reference: None,
        note: None,
    })
}

fn done<T>(performed: Performed<T>) -> Made<T> {
    match performed {
        Performed::Done(done) => Ok(done),
        Performed::Awaits(_) => Err("it waits".into()),
    }
}

impl World {
    /// A company of this name, approved, with a facility under these terms and a buyer whom the house approved. Its debtor may
    /// owe nothing yet.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn seller(&self, olga: &Member, name: &str, terms: Terms) -> Made<Seller> {
        self.seller_to(olga, name, "Nordwind AG", terms).await
    }

    /// The same with a buyer of this name.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn seller_to(&self, olga: &Member, name: &str, buyer: &str, terms: Terms) -> Made<Seller> {
        let me = self.applicant_with(olga, name, buyer, Want::Seller).await?;
        let facility = self.facility(olga, &me, terms).await?.facility.parts().id;
        let buyer = self.onboarding().buyers(me.membership.company).await?.remove(0);
        self.approved_buyer(olga, me, facility, buyer).await
    }

    /// A seller who sells on another debtor, too.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn selling_to(&self, olga: &Member, (me, facility): (&Member, FacilityId), buyer: &str) -> Made<Seller> {
        let buyer = self.onboarding().add_buyer(me.membership, buyer_details(buyer), None).await?;
        self.approved_buyer(olga, me.clone(), facility, buyer).await
    }

    pub(crate) async fn approved_buyer(&self, olga: &Member, me: Member, facility: FacilityId, buyer: Buyer) -> Made<Seller> {
        let case = self.onboarding().view(me.membership).await?.application.parts().id;
        let (by, seen, decision) = (olga.operator(), BuyerStatus::Pending, BuyerDecision::Approve);
        // Worlds number their debtors: they look alike, and are not the same.
        let alike = self.onboarding().buyer_in_case(&by, case, buyer.id).await?.alike;
        let same = buyer.details.legal_entity();
        let others = alike.into_iter().filter(|one| one.debtor.parts().legal_entity != same).map(|one| one.debtor.id());
        let debtor = WhichDebtor::NoneOf(others.collect());
        let buyer = self.onboarding().decide_buyer(case, buyer.id, BuyerRuling { by, seen, decision, debtor, request: None }).await?;
        let debtor = buyer.debtor.ok_or("no debtor")?;
        Ok(Seller { me, facility, buyer, debtor })
    }

    /// The owner of an approved company of this name, whose buyer nobody has looked at.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn applicant(&self, olga: &Member, name: &str) -> Made<Member> {
        self.applicant_for(olga, name, Want::Seller).await
    }

    /// The same of a company that wants this.
    pub(super) async fn applicant_for(&self, olga: &Member, name: &str, want: Want) -> Made<Member> {
        self.applicant_with(olga, name, "Nordwind AG", want).await
    }

    async fn applicant_with(&self, olga: &Member, name: &str, buyer: &str, want: Want) -> Made<Member> {
        // From a network of their own: many sign up in an hour.
        let [.., third, fourth] = *self.ids.next().as_bytes();
        let mailbox: String = name.chars().filter(|letter| letter.is_ascii() && *letter != ' ').collect();
        let me = self.proven(a_user().email(&format!("{mailbox}@example.com")).from(&format!("10.9.{third}.{fourth}"))).await?;
        let mut form = complete_form();
        form.company.wants = [want].into();
        if want == Want::Buyer {
            // So that sellers who name it name this legal entity.
            form.company.country = Some(buyer_details(name).country);
        }
        form.company.legal_name = Some(Line::parse(name)?);
        form.company.registration_number = Some(Line::parse(name)?);
        for person in &mut form.people {
            person.lname = Some(PersonName::parse(name)?);
        }
        let onboarding = self.onboarding();
        onboarding.save_form(me.membership, form, None).await?;
        onboarding.add_buyer(me.membership, buyer_details(buyer), None).await?;
        for kind in DocumentKind::ALL {
            self.document_of(me.membership, *kind).await?;
        }
        let parts = onboarding.submit(&me, None).await?.application.parts().clone();
        let review = Review::Decide(Decision::Approve { note: None });
        onboarding.review(parts.id, ReviewCommand { by: confirmed(olga), version: parts.version, review, request: None }).await?;
        self.stepped_up(&me).await
    }

    /// A facility of somebody's company under these terms.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn facility(&self, olga: &Member, me: &Member, terms: Terms) -> Made<FacilityFound> {
        let command = OfferCommand { by: olga.clone(), to: OfferTo::Company(me.membership.company), terms, request: None };
        let found = done(self.approvals().offer_terms(command).await?)?;
        let (version, hash) = (found.facility.parts().version, terms.hash());
        let signed_name = Line::parse(&me.user.name())?;
        let command = TermsCommand { by: me.clone(), version, hash, signed_name, address: HOME, request: None };
        Ok(self.facilities().accept_terms(found.facility.parts().id, command).await?)
    }

    /// Lets a debtor owe this much, in euro cents.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn limit(&self, olga: &Member, debtor: DebtorId, amount: i64) -> Made<()> {
        self.debtor(olga, debtor, DebtorState::Open, amount).await
    }

    /// Puts a debtor in this state, and lets it owe this much.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn debtor(&self, olga: &Member, debtor: DebtorId, state: DebtorState, amount: i64) -> Made<()> {
        let version = self.store().debtors.by_id(debtor).await?.ok_or("no debtor")?.parts().version;
        let limits = Limits::parse(&[Money::parse(amount, Currency::parse("EUR")?)?]).map_err(|_| "one currency twice")?;
        let command = DebtorCommand { by: olga.clone(), version, state, limits, contact: None, request: None };
        done(self.approvals().change_debtor(debtor, command).await?).map(drop)
    }

    /// Says whom at a debtor to write to, and leaves the rest of it.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn debtor_contact(&self, olga: &Member, debtor: DebtorId, email: &str) -> Made<()> {
        let Parts { version, state, limits, .. } = self.store().debtors.by_id(debtor).await?.ok_or("no debtor")?.parts().clone();
        let contact = Some(NoticeContact { name: PersonName::parse("Nora Nord")?, email: EmailAddress::parse(email)? });
        let command = DebtorCommand { by: self.confirming(olga).await?, version, state, limits, contact, request: None };
        done(self.approvals().change_debtor(debtor, command).await?).map(drop)
    }

    /// The debtor has no contact, as those from before buyers' contacts were taken over.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn no_contact(&self, olga: &Member, debtor: DebtorId) -> Made<()> {
        let mut stored = self.store().debtors.by_id(debtor).await?.ok_or("no debtor")?;
        let changes = stored.change(stored.parts().state, None);
        let about = Subjects::debtor(debtor);
        let entry = Entry { changes, ..Entry::new(self.clock.now(), Actor::User(olga.user.id()), AuditAction::DebtorChanged, about) };
        let change = PartyChange::DebtorChanged(Box::new(stored));
        Ok(self.store().parties.commit(vec![change], WriteContext::of(entry)).await?)
    }

    /// Sets how many days before and after the due date is reminded, and nothing else of the house.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn reminding(&self, olga: &Member, before: &[i64], after: &[i64]) -> Made<()> {
        let settings = self.house().settings().await?;
        let reminders = Reminders { before_due: ReminderDays::parse(before)?, after_due: ReminderDays::parse(after)? };
        let details = HouseDetails { reminders, ..settings.details().clone() };
        Ok(self.house().change_settings(SettingsCommand { by: confirmed(olga), version: settings.version(), details }).await?)
    }

    /// The house says who it is, and where it is paid in euro.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn house_says_who_it_is(&self, olga: &Member) -> Made<()> {
        let settings = self.house().settings().await?;
        let details = HouseDetails { profile: house_details().profile, ..settings.details().clone() };
        self.house().change_settings(SettingsCommand { by: confirmed(olga), version: settings.version(), details }).await?;
        let mut accounts = HouseAccounts::default();
        accounts.add(house_account("EUR", "DE02120300000000202051"))?;
        let version = self.house().settings().await?.version();
        let olga = self.stepped_up(olga).await?;
        done(self.approvals().change_house_accounts(&olga, version, accounts).await.map_err(|refused| format!("{refused:?}"))?).map(drop)
    }

    /// A draft of this invoice, with a file that is like no other one.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn draft(&self, seller: &Seller, facts: Facts) -> Made<Look> {
        let by = seller.me.membership;
        let look = self.receivables().enter(EnterCommand { by, buyer: seller.buyer.id, facts, request: None }).await?;
        let id = look.receivable().id();
        self.attach(id, by, &id.to_string()).await?;
        Ok(self.receivables().shown(id, &by).await?)
    }

    /// A file of a receivable, with this in it.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn attach(&self, to: ReceivableId, by: Membership, content: &str) -> Made<()> {
        let new = NewInvoiceDocument { name: FileName::parse("invoice.pdf")?, declared: FileType::Pdf };
        let mut upload = self.receivables().begin_upload(to, by, new).await?;
        let pdf = [&PDF[..8], b"\n% ", content.as_bytes(), b"\n", &PDF[8..]].concat();
        upload.push(Bytes::from(pdf)).await?;
        upload.finish(None).await?;
        Ok(())
    }

    /// This invoice, handed in.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn handed_in(&self, seller: &Seller, facts: Facts) -> Made<Look> {
        let draft = self.draft(seller, facts).await?;
        let (by, version) = (seller.me.membership, draft.receivable().parts().version);
        Ok(self.receivables().submit(draft.receivable().id(), SeenCommand { by, version, request: None }).await?)
    }
}
