//! A payment that the bank takes back.

use super::{
    super::support::{Checked, Instance},
    CAPITAL, TEST,
    answers::text,
    bank::{Bank, Booked, Payment},
    books,
    house::House,
};
use serde_json::json;

async fn what_the_bank_takes_back_leaves_books_that_hold(instance: Instance) -> Checked {
    let house = House::open(instance).await?;
    let booked = |amount| Booked::one(Payment { amount, name: Some("Zander Logistik".to_owned()), ..Payment::default() });
    let statement = Bank::with(CAPITAL).statement(house.now().await?.date_naive(), &[booked(1_007), booked(-1_007)])?;
    assert_eq!(house.import(&statement).await?, [2, 0, 0, 0, 1, 1]);
    let first = async |path: &str| -> Result<String, Box<dyn std::error::Error>> {
        text(books::rows(&house, path, "before").await?.first().ok_or("no row")?, "id")
    };
    let (receipt, line) = (first("/operator/receipts?unexplained=true").await?, first("/operator/statement-lines").await?);
    let taken_back = json!({ "as": "taken_back", "receiptId": receipt });
    for _ in 0..2 {
        house.ask(&format!("/operator/statement-lines/{line}/settle"), &taken_back).await?;
        books::hold(&house).await?;
        house.is_reconciled().await?;
        house.ask(&format!("/operator/statement-lines/{line}/reopen"), &json!({})).await?;
        books::hold(&house).await?;
    }
    Ok(())
}

#[actix_web::test]
async fn what_the_bank_takes_back_leaves_books_that_hold_on_sqlite() -> Checked {
    what_the_bank_takes_back_leaves_books_that_hold(Instance::on_sqlite_with(TEST).await?).await
}

#[actix_web::test]
async fn what_the_bank_takes_back_leaves_books_that_hold_on_postgresql() -> Checked {
    match Instance::on_postgresql_with("taken_back", TEST).await? {
        Some(instance) => what_the_bank_takes_back_leaves_books_that_hold(instance).await,
        None => Ok(()),
    }
}
