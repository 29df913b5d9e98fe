//! What is planted, where, and the search for it.

use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rsa::{KeyPair, KeySize};
use base64::{Engine, prelude::BASE64_STANDARD};
use pkcs8::{LineEnding, PrivateKeyInfoRef, pkcs5::pbes2::Parameters};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub const USER: &str = "ada";
pub const CLIENT: &str = "pipeline";
pub const PASSWORD: &str = "pl4nted-password";
pub const CLIENT_SECRET: &str = "pl4nted-client-secret";
pub const STOREFRONT: &str = "pl4nted-storefront";
pub const JWT_PASSPHRASE: &str = "pl4nted-jwt-passphrase";
pub const CERTIFICATE_PASSPHRASE: &str = "pl4nted-certificate-passphrase";
pub const PROXY: &str = "pl4nted-proxy";
pub const USERINFO: &str = "pl4nted-userinfo";
pub const TYPED: &str = "pl4nted-typed";
/// What servers give; the one is printed by `token`, the other shown on the screen.
pub const TOKEN: &str = "pl4nted-access-token";
pub const COOKIE: &str = "pl4nted-cookie";

const ALL: [&str; 10] = [
    PASSWORD,
    CLIENT_SECRET,
    STOREFRONT,
    JWT_PASSPHRASE,
    CERTIFICATE_PASSPHRASE,
    PROXY,
    USERINFO,
    TYPED,
    TOKEN,
    COOKIE,
];

/// Where the secrets stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Environment,
    DwJson,
    DotEnv,
}

pub const SOURCES: [Source; 3] = [Source::Environment, Source::DwJson, Source::DotEnv];

/// The variable, the key of `dw.json`, the value.
const PLACES: &[(&str, &str, &str)] = &[
    ("SFCC_USERNAME", "username", USER),
    ("SFCC_PASSWORD", "password", PASSWORD),
    ("SFCC_CLIENT_ID", "client-id", CLIENT),
    ("SFCC_CLIENT_SECRET", "client-secret", CLIENT_SECRET),
    ("SFCC_STOREFRONT_USERNAME", "storefrontUsername", USER),
    ("SFCC_STOREFRONT_PASSWORD", "storefrontPassword", STOREFRONT),
    ("SFCC_JWT_PASSPHRASE", "jwt-passphrase", JWT_PASSPHRASE),
    ("SFCC_CERTIFICATE", "certificate", "ada.p12"),
    ("SFCC_CERTIFICATE_PASSPHRASE", "certificate-passphrase", "green-tea"),
];

/// A home folder and project with secrets in it.
pub struct Home {
    folder: tempfile::TempDir,
    /// The planted files, which hold secrets rightly.
    planted: Vec<PathBuf>,
    pub variables: Vec<(String, String)>,
    /// The inner part of the private key.
    key: String,
}

impl Home {
    pub fn with(source: Source, server: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut home = Self { folder, planted: vec![], variables: vec![], key: String::new() };
        home.variables.push(("HALTSCOPE_LOG".into(), "trace".into()));
        home.variables.push(("RUST_LOG".into(), "trace".into()));
        let proxy = format!("http://{USER}:{PROXY}@127.0.0.1:9");
        home.variables.push(("HTTPS_PROXY".into(), proxy));
        home.plant_key();
        let fixture = "tests/it/fixtures/identity/modern.p12";
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join(fixture);
        home.plant("ada.p12", &fs::read(fixture).expect("a fixture"));
        let places = || {
            let server = ("SFCC_SERVER", "hostname", server);
            PLACES.iter().copied().chain([server])
        };
        match source {
            Source::Environment => {
                let variables = places().map(|(name, _, value)| (name.into(), value.into()));
                home.variables.extend(variables);
            }
            Source::DotEnv => {
                let lines = places().map(|(name, _, value)| format!("{name}=\"{value}\"\n"));
                home.plant(".env", lines.collect::<String>().as_bytes());
            }
            Source::DwJson => {
                let pairs = places().map(|(_, key, value)| (key.to_owned(), value.into()));
                let object: serde_json::Map<_, _> = pairs.collect();
                home.plant("dw.json", serde_json::Value::Object(object).to_string().as_bytes());
            }
        }
        home
    }

    fn plant_key(&mut self) {
        let key = KeyPair::generate(KeySize::Rsa2048).expect("a key");
        let der: Pkcs8V1Der = key.as_der().expect("a key");
        let inner = BASE64_STANDARD.encode(der.as_ref());
        let start = inner.len() / 2;
        inner[start..start + 40].clone_into(&mut self.key);
        let plain = PrivateKeyInfoRef::try_from(der.as_ref()).expect("PKCS#8");
        let how = Parameters::generate_pbkdf2_sha256_aes256cbc(2048, &[7; 16], [8; 16]);
        let encrypted = plain.encrypt_with_params(how.expect("parameters"), JWT_PASSPHRASE);
        let pem = encrypted.expect("encrypted").to_pem("ENCRYPTED PRIVATE KEY", LineEnding::LF);
        self.plant("jwt.pem", pem.expect("PEM").as_bytes());
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{inner}\n-----END PRIVATE KEY-----\n");
        self.plant("plain.pem", pem.as_bytes());
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn plant(&mut self, name: &str, content: &[u8]) {
        let file = self.path().join(name);
        fs::write(&file, content).expect("written");
        fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).expect("its owner's");
        self.planted.push(file);
    }

    /// Fails if a secret other than the allowed ones is in what was written, plain or as a login is
    /// sent.
    pub fn search(&self, what: &str, written: &[u8], allowed: &[&str]) {
        let text = String::from_utf8_lossy(written);
        for secret in ALL.iter().filter(|secret| !allowed.contains(secret)) {
            let login = |name: &str| BASE64_STANDARD.encode(format!("{name}:{secret}"));
            let forms =
                [(*secret).to_owned(), login(USER), login(CLIENT), BASE64_STANDARD.encode(secret)];
            for form in forms {
                // Neither the end of a login nor its padding must differ.
                let form = form.trim_end_matches('=');
                assert!(!text.contains(form), "{what}: {secret} in\n{text}");
            }
        }
        assert!(!text.contains(&self.key), "{what}: the private key in\n{text}");
        assert!(!text.contains("green-tea"), "{what}: the certificate's passphrase in\n{text}");
    }

    /// Searches every file that was not planted.
    pub fn search_files(&self, what: &str, allowed: &[&str]) -> usize {
        let mut files = Vec::new();
        collect(self.path(), &mut files);
        files.retain(|file| !self.planted.contains(file));
        for file in &files {
            let name = file.strip_prefix(self.path()).expect("below").display().to_string();
            let kept = if name.contains("/tokens/") { &[TOKEN][..] } else { &[] };
            let content = fs::read(file).expect("a file");
            self.search(&format!("{what}, {name}"), &content, &[allowed, kept].concat());
            let mode = fs::metadata(file).expect("a file").permissions().mode();
            let is_state = name.starts_with(".local/state/");
            assert!(!is_state || mode.trailing_zeros() >= 6, "{what}, {name}: {mode:o}");
        }
        files.len()
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
