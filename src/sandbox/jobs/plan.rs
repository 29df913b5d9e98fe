//! A job as it is to run: its steps with their parameters, where each runs, and in which order.

use super::definition::{Contexts, Definition, Parameter, Part, Scope, Split, Step};
use serde_json::Value;
use std::{cell::Cell, collections::BTreeMap};

/// The parameter that says for which sites a job runs.
pub(super) const SITE_SCOPE: &str = "SiteScope";
/// A step that stands for the steps of another job.
pub(super) const INCLUDE: &str = "IncludeStepsFromJob";
/// Jobs that jobs include, one in the other.
const DEEPEST: usize = 10;
/// Steps that one job may have with those that it includes, and that it runs: rules may lead back.
pub(super) const MOST_STEPS: usize = 10_000;

/// What is to be over before the next stage begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    pub lines: Vec<Line>,
    /// Whether they may run at the same time.
    pub is_parallel: bool,
}

/// Steps of one scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub scope: Scope,
    pub steps: Vec<PlannedStep>,
}

/// A step with what it is called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlannedStep {
    pub step: Step,
    pub parameters: BTreeMap<String, String>,
    /// The job that it was included from.
    pub included_from: Option<String>,
}

/// Where the flows of sites run in place of their own contexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sites(Vec<Scope>);

/// Why a job can't run.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum PlanError {
    #[error("its step {step} includes the steps of the job {job}, which isn't there")]
    Missing { step: String, job: String },
    #[error("its step {step} includes the steps of the job {job}: {why}")]
    Unread { step: String, job: String, why: String },
    #[error("its step {step} includes the steps of jobs that include each other")]
    Circle { step: String },
    #[error("with those that it includes it has more than {MOST_STEPS} steps")]
    TooMany,
    #[error(
        "the parameter {0} is not written as {{\"named_sites\": [\"…\"]}} or {{\"all_storefront_sites\": true}}"
    )]
    Scope(String),
    #[error("it runs for the sites of its parameter {0}, which has no value")]
    NoSites(String),
}

impl Sites {
    /// Those of the parameter of that name.
    pub(super) fn read(parameter: &str, text: &str, all: &[String]) -> Result<Self, PlanError> {
        let unread = || PlanError::Scope(parameter.to_owned());
        let scope: Value = serde_json::from_str(text).map_err(|_| unread())?;
        if scope["all_storefront_sites"] == true {
            return Ok(Self::all(all));
        }
        let named = scope["named_sites"].as_array().filter(|all| !all.is_empty());
        let named = named.ok_or_else(unread)?.iter();
        let scopes = named.map(|site| site.as_str().map(Scope::of).ok_or_else(unread));
        scopes.collect::<Result<_, _>>().map(Self)
    }

    fn all(sites: &[String]) -> Self {
        Self(sites.iter().cloned().map(Scope::Site).collect())
    }
}

/// Makes plans.
pub(super) struct Planner<'a> {
    /// Another job by its ID.
    pub find: &'a dyn Fn(&str) -> Option<Result<Definition, serde_json::Error>>,
    /// The job's parameters, as they were given or else as it has them.
    pub parameters: BTreeMap<String, String>,
    /// Every site of the storefront.
    pub all: &'a [String],
    /// In place of the sites that it names.
    pub sites: Option<Sites>,
    /// Steps that were looked at, those that include others too.
    pub count: Cell<usize>,
}

impl Planner<'_> {
    pub(super) fn stages(&self, job: &Definition) -> Result<Vec<Stage>, PlanError> {
        let mut stages = Vec::new();
        for part in &job.parts {
            match part {
                Part::Flow(flow) => {
                    let lines = self.lines(&flow.steps(&job.flow_template), flow.scopes())?;
                    stages.push(Stage { lines, is_parallel: false });
                }
                Part::Split(split) => stages.push(self.split(split)?),
            }
        }
        Ok(stages)
    }

    fn split(&self, split: &Split) -> Result<Stage, PlanError> {
        let mut lines = Vec::new();
        for part in &split.parts {
            if let Part::Flow(flow) = part {
                lines.extend(self.lines(&flow.steps(&split.flow_template), flow.scopes())?);
            }
        }
        if let Some(contexts) = &split.contexts {
            let scopes = self.scopes(contexts)?;
            lines.extend(self.lines(&contexts.steps(&split.flow_template), scopes)?);
        }
        // Each site that was asked for comes once, whichever of them the flows name.
        if self.sites.is_some() {
            let mut once: Vec<Line> = Vec::new();
            for line in lines {
                if !once.contains(&line) {
                    once.push(line);
                }
            }
            lines = once;
        }
        Ok(Stage { lines, is_parallel: split.sequential != "true" })
    }

    /// Where a split runs that names its sites as a whole.
    fn scopes(&self, contexts: &Contexts) -> Result<Vec<Scope>, PlanError> {
        if contexts.all_storefront_sites {
            return Ok(Sites::all(self.all).0);
        }
        let Some(parameter) = &contexts.job_parameter_ref else {
            return Ok(contexts.context.iter().map(|it| Scope::of(&it.site_id)).collect());
        };
        if let Some(Sites(sites)) = &self.sites {
            return Ok(sites.clone());
        }
        let name = &parameter.name;
        let value = self.parameters.get(name).filter(|value| !value.is_empty());
        let value = value.ok_or_else(|| PlanError::NoSites(name.clone()))?;
        Sites::read(name, value, self.all).map(|sites| sites.0)
    }

    fn lines(&self, steps: &[&Step], own: Vec<Scope>) -> Result<Vec<Line>, PlanError> {
        let steps = self.steps(steps, &self.parameters, None, DEEPEST)?;
        let is_of_sites = own.iter().any(|scope| *scope != Scope::Organization);
        let scopes = match &self.sites {
            Some(Sites(sites)) if is_of_sites => sites.clone(),
            _ => own,
        };
        Ok(scopes.into_iter().map(|scope| Line { scope, steps: steps.clone() }).collect())
    }

    fn steps(
        &self,
        steps: &[&Step],
        job: &BTreeMap<String, String>,
        included_from: Option<&str>,
        depth: usize,
    ) -> Result<Vec<PlannedStep>, PlanError> {
        let mut planned = Vec::new();
        for step in steps {
            self.count.update(|count| count + 1);
            if self.count.get() > MOST_STEPS {
                return Err(PlanError::TooMany);
            }
            let parameters = parameters(step, job);
            if step.type_id != INCLUDE {
                let included_from = included_from.map(str::to_owned);
                planned.push(PlannedStep { step: (*step).clone(), parameters, included_from });
                continue;
            }
            let name = step.id.clone();
            let other = parameters.get("JobID").cloned().unwrap_or_default();
            let Some(depth) = depth.checked_sub(1) else {
                return Err(PlanError::Circle { step: name });
            };
            let missing = || PlanError::Missing { step: name, job: other.clone() };
            let definition = (self.find)(&other).ok_or_else(missing)?;
            let unread = |error| {
                let why = super::unreadable(&error);
                PlanError::Unread { step: step.id.clone(), job: other.clone(), why }
            };
            let definition = definition.map_err(unread)?;
            let theirs = definition.parameters();
            planned.extend(self.steps(&definition.steps(), &theirs, Some(&other), depth)?);
        }
        Ok(planned)
    }
}

fn parameters(step: &Step, job: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let value = |it: &Parameter| {
        let value = match &it.job_parameter_ref {
            Some(name) => job.get(name).cloned(),
            None => it.value.clone(),
        };
        Some((it.name.clone(), value?))
    };
    step.parameter.iter().filter_map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn job(parts: &Value) -> Definition {
        let parameters = json!([{"name": "Folder", "value": "src/x"}]);
        let document = json!({"parameter": parameters, "parts": parts});
        serde_json::from_value(document).expect("a job")
    }

    /// For a job without sites of its own.
    fn planner(
        find: &dyn Fn(&str) -> Option<Result<Definition, serde_json::Error>>,
        parameters: BTreeMap<String, String>,
    ) -> Planner<'_> {
        Planner { find, parameters, all: &[], sites: None, count: Cell::default() }
    }

    fn planned(job: &Definition, sites: Option<&str>) -> Vec<(bool, Vec<String>)> {
        let others = |id: &str| {
            (id == "Other")
                .then(|| Ok(self::job(&json!([{"kind": "flow", "step": [{"stepId": "O1"}]}]))))
        };
        let all = ["A".to_owned(), "B".to_owned()];
        let sites = sites.map(|text| Sites::read(SITE_SCOPE, text, &all).expect("sites"));
        let parameters = job.parameters();
        let planner =
            Planner { find: &others, parameters, all: &all, sites, count: Cell::default() };
        let stages = planner.stages(job).expect("a plan");
        let told = stages.iter().map(|stage| {
            let lines = stage.lines.iter().map(|line| {
                let steps: Vec<_> = line.steps.iter().map(|it| it.step.id.as_str()).collect();
                format!("{}: {}", line.scope.name(), steps.join(" "))
            });
            (stage.is_parallel, lines.collect())
        });
        told.collect()
    }

    #[test]
    fn flows_and_splits_come_in_their_order_each_for_its_sites() {
        let job = job(&json!([
            {"kind": "flow", "context": [{"siteId": "Sites"}], "step": [
                {"stepId": "One"}, {"stepId": "Inner", "type": INCLUDE, "parameter": [{"name": "JobID", "value": "Other"}]},
            ]},
            {"kind": "split", "sequential": "false",
             "flowTemplate": [{"templateId": "t", "step": [{"stepId": "Two"}]}],
             "parts": [
                {"kind": "flow", "context": [{"siteId": "A"}], "templateRef": [{"templateId": "t"}]},
                {"kind": "flow", "context": [{"siteId": "C"}], "templateRef": [{"templateId": "t"}]},
            ]},
            {"kind": "flow", "context": [{"siteId": "A"}, {"siteId": "B"}], "step": [{"stepId": "Three"}]},
        ]));
        let texts = |lines: &[&str]| lines.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            planned(&job, None),
            [
                (false, texts(&["Organization: One O1"])),
                (true, texts(&["A: Two", "C: Two"])),
                (false, texts(&["A: Three", "B: Three"])),
            ]
        );
        assert_eq!(
            planned(&job, Some(r#"{"named_sites": ["B"]}"#)),
            [
                (false, texts(&["Organization: One O1"])),
                (true, texts(&["B: Two"])),
                (false, texts(&["B: Three"])),
            ]
        );
        let everywhere = planned(&job, Some(r#"{"all_storefront_sites": true}"#));
        assert_eq!(everywhere[1].1, ["A: Two", "B: Two"]);
    }

    #[test]
    fn splits_name_their_sites_one_by_one_all_together_or_by_a_parameter() {
        let split = |contexts: &Value| {
            job(&json!([{"kind": "split", "contexts": contexts,
                "flowTemplate": [{"templateId": "t", "step": [{"stepId": "Two"}]}]}]))
        };
        for (contexts, sites, expected) in [
            (
                json!({"templateRef": "t", "context": [{"siteId": "A"}, {"siteId": "C"}]}),
                None,
                "A: Two, C: Two",
            ),
            (json!({"templateRef": "t", "allStorefrontSites": true}), None, "A: Two, B: Two"),
            (json!({"templateRef": "t", "jobParameterRef": {"name": "Where"}}), None, "B: Two"),
            (
                json!({"templateRef": "t", "jobParameterRef": {"name": "Where"}}),
                Some("A"),
                "A: Two",
            ),
            (json!({"templateRef": "t", "allStorefrontSites": true}), Some("A"), "A: Two"),
            (json!({"templateRef": "t"}), None, ""),
        ] {
            let mut job = split(&contexts);
            let value = Some(r#"{"named_sites": ["B"]}"#.to_owned());
            job.parameter.push(Parameter {
                name: "Where".to_owned(),
                value,
                ..Parameter::default()
            });
            assert_eq!(job.steps().len(), 1, "{contexts}");
            let sites = sites.map(|site| json!({ "named_sites": [site] }).to_string());
            let lines = planned(&job, sites.as_deref()).remove(0).1;
            assert_eq!(lines.join(", "), expected, "{contexts}");
        }
        let without = split(&json!({"templateRef": "t", "jobParameterRef": {"name": "Where"}}));
        let planner = planner(&|_| None, BTreeMap::new());
        assert_eq!(planner.stages(&without), Err(PlanError::NoSites("Where".to_owned())));
    }

    #[test]
    fn parameters_are_the_steps_own_or_those_of_the_job() {
        let job = job(&json!([{"kind": "flow", "step": [{"stepId": "One", "parameter": [
            {"name": "Own", "value": "1"}, {"name": "Ref", "jobParameterRef": "Folder"},
            {"name": "Gone", "jobParameterRef": "Nobody"},
        ]}]}]));
        let planner = planner(&|_| None, job.parameters());
        let stages = planner.stages(&job).expect("a plan");
        let parameters: Vec<_> = stages[0].lines[0].steps[0].parameters.iter().collect();
        let text = str::to_owned;
        assert_eq!(parameters, [(&text("Own"), &text("1")), (&text("Ref"), &text("src/x"))]);
    }

    #[test]
    fn jobs_that_include_each_other_are_refused() {
        let circle = json!([{"kind": "flow", "step": [
            {"stepId": "In", "type": INCLUDE, "parameter": [{"name": "JobID", "value": "X"}]},
        ]}]);
        let circle = job(&circle);
        let find = |_: &str| Some(Ok(circle.clone()));
        let planned = planner(&find, BTreeMap::new()).stages(&circle);
        assert_eq!(planned, Err(PlanError::Circle { step: "In".to_owned() }));
        let planned = planner(&|_| None, BTreeMap::new()).stages(&circle);
        let missing = PlanError::Missing { step: "In".to_owned(), job: "X".to_owned() };
        assert_eq!(planned, Err(missing));
        let unread = |_: &str| Some(serde_json::from_value(json!({"parts": [{}]})));
        let planned = planner(&unread, BTreeMap::new()).stages(&circle);
        let why = "it can't be read: missing field `kind`".to_owned();
        let (step, job) = ("In".to_owned(), "X".to_owned());
        assert_eq!(planned, Err(PlanError::Unread { step, job, why }));
    }

    #[test]
    fn a_few_jobs_that_include_many_are_refused_at_once() {
        let includes = |next: &str| {
            let parameter = json!([{"name": "JobID", "value": next}]);
            let step = json!({"stepId": "In", "type": INCLUDE, "parameter": parameter});
            job(&json!([{"kind": "flow", "step": vec![step; 50]}]))
        };
        let find = |id: &str| {
            let number: usize = id.parse().expect("a number");
            let last = || job(&json!([{"kind": "flow", "step": []}]));
            Some(Ok(if number < DEEPEST { includes(&(number + 1).to_string()) } else { last() }))
        };
        let planned = planner(&find, BTreeMap::new()).stages(&includes("1"));
        assert_eq!(planned, Err(PlanError::TooMany));
    }
}
