//! What tells that a claim was assigned, and what does not.

use super::*;
use proptest::prelude::*;

const ASSIGNED: &[&str] = &[
    "Die Forderung aus dieser Rechnung wurde an die Muster Factoring GmbH abgetreten.",
    "Diese Rechnung ist im Rahmen eines Factoringvertrages an die Beispielbank AG verkauft und abgetreten.",
    "Zahlungen können mit schuldbefreiender Wirkung nur an die Beispiel Finanz GmbH, IBAN DE89 3704 0044 0532 0130 00, geleistet werden.",
    "Schuldbefreiend nur an: Beispiel Finanz GmbH",
    "Mit befreiender Wirkung kann ausschließlich an unseren Factor, die Nordfinanz AG, gezahlt werden.",
    "Wir haben unsere Ansprüche an die\nSüdbank AG, Frankfurt a. M.,\nabgetreten. Bitte zahlen Sie nur dorthin.",
    "ABTRETUNGSANZEIGE: Zahlungen bitte ausschliesslich an die Südbank",
    "Wir treten unsere Forderung an die Westfaktor GmbH ab.",
    "Forderungsabtretung an Westfaktor",
    "Bitte überweisen Sie den Betrag an unsere Factoring-Gesellschaft.",
    "Zahlung bitte an unseren Factoringpartner.",
    "Die Forderung ist an die Westfinanz verkauft und übertragen.",
    "Die Forderung wurde an die Alpenbank zediert.",
    "Neuer Gläubiger ist die Westfinanz AG.",
    "Zession: Zahlungen nur an die Alpenbank AG",
    "Bitte beachten Sie: Zahlungen sind nicht an uns, sondern an die Westfinanz zu leisten, da die Forderung dorthin abgetreten ist.",
    "This invoice has been assigned to Example Finance Ltd. Payment must be made to them only.",
    "The receivable has been sold and assigned to Example Factoring Ltd.",
    "The debt represented by this invoice is assigned absolutely to Example Finance plc.",
    "All our claims are assigned to and payable to Example Bank.",
    "NOTICE OF ASSIGNMENT",
    "Assignment of receivables: pay Example Finance Ltd only",
    "Payment with discharging effect can only be made to Example Bank AG.",
    "Only payment to Example Finance Ltd will discharge your debt.",
    "Payment to our factoring company only, please.",
    "This debt has been purchased by Example Finance.",
    "Please pay Example Invoice Finance Ltd; payment to Example Invoice Finance only",
    "Pour être libératoire, votre règlement doit être effectué directement à l'ordre de la société Exemple Affacturage.",
    "Créance cédée à Exemple Factor dans le cadre d'un contrat d'affacturage.",
    "Exemple Factor est subrogé dans nos droits au titre de cette créance.",
];

const ORDINARY: &[&str] = &[
    "Zahlbar innerhalb von 30 Tagen ohne Abzug.",
    "Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum (Eigentumsvorbehalt).",
    "Verlängerter Eigentumsvorbehalt: Der Käufer tritt die Forderungen aus der Weiterveräußerung schon jetzt an uns ab.",
    "Die aus dem Weiterverkauf entstehenden Forderungen werden bereits jetzt an uns abgetreten.",
    "Die vom Käufer abgetretenen Forderungen ziehen wir ein.",
    "Forderungen gegen uns dürfen nicht abgetreten werden.",
    "Die Abtretung von Forderungen an Dritte ist ausgeschlossen.",
    "Eine Abtretung bedarf unserer schriftlichen Zustimmung.",
    "Es gilt ein Abtretungsverbot.",
    "Gewährleistungsansprüche gegen den Hersteller sind an den Kunden abgetreten.",
    "Gläubiger-ID: DE98ZZZ09999999999, Mandat 4711",
    "Wir ziehen den Betrag unter der Gläubiger-Identifikationsnummer DE98ZZZ09999999999 von Ihrem Konto ein.",
    "Konzessionsabgabe 0,11 ct/kWh",
    "Zahlungen mit schuldbefreiender Wirkung nur auf unser unten genanntes Konto.",
    "Schuldbefreiende Zahlung nur an uns.",
    "Leistungsfaktor 0,9; Umrechnungsfaktor 1,2",
    "Wir akzeptieren kein Factoring.",
    "Bitte überweisen Sie bis zum 13.04.2018 auf das unten aufgeführte Konto.",
    "Hausanschrift übertragen aus Auftrag 12",
    "Verkauft wie gesehen.",
    "Es gelten unsere AGB. Gerichtsstand ist Berlin.",
    "Amtsgericht Berlin HRB 12345, Geschäftsführerin Erika Muster",
    "[Bank assigned creditor identifier]",
    "The invoice number assigned to you is 4711.",
    "Consultant assigned to project X, invoice of March.",
    "Invoices may not be assigned to third parties.",
    "Claims against us cannot be assigned to anybody.",
    "Assignment of claims without our consent is excluded.",
    "Title remains with the seller (retention of title); claims from resale are assigned to us.",
    "Goods sold to Example Ltd as per order 12.",
    "Port of discharge: Hamburg. Payment to our account.",
    "Payment with discharging effect only to the account below.",
    "Payment within 30 days to our account.",
    "Power factor correction, 3 units.",
    "Tout retard de paiement engendre une pénalité exigible à compter de la date d'échéance.",
    "Clause de réserve de propriété : les marchandises restent notre propriété.",
    "Concession de service public, redevance 2026",
];

fn noted(text: &str) -> InvoiceData {
    InvoiceData { notes: vec![InvoiceNote { subject: None, text: text.to_owned() }], ..invoice() }
}

#[test]
fn what_factors_have_written_is_recognised() {
    let is_missed = |text: &&&str| noted(text).assignment_notices() + noted(&text.to_uppercase()).assignment_notices() != 2;
    assert_eq!(ASSIGNED.iter().filter(is_missed).collect::<Vec<_>>(), Vec::<&&str>::new());
    let plain = "Die Forderung wurde im Rahmen des Factorings an die Suedbank uebertragen; Neue Glaeubigerin ist die Suedbank";
    assert_eq!(noted(plain).assignment_notices(), 1);
}

#[test]
fn what_others_write_is_not() {
    let is_taken = |text: &&&str| noted(text).assignment_notices() != 0;
    assert_eq!(ORDINARY.iter().filter(is_taken).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert_eq!(noted(&ORDINARY.join("\n")).assignment_notices(), 0);
    assert_eq!(noted("").assignment_notices(), 0);
}

#[test]
fn each_note_counts_and_so_do_the_terms() {
    let note = |subject: Option<&str>, text: &str| InvoiceNote { subject: subject.map(str::to_owned), text: text.to_owned() };
    let notes = vec![note(Some("ACC"), "See our terms"), note(Some("AAI"), ORDINARY[0]), note(None, ASSIGNED[0])];
    let data = InvoiceData { notes, payment_terms: text(ASSIGNED[3]), ..invoice() };
    assert_eq!(data.assignment_notices(), 3);
    assert_eq!(data.instructions().case(&known()).assignment_notices, 3);
}

#[test]
fn a_name_that_sounds_so_says_nothing() {
    let seller = InvoiceParty { name: text("Nord Factoring Software GmbH"), ..invoice().seller };
    let told = |text: &str| InvoiceData { seller: seller.clone(), ..noted(text) }.assignment_notices();
    assert_eq!(told("Nord Factoring Software GmbH, Hamburg, Konto bei der Nordbank"), 0);
    assert_eq!(told("Nord Factoring Software GmbH: Zahlung bitte an die Süd Factoring GmbH"), 1);
}

fn ordinary() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(ORDINARY), 0..5).prop_map(|all| all.join("\n"))
}

proptest! {
    #[test]
    fn it_is_found_wherever_it_stands(before in ordinary(), told in prop::sample::select(ASSIGNED), behind in ordinary()) {
        prop_assert_eq!(noted(&format!("{before}\n\n{told}\n\n{behind}")).assignment_notices(), 1);
    }

    #[test]
    fn ordinary_texts_in_any_order_say_nothing(text in ordinary()) {
        prop_assert_eq!(noted(&text).assignment_notices(), 0);
    }

    #[test]
    fn any_text_can_be_asked(text in "\\PC{0,300}") {
        prop_assert!(noted(&text).assignment_notices() <= 1);
    }
}
