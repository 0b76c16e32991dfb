//! Papers for the tests.

use chrono::{DateTime, NaiveDate};
use sooner_application::{
    cash::{AdvisedPayout, AdvisedTransfer, BatchAdvice, SetOff, ToldPayout},
    papers::facts::{
        Check, Claim, Content, Cover, Fees, Month, MonthEntry, MonthEvent, MonthFigure, Notice, Release, Sale, Schedule, Settlement,
        SignedTerms,
    },
    receivables::Party,
};
use sooner_domain::{
    facilities::terms::{FacilityKind, Notification, Parts, Terms, VerificationRule},
    house::{
        accounts::HouseAccount,
        profile::{HouseAddress, HouseProfile},
        reference_code::ReferenceCode,
    },
    kernel::{
        country::CountryCode,
        email::EmailAddress,
        ids::{CompanyId, ReceivableId, UserId},
        interest::{DayCount, YearlyRate},
        language::Language,
        minor::Minor,
        money::{Currency, Percentage},
        phone::PhoneNumber,
        text::{Line, Note},
    },
    ledger::entry::{Booking, Draft, Entry, EntryId, Event, Place},
    onboarding::bank_account::{BankAccount, Bic, Iban},
    payments::{
        advice::Advice,
        payout::{BatchId, Owed, Payout, PayoutId, PayoutStatus, Purpose, Release as Released, Returned},
        transfer::transfers,
    },
    pricing::{
        offer::Offer,
        price::Case as PriceCase,
        statement::{Cause, Difference},
    },
    receivables::{
        book::{Fact as Happened, MoneyFrom, Receipt},
        fee_invoice::{ChargedFor, FeeInvoiceNumber, FeeLine},
        reference::Reference,
    },
};
use uuid::Uuid;

pub(super) fn date(month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, month, day).unwrap()
}

fn line(text: &str) -> Line {
    Line::parse(text).unwrap()
}

pub(super) fn euro() -> Currency {
    Currency::parse("EUR").unwrap()
}

fn account(currency: &str, iban: &str) -> HouseAccount {
    let bic = Some(Bic::parse("BYLADEM1001").unwrap());
    let (iban, currency) = (Iban::parse(iban).unwrap(), Currency::parse(currency).unwrap());
    HouseAccount { holder: line("Hafen Factoring GmbH"), iban, bic, currency }
}

pub(super) fn cover(language: Language) -> Cover {
    let country = CountryCode::parse("DE").unwrap();
    Cover {
        language,
        house: HouseProfile {
            legal_name: line("Hafen Factoring GmbH"),
            address: HouseAddress { street: line("Am Sandtorkai 48"), postal_code: Some(line("20457")), city: line("Hamburg"), country },
            registration_number: Some(line("HRB 147110, Amtsgericht Hamburg")),
            tax_number: Some(line("DE987654321")),
            email: EmailAddress::parse("service@hafen-factoring.example").unwrap(),
            phone: Some(PhoneNumber::parse("+4940123456", country).unwrap()),
        },
        account: Some(account("EUR", "DE02120300000000202051")),
        recipient: ["Łódź Çelik Handels GmbH & Co. KG", "Kreditorenbuchhaltung", "Königstraße 5", "70173 Stuttgart"]
            .map(str::to_owned)
            .to_vec(),
        registered: Some("HRB 21903, Amtsgericht Stuttgart".to_owned()),
        number: "AA-2027-000317".to_owned(),
        on: date(1, 4),
        made_at: DateTime::parse_from_rfc3339("2027-01-04T13:00:00Z").unwrap().to_utc(),
        check: Some(Check { code: "7KQ2-M4TX-9DHR".to_owned(), address: "sooner.example/check".to_owned() }),
    }
}

fn party(place: usize) -> Party {
    let (name, street, town, register) = [
        ("Mühle & Söhne Maschinenbau GmbH", "Mühlenweg 7", "73728 Esslingen am Neckar", "HRB 730411"),
        ("Žďár Ocel s.r.o.", "Dvořákova 12", "591 01 Žďár nad Sázavou", "27834561"),
        ("Präzisionsteile Weiß GmbH & Co. KG", "An der Alten Spinnerei 118", "09111 Chemnitz", "HRA 5512"),
        ("Łódź Çelik Handels GmbH & Co. KG", "Königstraße 5", "70173 Stuttgart", "HRA 21903"),
        ("Nordwind Energie AG", "", "", "HRB 88120"),
    ][place % 5];
    let address = [street, town].into_iter().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    Party { name: name.to_owned(), address, register: Some(register.to_owned()) }
}

/// Sellers of so many claims.
fn sellers(count: u64) -> Vec<Party> {
    (0..count.min(3)).map(|place| party(place as usize)).collect()
}

pub(super) fn claim(place: u64) -> Claim {
    const SELLERS: [&str; 3] = ["Mühle & Söhne Maschinenbau GmbH", "Žďár Ocel s.r.o.", "Präzisionsteile Weiß GmbH & Co. KG"];
    Claim {
        seller: SELLERS[(place % 3) as usize].to_owned(),
        invoice: format!("MB-2026-{}", 10_440 + place),
        issued_on: date(1, 2),
        due_on: date(3, 1 + (place % 28) as u32),
        open: Minor::new(1_234_567 + 98_765 * place as i64),
        reference: Reference::new(ReferenceCode::of_random(1_000_000), 1_000_000 + place),
    }
}

pub(super) fn notice(count: u64) -> Content {
    let claims = vec![(account("EUR", "DE02120300000000202051"), (0..count).map(claim).collect())];
    Content::Notice(Notice { claims, sellers: sellers(count) })
}

fn two_currencies() -> Content {
    let accounts = [account("EUR", "DE02120300000000202051"), account("USD", "DE89370400440532013000")];
    let claims = accounts.into_iter().map(|account| (account, (0..3).map(claim).collect())).collect();
    Content::Notice(Notice { claims, sellers: sellers(3) })
}

fn payout(id: u128, purpose: Purpose, gross: i64, set_off: i64) -> Payout {
    let owed = Owed {
        company: CompanyId(Uuid::from_u128(8)),
        about: ReceivableId(Uuid::from_u128(id)),
        fact: None,
        purpose,
        currency: euro(),
        gross: Minor::new(gross),
        on: date(1, 4),
    };
    let account = BankAccount {
        holder: Some(line("Mühle & Söhne Maschinenbau GmbH")),
        iban: Some(Iban::parse("DE89370400440532013000").unwrap()),
        ..BankAccount::default()
    };
    let release = Released {
        batch: Some(BatchId(Uuid::from_u128(9))),
        by: UserId(Uuid::from_u128(1)),
        at: DateTime::UNIX_EPOCH,
        on: date(1, 4),
        set_off: Minor::new(set_off),
        account: Box::new(account),
    };
    Payout::due(PayoutId(Uuid::from_u128(id)), owed).released(release).unwrap()
}

fn advised(payout: Payout, booked: &[(Place, i64)], debit: Place, event: Event, set_offs: &[(&str, i64)]) -> AdvisedPayout {
    let about = payout.about().unwrap();
    let id = EntryId(Uuid::from_u128(payout.id.0.as_u128() - 1));
    let booking = Booking { id, on: date(1, 4), booked_at: DateTime::UNIX_EPOCH, event, subject: about.0, cause: None };
    let mut draft = Draft::new(euro());
    for (place, amount) in booked {
        draft = draft.transfer(debit, *place, Minor::new(*amount));
    }
    let entry = Entry::new(booking, &draft).unwrap();
    let set_offs =
        set_offs.iter().map(|(number, amount)| SetOff { receivable: about, number: (*number).to_owned(), amount: Minor::new(*amount) });
    let told = ToldPayout {
        invoice: Some(format!("MB-2026-{}", 10_430 + payout.id.0.as_u128())),
        debtor: Some("Łódź Çelik Handels GmbH & Co. KG".to_owned()),
        kind: Some(FacilityKind::Factoring),
        overdue_since: None,
        set_offs: set_offs.collect(),
        came_back: None,
        payout: payout.clone(),
    };
    AdvisedPayout { told, advice: Advice::of(&payout, &[&entry]) }
}

fn advice() -> Content {
    let funded = |id: u128, set_offs: &[(&str, i64)]| {
        let about = ReceivableId(Uuid::from_u128(id));
        let payable = Place::sellers_payable(CompanyId(Uuid::from_u128(8)), about);
        let booked = [(Place::reserves(about), 246_914), (Place::payout_fees(), 1_500), (Place::tax_payable(), 285), (payable, 985_868)];
        let set_off = set_offs.iter().map(|(_, amount)| amount).sum();
        advised(payout(id, Purpose::Advance, 985_868, set_off), &booked, Place::receivables_purchased(about), Event::Funded, set_offs)
    };
    let settled = {
        let about = ReceivableId(Uuid::from_u128(30));
        let payable = Place::sellers_payable(CompanyId(Uuid::from_u128(8)), about);
        let booked = [(Place::discount_income(), 8_437), (Place::service_fees(), 6_173), (Place::tax_payable(), 1_173), (payable, 231_131)];
        advised(payout(30, Purpose::Release, 231_131, 0), &booked, Place::reserves(about), Event::Settled, &[])
    };
    let payouts = vec![funded(10, &[]), funded(20, &[("MB-2026-09877", 120_050)]), settled];
    let all: Vec<_> = payouts.iter().map(|advised| advised.told.payout.clone()).collect();
    let transfer = transfers(&all).remove(0);
    let whole = funded(40, &[("MB-2026-09877", 985_868)]);
    let transfers = vec![AdvisedTransfer { transfer, currency: euro(), payouts }];
    Content::Advice(BatchAdvice { batch: BatchId(Uuid::from_u128(9)), transfers, set_off_whole: vec![whole] })
}

/// The same, of which one payout came back for a reason and one for none that the bank gave.
fn advice_back() -> Content {
    let Content::Advice(mut advice) = advice() else { return advice() };
    let back = |reason: Option<&str>| Some(Returned { on: date(1, 8), reason: reason.map(|reason| Note::parse(reason).unwrap()) });
    let payouts = advice.transfers[0].payouts.iter_mut();
    for (paid, returned) in payouts.zip([back(Some("AC04")), back(None)]) {
        (paid.told.payout.status, paid.told.payout.returned) = (PayoutStatus::Returned, returned);
    }
    Content::Advice(advice)
}

/// Invoices with long names and numbers, and amounts of so many minor units.
pub(super) fn hard_schedule(count: i64, face: i64) -> Content {
    let Content::Schedule(schedule) = schedule() else { return schedule() };
    let sale = |place: i64| Sale {
        debtor: ["Spezialmaschinenbaugesellschaft mbH", "Łódź Çelik Handels GmbH & Co. KG", "Eil AG"][(place % 3) as usize].to_owned(),
        invoice: ["RG2027000000000000000001234", "RE-1", "MB-2026-10440"][(place % 3) as usize].to_owned(),
        face: Minor::new(face),
        reserve: Minor::new(face / 5),
        charges: Minor::new(face / 100),
        payout: Minor::new(face - face / 5 - face / 100),
        ..schedule.sales[0].clone()
    };
    Content::Schedule(Schedule { sales: (0..count).map(sale).collect(), ..schedule })
}

fn schedule() -> Content {
    let sale = |place: i64| Sale {
        debtor: ["Łódź Çelik Handels GmbH & Co. KG", "Nordwind Energie AG"][(place % 2) as usize].to_owned(),
        invoice: format!("MB-2026-{}", 10_440 + place),
        due_on: date(3, 1 + place as u32),
        face: Minor::new(1_234_567 * (place + 1)),
        reserve: Minor::new(246_913 * (place + 1)),
        charges: Minor::new(1_785),
        payout: Minor::new(987_654 * (place + 1) - 1_785),
        payout_on: date(1, 5),
    };
    let accepted_by = Some("Dr. Annegret Mühlenbäcker-Șerban".to_owned());
    let debtors = vec![party(3), party(4)];
    Content::Schedule(Schedule { sold_on: date(1, 4), accepted_by, currency: euro(), sales: (0..7).map(sale).collect(), debtors })
}

fn settlement() -> Content {
    let differences = [
        (Cause::Executed { planned: date(1, 5), on: date(1, 6) }, 274),
        (Cause::Paid { due_on: date(3, 1), paid_on: Some(date(3, 19)), ended_on: date(3, 19) }, -3_841),
        (Cause::Late { from: date(3, 8), rate: YearlyRate::parse_basis_points(900).unwrap() }, -1_204),
        (Cause::Credited, -25_000),
    ];
    let differences: Vec<_> = differences.into_iter().map(|(cause, amount)| Difference { cause, amount: Minor::new(amount) }).collect();
    let case = PriceCase { face: Minor::new(1_234_567), certain: Minor::new(1_234_567), payout_on: date(1, 5), due_on: date(3, 1) };
    let terms = Terms::parse(Parts { currency: euro(), ..factoring() }).unwrap();
    let offer = Offer::of(None, terms, case).unwrap();
    let (offered_lines, offered) = (offer.lines(), offer.price().components().release);
    let received = |value_on, amount, from| Happened::Received(Receipt { value_on, booked_on: value_on, amount: Minor::new(amount), from });
    let result = offered + differences.iter().map(|difference| difference.amount).sum::<Minor>();
    Content::Settlement(Settlement {
        kind: FacilityKind::Factoring,
        debtor: party(3),
        invoice: "MB-2026-10440".to_owned(),
        currency: euro(),
        face: Minor::new(1_234_567),
        sold_on: date(1, 4),
        due_on: date(3, 1),
        settled_on: date(3, 19),
        paid_out: offer.price().components().payout,
        offer: offered_lines,
        happened: vec![
            Happened::Funded { on: date(1, 5) },
            Happened::Executed { on: date(1, 6) },
            Happened::Credited { on: date(2, 2), booked_on: date(2, 2), amount: Minor::new(25_000) },
            received(date(3, 10), 1_000_000, MoneyFrom::Debtor),
            received(date(3, 19), 210_067, MoneyFrom::SetOff),
        ],
        debtor_credit: Minor::new(500),
        offered,
        differences,
        result,
    })
}

fn month() -> Content {
    const EVENTS: [MonthEvent; 5] = [MonthEvent::Sold, MonthEvent::PaidOut, MonthEvent::Fee, MonthEvent::Received, MonthEvent::Released];
    let entry = |place: u32| MonthEntry {
        on: date(1, 1 + place % 28),
        event: EVENTS[(place % 5) as usize],
        invoice: Some(format!("MB-2026-{}", 10_440 + place / 5)),
        debtor: Some("Łódź Çelik Handels GmbH & Co. KG".to_owned()),
        kind: Some(FacilityKind::Factoring),
        amount: Minor::new(i64::from(place) * 12_345 - 20_000),
    };
    let mut entries: Vec<_> = (0..40).map(entry).collect();
    entries.sort_by_key(|entry| entry.on);
    let figures = vec![
        (MonthFigure::Open, Minor::new(12_345_678), Minor::new(9_876_543)),
        (MonthFigure::Out, Minor::new(9_876_542), Minor::new(7_901_234)),
        (MonthFigure::Reserve, Minor::new(2_469_136), Minor::new(1_975_309)),
        (MonthFigure::Owed, Minor::ZERO, Minor::new(120_050)),
    ];
    Content::Month(Month { first: date(1, 1), last: date(1, 31), currency: euro(), entries, figures })
}

fn share(points: i64) -> Percentage {
    Percentage::parse_basis_points(points).unwrap()
}

pub(super) fn fees(count: i64, sign: i64) -> Content {
    let line = |place: i64| FeeLine {
        entry: EntryId(Uuid::from_u128(place as u128)),
        on: date(1, 1 + (place % 28) as u32),
        receivable: ReceivableId(Uuid::from_u128(place as u128)),
        invoice: format!("MB-2026-{}", 10_440 + place),
        debtor: ["Łódź Çelik Handels GmbH & Co. KG", "Nordwind Energie AG"][(place % 2) as usize].to_owned(),
        charged_for: [ChargedFor::Service, ChargedFor::Payout, ChargedFor::Both][(place % 3) as usize],
        net: Minor::new(sign * (12_345 + place * 1_111)),
        rate: share(if place % 7 == 0 { 700 } else { 1_900 }),
        tax: Minor::new(sign * (2_346 + place * 211)),
    };
    let number = FeeInvoiceNumber { year: 2027, place: 17 };
    let lines = (0..count).map(line).collect();
    Content::Fees(Box::new(Fees { number, month: date(1, 1), tax_number: "DE987654321".to_owned(), currency: euro(), lines }))
}

/// Factoring that leaves nothing out.
pub(super) fn factoring() -> Parts {
    Parts {
        kind: FacilityKind::Factoring,
        currency: Currency::parse("CHF").unwrap(),
        limit: Minor::new(123_456_789),
        advance_rate: share(8_750),
        discount_rate: YearlyRate::parse_basis_points(805).unwrap(),
        day_count: DayCount::Act360,
        service_fee: share(125),
        service_fee_minimum: Minor::new(2_500),
        payout_fee: Minor::new(1_050),
        fee_tax: share(1_900),
        cover: share(0),
        grace_days: 5,
        late_rate: YearlyRate::parse_basis_points(600).unwrap(),
        recourse_after_days: 60,
        min_days: 1,
        max_days: 1_180,
        max_invoice_age_days: 90,
        concentration: share(10_000),
        verification: VerificationRule::Above,
        verification_above: Some(Minor::new(2_000_050)),
        notification: Notification::Disclosed,
        buyer_share: share(0),
    }
}

pub(super) fn programme() -> Parts {
    Parts {
        kind: FacilityKind::ReverseFactoring,
        advance_rate: share(10_000),
        cover: share(10_000),
        grace_days: 1,
        buyer_share: share(1_000),
        ..factoring()
    }
}

fn signed(parts: Parts) -> Content {
    let terms = Terms::parse(parts).unwrap();
    let at = |text: &str| DateTime::parse_from_rfc3339(text).unwrap().to_utc();
    Content::Terms(Box::new(SignedTerms {
        terms,
        version: 3,
        hash: terms.hash(),
        proposed_at: at("2027-01-02T08:15:00Z"),
        signed_at: at("2027-01-04T12:34:56Z"),
        signed_name: "Dr. Annegret Mühlenbäcker-Șerban".to_owned(),
        account: "Annegret Mühlenbäcker-Șerban, annegret.muehlenbaecker@maschinenbau-muehle-und-soehne.example".to_owned(),
        address: std::net::IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0x17]),
    }))
}

/// One of each kind, by name.
pub(super) fn all() -> Vec<(&'static str, Content)> {
    let Content::Notice(Notice { claims, .. }) = notice(2) else { return Vec::new() };
    let claims = claims.into_iter().map(|(account, claims)| (account.currency, claims)).collect();
    vec![
        ("notice", notice(5)),
        ("two-currencies", two_currencies()),
        ("release", Content::Release(Release { claims, sellers: sellers(2) })),
        ("advice", advice()),
        ("advice-back", advice_back()),
        ("schedule", schedule()),
        ("settlement", settlement()),
        ("month", month()),
        ("fees", fees(60, 1)),
        ("fees-back", fees(2, -1)),
        ("terms", signed(factoring())),
        ("terms-programme", signed(programme())),
    ]
}
