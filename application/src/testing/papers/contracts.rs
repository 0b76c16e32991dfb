//! What every store keeps of papers.

use super::super::{
    contracts::{Checked, context, id, member, noon},
    receivables::examples::{added, changed, moved, scene},
};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    ledger::changes::Change as LedgerChange,
    papers::{
        changes::Change,
        ports::{
            Charged, FeeInvoice, FeeInvoiceFile, FeeInvoicePaper, Lacking, Letter, LetterFile, LettersOf, News, PaperFile, PaperKey,
            PaperKind, Untold,
        },
    },
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sha2::{Digest as _, Sha256};
use sooner_domain::{
    kernel::{
        canonical::Digest,
        email::EmailAddress,
        ids::{CompanyId, DebtorId, ReceivableId},
        language::Language,
        minor::Minor,
        money::{Currency, Percentage},
    },
    ledger::entry::{Booking, Draft, Entry, EntryId, Event, Place},
    onboarding::bank_account::Iban,
    receivables::{
        fee_invoice::{FeeInvoiceId, FeeInvoiceNumber, FeeLine, FeeSum, charged},
        notice::{NoticeId, NoticeKind, Told},
        status::ReceivableStatus,
    },
};

fn hash_of(content: &[u8]) -> Digest {
    Digest(Sha256::digest(content).into())
}

pub async fn a_paper_is_kept_as_it_was_made_first(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "paper.one@example.com").await?;
    let key = PaperKey { kind: PaperKind::Advice, about: id(), company: place.company, language: Language::German };
    let made =
        |content: u8| PaperFile { key, content: vec![content; 3], sha256: hash_of(&[content; 3]), made_by: user.id(), made_at: noon() };
    let write = async |paper: PaperFile| ports.papers.commit(vec![Change::PaperMade(Box::new(paper))], context()).await;
    assert_eq!(ports.paper_files.paper(key).await?, None);
    let answers = join_all((1..=8).map(|content| write(made(content)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    let kept = ports.paper_files.paper(key).await?.ok_or("not kept")?;
    assert_eq!(kept, made(kept.content[0]));
    for other in
        [PaperKey { language: Language::English, ..key }, PaperKey { about: id(), ..key }, PaperKey { company: CompanyId(id()), ..key }]
    {
        assert_eq!(ports.paper_files.paper(other).await?, None);
    }
    Ok(())
}

/// What a debtor is to be told, and what it was written: `scene` keeps those of a store apart.
pub async fn what_a_debtor_is_to_be_told_is_found_until_it_was(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "letters").await?;
    let sold = [scene.kept(ReceivableStatus::Accepted, "RE 1")?, scene.kept(ReceivableStatus::Funded, "RE 2")?];
    let others = [scene.kept(ReceivableStatus::Offered, "RE 3")?, scene.kept(ReceivableStatus::Settled, "RE 4")?];
    for kept in sold.iter().chain(&others) {
        added(ports, kept).await?;
    }
    let [first, second] = [&sold[0], &sold[1]].map(|kept| kept.receivable.id());
    let (letters, on) = (&ports.letters, noon().date_naive());
    let tell = async |about: Vec<(ReceivableId, Told)>| {
        let lacking = |told: Told| if told.lacks_letters() { "京東".to_owned() } else { String::new() };
        let about = about.into_iter().map(|(about, told)| News { about, told, lacking: lacking(told) }).collect();
        ports.papers.commit(vec![Change::DebtorTold { debtor: scene.debtor, on, about }], context()).await
    };
    assert_eq!(letters.debtors_to_tell(None, 10).await?, [scene.debtor]);
    assert_eq!(letters.debtors_to_tell(Some(scene.debtor), 10).await?, []);
    assert_eq!(letters.untold(scene.debtor, 10).await?.sold, [(first, None), (second, None)]);
    assert_eq!(letters.untold(scene.debtor, 1).await?.sold, [(first, None)]);
    assert_eq!(letters.untold(DebtorId(id()), 10).await?, Untold::default());

    tell(vec![(first, Told::NoContact), (second, Told::Silent)]).await?;
    assert_eq!(letters.untold(scene.debtor, 10).await?.sold, [(first, Some(Told::NoContact))]);
    let unreachable = letters.unreachable(10).await?;
    let found: Vec<_> = unreachable.iter().map(|one| (one.debtor, one.why, one.claims)).collect();
    assert_eq!(found, [(scene.debtor, Told::NoContact, 1)]);
    assert_eq!(letters.told(second).await?, Some(Told::Silent));
    // It is said whose names cannot be printed, and which letters of them.
    tell(vec![(first, Told::NoLetters), (second, Told::NoLetters)]).await?;
    assert_eq!(letters.untold(scene.debtor, 10).await?.sold, [(first, Some(Told::NoLetters)), (second, Some(Told::NoLetters))]);
    let [unreachable] = &letters.unreachable(10).await?[..] else { return Err("not one".into()) };
    let Lacking { seller, letters: named, .. } = unreachable.lacking.clone().ok_or("no letters")?;
    assert_eq!((unreachable.why, unreachable.claims), (Told::NoLetters, 2));
    assert_eq!((seller, named.as_str()), (sold[0].receivable.parts().seller, "京東"));

    tell(vec![(first, Told::Assigned), (second, Told::Silent)]).await?;
    assert_eq!(letters.debtors_to_tell(None, 10).await?, []);
    assert_eq!(letters.unreachable(10).await?, []);

    // It goes back: that is to be told, and once.
    let back = changed(ports, &moved(&sold[0], ReceivableStatus::Rejected)).await;
    assert!(back.is_ok(), "{back:?}");
    assert_eq!(letters.debtors_to_tell(None, 10).await?, [scene.debtor]);
    assert_eq!(letters.untold(scene.debtor, 10).await?, Untold { sold: Vec::new(), given_back: vec![(first, Told::Assigned)] });
    for told in [Told::Unreleased, Told::UnreleasedLetters] {
        tell(vec![(first, told)]).await?;
        let unreachable = letters.unreachable(10).await?;
        let found: Vec<_> = unreachable.iter().map(|one| (one.why, one.claims, one.lacking.is_some())).collect();
        assert_eq!(found, [(told, 1, told.lacks_letters())]);
        assert_eq!(letters.untold(scene.debtor, 10).await?.given_back, [(first, told)]);
    }
    tell(vec![(first, Told::Released)]).await?;
    assert_eq!((letters.debtors_to_tell(None, 10).await?, letters.unreachable(10).await?), (vec![], vec![]));
    Ok(())
}

pub async fn a_letter_is_found_by_its_code_its_debtor_and_its_claims(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "codes").await?;
    let sold = scene.kept(ReceivableStatus::Accepted, "RE 1")?;
    added(ports, &sold).await?;
    let about = vec![sold.receivable.id()];
    let made = |number: u8, kind: NoticeKind, accounts: Vec<Iban>| -> Result<LetterFile, Box<dyn std::error::Error>> {
        let letter = Letter {
            id: NoticeId(id()),
            kind,
            debtor: scene.debtor,
            made_on: noon().date_naive(),
            language: Language::German,
            sent_to: EmailAddress::parse("books@nordwind.example")?,
            claims: 1,
            accounts,
            sha256: hash_of(&[number; 5]),
            made_at: noon() + chrono::TimeDelta::seconds(number.into()),
        };
        Ok(LetterFile { letter, code_hash: Digest([number; 32]), content: vec![number; 5], about: about.clone() })
    };
    let ibans = vec![Iban::parse("DE02120300000000202051")?, Iban::parse("CH9300762011623852957")?];
    let (first, second) = (made(1, NoticeKind::Assignment, ibans)?, made(2, NoticeKind::Release, Vec::new())?);
    for file in [&first, &second] {
        ports.papers.commit(vec![Change::LetterMade(Box::new(file.clone()))], context()).await?;
    }
    let letters = &ports.letters;
    for file in [&first, &second] {
        assert_eq!(letters.letter(file.letter.id).await?.as_ref(), Some(file));
        assert_eq!(letters.by_code(file.code_hash).await?.as_ref(), Some(&file.letter));
        let attached = ports.attachments.attachment(file.letter.id.0).await?.ok_or("not attached")?;
        assert_eq!((attached.content, attached.media_type), (file.content.clone(), "application/pdf"));
    }
    assert_eq!(letters.by_code(Digest([3; 32])).await?, None);
    assert_eq!((letters.letter(NoticeId(id())).await?, ports.attachments.attachment(id()).await?), (None, None));
    let newest_first = [second.letter.clone(), first.letter.clone()];
    for of in [LettersOf::Debtor(scene.debtor), LettersOf::Receivable(sold.receivable.id())] {
        assert_eq!(letters.letters(of, 10).await?, newest_first);
        assert_eq!(letters.letters(of, 1).await?, newest_first[..1]);
    }
    assert_eq!(letters.letters(LettersOf::Receivable(ReceivableId(id())), 10).await?, []);
    Ok(())
}

/// Of many who invoice at once each gets a number of its own, and none is left out.
pub async fn what_was_charged_with_tax_is_invoiced_once_under_numbers_without_gaps(ports: &StorePorts) -> Checked {
    let scene = scene(ports, "fees").await?;
    let kept = scene.kept(ReceivableStatus::Settled, "RE 1")?;
    added(ports, &kept).await?;
    let (receivable, on, euro) = (kept.receivable.id(), noon().date_naive(), Currency::parse("EUR")?);
    let (before, behind) = (on, on + TimeDelta::days(1));
    let mut charges = Vec::new();
    for fee in 1..=12_i64 {
        let draft = Draft::new(euro).transfer(Place::bank(), Place::service_fees(), Minor::new(fee * 100));
        let draft = draft.transfer(Place::bank(), Place::tax_payable(), Minor::new(fee * 19));
        let booking = Booking { id: EntryId(id()), on, booked_at: noon(), event: Event::Settled, subject: receivable.0, cause: None };
        charges.push(Charged { entry: Entry::new(booking, &draft).ok_or("nothing is posted")?, receivable });
    }
    ports.ledger.commit(vec![LedgerChange::Booked(charges.iter().map(|charge| charge.entry.clone()).collect())], context()).await?;
    let invoices = &ports.fee_invoices;
    assert_eq!(invoices.to_invoice(before, None, 10).await?, []);
    assert_eq!(invoices.to_invoice(behind, None, 10).await?, [scene.seller]);
    assert_eq!(invoices.to_invoice(behind, Some(scene.seller), 10).await?, []);
    let waiting = invoices.not_invoiced(scene.seller, behind, 100).await?;
    assert_eq!(waiting.len(), 12);
    assert!(charges.iter().all(|charge| waiting.contains(charge)), "{waiting:?}");
    assert_eq!(invoices.not_invoiced(scene.seller, behind, 5).await?.len(), 5);
    assert_eq!(invoices.not_invoiced(CompanyId(id()), behind, 5).await?, []);

    let file = |charge: &Charged, place: i64| -> Result<FeeInvoiceFile, Box<dyn std::error::Error>> {
        let (charged_for, FeeSum { net, tax }) = charged(&charge.entry).ok_or("not charged")?;
        let (invoice, debtor, rate) = ("RE 1".to_owned(), "Nordwind AG".to_owned(), Percentage::parse_basis_points(1_900)?);
        let line = FeeLine { entry: charge.entry.booking().id, on, receivable, invoice, debtor, charged_for, net, rate, tax };
        let paper = |language, content: u8| FeeInvoicePaper { language, content: vec![content; 3], sha256: hash_of(&[content; 3]) };
        let invoice = FeeInvoice {
            id: FeeInvoiceId(id()),
            company: scene.seller,
            number: FeeInvoiceNumber { year: 2031, place },
            month: on,
            made_on: on,
            made_at: noon(),
            currency: euro,
            sum: FeeSum { net, tax },
        };
        let papers = vec![paper(Language::English, 1), paper(Language::German, 2)];
        Ok(FeeInvoiceFile { invoice, lines: vec![line], papers })
    };
    let write = async |file: FeeInvoiceFile| ports.papers.commit(vec![Change::FeesInvoiced(Box::new(file))], context()).await;
    let one = async |charge: &Charged| -> Result<FeeInvoiceFile, Box<dyn std::error::Error>> {
        loop {
            let place = invoices.last_number(2031).await?.map_or(1, |last| last.place + 1);
            let made = file(charge, place)?;
            match write(made.clone()).await {
                Ok(()) => return Ok(made),
                Err(CommitError::Stale) => {}
                Err(error) => return Err(error.into()),
            }
        }
    };
    let made = join_all(charges.iter().map(&one)).await.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut numbers: Vec<_> = made.iter().map(|file| file.invoice.number.place).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, Vec::from_iter(1..=12));
    assert_eq!(invoices.last_number(2031).await?, Some(FeeInvoiceNumber { year: 2031, place: 12 }));
    assert_eq!(invoices.last_number(2032).await?, None);
    assert_eq!((invoices.to_invoice(behind, None, 10).await?, invoices.not_invoiced(scene.seller, behind, 5).await?), (vec![], vec![]));

    // Nothing is invoiced twice, and no number is left out.
    for refused in [file(&charges[0], 13)?, file(&charges[0], 12)?, file(&charges[0], 14)?] {
        assert!(matches!(write(refused).await, Err(CommitError::Stale)));
    }
    assert_eq!(invoices.last_number(2031).await?, Some(FeeInvoiceNumber { year: 2031, place: 12 }));
    for file in &made {
        let id = file.invoice.id;
        assert_eq!(invoices.invoice(id).await?, Some((file.invoice.clone(), file.lines.clone())));
        for paper in &file.papers {
            assert_eq!(invoices.invoice_paper(id, paper.language).await?.as_ref(), Some(paper));
        }
    }
    let listed = invoices.invoices(scene.seller, 3).await?;
    assert_eq!(listed.iter().map(|invoice| invoice.number.place).collect::<Vec<_>>(), [12, 11, 10]);
    assert_eq!((invoices.invoice(FeeInvoiceId(id())).await?, invoices.invoices(CompanyId(id()), 3).await?), (None, vec![]));
    Ok(())
}
