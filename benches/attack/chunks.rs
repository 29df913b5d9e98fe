//! What bodies cost that come byte by byte, each in a chunk of its own.

use super::testkit::process::Process;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
};

/// Chunks of the larger body, and the part of them that the smaller one has.
const CHUNKS: u32 = 200_000;
const PART: u32 = 4;
/// What the larger one may cost, in seconds of a processor, and compared with its parts.
const SECONDS: f64 = 1.0;
const GROWTH: f64 = 1.5;

/// Prints the lines; how many figures are missed.
pub fn report(process: &Process, address: SocketAddr) -> usize {
    let cost = |chunks| {
        let before = processor_time(process);
        send(address, chunks);
        processor_time(process) - before
    };
    let least = |chunks| (0..5).map(|_| cost(chunks)).fold(f64::INFINITY, f64::min);
    let (part, whole) = (least(CHUNKS / PART), least(CHUNKS));
    // The kernel counts in hundredths of a second.
    let growth = whole / (part.max(0.01) * f64::from(PART));
    let rows = [
        (format!("{CHUNKS} one-byte chunks"), whole, SECONDS, "s"),
        (format!("the same, compared with {PART} times {}", CHUNKS / PART), growth, GROWTH, "x"),
    ];
    let mut missed = 0;
    for (name, value, bound, unit) in rows {
        let verdict = if value < bound { "met" } else { "MISSED" };
        missed += usize::from(value >= bound);
        println!("{name:<50} {value:>27.2} {unit} {verdict}");
    }
    missed
}

/// What the process has used of the processors, in seconds.
fn processor_time(process: &Process) -> f64 {
    let account = process.account("stat");
    let fields = account.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// A storefront request with such a body.
fn send(address: SocketAddr, chunks: u32) {
    let mut stream = TcpStream::connect(address).expect("connects");
    let head = "POST /on/demandware.store/Sites-Storefront-Site/default/No-Such HTTP/1.1\r\n\
                host: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n";
    let body = "1\r\nx\r\n".repeat(chunks as usize);
    stream.write_all(format!("{head}{body}0\r\n\r\n").as_bytes()).expect("sends");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}
