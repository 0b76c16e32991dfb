//! HTTP: the API's routes and its contract, and the host of the web client.
//!
//! A handler is *parse, call, convert*. What it parses into and converts from is the domain's; the shapes in between
//! (`…Body`) are private to its file.

mod contract;
mod kernel;
mod session;

mod identity;
mod parties;

mod onboarding;

mod facilities;

mod pricing;

mod receivables;

mod programmes;

mod servicing;

mod cash;

mod papers;

mod approvals;
mod operator;
mod screens;
mod web_host;

#[cfg(test)]
mod tests;

use actix_cors::Cors;
use actix_web::{
    App, Error, HttpResponse,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::header,
    middleware::from_fn,
    web,
};
use utoipa::OpenApi;
use utoipa_actix_web::AppExt;

pub use kernel::{
    api::{Api, Host, Settings},
    client_address::TrustedProxies,
    health::metrics_app,
    readers::Readers,
    server::{Listener, serve},
    table::plain as plain_table,
};
pub use web_host::{ClientConfig, FirebaseConfig, HouseConfig, WebHost, web_app};

fn cors(web_origin: &str) -> Cors {
    Cors::default()
        .allowed_origin(web_origin)
        .allowed_methods(["GET", "POST", "PUT", "PATCH", "DELETE"])
        .allowed_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::ACCEPT,
            kernel::idempotency::HEADER,
            kernel::link_secret::HEADER,
        ])
        .expose_headers([header::RETRY_AFTER, kernel::request::REQUEST_ID, operator::cash::payouts::LEFT_OUT])
        .supports_credentials()
        .block_on_origin_mismatch(true)
        .max_age(600)
}

/// Adds every operation to an application: to one that answers, or to one that collects the contract, which takes much longer to make.
macro_rules! with_every_operation {
    ($app:expr) => {
        $app.service(parties::sign_up::sign_up)
            .service(identity::auth::sign_in)
            .service(identity::auth::forgot_password)
            .service(identity::auth::reset_password)
            .service(identity::auth::verify_email)
            .service(identity::auth::sign_out)
            .service(identity::auth::verify_gtoken)
            .service(identity::auth::change_phone)
            .service(identity::account::change_email)
            .service(identity::account::change_password)
            .service(identity::account::change_language)
            .service(identity::sessions::list_sessions)
            .service(identity::sessions::end_session)
            .service(identity::auth::send_email_verification)
            .service(identity::second_factor::read_second_factor)
            .service(identity::second_factor::pass_second_factor)
            .service(identity::second_factor::begin_second_factor)
            .service(identity::second_factor::confirm_second_factor)
            .service(identity::second_factor::remove_second_factor)
            .service(identity::step_up::step_up)
            .service(parties::members::list_members)
            .service(parties::members::change_member)
            .service(parties::members::remove_member)
            .service(parties::invitations::list_invitations)
            .service(parties::invitations::invite)
            .service(parties::invitations::withdraw_invitation)
            .service(parties::invitations::join)
            .service(servicing::confirmations::read_confirmation)
            .service(servicing::confirmations::answer_confirmation)
            .service(papers::letters::check_letter)
            .service(papers::letters::list_unreachable)
            .service(papers::letters::read_correspondence)
            .service(papers::letters::list_letters)
            .service(papers::letters::read_letter)
            .service(parties::invitations::read_invitation)
            .service(parties::invitations::accept_invitation)
            .service(screens::user::read_user)
            .service(screens::names::read_names)
            .service(screens::desk::read_desk)
            .service(screens::company::read_company)
            .service(screens::first_cash::read_first_cash)
            .service(screens::first_cash::read_companys_first_cash)
            .service(screens::first_cash::read_setting_up)
            .service(onboarding::form::read_onboarding)
            .service(onboarding::form::save_onboarding)
            .service(onboarding::form::edit_onboarding)
            .service(onboarding::form::submit_onboarding)
            .service(onboarding::documents::upload_document)
            .service(onboarding::documents::download_document)
            .service(onboarding::documents::remove_document)
            .service(onboarding::buyers::add_buyer)
            .service(onboarding::buyers::change_buyer)
            .service(onboarding::buyers::remove_buyer)
            .service(onboarding::buyers::list_buyers)
            .service(approvals::bank_account::read_bank_account)
            .service(approvals::bank_account::change_bank_account)
            .service(approvals::bank_account::withdraw_change)
            .service(facilities::members::list_facilities)
            .service(facilities::members::accept_terms)
            .service(facilities::members::decline_terms)
            .service(facilities::suppliers::list_suppliers)
            .service(facilities::suppliers::invite_supplier)
            .service(facilities::suppliers_table::read_suppliers)
            .service(facilities::suppliers_table::read_suppliers_template)
            .service(facilities::suppliers_table::import_suppliers)
            .service(facilities::suppliers::invite_supplier_again)
            .service(facilities::suppliers::remove_supplier)
            .service(facilities::suppliers::list_places)
            .service(facilities::suppliers::pay_automatically)
            .service(programmes::early::preview_automatic)
            .service(facilities::suppliers::leave_programme)
            .service(programmes::early::enrol)
            .service(pricing::quote::list_advertised)
            .service(pricing::quote::quote_advertised)
            .service(pricing::quote::quote_own)
            .service(receivables::members::list_receivables)
            .service(receivables::members::enter_receivable)
            // Before the receivable whose id these are not.
            .service(receivables::accept::accept_offers)
            .service(receivables::availability::quote_need)
            .service(receivables::members::read_receivable)
            .service(receivables::members::save_receivable)
            .service(receivables::members::submit_receivable)
            .service(receivables::members::withdraw_receivable)
            .service(receivables::members::download_offer)
            .service(receivables::accept::accept_offer)
            .service(receivables::documents::attach_invoice_document)
            .service(receivables::documents::download_invoice_document)
            .service(receivables::documents::remove_invoice_document)
            .service(programmes::payables::list_payables)
            .service(programmes::payables::enter_payable)
            .service(receivables::einvoices::read_e_invoice)
            .service(receivables::einvoices::enter_e_invoice)
            .service(receivables::invoices_table::read_invoices)
            .service(receivables::invoices_table::read_invoices_template)
            .service(receivables::invoices_table::import_receivables)
            .service(programmes::payables_table::read_payables)
            .service(programmes::payables_table::read_payables_template)
            .service(programmes::payables_table::import_payables)
            .service(programmes::payables::approve_payables)
            .service(programmes::payables::credit_payable)
            .service(programmes::payables::list_programmes)
            .service(programmes::disclosure::read_disclosure)
            .service(programmes::payables::prices_by_day)
            .service(receivables::availability::read_availability)
            .service(cash::forecast::read_coming)
            .service(operator::receivables::search::search_receivables)
            .service(operator::receivables::search::examine_receivable)
            .service(operator::servicing::acts::list_acts)
            .service(operator::servicing::decisions::verify_receivable)
            .service(operator::servicing::asking::ask_debtor)
            .service(operator::servicing::decisions::reject_receivable)
            .service(operator::servicing::decisions::hold_receivable)
            .service(operator::servicing::decisions::release_receivable)
            .service(operator::servicing::decisions::dispute_receivable)
            .service(operator::servicing::decisions::resolve_dispute)
            .service(operator::servicing::decisions::credit_receivable)
            .service(operator::servicing::closing::close_short)
            .service(operator::servicing::closing::charge_back)
            .service(operator::servicing::closing::extend_receivable)
            .service(operator::servicing::closing::use_debtor_credit)
            .service(operator::servicing::closing::paid_to_seller)
            .service(operator::servicing::endings::write_off_receivable)
            .service(operator::servicing::endings::undo_receivable)
            .service(operator::servicing::endings::lift_duplicate)
            .service(operator::servicing::endings::give_up_debt)
            .service(operator::servicing::endings::undo_give_up)
            .service(cash::payouts::list_own_payouts)
            .service(cash::payouts::read_paid_for)
            .service(cash::advice::read_own_advice)
            .service(papers::advice::read_own_advice_paper)
            .service(papers::own::read_schedule)
            .service(papers::own::read_schedule_paper)
            .service(papers::own::read_settlement_paper)
            .service(papers::terms::read_own_terms_paper)
            .service(papers::terms::read_terms_paper)
            .service(papers::invoices::list_fee_invoices)
            .service(papers::invoices::read_fee_invoice)
            .service(papers::invoices::read_fee_invoice_paper)
            .service(papers::month::read_month)
            .service(papers::month::read_month_paper)
            .service(papers::month::read_own_journal)
            .service(operator::cash::payouts::list_payouts)
            .service(operator::cash::release::release_payouts)
            .service(operator::cash::release::preview_release)
            .service(operator::cash::release::read_funds)
            .service(operator::cash::payouts::bank_file)
            .service(operator::cash::payouts::execute_batch)
            .service(operator::cash::payouts::return_payout)
            .service(operator::cash::credits::list_debtor_credits)
            .service(operator::cash::receipts::list_receipts)
            .service(operator::cash::receipts::enter_receipt)
            .service(operator::cash::confirmed::match_receipts)
            .service(operator::cash::confirmed::unmatch_receipt)
            .service(operator::cash::care::note_receipt)
            .service(operator::cash::care::own_receipt)
            .service(operator::cash::receipts::match_receipt)
            .service(operator::cash::payers::list_payers)
            .service(operator::cash::payers::forget_payer)
            .service(operator::cash::bank_answers::import_answer)
            .service(operator::cash::statements::import_statement)
            .service(operator::cash::statements::list_statements)
            .service(operator::cash::held_lines::list_gaps)
            .service(operator::cash::held_lines::list_held_lines)
            .service(operator::cash::held_lines::decide_held_line)
            .service(operator::cash::held_lines::reopen_held_line)
            .service(operator::cash::held_lines::held_line_candidates)
            .service(operator::cash::statements::list_open_lines)
            .service(operator::cash::receipts::match_line)
            .service(operator::cash::statements::list_statement_lines)
            .service(operator::cash::statements::line_candidates)
            .service(operator::cash::statements::settle_line)
            .service(operator::cash::statements::reopen_line)
            .service(operator::cash::receipts::take_receipt_back)
            .service(operator::cash::receipts::entries_like)
            .service(operator::cash::receipts::bring_receipt_back)
            .service(operator::cash::sending_back::send_receipt_back)
            .service(operator::cash::undoing::undo_receipt_part)
            .service(operator::cash::sending_back::refund_debtor)
            .service(operator::facilities::search::search_facilities)
            .service(operator::facilities::search::read_facility)
            .service(operator::facilities::suppliers::list_programme_suppliers)
            .service(operator::facilities::suppliers::change_supplier_rate)
            .service(operator::facilities::offers::offer_facility)
            .service(operator::facilities::offers::offer_terms)
            .service(operator::facilities::acts::withdraw_terms)
            .service(operator::facilities::acts::suspend_facility)
            .service(operator::facilities::acts::resume_facility)
            .service(operator::facilities::acts::close_facility)
            .service(operator::facilities::advertised::read_advertised)
            .service(operator::facilities::advertised::advertise)
            .service(operator::facilities::debtors::list_debtors)
            .service(operator::facilities::debtors::read_debtor)
            .service(operator::facilities::debtors::change_debtor)
            .service(operator::facilities::merging::list_alike_debtors)
            .service(operator::facilities::merging::preview_merge)
            .service(operator::facilities::merging::merge_debtors)
            .service(operator::approvals::inbox::list_approvals)
            .service(operator::approvals::inbox::read_approval)
            .service(operator::approvals::inbox::approve_proposal)
            .service(operator::approvals::inbox::refuse_proposal)
            .service(operator::approvals::inbox::withdraw_proposal)
            .service(operator::approvals::operators::list_operators)
            .service(operator::approvals::operators::change_roles)
            .service(operator::house::settings::read_settings)
            .service(operator::house::settings::change_settings)
            .service(operator::house::settings::change_house_accounts)
            .service(operator::ledger::reports::read_trial_balance)
            .service(operator::ledger::reports::export_ledger)
            .service(operator::ledger::accounts::list_accounts)
            .service(operator::ledger::accounts::list_postings)
            .service(operator::ledger::entries::list_entries)
            .service(operator::ledger::entries::book_entry)
            .service(operator::ledger::entries::reverse_entry)
            .service(operator::ledger::entries::read_entry)
            .service(operator::onboarding::queue::list_applications)
            // Before the case whose id it is not.
            .service(operator::onboarding::queue::next_application)
            .service(operator::onboarding::case::read_application)
            .service(operator::onboarding::case::read_submission)
            .service(operator::onboarding::audit::read_audit)
            .service(operator::onboarding::audit::export_audit)
            .service(operator::onboarding::decisions::take)
            .service(operator::onboarding::decisions::give_back)
            .service(operator::onboarding::decisions::judge_document)
            .service(operator::onboarding::alike::list_buyers_debtors)
            .service(operator::onboarding::decisions::decide_buyer)
            .service(operator::servicing::correcting::correct_buyers_debtor)
            .service(operator::onboarding::decisions::approve)
            .service(operator::onboarding::decisions::disapprove)
            .service(operator::onboarding::decisions::request_documents)
            .service(operator::onboarding::decisions::reopen)
            .service(operator::quote::quote_terms)
            .service(operator::clock::read_clock)
            .service(operator::clock::move_clock)
            .service(operator::end_of_day::list_ends_of_days)
            .service(operator::end_of_day::retry_end_of_day)
            .service(kernel::health::live)
            .service(kernel::health::readiness)
    };
}

/// The API.
pub fn api_app(
    api: Api,
) -> App<impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse<impl MessageBody>, Error = Error, InitError = ()>> {
    let settings = api.host.settings.clone();
    with_every_operation!(App::new())
        .default_service(web::to(not_found))
        .app_data(web::Data::new(api))
        .wrap(from_fn(kernel::endless::refuse_endless))
        .wrap(cors(&settings.web_origin))
        .wrap(from_fn(kernel::head::answer_head))
        .wrap(from_fn(kernel::request::accompany))
        .wrap(from_fn(kernel::server::take_turns))
}

/// The contract, generated from the handlers.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let (_, contract) = with_every_operation!(App::new().into_utoipa_app().openapi(contract::Contract::openapi())).split_for_parts();
    contract::complete(contract)
}

async fn not_found() -> Result<HttpResponse, kernel::error::Problem> {
    Err(kernel::error::Problem::new(kernel::error::ErrorCode::NotFound, "There is nothing at this address, or not with this method."))
}
