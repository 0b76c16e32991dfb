//! What the bank answers to an order.

use crate::{
    cash::refused::{not_an_answer, not_done},
    kernel::{
        api::Api,
        body::Data,
        error::Problem,
        idempotency::Key,
        upload::{FileUploadBody, MOST_BYTES, whole_file},
    },
    session::PaymentManager,
};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::Serialize;
use sooner_application::{
    cash::{AnswerTaken, AnsweredTransfer},
    kernel::sender::Sender,
};
use sooner_domain::{kernel::text::Line, payments::statement::NotRead};
use sooner_shared::{
    coded_body::{Code, PayeeCheckCode, StandingCode},
    file_gate::FileKind,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// What an answer came to, in transfers of the batch
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AnswerTakenBody {
    batch_id: Uuid,
    accepted: usize,
    pending: usize,
    /// Their payouts are due again
    rejected: usize,
    /// Rejected, though they were marked as executed: nothing was changed
    contradicted: usize,
    /// Of whose payee the bank says that the name is not, or not quite, that of the account
    doubtful: usize,
    /// Named in the answer and not in the batch
    unknown: usize,
    /// ISO 4217
    currency: &'static str,
    /// Those that need a person: rejected, or of a doubtful payee
    to_see_to: Vec<AnsweredTransferBody>,
}

/// What the answer says of a transfer
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AnsweredTransferBody {
    /// Whose account it goes to
    payee: Option<String>,
    /// In minor units of the answer’s currency
    amount: i64,
    standing: Option<StandingCode>,
    payee_check: Option<PayeeCheckCode>,
    /// In the bank’s words and codes
    reason: Option<String>,
    /// It was marked as executed before
    was_executed: bool,
}

impl From<AnsweredTransfer> for AnsweredTransferBody {
    fn from(AnsweredTransfer { payee, amount, standing, check, reason, was_executed }: AnsweredTransfer) -> Self {
        let line = |line: Option<Line>| line.map(|line| line.as_str().to_owned());
        Self {
            payee: line(payee),
            amount: amount.get(),
            standing: standing.map(Code),
            payee_check: check.map(Code),
            reason: line(reason),
            was_executed,
        }
    }
}

impl From<AnswerTaken> for AnswerTakenBody {
    fn from(taken: AnswerTaken) -> Self {
        let AnswerTaken { batch, accepted, pending, rejected, contradicted, doubtful, unknown, currency, to_see_to } = taken;
        let (currency, to_see_to) = (currency.code(), to_see_to.into_iter().map(Into::into).collect());
        Self { batch_id: batch.0, accepted, pending, rejected, contradicted, doubtful, unknown, currency, to_see_to }
    }
}

#[utoipa::path(tag = "payments", summary = "Import a bank’s answer",
    description = "`pain.002`, at most 10 MiB: what the bank does with a batch that was ordered by file. What it rejects is due again, with its reason; what it found out of a payee is kept with the payout and the account. A file that answers to no batch of ours is refused. Nothing in it proves that it is the bank’s, so it takes a step-up (403 `step_up_required`): what is confirmed is the file’s content, under the key.",
    params(("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")),
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<AnswerTakenBody>)))]
#[post("/operator/bank-answers")]
pub(crate) async fn import_answer(
    me: PaymentManager,
    api: web::Data<Api>,
    key: Key,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let (gate, format) = (&api.host.files, api.cash.answer_format.clone());
    let who = Sender::of_house(me.user.id());
    let file = whole_file(&request, payload, MOST_BYTES, (gate, who)).await?;
    let by = api.cash.by_hand(&key.asked_by(me, file.sha256)).map_err(not_done)?;
    let (turn, content) = (gate.turn(who).await?, file.content.clone());
    let read = gate.read(turn, FileKind::Answer, content, NotRead::TooLarge, move |file| format.read(file)).await?;
    let taken = api.cash.take_answer(read.map_err(not_an_answer)?, &by).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: AnswerTakenBody::from(taken) }))
}
