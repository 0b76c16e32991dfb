//! What a company signed: every term in the words in which it read them on the screen.

use super::{columns, discount, fact, heading, paragraph, row};
use crate::language::{Text, amount, day};
use chrono::{DateTime, Utc};
use sooner_application::papers::{
    facts::SignedTerms,
    paper::{ColumnKind, Part, RowKind, Table},
};
use sooner_domain::{
    facilities::terms::{DiscountTiming, FacilityKind, Notification, Parts, Terms, VerificationRule},
    kernel::{
        interest::{DayCount, YearlyRate},
        language::Language,
        minor::Minor,
        money::Percentage,
    },
};

pub(super) fn terms(signed: &SignedTerms, reader: Language) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Terms of your facility, version {version}", de: "Konditionen Ihres Rahmenvertrags, Fassung {version}" };
    const LEAD: Text = Text {
        en: "Your company accepted the terms below. They are shown here in full, in the words in which they were shown when they were signed.",
        de: "Ihr Unternehmen hat die folgenden Konditionen angenommen. Sie stehen hier vollständig und mit den Worten, die bei der Unterzeichnung angezeigt wurden.",
    };
    const PRODUCT: Text = Text { en: "Product", de: "Produkt" };
    const CURRENCY: Text = Text { en: "Currency", de: "Währung" };
    const VERSION: Text = Text { en: "Version", de: "Fassung" };
    const PROPOSED: Text = Text { en: "Proposed on", de: "Vorgeschlagen am" };
    const TERM: Text = Text { en: "Term", de: "Kondition" };
    const AGREED: Text = Text { en: "Agreed", de: "Vereinbart" };
    const SIGNATURE: Text = Text { en: "Signature", de: "Unterzeichnung" };
    const NAME: Text = Text { en: "Signed as", de: "Unterzeichnet als" };
    const ACCOUNT: Text = Text { en: "User account", de: "Benutzerkonto" };
    const AT: Text = Text { en: "Signed on", de: "Unterzeichnet am" };
    const ADDRESS: Text = Text { en: "Network address", de: "Netzwerkadresse" };
    const HASH: Text = Text { en: "SHA-256 of the terms", de: "SHA-256 der Konditionen" };
    const EVIDENCE: Text = Text {
        en: "The terms were accepted electronically with a typed name, after the user had confirmed who they are. The SHA-256 stands for exactly these terms: any other term would give another one. It is calculated from their canonical form (RFC 8785).",
        de: "Die Konditionen wurden elektronisch mit eingetipptem Namen angenommen, nachdem sich der Benutzer erneut ausgewiesen hatte. Der SHA-256-Wert steht für genau diese Konditionen: Jede andere Kondition ergäbe einen anderen Wert. Er wird aus ihrer kanonischen Form (RFC 8785) berechnet.",
    };
    let parts = signed.terms.parts();
    let facts = vec![
        fact(&PRODUCT, reader, kind(parts.kind).to(reader).to_owned()),
        fact(&CURRENCY, reader, parts.currency.code().to_owned()),
        fact(&VERSION, reader, signed.version.to_string()),
        fact(&PROPOSED, reader, instant(signed.proposed_at, reader)),
    ];
    let mut told = vec![paragraph(&LEAD, reader), Part::Facts(facts)];
    for Group { title, terms } in groups(&signed.terms, reader) {
        let columns = columns(&[(TERM.to(reader).to_owned(), ColumnKind::Text), (AGREED.to(reader).to_owned(), ColumnKind::Text)]);
        let rows = terms.into_iter().map(|Said { label, value }| row(RowKind::Entry, vec![label.to_owned(), value]));
        told.extend([heading(title, reader), Part::Table(Table { summary: title.to(reader).to_owned(), columns, rows: rows.collect() })]);
    }
    let evidence = vec![
        fact(&NAME, reader, signed.signed_name.clone()),
        fact(&ACCOUNT, reader, signed.account.clone()),
        fact(&AT, reader, instant(signed.signed_at, reader)),
        fact(&ADDRESS, reader, signed.address.to_string()),
        fact(&HASH, reader, signed.hash.to_string()),
    ];
    told.extend([heading(&SIGNATURE, reader), Part::Facts(evidence), paragraph(&EVIDENCE, reader)]);
    (TITLE.with(reader, &[("version", &signed.version.to_string())]), told)
}

/// As in `4 January 2027, 13:00:05 UTC`.
fn instant(at: DateTime<Utc>, reader: Language) -> String {
    format!("{}, {}", day(at.date_naive(), reader), at.format("%H:%M:%S\u{a0}UTC"))
}

pub(super) fn percent(share: Percentage, reader: Language) -> String {
    points(share.basis_points().into(), reader)
}

/// Basis points as in `12.5%` and `12,5 %`.
pub(super) fn points(points: i64, reader: Language) -> String {
    let (point, sign) = match reader {
        Language::English => ('.', "%"),
        Language::German => (',', "\u{a0}%"),
    };
    let cents = format!("{:02}", points % 100);
    let cents = cents.trim_end_matches('0');
    let cents = if cents.is_empty() { String::new() } else { format!("{point}{cents}") };
    format!("{}{cents}{sign}", points / 100)
}

/// Terms under one heading.
pub(in crate::papers) struct Group {
    pub(in crate::papers) title: &'static Text,
    pub(in crate::papers) terms: Vec<Said>,
}

/// A term in words. The client shows the same: a test holds them together.
pub(in crate::papers) struct Said {
    pub(in crate::papers) label: &'static str,
    pub(in crate::papers) value: String,
}

/// Every term as who signs it reads it. A programme’s are its buyer’s, without those that mean nothing in one.
pub(in crate::papers) fn groups(terms: &Terms, reader: Language) -> Vec<Group> {
    let said = Saying { terms: terms.parts(), offer_hours: terms.offer_hours(), timing: terms.timing(), reader };
    match terms.parts().kind {
        FacilityKind::Factoring => said.factoring(),
        FacilityKind::ReverseFactoring => said.programme(),
    }
}

struct Saying<'a> {
    terms: &'a Parts,
    /// Of terms that were signed while there was such a term.
    offer_hours: Option<i64>,
    timing: DiscountTiming,
    reader: Language,
}

impl Saying<'_> {
    fn said(&self, label: &Text, value: String) -> Said {
        Said { label: label.to(self.reader), value }
    }

    fn percent(&self, share: Percentage) -> String {
        percent(share, self.reader)
    }

    fn yearly(&self, rate: YearlyRate) -> String {
        const YEARLY: Text = Text { en: "{rate} a year", de: "{rate} im Jahr" };
        YEARLY.with(self.reader, &[("rate", &points(rate.basis_points().into(), self.reader))])
    }

    fn money(&self, minor: Minor) -> String {
        amount(minor, self.terms.currency, self.reader)
    }

    fn number(&self, count: i64) -> String {
        let point = if self.reader == Language::German { '.' } else { ',' };
        if count < 1_000 { count.to_string() } else { format!("{}{point}{:03}", count / 1_000, count % 1_000) }
    }

    fn count(&self, count: i64, (one, many): (&Text, &Text)) -> String {
        (if count == 1 { one } else { many }).with(self.reader, &[("count", &self.number(count))])
    }

    fn days(&self, count: i64) -> String {
        self.count(count, (&Text { en: "{count} day", de: "{count} Tag" }, &Text { en: "{count} days", de: "{count} Tage" }))
    }

    fn at_most(&self, value: &str) -> String {
        const AT_MOST: Text = Text { en: "at most {value}", de: "höchstens {value}" };
        AT_MOST.with(self.reader, &[("value", value)])
    }

    fn limit(&self) -> Said {
        self.said(&Text { en: "Limit", de: "Finanzierungslinie" }, self.money(self.terms.limit))
    }

    /// The charges, whoever bears them.
    fn charges(&self) -> Vec<Said> {
        let terms = self.terms;
        vec![
            self.said(discount(Some(terms.kind)), self.yearly(terms.discount_rate)),
            self.said(&Text { en: "How days are counted", de: "Zinsmethode" }, day_count(terms.day_count).to(self.reader).to_owned()),
            self.said(&Text { en: "Fees charged", de: "Gebühren werden abgezogen" }, timing(self.timing).to(self.reader).to_owned()),
            self.said(&Text { en: "Service fee", de: "Factoringgebühr" }, self.percent(terms.service_fee)),
            self.said(
                &Text { en: "Minimum service fee per invoice", de: "Mindestgebühr je Rechnung" },
                self.money(terms.service_fee_minimum),
            ),
            self.said(&Text { en: "Payout fee", de: "Auszahlungsgebühr" }, self.money(terms.payout_fee)),
            self.said(&Text { en: "Tax on fees", de: "Steuer auf Gebühren" }, self.percent(terms.fee_tax)),
        ]
    }

    /// How long there is from a payout to the due date.
    fn tenor(&self) -> Said {
        const FROM_TO: Text = Text { en: "{least} to {most}", de: "{least} bis {most}" };
        let (least, most) = (self.number(self.terms.min_days), self.days(self.terms.max_days));
        let told = FROM_TO.with(self.reader, &[("least", &least), ("most", &most)]);
        self.said(&Text { en: "Tenor from payout to due date", de: "Laufzeit von der Auszahlung bis zur Fälligkeit" }, told)
    }

    fn age(&self, label: &Text) -> Said {
        self.said(label, self.at_most(&self.days(self.terms.max_invoice_age_days)))
    }

    fn offers(&self, label: &Text) -> Option<Said> {
        const HOURS: (&Text, &Text) =
            (&Text { en: "{count} hour", de: "{count} Stunde" }, &Text { en: "{count} hours", de: "{count} Stunden" });
        self.offer_hours.map(|hours| self.said(label, self.at_most(&self.count(hours, HOURS))))
    }

    /// What counts from when on where payment is late.
    fn late(&self) -> [Said; 2] {
        [
            self.said(&Text { en: "Grace days after the due date", de: "Karenztage nach Fälligkeit" }, self.days(self.terms.grace_days)),
            self.said(&Text { en: "Late charge after that", de: "Zinsaufschlag danach" }, self.yearly(self.terms.late_rate)),
        ]
    }

    fn recourse(&self, label: &Text) -> Said {
        self.said(label, self.days(self.terms.recourse_after_days))
    }

    /// Who bears it where a debtor cannot pay: without cover that is who sold, which is said in words.
    fn cover(&self) -> Said {
        const YES: Text = Text { en: "Yes", de: "ja (unechtes Factoring)" };
        let cover = self.terms.cover;
        if cover.basis_points() > 0 {
            return self.said(&Text { en: "Cover", de: "Ausfallschutz (Delkredere)" }, self.percent(cover));
        }
        self.said(&Text { en: "Recourse to you", de: "Rückgriff auf Sie" }, YES.to(self.reader).to_owned())
    }

    fn verification(&self, above: &Text, [always, first]: [&Text; 2]) -> Said {
        const NEVER: Text = Text { en: "Never", de: "Nie" };
        let told = match self.terms.verification {
            VerificationRule::Always => always.to(self.reader).to_owned(),
            VerificationRule::FirstOfDebtor => first.to(self.reader).to_owned(),
            VerificationRule::Above => {
                above.with(self.reader, &[("amount", &self.money(self.terms.verification_above.unwrap_or_default()))])
            }
            VerificationRule::Never => NEVER.to(self.reader).to_owned(),
        };
        self.said(&Text { en: "Verification", de: "Verifizierung" }, told)
    }

    fn factoring(&self) -> Vec<Group> {
        let terms = self.terms;
        let recourse = if terms.cover.basis_points() > 0 {
            &Text { en: "Counts as a default after the due date", de: "Gilt nach Fälligkeit als Ausfall" }
        } else {
            &Text { en: "May go back to you after the due date", de: "Rückbelastung möglich nach Fälligkeit" }
        };
        let verification = self.verification(
            &Text { en: "Invoices above {amount}", de: "Rechnungen über {amount}" },
            [
                &Text { en: "Every invoice", de: "Jede Rechnung" },
                &Text { en: "The first invoice to each buyer", de: "Die erste Rechnung an jeden Abnehmer" },
            ],
        );
        let [grace, late] = self.late();
        vec![
            Group {
                title: &HOW_MUCH,
                terms: vec![
                    self.limit(),
                    self.said(&Text { en: "Advance rate", de: "Bevorschussungsquote" }, self.percent(terms.advance_rate)),
                    self.said(
                        &Text { en: "Concentration limit per buyer", de: "Konzentrationsgrenze je Abnehmer" },
                        self.percent(terms.concentration),
                    ),
                ],
            },
            Group { title: &Text { en: "What it costs", de: "Was es kostet" }, terms: self.charges() },
            Group {
                title: &Text { en: "Which invoices", de: "Welche Rechnungen" },
                terms: [
                    self.tenor(),
                    self.age(&Text { en: "From invoice date to submission", de: "Vom Rechnungsdatum bis zur Einreichung" }),
                    verification,
                    self.said(
                        &Text { en: "Notice to buyers", de: "Abtretungsanzeige" },
                        notification(terms.notification).to(self.reader).to_owned(),
                    ),
                ]
                .into_iter()
                .chain(self.offers(&Text { en: "Offers are valid", de: "Gültigkeit der Angebote" }))
                .collect(),
            },
            Group {
                title: &Text { en: "When a buyer pays late or not at all", de: "Wenn ein Abnehmer spät oder gar nicht zahlt" },
                terms: vec![grace, late, self.recourse(recourse), self.cover()],
            },
        ]
    }

    /// There is one buyer, which pays us what it approved: no share of it, and no notice.
    fn programme(&self) -> Vec<Group> {
        let terms = self.terms;
        let verification = self.verification(
            &Text { en: "Payables above {amount}", de: "Verbindlichkeiten über {amount}" },
            [
                &Text { en: "Every payable", de: "Jede Verbindlichkeit" },
                &Text { en: "The first payable to each supplier", de: "Die erste Verbindlichkeit gegenüber jedem Lieferanten" },
            ],
        );
        let early = Text { en: "Part of a payable that is paid early", de: "Vorzeitig gezahlter Teil einer Verbindlichkeit" };
        let share = self.said(&Text { en: "Your share of the discount", de: "Ihr Anteil am Diskont" }, self.percent(terms.buyer_share));
        let [grace, late] = self.late();
        vec![
            Group { title: &HOW_MUCH, terms: vec![self.limit(), self.said(&early, self.percent(terms.advance_rate))] },
            Group {
                title: &Text { en: "What early payment costs your supplier", de: "Was die vorzeitige Zahlung Ihren Lieferanten kostet" },
                terms: self.charges().into_iter().chain([share]).collect(),
            },
            Group {
                title: &Text { en: "Which payables", de: "Welche Verbindlichkeiten" },
                terms: [
                    self.tenor(),
                    self.age(&Text { en: "From invoice date to your approval", de: "Vom Rechnungsdatum bis zu Ihrer Freigabe" }),
                    verification,
                ]
                .into_iter()
                .chain(self.offers(&Text { en: "Offers to your suppliers are valid", de: "Gültigkeit der Angebote an Ihre Lieferanten" }))
                .collect(),
            },
            Group {
                title: &Text { en: "When you pay late or not at all", de: "Wenn Sie spät oder gar nicht zahlen" },
                terms: vec![
                    grace,
                    late,
                    self.recourse(&Text { en: "Counts as a default after the due date", de: "Gilt nach Fälligkeit als Ausfall" }),
                    self.said(
                        &Text { en: "Your suppliers keep of what they were paid", de: "Ihre Lieferanten behalten vom Erhaltenen" },
                        self.percent(terms.cover),
                    ),
                ],
            },
        ]
    }
}

const HOW_MUCH: Text = Text { en: "How much", de: "Umfang" };

fn kind(kind: FacilityKind) -> &'static Text {
    match kind {
        FacilityKind::Factoring => &Text { en: "Factoring", de: "Factoring" },
        FacilityKind::ReverseFactoring => &Text { en: "Reverse factoring", de: "Reverse Factoring" },
    }
}

fn day_count(count: DayCount) -> &'static Text {
    match count {
        DayCount::Act360 => &Text { en: "Actual days, 360 a year", de: "Taggenau, 360 Tage je Jahr" },
        DayCount::Act365 => &Text { en: "Actual days, 365 a year", de: "Taggenau, 365 Tage je Jahr" },
        DayCount::ThirtyE360 => &Text { en: "30 days a month, 360 a year", de: "30 Tage je Monat, 360 je Jahr" },
    }
}

fn timing(timing: DiscountTiming) -> &'static Text {
    match timing {
        DiscountTiming::InArrears => &Text { en: "At settlement", de: "Bei der Abrechnung" },
        DiscountTiming::InAdvance => &Text { en: "From the payout", de: "Bei der Auszahlung" },
    }
}

fn notification(notification: Notification) -> &'static Text {
    match notification {
        Notification::Disclosed => {
            &Text { en: "Your buyer is told and pays us", de: "Offenes Factoring: Ihr Abnehmer wird informiert und zahlt an uns" }
        }
        Notification::Undisclosed => &Text {
            en: "Your buyer pays you, and you forward the money",
            de: "Stilles Factoring: Ihr Abnehmer zahlt an Sie, Sie leiten das Geld weiter",
        },
    }
}
