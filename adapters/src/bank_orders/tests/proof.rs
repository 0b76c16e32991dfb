//! Orders that were read again.

use super::{super::proof::Draft, *};

#[test]
fn a_file_that_orders_anything_else_is_not_handed_out() -> Made<()> {
    for currency in ["EUR", "CHF"] {
        let order = order(currency, vec![transfer(FIRST, "Mühle & Söhne GmbH", &["MB-1"])?, transfer(SECOND, "Łódź Ltd.", &[])?])?;
        let (content, _) = PainOrders.write(&order)?;
        let proven = |content: String| Draft::new(content).proven(&order);
        assert_eq!(proven(content.clone()).as_ref(), Ok(&content));
        for (was, becomes) in [
            ("8000.05", "8000.06"),
            ("16000.10", "16000.00"),
            ("<NbOfTxs>2<", "<NbOfTxs>3<"),
            ("DE89370400440532013000", "NL91ABNA0417164300"),
            ("DE02120300000000202051", "NL91ABNA0417164300"),
            (SECOND, FIRST),
            ("Lodz Ltd.", "Lodz"),
            ("Ccy=\"", "Ccy=\"X"),
            ("</Document>", ""),
        ] {
            assert!(content.contains(was), "{was}: {content}");
            assert!(proven(content.replacen(was, becomes, 1)).is_err(), "{currency}: {was}");
        }
    }
    Ok(())
}
