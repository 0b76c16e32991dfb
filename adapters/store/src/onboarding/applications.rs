//! Applications.

use super::{
    OnboardingStore, application_row::ApplicationRow, case, counts, documents, payees, queue, schema::applications, submissions,
    transitions,
};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::Failure,
        sql_types::Id,
    },
    parties::{buyers, companies},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::unavailable::Unavailable,
    onboarding::ports::{Applications, BuyerInCase, CaseFile, Filed, QueueCursor, QueueFilter, QueueOrder, QueueSlice, Submission},
};
use sooner_domain::{
    kernel::ids::CompanyId,
    onboarding::{
        application::{Application, ApplicationId},
        document::{Document, DocumentId},
    },
    parties::{buyer::BuyerId, membership::Membership},
};

pub(super) fn find(conn: &mut Conn, id: ApplicationId) -> QueryResult<Option<ApplicationRow>> {
    let query = applications::table.find(Id(id.0));
    on!(conn, |c| query.select(ApplicationRow::as_select()).get_result(c)).optional()
}

pub(super) fn with_the_rest(conn: &mut Conn, row: ApplicationRow) -> Result<Application, Failure<Unavailable>> {
    let documents = documents::of(conn, row.id)?;
    let buyers = buyers::count(conn, row.company())?;
    row.into_application(documents, buyers)
}

fn filed(conn: &mut Conn, company: CompanyId) -> Result<Filed, Failure<Unavailable>> {
    let query = applications::table.filter(applications::company_id.eq(Id(company.0)));
    let row: Option<ApplicationRow> = on!(conn, |c| query.select(ApplicationRow::as_select()).get_result(c)).optional()?;
    let buyer_count = buyers::count(conn, company)?;
    let introduction = companies::by_ids(conn, &[company])?.pop().and_then(|company| company.introduction);
    let Some(row) = row else { return Ok(Filed { buyer_count, introduction, ..Filed::default() }) };
    let documents = documents::of(conn, row.id)?;
    let history = transitions::of(conn, row.id)?;
    Ok(Filed { application: Some(row.into_application(documents, buyer_count)?), history, buyer_count, introduction })
}

#[async_trait]
impl Applications for OnboardingStore {
    async fn filed(&self, company: CompanyId) -> Result<Filed, Unavailable> {
        self.db.read(move |conn| filed(conn, company)).await
    }

    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable> {
        self.db.read(move |conn| find(conn, id)?.map(|row| with_the_rest(conn, row)).transpose()).await
    }

    async fn queue(
        &self,
        filter: QueueFilter,
        order: QueueOrder,
        after: Option<QueueCursor>,
        most: i64,
    ) -> Result<QueueSlice, Unavailable> {
        self.db.read(move |conn| queue::page(conn, filter, order, after, most)).await
    }

    async fn next(&self, operator: &Membership, after: Option<ApplicationId>) -> Result<Option<ApplicationId>, Unavailable> {
        let operator = *operator;
        self.db.read(move |conn| Ok(queue::next(conn, &operator, after)?)).await
    }

    async fn counts(&self, most: i64) -> Result<Vec<i64>, Unavailable> {
        self.db.read(move |conn| Ok(counts::counts(conn, most)?)).await
    }

    async fn case(&self, id: ApplicationId) -> Result<Option<CaseFile>, Unavailable> {
        self.db.read(move |conn| case::file(conn, id)).await
    }

    async fn buyer_in_case(&self, id: ApplicationId, buyer: BuyerId) -> Result<Option<BuyerInCase>, Unavailable> {
        self.db.read(move |conn| case::buyer(conn, id, buyer)).await
    }

    async fn submissions(&self, id: ApplicationId) -> Result<Vec<Submission>, Unavailable> {
        self.db.read(move |conn| submissions::of(conn, Id(id.0))).await
    }

    async fn known_documents(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, Unavailable> {
        let ids = ids.to_vec();
        self.db.read(move |conn| Ok(documents::known(conn, &ids)?)).await
    }

    async fn payees(&self, accounts: Vec<String>) -> Result<Vec<(String, CompanyId)>, Unavailable> {
        let changed = self.accounts_changed;
        self.db.read(move |conn| payees::of(conn, &accounts, changed)).await
    }

    async fn document(&self, id: DocumentId) -> Result<Option<(CompanyId, Document)>, Unavailable> {
        self.db.read(move |conn| documents::with_owner(conn, id)).await
    }
}
