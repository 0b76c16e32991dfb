//! What a debtor sees and says by its link, without an account.

use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
        link_secret::LinkSecret,
    },
    receivables::refused::blocked,
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::servicing::{AskedInvoice, HearError};
use sooner_domain::{
    house::accounts::HouseAccount,
    kernel::{
        Invalid,
        minor::Minor,
        money::Money,
        text::{Line, Note},
    },
    receivables::{
        confirmation::{Answer, AnswerKind, Confirmation, Statement},
        evidence::DisputeReason,
    },
};
use sooner_shared::{
    coded_body::{Code, DebtorAnswerCode, DisputeReasonCode, LanguageCode, member},
    fields::{FieldErrors, Fields},
    form_body::parse_date,
};
use utoipa::ToSchema;

/// What a problem names where the link was right once.
pub(crate) const EXPIRED: &str = "expired";

/// Where a debtor pays the house.
#[derive(Serialize, ToSchema)]
struct DebtorPaysToBody {
    holder: String,
    iban: String,
    bic: Option<String>,
    /// What to quote (ISO 11649)
    reference: String,
}

impl DebtorPaysToBody {
    fn of(account: &HouseAccount, asked: &AskedInvoice) -> Self {
        Self {
            holder: account.holder.as_str().to_owned(),
            iban: account.iban.as_str().to_owned(),
            bic: account.bic.as_ref().map(|bic| bic.as_str().to_owned()),
            reference: asked.look.receivable().parts().reference.as_str().to_owned(),
        }
    }
}

/// Something that was said by the link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DebtorStatementBody {
    answer: DebtorAnswerCode,
    /// What was named, in minor units of the invoice’s currency
    amount: Option<i64>,
    due_on: Option<NaiveDate>,
    reason: Option<DisputeReasonCode>,
    note: Option<String>,
    at: DateTime<Utc>,
}

impl From<&Statement> for DebtorStatementBody {
    fn from(Statement { answer, at, .. }: &Statement) -> Self {
        let (amount, due_on, reason) = answer.named();
        Self {
            answer: Code(answer.kind()),
            amount: amount.map(Minor::get),
            due_on,
            reason: reason.map(Code),
            note: answer.note().map(|note| note.as_str().to_owned()),
            at: *at,
        }
    }
}

/// One invoice, as its debtor sees it. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AskedInvoiceBody {
    /// Of what is answered to: amount, due date, seller and where it is to be paid; 64 hexadecimal digits
    hash: String,
    /// What the debtor is written to in
    language: LanguageCode,
    /// The finance company’s
    house: Option<String>,
    house_email: Option<String>,
    seller: Option<String>,
    debtor: Option<String>,
    invoice_number: String,
    issued_on: NaiveDate,
    due_on: NaiveDate,
    face: i64,
    /// As far as the finance company knows
    paid: i64,
    /// ISO 4217
    currency: &'static str,
    /// Once the finance company bought it: where it is to be paid to, and nowhere else
    pay_to: Option<DebtorPaysToBody>,
    expires_at: DateTime<Utc>,
    /// The first one first
    statements: Vec<DebtorStatementBody>,
    /// Whether anything may still be said by this link
    open: bool,
    /// Whether it is disputed by now
    disputed: bool,
}

impl From<&AskedInvoice> for AskedInvoiceBody {
    fn from(asked: &AskedInvoice) -> Self {
        let (receivable, scene) = (asked.look.receivable(), &asked.look.scene);
        let profile = scene.house.details().profile.as_ref();
        let name = |line: &Line| line.as_str().to_owned();
        Self {
            hash: asked.hash(),
            language: Code(asked.language()),
            house: profile.map(|profile| name(&profile.legal_name)),
            house_email: profile.map(|profile| profile.email.as_str().to_owned()),
            seller: scene.seller.company.name().map(name),
            debtor: scene.debtor.as_ref().map(|debtor| name(&debtor.parts().legal_name)),
            invoice_number: receivable.number().as_str().to_owned(),
            issued_on: receivable.parts().facts.issued_on,
            due_on: receivable.due_on(),
            face: receivable.face().get(),
            paid: asked.paid().get(),
            currency: receivable.currency().code(),
            pay_to: asked.pay_to().map(|account| DebtorPaysToBody::of(account, asked)),
            expires_at: asked.link.expires_at,
            statements: asked.statements.iter().map(DebtorStatementBody::from).collect(),
            open: asked.is_open(),
            disputed: receivable.dispute().is_some(),
        }
    }
}

fn not_heard(error: HearError) -> Problem {
    match error {
        HearError::Unknown => Problem::new(ErrorCode::LinkInvalid, "There is no such link. Open it from the e-mail once more."),
        HearError::Expired => {
            Problem::new(ErrorCode::LinkInvalid, "This link no longer works. Ask the finance company for a new one.").with(EXPIRED, true)
        }
        HearError::Blocked(why) => blocked(why),
        HearError::SaidEnough => {
            let most = Confirmation::MAX_STATEMENTS;
            Problem::new(ErrorCode::ListFull, format!("By this link {most} answers were given. Write to the finance company."))
        }
        HearError::Changed => Problem::new(ErrorCode::StaleVersion, "This has changed in the meantime. Check it again."),
        HearError::TooMany(too_many) => too_many.into(),
        HearError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "debtors", summary = "What a debtor is asked",
    description = "One invoice, for the holder of the link; reading it changes nothing. 422 `link_invalid`, with `expired` where the link was right once. After 20 wrong links in an hour from one address 429.",
    params(("Link-Secret" = String, Header)), responses((status = 200, body = Data<AskedInvoiceBody>)))]
#[get("/confirmation")]
pub(crate) async fn read_confirmation(api: web::Data<Api>, from: ClientAddress, secret: LinkSecret) -> Result<HttpResponse, Problem> {
    let asked = api.servicing.asked(secret.as_str(), from.0).await.map_err(not_heard)?;
    Ok(HttpResponse::Ok().json(Data { data: AskedInvoiceBody::from(&asked) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DebtorAnswerBody {
    /// The `hash` of what one saw: when the invoice is another one by now, 409 `stale_version`
    seen: String,
    #[schema(value_type = DebtorAnswerCode)]
    answer: String,
    /// Of a change: when it will be paid
    #[schema(value_type = Option<NaiveDate>)]
    due_on: Option<String>,
    /// Of a change: what is owed; of a dispute: what is not going to be paid, all of it unless named
    amount: Option<i64>,
    /// Of a dispute
    #[schema(value_type = Option<DisputeReasonCode>)]
    reason: Option<String>,
    note: Option<String>,
}

impl DebtorAnswerBody {
    /// What goes with another answer is left alone: whoever changes their mind in a form leaves it behind.
    fn parse(&self) -> Result<Answer, FieldErrors> {
        let mut fields = Fields::default();
        let kind = fields.take("answer", member::<AnswerKind>(&self.answer));
        let note = fields.optional("note", self.note.as_deref(), Note::parse);
        let answer = match kind {
            None => None,
            Some(AnswerKind::Confirm) => Some(Answer::Confirm { note }),
            Some(AnswerKind::NotOurs) => Some(Answer::NotOurs { note }),
            Some(AnswerKind::Change) => self.change(&mut fields, note),
            Some(AnswerKind::Dispute) => {
                let amount = self.amount(&mut fields);
                let reason = self.reason.as_deref().map_or(Err(Invalid::Required), member::<DisputeReason>);
                fields.take("reason", reason).map(|reason| Answer::Dispute { amount, reason, note })
            }
        };
        fields.finish(answer)
    }

    fn change(&self, fields: &mut Fields, note: Option<Note>) -> Option<Answer> {
        let due_on = fields.optional("dueOn", self.due_on.as_deref(), parse_date);
        let amount = self.amount(fields);
        if self.amount.is_none() && self.due_on.is_none() {
            fields.take::<()>("amount", Err(Invalid::Required));
        }
        Some(Answer::Change { amount, due_on, note })
    }

    fn amount(&self, fields: &mut Fields) -> Option<Minor> {
        fields.take("amount", Minor::parse(self.amount?, Money::MAX))
    }
}

#[utoipa::path(tag = "debtors", summary = "Answer for a debtor",
    description = "The same answer once more changes nothing; another one is kept beside it. 409 `not_possible` where the invoice is at its end, or is disputed already; 409 `list_full` after five answers. No bank account is ever taken here.",
    params(("Link-Secret" = String, Header)), request_body = DebtorAnswerBody, responses((status = 200, body = Data<AskedInvoiceBody>)))]
#[post("/confirmation")]
pub(crate) async fn answer_confirmation(
    api: web::Data<Api>,
    from: ClientAddress,
    secret: LinkSecret,
    body: Json<DebtorAnswerBody>,
) -> Result<HttpResponse, Problem> {
    let answer = body.value.parse().map_err(Problem::invalid)?;
    let asked = api.servicing.hear(secret.as_str(), &body.value.seen, &answer, from.0).await.map_err(not_heard)?;
    Ok(HttpResponse::Ok().json(Data { data: AskedInvoiceBody::from(&asked) }))
}
