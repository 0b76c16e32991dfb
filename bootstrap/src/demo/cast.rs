//! Who there is: people of the house, sellers, debtors. All of them are made up.

use serde_json::{Value, json};
use sooner_domain::identity::operator::OperatorRole;

/// Everybody's.
pub const PASSWORD: &str = "seven green lanterns";

/// Somebody who can sign in.
pub struct Person {
    pub email: &'static str,
    pub fname: &'static str,
    pub lname: &'static str,
    /// What they are there for.
    pub is: &'static str,
}

impl Person {
    pub fn name(&self) -> String {
        format!("{} {}", self.fname, self.lname)
    }
}

/// Somebody who works for the house; without roles they have every one.
pub struct Operator {
    pub person: Person,
    pub roles: &'static [OperatorRole],
}

pub const OLGA: Operator =
    Operator { person: Person { email: "olga@house.example", fname: "Olga", lname: "Reyes", is: "operator: every role" }, roles: &[] };
pub const OMAR: Operator = Operator {
    person: Person { email: "omar@house.example", fname: "Omar", lname: "Haddad", is: "operator: credit, treasury, admin" },
    roles: &[OperatorRole::Credit, OperatorRole::Treasury, OperatorRole::Admin],
};
pub const TARA: Operator = Operator {
    person: Person { email: "tara@house.example", fname: "Tara", lname: "Vogt", is: "operator: treasury" },
    roles: &[OperatorRole::Treasury],
};
pub const RITA: Operator = Operator {
    person: Person { email: "rita@house.example", fname: "Rita", lname: "Sommer", is: "operator: reviewer" },
    roles: &[OperatorRole::Reviewer],
};
pub const ANNA: Operator = Operator {
    person: Person { email: "anna@house.example", fname: "Anna", lname: "Keller", is: "operator: auditor" },
    roles: &[OperatorRole::Auditor],
};

/// The first is the instance's first operator.
pub const OPERATORS: [&Operator; 5] = [&OLGA, &OMAR, &TARA, &RITA, &ANNA];

/// A company that applies.
pub struct Company {
    pub name: &'static str,
    pub owner: Person,
    phone: &'static str,
    registration: &'static str,
    tax: &'static str,
    industry: &'static str,
    /// Street, city, postal code.
    address: [&'static str; 3],
    pub iban: &'static str,
    /// Its buyers.
    pub debtors: &'static [&'static Debtor],
}

pub const MUEHLE: Company = Company {
    name: "Mühle Brandt GmbH",
    owner: Person { email: "ada@muehle-brandt.example", fname: "Ada", lname: "Brandt", is: "owner of Mühle Brandt GmbH" },
    phone: "+4915112345601",
    registration: "HRB 12345",
    tax: "DE123456789",
    industry: "manufacturing",
    address: ["Mühlweg 1", "Freiburg", "79098"],
    iban: "DE40100100100000012345",
    debtors: &[&NORDWIND, &KAUFHAUS, &STAHLBAU, &MARKTKETTE],
};
pub const HAFEN: Company = Company {
    name: "Hafen Logistik GmbH",
    owner: Person { email: "hanna@hafen-logistik.example", fname: "Hanna", lname: "Petersen", is: "owner of Hafen Logistik GmbH" },
    phone: "+4915112345602",
    registration: "HRB 20417",
    tax: "DE234567891",
    industry: "transport",
    address: ["Am Kai 14", "Hamburg", "20457"],
    iban: "DE74200400000000100102",
    debtors: &[&BALTIC, &NORDWIND, &ATELIER, &STAHLBAU],
};
pub const WEBEREI: Company = Company {
    name: "Weberei Falk GmbH",
    owner: Person { email: "felix@weberei-falk.example", fname: "Felix", lname: "Falk", is: "owner of Weberei Falk GmbH" },
    phone: "+4915112345603",
    registration: "HRB 30882",
    tax: "DE345678912",
    industry: "manufacturing",
    address: ["Spulenweg 7", "Augsburg", "86150"],
    iban: "DE47200400000000100103",
    debtors: &[&KAUFHAUS, &MARKTKETTE],
};
pub const SELLERS: [&Company; 3] = [&MUEHLE, &HAFEN, &WEBEREI];

/// Has handed its application in, and nobody has looked at it.
pub const SOLARWERK: Company = Company {
    name: "Solarwerk Jena GmbH",
    owner: Person {
        email: "solveig@solarwerk-jena.example",
        fname: "Solveig",
        lname: "Jansen",
        is: "owner of Solarwerk Jena GmbH, which applies",
    },
    phone: "+4915112345604",
    registration: "HRB 51193",
    tax: "DE456789123",
    industry: "technology",
    address: ["Glaswerkstraße 3", "Jena", "07743"],
    iban: "DE20200400000000100104",
    debtors: &[&STAHLBAU],
};

/// May look at what Mühle Brandt sells, and change nothing.
pub const VERA: Person = Person { email: "vera@muehle-brandt.example", fname: "Vera", lname: "Klein", is: "viewer at Mühle Brandt GmbH" };
pub const VERAS_PHONE: &str = "+4915112345605";

/// Somebody who owes.
pub struct Debtor {
    pub name: &'static str,
    country: &'static str,
    registration: &'static str,
    contact: [&'static str; 2],
    pub iban: &'static str,
    /// The most it may owe to all sellers, in cents.
    pub limit: i64,
}

pub const NORDWIND: Debtor = Debtor {
    name: "Nordwind AG",
    country: "DE",
    registration: "HRB 70011",
    contact: ["Nils Boysen", "rechnungen@nordwind.example"],
    iban: "DE75500700100000200201",
    limit: 5_000_000,
};
pub const KAUFHAUS: Debtor = Debtor {
    name: "Kaufhaus Linden AG",
    country: "DE",
    registration: "HRB 70022",
    contact: ["Karin Wolter", "buchhaltung@kaufhaus-linden.example"],
    iban: "DE48500700100000200202",
    limit: 4_000_000,
};
pub const STAHLBAU: Debtor = Debtor {
    name: "Stahlbau Roth KG",
    country: "DE",
    registration: "HRA 70033",
    contact: ["Rolf Roth", "roth@stahlbau-roth.example"],
    iban: "DE21500700100000200203",
    limit: 2_500_000,
};
pub const MARKTKETTE: Debtor = Debtor {
    name: "Marktkette Süd SE",
    country: "DE",
    registration: "HRB 70044",
    contact: ["Maria Suter", "kreditoren@marktkette-sued.example"],
    iban: "DE91500700100000200204",
    limit: 4_000_000,
};
pub const BALTIC: Debtor = Debtor {
    name: "Baltic Foods B.V.",
    country: "NL",
    registration: "70055112",
    contact: ["Piet Smit", "invoices@baltic-foods.example"],
    iban: "NL64ABNA0417164301",
    limit: 6_000_000,
};
pub const ATELIER: Debtor = Debtor {
    name: "Atelier Moreau SARL",
    country: "FR",
    registration: "700661234",
    contact: ["Manon Moreau", "compta@atelier-moreau.example"],
    iban: "FR1420041010050500013M02606",
    limit: 3_000_000,
};
pub const DEBTORS: [&Debtor; 6] = [&NORDWIND, &KAUFHAUS, &STAHLBAU, &MARKTKETTE, &BALTIC, &ATELIER];

impl Company {
    /// What its owner signs up with.
    pub fn sign_up(&self) -> Value {
        let Person { email, fname, lname, .. } = self.owner;
        json!({ "email": email, "password": PASSWORD, "fname": fname, "lname": lname, "phone": self.phone, "country": "DE", "countryCode": "+49" })
    }

    pub fn phone(&self) -> &'static str {
        self.phone
    }

    /// Its answers.
    pub fn form(&self) -> Value {
        let Person { fname, lname, .. } = self.owner;
        let [street, city, postal_code] = self.address;
        json!({
            "company": {
                "legalName": self.name, "legalForm": "private_limited", "registrationNumber": self.registration, "taxNumber": self.tax,
                "incorporatedOn": "2010-01-31", "country": "DE", "industry": self.industry, "wants": ["seller"],
                "address": { "line1": street, "city": city, "postalCode": postal_code, "country": "DE" },
                "yearlyTurnover": { "amount": 240_000_000, "currency": "EUR" },
            },
            "people": [{
                "fname": fname, "lname": lname, "bornOn": "1980-02-29", "nationality": "DE",
                "roles": ["director", "signatory", "owner"], "ownershipPercent": 60,
            }],
            "bankAccount": { "holder": self.name, "iban": self.iban, "currency": "EUR" },
        })
    }
}

impl Debtor {
    /// As a seller names it.
    pub fn as_buyer(&self) -> Value {
        let [name, email] = self.contact;
        json!({
            "legalName": self.name, "country": self.country, "registrationNumber": self.registration, "contactName": name,
            "contactEmail": email, "expectedYearlyVolume": { "amount": 50_000_000, "currency": "EUR" }, "paymentTermsDays": 45,
        })
    }
}

/// What each of the three agreed to: the terms of the finance page's first vector; nearly everything covered, with tax; and one
/// that pays out more and costs more.
pub fn terms(company: &Company) -> Value {
    let mut terms = json!({
        "kind": "factoring", "currency": "EUR", "limit": 5_000_000, "advanceRate": 8_000, "discountRate": 1_200, "dayCount": "act_360",
        "serviceFee": 150, "serviceFeeMinimum": 0, "payoutFee": 0, "feeTax": 0, "cover": 0, "graceDays": 5, "lateRate": 600,
        "recourseAfterDays": 30, "minDays": 7, "maxDays": 120, "maxInvoiceAgeDays": 60, "concentration": 6_000,
        "verification": "above", "verificationAbove": 2_500_000, "notification": "disclosed", "offerHours": 72, "buyerShare": 0,
    });
    let others = match company.name {
        name if name == HAFEN.name => json!({
            "limit": 8_000_000, "advanceRate": 8_500, "discountRate": 1_000, "serviceFee": 120, "payoutFee": 500, "feeTax": 1_900,
            "cover": 8_000, "verification": "first_of_debtor", "verificationAbove": null,
        }),
        name if name == WEBEREI.name => json!({
            "limit": 3_000_000, "advanceRate": 9_000, "discountRate": 1_825, "dayCount": "act_365", "concentration": 10_000,
            "verification": "never", "verificationAbove": null,
        }),
        _ => json!({}),
    };
    if let (Some(terms), Some(others)) = (terms.as_object_mut(), others.as_object()) {
        terms.extend(others.clone());
    }
    terms
}
