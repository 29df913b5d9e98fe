//! A sandbox in this process, and the program beside it.

use haltscope::api::address::Address;
use haltscope::client::content::Library;
use haltscope::client::token::{Grant, TokenSource};
use haltscope::client::{ClientConfig, Trust};
use haltscope::sandbox::{BUILTIN_CLIENT, Sandbox, SandboxOptions};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

pub struct Stand {
    pub sandbox: Sandbox,
    pub folder: tempfile::TempDir,
}

/// What a run of the program left.
#[derive(Debug)]
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Outcome {
    /// A success that says nothing on stderr.
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    /// A success, whatever it says on stderr.
    pub fn ok_quietly(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// The JSON of a success.
    pub fn json(self) -> Value {
        let text = self.ok();
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("no JSON: {text}"))
    }

    /// A failure with nothing on stdout and these words on stderr.
    pub fn fails(&self, code: i32, words: &[&str]) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(code), ""), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "{word} in {}", self.stderr);
        }
    }
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_haltscope"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env_clear()
            .env("HOME", self.path())
            .envs(variables.iter().cloned())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let stdin = stdin.to_owned();
        // The sandbox answers on this runtime meanwhile.
        let run = tokio::task::spawn_blocking(move || run(command, &stdin));
        run.await.expect("it ran")
    }
}

fn run(mut command: Command, stdin: &str) -> Outcome {
    let mut child = command.spawn().expect("the program starts");
    // A program that doesn't read its input may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Outcome { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}
