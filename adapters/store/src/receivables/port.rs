//! The port.

use super::{
    ReceivableStore, booked, documents, doubles, facts, histories, lists, merging, owing,
    rows::{self, ReceivableRow},
    schema::{receivable_numbers, receivables},
    sold, sums,
};
use crate::{
    house::settings,
    kernel::{
        conn::{Conn, on},
        failure::Failure,
        sql_types::Id,
    },
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::unavailable::Unavailable,
    onboarding::ports::FileOwners,
    receivables::ports::{
        Booked, BookedOf, History, HistoryOf, Kept, ListTotal, Lookalike, Numbered, OpenInvoices, Promised, ReceivableFilter,
        ReceivableRecords, SoldOnBoth,
    },
};
use sooner_domain::{
    house::reference_code::ReferenceCode,
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    onboarding::document::DocumentId,
    parties::buyer::BuyerId,
    receivables::{
        fingerprint::{Fingerprint, NormalisedNumber},
        matching::Owing,
        position::Recorded,
        reference::Reference,
        similarity::Sample,
        status::ReceivableStatus,
    },
};
use std::{collections::HashMap, time::Duration};

/// A month of a seller who sells much takes a while.
const BOOKED: Duration = Duration::from_secs(25);

/// Those with these ids, oldest first.
fn by_ids(conn: &mut Conn, ids: Vec<Id>) -> Result<Vec<Kept>, Failure<Unavailable>> {
    let query = receivables::table.filter(receivables::id.eq_any(ids)).order(receivables::id);
    let rows: Vec<ReceivableRow> = on!(&mut *conn, |c| query.select(ReceivableRow::as_select()).load(c))?;
    rows::whole(conn, rows)
}

#[async_trait]
impl ReceivableRecords for ReceivableStore {
    async fn next_number(&self) -> Result<(u64, Option<ReferenceCode>), Unavailable> {
        let given = self.db.write(|conn| {
            let update = diesel::update(receivable_numbers::table.find(1)).set(receivable_numbers::last.eq(receivable_numbers::last + 1));
            let last: i64 = on!(&mut *conn, |c| update.returning(receivable_numbers::last).get_result(c))?;
            Ok((last.unsigned_abs(), settings::reference_code(conn)?))
        });
        // A number nobody heard of is skipped.
        given.await.map_err(|unavailable| match unavailable {
            Unavailable::OutcomeUnknown(error) => Unavailable::Failed(error),
            known => known,
        })
    }

    async fn by_id(&self, id: ReceivableId) -> Result<Option<Kept>, Unavailable> {
        self.db.read(move |conn| Ok(by_ids(conn, vec![Id(id.0)])?.pop())).await
    }

    async fn by_ids(&self, ids: Vec<ReceivableId>) -> Result<Vec<Kept>, Unavailable> {
        self.db.read(move |conn| by_ids(conn, ids.into_iter().map(|id| Id(id.0)).collect())).await
    }

    async fn accepted_with(&self, first: ReceivableId) -> Result<Vec<Kept>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let first = Id(first.0);
            // Earlier releases did not say with what it was accepted.
            let alone = receivables::id.eq(first).and(receivables::accepted_with.is_null()).and(receivables::payout_on.is_not_null());
            let query = receivables::table.filter(receivables::accepted_with.eq(first).or(alone)).order(receivables::id);
            let rows: Vec<ReceivableRow> = on!(&mut *conn, |c| query.select(ReceivableRow::as_select()).load(c))?;
            rows::whole(conn, rows)
        };
        self.db.read(read).await
    }

    async fn booked(&self, of: BookedOf) -> Result<Booked, Unavailable> {
        self.db.patient_for(BOOKED).read(move |conn| booked::of(conn, of)).await
    }

    async fn by_references(&self, references: Vec<Reference>) -> Result<Vec<Kept>, Unavailable> {
        let references: Vec<_> = references.iter().map(|reference| reference.as_str().to_owned()).collect();
        let read = move |conn: &mut Conn| {
            let query = receivables::table.filter(receivables::reference.eq_any(references)).order(receivables::id);
            let rows: Vec<ReceivableRow> = on!(&mut *conn, |c| query.select(ReceivableRow::as_select()).load(c))?;
            rows::whole(conn, rows)
        };
        self.db.read(read).await
    }

    async fn owing(&self, currency: Currency) -> Result<Vec<Owing>, Unavailable> {
        self.db.read(move |conn| owing::of(conn, currency)).await
    }

    async fn closed(
        &self,
        currency: Currency,
        references: Vec<Reference>,
        numbers: Vec<NormalisedNumber>,
    ) -> Result<Vec<(Owing, ReceivableStatus)>, Unavailable> {
        self.db.read(move |conn| owing::closed(conn, currency, &references, &numbers)).await
    }

    async fn page(&self, filter: ReceivableFilter, after: Option<ReceivableId>, most: i64) -> Result<Vec<Kept>, Unavailable> {
        self.db.read(move |conn| lists::page(conn, &filter, after, most)).await
    }

    async fn totals(&self, filter: ReceivableFilter) -> Result<Vec<ListTotal>, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(|conn| lists::totals(conn, &filter))).await
    }

    async fn sold(&self, but: ReceivableId, fingerprint: Fingerprint) -> Result<Vec<ReceivableId>, Unavailable> {
        self.db.read(move |conn| Ok(sold::others(conn, &[(but, Some(fingerprint))])?.pop().unwrap_or_default())).await
    }

    async fn lookalikes(&self, but: ReceivableId, sample: &Sample) -> Result<Vec<Lookalike>, Unavailable> {
        let asked = (but, Some(sample.clone()));
        self.db.read(move |conn| Ok(doubles::lookalikes(conn, &[asked])?.pop().unwrap_or_default())).await
    }

    async fn invoices_numbered(&self, seller: CompanyId, numbers: Vec<NormalisedNumber>) -> Result<Vec<(BuyerId, Numbered)>, Unavailable> {
        self.db.read(move |conn| doubles::invoices_numbered(conn, seller, &numbers)).await
    }

    async fn payables_numbered(
        &self,
        buyer: CompanyId,
        debtor: DebtorId,
        numbers: Vec<NormalisedNumber>,
    ) -> Result<Vec<Numbered>, Unavailable> {
        self.db.read(move |conn| doubles::payables_numbered(conn, (buyer, debtor), &numbers)).await
    }

    async fn history(&self, of: HistoryOf) -> Result<History, Unavailable> {
        self.db.read(move |conn| Ok(histories::of(conn, &[of])?.remove(&of).unwrap_or(History::none()))).await
    }

    async fn facts(&self, id: ReceivableId) -> Result<Vec<Recorded>, Unavailable> {
        self.db.read(move |conn| Ok(facts::of(conn, &[id])?.remove(&id).unwrap_or_default())).await
    }

    async fn facts_of(&self, ids: Vec<ReceivableId>) -> Result<HashMap<ReceivableId, Vec<Recorded>>, Unavailable> {
        self.db.read(move |conn| facts::of(conn, &ids)).await
    }

    async fn paid_to_seller(&self, seller: CompanyId, currency: Currency) -> Result<Vec<ReceivableId>, Unavailable> {
        self.db.read(move |conn| Ok(sold::paid_to_seller(conn, seller, currency)?)).await
    }

    async fn offered(&self, facility: FacilityId) -> Result<Vec<Kept>, Unavailable> {
        self.db.read(move |conn| lists::offered(conn, facility)).await
    }

    async fn out_under(&self, facility: FacilityId) -> Result<Vec<(DebtorId, Minor)>, Unavailable> {
        self.db.read(move |conn| Ok(sums::out_under(conn, facility)?)).await
    }

    async fn open_of(&self, debtors: Vec<DebtorId>, currency: Currency) -> Result<Vec<Minor>, Unavailable> {
        self.db.read(move |conn| Ok(sums::open_of(conn, &debtors, currency)?)).await
    }

    async fn open_invoices(&self, debtors: Vec<DebtorId>) -> Result<Vec<OpenInvoices>, Unavailable> {
        self.db.read(move |conn| merging::open_invoices(conn, &debtors)).await
    }

    async fn sold_on_both(&self, debtors: [DebtorId; 2]) -> Result<Vec<SoldOnBoth>, Unavailable> {
        self.db.read(move |conn| merging::sold_on_both(conn, debtors)).await
    }

    async fn promised(&self, buyer: CompanyId, suppliers: Vec<CompanyId>) -> Result<Vec<(CompanyId, Promised)>, Unavailable> {
        self.db.read(move |conn| sums::promised(conn, buyer, &suppliers)).await
    }
}

#[async_trait]
impl FileOwners for ReceivableStore {
    async fn owned(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, Unavailable> {
        let ids = ids.to_vec();
        self.db.read(move |conn| Ok(documents::owned(conn, &ids)?)).await
    }
}
