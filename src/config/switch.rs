//! Words that switch something on or off.

use super::error::ConfigError;
use super::origin::{Origin, Sourced};

/// Who says yes, if somebody does.
pub(super) fn switch(word: Sourced<String>) -> Result<Option<Origin>, ConfigError> {
    let Sourced { value, origin } = word;
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(Some(origin)),
        "false" | "0" | "no" | "off" => Ok(None),
        _ => Err(ConfigError::NoSwitch { origin }),
    }
}
