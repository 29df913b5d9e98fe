//! Where the database is, as `postgres://user@host:port/database?schema=name` says it, and libpq's variables.

use super::passfile;
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};
use std::{
    env, fmt, fs,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};
use thiserror::Error;
use tokio_postgres::{Config, config::SslMode};
use url::Url;

/// The port that the database has unless another is named.
const PORT: u16 = 5432;
/// The schema unless another is named.
const SCHEMA: &str = "haltscope";
/// How long a connection may take, and how long one may be waited for, unless it is said.
const CONNECT: Duration = Duration::from_secs(10);
/// How long the database may work on a statement, unless it is said: it ends one then.
const STATEMENT: Duration = Duration::from_secs(20);
/// The longest name of a schema that the database keeps whole, in bytes.
const NAME_LENGTH: usize = 63;

/// A database, a schema in it, and how to come there. Its text has no password.
#[derive(Clone, Debug)]
pub struct Address {
    host: Host,
    port: u16,
    user: String,
    database: String,
    schema: String,
    password: Option<SecretString>,
    encryption: Encryption,
    authority: Option<PathBuf>,
    connect: Duration,
    statement: Duration,
}

/// Where the server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Host {
    /// A name or an IP address.
    Name(String),
    /// The folder of its socket.
    Folder(PathBuf),
}

/// Whether connections are encrypted, and what the server has to prove: libpq's `sslmode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encryption {
    /// Never.
    Disable,
    /// If the server can.
    Prefer,
    /// Always, with whomever.
    Require,
    /// With a server whose certificate the authority has signed.
    VerifyCa,
    /// The same, and the certificate is for the host that was named.
    VerifyFull,
}

/// Why a text is no address of a database.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// It isn't built like one.
    #[error("it is no postgres://user@host:port/database?schema=name: {0}")]
    Malformed(String),
    /// It has a parameter that isn't known.
    #[error(
        "\"{0}\" is no parameter of it: there are schema, host, sslmode, sslrootcert, connect_timeout and statement_timeout"
    )]
    Parameter(String),
    /// A parameter has a value that it can't have.
    #[error("{name} can't be \"{value}\": {expected}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// Everybody on the machine would see the password.
    #[error(
        "a password in it is seen by everybody on this machine: give it with PGPASSWORD or PGPASSFILE, or write $NAME in its place for a variable"
    )]
    Password,
    /// It names a variable that isn't set.
    #[error("the variable {0}, which it names for the password, isn't set")]
    Variable(String),
    /// The file of passwords can't be used.
    #[error("the passwords of {}: {problem}", path.display())]
    Passfile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The authority's certificates can't be read.
    #[error("sslrootcert {}: {problem}", path.display())]
    Authority {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl Address {
    /// Whether a text is meant as one.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Reads it with the help of this process's variables.
    pub fn read(text: &str) -> Result<Self, AddressError> {
        Self::parse(text, &|name| env::var(name).ok())
    }

    fn parse(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, AddressError> {
        let malformed = |error: url::ParseError| AddressError::Malformed(error.to_string());
        // libpq lets a user stand before no host at all.
        let url = Url::parse(&text.replacen("@/", "@localhost/", 1)).map_err(malformed)?;
        let user = decoded(url.username())?;
        let user = Some(user).filter(|user| !user.is_empty());
        let user = user.or_else(|| variable("PGUSER")).or_else(|| variable("USER"));
        let user = user.unwrap_or_else(|| "postgres".to_owned());
        let database = decoded(url.path().trim_start_matches('/'))?;
        let database = if database.is_empty() { user.clone() } else { database };
        let name = url.host_str().map(decoded).transpose()?.filter(|name| !name.is_empty());
        let name = name.or_else(|| variable("PGHOST")).unwrap_or_else(|| "localhost".to_owned());
        let mut address = Self {
            host: Host::of(&name),
            port: url.port().unwrap_or(PORT),
            user,
            database,
            schema: SCHEMA.to_owned(),
            password: None,
            encryption: Encryption::Prefer,
            authority: variable("PGSSLROOTCERT").map(PathBuf::from),
            connect: CONNECT,
            statement: STATEMENT,
        };
        if let Some(seconds) = variable("PGCONNECT_TIMEOUT") {
            address.set("connect_timeout", &seconds)?;
        }
        if let Some(mode) = variable("PGSSLMODE") {
            address.encryption = mode.parse()?;
        }
        for (name, value) in url.query_pairs() {
            address.set(&name, &value)?;
        }
        address.password = address.find_password(url.password(), variable)?;
        if address.encryption == Encryption::VerifyCa && address.authority.is_none() {
            let (name, value) = ("sslmode", "verify-ca".to_owned());
            let expected = "it needs sslrootcert=FILE, the certificates of the authority";
            return Err(AddressError::Value { name, value, expected });
        }
        Ok(address)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), AddressError> {
        match name {
            "schema" => self.schema = schema_name(value)?,
            "host" => self.host = Host::of(value),
            "sslmode" => self.encryption = value.parse()?,
            "sslrootcert" => self.authority = Some(PathBuf::from(value)),
            "connect_timeout" => {
                let expected = "a number of seconds, 1 to 600";
                self.connect = time("connect_timeout", value, 1..=600, 1_000, expected)?;
            }
            "statement_timeout" => {
                let expected = "a number of milliseconds, 100 to 600000";
                self.statement = time("statement_timeout", value, 100..=600_000, 1, expected)?;
            }
            _ => return Err(AddressError::Parameter(name.to_owned())),
        }
        Ok(())
    }

    fn find_password(
        &self,
        written: Option<&str>,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Option<SecretString>, AddressError> {
        if let Some(written) = written {
            let written = decoded(written)?;
            let name = written.strip_prefix('$').ok_or(AddressError::Password)?;
            let name = name.strip_prefix('{').and_then(|it| it.strip_suffix('}')).unwrap_or(name);
            let value = variable(name).ok_or_else(|| AddressError::Variable(name.to_owned()))?;
            return Ok(Some(value.into()));
        }
        if let Some(password) = variable("PGPASSWORD") {
            return Ok(Some(password.into()));
        }
        let (path, is_named) = match (variable("PGPASSFILE"), variable("HOME")) {
            (Some(path), _) => (PathBuf::from(path), true),
            (None, Some(home)) => (Path::new(&home).join(".pgpass"), false),
            (None, None) => return Ok(None),
        };
        if !is_named && !path.is_file() {
            return Ok(None);
        }
        let host = match &self.host {
            Host::Name(name) => name.clone(),
            Host::Folder(_) => "localhost".to_owned(),
        };
        let port = self.port.to_string();
        let found = passfile::find(&path, [&host, &port, &self.database, &self.user]);
        found.map_err(|problem| AddressError::Passfile { path, problem })
    }

    /// The schema: one plain word.
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// How long a connection may take, and how long one may be waited for.
    pub(super) fn connect_timeout(&self) -> Duration {
        self.connect
    }

    /// How long the database may work on a statement.
    pub(super) fn statement_timeout(&self) -> Duration {
        self.statement
    }

    pub(super) fn encryption(&self) -> Encryption {
        self.encryption
    }

    /// The file of the authority's certificates, and what it holds.
    pub(super) fn authority(&self) -> Result<Option<(&Path, Vec<u8>)>, AddressError> {
        let Some(path) = &self.authority else { return Ok(None) };
        let unread = |error: std::io::Error| AddressError::Authority {
            path: path.clone(),
            problem: error.to_string(),
        };
        Ok(Some((path, fs::read(path).map_err(unread)?)))
    }

    /// What the driver needs, but for what sessions begin with.
    pub(super) fn config(&self) -> Config {
        let mut config = Config::new();
        match &self.host {
            Host::Name(name) => config.host(name),
            Host::Folder(folder) => config.host_path(folder),
        };
        config.port(self.port).user(&self.user).dbname(&self.database);
        if let Some(password) = &self.password {
            config.password(password.expose_secret());
        }
        config.ssl_mode(match (&self.host, self.encryption) {
            (Host::Folder(_), _) | (_, Encryption::Disable) => SslMode::Disable,
            (_, Encryption::Prefer) => SslMode::Prefer,
            _ => SslMode::Require,
        });
        config
    }
}

/// `postgres://user@host:5432/database?schema=name`
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, user, database, schema, .. } = self;
        match host {
            Host::Name(name) => {
                write!(f, "postgres://{user}@{name}:{port}/{database}?schema={schema}")
            }
            Host::Folder(folder) => {
                let folder = folder.display();
                write!(
                    f,
                    "postgres://{user}@localhost:{port}/{database}?host={folder}&schema={schema}"
                )
            }
        }
    }
}

impl Host {
    fn of(text: &str) -> Self {
        if text.starts_with('/') {
            return Self::Folder(PathBuf::from(text));
        }
        Self::Name(text.trim_start_matches('[').trim_end_matches(']').to_owned())
    }
}

impl FromStr for Encryption {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        Ok(match text {
            "disable" => Self::Disable,
            "allow" | "prefer" => Self::Prefer,
            "require" => Self::Require,
            "verify-ca" => Self::VerifyCa,
            "verify-full" => Self::VerifyFull,
            other => {
                let (name, value) = ("sslmode", other.to_owned());
                let expected = "disable, prefer, require, verify-ca or verify-full";
                return Err(AddressError::Value { name, value, expected });
            }
        })
    }
}

fn decoded(text: &str) -> Result<String, AddressError> {
    let decoded = percent_decode_str(text).decode_utf8();
    let decoded = decoded.map_err(|error| AddressError::Malformed(error.to_string()))?;
    Ok(decoded.into_owned())
}

/// A whole number of units of so many milliseconds, as libpq and the database have them.
fn time(
    name: &'static str,
    text: &str,
    allowed: RangeInclusive<u64>,
    unit: u64,
    expected: &'static str,
) -> Result<Duration, AddressError> {
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    let wrong = || AddressError::Value { name, value: text.to_owned(), expected };
    number.map(|number: u64| Duration::from_millis(number * unit)).ok_or_else(wrong)
}

fn schema_name(text: &str) -> Result<String, AddressError> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let begins_well = text.starts_with(|c: char| c.is_ascii_lowercase());
    if begins_well && text.len() <= NAME_LENGTH && text.chars().all(is_plain) {
        return Ok(text.to_owned());
    }
    let expected = "a small letter, then small letters, digits and '_', 63 at most";
    Err(AddressError::Value { name: "schema", value: text.to_owned(), expected })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<Address, AddressError> {
        Address::parse(text, &|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    fn password(address: &Address) -> Option<&str> {
        address.password.as_ref().map(ExposeSecret::expose_secret)
    }

    #[test]
    fn an_address_names_all_or_little() {
        let whole = "postgresql://me@db.example:6000/shop?schema=team_7&sslmode=require";
        let address = read(whole, &[]).expect("an address");
        assert_eq!(address.to_string(), "postgres://me@db.example:6000/shop?schema=team_7");
        assert_eq!(address.encryption, Encryption::Require);
        let address = read("postgres://", &[("USER", "me")]).expect("an address");
        assert_eq!(address.to_string(), "postgres://me@localhost:5432/me?schema=haltscope");
        let address = read("postgres://me@/db?host=/run/pg", &[]).expect("an address");
        assert_eq!(address.host, Host::Folder("/run/pg".into()));
        let again = read(&address.to_string(), &[]).expect("an address");
        assert_eq!((again.host, again.user), (address.host, address.user));
    }

    #[test]
    fn patience_is_said_as_libpq_and_the_database_say_it() {
        let times = |text: &str, variables: &[(&str, &str)]| {
            let address = read(text, variables).expect("an address");
            [address.connect_timeout(), address.statement_timeout()].map(|time| time.as_millis())
        };
        assert_eq!(times("postgres://me@h/d", &[]), [10_000, 20_000]);
        let said = "postgres://me@h/d?connect_timeout=3&statement_timeout=500";
        let variables = [("PGCONNECT_TIMEOUT", "7")];
        assert_eq!(times(said, &variables), [3_000, 500]);
        assert_eq!(times("postgres://me@h/d", &variables), [7_000, 20_000]);
    }

    #[test]
    fn a_password_is_never_in_the_address() {
        let refused = read("postgres://me:hidden@h/d", &[]).expect_err("refused");
        assert_eq!(refused, AddressError::Password);
        assert!(!refused.to_string().contains("hidden"));
        for text in ["postgres://me:$DB_PASSWORD@h/d", "postgres://me:$%7BDB_PASSWORD%7D@h/d"] {
            let address = read(text, &[("DB_PASSWORD", "hidden")]).expect("an address");
            assert_eq!(password(&address), Some("hidden"));
            assert!(!format!("{address} {address:?}").contains("hidden"));
        }
        let missing = read("postgres://me:$NONE@h/d", &[]).expect_err("it isn't set");
        assert_eq!(missing, AddressError::Variable("NONE".to_owned()));
        let address = read("postgres://me@h/d", &[("PGPASSWORD", "hidden")]).expect("an address");
        assert_eq!(password(&address), Some("hidden"));
    }

    #[test]
    fn a_file_of_passwords_is_asked_for_this_address() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("passwords");
        fs::write(&file, "h:5432:d:me:hidden\n").expect("written");
        private(&file);
        let variables = [("PGPASSFILE", file.to_str().expect("a path"))];
        let address = read("postgres://me@h/d", &variables).expect("an address");
        assert_eq!(password(&address), Some("hidden"));
        assert_eq!(password(&read("postgres://me@h/other", &variables).expect("one")), None);
        let none = folder.path().join("none");
        let refused = read("postgres://me@h/d", &[("PGPASSFILE", none.to_str().expect("a path"))]);
        assert!(matches!(refused, Err(AddressError::Passfile { .. })));
    }

    fn private(file: &Path) {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(file, fs::Permissions::from_mode(0o600)).expect("set");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, named) in [
            ("postgres://me@h/d?schema=Team", "schema"),
            ("postgres://me@h/d?schema=a%22b", "schema"),
            ("postgres://me@h/d?sslmode=maybe", "sslmode"),
            ("postgres://me@h/d?sslmode=verify-ca", "sslrootcert"),
            ("postgres://me@h/d?pool=4", "pool"),
            ("postgres://me@h/d?connect_timeout=0", "connect_timeout"),
            ("postgres://me@h/d?statement_timeout=5s", "milliseconds"),
            ("postgres://me@h:port/d", "port"),
        ] {
            let error = read(text, &[]).expect_err(text).to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}
