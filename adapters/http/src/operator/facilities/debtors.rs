//! Who owes on invoices, and how much of that the house takes on.

use crate::{
    approvals::body::{AwaitsBody, awaits, not_proposed},
    cash::refused::not_done,
    facilities::body::own_company,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
    },
    session::{DebtorManager, FacilityReader},
};
use actix_web::{HttpResponse, get, put, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    approvals::{DebtorCommand, Performed},
    cash::{Credit, OwedBeside, Refundable},
    parties::{DebtorNotShown, DebtorPage, ports::DebtorFilter},
};
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::{
        Invalid,
        email::EmailAddress,
        ids::DebtorId,
        minor::Minor,
        money::Currency,
        text::{Line, PersonName},
    },
    parties::debtor::{Absorbed, Debtor, DebtorState, Limits, NoticeContact, Parts},
    payments::receipt::Explained,
};
use sooner_shared::{
    coded_body::{AccountOwnerCode, Code, DebtorStateCode, member},
    fields::{FieldErrors, Fields},
    form_body::MoneyBody,
};
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// The contact for notices of assignment.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoticeContactBody {
    name: String,
    email: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DebtorBody {
    id: Uuid,
    /// As the first seller wrote it
    legal_name: String,
    /// Country, register and number, such as `DE:R:HRB12345`
    legal_entity: String,
    state: DebtorStateCode,
    /// Those that are set; in any other currency nothing is bought
    limits: Vec<MoneyBody>,
    /// What of the limits is in use, in each currency that has one or in which something is: where debtors are read
    #[serde(skip_serializing_if = "Option::is_none")]
    limits_use: Option<Vec<LimitUseBody>>,
    contact: Option<NoticeContactBody>,
    /// Counts changes: a change names the version that was seen
    version: i64,
    created_at: DateTime<Utc>,
    /// Whether the caller may change it
    may_change: bool,
    /// Which debtor it is now, where it was merged into another one
    merged_into: Option<Uuid>,
    /// Those that were merged into it
    merged: Vec<MergedDebtorBody>,
    /// What it has paid too much, by currency: where one debtor is read, by those who see payments
    #[serde(skip_serializing_if = "Option::is_none")]
    credits: Option<Vec<DebtorCreditBody>>,
    /// What it owes beside its invoices, by currency: where one debtor is read, by those who see payments
    #[serde(skip_serializing_if = "Option::is_none")]
    owed: Option<Vec<DebtorOwedBody>>,
}

/// What is in use of a debtor’s limit in a currency, by the faces of what is open. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LimitUseBody {
    /// ISO 4217
    currency: &'static str,
    in_use: i64,
    /// What may still be bought; nothing of a debtor that is blocked
    free: i64,
}

/// A debtor that was merged into another one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MergedDebtorBody {
    id: Uuid,
    legal_name: String,
    /// Country, register and number, such as `DE:R:HRB12345`
    legal_entity: String,
}

impl From<&Absorbed> for MergedDebtorBody {
    fn from(Absorbed { id, legal_entity, legal_name }: &Absorbed) -> Self {
        Self { id: id.0, legal_name: legal_name.as_str().to_owned(), legal_entity: legal_entity.key() }
    }
}

/// What a debtor owes beside its invoices. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DebtorOwedBody {
    /// ISO 4217
    currency: &'static str,
    /// Refunds of credits that were taken back since
    refunds: i64,
    /// Charges for paying late in programmes
    late_charges: i64,
}

impl From<&OwedBeside> for DebtorOwedBody {
    fn from(OwedBeside { currency, refunds, late_charges }: &OwedBeside) -> Self {
        Self { currency: currency.code(), refunds: refunds.get(), late_charges: late_charges.get() }
    }
}

/// What a debtor has paid too much. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
struct DebtorCreditBody {
    amount: i64,
    /// ISO 4217
    currency: &'static str,
    /// Those for which it can be refunded, the newest first
    receipts: Vec<RefundableBody>,
}

/// A receipt whose payer can be refunded.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundableBody {
    receipt_id: Uuid,
    /// The bank’s booking day
    on: NaiveDate,
    payer_name: Option<String>,
    payer_iban: Option<String>,
    /// What it was in all
    amount: i64,
    /// The most that can go back for it
    most: i64,
    /// Whose account it came from: the debtor’s, by its name; one to which the house pays a seller of its invoices; another
    owner: AccountOwnerCode,
}

impl From<&Credit> for DebtorCreditBody {
    fn from(Credit { amount, receipts }: &Credit) -> Self {
        let text = |line: &Line| line.as_str().to_owned();
        let receipt = |Refundable { explained: Explained { receipt, .. }, most, owner }: &Refundable| RefundableBody {
            receipt_id: receipt.id.0,
            on: receipt.booked_on,
            payer_name: receipt.payer.name.as_ref().map(text),
            payer_iban: receipt.payer.iban.as_ref().map(text),
            amount: receipt.amount.amount_minor(),
            most: most.get(),
            owner: Code(*owner),
        };
        let receipts = receipts.iter().map(receipt).collect();
        Self { amount: amount.amount_minor(), currency: amount.currency().code(), receipts }
    }
}

impl DebtorBody {
    pub(super) fn new(debtor: &Debtor, may_change: bool) -> Self {
        let Parts { id, legal_entity, legal_name, created_at, state, limits, contact, version, merged_into, absorbed } = debtor.parts();
        let told = |contact: &NoticeContact| NoticeContactBody {
            name: contact.name.as_str().to_owned(),
            email: contact.email.as_str().to_owned(),
        };
        Self {
            id: id.0,
            legal_name: legal_name.as_str().to_owned(),
            legal_entity: legal_entity.key(),
            state: Code(*state),
            limits: limits.iter().map(MoneyBody::from).collect(),
            limits_use: None,
            contact: contact.as_ref().map(told),
            version: *version,
            created_at: *created_at,
            may_change,
            merged_into: merged_into.map(|id| id.0),
            merged: absorbed.iter().map(MergedDebtorBody::from).collect(),
            credits: None,
            owed: None,
        }
    }

    /// The same with what is in use of its limits, of what is in use of the limits of several.
    fn with_use(self, debtor: &Debtor, in_use: &[(DebtorId, Currency, Minor)]) -> Self {
        let unused = debtor.parts().limits.iter().map(|limit| (limit.currency(), Minor::ZERO));
        let own = in_use.iter().filter(|(of, ..)| *of == debtor.id()).map(|(_, currency, amount)| (*currency, *amount));
        let by_currency: BTreeMap<_, _> = unused.chain(own).collect();
        let one = |(currency, in_use): (Currency, Minor)| LimitUseBody {
            currency: currency.code(),
            in_use: in_use.get(),
            free: debtor.headroom(currency, in_use).get(),
        };
        Self { limits_use: Some(by_currency.into_iter().map(one).collect()), ..self }
    }
}

#[derive(Deserialize)]
struct DebtorQuery {
    state: Option<String>,
    name: Option<String>,
    after: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct DebtorListBody {
    data: Vec<DebtorBody>,
    next: Option<Uuid>,
}

#[utoipa::path(tag = "debtors", summary = "Debtors", description = "Those that do not concern one’s own company, the one made last first.",
    params(("state" = Option<DebtorStateCode>, Query),
        ("name" = Option<String>, Query, description = "What the legal name has in it, letters from A to Z in either case"),
        ("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = DebtorListBody)))]
#[get("/operator/debtors")]
pub(crate) async fn list_debtors(me: FacilityReader, api: web::Data<Api>, query: Query<DebtorQuery>) -> Result<HttpResponse, Problem> {
    let Query(DebtorQuery { state, name, after }) = query;
    let mut fields = Fields::default();
    let state = fields.optional("state", state.as_deref(), member);
    let name = fields.optional("name", name.as_deref(), Line::parse);
    let after = fields.optional("after", after.as_deref(), |text| Uuid::try_parse(text).map_err(|_| Invalid::CursorUnknown));
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let DebtorPage { debtors, next } = api.parties.debtors(&me, DebtorFilter { state, name }, after.map(DebtorId)).await?;
    let ids: Vec<_> = debtors.iter().map(|(debtor, _)| debtor.id()).collect();
    let in_use = api.cash.in_use_of(&ids).await?;
    let data = debtors.iter().map(|(debtor, may_change)| DebtorBody::new(debtor, may_change.is_ok()).with_use(debtor, &in_use)).collect();
    Ok(HttpResponse::Ok().json(DebtorListBody { data, next: next.map(|id| id.0) }))
}

pub(super) fn not_shown(error: DebtorNotShown) -> Problem {
    match error {
        DebtorNotShown::NotFound => Problem::not_found(),
        DebtorNotShown::OwnCompany => own_company(),
        DebtorNotShown::Unavailable(unavailable) => unavailable.into(),
    }
}

pub(super) fn parse_id(text: &str) -> Result<DebtorId, Problem> {
    Uuid::try_parse(text).map(DebtorId).map_err(|_| Problem::not_found())
}

#[utoipa::path(tag = "debtors", summary = "One debtor", params(("id" = Uuid, Path)), responses((status = 200, body = Data<DebtorBody>)))]
#[get("/operator/debtors/{id}")]
pub(crate) async fn read_debtor(me: FacilityReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let (debtor, may_change) = api.parties.debtor(&me, parse_id(&id)?).await.map_err(not_shown)?;
    let in_use = api.cash.in_use_of(&[debtor.id()]).await?;
    let mut data = DebtorBody::new(&debtor, may_change.is_ok()).with_use(&debtor, &in_use);
    let operator = me.operator();
    if operator.may(OperatorRight::ReadPayments) {
        let credits = api.cash.credits(debtor.id(), &operator).await.map_err(not_done)?;
        let owed = api.cash.owed_beside(debtor.id(), &operator).await.map_err(not_done)?;
        data.credits = Some(credits.iter().map(DebtorCreditBody::from).collect());
        data.owed = Some(owed.iter().map(DebtorOwedBody::from).collect());
    }
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangeDebtorBody {
    /// The version of the debtor one saw
    version: i64,
    #[schema(value_type = DebtorStateCode)]
    state: String,
    /// One for a currency; in any other nothing is bought
    limits: Vec<MoneyBody>,
    /// Left out, it stays as it is
    contact: Option<NoticeContactBody>,
}

impl ChangeDebtorBody {
    fn parse(&self) -> Result<(DebtorState, Limits, Option<NoticeContact>), FieldErrors> {
        let mut fields = Fields::default();
        let state = fields.take("state", member(&self.state));
        let amounts = self.limits.iter().enumerate().map(|(place, body)| body.parse(&mut fields, &format!("limits[{place}]")));
        let amounts: Vec<_> = amounts.collect();
        let amounts: Option<Vec<_>> = amounts.into_iter().collect();
        let limits = amounts.and_then(|amounts| {
            let twice = |place: usize| fields.refuse(format_args!("limits[{place}].currency"), Invalid::NotListed);
            Limits::parse(&amounts).map_err(twice).ok()
        });
        let contact = self.contact.as_ref().map(|body| {
            let name = fields.take("contact.name", PersonName::parse(&body.name));
            name.zip(fields.take("contact.email", EmailAddress::parse(&body.email)))
        });
        let contact = contact.map(|contact| contact.map(|(name, email)| NoticeContact { name, email }));
        // What was refused of it is remembered.
        let contact = contact.flatten();
        fields.finish(state.zip(limits).map(|(state, limits)| (state, limits, contact)))
    }
}

#[utoipa::path(tag = "debtors", summary = "Change a debtor",
    description = "The state counts at once. Other limits and another contact wait for a second person (202); where no approval is needed, they count at once. Another contact is confirmed (403 `step_up_required` otherwise).",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ChangeDebtorBody,
    responses((status = 200, body = Data<DebtorBody>), (status = 202, body = Data<AwaitsBody>, description = "Limits and contact wait for a second person")))]
#[put("/operator/debtors/{id}")]
pub(crate) async fn change_debtor(
    me: DebtorManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ChangeDebtorBody>,
) -> Result<HttpResponse, Problem> {
    let (state, limits, contact) = body.value.parse().map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let command = DebtorCommand { by: me.clone(), version: body.value.version, state, limits, contact, request };
    match api.approvals.change_debtor(parse_id(&id)?, command).await.map_err(not_proposed)? {
        // Whoever changed it may.
        Performed::Done(debtor) => Ok(HttpResponse::Ok().json(Data { data: DebtorBody::new(&debtor, true) })),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}
