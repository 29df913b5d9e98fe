//! `haltscope dap`: an editor drives the session.

use super::failure::Failure;
use super::headless::Headless;
use super::missing::Asking;
use super::{interruption, logging, reader};
use crate::cli::{ConnectionArgs, DapArgs, SiteArgs};
use crate::config::Surroundings;
use crate::dap::{self, Opened, Refused, Wanted};
use crate::runtime::WhenInUse;
use futures::FutureExt;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokio_util::sync::CancellationToken;

/// Runs until the editor leaves.
pub(super) fn run(args: DapArgs) -> anyhow::Result<ExitCode> {
    let DapArgs { listen, site, connection } = args;
    stdin_is_free(&connection, "the editor")?;
    logging::to_stderr_quietly()?;
    super::block_on(async move {
        let stop = interruption::token()?;
        let open = move |wanted: &Wanted| open((&connection, &site), wanted);
        match listen {
            None => {
                let end = reader::or_gone(&stop);
                dap::serve(tokio::io::stdin(), tokio::io::stdout(), &open, &end).await;
            }
            Some(address) => listen_at(address, &open, &stop).await?,
        }
        Ok(interruption::exit(&stop))
    })
}

async fn listen_at(
    address: SocketAddr,
    open: &dap::Open,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let bound = dap::bind(address).await.map_err(|error| Failure::usage(error.to_string()))?;
    let listener = bound.map_err(|error| {
        Failure::failed(format!("can't listen on {address}: {error}"))
            .then("Take another port, or 0 for any that is free.")
    })?;
    // With stderr closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "listening on {}", listener.local_addr()?);
    dap::listen(listener, open, stop).await;
    Ok(())
}

/// No secret can be read where somebody else talks.
pub(super) fn stdin_is_free(connection: &ConnectionArgs, whose: &str) -> Result<(), Failure> {
    if connection.password_stdin || connection.client_secret_stdin {
        return Err(Failure::usage(format!("stdin belongs to {whose}"))
            .then("Give SFCC_PASSWORD and SFCC_CLIENT_SECRET, dw.json or the keyring."));
    }
    Ok(())
}

fn open(base: (&ConnectionArgs, &SiteArgs), wanted: &Wanted) -> Result<Opened, Refused> {
    prepare(base, wanted).map_err(|error| Refused(said(&error)))
}

fn prepare((base, site): (&ConnectionArgs, &SiteArgs), wanted: &Wanted) -> anyhow::Result<Opened> {
    let mut surroundings = Surroundings::of_process()?;
    if let Some(folder) = &wanted.cwd {
        enter(&mut surroundings, folder, "cwd")?;
    }
    let args = merged(base, wanted, &surroundings.folder);
    let mut headless = Headless::prepare_in(&args, Asking::No, &surroundings)?;
    headless.name_site(wanted.site.as_deref().or(site.site.as_deref()));
    if let Some(storefront) = headless.storefront() {
        storefront.locale = wanted.locale.clone().unwrap_or_else(|| storefront.locale.clone());
    }
    let when_in_use: WhenInUse = headless.when_in_use();
    let at_desk = headless.open();
    let desk = at_desk.desk.clone();
    Ok(Opened { desk, when_in_use, folder: surroundings.folder, close: at_desk.close().boxed() })
}

/// Goes to the project that an argument of that name gives.
pub(super) fn enter(
    surroundings: &mut Surroundings,
    project: &Path,
    argument: &str,
) -> Result<(), Failure> {
    surroundings.folder = surroundings.folder.join(project);
    if surroundings.folder.is_dir() {
        return Ok(());
    }
    let folder = surroundings.folder.display();
    Err(Failure::usage(format!("\"{argument}\": there is no folder {folder}"))
        .then(format!("Give the project's folder, or leave \"{argument}\" out.")))
}

/// What the launch configuration says goes before the command line; its paths are the project's.
fn merged(base: &ConnectionArgs, wanted: &Wanted, folder: &Path) -> ConnectionArgs {
    let text = |theirs: &Option<String>, ours: &Option<String>| theirs.clone().or(ours.clone());
    let file = |theirs: &Option<PathBuf>, ours: &Option<PathBuf>| {
        theirs.as_ref().map(|path| folder.join(path)).or_else(|| ours.clone())
    };
    let named = wanted.cartridges.iter().map(|path| folder.join(path));
    let cartridges: Vec<PathBuf> = named.collect();
    ConnectionArgs {
        server: text(&wanted.server, &base.server),
        username: text(&wanted.username, &base.username),
        debugger_id: text(&wanted.debugger_id, &base.debugger_id),
        ca: file(&wanted.ca, &base.ca),
        pin: text(&wanted.pin, &base.pin),
        cert: file(&wanted.cert, &base.cert),
        key: file(&wanted.key, &base.key),
        insecure: wanted.insecure || base.insecure,
        config: file(&wanted.config, &base.config),
        instance: text(&wanted.instance, &base.instance),
        cartridges: if cartridges.is_empty() { base.cartridges.clone() } else { cartridges },
        ..base.clone()
    }
}

/// Cause, then what to do.
pub(super) fn said(error: &anyhow::Error) -> String {
    let action = error.downcast_ref::<Failure>().map(Failure::action).unwrap_or_default();
    let cause = format!("{error:#}");
    if action.is_empty() { cause } else { format!("{cause}. {action}") }
}
