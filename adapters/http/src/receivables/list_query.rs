//! What is asked of a list of receivables.

use crate::{kernel::query::parse_flag, receivables::members::parse_statuses};
use serde::Serialize;
use sooner_application::{
    kernel::paging::Direction,
    receivables::{
        ListSearch,
        ports::{DueBetween, ListTotal, Only, ReceivableOrder, ReceivableSort},
    },
};
use sooner_domain::receivables::reference::SearchedNumber;
use sooner_shared::{
    coded_body::{Code, member},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;

// By name, for the contract's derives do not look into type arguments.
pub(crate) type DirectionCode = Code<Direction>;
pub(crate) type ReceivableSortCode = Code<ReceivableSort>;

/// What all that a search finds in one currency comes to, not only its page. Amounts are in minor units.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListTotalBody {
    #[schema(min_length = 3, max_length = 3)]
    currency: String,
    count: u64,
    /// What the invoices are for, as far as is known now
    face: i64,
    /// What debtors still owe of what was sold
    open: i64,
}

impl From<&ListTotal> for ListTotalBody {
    fn from(ListTotal { currency, count, face, open }: &ListTotal) -> Self {
        Self { currency: currency.code().to_owned(), count: *count, face: face.get(), open: open.get() }
    }
}

/// Whether totals are asked for; what is neither yes nor no is an error of the field.
pub(crate) fn with_totals(fields: &mut Fields, totals: Option<&str>) -> bool {
    fields.optional("totals", totals, parse_flag).unwrap_or_default()
}

/// As it stands in the address.
#[derive(Default)]
pub(crate) struct ListQuery {
    pub(crate) status: Option<String>,
    pub(crate) due_from: Option<String>,
    pub(crate) due_to: Option<String>,
    pub(crate) number: Option<String>,
    pub(crate) disputed: Option<String>,
    pub(crate) open: Option<String>,
    pub(crate) sort: Option<String>,
    pub(crate) order: Option<String>,
}

impl ListQuery {
    pub(crate) fn parse(self, fields: &mut Fields) -> ListSearch {
        let Self { status, due_from, due_to, number, disputed, open, sort, order } = self;
        let statuses = fields.optional("status", status.as_deref(), parse_statuses).unwrap_or_default();
        let from = fields.optional("dueFrom", due_from.as_deref(), parse_date);
        let to = fields.optional("dueTo", due_to.as_deref(), parse_date);
        let number = fields.optional("number", number.as_deref(), SearchedNumber::parse);
        let mut flag = |name: &str, value: Option<String>| fields.optional(name, value.as_deref(), parse_flag).unwrap_or_default();
        let only = Only { disputed: flag("disputed", disputed), open: flag("open", open) };
        let usual = ReceivableOrder::default();
        let sort = fields.optional("sort", sort.as_deref(), member).unwrap_or(usual.sort);
        let direction = fields.optional("order", order.as_deref(), member).unwrap_or(usual.direction);
        ListSearch { statuses, due: DueBetween { from, to }, number, only, order: ReceivableOrder { sort, direction } }
    }
}
