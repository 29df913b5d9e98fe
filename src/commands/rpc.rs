//! `haltscope rpc`: the debugger as JSON lines on stdin and stdout.

use super::headless::{AtDesk, Headless, not_attached};
use super::missing::Asking;
use super::{interruption, logging, reader};
use crate::cli::RpcArgs;
use crate::rpc::{self, Ending, Surroundings};
use crate::runtime::WhenInUse;
use std::path::PathBuf;
use std::process::ExitCode;
use tokio::io::BufReader;
use tokio_util::sync::CancellationToken;

/// Runs until input ends, `detach` is asked for, nobody reads the output any more, or a signal comes.
pub(super) fn run(args: &RpcArgs) -> anyhow::Result<ExitCode> {
    logging::to_stderr_quietly()?;
    let mut headless = Headless::prepare(&args.connection, Asking::No)?;
    headless.name_site(args.site.site.as_deref());
    let (when_in_use, folder) = (headless.when_in_use(), headless.folder());
    super::block_on(async move {
        let stop = interruption::token()?;
        let at = headless.open();
        let served = serve(&at, when_in_use, folder, stop).await;
        at.close_with(served).await
    })
}

async fn serve(
    at: &AtDesk,
    when_in_use: WhenInUse,
    folder: PathBuf,
    stop: CancellationToken,
) -> anyhow::Result<ExitCode> {
    tokio::select! {
        attached = at.desk.attach(when_in_use) => attached.map_err(|it| not_attached(&it))?,
        () = stop.cancelled() => return Ok(ExitCode::from(interruption::INTERRUPTED)),
    }
    let surroundings = Surroundings { desk: at.desk.clone(), folder };
    // Both are closed by whoever started us; a line can be longer than any buffer.
    let (input, output) = (BufReader::new(tokio::io::stdin()), tokio::io::stdout());
    let end = reader::or_gone(&stop).cancelled_owned();
    Ok(match rpc::run(surroundings, input, output, end).await {
        Ending::EndOfInput | Ending::Detached => ExitCode::SUCCESS,
        Ending::Stopped => interruption::exit(&stop),
    })
}
