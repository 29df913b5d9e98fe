//! `haltscope debug`: the full screen on the instance that the configuration names.

use super::cartridges::{cartridge_folders, root};
use super::crash::{self, Estate};
use super::failure::Failure;
use super::missing::{self, Asking};
use super::stay::{self, Project, Stay};
use super::{connection, logging, output, screen, tokens};
use crate::api::address::Address;
use crate::api::debugger::NewBreakpoint;
use crate::cli::DebugArgs;
use crate::client::Client;
use crate::config::{Config, Folders, Settings, Surroundings, open_folder};
use crate::session::{
    BreakpointCommand, BreakpointSpec, Command, ConnectionCommand, Event, Mask, Options, Storefront,
};
use crate::tui::Ending;
use std::process::ExitCode;

/// Runs until the user leaves.
pub(super) fn run(args: &DebugArgs) -> anyhow::Result<ExitCode> {
    let folders = Folders::of_user();
    let surroundings = Surroundings::of_process()?;
    let mut config = connection::resolve(&args.connection, &args.breakpoints, &surroundings)?;
    let (settings, screen) = screen::screen_settings(&args.screen, folders.as_ref())?;
    // Whatever else is wrong is told before anybody is asked for a password.
    let client = connection::client(&config)?;
    screen::check_terminal()?;
    let state = folders.as_ref().and_then(|it| open_folder(&it.state, "what was debugged"));
    output::warn(config.warnings.iter().chain(&state));
    missing::password(&mut config, Asking::Allowed)?;
    missing::client_secret(&mut config, Asking::No)?;
    let client =
        client.map(|client| tokens::added(connection::logged_in(client, &config), &config));
    let _log = logging::to_file(folders.as_ref())?;
    let estate = Estate::default();
    crash::watch(&estate, folders.as_ref());
    let debug = Debug { config, settings, screen, folders, surroundings, estate };
    super::block_on(debug.run(client))
}

struct Debug {
    config: Config,
    settings: Settings,
    screen: crate::tui::Settings,
    folders: Option<Folders>,
    surroundings: Surroundings,
    estate: Estate,
}

impl Debug {
    /// One stay after the other: the connection form starts a new one.
    async fn run(self, mut client: Option<Client>) -> anyhow::Result<ExitCode> {
        let mut problem = None;
        loop {
            match stay::run(self.stay(client.clone(), problem.take())).await? {
                Ending::Exit(exit) => return Ok(stay::finish(&exit)),
                Ending::Connect(details) => {
                    match connection::from_form(&self.config, &details, client.as_ref()) {
                        Ok(connected) => client = Some(connected),
                        Err(failure) => problem = Some(failure),
                    }
                }
            }
        }
    }

    fn stay(&self, client: Option<Client>, problem: Option<Failure>) -> Stay {
        let problem = problem.map(|failure| failure.to_string());
        let reports = problem.into_iter().chain(self.config.notes.iter().cloned());
        let reports = reports.chain(self.what_insecure_gives_up());
        let breakpoints = self.config.breakpoints.iter().map(|it| set_breakpoint(&it.breakpoint));
        let attach = Command::Connection(ConnectionCommand::Attach);
        let first = breakpoints.chain([attach]).map(Event::Command);
        Stay {
            options: self.options(client.as_ref()),
            project: self.project(),
            client,
            screen: self.screen.clone(),
            first: first.chain(reports.map(Event::Reported)).collect(),
            with_login: connection::with_login,
            then: None,
            estate: self.estate.clone(),
            recording: None,
        }
    }

    /// The instance's name for the top bar, which says for good that nobody checks who answers.
    fn instance(&self, client: &Client) -> String {
        let name = short_name(client.address());
        if self.config.tls.insecure.is_some() { format!("{name} insecure") } else { name }
    }

    fn project(&self) -> Project {
        let cartridges = cartridge_folders(&self.config, &self.surroundings);
        let state = self.folders.as_ref().map(|folders| folders.state.clone());
        Project { root: root(&self.surroundings.folder), cartridges, state }
    }

    fn what_insecure_gives_up(&self) -> Option<String> {
        let origin = self.config.tls.insecure.as_ref()?;
        Some(format!(
            "{origin}: the server's certificate is not checked; whoever is in between can read the password and forge answers"
        ))
    }

    fn options(&self, client: Option<&Client>) -> Options {
        let instance = client.map(|client| self.instance(client));
        Options { instance, ..options(&self.config, &self.settings, client) }
    }
}

/// What a session of this configuration is started with.
pub(super) fn options(config: &Config, settings: &Settings, client: Option<&Client>) -> Options {
    let site = config.site.as_ref().map_or(&settings.site, |site| &site.value);
    let storefront = client.map(|client| Storefront {
        origin: client.address().url().origin().ascii_serialization(),
        site: site.clone(),
        is_site_assumed: config.site.is_none() && *site == Settings::default().site,
        locale: settings.locale.clone(),
    });
    Options {
        instance: client.map(|client| short_name(client.address())),
        server: client.map(|client| client.address().to_string()).unwrap_or_default(),
        user: client.and_then(Client::user).unwrap_or_default().to_owned(),
        debugger_id: config.debugger_id.value.clone(),
        halt_timeout: settings.halt_timeout,
        idle_limit: settings.idle_limit,
        previews: settings.previews,
        storefront,
        cartridge_path: config.cartridge_path.value.clone(),
        mask: Mask::new(&settings.mask, crate::script::read_paths),
        ..stay::options_of_now()
    }
}

fn set_breakpoint(place: &NewBreakpoint) -> Command {
    Command::Breakpoint(BreakpointCommand::Set(breakpoint(place)))
}

/// A breakpoint of the command line.
pub(super) fn breakpoint(place: &NewBreakpoint) -> BreakpointSpec {
    let condition = place.condition.clone();
    BreakpointSpec {
        condition,
        ..BreakpointSpec::plain(place.script_path.clone(), place.line_number)
    }
}

/// The first label of a long host name, else the whole address.
fn short_name(address: &Address) -> String {
    let host = address.host();
    let is_name =
        host.split('.').count() > 2 && !host.ends_with(|last: char| last.is_ascii_digit());
    let first = host.split('.').next().unwrap_or_default();
    if is_name { first.to_owned() } else { address.to_string().replace("http://", "") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_have_short_names() {
        for (address, expected) in [
            ("zzzz-001.dx.example.com", "zzzz-001"),
            ("localhost:8443", "localhost:8443"),
            ("http://127.0.0.1:8400", "127.0.0.1:8400"),
            ("example.com", "example.com"),
        ] {
            assert_eq!(short_name(&Address::parse(address).expect("an address")), expected);
        }
    }
}
