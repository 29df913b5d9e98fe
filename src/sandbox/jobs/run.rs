//! Runs a job: its stages one after the other, each step a script thread.

use super::{
    Jobs, archives, categorization,
    definition::{Next, Scope},
    deltas,
    ending::Stopped,
    execution::{Span, State, StepExecution},
    exports::{self, ExportStep},
    importing,
    imports::{self, ImportStep},
    log::Log,
    outcome::StepOutcome,
    parameters::{parameters, texts},
    plan::{Line, MOST_STEPS, PlannedStep, Stage},
    scripted,
    types::{EXECUTE_SCRIPT, check_place, found},
    unbroken::unbroken,
};
use crate::sandbox::storefront::{
    Counts, Place, Step, StepStatus, StepTypes, StepWatch, Storefront, Work,
};
use crate::script::give_back_if_grown;
use futures::future::{BoxFuture, FutureExt, join_all};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

/// How long a step may run that doesn't say how long.
const RUN_TIME: Duration = Duration::from_mins(15);

/// Steps that have nothing to do in a sandbox, and why.
pub(super) const NOTHING_TO_DO: [(&str, &str); 3] = [
    ("SearchReindex", "Searches of the sandbox need no index."),
    ("InvalidateCache", "The sandbox caches no pages."),
    ("UpdateStorefrontURLs", "Addresses of the sandbox are always those of its catalogue."),
];

/// How a line, or the job, ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// The job goes on behind it; what its last step said, if it had one.
    Done(Option<StepStatus>),
    /// It is the end of the job.
    Stopped(StepStatus),
    /// Somebody, or a limit, ended it.
    Aborted(String),
}

/// What is to be run, and where.
enum Ready {
    Script(Arc<Storefront>, Box<Step>),
    Import(Arc<Storefront>, Box<imports::Order>),
    Export(Arc<Storefront>, &'static ExportStep, BTreeMap<String, String>),
    Categorize(Arc<Storefront>, BTreeMap<String, String>),
    ExportDelta(Arc<Storefront>, BTreeMap<String, String>),
    ExportSites(BTreeMap<String, String>),
    ImportSites(Arc<Storefront>, BTreeMap<String, String>),
    Nothing(&'static str),
}

/// Tells an execution of what a step says and does while it runs.
struct Watch {
    jobs: Arc<Jobs>,
    execution: String,
    number: usize,
    step: String,
    log: Arc<Log>,
}

impl StepWatch for Watch {
    fn says(&self, level: &str, category: &str, message: &str) {
        let category = if category.is_empty() { String::new() } else { format!("[{category}] ") };
        self.log.write(level, &self.step, &format!("{category}{message}"));
    }

    fn counts(&self, counts: Counts) {
        self.jobs.change(&self.execution, |execution| {
            execution.steps[self.number].counts = Some(counts);
        });
    }
}

impl Jobs {
    /// Runs the stages of an execution to its end.
    pub(super) async fn run(self: Arc<Self>, id: String, stages: Vec<Stage>) {
        let state = {
            // What ends all threads, such as a reset, waits for the whole job.
            let _passage = self.gate.pass().await;
            let ending = self.gate.ending();
            self.change(&id, |execution| {
                if execution.is_stopped {
                    ending.cancel();
                }
                execution.ending = ending;
            });
            let end = unbroken(self.stages(&id, &stages)).await;
            match end.unwrap_or_else(End::Aborted) {
                End::Done(last) => State::Finished(last.unwrap_or_else(ok)),
                End::Stopped(status) => State::Finished(status),
                End::Aborted(why) => State::Aborted(why),
            }
        };
        // All that its steps have taken is free by now.
        drop(spawn_blocking(give_back_if_grown));
        let now = self.clock.now();
        let (level, end) = match &state {
            State::Aborted(why) => ("error", format!("the job was ended: {why}")),
            State::Finished(StepStatus { error, code, .. }) => {
                (if *error { "error" } else { "info" }, format!("the job ended with {code}"))
            }
            State::Running => ("info", "the job runs".to_owned()),
        };
        self.log(&id).write(level, "", &end);
        self.change(&id, |execution| {
            execution.state = state;
            execution.span.end(now);
        });
    }

    async fn stages(self: &Arc<Self>, id: &str, stages: &[Stage]) -> End {
        let mut last = None;
        for stage in stages {
            let ends = if stage.is_parallel && self.may_run_at_once(stage) {
                join_all(stage.lines.iter().map(|line| self.line(id, line))).await
            } else {
                let mut ends = Vec::new();
                for line in &stage.lines {
                    let end = self.line(id, line).await;
                    let goes_on = matches!(end, End::Done(_));
                    ends.push(end);
                    if !goes_on {
                        break;
                    }
                }
                ends
            };
            for end in ends {
                match end {
                    End::Done(None) => {}
                    End::Done(status) => last = status,
                    end => return end,
                }
            }
        }
        End::Done(last)
    }

    /// Whether every step of it can run beside others.
    fn may_run_at_once(&self, stage: &Stage) -> bool {
        let is_import = |it: &PlannedStep| {
            let type_id = it.step.type_id.as_str();
            imports::find(type_id).is_some() || archives::TYPES.contains(&type_id)
        };
        if stage.lines.iter().any(|line| line.steps.iter().any(is_import)) {
            return false;
        }
        stage.lines.iter().all(|line| {
            let Some(storefront) = self.storefront(&line.scope) else { return true };
            let types = StepTypes::read(storefront.all_cartridges());
            let alone = |it: &PlannedStep| {
                types.find(&it.step.type_id).is_some_and(|it| !it.runs_in_parallel)
            };
            !line.steps.iter().any(alone)
        })
    }

    fn line<'a>(self: &'a Arc<Self>, id: &'a str, line: &'a Line) -> BoxFuture<'a, End> {
        async move {
            let (mut at, mut last) = (0, None);
            while let Some(planned) = line.steps.get(at) {
                if self.execution(id, |it| it.ending.is_cancelled()) != Some(false) {
                    return End::Aborted(Stopped.to_string());
                }
                if self.execution(id, |it| it.steps.len()) >= Some(MOST_STEPS) {
                    return End::Aborted(format!("it has run {MOST_STEPS} steps"));
                }
                let status = match self.step(id, &line.scope, planned).await {
                    StepOutcome::Finished(status) => status,
                    StepOutcome::Aborted(why) => return End::Aborted(why),
                };
                match planned.step.after(&status.code, status.error) {
                    Next::Step => at += 1,
                    Next::Named(next) => {
                        let found = line.steps.iter().position(|it| it.step.id == next);
                        let Some(found) = found else {
                            let step = &planned.step.id;
                            return End::Aborted(format!(
                                "a rule of {step} leads to the step {next}, which isn't there"
                            ));
                        };
                        at = found;
                    }
                    Next::EndOfFlow => return End::Done(Some(status)),
                    Next::EndOfJob => return End::Stopped(status),
                }
                last = Some(status);
            }
            End::Done(last)
        }
        .boxed()
    }

    async fn step(self: &Arc<Self>, id: &str, scope: &Scope, planned: &PlannedStep) -> StepOutcome {
        let number = self.begin(id, scope, planned);
        let (log, name) = (self.log(id), planned.step.id.as_str());
        log.write("info", name, &format!("{} begins for {}", planned.step.type_id, scope.name()));
        let work = self.done(id, number, scope, planned);
        let outcome = unbroken(work).await.unwrap_or_else(StepOutcome::Aborted);
        log.write(outcome.level(), name, &outcome.told());
        let now = self.clock.now();
        let state = match &outcome {
            StepOutcome::Finished(status) => State::Finished(status.clone()),
            StepOutcome::Aborted(why) => State::Aborted(why.clone()),
        };
        self.change(id, |execution| {
            let step = &mut execution.steps[number];
            step.state = state;
            step.span.end(now);
            step.thread = None;
        });
        outcome
    }

    /// Does a step's work.
    async fn done(
        self: &Arc<Self>,
        id: &str,
        number: usize,
        scope: &Scope,
        planned: &PlannedStep,
    ) -> StepOutcome {
        let (log, name) = (self.log(id), planned.step.id.as_str());
        let ending = self.ending(id);
        match self.ready(id, number, scope, planned) {
            Err(message) => {
                tracing::error!(job = id, step = planned.step.id, "{message}");
                let (error, code) = (true, "ERROR".to_owned());
                StepOutcome::Finished(StepStatus { error, code, message: Some(message) })
            }
            Ok(Ready::Nothing(why)) => {
                StepOutcome::Finished(StepStatus { message: Some(why.to_owned()), ..ok() })
            }
            Ok(Ready::Script(storefront, step)) => {
                let (step, log) = (*step, Arc::clone(&log));
                self.script((id, number), &storefront, step, log).await
            }
            Ok(Ready::Export(storefront, step, values)) => {
                let at = (*scope != Scope::Organization, self.clock.now());
                let token = ending.clone();
                let work = move || exports::run(step, &values, &storefront, (at, &token));
                StepOutcome::of(self.works.unless_stopped(&ending, work).await.flatten())
            }
            Ok(Ready::Categorize(storefront, values)) => {
                let (sites, token) = (self.sites.clone(), ending.clone());
                let work = move || categorization::run(&values, &storefront, (&sites, &token));
                StepOutcome::of(self.works.done(work).await)
            }
            Ok(Ready::ExportDelta(storefront, values)) => {
                let (now, token) = (self.clock.now(), ending.clone());
                let work = move || deltas::run(&values, &storefront, (now, &token));
                StepOutcome::of(self.works.done(work).await)
            }
            Ok(Ready::ExportSites(values)) => {
                let (sites, now) = (self.sites.clone(), self.clock.now());
                let (log, name) = (Arc::clone(&log), name.to_owned());
                let say = move |level: &str, what: String| log.write(level, &name, &what);
                let token = ending.clone();
                let work = move || archives::export(&values, &sites, (now, &token), &say);
                StepOutcome::of(self.works.unless_stopped(&ending, work).await.flatten())
            }
            Ok(Ready::ImportSites(storefront, values)) => {
                let say = |level: &str, what: String| log.write(level, name, &what);
                let site = self.import_site(&storefront, scope, ending);
                StepOutcome::of(archives::import(&values, site, say).await)
            }
            Ok(Ready::Import(storefront, order)) => {
                let say = |level: &str, what: String| log.write(level, name, &what);
                let site = self.import_site(&storefront, scope, ending);
                StepOutcome::of(importing::run(*order, site, say).await)
            }
        }
    }

    /// Is cancelled when an execution is to end.
    fn ending(&self, id: &str) -> CancellationToken {
        self.execution(id, |it| it.ending.clone()).unwrap_or_default()
    }

    /// Where an import is done.
    fn import_site<'a>(
        &'a self,
        storefront: &'a Arc<Storefront>,
        scope: &Scope,
        ending: CancellationToken,
    ) -> importing::Site<'a> {
        importing::Site {
            storefront,
            all: &self.sites,
            content: &self.content,
            alone: *scope != Scope::Organization,
            day: self.clock.now().to_string()[..10].replace('-', ""),
            ending,
            works: self.works.clone(),
        }
    }

    /// A step is in the list; answers which it is there.
    fn begin(&self, id: &str, scope: &Scope, planned: &PlannedStep) -> usize {
        let step = StepExecution {
            id: super::after(&self.last.step),
            step: planned.step.id.clone(),
            type_id: planned.step.type_id.clone(),
            type_info: String::new(),
            description: planned.step.description.clone(),
            included_from: planned.included_from.clone(),
            scope: scope.name().to_owned(),
            span: Span::from(self.clock.now()),
            state: State::Running,
            chunk_size: None,
            counts: None,
            thread: None,
        };
        let mut number = 0;
        self.change(id, |execution| {
            number = execution.steps.len();
            let scopes = &mut execution.scopes;
            if !scopes.contains(&step.scope) {
                scopes.push(step.scope.clone());
                scopes.sort();
            }
            execution.steps.push(step);
        });
        number
    }

    /// What a step runs, or why it can't.
    fn ready(
        &self,
        id: &str,
        number: usize,
        scope: &Scope,
        planned: &PlannedStep,
    ) -> Result<Ready, String> {
        let type_id = planned.step.type_id.as_str();
        if let Some((_, why)) = NOTHING_TO_DO.iter().find(|(id, _)| *id == type_id) {
            return Ok(Ready::Nothing(why));
        }
        let storefront = self.storefront(scope).ok_or_else(|| {
            let all = self.site_ids().join(", ");
            let site = scope.name();
            format!(
                "there is no site {site}; there are {all}: name those that are meant with --sites"
            )
        })?;
        if let Some(step) = imports::find(type_id) {
            check_place(scope, step.place, type_id)?;
            let order = order(step, planned)?;
            return Ok(Ready::Import(storefront, Box::new(order)));
        }
        if let Some(step) = exports::find(type_id) {
            check_place(scope, step.place, type_id)?;
            let values = texts(exports::parameters(), planned)?;
            return Ok(Ready::Export(storefront, step, values));
        }
        if archives::TYPES.contains(&type_id) {
            check_place(scope, archives::PLACE, type_id)?;
            let values = texts(archives::parameters(type_id), planned)?;
            return Ok(match type_id {
                archives::EXPORT => Ready::ExportSites(values),
                _ => Ready::ImportSites(storefront, values),
            });
        }
        if type_id == categorization::TYPE {
            check_place(scope, Place::Organization, type_id)?;
            let values = texts(categorization::parameters(), planned)?;
            return Ok(Ready::Categorize(storefront, values));
        }
        if type_id == deltas::TYPE {
            let values = texts(deltas::parameters(), planned)?;
            return Ok(Ready::ExportDelta(storefront, values));
        }
        let found = found(storefront.all_cartridges(), planned)?;
        check_place(scope, found.place, type_id)?;
        let (mut parameters, patterns) = if found.id == EXECUTE_SCRIPT {
            let all = planned.parameters.iter();
            (all.map(|(name, text)| (name.clone(), text.as_str().into())).collect(), Vec::new())
        } else {
            parameters(&found.parameters, planned)?
        };
        let is_ours = scripted::find(type_id).is_some();
        if is_ours {
            let at = (*scope != Scope::Organization, self.clock.now());
            scripted::place(type_id, &mut parameters, &storefront, at)?;
        }
        let (functions, size) = match &found.work {
            Work::Task(name) => (vec![("execute", name.as_str())], None),
            Work::Chunks(size, all) => {
                (all.iter().map(|it| (it.purpose, it.name.as_str())).collect(), Some(*size))
            }
        };
        let info: Vec<_> = functions.iter().map(|(_, name)| *name).collect();
        let info = format!("{}: {}", found.module, info.join(", "));
        let info = if is_ours { String::new() } else { info };
        let mut document = Value::Null;
        self.change(id, |execution| {
            let step = &mut execution.steps[number];
            step.type_info = info;
            step.chunk_size = size;
            document = json!({
                "id": step.step,
                "type": step.type_id,
                "execution": step.id,
                "module": found.module,
                "functions": functions,
                "chunkSize": size,
                "transactional": found.is_transactional,
                "parameters": parameters,
                "patterns": patterns,
                "job": {
                    "id": execution.job,
                    "execution": execution.id,
                    "context": execution.context.iter().collect::<Vec<_>>(),
                },
            });
        });
        let step = Step {
            name: planned.step.id.clone(),
            is_of_organization: *scope == Scope::Organization,
            document,
            run_time: found.timeout.unwrap_or(RUN_TIME),
        };
        Ok(Ready::Script(storefront, Box::new(step)))
    }

    async fn script(
        self: &Arc<Self>,
        (id, number): (&str, usize),
        storefront: &Storefront,
        step: Step,
        log: Arc<Log>,
    ) -> StepOutcome {
        let watch = Watch {
            jobs: Arc::clone(self),
            execution: id.to_owned(),
            number,
            step: step.name.clone(),
            log,
        };
        let running = storefront.begin_step(step, Arc::new(watch));
        let thread = running.thread();
        let mut is_stopped = false;
        self.change(id, |execution| {
            execution.steps[number].thread = Some(thread);
            is_stopped = execution.is_stopped;
        });
        if is_stopped {
            // Who stopped it didn't see this thread yet.
            let _ended = self.control.stop(thread, super::PATIENCE).await;
        }
        match storefront.end_step(running).await {
            Ok(end) => {
                self.change(id, |execution| {
                    execution.steps[number].counts = end.counts;
                    execution.context = end.context.into_iter().collect();
                });
                StepOutcome::Finished(end.status)
            }
            Err(error) => StepOutcome::Aborted(error.to_string()),
        }
    }
}

fn ok() -> StepStatus {
    StepStatus { error: false, code: "OK".to_owned(), message: None }
}

/// What a step of the platform's own is to import.
fn order(step: &'static ImportStep, planned: &PlannedStep) -> Result<imports::Order, String> {
    imports::Order::of(step, &texts(imports::parameters(), planned)?)
}
