//! A line of a loop, halted in again and again.

use crate::milliseconds;
use crate::program::command;
use haltscope::sandbox::{Sandbox, SandboxOptions};
use std::fs;
use std::process::Stdio;
use std::time::Instant;
use tokio::runtime::Handle;

const HALTS: u32 = 1_000;
const SOURCE: &str = "function Loop() {
    var sum = 0;
    for (var i = 0; i < 2000; i += 1) {
        sum += i;
    }
}
exports.Loop = Loop;
exports.Loop.public = true;
";

/// Prints what a halt costs, with an expression and with everything.
pub fn table() {
    println!("\nprobe, {HALTS} halts of a hot line in the sandbox");
    println!("{:>24} {:>12}", "what", "per halt");
    row("an expression", &["--expr", "i"]);
    row("stack and variables", &["--expr", "i", "--stack", "--vars"]);
}

fn row(name: &str, wanted: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let controllers = folder.path().join("app_play/cartridge/controllers");
    fs::create_dir_all(&controllers).expect("it is made");
    fs::write(controllers.join("Play.js"), SOURCE).expect("it is written");
    let options = SandboxOptions {
        cartridges: vec![folder.path().to_owned()],
        ..SandboxOptions::on_free_ports()
    };
    let sandbox = Handle::current().block_on(Sandbox::start(options)).expect("the sandbox starts");
    let (url, count) = (format!("http://{}", sandbox.http_addr()), HALTS.to_string());
    let first = ["probe", "Play.js:4", "--count", &count, "--trigger", "Play-Loop"];
    let arguments = [&first, wanted, &["--timeout", "600"]].concat();
    let begun = Instant::now();
    let output = command(&url, &arguments)
        .stderr(Stdio::inherit())
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let took = begun.elapsed();
    assert!(output.status.success(), "{:?}", output.status);
    assert_eq!(output.stdout.split(|byte| *byte == b'\n').count(), HALTS as usize + 1);
    println!("{name:>24} {:>9.1} ms", milliseconds(took) / f64::from(HALTS));
}
