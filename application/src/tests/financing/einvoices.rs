//! Invoices that come as data.

use super::{paying::day, *};
use crate::receivables::{
    NewInvoiceDocument, SaveCommand,
    einvoices::{EnterInvoiceCommand, FoundInvoice, NotEnteredError, ReadInvoiceError},
};
use bytes::Bytes;
use chrono::NaiveDate;
use futures_util::future::join_all;
use sooner_domain::{
    kernel::Invalid,
    onboarding::document::{FileName, FileType},
    receivables::{
        checks::{CheckCode, Outcome},
        einvoice::{
            Identifier, InvoiceData, InvoiceNote, InvoiceParty, NotEInvoice, Payee, PaymentAccount, ProblemCode, Syntax, Term, Totals,
        },
        facts::{Face, Facts},
    },
};

const FILE: &[u8] = b"<Invoice/>";

/// An invoice of this seller to its buyer, over 10,000.00 euro.
pub(super) fn told(seller: &str) -> Made<InvoiceData> {
    let (one, tax) = (Some(Minor::new(840_336)), Some(Minor::new(159_664)));
    let party = |name: &str| InvoiceParty { name: Some(name.to_owned()), ..InvoiceParty::default() };
    Ok(InvoiceData {
        number: Some("RE-1".to_owned()),
        issued_on: Some(day(-10)?),
        type_code: Some(380),
        currency: Some(Currency::parse("EUR")?),
        due_on: Some(day(45)?),
        order: Some("PO 77".to_owned()),
        seller: party(seller),
        buyer: party("NORDWIND ag"),
        totals: Totals {
            lines: one,
            net: one,
            vat: tax,
            gross: Some(Minor::new(1_000_000)),
            due: Some(Minor::new(1_000_000)),
            ..Totals::default()
        },
        ..InvoiceData::new(Syntax::UblInvoice)
    })
}

pub(super) async fn selling() -> Made<(World, Seller, InvoiceData)> {
    let world = world();
    let (_, seller) = seller_under(&world, terms("EUR", 1_200)?).await?;
    let name = world.store().teams.companies(&[seller.me.membership.company]).await?.pop().and_then(|company| company.legal_name);
    let data = told(name.ok_or("no name")?.as_str())?;
    Ok((world, seller, data))
}

pub(super) async fn enter(world: &World, seller: &Seller, data: InvoiceData) -> Result<Look, NotEnteredError> {
    enter_due(world, seller, data, None).await
}

async fn enter_due(world: &World, seller: &Seller, data: InvoiceData, due_on: Option<NaiveDate>) -> Result<Look, NotEnteredError> {
    world.invoices.tell(FILE, data);
    let command = EnterInvoiceCommand {
        by: seller.me.membership,
        buyer: seller.buyer.id,
        name: FileName::parse("RE-1.xml").map_err(|_| ReadInvoiceError::from(NotEInvoice::Unknown))?,
        content: Bytes::from_static(FILE),
        due_on,
        request: None,
    };
    world.receivables().enter_invoice(command).await
}

async fn read(world: &World, seller: &Seller, data: &InvoiceData) -> Result<FoundInvoice, ReadInvoiceError> {
    world.invoices.tell(FILE, data.clone());
    world.receivables().read_invoice(Bytes::from_static(FILE), &seller.me.membership).await
}

#[tokio::test]
async fn what_a_file_says_is_entered_with_the_file() -> Checked {
    let (world, seller, data) = selling().await?;
    let found = read(&world, &seller, &data).await?;
    assert_eq!((found.problems, found.buyer, found.is_sellers, found.is_assigned), (vec![], Some(seller.buyer.id), true, false));
    let look = enter(&world, &seller, data.clone()).await?;
    let parts = look.receivable().parts();
    assert_eq!((parts.facts.number.as_str(), parts.facts.face.amount().get()), ("RE-1", 1_000_000));
    assert_eq!(parts.facts.order_reference.as_ref().map(|order| order.as_str()), Some("PO 77"));
    let [document] = &parts.documents[..] else { return Err("no document".into()) };
    assert_eq!((document.name.as_str(), document.instructions.clone()), ("RE-1.xml", Some(data.instructions())));
    assert_eq!(document.stated, Some(data.stated()));
    let stored = world.receivables().shown(look.receivable().id(), &seller.me.membership).await?;
    assert_eq!(stored.receivable(), look.receivable());
    let opened = world.receivables().open_document(&seller.me, look.receivable().id(), document.id).await?;
    assert!(opened.is_some());
    assert!(read(&world, &seller, &data).await?.entered_before);
    assert_eq!(enter(&world, &seller, data).await.err(), Some(NotEnteredError::EnteredBefore));
    Ok(())
}

#[tokio::test]
async fn a_file_that_is_sent_twice_at_once_makes_one_draft() -> Checked {
    let (world, seller, data) = selling().await?;
    let files = world.files.count();
    let sent = (0..8).map(|_| enter(&world, &seller, data.clone()));
    let answers = join_all(sent).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(NotEnteredError::EnteredBefore))), "{answers:?}");
    assert_eq!(world.receivables().own(&seller.me.membership, Default::default(), None).await?.looks.len(), 1);
    assert_eq!(world.files.count(), files + 1, "those that came too late leave no file");
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_entered_leaves_nothing() -> Checked {
    let (world, seller, data) = selling().await?;
    let files = world.files.count();
    let other = InvoiceParty { name: Some("Somebody Else GmbH".to_owned()), ..InvoiceParty::default() };
    let wrong = Totals { due: Some(Minor::new(1)), ..data.totals };
    let assigned = InvoiceNote { subject: Some("ACC".to_owned()), text: "Abgetreten".to_owned() };
    let refusals = [
        (InvoiceData { totals: wrong, ..data.clone() }, "problems"),
        (InvoiceData { seller: other, ..data.clone() }, "seller"),
        (InvoiceData { notes: vec![assigned], ..data.clone() }, "assigned"),
        (InvoiceData { due_on: None, ..data.clone() }, "due"),
        (InvoiceData { due_on: data.issued_on, ..data.clone() }, "day"),
    ];
    for (told, expected) in refusals {
        let refused = match enter(&world, &seller, told).await {
            Err(NotEnteredError::Problems(problems)) if expected == "day" => {
                assert_eq!(
                    problems.iter().map(|one| (one.code, one.term)).collect::<Vec<_>>(),
                    [(ProblemCode::DueTooEarly, Term::DueDate)]
                );
                "day"
            }
            Err(NotEnteredError::Problems(problems)) => {
                assert_eq!(
                    problems.iter().map(|one| (one.code, one.term)).collect::<Vec<_>>(),
                    [(ProblemCode::AmountDue, Term::AmountDue)]
                );
                "problems"
            }
            Err(NotEnteredError::OtherSeller) => "seller",
            Err(NotEnteredError::Assigned) => "assigned",
            Err(NotEnteredError::DueDate(Invalid::Required)) => "due",
            other => return Err(format!("{expected}: {other:?}").into()),
        };
        assert_eq!(refused, expected);
    }
    let undated = InvoiceData { due_on: None, ..data.clone() };
    let too_early = enter_due(&world, &seller, undated, data.issued_on).await;
    assert_eq!(too_early.err(), Some(NotEnteredError::DueDate(Invalid::DueNotAfterIssue)), "also where it is said beside the file");
    let unknown = InvoiceParty { name: Some("Nobody SE".to_owned()), ..InvoiceParty::default() };
    assert_eq!(read(&world, &seller, &InvoiceData { buyer: unknown, ..data }).await?.buyer, None);
    assert_eq!(world.files.count(), files, "no file is left");
    Ok(())
}

#[tokio::test]
async fn what_an_attached_e_invoice_says_of_the_payee_blocks_the_sale() -> Checked {
    let (world, seller, data) = selling().await?;
    let payee = Payee { name: Some("Factor Bank".to_owned()), ..Payee::default() };
    let others = PaymentAccount { number: "DE02300209000106531065".to_owned(), name: None, bic: None };
    for told in [InvoiceData { payee: Some(payee), ..data.clone() }, InvoiceData { accounts: vec![others], ..data.clone() }] {
        world.invoices.tell(FILE, told);
        let by = seller.me.membership;
        let (facts, cases) = (invoice("RE-9", 1_000_000)?, world.use_cases());
        let id = cases.receivables.enter(EnterCommand { by, buyer: seller.buyer.id, facts, request: None }).await?.receivable().id();
        let new = NewInvoiceDocument { name: FileName::parse("RE-9.xml")?, declared: FileType::Xml };
        let mut upload = cases.receivables.begin_upload(id, by, new).await?;
        upload.push(Bytes::from_static(FILE)).await?;
        upload.finish(None).await?;
        let attached = cases.receivables.shown(id, &by).await?;
        let finding = attached.findings.iter().find(|finding| finding.code == CheckCode::AlreadyAssigned).ok_or("not checked")?;
        assert_eq!(finding.verdict.outcome, Outcome::Block);
    }
    Ok(())
}

#[tokio::test]
async fn a_seller_is_known_alike_when_a_file_is_looked_at_and_when_it_is_checked() -> Checked {
    let (world, seller, data) = selling().await?;
    let filed = world.store().applications.filed(seller.me.membership.company).await?.application.ok_or("nothing filed")?;
    let details = &filed.form().company;
    let line = |line: &Option<sooner_domain::kernel::text::Line>| line.as_ref().map(|line| line.as_str().to_owned());
    let number = |value| Identifier { scheme: None, value };
    let own = [
        Payee { name: line(&details.legal_name), ..Payee::default() },
        Payee { name: line(&details.trading_name), ..Payee::default() },
        Payee { registration: line(&details.registration_number).map(number), ..Payee::default() },
        Payee { identifiers: line(&details.tax_number).map(number).into_iter().collect(), ..Payee::default() },
    ];
    for payee in
        own.into_iter().filter(|payee| *payee != Payee::default()).chain([Payee { name: Some("Nobody".to_owned()), ..Payee::default() }])
    {
        let told = InvoiceData { payee: Some(payee.clone()), ..data.clone() };
        let found = read(&world, &seller, &told).await?;
        let by = seller.me.membership;
        let id = world
            .receivables()
            .enter(EnterCommand { by, buyer: seller.buyer.id, facts: invoice("RE-9", 1_000_000)?, request: None })
            .await?;
        let id = id.receivable().id();
        let new = NewInvoiceDocument { name: FileName::parse("RE-9.xml")?, declared: FileType::Xml };
        let mut upload = world.receivables().begin_upload(id, by, new).await?;
        upload.push(Bytes::from_static(FILE)).await?;
        upload.finish(None).await?;
        let is_blocked = world.receivables().shown(id, &by).await?.finds(CheckCode::AlreadyAssigned, Outcome::Block);
        assert_eq!(found.is_assigned, is_blocked, "{payee:?}");
        assert_eq!(is_blocked, payee.name.as_deref() == Some("Nobody"), "{payee:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_draft_that_says_something_else_than_its_e_invoice_is_not_sold() -> Checked {
    let (world, seller, data) = selling().await?;
    let by = seller.me.membership;
    let look = enter(&world, &seller, data).await?;
    assert!(look.finds(CheckCode::AsInvoiced, Outcome::Pass));
    let facts = look.receivable().parts().facts.clone();
    let change = async |version, facts| {
        let saved = world.programmes().save(look.receivable().id(), SaveCommand { by, version, facts }).await?;
        Ok::<_, ReceivableError>((saved.finds(CheckCode::AsInvoiced, Outcome::Block), saved.receivable().parts().version))
    };
    let (face, version) = (Face::parse(2_000_000, facts.face.currency())?, look.receivable().parts().version);
    let (is_blocked, version) = change(version, Facts { face, ..facts.clone() }).await?;
    assert!(is_blocked, "twice the amount");
    let (is_blocked, version) = change(version, Facts { due_on: facts.due_on + chrono::TimeDelta::days(1), ..facts.clone() }).await?;
    assert!(is_blocked, "a day later");
    let (is_blocked, _) = change(version, Facts { note: None, order_reference: None, ..facts }).await?;
    assert!(!is_blocked, "what no invoice says as one number is free");
    Ok(())
}
