//! Cells and headings of tables.

use super::*;
use proptest::prelude::*;

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

fn number(number: &str) -> Cell {
    Cell::Number(number.to_owned())
}

#[test]
fn days_are_read_as_they_are_written_without_doubt() {
    let day = NaiveDate::from_ymd_opt(2026, 3, 1);
    for written in ["2026-03-01", "2026-3-1", "01.03.2026", "1.3.2026", " 1.3.2026 "] {
        assert_eq!(text(written).day(DayOrder::Unknown).ok(), day, "{written}");
    }
    for written in ["1.3.26", "31.02.2026", "2026-13-01", "13/13/2026", "x", "1.3", "+1.3.2026", "١.3.2026", "2026-03-01 12:00"] {
        assert_eq!(text(written).day(DayOrder::Unknown), Err(Invalid::DateMalformed), "{written}");
    }
    for written in ["2026/03/01", "2026-03-01T00:00:00", "1.3.2026 00:00"] {
        assert_eq!(text(written).day(DayOrder::Unknown).ok(), day, "{written}");
    }
    assert_eq!(text(" ").day(DayOrder::Unknown), Err(Invalid::Required));
    assert_eq!(number("46082").day(DayOrder::DayFirst), Err(Invalid::DateMalformed));
}

#[test]
fn one_day_that_can_be_nothing_else_says_the_order_of_the_others() {
    let read = |written: &str, beside: &[&str]| {
        let cells: Vec<_> = beside.iter().map(|written| text(written)).collect();
        text(written).day(DayOrder::of(cells.iter())).map(|day| day.to_string())
    };
    let is = |day: &str| Ok(day.to_owned());
    assert_eq!(read("04/12/2026", &["15/02/2027", "01/02/2027", "2027-02-15", "x"]), is("2026-12-04"));
    assert_eq!(read("4-12-2026", &["31-1-2027"]), is("2026-12-04"));
    assert_eq!(read("04/12/2026", &["02/15/2027"]), is("2026-04-12"));
    assert_eq!(read("03/03/2026", &[]), is("2026-03-03"), "both ways the same");
    for beside in [&[][..], &["01/02/2027"], &["15/02/2027", "02/15/2027"], &["31/02/2027"]] {
        assert_eq!(read("04/12/2026", beside), Err(Invalid::DateAmbiguous), "{beside:?}");
    }
    assert_eq!(read("02/15/2027", &["15/02/2027"]), Err(Invalid::DateMalformed), "never turned round for one cell");
}

#[test]
fn amounts_are_read_as_they_are_written_without_doubt() -> Result<(), Invalid> {
    let euro = Currency::parse("EUR")?;
    let is = |cell: Cell, amount: Result<i64, Invalid>| assert_eq!(cell.amount(euro).map(Minor::get), amount, "{cell:?}");
    for written in ["1234.5", "1234,50", "1.234,50", "1,234.50", "1'234.50", "1 234,5", "1234.500"] {
        is(text(written), Ok(123_450));
    }
    for written in ["1.234.567", "1,234,567", "1234567", "1 234 567"] {
        is(text(written), Ok(123_456_700));
    }
    // A thousand, or one and a bit more?
    for written in ["1.234", "1,234", "0.500"] {
        is(text(written), Err(Invalid::AmountAmbiguous));
    }
    for written in ["1.23.4", "12.34,5,6", "1,2345.00", "1234.567,8.9", "12 Stück", "12 EUR x", "1e5", "1.", ".5", "-", "1.2345", "1..2"] {
        is(text(written), Err(Invalid::AmountMalformed));
    }
    for written in ["1.234,50 €", "€ 1,234.50", "1.234,50\u{a0}EUR", "eur 1234.5", "€1 234,50 EUR"] {
        is(text(written), Ok(123_450));
    }
    for written in ["$1,234.50", "1.234,50 USD", "£ 1,234.50", "€ 1234.50 CHF"] {
        is(text(written), Err(Invalid::CurrencyDiffers));
    }
    is(text("-5"), Ok(-500));
    is(text("€ -5"), Ok(-500));
    is(text("-€5"), Ok(-500));
    is(number("1234.567"), Err(Invalid::AmountMalformed));
    is(number("1234"), Ok(123_400));
    is(number("1.234e3"), Err(Invalid::AmountMalformed));
    is(text("99999999999999999999"), Err(Invalid::AmountTooLarge { max: super::super::money::Money::MAX_MINOR }));
    is(Cell::Blank, Err(Invalid::Required));
    is(Cell::Day(NaiveDate::MIN), Err(Invalid::AmountMalformed));
    assert_eq!(text("1234.5").amount(Currency::parse("JPY")?), Err(Invalid::AmountMalformed));
    assert_eq!(text("1234.0").amount(Currency::parse("JPY")?), Ok(Minor::new(1234)));
    assert_eq!(text("$5").amount(Currency::parse("CAD")?), Ok(Minor::new(500)));
    assert_eq!(text("12,50 kr.").amount(Currency::parse("DKK")?), Ok(Minor::new(1_250)));
    Ok(())
}

#[test]
fn an_amount_of_an_unknown_currency_is_an_amount_or_none() {
    for written in ["5", "1.234,50 €", "0.001"] {
        assert_eq!(text(written).amount_in_any_currency().err(), (written == "0.001").then_some(Invalid::AmountAmbiguous), "{written}");
    }
    assert_eq!(text("0,00").amount_in_any_currency(), Err(Invalid::AmountZero));
    assert_eq!(text("abc").amount_in_any_currency(), Err(Invalid::AmountMalformed));
    assert_eq!(number("1.2345").amount_in_any_currency(), Ok(()));
    assert_eq!(Cell::Blank.amount_in_any_currency(), Err(Invalid::Required));
}

const WANTED: &[Column] = &[
    Column {
        field: "dueOn",
        headings: &["dueon", "falligam"],
        perhaps: &["date"],
        others: Others { within: &["date"], words: &[] },
        holds: Holds::Day,
        is_required: true,
    },
    Column { field: "note", headings: &["note"], is_required: false, ..Column::TEXT },
    Column {
        field: "face",
        headings: &["gross"],
        perhaps: &["amount", "total"],
        others: Others { within: &["amount"], words: &["vat", "net"] },
        holds: Holds::Amount,
        is_required: true,
    },
];

fn headings(all: &[&str]) -> Vec<Cell> {
    all.iter().map(|heading| text(heading)).collect()
}

#[test]
fn columns_are_found_by_their_headings_in_any_order() {
    let all = headings(&["Amount", "", " Fällig am: "]);
    let columns = Columns::find(&all, WANTED);
    let row = [number("5"), text("x"), text("1.3.2026")];
    let cells = columns.map(|columns| ["dueOn", "note", "face"].map(|field| columns.cell(&row, field).text()));
    assert_eq!(cells, Ok(["1.3.2026".to_owned(), String::new(), "5".to_owned()]));
    assert_eq!(Columns::find(&all[1..], WANTED), Err(NoColumn::Missing("face")));
    let short = Columns::find(&all, WANTED).map(|columns| columns.cell(&row[..1], "dueOn").clone());
    assert_eq!(short, Ok(Cell::Blank));
    assert_eq!([Columns::known(&all, WANTED), Columns::known(&all[..2], WANTED), Columns::known(&[], WANTED)], [2, 1, 0]);
}

#[test]
fn what_several_columns_could_be_is_asked() {
    let face = |beside: &[&str]| {
        let all = headings(&[&["Due on"], beside].concat());
        let row: Vec<_> = [text("2027-02-15")].into_iter().chain(beside.iter().map(|heading| text(heading))).collect();
        Columns::find(&all, WANTED).map(|columns| columns.cell(&row, "face").text())
    };
    for (beside, taken) in [
        (&["Amount"][..], "Amount"),
        (&["Amount EUR"], "Amount EUR"),
        (&["Amount (in EUR)"], "Amount (in EUR)"),
        (&["EUR amount"], "EUR amount"),
        (&["Amount", "Gross"], "Gross"),
        (&["Net amount", "Gross", "VAT"], "Gross"),
        (&["Amount", "VAT ID", "VAT no."], "Amount"),
    ] {
        assert_eq!(face(beside), Ok(taken.to_owned()), "{beside:?}");
    }
    for beside in [
        &["Amount", "Total"][..],
        &["Amount", "VAT"],
        &["Net", "Amount"],
        &["Gross", "Gross EUR"],
        &["Amount EUR", "Amount USD"],
        &["Amount", "Amount left"],
    ] {
        assert_eq!(face(beside), Err(NoColumn::Ambiguous("face")), "{beside:?}");
    }
    assert_eq!(face(&["Net amount", "Amount paid"]), Err(NoColumn::Missing("face")), "neither is what is owed");
    let days = |all: &[&str]| Columns::find(&headings(all), WANTED).err();
    assert_eq!(days(&["Date", "Amount"]), None);
    assert_eq!(days(&["Date", "Delivery date", "Amount"]), Some(NoColumn::Ambiguous("dueOn")));
    assert_eq!(days(&["Due on", "Fällig am", "Amount"]), Some(NoColumn::Ambiguous("dueOn")));
}

#[test]
fn the_order_of_days_is_that_of_the_columns_of_days() {
    let all = headings(&["Due on", "Amount", "Note"]);
    let rows = [[text("04/12/2026"), text("5"), text("15/02/2027")], [text("05/12/2026"), text("5"), text("")]];
    let day = |rows: &[[Cell; 3]]| {
        let columns = Columns::find(&all, WANTED).map(|columns| columns.with_days_of(rows.iter().map(|row| row.as_slice())));
        columns.map(|columns| columns.day(&rows[0], "dueOn").map(|day| day.to_string()))
    };
    assert_eq!(day(&rows), Ok(Err(Invalid::DateAmbiguous)), "a note says nothing of it");
    let said = [rows[0].clone(), [text("15/12/2026"), text("5"), text("")]];
    assert_eq!(day(&said), Ok(Ok("2026-12-04".to_owned())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// However the thousands and decimals are set apart, it is the same amount, or it is refused.
    #[test]
    fn no_way_of_writing_makes_another_amount(amount in 0i64..=100_000_000_000, style in 0usize..4, code in prop::sample::select(vec!["EUR", "JPY", "KWD"])) {
        let currency = Currency::parse(code).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        let (group, decimal) = [(',', '.'), ('.', ','), ('\'', '.'), (' ', ',')][style];
        let digits = Minor::new(amount).in_major(currency).to_string();
        let (whole, decimals) = digits.split_once('.').map_or((digits.as_str(), None), |(whole, decimals)| (whole, Some(decimals)));
        let mut grouped = String::new();
        for (place, digit) in whole.chars().enumerate() {
            if place > 0 && (whole.len() - place) % 3 == 0 {
                grouped.push(group);
            }
            grouped.push(digit);
        }
        let written = decimals.map_or(grouped.clone(), |decimals| format!("{grouped}{decimal}{decimals}"));
        match text(&written).amount(currency) {
            Ok(read) => prop_assert_eq!(read.get(), amount, "{}", written),
            Err(error) => prop_assert!(error == Invalid::AmountAmbiguous, "{}: {:?}", written, error),
        }
        prop_assert_eq!(number(&digits).amount(currency), Ok(Minor::new(amount)));
    }
}
