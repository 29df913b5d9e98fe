//! Access tokens in files, for those who ask for it with `haltscope token --keep`: one file per
//! instance, API client and grant, for its owner's eyes only.

use super::failure::Failure;
use super::output;
use crate::cli::GrantKind;
use crate::client::token::AccessToken;
use crate::config::{Config, Folders, exposure};
use crate::files;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A token is not taken from its file when it expires so soon.
const MARGIN: u64 = 60;

/// Where a token is kept.
pub(super) struct Kept(PathBuf);

#[derive(Deserialize, Serialize)]
struct Content {
    access_token: String,
    /// Seconds since 1970.
    expires: u64,
}

impl Kept {
    /// The place for tokens of this configuration and grant; `None` for a user without a home.
    pub(super) fn of(config: &Config, kind: GrantKind) -> Option<Self> {
        let folder = Folders::of_user()?.state.join("tokens");
        Some(Self(folder.join(format!("{}.json", name(config, kind)))))
    }

    /// The token and how long it lives yet; `None` if there is none, or others can read it.
    pub(super) fn read(&self) -> Option<(SecretString, Duration)> {
        let exposure = exposure(&self.0, "an access token, which is not used");
        output::warn(&exposure);
        let mode = fs::metadata(&self.0).ok()?.permissions().mode();
        let content = (mode.trailing_zeros() >= 6).then(|| fs::read(&self.0).ok())??;
        let content: Content = serde_json::from_slice(&content).ok()?;
        let left = content.expires.checked_sub(now())?;
        (left > MARGIN).then(|| (content.access_token.into(), Duration::from_secs(left)))
    }

    /// Keeps a token in place of the one that is there.
    pub(super) fn write(&self, token: &AccessToken) -> Result<(), Failure> {
        let access_token = token.secret.expose_secret().to_owned();
        let content = Content { access_token, expires: now() + token.lifetime.as_secs() };
        self.replace(&content).map_err(|error| {
            Failure::failed(format!("can't keep the token in {}: {error}", self.0.display()))
                .then("Make the folder writable, or leave out --keep.")
        })
    }

    /// Whole or not at all; never readable by others, not even for a moment.
    fn replace(&self, content: &Content) -> io::Result<()> {
        let folder = self.0.parent().unwrap_or(Path::new("."));
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        files::replace(&self.0, &serde_json::to_vec(content)?)
    }
}

/// Tells apart what must not be mixed up, and nothing to who reads the folder.
fn name(config: &Config, kind: GrantKind) -> String {
    let server = config.address.as_ref().map(|address| address.value.to_string());
    let client = config.tokens.client_id.as_ref().map(|id| id.value.clone());
    let user = config.login.username.as_ref().map(|name| name.value.clone());
    let user = user.filter(|_| kind == GrantKind::User);
    let auth_url = Some(config.tokens.auth_url.value.to_string());
    let scopes = &config.tokens.scopes.value;
    let parts = (server, auth_url, client, user, format!("{kind:?}"), scopes);
    let digest = Sha256::digest(format!("{parts:?}"));
    digest.iter().take(16).fold(String::new(), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
