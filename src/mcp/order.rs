//! The order of calls. The SDK begins each as a task of its own, in any order; an assistant that makes several at once
//! means them as they stand: what runs in a thread or moves it takes effect in the order in which it came, breakpoints
//! are set before what may come by them, and what is asked is asked of where the thread stood then.

use futures::future::join_all;
use parking_lot::Mutex;
use rmcp::model::RequestId;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Nobody waits longer for calls that came before and don't begin; those that have begun come to their end.
const LONGEST: Duration = Duration::from_mins(1);
/// So many calls are remembered that have come and not begun.
const MOST: usize = 1_024;

/// What a call has to do with a session and its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// It sets breakpoints.
    Breaks,
    /// It makes a request come by.
    Sends,
    /// It reads where this thread stands.
    Asks(u64),
    /// It runs in this thread, or moves it.
    Acts(u64),
    /// It ends this thread, whatever runs in it.
    Ends(u64),
}

impl Turn {
    /// Nothing of a call that nothing has to do with.
    fn of(tool: &str, arguments: &Value) -> Option<Self> {
        let thread = || arguments["thread_id"].as_u64();
        match tool {
            "debug_set_breakpoints" => Some(Self::Breaks),
            // It halts at what comes behind it.
            "debug_capture_at_breakpoint" if arguments["trigger_url"].is_null() => {
                Some(Self::Breaks)
            }
            "debug_request" | "debug_capture_at_breakpoint" => Some(Self::Sends),
            "debug_get_stack" | "debug_get_variables" => thread().map(Self::Asks),
            "debug_evaluate" | "debug_continue" | "debug_step_over" | "debug_step_into"
            | "debug_step_out" | "debug_run_to" => thread().map(Self::Acts),
            "debug_stop_thread" => thread().map(Self::Ends),
            _ => None,
        }
    }

    /// Whether it waits for one of the same session that came before it.
    fn waits_for(self, earlier: Self) -> bool {
        match (self, earlier) {
            (Self::Asks(one), Self::Acts(other) | Self::Ends(other))
            | (Self::Acts(one), Self::Asks(other) | Self::Acts(other) | Self::Ends(other)) => {
                one == other
            }
            (Self::Breaks | Self::Sends | Self::Acts(_), Self::Breaks) => true,
            _ => false,
        }
    }
}

/// How far a call has come, for those that wait for it.
#[derive(Clone, Default)]
struct Course {
    begun: CancellationToken,
    done: CancellationToken,
}

impl Course {
    async fn has_begun(&self) {
        tokio::select! {
            () = self.begun.cancelled() => {}
            () = self.done.cancelled() => {}
        }
    }
}

/// A call that came, until it is done.
struct Call {
    id: Value,
    session: String,
    turn: Turn,
    before: Vec<Course>,
    course: Course,
}

impl Call {
    fn has_begun(&self) -> bool {
        self.course.begun.is_cancelled()
    }
}

/// Calls in the order in which they came.
#[derive(Clone, Default)]
pub(super) struct Order(Arc<Mutex<VecDeque<Call>>>);

/// A call that has begun; when it is dropped, it is done.
pub(super) struct Begun {
    order: Order,
    course: Course,
    before: Vec<Course>,
}

impl Order {
    /// A message came.
    pub(super) fn came(&self, message: &Value) {
        let (id, params) = (&message["id"], &message["params"]);
        let tool = params["name"].as_str().filter(|_| message["method"] == "tools/call");
        let Some(turn) = tool.and_then(|tool| Turn::of(tool, &params["arguments"])) else { return };
        let session = params["arguments"]["session_id"].as_str().unwrap_or_default().to_owned();
        let mut calls = self.0.lock();
        let earlier = calls.iter().filter(|it| it.session == session && turn.waits_for(it.turn));
        let before = earlier.map(|it| it.course.clone()).collect();
        let course = Course::default();
        calls.push_back(Call { id: id.clone(), session, turn, before, course });
        // What the SDK refuses by itself never begins.
        let waiting = calls.iter().filter(|it| !it.has_begun()).count();
        if waiting > MOST
            && let Some(at) = calls.iter().position(|it| !it.has_begun())
            && let Some(call) = calls.remove(at)
        {
            call.course.done.cancel();
        }
    }

    /// A call begins: what it waits for is known since it came.
    pub(super) fn begin(&self, id: &RequestId) -> Begun {
        let id = serde_json::to_value(id).unwrap_or_default();
        let mut calls = self.0.lock();
        let call = calls.iter_mut().find(|it| it.id == id && !it.has_begun());
        let (before, course) = call.map_or_else(Default::default, |call| {
            call.course.begun.cancel();
            (std::mem::take(&mut call.before), call.course.clone())
        });
        drop(calls);
        Begun { order: self.clone(), course, before }
    }
}

impl Begun {
    /// Waits until its turn has come, but not for ever for what doesn't begin.
    pub(super) async fn turn(&self) {
        let all_begun = join_all(self.before.iter().map(Course::has_begun));
        let _ = tokio::time::timeout(LONGEST, all_begun).await;
        let begun = self.before.iter().filter(|it| it.begun.is_cancelled());
        join_all(begun.map(|it| it.done.cancelled())).await;
    }

    /// It has taken effect, though it goes on: what waits for it needn't any more.
    pub(super) fn takes_effect(&self) {
        self.course.done.cancel();
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.course.done.cancel();
        self.order.0.lock().retain(|call| !call.course.done.is_cancelled());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use serde_json::json;

    fn call(id: u32, tool: &str, thread: u64) -> Value {
        let arguments = json!({"session_id": "debug-1", "thread_id": thread});
        let params = json!({"name": tool, "arguments": arguments});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    }

    fn is_its_turn(begun: &Begun) -> bool {
        begun.turn().now_or_never().is_some()
    }

    #[tokio::test]
    async fn calls_take_effect_as_they_came_however_they_begin() {
        let order = Order::default();
        let tools = [
            ("debug_get_variables", 7),
            ("debug_evaluate", 7),
            ("debug_evaluate", 8),
            ("debug_step_over", 7),
            ("debug_get_stack", 7),
            ("debug_stop_thread", 7),
            ("debug_wait_for_stop", 7),
        ];
        for (id, (tool, thread)) in (0..).zip(tools) {
            order.came(&call(id, tool, thread));
        }
        // Last first.
        let mut begun: Vec<Begun> =
            (0..7).rev().map(|id| order.begin(&RequestId::Number(id))).collect();
        begun.reverse();
        let turns = |begun: &[Begun]| begun.iter().map(is_its_turn).collect::<Vec<_>>();
        assert_eq!(turns(&begun), [true, false, true, false, false, true, true]);
        begun.remove(0);
        assert_eq!(turns(&begun), [true, true, false, false, true, true]);
        begun.remove(0);
        assert_eq!(turns(&begun), [true, true, false, true, true], "it has moved, then it is read");
        begun.remove(1);
        assert_eq!(turns(&begun), [true, true, true, true]);
        drop(begun);
        assert!(order.0.lock().is_empty());
    }

    #[tokio::test]
    async fn breakpoints_are_set_before_what_may_come_by_them() {
        let order = Order::default();
        for (id, tool) in
            [(1, "debug_set_breakpoints"), (2, "debug_request"), (3, "debug_continue")]
        {
            order.came(&call(id, tool, 7));
        }
        let mut other = call(4, "debug_request", 7);
        other["params"]["arguments"]["session_id"] = "debug-2".into();
        order.came(&other);
        let [breaks, sends, moves, other] =
            [1, 2, 3, 4].map(|id| order.begin(&RequestId::Number(id)));
        assert!(is_its_turn(&breaks) && is_its_turn(&other));
        assert!(!is_its_turn(&sends) && !is_its_turn(&moves));
        drop(breaks);
        assert!(is_its_turn(&sends) && is_its_turn(&moves));
    }

    #[tokio::test]
    async fn what_never_begins_holds_up_nobody_for_ever() {
        tokio::time::pause();
        let order = Order::default();
        for id in 1..4 {
            order.came(&call(id, "debug_evaluate", 7));
        }
        let since = tokio::time::Instant::now();
        order.begin(&RequestId::Number(3)).turn().await;
        let waited = since.elapsed();
        assert!(waited >= LONGEST && waited < LONGEST * 2, "{waited:?}");
    }

    #[tokio::test]
    async fn what_has_begun_is_waited_for_as_long_as_it_takes() {
        tokio::time::pause();
        let order = Order::default();
        for (id, tool) in [(1, "debug_evaluate"), (2, "debug_step_over"), (3, "debug_get_stack")] {
            order.came(&call(id, tool, 7));
        }
        let [step, reads] = [2, 3].map(|id| order.begin(&RequestId::Number(id)));
        let since = tokio::time::Instant::now();
        tokio::spawn(async move {
            tokio::time::sleep(LONGEST * 3).await;
            drop(step);
        });
        reads.turn().await;
        assert_eq!(since.elapsed().as_secs(), LONGEST.as_secs() * 3);
    }

    #[tokio::test]
    async fn a_capture_that_waits_for_a_request_lets_it_go_once_its_breakpoint_is_armed() {
        let order = Order::default();
        order.came(&call(1, "debug_capture_at_breakpoint", 7));
        order.came(&call(2, "debug_request", 7));
        let mut triggered = call(3, "debug_capture_at_breakpoint", 7);
        triggered["params"]["arguments"]["trigger_url"] = "Cart-Show".into();
        order.came(&triggered);
        order.came(&call(4, "debug_request", 7));
        let [captures, sends, triggered, behind] =
            [1, 2, 3, 4].map(|id| order.begin(&RequestId::Number(id)));
        assert!(is_its_turn(&captures) && !is_its_turn(&sends) && !is_its_turn(&triggered));
        captures.takes_effect();
        assert!(is_its_turn(&sends) && is_its_turn(&triggered) && is_its_turn(&behind));
    }
}
