//! Facilities, from the house's proposal to what a company says to it.

use super::{
    AcceptCommand, DeclineCommand, Facilities, FacilityError, HouseCommand,
    ports::{FacilityFilter, FacilityFound, FacilityRecords},
};
use crate::{
    approvals::{Approvals, DecideError, FourEyes, InboxQuery, OfferCommand, OfferTo, Performed, ProposeError, Ruling, hash_of},
    kernel::{
        idempotency::{IdempotencyError, IdempotencyKey, RequestKey},
        unavailable::Unavailable,
    },
    onboarding::ReviewCommand,
    parties::Member,
    testing::{HOME, LAPSED, World, a_user, facilities::terms},
};
use chrono::TimeDelta;
use sooner_domain::{
    approvals::approval::{Approval, Verdict},
    facilities::{
        facility::{Acceptance, FacilityRefusal, HouseAction, Signature, TermsOutcome},
        status::FacilityStatus,
        terms::{FacilityKind, Terms},
    },
    identity::operator::{OperatorRight, OperatorRole, OperatorRoles},
    kernel::{
        audit::{Actor, AuditAction},
        canonical::Digest,
        ids::{CompanyId, FacilityId},
        money::Currency,
        text::{Line, Note},
    },
    onboarding::{
        decision::{Decision, Review},
        document::DocumentKind,
    },
    parties::{
        membership::{MemberRight, MemberRole, Membership},
        operator::Operator,
    },
};
use std::{error::Error, sync::Arc};

type Checked = Result<(), Box<dyn Error>>;

fn offer(by: &Member, to: OfferTo) -> Result<OfferCommand, Box<dyn Error>> {
    Ok(OfferCommand { by: by.clone(), to, terms: terms("EUR", 1_200)?, request: None })
}

fn done<T>(performed: Performed<T>) -> Result<T, Box<dyn Error>> {
    match performed {
        Performed::Done(done) => Ok(done),
        Performed::Awaits(_) => Err("it waits".into()),
    }
}

fn awaits<T>(performed: Performed<T>) -> Result<Approval, Box<dyn Error>> {
    match performed {
        Performed::Awaits(approval) => Ok(*approval),
        Performed::Done(_) => Err("it was performed at once".into()),
    }
}

fn accept(by: &Member, found: &FacilityFound) -> Result<AcceptCommand, Box<dyn Error>> {
    Ok(AcceptCommand {
        by: by.clone(),
        version: found.facility.parts().version,
        hash: found.facility.waiting().ok_or("nothing waits")?.terms.hash(),
        signed_name: Line::parse("Ada Brandt")?,
        address: HOME,
        request: None,
    })
}

fn act(by: &Member, found: &FacilityFound, what: HouseAction) -> HouseCommand {
    HouseCommand { by: by.clone(), what, version: found.facility.parts().version, note: None, request: None }
}

fn at_once() -> World {
    World { four_eyes: FourEyes::Off, ..World::default() }
}

/// Terms that wait for a company: its owner, who proved who they are, and the operator who offered them.
async fn offered(world: &World) -> Result<(Member, Member, FacilityFound), Box<dyn Error>> {
    let olga = world.operator().await?;
    let ada = world.approved(a_user(), &olga).await?;
    let ada = world.stepped_up(&ada).await?;
    let found = done(world.approvals().offer_terms(offer(&olga, OfferTo::Company(ada.membership.company))?).await?)?;
    Ok((ada, olga, found))
}

async fn told(world: &World, since: usize) -> Result<Vec<(String, &'static str)>, Box<dyn Error>> {
    world.delivery().round().await?;
    let mut told: Vec<_> = world.mailer.sent()[since..].iter().map(|mail| (mail.to.as_str().to_owned(), mail.content.code())).collect();
    told.sort();
    Ok(told)
}

async fn sent(world: &World) -> Result<usize, Box<dyn Error>> {
    world.delivery().round().await?;
    Ok(world.mailer.sent().len())
}

#[tokio::test]
async fn terms_are_offered_once_a_second_person_approves() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", [OperatorRole::Credit].into_iter().collect()).await?;
    let ada = world.approved(a_user(), &olga).await?;
    let vera = world.joined(&ada, "vera@example.com", MemberRole::Approver).await?;
    world.joined(&ada, "pete@example.com", MemberRole::Preparer).await?;
    let before = sent(&world).await?;
    let approval = awaits(world.approvals().offer_terms(offer(&olga, OfferTo::Company(ada.membership.company))?).await?)?;
    assert_eq!(told(&world, before).await?, [("omar@example.com".to_owned(), "approval_waits")], "the company hears nothing yet");
    assert_eq!(world.facilities().of_company(&ada.membership).await?, []);

    let before = sent(&world).await?;
    let ruling =
        Ruling { by: world.confirming(&omar).await?, verdict: Verdict::Approve, hash: hash_of(&approval), note: None, request: None };
    world.approvals().decide(approval.id, ruling).await?;
    let expected =
        [("ada@example.com", "terms_proposed"), ("olga@example.com", "proposal_approved"), ("vera@example.com", "terms_proposed")];
    assert_eq!(told(&world, before).await?, expected.map(|(to, code)| (to.to_owned(), code)), "those who may accept, and who proposed");
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.by), (AuditAction::FacilityProposed, Actor::User(omar.user.id())));
    assert!(entry.changes.iter().any(|change| change.field == "terms.discountRate" && change.after.as_deref() == Some("1200")));
    let found = world.facilities().of_company(&vera.membership).await?.remove(0);
    assert_eq!(found.facility.status(), FacilityStatus::Proposed);
    let accepted = world.facilities().accept_terms(found.facility.parts().id, accept(&world.stepped_up(&vera).await?, &found)?).await?;
    assert_eq!(accepted.facility.status(), FacilityStatus::Active);
    Ok(())
}

#[tokio::test]
async fn the_evidence_of_an_acceptance_is_kept_and_the_owners_are_told() -> Checked {
    let world = at_once();
    let (ada, olga, found) = offered(&world).await?;
    let before = sent(&world).await?;
    let accepted = world.facilities().accept_terms(found.facility.parts().id, accept(&ada, &found)?).await?;
    let again = world.facilities().one(&olga.operator(), found.facility.parts().id).await?;
    assert_eq!(accepted, again, "it answers with what is stored");
    let ruling = again.facility.ruling().ok_or("nothing rules")?;
    let signature = Signature { by: ada.user.id(), name: Line::parse("Ada Brandt")?, address: HOME };
    let evidence = Acceptance { signature, at: world.clock_now(), hash: ruling.terms.hash() };
    assert_eq!(ruling.outcome, TermsOutcome::Accepted(evidence));
    assert_eq!(told(&world, before).await?, [("ada@example.com".to_owned(), "terms_accepted")]);
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.about.company), (AuditAction::TermsAccepted, Some(ada.membership.company)));
    let field = |name: &str| entry.changes.iter().find(|change| change.field == name).and_then(|change| change.after.clone());
    assert_eq!(field("signedName").as_deref(), Some("Ada Brandt"));
    assert_eq!(field("address"), Some(HOME.to_string()));
    assert_eq!(field("termsHash"), Some(ruling.terms.hash().to_string()));
    assert_eq!(field("status").as_deref(), Some("active"));
    Ok(())
}

#[tokio::test]
async fn only_what_waits_now_is_accepted_and_by_somebody_who_proved_who_they_are() -> Checked {
    let world = at_once();
    let (ada, olga, found) = offered(&world).await?;
    let id = found.facility.parts().id;
    let facilities = world.facilities();
    let try_it = async |command: AcceptCommand| facilities.accept_terms(id, command).await.map(drop);
    let right = accept(&ada, &found)?;
    assert_eq!(try_it(AcceptCommand { hash: Digest([0; 32]), ..right.clone() }).await, Err(FacilityError::Stale), "other terms");
    assert_eq!(try_it(AcceptCommand { version: 2, ..right.clone() }).await, Err(FacilityError::Stale), "another version");
    assert_eq!(facilities.accept_terms(FacilityId(uuid::Uuid::nil()), right.clone()).await, Err(FacilityError::NotFound));
    let bob = world.proven(a_user().email("bob@example.com")).await?;
    assert_eq!(
        try_it(AcceptCommand { by: world.stepped_up(&bob).await?, ..right.clone() }).await,
        Err(FacilityError::NotFound),
        "another's"
    );
    let pete = world.stepped_up(&world.joined(&ada, "pete@example.com", MemberRole::Preparer).await?).await?;
    let forbidden = try_it(AcceptCommand { by: pete, ..right.clone() }).await;
    assert_eq!(forbidden, Err(FacilityRefusal::NotMembers(MemberRight::AcceptTerms).into()));
    world.clock.advance(TimeDelta::minutes(5));
    assert_eq!(try_it(right.clone()).await, Err(FacilityError::StepUpRequired(LAPSED)));
    let ada = world.stepped_up(&ada).await?;
    facilities.act(id, act(&olga, &found, HouseAction::Withdraw)).await?;
    assert_eq!(try_it(AcceptCommand { by: ada.clone(), ..right.clone() }).await, Err(FacilityError::Stale), "it was taken back");
    let now = AcceptCommand { by: ada, version: 2, ..right };
    assert_eq!(try_it(now).await, Err(FacilityRefusal::NotPossible.into()));
    Ok(())
}

#[tokio::test]
async fn whoever_lost_their_place_meanwhile_changes_nothing() -> Checked {
    let world = at_once();
    let (ada, olga, found) = offered(&world).await?;
    let id = found.facility.parts().id;
    let vera = world.stepped_up(&world.joined(&ada, "vera@example.com", MemberRole::Approver).await?).await?;
    world.parties().remove_member(&world.stepped_up(&ada).await?, vera.user.id()).await?;
    let accepted = world.facilities().accept_terms(id, accept(&vera, &found)?).await;
    assert!(matches!(accepted, Err(FacilityError::Unavailable(_))), "{accepted:?}");
    world.parties().set_roles(olga.user.email(), [OperatorRole::Auditor].into_iter().collect()).await?;
    let withdrawn = world.facilities().act(id, act(&olga, &found, HouseAction::Withdraw)).await;
    assert!(matches!(withdrawn, Err(FacilityError::Unavailable(_))), "{withdrawn:?}");
    assert_eq!(world.facilities().one(&olga.operator(), id).await?, found);
    Ok(())
}

/// Records as they were when somebody looked.
struct Earlier(FacilityFound);

#[async_trait::async_trait]
impl FacilityRecords for Earlier {
    async fn by_id(&self, _: FacilityId) -> Result<Option<FacilityFound>, Unavailable> {
        Ok(Some(self.0.clone()))
    }

    async fn open(&self, _: CompanyId, _: FacilityKind, _: Currency) -> Result<Option<FacilityFound>, Unavailable> {
        Ok(Some(self.0.clone()))
    }

    async fn page(&self, _: FacilityFilter, _: Option<FacilityId>, _: i64) -> Result<Vec<FacilityFound>, Unavailable> {
        Ok(vec![self.0.clone()])
    }

    async fn advertised(&self) -> Result<Vec<Terms>, Unavailable> {
        Ok(Vec::new())
    }
}

/// Asks an approved company for documents: it is approved no more.
async fn doubted(world: &World, by: &Member, of: &Member) -> Checked {
    let case = world.onboarding().view(of.membership).await?.application.parts().clone();
    let wanted = vec![(DocumentKind::BankStatement, Note::parse("Too old.")?)];
    let review = Review::Decide(Decision::request_documents(wanted, None)?);
    world.onboarding().review(case.id, ReviewCommand { by: by.clone(), version: case.version, review, request: None }).await?;
    Ok(())
}

#[tokio::test]
async fn a_company_that_is_not_approved_at_that_moment_accepts_nothing() -> Checked {
    let world = at_once();
    let (ada, olga, found) = offered(&world).await?;
    let id = found.facility.parts().id;
    doubted(&world, &olga, &ada).await?;
    let refused = world.facilities().accept_terms(id, accept(&ada, &found)?).await;
    assert_eq!(refused, Err(FacilityRefusal::CompanyNotApproved.into()));
    let seen_before = Facilities { records: Arc::new(Earlier(found.clone())), ..world.facilities() };
    assert_eq!(seen_before.accept_terms(id, accept(&ada, &found)?).await, Err(FacilityError::Stale));
    assert_eq!(world.facilities().one(&olga.operator(), id).await?.facility, found.facility);
    Ok(())
}

#[tokio::test]
async fn accepting_counts_once_under_its_key() -> Checked {
    let world = at_once();
    let (ada, _, found) = offered(&world).await?;
    let id = found.facility.parts().id;
    let request = RequestKey { user: ada.user.id(), key: IdempotencyKey::parse("accept")?, fingerprint: [1; 32] };
    let command = AcceptCommand { request: Some(request.clone()), ..accept(&ada, &found)? };
    let first = world.facilities().accept_terms(id, command.clone()).await?;
    assert_eq!(world.facilities().accept_terms(id, command.clone()).await?, first);
    let other = AcceptCommand { request: Some(RequestKey { fingerprint: [2; 32], ..request }), ..command };
    assert_eq!(world.facilities().accept_terms(id, other).await, Err(IdempotencyError::OtherContent.into()));
    Ok(())
}

#[tokio::test]
async fn new_terms_rule_once_they_are_accepted_and_declining_them_leaves_the_old_ones() -> Checked {
    let world = at_once();
    let (ada, olga, found) = offered(&world).await?;
    let id = found.facility.parts().id;
    let found = world.facilities().accept_terms(id, accept(&ada, &found)?).await?;
    let cheaper =
        |version| Ok::<_, Box<dyn Error>>(OfferCommand { terms: terms("EUR", 900)?, ..offer(&olga, OfferTo::Facility { id, version })? });
    assert_eq!(world.approvals().offer_terms(cheaper(1)?).await, Err(ProposeError::Stale));
    let proposed = done(world.approvals().offer_terms(cheaper(2)?).await?)?;
    assert_eq!(proposed.facility.ruling(), found.facility.ruling());
    let decline = DeclineCommand { by: ada.clone(), version: 3, request: None };
    let declined = world.facilities().decline_terms(id, decline.clone()).await?;
    assert_eq!((declined.facility.status(), declined.facility.ruling()), (FacilityStatus::Active, found.facility.ruling()));
    assert_eq!(world.facilities().decline_terms(id, decline).await, Err(FacilityError::Stale));
    assert_eq!(world.last_entry().await?.action, AuditAction::TermsDeclined);

    let proposed = done(world.approvals().offer_terms(cheaper(4)?).await?)?;
    assert_eq!(world.last_entry().await?.action, AuditAction::TermsProposed);
    let again = world.approvals().offer_terms(cheaper(5)?).await;
    assert_eq!(again, Err(FacilityRefusal::TermsWait.into()));
    let accepted = world.facilities().accept_terms(id, accept(&ada, &proposed)?).await?;
    assert_eq!(accepted.facility.ruling().map(|ruling| (ruling.number, ruling.terms)), Some((3, terms("EUR", 900)?)));
    let dollars = OfferCommand { terms: terms("USD", 900)?, ..offer(&olga, OfferTo::Facility { id, version: 6 })? };
    assert_eq!(world.approvals().offer_terms(dollars).await, Err(FacilityRefusal::OtherCurrency.into()));
    Ok(())
}

#[tokio::test]
async fn terms_that_wait_for_a_second_person_are_found_by_their_facility() -> Checked {
    let world = at_once();
    let (_, olga, found) = offered(&world).await?;
    let (id, company) = (found.facility.parts().id, found.company.id);
    let about = |about| InboxQuery { about: Some(about), ..InboxQuery::default() };
    assert_eq!(world.approvals().inbox(&olga, about(id.0)).await?.approvals, []);
    world.facilities().act(id, act(&olga, &found, HouseAction::Withdraw)).await?;
    let two = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&world.approvals()) };
    let approval = awaits(two.offer_terms(offer(&olga, OfferTo::Company(company))?).await?)?;
    let inbox = two.inbox(&olga, about(id.0)).await?;
    assert_eq!(inbox.approvals.iter().map(|view| view.approval.id).collect::<Vec<_>>(), [approval.id]);
    Ok(())
}

#[tokio::test]
async fn terms_are_offered_to_approved_companies_that_want_them_and_have_none() -> Checked {
    let world = at_once();
    let (ada, olga, _) = offered(&world).await?;
    let company = ada.membership.company;
    let refused = async |command: OfferCommand| world.approvals().offer_terms(command).await.map(drop);
    let euro = offer(&olga, OfferTo::Company(company))?;
    assert_eq!(refused(euro.clone()).await, Err(FacilityRefusal::AlreadyOpen.into()));
    done(world.approvals().offer_terms(OfferCommand { terms: terms("USD", 900)?, ..euro.clone() }).await?)?;
    let nobody = OfferTo::Company(CompanyId(uuid::Uuid::nil()));
    assert_eq!(refused(OfferCommand { to: nobody, ..euro.clone() }).await, Err(ProposeError::NotFound));
    let bob = world.submitted(a_user().email("bob@example.com")).await?;
    assert_eq!(
        refused(OfferCommand { to: OfferTo::Company(bob.company), ..euro.clone() }).await,
        Err(FacilityRefusal::CompanyNotApproved.into())
    );
    let insider = Member { membership: Membership { company, ..olga.membership }, ..olga.clone() };
    assert_eq!(refused(OfferCommand { by: insider, ..euro.clone() }).await, Err(FacilityRefusal::OwnCompany.into()));
    let otto = world.operator_of("otto@example.com", [OperatorRole::Reviewer].into_iter().collect()).await?;
    let right = OperatorRight::ManageFacilities;
    assert_eq!(refused(OfferCommand { by: otto, ..euro }).await, Err(FacilityRefusal::NotOperators(right).into()));
    Ok(())
}

#[tokio::test]
async fn a_proposal_that_waits_falls_when_the_company_is_not_approved_any_more() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let ada = world.approved(a_user(), &olga).await?;
    let approval = awaits(world.approvals().offer_terms(offer(&olga, OfferTo::Company(ada.membership.company))?).await?)?;
    doubted(&world, &olga, &ada).await?;
    let ruling =
        Ruling { by: world.confirming(&omar).await?, verdict: Verdict::Approve, hash: hash_of(&approval), note: None, request: None };
    assert_eq!(world.approvals().decide(approval.id, ruling).await, Err(DecideError::Outdated));
    assert_eq!(world.facilities().of_company(&ada.membership).await?, []);
    Ok(())
}

#[tokio::test]
async fn a_proposal_made_twice_under_one_key_is_one_and_so_is_what_was_done_at_once() -> Checked {
    for world in [World::default(), at_once()] {
        let olga = world.operator().await?;
        let ada = world.approved(a_user(), &olga).await?;
        let request = RequestKey { user: olga.user.id(), key: IdempotencyKey::parse("offer")?, fingerprint: [1; 32] };
        let command = OfferCommand { request: Some(request), ..offer(&olga, OfferTo::Company(ada.membership.company))? };
        let first = world.approvals().offer_terms(command.clone()).await?;
        assert_eq!(world.approvals().offer_terms(command).await?, first);
    }
    Ok(())
}

#[tokio::test]
async fn credit_suspends_resumes_and_closes_and_the_owners_are_told() -> Checked {
    let world = at_once();
    let (ada, olga, found) = offered(&world).await?;
    let id = found.facility.parts().id;
    let found = world.facilities().accept_terms(id, accept(&ada, &found)?).await?;
    let before = sent(&world).await?;
    let note = Some(Note::parse("Accounts are late.")?);
    let suspended = world.facilities().act(id, HouseCommand { note, ..act(&olga, &found, HouseAction::Suspend) }).await?;
    assert_eq!(world.last_entry().await?.action, AuditAction::FacilitySuspended);
    assert_eq!(world.facilities().act(id, act(&olga, &found, HouseAction::Close)).await, Err(FacilityError::Stale));
    let again = world.facilities().act(id, act(&olga, &suspended, HouseAction::Suspend)).await;
    assert_eq!(again, Err(FacilityRefusal::NotPossible.into()));
    let resumed = world.facilities().act(id, act(&olga, &suspended, HouseAction::Resume)).await?;
    let insider = Member { membership: Membership { company: ada.membership.company, ..olga.membership }, ..olga.clone() };
    let own = world.facilities().act(id, act(&insider, &resumed, HouseAction::Close)).await;
    assert_eq!(own, Err(FacilityRefusal::OwnCompany.into()));
    let closed = world.facilities().act(id, act(&olga, &resumed, HouseAction::Close)).await?;
    assert_eq!(closed, world.facilities().one(&olga.operator(), id).await?);
    let owner = |code| ("ada@example.com".to_owned(), code);
    assert_eq!(told(&world, before).await?, [owner("facility_closed"), owner("facility_resumed"), owner("facility_suspended")]);
    let page = world
        .facilities()
        .page(&olga.operator(), FacilityFilter { status: Some(FacilityStatus::Closed), ..FacilityFilter::default() }, None)
        .await?;
    assert_eq!((page.facilities, page.next), (vec![closed], None));
    Ok(())
}

#[tokio::test]
async fn terms_are_advertised_one_for_a_kind_and_a_currency() -> Checked {
    let world = World::default();
    let olga = world.operator().await?;
    let facilities = world.facilities();
    facilities.advertise(&olga, terms("EUR", 1_200)?).await?;
    facilities.advertise(&olga, terms("USD", 1_200)?).await?;
    facilities.advertise(&olga, terms("EUR", 900)?).await?;
    assert_eq!(facilities.advertised().await?, [terms("EUR", 900)?, terms("USD", 1_200)?]);
    let entry = world.last_entry().await?;
    let change = entry.changes.first().ok_or("no change")?;
    assert_eq!((entry.action, entry.changes.len(), change.field.as_str()), (AuditAction::TermsAdvertised, 1, "terms.discountRate"));
    let records = world.store().trail.chain(0, i64::MAX).await?.len();
    facilities.advertise(&olga, terms("EUR", 900)?).await?;
    assert_eq!(world.store().trail.chain(0, i64::MAX).await?.len(), records, "nothing changed");
    let otto = world.operator_of("otto@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    let right = OperatorRight::ManageFacilities;
    assert_eq!(facilities.advertise(&otto, terms("EUR", 1)?).await, Err(FacilityRefusal::NotOperators(right).into()));
    Ok(())
}

#[tokio::test]
async fn an_operator_lists_the_facilities_of_others() -> Checked {
    let world = at_once();
    let (ada, olga, found) = offered(&world).await?;
    let id = found.facility.parts().id;
    let insider = Operator { membership: ada.membership, ..olga.operator() };
    let listed =
        async |by: Operator| Ok::<_, Box<dyn Error>>(world.facilities().page(&by, FacilityFilter::default(), None).await?.facilities);
    assert_eq!(listed(olga.operator()).await?, std::slice::from_ref(&found));
    assert_eq!(listed(insider).await?, []);
    assert_eq!(world.facilities().one(&insider, id).await, Err(FacilityRefusal::OwnCompany.into()));
    assert_eq!(world.facilities().of_company(&ada.membership).await?, [found], "its members read it as such");
    Ok(())
}

#[tokio::test]
async fn terms_are_signed_with_the_name_of_the_account() -> Result<(), Box<dyn Error>> {
    let world = at_once();
    let (ada, _, found) = offered(&world).await?;
    let (facilities, id) = (world.facilities(), found.facility.parts().id);
    for other in ["x", "Ada", "Brandt", "Eve Brandt", "Ada Brandt Eve", "!"] {
        let command = AcceptCommand { signed_name: Line::parse(other)?, ..accept(&ada, &found)? };
        let refused = facilities.accept_terms(id, command).await;
        assert_eq!(refused.err(), Some(FacilityError::OtherName), "{other}");
    }
    let command = AcceptCommand { signed_name: Line::parse("  ADA  Brándt ")?, ..accept(&ada, &found)? };
    let signed = facilities.accept_terms(id, command).await?;
    assert!(signed.facility.waiting().is_none());
    Ok(())
}
