//! Calls of the host: those that take too long, those that look whether they must end, and those that don't.

use super::support::{ME, Session, Shop, breakpoint, limits};
use crate::testkit::patience::{EVER, PATIENCE};
use haltscope::script::{Call, Gone, Host, HostError, Limits, ScriptErrorKind};
use serde_json::{Value, json};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Notify;

const STUCK: (&str, &str) = (
    "stuck.js",
    "exports.wait = function () { host.call('wait', 1); };
exports.slow = { valueOf: function () { host.call('wait', 1); return 1; } };",
);

/// Holds every call until the other end of the channel is dropped.
pub struct Stuck {
    begun: Arc<Notify>,
    release: Mutex<Receiver<()>>,
}

impl Stuck {
    /// A shop of one script that may get stuck, when it has begun to, and what it waits for.
    pub fn shop(script: &str) -> (Shop, Arc<Notify>, Sender<()>) {
        Self::limited(script, limits())
    }

    fn limited(script: &str, limits: Limits) -> (Shop, Arc<Notify>, Sender<()>) {
        let (release, held) = channel();
        let begun = Arc::new(Notify::new());
        let host = Arc::new(Self { begun: Arc::clone(&begun), release: Mutex::new(held) });
        let shop = Shop::hosted(&[("a.js", script)], &[STUCK], limits, host);
        (shop, begun, release)
    }
}

impl Host for Stuck {
    fn call(&self, Call { arguments, .. }: Call<'_>) -> Result<Value, HostError> {
        self.begun.notify_one();
        let held = self.release.lock().map(|release| release.recv());
        held.map(|_| arguments).map_err(|_| HostError::new("the test has failed"))
    }
}

#[tokio::test]
async fn a_script_in_a_call_that_cant_be_interrupted_is_given_up() {
    for attached in [false, true] {
        let script = "exports.run = function () { require('stuck').wait(); leaked = 1; };";
        let (shop, begun, release) = Stuck::shop(script);
        if attached {
            shop.engine.control().attach(ME);
        }
        let script = shop.start("a.js");
        begun.notified().await;
        let control = shop.engine.control();
        control.stop(script.id, Duration::from_millis(20)).await.expect("it is on the list");
        assert_eq!(control.threads(), []);
        assert_eq!(control.stop(script.id, PATIENCE).await, Err(Gone));
        let error = script.outcome.await.expect_err("it was stopped");
        assert_eq!(error.kind, ScriptErrorKind::Terminated);
        drop(release);
    }
}

#[tokio::test]
async fn a_thread_that_was_given_up_counts_until_it_has_ended() {
    let script = "exports.run = function () { return require('stuck').wait(); };";
    let (shop, begun, release) = Stuck::limited(script, Limits { threads: 1, ..limits() });
    let script = shop.start("a.js");
    begun.notified().await;
    let control = shop.engine.control();
    control.stop(script.id, Duration::from_millis(20)).await.expect("it is on the list");
    script.outcome.await.expect_err("it was given up");
    let refused = shop.start("a.js").outcome.await.expect_err("it has not ended");
    assert_eq!(refused.kind, ScriptErrorKind::Busy);
    drop(release);
    shop.engine.settled().await;
    shop.start("a.js").outcome.await.expect("the other one has ended");
}

/// Takes its time for each call, and no processor.
struct Slow(Duration);

impl Host for Slow {
    fn call(&self, Call { arguments, .. }: Call<'_>) -> Result<Value, HostError> {
        std::thread::sleep(self.0);
        Ok(arguments)
    }
}

/// A shop of one script in which each call takes longer than this limit lets anything take.
fn slow_shop(script: &str, limit: Duration, limits: Limits) -> Shop {
    Shop::hosted(&[("a.js", script)], &[STUCK], limits, Arc::new(Slow(limit * 5)))
}

#[tokio::test]
async fn a_script_that_only_waits_ends_too() {
    let run_time = Duration::from_millis(100);
    for attached in [false, true] {
        let body = "for (;;) { try { require('stuck').wait(); } catch (e) {} }";
        let script = format!("exports.run = function () {{ {body} }};");
        let shop = slow_shop(&script, run_time, Limits { run_time, ..limits() });
        if attached {
            shop.engine.control().attach(ME);
        }
        let error = shop.run("a.js").await.expect_err("it took too long");
        assert_eq!(error.kind, ScriptErrorKind::TimedOut);
    }
}

#[tokio::test]
async fn an_expression_that_only_waits_ends_too() {
    let eval_time = Duration::from_millis(100);
    let source = "var slow = require('stuck');\nexports.run = function () {\n  return 1;\n};\n";
    let shop = slow_shop(source, eval_time, Limits { eval_time, ..limits() });
    let session = Session::of(shop, &[3]);
    assert_eq!(session.line().await, 3);
    let answer = session.eval(0, "for (;;) { try { slow.wait(); } catch (e) {} }").await;
    assert!(answer.starts_with("InternalError: "), "{answer}");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(1)));
}

/// Each call takes until its script must end, by working or by waiting.
struct Patient;

impl Host for Patient {
    fn call(&self, Call { arguments, interrupt, .. }: Call<'_>) -> Result<Value, HostError> {
        if arguments == json!(1) {
            loop {
                interrupt.check()?;
                std::hint::spin_loop();
            }
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|cause| HostError::new(cause.to_string()))?;
        runtime.block_on(interrupt.or(std::future::pending()))
    }
}

const PATIENT: (&str, &str) = (
    "patient.js",
    "exports.work = function () { host.call('do', 1); };
exports.wait = function () { host.call('do', 2); };",
);

fn patient_shop(script: &str, limits: Limits) -> Shop {
    Shop::hosted(&[("a.js", script)], &[PATIENT], limits, Arc::new(Patient))
}

#[tokio::test]
async fn a_call_that_looks_ends_with_the_time_of_its_script() {
    let run_time = Duration::from_millis(100);
    for (what, attached) in [("work", false), ("work", true), ("wait", false), ("wait", true)] {
        let script = format!(
            "exports.run = function () {{\n try {{ require('patient').{what}(); }} catch (e) {{}}\n}};"
        );
        let shop = patient_shop(&script, Limits { run_time, ..limits() });
        if attached {
            shop.engine.control().attach(ME);
        }
        let error = shop.run("a.js").await.expect_err("it took too long");
        assert_eq!(error.kind, ScriptErrorKind::TimedOut, "{what} {attached}");
        assert_eq!((error.file.as_deref(), error.line), (Some("/app/a.js"), Some(2)), "{error:?}");
        shop.engine.settled().await;
    }
}

#[tokio::test]
async fn a_call_that_looks_ends_with_a_stop() {
    for what in ["work", "wait"] {
        let script = format!("exports.run = function () {{ require('patient').{what}(); }};");
        let shop = patient_shop(&script, limits());
        let script = shop.start("a.js");
        let control = shop.engine.control();
        control.stop(script.id, EVER).await.expect("it is on the list");
        let error = script.outcome.await.expect_err("it was stopped");
        assert_eq!(error.kind, ScriptErrorKind::Terminated, "{what}");
        shop.engine.settled().await;
    }
}

#[tokio::test]
async fn a_call_that_looks_ends_with_the_expression_and_the_condition_that_it_serves() {
    let short = Duration::from_millis(50);
    let limits = Limits { eval_time: short, condition_time: short, ..limits() };
    let source = "var patient = require('patient');
exports.run = function () {
  var a = 1;
  a += 1;
  return a;
};
";
    for what in ["work", "wait"] {
        let shop = patient_shop(source, limits.clone());
        let expression = format!("patient.{what}()");
        let session = Session::of(shop, &[3]);
        assert_eq!(session.line().await, 3);
        let answer = session.eval(0, &expression).await;
        assert!(answer.starts_with("InternalError: "), "{what}: {answer}");
        assert_eq!(session.eval(0, "1 + 1").await, "2", "it answers what is asked next");
        let condition = breakpoint(1, 4, Some(&expression));
        session.shop.engine.control().set_breakpoints(ME, vec![condition]);
        session.resume();
        assert_eq!(session.script.outcome.await, Ok(json!(2)), "{what}");
    }
}

/// By a call that doesn't look.
#[tokio::test]
async fn who_outlives_a_limit_in_a_call_is_given_up() {
    let short = Duration::from_millis(50);
    let source = "exports.run = function () { require('stuck').wait(); };";
    let (shop, begun, release) = Stuck::limited(source, Limits { run_time: short, ..limits() });
    let script = shop.start("a.js");
    begun.notified().await;
    let error = script.outcome.await.expect_err("it took too long");
    assert_eq!(error.kind, ScriptErrorKind::TimedOut);
    let control = shop.engine.control();
    assert_eq!((control.threads(), control.given_up()), (Vec::new(), 1));
    drop(release);
    shop.engine.settled().await;
    assert_eq!(control.given_up(), 0);
}

#[tokio::test]
async fn an_expression_in_a_call_that_does_not_look_is_answered_in_time() {
    let limits = Limits { eval_time: Duration::from_millis(50), ..limits() };
    let source = "var stuck = require('stuck');\nexports.run = function () {\n  return 1;\n};\n";
    let (shop, _, release) = Stuck::limited(source, limits);
    let session = Session::of(shop, &[3]);
    assert_eq!(session.line().await, 3);
    let answer = session.eval(0, "stuck.wait()").await;
    assert!(answer.starts_with("InternalError: "), "{answer}");
    drop(release);
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(1)));
}
