//! What can be asked, each with its arguments' schema.

use super::args;
use super::order::Begun;
use super::sessions::{InUse, Outcome, Sessions};
use crate::api::wording::plain_at;
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

/// The tools: what each does, what it takes, what it is for, and how it is done. The first ones are
/// called at all sessions, the others at the one that they name. A tool that takes effect before its end tells so.
macro_rules! tools {
    (
        $begun:ident
        $sessions:ident {
            $($own_effect:ident $own:literal ($own_args:ty) $own_words:literal
                = |$own_wanted:pat_param| $own_work:expr;)+
        }
        $at:ident {
            $($effect:ident $name:literal ($args:ty) $words:literal
                = |$wanted:pat_param| $work:expr;)+
        }
    ) => {
        /// Every tool.
        pub(super) fn all() -> Vec<Tool> {
            vec![
                $(tool::<$own_args>(Effect::$own_effect, $own, $own_words),)+
                $(tool::<$args>(Effect::$effect, $name, $words),)+
            ]
        }

        impl Sessions {
            /// Does what a tool is for; `None` for a name that is none.
            pub(super) async fn call(
                &self,
                name: &str,
                arguments: &Value,
                $begun: &Begun,
            ) -> Option<Outcome> {
                let $sessions = self;
                Some(match name {
                    $($own => match read::<$own_args>(arguments) {
                        Ok($own_wanted) => $own_work,
                        Err(cause) => Err(cause),
                    },)+
                    $($name => match self.asked::<$args>(arguments) {
                        Ok(($at, $wanted)) => $work,
                        Err(cause) => Err(cause),
                    },)+
                    _ => return None,
                })
            }
        }
    };
}

tools! {
    begun
    sessions {
        Acts "debug_start_session" (args::StartSession)
            "Attach to the instance's script debugger. Gives the session_id that every other tool needs. Halted threads hold real requests of real visitors: end the session when done."
            = |wanted| sessions.start(wanted).await;
        Acts "debug_end_session" (args::EndSession)
            "End a session: its breakpoints go, its halted threads run on (or are stopped)."
            = |wanted| sessions.ended(&wanted).await;
        Looks "debug_list_sessions" (NoArguments)
            "The open sessions and their halted threads."
            = |NoArguments {}| Ok(sessions.list());
    }
    at {
        Acts "debug_set_breakpoints" (args::SetBreakpoints)
            "Set the whole list of a session's breakpoints. Each answer says whether it is verified, and if not, why."
            = |wanted| at.set_breakpoints(&wanted).await;
        Looks "debug_wait_for_stop" (args::WaitForStop)
            "Wait until a thread halts. Gives location, source, stack, locals, what changed since the last stop in the same function and a cursor; with `after` set to that cursor only later stops count. Never waits longer than its time-out."
            = |wanted| at.wait_for_stop(&wanted).await;
        Looks "debug_get_stack" (args::OfThread)
            "The call stack of a halted thread."
            = |wanted| at.get_stack(&wanted);
        Looks "debug_get_variables" (args::GetVariables)
            "Variables of a frame, or with object_path the members of an object, page by page."
            = |wanted| at.get_variables(&wanted).await;
        Acts "debug_evaluate" (args::Evaluate)
            "Evaluate an expression in a frame of a halted thread. Anything but a plain path runs in the live request and may change it."
            = |wanted| at.evaluate(&wanted).await;
        Acts "debug_continue" (args::OfThread)
            "Let a halted thread run. Gives a cursor for debug_wait_for_stop."
            = |wanted| at.go_on(&wanted).await;
        Acts "debug_step_over" (args::OfThread)
            "Step to the next line. The answer is the new stop."
            = |wanted| at.step(&wanted, StepKind::Over).await;
        Acts "debug_step_into" (args::OfThread)
            "Step into the function that is called. The answer is the new stop."
            = |wanted| at.step(&wanted, StepKind::Into).await;
        Acts "debug_step_out" (args::OfThread)
            "Step out to the caller. The answer is the new stop."
            = |wanted| at.step(&wanted, StepKind::Out).await;
        Acts "debug_capture_at_breakpoint" (args::Capture)
            "Set a breakpoint, ask for a page, wait for the halt, read stack, variables and expressions, and put everything back, in one call."
            = |wanted| at.capture(&wanted, begun).await;
        Acts "debug_run_to" (args::RunTo)
            "Let a halted thread run to a line. The answer is the new stop."
            = |wanted| at.run_to(&wanted).await;
        Acts "debug_stop_thread" (args::OfThread)
            "End a halted thread's script with an error: its page fails."
            = |wanted| at.stop_thread(&wanted).await;
        Looks "debug_history" (args::HistoryWanted)
            "The recorded halts of a session, newest first."
            = |wanted| Ok(at.history(&wanted));
        Looks "debug_compare_halts" (args::CompareHalts)
            "What differs between two recorded halts, among what was read at both."
            = |wanted| at.compare(&wanted).await;
        Acts "debug_reattach" (args::OfSession)
            "Connect a session again that is DISABLED or OFFLINE. Its breakpoints are armed again."
            = |_| at.reattach().await;
        Acts "debug_request" (args::RequestPage)
            "Send a storefront request that runs beside everything else, to make a script come by a breakpoint."
            = |wanted| at.request(&wanted).await;
    }
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
    /// The session that is meant, with what a tool is given.
    fn asked<T: DeserializeOwned>(&self, arguments: &Value) -> Result<(InUse, T), String> {
        let args::SessionId { session_id, .. } = read(arguments)?;
        Ok((self.get(&session_id)?, read(arguments)?))
    }

    async fn ended(&self, wanted: &args::EndSession) -> Outcome {
        let how = if wanted.stop_threads { Leaving::StopThreads } else { Leaving::LetRun };
        self.end(&wanted.session_id, how).await
    }
}

/// What is wrong is told with where it is, as in `breakpoints[0].line`.
fn read<T: DeserializeOwned>(arguments: &Value) -> Result<T, String> {
    path_to::deserialize(arguments).map_err(|error| {
        let words = plain_at(&error.path().to_string(), &error.inner().to_string());
        format!("these arguments can't be used: {words}.")
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
            "breakpoints[0]: unknown field `conditon` (did you mean `condition`?)",
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
