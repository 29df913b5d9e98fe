//! What jobs are made of, as site archives describe them (`jobs.xml`).

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Where the steps of the whole organization run, as archives call it.
const ORGANIZATION: [&str; 2] = ["Sites", "Sites-Site"];

/// A job as its record has it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Definition {
    pub description: String,
    pub parameter: Vec<Parameter>,
    pub parts: Vec<Part>,
    pub flow_template: Vec<Template>,
    pub triggers: Triggers,
}

/// When a job is to run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Triggers {
    pub run_once: Option<Once>,
    pub run_recurring: Option<Recurring>,
}

/// At one time.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Once {
    pub enabled: String,
    pub date: String,
    pub time: String,
}

/// Again and again.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Recurring {
    pub enabled: String,
    pub recurrence: Recurrence,
}

/// From when to when, how often.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Recurrence {
    pub date_from: String,
    pub date_to: String,
    pub start_time: String,
    pub interval: String,
    pub weekday: Vec<String>,
}

/// What comes one after the other.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(super) enum Part {
    Flow(Flow),
    Split(Split),
}

/// Flows at the same time, or in their order.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Split {
    pub sequential: String,
    pub contexts: Option<Contexts>,
    pub parts: Vec<Part>,
    pub flow_template: Vec<Template>,
}

/// In place of flows: the sites that the steps of one template run for.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Contexts {
    pub template_ref: String,
    pub all_storefront_sites: bool,
    pub job_parameter_ref: Option<Named>,
    pub context: Vec<Context>,
}

/// A parameter of the job by its name.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(super) struct Named {
    pub name: String,
}

/// Steps one after the other, for each of its contexts.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Flow {
    pub context: Vec<Context>,
    pub template_ref: Vec<Reference>,
    pub step: Vec<Step>,
}

/// Steps of several flows.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Template {
    pub template_id: String,
    #[serde(default)]
    pub step: Vec<Step>,
}

/// A site.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Context {
    pub site_id: String,
}

/// A template by its ID.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Reference {
    pub template_id: String,
}

/// One thing to do.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Step {
    #[serde(rename = "stepId")]
    pub id: String,
    #[serde(rename = "type")]
    pub type_id: String,
    pub description: String,
    pub parameter: Vec<Parameter>,
    pub on_exit: Vec<Rule>,
}

/// A value, or the name of a job's parameter that has it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Parameter {
    pub name: String,
    pub value: Option<String>,
    pub job_parameter_ref: Option<String>,
}

/// What comes after a step that ended with one of these codes.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Rule {
    /// Divided by commas; `*` is any.
    pub status: String,
    pub stop: bool,
    pub stop_flow: bool,
    pub stop_job: bool,
    #[serde(rename = "continue")]
    pub goes_on: Option<GoesOn>,
}

/// The next step, or the one of that ID.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct GoesOn {
    pub next_step: Option<String>,
}

/// Where a step runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    /// Of no site.
    Organization,
    /// Of the site with that ID.
    Site(String),
}

/// What comes after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The step after it.
    Step,
    /// The step of that ID.
    Named(String),
    /// Nothing more of its flow.
    EndOfFlow,
    /// Nothing more of its job.
    EndOfJob,
}

impl Scope {
    pub(super) fn of(site: &str) -> Self {
        if ORGANIZATION.contains(&site) { Self::Organization } else { Self::Site(site.to_owned()) }
    }

    /// As executions tell it.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Organization => "Organization",
            Self::Site(site) => site,
        }
    }
}

impl Definition {
    /// The job's own parameters.
    pub(super) fn parameters(&self) -> BTreeMap<String, String> {
        let named = |it: &Parameter| (it.name.clone(), it.value.clone().unwrap_or_default());
        self.parameter.iter().map(named).collect()
    }

    /// The names of the job's own parameters, and of those that its parts take from it.
    pub(super) fn parameter_names(&self) -> BTreeSet<&str> {
        let own = self.parameter.iter().map(|it| it.name.as_str());
        let steps = self.steps().into_iter().flat_map(|step| &step.parameter);
        let of_steps = steps.filter_map(|it| it.job_parameter_ref.as_deref());
        let of_splits = self.parts.iter().flat_map(Part::site_parameters);
        own.chain(of_steps).chain(of_splits).collect()
    }

    /// All steps in their order, each once.
    pub(super) fn steps(&self) -> Vec<&Step> {
        self.parts.iter().flat_map(|part| part.steps(&self.flow_template)).collect()
    }
}

impl Triggers {
    /// In words; nothing for a job without a schedule, or with one that is switched off.
    pub(super) fn told(&self) -> Option<String> {
        let once = self.run_once.as_ref().filter(|it| it.enabled == "true");
        if let Some(Once { date, time, .. }) = once {
            return Some(format!("once at {}", moment(date, time)));
        }
        let recurring = self.run_recurring.as_ref().filter(|it| it.enabled == "true")?;
        let Recurrence { date_from, date_to, start_time, interval, weekday } =
            &recurring.recurrence;
        let mut told = if interval.is_empty() {
            "again and again".to_owned()
        } else {
            format!("every {interval}")
        };
        if !weekday.is_empty() {
            told = format!("{told} on {}", weekday.join(", "));
        }
        told = format!("{told} from {}", moment(date_from, start_time));
        if !date_to.is_empty() {
            told = format!("{told} to {}", date_to.trim_end_matches('Z'));
        }
        Some(told)
    }
}

/// Day, hour and minute of what archives write as `2026-11-28Z` and `06:30:00.000Z`.
fn moment(date: &str, time: &str) -> String {
    let time = time.get(..5).unwrap_or("00:00");
    format!("{} {time} UTC", date.trim_end_matches('Z'))
}

impl Part {
    /// The names of the job's parameters that say for which sites parts run.
    fn site_parameters(&self) -> Vec<&str> {
        let Self::Split(split) = self else { return Vec::new() };
        let own = split.contexts.iter().filter_map(|it| it.job_parameter_ref.as_ref());
        let own = own.map(|it| it.name.as_str());
        own.chain(split.parts.iter().flat_map(Self::site_parameters)).collect()
    }

    fn steps<'a>(&'a self, templates: &'a [Template]) -> Vec<&'a Step> {
        match self {
            Self::Flow(flow) => flow.steps(templates),
            Self::Split(split) => {
                let templates = &split.flow_template;
                let of_sites = split.contexts.iter().flat_map(|it| it.steps(templates));
                let all = split.parts.iter().flat_map(|it| it.steps(templates)).chain(of_sites);
                let mut once: Vec<&Step> = Vec::new();
                for step in all {
                    if !once.iter().any(|known| std::ptr::eq(*known, step)) {
                        once.push(step);
                    }
                }
                once
            }
        }
    }
}

impl Contexts {
    /// Those of its template.
    pub(super) fn steps<'a>(&self, templates: &'a [Template]) -> Vec<&'a Step> {
        named(templates, &self.template_ref).iter().collect()
    }
}

/// The steps of the template of that ID.
fn named<'a>(templates: &'a [Template], id: &str) -> &'a [Step] {
    let named = templates.iter().find(|template| template.template_id == id);
    named.map_or(&[], |template| &template.step)
}

impl Flow {
    /// Its own steps, and those of the templates that it names.
    pub(super) fn steps<'a>(&'a self, templates: &'a [Template]) -> Vec<&'a Step> {
        let of_templates =
            self.template_ref.iter().flat_map(|it| named(templates, &it.template_id));
        self.step.iter().chain(of_templates).collect()
    }

    /// Where they run; without a context that is the organization.
    pub(super) fn scopes(&self) -> Vec<Scope> {
        if self.context.is_empty() {
            return vec![Scope::Organization];
        }
        self.context.iter().map(|it| Scope::of(&it.site_id)).collect()
    }
}

impl Step {
    /// What comes after it. An error ends the job unless a rule says something else.
    pub(super) fn after(&self, code: &str, is_error: bool) -> Next {
        let is_meant = |rule: &&Rule| {
            rule.status.split(',').map(str::trim).any(|status| status == "*" || status == code)
        };
        match self.on_exit.iter().find(is_meant) {
            Some(rule) if rule.stop_job || rule.stop => Next::EndOfJob,
            Some(rule) if rule.stop_flow => Next::EndOfFlow,
            Some(Rule { goes_on: Some(GoesOn { next_step: Some(id) }), .. }) => {
                Next::Named(id.clone())
            }
            Some(Rule { goes_on: Some(_), .. }) => Next::Step,
            _ if is_error => Next::EndOfJob,
            _ => Next::Step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn schedules_are_told_in_words() {
        let of = |triggers: Value| serde_json::from_value::<Triggers>(triggers).expect("triggers");
        let recurrence =
            json!({"dateFrom": "2023-01-01Z", "startTime": "00:30:00.000Z", "interval": "30m"});
        let days = json!({"dateFrom": "2023-01-01Z", "dateTo": "2024-01-01Z", "startTime": "04:00:00.000Z",
            "interval": "1d", "weekday": ["Monday", "Sunday"]});
        for (triggers, told) in [
            (json!({}), None),
            (
                json!({"runOnce": {"enabled": "false", "date": "2023-01-01Z", "time": "00:00:00.000Z"}}),
                None,
            ),
            (
                json!({"runOnce": {"enabled": "true", "date": "2023-01-01Z", "time": "14:22:00.000Z"}}),
                Some("once at 2023-01-01 14:22 UTC"),
            ),
            (
                json!({"runRecurring": {"enabled": "true", "recurrence": recurrence}}),
                Some("every 30m from 2023-01-01 00:30 UTC"),
            ),
            (
                json!({"runRecurring": {"enabled": "true", "recurrence": days}}),
                Some("every 1d on Monday, Sunday from 2023-01-01 04:00 UTC to 2024-01-01"),
            ),
        ] {
            assert_eq!(of(triggers.clone()).told().as_deref(), told, "{triggers}");
        }
    }

    #[test]
    fn an_error_ends_the_job_unless_a_rule_says_something_else() {
        let step: Step = serde_json::from_value(json!({
            "stepId": "Export",
            "type": "custom.Export",
            "onExit": [
                {"status": "NO_DATA, SKIPPED", "stopFlow": true},
                {"status": "RETRY", "continue": {"nextStep": "Clean", "value": true}},
                {"status": "WARN", "continue": {"value": true}},
                {"status": "STOP", "stopJob": true},
            ],
        }))
        .expect("a step");
        for (code, is_error, next) in [
            ("OK", false, Next::Step),
            ("ERROR", true, Next::EndOfJob),
            ("SKIPPED", false, Next::EndOfFlow),
            ("RETRY", false, Next::Named("Clean".to_owned())),
            ("WARN", true, Next::Step),
            ("STOP", false, Next::EndOfJob),
        ] {
            assert_eq!(step.after(code, is_error), next, "{code}");
        }
        let any =
            Rule { status: "*".to_owned(), goes_on: Some(GoesOn::default()), ..Rule::default() };
        let step = Step { on_exit: vec![any], ..Step::default() };
        assert_eq!(step.after("ERROR", true), Next::Step);
    }
}
