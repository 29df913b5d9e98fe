//! What stands for a breakpoint.

use crate::session::verdict::Gravity;
use crate::session::{Breakpoint, BreakpointKind, Life, LineCode, Origin};
use crate::tui::app::App;
use crate::tui::marks::Marks;

/// The mark of a breakpoint; one on a line without code, or that can't halt, is unverified.
pub(super) fn judged_mark(app: &App, marks: &Marks, breakpoint: &Breakpoint) -> &'static str {
    let verdict = app.session.verdict(breakpoint);
    let misses = matches!(
        verdict.line,
        LineCode::Nowhere | LineCode::PastEnd { .. } | LineCode::Slides(_) | LineCode::Unparsed(_)
    );
    let fails = || {
        let worst = verdict.worst(&breakpoint.spec);
        worst.is_some_and(|concern| concern.gravity == Gravity::Problem)
    };
    if breakpoint.spec.enabled && (misses || fails()) {
        return marks.unverified;
    }
    if breakpoint.spec.enabled && breakpoint.spec.life == Life::Once {
        return marks.one_shot;
    }
    mark(marks, breakpoint)
}

/// The mark of a breakpoint, whatever is known of its line.
pub(super) fn mark(marks: &Marks, breakpoint: &Breakpoint) -> &'static str {
    match breakpoint.kind() {
        BreakpointKind::Plain | BreakpointKind::Conditional
            if breakpoint.origin == Origin::Adopted =>
        {
            marks.adopted
        }
        BreakpointKind::Plain => marks.breakpoint,
        BreakpointKind::Conditional => marks.conditional,
        BreakpointKind::Logpoint => marks.logpoint,
        BreakpointKind::Off => marks.off,
        BreakpointKind::Unverified => marks.unverified,
        BreakpointKind::OneShot => marks.one_shot,
    }
}
