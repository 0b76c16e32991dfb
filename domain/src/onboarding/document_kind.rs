//! Which documents there are, and how many of each an application has to hold: one row a kind.
//!
//! To add a kind, add its row. The rule that asks for it is the row's last column; nothing else in the domain changes.

use super::{application::Application, company::LegalForm, people::PersonRole};
use crate::kernel::coded::{Coded, coded_enum};

/// Declares kind, code and rule side by side, so that none of them can be forgotten.
macro_rules! document_kinds {
    ($($variant:ident = $code:literal, $wanted:expr;)+) => {
        coded_enum!(
            /// What a document proves.
            DocumentKind { $($variant = $code),+ }
        );

        impl DocumentKind {
            /// How many of this kind a first submission has to hold.
            pub fn wanted(self, application: &Application) -> usize {
                match self { $(Self::$variant => $wanted(application)),+ }
            }
        }
    };
}

document_kinds! {
    IncorporationCertificate = "incorporation_certificate", one_if_registered;
    ProofOfAddress = "proof_of_address", one_unless_it_only_supplies;
    IdentityDocument = "identity_document", one_a_signatory;
    BankStatement = "bank_statement", one;
    AnnualAccounts = "annual_accounts", one_unless_it_only_supplies;
    AgedReceivables = "aged_receivables", one_of_a_seller;
}

impl DocumentKind {
    /// The address of this kind's place in the form.
    pub fn field(self) -> String {
        format!("documents.{}", self.code())
    }
}

fn one(_: &Application) -> usize {
    1
}

fn one_unless_it_only_supplies(application: &Application) -> usize {
    usize::from(!application.form().company.only_supplies())
}

/// A sole trader stands in no register.
fn one_if_registered(application: &Application) -> usize {
    let is_registered = application.form().company.legal_form != Some(LegalForm::SoleTrader);
    if is_registered { one_unless_it_only_supplies(application) } else { 0 }
}

fn one_a_signatory(application: &Application) -> usize {
    let signatories = application.form().people.iter().filter(|person| person.is(PersonRole::Signatory)).count();
    signatories.max(1)
}

fn one_of_a_seller(application: &Application) -> usize {
    usize::from(application.form().company.sells())
}
