//! Files that are kept with their hash.

use sha2::{Digest as _, Sha256};
use sooner_domain::kernel::canonical::Digest;

/// The hash with which a file is kept, where that is still its own: what was written is given as it was, or not at all.
pub(crate) fn as_written(content: &[u8], sha256: Vec<u8>) -> Option<Digest> {
    let kept = Digest(sha256.try_into().ok()?);
    (kept == Digest(Sha256::digest(content).into())).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_hash_it_was_kept_with() {
        let hash = Sha256::digest(b"paid").to_vec();
        assert_eq!(as_written(b"paid", hash.clone()).map(|digest| digest.0.to_vec()), Some(hash.clone()));
        assert_eq!(as_written(b"paid.", hash.clone()), None);
        assert_eq!(as_written(b"paid", hash[1..].to_vec()), None);
    }
}
