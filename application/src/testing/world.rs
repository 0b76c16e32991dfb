//! All fakes wired together. To swap one adapter, set its field: `World { mailer: …, ..World::default() }`, or change the
//! use cases' own: `identity.passwords = Arc::new(…)`.

use super::{
    FakeBusinessClock, FakePasswords, FakeProvider, FixedClock, HOME, InMemoryFiles, Memory, NewUser, NoStatements, PASSWORD, PDF,
    PlainOrders, PlainPapers, PlainTokens, RecordingMailer, SequentialIds, ShortPauses, ToldInvoices, buyer_details, complete_form,
    records, store_ports,
};
use crate::programmes::Programmes;
use crate::receivables::Receivables;
use crate::servicing::Servicing;
use crate::{
    Ports, StorePorts, UseCases,
    approvals::{Approvals, FourEyes},
    cash::Cash,
    end_of_day::EndOfDays,
    facilities::Facilities,
    house::House,
    identity::{
        Allowance, Identity, OperatorAccess, SignedIn, StepUpProof, StepUpRequired,
        ports::{AccessTokens, LinkTokens},
    },
    kernel::{
        audit::{Audit, Record},
        clock::{BusinessClock, Clock, MovableTime},
        outbox::{Delivery, Round},
        unavailable::Unavailable,
    },
    onboarding::{NewDocument, Onboarding, ReviewCommand},
    parties::{Agreement, Member, Parties, SignUpError},
    screens::Screens,
};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use sooner_domain::{
    house::local_time::TimeZone,
    identity::{
        operator::OperatorRoles,
        password::{NewPassword, PlainPassword},
        session::Confirmed,
        user::User,
    },
    kernel::{audit::Entry, canonical::Digest, coded::Coded, email::EmailAddress, ids::UserId, text::PersonName},
    onboarding::{
        decision::{Decision, Review},
        document::{Document, DocumentKind, FileName, FileType},
    },
    parties::membership::{MemberRole, Membership},
};
use std::{
    error::Error,
    sync::{Arc, atomic::AtomicI64},
};

/// What somebody does, whatever that is in a test.
pub const ACT: Digest = Digest([7; 32]);
/// They were not asked to confirm anything.
pub const UNCONFIRMED: StepUpRequired = StepUpRequired { act: None };
/// They confirmed it too long ago.
pub const LAPSED: StepUpRequired = StepUpRequired { act: Some(ACT) };

/// Sooner without a server.
pub struct World {
    pub memory: Arc<Memory>,
    /// Keeps what the memory keeps else.
    pub instead: Option<StorePorts>,
    pub files: Arc<InMemoryFiles>,
    pub clock: Arc<FixedClock>,
    pub ids: Arc<SequentialIds>,
    pub mailer: Arc<RecordingMailer>,
    pub passwords: Arc<FakePasswords>,
    pub tokens: Arc<PlainTokens>,
    pub provider: Arc<FakeProvider>,
    pub invoices: Arc<ToldInvoices>,
    pub operators: OperatorAccess,
    pub account_writes: i32,
    pub account_reads: i32,
    pub four_eyes: FourEyes,
    pub clock_mode: ClockMode,
    pub ahead_micros: Arc<AtomicI64>,
}

/// How business time goes in a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockMode {
    /// As the test moves it: see [`World::business`].
    ByHand,
    /// As operators move it.
    Movable,
}

impl Default for World {
    fn default() -> Self {
        Self {
            memory: Arc::default(),
            instead: None,
            files: Arc::default(),
            clock: Arc::default(),
            ids: Arc::default(),
            mailer: Arc::default(),
            passwords: Arc::default(),
            tokens: Arc::new(PlainTokens),
            provider: Arc::new(FakeProvider),
            invoices: Arc::default(),
            operators: OperatorAccess::ByPassword,
            account_writes: Allowance::WRITES_AN_HOUR,
            account_reads: i32::MAX,
            four_eyes: FourEyes::On,
            clock_mode: ClockMode::ByHand,
            ahead_micros: Arc::default(),
        }
    }
}

impl World {
    /// What the store keeps.
    pub fn store(&self) -> StorePorts {
        self.instead.clone().unwrap_or_else(|| store_ports(&self.memory))
    }

    pub fn use_cases(&self) -> UseCases {
        let ports = Ports {
            store: self.store(),
            files: self.files.clone(),
            passwords: self.passwords.clone(),
            tokens: self.tokens.clone(),
            link_tokens: self.tokens.clone(),
            codes: self.tokens.clone(),
            provider: self.provider.clone(),
            order_format: Arc::new(PlainOrders),
            statement_format: Arc::new(NoStatements),
            answer_format: Arc::new(NoStatements),
            invoice_reader: self.invoices.clone(),
            paper_words: Arc::new(PlainPapers),
            paper_format: Arc::new(PlainPapers),
            check_page: "http://localhost:3000/check".to_owned(),
            clock: self.clock.clone(),
            business: match self.clock_mode {
                ClockMode::ByHand => Arc::new(self.business()) as Arc<dyn BusinessClock>,
                ClockMode::Movable => Arc::new(MovableTime { machine: self.clock.clone(), test_clocks: self.store().test_clocks }),
            },
            ids: self.ids.clone(),
            pauses: Arc::new(ShortPauses),
            session_life: TimeDelta::hours(12),
            session_idle: TimeDelta::hours(2),
            account_writes: self.account_writes,
            account_reads: self.account_reads,
            operators: self.operators,
            four_eyes: self.four_eyes,
            time_zone: TimeZone::default(),
            agreement: Agreement { terms: "https://house.example/terms".to_owned(), privacy: "https://house.example/privacy".to_owned() },
        };
        ports.use_cases()
    }

    pub fn identity(&self) -> Identity {
        self.use_cases().identity
    }

    pub fn parties(&self) -> Parties {
        self.use_cases().parties
    }

    pub fn onboarding(&self) -> Onboarding {
        self.use_cases().onboarding
    }

    pub fn house(&self) -> House {
        self.use_cases().house
    }

    pub fn facilities(&self) -> Facilities {
        self.use_cases().facilities
    }

    pub fn receivables(&self) -> Arc<Receivables> {
        self.use_cases().receivables
    }

    pub fn programmes(&self) -> Arc<Programmes> {
        self.use_cases().programmes
    }

    pub fn servicing(&self) -> Arc<Servicing> {
        self.use_cases().servicing
    }

    pub fn cash(&self) -> Arc<Cash> {
        self.use_cases().cash
    }

    pub fn approvals(&self) -> Arc<Approvals> {
        self.use_cases().approvals
    }

    pub fn end_of_day(&self) -> EndOfDays {
        self.use_cases().end_of_day
    }

    pub fn screens(&self) -> Screens {
        self.use_cases().screens
    }

    pub fn audit(&self) -> Audit {
        self.store().audit()
    }

    /// The audit trail, sealed, from its beginning.
    pub async fn records(&self) -> Result<Vec<Record>, Unavailable> {
        records(&self.store()).await
    }

    /// What was put into the audit trail last.
    pub async fn last_entry(&self) -> Result<Entry, Box<dyn Error>> {
        self.records().await?.pop().map(|record| record.entry).ok_or_else(|| "the trail is empty".into())
    }

    pub fn clock_now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The business clock, to be moved by hand.
    pub fn business(&self) -> FakeBusinessClock {
        FakeBusinessClock { machine: self.clock.clone(), ahead_micros: self.ahead_micros.clone() }
    }

    pub fn delivery(&self) -> Delivery {
        self.store().delivery(self.mailer.clone(), self.clock.clone(), TimeZone::default())
    }

    /// Signs somebody up; the answer is the access token.
    pub async fn signed_up(&self, user: NewUser) -> Result<String, SignUpError> {
        let password = NewPassword::parse(PASSWORD, &[]).map_err(SignUpError::Password)?;
        self.parties().sign_up(user.member, password, user.from).await
    }

    /// Somebody signed up and signed in.
    pub async fn member(&self, user: NewUser) -> Result<Member, Box<dyn Error>> {
        let token = self.signed_up(user).await?;
        self.parties().member(&token).await?.ok_or_else(|| "not signed in".into())
    }

    /// Somebody signed up whose address is proven.
    pub async fn proven(&self, user: NewUser) -> Result<Member, Box<dyn Error>> {
        let me = self.member(user).await?;
        self.identity().verify_email(&self.mailed_token().await?, HOME).await?;
        self.signed_in_again(&me).await
    }

    /// Somebody signed up before, signed in once more.
    pub async fn signed_in(&self, user: &User) -> Result<Member, Box<dyn Error>> {
        let token = self.session(user.id()).await?;
        self.parties().member(&token).await?.ok_or_else(|| "not signed in".into())
    }

    /// Somebody as their account is now, in the session they have.
    pub async fn signed_in_again(&self, me: &Member) -> Result<Member, Box<dyn Error>> {
        self.parties().member(&self.tokens.sign(&me.session)?).await?.ok_or_else(|| "not signed in".into())
    }

    /// The place of somebody signed up before in their company.
    pub async fn membership(&self, user: UserId) -> Result<Membership, Box<dyn Error>> {
        self.memory.call().await.parties.membership(user).ok_or_else(|| "no member".into())
    }

    /// Somebody signed up with phone and e-mail verified; the answer is the access token.
    pub async fn verified(&self, user: NewUser) -> Result<String, Box<dyn Error>> {
        let phone = user.member.phone.as_str().to_owned();
        let me = self.member(user).await?;
        let token = self.identity().verify_phone(&me, &self.proof_of(&phone)).await?;
        self.identity().verify_email(&self.mailed_token().await?, HOME).await?;
        Ok(token)
    }

    /// A token of somebody signed up before.
    pub async fn session(&self, user: UserId) -> Result<String, Box<dyn Error>> {
        let user = self.identity().users.by_id(user).await?.ok_or("no such user")?;
        let password = PlainPassword::parse_typed(PASSWORD)?;
        Ok(self.identity().sign_in(user.email(), password, HOME).await?.token)
    }

    /// An operator, signed in.
    pub async fn operator(&self) -> Result<Member, Box<dyn Error>> {
        self.operator_of("olga@example.com", OperatorRoles::all()).await
    }

    /// An operator in these roles, signed in.
    pub async fn operator_of(&self, email: &str, roles: OperatorRoles) -> Result<Member, Box<dyn Error>> {
        let identity = self.identity();
        let email = EmailAddress::parse(email)?;
        let link = self.parties().add_operator(email.clone(), PersonName::parse("Olga")?, PersonName::parse("Reyes")?, roles).await?;
        identity.reset_password(&link, PASSWORD, HOME).await?;
        let welcome = identity.sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, HOME).await?;
        self.parties().member(&welcome.token).await?.ok_or_else(|| "not signed in".into())
    }

    /// Somebody in another role of the company, invited, joined and signed in.
    pub async fn joined(&self, owner: &Member, email: &str, role: MemberRole) -> Result<Member, Box<dyn Error>> {
        let parties = self.parties();
        parties.invite(&confirmed(owner), EmailAddress::parse(email)?, role).await?;
        let token = self.mailed_token().await?;
        let token = parties.accept_invitation(&token, super::a_user().member, NewPassword::parse(PASSWORD, &[])?, HOME).await?;
        parties.member(&token).await?.ok_or_else(|| "not signed in".into())
    }

    /// The identity provider's word for this phone, now.
    pub fn proof_of(&self, phone: &str) -> String {
        FakeProvider::token(phone, self.clock.now())
    }

    /// Delivers the mails and answers the secret of the last link among them.
    pub async fn mailed_token(&self) -> Result<String, Box<dyn Error>> {
        // However many wait before it.
        while self.delivery().round().await? != Round::default() {}
        let mut links = self.mailer.sent().into_iter().filter_map(|mail| mail.content.link());
        Ok(self.tokens.token(links.next_back().ok_or("no link was mailed")?))
    }

    /// A bank statement of the applicant.
    pub async fn document(&self, by: Membership) -> Result<Document, Box<dyn Error>> {
        self.document_of(by, DocumentKind::BankStatement).await
    }

    /// A document of this kind.
    pub async fn document_of(&self, by: Membership, kind: DocumentKind) -> Result<Document, Box<dyn Error>> {
        let new = NewDocument { kind, name: FileName::parse("scan.pdf")?, declared: FileType::Pdf };
        let mut upload = self.onboarding().begin_upload(by, new, None).await?;
        upload.push(Bytes::from_static(PDF)).await?;
        Ok(upload.finish(None).await?)
    }

    /// Somebody whose application lacks nothing.
    pub async fn ready_to_submit(&self, user: NewUser) -> Result<Member, Box<dyn Error>> {
        let me = self.member(user).await?;
        self.fill_in(&me).await?;
        Ok(me)
    }

    /// Gives somebody's application all it needs.
    pub async fn fill_in(&self, me: &Member) -> Result<(), Box<dyn Error>> {
        self.onboarding().save_form(me.membership, complete_form(), None).await?;
        self.onboarding().add_buyer(me.membership, buyer_details("Nordwind AG"), None).await?;
        for kind in DocumentKind::ALL {
            self.document_of(me.membership, *kind).await?;
        }
        Ok(())
    }

    /// Somebody whose application was handed in.
    pub async fn submitted(&self, user: NewUser) -> Result<Membership, Box<dyn Error>> {
        let me = self.ready_to_submit(user).await?;
        self.onboarding().submit(&me, None).await?;
        Ok(me.membership)
    }

    /// Somebody whose company this operator approved.
    pub async fn approved(&self, user: NewUser, by: &Member) -> Result<Member, Box<dyn Error>> {
        let me = self.proven(user).await?;
        self.fill_in(&me).await?;
        let parts = self.onboarding().submit(&me, None).await?.application.parts().clone();
        let review = Review::Decide(Decision::Approve { note: None });
        self.onboarding().review(parts.id, ReviewCommand { by: confirmed(by), version: parts.version, review, request: None }).await?;
        Ok(me)
    }

    /// Somebody as their account is now, who confirmed just now what they do, whatever that is in a test.
    pub async fn stepped_up(&self, me: &Member) -> Result<Member, Box<dyn Error>> {
        let me = self.signed_in_again(me).await?;
        Ok(self.confirming(&me).await?)
    }

    /// The same, but as they were when they were seen.
    pub async fn confirming(&self, me: &Member) -> Result<Member, Unavailable> {
        confirming(&self.identity(), me).await
    }
}

/// Somebody who confirmed what they do, whenever that is: nothing is written of it.
pub fn confirmed(me: &Member) -> Member {
    Member { signed_in: confirmed_by(&me.signed_in), membership: me.membership }
}

/// The same of somebody whose company does not matter.
pub fn confirmed_by(me: &SignedIn) -> SignedIn {
    let mut me = me.clone();
    me.act = Some(ACT);
    me.session.confirmed = Some(Confirmed { act: ACT, at: DateTime::<Utc>::MAX_UTC });
    me
}

/// Somebody who confirmed just now what they do.
pub async fn confirming(identity: &Identity, me: &Member) -> Result<Member, Unavailable> {
    let failed = |error: String| Unavailable::Failed(error);
    let password = PlainPassword::parse_typed(PASSWORD).map_err(|error| failed(error.to_string()))?;
    identity.step_up(me, StepUpProof::Password(password), ACT).await.map_err(|error| failed(error.to_string()))?;
    let mut me = me.clone();
    me.signed_in.act = Some(ACT);
    me.signed_in.session.confirmed = Some(Confirmed { act: ACT, at: identity.clock.now() });
    Ok(me)
}
