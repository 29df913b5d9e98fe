//! What can be asked, each with its arguments' schema.

use super::args;
use super::sessions::{Outcome, Sessions};
use crate::api::wording::plain;
use crate::session::{Leaving, StepKind};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error as path_to;
use std::sync::Arc;

/// Whether a tool only looks, or changes what the instance does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Looks,
    Acts,
}

/// Every tool.
pub(super) fn all() -> Vec<Tool> {
    use Effect::{Acts, Looks};
    vec![
        tool::<args::StartSession>(
            Acts,
            "debug_start_session",
            "Attach to the instance's script debugger. Gives the session_id that every other tool needs. Halted threads hold real requests of real visitors: end the session when done.",
        ),
        tool::<args::EndSession>(
            Acts,
            "debug_end_session",
            "End a session: its breakpoints go, its halted threads run on (or are stopped).",
        ),
        tool::<NoArguments>(
            Looks,
            "debug_list_sessions",
            "The open sessions and their halted threads.",
        ),
        tool::<args::SetBreakpoints>(
            Acts,
            "debug_set_breakpoints",
            "Set the whole list of a session's breakpoints. Each answer says whether it is verified, and if not, why.",
        ),
        tool::<args::WaitForStop>(
            Looks,
            "debug_wait_for_stop",
            "Wait until a thread halts. Gives location, source, stack, locals, what changed since the last stop in the same function and a cursor; with `after` set to that cursor only later stops count. Never waits longer than its time-out.",
        ),
        tool::<args::OfThread>(Looks, "debug_get_stack", "The call stack of a halted thread."),
        tool::<args::GetVariables>(
            Looks,
            "debug_get_variables",
            "Variables of a frame, or with object_path the members of an object, page by page.",
        ),
        tool::<args::Evaluate>(
            Acts,
            "debug_evaluate",
            "Evaluate an expression in a frame of a halted thread. Anything but a plain path runs in the live request and may change it.",
        ),
        tool::<args::OfThread>(
            Acts,
            "debug_continue",
            "Let a halted thread run. Gives a cursor for debug_wait_for_stop.",
        ),
        tool::<args::OfThread>(
            Acts,
            "debug_step_over",
            "Step to the next line. The answer is the new stop.",
        ),
        tool::<args::OfThread>(
            Acts,
            "debug_step_into",
            "Step into the function that is called. The answer is the new stop.",
        ),
        tool::<args::OfThread>(
            Acts,
            "debug_step_out",
            "Step out to the caller. The answer is the new stop.",
        ),
        tool::<args::Capture>(
            Acts,
            "debug_capture_at_breakpoint",
            "Set a breakpoint, ask for a page, wait for the halt, read stack, variables and expressions, and put everything back, in one call.",
        ),
        tool::<args::RunTo>(
            Acts,
            "debug_run_to",
            "Let a halted thread run to a line. The answer is the new stop.",
        ),
        tool::<args::OfThread>(
            Acts,
            "debug_stop_thread",
            "End a halted thread's script with an error: its page fails.",
        ),
        tool::<args::HistoryWanted>(
            Looks,
            "debug_history",
            "The recorded halts of a session, newest first.",
        ),
        tool::<args::CompareHalts>(
            Looks,
            "debug_compare_halts",
            "What differs between two recorded halts, among what was read at both.",
        ),
        tool::<args::OfSession>(
            Acts,
            "debug_reattach",
            "Connect a session again that is DISABLED or OFFLINE. Its breakpoints are armed again.",
        ),
        tool::<args::RequestPage>(
            Acts,
            "debug_request",
            "Send a storefront request that runs beside everything else, to make a script come by a breakpoint.",
        ),
    ]
}

#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoArguments {}

fn tool<T: JsonSchema>(effect: Effect, name: &'static str, description: &'static str) -> Tool {
    let looks = effect == Effect::Looks;
    let annotations = ToolAnnotations::new().read_only(looks).destructive(!looks).open_world(true);
    Tool::new(name, description, Arc::new(schema::<T>())).annotate(annotations)
}

/// All in one place: not every client follows references.
fn schema<T: JsonSchema>() -> JsonObject {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<T>();
    schema.remove("title");
    schema.as_object().cloned().unwrap_or_default()
}

impl Sessions {
    /// Does what a tool is for; `None` for a name that is none.
    pub(super) async fn call(&self, name: &str, arguments: &Value) -> Option<Outcome> {
        Some(match name {
            "debug_start_session" => match read(arguments) {
                Ok(wanted) => self.start(wanted).await,
                Err(cause) => Err(cause),
            },
            "debug_list_sessions" => read(arguments).map(|NoArguments {}| self.list()),
            "debug_end_session" => match read::<args::EndSession>(arguments) {
                Ok(args::EndSession { session_id, stop_threads, .. }) => {
                    let how = if stop_threads { Leaving::StopThreads } else { Leaving::LetRun };
                    self.end(&session_id, how).await
                }
                Err(cause) => Err(cause),
            },
            name if all().iter().any(|tool| tool.name == name) => {
                self.call_in_session(name, arguments).await
            }
            _ => return None,
        })
    }

    async fn call_in_session(&self, name: &str, arguments: &Value) -> Outcome {
        let of: args::SessionId = read(arguments)?;
        let at = self.get(&of.session_id)?;
        match name {
            "debug_set_breakpoints" => at.set_breakpoints(&read(arguments)?).await,
            "debug_wait_for_stop" => at.wait_for_stop(&read(arguments)?).await,
            "debug_get_stack" => at.get_stack(&read(arguments)?),
            "debug_get_variables" => at.get_variables(&read(arguments)?).await,
            "debug_evaluate" => at.evaluate(&read(arguments)?).await,
            "debug_continue" => at.go_on(&read(arguments)?),
            "debug_step_over" => at.step(&read(arguments)?, StepKind::Over).await,
            "debug_step_into" => at.step(&read(arguments)?, StepKind::Into).await,
            "debug_step_out" => at.step(&read(arguments)?, StepKind::Out).await,
            "debug_capture_at_breakpoint" => at.capture(&read(arguments)?).await,
            "debug_run_to" => at.run_to(&read(arguments)?).await,
            "debug_stop_thread" => at.stop_thread(&read(arguments)?).await,
            "debug_history" => Ok(at.history(&read(arguments)?)),
            "debug_compare_halts" => at.compare(&read(arguments)?).await,
            "debug_reattach" => {
                read::<args::OfSession>(arguments)?;
                at.reattach().await
            }
            "debug_request" => at.request(&read(arguments)?).await,
            _ => Err(format!("{name} is no tool of a session.")),
        }
    }
}

/// What is wrong is told with where it is, as in `breakpoints[0].line`.
fn read<T: DeserializeOwned>(arguments: &Value) -> Result<T, String> {
    path_to::deserialize(arguments).map_err(|error| {
        let at = match error.path().to_string() {
            path if path == "." => String::new(),
            path => format!("{path}: "),
        };
        let words = plain(&error.inner().to_string());
        format!("these arguments can't be used: {at}{words}.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check<T: DeserializeOwned>(arguments: &Value, says: &str) {
        let error = read::<T>(arguments).err().expect("they can't be used");
        assert!(error.contains(says), "{error}");
    }

    #[test]
    fn what_is_wrong_with_arguments_is_named() {
        let of = |mut arguments: Value| {
            arguments["session_id"] = "debug-1".into();
            arguments["thread_id"] = 7.into();
            arguments
        };
        check::<args::StartSession>(&json!({"server": 5}), "unknown field `server`");
        check::<args::StartSession>(&json!({"instance": 5}), "instance: invalid type: integer `5`");
        check::<args::GetVariables>(
            &of(json!({"scope": "bogus"})),
            "scope: unknown variant `bogus`, expected one of `local`, `closure`, `global`",
        );
        check::<args::GetVariables>(&of(json!({"count": 0})), "count: invalid value: integer `0`");
        check::<args::OfThread>(&of(json!({"thread": 7})), "unknown field `thread`");
        let at = |breakpoint: Value| json!({"session_id": "debug-1", "breakpoints": [breakpoint]});
        check::<args::SetBreakpoints>(
            &at(json!({"file": "a.js", "line": 0})),
            "breakpoints[0].line: invalid value: integer `0`",
        );
        check::<args::SetBreakpoints>(
            &at(json!({"file": "a.js", "line": 1, "conditon": "x"})),
            "unknown field `conditon`",
        );
        check::<NoArguments>(&json!({"all": true}), "unknown field `all`");
    }

    #[test]
    fn what_assistants_know_of_the_vendors_tools_is_taken() {
        let start =
            json!({"projectDirectory": "a", "cartridgeDirectory": "b", "instanceName": "c"});
        let start: args::StartSession = read(&start).expect("they are known");
        assert_eq!(start.instance.as_deref(), Some("c"));
        let end = json!({"session_id": "debug-1", "clear_breakpoints": true});
        read::<args::EndSession>(&end).expect("they are known");
    }

    #[test]
    fn every_tool_has_a_name_a_description_and_an_object_as_schema() {
        let tools = all();
        for tool in &tools {
            assert!(tool.name.starts_with("debug_"), "{}", tool.name);
            assert!(tool.description.as_ref().is_some_and(|it| it.len() > 20), "{}", tool.name);
            assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
            assert!(!format!("{:?}", tool.input_schema).contains("$ref"), "{}", tool.name);
        }
        let mut names: Vec<_> = tools.iter().map(|tool| tool.name.clone()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 19);
    }
}
