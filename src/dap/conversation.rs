//! The order of things with one client: initialize, attach, work, leave.

use super::arguments::Wanted;
use super::attached::Attached;
use super::codec::{Codec, Incoming};
use super::events::output;
use super::order::UnderWay;
use super::requests::not_attached;
use super::wire::{Asked, Messages, Out, Refusal};
use super::words::for_editors;
use crate::runtime::{Changes, Desk, NotAttached, WhenInUse};
use crate::session::{BreakpointSpec, Change, Command, ConnectionCommand, Leaving, NoticeKind};
use dapts::event::{Initialized, Output, ProgressEnd, ProgressStart, Terminated};
use dapts::request::{Attach, Cancel, ConfigurationDone, Disconnect, Initialize, Launch, Restart};
use dapts::{
    CancelArguments, Capabilities, DisconnectArguments, IRequest, InitializeRequestArguments,
    OutputEventCategory, ProgressEndEvent, ProgressStartEvent, TerminatedEvent,
};
use futures::future::BoxFuture;
use futures::{FutureExt, SinkExt, StreamExt};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::codec::{FramedRead, FramedWrite};
use tokio_util::sync::CancellationToken;

/// Cartridges that are not found in this time are not waited for.
const SEARCHING: Duration = Duration::from_secs(5);
/// What the client doesn't take in this time after the end is lost.
const FLUSHING: Duration = Duration::from_secs(2);
const PROGRESS: &str = "attaching";

/// A desk for one attachment.
pub struct Opened {
    /// Where to work; not attached yet.
    pub desk: Desk,
    /// What to do about a debugger client that is in use.
    pub when_in_use: WhenInUse,
    /// The project's folder.
    pub folder: PathBuf,
    /// To be awaited when the desk was left.
    pub close: BoxFuture<'static, ()>,
}

/// Why no desk can be had: cause, then what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// Gives a desk for what the client asks for.
pub type Open = dyn Fn(&Wanted) -> Result<Opened, Refused> + Send + Sync;

/// Talks with one client until it disconnects, its stream ends or somebody says stop. Nothing of
/// ours remains on the instance then.
pub async fn serve(
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
    open: &Open,
    stop: &CancellationToken,
) {
    let (out, messages) = Out::new();
    let mut writing = tokio::spawn(write(messages, output));
    let mut frames = FramedRead::new(input, Codec::default());
    let mut conversation = Conversation::new(out, open);
    while !conversation.is_over {
        let room = conversation.out.clone();
        let next = async {
            room.room().await;
            tokio::select! {
                frame = frames.next() => Some(frame),
                () = conversation.goes_on() => None,
            }
        };
        tokio::select! {
            next = next => match next {
                Some(Some(Ok(incoming))) => conversation.take(incoming).await,
                Some(Some(Err(_)) | None) => break,
                None => {}
            },
            // Nobody takes what is said.
            _ = &mut writing => break,
            () = stop.cancelled() => break,
        }
    }
    conversation.leave(Leaving::LetRun).await;
    drop(conversation);
    if !writing.is_finished() {
        let _ = tokio::time::timeout(FLUSHING, writing).await;
    }
}

/// Numbers the messages and sends them; a client that is gone ends it.
async fn write(mut messages: Messages, output: impl AsyncWrite + Unpin) {
    let mut frames = FramedWrite::new(output, Codec::default());
    let mut seq = 0_i64;
    while let Some(mut message) = messages.recv().await {
        seq += 1;
        message["seq"] = seq.into();
        if frames.send(message).await.is_err() {
            return;
        }
    }
}

/// An attachment that is being made.
struct Coming {
    attached: Arc<Attached>,
    asked: Asked,
    outcome: BoxFuture<'static, Result<(), NotAttached>>,
}

struct Conversation<'a> {
    open: &'a Open,
    out: Out,
    client: Option<InitializeRequestArguments>,
    coming: Option<Coming>,
    attached: Option<Arc<Attached>>,
    changes: Option<Changes>,
    close: Option<BoxFuture<'static, ()>>,
    under_way: UnderWay,
    is_over: bool,
}

impl<'a> Conversation<'a> {
    fn new(out: Out, open: &'a Open) -> Self {
        Self {
            open,
            out,
            client: None,
            coming: None,
            attached: None,
            changes: None,
            close: None,
            under_way: UnderWay::default(),
            is_over: false,
        }
    }

    /// What happens without the client.
    async fn goes_on(&mut self) {
        let Self { coming, changes, .. } = self;
        let came = async {
            match coming {
                Some(coming) => (&mut coming.outcome).await,
                None => std::future::pending().await,
            }
        };
        let changed = async {
            match changes {
                Some(changes) => changes.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            batch = changed => match batch {
                Some(batch) => self.changed(&batch),
                None => self.changes = None,
            },
            outcome = came => self.came(outcome),
        }
    }

    fn changed(&self, batch: &[Change]) {
        if let Some(attached) = &self.attached {
            attached.tell(batch);
        } else if let Some(coming) = &self.coming {
            // What keeps it from being attached is said once: in the answer.
            let told = batch.iter().filter(|change| !is_of_the_line(change));
            coming.attached.tell(told);
        }
    }

    async fn take(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Unreadable(fault) => self.out.unreadable(&fault),
            Incoming::Message(message) => match Asked::of(&message) {
                Ok(asked) => self.asked(asked).await,
                // We ask the client for nothing: what it answers is nobody's.
                Err(_) if message["type"] == "response" => {}
                Err((seq, cause)) => self.out.refuse_message(seq, &cause),
            },
        }
    }

    async fn asked(&mut self, asked: Asked) {
        let done = match asked.command.as_str() {
            Initialize::COMMAND => self.initialize(&asked),
            Attach::COMMAND | Launch::COMMAND => self.attach(&asked),
            Restart::COMMAND => self.restart(&asked).await,
            Disconnect::COMMAND => self.disconnect(&asked).await,
            Cancel::COMMAND => self.cancel(&asked),
            _ => self.work(&asked),
        };
        if let Err(refusal) = done {
            self.out.refuse(&asked, &refusal);
            self.ends_without_attachment(&asked);
        }
    }

    /// Editors wait for the end of a session that could not begin.
    fn ends_without_attachment(&self, asked: &Asked) {
        let begins = matches!(asked.command.as_str(), Attach::COMMAND | Launch::COMMAND);
        let is_alone = self.coming.is_none() && self.attached.is_none();
        if begins && is_alone && self.client.is_some() {
            self.out.event::<Terminated>(&TerminatedEvent::default());
        }
    }

    fn initialize(&mut self, asked: &Asked) -> Result<(), Refusal> {
        if self.client.is_some() {
            return Err(Refusal::quiet("initialize comes once"));
        }
        self.client = Some(asked.arguments()?);
        self.out.answer::<Initialize>(asked, &capabilities());
        Ok(())
    }

    fn attach(&mut self, asked: &Asked) -> Result<(), Refusal> {
        if self.client.is_none() {
            return Err(Refusal::quiet("initialize comes first"));
        }
        if self.coming.is_some() || self.attached.is_some() {
            return Err(Refusal::quiet("this client is attached already"));
        }
        let (wanted, unknown) = Wanted::read(&asked.arguments)?;
        if wanted.holds_password() {
            return Err(Refusal::shown(
                "a password doesn't belong into a launch configuration: take it out, change it if \
                 it was shared, and give SFCC_PASSWORD, dw.json or the keyring",
            ));
        }
        for line in unknown {
            self.out.event::<Output>(&output(OutputEventCategory::Console, &line));
        }
        self.come(asked.clone(), wanted, Vec::new())
    }

    /// Opens a desk and begins to attach.
    fn come(
        &mut self,
        asked: Asked,
        wanted: Wanted,
        specs: Vec<BreakpointSpec>,
    ) -> Result<(), Refusal> {
        let client = self.client.clone().unwrap_or_default();
        let opened =
            (self.open)(&wanted).map_err(|refused| Refusal::shown(for_editors(&refused.0)))?;
        let Opened { desk, when_in_use, folder, close } = opened;
        self.close = Some(close);
        self.changes = Some(desk.changes());
        let attached =
            Arc::new(Attached::new(desk.clone(), self.out.clone(), client, wanted, folder));
        attached.set_again(specs);
        self.progress_starts(&attached);
        let outcome = async move {
            desk.attach(when_in_use).await?;
            let found = desk.until(|session| session.sources().index().map(drop));
            let _ = tokio::time::timeout(SEARCHING, found).await;
            Ok(())
        };
        self.coming = Some(Coming { attached, asked, outcome: outcome.boxed() });
        Ok(())
    }

    fn progress_starts(&self, attached: &Attached) {
        if attached.client.supports_progress_reporting == Some(true) {
            let server = attached.desk.look(|session| session.options().server.clone());
            self.out.event::<ProgressStart>(&ProgressStartEvent {
                progress_id: PROGRESS.to_owned(),
                title: format!("Attaching to {server}"),
                cancellable: Some(true),
                message: None,
                percentage: None,
                request_id: None,
            });
        }
    }

    /// Attaching is over, one way or the other.
    fn came(&mut self, outcome: Result<(), NotAttached>) {
        let Some(Coming { attached, asked, .. }) = self.coming.take() else { return };
        if attached.client.supports_progress_reporting == Some(true) {
            let end = ProgressEndEvent { progress_id: PROGRESS.to_owned(), message: None };
            self.out.event::<ProgressEnd>(&end);
        }
        let is_restart = asked.command == Restart::COMMAND;
        match outcome {
            Ok(()) => {
                self.attached = Some(Arc::clone(&attached));
                self.out.answer_with(&asked, Value::Null);
                if let Some(line) = attached.other_id() {
                    self.out.event::<Output>(&output(OutputEventCategory::Important, &line));
                }
                if is_restart {
                    // The client has nothing to set before.
                    tokio::spawn(async move { attached.trigger().await });
                } else {
                    self.out.event::<Initialized>(&None);
                }
            }
            Err(problem) => {
                self.out.refuse(&asked, &Refusal::shown(words(&problem)));
                self.out.event::<Terminated>(&TerminatedEvent::default());
            }
        }
    }

    /// Leaves and comes again: with the breakpoints that the client has set.
    async fn restart(&mut self, asked: &Asked) -> Result<(), Refusal> {
        let attached = self.attached.clone().ok_or_else(|| not_attached(&asked.command))?;
        let (wanted, specs) = (attached.wanted.clone(), attached.specs());
        attached.let_all_go();
        drop(attached);
        self.leave(Leaving::LetRun).await;
        self.come(asked.clone(), wanted, specs)
    }

    async fn disconnect(&mut self, asked: &Asked) -> Result<(), Refusal> {
        let wanted: DisconnectArguments = asked.arguments()?;
        let stops = wanted.terminate_debuggee == Some(true);
        self.leave(if stops { Leaving::StopThreads } else { Leaving::LetRun }).await;
        self.out.answer_with(asked, Value::Null);
        self.is_over = true;
        Ok(())
    }

    fn cancel(&self, asked: &Asked) -> Result<(), Refusal> {
        let wanted: CancelArguments = asked.arguments()?;
        if let Some(id) = wanted.request_id {
            self.under_way.cancel(id);
        }
        if let Some(coming) = self.coming.as_ref().filter(|_| wanted.progress_id.is_some()) {
            let cancel = Command::Connection(ConnectionCommand::Cancel);
            coming.attached.desk.command(cancel);
        }
        self.out.answer_with(asked, Value::Null);
        Ok(())
    }

    /// Requests of a client that is attached.
    fn work(&self, asked: &Asked) -> Result<(), Refusal> {
        let attached = self.attached.clone().ok_or_else(|| not_attached(&asked.command))?;
        if asked.command == ConfigurationDone::COMMAND {
            let attached = Arc::clone(&attached);
            tokio::spawn(async move { attached.trigger().await });
        }
        self.under_way.begin(attached, asked.clone())
    }

    /// Nothing stays halted or armed.
    async fn leave(&mut self, how: Leaving) {
        self.under_way.cancel_all();
        let coming = self.coming.take().map(|coming| coming.attached);
        if let Some(attached) = self.attached.take().or(coming)
            && let Some(remains) = attached.desk.leave(how).await
        {
            self.out.event::<Output>(&output(OutputEventCategory::Important, &remains));
        }
        // What was told until now is told; the end is the client's own doing.
        self.changes = None;
        if let Some(close) = self.close.take() {
            close.await;
        }
    }
}

/// Whether it tells how the connection is.
fn is_of_the_line(change: &Change) -> bool {
    let is_error = |kind: &NoticeKind| *kind == NoticeKind::Error;
    matches!(change, Change::Connection)
        || matches!(change, Change::Output { kind, .. } if is_error(kind))
}

/// Cause, then what to do, in an editor's words.
fn words(problem: &NotAttached) -> String {
    match problem {
        NotAttached::NotConfigured => {
            format!("{problem}: name it with \"server\" in the launch configuration, or in dw.json")
        }
        NotAttached::InUse { .. } => {
            format!("{problem}: end the other session, or take another \"debuggerId\"")
        }
        NotAttached::Offline { .. } | NotAttached::Left => {
            for_editors(&problem.to_string()).into_owned()
        }
    }
}

/// What this adapter can do.
fn capabilities() -> Capabilities {
    let yes = Some(true);
    Capabilities {
        support_terminate_debuggee: yes,
        supports_breakpoint_locations_request: yes,
        supports_cancel_request: yes,
        supports_clipboard_context: yes,
        supports_completions_request: yes,
        supports_conditional_breakpoints: yes,
        supports_configuration_done_request: yes,
        supports_delayed_stack_trace_loading: yes,
        supports_evaluate_for_hovers: yes,
        supports_hit_conditional_breakpoints: yes,
        supports_loaded_sources_request: yes,
        supports_log_points: yes,
        supports_modules_request: yes,
        supports_restart_request: yes,
        supports_set_expression: yes,
        supports_set_variable: yes,
        supports_single_thread_execution_requests: yes,
        supports_step_in_targets_request: yes,
        supports_terminate_threads_request: yes,
        completion_trigger_characters: Some(vec![".".to_owned()]),
        ..Capabilities::default()
    }
}
