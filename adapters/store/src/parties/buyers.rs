//! Buyers.

use crate::kernel::failure::{Failure, corrupt};
use crate::{
    DieselStore,
    kernel::{
        commit::Carried,
        db::{Conn, on},
        types::{Id, Time},
    },
    schema::{buyers, users},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    buyers::{AddBuyerStoreError, Buyers},
    kernel::{commit::WriteContext, unavailable::Unavailable},
    onboarding::ports::SaveError,
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        country::CountryCode,
        email::EmailAddress,
        ids::{BuyerId, UserId},
        money::{Currency, Money},
        text::{Line, PersonName},
    },
    parties::buyer::{Buyer, BuyerDetails, BuyerStatus, PaymentTerms},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = buyers)]
pub(crate) struct BuyerRow {
    id: Id,
    seller_id: Id,
    legal_name: String,
    country: String,
    registration_number: String,
    contact_name: String,
    contact_email: String,
    volume_minor: i64,
    volume_currency: String,
    payment_terms_days: i32,
    status: String,
    created_at: Time,
}

impl From<&Buyer> for BuyerRow {
    fn from(buyer: &Buyer) -> Self {
        let Buyer { id, seller, details, status, created_at } = buyer;
        Self {
            id: Id(id.0),
            seller_id: Id(seller.0),
            legal_name: details.legal_name.as_str().to_owned(),
            country: details.country.as_str().to_owned(),
            registration_number: details.registration_number.as_str().to_owned(),
            contact_name: details.contact_name.as_str().to_owned(),
            contact_email: details.contact_email.as_str().to_owned(),
            volume_minor: details.expected_yearly_volume.amount_minor(),
            volume_currency: details.expected_yearly_volume.currency().code().to_owned(),
            payment_terms_days: i32::from(details.payment_terms.days()),
            status: status.code().to_owned(),
            created_at: Time(*created_at),
        }
    }
}

impl BuyerRow {
    pub(crate) fn into_buyer<E: From<Unavailable>>(self) -> Result<Buyer, Failure<E>> {
        let buyer = || {
            let details = BuyerDetails {
                legal_name: Line::parse(&self.legal_name).ok()?,
                country: CountryCode::parse(&self.country).ok()?,
                registration_number: Line::parse(&self.registration_number).ok()?,
                contact_name: PersonName::parse(&self.contact_name).ok()?,
                contact_email: EmailAddress::parse(&self.contact_email).ok()?,
                expected_yearly_volume: Money::parse(self.volume_minor, Currency::parse(&self.volume_currency).ok()?).ok()?,
                payment_terms: PaymentTerms::parse_days(self.payment_terms_days.into()).ok()?,
            };
            Some(Buyer {
                id: BuyerId(self.id.0),
                seller: UserId(self.seller_id.0),
                details,
                status: BuyerStatus::from_code(&self.status)?,
                created_at: self.created_at.0,
            })
        };
        buyer().ok_or_else(|| corrupt("buyer"))
    }
}

/// The seller's buyers of one status, or all of them, in the order they were added: ids sort by time.
pub(crate) fn of<E: From<Unavailable>>(conn: &mut Conn, seller: UserId, only: Option<BuyerStatus>) -> Result<Vec<Buyer>, Failure<E>> {
    let all = buyers::table.filter(buyers::seller_id.eq(Id(seller.0))).order(buyers::id);
    let rows: Vec<BuyerRow> = match only {
        Some(status) => {
            let some = all.filter(buyers::status.eq(status.code()));
            on!(conn, |c| some.select(BuyerRow::as_select()).load(c))?
        }
        None => on!(conn, |c| all.select(BuyerRow::as_select()).load(c))?,
    };
    rows.into_iter().map(BuyerRow::into_buyer).collect()
}

pub(crate) fn count(conn: &mut Conn, seller: UserId) -> QueryResult<i64> {
    let count = buyers::table.filter(buyers::seller_id.eq(Id(seller.0))).count();
    on!(conn, |c| count.get_result(c))
}

#[async_trait]
impl Buyers for DieselStore {
    async fn add(&self, buyer: &Buyer, most: usize, effects: WriteContext) -> Result<(), AddBuyerStoreError> {
        let (row, effects) = (BuyerRow::from(buyer), Carried::from(effects));
        let seller = buyer.seller;
        self.db
            .write(move |conn| {
                let rest = effects.begin(conn, AddBuyerStoreError::Repeated)?;
                // PostgreSQL runs several of these at once: the lock on the seller makes them count one after the other.
                if let Conn::Postgres(conn) = conn {
                    users::table.find(Id(seller.0)).select(users::id).for_update().get_result::<Id>(conn)?;
                }
                if usize::try_from(count(conn, seller)?).is_ok_and(|count| count >= most) {
                    return Err(Failure::Refused(AddBuyerStoreError::ListFull));
                }
                let insert = diesel::insert_into(buyers::table).values(row);
                on!(conn, |c| insert.execute(c))?;
                rest.write(conn)
            })
            .await
    }

    async fn decide(&self, buyer: &Buyer, seen: BuyerStatus, effects: WriteContext) -> Result<(), SaveError> {
        let (id, status, effects) = (Id(buyer.id.0), buyer.status.code(), Carried::from(effects));
        self.db
            .write(move |conn| {
                let rest = effects.begin(conn, SaveError::Repeated)?;
                let as_seen = buyers::table.find(id).filter(buyers::status.eq(seen.code()));
                let update = diesel::update(as_seen).set(buyers::status.eq(status));
                match on!(conn, |c| update.execute(c))? {
                    1 => rest.write(conn),
                    _ => Err(Failure::Refused(SaveError::Stale)),
                }
            })
            .await
    }

    async fn by_id(&self, seller: UserId, id: BuyerId) -> Result<Option<Buyer>, Unavailable> {
        self.db
            .read(move |conn| {
                let mine = buyers::table.find(Id(id.0)).filter(buyers::seller_id.eq(Id(seller.0)));
                let row: Option<BuyerRow> = on!(conn, |c| mine.select(BuyerRow::as_select()).get_result(c)).optional()?;
                row.map(BuyerRow::into_buyer).transpose()
            })
            .await
    }

    async fn of(&self, seller: UserId) -> Result<Vec<Buyer>, Unavailable> {
        self.db.read(move |conn| of(conn, seller, None)).await
    }
}
