//! `haltscope sandbox health`, `reset`, `snapshot`, `clock`, `job`, `journal` and `faults`.

mod job;
mod journal;

use super::failure::Failure;
use super::output::{self, Form};
use super::{connection, interruption};
use crate::api::counted::counted;
use crate::api::fault::Fault;
use crate::api::sandbox::{Asked, Operation};
use crate::cli::{ClockCommand, FaultsCommand, RunningArgs, RunningCommand, SnapshotCommand};
use crate::client::{Client, ClientError, StorefrontRequest, TlsProblem};
use crate::config::{Config, Origin, Sourced, Surroundings};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;

/// Where a sandbox listens unless it is told otherwise.
const SERVER: &str = "http://127.0.0.1:8400";
/// What a file of fault rules looks like.
const RULES: &str =
    "Correct the file: {\"rules\": [{\"route\": \"GET /path/*\", \"status\": 503}]}.";
/// Its built-in user, whose password everybody may know.
const LOGIN: (&str, &str) = ("admin", "haltscope-demo");

/// Asks a running sandbox.
pub(super) fn run(command: RunningCommand) -> anyhow::Result<ExitCode> {
    let running = Running::of(command.running())?;
    interruption::block_on(async move {
        running.perform(command).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// A sandbox, and how what it says is told.
struct Running {
    client: Client,
    form: Form,
}

impl Running {
    fn of(args: &RunningArgs) -> anyhow::Result<Self> {
        let config = config(args)?;
        let client = connection::client(&config)?;
        let client = client.ok_or_else(|| Failure::usage("no sandbox is named"))?;
        Ok(Self { client, form: args.json.into() })
    }

    async fn perform(&self, command: RunningCommand) -> Result<(), Failure> {
        match command {
            RunningCommand::Health(_) => self.health().await,
            RunningCommand::Reset(_) => {
                let answer = self.ask(&Operation::Reset).await?;
                self.tell(&answer, || format!("The sandbox is as it began{}.", ended(&answer)))
            }
            RunningCommand::Snapshot(args) => self.snapshot(args.command).await,
            RunningCommand::Clock(args) => self.clock(args.command).await,
            RunningCommand::Job(args) => self.job(args.command).await,
            RunningCommand::Journal(args) => self.journal(&args).await,
            RunningCommand::Faults(args) => self.faults(args.command).await,
        }
    }

    async fn health(&self) -> Result<(), Failure> {
        let answer = self.ask(&Operation::Health).await?;
        let problem = answer["store_problem"].as_str();
        self.tell(&answer, || {
            let text = |name: &str| shown(&answer[name]);
            let threads = &answer["threads"];
            let rows = [
                ("ready", if answer["ready"] == true { "yes" } else { "no" }.to_owned()),
                ("version", text("version")),
                ("store", text("store")),
                ("age", format!("{} s", text("age_seconds"))),
                (
                    "threads",
                    format!("{} running, {} halted", threads["running"], threads["halted"]),
                ),
                ("clock", text("clock")),
                ("fault rules", text("faults")),
            ];
            let rows: Vec<_> = rows.map(|(name, text)| vec![name.to_owned(), text]).into();
            output::table(&rows).trim_end().to_owned()
        })?;
        match problem {
            None => Ok(()),
            Some(problem) => Err(Failure::failed(format!("the sandbox isn't ready: {problem}"))
                .then("It goes on by itself when what keeps its content is back.")),
        }
    }

    async fn snapshot(&self, command: SnapshotCommand) -> Result<(), Failure> {
        match command {
            SnapshotCommand::Take { name, replace } => {
                let operation = Operation::Take { name: name.clone(), replace };
                let answer = self.ask(&operation).await?;
                self.tell(&answer, || format!("The snapshot {name} is taken."))
            }
            SnapshotCommand::List => {
                let answer = self.ask(&Operation::Snapshots).await?;
                self.tell(&answer, || listed(&answer))
            }
            SnapshotCommand::Restore { name } => {
                let answer = self.ask(&Operation::Restore(name.clone())).await?;
                self.tell(&answer, || {
                    format!("The sandbox is as the snapshot {name}{}.", ended(&answer))
                })
            }
            SnapshotCommand::Delete { name } => {
                let answer = self.ask(&Operation::Delete(name.clone())).await?;
                self.tell(&answer, || format!("The snapshot {name} is deleted."))
            }
            SnapshotCommand::Export { name, file } => self.export(&name, &file).await,
        }
    }

    /// A file that can't be written whole isn't left behind.
    async fn export(&self, name: &str, path: &Path) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            Failure::failed(format!("can't write {}: {error}", path.display()))
                .then("Name a file that isn't there yet, in a folder that is.")
        };
        let private = || File::options().write(true).create_new(true).mode(0o600).open(path);
        let mut file = private().map_err(failed)?;
        let mut written = Ok(());
        let request = request(&Operation::Export(name.to_owned()));
        let answered = self.client.own_whole(request, |piece| {
            written = file.write_all(piece);
            written.is_ok()
        });
        let answered = answered.await.map_err(|error| self.failure(error));
        let done = answered.and_then(|()| {
            written.and_then(|()| file.sync_all()).map_err(failed)?;
            file.metadata().map_err(failed)
        });
        if done.is_err() {
            drop(fs::remove_file(path));
        }
        let bytes = done?.len();
        let answer = json!({"name": name, "file": path, "bytes": bytes});
        self.tell(&answer, || format!("The snapshot {name} is in {}.", path.display()))
    }

    async fn clock(&self, command: Option<ClockCommand>) -> Result<(), Failure> {
        let operation = match command {
            None => Operation::Clock,
            Some(ClockCommand::Freeze { time }) => Operation::Freeze(time),
            Some(ClockCommand::Set { time }) => Operation::Set(time),
            Some(ClockCommand::Run) => Operation::Run,
            Some(ClockCommand::Advance { seconds }) => Operation::Advance(seconds),
            Some(ClockCommand::Thaw) => Operation::Thaw,
        };
        let mut answer = self.ask(&operation).await?;
        if answer.is_null() {
            answer = self.ask(&Operation::Clock).await?;
        }
        self.tell(&answer, || {
            let frozen = if answer["frozen"] == true { ", standing still" } else { "" };
            format!("{}{frozen}", shown(&answer["now"]))
        })
    }

    async fn faults(&self, command: Option<FaultsCommand>) -> Result<(), Failure> {
        let operation = match command {
            None => Operation::Faults,
            Some(FaultsCommand::Clear) => Operation::ClearFaults,
            Some(FaultsCommand::Set { file }) => Operation::SetFaults(rules(&file)?),
        };
        let answer = self.ask(&operation).await?;
        self.tell(&answer, || match answer["rules"].as_array().map(Vec::as_slice) {
            None | Some([]) => "Everything is answered.".to_owned(),
            Some(rules) => rules.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"),
        })
    }

    /// Asks for a document; `null` where the sandbox sends none.
    async fn ask(&self, operation: &Operation) -> Result<Value, Failure> {
        let mut text = Vec::new();
        let request = request(operation);
        let answered = self.client.own_whole(request, |piece| {
            text.extend_from_slice(piece);
            true
        });
        answered.await.map_err(|error| self.failure(error))?;
        if text.trim_ascii().is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&text).map_err(|_| self.is_no_sandbox())
    }

    fn failure(&self, error: ClientError) -> Failure {
        match error {
            ClientError::WebPage { status: 404, .. }
            | ClientError::Unexpected { status: 404, .. } => self.is_no_sandbox(),
            ClientError::Fault { ref fault, .. } => {
                let (action, is_usage) = (action(fault), is_wrong_usage(fault));
                let failure = Failure::from(error);
                let failure = if is_usage { failure.into_usage() } else { failure };
                match action {
                    Some(action) => failure.then(action),
                    None => failure,
                }
            }
            ClientError::Tls { problem: TlsProblem::UnknownAuthority, .. } => Failure::from(error)
                .then("Give --ca with the certificate that the sandbox named when it started, or its plain address, as in --server http://127.0.0.1:8400: HOST:PORT alone means HTTPS."),
            ClientError::Tls { problem: TlsProblem::NotTls, .. }
                if self.client.address().is_loopback() =>
            {
                let address = self.client.address();
                let plain = format!("http://{}:{}", address.host(), address.port());
                Failure::from(error).then(format!("Name it as --server {plain}: HOST:PORT alone means HTTPS."))
            }
            error => error.into(),
        }
    }

    fn is_no_sandbox(&self) -> Failure {
        Failure::failed(format!("{} is no sandbox", self.client.address()))
            .then("Name one with --server; `haltscope sandbox` starts one.")
    }

    fn tell(&self, answer: &Value, text: impl FnOnce() -> String) -> Result<(), Failure> {
        match self.form {
            Form::Json if answer.is_null() => Ok(()),
            Form::Json => output::print(&output::json(answer)),
            Form::Text => output::print(&format!("{}\n", output::harmless(&text()))),
        }
    }
}

/// Whether what was typed, or a file that was named, is wrong by itself.
fn is_wrong_usage(fault: &Fault) -> bool {
    ["StringConstraintViolation", "ValueConstraintViolation", "InvalidFaults"]
        .iter()
        .any(|kind| fault.is(kind))
}

/// What to do next about what a sandbox refuses, in the words of these commands.
fn action(fault: &Fault) -> Option<&'static str> {
    const ACTIONS: [(&str, &str); 12] = [
        (
            "NotAuthorized",
            "Give --username and --password-stdin, or SFCC_PASSWORD, of a user with the right \"admin\".",
        ),
        (
            "SnapshotAlreadyExists",
            "Give --replace to have the new one in its place, or another name.",
        ),
        ("SnapshotNotFound", "`haltscope sandbox snapshot list` shows those that are there."),
        ("TooManySnapshots", "`haltscope sandbox snapshot delete` takes one away."),
        ("SnapshotTooLarge", "`haltscope sandbox reset` takes them away, and all else."),
        ("ScriptsRunOn", "The scripts go on: try again when they have ended."),
        ("StringConstraintViolation", "Choose such a name."),
        ("ValueConstraintViolation", "Write such a time."),
        ("JobNotFound", "`haltscope sandbox job` lists the jobs and step types that are there."),
        (
            "JobExecutionNotFound",
            "`haltscope sandbox job show` lists the executions that are there.",
        ),
        (
            "JobAlreadyRunning",
            "Wait for its end, or end it: `haltscope sandbox job stop EXECUTION`.",
        ),
        ("InvalidFaults", RULES),
    ];
    ACTIONS.iter().find(|(kind, _)| fault.is(kind)).map(|(_, action)| *action)
}

/// Without a server the one that a sandbox has by default, and without a login its built-in one: what is
/// configured is for instances.
fn config(args: &RunningArgs) -> anyhow::Result<Config> {
    let mut connection = args.connection();
    let is_default = args.server.is_none() && args.username.is_none() && !args.password_stdin;
    connection.server.get_or_insert_with(|| SERVER.to_owned());
    let mut config = connection::resolve(&connection, &[], &Surroundings::of_process()?)?;
    let is_here = config.address.as_ref().is_some_and(|address| address.value.is_loopback());
    let login = &mut config.login;
    let given = |value: &str, flag| Sourced { value: value.to_owned(), origin: Origin::Flag(flag) };
    if is_default || login.username.is_none() {
        login.username = Some(given(LOGIN.0, "--username"));
        login.password = login.password.take_if(|_| !is_default);
    }
    let is_builtin = login.username.as_ref().is_some_and(|user| user.value == LOGIN.0);
    if login.password.is_none() && is_here && is_builtin {
        let value = LOGIN.1.into();
        login.password = Some(Sourced { value, origin: Origin::Flag("--username") });
    }
    Ok(config)
}

fn request(operation: &Operation) -> StorefrontRequest {
    let Asked { method, path, body } = operation.asked();
    StorefrontRequest { method: method.to_owned(), url: path, body }
}

fn rules(file: &Path) -> Result<Value, Failure> {
    let mut text = String::new();
    let read = if file == Path::new("-") {
        io::stdin().read_to_string(&mut text)
    } else {
        File::open(file).and_then(|mut file| file.read_to_string(&mut text))
    };
    read.map_err(|error| {
        Failure::usage(format!("can't read {}: {error}", file.display()))
            .then("Name a file with rules that can be read, or - for stdin.")
    })?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::usage(format!("{}: {error}", file.display())).then(RULES))
}

fn ended(answer: &Value) -> String {
    match answer["threads_ended"].as_u64().and_then(|ended| usize::try_from(ended).ok()) {
        None | Some(0) => String::new(),
        Some(ended) => format!("; {} ended", counted(ended, "thread")),
    }
}

fn listed(answer: &Value) -> String {
    let all = answer["snapshots"].as_array().map(Vec::as_slice).unwrap_or_default();
    let row = |it: &Value| {
        let size = it["bytes"].as_u64().map(|bytes| format!("{} KB", bytes.div_ceil(1_000)));
        vec![shown(&it["name"]), shown(&it["taken"]), size.unwrap_or_default()]
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    if rows.is_empty() {
        return "There are no snapshots.".to_owned();
    }
    output::table(&rows).trim_end().to_owned()
}

/// A text without quotes.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
