//! The house's settings: one row, and one for each of its accounts.

use super::{
    HouseStore,
    schema::{house_accounts, house_settings},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
};
use async_trait::async_trait;
use diesel::{prelude::*, result::Error};
use sooner_application::{
    house::ports::Settings,
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::house::{
    reference_code::ReferenceCode,
    settings::{HouseSettings, Parts},
};
use sooner_shared::{
    fields::Fields,
    house_account_body::{HouseAccountBody, account_bodies, parse_accounts},
    house_body::HouseDetailsBody,
};

/// The row that every database has from its migration on.
const ONLY: i32 = 1;

#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = house_accounts, treat_none_as_default_value = false)]
struct AccountRow {
    house_id: i32,
    currency: String,
    holder: String,
    iban: String,
    bic: Option<String>,
}

impl From<HouseAccountBody> for AccountRow {
    fn from(HouseAccountBody { holder, iban, bic, currency }: HouseAccountBody) -> Self {
        Self { house_id: ONLY, currency, holder, iban, bic }
    }
}

impl From<AccountRow> for HouseAccountBody {
    fn from(AccountRow { house_id: _, currency, holder, iban, bic }: AccountRow) -> Self {
        Self { holder, iban, bic, currency }
    }
}

/// Writes the settings if nobody did since they were read.
pub(super) fn update(conn: &mut Conn, settings: &HouseSettings) -> Result<(), Failure<CommitError>> {
    let details = serde_json::to_string(&HouseDetailsBody::from(settings.details()));
    let details = details.map_err(|error| Error::SerializationError(error.into()))?;
    let version = settings.version();
    let unchanged = house_settings::table.find(ONLY).filter(house_settings::version.eq(version));
    let update = diesel::update(unchanged).set((house_settings::version.eq(version + 1), house_settings::details.eq(details)));
    unless_stale(on!(&mut *conn, |c| update.execute(c))?)?;
    on!(&mut *conn, |c| diesel::delete(house_accounts::table).execute(c))?;
    for row in account_bodies(settings.accounts()).into_iter().map(AccountRow::from) {
        let insert = diesel::insert_into(house_accounts::table).values(row);
        on!(&mut *conn, |c| insert.execute(c))?;
    }
    Ok(())
}

/// Keeps the code for references, if there is none.
pub(super) fn make_reference_code(conn: &mut Conn, code: ReferenceCode) -> Result<(), Failure<CommitError>> {
    let without = house_settings::table.find(ONLY).filter(house_settings::reference_code.is_null());
    let update = diesel::update(without).set(house_settings::reference_code.eq(code.to_string()));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// The code for references, if there is one.
pub(crate) fn reference_code(conn: &mut Conn) -> Result<Option<ReferenceCode>, Failure<Unavailable>> {
    let query = house_settings::table.find(ONLY).select(house_settings::reference_code);
    let code: Option<String> = on!(conn, |c| query.first(c))?;
    code.map(|code| ReferenceCode::parse(&code).map_err(|_| corrupt("house"))).transpose()
}

type Row = (i64, String, Option<String>);

fn read((version, details, code): Row, accounts: Vec<AccountRow>) -> Option<HouseSettings> {
    let details = serde_json::from_str::<HouseDetailsBody>(&details).ok()?.restore()?;
    let reference_code = code.map(|code| ReferenceCode::parse(&code)).transpose().ok()?;
    let mut fields = Fields::default();
    let bodies: Vec<_> = accounts.into_iter().map(HouseAccountBody::from).collect();
    let accounts = parse_accounts(&mut fields, &bodies);
    fields.into_errors().is_empty().then(|| HouseSettings::restore(Parts { version, details, accounts, reference_code }))
}

/// One statement: what is set and the accounts are of one moment.
pub(crate) fn all(conn: &mut Conn) -> Result<HouseSettings, Failure<Unavailable>> {
    let query = house_settings::table.left_join(house_accounts::table).filter(house_settings::id.eq(ONLY));
    let of_house = (house_settings::version, house_settings::details, house_settings::reference_code);
    let rows: Vec<(Row, Option<AccountRow>)> = on!(conn, |c| query.select((of_house, Option::<AccountRow>::as_select())).load(c))?;
    let Some((house, _)) = rows.first().cloned() else { return Err(corrupt("house")) };
    let accounts = rows.into_iter().filter_map(|(_, account)| account).collect();
    read(house, accounts).ok_or_else(|| corrupt("house"))
}

#[async_trait]
impl Settings for HouseStore {
    async fn settings(&self) -> Result<HouseSettings, Unavailable> {
        self.db.read(all).await
    }
}
