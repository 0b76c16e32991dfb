//! What becomes of a database of the previous release.

use super::{
    Checked,
    database::{Database, on_each_database},
    previous_release::{
        ADA, ADAS_APPLICATION, ADAS_SESSION, BOB, CYD, Dialect, MAIL, NEWER_STATEMENT, NORDWIND, OLGA, PENDING, STATEMENT, at, lay_down,
    },
};
use crate::{
    Store,
    kernel::conn::{Conn, on},
};
use diesel::{prelude::*, sql_types::BigInt};
use sooner_application::{
    StorePorts,
    identity::changes::Change,
    kernel::{
        audit::{Format, Record, Subject},
        chain::Stored,
        commit::WriteContext,
        idempotency::{Earlier, IdempotencyKey, RequestKey},
        outbox::Due,
        rate_limits::{RateLimit, Spent},
    },
    onboarding::ports::{Filed, QueueFilter, QueueOrder},
};
use sooner_domain::{
    identity::operator::OperatorRoles,
    kernel::{
        audit::{AuditAction, Entry},
        ids::{CompanyId, MailId, SessionId, UserId},
        language::Language,
    },
    onboarding::{
        application::ApplicationId,
        document::{DocumentId, Verdict},
        status::{Action, OnboardingStatus},
    },
    parties::{
        buyer::BuyerId,
        membership::{MemberRole, Membership},
    },
};
use std::error::Error;
use uuid::Uuid;

/// A database of the previous release, brought up to date.
pub(super) fn upgraded(database: &Database) -> Result<(StorePorts, Dialect), Box<dyn Error>> {
    let dialect = lay_down(database)?;
    let ran = Store::migrate(&database.url)?;
    assert!(ran.len() >= 3 && Store::migrate(&database.url)?.is_empty(), "{ran:?}");
    Ok((database.store()?.ports(), dialect))
}

async fn everybody_has_a_company(database: &Database) -> Checked {
    let (ports, _) = upgraded(database)?;
    let (session, ada, membership) = ports.memberships.by_session(SessionId(ADAS_SESSION)).await?.ok_or("no session")?;
    assert_eq!((session.user, ada.parts().version), (UserId(ADA), 0));
    let owner = Membership { user: UserId(ADA), company: CompanyId(ADA), role: MemberRole::Owner, since: at(0) };
    assert_eq!(membership, owner);
    for user in [ADA, BOB, CYD, OLGA] {
        let people = ports.memberships.people(CompanyId(user)).await?;
        assert_eq!(people.iter().map(|person| person.id().0).collect::<Vec<_>>(), [user]);
    }
    Ok(())
}

async fn whoever_was_an_operator_goes_on_doing_everything(database: &Database) -> Checked {
    let (ports, _) = upgraded(database)?;
    let operators: Vec<_> = ports.users.operators().await?.into_iter().map(|seen| seen.user).collect();
    assert_eq!(operators.iter().map(|user| user.id().0).collect::<Vec<_>>(), [OLGA]);
    assert_eq!(operators[0].parts().operator_roles, OperatorRoles::all());
    let ada = ports.users.by_id(UserId(ADA)).await?.ok_or("no account")?;
    assert!(ada.parts().operator_roles.is_empty());
    assert_eq!(ports.teams.team(CompanyId(ADA)).await?.map(|team| (team.version, team.members.len())), Some((0, 1)));
    Ok(())
}

async fn an_application_is_its_companys(database: &Database) -> Checked {
    let (ports, _) = upgraded(database)?;
    let Filed { application, history, buyer_count, introduction: _ } = ports.applications.filed(CompanyId(ADA)).await?;
    let application = application.ok_or("no application")?;
    let parts = application.parts();
    assert_eq!((parts.id.0, parts.company.0, parts.applicant.0), (ADAS_APPLICATION, ADA, ADA));
    assert_eq!((parts.status, parts.version, parts.submissions, parts.waiting_since), (OnboardingStatus::Pending, 12, 2, at(6)));
    assert_eq!(parts.form.people.len(), 1);
    let documents: Vec<_> = parts.documents.iter().map(|document| (document.id.0, document.verdict, document.replaced_at)).collect();
    assert_eq!(documents, [(STATEMENT, Verdict::Rejected, Some(at(5))), (NEWER_STATEMENT, Verdict::Pending, None)]);
    let steps: Vec<_> = history.iter().map(|step| (step.action, step.by.0)).collect();
    assert_eq!(steps, [(Action::Submit, ADA), (Action::RequestDocuments, OLGA), (Action::Resubmit, ADA)]);
    assert_eq!(buyer_count, 2);
    let buyers = ports.buyers.of(CompanyId(ADA)).await?;
    assert_eq!(buyers.iter().map(|buyer| buyer.id).collect::<Vec<_>>(), [NORDWIND, PENDING].map(BuyerId));

    let case = ports.applications.case(ApplicationId(ADAS_APPLICATION)).await?.ok_or("no case")?;
    assert_eq!((case.applicant.id().0, case.reviewer.map(|olga| olga.id().0)), (ADA, Some(OLGA)));
    assert_eq!((case.history, case.application), (history, application));
    assert_eq!(case.submissions.iter().map(|version| version.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((&case.submissions[0].documents, &case.submissions[0].buyers), (&vec![DocumentId(STATEMENT)], &vec![BuyerId(NORDWIND)]));
    let (owner, _) = ports.applications.document(DocumentId(STATEMENT)).await?.ok_or("no document")?;
    assert_eq!(owner.0, ADA);

    let queue = ports.applications.queue(QueueFilter::Status(OnboardingStatus::Pending), QueueOrder::default(), None, 9).await?.entries;
    assert_eq!(queue.iter().map(|entry| (entry.place.id.0, entry.pending_buyers)).collect::<Vec<_>>(), [(ADAS_APPLICATION, 1)]);
    let found = ports.applications.queue(QueueFilter::Found(vec!["muhl".into()], None), QueueOrder::default(), None, 9).await?.entries;
    assert_eq!(found, queue);
    let (_, _, _, overview) = ports.first_screens.first_screen(SessionId(ADAS_SESSION)).await?.ok_or("no session")?;
    assert_eq!((overview.status, overview.pending_buyers.len()), (OnboardingStatus::Pending, 1));
    Ok(())
}

async fn the_trail_goes_on(database: &Database) -> Checked {
    let (ports, _) = upgraded(database)?;
    let before = ports.audit().verify(None).await?;
    assert_eq!((before.whole, before.broken_at), (3, None));
    let entry = Entry::own(UserId(ADA), AuditAction::SignedOut, at(7)).change("email", None, Some("ada@example.com".into()));
    ports.identity.commit(vec![Change::SessionEnded { id: SessionId(ADAS_SESSION), of: UserId(ADA) }], WriteContext::of(entry)).await?;
    ports.sealing().all().await?;
    let after = ports.audit().verify(Some(before.head)).await?;
    assert_eq!((after.whole, after.broken_at, after.contains_noted), (4, None, true));
    let formats = ports.trail.chain(0, 9).await?.into_iter().map(|stored| match stored {
        Stored::Record(record) => Some(record.format),
        Stored::Unreadable { .. } => None,
    });
    assert_eq!(formats.collect::<Vec<_>>(), [Format::First, Format::First, Format::First, Format::Second].map(Some));
    let subjects = [Subject::User(UserId(ADA)), Subject::User(UserId(OLGA))];
    let newest = ports.trail.about(&subjects, None, 1).await?;
    assert_eq!(newest.iter().map(Record::number).collect::<Vec<_>>(), [Some(4)]);
    let about = ports.trail.about(&subjects, Some(newest[0].id), 2).await?;
    assert_eq!(about.iter().map(Record::number).collect::<Vec<_>>(), [Some(3), Some(2)]);
    assert_eq!((about[0].entry.about.thing, &about[1].entry.changes[0].before), (ADAS_APPLICATION, &Some("+49".to_owned())));
    Ok(())
}

async fn a_record_of_the_first_format_says_only_what_its_hash_covers(database: &Database) -> Checked {
    let (ports, _) = upgraded(database)?;
    assert_eq!(ports.audit().verify(None).await?.broken_at, None);
    // As somebody may who can take the triggers away.
    let sqlite = database.url.starts_with("sqlite");
    database.run(if sqlite {
        "DROP TRIGGER audit_records_sealed_once"
    } else {
        "DROP TRIGGER audit_records_sealed_once ON audit_records"
    })?;
    database.run("UPDATE audit_records SET company_id = thing WHERE number = 2")?;
    assert_eq!(ports.audit().verify(None).await?.broken_at, Some(2));
    Ok(())
}

async fn what_was_written_with_changes_is_still_there(database: &Database) -> Checked {
    let (ports, _) = upgraded(database)?;
    let due = ports.outbox.take(at(6), at(9), 9).await?;
    let language = |due: &Due| due.mail.as_ref().ok().map(|mail| mail.language);
    assert_eq!(due.iter().map(|due| (due.id, language(due))).collect::<Vec<_>>(), [(MailId(MAIL), Some(Language::English))]);
    let ada = ports.users.by_id(UserId(ADA)).await?.ok_or("no account")?;
    assert_eq!(ada.parts().language, Language::English);
    let request = RequestKey { user: UserId(ADA), key: IdempotencyKey::parse("once")?, fingerprint: [0xab; 32] };
    assert_eq!(ports.idempotency.earlier(&request).await?, Earlier::Made(NORDWIND));
    assert!(ports.second_factors.of(UserId(OLGA)).await?.is_some_and(|factor| factor.confirmed && factor.last_step == 7));
    let spent = ports.rate_limits.spend(RateLimit::SIGN_IN_BY_ADDRESS, "192.0.2.1", at(8)).await?;
    assert_eq!(spent, Spent::Over { retry_after_seconds: 1 });
    Ok(())
}

#[derive(QueryableByName)]
pub(super) struct Number {
    #[diesel(sql_type = BigInt)]
    pub(super) number: i64,
}

async fn what_the_database_watches_over_it_still_does(database: &Database) -> Checked {
    let (_, dialect) = upgraded(database)?;
    let (nobody, ada, now) = (dialect.id(Uuid::from_u128(0xffff)), dialect.id(ADAS_APPLICATION), dialect.time(at(8)));
    let step = |of: &str| {
        format!(
            "INSERT INTO transitions (application_id, at, action, from_status, to_status, by_user, reasons) \
                                   VALUES ({of}, {now}, 'approve', 1, 2, {}, '[]')",
            dialect.id(OLGA)
        )
    };
    let refused = [
        step(&nobody),
        format!("UPDATE documents SET application_id = {nobody}"),
        format!("UPDATE search_words SET application_id = {nobody}"),
        format!("UPDATE applications SET company_id = {nobody} WHERE id = {ada}"),
        format!("UPDATE applications SET company_id = {}", dialect.id(ADA)),
        format!("UPDATE applications SET applicant_id = {nobody}"),
        format!("UPDATE buyers SET company_id = {nobody}"),
        format!("UPDATE buyers SET debtor_id = {nobody}"),
        format!("UPDATE memberships SET company_id = {nobody}"),
        format!("DELETE FROM applications WHERE id = {ada}"),
        "UPDATE submissions SET number = number + 10".to_owned(),
        "DELETE FROM submissions".to_owned(),
        "UPDATE transitions SET note = NULL".to_owned(),
        "DELETE FROM transitions".to_owned(),
        "UPDATE audit_records SET format = 1".to_owned(),
        "DELETE FROM audit_records".to_owned(),
    ];
    for sql in refused {
        assert!(database.run(&sql).is_err(), "{sql}");
    }
    database.run(&step(&ada))?;
    let last = diesel::sql_query("SELECT MAX(id) AS number FROM transitions");
    let mut conn = Conn::open(&database.url)?;
    let last: Number = on!(&mut conn, |c| last.get_result(c))?;
    assert!(last.number > 5, "steps go on counting");
    if let Conn::Sqlite(conn) = &mut conn {
        for broken in
            ["SELECT COUNT(*) AS number FROM pragma_foreign_key_check", "SELECT COUNT(*) - 1 AS number FROM pragma_integrity_check"]
        {
            assert_eq!(diesel::sql_query(broken).get_result::<Number>(conn)?.number, 0, "{broken}");
        }
    }
    Ok(())
}

on_each_database!(
    blank: everybody_has_a_company,
    whoever_was_an_operator_goes_on_doing_everything,
    an_application_is_its_companys,
    the_trail_goes_on,
    a_record_of_the_first_format_says_only_what_its_hash_covers,
    what_was_written_with_changes_is_still_there,
    what_the_database_watches_over_it_still_does,
);
