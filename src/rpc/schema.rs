//! A JSON Schema of both directions, made from the types.

use super::events::Event;
use super::message::{Id, Refusal, Request};
use super::shapes::{Breakpoint, Evaluation, StackFrame, ThreadShape, Variable};
use schemars::{JsonSchema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

/// A line of output.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is of use")]
enum Output {
    /// A result.
    Answer(Answer),
    /// Why there is no result.
    Refused(Refused),
    /// Something that happened.
    Event(Numbered),
}

#[derive(Serialize, JsonSchema)]
struct Answer {
    id: Option<Id>,
    /// What the command gives; see `results`.
    result: Value,
}

#[derive(Serialize, JsonSchema)]
struct Refused {
    id: Option<Id>,
    #[serde(flatten)]
    refusal: Refusal,
}

#[derive(Serialize, JsonSchema)]
struct Numbered {
    /// Counts up from 1 without gaps.
    seq: u64,
    #[serde(flatten)]
    event: Event,
}

/// In which order things happen.
const ORDER: &str = "Answers come as they are known, each under its request's id. A command that \
    moves a thread (continue, a step, run_to, stop; continue_all and detach for all threads) takes \
    effect once the questions about it that were sent before (get_variables, evaluate, get_halt, \
    compare) are answered; questions run beside each other, and other threads are not held up.";

/// `input` and `output` lines, and the shapes inside results.
pub(super) fn whole() -> Value {
    let mut generator = SchemaGenerator::default();
    let input = generator.subschema_for::<Request>();
    let output = generator.subschema_for::<Output>();
    let results = json!({
        "breakpoint": generator.subschema_for::<Breakpoint>(),
        "thread": generator.subschema_for::<ThreadShape>(),
        "frame": generator.subschema_for::<StackFrame>(),
        "variable": generator.subschema_for::<Variable>(),
        "evaluation": generator.subschema_for::<Evaluation>(),
    });
    let schema = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "haltscope rpc",
        "description": ORDER,
        "properties": {"input": input, "output": output, "results": {"properties": results}},
        "$defs": generator.take_definitions(true),
    });
    schema.to_value()
}
