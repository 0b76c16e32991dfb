//! Whether it fits today. An offer fits whole or not at all; what does not fit stays offered until there is room.

use super::{
    case::{Case, Room, Space},
    finding::{Cure, FigureName, Outcome, Value, Verdict},
};
use crate::kernel::minor::Minor;

/// Facility and concentration count what is advanced.
pub(super) fn facility_limit(case: &Case) -> Option<Verdict> {
    Some(fits(advance(case)?, case.room?.facility))
}

/// A debtor's limit counts what it owes.
pub(super) fn debtor_limit(case: &Case) -> Option<Verdict> {
    let Room { debtor, is_debtor_limited, .. } = case.room?;
    let verdict = fits(case.receivable.face(), debtor);
    // Where the house ended a limit, it is not about to set one.
    let is_awaited = verdict.outcome != Outcome::Pass && !is_debtor_limited;
    Some(Verdict { cure: if is_awaited { Some(Cure::AwaitLimit) } else { verdict.cure }, ..verdict })
}

pub(super) fn concentration(case: &Case) -> Option<Verdict> {
    let advance = advance(case)?;
    Some(case.room?.concentration.map_or_else(Verdict::pass, |room| fits(advance, room)))
}

fn advance(case: &Case) -> Option<Minor> {
    Some(case.receivable.face().share(case.terms()?.advance_rate))
}

/// What debtors pay makes room under a limit that is in use, and under no other.
fn fits(wanted: Minor, Space { whole, left }: Space) -> Verdict {
    let verdict = match wanted {
        _ if wanted <= left => Verdict::pass(),
        _ if wanted > whole => Verdict::cap(Cure::RaiseLimit),
        _ => Verdict::cap(Cure::AwaitReceipts),
    };
    verdict.with(FigureName::Wanted, Value::Amount(wanted)).with(FigureName::Available, Value::Amount(left.or_zero()))
}
