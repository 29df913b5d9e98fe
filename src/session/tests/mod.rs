//! Tables of events and what they lead to.

mod any_order;
mod arming;
mod attaching;
mod console;
mod going_on;
mod keeping;
mod long_steps;
mod members;
mod outside;
mod passing;
mod past;
mod questions;
mod stepping;
mod trees;
mod truth;
mod waiting;

use super::rehearsal::{PlayedFrame, Rehearsal};
use super::{
    BreakpointCommand, ChangeMark, Command, ConnectionCommand, Request, StepKind, ThreadCommand,
    TreeCommand, ValuesCommand, WatchCommand,
};
use crate::api::debugger::Scope;

pub(super) const CART: &str = "/app/cartridge/controllers/Cart.js";
pub(super) const AT_142: [PlayedFrame<'static>; 2] =
    [("addProduct()", CART, 142), ("onAdd()", CART, 61)];
pub(super) const AT_143: [PlayedFrame<'static>; 2] =
    [("addProduct()", CART, 143), ("onAdd()", CART, 61)];

/// Halted on line 142 with two variables read.
pub(super) fn halted_at_142() -> Rehearsal {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    play.variables(&[
        (Scope::Local, "i", "Number", "2"),
        (Scope::Local, "basket", "Basket", "[Basket 1]"),
    ]);
    play
}

pub(super) fn over(play: &mut Rehearsal) {
    play.thread(ThreadCommand::Step(StepKind::Over));
}

/// Steps over; the answer and the list agree on where it ends.
pub(super) fn over_to(play: &mut Rehearsal, frames: &[PlayedFrame<'_>]) {
    over(play);
    arrive(play, frames);
}

/// A step under way ends: its answer and the list agree on where.
pub(super) fn arrive(play: &mut Rehearsal, frames: &[PlayedFrame<'_>]) {
    play.stepped(7, frames);
    play.halt(7, frames);
}

pub(super) fn word(play: &Rehearsal) -> &'static str {
    play.word().as_str()
}

pub(super) fn notice(play: &Rehearsal) -> &str {
    play.session.notice().map_or("", |notice| &notice.text)
}

pub(super) fn is_variables(request: &Request) -> bool {
    matches!(request, Request::Variables { .. })
}

pub(super) fn is_members(request: &Request) -> bool {
    matches!(request, Request::Members { .. })
}

pub(super) fn adds(request: &Request) -> bool {
    matches!(request, Request::AddBreakpoints(_))
}

pub(super) fn removes(request: &Request) -> bool {
    matches!(request, Request::DeleteBreakpoint(_))
}

pub(super) fn resumes(request: &Request) -> bool {
    matches!(request, Request::Resume(_))
}

pub(super) fn is_step(request: &Request) -> bool {
    matches!(request, Request::Step(..))
}

pub(super) fn stops(request: &Request) -> bool {
    matches!(request, Request::Stop(_))
}

pub(super) fn is_eval(request: &Request) -> bool {
    matches!(request, Request::Eval { .. })
}

pub(super) fn count(play: &Rehearsal, fits: fn(&Request) -> bool) -> usize {
    play.sent.iter().filter(|call| fits(&call.request)).count()
}
