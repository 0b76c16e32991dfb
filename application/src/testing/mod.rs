//! Everything a test needs instead of a server, a database, a disk or a clock. Each module has a folder with its fakes and its
//! contracts; here is where they are put together.

pub mod contracts;

mod builders;
mod fakes;
mod files;

pub mod approvals;
pub mod business_time;
pub mod end_of_day;
pub mod facilities;
pub mod house;
pub mod identity;
pub mod kernel;
pub mod ledger;
pub mod onboarding;
pub mod papers;
pub mod parties;
pub mod payments;
pub mod receivables;
pub mod screens;

mod memory;
mod world;

pub use builders::{ADA_PHONE, HOME, NewUser, PASSWORD, PDF, a_user, buyer_details, complete_form, full_form};
pub use fakes::{
    FakeBusinessClock, FakePasswords, FakeProvider, FixedClock, MockPasswords, NoStatements, PlainOrders, PlainPapers, PlainTokens,
    RecordingMailer, SequentialIds, ShortPauses, ToldInvoices,
};
pub use files::InMemoryFiles;
pub use house::{house_account, house_details};
pub use memory::Memory;
pub use world::{ACT, ClockMode, LAPSED, UNCONFIRMED, World, confirmed, confirmed_by, confirming};

use crate::{
    StorePorts,
    kernel::{
        audit::Record,
        budgets::{Standing, Use, Uses},
        chain::Stored,
        commit::WriteContext,
        too_many::TooMany,
        unavailable::Unavailable,
    },
};
use sooner_domain::{
    identity::user::Role,
    kernel::ids::UserId,
    onboarding::{application::Application, status::OnboardingStatus},
};
use std::sync::Arc;

/// Every row, by module.
#[derive(Default, Clone)]
pub(super) struct State {
    pub(super) kernel: kernel::fake::Rows,
    pub(super) identity: identity::fake::Rows,
    pub(super) parties: parties::fake::Rows,
    pub(super) business_time: business_time::fake::Rows,
    pub(super) onboarding: onboarding::fake::Rows,
    pub(super) facilities: facilities::fake::Rows,
    pub(super) receivables: receivables::fake::Rows,
    pub(super) payments: payments::fake::Rows,
    pub(super) papers: papers::fake::Rows,
    pub(super) house: house::fake::Rows,
    pub(super) ledger: ledger::fake::Rows,
    pub(super) approvals: approvals::fake::Rows,
    pub(super) end_of_day: end_of_day::fake::Rows,
}

impl State {
    /// Uses of the budgets what this does, and takes out the mails that stay away.
    pub(super) fn spend(&mut self, context: &mut WriteContext) -> Result<(), TooMany> {
        let Uses { account, now, of } = context.uses();
        let standing = account.map_or(Standing::Newcomer, |account| self.standing(account));
        of.into_iter().try_for_each(|Use { budget, key, count, mail }| {
            let (used, until) = self.kernel.count((budget.name, &key), (count, budget.window), now);
            match (budget.check(used, standing, now, until), mail) {
                (Err(_), Some(left_out)) => {
                    context.mails.retain(|mail| mail.id != left_out);
                    Ok(())
                }
                (answer, _) => answer,
            }
        })
    }

    fn standing(&self, account: UserId) -> Standing {
        if self.identity.users.iter().any(|user| user.id() == account && user.parts().role == Role::Operator) {
            return Standing::House;
        }
        let company = self.parties.membership(account).map(|place| place.company);
        let is_customer = |it: &Application| Some(it.parts().company) == company && it.status() == OnboardingStatus::Approved;
        if self.onboarding.applications.iter().any(is_customer) { Standing::Customer } else { Standing::Newcomer }
    }
}

/// The ports on one memory.
pub fn store_ports(memory: &Arc<Memory>) -> StorePorts {
    let kernel = Arc::new(kernel::fake::InMemoryKernel(memory.clone()));
    let identity = Arc::new(identity::fake::InMemoryIdentity(memory.clone()));
    let parties = Arc::new(parties::fake::InMemoryParties(memory.clone()));
    let onboarding = Arc::new(onboarding::fake::InMemoryOnboarding(memory.clone()));
    let receivables = Arc::new(receivables::fake::InMemoryReceivables(memory.clone()));
    let payments = Arc::new(payments::fake::InMemoryPayments(memory.clone()));
    let ledger = Arc::new(ledger::fake::InMemoryLedger(memory.clone()));
    StorePorts {
        idempotency: kernel.clone(),
        rate_limits: kernel.clone(),
        sessions: identity.clone(),
        outbox: kernel.clone(),
        leases: kernel.clone(),
        test_clocks: Arc::new(business_time::fake::InMemoryTestClock(memory.clone())),
        expiry: memory.clone(),
        trail: kernel.clone(),
        audit_chain: kernel,
        users: identity.clone(),
        links: identity.clone(),
        second_factors: identity,
        identity: memory.clone(),
        memberships: parties.clone(),
        teams: parties.clone(),
        buyers: parties.clone(),
        debtors: parties,
        parties: memory.clone(),
        business_time: memory.clone(),
        applications: onboarding,
        onboarding: memory.clone(),
        exposures: Arc::new(facilities::fake::InMemoryFacilities(memory.clone())),
        suppliers: Arc::new(facilities::fake::InMemoryFacilities(memory.clone())),
        facilities: memory.clone(),
        receivables: receivables.clone(),
        money_checks: receivables.clone(),
        confirmations: receivables.clone(),
        scenes: receivables.clone(),
        receivable_files: receivables,
        receivable_changes: memory.clone(),
        payouts: payments.clone(),
        receipts: payments.clone(),
        bank_files: payments.clone(),
        bank_answers: payments.clone(),
        statements: payments.clone(),
        remembered_payers: payments.clone(),
        receipt_care: payments,
        payments: memory.clone(),
        paper_files: Arc::new(papers::fake::InMemoryPapers(memory.clone())),
        letters: Arc::new(papers::fake::InMemoryPapers(memory.clone())),
        fee_invoices: Arc::new(papers::fake::InMemoryPapers(memory.clone())),
        attachments: Arc::new(papers::fake::InMemoryPapers(memory.clone())),
        papers: memory.clone(),
        house_settings: Arc::new(house::fake::InMemoryHouse(memory.clone())),
        house: memory.clone(),
        journal: ledger.clone(),
        ledger_checks: ledger.clone(),
        ledger_chain: ledger,
        ledger: memory.clone(),
        facility_records: Arc::new(facilities::fake::InMemoryFacilities(memory.clone())),
        approval_records: Arc::new(approvals::fake::InMemoryApprovals(memory.clone())),
        approvals: memory.clone(),
        end_of_day_records: Arc::new(end_of_day::fake::InMemoryEndOfDays(memory.clone())),
        end_of_day: memory.clone(),
        first_screens: Arc::new(screens::fake::InMemoryScreens(memory.clone())),
        desks: Arc::new(screens::fake::InMemoryScreens(memory.clone())),
    }
}

/// The audit trail from its beginning, once all that waits is sealed.
///
/// # Errors
/// When the store is unavailable.
pub async fn records(ports: &StorePorts) -> Result<Vec<Record>, Unavailable> {
    ports.sealing().all().await?;
    let record = |stored| if let Stored::Record(record) = stored { Some(*record) } else { None };
    Ok(ports.trail.chain(0, i64::from(i32::MAX)).await?.into_iter().filter_map(record).collect())
}

/// Hands every contract's name to a macro, by what it is about: `name = its::module { contract, contract, … }`. A contract is
/// called as `testing::its::module::contract(&ports)`, on an empty store of its own.
#[macro_export]
macro_rules! for_each_contract {
    ($callback:ident) => {
        $callback! {
            identity = identity::contracts {
                an_account_is_found_as_it_was_added,
                an_account_keeps_its_language,
                an_account_is_found_by_address_and_place,
                an_address_has_one_account_and_a_refused_one_leaves_nothing,
                of_many_changes_to_one_version_of_an_account_one_wins,
                a_session_is_found_until_it_ends,
                a_phone_is_proven_once_for_one_account,
                a_link_is_used_once,
                a_newer_link_kills_the_older,
                every_session_of_an_account_ends_but_one,
                sessions_are_listed_by_their_last_use,
                links_end_by_what_they_are_for,
                an_address_is_not_changed_to_anothers,
                a_session_is_made_only_of_what_was_checked,
                no_sign_in_in_flight_survives_a_reset,
                an_address_is_known_from_when_it_was_last_used,
                operators_are_listed_with_when_they_signed_in_last,
                a_proof_is_kept_with_its_session_while_that_lives,
                an_operators_roles_stand_until_they_change,
                of_many_admins_who_go_at_once_one_stays,
            }
            second_factors = identity::second_factor_contracts {
                a_factor_is_known_where_a_code_of_it_was_right,
                a_factor_is_begun_switched_on_and_removed,
                of_many_begun_at_once_one_is_begun,
                of_many_uses_of_one_code_one_counts,
            }
            parties = parties::contracts {
                a_member_is_found_by_session_with_their_place,
                buyers_come_back_in_order_to_their_seller_alone,
                a_buyer_is_changed_and_taken_away_by_its_seller_alone,
                of_many_at_once_a_list_takes_a_legal_entity_once,
                of_many_at_once_the_list_takes_as_many_as_it_holds,
                of_many_decisions_on_a_buyer_one_wins,
                a_legal_entity_is_one_debtor,
            }
            teams = parties::team_contracts {
                a_team_is_read_with_all_that_is_known_of_its_members,
                of_many_changes_to_one_version_of_a_team_one_wins,
                a_team_stands_until_its_members_change,
                a_place_stands_until_it_changes,
                nobody_writes_for_a_company_once_they_are_out,
                an_invitation_is_found_by_its_secret_until_it_ends,
                of_many_invitations_at_once_as_many_are_open_as_may,
                of_many_who_follow_one_invitation_one_joins,
                a_company_is_given_up_once_and_only_before_anything_was_handed_in,
            }
            business_time = business_time::contracts {
                a_clock_is_read_as_it_was_moved,
                a_clock_is_moved_by_whoever_knows_how_it_is_and_not_back,
                of_many_moves_at_once_none_goes_back,
            }
            exposures = facilities::exposure_contracts {
                what_is_in_use_is_added_up_by_limit,
                what_would_pass_a_limit_changes_nothing,
                what_runs_its_course_is_never_refused,
                of_many_at_once_none_passes_a_limit_and_none_that_fits_is_refused,
            }
            receivables = receivables::contracts {
                a_receivable_is_kept_at_every_status_with_everything_in_it,
                of_many_changes_to_one_version_of_a_receivable_one_wins,
                documents_come_and_go_with_their_receivable,
                what_is_owing_says_what_may_be_kept_of_it,
                what_takes_no_more_money_is_found_by_what_names_it,
                a_buyer_stays_on_the_list_as_long_as_a_receivable_names_it,
                what_happened_is_told_in_its_order_without_what_was_taken_back,
                every_receivable_gets_a_number_of_its_own,
                what_a_debtor_was_asked_and_said_is_kept,
            }
            sales = receivables::sale_contracts {
                of_many_that_are_sold_at_once_under_one_fingerprint_one_is,
                a_fingerprint_is_sold_again_under_another_series,
                what_was_given_back_is_sold_again_and_does_not_come_back_beside_it,
                nothing_is_sold_without_a_fingerprint,
                what_was_sold_before_is_added_up_by_seller_debtor_and_currency,
            }
            receivable_races = receivables::race_contracts {
                of_many_offers_accepted_at_once_none_passes_a_limit_and_none_that_fits_is_refused,
                of_many_who_enter_one_invoice_at_once_one_does,
                of_many_offers_for_one_invoice_accepted_at_once_one_is_sold,
                whoever_entered_it_never_approves_it_for_a_colleague_who_loses_the_right,
                nothing_is_sold_under_what_was_changed_meanwhile,
                a_debtor_and_a_facility_stand_until_they_change,
                what_there_is_around_a_receivable_is_read_together,
            }
            figures = receivables::figures_contracts {
                what_is_booked_of_a_sale_is_dated_by_booking_days_and_decisions,
                full_payment_ends_a_dispute_before_the_payout,
                more_time_is_given_before_the_payout_and_costs_the_days,
                what_is_out_is_the_same_on_every_page,
            }
            courses = receivables::course_contracts {
                whatever_happens_the_money_is_where_the_books_say_it_is,
            }
            slow_model = receivables::model::contracts {
                what_is_booked_is_what_the_contract_says,
            }
            imports = receivables::import_contracts {
                each_row_of_a_long_table_is_entered_once,
                a_row_that_many_import_at_once_is_entered_once,
            }
            statement_imports = receivables::statement_contracts {
                a_line_that_was_entered_waits_again_in_books_that_hold,
                a_day_is_proven_by_its_own_statement_though_a_line_of_it_was_told_before,
                what_took_a_receipt_back_is_no_line_of_the_bank,
                a_file_without_balances_adds_nothing_to_a_day_that_is_proven,
                a_line_of_long_ago_waits_for_a_person,
                a_return_with_the_banks_charge_in_one_sum_takes_the_receipt_back,
                a_receipt_that_was_taken_back_is_brought_back_by_its_maker,
                each_line_of_a_long_statement_counts_once,
            }
            by_hand = receivables::by_hand_contracts {
                an_entry_by_hand_is_reversed_once,
                of_many_who_reverse_an_entry_by_hand_one_does,
                an_entry_by_hand_is_reversed_or_a_line_comes_to_stand_for_it,
                what_a_line_stands_for_is_reversed_once_the_line_is_reopened,
                a_charge_that_was_given_back_is_taken_back_after_that,
                of_many_who_take_charges_back_no_more_than_was_charged_is_taken,
                what_is_proposed_by_hand_is_overtaken_by_a_line,
                an_open_line_is_made_of_what_took_no_more_than_it,
                an_entry_by_hand_explains_the_receipt_that_is_named_alone,
                of_many_entries_by_hand_that_name_a_receipt_one_explains_it,
                a_receipt_is_an_entry_by_hand_that_stands,
                of_many_receipts_that_are_said_to_be_an_entry_one_is,
                a_line_is_an_entry_by_hand_by_itself_where_a_second_sign_says_so,
                of_several_lines_none_is_an_entry_of_capital_by_itself,
            }
            perhaps_booked = receivables::perhaps_booked_contracts {
                a_charge_that_is_perhaps_booked_by_hand_on_another_day_waits_for_a_person,
                a_charge_that_nothing_by_hand_may_be_is_booked_by_itself,
                a_charge_near_that_of_a_statement_is_booked_by_hand_only_as_another_one,
                who_approves_a_charge_reads_which_one_it_is_not,
                money_that_was_entered_by_hand_on_another_day_is_not_matched_by_itself,
                what_was_said_to_have_come_back_is_on_a_statement_once,
                a_receipt_is_what_was_said_to_have_come_back,
                what_pays_an_invoice_that_was_paid_by_hand_in_another_sum_waits,
                money_that_came_back_pays_nothing_by_itself,
                a_charge_kept_of_what_came_back_is_perhaps_booked,
                a_debit_is_a_payout_that_a_line_brought_back,
            }
            statement_twins = receivables::statement_twin_contracts {
                a_payment_told_before_its_day_counts_once_whatever_stands_beside_it,
                one_payment_that_two_statements_have_is_taken_back_as_one,
                what_a_later_statement_has_of_a_day_is_a_part_of_its_own,
                an_entry_that_cannot_be_read_and_a_later_statement_has_is_in_one_part,
                what_waits_on_two_statements_is_one_and_counts_once,
                of_two_entries_that_cannot_be_read_one_is_a_line_of_another_statement,
                an_entry_that_cannot_be_read_is_no_line_that_another_one_of_its_statement_is,
                a_closing_balance_leaves_out_what_the_statement_has_that_begins_with_it,
            }
            money_races = receivables::money_race_contracts {
                payouts_that_many_release_at_once_are_released_once,
                what_a_company_owes_is_set_off_once,
                of_a_company_s_debts_each_is_set_off_once,
                of_many_who_explain_one_receipt_at_once_one_does,
                what_waits_goes_back_or_is_explained_once,
                a_credit_is_refunded_or_used_once,
                what_is_rejected_is_not_paid_out_and_the_other_way_round,
            }
            merges = receivables::merge_contracts {
                a_debtor_that_is_merged_leaves_all_it_had_to_the_other_one,
                a_seller_reads_the_name_it_sold_to_wherever_it_reads_of_a_merged_debtor,
                what_one_of_two_debtors_has_as_credit_pays_what_the_other_one_owes,
                the_credit_of_merged_debtors_follows_from_what_is_there,
                what_is_owed_of_refunds_is_paid_once_by_two_accounts,
                what_one_receipt_brought_two_debtors_that_are_merged_counts_once,
                merging_two_debtors_while_others_sell_pay_and_limit_loses_nothing,
                an_invoice_that_is_sold_on_both_keeps_them_apart_until_one_is_at_its_end,
                a_buyer_that_is_another_debtor_is_corrected_until_something_was_sold,
                a_buyer_is_corrected_or_its_invoice_is_sold,
                what_names_a_debtor_that_was_merged_names_the_other_one,
            }
            undoing = receivables::undo_contracts {
                a_debt_that_is_taken_back_gives_the_seller_what_it_paid,
                a_debt_that_is_taken_back_after_it_was_set_off_is_paid_out,
                what_was_given_up_of_a_debt_that_is_taken_back_is_no_loss,
                of_a_debt_that_is_owed_all_the_same_only_the_difference_goes_back,
                a_credit_that_is_taken_back_reopens_what_it_paid,
                what_was_paid_with_a_credit_and_went_on_is_undone_first,
                what_came_before_the_funding_is_undone_after_it,
                what_paid_a_debt_and_what_is_open_is_undone_in_two_steps,
                what_settled_at_the_funding_is_open_again_without_what_came_before,
                what_is_given_all_the_same_stays_paid,
                what_came_before_a_rejection_is_undone_after_it,
                a_refund_of_a_credit_that_is_taken_back_is_claimed_and_paid_first,
                no_more_of_a_refund_is_claimed_than_is_missing,
                what_a_credit_paid_before_another_one_came_stays_paid,
                two_credits_that_came_later_are_taken_back_in_any_order,
                the_newest_use_that_stands_goes_back_first,
                what_came_too_much_early_pays_what_the_debtor_owes,
                what_a_seller_pays_too_much_is_its_own,
                what_a_seller_passes_on_is_with_it_no_more_wherever_it_lay,
                what_a_seller_paid_of_its_debt_is_undone_by_itself,
                what_a_seller_paid_of_a_debt_that_is_no_more_is_neither_owed_nor_due,
                of_what_gives_a_payment_back_what_is_not_due_any_more_is_owed,
                what_is_in_the_book_of_a_receivable_is_undone_there_first,
                what_was_passed_on_is_undone_by_itself,
                what_was_passed_on_to_who_sold_nothing_is_undone_by_itself,
                what_was_kept_as_a_credit_is_undone_by_itself,
                what_is_undone_teaches_nothing_of_its_payer,
                what_was_given_up_is_undone_by_itself,
                a_match_is_undone_beside_a_charge_back_and_a_write_off,
                what_a_debtor_paid_too_much_for_a_rejected_invoice_is_its_credit,
                undoing_a_part_takes_two_people,
                of_two_who_take_the_same_back_at_once_one_does,
            }
            undone = receivables::undone_contracts {
                what_is_undone_leaves_the_record_as_it_was,
            }
            seller_money = receivables::seller_money_contracts {
                a_seller_repays_a_released_reserve_before_the_open_invoice,
                what_a_seller_sends_pays_its_debt_then_what_is_open_then_itself,
                what_a_seller_sent_goes_back_to_it_when_its_debtor_pays_the_face,
                an_account_that_a_seller_is_paid_to_is_never_known_to_pay_for_its_debtor,
                what_a_seller_sent_early_goes_back_to_it_once_it_is_funded,
                what_a_debtor_paid_twice_is_its_own,
                a_small_rest_that_a_seller_holds_is_kept_back,
                what_a_credit_note_makes_too_much_is_the_sellers_as_far_as_it_sent_it,
                what_a_seller_sent_too_much_is_not_money_for_the_invoice,
                what_is_owed_in_place_of_a_payout_is_not_money_for_the_invoice,
            }
            releases = receivables::release_contracts {
                a_release_tells_what_is_left_and_needs_a_reason_for_more_than_there_is,
                a_payment_to_an_account_that_failed_needs_a_reason,
                what_was_seen_is_sent_or_nothing,
                another_account_between_proposal_and_approval_outdates_a_release,
                of_twelve_who_propose_one_payout_at_once_one_waits,
            }
            programmes = receivables::programme_contracts {
                a_supplier_is_read_as_it_was_invited_and_changed,
                of_many_who_invite_one_legal_entity_one_does,
                a_company_joins_once_and_what_was_entered_becomes_its_own,
                a_place_is_taken_by_the_company_that_was_named_alone,
                a_place_that_another_company_took_goes_back_to_the_one_that_was_named,
                a_company_has_one_place_with_a_buyer,
                an_invoice_is_sold_in_factoring_or_in_a_programme_whichever_is_first,
                a_place_is_changed_by_whoever_saw_it,
                the_numbers_of_payables_are_known_to_their_buyer,
                a_place_stands_until_it_changes,
            }
            receivable_lists = receivables::list_contracts {
                what_is_out_under_a_facility_and_open_of_debtors_is_added_up,
                what_a_buyer_promised_is_added_up_by_supplier_and_currency,
                receivables_are_found_by_what_they_are_newest_first,
                totals_are_what_all_pages_add_up_to,
                what_is_in_dispute_and_what_is_open_is_found_alone,
                receivables_come_in_the_order_that_is_asked_for,
                receivables_are_found_by_a_part_of_their_number,
                a_supplier_sees_what_was_promised_alone,
                every_receivable_that_looks_like_another_one_is_found,
                what_a_seller_entered_is_not_new,
                what_a_seller_entered_is_known_by_its_number,
            }
            papers = papers::contracts {
                a_paper_is_kept_as_it_was_made_first,
                what_a_debtor_is_to_be_told_is_found_until_it_was,
                a_letter_is_found_by_its_code_its_debtor_and_its_claims,
                what_was_charged_with_tax_is_invoiced_once_under_numbers_without_gaps,
            }
            payments = payments::contracts {
                a_payout_is_kept_from_due_to_returned,
                payouts_are_found_by_what_they_are_oldest_first,
                of_many_who_release_a_payout_one_does,
                a_receipt_is_kept_with_all_that_was_said_of_it,
                receipts_are_found_by_days_and_amounts,
                receipts_are_found_by_days_and_size,
                receipts_in_suspense_are_found_newest_first,
                a_bank_file_is_kept_as_it_was_written_first,
                a_batch_is_added_up_whole,
                what_the_bank_answered_is_kept_with_the_payout_and_the_account,
                what_went_back_is_kept_with_the_receipt_it_goes_back_for,
                of_many_who_send_a_receipt_back_one_does,
                of_many_who_explain_a_receipt_none_spends_it_twice,
            }
            receipt_care = payments::care_contracts {
                a_payer_is_remembered_once_for_a_debtor_until_it_is_taken_back,
                who_looks_after_a_receipt_and_what_was_noted_is_kept,
            }
            statements = payments::statement_contracts {
                a_line_waits_until_it_is_decided_once,
                an_entry_that_was_told_with_other_amounts_is_lacking_once,
                a_decision_on_a_line_is_taken_back,
                a_closing_balance_holds_lines_of_a_later_day_or_not,
                a_statement_is_kept_once_with_how_far_it_was_taken,
                what_statements_prove_of_a_day_is_joined,
                what_was_weighed_is_written_as_long_as_nothing_else_was,
                a_line_is_kept_once_whatever_became_of_it,
                what_was_entered_by_hand_is_found_until_it_stands_on_a_statement,
                an_entry_stands_on_one_line,
                an_entry_is_reversed_or_a_line_stands_for_it,
                a_receipt_is_told_by_one_line_with_others,
                a_missing_statement_is_noticed,
                the_lines_of_a_statement_are_read_in_their_order,
                what_an_account_paid_before_is_found,
            }
            debtors = parties::debtor_contracts {
                a_debtor_is_read_as_it_was_made_and_changed,
                of_many_changes_to_one_version_of_a_debtor_one_wins,
                of_many_who_limit_a_debtor_one_does,
                of_many_who_change_a_contact_one_does,
                debtors_are_found_by_what_they_look_alike_by,
                a_company_is_concerned_by_the_debtor_it_is_and_those_on_its_list,
                of_many_debtors_that_look_alike_and_are_made_at_once_one_is,
                debtors_are_paged_by_state,
                debtors_are_found_by_a_part_of_their_name,
            }
            facilities = facilities::contracts {
                a_facility_is_read_as_it_was_written,
                of_many_facilities_for_one_place_one_is_open,
                of_many_who_change_a_facility_one_does,
                what_was_accepted_never_changes,
                nobody_accepts_for_a_company_they_were_taken_out_of,
                nothing_is_accepted_once_the_company_is_not_approved_any_more,
                nothing_that_builds_on_an_application_is_written_once_that_changed,
                facilities_are_paged_by_company_and_status,
                of_many_who_advertise_in_one_place_one_does,
            }
            ends_of_days = end_of_day::contracts {
                a_day_is_kept_as_far_as_it_is_and_goes_on_by_whoever_knows_how_far,
                days_are_listed_newest_first_and_what_is_left_to_do_is_found,
                a_task_is_raised_once_for_a_due_date_and_found_by_day_and_receivable,
                a_reminder_is_sent_once_for_a_day_and_a_due_date,
                a_day_has_one_result_of_a_receivable,
                what_is_outstanding_is_added_to_the_rows_of_its_day,
            }
            running_ends_of_days = end_of_day::run_contracts {
                a_day_at_which_everybody_dies_after_one_write_is_done_once,
                a_day_at_which_many_are_together_is_done_once,
                a_day_that_is_done_is_not_done_again,
            }
            approvals = approvals::contracts {
                an_approval_is_read_as_it_was_proposed_and_as_it_ended,
                of_many_proposals_for_one_thing_one_waits,
                of_many_endings_of_a_receivable_one_waits,
                a_debtor_waits_in_one_merge_and_both_lead_to_it,
                a_payout_waits_in_one_proposal_however_many_are_made_at_once,
                of_many_who_end_an_approval_one_does,
                approvals_are_paged_those_that_wait_and_the_others,
                what_is_overtaken_says_so_whatever_was_proposed,
            }
            house = house::contracts {
                the_house_is_read_as_it_was_set,
                the_code_for_references_is_made_once_and_kept,
                of_many_changes_to_one_version_of_the_house_one_wins,
            }
            ledger = ledger::contracts {
                an_entry_is_read_as_it_was_booked,
                an_entry_is_taken_back_once_and_exactly,
                of_many_who_take_an_entry_back_one_does,
                the_accounts_of_a_receivable_keep_their_sign,
                of_many_who_take_of_what_is_owed_none_takes_more_than_there_is,
                what_is_taken_may_be_given_in_the_same_commit_in_any_order,
                what_was_refused_leaves_no_entry_and_no_balance,
                many_writers_sealers_and_reports_make_one_ledger,
            }
            journal = ledger::journal_contracts {
                postings_of_an_account_are_paged_and_none_is_lost,
                accounts_are_paged_by_their_codes,
                what_accounts_held_on_a_day_is_what_was_dated_by_then,
                what_an_account_holds_is_told_by_receivable,
                what_a_thing_caused_or_is_about_is_found,
                what_left_an_account_is_found_by_day_and_amount,
                a_day_and_a_moment_have_the_same_figures_for_ever,
                what_is_checked_is_whole,
            }
            onboarding = onboarding::contracts {
                an_application_is_read_as_it_was_saved,
                documents_come_and_go_with_their_application,
                of_many_writers_of_one_version_one_wins,
                of_many_first_writers_one_wins,
                steps_are_kept_in_order_and_mails_go_with_them,
                a_document_is_history_once_another_stands_in_its_place,
                a_refused_write_leaves_nothing,
                what_an_operator_does_on_a_case_is_kept,
                a_case_has_everything_a_decision_needs,
                a_buyer_is_found_in_its_case_alone,
                what_may_be_the_same_company_is_found_by_number_and_by_name,
            }
            desks = screens::desk_contracts {
                the_sums_of_the_desk_are_the_sums_of_its_lists,
                what_is_not_paid_out_yet_is_a_commitment,
                a_figure_of_the_desk_is_that_of_its_list_and_of_the_ledger,
                what_lies_in_suspense_is_what_the_ledger_says,
                nobody_sees_sums_of_their_own_company,
            }
            first_cash = screens::first_cash_contracts {
                from_its_approval_to_its_first_payout_a_company_is_forgotten_by_nobody,
                a_limit_in_another_currency_is_missing_in_the_facilitys,
                a_limit_that_is_proposed_is_said_to_be_and_another_contact_is_none,
            }
            queue = onboarding::queue_contracts {
                the_queue_is_paged_in_order,
                the_queue_is_put_in_order_by_company,
                the_next_case_is_the_longest_waiting_that_is_open_to_the_operator,
                a_case_is_found_by_its_words,
            }
            budgets = kernel::budget_contracts {
                a_newcomer_a_customer_and_the_house_have_budgets_of_their_own,
                what_passes_a_budget_leaves_nothing,
                files_are_counted_by_their_bytes,
                records_are_counted_by_what_they_keep,
                a_confirmation_and_a_second_factor_that_is_begun_use_the_budget_of_records,
                an_address_that_had_its_notices_gets_no_more_and_the_write_goes_on,
            }
            kernel = kernel::contracts {
                a_rate_limit_runs_out_and_is_refilled,
                of_many_under_one_key_one_is_written,
                of_many_bodies_under_one_key_one_is_written_and_the_others_are_mistakes,
            }
            outbox = kernel::outbox_contracts {
                a_mail_is_taken_by_one,
                every_mail_comes_out_as_it_went_in,
                a_mail_comes_back_when_its_taker_dies_or_postpones_it,
                of_many_to_one_address_on_one_day_a_few_go_alone,
            }
            jobs = kernel::job_contracts {
                a_lease_is_one_nodes_until_it_runs_out_or_is_given_back,
                of_many_nodes_at_once_one_gets_a_lease,
                what_expired_is_cleared_away_and_the_rest_stays,
            }
            audit = kernel::audit_contracts {
                an_entry_is_read_as_it_was_written,
                records_are_found_by_every_subject,
                every_write_leaves_one_record,
                what_was_refused_is_not_in_the_trail,
            }
            chain = kernel::chain_contracts {
                pages_neither_skip_nor_repeat_what_is_sealed_between_them,
                what_waits_is_counted_and_sealed_in_order_a_page_at_a_time,
                many_writers_and_two_sealers_make_one_chain,
            }
        }
    };
}
