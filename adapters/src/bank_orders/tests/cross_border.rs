//! In any other currency.

use super::*;
use proptest::{prelude::*, sample::select};
use sooner_domain::{
    kernel::money::Money,
    onboarding::bank_account::{AccountNumber, RoutingNumber, SortCode},
};

fn number(text: &str) -> Made<AccountNumber> {
    Ok(AccountNumber::parse(text)?)
}

/// An account as each part of the world has it, with the BIC of its bank where that is needed or known.
fn american() -> Made<(PaidAccount, Option<Bic>)> {
    Ok((PaidAccount::RoutingNumber(RoutingNumber::parse("021000021")?, number("123456789")?), Some(Bic::parse("CHASUS33")?)))
}

fn british() -> Made<(PaidAccount, Option<Bic>)> {
    Ok((PaidAccount::SortCode(SortCode::parse("60-16-13")?, number("31926819")?), None))
}

fn japanese() -> Made<(PaidAccount, Option<Bic>)> {
    Ok((PaidAccount::Bic(number("1234567")?), Some(Bic::parse("BOTKJPJT")?)))
}

fn kuwaiti() -> Made<(PaidAccount, Option<Bic>)> {
    Ok((iban("KW81CBKU0000000000001234560101")?, Some(Bic::parse("CBKUKWKW")?)))
}

fn swiss() -> Made<(PaidAccount, Option<Bic>)> {
    Ok((iban("CH9300762011623852957")?, None))
}

fn to((account, bic): (PaidAccount, Option<Bic>), id: &str, amount: i64) -> Made<OrderedTransfer> {
    Ok(OrderedTransfer { account, bic, amount: Minor::new(amount), ..transfer(id, "Mühle & Söhne Ltd.", &["MB-1001"])? })
}

#[test]
fn a_batch_is_written_with_what_finds_each_account() -> Made<()> {
    let transfers = vec![to(american()?, FIRST, 800_005)?, OrderedTransfer { address: None, ..to(swiss()?, SECOND, 1)? }];
    let (content, sha256) = PainOrders.write(&order("USD", transfers)?)?;
    insta::assert_snapshot!(content);
    assert_eq!(sha256, Digest(Sha256::digest(content.as_bytes()).into()));
    Ok(())
}

#[test]
fn what_is_written_is_valid_by_the_official_schema_and_says_what_was_ordered() -> Made<()> {
    let head = |code: &str, sum: &str| {
        format!("0190000000007000800000000000000a{code}|2|{sum}|Sooner Finance AG|DE02120300000000202051|BYLADEM1001|SHAR")
    };
    for (code, account, found, amounts) in [
        ("USD", american()?, "123456789|CHASUS33|USABA|021000021", ["8000.05", "0.01", "8000.06"]),
        ("GBP", british()?, "31926819|-|GBDSC|601613", ["8000.05", "0.01", "8000.06"]),
        ("JPY", japanese()?, "1234567|BOTKJPJT|-|-", ["800005", "1", "800006"]),
        ("KWD", kuwaiti()?, "KW81CBKU0000000000001234560101|CBKUKWKW|-|-", ["800.005", "0.001", "800.006"]),
        ("CHF", swiss()?, "CH9300762011623852957|-|-|-", ["8000.05", "0.01", "8000.06"]),
    ] {
        let transfers = vec![to(account.clone(), FIRST, 800_005)?, to(account, SECOND, 1)?];
        let line = |id: &str, amount| format!("{id}|Muehle + Soehne Ltd.|{found}|{amount}|{code}|Stuttgart|DE|MB-1001");
        let [first, second, sum] = amounts;
        assert_eq!(read_back(&[order(code, transfers)?])?, [head(code, sum), line(FIRST, first), line(SECOND, second)]);
    }
    Ok(())
}

#[test]
fn a_house_bank_without_a_bic_is_written_as_not_provided() -> Made<()> {
    let order = order("CHF", vec![to(swiss()?, FIRST, 1)?])?;
    let order = Order { from: HouseAccount { bic: None, ..order.from }, ..order };
    assert!(PainOrders.write(&order)?.0.contains("<Id>NOTPROVIDED</Id>"));
    assert!(read_back(&[order])?[0].ends_with("|DE02120300000000202051|-|SHAR"));
    Ok(())
}

#[test]
fn what_a_bank_would_refuse_is_not_written() -> Made<()> {
    let good = to(japanese()?, FIRST, Money::MAX_MINOR)?;
    assert!(PainOrders.write(&order("JPY", vec![good.clone()])?).is_ok());
    let refused = |transfers| Ok::<_, Box<dyn Error>>(PainOrders.write(&order("JPY", transfers)?).map_err(|refused| refused.0));
    for amount in [Minor::ZERO, Minor::new(-1), Minor::new(Money::MAX_MINOR + 1)] {
        assert!(refused(vec![OrderedTransfer { amount, ..good.clone() }])?.is_err(), "{amount:?}");
    }
    assert!(refused(Vec::new())?.is_err());
    assert!(refused(vec![good.clone(); 999])?.is_ok());
    assert!(refused(vec![good.clone(); 1_000])?.is_err(), "the sum has nineteen digits");
    let nowhere = OrderedTransfer { bic: None, ..good.clone() };
    assert_eq!(refused(vec![nowhere])?, Err("an account at no bank".to_owned()));
    let unread = OrderedTransfer { holder: Line::parse("株式会社")?, ..good };
    assert_eq!(refused(vec![unread])?, Err("a name in letters that banks do not know".to_owned()));
    Ok(())
}

/// An account, a holder, an amount.
type Drawn = (usize, String, i64);

fn drawn() -> impl Strategy<Value = (&'static str, Vec<Drawn>)> {
    let currency = select(vec!["USD", "GBP", "JPY", "KWD", "CHF", "XAF", "ISK", "BHD", "SEK"]);
    let holder = "[A-Z][A-Za-zÄÖÜäöüßŁ&<>\"' ./;_-]{0,99}";
    (currency, prop::collection::vec((0_usize..5, holder, 1..=Money::MAX_MINOR), 1..6))
}

fn ordered((code, transfers): &(&str, Vec<Drawn>)) -> Made<Order> {
    let one = |(at, (account, holder, amount)): (usize, &Drawn)| {
        let account = [american, british, japanese, kuwaiti, swiss][*account]()?;
        Ok(OrderedTransfer { holder: Line::parse(holder)?, ..to(account, &format!("{at:032}"), *amount)? })
    };
    order(code, transfers.iter().enumerate().map(one).collect::<Made<_>>()?)
}

/// How many minor units of the currency an amount is, if it has its digits behind the point.
fn minor(amount: &str, currency: Currency) -> Made<Minor> {
    let digits = amount.split_once('.').map_or(0, |(_, digits)| digits.len());
    assert_eq!(digits, currency.digits(), "{amount} {}", currency.code());
    Ok(Minor::new(amount.replace('.', "").parse()?))
}

/// Whether the lines say what was ordered.
fn check(order: &Order, lines: &mut impl Iterator<Item = String>) -> Made<()> {
    let currency = order.from.currency;
    let head = lines.next().ok_or("no head")?;
    let head: Vec<_> = head.split('|').collect();
    assert_eq!((head[0], head[1].parse()), (&*order.id, Ok(order.transfers.len())));
    assert_eq!(minor(head[2], currency)?, order.transfers.iter().map(|one| one.amount).sum());
    for one in &order.transfers {
        let line = lines.next().ok_or("no line")?;
        let line: Vec<_> = line.split('|').collect();
        assert_eq!((line[0], line[1], line[7]), (&*one.id, &*name(&one.holder)?, currency.code()));
        assert!(line[1].len() <= NAME && sepa::charset::is_sepa_text(line[1]), "{}", line[1]);
        assert_eq!(minor(line[6], currency)?, one.amount);
        let (account, clearing) = match &one.account {
            PaidAccount::Iban(iban) => (iban.as_str(), ["-", "-"]),
            PaidAccount::SortCode(code, number) => (number.as_str(), ["GBDSC", code.as_str()]),
            PaidAccount::RoutingNumber(routing, number) => (number.as_str(), ["USABA", routing.as_str()]),
            PaidAccount::Bic(number) => (number.as_str(), ["-", "-"]),
        };
        assert_eq!((line[2], line[3]), (account, one.bic.as_ref().map_or("-", Bic::as_str)));
        assert_eq!(line[4..6], clearing);
    }
    Ok(())
}

proptest! {
    // Each case is many files, for it takes a second to begin to read.
    #![proptest_config(ProptestConfig::with_cases(4))]
    #[test]
    fn what_is_written_reads_back_as_it_was_ordered(batches in prop::collection::vec(drawn(), 1..40)) {
        let orders = batches.iter().map(ordered).collect::<Made<Vec<_>>>().unwrap();
        let mut lines = read_back(&orders).unwrap().into_iter();
        for order in &orders {
            check(order, &mut lines).unwrap();
        }
        prop_assert_eq!(lines.next(), None);
    }
}
