//! The book: twenty invoices and eight payables, and what becomes of each from the first Monday of the year to a Tuesday ten weeks later. Days are
//! counted from that Monday, so that whatever divides by seven is a Monday too.

use super::{
    Made,
    cast::{
        ATELIER, BALTIC, BERGMANN_OWES, Company, Debtor, HAFEN, HARZ, KAUFHAUS, KERN, LIND, MARKTKETTE, MUEHLE, NOLL, NORDWIND, OTTE,
        SANDER, STAHLBAU, WEBEREI,
    },
    house::{House, Invoice, Payable},
};
use serde_json::json;

/// The day on which the book is handed over.
const LAST: i64 = 71;

/// How many days it has.
#[cfg(test)]
pub const DAYS: usize = LAST as usize + 1;

fn of_mill(number: &'static str, debtor: &'static Debtor, face: i64, due: i64) -> Invoice {
    Invoice { seller: &MUEHLE, debtor, number, face, due }
}

fn of_port(number: &'static str, debtor: &'static Debtor, face: i64, due: i64) -> Invoice {
    Invoice { seller: &HAFEN, debtor, number, face, due }
}

fn of_weavers(number: &'static str, debtor: &'static Debtor, face: i64, due: i64) -> Invoice {
    Invoice { seller: &WEBEREI, debtor, number, face, due }
}

fn owed(supplier: &'static Company, number: &'static str, face: i64, due: i64) -> Payable {
    Payable { supplier, number, face, due }
}

/// Everything that happens.
pub async fn happens(house: &mut House) -> Made<()> {
    january(house).await?;
    february(house).await?;
    march(house).await?;
    today(house).await
}

async fn january(house: &mut House) -> Made<()> {
    // The first vector of the finance page: 1,730.00 comes back on the 45th day.
    house.sell_and_be_paid(of_mill("MB-1001", &NORDWIND, 1_000_000, 45)).await?;
    house.morning(1).await?;
    house.sell_and_be_paid(of_mill("MB-1002", &KAUFHAUS, 2_460_000, 39)).await?;
    house.morning(2).await?;
    house.sell_and_be_paid(of_mill("MB-1003", &STAHLBAU, 1_200_000, 21)).await?;
    house.morning(3).await?;
    house.sell_and_be_paid(of_port("HL-201", &BALTIC, 3_200_000, 42)).await?;
    house.morning(9).await?;
    house.sell_and_be_paid(of_port("HL-203", &ATELIER, 2_200_000, 39)).await?;
    house.morning(14).await?;
    house.promises_and_pays_early(owed(&HARZ, "BM-301", 860_000, 59)).await?;
    // Nobody asks for it early; then its supplier leaves, and it is paid when it is due.
    house.promises(owed(&KERN, "BM-307", 145_000, 45)).await?;
    house.sell_and_be_paid(of_port("HL-202", &NORDWIND, 1_475_000, 70)).await?;
    house.morning(16).await?;
    house.hand_in(of_mill("MB-1010", &MARKTKETTE, 525_000, 60)).await?;
    house.morning(17).await?;
    house.withdraw("MB-1010").await?;
    house.morning(21).await?;
    house.sell_and_be_paid(of_mill("MB-1005", &KAUFHAUS, 675_000, 60)).await?;
    house.morning(24).await?;
    house.sell_and_be_paid(of_weavers("WF-78", &KAUFHAUS, 825_000, 67)).await
}

async fn february(house: &mut House) -> Made<()> {
    // Nobody accepts it, until it is too late.
    house.morning(28).await?;
    house.leaves(&KERN).await?;
    house.hand_in(of_port("HL-207", &BALTIC, 975_000, 44)).await?;
    house.morning(36).await?;
    house.credit("MB-1002", "credit-note", json!({ "on": house.today()?, "amount": 60_000, "reason": "One pallet was damaged." })).await?;
    house.morning(38).await?;
    house.pays(&KAUFHAUS, 1_500_000, "MB-1002").await?;
    house.morning(42).await?;
    let defective = json!({ "amount": 200_000, "reason": "defective", "note": "The cooling failed for one container." });
    house.credit("HL-201", "dispute", defective).await?;
    house.morning(44).await?;
    house.credit("HL-201", "resolve", json!({ "resolution": "partly_lost" })).await?;
    house.morning(45).await?;
    house.pays(&NORDWIND, 1_000_000, "MB-1001").await?;
    house.pays(&BALTIC, 3_000_000, "HL-201").await?;
    house.morning(46).await?;
    house.pay_out(&["MB-1001", "HL-201"]).await?;
    house.morning(49).await?;
    house.pays(&KAUFHAUS, 900_000, "MB-1002").await?;
    house.morning(50).await?;
    house.pay_out(&["MB-1002"]).await?;
    house.morning(51).await?;
    house.credit("MB-1003", "charge-back", json!({ "note": "30 days overdue; Stahlbau Roth does not answer." })).await?;
    house.debtor_is(&STAHLBAU, "watch", STAHLBAU.limit).await?;
    house.morning(52).await?;
    // At the end of the day it is sold by itself.
    house.promises(owed(&OTTE, "BM-303", 540_000, 108)).await?;
    house.sell_and_be_paid(of_port("HL-204", &BALTIC, 2_730_000, 94)).await?;
    house.morning(53).await?;
    house.pay_out(&["BM-303"]).await
}

async fn march(house: &mut House) -> Made<()> {
    // What Mühle Brandt owes since the charge back is kept back from it.
    house.morning(56).await?;
    house.sell_and_be_paid(of_mill("MB-1006", &MARKTKETTE, 1_520_000, 101)).await?;
    house.morning(57).await?;
    house.credit_by_two("HL-203", "write-off", json!({ "cause": "insolvency", "note": "Insolvency proceedings were opened." })).await?;
    house.debtor_is(&ATELIER, "blocked", ATELIER.limit).await?;
    house.morning(58).await?;
    house.hand_in(of_port("HL-206", &ATELIER, 730_000, 100)).await?;
    house.morning(59).await?;
    house.pays(&BERGMANN_OWES, 860_000, "BM-301").await?;
    house.credit("HL-206", "reject", json!({ "reason": "We buy no more invoices on this buyer." })).await?;
    house.morning(60).await?;
    house.pay_out(&["BM-301"]).await?;
    house.morning(63).await?;
    house.promises_and_pays_early(owed(&LIND, "BM-302", 1_240_000, 78)).await?;
    house.sell_and_be_paid(of_weavers("WF-77", &MARKTKETTE, 560_000, 74)).await?;
    house.morning(66).await?;
    let missing = json!({ "amount": 300_000, "reason": "not_delivered", "note": "Two pallets are missing, says the warehouse." });
    house.credit("HL-204", "dispute", missing).await?;
    house.morning(70).await?;
    house.promises(owed(&HARZ, "BM-304", 390_000, 107)).await?;
    house.promises(owed(&NOLL, "BM-306", 275_000, 101)).await?;
    house.comes_back("WF-77", "AC04 account closed").await?;
    house.pays(&NORDWIND, 1_480_000, "HL-202").await?;
    house.hand_in(of_mill("MB-1004", &MARKTKETTE, 3_100_000, 116)).await?;
    house.hand_in(of_mill("MB-1007", &NORDWIND, 930_000, 115)).await?;
    house.hand_in(of_mill("MB-1008", &KAUFHAUS, 1_145_000, 105)).await?;
    house.sell(of_port("HL-205", &STAHLBAU, 990_000, 110)).await?;
    house.credit("HL-205", "hold", json!({ "note": "The delivery note is to follow." })).await
}

/// What waits for somebody.
async fn today(house: &mut House) -> Made<()> {
    house.morning(LAST).await?;
    house.receives(825_000, (KAUFHAUS.name, KAUFHAUS.iban), "Weberei, many thanks", None).await?;
    house.receives(45_000, ("Sanitär Kluge e.K.", "DE30700202700000300301"), "Anzahlung Bad", None).await?;
    house.draft(of_mill("MB-1009", &NORDWIND, 412_050, 100)).await?;
    house.owes(owed(&LIND, "BM-305", 618_000, 106)).await?;
    house.owes(owed(&SANDER, "BM-308", 96_500, 100)).await?;
    house.sell(of_weavers("WF-79", &MARKTKETTE, 770_000, 110)).await?;
    house.propose_payout(&["WF-79"]).await?;
    house.debtor_is(&MARKTKETTE, "open", 6_500_000).await?;
    Ok(())
}
