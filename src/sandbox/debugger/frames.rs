//! `/threads/{thread_id}/frames/{frame_index}`: looks into a frame of a halted thread.

use super::{Debugger, FrameAt, Parameters, Patience, Refused, document, faults, view};
use crate::{
    api::{debugger::EvalResult, paging::Page},
    sandbox::refusal::Refusal,
    script::{self, EvalPatience, Evaluated, InspectError, engine_error},
};
use axum::{extract::State, response::Response};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// The longest expression, in bytes.
const EXPRESSION: usize = 16 * 1024;

/// `GET …/eval?expr=`: the value's text, or the error's.
pub(super) async fn eval(
    at: FrameAt,
    parameters: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Result<Response, Refused> {
    let expression = parameters.text("expr")?.ok_or_else(|| faults::null_constraint("expr"))?;
    if expression.len() > EXPRESSION {
        return Err(faults::string_constraint("expr", "at most 16 KiB").into());
    }
    let Patience { turn, evaluation: answer, .. } = debugger.patience;
    let patience = EvalPatience { turn, answer };
    let control = debugger.engine.control();
    let evaluated = control.eval(at.thread, at.index, expression, patience).await;
    let result = match evaluated.map_err(|error| at.refuse(error, &debugger))? {
        Evaluated::Text(text) => text,
        Evaluated::StillRuns => engine_error("the expression still runs", expression),
        Evaluated::NotBegun => {
            let what = "not begun: the thread is busy with what it was asked before";
            engine_error(what, expression)
        }
    };
    Ok(document(EvalResult { expression: expression.to_owned(), result: result.into() }))
}

/// `GET …/members?object_path=&start=&count=`.
pub(super) async fn members(
    at: FrameAt,
    parameters: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Result<Response, Refused> {
    let path = parameters.lossy_text("object_path")?.filter(|path| !path.is_empty());
    let page = script_page(parameters.page(Page::first())?);
    let control = debugger.engine.control();
    let members = control.members(at.thread, at.index, path.as_deref(), page);
    let members = in_time(debugger.patience.look, members).await;
    Ok(document(view::members(members.map_err(|error| at.refuse(error, &debugger))?)))
}

/// `GET …/variables?start=&count=`: the frame's scope and all enclosing ones.
pub(super) async fn variables(
    at: FrameAt,
    parameters: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Result<Response, Refused> {
    let page = script_page(parameters.page(Page::all())?);
    let variables = debugger.engine.control().variables(at.thread, at.index, page);
    let variables = in_time(debugger.patience.look, variables).await;
    Ok(document(view::members(variables.map_err(|error| at.refuse(error, &debugger))?)))
}

/// A thread that is busy with something that can't be interrupted is no halted one for now.
async fn in_time<T>(
    limit: Duration,
    look: impl Future<Output = Result<T, InspectError>>,
) -> Result<T, InspectError> {
    timeout(limit, look).await.unwrap_or(Err(InspectError::NotHalted))
}

impl FrameAt {
    /// The thread went on since it was looked at; perhaps it ended.
    fn refuse(&self, error: InspectError, debugger: &Debugger) -> Refusal {
        let is_gone = debugger.engine.control().thread(self.thread).is_err();
        match error {
            InspectError::Gone if is_gone => faults::thread_not_found(&self.thread.to_string()),
            InspectError::Gone | InspectError::NotHalted | InspectError::NoFrame => {
                faults::invalid_frame(self.thread.0, &self.index.to_string())
            }
        }
    }
}

fn script_page(page: Page) -> script::Page {
    let small = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    script::Page { start: small(page.start), count: small(page.count) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    #[tokio::test(start_paused = true)]
    async fn a_thread_that_never_answers_is_not_waited_for() {
        let (limit, start) = (Duration::from_secs(15), tokio::time::Instant::now());
        assert_eq!(in_time(limit, pending::<Result<(), _>>()).await, Err(InspectError::NotHalted));
        assert_eq!(start.elapsed(), limit);
        assert_eq!(in_time(limit, ready(Ok(1))).await, Ok(1));
    }
}
