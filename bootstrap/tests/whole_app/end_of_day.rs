//! The end of day on the real binary: on the way of a moved clock, at the command line, broken off, and with something wrong.

use super::{
    financing::{
        TEST,
        answers::text,
        books::rows,
        house::{House, terms},
        sale::Seller,
    },
    support::{Checked, Instance, output},
};
use actix_web::rt::{spawn, time::sleep};
use chrono::{NaiveDate, TimeDelta};
use reqwest::Method;
use serde_json::{Value, json};
use std::{collections::BTreeSet, error::Error, process::Output, time::Duration};

const DAYS: &str = "/operator/end-of-day";

type Made<T> = Result<T, Box<dyn Error>>;

fn command(house: &House, arguments: &[&str]) -> Made<(bool, String)> {
    let arguments: Vec<_> = ["end-of-day"].into_iter().chain(arguments.iter().copied()).collect();
    let Output { status, stdout, stderr } = output(&arguments, &house.instance.variables(), house.instance.folder())?;
    Ok((status.success(), format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr))))
}

fn step<'a>(day: &'a Value, name: &str) -> Made<&'a Value> {
    let steps = day["steps"].as_array().ok_or("no steps")?;
    steps.iter().find(|step| step["step"] == name).ok_or_else(|| format!("no {name}").into())
}

/// Every date from the first on has one end, which is done; how many.
pub async fn all_are_done(house: &House) -> Made<usize> {
    let days = rows(house, DAYS, "after").await?;
    let dates: BTreeSet<NaiveDate> = days.iter().map(|day| Ok(text(day, "date")?.parse()?)).collect::<Made<_>>()?;
    assert_eq!(dates.len(), days.len(), "each once");
    let odd: Vec<_> = days.iter().filter(|day| day["state"] != "done").collect();
    assert!(odd.is_empty(), "{odd:?}");
    if let (Some(first), Some(last)) = (dates.first(), dates.last()) {
        assert_eq!((*last - *first).num_days() + 1, i64::try_from(dates.len())?, "none is left out");
    }
    Ok(days.len())
}

async fn a_day_ends_on_its_own_terms(mut house: House) -> Checked {
    let seller = Seller::meet(&house, 1, &terms()).await?;
    let today = house.first_day().await?;
    seller.sell_and_be_paid(&house, today).await?;
    let ended = all_are_done(&house).await?;

    // Due in 45 days, and overdue from the day after.
    house.move_to(today + TimeDelta::days(47)).await?;
    assert_eq!(all_are_done(&house).await?, ended + 47);
    let listed = house.read(DAYS).await?;
    assert_eq!(text(&listed[0], "date")?, (today + TimeDelta::days(46)).to_string(), "the newest first");
    let raised = |day: &Value| Ok::<_, Box<dyn Error>>(step(day, "overdue")?["changed"].clone());
    assert_eq!((raised(&listed[0])?, raised(&listed[1])?), (json!(1), json!(0)), "on its day");
    assert_eq!(step(&listed[0], "positions")?["seen"], 1);

    // At the command line: nothing is due, and a date that is there is not done again.
    let (is_done, said) = command(&house, &[])?;
    assert!(is_done && said.contains("No date is due."), "{said}");
    let (is_done, said) = command(&house, &["--date", &(today + TimeDelta::days(46)).to_string()])?;
    assert!(is_done && said.contains("overdue   done   1 of 1"), "{said}");
    let (is_done, said) = command(&house, &["--date", &(today + TimeDelta::days(47)).to_string()])?;
    assert!(!is_done && said.contains("the day ends at"), "{said}");
    let (is_done, said) = command(&house, &["--date", "tomorrow"])?;
    assert!(!is_done && said.contains("--date"), "{said}");

    what_is_wrong_is_shown_and_tried_again(&house, today + TimeDelta::days(48)).await?;
    what_is_broken_off_goes_on(&mut house, today + TimeDelta::days(48)).await
}

/// A hand in the database changes what is in use of a limit.
async fn what_is_wrong_is_shown_and_tried_again(house: &House, to: NaiveDate) -> Checked {
    house.instance.sql("UPDATE exposures SET in_use = in_use + 1 WHERE ceiling = 'facility_limit'")?;
    house.move_to(to).await?;
    let day = house.read(DAYS).await?[0].clone();
    let balances = step(&day, "balances")?;
    assert_eq!((&day["state"], &balances["state"], &balances["failure"]["code"]), (&json!("failed"), &json!("failed"), &json!("exposure")));
    assert_eq!(step(&day, "positions")?["state"], "done", "it stopped no other");
    let (is_done, said) = command(house, &[])?;
    assert!(!is_done && said.contains("balances  failed") && said.contains("1 of 1 dates"), "{said}");
    house.instance.sql("UPDATE exposures SET in_use = in_use - 1 WHERE ceiling = 'facility_limit'")?;
    let day = house.ask(&format!("{DAYS}/{}/retry", text(&day, "date")?), &json!({})).await?;
    assert_eq!((&day["state"], &step(&day, "balances")?["failures"]), (&json!("done"), &json!(2)), "{day}");
    Ok(())
}

async fn newest(house: &House) -> Made<NaiveDate> {
    Ok(text(&house.read(DAYS).await?[0], "date")?.parse()?)
}

/// A move over half a year is killed on its way, twice, and asked for again under its key.
async fn what_is_broken_off_goes_on(house: &mut House, from: NaiveDate) -> Checked {
    let to = from + TimeDelta::days(180);
    let body = json!({ "to": to.and_hms_opt(8, 0, 0).ok_or("no time")?.and_utc() });
    for _ in 0..2 {
        let begun = newest(house).await?;
        let request = house.instance.client.post(house.instance.url("/operator/clock")).bearer_auth(&house.operator);
        let asked = spawn(request.header("idempotency-key", "half-a-year").json(&body).send());
        while newest(house).await? < begun + TimeDelta::days(3) {
            assert!(!asked.is_finished(), "it was too fast to be killed");
            sleep(Duration::from_millis(2)).await;
        }
        house.instance.kill()?;
        assert!(!asked.await?.is_ok_and(|answer| answer.status().is_success()), "it was done before");
        house.instance.start().await?;
    }
    let broken_off = newest(house).await?;
    assert!(broken_off < to - TimeDelta::days(1));
    let (status, answer) = house.under("half-a-year", &house.operator, (Method::POST, "/operator/clock"), Some(&body)).await?;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(newest(house).await?, to - TimeDelta::days(1));
    all_are_done(house).await?;
    // Of each date one row, and of the one receivable one task of each kind.
    let raised: Vec<_> = rows(house, DAYS, "after").await?;
    let raised: Vec<_> = raised.iter().map(|day| step(day, "overdue").map(|step| step["changed"].clone())).collect::<Made<_>>()?;
    assert_eq!(raised.iter().filter(|raised| **raised == 1).count(), 2, "overdue, and two months later recourse");
    Ok(())
}

#[actix_web::test]
async fn a_day_ends_by_the_moved_clock_at_the_command_line_and_after_every_kill_on_sqlite() -> Checked {
    a_day_ends_on_its_own_terms(House::open(Instance::on_sqlite_with(TEST).await?).await?).await
}
