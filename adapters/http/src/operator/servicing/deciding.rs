//! What an operator decides on a receivable alone: how all of it is read and answered.

use crate::{
    kernel::{api::Api, body::Data, error::Problem, idempotency::Key},
    operator::receivables::body::ExaminedReceivableBody,
    receivables::{body::parse_id, refused::not_done},
    session::ReceivableManager,
};
use actix_web::HttpResponse;
use serde::Deserialize;
use sooner_application::{
    receivables::ReceivableError,
    servicing::{HouseCommand, HouseDecision},
};
use sooner_domain::{
    kernel::{Invalid, minor::Minor, money::Money, text::Note},
    receivables::receivable::Blocked,
};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;

/// A decision of which nothing is said but a note.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NotedBody {
    /// The version of the receivable one saw
    pub(crate) version: i64,
    /// Colleagues read it, the seller does not
    pub(crate) note: Option<String>,
}

/// Performs what `parse` makes of a body, on the version it names.
pub(crate) async fn decide(
    me: ReceivableManager,
    api: &Api,
    id: &str,
    (key, content, version): (Key, [u8; 32], i64),
    parse: impl FnOnce(&mut Fields) -> Option<HouseDecision>,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(id)?;
    let mut fields = Fields::default();
    let what = parse(&mut fields);
    let what = fields.finish(what).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), content)?;
    let command = HouseCommand { by: me.clone(), version, what, request };
    let look = api.servicing.decide(id, command).await.map_err(|error| match error {
        ReceivableError::Blocked(Blocked::NoSuchDocument) => Problem::field("file", Invalid::NotListed),
        other => not_done(other),
    })?;
    let look = Box::pin(api.receivables.with_its_holdings(look)).await?;
    Ok(HttpResponse::Ok().json(Data { data: ExaminedReceivableBody::new(&look, &me.operator()) }))
}

/// Whether an amount is one of its receivable is for the domain to say.
pub(crate) fn amount(fields: &mut Fields, amount: i64) -> Option<Minor> {
    fields.take("amount", Minor::parse(amount, Money::MAX))
}

pub(crate) fn note(fields: &mut Fields, note: Option<&str>) -> Option<Note> {
    fields.optional("note", note, Note::parse)
}
