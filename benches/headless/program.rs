//! The program as a process, with a home of its own.

use std::fs;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_haltscope");

/// A process; it ends when dropped.
pub struct Running(pub Child);

impl Running {
    pub fn start(url: &str, arguments: &[&str]) -> Self {
        Self(command(url, arguments).spawn().expect("it starts"))
    }

    /// Megabytes that are resident.
    pub fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id()));
        let status = status.expect("the system's account");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
        kilobytes.and_then(|it| it.parse::<f64>().ok()).expect("a number") / 1024.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn command(url: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    let home = std::env::temp_dir().join(format!("haltscope-bench-{}", std::process::id()));
    fs::create_dir_all(&home).expect("it is made");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().to_lowercase().ends_with("_proxy") {
            command.env_remove(name);
        }
    }
    command
        .args(arguments)
        .current_dir(&home)
        .env("SFCC_SERVER", url)
        .env("SFCC_USERNAME", "admin")
        .env("SFCC_PASSWORD", "haltscope-demo")
        .env("XDG_STATE_HOME", &home)
        .env("XDG_CONFIG_HOME", &home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}
