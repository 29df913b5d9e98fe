//! A question of a platform module.

use crate::script::{Call, HostError, Interrupt};
use secrecy::SecretString;
use serde_json::Value;

/// A question with its arguments.
pub(super) struct Ask<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: Value,
    /// Whether its script must end.
    pub(super) interrupt: Interrupt<'a>,
}

impl<'a> Ask<'a> {
    /// The question of a call.
    pub(super) fn of(call: Call<'a>) -> Self {
        let Call { name, arguments, interrupt, .. } = call;
        Self { name, arguments, interrupt }
    }

    /// A question that nothing ends.
    #[cfg(test)]
    pub(super) fn patient(name: &'a str, arguments: Value) -> Self {
        Self { name, arguments, interrupt: Interrupt::new(&|| false) }
    }

    pub(super) fn text(&self, key: &str) -> Result<&str, HostError> {
        self.arguments
            .get(key)
            .and_then(Value::as_str)
            .ok_or_else(|| HostError::new(format!("{} needs the text {key}", self.name)))
    }

    pub(super) fn secret(&self, key: &str) -> Result<SecretString, HostError> {
        self.text(key).map(SecretString::from)
    }

    pub(super) fn unknown(&self) -> HostError {
        HostError::new(format!("The storefront doesn't know {}", self.name))
    }
}
