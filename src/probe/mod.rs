//! `haltscope probe`: what expressions give where a line is come by, without a screen.
//!
//! Each thread is read and let go at once. However it ends, the breakpoint is taken back and no
//! thread stays halted: the watch sees to that, and leaving the instance once more.

mod page;
mod row;
mod summary;
mod table;
mod text;

pub use row::{Location, Row, Variable};
pub use summary::Summary;
pub use table::Table;

use crate::api::counted::counted;
use page::{Answered, Page};
use row::Evaluated;

use crate::runtime::{Desk, Watched, WatchedHalt};
use crate::session::{BreakpointSpec, Connection, Removed, Session, Spot, without_place};
use std::pin::pin;
use std::time::Duration;
use tokio::time::Instant;

/// The page of a thread that was let go is waited for so long.
const PAGE: Duration = Duration::from_secs(2);

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Where, and under which condition.
    pub breakpoint: BreakpointSpec,
    /// Evaluated at each halt.
    pub expressions: Vec<String>,
    /// How many halts.
    pub count: u32,
    /// How long they are waited for.
    pub timeout: Duration,
    /// A storefront address that is asked for once the breakpoint is armed.
    pub trigger: Option<String>,
    /// Whether variables are read, too.
    pub variables: Variables,
}

/// Whether variables are read at each halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variables {
    /// All of the current frame.
    Read,
    /// None.
    LeftOut,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All halts were seen.
    Seen,
    /// Fewer were seen: how many, and why.
    NotSeen(u32, String),
    /// Fewer were seen so far, and the page that was asked for is not answered yet.
    Unanswered(String),
    /// None can be seen there: why.
    CantHalt(String),
    /// The client is gone, or the request can't be sent: why. More can't be seen.
    Lost(String),
    /// Somebody ended it.
    Interrupted,
}

impl Ending {
    /// Where nothing halted, what is to be known about the breakpoint may be the reason.
    fn because(self, known: Option<String>) -> Self {
        match (self, known) {
            (Self::NotSeen(0, text), Some(known)) => Self::NotSeen(0, format!("{text}; {known}")),
            (ending, _) => ending,
        }
    }
}

/// What is told while it lasts.
#[derive(Clone, Debug)]
pub enum Told<'a> {
    /// A halt, as soon as it was read.
    Row(&'a Row),
    /// How the page was answered that was asked for, where that says something.
    Page(String),
}

/// Watches a line and tells each halt, until enough were seen or `stop`. Whoever is told may end
/// it, as when nobody reads any more.
pub async fn run(
    desk: &Desk,
    wanted: &Wanted,
    mut tell: impl FnMut(Told<'_>) -> std::io::Result<()>,
    stop: impl Future<Output = ()>,
) -> std::io::Result<Ending> {
    let mut stop = pin!(stop);
    let (mut watched, standing) = tokio::select! {
        watched = desk.watch(wanted.breakpoint.clone()) => watched,
        () = &mut stop => return Ok(Ending::Interrupted),
    };
    if !standing.verified {
        watched.end().await;
        let why = standing.message.unwrap_or_else(|| "the breakpoint can't halt".to_owned());
        return Ok(Ending::CantHalt(why));
    }
    let mut page = match Page::asked(desk, wanted.trigger.clone()) {
        Ok(page) => page,
        Err(problem) => {
            watched.end().await;
            return Ok(Ending::Lost(problem));
        }
    };
    let ending = tokio::select! {
        ending = halts(desk, wanted, (&mut watched, &mut page), &mut tell) => ending,
        () = &mut stop => Ok(Ending::Interrupted),
    };
    watched.end().await;
    let ending = ending.map(|ending| ending.because(standing.message));
    if matches!(ending, Ok(Ending::Seen)) {
        last_words(&mut page, &mut tell, stop).await?;
    }
    ending
}

async fn halts(
    desk: &Desk,
    wanted: &Wanted,
    (watched, page): (&mut Watched, &mut Page),
    tell: &mut impl FnMut(Told<'_>) -> std::io::Result<()>,
) -> std::io::Result<Ending> {
    let deadline = Instant::now() + wanted.timeout;
    let mut before: Option<Row> = None;
    let mut seen = 0;
    while seen < wanted.count {
        let halt = tokio::select! {
            biased;
            halt = watched.halt() => halt,
            answered = page.answered() => {
                if !answered.has_come() && seen == 0 {
                    return Ok(Ending::Lost(answered.words()));
                }
                // Another request may come by.
                let most = wanted.count;
                tell(Told::Page(format!("{}: {seen} of {} so far", answered.words(), counted(most, "halt"))))?;
                continue;
            }
            why = desk.until(lost) => return Ok(Ending::Lost(why)),
            () = tokio::time::sleep_until(deadline) => None,
        };
        let Some(halt) = halt else {
            let text = format!(
                "{seen} of {} within {} s",
                counted(wanted.count, "halt"),
                wanted.timeout.as_secs()
            );
            return Ok(if page.is_awaited() {
                Ending::Unanswered(format!("{text}; the page is not answered yet"))
            } else {
                Ending::NotSeen(seen, text)
            });
        };
        seen += 1;
        let row = read(desk, wanted, &halt, seen).await.compared_with(before.as_ref());
        watched.release(halt.spot.thread);
        tell(Told::Row(&row))?;
        before = Some(row);
    }
    Ok(Ending::Seen)
}

/// A page that ends in an error after its last halt is told as well; it is waited for a little.
async fn last_words(
    page: &mut Page,
    tell: &mut impl FnMut(Told<'_>) -> std::io::Result<()>,
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    if !page.is_awaited() {
        return Ok(());
    }
    let answered = tokio::select! {
        answered = page.answered() => Some(answered),
        () = tokio::time::sleep(PAGE) => None,
        () = stop => None,
    };
    if let Some(answered) = answered.filter(Answered::is_error) {
        tell(Told::Page(answered.words()))?;
    }
    Ok(())
}

/// The client is gone for good: nothing halts under it any more.
fn lost(session: &Session) -> Option<String> {
    let Connection::Disabled { removed } = session.connection() else { return None };
    Some(
        match removed {
            Removed::Elsewhere => "412: the debugger client was removed by another program",
            Removed::Restart => "412: the server was restarted",
            Removed::Unused => "412: the debugger client is gone",
        }
        .to_owned(),
    )
}

async fn read(desk: &Desk, wanted: &Wanted, halt: &WatchedHalt, number: u32) -> Row {
    // One after the other, as they were given: one may change what the next one reads.
    let values = async {
        let mut values = Vec::with_capacity(wanted.expressions.len());
        for expression in &wanted.expressions {
            values.push(evaluated(desk, halt.spot, expression).await);
        }
        values
    };
    let variables = async {
        match wanted.variables {
            Variables::Read => variables(desk, halt.spot).await,
            Variables::LeftOut => None,
        }
    };
    let (values, variables) = tokio::join!(values, variables);
    desk.look(|session| Row::new(session, number, halt, values, variables))
}

/// The frame's variables with what their objects hold, unless they can't be read.
async fn variables(desk: &Desk, spot: Spot) -> Option<Vec<Variable>> {
    let variables = desk.variables(spot).await.ok()?;
    let previews = desk.previews(spot, &*variables.list, |it| it.value.clone()).await;
    Some(variables.list.iter().map(|it| Variable::of(it, &previews)).collect())
}

async fn evaluated(desk: &Desk, spot: Spot, expression: &str) -> Evaluated {
    let outcome = desk.evaluate(spot, expression).await;
    let outcome = outcome.unwrap_or_else(|failure| Err(failure.to_string()));
    let preview = desk.held(spot, expression, &outcome).await;
    let outcome = outcome.map(|told| told.text).map_err(|error| without_place(&error).to_owned());
    Evaluated { expression: expression.to_owned(), outcome, preview }
}
