//! Ids of what only the store makes. What a use case makes comes with an id.

use chrono::{DateTime, Utc};
use sooner_application::kernel::unavailable::Unavailable;
use uuid::{Builder, Uuid};

/// Fills with random bytes of the operating system's.
pub(crate) fn randomize(bytes: &mut [u8]) -> Result<(), Unavailable> {
    getrandom::fill(bytes).map_err(|error| Unavailable::Failed(format!("randomness: {error}")))
}

/// An id of version 7, made at this time: like all other ids it sorts by time, so that an index grows at its end.
pub(crate) fn id_at(time: DateTime<Utc>) -> Result<Uuid, Unavailable> {
    let millis = time.timestamp_millis().try_into().unwrap_or_default();
    let mut random = [0; 10];
    randomize(&mut random)?;
    Ok(Builder::from_unix_timestamp_millis(millis, &random).into_uuid())
}
