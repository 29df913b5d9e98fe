//! `haltscope mcp`: a coding assistant drives the session.

use super::dap::{enter, said, stdin_is_free};
use super::headless::Headless;
use super::missing::Asking;
use super::{interruption, logging, reader};
use crate::api::advice::with_names;
use crate::cli::{ConnectionArgs, McpArgs, SiteArgs};
use crate::config::Surroundings;
use crate::mcp::{self, Opened, Refused, Wanted};
use futures::FutureExt;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs until the assistant leaves.
pub(super) fn run(args: McpArgs) -> anyhow::Result<ExitCode> {
    let McpArgs { site, connection } = args;
    stdin_is_free(&connection, "the assistant")?;
    logging::to_stderr_quietly()?;
    super::block_on(async move {
        let stop = interruption::token()?;
        let open = move |wanted: &Wanted| {
            prepare((&connection, &site), wanted)
                .map_err(|error| Refused(for_assistants(&said(&error))))
        };
        let (input, output) = (tokio::io::stdin(), tokio::io::stdout());
        mcp::serve(input, output, Arc::new(open), reader::or_gone(&stop)).await?;
        Ok(interruption::exit(&stop))
    })
}

/// What an argument of `debug_start_session` says is told by its name; the other options are those that
/// the server was started with.
fn for_assistants(text: &str) -> String {
    let name_of = |option: &str| match option {
        "--instance" => Some("instance"),
        "--cartridges" => Some("cartridgeDirectory"),
        _ => None,
    };
    with_names(text, name_of).into_owned()
}

fn prepare((base, site): (&ConnectionArgs, &SiteArgs), wanted: &Wanted) -> anyhow::Result<Opened> {
    let mut surroundings = Surroundings::of_process()?;
    if let Some(folder) = &wanted.project_directory {
        enter(&mut surroundings, folder, "projectDirectory")?;
    }
    let mut args = base.clone();
    args.instance = wanted.instance.clone().or(args.instance);
    let mut cartridges = surroundings.folder.clone();
    if let Some(folder) = &wanted.cartridge_directory {
        cartridges = cartridges.join(folder);
        args.cartridges = vec![cartridges.clone()];
    }
    let mut headless = Headless::prepare_in(&args, Asking::No, &surroundings)?;
    headless.name_site(site.site.as_deref());
    let (when_in_use, secrets) = (headless.when_in_use(), headless.secrets());
    let at_desk = headless.open();
    let desk = at_desk.desk.clone();
    let close = at_desk.close().boxed();
    let folder = surroundings.folder;
    Ok(Opened { desk, when_in_use, folder, cartridges, secrets, close })
}

#[cfg(test)]
mod tests {
    use super::for_assistants;

    #[test]
    fn arguments_of_the_tool_are_told_by_their_names() {
        let told =
            for_assistants("Name one with --instance NAME, or see --cartridges; `x --instance a`");
        let expected =
            "Name one with \"instance\": \"NAME\", or see \"cartridgeDirectory\"; `x --instance a`";
        assert_eq!(told, expected);
        assert_eq!(for_assistants("Give --server HOST."), "Give --server HOST.");
    }
}
