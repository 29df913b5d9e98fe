//! Script threads and members as a client sees them (section 2.7).

use crate::{
    api::{
        debugger::{Location, Member, MemberList, Scope, ScriptThread, StackFrame, ThreadStatus},
        ids::{FrameIndex, Line, ScriptPath, ThreadId},
    },
    script::{self, Halt, MemberPage, Owner, ThreadInfo, ThreadState},
};

/// The halt, if it is the client's; a thread that another client holds reads as running.
pub(super) fn halt(info: &ThreadInfo, owner: Owner) -> Option<&Halt> {
    match &info.state {
        ThreadState::Halted(halt) if halt.owner == owner => Some(halt),
        _ => None,
    }
}

/// A thread with its call stack while the client holds it.
pub(super) fn thread(info: &ThreadInfo, owner: Owner) -> ScriptThread {
    match halt(info, owner) {
        Some(halt) => ScriptThread {
            id: ThreadId(info.id.0),
            status: ThreadStatus::Halted,
            call_stack: (0..).zip(&halt.stack).map(|(index, it)| frame(index, it)).collect(),
        },
        None => running(info.id),
    }
}

/// A thread that runs, or that ran when it was last seen.
pub(super) fn running(id: script::ThreadId) -> ScriptThread {
    ScriptThread { id: ThreadId(id.0), status: ThreadStatus::Running, call_stack: Vec::new() }
}

fn frame(index: u32, frame: &script::Frame) -> StackFrame {
    let function_name = match frame.function.as_str() {
        "" => String::new(),
        name => format!("{name}()"),
    };
    StackFrame {
        index: FrameIndex(index),
        location: Location {
            function_name,
            line_number: Line(frame.line),
            script_path: ScriptPath(frame.path.clone()),
        },
    }
}

/// A page of variables or members.
pub(super) fn members(page: MemberPage) -> MemberList {
    MemberList {
        count: Some(page.members.len() as u64),
        start: Some(page.start as u64),
        total: Some(page.total as u64),
        object_members: page.members.into_iter().map(member).collect(),
    }
}

fn member(member: script::Member) -> Member {
    Member {
        name: member.name,
        parent: member.parent,
        type_name: member.type_name,
        value: member.value,
        scope: member.scope.map(|scope| match scope {
            script::Scope::Local => Scope::Local,
            script::Scope::Closure => Scope::Closure,
            script::Scope::Global => Scope::Global,
        }),
    }
}
