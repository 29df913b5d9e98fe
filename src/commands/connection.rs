//! From the command line's connection flags to a client.

use super::cartridges;
use super::failure::Failure;
use super::missing;
use crate::api::address::Address;
use crate::cli::ConnectionArgs;
use crate::client::{
    Client, ClientConfig, Credentials, Identity, IdentityError, Proxy, Trust, is_pem,
};
use crate::config::{self, Config, Flags, Login, Sourced, Surroundings, Tls};
use crate::tui::layers::ConnectionDetails;
use secrecy::SecretString;
use std::fs;
use std::io::{self, BufRead};
use std::path::PathBuf;

/// Resolves the configuration; reads a secret from stdin if a flag says so.
pub(super) fn resolve(
    args: &ConnectionArgs,
    breakpoints: &[String],
    surroundings: &Surroundings,
) -> Result<Config, Failure> {
    of_flags(&flags(args, breakpoints)?, surroundings)
}

/// The same from what the command line says.
pub(super) fn of_flags(flags: &Flags, surroundings: &Surroundings) -> Result<Config, Failure> {
    let mut config = config::resolve(flags, surroundings)?;
    cartridges::settle(&mut config, surroundings)?;
    unlock(&mut config.tls)?;
    Ok(config)
}

/// What the command line says; reads a secret from stdin if a flag says so.
pub(super) fn flags(args: &ConnectionArgs, breakpoints: &[String]) -> Result<Flags, Failure> {
    let secret = |wanted: bool, flag: &str| wanted.then(|| from_stdin(flag)).transpose();
    Ok(Flags {
        server: args.server.clone(),
        username: args.username.clone(),
        password: secret(args.password_stdin, "--password-stdin")?,
        debugger_id: args.debugger_id.clone(),
        client_id: args.client_id.clone(),
        client_secret: secret(args.client_secret_stdin, "--client-secret-stdin")?,
        jwt_key: args.jwt_key.clone(),
        auth_url: args.auth_url.clone(),
        scopes: args.scopes.clone(),
        library: None,
        ca: args.ca.clone(),
        pin: args.pin.clone(),
        cert: args.cert.clone(),
        key: args.key.clone(),
        insecure: args.insecure,
        config: args.config.clone(),
        instance: args.instance.clone(),
        cartridges: args.cartridges.clone(),
        breakpoints: breakpoints.to_vec(),
    })
}

/// Asks for the passphrase of a client certificate that needs one and has none.
fn unlock(tls: &mut Tls) -> Result<(), Failure> {
    if let Some(file) = &tls.certificate
        && tls.passphrase.is_none()
        && matches!(read_identity(tls, file)?, Err(IdentityError::Encrypted))
    {
        tls.passphrase = missing::passphrase(&file.value.display().to_string())?;
    }
    Ok(())
}

/// The first line of stdin.
fn from_stdin(flag: &str) -> Result<SecretString, Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    read.map_err(|error| Failure::usage(format!("{flag}: can't read stdin: {error}")))?;
    let secret = line.trim_end_matches(['\n', '\r']);
    if secret.is_empty() {
        return Err(Failure::usage(format!("{flag}: stdin is empty")));
    }
    Ok(secret.into())
}

/// The client of a configuration; `None` when it names no instance.
pub(super) fn client(config: &Config) -> Result<Option<Client>, Failure> {
    let Some(address) = &config.address else { return Ok(None) };
    let mut wire = wire(config, address.value.clone())?;
    wire.credentials = credentials(&config.login);
    let user = config.login.username.as_ref().map(|user| user.value.clone());
    wire.user_without_password = user.filter(|_| wire.credentials.is_none());
    wire.storefront = credentials(&config.storefront);
    Ok(Some(Client::new(wire)?))
}

/// The client with the configured login, if that is whole by now.
pub(super) fn logged_in(client: Client, config: &Config) -> Client {
    match credentials(&config.login) {
        Some(credentials) => client.with_credentials(credentials),
        None => client,
    }
}

/// All but the credentials.
pub(super) fn wire(config: &Config, address: Address) -> Result<ClientConfig, Failure> {
    let mut wire = ClientConfig::new(address, config.debugger_id.value.clone());
    wire.trust = trust(config, &wire.address)?;
    wire.identity = identity(&config.tls)?;
    wire.safety = config.safety.safety();
    wire.proxy = config.proxy.as_ref().map(|proxy| Proxy {
        url: proxy.url.value.clone(),
        exceptions: proxy.exceptions.clone(),
        named_by: proxy.url.origin.to_string(),
    });
    Ok(wire)
}

fn identity(tls: &Tls) -> Result<Option<Identity>, Failure> {
    let Some(file) = &tls.certificate else { return Ok(None) };
    read_identity(tls, file)?.map(Some).map_err(|error| unusable(tls, file, error))
}

/// By what the file holds, whatever its name.
fn read_identity(
    tls: &Tls,
    file: &Sourced<PathBuf>,
) -> Result<Result<Identity, IdentityError>, Failure> {
    let certificate = read(file)?;
    let passphrase = tls.passphrase.as_ref().map(|passphrase| &passphrase.value);
    Ok(match &tls.key {
        Some(key) => Identity::from_pem(&certificate, &read(key)?, passphrase),
        None if is_pem(&certificate) => Identity::from_pem(&certificate, &certificate, passphrase),
        None => Identity::from_pkcs12(&certificate, passphrase),
    })
}

fn unusable(tls: &Tls, file: &Sourced<PathBuf>, error: IdentityError) -> Failure {
    let Sourced { value, origin } = file;
    let action = match (error, &tls.passphrase) {
        (IdentityError::NoKey, _) if tls.key.is_none() => {
            "In PEM, --cert and --key belong together, unless one file holds both.".to_owned()
        }
        (IdentityError::Encrypted, _) => {
            "Give SFCC_CERTIFICATE_PASSPHRASE, or certificate-passphrase in dw.json; started in a terminal, haltscope asks for it.".to_owned()
        }
        (IdentityError::Passphrase, Some(passphrase)) => format!("Correct {}.", passphrase.origin),
        (IdentityError::Unsupported | IdentityError::Unknown, _) => {
            "--cert takes PEM (with --key) or PKCS#12; `openssl pkcs12` converts other files.".to_owned()
        }
        _ => "Give the certificate and the private key of one identity.".to_owned(),
    };
    Failure::usage(format!("{origin}: {} can't be used: {error}", value.display())).then(action)
}

/// A login that is whole.
pub(super) fn credentials(login: &Login) -> Option<Credentials> {
    let username = login.username.as_ref()?.value.clone();
    let password = login.password.as_ref()?.value.clone();
    Some(Credentials { username, password })
}

/// A pin is for the instance alone: a token server elsewhere has another certificate.
fn trust(config: &Config, address: &Address) -> Result<Trust, Failure> {
    let is_instance = config.address.as_ref().is_some_and(|own| own.value == *address);
    let Tls { insecure, pin, ca, .. } = &config.tls;
    match (insecure, pin, ca) {
        (Some(_), _, _) => Ok(Trust::Anyone),
        (None, Some(pin), _) if is_instance => Ok(Trust::Pinned(pin.value)),
        (None, _, Some(file)) => Ok(Trust::Also(read(file)?)),
        (None, _, None) => Ok(Trust::System),
    }
}

/// The bytes of a file that the configuration names.
pub(super) fn read(file: &Sourced<PathBuf>) -> Result<Vec<u8>, Failure> {
    let Sourced { value: path, origin } = file;
    fs::read(path).map_err(|error| {
        Failure::usage(format!("{origin}: can't read {}: {error}", path.display()))
    })
}

/// The client of the connection form; certificates and identity are those of the configuration. At
/// the same instance it is the former one with another login: cookies and debugger client stay.
pub(super) fn from_form(
    config: &Config,
    form: &ConnectionDetails,
    former: Option<&Client>,
) -> Result<Client, Failure> {
    let address =
        Address::parse(&form.server).map_err(|error| Failure::usage(error.to_string()))?;
    let (username, password) = (form.username.clone(), form.password.clone());
    let credentials = Credentials { username, password };
    if let Some(former) = former.filter(|former| *former.address() == address) {
        return Ok(former.with_credentials(credentials));
    }
    let mut wire = wire(config, address)?;
    wire.credentials = Some(credentials);
    Ok(Client::new(wire)?)
}

/// The same client for another user or password, if the form names the same instance.
pub(super) fn with_login(client: &Client, form: &ConnectionDetails) -> Option<Client> {
    let address = Address::parse(&form.server).ok()?;
    let same = address.url().origin() == client.address().url().origin();
    let (username, password) = (form.username.clone(), form.password.clone());
    same.then(|| client.with_credentials(Credentials { username, password }))
}
