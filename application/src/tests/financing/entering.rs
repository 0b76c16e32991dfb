use super::*;
use crate::{
    kernel::{jobs::Job, table::Imported},
    onboarding::{EditBuyerError, SweepFiles},
    receivables::{AttachError, NewInvoice, NewInvoiceDocument, SaveCommand},
    testing::{a_user, buyer_details},
};
use bytes::Bytes;
use chrono::TimeDelta;
use sooner_domain::{
    kernel::Invalid,
    onboarding::{
        document::{FileName, FileType},
        inspection::Refused,
    },
    parties::{
        buyer::BuyerId,
        membership::{MemberRight, MemberRole},
    },
    receivables::{
        actions::MemberAction,
        checks::{CheckCode, Outcome},
        facts::{Face, Facts},
    },
};
use uuid::Uuid;

fn outcome(look: &Look, code: CheckCode) -> Option<Outcome> {
    look.findings.iter().find(|finding| finding.code == code).map(|finding| finding.verdict.outcome)
}

#[tokio::test]
async fn an_invoice_is_entered_with_what_the_checks_find_of_it() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let facts = invoice("RE-1", 1_000_000)?;
    let request = Some(key(seller.me.user.id(), "one")?);
    let command = EnterCommand { by: seller.me.membership, buyer: seller.buyer.id, facts: facts.clone(), request };
    let look = world.receivables().enter(command.clone()).await?;
    assert_eq!((look.receivable().status(), &look.receivable().parts().facts), (ReceivableStatus::Draft, &facts));
    assert_eq!(look.receivable().parts().debtor, Some(seller.debtor));
    assert_eq!(outcome(&look, CheckCode::InvoiceAttached), Some(Outcome::Block));
    assert_eq!(outcome(&look, CheckCode::FacilityActive), Some(Outcome::Pass));
    assert_eq!(look.members_actions(&seller.me.membership), [MemberAction::Edit, MemberAction::AttachDocuments, MemberAction::Withdraw]);
    assert!(look.offer.is_none());
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.about.debtor), (AuditAction::ReceivableEntered, Some(seller.debtor)));
    assert!(entry.changes.iter().any(|change| change.field == "face" && change.after.as_deref() == Some("10000.00 EUR")));

    let again = world.receivables().enter(command.clone()).await?;
    assert_eq!(again.receivable(), look.receivable(), "the same request is the same invoice");
    let other = EnterCommand { buyer: BuyerId(Uuid::nil()), request: None, ..command };
    assert_eq!(world.receivables().enter(other).await, Err(ReceivableError::UnknownBuyer));
    Ok(())
}

#[tokio::test]
async fn members_enter_by_their_role_and_see_their_companys_alone() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let cases = world.use_cases();
    let enter = |by: &Member, number: &str| {
        Ok::<_, Box<dyn Error>>(EnterCommand { by: by.membership, buyer: seller.buyer.id, facts: invoice(number, 5)?, request: None })
    };
    let viewer = world.joined(&seller.me, "vera@example.com", MemberRole::Viewer).await?;
    let preparer = world.joined(&seller.me, "pete@example.com", MemberRole::Preparer).await?;
    let forbidden = Err(ReceivableError::Blocked(Blocked::NotMembers(MemberRight::EnterInvoices)));
    assert_eq!(cases.receivables.enter(enter(&viewer, "RE-1")?).await, forbidden);
    let look = cases.receivables.enter(enter(&preparer, "RE-1")?).await?;
    let id = look.receivable().id();
    assert_eq!(cases.receivables.shown(id, &viewer.membership).await?.members_actions(&viewer.membership), []);

    let other = world.seller(&olga, "Nebenan", terms("EUR", 900)?).await?;
    assert_eq!(cases.receivables.shown(id, &other.me.membership).await, Err(ReceivableError::NotFound));
    assert_eq!(cases.receivables.enter(enter(&other.me, "RE-1")?).await, Err(ReceivableError::UnknownBuyer), "of another list");
    for gone in [
        cases.receivables.submit(id, seen(&other.me, &look)).await,
        cases.receivables.withdraw(id, seen(&other.me, &look)).await,
        cases.programmes.save(id, SaveCommand { by: other.me.membership, version: 0, facts: invoice("RE-1", 6)? }).await,
    ] {
        assert_eq!(gone, Err(ReceivableError::NotFound));
    }
    Ok(())
}

#[tokio::test]
async fn an_invoice_is_due_after_its_own_date_whichever_way_it_is_entered() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let by = seller.me.membership;
    let contradicts = |facts: Facts| Facts { due_on: facts.issued_on, ..facts };
    let refused = Err(ReceivableError::Facts(vec![("dueOn", Invalid::DueNotAfterIssue)]));
    let facts = contradicts(invoice("RE-1", 1_000_000)?);
    let command = EnterCommand { by, buyer: seller.buyer.id, facts: facts.clone(), request: None };
    assert_eq!(world.receivables().enter(command).await, refused);
    let many = vec![NewInvoice { buyer: seller.buyer.id, facts: facts.clone() }];
    let many = world.receivables().enter_invoices(&by, many, None).await;
    assert!(matches!(&many[..], [Imported::Failed(error)] if Some(error) == refused.as_ref().err()), "{many:?}");
    assert!(world.receivables().own(&by, Default::default(), None).await?.looks.is_empty());
    let draft = world.draft(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, version) = (draft.receivable().id(), draft.receivable().parts().version);
    assert_eq!(world.programmes().save(id, SaveCommand { by, version, facts }).await, refused);
    Ok(())
}

#[tokio::test]
async fn a_draft_is_changed_as_it_was_seen_and_nothing_else() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let draft = world.draft(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, by, version) = (draft.receivable().id(), seller.me.membership, draft.receivable().parts().version);
    let save = |version| Ok::<_, Box<dyn Error>>(SaveCommand { by, version, facts: invoice("RE-2", 900_000)? });
    let saved = world.programmes().save(id, save(version)?).await?;
    assert_eq!((saved.receivable().face(), saved.receivable().parts().version), (Minor::new(900_000), version + 1));
    assert_eq!(saved, world.receivables().shown(id, &by).await?, "it answers with what is stored");
    let entry = world.last_entry().await?;
    let changed: Vec<_> = entry.changes.iter().map(|change| change.field.as_str()).collect();
    assert_eq!((entry.action, changed), (AuditAction::ReceivableChanged, vec!["face", "invoiceNumber"]));
    assert_eq!(world.programmes().save(id, save(version)?).await, Err(ReceivableError::Stale));
    let submitted = world.receivables().submit(id, seen(&seller.me, &saved)).await?;
    let late = world.programmes().save(id, save(submitted.receivable().parts().version)?).await;
    assert_eq!(late, Err(ReceivableError::Blocked(Blocked::NotNow(ReceivableStatus::Offered))));
    Ok(())
}

#[tokio::test]
async fn a_changed_draft_is_judged_by_what_it_says_then() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let first = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    world.receivables().accept(first.receivable().id(), accept(&seller.me, &first)?).await?;
    let draft = world.draft(&seller, invoice("AB-77", 700_000)?).await?;
    let (id, by) = (draft.receivable().id(), seller.me.membership);
    let dollars = Facts { face: Face::parse(5, Currency::parse("USD")?)?, ..invoice("AB-77", 5)? };
    let expected = [
        (invoice("RE-1", 700_000)?, CheckCode::DuplicateExact, Outcome::Block),
        (invoice("AB-77", 700_000)?, CheckCode::DuplicateExact, Outcome::Pass),
        (dollars, CheckCode::Currency, Outcome::Block),
    ];
    for (version, (facts, code, found)) in (draft.receivable().parts().version..).zip(expected) {
        let saved = world.programmes().save(id, SaveCommand { by, version, facts }).await?;
        assert_eq!(outcome(&saved, code), Some(found), "{code:?}");
        assert_eq!(saved, world.receivables().shown(id, &by).await?, "it answers with what is stored");
    }
    Ok(())
}

#[tokio::test]
async fn what_passes_every_check_is_offered_as_it_is_handed_in() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let vera = world.joined(&seller.me, "vera@example.com", MemberRole::Approver).await?;
    let before = sent(&world).await?;
    let draft = world.draft(&seller, invoice("RE-1", 1_000_000)?).await?;
    let id = draft.receivable().id();
    let command = SeenCommand { request: Some(key(seller.me.user.id(), "submit")?), ..seen(&seller.me, &draft) };
    let look = world.receivables().submit(id, command.clone()).await?;
    assert_eq!(look, world.receivables().shown(id, &seller.me.membership).await?, "it answers with what is stored");
    assert_eq!(look.receivable().status(), ReceivableStatus::Offered);
    let standing = look.offer.clone().ok_or("no offer")?.map_err(|none| none.code())?;
    let figures = standing.offer.price().components();
    // 800,000 for 47 days at 12 % of 360; 1.5 % of the face.
    assert_eq!((figures.advance, figures.discount, figures.service_fee), (Minor::new(800_000), Minor::new(12_533), Minor::new(15_000)));
    assert_eq!(figures.case.payout_on.to_string(), "2026-06-15", "it is before the cut-off of a Monday");
    assert_eq!(standing.valid_until.to_rfc3339(), "2026-06-15T14:00:00+00:00", "until the cut-off of its payout day");
    assert_eq!(look.members_actions(&vera.membership), [MemberAction::Withdraw, MemberAction::Accept]);
    assert_eq!(told(&world, before).await?, [("vera@example.com".to_owned(), "offer_ready")], "whoever hands it in sees it");
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.by), (AuditAction::ReceivableSubmitted, Actor::User(seller.me.user.id())));
    let status = entry.changes.iter().find(|change| change.field == "status").ok_or("no status")?;
    assert_eq!((status.before.as_deref(), status.after.as_deref()), (Some("draft"), Some("offered")));
    assert_eq!(world.receivables().submit(id, command).await?, look, "the same request is done once");
    assert_eq!(world.receivables().submit(id, seen(&seller.me, &draft)).await, Err(ReceivableError::Stale));
    Ok(())
}

#[tokio::test]
async fn an_offer_renews_itself_day_by_day_and_the_same_day_it_is_the_same() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, by) = (look.receivable().id(), seller.me.membership);
    let first = accept(&seller.me, &look)?;
    world.business().advance(TimeDelta::minutes(119));
    assert_eq!(accept(&seller.me, &world.receivables().shown(id, &by).await?)?, first);
    world.business().advance(TimeDelta::minutes(1));
    let later = world.receivables().shown(id, &by).await?;
    assert_ne!(accept(&seller.me, &later)?, first, "it is too late for a payout that day");
    let standing = later.offer.ok_or("no offer")?.map_err(|none| none.code())?;
    assert_eq!(standing.valid_until.to_rfc3339(), "2026-06-16T14:00:00+00:00");
    Ok(())
}

#[tokio::test]
async fn what_waited_for_a_buyer_to_be_approved_is_offered_once_it_is() -> Checked {
    let world = world();
    let olga = world.operator().await?;
    let me = world.applicant(&olga, "Muehle").await?;
    let facility = world.facility(&olga, &me, terms("EUR", 1_200)?).await?.facility.parts().id;
    let buyer = world.onboarding().buyers(me.membership.company).await?.remove(0);
    let waiting = Seller { me: me.clone(), facility, buyer: buyer.clone(), debtor: sooner_domain::kernel::ids::DebtorId(Uuid::nil()) };
    let look = world.handed_in(&waiting, invoice("RE-1", 1_000_000)?).await?;
    assert_eq!(look.receivable().status(), ReceivableStatus::Submitted);
    assert_eq!(outcome(&look, CheckCode::DebtorKnown), Some(Outcome::Block));

    let case = world.onboarding().view(me.membership).await?.application.parts().id;
    let (seen, decision) = (sooner_domain::parties::buyer::BuyerStatus::Pending, sooner_domain::parties::buyer::BuyerDecision::Approve);
    let ruling = crate::onboarding::BuyerRuling { by: olga.operator(), seen, decision, debtor: Default::default(), request: None };
    let debtor = world.onboarding().decide_buyer(case, buyer.id, ruling).await?.debtor.ok_or("no debtor")?;
    world.limit(&olga, debtor, 2_000_000).await?;
    let offered = world.receivables().shown(look.receivable().id(), &me.membership).await?;
    assert_eq!((offered.receivable().status(), offered.receivable().parts().debtor), (ReceivableStatus::Offered, Some(debtor)));
    let sold = world.receivables().accept(look.receivable().id(), accept(&me, &offered)?).await?;
    assert_eq!(sold.receivable().status(), ReceivableStatus::Accepted);
    Ok(())
}

#[tokio::test]
async fn a_withdrawn_invoice_can_be_entered_anew_and_a_sold_one_is_not_withdrawn() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let alike = world.handed_in(&seller, invoice("AB-77", 1_000_000)?).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    assert_eq!(look.scene.lookalikes.iter().map(|other| other.id).collect::<Vec<_>>(), [alike.receivable().id()]);
    let withdrawn = world.receivables().withdraw(look.receivable().id(), seen(&seller.me, &look)).await?;
    assert_eq!((withdrawn.receivable().status(), withdrawn.findings.len()), (ReceivableStatus::Withdrawn, 0));
    let stored = world.receivables().shown(look.receivable().id(), &seller.me.membership).await?;
    assert_eq!(withdrawn, stored, "it answers with what is stored");
    world.receivables().withdraw(alike.receivable().id(), seen(&seller.me, &alike)).await?;
    let anew = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let sold = world.receivables().accept(anew.receivable().id(), accept(&seller.me, &anew)?).await?;
    let late = world.receivables().withdraw(sold.receivable().id(), seen(&seller.me, &sold)).await;
    assert_eq!(late, Err(ReceivableError::Blocked(Blocked::NotNow(ReceivableStatus::Accepted))));
    Ok(())
}

#[tokio::test]
async fn an_invoice_that_is_entered_as_owed_by_two_debtors_is_looked_at_on_both_sides() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    // The reviewer said wrongly that they are two.
    let twin = world.selling_to(&olga, (&seller.me, seller.facility), "Nordwind  AG (Berlin)").await?;
    assert_ne!(twin.debtor, seller.debtor);
    world.limit(&olga, twin.debtor, 90_000_000).await?;
    let first = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    assert_eq!(outcome(&first, CheckCode::DuplicateSimilar), Some(Outcome::Pass));
    let second = world.handed_in(&twin, invoice("re 1", 1_000_000)?).await?;
    let (id, by) = (first.receivable().id(), seller.me.membership);
    for (look, other) in [(world.receivables().shown(id, &by).await?, second.receivable().id()), (second.clone(), id)] {
        assert_eq!(outcome(&look, CheckCode::DuplicateSimilar), Some(Outcome::Verify));
        assert!(look.offer.is_none());
        assert_eq!(look.scene.lookalikes.iter().map(|one| one.id).collect::<Vec<_>>(), [other]);
    }
    assert!(world.receivables().accept(id, accept(&seller.me, &first)?).await.is_err(), "what was offered before is not sold");
    Ok(())
}

#[tokio::test]
async fn a_buyer_on_an_invoice_stays_on_the_list() -> Checked {
    let world = world();
    let me = world.member(a_user()).await?.membership;
    let onboarding = world.onboarding();
    let [named, other] = ["Nordwind AG", "Südwind AG"].map(|name| onboarding.add_buyer(me, buyer_details(name), None));
    let (named, other) = (named.await?, other.await?);
    let command = EnterCommand { by: me, buyer: named.id, facts: invoice("RE-1", 1_000_000)?, request: None };
    let draft = world.receivables().enter(command.clone()).await?;
    assert_eq!(onboarding.remove_buyer(me, named.id).await, Err(EditBuyerError::Named));
    world.receivables().withdraw(draft.receivable().id(), SeenCommand { by: me, version: 0, request: None }).await?;
    assert_eq!(onboarding.remove_buyer(me, named.id).await, Err(EditBuyerError::Named), "it is told of for good");
    onboarding.remove_buyer(me, other.id).await?;
    assert_eq!(onboarding.buyers(me.company).await?, [named]);
    let gone = world.receivables().enter(EnterCommand { buyer: other.id, ..command }).await;
    assert_eq!(gone, Err(ReceivableError::UnknownBuyer));
    Ok(())
}

#[tokio::test]
async fn an_invoices_files_are_its_companys_and_are_not_swept_away() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let draft = world.draft(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, cases) = (draft.receivable().id(), world.use_cases());
    world.attach(id, seller.me.membership, "order").await?;
    let draft = cases.receivables.shown(id, &seller.me.membership).await?;
    let [first, second] = draft.receivable().parts().documents.as_slice() else { return Err("not two".into()) };
    assert!(cases.receivables.open_document(&seller.me, id, first.id).await?.is_some());
    assert!(cases.receivables.open_document(&olga, id, first.id).await?.is_none(), "the house has no file of a draft");
    let other = world.seller(&olga, "Nebenan", terms("EUR", 900)?).await?;
    assert!(cases.receivables.open_document(&other.me, id, first.id).await?.is_none());
    assert_eq!(cases.receivables.remove_document(id, first.id, seen(&other.me, &draft)).await, Err(ReceivableError::NotFound));

    let new = || Ok::<_, Box<dyn Error>>(NewInvoiceDocument { name: FileName::parse("scan.png")?, declared: FileType::Pdf });
    assert_eq!(
        cases.receivables.begin_upload(id, seller.me.membership, new()?).await.err(),
        Some(AttachError::Refused(Refused::WrongType))
    );
    assert_eq!(
        cases.receivables.begin_upload(id, other.me.membership, NewInvoiceDocument { declared: FileType::Png, ..new()? }).await.err(),
        Some(AttachError::NotFound)
    );
    let mut upload =
        cases.receivables.begin_upload(id, seller.me.membership, NewInvoiceDocument { declared: FileType::Png, ..new()? }).await?;
    upload.push(Bytes::from_static(b"<html>")).await?;
    assert_eq!(upload.finish(None).await, Err(AttachError::Refused(Refused::WrongType)));
    assert_eq!(world.files.under_way(), 0);

    let before = world.files.count();
    let removed = cases.receivables.remove_document(id, second.id, seen(&seller.me, &draft)).await?;
    assert_eq!((removed.receivable().parts().documents.len(), world.files.count()), (1, before - 1));
    world.clock.advance(TimeDelta::days(30));
    let sweep = SweepFiles { onboarding: world.onboarding(), others: world.store().receivable_files };
    assert_eq!(sweep.run().await?.warning, None);
    assert_eq!(world.files.count(), before - 1, "nothing of an invoice is swept");
    let submitted = cases.receivables.submit(id, seen(&seller.me, &removed)).await?;
    let kept = cases.receivables.remove_document(id, first.id, seen(&seller.me, &submitted)).await;
    assert_eq!(kept, Err(ReceivableError::Blocked(Blocked::NotNow(ReceivableStatus::Offered))), "what was handed in stays");
    Ok(())
}
