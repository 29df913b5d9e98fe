//! A sandbox with hooks, those of the fixtures or a test's own, used through the Data API and the
//! debugger.

use crate::{
    data::stand::{LIBRARY, Stand},
    sandbox::stand::Debugger,
    testkit::patience::unhurried,
};
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The script with the marks.
pub const SCRIPT: &str = "/app_hooks/cartridge/scripts/hooks/content.js";

/// A sandbox with the fixtures' hooks.
pub async fn start() -> Stand {
    start_with(|options| options).await
}

pub async fn start_with(change: impl FnOnce(SandboxOptions) -> SandboxOptions) -> Stand {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/hooks");
    let options = SandboxOptions { cartridges: vec![folder], ..unhurried() };
    Stand::with(change(options)).await
}

/// Cartridges of a test's own, in a folder that goes with it. Their path is alphabetical.
pub struct Cartridges(TempDir);

impl Cartridges {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// One cartridge whose only script is registered for these points, each as `content.beforeCreate`.
    pub fn one(points: &[&str], script: &str) -> Self {
        Self::new().with("app_own", points, script)
    }

    /// A further cartridge with one script for these points.
    pub fn with(self, name: &str, points: &[&str], script: &str) -> Self {
        let hook = |point: &&str| json!({"name": point_name(point), "script": "./hooks.js"});
        let hooks: Vec<_> = points.iter().map(hook).collect();
        self.with_list(name, &json!({"hooks": hooks}).to_string())
            .file(&format!("{name}/cartridge/scripts/hooks.js"), script)
    }

    /// A further cartridge with this text as its `hooks.json`.
    pub fn with_list(self, name: &str, list: &str) -> Self {
        let package = json!({"hooks": "./cartridge/scripts/hooks.json"}).to_string();
        self.file(&format!("{name}/package.json"), &package)
            .file(&format!("{name}/cartridge/scripts/hooks.json"), list)
    }

    pub fn file(self, path: &str, text: &str) -> Self {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("written");
        self
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub async fn start(&self) -> Stand {
        self.start_with(|options| options).await
    }

    pub async fn start_with(&self, change: impl FnOnce(SandboxOptions) -> SandboxOptions) -> Stand {
        let cartridges = vec![self.folder().to_owned()];
        Stand::with(change(SandboxOptions { cartridges, ..unhurried() })).await
    }
}

/// `content.beforeCreate` as it is registered.
pub fn point_name(short: &str) -> String {
    format!("dw.ocapi.data.content.{short}")
}

pub fn asset(id: &str) -> String {
    format!("{LIBRARY}/content/{id}")
}

pub fn folder(id: &str) -> String {
    format!("{LIBRARY}/folders/{id}")
}

/// A document that makes the hooks do something.
pub fn wish(text: &str) -> Value {
    json!({"description": {"default": text}})
}

/// The line of the first statement of `beforeCreate`.
pub fn create_line() -> u32 {
    let text = include_str!("../fixtures/hooks/app_hooks/cartridge/scripts/hooks/content.js");
    let index = text.lines().position(|line| line.ends_with("// @create")).expect("a mark");
    u32::try_from(index + 1).expect("a line number")
}

/// An attached debugger with a breakpoint at the start of `beforeCreate`.
pub async fn attached(stand: &Stand) -> Debugger {
    attached_at(stand, SCRIPT, create_line()).await
}

/// An attached debugger with one breakpoint.
pub async fn attached_at(stand: &Stand, script: &str, line: u32) -> Debugger {
    let debugger = Debugger {
        http: stand.http.clone(),
        root: stand.origin(),
        base: "/s/-/dw/debugger/v2_0".to_owned(),
        id: "hooks".to_owned(),
        login: Some(("admin".to_owned(), "haltscope-demo".to_owned())),
    };
    debugger.post("/client").await.expect(204);
    let breakpoint = json!({"script_path": script, "line_number": line});
    debugger.post_json("/breakpoints", json!({"breakpoints": [breakpoint]})).await.expect(200);
    debugger
}
