//! Jobs: steps of cartridges that run without a visitor.
//!
//! What jobs there are, site archives say (`jobs.xml`, [`definition`]); what their steps run, the cartridges
//! (`steptypes.json`, [`StepTypes`]). An execution is planned when it starts ([`plan`]) and runs each step as a script
//! thread ([`run`]), which may halt like any other; those of the platform's own that import or export files do that
//! here ([`imports`], [`exports`], [`archives`]), or by scripts of ours where scripts keep what is exported ([`scripted`]). Executions are kept for as long as the sandbox runs, each with what it said ([`log`]). Schedules are
//! told, but not followed: a job runs when it is asked for.

mod archives;
mod categorization;
mod definition;
mod deltas;
mod ending;
mod execution;
mod exports;
mod files;
mod importing;
mod imports;
mod log;
mod outcome;
mod parameters;
mod plan;
mod run;
mod scripted;
mod search;
mod service;
mod types;
mod unbroken;
mod units;

pub(super) use execution::By;

use super::{
    PATIENCE,
    clock::Clock,
    data::DataApi,
    gate::Gate,
    storefront::{Declared, Place, StepTypes, Storefront},
};
use crate::{
    api::similar::nearest,
    script::{Control, ThreadId, ThreadState},
};
use definition::{Definition, Flow, Part, Scope, Step};
use ending::Works;
use execution::{Execution, Span, State};
use futures::future::join_all;
use indexmap::IndexMap;
use log::Log;
use parking_lot::Mutex;
use plan::{Planner, SITE_SCOPE, Sites};
use serde_json::{Map, Value, json};
use std::{
    cell::Cell,
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::{sync::watch, time::timeout};
use tokio_util::sync::CancellationToken;

/// Executions that are remembered after their end.
const MOST: usize = 1_000;

/// The jobs of a sandbox, and what became of them.
pub(super) struct Jobs {
    /// The own one first.
    sites: Vec<Arc<Storefront>>,
    /// Whether the sample's jobs are there where no archive has any.
    is_sample: bool,
    gate: Arc<Gate>,
    control: Control,
    clock: Clock,
    /// Writes to content libraries.
    content: Arc<DataApi>,
    /// What blocks for steps.
    works: Works,
    executions: Mutex<IndexMap<String, Execution>>,
    last: Numbers,
    changed: watch::Sender<()>,
}

/// The last IDs that were given away.
#[derive(Default)]
struct Numbers {
    execution: AtomicU64,
    step: AtomicU64,
}

/// What is to be started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// In place of the job's own, by their names.
    pub(super) parameters: BTreeMap<String, String>,
    /// In place of the sites that its flows name.
    pub(super) sites: Vec<String>,
    /// Who wants it.
    pub(super) by: By,
}

/// Why no job was started.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotStarted {
    /// There is no such job, or no such step type.
    #[error("there is no {0}")]
    Unknown(String),
    /// It runs, in the execution of that ID.
    #[error("it is running already: execution {0}")]
    Running(String),
    /// It can't run.
    #[error("{0}")]
    Invalid(String),
}

/// Why nothing was done with an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unchanged {
    /// There is none of that ID.
    Unknown,
    /// It isn't over.
    Running,
}

impl Jobs {
    /// Of these sites, the sandbox's own one first.
    pub(super) fn new(
        sites: Vec<Arc<Storefront>>,
        is_sample: bool,
        gate: Arc<Gate>,
        clock: Clock,
        content: DataApi,
    ) -> Arc<Self> {
        let content = Arc::new(content);
        let control = sites[0].engine().control().clone();
        let (works, executions, last) = Default::default();
        let changed = watch::channel(()).0;
        Arc::new(Self {
            sites,
            is_sample,
            gate,
            control,
            clock,
            content,
            works,
            executions,
            last,
            changed,
        })
    }

    /// Starts a job; answers its execution.
    pub(super) fn start(
        self: &Arc<Self>,
        job: &str,
        order: Order,
    ) -> Result<Map<String, Value>, NotStarted> {
        let definition = self.definition(job).ok_or_else(|| self.unknown(job))?;
        let definition = definition.map_err(|why| NotStarted::Invalid(unreadable(&why)))?;
        self.begin_job(job, &definition, order)
    }

    /// Starts a job for somebody who may have misspelt a parameter: one that nothing of the job takes is refused. The Data API
    /// starts without that ([`Self::start`]): its clients send what an instance's job takes, which may be defined otherwise.
    pub(super) fn start_checked(
        self: &Arc<Self>,
        job: &str,
        order: Order,
    ) -> Result<Map<String, Value>, NotStarted> {
        if let Some(Ok(definition)) = self.definition(job) {
            let known = definition.parameter_names();
            let whose = format!("the job {job}");
            let unknown = parameters::not_taken(&order.parameters, &known, &whose);
            unknown.map_or(Ok(()), |why| Err(NotStarted::Invalid(why)))?;
        }
        self.start(job, order)
    }

    /// Runs one step of that type, as a job that has only this one.
    pub(super) fn start_step(
        self: &Arc<Self>,
        type_id: &str,
        order: Order,
    ) -> Result<Map<String, Value>, NotStarted> {
        let own = &self.sites[0];
        let types = StepTypes::read(own.all_cartridges());
        let (place, description) = match (own_place(type_id), types.find(type_id)) {
            (Some(place), _) => (place, ""),
            (None, Some(found)) => (found.place, found.description.as_str()),
            (None, None) => {
                let mut known: Vec<&str> = Self::platform_types().collect();
                known.extend(types.types.iter().map(|(_, it)| it.id.as_str()));
                let meant = nearest(type_id, known);
                let hint = meant.map(|it| format!(" (did you mean {it}?)")).unwrap_or_default();
                return Err(NotStarted::Unknown(format!("step type {type_id}{hint}")));
            }
        };
        if let Some(declared) = declared(type_id, &types) {
            let known = declared.iter().map(|it| it.name.as_str()).collect();
            let whose = format!("the step type {type_id}");
            let unknown = parameters::not_taken(&order.parameters, &known, &whose);
            unknown.map_or(Ok(()), |why| Err(NotStarted::Invalid(why)))?;
        }
        let scope = if place == Place::Organization { "Sites" } else { own.site() };
        let parameter = |(name, value): (&String, &String)| definition::Parameter {
            name: name.clone(),
            value: Some(value.clone()),
            job_parameter_ref: None,
        };
        let step = Step {
            id: type_id.to_owned(),
            type_id: type_id.to_owned(),
            description: description.to_owned(),
            parameter: order.parameters.iter().map(parameter).collect(),
            on_exit: Vec::new(),
        };
        let context = vec![definition::Context { site_id: scope.to_owned() }];
        let flow = Flow { context, step: vec![step], ..Flow::default() };
        let definition = Definition { parts: vec![Part::Flow(flow)], ..Definition::default() };
        self.begin_job(type_id, &definition, order)
    }

    fn begin_job(
        self: &Arc<Self>,
        job: &str,
        definition: &Definition,
        order: Order,
    ) -> Result<Map<String, Value>, NotStarted> {
        let Order { parameters: given, sites, by } = order;
        let invalid = |error: plan::PlanError| NotStarted::Invalid(error.to_string());
        let named = match given.get(SITE_SCOPE) {
            Some(text) => Some(text.clone()),
            None if sites.is_empty() => None,
            None => Some(json!({ "named_sites": sites }).to_string()),
        };
        let all = self.site_ids();
        let sites = named.map(|text| Sites::read(SITE_SCOPE, &text, &all).map_err(invalid));
        let mut parameters = definition.parameters();
        parameters.extend(given.clone());
        let find = |id: &str| self.definition(id);
        let (sites, count) = (sites.transpose()?, Cell::default());
        let planner = Planner { find: &find, parameters, all: &all, sites, count };
        let stages = planner.stages(definition).map_err(invalid)?;
        let id = after(&self.last.execution);
        let execution = Execution {
            id: id.clone(),
            job: job.to_owned(),
            description: definition.description.clone(),
            parameters: given.into_iter().collect(),
            by,
            span: Span::from(self.clock.now()),
            state: State::Running,
            scopes: Vec::new(),
            steps: Vec::new(),
            context: BTreeMap::new(),
            log: Arc::new(Log::new(self.clock.clone())),
            is_stopped: false,
            ending: CancellationToken::new(),
            revision: 0,
        };
        let document = execution.document();
        let mut executions = self.executions.lock();
        let same = |it: &&Execution| it.job == job && !it.state.is_over();
        if let Some(running) = executions.values().find(same) {
            return Err(NotStarted::Running(running.id.clone()));
        }
        executions.insert(id.clone(), execution);
        while executions.len() > MOST {
            let Some(oldest) = executions.values().position(|it| it.state.is_over()) else { break };
            executions.shift_remove_index(oldest);
        }
        drop(executions);
        tokio::spawn(Arc::clone(self).run(id, stages));
        Ok(document)
    }

    /// Ends an execution; it is over once its scripts have ended, and its imports.
    pub(super) async fn stop(&self, id: &str) -> Result<(), Unchanged> {
        let mut threads: Vec<ThreadId> = Vec::new();
        let found = self.change(id, |execution| {
            execution.is_stopped = true;
            execution.ending.cancel();
            threads = execution.steps.iter().filter_map(|step| step.thread).collect();
        });
        if !found {
            return Err(Unchanged::Unknown);
        }
        for thread in threads {
            // One that has ended by now needs no end.
            let _ended = self.control.stop(thread, PATIENCE).await;
        }
        Ok(())
    }

    /// Ends all executions; most often they are over afterwards.
    pub(super) async fn end(&self) {
        let running = || -> Vec<String> {
            let executions = self.executions.lock();
            let all = executions.values().filter(|execution| !execution.state.is_over());
            all.map(|execution| execution.id.clone()).collect()
        };
        // One that has ended by now needs no end.
        let _ended = join_all(running().iter().map(|id| self.stop(id))).await;
        let mut changed = self.changed.subscribe();
        let over = changed.wait_for(|()| running().is_empty());
        drop(timeout(PATIENCE, over).await);
        drop(timeout(PATIENCE, self.works.over()).await);
    }

    /// Forgets an execution that is over.
    pub(super) fn forget(&self, id: &str) -> Result<(), Unchanged> {
        let mut executions = self.executions.lock();
        match executions.get(id) {
            None => Err(Unchanged::Unknown),
            Some(execution) if !execution.state.is_over() => Err(Unchanged::Running),
            Some(_) => {
                executions.shift_remove(id);
                Ok(())
            }
        }
    }

    /// An execution, as `job_execution`, and how often it has changed.
    pub(super) fn now(&self, id: &str) -> Option<(Map<String, Value>, u64)> {
        self.execution(id, |it| (it.document(), it.revision))
    }

    /// What an execution has said so far.
    pub(super) fn log_text(&self, id: &str) -> Option<String> {
        self.execution(id, |it| it.log.text())
    }

    /// The types of the platform's own steps that import or export.
    pub(super) fn platform_types() -> impl Iterator<Item = &'static str> {
        let own = [categorization::TYPE, deltas::TYPE]
            .into_iter()
            .chain(archives::TYPES)
            .chain(further());
        imports::all().chain(exports::all()).chain(scripted::all()).chain(own)
    }

    /// The threads of an execution that are halted.
    pub(super) fn halted(&self, id: &str) -> Vec<ThreadId> {
        let own = self.execution(id, |execution| {
            execution.steps.iter().filter_map(|step| step.thread).collect::<Vec<_>>()
        });
        let own = own.filter(|own| !own.is_empty()).unwrap_or_default();
        let threads = self.control.threads().into_iter();
        let halted =
            threads.filter(|it| own.contains(&it.id) && matches!(it.state, ThreadState::Halted(_)));
        halted.map(|it| it.id).collect()
    }

    /// All executions, the latest first.
    pub(super) fn all(&self) -> Vec<Map<String, Value>> {
        self.executions.lock().values().rev().map(Execution::document).collect()
    }

    /// Waits until an execution has changed more often than that, or is over, and answers it with how often it
    /// has changed.
    pub(super) async fn changed(&self, id: &str, known: u64) -> Option<(Map<String, Value>, u64)> {
        let mut changes = self.changed.subscribe();
        loop {
            let told = self.execution(id, |it| {
                let is_news = it.revision > known || it.state.is_over();
                is_news.then(|| (it.document(), it.revision))
            })?;
            // The sender lives as long as this does.
            if told.is_some() || changes.changed().await.is_err() {
                return told;
            }
        }
    }

    /// What jobs there are, with their steps.
    pub(super) fn list(&self) -> Vec<Value> {
        let all = self.sites[0].jobs(self.is_sample).into_iter();
        let told = all.map(|(id, document)| match serde_json::from_value::<Definition>(document) {
            Ok(job) => {
                let steps = job.steps().into_iter();
                let steps = steps.map(|it| json!({"id": it.id, "type": it.type_id}));
                json!({
                    "id": id,
                    "description": job.description,
                    "parameters": job.parameters(),
                    "schedule": job.triggers.told(),
                    "steps": steps.collect::<Vec<_>>(),
                })
            }
            Err(error) => json!({"id": id, "problem": unreadable(&error)}),
        });
        told.collect()
    }

    /// What types of steps the cartridges bring.
    pub(super) fn step_types(&self) -> StepTypes {
        StepTypes::read(self.sites[0].all_cartridges())
    }

    /// The log of an execution; one of nobody's if it is gone.
    fn log(&self, id: &str) -> Arc<Log> {
        let log = self.execution(id, |it| Arc::clone(&it.log));
        log.unwrap_or_else(|| Arc::new(Log::new(self.clock.clone())))
    }

    /// A job, if there is one; or why it can't be read.
    fn definition(&self, job: &str) -> Option<Result<Definition, serde_json::Error>> {
        let all = self.sites[0].jobs(self.is_sample);
        let (_, document) = all.into_iter().find(|(id, _)| id == job)?;
        Some(serde_json::from_value(document))
    }

    /// There is no such job; the one that may be meant, or what else is called that.
    fn unknown(&self, job: &str) -> NotStarted {
        let all = self.sites[0].jobs(self.is_sample);
        let types = self.step_types();
        let is_type = types.find(job).is_some() || Self::platform_types().any(|it| it == job);
        let meant = nearest(job, all.iter().map(|(id, _)| id.as_str()));
        let hint = match meant {
            _ if is_type => " (it is a step type)".to_owned(),
            Some(meant) => format!(" (did you mean {meant}?)"),
            None => String::new(),
        };
        NotStarted::Unknown(format!("job {job}{hint}"))
    }

    fn storefront(&self, scope: &Scope) -> Option<Arc<Storefront>> {
        match scope {
            Scope::Organization => self.sites.first().cloned(),
            Scope::Site(id) => self.sites.iter().find(|it| it.site() == id).cloned(),
        }
    }

    fn site_ids(&self) -> Vec<String> {
        self.sites.iter().map(|site| site.site().to_owned()).collect()
    }

    fn execution<T>(&self, id: &str, read: impl FnOnce(&Execution) -> T) -> Option<T> {
        self.executions.lock().get(id).map(read)
    }

    /// Changes an execution, if it is there.
    fn change(&self, id: &str, write: impl FnOnce(&mut Execution)) -> bool {
        let mut executions = self.executions.lock();
        let Some(execution) = executions.get_mut(id) else { return false };
        write(execution);
        execution.revision += 1;
        drop(executions);
        self.changed.send_replace(());
        true
    }
}

/// What is wrong with a job.
fn unreadable(error: &serde_json::Error) -> String {
    format!("it can't be read: {error}")
}

fn after(last: &AtomicU64) -> String {
    (last.fetch_add(1, Ordering::Relaxed) + 1).to_string()
}

/// Whether steps of a type are the sandbox's own.
pub(super) fn has_type(type_id: &str) -> bool {
    own_place(type_id).is_some() || type_id == plan::INCLUDE
}

/// Where steps of a type of the platform's own may run; `None` for other types.
fn own_place(type_id: &str) -> Option<Place> {
    let import = imports::find(type_id).map(|it| it.place);
    let export = || exports::find(type_id).map(|it| it.place);
    let scripted = || scripted::find(type_id).map(|it| it.place);
    let further = || further().any(|id| id == type_id).then_some(Place::Anywhere);
    match type_id {
        categorization::TYPE => Some(Place::Organization),
        deltas::TYPE => Some(Place::Anywhere),
        own if archives::TYPES.contains(&own) => Some(archives::PLACE),
        _ => import.or_else(export).or_else(scripted).or_else(further),
    }
}

/// The parameters that steps of a type take; `None` where they may be any.
fn declared<'a>(type_id: &str, types: &'a StepTypes) -> Option<&'a [Declared]> {
    let scripted = || scripted::find(type_id).or_else(|| types.find(type_id));
    match type_id {
        categorization::TYPE => Some(categorization::parameters()),
        deltas::TYPE => Some(deltas::parameters()),
        own if archives::TYPES.contains(&own) => Some(archives::parameters(own)),
        own if imports::find(own).is_some() => Some(imports::parameters()),
        own if exports::find(own).is_some() => Some(exports::parameters()),
        _ => scripted().map(|it| it.parameters.as_slice()),
    }
}

/// The platform's types that neither import nor export anything.
fn further() -> impl Iterator<Item = &'static str> {
    run::NOTHING_TO_DO.iter().map(|(id, _)| *id).chain([types::EXECUTE_SCRIPT])
}
