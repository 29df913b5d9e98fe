//! From the command line to a desk, for front ends without a screen.

use super::crash::{self, Estate};
use super::failure::Failure;
use super::missing::{self, Asking};
use super::{analysis, cartridges, connection, debug, output, screen, tokens};
use crate::api::ids::DebuggerId;
use crate::cli::ConnectionArgs;
use crate::client::Client;
use crate::config::{Folders, Login, Origin, Sourced, Surroundings, open_folder};
use crate::runtime::{
    self, Clock, Desk, HttpWire, NotAttached, Presence, StateFile, WhenInUse, Wire,
};
use crate::session::{Event, Leaving, Options, Session, Storefront};
use secrecy::SecretString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// How long a server that was not left in the usual way is waited for.
const LIMIT: Duration = Duration::from_secs(2);

/// Everything that is known before the first request.
pub(super) struct Headless {
    debugger_id: Sourced<DebuggerId>,
    options: Options,
    client: Client,
    folders: Option<Folders>,
    folder: PathBuf,
    cartridges: Vec<PathBuf>,
    estate: Estate,
    secrets: Vec<SecretString>,
}

/// A desk at an instance; nothing of it is halted or armed any more once it was closed.
pub(super) struct AtDesk {
    /// Where front ends work.
    pub(super) desk: Desk,
    client: Client,
    _presence: Option<Presence>,
    /// A crash puts it in order as long as it is kept.
    _estate: Estate,
}

impl Headless {
    /// Resolves the configuration. Without an instance, or credentials, that is wrong usage.
    pub(super) fn prepare(args: &ConnectionArgs, asking: Asking) -> anyhow::Result<Self> {
        Self::prepare_in(args, asking, &Surroundings::of_process()?)
    }

    /// The same for a project somewhere else.
    pub(super) fn prepare_in(
        args: &ConnectionArgs,
        asking: Asking,
        surroundings: &Surroundings,
    ) -> anyhow::Result<Self> {
        let mut config = connection::resolve(args, &[], surroundings)?;
        let folders = Folders::of_user();
        let settings = screen::settings(folders.as_ref())?;
        let client = connection::client(&config)?.ok_or_else(no_instance)?;
        let state = folders.as_ref().and_then(|it| open_folder(&it.state, "what was debugged"));
        output::warn(config.warnings.iter().chain(&config.notes).chain(&state));
        missing::password(&mut config, asking)?;
        missing::client_secret(&mut config, Asking::No)?;
        let client = tokens::added(connection::logged_in(client, &config), &config);
        if client.user().is_none() {
            return Err(no_login(&config.login).into());
        }
        let estate = Estate::default();
        crash::watch(&estate, folders.as_ref());
        let folder = surroundings.folder.clone();
        let named = cartridges::cartridge_folders(&config, surroundings);
        let cartridges = named.into_iter().map(|it| folder.join(it)).collect();
        let options = debug::options(&config, &settings, Some(&client));
        let secrets = config.secrets();
        let debugger_id = config.debugger_id;
        Ok(Self { debugger_id, options, client, folders, folder, cartridges, estate, secrets })
    }

    /// The working folder, from which relative paths go.
    pub(super) fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// Storefront requests go to that site, in the locale `default`.
    pub(super) fn visit(&mut self, site: Option<&str>) {
        if let Some(storefront) = &mut self.options.storefront {
            "default".clone_into(&mut storefront.locale);
        }
        self.name_site(site);
    }

    /// Storefront requests go to that site, if somebody names one.
    pub(super) fn name_site(&mut self, site: Option<&str>) {
        if let (Some(storefront), Some(site)) = (&mut self.options.storefront, site) {
            storefront.name_site(site);
        }
    }

    /// Whether a storefront request may go there.
    pub(super) fn serves(&self, url: &str) -> bool {
        self.options.storefront.as_ref().is_some_and(|it| it.complete(url).is_some())
    }

    /// Where the scripts are.
    pub(super) fn project(&self) -> runtime::Project {
        runtime::Project {
            roots: self.cartridges.clone(),
            analyser: Some(analysis::lines),
            outliner: Some(analysis::outline),
            ..runtime::Project::default()
        }
    }

    /// What must not be shown to anybody.
    pub(super) fn secrets(&self) -> Vec<SecretString> {
        self.secrets.clone()
    }

    /// Where storefront requests go.
    pub(super) const fn storefront(&mut self) -> Option<&mut Storefront> {
        self.options.storefront.as_mut()
    }

    /// A debugger id that somebody named is meant: nobody takes another one.
    pub(super) fn when_in_use(&self) -> WhenInUse {
        if matches!(self.debugger_id.origin, Origin::Default) {
            WhenInUse::TakeOtherId
        } else {
            WhenInUse::Refuse
        }
    }

    /// Starts the session on the current tokio runtime; it is not attached yet.
    pub(super) fn open(self) -> AtDesk {
        let project = self.project();
        let Self { options, client, folders, folder, estate, .. } = self;
        estate.keep_client(&client);
        let root = cartridges::root(&folder);
        let mut state = folders.map(|folders| StateFile::of_marks(&folders.state, &root));
        let loaded = state.as_mut().map(StateFile::load).unwrap_or_default();
        let presence = state.as_ref().map(StateFile::claim);
        let is_alone = presence.as_ref().is_none_or(Presence::is_alone);
        let beside = loaded.saved.client.as_ref().filter(|_| !is_alone).map(|mark| mark.process);
        let wire: Arc<dyn Wire> = Arc::new(HttpWire::new(client.clone()));
        let parts = runtime::Parts { wire: Some(wire), clock: Clock::system(), project, state };
        let desk = Desk::start(Session::new(options, loaded.saved), parts);
        if let Some(process) = beside {
            desk.event(Event::OtherSession(process));
        }
        AtDesk { desk, client, _presence: presence, _estate: estate }
    }
}

impl AtDesk {
    /// Whatever way the front end ended: no client of ours remains on the server. Gives what may remain all the same.
    async fn left(self) -> Option<String> {
        let remains = self.desk.leave(Leaving::LetRun).await;
        if self.client.left_behind().is_none() {
            return remains;
        }
        let _ = tokio::time::timeout(LIMIT, crash::leave(&self.client)).await;
        remains.filter(|_| self.client.left_behind().is_some())
    }

    /// The same; what may remain is told.
    pub(super) async fn close(self) {
        if let Some(remains) = self.left().await {
            output::note(&remains);
        }
    }

    /// The same, where nothing else has gone wrong it is a failure.
    pub(super) async fn close_with(
        self,
        outcome: anyhow::Result<ExitCode>,
    ) -> anyhow::Result<ExitCode> {
        match (self.left().await, outcome) {
            (Some(remains), Ok(ExitCode::SUCCESS)) => Err(Failure::failed(remains).into()),
            (Some(remains), outcome) => {
                output::note(&remains);
                outcome
            }
            (None, outcome) => outcome,
        }
    }
}

fn no_instance() -> Failure {
    Failure::usage("no instance is configured")
        .then("Name it with --server HOST, SFCC_SERVER or dw.json.")
}

fn no_login(login: &Login) -> Failure {
    match (&login.username, &login.password) {
        (Some(user), None) => {
            Failure::usage(format!("no password is configured for \"{}\"", user.value))
                .then("Give it by --password-stdin, SFCC_PASSWORD or dw.json.")
        }
        (None, Some(password)) => Failure::usage(format!(
            "no user is configured; the password is from {}",
            password.origin
        ))
        .then("Name the user with --username, SFCC_USERNAME or dw.json."),
        _ => Failure::usage("neither user nor password is configured").then(
            "Give --username or SFCC_USERNAME, and --password-stdin or SFCC_PASSWORD; or both in dw.json.",
        ),
    }
}

/// Why a front end could not attach, as the program says it.
pub(super) fn not_attached(problem: &NotAttached) -> Failure {
    match problem {
        NotAttached::NotConfigured => no_instance(),
        NotAttached::InUse { .. } => Failure::failed(problem.to_string()).then(
            "End the other session, or give this one a name of its own with --debugger-id NAME.",
        ),
        NotAttached::Offline { problem, .. } => {
            Failure::failed(problem.cause.clone()).then(sentence(&problem.action))
        }
        NotAttached::Left => Failure::failed(problem.to_string()),
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>());
    let whole = format!("{}{}", first.unwrap_or_default(), letters.as_str());
    if whole.is_empty() || whole.ends_with(['.', '!', '?']) { whole } else { format!("{whole}.") }
}
