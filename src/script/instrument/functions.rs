//! Leaving and suspending functions, and bodies that are expressions.

use super::code::HookKind;
use super::walker::Walker;
use oxc::ast::ast::{Expression, FormalParameters, ReturnStatement};
use oxc::ast_visit::Visit;
use oxc::span::{GetSpan, Span};

/// Longer expressions aren't written twice.
const TWIN_BYTES: usize = 200;

impl Walker<'_> {
    pub(super) fn leave(&mut self, it: &ReturnStatement<'_>) {
        match &it.argument {
            Some(value) if self.flat => {
                let Span { start, end, .. } = value.span();
                self.out.add(start, "(~v=(");
                self.visit_expression(value);
                self.out.add(end, "),~k&&~x(~k),~v)");
            }
            Some(value) => self.visit_expression(value),
            None if self.flat => self.out.add(it.span.start, "~k&&~x(~k);"),
            None => {}
        }
    }

    /// An expression as a function's body: written twice if it is short, so that it costs only the
    /// reading of a flag while nobody debugs it.
    pub(super) fn expression_body(&mut self, expression: &Expression<'_>, is_async: bool) {
        let Span { start, end, .. } = expression.span();
        let entry = self.hook(HookKind::Entry, expression.span());
        let hook = self.hook(HookKind::Statement, expression.span());
        let enter = format!("~k=~n({entry},~c=>eval(~c))");
        let probe = format!("~h[{hook}]&&(~k=~p({hook},~k));");
        let at = self.out.len();
        let hooks = self.hooks.len();
        let calls = self.calls;
        self.visit_expression(expression);
        self.settle(entry, calls);
        let text = &self.source[start as usize..end as usize];
        let plain = self.out.len() == at && self.hooks.len() == hooks && !is_async;
        if plain
            && text.len() <= TWIN_BYTES
            && !text.contains(['\n', '\r', '\u{2028}', '\u{2029}', '~'])
        {
            self.out.add(start, &format!(
                "{{if(~h[{entry}]){{var ~k;try{{{enter};{probe}return ({text})}}finally{{~k&&~x(~k)}}}}return ("
            ));
            self.out.add(end, ")}");
            return;
        }
        let open = format!("{{var ~k,~v;try{{~h[{entry}]&&({enter});{probe}return (");
        self.out.insert_before(at, start, &open);
        self.out.add(end, ")}finally{~k&&~x(~k)}}");
    }

    /// `yield` and `await` leave the activation and come back to it.
    pub(super) fn suspend(&mut self, span: Span, argument: Option<&Expression<'_>>) {
        self.calls += 1;
        match argument {
            Some(argument) => {
                let inner = argument.span();
                self.out.add(span.start, "(~v=");
                self.out.add(inner.start, "(~v=(");
                self.visit_expression(argument);
                self.out.add(inner.end, "),~k&&(~k=~d(~k)),~v)");
            }
            None => self.out.add(span.start, "(~v=(~k&&(~k=~d(~k)),"),
        }
        let close =
            if argument.is_some() { ",~k&&(~k=~u(~k)),~v)" } else { "),~k&&(~k=~u(~k)),~v)" };
        self.out.add(span.end, close);
    }

    pub(super) fn parameters(&mut self, parameters: &FormalParameters<'_>) {
        self.declaring = Some(self.scope);
        self.visit_formal_parameters(parameters);
        self.declaring = None;
    }
}
