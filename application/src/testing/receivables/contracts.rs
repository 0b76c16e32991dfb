//! What every store keeps of receivables, and of what happened to them.

use super::{
    super::contracts::{Checked, context, id, noon, parties},
    super::parties::contracts::buyer,
    examples::{Made, added, changed, commit, day, document, invoice, moved, newer, scene, with},
    samples::{Coin, sample},
};
use crate::{
    StorePorts,
    facilities::changes::Change as FacilityChange,
    house::changes::Change as HouseChange,
    identity::ports::TokenHash,
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::changes::{Change as PartyChange, NAMED_BUYER},
    receivables::{
        changes::Change,
        ports::{Asked, IssuedConfirmation, Kept},
    },
};
use chrono::TimeDelta;
use futures_util::future::{join, join_all};
use sooner_domain::{
    facilities::exposure::{Exposure, InUse, Scope},
    house::reference_code::ReferenceCode,
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::{FactId, LinkId, ReceivableId, UserId},
        minor::Minor,
        money::{Currency, Percentage},
        text::Note,
    },
    onboarding::document::DocumentId,
    receivables::{
        book::{DeductionCause, Fact, LateCharge, LossCause, MoneyFrom, Overpayment, Receipt},
        cash_discount::CashDiscount,
        confirmation::{Answer, Confirmation, Statement, StatementId},
        einvoice::{Identifier, Payee, PaymentInstructions, Stated},
        evidence::DisputeReason,
        facts::{Facts, InvoiceDocument, InvoiceDocumentId},
        fingerprint::NormalisedNumber,
        matching::Owing,
        position::{Position, Recorded},
        receivable::Origin,
        reference::Reference,
        status::ReceivableStatus,
    },
};
use std::collections::BTreeSet;

pub async fn a_receivable_is_kept_at_every_status_with_everything_in_it(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "kept").await?;
    let mut coin = Coin::new();
    for status in ReceivableStatus::ALL {
        for _ in 0..8 {
            let first = sample(&scene, *status, &mut coin)?;
            added(ports, &first).await?;
            let id = first.receivable.id();
            assert_eq!(ports.receivables.by_id(id).await?, Some(first.clone()));
            // What was there may go, and what was not may come.
            let (reference, other) = (first.receivable.parts().reference.clone(), sample(&scene, *status, &mut coin)?);
            let then = with(&other, |parts| (parts.id, parts.reference) = (id, reference.clone()));
            let then = changed(ports, &then).await?;
            assert_eq!(ports.receivables.by_references(vec![reference.clone()]).await?, std::slice::from_ref(&then));
            assert_eq!(ports.receivables.by_ids(vec![ReceivableId(super::super::contracts::id()), id]).await?, [then]);
        }
    }
    assert_eq!(ports.receivables.by_id(ReceivableId(id())).await?, None);
    assert_eq!(ports.receivables.by_references(vec![Reference::parse("RF18539007547034")?]).await?, []);
    Ok(())
}

pub async fn of_many_changes_to_one_version_of_a_receivable_one_wins(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "stale").await?;
    let draft = scene.kept(ReceivableStatus::Draft, "RE 1")?;
    added(ports, &draft).await?;
    let all: Vec<Kept> = (1..=16).map(|due| with(&draft, |parts| parts.figures.due_on = day(due))).collect();
    let answers = join_all(all.iter().map(|kept| changed(ports, kept))).await;
    let won: Vec<&Kept> = answers.iter().flatten().collect();
    assert_eq!(won.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(CommitError::Stale))), "{answers:?}");
    assert_eq!(ports.receivables.by_id(draft.receivable.id()).await?.as_ref(), won.first().copied());

    // One that is late takes what else it brought with it.
    let (debtor, facility) = (scene.debtor, scene.facility);
    let scope = Scope { facility, debtor, currency: draft.receivable.currency() };
    let change = InUse { facility: Minor::new(5), ..InUse::default() };
    let exposed = Change::from(FacilityChange::Exposed(vec![Exposure { scope, change, within: None }]));
    let late = vec![exposed.clone(), Change::ReceivableChanged(Box::new(draft.clone()))];
    assert_eq!(commit(ports, late).await, Err(CommitError::Stale));
    assert_eq!(ports.exposures.in_use(scope).await?, InUse::default());
    commit(ports, vec![exposed, Change::ReceivableChanged(Box::new(newer(&draft)))]).await?;
    assert_eq!(ports.exposures.in_use(scope).await?, change);
    Ok(())
}

/// Everything that an e-invoice may say about who is to be paid.
fn instructions() -> PaymentInstructions {
    let number = |scheme: Option<&str>| Identifier { scheme: scheme.map(str::to_owned), value: "4000001123452".to_owned() };
    PaymentInstructions {
        type_code: Some(393),
        payee: Some(Payee {
            name: Some("Factor „Bank“ AG".to_owned()),
            identifiers: vec![number(Some("0088")), number(None)],
            registration: Some(number(Some("0204"))),
        }),
        accounts: vec!["DE02300209000106531065".to_owned()],
        assignment_notices: 2,
        preceding: vec!["RE „0“".to_owned()],
        means: vec![58, 59],
        is_paid: true,
    }
}

fn stated() -> Made<Stated> {
    let Facts { number, issued_on, due_on, face, .. } = invoice("RE „1“")?;
    let whole = CashDiscount { until: issued_on, rate: Percentage::parse_basis_points(225)?, base: None };
    let part = CashDiscount { base: Some(Minor::new(35_793)), ..whole };
    Ok(Stated { number: Some(number), issued_on: Some(issued_on), due_on: Some(due_on), face: Some(face), discounts: vec![whole, part] })
}

pub async fn documents_come_and_go_with_their_receivable(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "documents").await?;
    let mut files = [document(1)?, document(2)?, document(3)?];
    (files[1].instructions, files[1].stated) = (Some(instructions()), Some(stated()?));
    files[2].stated = Some(Stated::default());
    let [first, second, third] = files.clone();
    let draft = with(&scene.kept(ReceivableStatus::Draft, "RE 1")?, |parts| parts.documents = vec![first, second.clone()]);
    let other = with(&scene.kept(ReceivableStatus::Draft, "RE 2")?, |parts| parts.documents = document(1).into_iter().collect());
    added(ports, &draft).await?;
    added(ports, &other).await?;
    let draft = changed(ports, &with(&draft, |parts| parts.documents = vec![second, third])).await?;
    let both = vec![draft.receivable.id(), other.receivable.id()];
    assert_eq!(ports.receivables.by_ids(both.clone()).await?, [draft.clone(), other.clone()]);
    let bare = changed(ports, &with(&draft, |parts| parts.documents = Vec::new())).await?;
    assert_eq!(ports.receivables.by_ids(both.clone()).await?, [bare.clone(), other.clone()]);
    let theirs: Vec<_> = files.iter().map(|file| DocumentId(file.id.0)).collect();
    let owned = ports.receivable_files.owned(&theirs).await?;
    assert_eq!(owned, [], "what was taken away is nobody's");
    let whole = changed(ports, &with(&bare, |parts| parts.documents = files.to_vec())).await?;
    assert_eq!(ports.receivables.by_ids(both).await?, [whole, other]);
    let asked = [theirs.clone(), vec![DocumentId(id())]].concat();
    let mut owned = ports.receivable_files.owned(&asked).await?;
    owned.sort_by_key(|id| id.0);
    assert_eq!(owned, theirs);
    Ok(())
}

/// What an invoice grants is taken off what is owed: in a programme the buyer promised the whole.
pub async fn what_takes_no_more_money_is_found_by_what_names_it(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "closed").await?;
    let number = |of: &str| format!("CL-{of}-{}", id().simple());
    let mut closed = Vec::new();
    for status in ReceivableStatus::ALL {
        let kept = scene.kept(*status, &number(status.code()))?;
        added(ports, &kept).await?;
        closed.push(kept);
    }
    let paid = scene.kept(ReceivableStatus::Accepted, &number("paid"))?;
    let paid = Kept { position: Position { open: Minor::ZERO, ..paid.position }, ..paid };
    added(ports, &paid).await?;
    closed.push(paid.clone());
    let currency = paid.receivable.currency();
    let expected: Vec<_> = closed
        .iter()
        .filter(|kept| ReceivableStatus::ENDED.contains(&kept.receivable.status()) || kept.receivable.id() == paid.receivable.id())
        .map(|kept| (Owing { discount: None, ..kept.owing() }, kept.receivable.status()))
        .collect();
    assert_eq!(expected.len(), ReceivableStatus::ENDED.len() + 1);
    let numbers: Vec<_> = closed.iter().map(|kept| kept.receivable.parts().facts.number.normalised()).collect();
    let references: Vec<_> = closed.iter().map(|kept| kept.receivable.parts().reference.clone()).collect();
    let find =
        |references: &[Reference], numbers: &[NormalisedNumber]| ports.receivables.closed(currency, references.to_vec(), numbers.to_vec());
    let in_order = |mut all: Vec<(Owing, ReceivableStatus)>| {
        all.sort_by_key(|(owing, _)| owing.id);
        all
    };
    let expected = in_order(expected);
    assert_eq!(in_order(find(&[], &numbers).await?), expected, "by their numbers");
    assert_eq!(in_order(find(&references, &[]).await?), expected, "by their references");
    assert_eq!(in_order(find(&references, &numbers).await?), expected, "each once");
    assert_eq!(find(&[], &[]).await?, []);
    let dollars = Currency::parse("USD")?;
    assert_eq!(ports.receivables.closed(dollars, references, numbers).await?, [], "in its currency");
    Ok(())
}

pub async fn what_is_owing_says_what_may_be_kept_of_it(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "owing").await?;
    let granting = |kept: &Kept| -> Made<Kept> {
        let (said, again, other) = (stated()?, stated()?, Stated::default());
        let files = [said, again, other].into_iter().zip(1..).map(|(stated, number)| Ok((stated, document(number)?)));
        let files = files.collect::<Made<Vec<_>>>()?.into_iter();
        let files =
            files.map(|(stated, document)| InvoiceDocument { stated: Some(stated), id: InvoiceDocumentId(id()), ..document }).collect();
        Ok(with(kept, |parts| parts.documents = files))
    };
    let granted = granting(&scene.kept(ReceivableStatus::Funded, "RE 1")?)?;
    let diluted = Position { diluted: Minor::new(50), ..granted.position };
    let granted = Kept { position: diluted, ..granted };
    let plain = scene.kept(ReceivableStatus::Funded, "RE 2")?;
    let promised = granting(&scene.payable(ReceivableStatus::Funded, "RE 3")?)?;
    let draft = granting(&scene.kept(ReceivableStatus::Draft, "RE 4")?)?;
    for kept in [&granted, &plain, &promised, &draft] {
        added(ports, kept).await?;
    }
    let mut found = ports.receivables.owing(granted.receivable.currency()).await?;
    found.retain(|owing| owing.seller == scene.seller);
    let expected: Vec<_> = [&granted, &plain, &promised].into_iter().map(Kept::owing).collect();
    let in_order = |mut all: Vec<Owing>| {
        all.sort_by_key(|owing| owing.id);
        all
    };
    assert_eq!(in_order(found), in_order(expected.clone()));
    let owed = granted.receivable.face() - Minor::new(50);
    let on = granted.receivable.parts().facts.issued_on;
    let steps: Vec<_> = granted.receivable.cash_discounts().iter().map(|discount| (on, discount.off(owed))).collect();
    assert_eq!(steps.len(), 2, "each once");
    let discounts: Vec<_> = expected.into_iter().map(|owing| owing.discount.map(|discount| discount.steps)).collect();
    assert_eq!(discounts, [Some(steps), None, None]);
    Ok(())
}

pub async fn a_buyer_stays_on_the_list_as_long_as_a_receivable_names_it(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "named").await?;
    let removed = |buyer| parties(ports, PartyChange::BuyerRemoved(scene.seller, buyer));
    let draft = scene.kept(ReceivableStatus::Draft, "RE 1")?;
    added(ports, &draft).await?;
    assert_eq!(removed(scene.buyer).await, Err(CommitError::Taken(NAMED_BUYER)));
    changed(ports, &moved(&draft, ReceivableStatus::Withdrawn)).await?;
    assert_eq!(removed(scene.buyer).await, Err(CommitError::Taken(NAMED_BUYER)), "for good");
    assert!(ports.buyers.by_id(scene.seller, scene.buyer).await?.is_some());

    // At the same moment one of both happens.
    for number in 0..16 {
        let other = buyer(scene.seller, &format!("Buyer {number}"));
        parties(ports, PartyChange::BuyerAdded { buyer: other.clone(), max: 100 }).await?;
        let named = with(&scene.kept(ReceivableStatus::Draft, "RE 1")?, |parts| parts.origin = Origin::Seller { buyer: other.id });
        let answers = join(added(ports, &named), removed(other.id)).await;
        let is_either = matches!(answers, (Ok(()), Err(CommitError::Taken(NAMED_BUYER))) | (Err(CommitError::Stale), Ok(())));
        assert!(is_either, "{answers:?}");
        assert_eq!(ports.buyers.by_id(scene.seller, other.id).await?.is_some(), answers.0.is_ok());
    }
    Ok(())
}

fn all_facts() -> Vec<Fact> {
    let (on, amount) = (day(9), Minor::new(7));
    let received = |from: &MoneyFrom| Fact::Received(Receipt { value_on: day(8), booked_on: on, amount, from: *from });
    let written_off = |cause: &LossCause| Fact::WrittenOff { on, cause: *cause, late: LateCharge::Claimed };
    let others = [
        Fact::Rejected { on, overpayment: Overpayment::Credited },
        Fact::Rejected { on, overpayment: Overpayment::PassedOn },
        Fact::Funded { on },
        Fact::Executed { on },
        Fact::Returned { on },
        Fact::Credited { on, booked_on: on.succ_opt().unwrap_or(on), amount },
        Fact::PaidToSeller { on, amount },
        Fact::Extended { on, due_on: day(30) },
        Fact::ClosedShort { on },
        Fact::ChargedBack { on },
    ];
    let deducted = |cause: &DeductionCause| Fact::Deducted { on, amount, cause: *cause };
    let deducted = DeductionCause::ALL.iter().map(deducted);
    MoneyFrom::ALL.iter().map(received).chain(others).chain(deducted).chain(LossCause::ALL.iter().map(written_off)).collect()
}

fn recorded(of: &Kept, fact: Fact, by: Option<UserId>) -> Recorded {
    Recorded { id: FactId(id()), receivable: of.receivable.id(), fact, cause: by.map(|_| id()), by, at: noon() }
}

pub async fn what_happened_is_told_in_its_order_without_what_was_taken_back(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "facts").await?;
    let (one, other) = (scene.kept(ReceivableStatus::Accepted, "RE 1")?, scene.kept(ReceivableStatus::Accepted, "RE 2")?);
    added(ports, &one).await?;
    added(ports, &other).await?;
    let theirs = recorded(&other, Fact::Funded { on: day(9) }, None);
    let by = |place: usize| place.is_multiple_of(2).then_some(scene.user);
    let mut told: Vec<Recorded> = all_facts().into_iter().enumerate().map(|(place, fact)| recorded(&one, fact, by(place))).collect();
    // It is told in the order in which it was written, whatever the ids say.
    told.reverse();
    for pair in told.chunks(2) {
        commit(ports, pair.iter().copied().map(Change::FactRecorded).collect()).await?;
    }
    commit(ports, vec![Change::FactRecorded(theirs)]).await?;
    let id = one.receivable.id();
    assert_eq!(ports.receivables.facts(id).await?, told);

    let newest = told.pop().ok_or("nothing told")?;
    let between = told.remove(1);
    for taken_back in [newest, between] {
        commit(ports, vec![Change::FactTakenBack(taken_back)]).await?;
        assert_eq!(commit(ports, vec![Change::FactTakenBack(taken_back)]).await, Err(CommitError::Stale));
    }
    assert_eq!(ports.receivables.facts(id).await?, told);
    let anew = recorded(&one, Fact::ChargedBack { on: day(10) }, by(0));
    commit(ports, vec![Change::FactRecorded(anew)]).await?;
    told.push(anew);
    assert_eq!(ports.receivables.facts(id).await?, told);
    assert_eq!(ports.receivables.facts(other.receivable.id()).await?, [theirs]);
    let nobodys = ReceivableId(super::super::contracts::id());
    assert_eq!(ports.receivables.facts(nobodys).await?, []);
    let all = ports.receivables.facts_of(vec![id, nobodys, other.receivable.id()]).await?;
    assert_eq!(all, [(id, told), (other.receivable.id(), vec![theirs])].into());
    assert_eq!(ports.receivables.facts_of(Vec::new()).await?, [].into());
    Ok(())
}

pub async fn every_receivable_gets_a_number_of_its_own(ports: &StorePorts) -> Checked {
    let (first, code) = ports.receivables.next_number().await?;
    assert_eq!(code, ports.house_settings.settings().await?.reference_code());
    let many = join_all((0..64).map(|_| ports.receivables.next_number())).await.into_iter();
    let many = many.map(|given| Ok(given?.0)).collect::<Result<BTreeSet<u64>, Unavailable>>()?;
    assert_eq!(many.len(), 64);
    assert!(many.first().is_some_and(|smallest| *smallest > first));
    // A write that fails does not give its number to another one.
    let scene = scene(ports, "numbers").await?;
    let draft = scene.kept(ReceivableStatus::Draft, "RE 1")?;
    assert_eq!(changed(ports, &moved(&draft, ReceivableStatus::Withdrawn)).await, Err(CommitError::Stale), "it is not there");
    let made = ReferenceCode::parse("K7QM")?;
    ports.house.commit(vec![HouseChange::ReferenceCodeMade(made)], context()).await?;
    let (next, code) = ports.receivables.next_number().await?;
    assert!(next > many.last().copied().unwrap_or_default());
    assert_eq!(code, Some(made));
    Ok(())
}

pub async fn what_a_debtor_was_asked_and_said_is_kept(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "asked").await?;
    let kept = scene.kept(ReceivableStatus::Submitted, "RE 1")?;
    added(ports, &kept).await?;
    let receivable = kept.receivable.id();
    let issued = |number: u8, asked_by: Option<UserId>| -> Result<IssuedConfirmation, Box<dyn std::error::Error>> {
        let created_at = noon() + TimeDelta::seconds(number.into());
        let (sent_to, expires_at) = (EmailAddress::parse("books@nordwind.example")?, created_at + Confirmation::LIFE);
        let confirmation = Confirmation { id: LinkId(id()), receivable, sent_to, asked_by, created_at, expires_at };
        Ok(IssuedConfirmation { confirmation, hash: TokenHash([number; 32]) })
    };
    let (first, second) = (issued(1, Some(scene.user))?, issued(2, None)?);
    let put = async |change: Change| ports.receivable_changes.commit(vec![change], context()).await;
    put(Change::DebtorAsked(vec![first.clone(), second.clone()])).await?;
    let note = Some(Note::parse("The scales are\nbroken.")?);
    let answers = [
        Answer::Confirm { note: None },
        Answer::Change { amount: Some(Minor::new(900_000)), due_on: Some(day(30)), note: note.clone() },
        Answer::Change { amount: None, due_on: Some(day(31)), note: None },
        Answer::Dispute { amount: Some(Minor::new(5)), reason: DisputeReason::Defective, note: note.clone() },
        Answer::Dispute { amount: None, reason: DisputeReason::Other, note: None },
        Answer::NotOurs { note },
    ];
    let mut said = Vec::new();
    for (seconds, answer) in (10..).zip(answers) {
        let (at, from) = (noon() + TimeDelta::seconds(seconds), "2001:db8::7".parse()?);
        let statement = Statement { id: StatementId(id()), link: first.confirmation.id, receivable, answer, at, from };
        put(Change::DebtorSaid(Box::new(statement.clone()))).await?;
        said.push(statement);
    }
    let confirmations = &ports.confirmations;
    assert_eq!(confirmations.confirmation(first.hash).await?, Some((first.confirmation.clone(), said.clone())));
    assert_eq!(confirmations.confirmation(second.hash).await?, Some((second.confirmation.clone(), said.clone())), "by any link");
    let other = scene.kept(ReceivableStatus::Submitted, "RE 2")?;
    added(ports, &other).await?;
    let third = issued(4, None)?;
    let confirmation = Confirmation { receivable: other.receivable.id(), ..third.confirmation };
    let third = IssuedConfirmation { confirmation, ..third };
    put(Change::DebtorAsked(vec![third.clone()])).await?;
    assert_eq!(confirmations.confirmation(third.hash).await?, Some((third.confirmation, Vec::new())), "of its own invoice alone");
    assert_eq!(confirmations.confirmation(TokenHash([3; 32])).await?, None);
    let asked = Asked { links: vec![first.confirmation, second.confirmation], statements: said };
    assert_eq!(confirmations.asked_about(receivable).await?, asked);
    assert_eq!(confirmations.asked_about(ReceivableId(id())).await?, Asked::default());
    Ok(())
}
