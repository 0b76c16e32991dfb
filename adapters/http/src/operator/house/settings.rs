//! Who the house is, when it works, and to which accounts it is paid.

use crate::{
    approvals::body::{AwaitsBody, WaitingBody, awaits, not_proposed},
    identity::step_up::step_up_required,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::Key,
    },
    session::{HouseManager, Operator, not_their_role},
};
use actix_web::{HttpResponse, get, put, web};
use serde::{Deserialize, Serialize};
use sooner_application::{
    approvals::{HouseAccountsError, HouseView, Performed},
    house::{ChangeSettingsError, SettingsCommand},
    parties::Member,
};
use sooner_domain::identity::operator::OperatorRight;
use sooner_shared::{
    coded_body::{Code, PricedOnCode},
    fields::Fields,
    form_body::MoneyBody,
    house_account_body::{HouseAccountBody, account_bodies, parse_accounts},
    house_body::{HolidayBody, HouseDetailsBody, HouseProfileBody, RemindersBody},
};
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
struct ProposedAccountsBody {
    approval: WaitingBody,
    accounts: Vec<HouseAccountBody>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettingsBody {
    version: i64,
    /// None before the house’s details are set
    profile: Option<HouseProfileBody>,
    /// IANA name of the time zone that counts: one that was set, else the one this instance is set up with
    time_zone: String,
    /// Local time, `HH:MM`: from then on what is released is paid out the next business day
    cut_off: String,
    extra_holidays: Vec<HolidayBody>,
    /// By currency: where no more than this is missing, what was owed is taken for paid
    short_below: Vec<MoneyBody>,
    reminders: RemindersBody,
    /// What is advanced on of an invoice that grants a cash discount
    priced_on: PricedOnCode,
    accounts: Vec<HouseAccountBody>,
    /// What each reference that debtors quote has behind its check digits: four letters and digits, made once for this instance. None
    /// before the first receivable
    reference_code: Option<String>,
    /// Whether the caller may change any of it
    may_change: bool,
    /// The accounts that are to take the place of these
    waiting: Option<ProposedAccountsBody>,
}

impl From<&HouseView> for SettingsBody {
    fn from(HouseView { settings, time_zone, may_change, waiting }: &HouseView) -> Self {
        let HouseDetailsBody { profile, time_zone: _, cut_off, extra_holidays, short_below, reminders, priced_on: _ } =
            settings.details().into();
        Self {
            version: settings.version(),
            profile,
            time_zone: time_zone.name().to_owned(),
            cut_off,
            extra_holidays,
            short_below,
            reminders,
            priced_on: Code(settings.details().priced_on),
            accounts: account_bodies(settings.accounts()),
            reference_code: settings.reference_code().map(|code| code.to_string()),
            may_change: may_change.is_ok(),
            waiting: waiting.as_ref().map(|(approval, accounts)| ProposedAccountsBody {
                approval: WaitingBody::from(approval),
                accounts: account_bodies(accounts),
            }),
        }
    }
}

async fn shown(me: &Member, api: &Api) -> Result<HttpResponse, Problem> {
    let view = api.approvals.house(me).await?;
    Ok(HttpResponse::Ok().json(Data { data: SettingsBody::from(&view) }))
}

#[utoipa::path(tag = "house", summary = "What is set for the house", responses((status = 200, body = Data<SettingsBody>)))]
#[get("/operator/settings")]
pub(crate) async fn read_settings(me: Operator, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    shown(&me, &api).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChangeSettingsBody {
    /// That of the settings one saw: when they changed since, 409 `stale_version`
    version: i64,
    profile: Option<HouseProfileBody>,
    /// IANA name, such as `Europe/Berlin`
    #[serde(default)]
    #[schema(required = true)]
    time_zone: String,
    /// Local time, `HH:MM`
    #[serde(default)]
    #[schema(required = true)]
    cut_off: String,
    /// At most 200
    extra_holidays: Vec<HolidayBody>,
    /// At most 100,000 minor units of each currency; nothing for those left out
    short_below: Vec<MoneyBody>,
    reminders: RemindersBody,
    /// `certain` unless given
    #[schema(value_type = Option<PricedOnCode>)]
    priced_on: Option<String>,
}

impl From<ChangeSettingsBody> for HouseDetailsBody {
    fn from(body: ChangeSettingsBody) -> Self {
        let ChangeSettingsBody { version: _, profile, time_zone, cut_off, extra_holidays, short_below, reminders, priced_on } = body;
        Self { profile, time_zone: Some(time_zone), cut_off, extra_holidays, short_below, reminders, priced_on }
    }
}

fn not_changed(error: ChangeSettingsError) -> Problem {
    match error {
        ChangeSettingsError::Forbidden => not_their_role(OperatorRight::ManageHouse),
        ChangeSettingsError::Stale => Problem::new(ErrorCode::StaleVersion, "This has changed in the meantime. Check it again."),
        ChangeSettingsError::StepUpRequired(required) => step_up_required(required),
        ChangeSettingsError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "house", summary = "Set everything but the accounts",
    description = "By an admin who confirms it (403 `step_up_required` otherwise), at once. What is left out of the lists, or of the profile, is not set any more.",
    params(("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")),
    request_body = ChangeSettingsBody, responses((status = 200, body = Data<SettingsBody>)))]
#[put("/operator/settings")]
pub(crate) async fn change_settings(
    me: HouseManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<ChangeSettingsBody>,
) -> Result<HttpResponse, Problem> {
    let me = key.asked_by(me, body.content);
    let version = body.value.version;
    let mut fields = Fields::default();
    let details = HouseDetailsBody::from(body.value).parse(&mut fields);
    let details = fields.finish(details).map_err(Problem::invalid)?;
    api.house.change_settings(SettingsCommand { by: me.clone(), version, details }).await.map_err(not_changed)?;
    shown(&me, &api).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangeAccountsBody {
    /// That of the settings one saw: when they changed since, 409 `stale_version`
    version: i64,
    /// All of them, one for each currency
    accounts: Vec<HouseAccountBody>,
}

fn not_taken(error: HouseAccountsError) -> Problem {
    match error {
        HouseAccountsError::Forbidden => not_their_role(OperatorRight::ManageHouse),
        HouseAccountsError::Propose(error) => not_proposed(error),
    }
}

#[utoipa::path(tag = "house", summary = "Change the accounts the house is paid to",
    description = "By an admin who confirms it (403 `step_up_required` otherwise), and approved by another one; where no approval is needed, they count at once.",
    params(("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")),
    request_body = ChangeAccountsBody,
    responses((status = 200, body = Data<SettingsBody>, description = "They count now"),
        (status = 202, body = Data<AwaitsBody>, description = "It waits for a second person")))]
#[put("/operator/settings/accounts")]
pub(crate) async fn change_house_accounts(
    me: HouseManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<ChangeAccountsBody>,
) -> Result<HttpResponse, Problem> {
    let me = key.asked_by(me, body.content);
    let ChangeAccountsBody { version, accounts } = body.value;
    let mut fields = Fields::default();
    let accounts = parse_accounts(&mut fields, &accounts);
    let accounts = fields.finish(Some(accounts)).map_err(Problem::invalid)?;
    match api.approvals.change_house_accounts(&me, version, accounts).await.map_err(not_taken)? {
        Performed::Done(()) => shown(&me, &api).await,
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}
