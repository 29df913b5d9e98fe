//! What a sandbox is started with, and why it may refuse.

use super::{
    accounts::Accounts,
    authority::AuthorityError,
    clock::Clock,
    data::PlainHttp,
    debugger::Patience,
    private::NotPrivate,
    seed::{Seed, SeedError},
    store::{CheckpointError, ConnectError, Library, OpenError, PostgresAddress, StoreError},
    storefront::{
        AllowedHost, CartridgesError, EndpointTimes, Spoken, find_cartridges, sample_path,
    },
};
use crate::script::{Cartridges, Limits, ScriptError};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};
use thiserror::Error;

/// What a sandbox is started with; the default is the one of the command line.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// Where plain HTTP is served; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where HTTPS is served; port 0 takes a free one.
    pub tls_listen: SocketAddr,
    /// The site, which is part of the storefront's addresses.
    pub site: String,
    /// Folders that hold cartridges, and `modules/` beside them; none means the built-in storefront.
    pub cartridges: Vec<PathBuf>,
    /// The cartridges' order; empty means as found, alphabetical.
    pub cartridge_path: Vec<String>,
    /// How long a halted thread may sleep before it is terminated (section 3.1).
    pub halt_timeout: Duration,
    /// How long a script may run; the clock stands still while it is halted.
    pub run_time: Duration,
    /// How long a script of a custom API may run, in place of `run_time`.
    pub endpoint_times: EndpointTimes,
    /// How long a debugger's expression may run.
    pub eval_time: Duration,
    /// How long the debugger's requests wait for a script thread.
    pub patience: Patience,
    /// Who may log in.
    pub accounts: Accounts,
    /// What keeps libraries and keys; without it they end with the sandbox.
    pub data: Option<Data>,
    /// Further names that requests may give as their host.
    pub hosts: Vec<String>,
    /// Hosts that scripts may call.
    pub allow_net: Vec<AllowedHost>,
    /// Sites besides `site`, and what is said of that one.
    pub sites: Vec<Site>,
    /// Shared libraries besides the built-in one.
    pub libraries: Vec<Library>,
    /// What is in the libraries before the first request, all of it or nothing.
    pub seeds: Vec<Seed>,
    /// Whether content assets may be used without encryption.
    pub plain_http: PlainHttp,
    /// Site import archives, folders or ZIP files: all of it or nothing.
    pub site_archives: Vec<PathBuf>,
    /// `(site, other site)`: what archives say of the first is meant for the second.
    pub renamed_sites: Vec<(String, String)>,
    /// Locales and currency of the sites, instead of what archives say.
    pub spoken: Spoken,
    /// Tells dates and lifetimes.
    pub clock: Clock,
    /// What to start from instead of what is there: the name of a snapshot, or the file of an exported one.
    pub from: Option<String>,
}

impl SandboxOptions {
    /// The documented default of `halt_timeout` (section 8).
    pub const HALT_TIMEOUT: Duration = Duration::from_mins(1);

    /// The defaults, but on free ports of the loopback interface.
    pub fn on_free_ports() -> Self {
        let free = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
        Self { listen: free, tls_listen: free, ..Self::default() }
    }

    /// The IDs of all sites, `site` first.
    pub fn site_ids(&self) -> Vec<String> {
        let others = self.sites.iter().map(|site| &site.id).filter(|id| **id != self.site);
        std::iter::once(&self.site).chain(others).cloned().collect()
    }

    /// The site's cartridges.
    pub fn cartridges(&self) -> Result<Cartridges, CartridgesError> {
        self.cartridges_of(&self.cartridge_path)
    }

    /// The cartridges of a path, which the sample has or the folders that were given.
    pub(super) fn cartridges_of(&self, path: &[String]) -> Result<Cartridges, CartridgesError> {
        cartridges_in(&self.cartridges, path)
    }

    /// Refuses what must not be started, before anything listens.
    pub(super) fn check(&self) -> Result<(), SandboxError> {
        let outside = [self.listen, self.tls_listen].into_iter().find(|at| !at.ip().is_loopback());
        if let Some(address) = outside
            && self.accounts.has_public()
        {
            return Err(SandboxError::OutsideLoopback { address });
        }
        if !is_site_id(&self.site) {
            return Err(SandboxError::Site { site: self.site.clone() });
        }
        self.cartridges()?;
        Ok(())
    }
}

/// The cartridges of a path, which those folders have; without any the sample does.
pub(super) fn cartridges_in(
    folders: &[PathBuf],
    path: &[String],
) -> Result<Cartridges, CartridgesError> {
    match folders {
        [] => sample_path(path),
        folders => find_cartridges(folders, path),
    }
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8400),
            tls_listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8443),
            site: "Storefront".to_owned(),
            cartridges: Vec::new(),
            cartridge_path: Vec::new(),
            halt_timeout: Self::HALT_TIMEOUT,
            run_time: Limits::default().run_time,
            endpoint_times: EndpointTimes::default(),
            eval_time: Limits::default().eval_time,
            allow_net: Vec::new(),
            patience: Patience::default(),
            accounts: Accounts::builtin(),
            data: None,
            hosts: Vec::new(),
            sites: Vec::new(),
            libraries: Vec::new(),
            seeds: Vec::new(),
            plain_http: PlainHttp::default(),
            site_archives: Vec::new(),
            renamed_sites: Vec::new(),
            spoken: Spoken::default(),
            clock: Clock::system(),
            from: None,
        }
    }
}

/// What keeps the sandbox's state.
#[derive(Clone, Debug)]
pub enum Data {
    /// A folder, which only one sandbox has at a time.
    Folder(PathBuf),
    /// A schema of a database, for any number of them.
    Database(PostgresAddress),
}

impl From<PathBuf> for Data {
    fn from(folder: PathBuf) -> Self {
        Self::Folder(folder)
    }
}

impl From<&Path> for Data {
    fn from(folder: &Path) -> Self {
        Self::Folder(folder.to_owned())
    }
}

/// A site: its private library has its ID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The site's ID.
    pub id: String,
    /// The cartridges' order; empty means as found, alphabetical.
    pub cartridge_path: Vec<String>,
    /// The library that its scripts read by default.
    pub library: String,
}

/// A site's ID stands in addresses and file names (section 8 bounds its length).
pub(super) fn is_site_id(site: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    (1..=256).contains(&site.len()) && site.chars().all(plain)
}

/// Why a sandbox did not start.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// Built-in accounts are public knowledge; they are for loopback addresses alone.
    #[error(
        "{address} is no loopback address: with the built-in accounts, or their passwords, anybody on the network could run code here"
    )]
    OutsideLoopback {
        /// The address that was asked for.
        address: SocketAddr,
    },
    /// The site's ID can't stand in an address.
    #[error("\"{site}\" is no site ID: letters, digits, '_', '-' and '.', 1 to 256 of them")]
    Site {
        /// The ID that was asked for.
        site: String,
    },
    /// The cartridges aren't where they should be.
    #[error(transparent)]
    Cartridges(#[from] CartridgesError),
    /// The folder of the libraries can't be used.
    #[error(transparent)]
    Data(#[from] OpenError),
    /// The database can't be used.
    #[error(transparent)]
    Database(#[from] ConnectError),
    /// What should be in the libraries is wrong.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// The libraries can't be made.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A snapshot can't be started from, or not be taken of what the sandbox begins with.
    #[error(transparent)]
    Snapshot(#[from] CheckpointError),
    /// The scripts can't be looked at.
    #[error("can't look at the cartridges")]
    Scripts(#[from] ScriptError),
    /// The address is taken or not ours.
    #[error("can't listen on {address}")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The folder of the libraries is open to others.
    #[error(transparent)]
    NotPrivate(#[from] NotPrivate),
    /// The local CA can't be used or made.
    #[error(transparent)]
    Authority(#[from] AuthorityError),
}

impl SandboxError {
    /// Whether the caller asked for something impossible, rather than something failing.
    pub fn is_wrong_usage(&self) -> bool {
        match self {
            Self::Listen { .. } | Self::Authority(_) | Self::Data(_) | Self::Store(_) => false,
            Self::Snapshot(error) => is_wrong_snapshot(error),
            Self::Database(error) => matches!(error, ConnectError::Address(_)),
            Self::Seed(error) => !matches!(error, SeedError::Commit(_)),
            _ => true,
        }
    }
}

/// Whether a snapshot can't be started from because of what was named.
fn is_wrong_snapshot(error: &CheckpointError) -> bool {
    use CheckpointError as E;
    use io::ErrorKind::{IsADirectory, NotFound, PermissionDenied};
    match error {
        E::Unknown(_) | E::OtherShop(_) | E::Newer { .. } | E::Damaged(_) => true,
        E::File(error) => matches!(error.kind(), IsADirectory | NotFound | PermissionDenied),
        E::Full | E::TooLarge | E::Store(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::accounts::{ApiClient, BUILTIN_CLIENT, Right, User};

    #[test]
    fn a_snapshot_that_cannot_be_read_is_wrong_usage_and_a_full_disk_a_failure() {
        let file = |kind: io::ErrorKind| CheckpointError::File(kind.into());
        for (error, is_wrong) in [
            (CheckpointError::Unknown("one".parse().expect("a name")), true),
            (CheckpointError::Damaged("file is not a database".to_owned()), true),
            (CheckpointError::Newer { found: 9, known: 8 }, true),
            (file(io::ErrorKind::NotFound), true),
            (file(io::ErrorKind::PermissionDenied), true),
            (file(io::ErrorKind::WriteZero), false),
            (CheckpointError::Full, false),
        ] {
            let error = SandboxError::from(error);
            assert_eq!(error.is_wrong_usage(), is_wrong, "{error}");
        }
    }

    #[test]
    fn builtin_accounts_stay_on_loopback() {
        for address in ["0.0.0.0:0", "[::]:0", "192.0.2.7:8400"] {
            let listen = address.parse().expect("an address");
            let options = SandboxOptions { listen, ..SandboxOptions::on_free_ports() };
            assert!(matches!(options.check(), Err(SandboxError::OutsideLoopback { .. })));
            let tls_listen = options.listen;
            let options = SandboxOptions { tls_listen, ..SandboxOptions::on_free_ports() };
            assert!(options.check().expect_err("refused").is_wrong_usage());
        }
        let listen = "[::1]:0".parse().expect("an address");
        assert!(SandboxOptions { listen, ..SandboxOptions::on_free_ports() }.check().is_ok());
    }

    #[test]
    fn what_everybody_knows_stays_on_loopback_whoever_has_it() {
        let user = || User::new("ed").permitted_to(Right::Debugger);
        let client = || ApiClient::new("pipeline");
        let none = Accounts::none;
        for (accounts, fine) in [
            (none().with(user().with_password(&"haltscope-demo".into())), false),
            (none().with(user().with_access_key(&"haltscope-demo".into())), false),
            (none().with_client(client().with_secret(&BUILTIN_CLIENT.into())), false),
            (none().with(user().with_password(&"green tea".into())), true),
            (none().with_client(client().with_secret(&"green tea".into())), true),
            (none(), true),
        ] {
            let listen = "0.0.0.0:0".parse().expect("an address");
            let options = SandboxOptions { listen, accounts, ..SandboxOptions::on_free_ports() };
            assert_eq!(options.check().is_ok(), fine, "{:?}", options.accounts);
        }
    }

    #[test]
    fn a_site_is_a_plain_word() {
        for (site, fine) in [("RefArch", true), ("a.b-c_1", true), ("", false), ("a/b", false)] {
            assert_eq!(is_site_id(site), fine, "{site}");
        }
        assert!(!is_site_id(&"x".repeat(257)));
    }
}
