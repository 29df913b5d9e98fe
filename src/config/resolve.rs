//! Lays flags, environment and file over each other.

use super::choice::{self, Choice};
use super::dw_json::{Entry, parts};
use super::environment::Environment;
use super::error::ConfigError;
use super::keys::{Item, SECRETS};
use super::origin::{Origin, Sourced};
use super::shared::Shared;
use super::switch::switch;
use super::{Config, Flags, Login, Surroundings, Tls, Tokens};
use super::{breakpoint, exposure, package_json, proxy, safety};
use crate::api::address::Address;
use crate::api::fingerprint::Fingerprint;
use crate::api::ids::DebuggerId;
use secrecy::{ExposeSecret, SecretString};
use std::path::{Path, PathBuf};

const ACCOUNT_MANAGER: &str = "https://account.demandware.com";
/// The library that every instance has.
const LIBRARY: &str = "SharedLibrary";

/// Resolves the configuration of a connection.
pub fn resolve(flags: &Flags, surroundings: &Surroundings) -> Result<Config, ConfigError> {
    let environment = Environment::read(surroundings)?;
    let Choice { entry: file, mut notes, mut warnings } =
        choice::choose(flags, &environment, surroundings)?;
    notes.extend(file.iter().flat_map(Entry::misspelt));
    let dot_env = environment.file_with(&SECRETS);
    warnings.extend(dot_env.and_then(|file| exposure(file, "secrets")));
    // What a team shares never keeps anybody from working.
    let package = package_json::find(&surroundings.folder).unwrap_or_else(|error| {
        notes.push(format!("{error}; nothing of it is used"));
        None
    });
    let mut layers = Layers { environment, file, package, folder: &surroundings.folder };
    let named = layers.above_file(Item::Server, flag("--server", flags.server.as_deref()));
    let address = if let Some(server) = named {
        notes.extend(beyond_host(&server));
        let address = address(server)?;
        layers.hold_back(&address, &mut notes)?;
        Some(address)
    } else {
        let server = layers.secret(Item::Server, None)?;
        notes.extend(server.as_ref().and_then(beyond_host));
        server.map(address).transpose()?
    };
    let breakpoints = flags.breakpoints.iter();
    let breakpoints = breakpoints.map(|text| breakpoint::parse(text, &surroundings.folder));
    let tokens = layers.tokens(flags, address.as_ref().map(|address| &address.value))?;
    notes.extend(layers.strangers_secret(flags)?);
    let tls = layers.tls(flags)?;
    warnings.extend(exposed_keys(&tokens, &tls));
    Ok(Config {
        login: layers.login(flags)?,
        storefront: layers.storefront()?,
        debugger_id: layers.debugger_id(flags)?,
        tokens,
        tls,
        site: layers.text(Item::Site, None)?,
        code_version: layers.text(Item::CodeVersion, None)?,
        library: layers
            .text(Item::Library, flag("--library", flags.library.as_deref()))?
            .unwrap_or_else(|| Sourced::new(LIBRARY.to_owned(), Origin::Default)),
        safety: safety::resolve(
            &layers.environment,
            layers.file.as_ref(),
            &Shared::of(surroundings),
            &surroundings.folder,
        )?,
        cartridges: layers.cartridges(flags)?,
        cartridge_path: layers.cartridge_path()?,
        breakpoints: breakpoints.collect::<Result<_, _>>()?,
        file: layers.file.as_ref().map(|entry| (entry.file.clone(), entry.name.clone())),
        looked_for: looked_for(&surroundings.folder),
        proxy: proxy::of(surroundings),
        address,
        notes,
        warnings,
    })
}

/// Key files that others can read: those of signed requests and of the client certificate.
fn exposed_keys(tokens: &Tokens, tls: &Tls) -> Vec<String> {
    let whole = tls.certificate.as_ref().filter(|_| tls.key.is_none());
    let files = [tokens.jwt_key.as_ref(), tls.key.as_ref(), whole];
    let files = files.into_iter().flatten();
    files.filter_map(|file| exposure(&file.value, "a private key")).collect()
}

/// What somebody without any configuration may want to write.
fn looked_for(folder: &Path) -> Vec<String> {
    vec![
        "--server HOST --username NAME --password-stdin".to_owned(),
        "SFCC_SERVER, SFCC_USERNAME, SFCC_PASSWORD (environment or .env)".to_owned(),
        format!("dw.json in {} and the folders above it", folder.display()),
    ]
}

struct Layers<'a> {
    environment: Environment,
    file: Option<Entry>,
    package: Option<Entry>,
    folder: &'a Path,
}

impl Layers<'_> {
    /// What is said above the file.
    fn above_file(
        &self,
        key: Item,
        flag: Option<Sourced<SecretString>>,
    ) -> Option<Sourced<SecretString>> {
        flag.or_else(|| self.environment.get(key))
    }

    fn secret(
        &self,
        key: Item,
        flag: Option<Sourced<SecretString>>,
    ) -> Result<Option<Sourced<SecretString>>, ConfigError> {
        if let Some(found) = self.above_file(key, flag) {
            return Ok(Some(found));
        }
        for layer in [&self.file, &self.package].into_iter().flatten() {
            if let Some(found) = layer.get(key)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn text(
        &self,
        key: Item,
        flag: Option<Sourced<SecretString>>,
    ) -> Result<Option<Sourced<String>>, ConfigError> {
        Ok(self.secret(key, flag)?.map(Sourced::exposed))
    }

    /// A path, relative to the file that names it or to the working folder.
    fn path(
        &self,
        key: Item,
        flag: Option<Sourced<PathBuf>>,
    ) -> Result<Option<Sourced<PathBuf>>, ConfigError> {
        let path = match flag {
            Some(path) => Some(path),
            None => self.text(key, None)?.map(|text| text.map(PathBuf::from)),
        };
        Ok(path.map(|path| path.below(self.folder)))
    }

    fn login(&self, flags: &Flags) -> Result<Login, ConfigError> {
        let password = flags.password.clone();
        let password = password.map(|value| Sourced::new(value, Origin::Flag("--password-stdin")));
        Ok(Login {
            username: self.text(Item::Username, flag("--username", flags.username.as_deref()))?,
            password: self.secret(Item::Password, password)?,
        })
    }

    fn storefront(&self) -> Result<Login, ConfigError> {
        Ok(Login {
            username: self.text(Item::StorefrontUsername, None)?,
            password: self.secret(Item::StorefrontPassword, None)?,
        })
    }

    fn debugger_id(&self, flags: &Flags) -> Result<Sourced<DebuggerId>, ConfigError> {
        let found =
            self.text(Item::DebuggerId, flag("--debugger-id", flags.debugger_id.as_deref()))?;
        let default = || Sourced::new("haltscope".to_owned(), Origin::Default);
        Ok(found.unwrap_or_else(default).map(DebuggerId))
    }

    fn tokens(&self, flags: &Flags, instance: Option<&Address>) -> Result<Tokens, ConfigError> {
        let secret = flags.client_secret.clone();
        let secret = secret.map(|value| Sourced::new(value, Origin::Flag("--client-secret-stdin")));
        let key = flags.jwt_key.clone().map(|file| Sourced::new(file, Origin::Flag("--jwt-key")));
        let auth_url = self.text(Item::AuthUrl, flag("--auth-url", flags.auth_url.as_deref()))?;
        Ok(Tokens {
            client_id: self.client_id(flags)?,
            client_secret: if self.has_strangers_secret(flags)? {
                self.above_file(Item::ClientSecret, secret)
            } else {
                self.secret(Item::ClientSecret, secret)?
            },
            jwt_key: self.path(Item::JwtKey, key)?,
            jwt_certificate: self.path(Item::JwtCertificate, None)?,
            jwt_passphrase: self.secret(Item::JwtPassphrase, None)?,
            scopes: self.scopes(flags)?,
            auth_url: match auth_url {
                Some(text) => parse_address(text)?,
                None => Sourced::new(token_server(instance), Origin::Default),
            },
        })
    }

    /// A client and its secret come from one place: the shared settings name none for the file's.
    fn client_id(&self, flags: &Flags) -> Result<Option<Sourced<String>>, ConfigError> {
        let named =
            self.above_file(Item::ClientId, flag("--client-id", flags.client_id.as_deref()));
        let file = self.file.as_ref();
        let of_file = || file.map_or(Ok(None), |file| file.get(Item::ClientId));
        let has_secret = file.map_or(Ok(None), |file| file.get(Item::ClientSecret))?.is_some();
        match named.map_or_else(of_file, |named| Ok(Some(named)))? {
            None if !has_secret => self.text(Item::ClientId, None),
            found => Ok(found.map(Sourced::exposed)),
        }
    }

    /// A certificate in PEM wins over one in PKCS#12, which older tools name by other words.
    fn tls(&self, flags: &Flags) -> Result<Tls, ConfigError> {
        let sourced = |path: &Option<PathBuf>, name| {
            path.clone().map(|path| Sourced::new(path, Origin::Flag(name)))
        };
        let tls = Tls {
            ca: self.path(Item::Ca, sourced(&flags.ca, "--ca"))?,
            pin: self.pin(flags)?,
            certificate: self.path(Item::Certificate, sourced(&flags.cert, "--cert"))?,
            key: self.path(Item::CertificateKey, sourced(&flags.key, "--key"))?,
            passphrase: self.secret(Item::CertificatePassphrase, None)?,
            insecure: self.insecure(flags)?,
        };
        let tls = one_trust(tls);
        match (&tls.certificate, &tls.key) {
            (None, Some(half)) => Err(ConfigError::HalfCertificate { origin: half.origin.clone() }),
            (None, None) => Ok(Tls { certificate: self.path(Item::Pkcs12, None)?, ..tls }),
            (Some(_), _) => Ok(tls),
        }
    }

    fn pin(&self, flags: &Flags) -> Result<Option<Sourced<Fingerprint>>, ConfigError> {
        let Some(text) = self.text(Item::Pin, flag("--pin", flags.pin.as_deref()))? else {
            return Ok(None);
        };
        match text.value.parse() {
            Ok(pin) => Ok(Some(Sourced::new(pin, text.origin))),
            Err(source) => Err(ConfigError::Fingerprint { origin: text.origin, source }),
        }
    }

    fn insecure(&self, flags: &Flags) -> Result<Option<Origin>, ConfigError> {
        if flags.insecure {
            return Ok(Some(Origin::Flag("--insecure")));
        }
        let word = self.text(Item::SelfSigned, None)?;
        Ok(word.map(switch).transpose()?.flatten())
    }

    fn cartridges(&self, flags: &Flags) -> Result<Vec<Sourced<PathBuf>>, ConfigError> {
        let said = flags.cartridges.iter();
        let mut folders: Vec<Sourced<PathBuf>> =
            said.map(|folder| Sourced::new(folder.clone(), Origin::Flag("--cartridges"))).collect();
        if folders.is_empty()
            && let Some(list) = self.text(Item::CartridgeFolders, None)?
        {
            let parts = list.value.split(':').filter(|part| !part.is_empty());
            folders = parts.map(|part| Sourced::new(part.into(), list.origin.clone())).collect();
        }
        folders.into_iter().map(|folder| existing(folder.below(self.folder))).collect()
    }

    fn cartridge_path(&self) -> Result<Sourced<Vec<String>>, ConfigError> {
        let Sourced { value: names, origin } = self.list(Item::CartridgePath, &[':', ','])?;
        match names.iter().find(|name| name.contains('/')) {
            Some(name) => Err(ConfigError::NoCartridge { origin, name: name.clone() }),
            None => Ok(Sourced::new(names, origin)),
        }
    }

    /// Texts between separators, or an array of the file; empty when nobody says anything.
    fn list(&self, key: Item, separators: &[char]) -> Result<Sourced<Vec<String>>, ConfigError> {
        if let Some(text) = self.environment.get(key) {
            return Ok(text.exposed().map(|text| parts(&text, separators)));
        }
        let found = self.file.as_ref().map_or(Ok(None), |file| file.list(key, separators))?;
        Ok(found.unwrap_or_else(|| Sourced::new(Vec::new(), Origin::Default)))
    }

    fn scopes(&self, flags: &Flags) -> Result<Sourced<Vec<String>>, ConfigError> {
        let said = flags.scopes.iter().flat_map(|text| parts(text, &[',', ' ']));
        let said = Sourced::new(said.collect::<Vec<_>>(), Origin::Flag("--scope"));
        if said.value.is_empty() { self.list(Item::Scopes, &[',', ' ']) } else { Ok(said) }
    }

    /// A file's secret is for the file's API client alone: another client named above it gets none,
    /// and a client of the project's shared settings neither.
    fn has_strangers_secret(&self, flags: &Flags) -> Result<bool, ConfigError> {
        let Some(file) = &self.file else { return Ok(false) };
        if file.get(Item::ClientSecret)?.is_none() {
            return Ok(false);
        }
        let own = file.get(Item::ClientId)?.map(Sourced::exposed).map(|own| own.value);
        let named =
            self.above_file(Item::ClientId, flag("--client-id", flags.client_id.as_deref()));
        let named = named.map(|named| named.exposed().value);
        Ok(named.is_some_and(|named| own.is_some_and(|own| own != named)))
    }

    /// Says that a secret is held back, if it would have been taken.
    fn strangers_secret(&self, flags: &Flags) -> Result<Option<String>, ConfigError> {
        let said =
            flags.client_secret.is_some() || self.environment.get(Item::ClientSecret).is_some();
        if said || !self.has_strangers_secret(flags)? {
            return Ok(None);
        }
        let file = self.file.as_ref().map(|file| file.file.display().to_string());
        Ok(Some(format!(
            "{}: its client-secret is for another API client and is not sent",
            file.unwrap_or_default()
        )))
    }

    /// A file's credentials are for the file's host alone: with another server nothing of it counts.
    fn hold_back(
        &mut self,
        server: &Sourced<Address>,
        notes: &mut Vec<String>,
    ) -> Result<(), ConfigError> {
        let Some(file) = &self.file else { return Ok(()) };
        let Some(own) = file.get(Item::Server)?.map(Sourced::exposed) else { return Ok(()) };
        if Address::parse(&own.value).as_ref() == Ok(&server.value) {
            return Ok(());
        }
        if file.get(Item::Password)?.is_some() || file.get(Item::ClientSecret)?.is_some() {
            notes.push(format!(
                "{}: its credentials are for {} and are not sent to {}",
                file.file.display(),
                own.value,
                server.value
            ));
        }
        self.file = None;
        Ok(())
    }
}

/// A pin and accepting anything contradict each other: the stricter one counts, unless the command
/// line says otherwise.
fn one_trust(tls: Tls) -> Tls {
    match (&tls.insecure, &tls.pin) {
        (Some(Origin::Flag(_)), _) => Tls { pin: None, ..tls },
        (_, Some(_)) => Tls { insecure: None, ..tls },
        _ => tls,
    }
}

fn flag(name: &'static str, value: Option<&str>) -> Option<Sourced<SecretString>> {
    value.map(|value| Sourced::new(value.into(), Origin::Flag(name)))
}

fn address(text: Sourced<SecretString>) -> Result<Sourced<Address>, ConfigError> {
    parse_address(text.exposed())
}

/// A URL may be that of a page; what it says besides is not passed over in silence.
fn beyond_host(server: &Sourced<SecretString>) -> Option<String> {
    let text = server.value.expose_secret().trim();
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let at = rest.find(['/', '?', '#'])?;
    let words = "of a URL only scheme, host and port count: what is behind them is not used";
    (&rest[at..] != "/").then(|| format!("{}: {words}", server.origin))
}

fn parse_address(text: Sourced<String>) -> Result<Sourced<Address>, ConfigError> {
    match Address::parse(&text.value) {
        Ok(address) => Ok(Sourced::new(address, text.origin)),
        Err(source) => Err(ConfigError::Address { origin: text.origin, source }),
    }
}

fn token_server(instance: Option<&Address>) -> Address {
    let loopback = instance.filter(|address| address.is_loopback()).cloned();
    loopback.unwrap_or_else(|| Address::parse(ACCOUNT_MANAGER).expect("the constant is an address"))
}

fn existing(folder: Sourced<PathBuf>) -> Result<Sourced<PathBuf>, ConfigError> {
    if folder.value.is_dir() {
        return Ok(folder);
    }
    let Sourced { value: folder, origin } = folder;
    Err(ConfigError::NoFolder { origin, folder })
}
