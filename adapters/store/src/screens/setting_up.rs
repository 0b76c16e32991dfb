//! What is to be set up for companies that were approved.

use crate::kernel::{
    conn::{Conn, on},
    failure::Failure,
    sql_types::{DbTime, DbUuid, Id, Time},
};
use diesel::{
    QueryableByName, RunQueryDsl, sql_query,
    sql_types::{BigInt, Nullable, Text},
};
use sooner_application::{kernel::unavailable::Unavailable, screens::ports::SetUpRow};
use sooner_domain::{
    kernel::{coded::Coded, ids::CompanyId},
    onboarding::{application::ApplicationId, status::OnboardingStatus},
    receivables::first_cash::SetUp,
};

/// How the two databases say what they say differently.
struct Dialect {
    /// The company that is left out, and how many are read.
    but: &'static str,
    most: &'static str,
    /// Whether the company of an application wants finance of its own, for its invoices or for those of its suppliers.
    wants: &'static str,
}

const SQLITE: Dialect = Dialect {
    but: "?1",
    most: "?2",
    wants: "EXISTS (SELECT 1 FROM json_each(applications.form, '$.company.wants') wanted WHERE wanted.value IN ('seller', 'buyer'))",
};

const POSTGRES: Dialect = Dialect {
    but: "$1",
    most: "$2",
    wants: "EXISTS (SELECT 1 FROM json_array_elements_text(CAST(applications.form AS json) -> 'company' -> 'wants') wanted(value) \
            WHERE wanted.value IN ('seller', 'buyer'))",
};

const OPEN: &str = "('proposed', 'active', 'suspended')";

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = DbUuid)]
    id: Id,
    #[diesel(sql_type = Nullable<DbUuid>)]
    application_id: Option<Id>,
    #[diesel(sql_type = Nullable<DbUuid>)]
    company_id: Option<Id>,
    #[diesel(sql_type = Nullable<Text>)]
    company_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    #[diesel(sql_type = DbTime)]
    since: Time,
}

impl Row {
    fn into_set_up(self, kind: SetUp) -> SetUpRow {
        let Self { id, application_id, company_id, company_name, name, since } = self;
        SetUpRow {
            kind,
            id: id.0,
            application: application_id.map(|id| ApplicationId(id.0)),
            company: company_id.map(|id| CompanyId(id.0)),
            company_name,
            name,
            since: since.0,
        }
    }
}

impl Dialect {
    fn of(&self, kind: SetUp) -> String {
        let (but, most, wants, approved) = (self.but, self.most, self.wants, OnboardingStatus::Approved.number());
        let rows = match kind {
            // One whose facility the house closed after it was paid was set up once.
            SetUp::Facility => format!(
                "SELECT companies.id AS id, applications.id AS application_id, companies.id AS company_id, \
                 companies.legal_name AS company_name, CAST(NULL AS text) AS name, applications.waiting_since AS since \
                 FROM applications JOIN companies ON companies.id = applications.company_id \
                 WHERE applications.status = {approved} AND companies.id <> {but} \
                 AND NOT EXISTS (SELECT 1 FROM facilities WHERE facilities.company_id = companies.id AND facilities.status IN {OPEN}) \
                 AND NOT (EXISTS (SELECT 1 FROM facilities WHERE facilities.company_id = companies.id AND facilities.status = 'closed') \
                 AND EXISTS (SELECT 1 FROM payouts WHERE payouts.company_id = companies.id)) AND {wants}"
            ),
            SetUp::Signature => format!(
                "SELECT facilities.id AS id, CAST(NULL AS {uuid}) AS application_id, companies.id AS company_id, \
                 companies.legal_name AS company_name, CAST(NULL AS text) AS name, terms_versions.proposed_at AS since \
                 FROM facilities JOIN companies ON companies.id = facilities.company_id \
                 JOIN terms_versions ON terms_versions.facility_id = facilities.id AND terms_versions.state = 'open' \
                 WHERE facilities.status = 'proposed' AND companies.id <> {but}",
                uuid = self.uuid()
            ),
            SetUp::Buyer => format!(
                "SELECT buyers.id AS id, applications.id AS application_id, companies.id AS company_id, \
                 companies.legal_name AS company_name, buyers.legal_name AS name, \
                 CASE WHEN buyers.created_at > applications.waiting_since THEN buyers.created_at ELSE applications.waiting_since END AS since \
                 FROM buyers JOIN applications ON applications.company_id = buyers.company_id AND applications.status = {approved} \
                 JOIN companies ON companies.id = buyers.company_id WHERE buyers.status = 'pending' AND companies.id <> {but}"
            ),
            SetUp::Limit => format!(
                "SELECT debtors.id AS id, CAST(NULL AS {uuid}) AS application_id, CAST(NULL AS {uuid}) AS company_id, \
                 CAST(NULL AS text) AS company_name, debtors.legal_name AS name, debtors.created_at AS since FROM debtors \
                 WHERE debtors.merged_into IS NULL AND debtors.state <> 'blocked' \
                 AND NOT EXISTS (SELECT 1 FROM buyers WHERE buyers.debtor_id = debtors.id AND buyers.company_id = {but}) \
                 AND EXISTS (SELECT 1 FROM buyers \
                 JOIN applications ON applications.company_id = buyers.company_id AND applications.status = {approved} \
                 WHERE buyers.debtor_id = debtors.id AND buyers.status = 'approved' \
                 AND (NOT EXISTS (SELECT 1 FROM debtor_limits WHERE debtor_limits.debtor_id = debtors.id) \
                 OR EXISTS (SELECT 1 FROM facilities WHERE facilities.company_id = buyers.company_id AND facilities.kind = 'factoring' \
                 AND facilities.status IN {OPEN} AND NOT EXISTS (SELECT 1 FROM debtor_limits \
                 WHERE debtor_limits.debtor_id = debtors.id AND debtor_limits.currency = facilities.currency))))",
                uuid = self.uuid()
            ),
        };
        format!("{rows} ORDER BY since, id LIMIT {most}")
    }

    /// The type of an id, in a column that has none.
    fn uuid(&self) -> &'static str {
        if self.but == SQLITE.but { "blob" } else { "uuid" }
    }
}

pub(super) fn load(conn: &mut Conn, but: CompanyId, most: i64) -> Result<Vec<SetUpRow>, Failure<Unavailable>> {
    let dialect = match conn {
        Conn::Sqlite(_) => SQLITE,
        Conn::Postgres(_) => POSTGRES,
    };
    let mut all = Vec::new();
    for kind in SetUp::ALL {
        let query = sql_query(dialect.of(*kind)).bind::<DbUuid, _>(Id(but.0)).bind::<BigInt, _>(most);
        let rows: Vec<Row> = on!(&mut *conn, |c| query.load(c))?;
        all.extend(rows.into_iter().map(|row| row.into_set_up(*kind)));
    }
    Ok(all)
}
