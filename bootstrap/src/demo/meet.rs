//! How people come in: operators by the command line's use case, sellers by the front door, with form, documents and review.

use super::{
    Made,
    cast::{
        BERGMANN, BERGMANN_OWES, Company, DEBTORS, Debtor, ENROLLED, LIND, MUEHLE, OLGA, OMAR, OPERATORS, OTTE, Operator, PASSWORD, Person,
        RITA, SANDER, SELLERS, SOLARWERK, SUPPLIERS, VERA, VERAS_PHONE, terms,
    },
    door::{Session, text},
    house::House,
    paper::page,
};
use crate::{
    app::Stage,
    config::imprint::{DEMO_EMAIL, DEMO_NAME, DEMO_NUMBER, DEMO_VAT_ID},
};
use serde_json::json;
use sooner_domain::kernel::{email::EmailAddress, text::PersonName};
use sooner_shared::sentences::sentence;

/// What everybody hands in, and what stands on it.
const DOCUMENTS: [(&str, &str); 6] = [
    ("incorporation_certificate", "Commercial register extract"),
    ("proof_of_address", "Electricity bill"),
    ("identity_document", "Identity card"),
    ("bank_statement", "Bank statement"),
    ("annual_accounts", "Annual accounts"),
    ("aged_receivables", "Open items list"),
];

/// The operators, and what is set for the house: who it is, its account, its capital.
pub async fn open(stage: &Stage, house: &mut House) -> Made<()> {
    for operator in OPERATORS {
        let session = hire(stage, house, operator).await?;
        house.people.insert(operator.person.email, session);
    }
    house.begin(stage).await?;
    let olga = house.who(&OLGA.person)?;
    let version = house.door.get(olga, "/operator/settings").await?["version"].clone();
    let profile = json!({
        "legalName": DEMO_NAME, "registrationNumber": DEMO_NUMBER, "taxNumber": DEMO_VAT_ID, "email": DEMO_EMAIL,
        "address": { "street": "Börsenplatz 4", "postalCode": "60313", "city": "Frankfurt am Main", "country": "DE" },
    });
    let settings = json!({
        "version": version, "profile": profile, "timeZone": "Europe/Berlin", "cutOff": "14:00", "extraHolidays": [],
        "shortBelow": [{ "amount": 500, "currency": "EUR" }], "reminders": { "beforeDue": [5], "afterDue": [3, 14] },
    });
    house.door.put(olga, "/operator/settings", settings).await?;
    let version = house.door.get(olga, "/operator/settings").await?["version"].clone();
    let account = json!({ "holder": DEMO_NAME, "iban": "DE04200400000000100101", "bic": "COBADEFF", "currency": "EUR" });
    let accounts = json!({ "version": version, "accounts": [account] });
    let awaits = house.door.put(house.who(&OMAR.person)?, "/operator/settings/accounts", accounts).await?;
    house.approve(&OLGA, &text(&awaits["approval"], "id")?).await?;
    house.door.put(house.who(&OMAR.person)?, "/operator/terms/advertised", json!({ "terms": terms(&MUEHLE) })).await?;
    let capital =
        json!({ "on": house.today()?, "event": "capital", "amount": 50_000_000, "currency": "EUR", "note": "Paid in by the shareholders" });
    house.two(&OMAR, &OLGA, "/operator/ledger/entries", capital).await
}

async fn hire(stage: &Stage, house: &House, operator: &Operator) -> Made<Session> {
    let Person { email, fname, lname, .. } = operator.person;
    let name = |name: &str| PersonName::parse(name).map_err(sentence);
    let email_address = EmailAddress::parse(email).map_err(sentence)?;
    let roles = operator.roles.iter().copied().collect();
    let link = stage.api.use_cases.parties.add_operator(email_address, name(fname)?, name(lname)?, roles).await?;
    let session = house.door.somebody(PASSWORD);
    house.door.post(&session, "/auth/reset-password", json!({ "token": link, "password": PASSWORD })).await?;
    let welcome = house.door.post(&session, "/auth/signin", json!({ "email": email, "password": PASSWORD })).await?;
    session.with(&welcome)
}

/// The sellers with an agreement each, their debtors with limits; a viewer; a buyer with its suppliers; and somebody whose application
/// nobody has looked at.
pub async fn everybody(stage: &Stage, house: &mut House) -> Made<()> {
    for company in SELLERS {
        apply(stage, house, company).await?;
        let id = approve(house, company).await?;
        agree(house, company, &id).await?;
        house.companies.insert(company.name, id);
    }
    for debtor in DEBTORS {
        limit(house, debtor).await?;
    }
    join(stage, house).await?;
    programme(stage, house).await?;
    apply(stage, house, &SOLARWERK).await
}

/// Signs up, proves phone and address, and hands everything in.
async fn apply(stage: &Stage, house: &mut House, company: &Company) -> Made<()> {
    let door = &house.door;
    let session = door.somebody(PASSWORD);
    let signed_up = door.post(&session, "/auth/signup", company.sign_up()).await?;
    let session = prove(house, session.with(&signed_up)?, company.phone()).await?;
    let link = json!({ "token": house.mailed(stage, company.owner.email).await? });
    door.post(&session, "/auth/verify-email", link).await?;
    hand_in(house, company, session).await
}

/// Answers everything, with documents.
async fn hand_in(house: &mut House, company: &Company, session: Session) -> Made<()> {
    let door = &house.door;
    door.put(&session, "/semi-private/onboarding", company.form()).await?;
    for debtor in company.debtors {
        let buyer = door.post(&session, "/semi-private/buyers", debtor.as_buyer()).await?;
        house.buyers.insert((company.name, debtor.name), text(&buyer, "id")?);
    }
    for (kind, title) in DOCUMENTS {
        let file = page(title, &[company.name.to_owned(), company.owner.name(), "Made up for a demo.".to_owned()]);
        door.upload(&session, "/semi-private/documents", (&format!("{kind}.pdf"), &file), Some(kind)).await?;
    }
    door.post(&session, "/semi-private/onboarding/submit", json!({})).await?;
    house.people.insert(company.owner.email, session);
    Ok(())
}

/// Proves the phone; the session goes on under another token.
async fn prove(house: &House, session: Session, phone: &str) -> Made<Session> {
    let proven = house.door.post(&session, "/semi-private/auth/verify-gtoken", json!({ "gToken": phone })).await?;
    session.with(&proven)
}

/// A reviewer approves the one case that waits, and its buyers; the company.
async fn approve(house: &House, company: &Company) -> Made<String> {
    let rita = house.who(&RITA.person)?;
    let id = text(&house.door.get(rita, "/operator/applications/next").await?, "id")?;
    let path = format!("/operator/applications/{id}");
    for debtor in company.debtors {
        let buyer = house.buyer(company, debtor)?;
        house.door.post(rita, &format!("{path}/buyers/{buyer}/decision"), json!({ "seen": "pending", "decision": "approved" })).await?;
    }
    let case = house.door.get(rita, &path).await?;
    house.door.post(rita, &format!("{path}/approve"), json!({ "version": case["onboarding"]["version"] })).await?;
    text(&case, "companyId")
}

/// One proposes terms, another approves, and the owner types a name under them.
async fn agree(house: &House, company: &Company, id: &str) -> Made<()> {
    house.two(&OMAR, &OLGA, "/operator/facilities", json!({ "companyId": id, "terms": terms(company) })).await?;
    let owner = house.who(&company.owner)?;
    let facility = house.door.get(owner, "/semi-private/facilities").await?[0].clone();
    let signed = json!({ "version": facility["version"], "hash": facility["proposed"]["hash"], "signedName": company.owner.name() });
    house.door.post(owner, &format!("/semi-private/facilities/{}/accept-terms", text(&facility, "id")?), signed).await?;
    Ok(())
}

async fn limit(house: &mut House, debtor: &Debtor) -> Made<()> {
    let all = house.door.get(house.who(&OMAR.person)?, "/operator/debtors").await?;
    let found = all.as_array().into_iter().flatten().find(|found| found["legalName"] == debtor.name).ok_or("no such debtor")?;
    house.debtors.insert(debtor.name, text(found, "id")?);
    let path = house.debtor_is(debtor, "open", debtor.limit).await?;
    let awaits = path.ok_or("a limit does not wait for a second person")?;
    house.approve(&OLGA, &awaits).await
}

/// The owner of the mill invites a viewer, who follows the link.
async fn join(stage: &Stage, house: &mut House) -> Made<()> {
    let owner = house.who(&MUEHLE.owner)?;
    house.door.post(owner, "/semi-private/invitations", json!({ "email": VERA.email, "role": "viewer" })).await?;
    let session = follow(stage, house, &VERA, VERAS_PHONE).await?;
    house.people.insert(VERA.email, session);
    Ok(())
}

/// Somebody follows the link they were mailed, and proves their phone.
async fn follow(stage: &Stage, house: &House, person: &Person, phone: &str) -> Made<Session> {
    let Person { email, fname, lname, .. } = person;
    let session = house.door.somebody(PASSWORD).by_link(house.mailed(stage, email).await?);
    let told = json!({ "password": PASSWORD, "fname": fname, "lname": lname, "phone": phone, "country": "DE", "countryCode": "+49" });
    let joined = house.door.post(&session, "/invitation/accept", told).await?;
    prove(house, session.with(&joined)?, phone).await
}

/// A buyer invites its suppliers: most of them come and are approved, one has only joined, and of one nobody has followed the link.
async fn programme(stage: &Stage, house: &mut House) -> Made<()> {
    apply(stage, house, &BERGMANN).await?;
    let id = approve(house, &BERGMANN).await?;
    agree(house, &BERGMANN, &id).await?;
    house.companies.insert(BERGMANN.name, id);
    limit(house, &BERGMANN_OWES).await?;
    for supplier in SUPPLIERS {
        let invited = house.door.post(house.who(&BERGMANN.owner)?, "/semi-private/suppliers", supplier.as_supplier()).await?;
        house.suppliers.insert(supplier.name, text(&invited, "id")?);
    }
    for supplier in ENROLLED {
        let session = follow(stage, house, &supplier.owner, supplier.phone()).await?;
        hand_in(house, supplier, session).await?;
        let id = approve(house, supplier).await?;
        house.companies.insert(supplier.name, id);
    }
    let session = follow(stage, house, &SANDER.owner, SANDER.phone()).await?;
    house.people.insert(SANDER.owner.email, session);
    let own = json!({ "version": 1, "discountRate": 600, "note": "Its only customer; Bergmann asked for it." });
    house.two(&OMAR, &OLGA, &format!("/operator/suppliers/{}/rate", house.supplier(&LIND)?), own).await?;
    let all = json!({ "version": 1, "mode": "all" });
    let path = format!("/semi-private/supplier-programmes/{}/automatic", house.supplier(&OTTE)?);
    house.door.put(house.who(&OTTE.owner)?, &path, all).await?;
    Ok(())
}
