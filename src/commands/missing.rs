//! Secrets that neither flags nor environment nor files give: the keyring's, else the user's, who is
//! asked on the terminal.

use super::failure::Failure;
use super::{keyring, prompt};
use crate::config::{Config, Origin, Sourced};
use secrecy::SecretString;

/// Whether somebody is asked for what the keyring doesn't know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asking {
    Allowed,
    No,
}

/// The password of the configured user at the configured instance.
pub(super) fn password(config: &mut Config, asking: Asking) -> Result<(), Failure> {
    let login = &config.login;
    let (None, Some(user), Some(address)) = (&login.password, &login.username, &config.address)
    else {
        return Ok(());
    };
    let found = found("Password", &user.value, &address.value.to_string(), asking)?;
    config.login.password = found;
    Ok(())
}

/// The secret of the configured API client at its token server.
pub(super) fn client_secret(config: &mut Config, asking: Asking) -> Result<(), Failure> {
    let tokens = &config.tokens;
    let (None, Some(client)) = (&tokens.client_secret, &tokens.client_id) else { return Ok(()) };
    if config.address.is_none() && matches!(tokens.auth_url.origin, Origin::Default) {
        return Ok(());
    }
    let server = tokens.auth_url.value.to_string();
    let found = found("Client secret", &client.value, &server, asking)?;
    config.tokens.client_secret = found;
    Ok(())
}

/// What opens a file that says that it needs a passphrase.
pub(super) fn passphrase(file: &str) -> Result<Option<Sourced<SecretString>>, Failure> {
    asked(&format!("Passphrase for {file}: "))
}

fn found(
    what: &str,
    name: &str,
    place: &str,
    asking: Asking,
) -> Result<Option<Sourced<SecretString>>, Failure> {
    if let Some(secret) = keyring::secret(name, place) {
        return Ok(Some(Sourced::new(secret, Origin::Keyring)));
    }
    match asking {
        Asking::Allowed => asked(&format!("{what} for {name} at {place}: ")),
        Asking::No => Ok(None),
    }
}

fn asked(question: &str) -> Result<Option<Sourced<SecretString>>, Failure> {
    if !prompt::is_possible() {
        return Ok(None);
    }
    let answer = prompt::secret(&super::output::harmless(question))?;
    Ok(answer.map(|secret| Sourced::new(secret, Origin::Terminal)))
}
