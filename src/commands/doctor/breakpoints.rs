//! The verdict about each breakpoint.

use super::deployed::Comparison;
use super::finding::{Finding, Section, Status};
use super::project::{Order, Project};
use crate::api::ids::ScriptPath;
use crate::commands::analysis;
use crate::session::uses_super_module;
use crate::session::verdict::{Aspect, Concern, Deployed, Gravity, Known, Verdict};
use crate::session::{BreakpointSpec, LineCode, SourceText, SourcesFound};
use std::path::Path;
use std::sync::Arc;

/// What all breakpoints are judged by.
pub(super) struct Judge {
    pub(super) project: Arc<Project>,
    pub(super) found: SourcesFound,
    pub(super) order: Order,
    pub(super) comparison: Comparison,
}

impl Judge {
    /// The findings about one breakpoint.
    pub(super) async fn judge(&mut self, spec: &BreakpointSpec) -> Section {
        let read = self.read(spec).await;
        let deployed = match &read {
            Some(Ok(source)) => self.comparison.with(&spec.key.script, &source.text).await,
            Some(Err(reason)) => Deployed::Unknown(format!("the file can't be read: {reason}")),
            None => Deployed::Unknown("the file isn't here".to_owned()),
        };
        let source = read.and_then(Result::ok).unwrap_or_default();
        let condition = spec.condition.as_deref().map(analysis::condition);
        let earlier_go_on = self.earlier_go_on(&spec.key.script).await;
        let verdict = Verdict::of(
            spec,
            &Known {
                sources: Some(&self.found),
                order: &self.order.path,
                order_is_told: self.order.is_told,
                earlier_go_on,
                code: &source.code,
                condition: condition.as_ref(),
                deployed: &deployed,
            },
        );
        section(spec, &verdict)
    }

    /// Whether scripts that come before this one call it.
    async fn earlier_go_on(&self, script: &ScriptPath) -> bool {
        for path in self.found.earlier(script, &self.order.path) {
            let Some(file) = self.found.scripts.get(&path) else { return false };
            let text = tokio::fs::read(file).await.unwrap_or_default();
            if !uses_super_module(&String::from_utf8_lossy(&text)) {
                return false;
            }
        }
        true
    }

    /// Reading includes parsing, so it happens apart.
    async fn read(&self, spec: &BreakpointSpec) -> Option<Result<SourceText, String>> {
        let script = spec.key.script.clone();
        let file = self.found.scripts.get(&script)?.clone();
        let project = Arc::clone(&self.project);
        let reading =
            tokio::task::spawn_blocking(move || project.sources.read(&script, Path::new(&file)));
        Some(reading.await.unwrap_or_else(|error| Err(error.to_string())))
    }
}

fn section(spec: &BreakpointSpec, verdict: &Verdict) -> Section {
    let place = format!("{}:{}", spec.key.script, spec.key.line);
    let off = if spec.enabled { "" } else { " (off)" };
    let concerns = verdict.concerns(spec).into_iter();
    let findings = concerns.map(|concern| finding(concern, verdict).about(place.as_str()));
    Section::new(format!("breakpoint {place}{off}"), findings.collect())
}

fn finding(concern: Concern, verdict: &Verdict) -> Finding {
    let Concern { aspect, gravity, text, remedy, .. } = concern;
    let status = match gravity {
        Gravity::Fine => Status::Ok,
        Gravity::Unknown => Status::NotChecked,
        Gravity::Warning => Status::Warning,
        Gravity::Problem => Status::Problem,
    };
    let check = match aspect {
        Aspect::File => "breakpoint.file",
        Aspect::Line => "breakpoint.line",
        Aspect::Order => "breakpoint.order",
        Aspect::Condition => "breakpoint.condition",
        Aspect::Deployed => "breakpoint.deployed",
    };
    let mut finding = Finding::of(check, status, text);
    if let (Aspect::Line, LineCode::Slides(to)) = (aspect, &verdict.line) {
        finding = finding.with("halts_on", to.0);
    }
    match remedy {
        Some(remedy) => finding.then(remedy),
        None => finding,
    }
}
