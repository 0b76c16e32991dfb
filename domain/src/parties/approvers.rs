//! Who binds a company, and when one of them does so alone.

use crate::kernel::ids::UserId;
use chrono::{DateTime, TimeDelta, Utc};

/// Everybody who may approve for a company.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Approvers {
    pub people: Vec<UserId>,
    /// What was entered before takes another person, no matter who is left: a colleague could approve it who no longer may. None where
    /// no one ever stopped approving.
    pub alone_from: Option<DateTime<Utc>>,
}

impl Approvers {
    /// How long it still takes two once one of them may approve no more.
    pub const NOTICE: TimeDelta = TimeDelta::days(1);

    /// From when on others enter what they approve alone, where a member stops approving now: in business time, by which is dated what
    /// they enter.
    pub fn alone_from(business_now: DateTime<Utc>) -> DateTime<Utc> {
        business_now.checked_add_signed(Self::NOTICE).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Whether what this person entered at this time takes another one, and who that can be: no one, while they are alone.
    ///
    /// # Errors
    /// Those who can.
    pub fn approved_alone(&self, by: UserId, at: DateTime<Utc>) -> Result<(), Vec<UserId>> {
        let others: Vec<_> = self.people.iter().copied().filter(|person| *person != by).collect();
        if others.is_empty() && !self.could_another(at) { Ok(()) } else { Err(others) }
    }

    /// Whether somebody could approve what was entered at this time, or was about to be asked, who may no more.
    pub fn could_another(&self, at: DateTime<Utc>) -> bool {
        self.alone_from.is_some_and(|from| at < from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn user(number: u128) -> UserId {
        UserId(Uuid::from_u128(number))
    }

    #[test]
    fn what_was_entered_while_two_could_approve_or_within_a_day_takes_another_for_good() {
        let gone = DateTime::UNIX_EPOCH + TimeDelta::days(10);
        let alone = Approvers { people: vec![user(1)], alone_from: Some(Approvers::alone_from(gone)) };
        for (entered, expected) in [
            (gone - TimeDelta::days(9), Err(Vec::new())),
            (gone, Err(Vec::new())),
            (gone + TimeDelta::days(1) - TimeDelta::microseconds(1), Err(Vec::new())),
            (gone + TimeDelta::days(1), Ok(())),
        ] {
            assert_eq!(alone.approved_alone(user(1), entered), expected, "{entered}");
        }
        let two = Approvers { people: vec![user(1), user(2)], ..alone };
        assert_eq!(two.approved_alone(user(1), gone + TimeDelta::days(30)), Err(vec![user(2)]));
        let always = Approvers { people: vec![user(1)], alone_from: None };
        assert_eq!(always.approved_alone(user(1), gone), Ok(()));
    }
}
