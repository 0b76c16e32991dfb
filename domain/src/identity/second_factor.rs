//! The second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for the day the phone is gone.

use crate::kernel::ids::{UserId, id};
use chrono::{DateTime, Utc};

id!(
    /// A second factor somebody switched on.
    FactorId
);

/// A second factor. Its secrets are worked out from its id and lie in no database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondFactor {
    pub id: FactorId,
    pub user: UserId,
    /// Whether a first code proved that the app holds the secret. Until then it guards nothing.
    pub confirmed: bool,
    /// The time step of the last code taken: no code counts twice.
    pub last_step: i64,
    /// The recovery codes not used yet, one bit each.
    pub recovery_left: i16,
    pub created_at: DateTime<Utc>,
}

impl SecondFactor {
    /// Enough to print and put away.
    pub const RECOVERY_CODES: u8 = 10;

    /// A second factor that waits for its first code.
    pub fn begin(id: FactorId, user: UserId, now: DateTime<Utc>) -> Self {
        let recovery_left = (1 << Self::RECOVERY_CODES) - 1;
        Self { id, user, confirmed: false, last_step: 0, recovery_left, created_at: now }
    }

    /// What it is after the code of this time step; none when that code, or a later one, was taken before.
    pub fn after_code(self, step: i64) -> Option<Self> {
        (step > self.last_step).then_some(Self { confirmed: true, last_step: step, ..self })
    }

    /// What it is after the recovery code of this number; none when it was used, or the factor guards nothing yet.
    pub fn after_recovery(self, number: u8) -> Option<Self> {
        let bit = 1i16.checked_shl(number.into()).filter(|bit| number < Self::RECOVERY_CODES && self.recovery_left & bit != 0)?;
        self.confirmed.then_some(Self { recovery_left: self.recovery_left & !bit, ..self })
    }

    /// How many recovery codes are left.
    pub fn recovery_codes_left(self) -> u32 {
        self.recovery_left.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn begun() -> SecondFactor {
        SecondFactor::begin(FactorId(Uuid::nil()), UserId(Uuid::nil()), DateTime::UNIX_EPOCH)
    }

    #[test]
    fn a_code_counts_once_and_never_after_a_later_one() {
        let first = begun().after_code(100);
        assert_eq!(first.map(|factor| (factor.confirmed, factor.last_step)), Some((true, 100)));
        assert_eq!(first.and_then(|factor| factor.after_code(100)), None);
        assert_eq!(first.and_then(|factor| factor.after_code(99)), None);
        assert!(first.and_then(|factor| factor.after_code(101)).is_some());
    }

    #[test]
    fn each_recovery_code_counts_once_and_only_once_the_factor_is_on() {
        assert_eq!(begun().after_recovery(0), None);
        let mut factor = SecondFactor { confirmed: true, ..begun() };
        for number in 0..SecondFactor::RECOVERY_CODES {
            let after = factor.after_recovery(number);
            assert!(after.is_some());
            factor = after.unwrap_or(factor);
            assert_eq!(factor.after_recovery(number), None);
        }
        assert_eq!(factor.recovery_codes_left(), 0);
        assert_eq!(factor.after_recovery(10), None);
        assert_eq!(factor.after_recovery(200), None);
    }
}
