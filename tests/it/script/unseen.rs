//! What a halt shows of functions that began before anybody wanted to know.

use super::calls::Stuck;
use super::support::{ME, Session, breakpoint};
use serde_json::json;

const UNKNOWN: &str = "<unknown: the function was entered before there was a breakpoint>";

/// A script that is stuck in `require('stuck').wait()`, gets breakpoints there, and goes on.
async fn caught(source: &str, lines: &[u32]) -> Session {
    let (shop, begun, release) = Stuck::shop(source);
    shop.engine.control().attach(ME);
    let script = shop.start("a.js");
    begun.notified().await;
    shop.break_at(lines);
    drop(release);
    Session { shop, script }
}

/// Variables whose values nobody knows.
fn unknown(names: &[(&str, &str)]) -> Vec<String> {
    names.iter().map(|(scope, name)| format!("{scope} {name}: undefined = {UNKNOWN}")).collect()
}

#[tokio::test]
async fn a_function_entered_before_there_was_a_breakpoint_shows_what_its_module_sees() {
    let session = caught(
        "var shared = 'm', shadowed = 1;
{ let inBlock = 2; }
exports.run = function (input) {
  var own = 1, shadowed = 2;
  require('stuck').wait();
  own += 1;
  return [1].map(function () { return own + shadowed; });
};
",
        &[6, 7],
    )
    .await;
    assert_eq!(session.line().await, 6);
    let own = ["this", "arguments", "input", "own", "shadowed"].map(|name| ("local", name));
    let own = unknown(&own);
    let variables = session.variables(0).await;
    assert_eq!(variables[..own.len()], own);
    assert_eq!(variables.last().map(String::as_str), Some("closure shared: string = m"));
    assert_eq!(session.eval(0, "shared + 1").await, "m1");
    assert_eq!(session.eval(0, "shared = 'n'").await, "n");
    for text in ["own", "shadowed", "this.x", "\\u006fwn"] {
        let answer = session.eval(0, text).await;
        assert!(
            answer.contains(" is out of reach here: the function was entered before"),
            "{text}: {answer}"
        );
    }
    assert_eq!(session.members("own").await[0].value, "unresolved");
    assert_eq!(session.members("shared").await[0].value, "n");
    session.shop.engine.control().set_breakpoints(
        ME,
        vec![breakpoint(1, 7, Some("own === 2")), breakpoint(2, 7, Some("shared === 'n'"))],
    );
    session.resume();
    assert_eq!(session.line().await, 7);
    session.shop.break_at(&[]);
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!([4])));
}

#[tokio::test]
async fn callers_that_nobody_saw_begin_show_all_their_names() {
    let session = caught(
        "var shared = 'm';
function make(rate) {
  var factor = rate * 2, hidden = 0;
  return function price(product) {
    var base = product.price;
    { let inner = base; require('stuck').wait(); shown(inner); }
    return [1].map(() => base * factor);
  };
}
function shown(value) {
  return value;
}
exports.run = function () {
  return make(1)({ price: 3 });
};
",
        &[11],
    )
    .await;
    assert_eq!(session.line().await, 11);
    assert!(session.variables(0).await.contains(&"local value: number = 3".to_owned()));
    let expected = [
        ("local", "this"),
        ("local", "arguments"),
        ("local", "product"),
        ("local", "base"),
        ("local", "inner"),
        ("closure", "rate"),
        ("closure", "factor"),
        ("closure", "hidden"),
    ];
    let price = session.variables(1).await;
    assert_eq!(price[..expected.len()], unknown(&expected));
    assert!(price.contains(&"closure shared: string = m".to_owned()), "{price:#?}");
    let run = session.variables(2).await;
    assert_eq!(run[..2], unknown(&[("local", "this"), ("local", "arguments")]));
    for text in ["base", "factor", "inner", "[product]"] {
        let answer = session.eval(1, text).await;
        assert!(answer.contains(" is out of reach here: the function was entered"), "{answer}");
    }
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!([6])));
}

#[tokio::test]
async fn a_block_that_was_seen_to_begin_hides_nothing_of_its_function() {
    let session = caught(
        "exports.run = function (input) {
  var own = 1;
  require('stuck').wait();
  { let inner = 2;
    shown(inner); }
  return own;
};
function shown(value) {
  return value;
}
",
        &[9],
    )
    .await;
    assert_eq!(session.line().await, 9);
    let mut expected = unknown(&["this", "arguments", "input", "own"].map(|name| ("local", name)));
    expected.push("local inner: number = 2".to_owned());
    assert_eq!(session.variables(1).await[..expected.len()], expected);
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(1)));
}

#[tokio::test]
async fn a_loop_that_began_before_its_breakpoint_shows_its_variables() {
    // There was a breakpoint when it began, but none that it could have come to.
    let (shop, begun, release) = Stuck::shop(
        "var slow = require('stuck').slow;
exports.run = function () {
  return spin(2);
};
function spin(step) {
  var count = 0;
  while (count < 9) {
    count = count + step * slow;
  }
  return count;
}
exports.never = function () {
  return 1;
};
",
    );
    shop.engine.control().attach(ME);
    shop.break_at(&[13]);
    let script = shop.start("a.js");
    begun.notified().await;
    shop.break_at(&[8, 10]);
    drop(release);
    let session = Session { shop, script };
    assert_eq!(session.line().await, 8);
    assert_eq!(session.eval(0, "step + ':' + count").await, "2:2");
    assert!(session.variables(0).await.contains(&"local count: number = 2".to_owned()));
    session.shop.break_at(&[10]);
    session.resume();
    assert_eq!(session.line().await, 10);
    assert_eq!(session.eval(0, "count = count + step").await, "12");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(12)));
}
