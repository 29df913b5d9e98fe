//! Expressions, declarations and functions: what they call, name and begin.

use super::calls::{Called, OF_ARRAYS, Value, converts, is_pure};
use super::methods::method;
use super::names::leaving;
use super::places::{
    BLANK, PLACE, after_directives, called_at_once, first_of, place, place_setting, placed_by,
    unplaced,
};
use super::tables::{Name, Ours, SUPER, Uses, count};
use super::walker::{Declaring, Walker};
use oxc::ast::AstKind;
use oxc::ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, AssignmentTargetPropertyIdentifier,
    AwaitExpression, BindingIdentifier, BindingPattern, CallExpression, Class, ClassBody,
    ClassElement, Expression, Function, IdentifierReference, MemberExpression, MethodDefinition,
    NewExpression, ObjectProperty, PropertyDefinition, PropertyKey, PropertyKind,
    SimpleAssignmentTarget, Statement, StaticBlock, Super, ThisExpression, VariableDeclaration,
    VariableDeclarationKind, YieldExpression,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};
use oxc::syntax::scope::ScopeFlags;

impl<'a> Visit<'a> for Walker<'_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        if let AstKind::ExpressionStatement(it) = kind {
            self.statement = it.span.start;
        }
        if let Some(span) = unplaced(&kind, self.statement) {
            place(span, &mut self.out);
            self.place_call(span.start);
        }
        if let Some(span) = self.constants.set_by(&kind) {
            place_setting(span, self.statement, &mut self.out);
        }
        match kind {
            AstKind::TaggedTemplateExpression(_)
            | AstKind::SpreadElement(_)
            | AstKind::ArrayPattern(_)
            | AstKind::ArrayAssignmentTarget(_)
            | AstKind::ImportExpression(_)
            | AstKind::Class(_) => self.may_call(),
            AstKind::StaticMemberExpression(_)
            | AstKind::ComputedMemberExpression(_)
            | AstKind::PrivateFieldExpression(_)
            | AstKind::ObjectPattern(_)
            | AstKind::ObjectAssignmentTarget(_) => {
                self.calls += 1;
                self.callees.reads(self.function());
            }
            // What isn't a primitive is made one.
            AstKind::BinaryExpression(_)
            | AstKind::AssignmentExpression(_)
            | AstKind::UnaryExpression(_)
            | AstKind::UpdateExpression(_)
            | AstKind::TemplateLiteral(_) => {
                self.conversions += 1;
                self.callees.reads(self.function());
            }
            _ => {}
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.calls += 1;
        if it.callee.get_identifier_reference().is_some_and(|callee| is_pure(&callee.name)) {
            self.callees.reads(self.function());
        }
        if it.callee.is_specific_id("eval") {
            self.entry().uses = Uses { this: true, arguments: true, ours: Ours::Value };
            self.callees.evaluates();
        }
        self.visit_expression(&it.callee);
        self.call(it);
        if let Some(at) = called_at_once(it) {
            self.out.add(at, BLANK);
        }
        let placed = placed_by(it);
        if let Some(span) = placed {
            self.out.add(span.start, PLACE.0);
        }
        self.arguments(it.callee.span().end, first_of(it), &it.arguments);
        // After what is added at the end of the argument.
        if let Some(span) = placed {
            self.out.add(span.end, PLACE.1);
        }
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.may_call();
        self.visit_expression(&it.callee);
        let first = it.arguments.first().map_or(it.span.end - 1, |first| first.span().start);
        self.arguments(it.callee.span().start, first, &it.arguments);
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.statement(it);
    }

    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.may_be_missing();
        self.entry().uses.this = true;
    }

    fn visit_super(&mut self, _: &Super) {
        self.entry().mentions.insert(SUPER.into());
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.place_call(it.span.start);
        self.may_be_missing();
        let entry = self.entry();
        entry.uses.arguments |= it.name == "arguments";
        entry.mentions.insert(it.name.as_str().into());
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let Some(name) = it.get_identifier_name() {
            self.callees.assigned(self.scope, name);
        }
        if let Some(name) =
            it.as_member_expression().and_then(MemberExpression::static_property_name)
        {
            self.callees.named(name);
        }
        if let SimpleAssignmentTarget::StaticMemberExpression(it) = it
            && (it.object.is_specific_id("Math")
                || OF_ARRAYS.contains(&it.property.name.as_str())
                || converts(&it.property.name))
        {
            self.callees.accessors();
        }
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.callees.assigned(self.scope, &it.binding.name);
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let (target, as_what) = match it.kind {
            VariableDeclarationKind::Var => (self.function_scope, Declaring::Variable),
            VariableDeclarationKind::Let => (self.scope, Declaring::Lexical),
            _ => (self.scope, Declaring::Constant),
        };
        for declarator in &it.declarations {
            self.declaring = Some((target, as_what));
            self.visit_binding_pattern(&declarator.id);
            self.declaring = None;
            let Some(init) = &declarator.init else { continue };
            if let BindingPattern::BindingIdentifier(id) = &declarator.id
                && let Some(value) = self.value(init)
            {
                self.callees.value(target, &id.name, value);
            }
            self.visit_expression(init);
        }
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if let Some(declaring) = self.declaring {
            self.declare(declaring, &it.name);
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        // The runtime places a class where its constructor stands, or ends.
        let constructor = it.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(it) if it.kind.is_constructor() => Some(it.span.start),
            _ => None,
        });
        let place = constructor.unwrap_or(it.span.end - 1);
        self.tables.texts.insert(place, it.span.start..it.span.end);
        // One that isn't written begins where the last line of its class does.
        let begins = constructor.unwrap_or_else(|| self.lines.start(self.lines.line(place)));
        let name = it.id.as_ref().map(|id| id.name.as_str().into());
        self.tables.constructors.push((begins, name));
        if let Some(id) = it.id.as_ref().filter(|_| it.is_expression()) {
            self.callees.declared(self.scope, &id.name);
        }
        let declaring = self.declaring.take();
        let strict = std::mem::replace(&mut self.body.strict, true);
        let derives = std::mem::replace(&mut self.derives, it.heritage.is_some());
        walk::walk_class(self, it);
        self.derives = derives;
        self.body.strict = strict;
        self.declaring = declaring;
    }

    fn visit_class_body(&mut self, it: &ClassBody<'a>) {
        let keys = it.body.iter().filter_map(ClassElement::property_key);
        let names = keys.filter(|key| key.is_private_identifier()).filter_map(PropertyKey::name);
        self.privates.push(names.map(|name| Name::from(&*format!("#{name}"))).collect());
        walk::walk_class_body(self, it);
        self.privates.pop();
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if it.kind.is_constructor() {
            self.constructor = Some(it.value.span.start);
        } else {
            let start =
                if it.r#static { self.after_word(it.span, "static") } else { it.span.start };
            let body = it.value.body.as_ref().map_or(it.span.end, |body| body.span.start);
            self.tables.methods.push((start..body, start..it.span.end));
        }
        if it.kind.is_accessor() {
            self.callees.accessors();
        }
        self.key(&it.key);
        walk::walk_method_definition(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.method || it.kind != PropertyKind::Init {
            self.tables.texts.insert(it.span.start, it.span.start..it.span.end);
        }
        if it.kind != PropertyKind::Init {
            self.callees.accessors();
        }
        self.key(&it.key);
        walk::walk_object_property(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.key(&it.key);
        self.visit_property_key(&it.key);
        let outer = std::mem::replace(&mut self.body.initializes, true);
        if let Some(value) = &it.value {
            // What is written there is no part of the function around it.
            self.tables.opaque.push((value.span().start - 1, value.span().end));
            self.visit_expression(value);
        }
        self.body.initializes = outer;
    }

    fn visit_function(&mut self, it: &Function<'a>, _: ScopeFlags) {
        // What begins with its parameters is a part of a method.
        let is_method = self.source[it.span.start as usize..].starts_with('(');
        let is_constructor = self.constructor == Some(it.span.start);
        if !is_method {
            self.tables.texts.insert(it.span.start, it.span.start..it.span.end);
        }
        let outer = self.enter_function(it.span, false);
        let label = it.id.as_ref().map(|id| Name::from(id.name.as_str()));
        let function = self.function();
        if let (Some(name), true) = (&label, it.is_expression()) {
            self.callees.declared(self.scope, name);
            self.callees.value(self.scope, name, Value::Function(function));
        }
        let entry = self.entry();
        entry.name = label.clone().filter(|_| it.is_expression());
        entry.label = label;
        entry.suspends = it.generator || it.r#async;
        entry.words.above |= is_method;
        entry.words.new_target = is_constructor || !(is_method || entry.suspends);
        if let Some(body) = &it.body {
            self.be_strict(&body.directives);
        }
        self.parameters(&it.params);
        if let Some(body) = &it.body {
            let start = after_directives(&body.directives, body.span.start + 1);
            let leaving = leaving(&body.statements, Some(&it.params));
            let suspends = self.entry().suspends;
            // Where a constructor ends is looked whether it has called its parent's, which is told there.
            let has_none = suspends || (is_constructor && self.derives);
            let twin = self.twin(has_none, &body.statements, leaving);
            self.body(&body.statements, start..body.span.end - 1, leaving, twin);
        }
        self.leave_function(outer);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.tables.texts.insert(it.span.start, it.span.start..it.span.end);
        let outer = self.enter_function(it.span, true);
        self.entry().suspends = it.r#async;
        if let ArrowFunctionBody::FunctionBody(body) = &it.body {
            self.be_strict(&body.directives);
        }
        self.parameters(&it.params);
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => {
                let start = after_directives(&body.directives, body.span.start + 1);
                let leaving = leaving(&body.statements, Some(&it.params));
                let twin = self.twin(it.r#async, &body.statements, leaving);
                self.body(&body.statements, start..body.span.end - 1, leaving, twin);
            }
            other => {
                if let Some(expression) = other.as_expression() {
                    self.expression_body(expression, it.r#async);
                }
            }
        }
        self.leave_function(outer);
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        let initializes = std::mem::replace(&mut self.body.initializes, true);
        let outer = self.enter_function(it.span, true);
        let start = self.after_word(it.span, "static") + 1;
        self.body(&it.body, start..it.span.end - 1, leaving(&it.body, None), None);
        self.leave_function(outer);
        self.body.initializes = initializes;
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        match &it.argument {
            Some(argument) if it.delegate => self.delegate(it.span, argument),
            argument => self.suspend(it.span, argument.as_ref()),
        }
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.suspend(it.span, Some(&it.argument));
    }
}

/// What a method of the language is given to call.
enum Given {
    Function(Called),
    NoFunction,
    Anything,
}

impl Walker<'_> {
    /// What a variable is set to by an expression that is walked next.
    fn value(&self, init: &Expression<'_>) -> Option<Value> {
        match init.without_parentheses() {
            Expression::ArrayExpression(_) => Some(Value::Array),
            Expression::CallExpression(it) => {
                let callee = it.callee.get_identifier_reference()?;
                Some(Value::Returned(self.scope, callee.name.as_str().into()))
            }
            init => init.is_function().then(|| Value::Function(count(self.tables.functions.len()))),
        }
    }

    /// The name of a member that the script makes.
    fn key(&mut self, key: &PropertyKey<'_>) {
        let Some(name) = key.static_name() else { return };
        self.callees.named(&name);
        if converts(&name) {
            self.callees.accessors();
        }
    }

    /// Tells what a call may call, before its arguments are walked.
    fn call(&mut self, it: &CallExpression<'_>) {
        let (function, scope) = (self.function(), self.scope);
        let Some(called) = called(&it.callee) else { return self.callees.anything(function) };
        if let Called::Method(method, _) = &called
            && let Some(index) = method.given.filter(|index| *index < it.arguments.len())
        {
            match self.given(&it.arguments[..index], &it.arguments[index]) {
                Given::Function(given) => self.callees.call(function, scope, given),
                Given::NoFunction => {}
                Given::Anything => self.callees.anything(function),
            }
        }
        self.callees.call(function, scope, called);
    }

    /// What an argument is that the method may call.
    fn given(&self, before: &[Argument<'_>], given: &Argument<'_>) -> Given {
        let Some(given) = given.as_expression().map(Expression::without_parentheses) else {
            return Given::Anything;
        };
        if let Some(variable) = given.get_identifier_reference() {
            return Given::Function(Called::Variable(variable.name.as_str().into()));
        }
        // The next function that is walked, unless there are some before it.
        let is_next = || before.iter().all(|it| it.as_expression().is_some_and(is_simple));
        if given.is_function() && is_next() {
            return Given::Function(Called::Function(count(self.tables.functions.len())));
        }
        if given.is_literal() || matches!(given, Expression::TemplateLiteral(_)) {
            return Given::NoFunction;
        }
        Given::Anything
    }

    /// Walks what a function returns.
    pub(super) fn returned(&mut self, value: &Expression<'_>) {
        let function = value.without_parentheses().is_function();
        let function = function.then(|| count(self.tables.functions.len()));
        self.callees.returns(self.function(), function);
        self.visit_expression(value);
    }

    /// The arguments of a call that begins at `call`, the first of them at `first`.
    fn arguments(&mut self, call: u32, first: u32, arguments: &[Argument<'_>]) {
        let outer = self.body.call.replace(self.lines.line(call));
        self.place_call(first);
        for argument in arguments {
            self.visit_argument(argument);
        }
        self.body.call = outer;
    }

    /// The runtime's stacks place a call where one of its arguments stands; its line is its own.
    fn place_call(&mut self, offset: u32) {
        if let Some(line) = self.body.call.filter(|line| *line != self.lines.line(offset)) {
            self.tables.calls.insert(offset, line);
        }
    }

    /// Where what comes after the word at the start of a span begins, behind blanks and comments.
    fn after_word(&self, span: Span, word: &str) -> u32 {
        let mut at = span.start as usize + word.len();
        loop {
            let rest = &self.source[at..];
            at += match rest.as_bytes() {
                [b'/', b'*', ..] => rest.find("*/").map_or(rest.len(), |length| length + 2),
                [b'/', b'/', ..] => {
                    rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len())
                }
                _ => match rest.chars().next() {
                    Some(blank) if blank.is_whitespace() || blank == '\u{feff}' => blank.len_utf8(),
                    _ => return count(at),
                },
            };
        }
    }
}

/// What is called by a name.
fn called(callee: &Expression<'_>) -> Option<Called> {
    if let Some(callee) = callee.get_identifier_reference() {
        return Some(Called::Variable(callee.name.as_str().into()));
    }
    let member = callee.as_member_expression()?;
    let object = member.object().get_identifier_reference().map(|it| Name::from(it.name.as_str()));
    if object.as_deref() == Some("Math") {
        return object.map(Called::Variable);
    }
    Some(Called::Method(method(member.static_property_name()?)?, object))
}

/// Whether there is no function in it.
fn is_simple(expression: &Expression<'_>) -> bool {
    expression.is_literal() || expression.get_identifier_reference().is_some()
}
