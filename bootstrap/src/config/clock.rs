//! How business time goes.

use super::{Environment, reader::Reader};

/// How business time goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockMode {
    /// With the machine's.
    Machine,
    /// Ahead of the machine's, as far as operators move it.
    Test,
}

pub(super) fn mode(reader: &mut Reader<'_>, environment: Environment) -> ClockMode {
    const VARIABLE: &str = "SOONER_CLOCK";
    match reader.given(VARIABLE) {
        None | Some("machine") => ClockMode::Machine,
        Some("test") if environment == Environment::Development => ClockMode::Test,
        Some("test") => {
            reader.mistake(VARIABLE, "is test, which production refuses: what is dated there happened");
            ClockMode::Machine
        }
        Some(other) => {
            reader.mistake(VARIABLE, format!("'{other}' is neither machine nor test"));
            ClockMode::Machine
        }
    }
}
