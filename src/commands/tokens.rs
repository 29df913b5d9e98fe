//! From the configuration to a token source, and to a library with one.

use super::connection::{self, credentials, read, wire};
use super::failure::Failure;
use super::kept::Kept;
use super::missing::{self, Asking};
use super::output;
use crate::api::address::Address;
use crate::cli::{ConnectionArgs, GrantArgs, GrantKind};
use crate::client::content::{ContentError, Library};
use crate::client::token::{Grant, SigningKey, SigningKeyError, TokenError, TokenSource};
use crate::client::{Client, ClientError, Credentials};
use crate::config::{Config, Flags, Origin, Sourced, Surroundings, Tokens};
use secrecy::SecretString;

/// Resolves the configuration, says on stderr what the user should know about it, and asks for what
/// is missing for such a token.
pub(super) fn resolve(
    args: &ConnectionArgs,
    library: Option<&str>,
    grant: GrantArgs,
) -> anyhow::Result<Config> {
    let flags = Flags { library: library.map(str::to_owned), ..connection::flags(args, &[])? };
    let mut config = connection::of_flags(&flags, &Surroundings::of_process()?)?;
    tell(&config);
    let kind = kind(&config, grant);
    let has_client = config.tokens.client_id.is_some();
    if has_client && kind == GrantKind::User {
        missing::password(&mut config, Asking::Allowed)?;
    }
    match kind {
        GrantKind::ClientCredentials | GrantKind::User => {
            missing::client_secret(&mut config, Asking::Allowed)?;
        }
        GrantKind::Jwt => unlock(&mut config.tokens)?,
    }
    Ok(config)
}

/// Asks for the passphrase of a private key that needs one and has none.
fn unlock(tokens: &mut Tokens) -> Result<(), Failure> {
    if let Some(file) = &tokens.jwt_key
        && tokens.jwt_passphrase.is_none()
        && matches!(SigningKey::from_pem(&read(file)?, None), Err(SigningKeyError::Encrypted))
    {
        tokens.jwt_passphrase = missing::passphrase(&file.value.display().to_string())?;
    }
    Ok(())
}

fn tell(config: &Config) {
    output::warn(&config.warnings);
    output::remark(&config.notes);
    let unchecked = config.tls.insecure.as_ref().map(|origin| {
        format!("{origin}: the server's certificate is not checked; whoever is in between can read secrets and forge answers")
    });
    output::warn(&unchecked);
}

/// The configured library.
pub(super) fn library(config: &Config, grant: GrantArgs) -> Result<Library, Failure> {
    let server = server(config)?;
    let mut tokens = source(config, grant)?;
    if let Some((secret, lifetime)) = kept(config, grant).and_then(|kept| kept.read()) {
        tokens = tokens.holding(secret, lifetime);
    }
    Ok(Library::new(wire(config, server)?, tokens, config.library.value.as_str())?)
}

/// The client with access tokens, if the configuration is enough for them. If not, Data API requests
/// say why; nothing else needs them.
pub(super) fn added(client: Client, config: &Config) -> Client {
    match source(config, GrantArgs { grant: None }) {
        Ok(tokens) => client.with_tokens(tokens),
        Err(failure) => {
            let problem = format!("no access token: {failure}");
            client.without_tokens(problem, failure.action().to_owned())
        }
    }
}

/// Where `token --keep` keeps the tokens that are asked for so.
pub(super) fn kept(config: &Config, grant: GrantArgs) -> Option<Kept> {
    Kept::of(config, kind(config, grant))
}

/// Asks for tokens as the flags and the configuration say.
pub(super) fn source(config: &Config, grant: GrantArgs) -> Result<TokenSource, Failure> {
    let kind = kind(config, grant);
    let address = token_server(config, kind)?;
    let client_id = &config.tokens.client_id;
    let client_id = client_id.as_ref().ok_or_else(|| {
        Failure::usage("--client-id is missing: nothing names the API client")
            .then("Give --client-id ID, SFCC_CLIENT_ID or client-id in dw.json.")
    })?;
    let grant = match kind {
        GrantKind::ClientCredentials => Grant::ClientCredentials { secret: secret(config)? },
        GrantKind::Jwt => Grant::SignedAssertion { key: signing_key(config)? },
        GrantKind::User => Grant::User { credentials: user(config)?, secret: secret(config)? },
    };
    let source = TokenSource::new(wire(config, address)?, client_id.value.as_str(), grant)?;
    Ok(source.asking_for(config.tokens.scopes.value.clone()))
}

fn kind(config: &Config, grant: GrantArgs) -> GrantKind {
    grant.grant.unwrap_or_else(|| fitting(config))
}

/// A key on the command line wins over a secret that was configured elsewhere.
fn fitting(config: &Config) -> GrantKind {
    let key = config.tokens.jwt_key.as_ref();
    let is_flag = key.is_some_and(|key| matches!(key.origin, Origin::Flag(_)));
    let without_secret = key.is_some() && config.tokens.client_secret.is_none();
    if is_flag || without_secret { GrantKind::Jwt } else { GrantKind::ClientCredentials }
}

/// Users log in at the instance, API clients at the token server.
fn token_server(config: &Config, kind: GrantKind) -> Result<Address, Failure> {
    let Sourced { value, origin } = &config.tokens.auth_url;
    if kind == GrantKind::User {
        return server(config);
    }
    if matches!(origin, Origin::Default) {
        server(config)?;
    }
    Ok(value.clone())
}

fn server(config: &Config) -> Result<Address, Failure> {
    let missing = || {
        Failure::usage("--server is missing: nothing names the instance")
            .then("Give --server HOST, SFCC_SERVER or hostname in dw.json.")
    };
    Ok(config.address.as_ref().ok_or_else(missing)?.value.clone())
}

fn secret(config: &Config) -> Result<SecretString, Failure> {
    let secret = config.tokens.client_secret.as_ref().map(|secret| secret.value.clone());
    secret.ok_or_else(|| {
        Failure::usage("--client-secret-stdin is missing: nothing gives the API client's secret")
            .then("Give --client-secret-stdin, SFCC_CLIENT_SECRET or client-secret in dw.json; with a signed JWT, --jwt-key FILE.")
    })
}

fn user(config: &Config) -> Result<Credentials, Failure> {
    if config.login.username.is_none() {
        return Err(Failure::usage("--username is missing: nothing names the user")
            .then("Give --username NAME, SFCC_USERNAME or username in dw.json."));
    }
    credentials(&config.login).ok_or_else(|| {
        Failure::usage("--password-stdin is missing: nothing gives the user's password")
            .then("Give --password-stdin, SFCC_PASSWORD or password in dw.json.")
    })
}

fn signing_key(config: &Config) -> Result<SigningKey, Failure> {
    let file = config.tokens.jwt_key.as_ref().ok_or_else(|| {
        Failure::usage("--jwt-key is missing: nothing names the private key")
            .then("Give --jwt-key FILE, SFCC_JWT_KEY or jwt-key-path in dw.json.")
    })?;
    let passphrase = config.tokens.jwt_passphrase.as_ref().map(|passphrase| &passphrase.value);
    SigningKey::from_pem(&read(file)?, passphrase).map_err(|error| {
        let Sourced { value, origin } = file;
        Failure::usage(format!("{origin}: {} can't be used: {error}", value.display()))
            .then("--jwt-key takes the private key (PKCS#8 or PKCS#1, PEM) of the registered certificate.")
    })
}

impl From<TokenError> for Failure {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Connection(error @ ClientError::Configuration { .. }) => error.into(),
            _ => Self::failed(error.to_string()).then(error.action()),
        }
    }
}

impl From<ContentError> for Failure {
    fn from(error: ContentError) -> Self {
        let action = error.action();
        match error {
            ContentError::Token(error) => error.into(),
            ContentError::ImpossibleId { .. } => Self::usage(error.to_string()).then(action),
            ContentError::Fault { ref fault, .. } => {
                Self::failed(error.to_string()).of_type(&fault.kind).then(action)
            }
            _ => Self::failed(error.to_string()).then(action),
        }
    }
}
