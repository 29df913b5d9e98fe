//! From the command line's connection flags to a client.

use super::failure::Failure;
use crate::api::address::Address;
use crate::cli::ConnectionArgs;
use crate::client::{Client, ClientConfig, Credentials, Trust};
use crate::config::{self, Config, Flags, Login, Sourced, Surroundings};
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
    Ok(config::resolve(&flags(args, breakpoints)?, surroundings)?)
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
        ca: args.ca.clone(),
        cert: args.cert.clone(),
        key: args.key.clone(),
        insecure: args.insecure,
        config: args.config.clone(),
        instance: args.instance.clone(),
        cartridges: args.cartridges.clone(),
        breakpoints: breakpoints.to_vec(),
    })
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
    wire.storefront = credentials(&config.storefront);
    Ok(Some(Client::new(wire)?))
}

/// All but the credentials.
pub(super) fn wire(config: &Config, address: Address) -> Result<ClientConfig, Failure> {
    let mut wire = ClientConfig::new(address, config.debugger_id.value.clone());
    wire.trust = trust(config)?;
    if let (Some(certificate), Some(key)) = (&config.tls.certificate, &config.tls.key) {
        let mut pem = read(certificate)?;
        pem.push(b'\n');
        pem.extend(read(key)?);
        wire.identity = Some(pem.into());
    }
    Ok(wire)
}

/// A login that is whole.
pub(super) fn credentials(login: &Login) -> Option<Credentials> {
    let username = login.username.as_ref()?.value.clone();
    let password = login.password.as_ref()?.value.clone();
    Some(Credentials { username, password })
}

fn trust(config: &Config) -> Result<Trust, Failure> {
    match (&config.tls.insecure, &config.tls.ca) {
        (Some(_), _) => Ok(Trust::Anyone),
        (None, Some(file)) => Ok(Trust::Also(read(file)?)),
        (None, None) => Ok(Trust::System),
    }
}

/// The bytes of a file that the configuration names.
pub(super) fn read(file: &Sourced<PathBuf>) -> Result<Vec<u8>, Failure> {
    let Sourced { value: path, origin } = file;
    fs::read(path).map_err(|error| {
        Failure::usage(format!("{origin}: can't read {}: {error}", path.display()))
    })
}

/// The client of the connection form; certificates and identity are those of the configuration.
pub(super) fn from_form(config: &Config, form: &ConnectionDetails) -> Result<Client, Failure> {
    let address = Address::parse(&form.server)
        .map_err(|error| Failure::usage(format!("{}: {error}", form.server)))?;
    let mut wire = wire(config, address)?;
    let (username, password) = (form.username.clone(), form.password.clone());
    wire.credentials = Some(Credentials { username, password });
    Ok(Client::new(wire)?)
}
