//! The types of steps that scripts do: those of cartridges, of ours, and the one that runs any script.

use super::{definition::Scope, plan::PlannedStep, scripted};
use crate::{
    sandbox::storefront::{Place, StepType, StepTypes, Work},
    script::Cartridges,
};
use std::time::Duration;

/// The step that runs any function of any script.
pub(super) const EXECUTE_SCRIPT: &str = "ExecuteScriptModule";

/// The type of a step: a cartridge's, or the one that runs any script.
pub(super) fn found(cartridges: &Cartridges, planned: &PlannedStep) -> Result<StepType, String> {
    let type_id = planned.step.type_id.as_str();
    if type_id == EXECUTE_SCRIPT {
        return executed(planned);
    }
    if let Some(step) = scripted::find(type_id) {
        return Ok(step.clone());
    }
    let types = StepTypes::read(cartridges);
    let is_custom = type_id.starts_with("custom.");
    types.find(type_id).cloned().ok_or_else(|| match types.problems.as_slice() {
        _ if !is_custom => format!("the step type {type_id} is not emulated by the sandbox"),
        [] => format!("no cartridge's steptypes.json has the type {type_id}"),
        problems => format!(
            "no cartridge's steptypes.json has the type {type_id}; what can't be read: {}",
            problems.join("; ")
        ),
    })
}

fn executed(planned: &PlannedStep) -> Result<StepType, String> {
    let own = |name: &str| {
        let value = planned.parameters.get(&format!("{EXECUTE_SCRIPT}.{name}"));
        value.map(|text| text.trim()).filter(|text| !text.is_empty())
    };
    let module = own("Module");
    let module =
        module.ok_or_else(|| format!("the parameter {EXECUTE_SCRIPT}.Module is missing"))?;
    Ok(StepType {
        id: EXECUTE_SCRIPT.to_owned(),
        description: String::new(),
        module: module.to_owned(),
        work: Work::Task(own("FunctionName").unwrap_or("execute").to_owned()),
        is_transactional: own("Transactional") == Some("true"),
        timeout: own("TimeoutInSeconds").and_then(|it| it.parse().ok()).map(Duration::from_secs),
        runs_in_parallel: true,
        place: Place::Anywhere,
        parameters: Vec::new(),
        unread: None,
    })
}

/// Whether a step may run there.
pub(super) fn check_place(scope: &Scope, place: Place, type_id: &str) -> Result<(), String> {
    match (scope, place) {
        (Scope::Organization, Place::Sites) => {
            Err(format!("the step type {type_id} isn't for the organization"))
        }
        (Scope::Site(_), Place::Organization) => {
            Err(format!("the step type {type_id} isn't for sites"))
        }
        _ => Ok(()),
    }
}
