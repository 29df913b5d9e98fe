//! `haltscope sandbox job`.

use super::{Running, shown};
use crate::api::counted::counted;
use crate::api::sandbox::{Operation, Start};
use crate::cli::{JobCommand, RunArgs};
use crate::commands::failure::Failure;
use crate::commands::output::{self, Form};
use serde_json::Value;
use std::collections::HashSet;

/// How long the sandbox waits for news of an execution, in seconds; that it halts is none.
const WAIT: u64 = 2;

impl Running {
    pub(super) async fn job(&self, command: Option<JobCommand>) -> Result<(), Failure> {
        match command.unwrap_or(JobCommand::List) {
            JobCommand::List => {
                let answer = self.ask(&Operation::Jobs).await?;
                self.tell(&answer, || listed(&answer))
            }
            JobCommand::Run { job, run } => self.start(Start::Job(job), run).await,
            JobCommand::Step { step_type, run } => self.start(Start::Step(step_type), run).await,
            JobCommand::Show { execution: None } => {
                let answer = self.ask(&Operation::Executions).await?;
                self.tell(&answer, || executions(&answer))
            }
            JobCommand::Show { execution: Some(id) } => {
                let answer = self.ask(&Operation::Execution { id, after: 0, wait: 0 }).await?;
                self.tell(&answer, || {
                    let steps = steps(&answer).iter().map(told);
                    steps.chain([ended(&answer)]).collect::<Vec<_>>().join("\n")
                })
            }
            JobCommand::Log { execution } => {
                let answer = self.ask(&Operation::ExecutionLog(execution)).await?;
                self.tell(&answer, || shown(&answer["log"]).trim_end().to_owned())
            }
            JobCommand::Stop { execution } => {
                let answer = self.ask(&Operation::StopExecution(execution.clone())).await?;
                self.tell(&answer, || format!("The execution {execution} ends."))
            }
        }
    }

    async fn start(&self, what: Start, run: RunArgs) -> Result<(), Failure> {
        let RunArgs { parameters, sites, detach } = run;
        let parameters = parameters.into_iter().collect();
        let begun = self.ask(&Operation::Start { what, parameters, sites }).await?;
        let id = shown(&begun["id"]);
        if detach {
            return self.tell(&begun, || format!("Execution {id} runs."));
        }
        let answer = self.followed(&id).await?;
        self.tell(&answer, || ended(&answer))?;
        let exit = &answer["exit_status"];
        if exit["status"] == "ok" {
            return Ok(());
        }
        let first = exit["message"].as_str().and_then(|message| message.lines().next());
        let why = first.map(|why| format!(": {why}")).unwrap_or_default();
        let what = if answer["execution_status"] == "aborted" { "was ended" } else { "failed" };
        Err(Failure::failed(format!("the job {} {what}{why}", shown(&answer["job_id"])))
            .then(format!("`haltscope sandbox job log {id}` says what it logged.")))
    }

    /// The execution once it is over; its steps are told as they end.
    async fn followed(&self, id: &str) -> Result<Value, Failure> {
        let (mut after, mut known, mut halted) = (0, HashSet::new(), Vec::new());
        loop {
            let asked = Operation::Execution { id: id.to_owned(), after, wait: WAIT };
            let answer = self.ask(&asked).await?;
            after = answer["revision"].as_u64().unwrap_or(after);
            for step in news(&answer, &mut known) {
                if self.form == Form::Text {
                    output::print(&format!("{}\n", output::harmless(&told(step))))?;
                }
            }
            let now = answer["halted_threads"].as_array().cloned().unwrap_or_default();
            for thread in now.iter().filter(|thread| !halted.contains(*thread)) {
                output::note(&format!("thread {thread} halts, and waits for a debugger"));
            }
            halted = now;
            if is_over(&answer) {
                return Ok(answer);
            }
        }
    }
}

fn steps(execution: &Value) -> &[Value] {
    execution["step_executions"].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The steps that are over and weren't known, by their IDs, in the order of their ends; from then on they are known.
fn news<'a>(execution: &'a Value, known: &mut HashSet<String>) -> Vec<&'a Value> {
    let ended = steps(execution).iter().filter(|step| is_over(step));
    let mut news: Vec<_> = ended.filter(|step| known.insert(shown(&step["id"]))).collect();
    news.sort_by_key(|step| shown(&step["end_time"]));
    news
}

fn is_over(execution: &Value) -> bool {
    !execution["exit_status"].is_null()
}

/// Step, scope, status, duration, counts and message.
fn told(step: &Value) -> String {
    let exit = &step["exit_status"];
    let duration = step["duration"].as_u64().unwrap_or_default();
    let included = step["include_steps_from_job_id"].as_str();
    let name = match included {
        Some(job) => format!("{}/{job}", shown(&step["step_id"])),
        None => shown(&step["step_id"]),
    };
    let mut line = format!(
        "{:<9} {duration:>6} ms  {name} ({})",
        shown(&step["status"]),
        shown(&step["execution_scope"])
    );
    if let Some(written) = step["item_write_count"].as_u64() {
        let filtered = step["item_filter_count"].as_u64().unwrap_or_default();
        line.extend([format!(", {written} written, {filtered} left out")]);
    }
    for (index, text) in exit["message"].as_str().unwrap_or_default().lines().enumerate() {
        line.push_str(if index == 0 { ": " } else { "\n    " });
        line.push_str(text.trim());
    }
    line
}

fn ended(execution: &Value) -> String {
    let (job, id) = (shown(&execution["job_id"]), shown(&execution["id"]));
    let status = shown(&execution["status"]);
    match execution["execution_status"].as_str() {
        Some("running") => format!("{job} runs (execution {id})."),
        Some("aborted") => format!("{job} was ended (execution {id})."),
        _ => format!("{job} ended with {status} (execution {id})."),
    }
}

fn listed(answer: &Value) -> String {
    let list = |name: &str| answer[name].as_array().cloned().unwrap_or_default();
    let mut lines = Vec::new();
    for job in list("jobs") {
        lines.push(summary(&job));
        let schedule = job["schedule"].as_str();
        lines.extend(
            schedule.map(|it| format!("    (scheduled {it}; the sandbox follows no schedules)")),
        );
        for step in job["steps"].as_array().into_iter().flatten() {
            lines.push(format!("    {}  {}", shown(&step["id"]), shown(&step["type"])));
        }
        lines.extend(job["problem"].as_str().map(|problem| format!("    {problem}")));
    }
    if lines.is_empty() {
        lines.push("No site archive has a job (jobs.xml).".to_owned());
    }
    lines.push(String::new());
    let types = list("step_types");
    if types.is_empty() {
        lines.push("No cartridge has a step type (steptypes.json).".to_owned());
    }
    for it in types {
        lines.push(summary(&it));
        let parameters = it["parameters"].as_array().into_iter().flatten().map(shown);
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        lines.push(format!("    {}", shown(&it["module"])));
        lines.extend((!parameters.is_empty()).then(|| format!("    {parameters}")));
    }
    let own: Vec<_> = list("platform_types").iter().map(shown).collect();
    lines.push(format!("\nOf the platform: {}", own.join(", ")));
    lines.extend(list("problems").iter().map(|problem| format!("\n{}", shown(problem))));
    lines.join("\n").trim_end().to_owned()
}

fn summary(it: &Value) -> String {
    match it["description"].as_str().filter(|text| !text.trim().is_empty()) {
        Some(text) => format!("{}  {}", shown(&it["id"]), text.trim()),
        None => shown(&it["id"]),
    }
}

fn executions(answer: &Value) -> String {
    let all = answer["executions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let row = |it: &Value| {
        let steps = counted(steps(it).len(), "step");
        let text = |name: &str| shown(&it[name]);
        vec![text("id"), text("job_id"), text("status"), text("start_time"), steps]
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    if rows.is_empty() {
        return "No job has run.".to_owned();
    }
    output::table(&rows).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Flows at the same time end in another order than they began in, and all at once where the clock stands.
    #[test]
    fn each_step_is_told_once_whenever_it_ends() {
        let mut known = HashSet::new();
        let mut told = |over: &[&str]| {
            let step = |id: &&str| {
                let exit = if over.contains(id) { json!({"status": "ok"}) } else { Value::Null };
                json!({"id": id, "end_time": "2030-12-24T18:00:00.000Z", "exit_status": exit})
            };
            let steps: Vec<_> = ["1", "2", "3"].iter().map(step).collect();
            let execution = json!({ "step_executions": steps });
            let news = news(&execution, &mut known);
            news.iter().map(|step| shown(&step["id"])).collect::<Vec<_>>()
        };
        assert_eq!(told(&[]), Vec::<String>::new());
        assert_eq!(told(&["2"]), ["2"]);
        assert_eq!(told(&["2", "1"]), ["1"]);
        assert_eq!(told(&["1", "2"]), Vec::<String>::new());
        assert_eq!(told(&["1", "2", "3"]), ["3"]);
    }
}
