//! Ids of what only the store makes. What a use case makes comes with an id.

use chrono::{DateTime, Utc};
use sooner_application::kernel::unavailable::Unavailable;
use uuid::{Builder, Uuid};

/// Random bytes of the operating system's.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Unavailable> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Unavailable::Failed(format!("randomness: {error}")))?;
    Ok(bytes)
}

/// An id of version 7, made at this time: like all other ids it sorts by time, so that an index grows at its end.
pub(crate) fn id_at(time: DateTime<Utc>) -> Result<Uuid, Unavailable> {
    let millis = time.timestamp_millis().try_into().unwrap_or_default();
    Ok(Builder::from_unix_timestamp_millis(millis, &random()?).into_uuid())
}
