//! What every store finds of receivables.

use super::{
    super::contracts::{Checked, id, noon, parties},
    examples::{Made, Scene, added, changed, commit, day, debtor, document, entity, in_currency, invoice, moved, named, scene, with},
};
use crate::{
    StorePorts,
    kernel::{commit::CommitError, paging::Direction},
    parties::changes::Change as PartyChange,
    receivables::{
        changes::{Change, ENTERED_ONCE},
        ports::{
            DueBetween, Hidden, InvoiceKey, Kept, ListTotal, Lookalike, Numbered, Only, Promised, ReceivableFilter, ReceivableOrder,
            ReceivableSort, Side,
        },
    },
};
use chrono::TimeDelta;
use sooner_domain::{
    facilities::terms::FacilityKind,
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::{
        buyer::{Buyer, BuyerStatus},
        legal_entity::LegalEntity,
    },
    receivables::{
        conditions::DisputeEnd,
        evidence::{Dispute, DisputeReason},
        facts::{Face, InvoiceDocument},
        fingerprint::InvoiceNumber,
        position::Position,
        receivable::{Agreement, Origin, Submitted},
        reference::SearchedNumber,
        similarity::{Likeness, Sample},
        status::ReceivableStatus as S,
    },
};
use std::collections::BTreeMap;

async fn page(ports: &StorePorts, filter: &ReceivableFilter, before: Option<&Kept>, most: i64) -> Made<Vec<ReceivableId>> {
    let found = ports.receivables.page(filter.clone(), before.map(|kept| kept.receivable.id()), most).await?;
    Ok(found.iter().map(|kept| kept.receivable.id()).collect())
}

fn ids<'a>(all: impl IntoIterator<Item = &'a Kept>) -> Vec<ReceivableId> {
    all.into_iter().map(|kept| kept.receivable.id()).collect()
}

/// At each of six statuses two: one on the scene's debtor under its facility, one on neither.
async fn twelve(ports: &StorePorts, scene: &Scene) -> Made<Vec<Kept>> {
    let (debtor, facility) = (debtor(ports).await?, FacilityId(id()));
    let mut all = Vec::new();
    for status in [S::Draft, S::Submitted, S::Offered, S::Accepted, S::Settled, S::Withdrawn] {
        let own = scene.kept(status, &format!("RE {}", all.len()))?;
        let other = with(&scene.kept(status, &format!("RX {}", all.len()))?, |parts| {
            (parts.debtor, parts.agreement) = (Some(debtor), Some(Agreement { facility, terms_version: 1 }));
            parts.figures.due_on = day(20);
        });
        all.extend([own, other]);
    }
    for kept in &all {
        added(ports, kept).await?;
    }
    Ok(all)
}

pub async fn receivables_are_found_by_what_they_are_newest_first(ports: &StorePorts) -> Checked {
    let (mine, theirs) = (scene(ports, "lists").await?, scene(ports, "theirs").await?);
    let all = twelve(ports, &mine).await?;
    added(ports, &theirs.kept(S::Offered, "RE 1")?).await?;
    let company = ReceivableFilter { company: Some((mine.seller, Side::Either)), ..ReceivableFilter::default() };
    let wanted = |is_wanted: &dyn Fn(&Kept) -> bool| ids(all.iter().rev().filter(|kept| is_wanted(kept)));
    let (debtor, facility) = (Some(mine.debtor), Some(mine.facility));
    let is_own = |kept: &Kept| kept.receivable.parts().debtor == debtor;
    let at = |kept: &Kept, statuses: &[S]| statuses.contains(&kept.receivable.status());
    let two = [S::Settled, S::Offered];

    assert_eq!(page(ports, &company, None, 99).await?, wanted(&|_| true));
    assert_eq!(page(ports, &ReceivableFilter { debtor, ..company.clone() }, None, 99).await?, wanted(&is_own));
    assert_eq!(page(ports, &ReceivableFilter { debtor, ..ReceivableFilter::default() }, None, 99).await?, wanted(&is_own));
    assert_eq!(page(ports, &ReceivableFilter { facility, ..ReceivableFilter::default() }, None, 99).await?, wanted(&is_own));
    let at_two = ReceivableFilter { statuses: two.to_vec(), ..company.clone() };
    assert_eq!(page(ports, &at_two, None, 99).await?, wanted(&|kept| at(kept, &two)));
    let on_offer = ReceivableFilter { facility, debtor, statuses: vec![S::Offered, S::Offered], ..company.clone() };
    assert_eq!(page(ports, &on_offer, None, 99).await?, wanted(&|kept| is_own(kept) && at(kept, &[S::Offered])));
    let elsewhere = ReceivableFilter { facility: Some(theirs.facility), ..company.clone() };
    assert_eq!(page(ports, &elsewhere, None, 99).await?, []);
    for (from, to) in
        [(Some(21), None), (None, Some(20)), (Some(20), Some(20)), (Some(21), Some(30)), (Some(20), Some(31)), (None, Some(19))]
    {
        let due = DueBetween { from: from.map(day), to: to.map(day) };
        let (of_company, at_any) = (ReceivableFilter { due, ..company.clone() }, ReceivableFilter { due, ..at_two.clone() });
        assert_eq!(page(ports, &of_company, None, 99).await?, wanted(&|kept| due.has(kept.receivable.due_on())), "{due:?}");
        let both = wanted(&|kept| due.has(kept.receivable.due_on()) && at(kept, &two));
        assert_eq!(page(ports, &at_any, None, 99).await?, both, "{due:?}");
    }
    let queue = ReceivableFilter { statuses: vec![S::Submitted], ..ReceivableFilter::default() };
    assert_eq!(page(ports, &queue, None, 99).await?, wanted(&|kept| at(kept, &[S::Submitted])));
    assert_eq!(page(ports, &ReceivableFilter::default(), None, 99).await?.len(), 13);

    for filter in [company.clone(), at_two, ReceivableFilter { debtor, ..ReceivableFilter::default() }] {
        let whole = page(ports, &filter, None, 99).await?;
        let mut turned = Vec::new();
        loop {
            let last = turned.last().and_then(|last| all.iter().find(|kept| kept.receivable.id() == *last));
            let next = page(ports, &filter, last, 3).await?;
            assert!(next.len() <= 3);
            if next.is_empty() {
                break;
            }
            turned.extend(next);
        }
        assert_eq!(turned, whole);
    }
    let offered = ports.receivables.offered(mine.facility).await?;
    assert_eq!(offered, all.iter().filter(|kept| is_own(kept) && at(kept, &[S::Offered])).cloned().collect::<Vec<_>>());
    assert_eq!(ports.receivables.offered(FacilityId(id())).await?, []);
    let some = [&all[1], &all[4], &all[7]];
    assert_eq!(ids(&ports.receivables.by_ids(ids(some.into_iter().rev())).await?), ids(some));
    Ok(())
}

/// What the pages of a filter add up to, turned three rows at a time.
async fn added_up(ports: &StorePorts, filter: &ReceivableFilter) -> Made<Vec<ListTotal>> {
    let (mut sums, mut after) = (BTreeMap::new(), None);
    loop {
        let page = ports.receivables.page(filter.clone(), after, 3).await?;
        for kept in &page {
            let currency = kept.receivable.currency();
            let nothing = ListTotal { currency, count: 0, face: Minor::ZERO, open: Minor::ZERO };
            let total = sums.entry(currency.code()).or_insert(nothing);
            total.count += 1;
            total.face += kept.receivable.face();
            total.open += kept.position.open;
        }
        after = page.last().map(|kept| kept.receivable.id());
        if after.is_none() {
            return Ok(sums.into_values().collect());
        }
    }
}

/// Of every filter: the totals are what its pages add up to, whatever the page. What an operator does not see counts in neither.
pub async fn totals_are_what_all_pages_add_up_to(ports: &StorePorts) -> Checked {
    let (mine, theirs) = (scene(ports, "totals").await?, scene(ports, "othertotals").await?);
    twelve(ports, &mine).await?;
    added(ports, &theirs.kept(S::Offered, "RE 1")?).await?;
    for (place, face, currency) in [(0, 700, "USD"), (1, 1_100, "EUR"), (2, 40, "USD")] {
        let open = with(&theirs.kept(S::Accepted, &format!("RO {place}"))?, |parts| parts.figures.face = Minor::new(face));
        let open = in_currency(&open, currency)?;
        let open = Kept { position: Position { open: Minor::new(face - 1), ..Position::default() }, ..open };
        added(ports, &open).await?;
    }
    // It does not name the debtor that its buyer is.
    let early = with(&mine.kept(S::Submitted, "RN 1")?, |parts| parts.debtor = None);
    added(ports, &early).await?;
    let approved = Buyer { status: BuyerStatus::Approved, debtor: Some(theirs.debtor), ..ports.buyers.of(mine.seller).await?.remove(0) };
    parties(ports, PartyChange::BuyerDecided { buyer: approved, seen: BuyerStatus::Pending }).await?;

    let whole = ReceivableFilter::default();
    let (company, debtor, facility) = (Some((mine.seller, Side::Either)), Some(mine.debtor), Some(mine.facility));
    let hidden = |company, debtor| Some(Hidden { company, debtor });
    let (nobody, due) = (CompanyId(id()), DueBetween { from: None, to: Some(day(31)) });
    let only = Only { open: true, disputed: false };
    let filters = [
        (whole.clone(), 17),
        (ReceivableFilter { company, ..whole.clone() }, 13),
        (ReceivableFilter { company: Some((mine.seller, Side::Selling)), statuses: vec![S::Offered, S::Draft], ..whole.clone() }, 4),
        (ReceivableFilter { debtor, ..whole.clone() }, 6),
        (ReceivableFilter { facility, due, ..whole.clone() }, 7),
        (ReceivableFilter { only, ..whole.clone() }, 7),
        (ReceivableFilter { only: Only { open: false, disputed: true }, ..whole.clone() }, 0),
        (ReceivableFilter { number: Some(SearchedNumber::parse("RX")?), ..whole.clone() }, 6),
        (ReceivableFilter { hidden: hidden(theirs.seller, None), ..whole.clone() }, 11),
        (ReceivableFilter { hidden: hidden(theirs.seller, debtor), statuses: vec![S::Accepted, S::Settled], ..whole.clone() }, 2),
        (ReceivableFilter { hidden: hidden(theirs.seller, None), company: Some((theirs.seller, Side::Either)), ..whole.clone() }, 0),
        (ReceivableFilter { hidden: hidden(nobody, None), ..whole.clone() }, 15),
        (ReceivableFilter { hidden: hidden(nobody, debtor), ..whole.clone() }, 10),
        // Theirs, and what will be theirs as soon as it is written.
        (ReceivableFilter { hidden: hidden(nobody, Some(theirs.debtor)), ..whole.clone() }, 10),
        (ReceivableFilter { hidden: hidden(nobody, Some(theirs.debtor)), statuses: vec![S::Submitted], ..whole }, 2),
    ];
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    for (filter, count) in filters {
        let totals = ports.receivables.totals(filter.clone()).await?;
        assert_eq!(totals, added_up(ports, &filter).await?, "{filter:?}");
        found.push(totals.iter().map(|total| total.count).sum::<u64>());
        expected.push(count);
    }
    assert_eq!(found, expected);
    Ok(())
}

pub async fn what_is_in_dispute_and_what_is_open_is_found_alone(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "disputed").await?;
    let lasts = Dispute { amount: Minor::new(100), reason: DisputeReason::Other, since: noon(), by: None, note: None, end: None };
    let ended = Dispute { end: Some(DisputeEnd::Won), ..lasts.clone() };
    let mut all = Vec::new();
    for (place, (status, dispute, open)) in [
        (S::Funded, None, 0),
        (S::Funded, Some(&lasts), 0),
        (S::Accepted, Some(&lasts), 7),
        (S::Funded, Some(&ended), 7),
        // It is at its end, whatever became of the dispute.
        (S::Settled, Some(&lasts), 0),
        (S::Submitted, Some(&lasts), 0),
    ]
    .into_iter()
    .enumerate()
    {
        let kept = with(&scene.kept(status, &format!("RE {place}"))?, |parts| parts.dispute = dispute.cloned());
        let kept = Kept { position: Position { open: Minor::new(open), ..Position::default() }, ..kept };
        added(ports, &kept).await?;
        all.push(kept);
    }
    let found = async |only: Only, statuses: &[S]| {
        let filter = ReceivableFilter {
            only,
            company: Some((scene.seller, Side::Either)),
            statuses: statuses.to_vec(),
            ..ReceivableFilter::default()
        };
        let of_all = page(ports, &ReceivableFilter { company: None, ..filter.clone() }, None, 99).await?;
        let of_company = page(ports, &filter, None, 99).await?;
        assert_eq!(of_company, of_all);
        Ok::<_, Box<dyn std::error::Error>>(of_company)
    };
    let these = |places: &[usize]| ids(places.iter().map(|place| &all[*place]));
    let (disputed, open) = (Only { disputed: true, open: false }, Only { open: true, disputed: false });
    assert_eq!(found(disputed, &[]).await?, these(&[5, 2, 1]));
    assert_eq!(found(disputed, &[S::Accepted, S::Funded]).await?, these(&[2, 1]));
    assert_eq!(found(open, &[]).await?, these(&[3, 2]));
    assert_eq!(found(Only { disputed: true, open: true }, &[]).await?, these(&[2]));
    let over = with(&all[1], |parts| parts.dispute = Some(ended.clone()));
    changed(ports, &over).await?;
    assert_eq!(found(disputed, &[S::Funded]).await?, []);
    Ok(())
}

pub async fn receivables_come_in_the_order_that_is_asked_for(ports: &StorePorts) -> Checked {
    let (mine, theirs) = (scene(ports, "order").await?, scene(ports, "others").await?);
    let mut all = Vec::new();
    for (place, (due, face)) in [(20, 300), (25, 100), (20, 200), (22, 100), (25, 400), (19, 200)].into_iter().enumerate() {
        let status = if place % 2 == 0 { S::Funded } else { S::Accepted };
        let kept = with(&mine.kept(status, &format!("RE {place}"))?, |parts| {
            (parts.figures.due_on, parts.figures.face) = (day(due), Minor::new(face));
        });
        added(ports, &kept).await?;
        all.push(kept);
    }
    let foreign = theirs.kept(S::Funded, "RE 9")?;
    added(ports, &foreign).await?;
    let company = ReceivableFilter { company: Some((mine.seller, Side::Either)), ..ReceivableFilter::default() };
    let filters = [
        company.clone(),
        ReceivableFilter { statuses: vec![S::Funded, S::Accepted], ..company.clone() },
        ReceivableFilter { facility: Some(mine.facility), ..ReceivableFilter::default() },
        ReceivableFilter { debtor: Some(mine.debtor), statuses: vec![S::Funded, S::Accepted], ..ReceivableFilter::default() },
    ];
    for (sort, ascending) in [
        (ReceivableSort::Entered, [0, 1, 2, 3, 4, 5]),
        (ReceivableSort::Due, [5, 0, 2, 3, 1, 4]),
        (ReceivableSort::Face, [1, 3, 2, 5, 0, 4]),
    ] {
        for direction in [Direction::Ascending, Direction::Descending] {
            let mut expected = ascending.map(|place| all[place].receivable.id());
            if direction == Direction::Descending {
                expected.reverse();
            }
            let order = ReceivableOrder { sort, direction };
            for filter in &filters {
                let filter = ReceivableFilter { order, ..filter.clone() };
                assert_eq!(page(ports, &filter, None, 99).await?, expected, "{order:?}");
                let mut turned = page(ports, &filter, None, 2).await?;
                while let Some(last) = turned.last().and_then(|last| all.iter().find(|kept| kept.receivable.id() == *last)) {
                    let next = page(ports, &filter, Some(last), 2).await?;
                    if next.is_empty() {
                        break;
                    }
                    turned.extend(next);
                }
                assert_eq!(turned, expected, "{order:?}, in pages");
            }
            let whole = ReceivableFilter { order, ..ReceivableFilter::default() };
            assert_eq!(page(ports, &whole, None, 99).await?.len(), 7);
            if sort != ReceivableSort::Entered {
                let behind_others = page(ports, &ReceivableFilter { order, ..company.clone() }, Some(&foreign), 99).await?;
                assert_eq!(behind_others, [], "what one does not see says nothing of itself");
            }
        }
    }
    Ok(())
}

pub async fn receivables_are_found_by_a_part_of_their_number(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "numbers").await?;
    let (one, other) = (scene.kept(S::Draft, "RE-2027/0101")?, scene.kept(S::Submitted, "RE-2027/0102")?);
    let signs = scene.kept(S::Draft, "%_")?;
    for kept in [&one, &other, &signs] {
        added(ports, kept).await?;
    }
    for (text, found) in [
        ("re 2027", vec![&other, &one]),
        ("101", vec![&one]),
        ("0102", vec![&other]),
        ("re-2027-0102", vec![&other]),
        ("%_", vec![&signs]),
        ("%", vec![&signs]),
        ("_%", vec![]),
        ("9", vec![]),
        (one.receivable.parts().reference.as_str(), vec![&one]),
        (other.receivable.parts().reference.grouped().as_str(), vec![&other]),
        ("RF", vec![&signs, &other, &one]),
        (&one.receivable.parts().reference.as_str()[2..], vec![]),
    ] {
        let number = Some(SearchedNumber::parse(text)?);
        let filter = ReceivableFilter { company: Some((scene.seller, Side::Either)), number, ..ReceivableFilter::default() };
        assert_eq!(page(ports, &filter, None, 9).await?, ids(found), "{text}");
    }
    Ok(())
}

pub async fn what_is_out_under_a_facility_and_open_of_debtors_is_added_up(ports: &StorePorts) -> Checked {
    let (mine, theirs) = (scene(ports, "sums").await?, scene(ports, "others").await?);
    let (far, elsewhere) = (debtor(ports).await?, FacilityId(id()));
    let left = |kept: Kept, out: i64| {
        let position = Position { out: Minor::new(out), open: Minor::new(out + 1), ..kept.position };
        Kept { position, ..kept }
    };
    let on = |kept: &Kept, debtor, facility| {
        with(kept, |parts| (parts.debtor, parts.agreement) = (Some(debtor), Some(Agreement { facility, terms_version: 1 })))
    };
    for kept in [
        left(mine.kept(S::Funded, "RE 1")?, 10),
        left(mine.kept(S::Funded, "RE 2")?, 7),
        left(mine.kept(S::Accepted, "RE 3")?, 100),
        left(mine.kept(S::Settled, "RE 4")?, 1_000),
        left(mine.kept(S::Offered, "RE 5")?, 2_000),
        on(&left(mine.kept(S::Funded, "RE 6")?, 30), far, mine.facility),
        on(&left(mine.kept(S::Funded, "RE 7")?, 50), mine.debtor, elsewhere),
        left(theirs.kept(S::Funded, "RE 8")?, 70),
    ] {
        added(ports, &kept).await?;
    }
    let mut expected = [(mine.debtor, Minor::new(17)), (far, Minor::new(30))];
    expected.sort();
    assert_eq!(ports.receivables.out_under(mine.facility).await?, expected, "what is paid out and not at its end");
    assert_eq!(ports.receivables.out_under(FacilityId(id())).await?, []);
    let (debtors, euro) = (vec![far, DebtorId(id()), mine.debtor], Currency::parse("EUR")?);
    let open = ports.receivables.open_of(debtors.clone(), euro).await?;
    assert_eq!(open, [31, 0, 11 + 8 + 101 + 51].map(Minor::new), "what was sold and is not at its end, in their order");
    assert_eq!(ports.receivables.open_of(debtors, Currency::parse("USD")?).await?, [Minor::ZERO; 3]);
    Ok(())
}

pub async fn what_a_buyer_promised_is_added_up_by_supplier_and_currency(ports: &StorePorts) -> Checked {
    let (mine, theirs) = (scene(ports, "promised").await?, scene(ports, "others").await?);
    let left = |kept: Kept, open: i64| Kept { position: Position { open: Minor::new(open), ..kept.position }, ..kept };
    let owed = |kept: Kept, owed: i64| with(&kept, |parts| parts.figures.face = Minor::new(owed));
    let (euro, dollar) = (Currency::parse("EUR")?, Currency::parse("USD")?);
    let in_dollars = |kept: Kept| with(&kept, |parts| parts.facts.face = Face::parse(700, dollar).unwrap_or(parts.facts.face));
    let by_another = |kept: Kept| with(&kept, |parts| parts.origin = Origin::Programme { buyer: theirs.seller });
    for kept in [
        owed(mine.payable(S::Draft, "P 1")?, 1),
        owed(mine.payable(S::Submitted, "P 2")?, 10),
        owed(mine.payable(S::Offered, "P 3")?, 20),
        left(owed(mine.payable(S::Accepted, "P 4")?, 100), 100),
        left(owed(mine.payable(S::Funded, "P 5")?, 200), 150),
        left(owed(mine.payable(S::Settled, "P 6")?, 400), 3),
        owed(mine.payable(S::Lapsed, "P 7")?, 800),
        owed(mine.payable(S::Withdrawn, "P 8")?, 1_600),
        owed(in_dollars(mine.payable(S::Offered, "P 9")?), 700),
        owed(mine.kept(S::Offered, "P 10")?, 3_200),
        by_another(owed(mine.payable(S::Offered, "P 11")?, 6_400)),
        owed(with(&mine.payable(S::Offered, "P 12")?, |parts| parts.seller = theirs.seller), 5),
    ] {
        added(ports, &kept).await?;
    }
    let of = |currency, [waiting, committed, paid_early, open]: [i64; 4]| Promised {
        currency,
        waiting: Minor::new(waiting),
        committed: Minor::new(committed),
        paid_early: Minor::new(paid_early),
        open: Minor::new(open),
    };
    let mut expected = vec![
        (mine.seller, of(euro, [30, 100, 600, 250])),
        (mine.seller, of(dollar, [700, 0, 0, 0])),
        (theirs.seller, of(euro, [5, 0, 0, 0])),
    ];
    expected.sort_by_key(|(supplier, sum)| (*supplier, sum.currency.code()));
    let both = ports.receivables.promised(mine.other, vec![theirs.seller, mine.seller]).await?;
    assert_eq!(
        both, expected,
        "what is approved and may still be sold, what was sold and not paid out, what was paid out, what of both is open"
    );
    let one = ports.receivables.promised(mine.other, vec![theirs.seller]).await?;
    assert_eq!(one, [(theirs.seller, of(euro, [5, 0, 0, 0]))]);
    assert_eq!(ports.receivables.promised(mine.seller, vec![mine.seller]).await?, [], "it promised nothing");
    Ok(())
}

pub async fn a_supplier_sees_what_was_promised_alone(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "programme").await?;
    let (own, draft) = (scene.kept(S::Draft, "RE 1")?, scene.payable(S::Draft, "RE 2")?);
    let (promised, kept_back) = (scene.payable(S::Submitted, "RE 3")?, scene.payable(S::Draft, "RE 4")?);
    for kept in [&own, &draft, &promised, &kept_back] {
        added(ports, kept).await?;
    }
    changed(ports, &moved(&kept_back, S::Withdrawn)).await?;
    let of = |company, statuses: &[S]| ReceivableFilter {
        company: Some((company, Side::Either)),
        statuses: statuses.to_vec(),
        ..Default::default()
    };
    let (seller, other) = (scene.seller, scene.other);
    assert_eq!(page(ports, &of(seller, &[]), None, 9).await?, ids([&promised, &own]));
    assert_eq!(page(ports, &of(seller, &[S::Draft, S::Withdrawn]), None, 9).await?, ids([&own]));
    assert_eq!(page(ports, &of(other, &[]), None, 9).await?, ids([&kept_back, &promised, &draft]));
    assert_eq!(page(ports, &of(other, &[S::Draft, S::Withdrawn]), None, 9).await?, ids([&kept_back, &draft]));
    assert_eq!(page(ports, &of(other, &[]), Some(&promised), 1).await?, ids([&draft]));
    Ok(())
}

/// As it is compared.
fn compared(kept: &Kept, seller: &LegalEntity) -> Made<Lookalike> {
    let parts = kept.receivable.parts();
    let sample = Sample {
        debtor: parts.debtor.ok_or("no debtor")?,
        seller: seller.clone(),
        number: parts.facts.number.normalised(),
        visible: parts.facts.number.visible(),
        issued_on: parts.facts.issued_on,
        face: parts.facts.face.amount(),
        currency: parts.facts.face.currency(),
        files: parts.documents.iter().map(|document| document.sha256).collect(),
        is_payable: kept.receivable.kind() == FacilityKind::ReverseFactoring,
    };
    Ok(Lookalike { id: parts.id, sample, submitted_at: parts.submitted.ok_or("not handed in")?.at })
}

/// Another invoice, of another amount and day.
fn other(kept: Kept, face: i64, days: i64) -> Made<Kept> {
    let face = Face::parse(face, kept.receivable.currency())?;
    Ok(with(&kept, |parts| {
        (parts.facts.face, parts.facts.issued_on) = (face, day(2) + TimeDelta::days(days));
        // What is compared is the invoice as it was entered.
        parts.figures.face = Minor::new(5);
    }))
}

pub async fn every_receivable_that_looks_like_another_one_is_found(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "similar").await?;
    let (theirs, unknown) = (super::examples::scene(ports, "other").await?, scene.other);
    let file = document(7)?;
    let own = with(&scene.kept(S::Submitted, "RE-2027-101")?, |parts| parts.documents = vec![file.clone()]);
    let on_debtor = |kept: Kept| {
        with(&kept, |parts| {
            parts.debtor = Some(scene.debtor);
            parts.submitted = parts.submitted.map(|submitted| Submitted { at: noon() + TimeDelta::hours(1), ..submitted });
        })
    };
    let elsewhere = |kept: Kept| with(&kept, |parts| parts.debtor = Some(theirs.debtor));
    let same_file = |kept: Kept| -> Made<Kept> {
        let again = InvoiceDocument { sha256: file.sha256, ..document(1)? };
        Ok(with(&kept, |parts| parts.documents = vec![again]))
    };
    let alike = [
        (other(scene.kept(S::Offered, "B 77")?, 1_000_000, 0)?, &scene.entity, Likeness::SameAmountAndDate),
        (other(scene.kept(S::Accepted, "RE-2027-102")?, 990_000, 30)?, &scene.entity, Likeness::NearNumber),
        (other(scene.kept(S::Settled, "RE-2027-110")?, 1_010_101, -30)?, &scene.entity, Likeness::NearNumber),
        (same_file(other(scene.kept(S::Funded, "C 1")?, 5, 300)?)?, &scene.entity, Likeness::SameFile),
        (other(on_debtor(theirs.kept(S::WrittenOff, "re 2027 00101")?), 5, -300)?, &theirs.entity, Likeness::SameNumber),
        (elsewhere(scene.kept(S::Funded, "RE 2027 101")?), &scene.entity, Likeness::SameInvoice),
        (same_file(other(theirs.kept(S::Accepted, "C 2")?, 5, 300)?)?, &theirs.entity, Likeness::SameFile),
        (other(scene.kept(S::Funded, "RЕ-2О27-lOl")?, 5, 200)?, &scene.entity, Likeness::SameNumber),
        (elsewhere(scene.kept(S::Accepted, "RE-2o27-I0I")?), &scene.entity, Likeness::SameInvoice),
        (other(scene.kept(S::Funded, "RE-20 27_1/01")?, 5, 200)?, &scene.entity, Likeness::SameNumber),
        (elsewhere(scene.kept(S::Accepted, "RE-2027 10 1")?), &scene.entity, Likeness::SameInvoice),
    ];
    let others = [
        on_debtor(theirs.kept(S::Draft, "RE-2027-101")?),
        on_debtor(theirs.kept(S::Withdrawn, "RE-2027-101")?),
        on_debtor(theirs.kept(S::Lapsed, "RE-2027-101")?),
        on_debtor(theirs.kept(S::Rejected, "RE-2027-101")?),
        on_debtor(theirs.kept(S::ChargedBack, "RE-2027-101")?),
        theirs.kept(S::Submitted, "RE-2027-101")?,
        elsewhere(scene.kept(S::Withdrawn, "RE-2027-101")?),
        elsewhere(other(scene.kept(S::Submitted, "RE-2027-101")?, 999_999, 0)?),
        elsewhere(scene.kept(S::Submitted, "RE-2027-102")?),
        other(scene.kept(S::Submitted, "RE-2027-103")?, 989_999, 30)?,
        other(scene.kept(S::Submitted, "RE-2027-104")?, 1_000_000, 31)?,
    ];
    let nobodys = with(&Kept { fingerprint: None, ..scene.kept(S::Submitted, "RE-2027-101")? }, |parts| parts.seller = unknown);
    added(ports, &own).await?;
    for kept in alike.iter().map(|(kept, ..)| kept).chain(&others).chain([&nobodys]) {
        added(ports, kept).await?;
    }
    let sample = compared(&own, &scene.entity)?.sample;
    let found = ports.receivables.lookalikes(own.receivable.id(), &sample).await?;
    let mut like: Vec<Lookalike> = found.into_iter().filter(|other| !sample.likenesses(&other.sample).is_empty()).collect();
    like.sort_by_key(|other| other.id);
    let expected = alike.iter().map(|(kept, seller, _)| compared(kept, seller)).collect::<Made<Vec<_>>>()?;
    assert_eq!(like, expected);
    for (other, (.., likeness)) in like.iter().zip(&alike) {
        assert_eq!(sample.likenesses(&other.sample), [*likeness]);
    }

    named(ports, unknown, &entity()?).await?;
    let found = ports.receivables.lookalikes(own.receivable.id(), &sample).await?;
    assert!(found.iter().any(|other| other.id == nobodys.receivable.id()));
    assert_eq!(invoice("RE-2027-101")?.number.normalised(), sample.number);
    Ok(())
}

pub async fn what_a_seller_entered_is_not_new(ports: &StorePorts) -> Checked {
    let (scene, other) = (scene(ports, "new").await?, scene(ports, "new.other").await?);
    let (draft, gone) = (scene.kept(S::Draft, "RE 0001")?, scene.kept(S::Withdrawn, "RE-2")?);
    for kept in [&draft, &gone] {
        added(ports, kept).await?;
    }
    let key = |number: &str| -> Made<InvoiceKey> { Ok(InvoiceKey::of(scene.buyer, &invoice(number)?)) };
    let later = InvoiceKey { issued_on: day(3), ..key("RE-1")? };
    let is_new = async |seller, invoice| commit(ports, vec![Change::InvoiceIsNew { seller, invoice }]).await;
    assert_eq!(is_new(scene.seller, key("re1")?).await, Err(CommitError::Taken(ENTERED_ONCE)));
    for invoice in [key("RE-2")?, key("RE-3")?, later, InvoiceKey { buyer: other.buyer, ..key("RE-1")? }] {
        assert_eq!(is_new(scene.seller, invoice.clone()).await, Ok(()), "{invoice:?}");
    }
    assert_eq!(is_new(other.seller, key("RE-1")?).await, Ok(()), "of another seller");
    Ok(())
}

pub async fn what_a_seller_entered_is_known_by_its_number(ports: &StorePorts) -> Checked {
    let (scene, other) = (scene(ports, "numbered").await?, scene(ports, "numbered.other").await?);
    let first = scene.kept(S::Draft, "RE 0001")?;
    let settled = scene.kept(S::Settled, "RE-2")?;
    let gone = scene.kept(S::Withdrawn, "RE-3")?;
    let others = other.kept(S::Draft, "RE-1")?;
    for kept in [&first, &settled, &gone, &others] {
        added(ports, kept).await?;
    }
    let numbers = ["re1", "RE-2", "RE-3", "RE-4"].into_iter().map(|number| Ok(InvoiceNumber::parse(number)?.normalised()));
    let numbers: Vec<_> = numbers.collect::<Made<_>>()?;
    let mut found = ports.receivables.invoices_numbered(scene.seller, numbers).await?;
    found.sort_by(|(_, one), (_, another)| one.number.as_str().cmp(another.number.as_str()));
    let expected = [&first, &settled].map(|kept| (scene.buyer, Numbered::of(scene.seller, &kept.receivable.parts().facts)));
    assert_eq!(found, expected);
    Ok(())
}
