//! The script that a template becomes.

use super::scan::{Attribute, Code, Part, Tag, TagKind, Value, line_ends};
use super::script::{Declared, declared, is_variable, open, tolerant};
use super::shared::{GIVE, Shared, TAKE};
use super::text::Pending;
use super::values::{literal, needed, of_page, unmasked, variable, without_last_comment};
use super::{Broken, Compiled, LIBRARY, Piece, fault};
use crate::script::dialect;
use crate::script::error::Problem;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Tags within tags.
const DEEPEST: usize = 200;

/// Tags that the library does by their own names, with the attributes that each needs one of.
pub(super) const SIMPLE: [(&str, &[&[&str]]); 11] = [
    ("isprint", &[&["value", ""]]),
    ("iscache", &[]),
    ("iscontent", &[]),
    ("iscookie", &[&["name"], &["value"]]),
    ("isslot", &[&["id"]]),
    ("iscontentasset", &[&["aid"]]),
    ("iscomponent", &[&["pipeline"]]),
    ("isstatus", &[&["value"]]),
    ("isreplace", &[]),
    ("isremove", &[&["name"]]),
    ("isactivedatacontext", &[]),
];

/// Tags of the platform that print nothing here, and whose content is printed as it stands.
pub(super) const PASSED: [&str; 6] =
    ["isactivedatahead", "isapplepay", "isbuynow", "isobject", "ispayment", "ispaymentmessages"];

/// Whose closing tags mean something.
const CLOSED: [&str; 3] = ["isif", "isloop", "isdecorate"];

/// Writes the script part by part.
#[derive(Default)]
pub(super) struct Writer {
    /// Expressions that don't parse.
    pub(super) broken: Broken,
    out: String,
    /// Line ends written so far.
    ends: u32,
    text: Pending,
    /// Whether a statement has no `;` yet.
    open: bool,
    blocks: Vec<Block>,
    /// The template's own variables, and those of them that are functions.
    own: BTreeSet<String>,
    functions: BTreeSet<String>,
    has_script: bool,
    pieces: Vec<Piece>,
}

struct Block {
    name: &'static str,
    line: u32,
    /// Whether an `<iselse>` has been.
    has_else: bool,
}

impl Writer {
    pub(super) fn add(&mut self, part: Part<'_>) -> Result<(), Problem> {
        match part {
            Part::Text(text, line) => self.text.push(text, line),
            Part::Expression(code) => self.print(code),
            Part::Script(code) => self.script(code),
            Part::Tag(tag) => self.tag(&tag)?,
            Part::Comment => {}
        }
        Ok(())
    }

    /// The whole script.
    pub(super) fn finish(mut self) -> Result<Compiled, Problem> {
        if let Some(Block { name, line, .. }) = self.blocks.last() {
            return Err(fault(*line, &format!("<{name}>"), format!("there is no </{name}>")));
        }
        // Whether the last statement is an expression of ours.
        let goes_on = self.open || !self.text.is_empty();
        self.flush();
        let shared = Shared::of(&self.out, &self.own, &self.functions);
        let mut text = shared.placed(&self.out);
        if self.has_script && !self.own.is_empty() {
            // Who has included it sees what it has made.
            if goes_on {
                text.pop();
                text.push(',');
            }
            text.push_str(&shared.give());
            text.push(';');
        }
        // No line of the template, so that no breakpoint halts there.
        Ok(Compiled { text: shared.start() + &text, pieces: self.pieces })
    }

    // --- statements

    /// Begins a statement on that line.
    fn begin(&mut self, line: u32) {
        self.end();
        self.at(line);
    }

    /// Ends the statement that is open.
    fn end(&mut self) {
        if std::mem::take(&mut self.open) {
            self.out.push(';');
        }
    }

    /// Goes on to a line; what already stands further down stays there.
    fn at(&mut self, line: u32) {
        while self.ends + 1 < line {
            self.out.push('\n');
            self.ends += 1;
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.ends += u32::try_from(line_ends(text)).unwrap_or(u32::MAX);
    }

    /// The text so far, as the first part of an expression.
    fn lead(&mut self) {
        if !self.text.is_empty() {
            let print = self.text.take();
            let _ = write!(self.out, "{print},");
        }
    }

    /// Text at the end of a block belongs to the statement before it.
    fn flush(&mut self) {
        if !self.text.is_empty() {
            if self.open {
                self.out.push(',');
            } else {
                self.begin(self.text.line());
            }
            let print = self.text.take_spread(self.ends + 1);
            self.push(&print);
            self.open = true;
        }
        self.end();
    }

    fn print(&mut self, code: Code<'_>) {
        if code.text.trim().is_empty() {
            return;
        }
        self.begin(code.line);
        self.lead();
        let _ = write!(self.out, "{LIBRARY}.p(");
        self.expression(code, "${…}");
        self.out.push(')');
        self.open = true;
    }

    fn script(&mut self, code: Code<'_>) {
        let text = without_last_comment(&dialect::translate(&open(code.text))).to_owned();
        let blank = text.len() - text.trim_start().len();
        let (before, text) = text.split_at(blank);
        let line = code.line + u32::try_from(line_ends(before)).unwrap_or(u32::MAX);
        if text.is_empty() {
            return;
        }
        self.begin(line);
        if !self.text.is_empty() {
            self.flush();
        }
        self.has_script = true;
        let Declared { names, functions } = declared(text);
        self.own.extend(names.into_iter().filter(|name| is_variable(name)));
        self.functions.extend(functions);
        self.pieces.push(Piece {
            line,
            place: "<isscript>".to_owned(),
            text: format!("(function () {{{text}\n}})"),
            is_expression: false,
        });
        self.push(text);
        let ends_itself = text.trim_end().ends_with([';', '}']);
        if !ends_itself {
            self.out.push(';');
        }
    }

    /// An expression in brackets, on its own line.
    fn expression(&mut self, code: Code<'_>, place: &str) {
        let text = unmasked(code.text);
        let text = dialect::translate(&text);
        let text = without_last_comment(&text).trim_end().trim_end_matches(';');
        let mut text = tolerant(text);
        if let Some(problem) = self.broken.get(&self.pieces.len()) {
            text = format!("{LIBRARY}.broken({})", literal(&problem.message));
        }
        self.pieces.push(Piece {
            line: code.line,
            place: place.to_owned(),
            text: format!("({text}\n)"),
            is_expression: true,
        });
        self.at(code.line);
        self.out.push('(');
        self.push(&text);
        self.out.push(')');
    }

    // --- tags

    fn tag(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        if tag.kind == TagKind::Closing {
            return self.close(tag);
        }
        match tag.name.as_str() {
            "isif" => self.condition(tag),
            "iselseif" | "iselse" => self.otherwise(tag),
            "isloop" => self.repeat(tag),
            "isbreak" | "iscontinue" | "isnext" => self.leave(tag),
            "isset" => self.set(tag),
            "isinclude" => self.include(tag),
            "isdecorate" => self.decorate(tag),
            "ismodule" => self.module(tag),
            "isredirect" => self.redirect(tag),
            name => self.other(tag, name),
        }
    }

    /// Opens a block.
    fn block(&mut self, name: &'static str, line: u32) -> Result<(), Problem> {
        if self.blocks.len() == DEEPEST {
            let what = format!("more than {DEEPEST} tags stand in each other");
            return Err(fault(line, &format!("<{name}>"), what));
        }
        self.blocks.push(Block { name, line, has_else: false });
        Ok(())
    }

    fn close(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        if !CLOSED.contains(&tag.name.as_str()) {
            return Ok(());
        }
        match self.blocks.last() {
            Some(block) if block.name == tag.name => {}
            Some(Block { name, line, .. }) => {
                let what = format!("<{name}> of line {line} is still open");
                return Err(fault(tag.line, &tag.place(), what));
            }
            None => {
                let what = format!("there is no <{}> before it", tag.name);
                return Err(fault(tag.line, &tag.place(), what));
            }
        }
        self.flush();
        self.blocks.pop();
        if tag.name == "isdecorate" {
            self.begin(tag.line);
            self.sharing(|writer| {
                let _ = write!(writer.out, "{LIBRARY}.decorate()");
            });
            self.open = true;
        } else {
            self.at(tag.line);
            self.out.push('}');
        }
        Ok(())
    }

    fn condition(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        let condition = needed(tag, &["condition"])?;
        self.begin(tag.line);
        self.out.push_str("if(");
        self.lead();
        self.value(condition, tag);
        self.out.push_str("){");
        self.block("isif", tag.line)
    }

    fn otherwise(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        let is_last = tag.name == "iselse";
        match self.blocks.last_mut() {
            Some(block) if block.name == "isif" && !block.has_else => block.has_else = is_last,
            Some(block) if block.name == "isif" => {
                return Err(fault(tag.line, &tag.place(), "it stands after <iselse>"));
            }
            _ => return Err(fault(tag.line, &tag.place(), "it stands in no <isif>")),
        }
        self.flush();
        self.at(tag.line);
        if is_last {
            self.out.push_str("}else{");
            return Ok(());
        }
        let condition = needed(tag, &["condition"])?;
        self.out.push_str("}else if(");
        self.value(condition, tag);
        self.out.push_str("){");
        Ok(())
    }

    fn repeat(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        needed(tag, &["items", "iterator", "end"])?;
        let named = ["var", "alias", "status"].map(|name| variable(tag, name));
        let [var, alias, status] = named;
        let (var, status) = (var?.or(alias?), status?);
        let targets: Vec<&str> = [var, status].into_iter().flatten().collect();
        self.begin(tag.line);
        let _ = write!(self.out, "for([{}] of(", targets.join(","));
        self.lead();
        let _ = write!(self.out, "{LIBRARY}.loop(");
        self.object(tag, &["var", "alias", "status"]);
        let shown = [var, status].map(|name| name.map_or("null".to_owned(), literal));
        let _ = write!(self.out, ",{}))){{", shown.join(","));
        self.own.extend(targets.into_iter().map(str::to_owned));
        self.block("isloop", tag.line)
    }

    fn leave(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        if self.blocks.iter().all(|block| block.name != "isloop") {
            return Err(fault(tag.line, &tag.place(), "it stands in no <isloop>"));
        }
        let in_decorator = self
            .blocks
            .iter()
            .rev()
            .take_while(|it| it.name != "isloop")
            .any(|it| it.name == "isdecorate");
        if in_decorator {
            return Err(fault(tag.line, &tag.place(), "it leaves an <isdecorate>"));
        }
        self.begin(tag.line);
        self.flush();
        self.out.push_str(if tag.name == "isbreak" { "break;" } else { "continue;" });
        Ok(())
    }

    fn set(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        let name = needed(tag, &["name"])?;
        let value = needed(tag, &["value"])?;
        let scope = tag.attribute("scope").and_then(Attribute::literal).unwrap_or("session");
        let scope = scope.to_ascii_lowercase();
        if !["page", "request", "session", "pdict"].contains(&scope.as_str()) {
            let what = format!("{scope} is no scope: page, request, session or pdict");
            return Err(fault(tag.line, &tag.place(), what));
        }
        let own = of_page(tag)?;
        self.begin(tag.line);
        self.lead();
        if let Some(own) = own {
            let _ = write!(self.out, "{own}={LIBRARY}.page.{own}=");
            self.value(value, tag);
            self.own.insert(own.to_owned());
        } else if scope == "page" {
            return Err(fault(
                tag.line,
                &tag.place(),
                "the name of a page variable is a plain word",
            ));
        } else {
            let _ = write!(self.out, "{LIBRARY}.set({},", literal(&scope));
            self.value(name, tag);
            self.out.push(',');
            self.value(value, tag);
            self.out.push(')');
        }
        self.open = true;
        Ok(())
    }

    fn include(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        needed(tag, &["template", "url"])?;
        self.begin(tag.line);
        self.lead();
        self.sharing(|writer| {
            let _ = write!(writer.out, "{LIBRARY}.include(");
            writer.object(tag, &[]);
            writer.out.push(')');
        });
        self.open = true;
        Ok(())
    }

    fn decorate(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        needed(tag, &["template"])?;
        self.call(tag, "open");
        self.block("isdecorate", tag.line)
    }

    fn module(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        needed(tag, &["template"])?;
        needed(tag, &["name"])?;
        let listed = tag.attributes.iter().filter(|it| it.name == "attribute");
        let listed: Vec<String> = listed.filter_map(Attribute::literal).map(literal).collect();
        self.begin(tag.line);
        self.lead();
        let _ = write!(self.out, "{LIBRARY}.module(");
        self.object(tag, &["attribute"]);
        let _ = write!(self.out, ",[{}])", listed.join(","));
        self.open = true;
        Ok(())
    }

    fn redirect(&mut self, tag: &Tag<'_>) -> Result<(), Problem> {
        needed(tag, &["location"])?;
        self.call(tag, "redirect");
        self.end();
        self.out.push_str("return;");
        Ok(())
    }

    fn other(&mut self, tag: &Tag<'_>, name: &str) -> Result<(), Problem> {
        if PASSED.contains(&name) {
            return Ok(());
        }
        if let Some((_, wanted)) = SIMPLE.iter().find(|(known, _)| *known == name) {
            for choice in *wanted {
                needed(tag, choice)?;
            }
            self.call(tag, &name["is".len()..]);
            // What is removed from the page is no variable of the template either.
            if name == "isremove"
                && let Some(own) = of_page(tag)?
            {
                let _ = write!(self.out, ",{own}=void 0");
                self.own.insert(own.to_owned());
            }
            return Ok(());
        }
        self.begin(tag.line);
        self.lead();
        let _ = write!(self.out, "{LIBRARY}.custom({},", literal(name));
        self.object(tag, &[]);
        self.out.push(')');
        self.open = true;
        Ok(())
    }

    /// A call of the library with the tag's attributes.
    fn call(&mut self, tag: &Tag<'_>, function: &str) {
        self.begin(tag.line);
        self.lead();
        let _ = write!(self.out, "{LIBRARY}.{function}(");
        self.object(tag, &[]);
        self.out.push(')');
        self.open = true;
    }

    /// What another template sees and sets of this one's variables, all of which are known at the end.
    fn sharing(&mut self, write_call: impl FnOnce(&mut Self)) {
        self.out.push_str(GIVE);
        write_call(self);
        self.out.push_str(TAKE);
    }

    /// The attributes as an object, in the order of the template. Of two with one name the last counts.
    fn object(&mut self, tag: &Tag<'_>, without: &[&str]) {
        self.out.push('{');
        for attribute in &tag.attributes {
            if without.contains(&attribute.name.as_str()) {
                continue;
            }
            // The names of parameters are the page's own.
            let is_own = tag.name == "iscomponent" || attribute.name.is_empty();
            let name = if is_own { attribute.written } else { &attribute.name };
            let _ = write!(self.out, "{}:", literal(name));
            self.value(attribute, tag);
            self.out.push(',');
        }
        self.out.push('}');
    }

    fn value(&mut self, attribute: &Attribute<'_>, tag: &Tag<'_>) {
        if attribute.value.is_empty() {
            self.out.push_str("\"\"");
        }
        let alone = attribute.value.len() == 1;
        // Blanks around a single expression are none of the value.
        let is_blank = |it: &Value<'_>| matches!(it, Value::Text(text) if text.trim().is_empty());
        let codes = attribute.value.iter().filter(|it| !is_blank(it)).count();
        let parts = attribute.value.iter().filter(|it| alone || codes != 1 || !is_blank(it));
        for (index, part) in parts.enumerate() {
            if index > 0 {
                self.out.push('+');
            }
            match part {
                Value::Text(text) => self.out.push_str(&literal(text)),
                Value::Code(code) if code.text.trim().is_empty() => self.out.push_str("\"\""),
                Value::Code(code) => self.expression(*code, &tag.place()),
            }
        }
    }
}
