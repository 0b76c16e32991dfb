//! In euro.

use super::*;
use sooner_domain::onboarding::{account_holder::account_holder, bank_account::AccountNumber};

#[test]
fn a_batch_is_written_with_structured_addresses_in_letters_every_bank_knows() -> Made<()> {
    let two = vec![transfer(FIRST, "Mühle & Söhne GmbH", &["MB-1001", "MB-1002"])?, transfer(SECOND, "Łódź Çelik Ltd.", &["WF/77 „Eil“"])?];
    let (content, sha256) = PainOrders.write(&order("EUR", two)?)?;
    insta::assert_snapshot!(content);
    assert_eq!(sha256, Digest(Sha256::digest(content.as_bytes()).into()));
    Ok(())
}

#[test]
fn what_is_written_is_valid_by_the_official_schema_and_says_what_was_ordered() -> Made<()> {
    let transfers = vec![
        transfer(FIRST, "Mühle & Söhne GmbH", &["MB-1001"])?,
        OrderedTransfer { address: None, ..transfer(SECOND, "Łódź Çelik Ltd.", &[])? },
    ];
    let expected = [
        "0190000000007000800000000000000aEUR|2|16000.10|Sooner Finance AG|DE02120300000000202051|BYLADEM1001|SLEV|SEPA",
        "01900000000070008000000000000001|Muehle + Soehne GmbH|DE89370400440532013000|-|-|-|8000.05|EUR|Stuttgart|DE|MB-1001",
        "01900000000070008000000000000002|Lodz Celik Ltd.|DE89370400440532013000|-|-|-|8000.05|EUR|-|-",
    ];
    assert_eq!(read_back(&[order("EUR", transfers)?])?, expected);
    Ok(())
}

#[test]
fn what_is_too_long_is_cut_and_what_a_bank_would_refuse_is_not_written() -> Made<()> {
    let long = transfer(FIRST, &"Ä".repeat(60), &["ß-1234567890"; 20])?;
    let (content, _) = PainOrders.write(&order("EUR", vec![long.clone()])?)?;
    assert!(content.contains(&format!("<Nm>{}</Nm>", "Ae".repeat(35))), "{content}");
    assert!(content.contains(&format!("<Ustrd>{} +11</Ustrd>", ["ss-1234567890"; 9].join(", "))), "{content}");
    let by_number = PaidAccount::Bic(AccountNumber::parse("12345678")?);
    for refused in [
        OrderedTransfer { amount: Minor::ZERO, ..long.clone() },
        OrderedTransfer { account: by_number, bic: Some(Bic::parse("DEUTDEFF")?), ..long.clone() },
        OrderedTransfer { holder: Line::parse("株式会社")?, ..long },
    ] {
        assert!(PainOrders.write(&order("EUR", vec![refused])?).is_err());
    }
    Ok(())
}

#[test]
fn of_an_address_in_other_letters_nothing_is_told_that_cannot_be_read() -> Made<()> {
    let line = |text| Line::parse(text).map(Some);
    let written = |address| -> Made<String> {
        let transfer = OrderedTransfer { address: Some(address), ..transfer(FIRST, "Hanako GmbH", &[])? };
        Ok(PainOrders.write(&order("EUR", vec![transfer])?)?.0)
    };
    assert!(!written(Address { city: line("東京")?, ..address()? })?.contains("PstlAdr"));
    let content = written(Address { line1: line("一丁目")?, ..address()? })?;
    assert!(content.contains("<PstlAdr><PstCd>70173</PstCd><TwnNm>Stuttgart</TwnNm>"), "{content}");
    Ok(())
}

/// What is taken when an account is entered can be written: every letter of it is there.
#[test]
fn every_letter_that_an_account_is_entered_in_is_written() -> Made<()> {
    for c in (char::MIN..=char::MAX).filter(|c| c.is_alphanumeric()) {
        let Ok(holder) = account_holder(&c.to_string()) else { continue };
        let written = name(&holder)?;
        assert!(!written.is_empty() && written.chars().all(|c| c.is_ascii_alphanumeric()), "{c} is written as {written:?}");
    }
    for (holder, written) in
        [("Ένωση Α.Ε.", "Enosi A.E."), ("България ЕООД", "Balgariya EOOD"), ("//Nord//Süd//", "Nord/Sued"), ("Þór hf.", "Tor hf.")]
    {
        let order = order("EUR", vec![transfer(FIRST, holder, &["/7", "8//9", "/"])?])?;
        let (content, _) = PainOrders.write(&order)?;
        let nm = content.split("<Cdtr><Nm>").nth(1).and_then(|rest| rest.split('<').next()).unwrap_or_default();
        assert_eq!(nm, written, "{content}");
    }
    Ok(())
}
