//! What is known, and the verdict about it.

use super::*;
use crate::api::ids::Line;
use crate::session::source::Cartridge;

fn found(scripts: &[&str]) -> SourcesFound {
    let scripts = scripts.iter().map(|path| ScriptPath::from(*path));
    let scripts: Vec<ScriptPath> = scripts.collect();
    let mut names: Vec<&str> = scripts.iter().map(ScriptPath::cartridge).collect();
    names.dedup();
    let cartridge = |name: &&str| Cartridge { name: (*name).to_owned(), folder: PathBuf::new() };
    SourcesFound {
        cartridges: names.iter().map(cartridge).collect(),
        scripts: scripts.iter().map(|path| (path.clone(), path.as_str().into())).collect(),
        ..SourcesFound::default()
    }
}

fn unparsed(rhino_only: Option<&'static str>) -> Unparsed {
    Unparsed { line: Line(7), message: "expecting ')'".to_owned(), rhino_only }
}

struct Case {
    spec: BreakpointSpec,
    sources: Option<SourcesFound>,
    order: Vec<String>,
    order_is_told: bool,
    earlier_go_on: bool,
    code: CodeLines,
    condition: Option<Result<Condition, Unparsed>>,
    deployed: Deployed,
}

/// A breakpoint that nothing speaks against.
fn case() -> Case {
    Case {
        spec: BreakpointSpec::plain("/app/cartridge/a.js".into(), Line(2)),
        sources: Some(found(&["/app/cartridge/a.js"])),
        order: Vec::new(),
        order_is_told: false,
        earlier_go_on: false,
        code: CodeLines::Known([Some(Line(2)), Some(Line(2)), None].into()),
        condition: Some(Ok(Condition::Tests)),
        deployed: Deployed::Same("compared".to_owned()),
    }
}

impl Case {
    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    fn ordered(self, scripts: &[&str], order: &[&str]) -> Self {
        self.with(|case| {
            case.sources = Some(found(scripts));
            case.order = order.iter().map(ToString::to_string).collect();
        })
    }

    fn verdict(&self) -> Verdict {
        let known = Known {
            sources: self.sources.as_ref(),
            order: &self.order,
            order_is_told: self.order_is_told,
            earlier_go_on: self.earlier_go_on,
            code: &self.code,
            condition: self.condition.as_ref(),
            deployed: &self.deployed,
        };
        Verdict::of(&self.spec, &known)
    }

    fn line(&self, aspect: Aspect) -> String {
        let concerns = self.verdict().concerns(&self.spec);
        let concern =
            concerns.iter().find(|concern| concern.aspect == aspect).expect("all aspects");
        let Concern { gravity, short, text, remedy, .. } = concern;
        format!("{gravity:?} [{short}] {text} > {}", remedy.as_deref().unwrap_or("-"))
    }

    fn check(&self, aspect: Aspect, expected: &str) {
        assert_eq!(self.line(aspect), expected);
    }
}

#[test]
fn nothing_speaks_against_a_good_breakpoint() {
    let case = case();
    assert_eq!(case.verdict().worst(&case.spec), None);
    let concerns = case.verdict().concerns(&case.spec);
    assert!(concerns.iter().all(|concern| concern.gravity == Gravity::Fine), "{concerns:?}");
    assert!(concerns.is_sorted_by_key(|concern| concern.aspect));
}

#[test]
fn the_file_is_here_or_it_is_said_what_is() {
    case().check(Aspect::File, "Fine [file here] /app/cartridge/a.js > -");
    case().ordered(&["/app/cartridge/A.js"], &[]).check(
        Aspect::File,
        "Problem [other capitals in the path] the file here is /app/cartridge/A.js; script paths are case-sensitive > Set the breakpoint on /app/cartridge/A.js.",
    );
    case().ordered(&["/app/cartridge/b.js"], &[]).check(
        Aspect::File,
        "Problem [no such file in its cartridge] cartridge app is here, but has no such file > Correct the path; or bring the checkout to what is deployed.",
    );
    let browsers = "/app/cartridge/client/default/js/cart.js";
    let in_client = case().ordered(&[browsers], &[]);
    in_client.with(|case| case.spec.key.script = browsers.into()).check(
        Aspect::File,
        "Warning [runs in browsers] browsers run what is in this folder: no thread of the server halts there, unless one of its scripts requires it > Set the breakpoint in a controller, a model or another script of the server.",
    );
    let others = ["/a/cartridge/x.js", "/b/cartridge/x.js", "/c/cartridge/x.js"];
    let others = [&others[..], &["/d/cartridge/x.js", "/e/cartridge/x.js", "/f/cartridge/x.js"]];
    case().ordered(&others.concat(), &[]).check(
        Aspect::File,
        "Warning [file not in this checkout] no cartridge app is here; found: a, b, c, d, e and 1 more > Check the cartridge's name; or name the folder that holds it with --cartridges DIR.",
    );
    let nothing = case().ordered(&[], &[]).line(Aspect::File);
    assert!(nothing.contains("found: none"), "{nothing}");
    let searching = case().with(|case| case.sources = None);
    assert_eq!(searching.verdict().file, FileVerdict::NotSearched);
    assert_eq!(searching.verdict().order, OrderVerdict::Unknown);
}

#[test]
fn the_line_holds_code_or_it_is_said_where_threads_halt() {
    let on = |line: u32| case().with(|case| case.spec.key.line = Line(line));
    on(2).check(Aspect::Line, "Fine [code] line 2 holds code > -");
    on(1).check(
        Aspect::Line,
        "Warning [halts at 2] line 1 begins no statement: threads halt on line 2 instead > Set the breakpoint on line 2.",
    );
    on(3).check(
        Aspect::Line,
        "Problem [no code there or below] neither line 3 nor any below it holds code: nothing halts > Set the breakpoint on a line with code.",
    );
    on(9).check(
        Aspect::Line,
        "Problem [behind the file's end] the file ends with line 3: nothing halts on line 9 > Set the breakpoint on a line with code.",
    );
    let unread = |why| case().with(|case| case.code = CodeLines::Unparsed(unparsed(why)));
    unread(None).check(
        Aspect::Line,
        "Warning [the script doesn't parse] the script doesn't parse, so nothing may run: line 7: expecting ')' > Correct the script.",
    );
    unread(Some("E4X")).check(
        Aspect::Line,
        "Unknown [not known] not known: line 7 has E4X, which only the platform's engine parses > -",
    );
    case()
        .with(|case| case.code = CodeLines::Unknown)
        .check(Aspect::Line, "Unknown [not known] not known: the script's text isn't here > -");
}

#[test]
fn the_cartridges_order_decides_which_of_two_runs() {
    const BOTH: [&str; 2] = ["/app/cartridge/a.js", "/brand/cartridge/a.js"];
    case().ordered(&BOTH, &["brand", "app"]).check(
        Aspect::Order,
        "Warning [shadowed by brand] shadowed: brand has the same path and comes before app, whose script runs only if that one calls it (module.superModule) > Set the breakpoint in brand, too.",
    );
    let extended = case().ordered(&BOTH, &["brand", "app"]).with(|case| case.earlier_go_on = true);
    extended.check(
        Aspect::Order,
        "Fine [called by brand] brand has the same path, comes before app and calls it (module.superModule) > -",
    );
    case()
        .ordered(&BOTH, &["app", "brand"])
        .check(Aspect::Order, "Fine [first] comes before the same path in brand > -");
    case().ordered(&BOTH, &[]).check(
        Aspect::Order,
        "Warning [also in brand] brand has the same path; which one runs isn't known > Say the cartridge path: \"cartridges-path\": \"a:b\" in dw.json.",
    );
    let three = [BOTH[0], BOTH[1], "/third/cartridge/a.js"];
    case().ordered(&three, &[]).check(
        Aspect::Order,
        "Warning [also in brand, third] brand, third have the same path; which one runs isn't known > Say the cartridge path: \"cartridges-path\": \"a:b\" in dw.json.",
    );
    case().ordered(&BOTH, &["brand"]).check(
        Aspect::Order,
        "Warning [not in the cartridge path] the configured cartridge path has no app: its scripts may never run > Add it to the site's cartridge path, or correct \"cartridges-path\" in dw.json.",
    );
    case().ordered(&BOTH, &["brand"]).with(|case| case.order_is_told = true).check(
        Aspect::Order,
        "Warning [not in the cartridge path] the sandbox runs its sites without app: its scripts may never run > Start the sandbox with a cartridge path that has it.",
    );
    for (scripts, order) in [
        (&BOTH[..], &["app"][..]),
        (&BOTH[..1], &["brand", "app"]),
        (&["/app/cartridge/a.js", "/brand/cartridge/b/a.js"], &["brand", "app"]),
    ] {
        assert_eq!(case().ordered(scripts, order).verdict().order, OrderVerdict::Alone);
    }
    let modules = ["/app/server.js", "/modules/server.js"];
    let modules = case().ordered(&modules, &["app"]);
    let modules = modules.with(|case| case.spec.key.script = "/modules/server.js".into());
    assert_eq!(modules.verdict().order, OrderVerdict::Alone, "modules are in no order");
}

#[test]
fn the_condition_parses_or_says_why_not() {
    let on = |condition: Option<Result<Condition, Unparsed>>| {
        case().with(|case| {
            case.spec.condition = Some(" qty > 5 ".to_owned());
            case.condition = condition;
        })
    };
    case().check(Aspect::Condition, "Fine [always] none: every hit halts > -");
    on(Some(Ok(Condition::Tests))).check(Aspect::Condition, "Fine [parses] qty > 5: parses > -");
    on(Some(Ok(Condition::Assigns))).check(
        Aspect::Condition,
        "Warning [the condition sets something] qty > 5: sets it at each hit, and halts if that is true > Write == to compare.",
    );
    on(Some(Err(unparsed(None)))).check(
        Aspect::Condition,
        "Problem [the condition doesn't parse] qty > 5: doesn't parse, so nothing halts: expecting ')' > Correct the condition.",
    );
    on(Some(Err(unparsed(Some("E4X"))))).check(
        Aspect::Condition,
        "Unknown [not known] not known: qty > 5 has E4X, which only the platform's engine parses > -",
    );
    on(None).check(Aspect::Condition, "Unknown [not known] not known: qty > 5 was not parsed > -");
    let blank = on(Some(Err(unparsed(None))));
    let blank = blank.with(|case| case.spec.condition = Some(" ".to_owned()));
    assert_eq!(blank.verdict().condition, ConditionVerdict::None);
}

#[test]
fn the_deployed_text_is_the_same_another_or_not_known() {
    let on = |deployed| case().with(|case| case.deployed = deployed);
    on(Deployed::Same("equal".into())).check(Aspect::Deployed, "Fine [as deployed] equal > -");
    on(Deployed::Differs("line 3 is another".into())).check(
        Aspect::Deployed,
        "Warning [not as deployed] line 3 is another > Deploy this text, or check out what is deployed: lines may be off.",
    );
    on(Deployed::Unknown("no answer".into()))
        .check(Aspect::Deployed, "Unknown [not known] not known: no answer > -");
}

#[test]
fn the_worst_comes_first_and_the_earlier_of_equals() {
    let case = case().with(|case| {
        case.spec.key.line = Line(1);
        case.deployed = Deployed::Differs("another".into());
    });
    let worst = |case: &Case| case.verdict().worst(&case.spec).map(|concern| concern.aspect);
    assert_eq!(worst(&case), Some(Aspect::Line));
    let case = case.with(|case| {
        case.spec.condition = Some("(".to_owned());
        case.condition = Some(Err(unparsed(None)));
    });
    assert_eq!(worst(&case), Some(Aspect::Condition));
    let unknown = case.with(|case| {
        *case = self::case();
        case.deployed = Deployed::Unknown("why".into());
    });
    assert_eq!(worst(&unknown), None, "what can't be told speaks against nothing");
}
