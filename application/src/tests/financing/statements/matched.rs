//! What is booked by itself of money that came in, and what is only suggested.

use super::*;
use crate::cash::Offered;
use sooner_domain::{onboarding::bank_account::Iban, payments::receipt::MatchReason};

impl Sold {
    /// As its bank writes its debtor's name.
    pub(super) async fn debtors_name(&self) -> Made<String> {
        Ok(self.look().await?.scene.debtor.ok_or("no debtor")?.parts().legal_name.as_str().to_uppercase())
    }

    pub(super) async fn reference(&self) -> Made<String> {
        Ok(self.look().await?.receivable().parts().reference.grouped())
    }

    /// What each unexplained receipt is offered first, the one entered first before: its signs, amounts, and what they leave open.
    pub(super) async fn offered(&self) -> Made<Vec<Option<(Vec<&'static str>, Vec<(i64, i64)>)>>> {
        let which = crate::payments::ports::Receipts::Unexplained;
        let page = self.world.cash().receipts(&self.olga.operator(), which, None).await?;
        let cases = self.world.use_cases();
        let found = cases.cash.suggestions(&page.receipts, &cases.cash.origins(&page.receipts).await?).await?;
        let first = |found: &Offered| {
            let first = found.suggestions.first()?;
            let parts = first.parts.iter().map(|part| (part.amount.get(), part.leaves_open.get())).collect();
            Some((first.signs.iter().map(|sign| sign.code()).collect(), parts))
        };
        Ok(found.iter().rev().map(first).collect())
    }
}

#[tokio::test]
async fn money_with_our_reference_is_booked_by_itself_where_its_debtor_pays() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (reference, debtor, today) = (sold.reference().await?, sold.debtors_name().await?, sold.today().await?);
    let text = format!("Rechnung RE-1, Ref. {reference} danke");
    let part = told(entry(today, 400_000, "A1"), &text, &debtor);
    let rest = named(told(entry(today, 600_100, "A2"), "Thanks", &debtor), &reference.replace(' ', ""));
    assert_eq!(counts(&sold.import(file(1, 0, vec![part, rest])?).await?), [2, 0, 2, 0, 0, 0]);
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    assert_eq!(sold.holds(AccountKind::DebtorCredits).await?, -100, "too much is the debtor's credit");
    let page = sold.world.cash().receipts(&sold.olga.operator(), crate::payments::ports::Receipts::All, None).await?;
    let recognised = page.receipts.iter().flat_map(|found| &found.allocations).map(|part| part.recognised.as_ref());
    let told: Vec<_> = recognised.map(|found| found.map(|found| (found.by, found.quoted.as_str().to_owned()))).collect();
    assert_eq!(told, vec![Some((MatchReason::Reference, reference.replace(' ', ""))); 2], "it is kept by what each was recognised");
    Ok(())
}

#[tokio::test]
async fn a_reference_of_somebody_unknown_is_booked_only_with_exactly_what_is_open() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (reference, today) = (sold.reference().await?, sold.today().await?);
    let some = told(entry(today, 400_000, "A1"), &reference, "Somebody Else");
    assert_eq!(counts(&sold.import(file(1, 0, vec![some])?).await?), [1, 0, 0, 1, 0, 0]);
    let part = Some((vec!["reference", "part_payment"], vec![(400_000, 600_000)]));
    assert_eq!(sold.offered().await?, [part]);
    let all = told(entry(today, 1_000_000, "A2"), &reference, "Somebody Else");
    let again = told(entry(today, 1_000_000, "A3"), &reference, "Somebody Else");
    let done = sold.import(file(2, 400_000, vec![all, again])?).await?;
    assert_eq!(counts(&done), [2, 0, 1, 0, 1, 0], "the second finds nothing open");
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    Ok(())
}

#[tokio::test]
async fn a_foreign_reference_and_a_street_with_a_number_are_no_reference_of_ours() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (reference, debtor, today) = (sold.reference().await?.replace(' ', ""), sold.debtors_name().await?, sold.today().await?);
    let longer = format!("{reference}52");
    let entries = vec![
        named(told(entry(today, 500, "RFX-1"), "Fremde AG", &debtor), "RF0970000000052"),
        told(entry(today, 600, "A1"), "Mietzahlung Lager Warendorf 84 15", &debtor),
        told(entry(today, 700, "A2"), &format!("SU{reference} {longer}"), &debtor),
    ];
    assert_eq!(counts(&sold.import(file(1, 0, entries)?).await?)[2], 0, "nothing of it is booked by itself");
    assert_eq!(sold.holds(AccountKind::Suspense).await?, -1_800);
    Ok(())
}

#[tokio::test]
async fn numbers_of_a_known_payer_that_add_up_are_booked_by_themselves() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (debtor, today) = (sold.debtors_name().await?, sold.today().await?);
    let entries = vec![told(entry(today, 1_000_000, "A1"), "payment re 1", &debtor)];
    assert_eq!(counts(&sold.import(file(1, 0, entries)?).await?), [1, 0, 1, 0, 0, 0]);
    let page = sold.world.cash().receipts(&sold.olga.operator(), crate::payments::ports::Receipts::All, None).await?;
    let recognised = page.receipts.iter().flat_map(|found| &found.allocations).filter_map(|part| part.recognised.as_ref());
    let told: Vec<_> = recognised.map(|found| (found.by, found.quoted.as_str().to_owned())).collect();
    assert_eq!(told, [(MatchReason::InvoiceNumbers, "RE-1".to_owned())]);
    Ok(())
}

#[tokio::test]
async fn what_only_seems_to_be_meant_is_suggested() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (debtor, today) = (sold.debtors_name().await?, sold.today().await?);
    let entries = vec![
        told(entry(today, 1_000_000, "A2"), "thank you", &debtor),
        told(entry(today, 1_000_000, "A3"), "RE-1", "Nobody we know"),
        told(entry(today, 999_999, "A4"), "RE-1", &debtor),
        told(entry(today, 999_999, "A5"), "thank you", "Nobody we know"),
    ];
    assert_eq!(counts(&sold.import(file(1, 0, entries)?).await?), [4, 0, 0, 3, 1, 0]);
    let all = vec![(1_000_000, 0)];
    let expected = [
        Some((vec!["payer_name", "exact_amount"], all.clone())),
        Some((vec!["invoice_numbers", "exact_amount"], all)),
        Some((vec!["invoice_numbers", "payer_name", "bank_charges"], vec![(999_999, 1)])),
        None,
    ];
    assert_eq!(sold.offered().await?, expected);
    assert_eq!(sold.holds(AccountKind::Suspense).await?, -3_999_998);
    Ok(())
}

#[tokio::test]
async fn a_payer_is_known_again_by_the_account_they_paid_from() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let today = sold.today().await?;
    let iban = "NL91ABNA0417164300";
    let command = sold.receipt(
        today,
        400_000,
        vec![(sooner_domain::payments::receipt::Target::Receivable(sold.id), Minor::new(400_000))],
        Some(Iban::parse(iban)?),
    );
    sold.world.cash().enter_receipt(command).await?;
    let mut rest = told(entry(today, 600_000, "A1"), "the rest", "X");
    let other = Line::parse(iban).ok();
    rest.details.iter_mut().for_each(|detail| detail.other.iban.clone_from(&other));
    assert_eq!(counts(&sold.import(file(1, 0, vec![rest])?).await?), [1, 0, 0, 1, 0, 0]);
    Ok(())
}

#[tokio::test]
async fn money_that_names_what_is_paid_is_booked_on_nothing_else() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (debtor, today, paid) = (sold.debtors_name().await?, sold.today().await?, sold.reference().await?);
    sold.import(file(1, 0, vec![told(entry(today, 1_000_000, "A1"), &paid, &debtor)])?).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    let open = sold.sell("RE-2027-2", 900_000).await?;
    let look = sold.world.receivables().examined(open, &sold.olga.operator()).await?;
    let reference = look.receivable().parts().reference.grouped();
    let twice = told(entry(today, 900_000, "A2"), &format!("{reference} RE-1"), &debtor);
    let number = told(entry(today, 900_000, "A3"), "RE-1", &debtor);
    assert_eq!(counts(&sold.import(file(2, 1_000_000, vec![twice, number])?).await?), [2, 0, 0, 2, 0, 0]);
    let page = sold.world.cash().receipts(&sold.olga.operator(), crate::payments::ports::Receipts::Unexplained, None).await?;
    let cases = sold.world.use_cases();
    for offered in cases.cash.suggestions(&page.receipts, &cases.cash.origins(&page.receipts).await?).await? {
        let closed: Vec<_> = offered.closed.iter().map(|closed| (closed.owing.id, closed.status)).collect();
        assert_eq!(closed, [(sold.id, ReceivableStatus::Settled)]);
        assert!(!offered.suggestions.is_empty() && offered.suggestions.iter().all(|one| one.warns() && !one.is_sure()), "{offered:?}");
    }
    Ok(())
}
