//! The system's keyring, in programs that are built with the feature `keyring`.

use secrecy::SecretString;

/// The password that the keyring keeps for `NAME@PLACE` under the service `haltscope`. A system
/// without a keyring, or with a locked one, has none.
#[cfg(feature = "keyring")]
pub(super) fn secret(name: &str, place: &str) -> Option<SecretString> {
    let entry = keyring::Entry::new("haltscope", &format!("{name}@{place}"));
    match entry.and_then(|entry| entry.get_password()) {
        Ok(secret) => Some(secret).filter(|secret| !secret.is_empty()).map(SecretString::from),
        Err(error) => {
            tracing::debug!(%error, "the keyring");
            None
        }
    }
}

/// Nothing: this program was built without the feature `keyring`.
#[cfg(not(feature = "keyring"))]
pub(super) fn secret(_name: &str, _place: &str) -> Option<SecretString> {
    None
}
