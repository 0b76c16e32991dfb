//! What a hand in the database does to agreements.

use super::{Checked, Database, database::on_each_database, use_cases};
use sooner_application::{
    facilities::changes::Change,
    kernel::commit::WriteContext,
    testing::{HOME, PASSWORD, a_user, facilities::terms},
};
use sooner_domain::{
    facilities::facility::{Facility, Parts, Signature},
    identity::password::NewPassword,
    kernel::{
        audit::{AuditAction, Entry},
        ids::FacilityId,
        text::Line,
    },
};
use uuid::Uuid;

async fn no_hand_alters_what_was_said_to_terms(database: &Database) -> Checked {
    let store = database.store()?;
    let (user, use_cases) = (a_user(), use_cases(&store));
    let token = use_cases.parties.sign_up(user.member, NewPassword::parse(PASSWORD, &[])?, user.from).await?;
    let ada = use_cases.parties.member(&token).await?.ok_or("not signed in")?;
    let (now, by) = (ada.session.created_at, ada.user.id());
    let commit = |change| store.ports().facilities.commit(vec![change], WriteContext::of(Entry::own(by, AuditAction::TermsProposed, now)));
    let id = FacilityId(Uuid::from_u128(77));
    let mut facility = Facility::propose(id, ada.membership.company, terms("EUR", 1_200)?, by, now);
    commit(Change::FacilityProposed(Box::new(facility.clone()))).await?;
    for change in ["terms = '{}'", "hash = ''", "number = 2"] {
        assert!(database.run(&format!("UPDATE terms_versions SET {change}")).is_err(), "{change} while they wait");
    }
    assert!(database.run("UPDATE terms_versions SET state = 'accepted'").is_err(), "nothing is accepted without a signature");
    facility.accept(Signature { by, name: Line::parse("Ada Brandt")?, address: HOME }, now)?;
    commit(Change::FacilityChanged(Box::new(facility.clone()))).await?;
    for change in ["address = '192.0.2.66'", "signed_name = 'Eve'", "state = 'open'", "terms = '{}'"] {
        assert!(database.run(&format!("UPDATE terms_versions SET {change}")).is_err(), "{change} once they were accepted");
    }
    assert!(database.run("DELETE FROM terms_versions").is_err());
    let expected = Facility::restore(Parts { version: 2, ..facility.parts().clone() });
    assert_eq!(store.ports().facility_records.by_id(id).await?.map(|found| found.facility), Some(expected));
    Ok(())
}

on_each_database!(no_hand_alters_what_was_said_to_terms);
