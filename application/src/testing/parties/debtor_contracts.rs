//! Debtors: what the house makes of them, and how much they may owe.

use super::contracts::{buyer, debtor};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    parties::{
        changes::{Change, LIKENESS},
        ports::DebtorFilter,
    },
    testing::contracts::{Checked, context, id, member, parties},
};
use futures_util::future::join_all;
use sooner_domain::{
    kernel::{
        country::CountryCode,
        email::EmailAddress,
        ids::{CompanyId, DebtorId},
        money::{Currency, Money},
        text::{Line, PersonName},
    },
    parties::{
        buyer::{BuyerDecision, BuyerStatus},
        debtor::{Debtor, DebtorState, Limits, NoticeContact, Parts},
        likeness::{Mark, MarkKind},
    },
};
use std::{collections::BTreeSet, error::Error};

fn named(name: &str) -> Debtor {
    debtor(&buyer(CompanyId(id()), name))
}

fn limits(amounts: &[(i64, &str)]) -> Result<Limits, Box<dyn Error>> {
    let money = |(amount, currency): &(i64, &str)| Money::parse(*amount, Currency::parse(currency)?);
    Limits::parse(&amounts.iter().map(money).collect::<Result<Vec<_>, _>>()?).map_err(|_| "a currency twice".into())
}

async fn stored(ports: &StorePorts, id: DebtorId) -> Result<Debtor, Box<dyn Error>> {
    ports.debtors.by_id(id).await?.ok_or_else(|| "no debtor".into())
}

pub async fn a_debtor_is_read_as_it_was_made_and_changed(ports: &StorePorts) -> Checked {
    let (mut nordwind, other) = (named("Nordwind AG"), named("Südwind AG"));
    parties(ports, Change::DebtorAdded(nordwind.clone())).await?;
    parties(ports, Change::DebtorAdded(other.clone())).await?;
    assert_eq!(stored(ports, nordwind.id()).await?, nordwind);
    assert_eq!(ports.debtors.by_id(DebtorId(id())).await?, None);

    let contact = NoticeContact { name: PersonName::parse("Zoë Smit")?, email: EmailAddress::parse("zoe@example.net")? };
    nordwind.change(DebtorState::Watch, Some(contact));
    parties(ports, Change::DebtorChanged(Box::new(nordwind.clone()))).await?;
    let (none, some) = (Limits::default(), limits(&[(5, "EUR"), (Money::MAX_MINOR, "JPY")])?);
    let limited =
        |before: &Limits, after: &Limits| Change::DebtorLimited { id: nordwind.id(), before: before.clone(), after: after.clone() };
    parties(ports, limited(&none, &some)).await?;
    let expected = |limits: &Limits, version| Debtor::restore(Parts { limits: limits.clone(), version, ..nordwind.parts().clone() });
    assert_eq!(stored(ports, nordwind.id()).await?, expected(&some, 3), "each change is counted");
    let fewer = limits(&[(7, "EUR"), (9, "USD"), (0, "JPY")])?;
    parties(ports, limited(&some, &fewer)).await?;
    assert_eq!(stored(ports, nordwind.id()).await?, expected(&fewer, 4));
    assert_eq!(stored(ports, other.id()).await?, other, "another one's are left alone");

    let mut both = ports.debtors.by_ids(&[nordwind.id(), other.id(), DebtorId(id())]).await?;
    both.sort_by_key(Debtor::id);
    assert_eq!(both, [expected(&fewer, 4), other]);
    Ok(())
}

pub async fn of_many_changes_to_one_version_of_a_debtor_one_wins(ports: &StorePorts) -> Checked {
    let nordwind = named("Nordwind AG");
    parties(ports, Change::DebtorAdded(nordwind.clone())).await?;
    let states = [DebtorState::Blocked, DebtorState::Watch].repeat(16);
    let change = |state: &DebtorState| {
        let mut changed = nordwind.clone();
        changed.change(*state, None);
        parties(ports, Change::DebtorChanged(Box::new(changed)))
    };
    let answers = join_all(states.iter().map(change)).await;
    let winners: Vec<_> = states.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(state, _)| *state).collect();
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    assert_eq!(winners, [stored(ports, nordwind.id()).await?.parts().state]);
    Ok(())
}

pub async fn of_many_who_limit_a_debtor_one_does(ports: &StorePorts) -> Checked {
    let nordwind = named("Nordwind AG");
    parties(ports, Change::DebtorAdded(nordwind.clone())).await?;
    let all: Vec<_> = (1..=32).map(|amount| limits(&[(amount, "EUR")])).collect::<Result<_, _>>()?;
    let set = |after: &Limits| parties(ports, Change::DebtorLimited { id: nordwind.id(), before: Limits::default(), after: after.clone() });
    let answers = join_all(all.iter().map(set)).await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(limits, _)| limits.clone()).collect();
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    assert_eq!(winners, [stored(ports, nordwind.id()).await?.parts().limits.clone()]);
    let nobody = Change::DebtorLimited { id: DebtorId(id()), before: Limits::default(), after: all[0].clone() };
    assert_eq!(parties(ports, nobody).await, Err(CommitError::Stale));
    Ok(())
}

pub async fn of_many_who_change_a_contact_one_does(ports: &StorePorts) -> Checked {
    let nordwind = named("Nordwind AG");
    parties(ports, Change::DebtorAdded(nordwind.clone())).await?;
    let told = |number: usize| -> Result<NoticeContact, Box<dyn Error>> {
        Ok(NoticeContact { name: PersonName::parse("Nora Nord")?, email: EmailAddress::parse(&format!("n{number}@example.net"))? })
    };
    let all = (0..16).map(told).collect::<Result<Vec<_>, _>>()?;
    let set = |before: Option<&NoticeContact>, after: &NoticeContact| {
        parties(ports, Change::DebtorContacted { id: nordwind.id(), before: before.cloned(), after: after.clone() })
    };
    let answers = join_all(all.iter().map(|after| set(None, after))).await;
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(contact, _)| Some(contact.clone())).collect();
    let now = stored(ports, nordwind.id()).await?;
    assert_eq!((winners, now.parts().version), (vec![now.parts().contact.clone()], 2));
    let other = all.iter().find(|contact| Some(*contact) != now.parts().contact.as_ref()).ok_or("no other")?;
    assert_eq!(set(None, other).await, Err(CommitError::Stale));
    set(now.parts().contact.as_ref(), other).await?;
    assert_eq!(stored(ports, nordwind.id()).await?.parts().contact.as_ref(), Some(other));
    Ok(())
}

fn marks(number: &str, name: &str) -> Result<BTreeSet<Mark>, Box<dyn Error>> {
    Ok(Mark::of(CountryCode::parse("DE")?, number, &Line::parse(name)?))
}

pub async fn debtors_are_found_by_what_they_look_alike_by(ports: &StorePorts) -> Checked {
    // Marks are the whole instance's.
    let own = id().as_u128().to_string();
    let (named_so, numbered) = (|name: &str| format!("{name}{own}"), |number: u8| format!("HRB {number}{own}"));
    let (_, seller) = member(ports, &format!("{own}@example.com")).await?;
    let (one, two) = (named(&named_so("Babbage")), named(&named_so("Lovelace")));
    for debtor in [&one, &two] {
        parties(ports, Change::DebtorAdded(debtor.clone())).await?;
    }
    parties(ports, Change::DebtorMarked(one.id(), marks(&numbered(1), &named_so("Babbage"))?)).await?;
    parties(ports, Change::DebtorMarked(two.id(), marks(&numbered(2), &named_so("Babbage Retail"))?)).await?;
    // As a second seller writes it, and once more.
    for _ in 0..2 {
        parties(ports, Change::DebtorMarked(two.id(), marks(&numbered(2), &named_so("Babbage"))?)).await?;
    }
    let mut listed = buyer(seller.company, &named_so("Lovelace"));
    parties(ports, Change::BuyerAdded { buyer: listed.clone(), max: 9 }).await?;
    listed.decide(BuyerDecision::Approve, Some(two.id()));
    parties(ports, Change::BuyerDecided { buyer: listed, seen: BuyerStatus::Pending }).await?;

    let found = async |number: u8, name: &str| {
        let alike = ports.debtors.alike(&marks(&numbered(number), &named_so(name))?).await?;
        Ok::<_, Box<dyn Error>>(alike.into_iter().map(|one| (one.debtor, one.by, one.sellers)).collect::<Vec<_>>())
    };
    let by = |kinds: &[MarkKind]| kinds.iter().copied().collect::<BTreeSet<_>>();
    let (number, name) = (MarkKind::Number, MarkKind::Name);
    assert_eq!(found(2, "BABBAGE AG ").await?, [(two.clone(), by(&[number, name]), 1), (one.clone(), by(&[name]), 0)]);
    assert_eq!(found(1, "Nobody").await?, [(one.clone(), by(&[number]), 0)]);
    assert_eq!(found(3, "Nobody").await?, []);

    let none = |but: Vec<DebtorId>| {
        parties(ports, Change::NoneAlike { marks: marks(&numbered(3), &named_so("Babbage")).unwrap_or_default(), but })
    };
    assert_eq!(none(vec![]).await, Err(CommitError::Taken(LIKENESS)));
    assert_eq!(none(vec![two.id()]).await, Err(CommitError::Taken(LIKENESS)));
    assert_eq!(none(vec![two.id(), one.id()]).await, Ok(()));
    Ok(())
}

pub async fn a_company_is_concerned_by_the_debtor_it_is_and_those_on_its_list(ports: &StorePorts) -> Checked {
    let own = id().as_u128().to_string();
    let (_, seller) = member(ports, &format!("{own}@example.com")).await?;
    let (itself, listed, other) = (named(&format!("Own{own}")), named(&format!("Listed{own}")), named(&format!("Other{own}")));
    for debtor in [&itself, &listed, &other] {
        parties(ports, Change::DebtorAdded(debtor.clone())).await?;
    }
    let matters = async || {
        let matters = ports.buyers.own_matters(seller.company).await?;
        Ok::<_, Box<dyn Error>>([&itself, &listed, &other].map(|debtor| matters.concern(debtor)))
    };
    assert_eq!(matters().await?, [false; 3]);
    let mut on_list = buyer(seller.company, &format!("Listed{own}"));
    parties(ports, Change::BuyerAdded { buyer: on_list.clone(), max: 9 }).await?;
    assert_eq!(matters().await?, [false; 3], "nobody said which debtor it is");
    on_list.decide(BuyerDecision::Approve, Some(listed.id()));
    parties(ports, Change::BuyerDecided { buyer: on_list, seen: BuyerStatus::Pending }).await?;
    assert_eq!(matters().await?, [false, true, false]);
    let (legal_name, legal_entity) = (Some(itself.parts().legal_name.clone()), Some(itself.parts().legal_entity.clone()));
    parties(ports, Change::CompanyNamed { id: seller.company, legal_name, legal_entity }).await?;
    assert_eq!(matters().await?, [true, true, false]);
    assert!(!ports.buyers.own_matters(CompanyId(id())).await?.concern(&listed), "of a company that is not there");
    Ok(())
}

pub async fn of_many_debtors_that_look_alike_and_are_made_at_once_one_is(ports: &StorePorts) -> Checked {
    let own = id().as_u128().to_string();
    let all: Vec<_> = (0..16).map(|number| named(&format!("{own} {number}"))).collect();
    let marks = marks(&own, &own)?;
    let make = |debtor: &Debtor| {
        let none = Change::NoneAlike { marks: marks.clone(), but: Vec::new() };
        let marked = Change::DebtorMarked(debtor.id(), marks.clone());
        ports.parties.commit(vec![none, Change::DebtorAdded(debtor.clone()), marked], context())
    };
    let answers = join_all(all.iter().map(make)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(LIKENESS)))), "{answers:?}");
    assert_eq!(ports.debtors.alike(&marks).await?.len(), 1);
    Ok(())
}

pub async fn debtors_are_paged_by_state(ports: &StorePorts) -> Checked {
    let all: Vec<_> = (0..4).map(|number| named(&format!("Debtor {number}"))).collect();
    for debtor in &all {
        parties(ports, Change::DebtorAdded(debtor.clone())).await?;
    }
    for place in [1, 2] {
        let mut blocked = all[place].clone();
        blocked.change(DebtorState::Blocked, None);
        parties(ports, Change::DebtorChanged(Box::new(blocked))).await?;
    }
    parties(ports, Change::DebtorLimited { id: all[3].id(), before: Limits::default(), after: limits(&[(5, "EUR"), (6, "USD")])? }).await?;
    let page = async |state, after: Option<usize>, most| {
        let found = ports.debtors.page(DebtorFilter { state, name: None }, after.map(|place| all[place].id()), most).await?;
        let place = |debtor: &Debtor| all.iter().position(|other| other.id() == debtor.id()).unwrap_or(usize::MAX);
        Ok::<_, Box<dyn Error>>(found.iter().map(place).collect::<Vec<_>>())
    };
    assert_eq!(page(None, None, 9).await?, [3, 2, 1, 0]);
    assert_eq!(page(None, Some(3), 2).await?, [2, 1]);
    assert_eq!(page(Some(DebtorState::Blocked), None, 9).await?, [2, 1]);
    assert_eq!(page(Some(DebtorState::Blocked), Some(2), 9).await?, [1]);
    assert_eq!(page(Some(DebtorState::Watch), None, 9).await?, [0; 0]);
    assert_eq!(ports.debtors.page(DebtorFilter::default(), None, 1).await?[0].parts().limits, limits(&[(5, "EUR"), (6, "USD")])?);
    Ok(())
}

pub async fn debtors_are_found_by_a_part_of_their_name(ports: &StorePorts) -> Checked {
    let all: Vec<_> =
        ["Kaufhaus Süd GmbH", "KAUFHAUS 100% OHG", "Kauf_haus AG", "Nordwind AG", "Back\\slash Ltd"].map(named).into_iter().collect();
    for debtor in &all {
        parties(ports, Change::DebtorAdded(debtor.clone())).await?;
    }
    let mut blocked = all[0].clone();
    blocked.change(DebtorState::Blocked, None);
    parties(ports, Change::DebtorChanged(Box::new(blocked))).await?;
    let found = async |typed: &str, state, after: Option<usize>| {
        let wanted = DebtorFilter { state, name: Some(Line::parse(typed)?) };
        let found = ports.debtors.page(wanted, after.map(|place| all[place].id()), 9).await?;
        let place = |debtor: &Debtor| all.iter().position(|other| other.id() == debtor.id()).unwrap_or(usize::MAX);
        Ok::<_, Box<dyn Error>>(found.iter().map(place).collect::<Vec<_>>())
    };
    assert_eq!(found("kaufhaus", None, None).await?, [1, 0]);
    assert_eq!(found("kaufhaus", None, Some(1)).await?, [0]);
    assert_eq!(found("KAUFHAUS", Some(DebtorState::Blocked), None).await?, [0]);
    assert_eq!(found("haus sü", None, None).await?, [0]);
    for (typed, place) in [("%", 1), ("_", 2), ("\\", 4)] {
        assert_eq!(found(typed, None, None).await?, [place], "{typed}");
    }
    assert_eq!(found("Westwind", None, None).await?, [0; 0]);
    Ok(())
}
