//! `haltscope sandbox`: the local service until it is told to end.

use super::{failure::Failure, interruption::Signals, output, seed};
use crate::{
    cli::SandboxArgs,
    config::exposure,
    sandbox::{
        self, Accounts, Checked, Data, LeftOut, OPEN_FILES, Sandbox, SandboxError, SandboxOptions,
        SeedError, Settings, SettingsError,
        store::{ConnectError, PostgresAddress, StoreError},
        storefront::{AllowedHost, AllowedHostError, CartridgesError, Finding, Spoken},
    },
};
use anyhow::Context;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::Serialize;
use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

/// Serves until SIGINT, SIGTERM or SIGHUP, says on stdout when requests are accepted, exits with 0.
pub async fn run(args: SandboxArgs) -> anyhow::Result<ExitCode> {
    if args.check {
        return check(args).await;
    }
    let mut signals = Signals::listen().context("can't wait for signals")?;
    let announcement = if args.json { Announcement::Json } else { Announcement::Text };
    allow_many_connections();
    let is_named = args.site.is_some();
    let is_given = args.archive_site.iter().any(|(_, to)| Some(to) == args.site.as_ref());
    let options = options(args)?;
    let login = login(&options.accounts);
    let sandbox = Sandbox::start(options).await.map_err(failure)?;
    for (file, left_out) in sandbox.left_out() {
        let told = left_out.told(&file.display().to_string(), LeftOut::UNPLACED);
        for line in told {
            output::note(&line);
        }
    }
    if let Some(line) = served_site(&sandbox, is_named).filter(|_| !is_given) {
        output::note(&line);
    }
    announcement.write(&sandbox, &login).context("can't write to stdout")?;
    signals.next().await;
    tokio::select! {
        () = sandbox.shutdown() => Ok(ExitCode::SUCCESS),
        // Who asks twice doesn't want to wait.
        () = signals.next() => Ok(ExitCode::from(130)),
    }
}

/// Prints all that won't work, as `file:line: what` or each as an object; whether any of it matters is the exit code.
async fn check(args: SandboxArgs) -> anyhow::Result<ExitCode> {
    let is_json = args.json;
    let options = options(args)?;
    let Checked { findings, elsewhere, is_fine } =
        sandbox::check(options).await.map_err(failure)?;
    let here = std::env::current_dir().unwrap_or_default();
    let mut stdout = io::stdout().lock();
    for mut finding in findings {
        if let Ok(below) = finding.file.strip_prefix(&here) {
            finding.file = below.to_owned();
        }
        let Finding { file, line, what, .. } = &finding;
        let told = if is_json {
            serde_json::to_string(&finding)?
        } else if *line == 0 {
            format!("{}: {what}", file.display())
        } else {
            format!("{}:{line}: {what}", file.display())
        };
        writeln!(stdout, "{told}").context("can't write to stdout")?;
    }
    if elsewhere > 0 {
        let of = match elsewhere {
            1 => "one of these is",
            count => &format!("{count} of these are"),
        };
        output::note(&format!(
            "{of} for what no given cartridge has; give those that yours build on with --cartridges, too"
        ));
    }
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Which site is served first and which others there are, where nobody has named one, or one that archives lack which
/// have others.
fn served_site(sandbox: &Sandbox, is_named: bool) -> Option<String> {
    let (site, all) = (sandbox.site(), sandbox.defined_sites());
    let others: Vec<_> = all.iter().filter(|it| *it != site).map(String::as_str).collect();
    let is_undefined = others.len() == all.len();
    let is_told = (!is_named || is_undefined) && !others.is_empty();
    let undefined = if is_undefined { ", which no archive defines" } else { "" };
    is_told.then(|| {
        let others = others.join(", ");
        format!("the site is {site}{undefined}; --site names another one: {others}")
    })
}

/// Systems often allow a process fewer open files than the sandbox has connections.
fn allow_many_connections() {
    let limits = getrlimit(Resource::Nofile);
    let wanted = limits.maximum.map_or(OPEN_FILES, |maximum| maximum.min(OPEN_FILES));
    if limits.current.is_some_and(|current| current < wanted)
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limits })
    {
        tracing::debug!(%error, "fewer connections will have to do");
    }
}

fn options(args: SandboxArgs) -> Result<SandboxOptions, Failure> {
    named_once("--cartridge-path", &args.cartridge_path)?;
    named_once("--locales", &args.locales)?;
    let site = args.site.unwrap_or_else(|| SandboxOptions::default().site);
    let settings = match &args.settings {
        Some(file) => {
            let settings = Settings::read(file, &site, &args.cartridges);
            Some(settings.map_err(|error| unsettled(&error))?)
        }
        None => None,
    };
    if let (Some(file), true) =
        (&args.settings, settings.as_ref().is_some_and(Settings::has_accounts))
    {
        output::warn(&exposure(file, "accounts"));
    }
    let options = SandboxOptions {
        listen: args.listen,
        tls_listen: args.tls_listen,
        site,
        cartridges: args.cartridges,
        cartridge_path: args.cartridge_path,
        halt_timeout: Duration::from_secs(args.halt_timeout),
        data: args.data.map(data).transpose()?,
        from: args.from,
        site_archives: args.site_archive,
        renamed_sites: args.archive_site,
        spoken: Spoken { locales: args.locales, currency: args.currency, ports: None },
        allow_net: args.allow_net.iter().map(|it| allowed_host(it)).collect::<Result<_, _>>()?,
        ..SandboxOptions::default()
    };
    let options = match settings {
        Some(settings) => settings.apply(options),
        None => options,
    };
    let sites = options.site_ids();
    let seeds = args.seed.iter().map(|file| seed::read(file, &sites)).collect::<Result<_, _>>()?;
    Ok(SandboxOptions { seeds, ..options })
}

/// A list in which one thing stands twice is rather misspelt.
fn named_once(flag: &str, list: &[String]) -> Result<(), Failure> {
    let again = list.iter().enumerate().find(|(at, name)| list[..*at].contains(name));
    again.map_or(Ok(()), |(_, name)| {
        Err(Failure::usage(format!("{flag} names {name} twice")).then("Name each once."))
    })
}

fn allowed_host(text: &str) -> Result<AllowedHost, Failure> {
    text.parse().map_err(|error: AllowedHostError| {
        Failure::usage(format!("--allow-net {text}: {error}")).then("Correct --allow-net.")
    })
}

/// A folder, or a database if it is written as one.
fn data(place: PathBuf) -> Result<Data, Failure> {
    match place.to_str().filter(|text| PostgresAddress::is_meant(text)) {
        None => match place.to_str().and_then(scheme) {
            None if place.exists() && !place.is_dir() => {
                Err(Failure::usage(format!("--data: {} is no folder", place.display()))
                    .then("Name a folder; one that isn't there is made."))
            }
            None => Ok(Data::Folder(place)),
            Some(scheme) => Err(Failure::usage(format!(
                "--data: what begins with {scheme}: is neither a folder nor a database in PostgreSQL"
            ))
            .then("Write postgres://user@host:5432/database, or ./ before a folder's name.")),
        },
        Some(text) => PostgresAddress::read(text).map(Data::Database).map_err(|error| {
            Failure::usage(format!("--data: {error}"))
                .then("Write it as in postgres://user@host:5432/database?schema=name.")
        }),
    }
}

/// The beginning of what is meant as an address. What follows may be a password.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once(':')?;
    let is_meant = rest.starts_with("//") || scheme.starts_with("postgres");
    (is_meant && !scheme.contains(['.', '/'])).then_some(scheme)
}

/// As whom one can debug.
fn login(accounts: &Accounts) -> String {
    let debuggers: Vec<_> = accounts.debuggers().collect();
    match debuggers.as_slice() {
        [] => "for nobody: no user has debugger = true".to_owned(),
        all => match all.iter().find(|(_, is_documented)| *is_documented) {
            Some((login, _)) => format!("user {login}, password haltscope-demo"),
            None => format!("user {}, by the settings", all[0].0),
        },
    }
}

fn unsettled(error: &SettingsError) -> Failure {
    Failure::usage(error.to_string()).then("Correct the file that --settings names.")
}

/// Why nothing is served, and what to do next.
fn failure(error: SandboxError) -> Failure {
    match &error {
        SandboxError::Seed(SeedError::Wrong { .. }) => return seed::wrong(error.to_string()),
        SandboxError::Seed(SeedError::Unreadable { .. }) => return seed::unread(error.to_string()),
        _ => {}
    }
    let action = action(&error);
    let is_wrong_usage = error.is_wrong_usage();
    let cause = format!("{:#}", anyhow::Error::new(error));
    let failure = if is_wrong_usage { Failure::usage(cause) } else { Failure::failed(cause) };
    failure.then(action)
}

fn action(error: &SandboxError) -> String {
    let action = match error {
        SandboxError::OutsideLoopback { .. } => "Listen on 127.0.0.1 or [::1].",
        SandboxError::Site { .. } => "Name another site with --site.",
        SandboxError::Cartridges(CartridgesError::Unknown { .. }) => "Correct --cartridge-path.",
        SandboxError::Cartridges(_) => {
            "Name the folder that holds the cartridges with --cartridges."
        }
        SandboxError::Listen { .. } => {
            "End what listens there, or choose other ports with --listen and --tls-listen; port 0 takes a free one."
        }
        SandboxError::Database(ConnectError::Newer { .. }) => {
            "Use a later haltscope, or name another schema: --data postgres://…?schema=name."
        }
        SandboxError::Database(ConnectError::Address(_)) => "Correct the address of --data.",
        SandboxError::Database(ConnectError::Unusable(_))
        | SandboxError::Store(StoreError::Unreachable(_) | StoreError::Unknown(_)) => {
            "Start the database, or correct the address of --data; psql tells whether it can be reached."
        }
        SandboxError::Data(_) | SandboxError::Store(_) | SandboxError::Seed(_) => {
            "Name another folder with --data."
        }
        SandboxError::Snapshot(_) => {
            "Name a snapshot of the folder that --data names, or a file, with --from."
        }
        SandboxError::NotPrivate(error) => return error.action(),
        SandboxError::Authority(error) => return error.action(),
        SandboxError::Scripts(_) => "Try again; the engine that reads scripts couldn't begin.",
    };
    action.to_owned()
}

/// How the sandbox says that it is ready.
enum Announcement {
    /// One line for programs.
    Json,
    /// A few lines for people.
    Text,
}

/// The line for programs; its keys come in this order.
#[derive(Serialize)]
struct Announced<'a> {
    ready: bool,
    http: &'a str,
    https: &'a str,
    ca_file: &'a str,
    site: &'a str,
}

impl Announcement {
    fn write(&self, sandbox: &Sandbox, login: &str) -> io::Result<()> {
        let http = &format!("http://{}", sandbox.http_addr());
        let https = &format!("https://{}", sandbox.https_addr());
        let (site, ca_file) = (sandbox.site(), &sandbox.ca_file().display().to_string());
        let text = match self {
            Self::Json => {
                serde_json::to_string(&Announced { ready: true, http, https, ca_file, site })?
            }
            Self::Text => format!(
                "The sandbox is ready; Ctrl-C ends it.\n\n  \
                 storefront  {http}/\n  \
                 debugger    {http}, {login}\n  \
                 HTTPS       {https}\n  \
                 its CA      {ca_file}"
            ),
        };
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "{text}")?;
        stdout.flush()
    }
}
