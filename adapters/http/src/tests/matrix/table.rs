//! The table: each operation, and whom it is for.

use sooner_domain::{identity::operator::OperatorRight, parties::membership::MemberRight};

/// Whom an operation is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum For {
    Anybody,
    /// Whoever has a session, even one that waits for a code.
    Begun,
    SignedIn,
    /// Whoever has proven their e-mail address.
    Proven,
    /// Whoever is verified and has this right in their company.
    Member(MemberRight),
    /// What whoever has it may have without being verified; nobody else learns that it exists.
    Own,
    /// What whoever proposed it may take back, verified; nobody else learns that it exists.
    Proposed,
    /// What belongs to a company, and takes this right: nobody of another one learns that it exists.
    Thing(MemberRight),
    /// What belongs to a company, whose members may look at it: nobody of another one learns that it exists.
    OfCompany,
    /// What belongs to a company, whose members may look at it, and operators with this right.
    ThingOr(OperatorRight),
    /// Whoever works for the house.
    Operator,
    OperatorWith(OperatorRight),
    /// What an operator proposed, which none of these did.
    OperatorsOwn,
}

const EDIT: MemberRight = MemberRight::EditApplication;
const BUYERS: MemberRight = MemberRight::NameBuyers;
const MEMBERS: MemberRight = MemberRight::ManageMembers;
const READ: For = For::OperatorWith(OperatorRight::ReadApplications);
const REVIEW: For = For::OperatorWith(OperatorRight::Review);
pub(super) const SIGN: For = For::Thing(MemberRight::AcceptTerms);
const LEDGER: For = For::OperatorWith(OperatorRight::ReadLedger);
const AGREEMENTS: For = For::OperatorWith(OperatorRight::ReadFacilities);
const AGREE: For = For::OperatorWith(OperatorRight::ManageFacilities);
const ENTER: For = For::Thing(MemberRight::EnterInvoices);
const INVOICES: For = For::OperatorWith(OperatorRight::ReadReceivables);
const JUDGE: For = For::OperatorWith(OperatorRight::ManageReceivables);
const PAYMENTS: For = For::OperatorWith(OperatorRight::ReadPayments);
const PAY: For = For::OperatorWith(OperatorRight::ManagePayments);
const DECIDE: For = For::OperatorWith(OperatorRight::DecidePayeeAccounts);

pub(super) const TABLE: &[(&str, For)] = &[
    ("POST /auth/signup", For::Anybody),
    ("POST /auth/signin", For::Anybody),
    ("POST /auth/forgot-password", For::Anybody),
    ("POST /auth/reset-password", For::Anybody),
    ("POST /auth/verify-email", For::Anybody),
    ("GET /invitations/{token}", For::Anybody),
    ("POST /invitations/{token}/accept", For::Anybody),
    ("POST /quote", For::Anybody),
    ("GET /health/live", For::Anybody),
    ("GET /health/ready", For::Anybody),
    ("GET /metrics", For::Anybody),
    ("POST /semi-private/auth/signout", For::Begun),
    ("POST /semi-private/auth/second-factor", For::Begun),
    ("GET /semi-private/auth/second-factor", For::SignedIn),
    ("POST /semi-private/auth/second-factor/enrolment", For::Proven),
    ("POST /semi-private/auth/second-factor/confirmation", For::Proven),
    ("POST /semi-private/auth/second-factor/removal", For::SignedIn),
    ("POST /semi-private/auth/step-up", For::SignedIn),
    ("POST /semi-private/auth/verify-gtoken", For::SignedIn),
    ("PUT /semi-private/auth/phone", For::SignedIn),
    ("PUT /semi-private/auth/email", For::SignedIn),
    ("PUT /semi-private/auth/password", For::SignedIn),
    ("PUT /semi-private/auth/language", For::SignedIn),
    ("GET /semi-private/auth/sessions", For::SignedIn),
    ("DELETE /semi-private/auth/sessions/{id}", For::Own),
    ("GET /semi-private/auth/send-email-verification", For::SignedIn),
    ("GET /semi-private/user", For::SignedIn),
    ("GET /semi-private/members", For::SignedIn),
    ("PUT /semi-private/members/{id}", For::Thing(MEMBERS)),
    ("DELETE /semi-private/members/{id}", For::Thing(MEMBERS)),
    ("GET /semi-private/invitations", For::SignedIn),
    ("POST /semi-private/invitations", For::Member(MEMBERS)),
    ("DELETE /semi-private/invitations/{id}", For::Thing(MEMBERS)),
    ("POST /semi-private/invitations/{token}/accept", For::SignedIn),
    ("GET /semi-private/onboarding", For::SignedIn),
    ("PUT /semi-private/onboarding", For::Member(EDIT)),
    ("PATCH /semi-private/onboarding", For::Member(EDIT)),
    ("POST /semi-private/onboarding/submit", For::Member(EDIT)),
    ("POST /semi-private/documents", For::Member(EDIT)),
    ("GET /semi-private/documents/{id}", For::ThingOr(OperatorRight::ReadApplications)),
    ("DELETE /semi-private/documents/{id}", For::Thing(EDIT)),
    ("GET /semi-private/buyers", For::SignedIn),
    ("POST /semi-private/buyers", For::Member(BUYERS)),
    ("PUT /semi-private/buyers/{id}", For::Thing(BUYERS)),
    ("DELETE /semi-private/buyers/{id}", For::Thing(BUYERS)),
    ("GET /semi-private/bank-account", For::SignedIn),
    ("PUT /semi-private/bank-account", For::Member(MemberRight::ChangeBankAccount)),
    ("POST /semi-private/approvals/{id}/withdraw", For::Proposed),
    ("GET /semi-private/facilities", For::SignedIn),
    ("POST /semi-private/facilities/{id}/accept-terms", SIGN),
    ("POST /semi-private/facilities/{id}/decline-terms", SIGN),
    ("GET /semi-private/receivables", For::SignedIn),
    ("POST /semi-private/receivables", For::Member(MemberRight::EnterInvoices)),
    ("POST /semi-private/receivables/accept", For::Member(MemberRight::AcceptOffers)),
    ("POST /semi-private/receivables/quote", For::SignedIn),
    ("GET /semi-private/receivables/{id}", For::OfCompany),
    ("PUT /semi-private/receivables/{id}", ENTER),
    ("GET /semi-private/receivables/{id}/offer", For::OfCompany),
    ("POST /semi-private/receivables/{id}/submit", ENTER),
    ("POST /semi-private/receivables/{id}/withdraw", ENTER),
    ("POST /semi-private/receivables/{id}/accept", For::Thing(MemberRight::AcceptOffers)),
    ("POST /semi-private/receivables/{id}/documents", ENTER),
    ("GET /semi-private/receivables/{id}/documents/{document}", For::ThingOr(OperatorRight::ReadReceivables)),
    ("DELETE /semi-private/receivables/{id}/documents/{document}", ENTER),
    ("GET /semi-private/availability", For::SignedIn),
    ("GET /operator/receivables", INVOICES),
    ("GET /operator/receivables/{id}", INVOICES),
    ("POST /operator/receivables/{id}/verify", JUDGE),
    ("POST /operator/receivables/{id}/reject", JUDGE),
    ("POST /operator/receivables/{id}/hold", JUDGE),
    ("POST /operator/receivables/{id}/release", JUDGE),
    ("POST /operator/receivables/{id}/dispute", JUDGE),
    ("POST /operator/receivables/{id}/resolve", JUDGE),
    ("POST /operator/receivables/{id}/credit-note", JUDGE),
    ("POST /operator/receivables/{id}/close-short", JUDGE),
    ("POST /operator/receivables/{id}/charge-back", JUDGE),
    ("POST /operator/receivables/{id}/extend", JUDGE),
    ("POST /operator/receivables/{id}/use-credit", JUDGE),
    ("POST /operator/receivables/{id}/write-off", JUDGE),
    ("POST /operator/receivables/{id}/undo", JUDGE),
    ("POST /operator/receivables/{id}/lift-duplicate", JUDGE),
    ("GET /semi-private/payments", For::SignedIn),
    ("GET /operator/payouts", PAYMENTS),
    ("POST /operator/payouts/release", PAY),
    ("POST /operator/payouts/batches/{id}/executed", PAY),
    ("POST /operator/payouts/{id}/returned", PAY),
    ("GET /operator/receipts", PAYMENTS),
    ("POST /operator/receipts", PAY),
    ("POST /operator/receipts/{id}/match", PAY),
    ("GET /operator/facilities", AGREEMENTS),
    ("GET /operator/facilities/{id}", AGREEMENTS),
    ("POST /operator/facilities", AGREE),
    ("POST /operator/facilities/{id}/terms", AGREE),
    ("POST /operator/facilities/{id}/withdraw", AGREE),
    ("POST /operator/facilities/{id}/suspend", AGREE),
    ("POST /operator/facilities/{id}/resume", AGREE),
    ("POST /operator/facilities/{id}/close", AGREE),
    ("GET /operator/terms/advertised", AGREEMENTS),
    ("PUT /operator/terms/advertised", AGREE),
    ("POST /operator/quote", AGREEMENTS),
    ("GET /operator/debtors", AGREEMENTS),
    ("GET /operator/debtors/{id}", AGREEMENTS),
    ("PUT /operator/debtors/{id}", For::OperatorWith(OperatorRight::ManageDebtors)),
    ("GET /operator/approvals", For::Operator),
    ("GET /operator/approvals/{id}", READ),
    ("POST /operator/approvals/{id}/approve", DECIDE),
    ("POST /operator/approvals/{id}/refuse", DECIDE),
    ("POST /operator/approvals/{id}/withdraw", For::OperatorsOwn),
    ("GET /operator/operators", For::OperatorWith(OperatorRight::ReadOperators)),
    ("PUT /operator/operators/{id}/roles", For::OperatorWith(OperatorRight::ManageOperators)),
    ("GET /operator/clock", For::Operator),
    ("POST /operator/clock", For::OperatorWith(OperatorRight::MoveClock)),
    ("GET /operator/settings", For::Operator),
    ("PUT /operator/settings", For::OperatorWith(OperatorRight::ManageHouse)),
    ("PUT /operator/settings/accounts", For::OperatorWith(OperatorRight::ManageHouse)),
    ("GET /operator/ledger/trial-balance", LEDGER),
    ("GET /operator/ledger/export", LEDGER),
    ("GET /operator/ledger/accounts", LEDGER),
    ("GET /operator/ledger/accounts/{account}/entries", LEDGER),
    ("GET /operator/ledger/entries", LEDGER),
    ("POST /operator/ledger/entries", For::OperatorWith(OperatorRight::BookEntries)),
    ("GET /operator/ledger/entries/{id}", LEDGER),
    ("GET /operator/applications", READ),
    ("GET /operator/applications/next", READ),
    ("GET /operator/applications/{id}", READ),
    ("GET /operator/applications/{id}/submissions/{number}", READ),
    ("GET /operator/applications/{id}/audit", READ),
    ("GET /operator/applications/{id}/audit.csv", READ),
    ("POST /operator/applications/{id}/take", REVIEW),
    ("POST /operator/applications/{id}/give-back", REVIEW),
    ("POST /operator/applications/{id}/documents/{document}/verdict", REVIEW),
    ("POST /operator/applications/{id}/buyers/{buyer}/decision", REVIEW),
    ("POST /operator/applications/{id}/approve", REVIEW),
    ("POST /operator/applications/{id}/disapprove", REVIEW),
    ("POST /operator/applications/{id}/request-documents", REVIEW),
    ("POST /operator/applications/{id}/reopen", REVIEW),
];
