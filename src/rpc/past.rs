//! Recorded halts.

use super::args::{Compare, History};
use super::message::{Code, Outcome, Refusal};
use super::shapes::{self, Evaluation, Location, VALUE, cut, milliseconds};
use crate::runtime::Desk;
use crate::session::{Evaluated, Halt, HaltNumber, Node, NodeKind, Session, Tree};
use serde_json::{Value, json};

/// The newest ones, oldest first.
pub(super) fn list(session: &Session, args: &History) -> Value {
    let halts = session.history().halts();
    let skipped = args.count.map_or(0, |count| halts.len().saturating_sub(count));
    let line = |halt: &Halt| {
        let mut line = heading(halt);
        line["location"] = json!(halt.top().map(|frame| Location::of(session, frame)));
        line
    };
    json!({"halts": halts.skip(skipped).map(line).collect::<Vec<_>>()})
}

fn heading(halt: &Halt) -> Value {
    json!({
        "halt": halt.number.0,
        "thread_id": halt.thread.0,
        "how": halt.how,
        "at_ms": milliseconds(halt.at.0),
    })
}

/// One with its stack, what was read in its current frame, and what was evaluated.
pub(super) async fn halt(desk: Desk, number: u64) -> Outcome {
    let number = HaltNumber(number);
    desk.read_at(number).await;
    desk.look(|session| whole(session, number))
}

fn whole(session: &Session, number: HaltNumber) -> Outcome {
    let halt = session.history().get(number).ok_or_else(|| not_kept(number))?;
    let mut whole = heading(halt);
    let evaluation = |it: &Evaluated| Evaluation::of(&it.expression, Ok(it.text.clone()));
    whole["stack"] = json!(shapes::stack(session, &halt.frames));
    let tree = session.past(number, 0).and_then(|scene| scene.tree);
    whole["variables"] = json!(tree.map(read).unwrap_or_default());
    whole["evaluations"] = json!(halt.console.iter().map(evaluation).collect::<Vec<_>>());
    Ok(whole)
}

/// What was read, scopes left out.
fn read(tree: &Tree) -> Vec<Value> {
    let is_read = |node: &&Node| node.kind == NodeKind::Value && !node.type_name.is_empty();
    let shape = |node: &Node| {
        json!({
            "name": node.name,
            "type": node.type_name,
            "value": cut(&node.value, VALUE),
            "scope": scope(tree, node),
            "path": node.path(),
            "expression": tree.written(node),
        })
    };
    tree.nodes().filter(is_read).map(shape).collect()
}

/// The scope that a node is below of.
fn scope(tree: &Tree, node: &Node) -> Option<&'static str> {
    let mut node = node;
    while let Some(parent) = node.parent.and_then(|parent| tree.node(parent)) {
        node = parent;
    }
    match node.kind {
        NodeKind::Scope(scope) => Some(scope.as_str()),
        NodeKind::Value | NodeKind::Range { .. } => None,
    }
}

/// What differs between two.
pub(super) async fn compare(desk: Desk, args: Compare) -> Outcome {
    let (older, newer) = (HaltNumber(args.older), HaltNumber(args.newer));
    for number in [older, newer] {
        let is_kept = desk.look(|session| session.history().get(number).is_some());
        is_kept.then_some(()).ok_or_else(|| not_kept(number))?;
    }
    let compared = desk.compare(older, newer).await;
    let compared = compared.map_err(|words| Refusal::new(Code::NotFound, words))?;
    let difference = |it: &crate::session::Difference| {
        let value = |text: &Option<std::sync::Arc<str>>| text.as_ref().map(|text| cut(text, VALUE));
        json!({"name": it.name, "older": value(&it.older), "newer": value(&it.newer)})
    };
    Ok(json!({
        "older": compared.older.0,
        "newer": compared.newer.0,
        "differences": compared.differences.iter().map(difference).collect::<Vec<_>>(),
        "unread": compared.unread,
    }))
}

fn not_kept(number: HaltNumber) -> Refusal {
    Refusal::new(Code::NotFound, format!("there is no halt {number}"))
        .then("history tells those that are kept")
}
