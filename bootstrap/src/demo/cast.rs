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
    /// What it applies for.
    wants: &'static str,
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
    wants: "seller",
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
    wants: "seller",
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
    wants: "seller",
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
    wants: "seller",
    debtors: &[&STAHLBAU],
};

/// Lets its suppliers be paid early.
pub const BERGMANN: Company = Company {
    name: "Bergmann Maschinenbau AG",
    owner: Person {
        email: "berta@bergmann-ag.example",
        fname: "Berta",
        lname: "Bergmann",
        is: "owner of Bergmann Maschinenbau AG, a buyer with a programme",
    },
    phone: "+4915112345606",
    registration: "HRB 60606",
    tax: "DE567891234",
    industry: "manufacturing",
    address: ["Werkstraße 60", "Chemnitz", "09111"],
    iban: "DE90200400000000100105",
    wants: "buyer",
    debtors: &[],
};

/// Sells some of what it is owed, one by one.
pub const HARZ: Company = Company {
    name: "Sägewerk Harz GmbH",
    owner: Person { email: "hans@saegewerk-harz.example", fname: "Hans", lname: "Uhlig", is: "owner of Sägewerk Harz GmbH, a supplier" },
    phone: "+4915112345607",
    registration: "HRB 40701",
    tax: "DE611111111",
    industry: "manufacturing",
    address: ["Am Forst 7", "Goslar", "38640"],
    iban: "DE63200400000000100106",
    wants: "supplier",
    debtors: &[],
};
/// Has a rate of its own.
pub const LIND: Company = Company {
    name: "Schraubenwerk Lind GmbH",
    owner: Person {
        email: "lena@schrauben-lind.example",
        fname: "Lena",
        lname: "Lind",
        is: "owner of Schraubenwerk Lind GmbH, a supplier with its own rate",
    },
    phone: "+4915112345608",
    registration: "HRB 40702",
    tax: "DE622222222",
    industry: "manufacturing",
    address: ["Gewindegasse 2", "Schmalkalden", "98574"],
    iban: "DE36200400000000100107",
    wants: "supplier",
    debtors: &[],
};
/// Is paid early without asking.
pub const OTTE: Company = Company {
    name: "Lackwerk Otte GmbH",
    owner: Person {
        email: "otto@lackwerk-otte.example",
        fname: "Otto",
        lname: "Otte",
        is: "owner of Lackwerk Otte GmbH, a supplier paid early automatically",
    },
    phone: "+4915112345609",
    registration: "HRB 40703",
    tax: "DE633333333",
    industry: "manufacturing",
    address: ["Farbenhof 3", "Wuppertal", "42103"],
    iban: "DE09200400000000100108",
    wants: "supplier",
    debtors: &[],
};
/// Has joined, and not completed its application.
pub const SANDER: Company = Company {
    name: "Elektro Sander KG",
    owner: Person {
        email: "silke@elektro-sander.example",
        fname: "Silke",
        lname: "Sander",
        is: "owner of Elektro Sander KG, a supplier that has just joined",
    },
    phone: "+4915112345610",
    registration: "HRA 40704",
    tax: "DE644444444",
    industry: "technology",
    address: ["Stromstraße 4", "Zwickau", "08056"],
    iban: "DE79200400000000100109",
    wants: "supplier",
    debtors: &[],
};
/// Leaves the programme.
pub const KERN: Company = Company {
    name: "Spedition Kern GmbH",
    owner: Person {
        email: "karl@spedition-kern.example",
        fname: "Karl",
        lname: "Kern",
        is: "owner of Spedition Kern GmbH, which left the programme",
    },
    phone: "+4915112345611",
    registration: "HRB 40705",
    tax: "DE655555555",
    industry: "transport",
    address: ["Frachtweg 5", "Leipzig", "04103"],
    iban: "DE52200400000000100110",
    wants: "supplier",
    debtors: &[],
};
/// Nobody follows its link.
pub const NOLL: Company = Company {
    name: "Gießerei Noll GmbH",
    owner: Person { email: "nora@giesserei-noll.example", fname: "Nora", lname: "Noll", is: "invited by Bergmann Maschinenbau AG" },
    phone: "+4915112345612",
    registration: "HRB 40706",
    tax: "DE666666666",
    industry: "manufacturing",
    address: ["Hüttenplatz 6", "Siegen", "57072"],
    iban: "DE25200400000000100111",
    wants: "supplier",
    debtors: &[],
};
/// In the order in which they are invited.
pub const SUPPLIERS: [&Company; 6] = [&HARZ, &LIND, &OTTE, &SANDER, &KERN, &NOLL];
/// Those of them who are approved.
pub const ENROLLED: [&Company; 4] = [&HARZ, &LIND, &OTTE, &KERN];

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
/// The same company as [`BERGMANN`], as it owes.
pub const BERGMANN_OWES: Debtor = Debtor {
    name: BERGMANN.name,
    country: "DE",
    registration: BERGMANN.registration,
    contact: ["Bernd Thiele", "kreditoren@bergmann-ag.example"],
    iban: BERGMANN.iban,
    limit: 10_000_000,
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

    /// As its buyer invites it.
    pub fn as_supplier(&self) -> Value {
        json!({ "legalName": self.name, "country": "DE", "registrationNumber": self.registration, "email": self.owner.email })
    }

    /// Its answers.
    pub fn form(&self) -> Value {
        let Person { fname, lname, .. } = self.owner;
        let [street, city, postal_code] = self.address;
        json!({
            "company": {
                "legalName": self.name, "legalForm": "private_limited", "registrationNumber": self.registration, "taxNumber": self.tax,
                "incorporatedOn": "2010-01-31", "country": "DE", "industry": self.industry, "wants": [self.wants],
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

/// What each of them agreed to: the terms of the finance page's first vector; nearly everything covered, with tax; one that pays
/// out more and costs more; and a programme.
pub fn terms(company: &Company) -> Value {
    let mut terms = json!({
        "kind": "factoring", "currency": "EUR", "limit": 5_000_000, "advanceRate": 8_000, "discountRate": 1_200, "dayCount": "act_360",
        "serviceFee": 150, "serviceFeeMinimum": 0, "payoutFee": 0, "feeTax": 0, "cover": 0, "graceDays": 5, "lateRate": 600,
        "recourseAfterDays": 30, "minDays": 7, "maxDays": 120, "maxInvoiceAgeDays": 60, "concentration": 6_000,
        "verification": "above", "verificationAbove": 2_500_000, "notification": "disclosed", "buyerShare": 0,
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
        name if name == BERGMANN.name => json!({
            "kind": "reverse_factoring", "discountTiming": "in_advance", "limit": 10_000_000, "advanceRate": 10_000, "discountRate": 900,
            "serviceFee": 0, "cover": 10_000, "concentration": 10_000, "verification": "never", "verificationAbove": null,
            "buyerShare": 1_000,
        }),
        _ => json!({}),
    };
    if let (Some(terms), Some(others)) = (terms.as_object_mut(), others.as_object()) {
        terms.extend(others.clone());
    }
    terms
}
