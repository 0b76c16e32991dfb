//! Tables of suppliers, payables and invoices over HTTP.

use super::{Answer, Client, api, client_in, documents::invoice_upload};
use crate::{Readers, api_app};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::{self, TestRequest},
};
use futures_util::future::select;
use serde_json::{Value, json};
use sooner_application::{
    approvals::FourEyes,
    identity::ports::AccessTokens,
    kernel::turns::Bounds,
    testing::{World, facilities::terms, receivables::programme_terms},
};
use sooner_domain::{identity::operator::OperatorRole, kernel::coded::Coded as _};
use uuid::Uuid;

/// A buyer with a programme, and its owner's token.
async fn buyer() -> (World, String) {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await.unwrap();
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400).unwrap()).await.unwrap();
    world.memory.verify(buying.me.user.id());
    let token = world.tokens.sign(&buying.me.session).unwrap();
    (world, token)
}

async fn read<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    token: &str,
    of: &str,
    table: &[u8],
) -> Answer {
    let request = TestRequest::post()
        .uri(&format!("/semi-private/{of}/import/read"))
        .insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
        .insert_header((header::CONTENT_TYPE, "multipart/form-data; boundary=edge"));
    client.send(request.set_payload(invoice_upload("table.csv", "text/csv", table))).await
}

async fn import<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    token: &str,
    of: &str,
    rows: &[Value],
) -> Answer {
    let request = TestRequest::default()
        .method(Method::POST)
        .uri(&format!("/semi-private/{of}/import"))
        .insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
        .insert_header(("Idempotency-Key", Uuid::from_u128(rows.len() as u128).to_string()));
    client.send(request.set_json(json!({ of: rows }))).await
}

/// What can be sent on of the rows that were read.
fn told(answer: &Answer) -> Vec<Value> {
    answer.json()["data"].as_array().unwrap().iter().map(|row| row["row"].clone()).filter(|row| !row.is_null()).collect()
}

fn outcomes(answer: &Answer) -> Vec<String> {
    answer.json()["data"].as_array().unwrap().iter().map(|row| row["outcome"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn suppliers_and_payables_come_from_tables() {
    let (world, token) = buyer().await;
    let client = client_in(world).await;
    let table = "Firma;Land;Handelsregisternummer;E-Mail\nLind GmbH;de;HRB 1;lena@lind.example\nWeber KG;DE;HRB 2;weber\nLind;DE;hrb 1;x@lind.example\n";
    let answer = read(&client, &token, "suppliers", table.as_bytes()).await;
    assert_eq!(answer.status, StatusCode::OK);
    let data = answer.json()["data"].clone();
    let rows = data.as_array().unwrap();
    assert_eq!(rows[0]["row"]["country"], "DE");
    assert_eq!((&rows[1]["line"], &rows[1]["problem"]["fieldCodes"]["email"][0]["code"]), (&json!(3), &json!("email_implausible")));
    let twice = &rows[2]["problem"]["fieldCodes"]["registrationNumber"][0]["code"];
    assert_eq!((&rows[1]["written"]["email"], twice), (&json!("weber"), &json!("supplier_listed")));
    let mut suppliers = told(&answer);
    suppliers.push(suppliers[0].clone());
    let answer = import(&client, &token, "suppliers", &suppliers).await;
    assert_eq!(outcomes(&answer), ["imported", "skipped"]);
    assert_eq!(answer.json()["data"][0]["created"]["enrolment"], "invited");

    let table = "Supplier,Invoice number,Invoice date,Due date,Amount,Currency\nLind GmbH,L-1,2026-06-01,2026-07-31,\"1,234.50\",EUR\nOtto,L-2,,2026-07-31,1,EUR\n";
    let answer = read(&client, &token, "payables", table.as_bytes()).await;
    let data = answer.json()["data"].clone();
    let rows = data.as_array().unwrap();
    assert_eq!((&rows[0]["row"]["face"], &rows[0]["isThere"]), (&json!(123_450), &json!(false)));
    let wrong = &rows[1]["problem"]["fieldCodes"];
    assert_eq!((&wrong["supplier"][0]["code"], &wrong["issuedOn"][0]["code"]), (&json!("supplier_unlisted"), &json!("required")));
    let mut payables = told(&answer);
    payables.push(payables[0].clone());
    payables.push(payables[0].clone());
    payables[2]["face"] = json!(7);
    payables.push(json!({ "supplierId": Uuid::nil(), "invoiceNumber": "L-3", "issuedOn": "2026-06-01", "dueOn": "2026-07-31", "face": 1, "currency": "EUR" }));
    payables.push(json!({ "supplierId": Uuid::nil(), "invoiceNumber": "", "issuedOn": "2026-06-01", "dueOn": "2026-07-31", "face": 1, "currency": "EUR" }));
    let answer = import(&client, &token, "payables", &payables).await;
    assert_eq!(outcomes(&answer), ["imported", "skipped", "failed", "failed", "failed"]);
    assert_eq!(answer.json()["data"][0]["created"]["status"], "draft");
    assert_eq!(answer.json()["data"][2]["problem"]["fieldCodes"]["invoiceNumber"][0]["code"], "payable_listed");
    assert_eq!(answer.json()["data"][4]["problem"]["fieldCodes"]["invoiceNumber"][0]["code"], "required");
    assert_eq!(
        outcomes(&import(&client, &token, "payables", &payables).await),
        ["imported", "skipped", "failed", "failed", "failed"],
        "sent again"
    );
}

#[actix_web::test]
async fn so_many_tables_are_entered_at_once_and_who_is_not_among_them_learns_when_to_ask_again() {
    let tables = [
        (
            "receivables",
            json!({ "buyerId": Uuid::nil(), "invoiceNumber": "RE-3", "issuedOn": "2026-06-01", "dueOn": "2026-07-31", "face": 1, "currency": "EUR" }),
        ),
        ("suppliers", json!({ "legalName": "Lind GmbH", "country": "DE", "registrationNumber": "HRB 1", "email": "lena@lind.example" })),
        (
            "payables",
            json!({ "supplierId": Uuid::nil(), "invoiceNumber": "L-3", "issuedOn": "2026-06-01", "dueOn": "2026-07-31", "face": 1, "currency": "EUR" }),
        ),
    ];
    let contract = serde_json::to_value(crate::openapi()).unwrap();
    let imports = contract["paths"].as_object().unwrap().keys().filter_map(|path| path.strip_suffix("/import")).collect::<Vec<_>>();
    assert_eq!(imports.len(), tables.len(), "each table that is entered takes its turn: {imports:?}");
    for (of, row) in tables {
        let (world, token) = if of == "receivables" { seller_in_tables().await } else { buyer().await };
        let mut api = api(&world);
        // One place, which another account has: of this one a single request waits for it.
        api.host.imports = Readers::that_import(Bounds { places: 1, each: 1, newcomers: 1, waiting: 1 });
        let imports = api.host.imports.clone();
        let client = Client { service: test::init_service(api_app(api)).await, world };
        let another = imports.turn_of(Uuid::from_u128(99)).await.unwrap();
        let (one, two) = (vec![row.clone()], vec![row.clone(); 2]);
        let (one, two) = (Box::pin(import(&client, &token, of, &one)), Box::pin(import(&client, &token, of, &two)));
        let (refused, waits) = select(one, two).await.factor_first();
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "unavailable"), "{of}");
        assert_eq!(refused.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()), Some("10"));
        assert!(refused.json()["detail"].as_str().unwrap().contains("Nothing of this one was entered."));
        drop(another);
        let answer = waits.await;
        assert_eq!((answer.status, outcomes(&answer).is_empty()), (StatusCode::OK, false), "{of}: its turn came");
    }
}

#[actix_web::test]
async fn what_is_no_table_or_too_much_at_once_is_told() {
    let (world, token) = buyer().await;
    let client = client_in(world).await;
    for (file, status, field, code) in [
        (&b"%PDF\0"[..], 415, "file", "table_unreadable"),
        (b"", 415, "file", "table_empty"),
        (b"Supplier;Invoice number\nLind;1", 422, "issuedOn", "column_missing"),
    ] {
        let answer = read(&client, &token, "payables", file).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["fieldCodes"][field][0]["code"]), (status, &json!(code)), "{}", answer.json());
    }
    let payable = json!({ "supplierId": Uuid::nil(), "invoiceNumber": "L-3", "issuedOn": "2026-06-01", "dueOn": "2026-07-31", "face": 1, "currency": "EUR" });
    for count in [0, 201] {
        let answer = import(&client, &token, "payables", &vec![payable.clone(); count]).await;
        let code = if count == 0 { "required" } else { "too_many" };
        assert_eq!((answer.status.as_u16(), &answer.json()["fieldCodes"]["payables"][0]["code"]), (422, &json!(code)));
    }
}

#[actix_web::test]
async fn a_sellers_invoices_come_from_a_table_and_become_drafts() {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await.unwrap();
    let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200).unwrap()).await.unwrap();
    world.memory.verify(seller.me.user.id());
    let token = world.tokens.sign(&seller.me.session).unwrap();
    let client = client_in(world).await;
    let table = "Kunde;Rechnungsnummer;Rechnungsdatum;Fällig am;Betrag;Währung\nNordwind AG;RE-1;01.06.2026;31.07.2026;1.234,50;EUR\nOtto;RE-2;;31.07.2026;1;EUR\n";
    let answer = read(&client, &token, "receivables", table.as_bytes()).await;
    let data = answer.json()["data"].clone();
    assert_eq!(data[0]["row"]["face"], 123_450, "{data}");
    assert_eq!(data[0]["row"]["buyerId"], json!(seller.buyer.id.0));
    let wrong = &data[1]["problem"]["fieldCodes"];
    assert_eq!((&wrong["buyer"][0]["code"], &wrong["issuedOn"][0]["code"]), (&json!("buyer_unlisted"), &json!("required")));
    let mut invoices = told(&answer);
    invoices.push(invoices[0].clone());
    for (buyer, number) in [(Uuid::nil(), "RE-3"), (seller.buyer.id.0, "")] {
        invoices.push(json!({ "buyerId": buyer, "invoiceNumber": number, "issuedOn": "2026-06-01", "dueOn": "2026-07-31", "face": 1, "currency": "EUR" }));
    }
    for attempt in ["first", "sent again"] {
        let answer = import(&client, &token, "receivables", &invoices).await;
        assert_eq!(outcomes(&answer), ["imported", "skipped", "failed", "failed"], "{attempt}");
        let came = answer.json()["data"].clone();
        assert_eq!((&came[0]["created"]["status"], &came[0]["created"]["documents"]), (&json!("draft"), &json!([])));
        assert_eq!(came[2]["problem"]["fieldCodes"]["buyerId"][0]["code"], "not_listed", "{}", came[2]);
        assert_eq!(came[3]["problem"]["fieldCodes"]["invoiceNumber"][0]["code"], "required");
    }
    let answer = read(&client, &token, "receivables", table.as_bytes()).await;
    assert_eq!(answer.json()["data"][0]["isThere"], true);
    for count in [0, 201] {
        let answer = import(&client, &token, "receivables", &vec![invoices[0].clone(); count]).await;
        let code = if count == 0 { "required" } else { "too_many" };
        assert_eq!((answer.status.as_u16(), &answer.json()["fieldCodes"]["receivables"][0]["code"]), (422, &json!(code)));
    }
}

#[actix_web::test]
async fn a_template_in_each_language_is_a_table_that_can_be_imported() {
    let (world, token) = buyer().await;
    let all = OperatorRole::ALL.iter().copied().collect();
    let olga = world.operator_of("otto@example.com", all).await.unwrap();
    let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200).unwrap()).await.unwrap();
    world.memory.verify(seller.me.user.id());
    let seller = world.tokens.sign(&seller.me.session).unwrap();
    let client = client_in(world).await;
    for (of, token) in [("suppliers", &token), ("payables", &token), ("receivables", &seller)] {
        for language in ["en", "de"] {
            let sheet = client.get(&format!("/semi-private/{of}/import/template?language={language}"), token).await;
            assert_eq!(sheet.status, StatusCode::OK, "{of}: {}", String::from_utf8_lossy(&sheet.body));
            let answer = read(&client, token, of, &sheet.body).await;
            assert_eq!(answer.status, StatusCode::OK, "{of} {language}: {}", answer.json());
            let row = answer.json()["data"][0].clone();
            let written = row["written"].as_object().unwrap();
            assert!(written.values().all(|cell| cell != ""), "every column is known: {row}");
            if of == "suppliers" {
                assert_eq!(row["row"]["registrationNumber"], "HRB 1234", "{row}");
                continue;
            }
            assert_eq!(written.len(), 8, "{row}");
            assert_eq!(
                (&written["issuedOn"], &written["dueOn"], &written["face"]),
                (&json!("2026-11-02"), &json!("2027-01-04"), &json!("1234.5"))
            );
            let wrong = row["problem"]["fieldCodes"].as_object().unwrap();
            let other = if of == "payables" { "supplier" } else { "buyer" };
            let wrong: std::collections::BTreeSet<_> = wrong.keys().map(String::as_str).collect();
            // What a buyer promises was issued by then.
            let expected = if of == "payables" { vec!["issuedOn", other] } else { vec![other] };
            assert_eq!(wrong, expected.into_iter().collect(), "who is on the other side is not known: {row}");
        }
        let answer = client.get(&format!("/semi-private/{of}/import/template?language=xx"), token).await;
        assert!(answer.json()["fieldCodes"]["language"].is_array(), "{}", answer.json());
    }
}

/// A seller whose list has Nordwind AG, and its token.
async fn seller_in_tables() -> (World, String) {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await.unwrap();
    let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200).unwrap()).await.unwrap();
    world.memory.verify(seller.me.user.id());
    let token = world.tokens.sign(&seller.me.session).unwrap();
    (world, token)
}

#[actix_web::test]
async fn tables_as_programs_of_several_countries_write_them_yield_their_one_row() {
    let (world, token) = seller_in_tables().await;
    let client = client_in(world).await;
    let hidden = {
        let mut workbook = rust_xlsxwriter::Workbook::new();
        workbook.add_worksheet().set_hidden(true).write_row(0, 0, ["A", "B"]).unwrap();
        workbook.add_worksheet().write(0, 0, "Offene Posten").unwrap();
        let sheet = workbook.add_worksheet();
        sheet.set_active(true).write_row(0, 0, ["Kunde", "Rechnungsnummer", "Rechnungsdatum", "Fälligkeit", "Betrag", "Währung"]).unwrap();
        sheet.write_row(1, 0, ["Nordwind AG", "T-42", "04.12.2026", "15.02.2027"]).unwrap();
        sheet.write(1, 4, 1_234.5).unwrap().write(1, 5, "EUR").unwrap();
        workbook.save_to_buffer().unwrap()
    };
    let tables: &[&[u8]] = &[
        b"Buyer,Invoice number,Invoice date,Due date,Amount,Currency\r\nNordwind AG,T-06,04/12/2026,15/02/2027,\"1,234.50\",EUR\r\n",
        "Kunde;Rechnungsnummer;Rechnungsdatum;Fälligkeit;Betrag;Währung\nNordwind AG;T-07;04.12.2026;15.02.2027;1.234,50 €;EUR\n".as_bytes(),
        "Offene Posten per 04.12.2026\n\nKunde;Rechnungsnummer;Rechnungsdatum;Fälligkeit;Betrag;Währung\nNordwind AG;T-11;04.12.2026;15.02.2027;1.234,50;EUR\n"
            .as_bytes(),
        "Client;Numéro de facture;Date de facture;Date d'échéance;Montant TTC;Devise\nNordwind AG;T-17;04.12.2026;15.02.2027;1.234,50;EUR\n"
            .as_bytes(),
        "Klant;Factuurnummer;Factuurdatum;Vervaldatum;Bedrag incl. btw;Valuta\nNordwind AG;T-18;04-12-2026;15-02-2027;1.234,50;EUR\n".as_bytes(),
        "Cliente;Nº de factura;Fecha de factura;Fecha de vencimiento;Importe con IVA;Moneda\nNordwind AG;T-19;04/12/2026;15/02/2027;1.234,50;EUR\n"
            .as_bytes(),
        "Kontrahent;Numer faktury;Data wystawienia;Termin płatności;Kwota brutto;Waluta\nNordwind AG;T-20;04.12.2026;15.02.2027;1 234,50;EUR\n"
            .as_bytes(),
        "Kunde;Rechnungs-Nr.;Rechnungs-Datum;Fällig am;Betrag EUR;Währung\nNordwind AG;T-22;04.12.2026;15.02.2027;1.234,50;EUR\n".as_bytes(),
        "Kunde;Rechnungsnummer;Rechnungsdatum;Fälligkeit;Betrag;Bruttobetrag;Währung\nNordwind AG;T-23;04.12.2026;15.02.2027;1.037,39;1.234,50;EUR\n"
            .as_bytes(),
        "Kunde;Rechnungsnummer;Lieferdatum;Rechnungsdatum;Fälligkeit;Netto;MwSt;Brutto;Offen;Währung\nNordwind AG;T-24;01.12.2026;04.12.2026;15.02.2027;1.037,39;197,11;1.234,50;1.000,00;EUR\n"
            .as_bytes(),
        &hidden,
    ];
    for (place, table) in tables.iter().enumerate() {
        let answer = read(&client, &token, "receivables", table).await;
        let data = answer.json()["data"].clone();
        let row = &data[0]["row"];
        assert_eq!(data.as_array().map(Vec::len), Some(1), "table {place}: {}", answer.json());
        assert_eq!(
            (&row["face"], &row["issuedOn"], &row["dueOn"]),
            (&json!(123_450), &json!("2026-12-04"), &json!("2027-02-15")),
            "table {place}: {data}"
        );
    }
}

#[actix_web::test]
async fn what_a_table_does_not_say_beyond_doubt_is_asked_and_never_guessed() {
    let (world, token) = seller_in_tables().await;
    let client = client_in(world).await;
    for (headings, field) in [
        ("Kunde;Rechnungsnummer;Rechnungsdatum;Fälligkeit;Betrag;MwSt;Währung", "face"),
        ("Kunde;Rechnungsnummer;Rechnungsdatum;Fälligkeit;Nettobetrag;Betrag;Währung", "face"),
        ("Kunde;Rechnungsnummer;Rechnungsdatum;Fälligkeit;Betrag EUR;Betrag USD;Währung", "face"),
        ("Client;Numéro de facture;Date de facture;Date d’échéance;Montant;TVA;Devise", "face"),
        ("Kunde;Rechnungsnummer;Rechnungsdatum;Fälligkeit;Betrag;Offener Betrag;Währung", "face"),
        ("Kunde;Rechnungsnummer;Datum;Buchungsdatum;Fälligkeit;Betrag;Währung", "issuedOn"),
        ("Kunde;Rechnungsnummer;Rechnungsdatum;Fällig am;Fälligkeitsdatum;Betrag;Währung", "dueOn"),
    ] {
        let table = format!("{headings}\nNordwind AG;T-1;04.12.2026;15.02.2027;1.000,00;1.190,00;EUR\n");
        let answer = read(&client, &token, "receivables", table.as_bytes()).await;
        assert_eq!(answer.json()["fieldCodes"][field][0]["code"], "column_ambiguous", "{headings}: {}", answer.json());
    }
    let mut workbook = rust_xlsxwriter::Workbook::new();
    for number in ["T-1", "T-2"] {
        let sheet = workbook.add_worksheet();
        sheet.write_row(0, 0, ["Buyer", "Invoice number", "Invoice date", "Due date", "Amount", "Currency"]).unwrap();
        sheet.write_row(1, 0, ["Nordwind AG", number, "2026-12-04", "2027-02-15", "5", "EUR"]).unwrap();
    }
    let answer = read(&client, &token, "receivables", &workbook.save_to_buffer().unwrap()).await;
    assert_eq!(answer.json()["fieldCodes"]["file"][0]["code"], "sheet_ambiguous", "{}", answer.json());
    let row = "Nordwind AG,T-1,2026-12-04,2027-02-15,5,EUR\n";
    let long = format!("Title\nBuyer,Invoice number,Invoice date,Due date,Amount,Currency\n{}", row.repeat(10_001));
    let answer = read(&client, &token, "receivables", long.as_bytes()).await;
    assert_eq!(answer.json()["fieldCodes"]["file"][0]["code"], "too_many", "{}", answer.json());
}

#[actix_web::test]
async fn all_that_is_wrong_with_a_row_is_said_at_once() {
    let (world, token) = buyer().await;
    let client = client_in(world).await;
    let table = "Supplier,Invoice number,Invoice date,Due date,Amount,Currency\nOtto,,2031-06-01,2031-06-07,1.234,EURO\n";
    let answer = read(&client, &token, "payables", table.as_bytes()).await;
    let wrong = answer.json()["data"][0]["problem"]["fieldCodes"].clone();
    let codes: Vec<_> =
        wrong.as_object().unwrap().iter().map(|(field, codes)| format!("{field} {}", codes[0]["code"].as_str().unwrap())).collect();
    let mut expected = [
        "supplier supplier_unlisted",
        "invoiceNumber required",
        "issuedOn date_in_future",
        "dueOn date_closed",
        "face amount_ambiguous",
        "currency currency_unknown",
    ];
    expected.sort_unstable();
    let mut codes = codes;
    codes.sort_unstable();
    assert_eq!(codes, expected);
}
