//! Everything a test needs instead of a server, a database, a disk or a clock. Each module has a folder with its fakes and its
//! contracts; here is where they are put together.

pub mod contracts;

mod builders;
mod fakes;
mod files;

pub mod approvals;
pub mod facilities;
pub mod identity;
pub mod kernel;
pub mod onboarding;
pub mod parties;
mod screens;

mod memory;
mod world;

pub use builders::{ADA_PHONE, HOME, NewUser, PASSWORD, PDF, a_user, buyer_details, complete_form, full_form};
pub use fakes::{FakePasswords, FakeProvider, FixedClock, MockPasswords, PlainTokens, RecordingMailer, SequentialIds};
pub use files::InMemoryFiles;
pub use memory::Memory;
pub use world::World;

use crate::StorePorts;
use std::sync::Arc;

/// Every row, by module.
#[derive(Default, Clone)]
pub(super) struct State {
    pub(super) kernel: kernel::fake::Rows,
    pub(super) identity: identity::fake::Rows,
    pub(super) parties: parties::fake::Rows,
    pub(super) onboarding: onboarding::fake::Rows,
    pub(super) facilities: facilities::fake::Rows,
    pub(super) approvals: approvals::fake::Rows,
}

/// The ports on one memory.
pub fn store_ports(memory: &Arc<Memory>) -> StorePorts {
    let kernel = Arc::new(kernel::fake::InMemoryKernel(memory.clone()));
    let identity = Arc::new(identity::fake::InMemoryIdentity(memory.clone()));
    let parties = Arc::new(parties::fake::InMemoryParties(memory.clone()));
    let onboarding = Arc::new(onboarding::fake::InMemoryOnboarding(memory.clone()));
    StorePorts {
        idempotency: kernel.clone(),
        rate_limits: kernel.clone(),
        sessions: identity.clone(),
        outbox: kernel.clone(),
        leases: kernel.clone(),
        expiry: memory.clone(),
        trail: kernel,
        users: identity.clone(),
        links: identity.clone(),
        second_factors: identity,
        identity: memory.clone(),
        memberships: parties.clone(),
        teams: parties.clone(),
        buyers: parties.clone(),
        debtors: parties,
        parties: memory.clone(),
        applications: onboarding,
        onboarding: memory.clone(),
        facility_records: Arc::new(facilities::fake::InMemoryFacilities(memory.clone())),
        facilities: memory.clone(),
        approval_records: Arc::new(approvals::fake::InMemoryApprovals(memory.clone())),
        approvals: memory.clone(),
        first_screens: Arc::new(screens::fake::InMemoryScreens(memory.clone())),
    }
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
                a_factor_is_begun_switched_on_and_removed,
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
                a_place_stands_until_it_changes,
                nobody_writes_for_a_company_once_they_are_out,
                an_invitation_is_found_by_its_secret_until_it_ends,
                of_many_invitations_at_once_as_many_are_open_as_may,
                of_many_who_follow_one_invitation_one_joins,
                a_company_is_given_up_once_and_only_before_anything_was_handed_in,
            }
            debtors = parties::debtor_contracts {
                a_debtor_is_read_as_it_was_made_and_changed,
                of_many_changes_to_one_version_of_a_debtor_one_wins,
                of_many_who_limit_a_debtor_one_does,
                debtors_are_paged_by_state,
            }
            facilities = facilities::contracts {
                a_facility_is_read_as_it_was_written,
                of_many_facilities_for_one_place_one_is_open,
                of_many_who_change_a_facility_one_does,
                what_was_accepted_never_changes,
                nobody_accepts_for_a_company_they_were_taken_out_of,
                nothing_is_accepted_once_the_company_is_not_approved_any_more,
                facilities_are_paged_by_company_and_status,
                of_many_who_advertise_in_one_place_one_does,
            }
            approvals = approvals::contracts {
                an_approval_is_read_as_it_was_proposed_and_as_it_ended,
                of_many_proposals_for_one_thing_one_waits,
                of_many_who_end_an_approval_one_does,
                approvals_are_paged_those_that_wait_and_the_others,
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
            queue = onboarding::queue_contracts {
                the_queue_is_paged_in_order,
                the_queue_is_put_in_order_by_company,
                the_next_case_is_the_longest_waiting_that_is_open_to_the_operator,
                a_case_is_found_by_its_words,
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
                many_at_once_make_one_chain,
            }
        }
    };
}
