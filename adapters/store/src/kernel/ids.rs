//! Ids of what only the store makes. What a use case makes comes with an id.

use chrono::{DateTime, Utc};
use sooner_application::kernel::unavailable::Unavailable;
use std::sync::atomic::{AtomicU16, Ordering};
use uuid::{Builder, Uuid};

/// Fills with random bytes of the operating system's.
pub(crate) fn randomize(bytes: &mut [u8]) -> Result<(), Unavailable> {
    getrandom::fill(bytes).map_err(|error| Unavailable::Failed(format!("randomness: {error}")))
}

/// An id of version 7, made at this time: like all other ids it sorts by time, so that an index grows at its end. Those made
/// here sort to the microsecond, and within one in the order in which this process made them.
pub(crate) fn id_at(time: DateTime<Utc>) -> Result<Uuid, Unavailable> {
    static MADE: AtomicU16 = AtomicU16::new(0);
    let micros = u64::try_from(time.timestamp_micros()).unwrap_or_default();
    let mut random = [0; 10];
    randomize(&mut random)?;
    // The twelve bits behind the milliseconds tell the part of one.
    let part = micros % 1_000 * 4_096 / 1_000;
    let [.., high, low] = part.to_be_bytes();
    let [made_high, made_low] = MADE.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    // The first bits of the third byte say that it is an id.
    [random[0], random[1], random[2], random[3], random[4]] = [high, low, 0, made_high, made_low];
    Ok(Builder::from_unix_timestamp_millis(micros / 1_000, &random).into_uuid())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn ids_sort_by_the_microsecond_and_then_as_they_were_made() {
        let noon = DateTime::from_timestamp(1_781_524_800, 999_990_000).unwrap_or_default();
        let times = (0..50).flat_map(|micro| [noon + TimeDelta::microseconds(micro); 3]);
        let ids: Vec<_> = times.map(|time| id_at(time).unwrap()).collect();
        assert!(ids.is_sorted() && ids.iter().all(|id| id.get_version_num() == 7), "{ids:?}");
    }
}
