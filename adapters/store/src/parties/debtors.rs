//! Debtors.

use super::{
    PartyStore, likenesses,
    schema::{buyers, debtor_limits, debtors},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_another_has, unless_stale},
    first::First,
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::{
        changes::LEGAL_ENTITY,
        ports::{AlikeDebtor, DebtorFilter, Debtors},
    },
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::DebtorId,
        money::{Currency, Money},
        text::{Line, PersonName},
    },
    parties::{
        debtor::{Absorbed, Debtor, DebtorState, Limits, NoticeContact, Parts},
        legal_entity::LegalEntity,
        likeness::Mark,
    },
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

diesel::define_sql_function! {
    /// Both databases know it; letters from A to Z alone are sure to change.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

/// Names with this in them, in small letters; all of them for none.
fn containing(name: Option<&Line>) -> String {
    let mut pattern = String::from("%");
    if let Some(name) = name {
        for sign in name.as_str().to_ascii_lowercase().chars() {
            if matches!(sign, '%' | '_' | '\\') {
                pattern.push('\\');
            }
            pattern.push(sign);
        }
        pattern.push('%');
    }
    pattern
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = debtors, treat_none_as_default_value = false)]
struct DebtorRow {
    id: Id,
    legal_entity: String,
    legal_name: String,
    created_at: Time,
    version: i64,
    state: String,
    contact_name: Option<String>,
    contact_email: Option<String>,
    merged_into: Option<Id>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = debtor_limits)]
struct LimitRow {
    debtor_id: Id,
    currency: String,
    amount_minor: i64,
}

impl From<&Debtor> for DebtorRow {
    fn from(debtor: &Debtor) -> Self {
        let Parts { id, legal_entity, legal_name, created_at, state, limits: _, contact, version, merged_into, absorbed: _ } =
            debtor.parts();
        Self {
            id: Id(id.0),
            legal_entity: legal_entity.key(),
            legal_name: legal_name.as_str().to_owned(),
            created_at: Time(*created_at),
            version: *version,
            state: state.code().to_owned(),
            contact_name: contact.as_ref().map(|contact| contact.name.as_str().to_owned()),
            contact_email: contact.as_ref().map(|contact| contact.email.as_str().to_owned()),
            merged_into: merged_into.map(|id| Id(id.0)),
        }
    }
}

impl DebtorRow {
    fn into_debtor<E: From<Unavailable>>(self, limits: Limits, absorbed: Vec<Absorbed>) -> Result<Debtor, Failure<E>> {
        let read = || {
            let contact = match (self.contact_name, self.contact_email) {
                (Some(name), Some(email)) => {
                    Some(NoticeContact { name: PersonName::parse(&name).ok()?, email: EmailAddress::parse(&email).ok()? })
                }
                _ => None,
            };
            Some(Debtor::restore(Parts {
                id: DebtorId(self.id.0),
                legal_entity: LegalEntity::from_key(&self.legal_entity)?,
                legal_name: Line::parse(&self.legal_name).ok()?,
                created_at: self.created_at.0,
                state: DebtorState::from_code(&self.state)?,
                limits,
                contact,
                version: self.version,
                merged_into: self.merged_into.map(|id| DebtorId(id.0)),
                absorbed,
            }))
        };
        read().ok_or_else(|| corrupt("debtor"))
    }
}

pub(super) fn insert(conn: &mut Conn, debtor: &Debtor) -> Result<(), Failure<CommitError>> {
    let insert = diesel::insert_into(debtors::table).values(DebtorRow::from(debtor));
    unless_another_has(LEGAL_ENTITY, on!(conn, |c| insert.execute(c))).map(drop)
}

/// Writes state and contact, if nobody changed the debtor since it was read.
pub(super) fn change(conn: &mut Conn, debtor: &Debtor) -> Result<(), Failure<CommitError>> {
    let DebtorRow { id, version, state, contact_name, contact_email, .. } = debtor.into();
    let update = diesel::update(debtors::table.find(id).filter(debtors::version.eq(version))).set((
        debtors::version.eq(version + 1),
        debtors::state.eq(state),
        debtors::contact_name.eq(contact_name),
        debtors::contact_email.eq(contact_email),
    ));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Merges one debtor into another one, if neither changed since it was read. Whoever names the one that is gone waits for this, and names
/// the other one.
pub(super) fn merge(conn: &mut Conn, merged: &Debtor, gone: DebtorId, seen: i64) -> Result<(), Failure<CommitError>> {
    let (gone, into) = (Id(gone.0), Id(merged.id().0));
    if let Conn::Postgres(conn) = conn {
        let both = debtors::table.filter(debtors::id.eq_any([gone, into])).order(debtors::id).select(debtors::id);
        both.for_no_key_update().load::<Id>(conn)?;
    }
    change(conn, merged)?;
    let as_seen = debtors::table.find(gone).filter(debtors::version.eq(seen));
    let went = (debtors::version.eq(debtors::version + 1), debtors::merged_into.eq(Some(into)));
    let update = diesel::update(as_seen).set(went);
    unless_stale(on!(&mut *conn, |c| update.execute(c))?)?;
    let update = diesel::update(debtors::table.filter(debtors::merged_into.eq(gone))).set(went);
    on!(&mut *conn, |c| update.execute(c))?;
    let update = diesel::update(buyers::table.filter(buyers::debtor_id.eq(gone))).set(buyers::debtor_id.eq(Some(into)));
    on!(&mut *conn, |c| update.execute(c))?;
    Ok(likenesses::pass_on(conn, gone, into)?)
}

/// Holds the debtor as it was read until the rest is written: PostgreSQL makes whoever changes it wait, SQLite has one writer
/// anyway.
pub(super) fn stands(conn: &mut Conn, id: DebtorId, version: i64) -> Result<(), Failure<CommitError>> {
    let it = debtors::table.find(Id(id.0)).filter(debtors::version.eq(version)).select(debtors::id);
    let found: Option<Id> = match conn {
        Conn::Postgres(conn) => it.for_share().get_result(conn),
        Conn::Sqlite(conn) => it.get_result(conn),
    }
    .optional()?;
    unless_stale(usize::from(found.is_some()))
}

/// Puts another contact in place of the one that was read. The update of the debtor makes others who do the same wait.
pub(super) fn tell(
    conn: &mut Conn,
    id: DebtorId,
    before: Option<&NoticeContact>,
    after: &NoticeContact,
) -> Result<(), Failure<CommitError>> {
    let told = |contact: &NoticeContact| (contact.name.as_str().to_owned(), contact.email.as_str().to_owned());
    let count = diesel::update(debtors::table.find(Id(id.0))).set(debtors::version.eq(debtors::version + 1));
    unless_stale(on!(conn, |c| count.execute(c))?)?;
    let query = debtors::table.find(Id(id.0)).select((debtors::contact_name, debtors::contact_email));
    let stored: (Option<String>, Option<String>) = on!(conn, |c| query.get_result(c))?;
    unless_stale(usize::from(stored == before.map(told).unzip()))?;
    let (name, email) = told(after);
    let contact = (debtors::contact_name.eq(Some(name)), debtors::contact_email.eq(Some(email)));
    let update = diesel::update(debtors::table.find(Id(id.0))).set(contact);
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Puts limits in place of those that were read. The update of the debtor makes others who do the same wait.
pub(super) fn limit(conn: &mut Conn, id: DebtorId, before: &Limits, after: &Limits) -> Result<(), Failure<CommitError>> {
    let update = diesel::update(debtors::table.find(Id(id.0))).set(debtors::version.eq(debtors::version + 1));
    unless_stale(on!(conn, |c| update.execute(c))?)?;
    let stored = limits_of::<CommitError>(conn, &[Id(id.0)])?.remove(&id).unwrap_or_default();
    unless_stale(usize::from(stored == *before))?;
    let delete = diesel::delete(debtor_limits::table.filter(debtor_limits::debtor_id.eq(Id(id.0))));
    on!(conn, |c| delete.execute(c))?;
    for limit in after.iter() {
        let row = LimitRow { debtor_id: Id(id.0), currency: limit.currency().code().to_owned(), amount_minor: limit.amount_minor() };
        let insert = diesel::insert_into(debtor_limits::table).values(row);
        on!(conn, |c| insert.execute(c))?;
    }
    Ok(())
}

fn limits_of<E: From<Unavailable>>(conn: &mut Conn, ids: &[Id]) -> Result<HashMap<DebtorId, Limits>, Failure<E>> {
    let query = debtor_limits::table.filter(debtor_limits::debtor_id.eq_any(ids.to_vec()));
    let rows: Vec<LimitRow> = on!(conn, |c| query.select(LimitRow::as_select()).load(c))?;
    let mut amounts: HashMap<DebtorId, Vec<Money>> = HashMap::new();
    for LimitRow { debtor_id, currency, amount_minor } in rows {
        let amount = Currency::parse(&currency).and_then(|currency| Money::parse(amount_minor, currency));
        amounts.entry(DebtorId(debtor_id.0)).or_default().push(amount.map_err(|_| corrupt("limit"))?);
    }
    let limits = |(id, amounts): (DebtorId, Vec<Money>)| Ok((id, Limits::parse(&amounts).map_err(|_| corrupt("limit"))?));
    amounts.into_iter().map(limits).collect()
}

/// The debtors that are these now.
macro_rules! absorbed {
    ($ids:expr) => {
        debtors::table.filter(debtors::merged_into.eq_any($ids)).order(debtors::id).select((
            debtors::merged_into.assume_not_null(),
            debtors::id,
            debtors::legal_entity,
            debtors::legal_name,
        ))
    };
}

fn absorbed_by(conn: &mut Conn, ids: &[Id]) -> Result<HashMap<DebtorId, Vec<Absorbed>>, Failure<Unavailable>> {
    let rows: Vec<(Id, Id, String, String)> = on!(conn, |c| absorbed!(ids.iter().copied().map(Some).collect::<Vec<_>>()).load(c))?;
    let mut found: HashMap<DebtorId, Vec<Absorbed>> = HashMap::new();
    for (into, id, legal_entity, legal_name) in rows {
        let legal_entity = LegalEntity::from_key(&legal_entity).ok_or_else(|| corrupt("debtor"))?;
        let legal_name = Line::parse(&legal_name).map_err(|_| corrupt("debtor"))?;
        found.entry(DebtorId(into.0)).or_default().push(Absorbed { id: DebtorId(id.0), legal_entity, legal_name });
    }
    Ok(found)
}

/// With their limits, and with the debtors that were merged into them.
fn whole(conn: &mut Conn, rows: Vec<DebtorRow>) -> Result<Vec<Debtor>, Failure<Unavailable>> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let mut limits = limits_of::<Unavailable>(conn, &ids)?;
    let mut absorbed = absorbed_by(conn, &ids)?;
    let debtor = |row: DebtorRow| {
        let id = DebtorId(row.id.0);
        row.into_debtor(limits.remove(&id).unwrap_or_default(), absorbed.remove(&id).unwrap_or_default())
    };
    rows.into_iter().map(debtor).collect()
}

pub(crate) fn by_ids(conn: &mut Conn, ids: &[DebtorId]) -> Result<Vec<Debtor>, Failure<Unavailable>> {
    let query = debtors::table.filter(debtors::id.eq_any(ids.iter().map(|id| Id(id.0)).collect::<Vec<_>>()));
    let rows: Vec<DebtorRow> = on!(&mut *conn, |c| query.select(DebtorRow::as_select()).load(c))?;
    whole(conn, rows)
}

/// The debtor that is this legal entity, or into which the one that was it was merged.
pub(crate) fn of_entity(conn: &mut Conn, entity: &LegalEntity) -> QueryResult<Option<DebtorId>> {
    let query = debtors::table.filter(debtors::legal_entity.eq(entity.key())).select((debtors::id, debtors::merged_into));
    let found: Option<(Id, Option<Id>)> = on!(conn, |c| query.get_result(c)).optional()?;
    Ok(found.map(|(id, merged_into)| DebtorId(merged_into.unwrap_or(id).0)))
}

/// What a debtor is found by itself, and what each of those that were merged into it was.
pub(super) fn marks_of(conn: &mut Conn, id: DebtorId) -> Result<Vec<BTreeSet<Mark>>, Failure<CommitError>> {
    let itself = debtors::id.eq(Id(id.0)).or(debtors::merged_into.eq(Id(id.0)).assume_not_null());
    let rows: Vec<DebtorRow> = on!(conn, |c| debtors::table.filter(itself).select(DebtorRow::as_select()).load(c))?;
    rows.into_iter().map(|row| Ok(row.into_debtor::<CommitError>(Limits::default(), Vec::new())?.marks())).collect()
}

/// What the debtor that is this legal entity is called.
pub(crate) fn name_of_entity(conn: &mut Conn, entity: &LegalEntity) -> QueryResult<Option<String>> {
    let query = debtors::table.filter(debtors::legal_entity.eq(entity.key())).select(debtors::legal_name);
    on!(conn, |c| query.get_result(c)).optional()
}

#[async_trait]
impl Debtors for PartyStore {
    async fn by_id(&self, id: DebtorId) -> Result<Option<Debtor>, Unavailable> {
        Ok(self.by_ids(&[id]).await?.pop())
    }

    async fn of_entity(&self, entity: &LegalEntity) -> Result<Option<Debtor>, Unavailable> {
        let entity = entity.clone();
        let found = move |conn: &mut Conn| match of_entity(conn, &entity)? {
            Some(id) => Ok(by_ids(conn, &[id])?.pop()),
            None => Ok(None),
        };
        self.db.read(found).await
    }

    async fn by_ids(&self, ids: &[DebtorId]) -> Result<Vec<Debtor>, Unavailable> {
        let ids = ids.to_vec();
        self.db.read(move |conn| by_ids(conn, &ids)).await
    }

    async fn sellers(&self, ids: &[DebtorId]) -> Result<Vec<i64>, Unavailable> {
        let ids = ids.to_vec();
        self.db.read(move |conn| Ok(likenesses::sellers_of(conn, &ids)?)).await
    }

    async fn alike(&self, marks: &BTreeSet<Mark>) -> Result<Vec<AlikeDebtor>, Unavailable> {
        let marks = marks.clone();
        self.db.read(move |conn| likenesses::to(conn, &marks)).await
    }

    async fn page(&self, wanted: DebtorFilter, after: Option<DebtorId>, most: i64) -> Result<Vec<Debtor>, Unavailable> {
        self.db
            .read(move |conn| {
                // No debtor has the id of ones.
                let behind = debtors::table.filter(debtors::id.lt(Id(after.map_or(Uuid::max(), |id| id.0)))).order(debtors::id.desc());
                let behind = behind.filter(lower(debtors::legal_name).like(containing(wanted.name.as_ref())).escape('\\'));
                let rows: Vec<DebtorRow> = match wanted.state {
                    Some(state) => {
                        let some = behind.filter(debtors::state.eq(state.code())).filter(debtors::merged_into.is_null());
                        on!(&mut *conn, |c| First(most, some.select(DebtorRow::as_select())).load(c))?
                    }
                    None => on!(&mut *conn, |c| First(most, behind.select(DebtorRow::as_select())).load(c))?,
                };
                whole(conn, rows)
            })
            .await
    }
}
