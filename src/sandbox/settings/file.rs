//! The file as it is written.

use secrecy::SecretString;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

/// A text whose place in the file is known.
pub(super) type Text = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct File {
    pub builtin_accounts: bool,
    pub hosts: Vec<Text>,
    pub data_api: DataApi,
    pub users: Vec<Spanned<User>>,
    pub clients: Vec<Client>,
    pub libraries: Vec<Library>,
    pub sites: Vec<Site>,
}

impl Default for File {
    fn default() -> Self {
        Self {
            builtin_accounts: true,
            hosts: Vec::new(),
            data_api: DataApi::default(),
            users: Vec::new(),
            clients: Vec::new(),
            libraries: Vec::new(),
            sites: Vec::new(),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct DataApi {
    pub allow_plain_http: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct User {
    pub login: Text,
    pub password: Option<Spanned<Secret>>,
    pub password_hash: Option<Spanned<Secret>>,
    #[serde(default)]
    pub access_keys: Vec<Spanned<Secret>>,
    #[serde(default)]
    pub admin: bool,
    #[serde(default)]
    pub debugger: bool,
    #[serde(default)]
    pub resources: Vec<Spanned<Resource>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Client {
    pub id: Text,
    pub secret: Option<Spanned<Secret>>,
    pub public_key: Option<Text>,
    pub public_key_file: Option<Text>,
    #[serde(default)]
    pub allowed_origins: Vec<Text>,
    #[serde(default)]
    pub scopes: Vec<Text>,
    #[serde(default)]
    pub redirect_uris: Vec<Text>,
    #[serde(default)]
    pub resources: Vec<Spanned<Resource>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Resource {
    #[serde(rename = "resource_id")]
    pub id: Text,
    pub methods: Vec<Text>,
    pub read_attributes: Option<Text>,
    pub write_attributes: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Library {
    pub id: Text,
    pub display_name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Site {
    pub id: Text,
    pub cartridge_path: Option<Text>,
    pub library: Option<Text>,
}

/// A password, a hash or a key, which is never printed.
pub(super) struct Secret(pub SecretString);

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(text.into()))
    }
}
