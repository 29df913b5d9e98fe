//! Whose frames a halted stack tells of, and what can be read in them.

use super::support::{Session, Shop, limits};
use crate::testkit::patience::PATIENCE;
use haltscope::script::Limits;
use std::time::Duration;

#[tokio::test]
async fn an_error_whose_stack_never_ends_is_told_in_time() {
    let limits = Limits { display_time: Duration::from_millis(50), ..limits() };
    let limits = Limits { eval_time: Duration::from_hours(1), ..limits };
    let source = "exports.run = function () {\n  return 1;\n};\n";
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[2]);
    assert_eq!(session.line().await, 2);
    let endless = "throw { name: 'Own', message: 'no', get stack() { for (;;) {} } }";
    let answer = tokio::time::timeout(PATIENCE, session.eval(0, endless)).await;
    let answer = answer.expect("it is told");
    assert!(answer.starts_with("Own: no ([DEBUGGER EXPR: ") && answer.ends_with("#1)"), "{answer}");
}
