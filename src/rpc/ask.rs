//! Variables, members and expressions.

use super::args::GetVariables;
use super::message::{Code, Outcome, Refusal};
use super::shapes::{Evaluation, VALUE, Variable};
use crate::api::paging::Page;
use crate::runtime::Desk;
use crate::session::{self, Spot, Told, Variables, without_place};
use serde_json::json;

pub(super) async fn variables(desk: Desk, spot: Spot, args: GetVariables) -> Outcome {
    let variables = match args.object_path.as_deref().filter(|path| !path.is_empty()) {
        Some(path) => {
            let count = args.count.map_or(Page::MEMBERS, |count| count.get().into());
            let page = Page { start: args.start.unwrap_or_default(), count };
            let members = desk.reached_members(spot, path, page).await?;
            if members.is_unresolved(path) {
                let words = format!("no value {path} in this frame");
                return Err(Refusal::new(Code::InvalidArgs, words)
                    .then("get_variables without object_path tells the frame's variables"));
            }
            members
        }
        None => part(&desk.variables(spot).await?, &args)?,
    };
    let longest = args.max_value_length.unwrap_or(VALUE);
    let mut shapes: Vec<Variable> =
        variables.list.iter().map(|variable| Variable::of(variable, longest)).collect();
    if args.previews != Some(false) {
        preview(&desk, spot, &variables.list, &mut shapes).await;
    }
    let (start, count, total) = (variables.start, shapes.len(), variables.total);
    Ok(json!({"variables": shapes, "start": start, "count": count, "total": total}))
}

/// Tells with each shape what the object of the same path holds.
pub(super) async fn preview(
    desk: &Desk,
    spot: Spot,
    list: &[session::Variable],
    shapes: &mut [Variable],
) {
    let previews = desk.previews(spot, list, |it| it.value.clone()).await;
    for shape in shapes {
        shape.preview = shape.path.as_ref().and_then(|path| previews.get(path)).cloned();
    }
}

/// Of the variables that are read anyway, those that are asked for.
fn part(variables: &Variables, args: &GetVariables) -> Result<Variables, Refusal> {
    let scope = args.scope.as_deref();
    if scope.is_some_and(|scope| !["local", "closure", "global"].contains(&scope)) {
        let words = format!("there is no scope {}", scope.unwrap_or_default());
        return Err(Refusal::new(Code::InvalidArgs, words).then("use local, closure or global"));
    }
    let all =
        variables.list.iter().filter(|it| scope.is_none() || scope == Variable::of(it, 0).scope);
    let all: Vec<session::Variable> = all.cloned().collect();
    let (start, total) = (args.start.unwrap_or_default(), all.len() as u64);
    let count = args.count.map_or(usize::MAX, |count| count.get() as usize);
    let skipped = usize::try_from(start).unwrap_or(usize::MAX);
    let list = all.into_iter().skip(skipped).take(count).collect();
    Ok(Variables { list, start, total })
}

pub(super) async fn evaluate(desk: Desk, spot: Spot, expression: String) -> Outcome {
    let outcome = desk.evaluate(spot, &expression).await?;
    Ok(json!(evaluation(&desk, spot, &expression, outcome).await))
}

/// What became of an expression, with what the object that it gave holds.
pub(super) async fn evaluation(
    desk: &Desk,
    spot: Spot,
    expression: &str,
    outcome: Result<Told, String>,
) -> Evaluation {
    let preview = desk.held(spot, expression, &outcome).await;
    let outcome = outcome.map(|told| told.text).map_err(|error| without_place(&error).to_owned());
    Evaluation { preview, ..Evaluation::of(expression, outcome) }
}
