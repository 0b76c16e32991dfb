//! What each transfer of a batch consists of, for whoever keeps the books of the company that gets it.

use crate::{
    cash::payout_body::{SetOffBody, why},
    cash::refused::not_done,
    kernel::{api::Api, body::Data, error::Problem},
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use chrono::NaiveDate;
use serde::Serialize;
use sooner_application::cash::{AdvisedPayout, AdvisedTransfer, BatchAdvice, Letterhead};
use sooner_domain::payments::payout::BatchId;
use sooner_shared::{
    coded_body::{AdvicePartCode, Code, FacilityKindCode, PayoutStatusCode, PurposeCode},
    form_body::BankAccountBody,
    house_body::HouseProfileBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A part of a payout.
#[derive(Serialize, ToSchema)]
struct AdvicePartBody {
    kind: AdvicePartCode,
    /// Below zero where it is taken off
    amount: i64,
}

/// A payout, and what it consists of: `parts` add up to `gross`, and that less `setOffs` is `net`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AdvisedPayoutBody {
    id: Uuid,
    receivable_id: Option<Uuid>,
    /// The number of the invoice it is for
    invoice: Option<String>,
    /// Who owes on it
    debtor: Option<String>,
    /// What that invoice was sold under
    facility_kind: Option<FacilityKindCode>,
    purpose: PurposeCode,
    status: PayoutStatusCode,
    /// What is owed
    gross: i64,
    parts: Vec<AdvicePartBody>,
    /// What was kept back of it, and for which invoices
    set_offs: Vec<SetOffBody>,
    /// What is sent
    net: i64,
    /// When it came back, so that it was not paid
    returned_on: Option<NaiveDate>,
    /// Why; none where the bank gave no reason
    return_reason: Option<String>,
}

impl From<&AdvisedPayout> for AdvisedPayoutBody {
    fn from(AdvisedPayout { told, advice }: &AdvisedPayout) -> Self {
        let payout = &told.payout;
        Self {
            id: payout.id.0,
            receivable_id: payout.about().map(|id| id.0),
            invoice: told.invoice.clone(),
            debtor: told.debtor.clone(),
            facility_kind: told.kind.map(Code),
            purpose: Code(payout.purpose),
            status: Code(payout.status),
            gross: payout.gross.get(),
            parts: advice.parts().map(|(part, amount)| AdvicePartBody { kind: Code(part), amount: amount.get() }).collect(),
            set_offs: told.set_offs.iter().map(SetOffBody::from).collect(),
            net: payout.net().get(),
            returned_on: payout.returned.as_ref().map(|returned| returned.on),
            return_reason: payout.returned.as_ref().and_then(why),
        }
    }
}

/// What is on the bank's statement as one amount. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
struct AdvisedTransferBody {
    /// What the bank names it by on its statement
    id: Option<String>,
    /// ISO 4217
    currency: &'static str,
    /// What the `net` of its payouts adds up to
    amount: i64,
    /// When it was ordered
    on: NaiveDate,
    /// Where it is sent to
    account: BankAccountBody,
    /// The oldest first
    payouts: Vec<AdvisedPayoutBody>,
}

impl From<&AdvisedTransfer> for AdvisedTransferBody {
    fn from(AdvisedTransfer { transfer, currency, payouts }: &AdvisedTransfer) -> Self {
        Self {
            id: transfer.id(),
            currency: currency.code(),
            amount: transfer.amount.get(),
            on: transfer.on,
            account: BankAccountBody::from(&transfer.to),
            payouts: payouts.iter().map(AdvisedPayoutBody::from).collect(),
        }
    }
}

/// What was set off whole, and is in no transfer. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
struct SetOffWholeBody {
    /// ISO 4217
    currency: &'static str,
    /// When that was
    on: Option<NaiveDate>,
    payout: AdvisedPayoutBody,
}

impl From<&AdvisedPayout> for SetOffWholeBody {
    fn from(of: &AdvisedPayout) -> Self {
        let payout = &of.told.payout;
        Self { currency: payout.currency.code(), on: payout.release.as_ref().map(|release| release.on), payout: of.into() }
    }
}

/// All that the company gets of a batch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BatchAdviceBody {
    batch: Uuid,
    /// Who pays; absent while the finance company has not said who it is
    from: Option<HouseProfileBody>,
    /// Name and address of the company, as on an envelope
    to: Vec<String>,
    /// One for each currency and account
    transfers: Vec<AdvisedTransferBody>,
    set_off_whole: Vec<SetOffWholeBody>,
    /// The bank has said of all of it what it did: it can be had as a paper
    is_over: bool,
}

impl BatchAdviceBody {
    fn new(advice: &BatchAdvice, Letterhead { from, to }: Letterhead) -> Self {
        let BatchAdvice { batch, transfers, set_off_whole } = advice;
        Self {
            batch: batch.0,
            from: from.as_ref().map(HouseProfileBody::from),
            to,
            transfers: transfers.iter().map(AdvisedTransferBody::from).collect(),
            set_off_whole: set_off_whole.iter().map(SetOffWholeBody::from).collect(),
            is_over: advice.is_over(),
        }
    }
}

#[utoipa::path(tag = "payments", summary = "What a transfer to the company consists of",
    description = "By the batch its payouts were released in (`released.batchId`): each transfer, which is one amount on the bank’s statement, payout by payout, fee by fee and set-off by set-off, adding up to the cent.",
    params(("batch" = Uuid, Path)), responses((status = 200, body = Data<BatchAdviceBody>)))]
#[get("/semi-private/payments/advices/{batch}")]
pub(crate) async fn read_own_advice(me: SignedIn, api: web::Data<Api>, batch: web::Path<String>) -> Result<HttpResponse, Problem> {
    let batch = Uuid::try_parse(&batch).map(BatchId).map_err(|_| Problem::not_found())?;
    let advice = api.cash.own_advice(batch, &me.membership).await.map_err(not_done)?;
    let letterhead = api.cash.own_letterhead(&me.membership).await?;
    Ok(HttpResponse::Ok().json(Data { data: BatchAdviceBody::new(&advice, letterhead) }))
}
