//! The debugger's endpoints, in the order of section 4.6, then those beyond the specification.

use super::Client;
use super::error::ClientError;
use crate::api::debugger::{
    Breakpoint, BreakpointList, EvalResult, MemberList, NewBreakpoint, NewBreakpoints,
    ScriptThread, ThreadList, ThreadStatus, Versioned,
};
use crate::api::ids::{BreakpointId, FrameIndex, ThreadId};
use crate::api::paging::Page;
use reqwest::{Method, RequestBuilder};

/// The three ways to step (section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into the function at the location, else to the next line.
    Into,
    /// To the next line.
    Over,
    /// To the caller.
    Out,
}

impl Step {
    /// The last segment of the step's path.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Into => "into",
            Self::Over => "over",
            Self::Out => "out",
        }
    }
}

impl Client {
    /// `GET /threads`: all live script threads.
    pub async fn threads(&self) -> Result<Vec<ScriptThread>, ClientError> {
        let list: ThreadList = self.send(self.get("/threads")).await?.document()?;
        Ok(list.script_threads)
    }

    /// `POST /threads/reset`: the sleep of all halted threads starts anew.
    pub async fn reset(&self) -> Result<(), ClientError> {
        let request = self.post("/threads/reset").timeout(self.config.timeouts.renewal);
        self.send(request).await?.nothing()
    }

    /// `GET /threads/{thread}`.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub async fn thread(&self, thread: ThreadId) -> Result<ScriptThread, ClientError> {
        self.send(self.get(&format!("/threads/{thread}"))).await?.document()
    }

    /// `GET …/eval?expr=`: evaluates in a frame. What the script throws comes as a result's text.
    pub async fn eval(
        &self,
        thread: ThreadId,
        frame: FrameIndex,
        expression: &str,
    ) -> Result<EvalResult, ClientError> {
        let request = self.get(&frame_path(thread, frame, "eval")).query(&[("expr", expression)]);
        self.send(request).await?.document()
    }

    /// `GET …/members`: one page of the members of `object_path`, or of the frame without one.
    pub async fn members(
        &self,
        thread: ThreadId,
        frame: FrameIndex,
        object_path: Option<&str>,
        page: Page,
    ) -> Result<MemberList, ClientError> {
        let mut request = self.get(&frame_path(thread, frame, "members"));
        if let Some(path) = object_path {
            request = request.query(&[("object_path", path)]);
        }
        self.send(request.query(&bounds(page))).await?.document()
    }

    /// `GET …/variables`: the frame's variables with those of its enclosing scopes; all of them
    /// without a page.
    pub async fn variables(
        &self,
        thread: ThreadId,
        frame: FrameIndex,
        page: Option<Page>,
    ) -> Result<MemberList, ClientError> {
        let mut request = self.get(&frame_path(thread, frame, "variables"));
        if let Some(page) = page {
            request = request.query(&bounds(page));
        }
        self.send(request).await?.document()
    }

    /// `POST /threads/{thread}/{into,over,out}`: answered when the thread halts again, or after
    /// about 2 s with the thread running.
    pub async fn step(&self, thread: ThreadId, step: Step) -> Result<ScriptThread, ClientError> {
        self.moved(thread, step.as_str()).await
    }

    /// `POST /threads/{thread}/resume`.
    pub async fn resume(&self, thread: ThreadId) -> Result<ScriptThread, ClientError> {
        self.moved(thread, "resume").await
    }

    /// `POST /threads/{thread}/stop`: the script gets its termination error.
    pub async fn stop(&self, thread: ThreadId) -> Result<(), ClientError> {
        self.send(self.post(&format!("/threads/{thread}/stop"))).await?.nothing()
    }

    /// `POST /client`: enables the debugger; an existing client keeps its state.
    pub async fn create_client(&self) -> Result<(), ClientError> {
        // Before the answer: a request that is lost on its way back has created it all the same.
        self.owed.created(self.debugger_id());
        let created = async { self.send(self.post("/client")).await?.nothing() }.await;
        if created.as_ref().is_err_and(ClientError::is_refusal) {
            self.owed.settled(self.debugger_id());
        }
        created
    }

    /// `DELETE /client`: drops the breakpoints and lets the halted threads run.
    pub async fn delete_client(&self) -> Result<(), ClientError> {
        self.owed.settled(self.debugger_id());
        self.send(self.bodiless(&Method::DELETE, "/client")).await?.nothing()
    }

    /// `GET /breakpoints`: all of this client.
    pub async fn breakpoints(&self) -> Result<Vec<Breakpoint>, ClientError> {
        let list: BreakpointList = self.send(self.get("/breakpoints")).await?.document()?;
        Ok(list.breakpoints)
    }

    /// `POST /breakpoints`: adds some; the answer lists what was added (some servers list all).
    pub async fn add_breakpoints(
        &self,
        breakpoints: &[NewBreakpoint],
    ) -> Result<Vec<Breakpoint>, ClientError> {
        let body = Versioned::new(NewBreakpoints { breakpoints: breakpoints.to_vec() });
        let request = self.debugger_request(&Method::POST, "/breakpoints").json(&body);
        let list: BreakpointList = self.send(request).await?.document()?;
        Ok(list.breakpoints)
    }

    /// `GET /breakpoints/{breakpoint}`.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub async fn breakpoint(&self, breakpoint: BreakpointId) -> Result<Breakpoint, ClientError> {
        self.send(self.get(&format!("/breakpoints/{breakpoint}"))).await?.document()
    }

    /// `DELETE /breakpoints`: all of this client.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub async fn delete_breakpoints(&self) -> Result<(), ClientError> {
        self.send(self.bodiless(&Method::DELETE, "/breakpoints")).await?.nothing()
    }

    /// `DELETE /breakpoints/{breakpoint}`.
    pub async fn delete_breakpoint(&self, breakpoint: BreakpointId) -> Result<(), ClientError> {
        let path = format!("/breakpoints/{breakpoint}");
        self.send(self.bodiless(&Method::DELETE, &path)).await?.nothing()
    }

    /// Some servers answer a move without a document: the thread list tells more.
    async fn moved(&self, thread: ThreadId, verb: &str) -> Result<ScriptThread, ClientError> {
        let answer = self.send(self.post(&format!("/threads/{thread}/{verb}"))).await?;
        if answer.is_empty() {
            return Ok(ScriptThread {
                id: thread,
                status: ThreadStatus::Running,
                call_stack: vec![],
            });
        }
        answer.document()
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.bodiless(&Method::GET, path)
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.bodiless(&Method::POST, path)
    }
}

fn frame_path(thread: ThreadId, frame: FrameIndex, what: &str) -> String {
    format!("/threads/{thread}/frames/{frame}/{what}")
}

fn bounds(page: Page) -> [(&'static str, u64); 2] {
    [("start", page.start), ("count", page.count)]
}
