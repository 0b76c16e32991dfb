//! The life of a receivable on the real binary, from an approval to the last cent: the vectors of the finance page, all on one
//! timeline, each with a seller and a debtor of its own.

mod answers;
mod books;
mod house;
mod sale;
mod story;
mod timeline;

use super::support::{Checked, Instance};
use house::House;
use sale::Seller;
use serde_json::Value;
use story::{STORIES, Story};

/// Business time is moved by the house.
const TEST: &[(&str, &str)] = &[("SOONER_CLOCK", "test")];

/// Each story that can be asked for comes to its figures, before anything is sold.
#[actix_web::test]
async fn each_story_is_quoted_as_it_ends() -> Checked {
    let house = House::open(Instance::on_sqlite_with(TEST).await?).await?;
    for story in STORIES {
        let Story { name, ends, .. } = story();
        let Some(asked) = story().quote(house.first_day().await?) else { continue };
        let quote = house.ask("/operator/quote", &asked).await?;
        ends.are(&quote["settlement"], name)?;
        let payout = &quote["offer"]["payout"];
        assert_eq!(payout, &Value::from(800_000), "{name}");
    }
    Ok(())
}

/// The way there: approved, agreed, and with a debtor who may owe something.
#[actix_web::test]
async fn a_seller_has_all_it_takes_to_sell() -> Checked {
    let house = House::open(Instance::on_sqlite_with(TEST).await?).await?;
    for number in 1..=2 {
        let seller = Seller::meet(&house, number, &house::terms()).await?;
        let found = house.read(&format!("/operator/facilities?status=active&companyId={}", seller.company)).await?;
        assert_eq!(found.as_array().map(Vec::len), Some(1));
        let debtor = house.read(&format!("/operator/debtors/{}", seller.debtor)).await?;
        assert_eq!(debtor["limits"][0]["amount"], story::FACE);
    }
    books::hold(&house).await
}

/// Each is offered the same on both sides, and sold; nothing is booked before the money moves.
#[actix_web::test]
async fn each_story_begins_with_a_sale() -> Checked {
    let house = House::open(Instance::on_sqlite_with(TEST).await?).await?;
    let (sellers, today) = timeline::begin(&house, STORIES).await?;
    for (story, seller) in sellers {
        let receivable = seller.sell(&house, today).await.map_err(|error| format!("{}: {error}", story.name))?;
        books::are_closed(&house, &receivable, story.name).await?;
    }
    books::hold(&house).await
}

async fn from_the_sale_to_the_last_cent(instance: Instance) -> Checked {
    let house = House::open(instance).await?;
    timeline::run(&house, STORIES).await
}

#[actix_web::test]
async fn from_the_sale_to_the_last_cent_on_sqlite() -> Checked {
    from_the_sale_to_the_last_cent(Instance::on_sqlite_with(TEST).await?).await
}

#[actix_web::test]
async fn from_the_sale_to_the_last_cent_on_postgresql() -> Checked {
    match Instance::on_postgresql_with("financing", TEST).await? {
        Some(instance) => from_the_sale_to_the_last_cent(instance).await,
        None => Ok(()),
    }
}
