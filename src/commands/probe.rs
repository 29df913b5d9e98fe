//! `haltscope probe`: what expressions give where a line is come by.

use super::failure::Failure;
use super::headless::{AtDesk, Headless, not_attached};
use super::missing::Asking;
use super::{analysis, interruption, logging, output};
use crate::api::ids::{Line, ScriptPath};
use crate::cli::ProbeArgs;
use crate::probe::{self, Ending, Row, Summary, Table, Told, Variables, Wanted};
use crate::runtime::{WhenInUse, find_sources};
use crate::session::{BreakpointSpec, CodeLines, Condition, LineCode, Sources};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Runs until all halts were seen, or can't be any more.
pub(super) fn run(args: &ProbeArgs) -> anyhow::Result<ExitCode> {
    logging::to_stderr_quietly()?;
    let (file, line) = place(&args.place)?;
    parses("--when", args.when.iter())?;
    parses("--expr", args.expressions.iter())?;
    let mut headless = Headless::prepare(&args.connection, Asking::Allowed)?;
    headless.visit(args.site.as_deref());
    check_trigger(args, &headless)?;
    let script = script(&headless, file, line)?;
    let wanted = Wanted {
        breakpoint: BreakpointSpec {
            condition: args.when.clone(),
            ..BreakpointSpec::plain(script, line)
        },
        expressions: args.expressions.clone(),
        count: args.count,
        timeout: Duration::from_secs(args.timeout),
        trigger: args.trigger.clone(),
        variables: if args.vars { Variables::Read } else { Variables::LeftOut },
    };
    if let Some(text) = &args.when
        && analysis::condition(text) == Ok(Condition::Assigns)
    {
        output::note(&format!(
            "--when {text} sets it at each hit, in the live request; == compares"
        ));
    }
    let printer = Printer::new(args);
    let when_in_use = headless.when_in_use();
    super::block_on(async move {
        let stop = interruption::token()?;
        let at = headless.open();
        let outcome = probe(&at, when_in_use, &wanted, printer, stop).await;
        at.close_with(outcome).await
    })
}

async fn probe(
    at: &AtDesk,
    when_in_use: WhenInUse,
    wanted: &Wanted,
    mut printer: Printer,
    stop: CancellationToken,
) -> anyhow::Result<ExitCode> {
    tokio::select! {
        attached = at.desk.attach(when_in_use) => attached.map_err(|it| not_attached(&it))?,
        () = stop.cancelled() => return Err(Failure::interrupted().into()),
    }
    let tell = |told: Told<'_>| match told {
        Told::Row(row) => printer.print(row),
        Told::Page(words) => {
            output::note(&words);
            Ok(())
        }
    };
    let ending = probe::run(&at.desk, wanted, tell, stop.cancelled_owned());
    let ending = ending.await.map_err(|error| Failure::failed(format!("can't write: {error}")))?;
    let key = &wanted.breakpoint.key;
    let place = format!("{}:{}", key.script, key.line);
    // What was seen is worth its summary, whatever the end.
    let _ = printer.finish();
    match ending {
        Ending::Seen => Ok(ExitCode::SUCCESS),
        Ending::CantHalt(why) => Err(Failure::failed(format!("{place}: {why}"))
            .then("Name a script that the server has, as it is deployed: `haltscope doctor` says what is wrong with a breakpoint.")
            .into()),
        Ending::NotSeen(0, why) => {
            Err(Failure::failed(format!("{place}: {why}")).then(nothing_came(wanted)).into())
        }
        Ending::Unanswered(why) => Err(Failure::failed(format!("{place}: {why}"))
            .then("Give it more time with --timeout: it may still run the line.")
            .into()),
        Ending::NotSeen(_, why) | Ending::Lost(why) => Err(Failure::failed(format!("{place}: {why}")).into()),
        Ending::Interrupted => Err(Failure::interrupted().into()),
    }
}

/// What to do where nothing has halted.
fn nothing_came(wanted: &Wanted) -> &'static str {
    match (&wanted.trigger, &wanted.breakpoint.condition) {
        (None, _) => {
            "Ask for a page that runs the line meanwhile, or give it with --trigger; a file that the server doesn't have never halts."
        }
        (Some(_), Some(_)) => {
            "Check that the page runs the line, that the server has the file, and that the condition is true there: given as --expr instead of --when, it tells what it is, or what it throws."
        }
        (Some(_), None) => "Check that the page runs the line, and that the server has the file.",
    }
}

/// `FILE:LINE`, taken apart.
fn place(text: &str) -> Result<(&str, Line), Failure> {
    let parts = text.rsplit_once(':').filter(|(file, _)| !file.is_empty());
    let line = parts.and_then(|(_, line)| line.parse::<u32>().ok()).filter(|line| *line > 0);
    let whole = parts.zip(line).map(|((file, _), line)| (file, Line(line)));
    whole.ok_or_else(|| {
        let failure = Failure::usage(format!("{text} is no FILE:LINE"));
        match condition_behind(text) {
            Some((place, condition)) => failure
                .then(format!("Give the condition with --when: {place} --when '{condition}'.")),
            None => failure.then("Name a file and a line, counted from 1: Cart.js:42."),
        }
    })
}

/// `FILE:LINE` and the condition behind it, as `--break` takes them.
fn condition_behind(text: &str) -> Option<(&str, &str)> {
    text.match_indices(':').find_map(|(colon, _)| {
        let (line, condition) = text[colon + 1..].split_once(':')?;
        let is_line = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        is_line.then(|| (&text[..=colon + line.len()], condition.trim()))
    })
}

/// The server would take a mistake for false, or answer with an error at each halt.
fn parses<'a>(flag: &str, texts: impl Iterator<Item = &'a String>) -> Result<(), Failure> {
    for text in texts {
        if text.trim().is_empty() {
            return Err(Failure::usage(format!("{flag} is empty")));
        }
        if let Err(why) = analysis::condition(text)
            && why.rhino_only.is_none()
        {
            return Err(Failure::usage(format!("{flag} {text}: {}", why.message)));
        }
    }
    Ok(())
}

fn check_trigger(args: &ProbeArgs, headless: &Headless) -> Result<(), Failure> {
    match &args.trigger {
        Some(url) if url.trim().is_empty() => Err(Failure::usage("--trigger is empty")
            .then("Give a URL of the instance, or Controller-Action?query.")),
        Some(url) if !headless.serves(url) => {
            Err(Failure::usage(format!("--trigger {url}: it is on another host"))
                .then("Requests go to the configured instance only."))
        }
        _ => Ok(()),
    }
}

/// The script that is meant, with code on that line, as far as this machine can tell.
fn script(headless: &Headless, file: &str, line: Line) -> Result<ScriptPath, Failure> {
    let project = headless.project();
    let sources = Sources::found(find_sources(&project));
    let script = sources.script_named(file, &headless.folder());
    let script = script.map_err(|error| Failure::usage(error.to_string()))?;
    let local = sources.index().and_then(|found| found.scripts.get(&script));
    let text = local.and_then(|file| project.read(&script, file).ok());
    let code = text.map_or(CodeLines::Unknown, |text| text.code);
    let problem = match code.at(line) {
        LineCode::Here | LineCode::Unknown | LineCode::Unparsed(_) => return Ok(script),
        LineCode::Slides(to) => format!("begins no statement: the next line that does is {to}"),
        LineCode::Nowhere => "holds no code, nor does any line below it".to_owned(),
        LineCode::PastEnd { last } => format!("is behind the file's end, which is line {last}"),
    };
    Err(Failure::usage(format!("{script}: line {line} {problem}"))
        .then("Name a line with code: nothing is moved."))
}

/// Where rows go.
enum Printer {
    Json,
    Table { table: Table, summary: Summary, with_stack: bool },
}

impl Printer {
    fn new(args: &ProbeArgs) -> Self {
        if args.form.json || !(args.form.table || io::stdout().is_terminal()) {
            return Self::Json;
        }
        let (table, summary) = (Table::default(), Summary::default());
        Self::Table { table, summary, with_stack: args.stack }
    }

    fn print(&mut self, row: &Row) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        match self {
            Self::Json => writeln!(stdout, "{}", serde_json::to_string(row)?)?,
            Self::Table { table, summary, with_stack } => {
                summary.add(row);
                for line in table.lines(row) {
                    writeln!(stdout, "{line}")?;
                }
                let stack = if *with_stack { Table::stack(row) } else { Vec::new() };
                for line in stack.into_iter().chain(Table::variables(row)) {
                    writeln!(stdout, "       {line}")?;
                }
            }
        }
        stdout.flush()
    }

    fn finish(self) -> io::Result<()> {
        let Self::Table { summary, .. } = self else { return Ok(()) };
        let mut stdout = io::stdout().lock();
        let lines = summary.lines();
        if !lines.is_empty() {
            writeln!(stdout)?;
        }
        for line in lines {
            writeln!(stdout, "{line}")?;
        }
        stdout.flush()
    }
}
