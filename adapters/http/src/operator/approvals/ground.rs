//! What a proposal is about, as it stands.

use crate::{
    cash::payout_body::{AccountFailedBody, why},
    receivables::{
        body::{PositionBody, debtor_name},
        newest_body::NewestBody,
    },
};
use chrono::NaiveDate;
use serde::Serialize;
use sooner_application::{
    approvals::{Exposure, OrderedPayout},
    cash::ToldPayout,
    receivables::{Look, StoppedOffers},
};
use sooner_domain::{
    kernel::{minor::Minor, money::Money},
    pricing::settlement::Settlement,
    receivables::position::Recorded,
};
use sooner_shared::{
    coded_body::{Code, PurposeCode},
    form_body::BankAccountBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A receivable that is to be ended, or of which something is taken back. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AffectedBody {
    id: Uuid,
    invoice_number: String,
    debtor_name: Option<String>,
    /// ISO 4217
    currency: &'static str,
    face: i64,
    /// What is at stake; none before it was sold
    position: Option<PositionBody>,
    /// What it comes to, written off today; none of what else is done
    loss: Option<LossBody>,
    /// What is to be taken back
    newest: Option<NewestBody>,
    /// It changed since this was proposed, which therefore cannot be approved any more
    is_overtaken: bool,
}

impl AffectedBody {
    pub(super) fn new(look: &Look, (loss, newest): (Option<&Settlement>, Option<&Recorded>), is_overtaken: bool) -> Self {
        let receivable = look.receivable();
        Self {
            id: receivable.id().0,
            invoice_number: receivable.parts().facts.number.as_str().to_owned(),
            debtor_name: debtor_name(look),
            currency: receivable.currency().code(),
            face: receivable.face().get(),
            position: PositionBody::of(look),
            loss: loss.map(LossBody::from),
            newest: newest.map(NewestBody::from),
            is_overtaken,
        }
    }
}

/// What a write-off makes of all that is open. Amounts are in minor units of the receivable’s currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LossBody {
    /// What the house bears
    loss: i64,
    /// What the seller owes for it from then on
    seller_owes: i64,
    to_seller: i64,
}

impl From<&Settlement> for LossBody {
    fn from(Settlement { to_seller, seller_owes, loss, .. }: &Settlement) -> Self {
        Self { loss: loss.get(), seller_owes: seller_owes.get(), to_seller: to_seller.get() }
    }
}

/// What of a limit that changes is in use today.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExposureBody {
    /// ISO 4217
    currency: &'static str,
    /// In minor units
    in_use: i64,
    /// How many offers could be accepted now, and could not with the lower limit
    offers_stopped: usize,
    /// What their invoices are for, in minor units
    offers_stopped_face: i64,
}

impl From<&Exposure> for ExposureBody {
    fn from(Exposure { currency, in_use, stopped }: &Exposure) -> Self {
        let StoppedOffers { count, face } = stopped;
        Self { currency: currency.code(), in_use: in_use.get(), offers_stopped: *count, offers_stopped_face: face.get() }
    }
}

/// What is taken out of the bank
#[derive(Serialize, ToSchema)]
pub(super) struct TakenOutBody {
    /// ISO 4217
    currency: &'static str,
    /// In minor units
    amount: i64,
}

impl From<&Money> for TakenOutBody {
    fn from(out: &Money) -> Self {
        Self { currency: out.currency().code(), amount: out.amount_minor() }
    }
}

/// A payout that is to be released. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderedPayoutBody {
    id: Uuid,
    company_name: Option<String>,
    receivable_id: Option<Uuid>,
    invoice_number: Option<String>,
    debtor_name: Option<String>,
    /// Of an advance that is not released: the day on which that invoice was due, where it is overdue
    overdue_since: Option<NaiveDate>,
    purpose: PurposeCode,
    /// ISO 4217
    currency: &'static str,
    /// What is owed: what the company owes is kept back of it
    gross: i64,
    /// What would be kept back now, or was; none where it cannot be released now
    set_off: Option<i64>,
    /// The one that came back, in place of which this one is paid
    replaces: Option<Uuid>,
    /// Why that one came back; none where the bank gave no reason
    came_back: Option<String>,
    /// Where it would be sent to now, or was sent to
    account: BankAccountBody,
    /// The bank sent back what was paid to this account last
    account_failed: Option<AccountFailedBody>,
}

impl From<&OrderedPayout> for OrderedPayoutBody {
    fn from(OrderedPayout { told, company, account, set_off, account_failed }: &OrderedPayout) -> Self {
        let ToldPayout { payout, invoice, debtor, overdue_since, came_back, .. } = told;
        Self {
            id: payout.id.0,
            company_name: company.clone(),
            receivable_id: payout.about().map(|id| id.0),
            invoice_number: invoice.clone(),
            debtor_name: debtor.clone(),
            overdue_since: *overdue_since,
            purpose: Code(payout.purpose),
            currency: payout.currency.code(),
            gross: payout.gross.get(),
            set_off: set_off.map(Minor::get),
            replaces: payout.replaces.map(|id| id.0),
            came_back: came_back.as_ref().and_then(why),
            account: BankAccountBody::from(account),
            account_failed: account_failed.as_ref().map(AccountFailedBody::from),
        }
    }
}
