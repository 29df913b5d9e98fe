//! A sandbox with the hooks of the fixtures, used through the Data API and the debugger.

use crate::{
    data::stand::{LIBRARY, Stand},
    sandbox::stand::Debugger,
};
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The script with the marks.
pub const SCRIPT: &str = "/app_hooks/cartridge/scripts/hooks/content.js";

/// A sandbox with the fixtures' hooks.
pub async fn start() -> Stand {
    start_with(|options| options).await
}

pub async fn start_with(change: impl FnOnce(SandboxOptions) -> SandboxOptions) -> Stand {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/hooks");
    let options = SandboxOptions { cartridges: vec![folder], ..SandboxOptions::on_free_ports() };
    Stand::with(change(options)).await
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
    let debugger = Debugger {
        http: stand.http.clone(),
        root: stand.origin(),
        base: "/s/-/dw/debugger/v2_0".to_owned(),
        id: "hooks".to_owned(),
        login: Some(("admin".to_owned(), "haltscope-demo".to_owned())),
    };
    debugger.post("/client").await.expect(204);
    let breakpoint = json!({"script_path": SCRIPT, "line_number": create_line()});
    debugger.post_json("/breakpoints", json!({"breakpoints": [breakpoint]})).await.expect(200);
    debugger
}
