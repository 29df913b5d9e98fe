//! The command line's types; no behaviour.
#![expect(clippy::doc_markdown, reason = "help is read without markdown")]

mod config;
mod content;
mod doctor;
mod probe;
mod running;

pub use config::ConfigArgs;
pub use content::{
    AssetCommand, AssignmentCommand, BodyArgs, ContentArgs, ContentCommand, DeleteArgs,
    DeletePairArgs, ExportArgs, FolderCommand, GrantArgs, GrantKind, IdArgs, ListArgs, PairArgs,
    PartArgs, PathArgs, TokenArgs, WriteArgs, WritePairArgs,
};
pub use doctor::DoctorArgs;
pub use probe::{FormArgs, ProbeArgs};
pub use running::{
    ClockArgs, ClockCommand, FaultsArgs, FaultsCommand, JobArgs, JobCommand, JournalArgs, RunArgs,
    RunningArgs, RunningCommand, SnapshotArgs, SnapshotCommand,
};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::fmt::Display;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

/// A full-screen terminal debugger for the script threads of a commerce platform, with its own
/// local sandbox.
#[derive(Debug, Parser)]
#[command(
    name = "haltscope",
    bin_name = "haltscope",
    version,
    args_conflicts_with_subcommands = true
)]
#[command(after_help = "Without a command, haltscope debugs. New here? Try: haltscope demo")]
pub struct Cli {
    /// What to do; without it, what `debug` does.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The arguments of `debug`, which needs no name.
    #[command(flatten)]
    pub debug: DebugArgs,
}

/// What the help of a verb says instead of the flags of the connection.
const ELSEWHERE: &str = "The flags of the connection are told by: haltscope content --help";

/// The help without the flags of the connection.
fn brief(verb: clap::Command) -> clap::Command {
    let is_connection =
        |flag: &clap::Arg| flag.get_help_heading().is_some_and(|it| it == "Connection");
    let shortened = verb.mut_args(|flag| {
        let is_left_out = is_connection(&flag);
        if is_left_out { flag.hide_short_help(true).hide_long_help(true) } else { flag }
    });
    shortened.after_help(ELSEWHERE).mut_subcommands(brief)
}

/// What the environment says beside the connection; at the end of every help.
const ENVIRONMENT: &str = "\
Environment:
  HALTSCOPE_LOG=LEVEL  How much is logged: error, warn, info, debug, trace or off. The full
                       screen logs to haltscope.log in the state folder (`haltscope config`
                       says where), the sandbox to stderr [default: info]; other commands log
                       only if it is set, to stderr";

impl Cli {
    /// The whole command line. The flags of `content` are accepted behind its verbs too, whose help
    /// leaves the connection to that of `content`.
    pub fn definition() -> clap::Command {
        let everywhere = |content: clap::Command| {
            content.mut_args(|flag| {
                let does_nothing = matches!(flag.get_id().as_str(), "cartridges" | "debugger_id");
                flag.global(true).hide(does_nothing)
            })
        };
        let logged = |command: clap::Command| {
            let own = command.get_after_help().map(|own| format!("{own}\n\n"));
            command.after_help(format!("{}{ENVIRONMENT}", own.unwrap_or_default()))
        };
        let all = Self::command().mut_subcommand("content", everywhere);
        let mut all = logged(all.mut_subcommands(logged));
        // Only then does each verb have its own of the flags that are accepted everywhere.
        all.build();
        all.mut_subcommand("content", |content| content.mut_subcommands(brief))
    }

    /// Reads the process's arguments.
    pub fn of_process() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::definition().try_get_matches()?)
    }
}

impl Cli {
    /// Whether the command is asked for JSON.
    pub fn is_json(&self) -> bool {
        match &self.command {
            Some(Command::Sandbox(args)) => {
                args.running.as_ref().map_or(args.json, |command| command.running().json)
            }
            Some(Command::Token(args)) => args.json,
            Some(Command::Content(args)) => args.json,
            Some(Command::Probe(args)) => args.form.json,
            Some(Command::Config(args)) => args.json,
            Some(Command::Doctor(args)) => args.json,
            None
            | Some(
                Command::Debug(_)
                | Command::Demo(_)
                | Command::Replay(_)
                | Command::Rpc(_)
                | Command::Dap(_)
                | Command::Mcp(_)
                | Command::Completions { .. }
                | Command::Man(_),
            ) => false,
        }
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Debug the instance that the configuration names, full screen
    Debug(Box<DebugArgs>),
    /// Debug a sample storefront of the built-in sandbox; needs nothing else
    Demo(DemoArgs),
    /// Show the exported halts of an earlier session, offline and read only
    Replay(ReplayArgs),
    /// Run the local sandbox: storefront scripts and the debugger API; or ask a running one
    Sandbox(Box<SandboxArgs>),
    /// Print what expressions give whenever a script reaches a line, and let each thread go on
    Probe(Box<ProbeArgs>),
    /// Debug from a script: JSON lines on stdin and stdout
    Rpc(Box<RpcArgs>),
    /// Debug from an editor: the Debug Adapter Protocol over stdin and stdout, or TCP
    Dap(Box<DapArgs>),
    /// Debug from a coding assistant: the Model Context Protocol over stdin and stdout
    Mcp(Box<McpArgs>),
    /// Print an access token
    Token(Box<TokenArgs>),
    /// Read and write content libraries
    Content(Box<ContentArgs>),
    /// Show every configured value and where it comes from; secrets are masked
    Config(Box<ConfigArgs>),
    /// Check configuration, connection, login and breakpoints: what is wrong, and what to do
    Doctor(Box<DoctorArgs>),
    /// Print a completion script for a shell
    Completions {
        /// Which shell it is for
        shell: clap_complete::Shell,
    },
    /// Print the man page (roff), or write those of all commands into a folder
    Man(ManArgs),
}

/// `haltscope man`.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// Write a page for each command into this folder, instead of the program's own to stdout
    #[arg(long, value_name = "DIR")]
    pub folder: Option<std::path::PathBuf>,
}

/// `haltscope debug`.
#[derive(Debug, Args)]
pub struct DebugArgs {
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
    /// Set a breakpoint: a local file, or a script by its path on the server or the end of that;
    /// repeatable
    #[arg(long = "break", value_name = "PATH:LINE[:CONDITION]")]
    pub breakpoints: Vec<String>,
    /// How the screen is drawn.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// Where storefront requests go.
#[derive(Clone, Debug, Default, Args)]
pub struct SiteArgs {
    /// The site of requests that are given as Controller-Action [env: SFCC_SITE_ID; else dw.json, the settings]
    #[arg(long, value_name = "ID")]
    pub site: Option<String>,
}

/// `haltscope rpc`.
#[derive(Debug, Args)]
#[command(
    after_help = "Send {\"id\": 1, \"command\": \"schema\"} for every command, argument and event. Answers \
come as they are known, each under its id; what moves a thread waits for the answers to the questions \
about it that were sent before."
)]
pub struct RpcArgs {
    /// Where storefront requests go.
    #[command(flatten)]
    pub site: SiteArgs,
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}

/// `haltscope dap`.
#[derive(Debug, Args)]
pub struct DapArgs {
    /// Listen there for one editor at a time instead of using stdin and stdout; loopback only, port 0 takes a free one
    #[arg(long, value_name = "ADDR", value_parser = socket)]
    pub listen: Option<SocketAddr>,
    /// Where storefront requests go, unless the launch configuration says otherwise.
    #[command(flatten)]
    pub site: SiteArgs,
    /// Where and as whom to connect, unless the launch configuration says otherwise.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}

/// `haltscope mcp`.
#[derive(Debug, Args)]
pub struct McpArgs {
    /// Where storefront requests go.
    #[command(flatten)]
    pub site: SiteArgs,
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}

/// `haltscope demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// How the screen is drawn.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// `haltscope replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// What the screen's `export` has written: a recorded halt as JSON on each line
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A folder that holds the cartridges that were halted [default: found below this folder]; repeatable
    #[arg(long, value_name = "DIR")]
    pub cartridges: Vec<PathBuf>,
    /// How the screen is drawn.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// How the screen is drawn.
#[derive(Clone, Debug, Args)]
pub struct ScreenArgs {
    /// Whether to use colours; wins over NO_COLOR
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,
    /// Draw with ASCII marks only
    #[arg(long)]
    pub ascii: bool,
}

/// Whether colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// If the terminal can show them and NO_COLOR isn't set
    #[default]
    Auto,
    /// Even where NO_COLOR is set
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
    /// What a token is asked for, separated by commas; repeatable [env: SFCC_OAUTH_SCOPES; default: whatever the API client may do]
    #[arg(long = "scope", value_name = "SCOPES")]
    pub scopes: Vec<String>,
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
    /// The dw.json to read [env: SFCC_CONFIG; default: in this folder or a parent, then the one that the platform's own tools know for all projects]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Which configuration of dw.json [env: SFCC_INSTANCE; default: the active one]
    #[arg(long, value_name = "NAME")]
    pub instance: Option<String>,
    /// A folder that holds cartridges [env: SFCC_CARTRIDGE_DIRS; default: found below this folder]; repeatable
    #[arg(long, value_name = "DIR")]
    pub cartridges: Vec<PathBuf>,
}

/// `haltscope sandbox`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SandboxArgs {
    /// What a running one is asked; without it, one is started.
    #[command(subcommand)]
    pub running: Option<RunningCommand>,
    /// Where plain HTTP is served; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8400", value_parser = socket)]
    pub listen: SocketAddr,
    /// Where HTTPS is served; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8443", value_parser = socket)]
    pub tls_listen: SocketAddr,
    /// A folder that holds cartridges, and `modules/` beside them; repeatable [default: a sample storefront]
    #[arg(long, value_name = "DIR")]
    pub cartridges: Vec<PathBuf>,
    /// The cartridges' order [default: as found, alphabetical]
    #[arg(long, value_name = "A:B", value_delimiter = ':', value_parser = cartridge)]
    pub cartridge_path: Vec<String>,
    /// The site; one of those that archives define, if they define any [default: Storefront]
    #[arg(long, value_name = "ID")]
    pub site: Option<String>,
    /// Keep libraries, CA and the tokens' signing key in this folder, or all but the CA in this PostgreSQL database, which several sandboxes may share [default: in memory, gone at exit]
    #[arg(long, value_name = "DIR|postgres://…")]
    pub data: Option<PathBuf>,
    /// Start from a snapshot instead of from what --data keeps: its name, or an exported file
    #[arg(long, value_name = "NAME|FILE")]
    pub from: Option<String>,
    /// Users, API clients with their permissions, libraries and sites, as TOML
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Load content before the first request, all or nothing: an export (.json or a folder) or the platform's library.xml; repeatable
    #[arg(long, value_name = "FILE")]
    pub seed: Vec<PathBuf>,
    /// The platform's site import archive, a folder or a ZIP file, all or nothing: catalogues, prices, inventory, libraries, sites; repeatable
    #[arg(long, value_name = "DIR|ZIP")]
    pub site_archive: Vec<PathBuf>,
    /// What an archive says of the site A is meant for the site B, as archives that come with cartridges name some site; repeatable
    #[arg(long, value_name = "A=B", value_parser = renamed_site, requires = "site_archive")]
    pub archive_site: Vec<(String, String)>,
    /// The sites' locales, the default one first [default: those of the archive]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = locale)]
    pub locales: Vec<String>,
    /// The sites' currency, for example EUR [default: that of the archive]
    #[arg(long, value_name = "CODE", value_parser = currency)]
    pub currency: Option<String>,
    /// Serve nothing: list what the cartridges use that isn't emulated, and what in them and in the site archives is faulty; exit 1 if anything, but not for what of archives has merely no place here. What is kept isn't looked at
    #[arg(long, conflicts_with_all = ["data", "from"])]
    pub check: bool,
    /// A host that services of scripts may call, and where it is reached if elsewhere: api.example.com=http://127.0.0.1:9000; without it they are mocked; repeatable
    #[arg(long, value_name = "HOST[=ADDRESS]")]
    pub allow_net: Vec<String>,
    /// How long a halted thread may sleep, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true, value_parser = whole(1_u64, 86_400))]
    pub halt_timeout: u64,
    /// Announce the addresses as one line of JSON on stdout; with --check, each finding is one: file, line if it stands in one, severity (error: it is faulty, warning: it isn't emulated), message
    #[arg(long)]
    pub json: bool,
}

/// An IP address and a port.
fn socket(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "an IP address and a port are needed, such as 127.0.0.1:8400")
}

/// A whole number within these bounds.
fn whole<N>(least: N, most: N) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: Copy + FromStr + PartialOrd + Display + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("a whole number from {least} to {most} is needed"))
    }
}

/// The name of a cartridge.
fn cartridge(text: &str) -> Result<String, &'static str> {
    let is_any = !text.trim().is_empty();
    is_any.then(|| text.to_owned()).ok_or("the name of a cartridge is missing")
}

/// Three capital letters.
fn currency(text: &str) -> Result<String, String> {
    let is_code = text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_uppercase());
    if is_code {
        Ok(text.to_owned())
    } else {
        Err("a currency is three capital letters, such as EUR".to_owned())
    }
}

/// `default`, a language, or a language and a country.
fn locale(text: &str) -> Result<String, String> {
    let is =
        |part: &str, fits: fn(&u8) -> bool| part.len() == 2 && part.as_bytes().iter().all(fits);
    let (language, country) = text.split_once('_').unwrap_or((text, "XX"));
    let is_locale = is(language, u8::is_ascii_lowercase) && is(country, u8::is_ascii_uppercase);
    if text == "default" || is_locale {
        return Ok(text.to_owned());
    }
    Err("a locale is default, a language or a language and a country, such as de_DE".to_owned())
}

/// `A=B`: two IDs of sites.
fn renamed_site(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok((from.into(), to.into())),
        _ => {
            Err("the site in the archive and the one that is meant, such as yourSiteID=RefArch"
                .into())
        }
    }
}
