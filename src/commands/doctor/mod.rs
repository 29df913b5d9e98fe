//! `haltscope doctor`: looks at everything between the configuration and a halt, and says what is
//! wrong and what to do. It only reads, here and on the server.

mod affinity;
mod breakpoints;
mod certificate;
mod clock;
mod configuration;
mod deployed;
mod finding;
mod in_use;
mod login;
mod project;
mod server;
mod text;
mod tls;
mod way;

use super::failure::Failure;
use super::output::{self, Form};
use super::{cartridges, connection, interruption};
use crate::cli::DoctorArgs;
use crate::config::{self, Config, Folders, Origin, Surroundings};
use crate::runtime::find_sources;
use breakpoints::Judge;
use deployed::Comparison;
use finding::{Finding, Report, Section, Status};
use project::{Order, Project};
use std::process::ExitCode;
use std::sync::Arc;
use text::Style;

/// What a report with a problem ends with.
const PROBLEMS: u8 = 1;

/// Checks everything; 0 without a problem, 1 with any.
pub(super) fn run(args: &DoctorArgs) -> anyhow::Result<ExitCode> {
    let surroundings = Surroundings::of_process()?;
    let flags = connection::flags(&args.connection, &args.breakpoints)?;
    let mut sheet = Sheet::new(args);
    let mut config = match config::resolve(&flags, &surroundings) {
        Ok(config) => config,
        Err(error) if configuration::is_wrong_usage(&error) => {
            return Err(Failure::from(error).into());
        }
        Err(error) => {
            sheet.add("configuration", vec![configuration::unreadable(&error)])?;
            return Ok(sheet.finish()?);
        }
    };
    check_flags(&config)?;
    cartridges::settle(&mut config, &surroundings)?;
    let folders = Folders::of_user();
    let mut values = configuration::values(&config);
    values.extend(configuration::settings(folders.as_ref()));
    sheet.report.server = config.address.as_ref().map(|address| address.value.clone());
    sheet.add("configuration", values)?;
    let project = Project::of(&config, &surroundings, folders.as_ref());
    interruption::block_on(async move { examine(sheet, config, project).await })
}

/// A file or a name on the command line that can't be used is wrong usage; elsewhere it is a finding.
fn check_flags(config: &Config) -> Result<(), Failure> {
    let tls = &config.tls;
    for file in [&tls.ca, &tls.certificate, &tls.key].into_iter().flatten() {
        if matches!(file.origin, Origin::Flag(_)) {
            connection::read(file)?;
        }
    }
    match config.debugger_id.origin {
        Origin::Flag(_) => connection::client(config).map(drop),
        _ => Ok(()),
    }
}

async fn examine(mut sheet: Sheet, config: Config, project: Project) -> anyhow::Result<ExitCode> {
    let way = way::explore(&config).await;
    sheet.add("connection", way.findings)?;
    let asked = server::ask(way.server, &config.login, &project.breakpoints).await;
    sheet.add("server", asked.findings)?;
    let project = Arc::new(project);
    let searched = Arc::clone(&project);
    let found = tokio::task::spawn_blocking(move || find_sources(&searched.sources)).await?;
    let order = Order::of(&config, asked.client.as_ref().ok());
    let (cartridges, told) = (project::cartridges(&found), project::order(&found, &order));
    sheet.add("project", vec![cartridges, told, project.kept.clone()])?;
    let version = config.code_version.as_ref().map(|version| version.value.as_str());
    let comparison = Comparison::new(asked.client, version);
    let mut judge = Judge { project: Arc::clone(&project), found, order, comparison };
    for spec in &project.breakpoints {
        let section = judge.judge(spec).await;
        sheet.put(section)?;
    }
    Ok(sheet.finish()?)
}

/// What is written: section by section for people, at the end for programs.
struct Sheet {
    report: Report,
    form: Form,
    style: Style,
}

impl Sheet {
    fn new(args: &DoctorArgs) -> Self {
        let style = Style::of_process(args.color);
        Self { report: Report::default(), form: args.json.into(), style }
    }

    fn add(&mut self, title: &str, findings: Vec<Finding>) -> Result<(), Failure> {
        self.put(Section::new(title, findings))
    }

    fn put(&mut self, section: Section) -> Result<(), Failure> {
        if self.form == Form::Text {
            output::print(&text::section(&section, self.style))?;
        }
        self.report.sections.push(section);
        Ok(())
    }

    fn finish(self) -> Result<ExitCode, Failure> {
        output::print(&match self.form {
            Form::Text => text::summary(&self.report, self.style),
            Form::Json => output::json(&self.report.document()),
        })?;
        let has_problem = self.report.count(Status::Problem) > 0;
        Ok(if has_problem { ExitCode::from(PROBLEMS) } else { ExitCode::SUCCESS })
    }
}
