//! `haltscope token`: prints an access token.

use super::failure::Failure;
use super::output::{self, Form};
use super::{interruption, tokens};
use crate::cli::TokenArgs;
use crate::client::token::{AccessToken, TokenSource};
use secrecy::ExposeSecret;
use serde_json::json;
use std::process::ExitCode;

/// Prints the token alone, or with its type and its life in seconds as JSON; keeps it if asked to.
pub(super) fn run(args: &TokenArgs) -> anyhow::Result<ExitCode> {
    let config = tokens::resolve(&args.connection, None, args.grant)?;
    let source = tokens::source(&config, args.grant)?;
    let form = args.json.into();
    if !args.keep {
        return interruption::block_on(async move { print(&given(&source).await?, form) });
    }
    let homeless = || Failure::failed("--keep: the system doesn't say where the home folder is");
    let kept = tokens::kept(&config, args.grant).ok_or_else(homeless)?;
    let source = match kept.read() {
        Some((secret, lifetime)) => source.holding(secret, lifetime),
        None => source,
    };
    interruption::block_on(async move {
        let token = given(&source).await?;
        kept.write(&token)?;
        print(&token, form)
    })
}

async fn given(source: &TokenSource) -> Result<AccessToken, Failure> {
    source.token().await.map_err(Failure::from)
}

fn print(token: &AccessToken, form: Form) -> anyhow::Result<ExitCode> {
    let secret = token.secret.expose_secret();
    let seconds = token.lifetime.as_secs();
    output::print(&match form {
        Form::Text => format!("{secret}\n"),
        Form::Json => {
            let mut shown =
                json!({"access_token": secret, "expires_in": seconds, "token_type": "Bearer"});
            if !token.scope.is_empty() {
                shown["scope"] = token.scope.as_str().into();
            }
            format!("{shown}\n")
        }
    })?;
    Ok(ExitCode::SUCCESS)
}
