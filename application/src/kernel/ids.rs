//! New ids.

use uuid::Uuid;

/// New ids.
pub trait Ids: Send + Sync {
    /// An id nobody has had before; later ones sort behind earlier ones.
    fn next(&self) -> Uuid;
}
