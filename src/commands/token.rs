//! `haltscope token`: prints an access token.

use super::failure::Failure;
use super::output::Form;
use super::{interruption, tokens};
use crate::cli::TokenArgs;
use crate::client::token::TokenSource;
use anyhow::Context;
use secrecy::ExposeSecret;
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the token alone, or with its type and its life in seconds as JSON.
pub(super) fn run(args: &TokenArgs) -> anyhow::Result<ExitCode> {
    let config = tokens::resolve(&args.connection)?;
    let source = tokens::source(&config, args.grant)?;
    interruption::block_on(print(source, args.json.into()))
}

async fn print(source: TokenSource, form: Form) -> anyhow::Result<ExitCode> {
    let token = source.token().await.map_err(Failure::from)?;
    let secret = token.secret.expose_secret();
    let seconds = token.lifetime.as_secs();
    let line = match form {
        Form::Text => secret.to_owned(),
        Form::Json => {
            json!({"access_token": secret, "expires_in": seconds, "token_type": "Bearer"})
                .to_string()
        }
    };
    writeln!(io::stdout(), "{line}").context("can't write to stdout")?;
    Ok(ExitCode::SUCCESS)
}
