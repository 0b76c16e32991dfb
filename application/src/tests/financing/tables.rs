use super::*;
use crate::{
    facilities::{InviteSupplierCommand, SupplierError},
    kernel::{
        budgets::Budget,
        table::{Imported, ReadRow, ReadTableError, Sheets, TableRow},
        unavailable::Unavailable,
    },
    programmes::NewPayable,
    receivables::NewInvoice,
    testing::receivables::{Buying, payable, programme_terms},
};
use sooner_domain::{
    facilities::supplier::{SupplierDetails, SupplierId},
    kernel::{
        Invalid,
        country::CountryCode,
        email::EmailAddress,
        table::{Cell, NoColumn},
        text::Line,
    },
    parties::buyer::BuyerId,
    receivables::facts::Facts,
};

async fn programme(world: &World) -> Made<(Buying, SupplierId)> {
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let lind = world.invited_supplier(&buying, "Lind").await?.supplier.id();
    Ok((buying, lind))
}

/// A table as somebody types it, its columns kept apart by strokes.
fn table(lines: &[&str]) -> Sheets {
    let cells = |line: &&str| line.split('|').map(|text| Cell::Text(text.to_owned())).collect();
    vec![lines.iter().enumerate().map(|(place, line)| TableRow { line: place + 1, cells: cells(line) }).collect()]
}

const HEADINGS: &str = "Lieferant|Rechnungsnummer|Invoice date|Due on|Amount|Currency|Note";

fn says<T>(rows: &[ReadRow<T>], facts: impl Fn(&T) -> &Facts) -> String {
    let say = |row: &ReadRow<T>| {
        let said = match row.says.as_ref().map(&facts) {
            Ok(facts) if row.is_there => format!("has {}", facts.number.as_str()),
            Ok(facts) => facts.answers().iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" "),
            Err(wrong) => wrong.iter().map(|(field, invalid)| format!("{field}: {}", invalid.code().code())).collect::<Vec<_>>().join(", "),
        };
        format!("{} {said}", row.line)
    };
    rows.iter().map(say).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_table_is_told_row_by_row_and_enters_nothing() -> Checked {
    let world = world();
    let (buying, lind) = programme(&world).await?;
    let twin = world.invited_supplier(&buying, "Weber").await?;
    world.entered(&buying, lind, payable("L-1", 100_000, "2026-07-06")?).await?;
    let number = twin.supplier.parts().details.registration_number.as_str().to_owned();
    let rows = table(&[
        "|",
        HEADINGS,
        "Lind|L 2|2026-06-01|6.7.2026|1.234,50|eur|",
        "|||||",
        "LIND |l001|2026-06-01|2026-07-06|1000.00|EUR|",
        "Lind|L-2|2026-06-01|2026-07-06|1234.50|EUR|once more",
        &format!("{number}|L-2|2026-06-01|2026-07-06|7|EUR|of another one"),
        "Nobody||06/01/2026|2026-07-06|1,234|EUR",
        "Lind|L-9|2026-06-01|2026-07-06|0|EURO",
        "Lind|L-9|2026-06-01|2026-07-06|0|EUR",
        "Lind|L-2|2026-06-01|2026-07-06|99|EUR|with another amount",
        "Lind|L-1|2026-06-01|2026-07-07|1000|EUR|on another day",
        "Lind|L-10|2026-06-16|2026-07-05|1|USD|",
    ]);
    let read = world.programmes().read_payables(&buying.me.membership, rows).await?;
    let expected = "3 L 2 2026-06-01 2026-07-06 1234.50 EUR\n5 has l001\n6 has L-2\n7 L-2 2026-06-01 2026-07-06 7.00 EUR of another one\n\
        8 supplier: supplier_unlisted, invoiceNumber: required, issuedOn: date_ambiguous, face: amount_ambiguous\n9 currency: currency_unknown, face: amount_zero\n\
        10 face: amount_zero\n11 invoiceNumber: payable_listed\n12 invoiceNumber: payable_listed\n\
        13 issuedOn: date_in_future, dueOn: date_closed, currency: programme_missing";
    assert_eq!(says(&read, |payable| &payable.facts), expected);
    assert_eq!(read[0].written[5], ("currency", "eur".to_owned()), "as it stands there");
    let listed = world.receivables().payables(&buying.me.membership, Default::default(), None).await?;
    assert_eq!(listed.looks.len(), 1);
    Ok(())
}

#[tokio::test]
async fn two_suppliers_of_one_name_are_told_apart_by_their_numbers() -> Checked {
    let world = world();
    let (buying, lind) = programme(&world).await?;
    let details = world.store().suppliers.by_id(lind).await?.ok_or("gone")?.supplier.parts().details.clone();
    let mut invited = Vec::new();
    for (country, number) in [("DE", "HRB 1"), ("DE", "HRB 2"), ("AT", "HRB 1")] {
        let (legal_name, registration_number) = (Line::parse("Otto")?, Line::parse(number)?);
        let details = SupplierDetails { legal_name, country: CountryCode::parse(country)?, registration_number, ..details.clone() };
        let command = InviteSupplierCommand { by: buying.me.clone(), details, request: None };
        invited.push(world.facilities().invite_supplier(command).await?.supplier.id());
    }
    let rows = table(&[
        HEADINGS,
        "Otto|L-1|2026-06-01|2026-07-06|1|EUR",
        "hrb  2|L-1|2026-06-01|2026-07-06|1|EUR",
        "HRB 1|L-1|2026-06-01|2026-07-06|1|EUR",
    ]);
    let read = world.programmes().read_payables(&buying.me.membership, rows).await?;
    for row in [&read[0], &read[2]] {
        assert_eq!(row.says, Err(vec![("supplier", Invalid::SupplierAmbiguous)]));
    }
    assert_eq!(read[1].says.as_ref().map(|payable| payable.supplier), Ok(invited[1]));
    Ok(())
}

#[tokio::test]
async fn many_suppliers_at_one_address_are_mailed_a_few_times() -> Checked {
    let world = world();
    let (buying, lind) = programme(&world).await?;
    let details = world.store().suppliers.by_id(lind).await?.ok_or("gone")?.supplier.parts().details.clone();
    let email = EmailAddress::parse("one@example.com")?;
    let named = |number: usize| -> Made<SupplierDetails> {
        Ok(SupplierDetails { registration_number: Line::parse(&format!("HRB {number}"))?, email: email.clone(), ..details.clone() })
    };
    let all = (0..50).map(named).collect::<Made<Vec<_>>>()?;
    let invited = world.facilities().invite_suppliers(&buying.me, all, None).await;
    let most = usize::try_from(Budget::INVITATIONS_TO_RECIPIENT.customer)?;
    assert!(invited[..most].iter().all(|answer| matches!(answer, Imported::New(_))), "{invited:?}");
    let refused = |answer: &Imported<_, _>| matches!(answer, Imported::Failed(SupplierError::Unavailable(Unavailable::OverBudget(_))));
    assert!(invited[most..].iter().all(refused), "{invited:?}");
    let mails = world.delivery().round().await?;
    assert!(mails.sent >= most);
    assert_eq!(world.mailer.sent().iter().filter(|mail| mail.to == email).count(), most);
    Ok(())
}

#[tokio::test]
async fn a_table_needs_its_headings_and_rows() -> Checked {
    let world = world();
    let (buying, _) = programme(&world).await?;
    let read = async |lines: &[&str]| world.programmes().read_payables(&buying.me.membership, table(lines)).await;
    assert_eq!(read(&[]).await, Err(ReadTableError::Empty));
    assert_eq!(read(&[HEADINGS, "| |"]).await, Err(ReadTableError::Empty));
    assert_eq!(read(&["Supplier|Invoice number|Invoice date|Amount|Currency", "x"]).await, Err(NoColumn::Missing("dueOn").into()));
    Ok(())
}

#[tokio::test]
async fn of_many_each_is_entered_or_told_why_not_and_sent_again_they_are_the_same() -> Checked {
    let world = world();
    let (buying, lind) = programme(&world).await?;
    let by = &buying.me.membership;
    let new = |number: &str, supplier| -> Made<NewPayable> { Ok(NewPayable { supplier, facts: payable(number, 100, "2026-07-06")? }) };
    let payables = vec![new("L-1", lind)?, new("L-2", SupplierId(uuid::Uuid::nil()))?, new("l 01", lind)?, new("L-3", lind)?];
    let request = RequestKey { user: by.user, key: IdempotencyKey::parse("once")?, fingerprint: [7; 32] };
    let send = async |payables: &[NewPayable]| world.programmes().enter_payables(by, payables.to_vec(), Some(request.clone())).await;
    let first = send(&payables[..2]).await?;
    let all = send(&payables).await?;
    let [Imported::New(one), Imported::Failed(ReceivableError::UnknownSupplier), Imported::Already, Imported::New(_)] = all.as_slice()
    else {
        return Err(format!("{all:?}").into());
    };
    let wrong = [payable("L-1", 7, "2026-07-06")?, payable("L-4", 7, "2026-07-05")?].map(|facts| NewPayable { supplier: lind, facts });
    let wrong = world.programmes().enter_payables(by, wrong.to_vec(), None).await?;
    let refused = |one: &Imported<Look, ReceivableError>| match one {
        Imported::Failed(ReceivableError::Facts(wrong)) => wrong.clone(),
        _ => Vec::new(),
    };
    let expected = [("invoiceNumber", Invalid::PayableListed), ("dueOn", Invalid::DateClosed)].map(|one| vec![one]);
    assert_eq!(wrong.iter().map(refused).collect::<Vec<_>>(), expected);
    assert!(matches!(&first[0], Imported::New(look) if look.receivable().id() == one.receivable().id()));
    let listed = world.receivables().payables(by, Default::default(), None).await?;
    assert_eq!(listed.looks.len(), 2);
    Ok(())
}

#[tokio::test]
async fn a_table_of_suppliers_says_who_is_there_and_who_is_told_in_two_ways() -> Checked {
    let world = world();
    let (buying, lind) = programme(&world).await?;
    let there = world.store().suppliers.by_id(lind).await?.ok_or("gone")?.supplier.parts().details.clone();
    let own = world.store().teams.companies(&[buying.me.membership.company]).await?.remove(0).legal_entity.ok_or("no entity")?;
    let key = own.key();
    let (country, number) = key.split_once(":R:").ok_or("not registered")?;
    let (country, registration_number) = (CountryCode::parse(country)?, Line::parse(number)?);
    let itself = SupplierDetails { country, registration_number, ..there.clone() };
    assert_eq!(itself.legal_entity(), own);
    let row = |details: &SupplierDetails, email: &str| {
        format!("{}|{}|{}|{email}", details.legal_name.as_str(), details.country.as_str(), details.registration_number.as_str())
    };
    let new = SupplierDetails { registration_number: Line::parse("HRB 4711")?, ..there.clone() };
    let lines = [
        "Name|Country|Registration number|E-mail".to_owned(),
        row(&there, "another@example.com"),
        row(&new, "new@example.com"),
        row(&new, "new@example.com"),
        row(&new, "other@example.com"),
        row(&itself, "berta@example.com"),
    ];
    let read = world.facilities().read_suppliers(&buying.me.membership, table(&lines.each_ref().map(String::as_str))).await?;
    let told: Vec<_> = read.iter().map(|row| (row.says.as_ref().map(|_| row.is_there), row.line)).collect();
    let refused = |invalid| vec![("registrationNumber", invalid)];
    let (twice, own) = (refused(Invalid::SupplierListed), refused(Invalid::OwnCompany));
    assert_eq!(told, [(Ok(true), 2), (Ok(false), 3), (Ok(true), 4), (Err(&twice), 5), (Err(&own), 6)]);

    let command = InviteSupplierCommand { by: buying.me.clone(), details: itself, request: None };
    assert_eq!(world.facilities().invite_supplier(command).await, Err(SupplierError::Itself));
    Ok(())
}

const OWN_HEADINGS: &str = "Kunde|Rechnungsnummer|Rechnungsdatum|Due date|Betrag|Währung|Order number";

#[tokio::test]
async fn a_seller_s_table_is_told_row_by_row_and_enters_nothing() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let by = seller.me.membership;
    world.draft(&seller, invoice("RE-1", 100_000)?).await?;
    let there = invoice("RE-1", 100_000)?;
    let (day, due) = (there.issued_on.to_string(), there.due_on.to_string());
    let next = there.issued_on.succ_opt().ok_or("no day")?.to_string();
    let number = seller.buyer.details.registration_number.as_str().to_owned();
    let rows = table(&[
        OWN_HEADINGS,
        &format!("Nordwind AG|RE-2|{day}|{due}|1.234,50|eur|PO 7"),
        &format!("nordwind  ag|re 01|{day}|{due}|1000|EUR"),
        &format!("{number}|RE-1|{next}|{due}|1000.00|EUR"),
        &format!("{number}|RE-2|{day}|{due}|1234.5|EUR|PO 8"),
        &format!("Nordwind AG|RE-2|{day}|{due}|1234.51|EUR"),
        &format!("Nobody SE|RE-3|{day}|{due}|1|EUR"),
        "||||1,234|EUR",
        &format!("Nordwind AG|RE-4|{day}|{day}|1|EUR"),
        &format!("Nordwind AG|RE-4|{due}|{day}|1,234|EUR"),
        &format!("Nordwind AG|RE-1|{day}|{due}|1000.01|EUR"),
        &format!("Nordwind AG|RE-1|{day}|{next}|1000|EUR"),
    ]);
    let read = world.receivables().read_invoices(&by, rows).await?;
    let expected = format!(
        "2 RE-2 {day} {due} 1234.50 EUR PO 7\n3 has re 01\n4 RE-1 {next} {due} 1000.00 EUR\n5 has RE-2\n6 invoiceNumber: invoice_listed\n\
        7 buyer: buyer_unlisted\n8 buyer: required, invoiceNumber: required, issuedOn: required, dueOn: required, face: amount_ambiguous\n\
        9 dueOn: due_not_after_issue\n10 dueOn: due_not_after_issue, face: amount_ambiguous\n\
        11 invoiceNumber: invoice_entered\n12 invoiceNumber: invoice_entered"
    );
    assert_eq!(says(&read, |invoice| &invoice.facts), expected);
    assert_eq!(world.receivables().own(&by, Default::default(), None).await?.looks.len(), 1);
    let missing = world.receivables().read_invoices(&by, table(&["Kunde|Rechnungsnummer|Due date|Betrag|Währung", "x"])).await;
    assert_eq!(missing, Err(NoColumn::Missing("issuedOn").into()));
    Ok(())
}

#[tokio::test]
async fn of_a_seller_s_many_each_becomes_a_draft_without_a_document_or_is_told_why_not() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let by = &seller.me.membership;
    let new = |number: &str, buyer, face| -> Made<NewInvoice> { Ok(NewInvoice { buyer, facts: invoice(number, face)? }) };
    let (own, other) = (seller.buyer.id, BuyerId(uuid::Uuid::nil()));
    let invoices = vec![new("RE-1", own, 100)?, new("RE-2", other, 100)?, new("re 01", own, 100)?, new("RE-3", own, 100)?];
    let request = RequestKey { user: by.user, key: IdempotencyKey::parse("once")?, fingerprint: [7; 32] };
    let send = async |invoices: &[NewInvoice]| world.receivables().enter_invoices(by, invoices.to_vec(), Some(request.clone())).await;
    let first = send(&invoices[..2]).await;
    let all = send(&invoices).await;
    let [Imported::New(one), Imported::Failed(ReceivableError::UnknownBuyer), Imported::Already, Imported::New(three)] = all.as_slice()
    else {
        return Err(format!("{all:?}").into());
    };
    assert!(matches!(&first[0], Imported::New(look) if look.receivable().id() == one.receivable().id()));
    for look in [one, three] {
        assert_eq!((look.receivable().status(), look.receivable().parts().documents.len()), (ReceivableStatus::Draft, 0));
    }
    let otherwise = world.receivables().enter_invoices(by, vec![new("re 01", own, 7)?], None).await;
    let expected = ReceivableError::Facts(vec![("invoiceNumber", Invalid::InvoiceEntered)]);
    assert_eq!(otherwise, [Imported::Failed(expected)], "it stays as it is");
    assert_eq!(world.receivables().own(by, Default::default(), None).await?.looks.len(), 2);
    Ok(())
}
