//! A working folder and home of its own, the program in it, and its report.

use crate::testkit::program::{self, Outcome};
use haltscope::sandbox::{Sandbox, SandboxOptions};
use serde_json::Value;
use std::path::Path;

/// A folder as working folder and home, with variables for the program.
pub struct Place {
    folder: tempfile::TempDir,
    variables: Vec<(String, String)>,
}

/// The document of `--json`.
pub struct Report {
    pub code: Option<i32>,
    pub document: Value,
}

impl Place {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), variables: Vec::new() }
    }

    /// With a user whose password is a secret.
    pub fn of(server: &str) -> Self {
        Self::new()
            .variable("SFCC_SERVER", server)
            .variable("SFCC_USERNAME", "admin")
            .variable("SFCC_PASSWORD", "haltscope-demo")
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.retain(|(other, _)| other != name);
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn file(self, name: &str, text: &str) -> Self {
        let file = self.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
        std::fs::write(file, text).expect("written");
        self
    }

    /// Runs while servers of this process answer.
    pub async fn run(&self, arguments: &[&str]) -> Outcome {
        let home = self.path().to_owned();
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let variables = self.variables.clone();
        let run = tokio::task::spawn_blocking(move || {
            let mut all = vec!["doctor"];
            all.extend(arguments.iter().map(String::as_str));
            let variables: Vec<(&str, &str)> =
                variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            program::run(&home, &all, &variables, "")
        });
        run.await.expect("it ran")
    }

    pub async fn report(&self, arguments: &[&str]) -> Report {
        let outcome = self.run(&[&["--json"], arguments].concat()).await;
        assert_eq!(outcome.stderr, "", "{}", outcome.stdout);
        let document = serde_json::from_str(&outcome.stdout);
        let document = document.unwrap_or_else(|_| panic!("no JSON: {}", outcome.stdout));
        Report { code: outcome.code, document }
    }
}

impl Report {
    /// The findings of a check.
    pub fn all(&self, check: &str) -> Vec<&Value> {
        let findings = self.document["findings"].as_array().expect("a list");
        findings.iter().filter(|finding| finding["check"] == check).collect()
    }

    /// The only finding of a check.
    #[track_caller]
    pub fn one(&self, check: &str) -> &Value {
        match self.all(check).as_slice() {
            [one] => one,
            others => panic!("{check}: {others:#?}\n{:#}", self.document),
        }
    }

    pub fn status(&self, check: &str) -> &str {
        self.one(check)["status"].as_str().expect("a status")
    }

    /// A finding's status, words in what was seen, and words in what to do.
    #[track_caller]
    pub fn says(&self, check: &str, status: &str, seen: &[&str], action: &[&str]) {
        let found = self.one(check);
        assert_eq!(found["status"], status, "{found:#}");
        for (key, words) in [("seen", seen), ("action", action)] {
            let text = found[key].as_str().unwrap_or_default();
            for word in words {
                assert!(text.contains(word), "{word} in {key}: {text}");
            }
        }
    }

    /// These checks were not made.
    #[track_caller]
    pub fn skips(&self, checks: &[&str], because: &str) {
        for check in checks {
            self.says(check, "not_checked", &[because], &[]);
        }
    }
}

/// A sandbox with the sample storefront.
pub async fn sandbox() -> Sandbox {
    Sandbox::start(SandboxOptions::on_free_ports()).await.expect("it starts")
}

/// A place that connects to the sandbox over TLS.
pub fn at(sandbox: &Sandbox) -> Place {
    let server = format!("localhost:{}", sandbox.https_addr().port());
    Place::of(&server).variable("SFCC_CA", &sandbox.ca_file().display().to_string())
}

/// The folder of the sample storefront's cartridges.
pub fn sample() -> String {
    format!("{}/assets/storefront/cartridges", env!("CARGO_MANIFEST_DIR"))
}
