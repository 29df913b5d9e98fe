//! A line of a loop, halted in again and again.

use crate::milliseconds;
use crate::program::command;
use crate::testkit::cartridge::Served;
use haltscope::sandbox::SandboxOptions;
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
    let script = "/app_play/cartridge/controllers/Play.js";
    let served = Served::start(script, SOURCE, SandboxOptions::on_free_ports());
    let served = Handle::current().block_on(served);
    let (url, count) = (served.url(), HALTS.to_string());
    let first = ["probe", "Play.js:4", "--count", &count, "--trigger", "Play-Loop"];
    let arguments = [&first, wanted, &["--timeout", "600"]].concat();
    let begun = Instant::now();
    let output = command(&url, &arguments)
        .stderr(Stdio::inherit())
        .current_dir(served.folder.path())
        .output()
        .expect("it runs");
    let took = begun.elapsed();
    assert!(output.status.success(), "{:?}", output.status);
    assert_eq!(output.stdout.split(|byte| *byte == b'\n').count(), HALTS as usize + 1);
    println!("{name:>24} {:>9.1} ms", milliseconds(took) / f64::from(HALTS));
}
