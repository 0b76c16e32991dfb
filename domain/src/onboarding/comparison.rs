//! A form as a list of answers, and what changed between two of them: for the reviewer and for the audit trail.

use super::{
    application::Form,
    bank_account::BankAccount,
    company::{Address, CompanyDetails},
    people::Person,
};
use crate::kernel::{change::Changed, coded::Coded};

/// Every answer given, in the order of the form, with its place in it.
pub fn answers(form: &Form) -> Vec<(String, String)> {
    let Form { company, people, bank_account } = form;
    let mut list = Answers(Vec::new());
    list.company(company);
    for (index, person) in people.iter().enumerate() {
        list.person(index, person);
    }
    list.bank_account(bank_account);
    list.0
}

/// What differs, in the order of the form; what is gone comes last.
pub fn changed(before: &Form, after: &Form) -> Vec<Changed> {
    Changed::between(&answers(before), &answers(after))
}

struct Answers(Vec<(String, String)>);

impl Answers {
    fn put(&mut self, field: impl Into<String>, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.0.push((field.into(), value.to_string()));
        }
    }

    fn codes<T: Coded>(&mut self, field: impl Into<String>, values: impl IntoIterator<Item = T>) {
        let codes: Vec<_> = values.into_iter().map(Coded::code).collect();
        self.put(field, (!codes.is_empty()).then(|| codes.join(", ")));
    }

    fn company(&mut self, company: &CompanyDetails) {
        let CompanyDetails {
            legal_name,
            trading_name,
            legal_form,
            registration_number,
            tax_number,
            incorporated_on,
            country,
            address: Address { line1, line2, city, region, postal_code, country: seat },
            website,
            industry,
            yearly_turnover,
            wants,
        } = company;
        self.put("company.legalName", legal_name.as_ref().map(|line| line.as_str()));
        self.put("company.tradingName", trading_name.as_ref().map(|line| line.as_str()));
        self.put("company.legalForm", legal_form.map(Coded::code));
        self.put("company.registrationNumber", registration_number.as_ref().map(|line| line.as_str()));
        self.put("company.taxNumber", tax_number.as_ref().map(|line| line.as_str()));
        self.put("company.incorporatedOn", incorporated_on.as_ref());
        self.put("company.country", country.as_ref().map(|country| country.as_str()));
        self.put("company.address.line1", line1.as_ref().map(|line| line.as_str()));
        self.put("company.address.line2", line2.as_ref().map(|line| line.as_str()));
        self.put("company.address.city", city.as_ref().map(|line| line.as_str()));
        self.put("company.address.region", region.as_ref().map(|line| line.as_str()));
        self.put("company.address.postalCode", postal_code.as_ref().map(|line| line.as_str()));
        self.put("company.address.country", seat.as_ref().map(|country| country.as_str()));
        self.put("company.website", website.as_ref().map(|website| website.as_str()));
        self.put("company.industry", industry.map(Coded::code));
        self.put("company.yearlyTurnover", yearly_turnover.as_ref());
        self.codes("company.wants", wants.iter().copied());
    }

    fn person(&mut self, index: usize, person: &Person) {
        let Person { id: _, fname, lname, born_on, nationality, roles, ownership } = person;
        let field = |name: &str| format!("people[{index}].{name}");
        self.put(field("fname"), fname.as_ref().map(|name| name.as_str()));
        self.put(field("lname"), lname.as_ref().map(|name| name.as_str()));
        self.put(field("bornOn"), born_on.as_ref());
        self.put(field("nationality"), nationality.as_ref().map(|country| country.as_str()));
        self.codes(field("roles"), roles.iter().copied());
        self.put(field("ownershipPercent"), ownership.as_ref());
    }

    fn bank_account(&mut self, account: &BankAccount) {
        let BankAccount { holder, iban, sort_code, routing_number, account_number, bic, currency } = account;
        self.put("bankAccount.holder", holder.as_ref().map(|line| line.as_str()));
        self.put("bankAccount.iban", iban.as_ref().map(|iban| iban.as_str()));
        self.put("bankAccount.sortCode", sort_code.as_ref().map(|code| code.as_str()));
        self.put("bankAccount.routingNumber", routing_number.as_ref().map(|number| number.as_str()));
        self.put("bankAccount.accountNumber", account_number.as_ref().map(|number| number.as_str()));
        self.put("bankAccount.bic", bic.as_ref().map(|bic| bic.as_str()));
        self.put("bankAccount.currency", currency.as_ref().map(|currency| currency.code()));
    }
}

#[cfg(test)]
mod tests {
    use super::{super::examples::complete, *};
    use crate::kernel::{Invalid, money::Percentage, text::Line};

    #[test]
    fn every_answer_has_its_place() -> Result<(), Invalid> {
        let lines: Vec<_> = answers(complete()?.form()).into_iter().map(|(field, value)| format!("{field} = {value}")).collect();
        insta::assert_snapshot!(lines.join("\n"));
        Ok(())
    }

    #[test]
    fn what_changed_is_told_field_by_field() -> Result<(), Invalid> {
        let before = complete()?.form().clone();
        assert_eq!(changed(&before, &before), vec![]);
        let mut after = before.clone();
        after.company.legal_name = Some(Line::parse("Mühle Brandt KG")?);
        after.people[0].ownership = Some(Percentage::parse_basis_points(2_550)?);
        after.company.website = None;
        after.company.tax_number = None;
        let text = |text: &str| Some(text.to_owned());
        let expected = [
            Changed::new("company.legalName", text("Mühle Brandt GmbH"), text("Mühle Brandt KG")),
            Changed::new("people[0].ownershipPercent", text("60 %"), text("25.5 %")),
            Changed::new("company.taxNumber", text("DE123456789"), None),
        ];
        assert_eq!(changed(&before, &after), expected);
        assert_eq!(changed(&Form::default(), &before).len(), answers(&before).len());
        Ok(())
    }
}
