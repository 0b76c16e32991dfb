use super::{
    super::{
        application::Form,
        bank_account::{AccountNumber, Bic},
        company::Want,
        document::Document,
        examples::*,
        people::PersonId,
    },
    *,
};
use crate::kernel::Invalid;

fn fields(application: &Application) -> Vec<String> {
    missing(application, TODAY).into_iter().map(|requirement| requirement.field()).collect()
}

#[test]
fn a_complete_application_lacks_nothing() -> Result<(), Invalid> {
    let application = complete()?;
    assert_eq!(missing(&application, TODAY), vec![]);
    let Progress { met, asked } = progress(&application, TODAY);
    assert_eq!(met, asked);
    Ok(())
}

#[test]
fn progress_counts_what_is_asked_for_as_the_answers_stand() -> Result<(), Invalid> {
    let begun = |change: &dyn Fn(&mut Form)| -> Result<Progress, Invalid> {
        let mut form = complete()?.form().clone();
        change(&mut form);
        Ok(progress(&with(form, |_| true, 1), TODAY))
    };
    let whole = begun(&|_| {})?;
    assert_eq!(begun(&|form| form.company.legal_name = None)?, Progress { met: whole.met - 1, ..whole });
    // A sole trader is asked neither for a number of the register, nor for a director, nor for the certificate.
    assert_eq!(begun(&|form| form.company.legal_form = Some(LegalForm::SoleTrader))?.asked, whole.asked - 3);
    // Somebody named without anything is five more things to say.
    assert_eq!(
        begun(&|form| form.people.push(Person::unknown(PersonId::unlike(&[]))))?,
        Progress { met: whole.met, asked: whole.asked + 5 }
    );
    assert_eq!(progress(&blank(), TODAY).met, 0);
    Ok(())
}

#[test]
fn a_blank_application_is_told_everything_at_once() {
    let table: Vec<_> = missing(&blank(), TODAY).iter().map(|r| format!("{:<16} {}", r.code().code(), r.field())).collect();
    insta::assert_snapshot!(table.join("\n"));
}

#[test]
fn a_sole_trader_needs_no_register_no_director_and_no_certificate() -> Result<(), Invalid> {
    let mut form = complete()?.form().clone();
    form.company.legal_form = Some(LegalForm::SoleTrader);
    form.company.registration_number = None;
    form.people[0].roles.remove(&PersonRole::Director);
    let application = with(form, |document| document.kind != DocumentKind::IncorporationCertificate, 1);
    assert_eq!(fields(&application), Vec::<String>::new());
    Ok(())
}

#[test]
fn only_a_seller_needs_buyers_and_receivables() -> Result<(), Invalid> {
    let form = complete()?.form().clone();
    let without = |document: &Document| document.kind != DocumentKind::AgedReceivables;
    assert_eq!(fields(&with(form.clone(), without, 0)), ["buyers", "documents.aged_receivables"]);
    let mut buyer = form;
    buyer.company.wants = [Want::Buyer].into();
    assert_eq!(fields(&with(buyer, without, 0)), Vec::<String>::new());
    Ok(())
}

#[test]
fn each_signatory_needs_an_identity_document() -> Result<(), Invalid> {
    let mut form = complete()?.form().clone();
    let mut second = form.people[0].clone();
    second.roles = [PersonRole::Signatory].into();
    second.ownership = None;
    form.people.push(second);
    assert_eq!(fields(&with(form, |_| true, 1)), ["documents.identity_document"]);
    Ok(())
}

#[test]
fn ages_shares_and_dates_must_be_possible() -> Result<(), Invalid> {
    let mut form = complete()?.form().clone();
    form.company.incorporated_on = TODAY.succ_opt();
    form.people[0].born_on = NaiveDate::from_ymd_opt(TODAY.year() - 18, TODAY.month(), TODAY.day() + 1);
    form.people[0].ownership = Some(Percentage::parse_basis_points(2_499)?);
    assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["company.incorporatedOn", "people[0].bornOn", "people[0].ownershipPercent"]);
    form.people[0].ownership = Some(Percentage::parse_basis_points(6_000)?);
    form.people[0].born_on = NaiveDate::from_ymd_opt(TODAY.year() - 18, TODAY.month(), TODAY.day());
    form.company.incorporated_on = Some(TODAY);
    form.people.push(form.people[0].clone());
    assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["people", "documents.identity_document"]);
    for (person, share) in form.people.iter_mut().zip([6_000, 4_000]) {
        person.ownership = Some(Percentage::parse_basis_points(share)?);
    }
    assert_eq!(fields(&with(form, |_| true, 1)), ["documents.identity_document"], "exactly the whole is possible");
    Ok(())
}

#[test]
fn an_account_number_needs_a_bic_and_an_iban_does_not() -> Result<(), Invalid> {
    let mut form = complete()?.form().clone();
    form.bank_account.iban = None;
    assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["bankAccount.iban"]);
    form.bank_account.account_number = Some(AccountNumber::parse("12345678")?);
    assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["bankAccount.bic"]);
    form.bank_account.bic = Some(Bic::parse("DEUTDEFF")?);
    assert_eq!(fields(&with(form, |_| true, 1)), Vec::<String>::new());
    Ok(())
}
