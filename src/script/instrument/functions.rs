//! Leaving and suspending functions, and bodies that are expressions.

use super::insert::Addition;
use super::names::Leaving;
use super::places::noted;
use super::tables::{HookKind, Ours, Reach};
use super::twins::{Given, of_expression};
use super::walker::{Beginning, Declaring, Walker, text};
use oxc::ast::ast::{BindingPattern, Expression, FormalParameters, ReturnStatement};
use oxc::ast_visit::Visit;
use oxc::span::{GetSpan, Span};

impl Walker<'_> {
    pub(super) fn leave(&mut self, it: &ReturnStatement<'_>) {
        let (at, before) = (self.out.len(), self.may_run());
        if let Some(value) = &it.argument {
            self.returned(value);
        }
        if self.body.leaving == Leaving::Finally {
            return;
        }
        if self.may_run() == before {
            // Ends the activation of a function that will call nothing more.
            let leave =
                if self.body.leaving == Leaving::Heard { "~x(~k);" } else { "if(~k)~x(~k);" };
            self.out.insert_before(at, it.span.start, vec![text(leave)]);
        } else {
            self.keep_standing(at, it);
        }
    }

    /// What calls something is evaluated while the activation still stands; there were so many
    /// additions before it.
    pub(super) fn keep_standing(&mut self, at: usize, it: &ReturnStatement<'_>) {
        let Some(value) = &it.argument else { return };
        let Span { start, end, .. } = value.span();
        let (open, close) = self.returning(value);
        self.out.insert_before(at, start, vec![text(open)]);
        // Whatever stands on the next line doesn't go on with it.
        self.out.add(end, format!("{close};"));
    }

    /// An expression as a function's body becomes a block that returns it.
    pub(super) fn expression_body(&mut self, expression: &Expression<'_>, suspends: bool) {
        let Span { start, end, .. } = expression.span();
        let entry = self.hook(HookKind::Entry, expression.span());
        self.hook(HookKind::Statement, expression.span());
        let (at, before) = (self.out.len(), self.may_run());
        self.returned(expression);
        let quiet = self.may_run() == before;
        if !quiet
            && !suspends
            && let Some(twin) =
                of_expression(Given { source: self.source, constants: &self.constants }, expression)
        {
            return self.choose(at, entry, expression, twin);
        }
        let beginning = if quiet { Beginning::Return } else { Beginning::Statement };
        let mut open = vec![text("{"), Addition::Locals(self.function())];
        open.extend(self.enter(entry, beginning));
        let (before, after) = if quiet { (" ", "") } else { self.returning(expression) };
        open.push(text(format!("return{before}")));
        self.out.insert_before(at, start, open);
        self.out.add(end, format!("{after}}}"));
    }

    /// A value that is all that a function makes stands there twice, the second time for whoever doesn't listen. There
    /// were so many additions before it.
    pub(super) fn choose(
        &mut self,
        at: usize,
        entry: u32,
        value: &Expression<'_>,
        twin: Vec<Addition>,
    ) {
        let Span { start, end, .. } = value.span();
        let is_sequence = matches!(value, Expression::SequenceExpression(_));
        let (open, close) = if is_sequence { ("(", ")") } else { ("", "") };
        let choice = vec![
            text(" "),
            Addition::Guard(entry),
            text(format!("&&~h[{entry}]?~x(~n(~h,{entry},")),
            self.reader(Reach::Entry),
            text(format!("),{open}")),
        ];
        self.out.insert_before(at, start, choice);
        self.out.add(end, format!("{close}):{open}"));
        self.out.add_all(end, twin);
        self.out.add(end, close);
        self.entry().uses.ours = Ours::Nothing;
    }

    /// What a value that a function returns stands between, so that the activation ends after it was made. It needs no
    /// parentheses around it, which the runtime would read twice.
    fn returning(&mut self, value: &Expression<'_>) -> (&'static str, &'static str) {
        let is_sequence = matches!(value, Expression::SequenceExpression(_));
        if self.body.leaving == Leaving::Heard {
            return if is_sequence { (" ~x(~k,(", "))") } else { (" ~x(~k,", ")") };
        }
        self.entry().uses.ours = Ours::Value;
        if value.is_anonymous_function_definition() {
            (" ~v=(0,", "),~k&&~x(~k),~v")
        } else if is_sequence {
            (" ~v=(", "),~k&&~x(~k),~v")
        } else {
            (" ~v=", ",~k&&~x(~k),~v")
        }
    }

    /// `yield` and `await` leave the activation and come back to it.
    pub(super) fn suspend(&mut self, span: Span, argument: Option<&Expression<'_>>) {
        self.may_call();
        self.entry().uses.ours = Ours::Value;
        match argument {
            Some(argument) => {
                let inner = argument.span();
                self.out.add(span.start, "(~v=");
                self.out.add(inner.start, keep(argument));
                self.visit_expression(argument);
                self.out.add(inner.end, "),~k&&(~k=~d(~k)),~v)");
            }
            None => self.out.add(span.start, "(~v=(~k&&(~k=~d(~k)),"),
        }
        let close =
            if argument.is_some() { ",~k&&(~k=~u(~k)),~v)" } else { "),~k&&(~k=~u(~k)),~v)" };
        self.out.add(span.end, close);
    }

    /// `yield*` leaves the activation as well, to which what it goes through comes back.
    pub(super) fn delegate(&mut self, span: Span, argument: &Expression<'_>) {
        self.may_call();
        self.out.add(span.start, "(~v=");
        self.gone_through(argument);
        self.out.add(span.end, ",~k&&(~k=~u(~k)),~v)");
    }

    /// What a loop goes through; one that waits leaves the activation until its first round.
    pub(super) fn iterated(&mut self, expression: &Expression<'_>, waits: bool) {
        if waits {
            self.gone_through(expression);
        } else {
            self.visit_expression(expression);
        }
    }

    /// What a suspended activation goes through: that is asked while the activation stands again.
    fn gone_through(&mut self, expression: &Expression<'_>) {
        self.entry().uses.ours = Ours::Value;
        let Span { start, end, .. } = expression.span();
        self.out.add(start, keep(expression));
        self.visit_expression(expression);
        let noted = noted(expression).map(|noted| Addition::Copy(String::new(), noted));
        self.out.add_all(end, noted);
        self.out.add(end, "),~k&&(~v=~y(~k=~d(~k),~v)),~v)");
    }

    pub(super) fn parameters(&mut self, parameters: &FormalParameters<'_>) {
        // Nobody has been told of the activation while they are made.
        self.tables.opaque.push((parameters.span.start, parameters.span.end));
        // Where something is reckoned for one of them, each has its value in turn.
        let as_what = if is_plain(parameters) { Declaring::Variable } else { Declaring::Lexical };
        self.declaring = Some((self.scope, as_what));
        self.visit_formal_parameters(parameters);
        self.declaring = None;
    }
}

/// Whether parameters are names alone.
fn is_plain(parameters: &FormalParameters<'_>) -> bool {
    let is_name =
        |pattern: &BindingPattern<'_>| matches!(pattern, BindingPattern::BindingIdentifier(_));
    let mut items = parameters.items.iter();
    items.all(|it| it.initializer.is_none() && is_name(&it.pattern))
        && parameters.rest.as_ref().is_none_or(|rest| is_name(&rest.rest.argument))
}

/// How a value is kept for a moment. A function must not get the variable's name.
fn keep(value: &Expression<'_>) -> &'static str {
    if value.is_anonymous_function_definition() { "(~v=(0," } else { "(~v=(" }
}
