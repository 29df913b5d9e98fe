//! A real editor: headless Neovim, where it is found.

use super::editor::{program, steps};
use crate::sandbox::stand::{Stand, line};
use crate::testkit::patience::PATIENCE;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tokio::time::timeout;

#[tokio::test(flavor = "multi_thread")]
async fn neovim_attaches_halts_steps_logs_and_leaves() {
    if Command::new("nvim").arg("--version").output().is_err() {
        // Nothing to try it with; the transcripts stand for it.
        return;
    }
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/dap/editor.lua");
    let settings = program(&[], &stand, &home);
    let mut editor = tokio::process::Command::new("nvim");
    editor
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-c"])
        .arg(format!("luafile {}", script.display()))
        .envs(settings.as_std().get_envs().filter_map(|(key, value)| Some((key, value?))))
        .env("PROGRAM", env!("CARGO_BIN_EXE_haltscope"))
        .env("STEPS", steps())
        .env("LOOP", line("loop").to_string())
        .env("AFTER", line("after").to_string())
        .current_dir(super::editor::cartridges())
        .kill_on_drop(true);
    let output = timeout(PATIENCE, editor.output()).await.expect("in time").expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("ok"), "{told}{problem}");
}
