//! Lays flags, environment and file over each other.

use super::dw_json::{self, Choice, Entry, Found};
use super::environment::Environment;
use super::error::ConfigError;
use super::keys::{Item, SECRETS};
use super::origin::{Origin, Sourced};
use super::{Config, Flags, Login, Surroundings, Tls, Tokens, breakpoint, exposure, proxy};
use crate::api::address::Address;
use crate::api::fingerprint::Fingerprint;
use crate::api::ids::DebuggerId;
use secrecy::{ExposeSecret, SecretString};
use std::path::{Path, PathBuf};

const ACCOUNT_MANAGER: &str = "https://account.demandware.com";

/// Resolves the configuration of a connection.
pub fn resolve(flags: &Flags, surroundings: &Surroundings) -> Result<Config, ConfigError> {
    let environment = Environment::read(surroundings)?;
    let (mut notes, mut warnings) = (Vec::new(), Vec::new());
    let dot_env = environment.file_with(&SECRETS);
    warnings.extend(dot_env.and_then(|file| exposure(file, "secrets")));
    let file = entry(flags, &environment, surroundings, &mut notes, &mut warnings)?;
    let mut layers = Layers { environment, file, folder: &surroundings.folder };
    let named = layers.above_file(Item::Server, flag("--server", flags.server.as_deref()));
    let address = match named {
        Some(server) => {
            let address = address(server)?;
            layers.hold_back(&address, &mut notes)?;
            Some(address)
        }
        None => layers.secret(Item::Server, None)?.map(address).transpose()?,
    };
    let breakpoints = flags.breakpoints.iter();
    let breakpoints = breakpoints.map(|text| breakpoint::parse(text, &surroundings.folder));
    let tokens = layers.tokens(flags, address.as_ref().map(|address| &address.value))?;
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

fn entry(
    flags: &Flags,
    environment: &Environment,
    surroundings: &Surroundings,
    notes: &mut Vec<String>,
    warnings: &mut Vec<String>,
) -> Result<Option<Entry>, ConfigError> {
    let instance = flag("--instance", flags.instance.as_deref());
    let instance = instance.or_else(|| environment.get(Item::Instance)).map(exposed);
    let from_flag = flags.config.clone().map(|file| Sourced::new(file, Origin::Flag("--config")));
    let from_variable =
        || environment.get(Item::Config).map(|it| it.map(|text| text.expose_secret().into()));
    let said = from_flag.or_else(from_variable).map(|file| below(file, &surroundings.folder));
    let found =
        || dw_json::find(&surroundings.folder).map(|file| Sourced::new(file, Origin::Default));
    let Some(file) = said.or_else(found) else {
        return match instance {
            Some(Sourced { value: name, origin }) => Err(ConfigError::NoFile { origin, name }),
            None => Ok(None),
        };
    };
    let Found { choice, has_secrets } = dw_json::read(&file.value, file.origin, instance.as_ref())?;
    if has_secrets {
        warnings.extend(exposure(&file.value, "secrets"));
    }
    match choice {
        Choice::Entry(entry) => Ok(Some(entry)),
        Choice::Undecided { file, names } => {
            let names = names.join(", ");
            notes.push(format!(
                "{}: no configuration is active; choose one with --instance ({names})",
                file.display()
            ));
            Ok(None)
        }
    }
}

struct Layers<'a> {
    environment: Environment,
    file: Option<Entry>,
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
        match self.above_file(key, flag) {
            Some(found) => Ok(Some(found)),
            None => self.file.as_ref().map_or(Ok(None), |file| file.get(key)),
        }
    }

    fn text(
        &self,
        key: Item,
        flag: Option<Sourced<SecretString>>,
    ) -> Result<Option<Sourced<String>>, ConfigError> {
        Ok(self.secret(key, flag)?.map(exposed))
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
        Ok(path.map(|path| below(path, self.folder)))
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
            client_id: self
                .text(Item::ClientId, flag("--client-id", flags.client_id.as_deref()))?,
            client_secret: self.secret(Item::ClientSecret, secret)?,
            jwt_key: self.path(Item::JwtKey, key)?,
            jwt_certificate: self.path(Item::JwtCertificate, None)?,
            jwt_passphrase: self.secret(Item::JwtPassphrase, None)?,
            auth_url: match auth_url {
                Some(text) => parse_address(text)?,
                None => Sourced::new(token_server(instance), Origin::Default),
            },
        })
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
        let Some(switch) = self.text(Item::SelfSigned, None)? else { return Ok(None) };
        match switch.value.to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Ok(Some(switch.origin)),
            "false" | "0" | "no" | "off" => Ok(None),
            _ => Err(ConfigError::NoSwitch { origin: switch.origin }),
        }
    }

    fn cartridges(&self, flags: &Flags) -> Result<Vec<Sourced<PathBuf>>, ConfigError> {
        let said = flags.cartridges.iter();
        let mut folders: Vec<Sourced<PathBuf>> =
            said.map(|folder| Sourced::new(folder.clone(), Origin::Flag("--cartridges"))).collect();
        if folders.is_empty()
            && let Some(list) = self.text(Item::Cartridges, None)?
        {
            let parts = list.value.split(':').filter(|part| !part.is_empty());
            folders = parts.map(|part| Sourced::new(part.into(), list.origin.clone())).collect();
        }
        folders.into_iter().map(|folder| existing(below(folder, self.folder))).collect()
    }

    fn cartridge_path(&self) -> Result<Sourced<Vec<String>>, ConfigError> {
        let nowhere = || Ok(Sourced::new(Vec::new(), Origin::Default));
        self.file.as_ref().map_or_else(nowhere, |file| file.list(Item::CartridgePath))
    }

    /// A file's credentials are for the file's host alone: with another server nothing of it counts.
    fn hold_back(
        &mut self,
        server: &Sourced<Address>,
        notes: &mut Vec<String>,
    ) -> Result<(), ConfigError> {
        let Some(file) = &self.file else { return Ok(()) };
        let Some(own) = file.get(Item::Server)?.map(exposed) else { return Ok(()) };
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

fn exposed(secret: Sourced<SecretString>) -> Sourced<String> {
    secret.map(|value| value.expose_secret().to_owned())
}

fn address(text: Sourced<SecretString>) -> Result<Sourced<Address>, ConfigError> {
    parse_address(exposed(text))
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

fn below(path: Sourced<PathBuf>, folder: &Path) -> Sourced<PathBuf> {
    let base = match &path.origin {
        Origin::DotEnv { file, .. } | Origin::File { file, .. } => file.parent().unwrap_or(folder),
        _ => folder,
    };
    let whole = folder.join(base).join(&path.value);
    path.map(|_| whole)
}

fn existing(folder: Sourced<PathBuf>) -> Result<Sourced<PathBuf>, ConfigError> {
    if folder.value.is_dir() {
        return Ok(folder);
    }
    let Sourced { value: folder, origin } = folder;
    Err(ConfigError::NoFolder { origin, folder })
}
