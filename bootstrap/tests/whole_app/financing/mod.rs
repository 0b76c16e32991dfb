//! The life of a receivable on the real binary, from an approval to the last cent: the vectors of the finance page, all on one
//! timeline, each with a seller and a debtor of its own.

pub mod answers;
pub mod bank;
pub mod books;
pub mod house;
mod month;
pub mod sale;
mod story;
mod taken_back;
mod timeline;

use super::support::{Checked, Instance};
use house::House;
use serde_json::Value;
use story::{STORIES, Story};

/// The house begins with so much on its account.
pub const CAPITAL: i64 = 100_000_000;

/// Business time is moved by the house.
pub const TEST: &[(&str, &str)] = &[("SOONER_CLOCK", "test")];

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
