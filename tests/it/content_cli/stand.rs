//! A sandbox in this process, and the program beside it.

use crate::testkit::program::{self, Outcome};
use haltscope::api::address::Address;
use haltscope::client::content::Library;
use haltscope::client::token::{Grant, TokenSource};
use haltscope::client::{ClientConfig, Trust};
use haltscope::sandbox::{BUILTIN_CLIENT, Sandbox, SandboxOptions};
use std::path::Path;

pub struct Stand {
    pub sandbox: Sandbox,
    pub folder: tempfile::TempDir,
}

impl Stand {
    pub async fn start() -> Self {
        Self::with(SandboxOptions::on_free_ports()).await
    }

    pub async fn with(options: SandboxOptions) -> Self {
        let sandbox = Sandbox::start(options).await.expect("it starts");
        Self { sandbox, folder: tempfile::tempdir().expect("a folder") }
    }

    pub fn server(&self) -> String {
        format!("localhost:{}", self.sandbox.https_addr().port())
    }

    /// The variables that connect as the built-in client.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        vec![
            ("SFCC_SERVER", self.server()),
            ("SFCC_CLIENT_ID", BUILTIN_CLIENT.to_owned()),
            ("SFCC_CLIENT_SECRET", BUILTIN_CLIENT.to_owned()),
            ("SFCC_CA", self.sandbox.ca_file().display().to_string()),
        ]
    }

    /// The library without the program around it.
    pub fn library(&self) -> Library {
        let address = Address::parse(&self.server()).expect("an address");
        let mut config = ClientConfig::new(address, "haltscope".into());
        let pem = std::fs::read(self.sandbox.ca_file()).expect("the CA's certificate");
        config.trust = Trust::Only(pem);
        let grant = Grant::ClientCredentials { secret: BUILTIN_CLIENT.into() };
        let tokens = TokenSource::new(config.clone(), BUILTIN_CLIENT, grant).expect("a source");
        Library::new(config, tokens, "SharedLibrary").expect("a library")
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn file(&self, name: &str, text: &str) -> String {
        let file = self.path().join(name);
        std::fs::write(&file, text).expect("written");
        // Some are keys, which nobody else may read.
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(&file, private).expect("its owner's");
        file.display().to_string()
    }

    /// `haltscope content …` as the built-in client.
    pub async fn content(&self, arguments: &[&str]) -> Outcome {
        self.fed(&[&["content"], arguments].concat(), &self.variables(), "").await
    }

    pub async fn fed(
        &self,
        arguments: &[&str],
        variables: &[(&'static str, String)],
        stdin: &str,
    ) -> Outcome {
        let home = self.path().to_owned();
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let (variables, stdin) = (variables.to_vec(), stdin.to_owned());
        // The sandbox answers on this runtime meanwhile.
        let run = tokio::task::spawn_blocking(move || {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            program::run(&home, &arguments, &variables, &stdin)
        });
        run.await.expect("it ran")
    }
}
