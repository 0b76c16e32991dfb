//! What every store keeps so that nothing is sold twice.

use super::{
    super::contracts::{Checked, id, member, noon},
    examples::{Made, Scene, added, changed, debtor, moved, named, scene, with},
};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    receivables::{
        changes::SOLD_ONCE,
        ports::{History, HistoryOf, Kept},
    },
};
use futures_util::future::join_all;
use sooner_domain::{
    kernel::{coded::Coded, ids::ReceivableId, minor::Minor, money::Currency, text::Note},
    receivables::{
        checks::Dilution,
        evidence::{Exception, Liftable},
        facts::{Face, Figures},
        position::Position,
        status::ReceivableStatus as S,
    },
};

const TAKEN: CommitError = CommitError::Taken(SOLD_ONCE);

fn excepted(kept: &Kept, series: i64) -> Made<Kept> {
    let by = kept.receivable.parts().entered.by;
    let exception = Exception { check: Liftable::DuplicateExact, series, by, at: noon(), note: Note::parse("Numbers start again")? };
    Ok(with(kept, |parts| parts.exceptions = vec![exception]))
}

/// So many on offer under one fingerprint, of two companies that are one legal entity.
async fn on_offer(ports: &StorePorts, scene: &Scene, count: usize) -> Made<Vec<Kept>> {
    let (_, sister) = member(ports, "sister@example.com").await?;
    named(ports, sister.company, &scene.entity).await?;
    let mut all = Vec::new();
    for number in 0..count {
        let kept = if number % 2 == 0 {
            scene.kept(S::Offered, "RE-2027/001")?
        } else {
            with(&scene.payable(S::Offered, "re 2027 1")?, |parts| parts.seller = sister.company)
        };
        added(ports, &kept).await?;
        all.push(kept);
    }
    Ok(all)
}

pub async fn of_many_that_are_sold_at_once_under_one_fingerprint_one_is(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "once").await?;
    let all: Vec<Kept> = on_offer(ports, &scene, 64).await?.iter().map(|kept| moved(kept, S::Accepted)).collect();
    let answers = join_all(all.iter().map(|kept| changed(ports, kept))).await;
    let won: Vec<ReceivableId> = answers.iter().flatten().map(|kept| kept.receivable.id()).collect();
    assert_eq!(won.len(), 1);
    assert!(answers.iter().all(|answer| answer.is_ok() || *answer == Err(TAKEN)), "{answers:?}");
    let fingerprint = scene.fingerprint("RE 2027-1")?;
    assert_eq!(ports.receivables.sold(ReceivableId(id()), fingerprint).await?, won);
    assert_eq!(ports.receivables.sold(won[0], fingerprint).await?, []);
    assert_eq!(ports.receivables.sold(ReceivableId(id()), scene.fingerprint("RE 2027-2")?).await?, []);
    // It stays so at every status that counts as sold, and however the other one comes.
    for status in S::SOLD {
        assert_eq!(added(ports, &scene.kept(*status, "RE 2027-1")?).await, Err(TAKEN), "{status:?}");
    }
    for status in S::ALL.iter().filter(|status| !S::SOLD.contains(status)) {
        added(ports, &scene.kept(*status, "RE 2027-1")?).await?;
    }
    Ok(())
}

pub async fn a_fingerprint_is_sold_again_under_another_series(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "series").await?;
    let sold = scene.kept(S::Funded, "RE 1")?;
    added(ports, &sold).await?;
    let first = scene.kept(S::Offered, "RE 1")?;
    added(ports, &first).await?;
    assert_eq!(changed(ports, &moved(&first, S::Accepted)).await, Err(TAKEN));
    let first = changed(ports, &excepted(&moved(&first, S::Accepted), 1)?).await?;
    let second = scene.kept(S::Accepted, "RE 1")?;
    assert_eq!(added(ports, &excepted(&second, 1)?).await, Err(TAKEN));
    added(ports, &excepted(&second, 2)?).await?;
    let fingerprint = scene.fingerprint("RE 1")?;
    let others = [sold.receivable.id(), first.receivable.id()];
    assert_eq!(ports.receivables.sold(second.receivable.id(), fingerprint).await?, others);
    Ok(())
}

pub async fn what_was_given_back_is_sold_again_and_does_not_come_back_beside_it(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "again").await?;
    let first = scene.kept(S::Funded, "RE 1")?;
    added(ports, &first).await?;
    let first = changed(ports, &moved(&first, S::ChargedBack)).await?;
    assert_eq!(ports.receivables.sold(ReceivableId(id()), scene.fingerprint("RE 1")?).await?, []);
    let second = scene.kept(S::Accepted, "RE 1")?;
    added(ports, &second).await?;
    assert_eq!(changed(ports, &moved(&first, S::Funded)).await, Err(TAKEN));
    assert_eq!(ports.receivables.by_id(first.receivable.id()).await?, Some(first.clone()));
    changed(ports, &moved(&second, S::Rejected)).await?;
    changed(ports, &moved(&first, S::Funded)).await?;
    Ok(())
}

pub async fn nothing_is_sold_without_a_fingerprint(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "bare").await?;
    let bare = Kept { fingerprint: None, ..scene.kept(S::Offered, "RE 1")? };
    added(ports, &bare).await?;
    for status in S::SOLD {
        let answer = changed(ports, &moved(&bare, *status)).await;
        assert!(matches!(answer, Err(CommitError::Unavailable(_))), "{status:?} {answer:?}");
    }
    assert_eq!(ports.receivables.by_id(bare.receivable.id()).await?, Some(bare));
    Ok(())
}

pub async fn what_was_sold_before_is_added_up_by_seller_debtor_and_currency(ports: &StorePorts) -> Checked {
    let (scene, elsewhere) = (scene(ports, "history").await?, debtor(ports).await?);
    let sum = |bought, faces, diluted| History { bought, dilution: Dilution { faces: Minor::new(faces), diluted: Minor::new(diluted) } };
    let mut expected = History::none();
    let of = |currency| HistoryOf { seller: scene.seller, debtor: scene.debtor, currency };
    let euro = Currency::parse("EUR")?;
    assert_eq!(ports.receivables.history(of(euro)).await?, expected);
    for (place, status) in S::ALL.iter().enumerate() {
        let face = 10_i64.pow(u32::try_from(place)?);
        let figures = |due_on| Figures { face: Minor::new(face), due_on };
        let kept = with(&scene.kept(*status, &format!("RE {place}"))?, |parts| parts.figures = figures(parts.figures.due_on));
        let kept = Kept { position: Position { diluted: Minor::new(2), ..Position::default() }, ..kept };
        added(ports, &kept).await?;
        if History::COUNTED.contains(status) {
            let Dilution { faces, diluted } = expected.dilution;
            expected = sum(expected.bought + 1, faces.get() + face, diluted.get() + 2);
        }
    }
    let dollars = Face::parse(5, Currency::parse("USD")?)?;
    added(ports, &with(&scene.kept(S::Funded, "US 1")?, |parts| parts.facts.face = dollars)).await?;
    added(ports, &with(&scene.kept(S::Funded, "RE 98")?, |parts| parts.debtor = Some(elsewhere))).await?;
    added(ports, &with(&scene.kept(S::Funded, "RE 99")?, |parts| parts.seller = scene.other)).await?;
    assert_eq!(expected.bought, 5);
    assert_eq!(ports.receivables.history(of(euro)).await?, expected);
    assert_eq!(ports.receivables.history(of(dollars.currency())).await?.bought, 1);
    Ok(())
}
