//! The command line's types; no behaviour.
#![expect(clippy::doc_markdown, reason = "help is read without markdown")]

mod content;
mod doctor;

pub use content::{
    AssetCommand, AssignmentCommand, BodyArgs, ContentArgs, ContentCommand, DeleteArgs,
    DeletePairArgs, ExportArgs, FolderCommand, GrantArgs, GrantKind, IdArgs, ListArgs, PairArgs,
    PartArgs, PathArgs, TokenArgs, WriteArgs, WritePairArgs,
};
pub use doctor::DoctorArgs;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;

/// A full-screen terminal debugger for the script threads of a commerce platform, with its own
/// local sandbox.
#[derive(Debug, Parser)]
#[command(name = "haltscope", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Without a command, haltscope debugs. New here? Try: haltscope demo")]
pub struct Cli {
    /// What to do; without it, what `debug` does.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The arguments of `debug`, which needs no name.
    #[command(flatten)]
    pub debug: DebugArgs,
}

impl Cli {
    /// The whole command line. The flags of `content` are accepted behind its verbs too.
    pub fn definition() -> clap::Command {
        let everywhere = |content: clap::Command| content.mut_args(|flag| flag.global(true));
        Self::command().mut_subcommand("content", everywhere)
    }

    /// Reads the process's arguments.
    pub fn of_process() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::definition().try_get_matches()?)
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Debug the instance that the configuration names, full screen
    Debug(Box<DebugArgs>),
    /// Debug a sample storefront of the built-in sandbox; needs nothing else
    Demo(DemoArgs),
    /// Run the local sandbox: storefront scripts and the debugger API
    Sandbox(Box<SandboxArgs>),
    /// Print an access token
    Token(Box<TokenArgs>),
    /// Read and write content libraries
    Content(Box<ContentArgs>),
    /// Check configuration, connection, login and breakpoints: what is wrong, and what to do
    Doctor(Box<DoctorArgs>),
    /// Print a completion script for a shell
    Completions {
        /// Which shell it is for
        shell: clap_complete::Shell,
    },
    /// Print the man page (roff)
    Man,
}

/// `haltscope debug`.
#[derive(Debug, Args)]
pub struct DebugArgs {
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
    /// Set a breakpoint: a script as the server names it or a local file; repeatable
    #[arg(long = "break", value_name = "PATH:LINE[:CONDITION]")]
    pub breakpoints: Vec<String>,
    /// How the screen is drawn.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// `haltscope demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// How the screen is drawn.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// How the screen is drawn.
#[derive(Clone, Debug, Args)]
pub struct ScreenArgs {
    /// Whether to use colours; NO_COLOR means never
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,
    /// Draw with ASCII marks only
    #[arg(long)]
    pub ascii: bool,
}

/// Whether colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// If the terminal and NO_COLOR allow it
    #[default]
    Auto,
    /// Also where NO_COLOR is set
    Always,
    /// Bold, reverse and underline only
    Never,
}

/// Where and as whom to connect; each flag wins over the environment and over `dw.json`.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Connection")]
pub struct ConnectionArgs {
    /// The instance: HOST, HOST:PORT or a URL [env: SFCC_SERVER]
    #[arg(long, value_name = "HOST")]
    pub server: Option<String>,
    /// The back-office user; case-sensitive [env: SFCC_USERNAME]
    #[arg(long, value_name = "NAME")]
    pub username: Option<String>,
    /// Read the password or access key from stdin [env: SFCC_PASSWORD; else dw.json, the keyring if built with it, a question on the terminal]
    #[arg(long)]
    pub password_stdin: bool,
    /// The x-dw-client-id header [default: haltscope]
    #[arg(long, value_name = "NAME")]
    pub debugger_id: Option<String>,
    /// The API client's ID, for tokens [env: SFCC_CLIENT_ID]
    #[arg(long, value_name = "ID")]
    pub client_id: Option<String>,
    /// Read the API client's secret from stdin [env: SFCC_CLIENT_SECRET; else as the password]
    #[arg(long, conflicts_with = "password_stdin")]
    pub client_secret_stdin: bool,
    /// The private key (PEM) that signs token requests [env: SFCC_JWT_KEY; its passphrase: SFCC_JWT_PASSPHRASE]
    #[arg(long, value_name = "FILE")]
    pub jwt_key: Option<PathBuf>,
    /// The token server [env: SFCC_ACCOUNT_MANAGER_HOST]
    #[arg(long, value_name = "URL")]
    pub auth_url: Option<String>,
    /// Trust this certificate authority too, or this self-signed server certificate (PEM)
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// Trust exactly the instance's certificate with this fingerprint and no other, whoever signed it and whatever names and dates it has [env: SFCC_PIN]
    #[arg(long, value_name = "SHA256")]
    pub pin: Option<String>,
    /// A client certificate: PEM with --key, or PKCS#12 (.p12, .pfx) [env: SFCC_CERTIFICATE; its passphrase: SFCC_CERTIFICATE_PASSPHRASE]
    #[arg(long, value_name = "FILE")]
    pub cert: Option<PathBuf>,
    /// The client certificate's key (PEM)
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Accept any server certificate: gives up knowing who answers
    #[arg(long, conflicts_with = "pin")]
    pub insecure: bool,
    /// The dw.json to read [env: SFCC_CONFIG; default: in this folder or a parent]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Which configuration of dw.json [env: SFCC_INSTANCE; default: the active one]
    #[arg(long, value_name = "NAME")]
    pub instance: Option<String>,
    /// A folder that holds cartridges [default: found below this folder]; repeatable
    #[arg(long, value_name = "DIR")]
    pub cartridges: Vec<PathBuf>,
}

/// `haltscope sandbox`.
#[derive(Debug, Args)]
pub struct SandboxArgs {
    /// Where plain HTTP is served; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8400")]
    pub listen: SocketAddr,
    /// Where HTTPS is served; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8443")]
    pub tls_listen: SocketAddr,
    /// A folder that holds cartridges, and `modules/` beside them; repeatable [default: a sample storefront]
    #[arg(long, value_name = "DIR")]
    pub cartridges: Vec<PathBuf>,
    /// The cartridges' order [default: as found, alphabetical]
    #[arg(long, value_name = "A:B", value_delimiter = ':')]
    pub cartridge_path: Vec<String>,
    /// The site
    #[arg(long, value_name = "ID", default_value = "Storefront")]
    pub site: String,
    /// Keep libraries, CA and the tokens' signing key in this folder [default: in memory, gone at exit]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Users, API clients with their permissions, libraries and sites, as TOML
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Load content before the first request, all or nothing: an export (.json or a folder) or the platform's library.xml; repeatable
    #[arg(long, value_name = "FILE")]
    pub seed: Vec<PathBuf>,
    /// How long a halted thread may sleep, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub halt_timeout: u64,
    /// Announce the addresses as one line of JSON on stdout
    #[arg(long)]
    pub json: bool,
}
