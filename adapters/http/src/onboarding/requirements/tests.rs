use super::*;
use sooner_application::testing::complete_form;
use sooner_domain::{
    kernel::{
        country::CountryCode,
        ids::{CompanyId, UserId},
        money::Percentage,
        text::Note,
    },
    onboarding::{
        application::{Application, ApplicationId, Form},
        bank_account::{AccountNumber, BankAccount, Iban, RoutingNumber, SortCode},
        people::{Person, PersonId},
    },
    parties::membership::Membership,
};
use uuid::Uuid;

fn with(form: Form) -> Application {
    let now = chrono::DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_000);
    let member = Membership::founder(UserId(Uuid::nil()), CompanyId(Uuid::nil()), now);
    let mut application = Application::blank(ApplicationId(Uuid::nil()), &member, 0, now);
    application.save_form(form, now).unwrap();
    application
}

/// What is missing, a line each.
fn told(application: &Application) -> String {
    let line = |requirement: &Requirement| {
        let RequirementBody { code, field, message, params } = RequirementBody::from(requirement);
        let params = serde_json::to_string(&params).unwrap();
        format!("{:<16} {field:<32} {message} {params}", code.0.code())
    };
    application.missing(application.parts().waiting_since.date_naive()).iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_blank_application_is_told_everything_in_words() {
    insta::assert_snapshot!(told(&with(Form::default())));
}

#[test]
fn contradictions_are_told_in_words() {
    let mut form = complete_form();
    form.company.incorporated_on = chrono::NaiveDate::from_ymd_opt(2200, 1, 1);
    form.people[0].born_on = chrono::NaiveDate::from_ymd_opt(2024, 1, 1);
    form.people[0].ownership = Percentage::parse_basis_points(10_000).ok();
    form.people[0].roles = [PersonRole::Director, PersonRole::Signatory].into();
    let unknown = |id| Person::unknown(PersonId::parse(id).unwrap());
    form.people.push(Person { roles: [PersonRole::Owner, PersonRole::Signatory].into(), ..unknown("2") });
    form.people.push(Person { ownership: Percentage::parse_basis_points(2_499).ok(), ..unknown("3") });
    form.bank_account.iban = None;
    form.bank_account.account_number = AccountNumber::parse("12345678").ok();
    insta::assert_snapshot!(told(&with(form)));
}

#[test]
fn contradictions_of_an_account_are_told_in_words() {
    let number = |text: &str| AccountNumber::parse(text).ok();
    let (code, routing) = (SortCode::parse("601613").ok(), RoutingNumber::parse("021000021").ok());
    let iban = Iban::parse("GB29NWBK60161331926819").ok();
    let none = BankAccount::default;
    let lines: Vec<_> = [
        ("GB", none()),
        ("US", none()),
        ("GB", BankAccount { sort_code: code.clone(), account_number: number("12345"), ..none() }),
        ("US", BankAccount { routing_number: routing.clone(), account_number: number("12345A"), ..none() }),
        ("DE", BankAccount { sort_code: code, routing_number: routing, account_number: number("12345678"), ..none() }),
        ("GB", BankAccount { sort_code: SortCode::parse("000000").ok(), account_number: number("12345678"), iban, ..none() }),
    ]
    .into_iter()
    .map(|(country, numbers)| {
        let mut form = complete_form();
        form.company.country = CountryCode::parse(country).ok();
        let BankAccount { holder, currency, .. } = form.bank_account;
        form.bank_account = BankAccount { holder, currency, ..numbers };
        let told = told(&with(form));
        let told: Vec<_> = told.lines().filter(|line| line.contains(" bankAccount.")).collect();
        format!("{country}\n{}", told.join("\n"))
    })
    .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn every_demand_has_a_whole_sentence() {
    let of_all_kinds = |kind: &DocumentKind| {
        let reason = Note::parse("It is too old.").unwrap();
        [
            Demand::Documents { kind: *kind, wanted: 1 },
            Demand::Documents { kind: *kind, wanted: 2 },
            Demand::Replacement { kind: *kind, reason },
        ]
    };
    let demands = Question::ALL.iter().copied().map(Demand::Answer);
    let demands = demands.chain(PersonRole::ALL.iter().copied().map(Demand::RoleHolder));
    let demands = demands.chain(Conflict::ALL.iter().copied().map(Demand::Resolve)).chain([Demand::Buyer]);
    for demand in demands.chain(DocumentKind::ALL.iter().flat_map(of_all_kinds)) {
        let text = sentence(&Requirement { demand, person: None });
        assert!(text.ends_with('.') && !text.contains(['{', '}']), "{text}");
    }
    let reason = Note::parse("It is too old.").unwrap();
    let demand = Demand::Replacement { kind: DocumentKind::BankStatement, reason };
    let body = serde_json::to_value(RequirementBody::from(&Requirement { demand, person: None })).unwrap();
    insta::assert_json_snapshot!(body);
}
