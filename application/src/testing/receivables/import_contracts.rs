//! A long table, entered part by part.

use super::{payable, programme_terms};
use crate::{
    StorePorts,
    approvals::FourEyes,
    kernel::{
        idempotency::{IdempotencyKey, RequestKey},
        table::{Imported, TableRow},
    },
    programmes::{EnterPayableCommand, NewPayable},
    receivables::{ReceivableError, Receivables},
    testing::{World, contracts::Checked},
};
use futures_util::future::join_all;
use sooner_domain::kernel::{minor::Minor, table::Cell};
use std::error::Error;

/// How many rows the table has, unless it is asked for more.
const ROWS: usize = 300;
/// Each so many-th row is wrong.
const WRONG: usize = 20;
/// Each so many-th row is the one above once more.
const TWICE: usize = 51;

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn rows() -> usize {
    std::env::var("IMPORTED").ok().and_then(|rows| rows.parse().ok()).unwrap_or(ROWS)
}

/// The line whose row stands here.
fn says(line: usize) -> usize {
    if line.is_multiple_of(TWICE) { line - 1 } else { line }
}

fn row(line: usize) -> TableRow {
    let says = says(line);
    let number = if says.is_multiple_of(WRONG) { String::new() } else { format!("R-{says}") };
    let supplier = if says.is_multiple_of(2) { "Lind" } else { "Weber" };
    let cells = [supplier, &number, "2026-06-01", "2026-07-06", "12.34", "EUR"];
    TableRow { line, cells: cells.into_iter().map(|text| Cell::Text(text.to_owned())).collect() }
}

pub async fn each_row_of_a_long_table_is_entered_once(ports: &StorePorts) -> Checked {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    for name in ["Lind", "Weber"] {
        world.invited_supplier(&buying, name).await?;
    }
    let (cases, by) = (world.use_cases(), buying.me.membership);
    let headings = ["supplier", "invoice number", "invoice date", "due date", "amount", "currency"];
    let headings = TableRow { line: 1, cells: headings.into_iter().map(|text| Cell::Text(text.to_owned())).collect() };
    let table: Vec<_> = [headings].into_iter().chain((2..rows() + 2).map(row)).collect();
    let read = cases.programmes.read_payables(&by, vec![table.clone()]).await?;
    let (wrong, right): (Vec<_>, Vec<_>) = read.into_iter().partition(|row| row.says.is_err());
    let twice = right.iter().filter(|row| row.is_there).count();
    let expected = (2..rows() + 2).filter(|line| says(*line).is_multiple_of(WRONG));
    assert!(wrong.iter().map(|row| row.line).eq(expected), "{} are wrong", wrong.len());
    assert!(twice > 0);
    let payables: Vec<NewPayable> = right.into_iter().filter_map(|row| row.says.ok()).collect();

    // The answer to a part in the middle is lost, and it is sent again.
    let (mut entered, mut there) = (0, 0);
    for (part, sent) in payables.chunks(Receivables::TOGETHER).enumerate() {
        let request = RequestKey { user: by.user, key: IdempotencyKey::parse(&format!("part-{part}"))?, fingerprint: [0; 32] };
        let send = async || cases.programmes.enter_payables(&by, sent.to_vec(), Some(request.clone())).await;
        if part == 1 {
            send().await?;
        }
        for came in send().await? {
            match came {
                Imported::New(_) => entered += 1,
                Imported::Already => there += 1,
                Imported::Failed(error) => return Err(error.into()),
            }
        }
    }
    assert_eq!((entered, there), (payables.len() - twice, twice));
    let programme = cases.programmes.programmes(&by).await?.pop().ok_or("no programme")?;
    assert_eq!(programme.drafts, Minor::new(1_234 * i64::try_from(entered)?));
    let again = cases.programmes.read_payables(&by, vec![table]).await?;
    assert!(again.iter().filter(|row| row.says.is_ok()).all(|row| row.is_there), "read once more, all of it is there");
    Ok(())
}

/// Two people of a buyer have the same table.
pub async fn a_row_that_many_import_at_once_is_entered_once(ports: &StorePorts) -> Checked {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Windwerk", programme_terms(2_400)?).await?;
    let supplier = world.invited_supplier(&buying, "Lind").await?.supplier.id();
    let (cases, by) = (world.use_cases(), buying.me.membership);
    let row = |number: &str, face: i64| Ok::<_, Box<dyn Error>>(NewPayable { supplier, facts: payable(number, face, "2026-07-06")? });
    let (same, other) = (vec![row("R-1", 1_234)?], vec![row("R-2", 500)?]);
    let answers = join_all((0..8).map(|_| cases.programmes.enter_payables(&by, same.clone(), None))).await;
    let mut came = Vec::new();
    for rows in answers {
        came.extend(rows?);
    }
    let entered = came.iter().filter(|row| matches!(row, Imported::New(_))).count();
    let there = came.iter().filter(|row| matches!(row, Imported::Already)).count();
    assert_eq!((entered, there), (1, 7), "{came:?}");

    // Who enters it by hand at the same time is told, and what says something else under its number is none of it.
    let command = |row: &NewPayable| EnterPayableCommand { by, supplier, facts: row.facts.clone(), request: None };
    let answers = join_all((0..8).map(|_| cases.programmes.enter_payable(command(&other[0])))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(ReceivableError::Facts(_)))), "{answers:?}");
    let contradicts = cases.programmes.enter_payables(&by, vec![row("R-1", 9_999)?], None).await?;
    assert!(matches!(contradicts[..], [Imported::Failed(ReceivableError::Facts(_))]), "{contradicts:?}");
    let programme = cases.programmes.programmes(&by).await?.pop().ok_or("no programme")?;
    assert_eq!(programme.drafts, Minor::new(1_734));
    Ok(())
}
