//! `haltscope demo`: sandbox and debugger in one process, meeting over HTTPS like any two.

use super::crash::{self, Estate};
use super::failure::Failure;
use super::stay::{self, Project, Stay, Then};
use super::{connection, logging, screen};
use crate::api::address::Address;
use crate::api::ids::{Line, ScriptPath};
use crate::cli::DemoArgs;
use crate::client::token::{Grant, TokenSource};
use crate::client::{Client, ClientConfig, Credentials, Trust};
use crate::config::Folders;
use crate::files::Temporary;
use crate::sandbox::storefront::{SampleCartridge, sample_cartridges};
use crate::sandbox::{BUILTIN_CLIENT, Sandbox, SandboxOptions};
use crate::session::{
    Answer, BreakpointCommand, BreakpointSpec, Command, ConnectionCommand, Event, Options,
    Storefront,
};
use crate::tui::Ending;
use anyhow::Context;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

const USER: &str = "admin";
const PASSWORD: &str = "haltscope-demo";

/// Where the sample is halted: cartridge, file below it, and the text of the line.
const BREAKPOINTS: &[(&str, &str, &str)] = &[
    ("app_base", "cartridge/controllers/Product.js", "productHelpers.selectedVariation("),
    ("app_base", "cartridge/controllers/Cart.js", "cartHelpers.addProductToCart("),
    ("bm_content", "cartridge/scripts/hooks/content.js", "var place = create.c_storefrontPlace"),
];
/// The page that makes a script come by the first of them.
const PAGE: &str = "Product-Show?pid=KM01001";

/// Runs until the user leaves.
pub(super) fn run(args: &DemoArgs) -> anyhow::Result<ExitCode> {
    screen::check_terminal()?;
    let folders = Folders::of_user();
    let (settings, screen) = screen::screen_settings(&args.screen, folders.as_ref())?;
    let _log = logging::to_file(folders.as_ref())?;
    let estate = Estate::default();
    crash::watch(&estate, folders.as_ref());
    super::block_on(async move {
        let project = Temporary::new("demo-")?;
        estate.keep_folder(project.path());
        let sample = sample_cartridges();
        extract(&sample, project.path()).context("can't write the sample storefront's files")?;
        let sandbox = Sandbox::start(sandbox_options(&sample)).await?;
        let options = Options {
            halt_timeout: SandboxOptions::HALT_TIMEOUT,
            idle_limit: settings.idle_limit,
            previews: settings.previews,
            ..options(&sandbox, &sample)
        };
        let ending = stay::run(Stay {
            options,
            client: Some(client(&sandbox)?),
            project: Project {
                root: project.path().to_owned(),
                cartridges: vec![project.path().to_owned()],
                state: Some(project.path().join("state")),
            },
            screen,
            first: first(&sample)?,
            with_login: connection::with_login,
            then: Some(Then { fits: is_armed, command: request() }),
            estate: estate.clone(),
            recording: None,
        })
        .await?;
        sandbox.shutdown().await;
        match ending {
            Ending::Exit(exit) => Ok(stay::finish(&exit)),
            Ending::Connect(_) => Err(Failure::usage("the demo stays with its sandbox").into()),
        }
    })
}

fn extract(sample: &[SampleCartridge], folder: &Path) -> std::io::Result<()> {
    for cartridge in sample {
        for (name, content) in &cartridge.files {
            let file = folder.join(cartridge.name).join(name);
            fs::create_dir_all(file.parent().unwrap_or(folder))?;
            fs::write(file, content)?;
        }
    }
    Ok(())
}

/// With every cartridge of the sample, also the one with the hooks around writes of content.
fn sandbox_options(sample: &[SampleCartridge]) -> SandboxOptions {
    SandboxOptions { cartridge_path: cartridge_path(sample), ..SandboxOptions::on_free_ports() }
}

fn cartridge_path(sample: &[SampleCartridge]) -> Vec<String> {
    sample.iter().map(|cartridge| cartridge.name.to_owned()).collect()
}

fn client(sandbox: &Sandbox) -> Result<Client, Failure> {
    let address = Address::parse(&format!("https://{}", sandbox.https_addr()))
        .map_err(|error| Failure::failed(error.to_string()))?;
    let mut wire = ClientConfig::new(address, "haltscope".into());
    let pem = fs::read(sandbox.ca_file()).map_err(|error| Failure::failed(error.to_string()))?;
    wire.trust = Trust::Only(pem);
    wire.credentials = Some(Credentials { username: USER.to_owned(), password: PASSWORD.into() });
    let grant = Grant::ClientCredentials { secret: BUILTIN_CLIENT.into() };
    let tokens = TokenSource::new(wire.clone(), BUILTIN_CLIENT, grant)?;
    Ok(Client::new(wire)?.with_tokens(tokens))
}

fn options(sandbox: &Sandbox, sample: &[SampleCartridge]) -> Options {
    Options {
        instance: Some("sandbox".to_owned()),
        server: format!("https://{}", sandbox.https_addr()),
        user: USER.to_owned(),
        storefront: Some(Storefront {
            origin: format!("https://{}", sandbox.https_addr()),
            site: sandbox.site().to_owned(),
            is_site_assumed: false,
            locale: "default".to_owned(),
        }),
        sources_are_deployed: true,
        cartridge_path: cartridge_path(sample),
        ..stay::options_of_now()
    }
}

/// The breakpoints, found by their lines' text so that they move with the sample.
fn first(sample: &[SampleCartridge]) -> anyhow::Result<Vec<Event>> {
    let mut events = Vec::new();
    for (cartridge, file, text) in BREAKPOINTS {
        let line = line_of(sample, cartridge, file, text)
            .with_context(|| format!("the sample's {file} has no line with {text}"))?;
        let script = ScriptPath(format!("/{cartridge}/{file}"));
        let set = BreakpointCommand::Set(BreakpointSpec::plain(script, line));
        events.push(Event::Command(Command::Breakpoint(set)));
    }
    events.push(Event::Command(Command::Connection(ConnectionCommand::Attach)));
    Ok(events)
}

fn line_of(sample: &[SampleCartridge], cartridge: &str, file: &str, text: &str) -> Option<Line> {
    let cartridge = sample.iter().find(|it| it.name == cartridge)?;
    let (_, content) = cartridge.files.iter().find(|(name, _)| name == file)?;
    let content = String::from_utf8_lossy(content);
    let index = content.lines().position(|line| line.contains(text))?;
    u32::try_from(index + 1).ok().map(Line)
}

/// Whether the server has just taken the breakpoints.
fn is_armed(event: &Event) -> bool {
    matches!(event, Event::Answered { outcome: Ok(Answer::Breakpoints(held)), .. } if !held.is_empty())
}

fn request() -> Command {
    Command::Request { method: "GET".to_owned(), url: PAGE.to_owned(), body: None }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_the_lines_that_the_demo_halts_at() {
        let events = first(&sample_cartridges()).expect("every line");
        assert_eq!(events.len(), BREAKPOINTS.len() + 1);
    }
}
