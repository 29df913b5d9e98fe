//! The native side of the module loader of one script thread.

use super::cartridges::Cartridges;
use super::debugger::Debugger;
use super::declared::MemberKind;
use super::error::{Place as StackPlace, Problem};
use super::host::{Asked, Interrupt};
use super::isml::is_template;
use super::json;
use super::library::Library;
use super::memory::OUT_OF_MEMORY;
use super::parts::Parts;
use super::raw::{make_absent, throw_uncatchable};
use super::registry::Place;
use super::resolve::{Module, Resolver};
use super::scripts::{Form, Plain, Ready};
use super::watch::Watch;
use rquickjs::function::This;
use rquickjs::object::Property;
use rquickjs::{
    Array, CatchResultExt, CaughtError, Ctx, Error, Exception, Function, Object, Persistent,
    Result, Value,
};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

static LOADER: Library = Library::new("haltscope:loader", include_str!("support/loader.js"));
static PLACES: Library = Library::new("haltscope:places", include_str!("support/places.js"));
/// What the names of the engine's own scripts begin with, and of the platform's modules.
const OURS: [&str; 2] = ["haltscope:", PLATFORM_PREFIX];
/// The place of the runtime's own functions.
const NATIVE: &str = "(native)";
const PLATFORM_PREFIX: &str = "platform:";
const DECLARED_PREFIX: &str = "declared:dw/";

/// Where the modules of one thread come from.
pub(super) struct Source {
    pub(super) parts: Arc<Parts>,
    pub(super) host: Arc<Asked>,
    pub(super) cartridges: Arc<Cartridges>,
    pub(super) place: Arc<Place>,
    pub(super) watch: Rc<Watch>,
    pub(super) half: RefCell<Option<Half>>,
    /// The plain scripts that were loaded.
    pub(super) plain: RefCell<Vec<Arc<Ready>>>,
}

/// The debugger of an instrumented thread, with its half in the script world.
pub(super) struct Half {
    pub(super) debugger: Rc<Debugger>,
    pub(super) object: Persistent<Object<'static>>,
}

impl Source {
    fn resolver(&self) -> Resolver<'_> {
        Resolver { cartridges: &self.cartridges, platform: &self.parts.platform }
    }

    pub(super) fn read(&self, id: &str) -> Option<String> {
        let bytes = match id.strip_prefix(PLATFORM_PREFIX) {
            Some(module) => self.parts.platform.read(module),
            None => self.cartridges.read(id),
        };
        bytes.map(|bytes| script_text(&bytes))
    }

    /// The text of a function as it was written, by the place that the runtime tells of it.
    fn written(&self, path: &str, line: u32, column: u32) -> Option<String> {
        if let Some(half) = &*self.half.borrow()
            && let Some((_, code)) = half.debugger.place.flags.find(path)
        {
            return code.function_text(line, column).map(str::to_owned);
        }
        let loaded = self.plain.borrow();
        let plain = plain_of(&loaded, path)?;
        self.parts.scripts.function_text(plain, (line, column), || self.watch.is_over())
    }

    /// The line and the column in a script as it was written, of a place that the runtime tells.
    fn place(&self, path: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        if let Some(half) = &*self.half.borrow()
            && let Some((_, code)) = half.debugger.place.flags.find(path)
        {
            return Some(code.place(line, column));
        }
        Some(plain_of(&self.plain.borrow(), path)?.added.place(line, column))
    }

    /// A stack text with the places of the scripts as they were written, and without ours and what these call of the
    /// runtime.
    fn places(&self, account: &str) -> String {
        let of = |text: &str| {
            let found = StackPlace::parse(text)?;
            let (line, column) = self.place(found.file, found.line, found.column)?;
            let end = if text.ends_with(')') { ")" } else { "" };
            let (before, _) = text.rsplit_once(&format!(":{}:{}", found.line, found.column))?;
            Some(format!("{before}:{line}:{column}{end}"))
        };
        let mut seen = Vec::new();
        // Who calls comes behind who is called.
        let mut calls = false;
        for line in account.split('\n').rev() {
            let called = calls && line.ends_with(NATIVE);
            calls = is_ours(line);
            if !(calls || called) {
                seen.push(of(line).unwrap_or_else(|| line.to_owned()));
            }
        }
        seen.reverse();
        seen.join("\n")
    }
}

/// Whether a line of a stack text tells of scripts that nobody of the cartridges wrote: `at f (haltscope:…)`, or without a
/// name `at platform:…`.
fn is_ours(line: &str) -> bool {
    let Some(place) = line.trim_start().strip_prefix("at ") else { return false };
    OURS.iter().any(|ours| place.starts_with(ours) || place.contains(&format!("({ours}")))
}

/// A plain script that was loaded.
fn plain_of<'r>(loaded: &'r [Arc<Ready>], path: &str) -> Option<&'r Plain> {
    loaded.iter().filter_map(|ready| ready.plain.as_ref()).find(|plain| plain.path == path)
}

/// The text of a script without byte-order mark; a first line `#!…` becomes a comment.
pub(super) fn script_text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    match text.strip_prefix("#!") {
        Some(rest) => format!("//{rest}"),
        None => text.to_owned(),
    }
}

/// Why the text of a document can't be parsed, with the line and the column; the number is that line, from 1. Nothing if it
/// can be.
pub fn document_fault(bytes: &[u8]) -> Option<(u32, String)> {
    let cause = json::read(&script_text(bytes)).err()?.to_string();
    // The engine reads what nests deeper too.
    if cause.starts_with("recursion limit") {
        return None;
    }
    let (_, line) = cause.rsplit_once(" at line ")?;
    let line = line.split(' ').next()?.parse::<u32>().ok()?;
    Some((line.max(1), cause))
}

fn is_document(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end == "json")
}

fn name_of(module: Module) -> String {
    match module {
        Module::Script(path) => path,
        Module::Platform(path) => format!("{PLATFORM_PREFIX}{path}"),
        Module::Declared(path) => format!("declared:{path}"),
    }
}

/// Builds the loader; the object has `entry(module, function)`, which answers the function of an input, and `classes`.
pub(super) fn install<'js>(ctx: &Ctx<'js>, source: &Rc<Source>) -> Result<Object<'js>> {
    let native = Object::new(ctx.clone())?;
    install_names(ctx, &native, source)?;
    install_files(ctx, &native, source)?;
    install_declared(ctx, &native, source)?;
    let make: Function = LOADER.run(ctx)?.get()?;
    make.call((native,))
}

/// Lets scripts see their own places in stacks; nothing else that looks at stacks comes after it.
pub(super) fn install_places<'js>(ctx: &Ctx<'js>, source: &Rc<Source>) -> Result<()> {
    let native = Object::new(ctx.clone())?;
    let places = Rc::clone(source);
    let of_account = move |account: String| places.places(&account);
    native.set("places", Function::new(ctx.clone(), of_account)?)?;
    let places = Rc::clone(source);
    let place = move |path: String, line: u32, column: u32| {
        let (line, column) = places.place(&path, line, column).unwrap_or((line, column));
        vec![line, column]
    };
    native.set("place", Function::new(ctx.clone(), place)?)?;
    let of_list = |list: Array<'js>, file_of: Function<'js>| seen(&list, &file_of);
    native.set("seen", Function::new(ctx.clone(), of_list)?)?;
    let install: Function = PLACES.run(ctx)?.get()?;
    install.call((native,))
}

/// The places of a stack that a script formats, without ours and what these call of the runtime.
///
/// What ended the script in here, the runtime would swallow: so nothing is called that asks whether it may go on.
fn seen<'js>(list: &Array<'js>, file_of: &Function<'js>) -> Result<Array<'js>> {
    let (mut kept, mut calls) = (Vec::new(), false);
    for index in (0..list.len()).rev() {
        let site: Value = list.get(index)?;
        let file: Value = file_of.call((This(site.clone()),))?;
        let file = file.as_string().map(rquickjs::String::to_string).transpose()?;
        let called = calls && file.is_none();
        calls = file.is_some_and(|file| OURS.iter().any(|ours| file.starts_with(ours)));
        if !(calls || called) {
            kept.push(site);
        }
    }
    let seen = Array::new(list.ctx().clone())?;
    for (index, site) in (0u32..).zip(kept.into_iter().rev()) {
        seen.as_object()
            .prop(index, Property::from(site).configurable().enumerable().writable())?;
    }
    Ok(seen)
}

fn install_names<'js>(ctx: &Ctx<'js>, native: &Object<'js>, source: &Rc<Source>) -> Result<()> {
    let names = Rc::clone(source);
    let cartridges = move || names.cartridges.list().map(str::to_owned).collect::<Vec<_>>();
    native.set("cartridges", Function::new(ctx.clone(), cartridges)?)?;

    let names = Rc::clone(source);
    let resolve = move |from: String, request: String| {
        let from = from.strip_prefix(PLATFORM_PREFIX).unwrap_or(&from);
        names.resolver().resolve(from, &request).map(name_of)
    };
    native.set("resolve", Function::new(ctx.clone(), resolve)?)?;
    let names = Rc::clone(source);
    let instead = move |from: String, request: String| names.resolver().instead(&from, &request);
    native.set("instead", Function::new(ctx.clone(), instead)?)?;

    let names = Rc::clone(source);
    let platform = move |module: String| names.resolver().platform_module(&module).map(name_of);
    native.set("platform", Function::new(ctx.clone(), platform)?)?;

    let names = Rc::clone(source);
    let overridden = move |path: String| names.resolver().overridden(&path).map(name_of);
    native.set("overridden", Function::new(ctx.clone(), overridden)?)?;

    let names = Rc::clone(source);
    let find = move |path: String| names.resolver().find(&path);
    native.set("find", Function::new(ctx.clone(), find)?)
}

fn install_files<'js>(ctx: &Ctx<'js>, native: &Object<'js>, source: &Rc<Source>) -> Result<()> {
    let files = Rc::clone(source);
    let document = move |id: String| is_document(&id).then(|| files.read(&id)).flatten();
    native.set("document", Function::new(ctx.clone(), document)?)?;

    let files = Rc::clone(source);
    let explain = move |ctx: Ctx<'js>, id: String| match files.cartridges.read(&id) {
        Some(bytes) => explain(&ctx, &id, &bytes),
        None => Ok(()),
    };
    native.set("explain", Function::new(ctx.clone(), explain)?)?;

    let files = Rc::clone(source);
    let compile = move |ctx: Ctx<'js>, id: String| compile(&ctx, &files, &id);
    native.set("compile", Function::new(ctx.clone(), compile)?)?;

    let texts = Rc::clone(source);
    let written = move |path: String, line: u32, column: u32| texts.written(&path, line, column);
    native.set("written", Function::new(ctx.clone(), written)?)?;

    let absent = |function: Function<'js>| {
        make_absent(&function);
        function
    };
    native.set("absent", Function::new(ctx.clone(), absent)?)?;

    let files = Rc::clone(source);
    let template = move |path: String| is_template(&path) && files.cartridges.contains(&path);
    native.set("template", Function::new(ctx.clone(), template)?)?;

    let host = Rc::clone(source);
    let call = move |ctx: Ctx<'js>, name: String, sent: String| call(&ctx, &host, &name, &sent);
    native.set("call", Function::new(ctx.clone(), call)?)
}

fn install_declared<'js>(ctx: &Ctx<'js>, native: &Object<'js>, source: &Rc<Source>) -> Result<()> {
    let Some(table) = source.parts.platform.declared() else { return Ok(()) };
    let class = |id: String| id.strip_prefix(DECLARED_PREFIX).map(str::to_owned);
    native.set("standIn", Function::new(ctx.clone(), class)?)?;

    let names = move || table.classes().collect::<Vec<_>>();
    native.set("classes", Function::new(ctx.clone(), names)?)?;

    let parent = move |class: String| table.parent(&class);
    native.set("parent", Function::new(ctx.clone(), parent)?)?;

    let members = move |class: String| -> Vec<_> { table.all_names(&class).collect() };
    native.set("members", Function::new(ctx.clone(), members)?)?;

    // The kind of a member and, of a constant, its value as JSON.
    let member = move |class: String, name: String| {
        table.member(&class, &name).map(|member| match member.kind {
            MemberKind::Method => vec!["method"],
            MemberKind::Property => vec!["property"],
            MemberKind::Constructor => vec!["constructor"],
            MemberKind::Constant(value) => ["constant"].into_iter().chain(value).collect(),
        })
    };
    native.set("member", Function::new(ctx.clone(), member)?)
}

fn compile<'js>(ctx: &Ctx<'js>, source: &Source, id: &str) -> Result<Value<'js>> {
    let unread = || Exception::throw_message(ctx, &format!("Cannot read module '{id}'"));
    if !id.starts_with('/') {
        let compiled = source.parts.scripts.platform(ctx, id, || source.read(id))?;
        return compiled.ok_or_else(unread)?.run(ctx);
    }
    let text = source.read(id).ok_or_else(unread)?;
    let half = source.half.borrow();
    let form = match &*half {
        Some(half) => Form::Instrumented(half.debugger.place.flags.detail(id)),
        None => Form::Plain,
    };
    let is_over = || source.watch.is_over();
    let Some(ready) = source.parts.scripts.prepare(id, &text, &form, is_over) else {
        return Err(throw_uncatchable(ctx, "interrupted"));
    };
    let ready = ready.map_err(|problem| syntax_error(ctx, id, &problem))?;
    if ready.plain.is_some() {
        source.plain.borrow_mut().push(Arc::clone(&ready));
    }
    let made = ready.bytecode.run(ctx)?;
    match (&ready.code, &*half) {
        (Some(code), Some(half)) => {
            let object = half.object.clone().restore(ctx)?;
            half.debugger.load(ctx, &object, (id, code), &made.get()?)
        }
        _ => Ok(made),
    }
}

/// Throws what is wrong with a document, if that is known.
fn explain(ctx: &Ctx<'_>, path: &str, bytes: &[u8]) -> Result<()> {
    let Some((line, cause)) = document_fault(bytes) else { return Ok(()) };
    let message = format!("{path} can't be read as JSON: {cause}");
    Err(syntax_error(ctx, path, &Problem { message, line }))
}

/// Throws a `SyntaxError`, or what else kept the script from being prepared, that comes from the
/// script itself.
fn syntax_error(ctx: &Ctx<'_>, path: &str, problem: &Problem) -> Error {
    let Problem { message, line } = problem;
    let thrown = if message == OUT_OF_MEMORY {
        Exception::throw_internal(ctx, message)
    } else {
        Exception::throw_syntax(ctx, message)
    };
    let Err(CaughtError::Exception(exception)) = Err::<(), Error>(thrown).catch(ctx) else {
        return Exception::throw_message(ctx, message);
    };
    let below: Option<String> = exception.stack();
    let stack = format!("    at {path}:{line}:1\n{}", below.unwrap_or_default());
    match exception.as_object().set("stack", stack) {
        Ok(()) => exception.throw(),
        Err(cause) => cause,
    }
}

fn call<'js>(
    ctx: &Ctx<'js>,
    source: &Source,
    name: &str,
    sent: &str,
) -> Result<rquickjs::String<'js>> {
    let watch = &source.watch;
    let is_due = || watch.must_end();
    let caller = (source.place.id(), Interrupt::new(&is_due));
    let answer = source.place.pulse.calling(name, || source.host.ask(caller, name, sent));
    // The engine itself looks too seldom after a script that does little but wait.
    watch.hear();
    if watch.is_over() {
        return Err(throw_uncatchable(ctx, "interrupted"));
    }
    let answer = answer.map_err(|error| Exception::throw_message(ctx, &error.message))?;
    rquickjs::String::from_str(ctx.clone(), &answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_that_cannot_be_parsed_says_where() {
        let found = document_fault(b"\xef\xbb\xbf{\n\"a\": 1,}");
        assert_eq!(found, Some((2, "trailing comma at line 2 column 8".to_owned())));
        assert_eq!(document_fault(br#"["\ud83c"]"#), None);
        assert_eq!(
            document_fault(format!("{}{}", "[".repeat(500), "]".repeat(500)).as_bytes()),
            None
        );
        assert_eq!(
            document_fault(b""),
            Some((1, "EOF while parsing a value at line 1 column 0".to_owned()))
        );
    }
}
