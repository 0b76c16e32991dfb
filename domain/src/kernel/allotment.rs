//! What an account, or an address, has so much of in a while.

use super::coded::coded_enum;

coded_enum!(
    /// What was used up when somebody is asked to wait. Attempts at passwords, codes and links are none of these: how many are left is
    /// nobody's to know.
    Allotment {
        /// Requests that change something.
        Writes = "writes",
        /// Requests that read.
        Reads = "reads",
        /// What is kept of what was done.
        Records = "records",
        Files = "files",
        /// Files that take too much to read.
        Readings = "readings",
        Invitations = "invitations",
        Mails = "mails",
    }
);
