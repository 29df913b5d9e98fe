use super::super::restored::restored;
use super::*;

fn rebound(text: &str) -> Rebound {
    rebind(text, |name| {
        let known = ["a", "b", "f", "arguments", "await", "yield", "let"];
        match known.iter().position(|it| *it == name) {
            Some(number) => Meaning::Seat(Seat { reader: 0, number, constant: false }),
            None if name == "sought" => {
                Meaning::Page(Seat { reader: 1, number: 2, constant: false })
            }
            None if matches!(name, "gone" | "this") => Meaning::OutOfReach,
            None => Meaning::Global,
        }
    })
}

#[test]
fn names_of_the_frame_are_read_by_number() {
    let r = |number: usize, name: &str| format!("$haltscope_r(0,{number},'{name}')");
    let (a, b, f) = (r(0, "a"), r(1, "b"), r(2, "f"));
    let page =
        |by: char| format!("$haltscope_m.{by}('sought',$haltscope_r(1,2,'page'),()=>sought)");
    for (text, expected) in [
        ("a + b.a", format!("{a} + {b}.a")),
        ("({a, b: a, c})", format!("({{a:{a}, b: {a}, c}})")),
        ("f(a)", format!("(0,{f})({a})")),
        ("a.f(b)", format!("{a}.f({b})")),
        ("f`x${a}`", format!("(0,{f})`x${{{a}}}`")),
        ("new f(a)", format!("new ({f})({a})")),
        ("new a.f", format!("new ({a}.f)")),
        ("new (f)(a)", format!("new (({f}))({a})")),
        ("new X(a)", format!("new X({a})")),
        ("delete a", "false".to_owned()),
        ("delete a.b", format!("delete {a}.b")),
        ("typeof a", format!("typeof {a}")),
        ("(a => a)(1)", "(a => a)(1)".to_owned()),
        ("var a = 1; a", "var a = 1; a".to_owned()),
        ("[1].map(x => x + a)", format!("[1].map(x => x + {a})")),
        ("arguments[0]", format!("{}[0]", r(3, "arguments"))),
        ("(function () { return arguments; })", "(function () { return arguments; })".to_owned()),
        ("eval('a')", "$haltscope_e('a')".to_owned()),
        ("await", r(4, "await")),
        ("yield * 2", format!("{} * 2", r(5, "yield"))),
        ("sought.x", format!("{}.x", page('g'))),
        ("sought(a)", format!("(0,{})({a})", page('g'))),
        ("new sought", format!("new ({})", page('g'))),
        ("typeof sought", format!("typeof {}", page('t'))),
        ("({sought})", format!("({{sought:{}}})", page('g'))),
        ("let", format!("({}\n)", r(6, "let"))),
        ("a +", "a +".to_owned()),
    ] {
        assert_eq!(rebound(text).text, expected, "{text}");
    }
}

#[test]
fn what_was_rewritten_is_shown_as_it_was_written() {
    for text in [
        "() => a.b + f(a, b)",
        "(function () { a = b; return eval('a'); })",
        "x => f`y`",
        "'$haltscope_'",
        "() => sought.a(typeof sought, sought())",
    ] {
        assert_eq!(restored(&rebound(text).text), text);
    }
}

#[test]
fn what_only_the_script_s_code_can_name_is_reached_by_it() {
    let known = |name: &str| match name {
        "this" | "super" | "new.target" | "#p" | "a" => {
            Meaning::Seat(Seat { reader: 0, number: 0, constant: true })
        }
        _ => Meaning::Global,
    };
    let r = |name: &str| format!("$haltscope_r(0,0,'{name}')");
    let (this, above, p, a) = (r("this"), r("super"), r("#p"), r("a"));
    let of_this = |member: &str| format!("$haltscope_m.p({p},{this}).{member}");
    for (text, expected) in [
        ("this.#p", of_this("v")),
        ("this.#p++", of_this("v++")),
        ("this.#p(a)", of_this(&format!("c({a})"))),
        ("a?.#p", format!("$haltscope_m.o({p},{a})?.v")),
        ("this.#p.#p", format!("$haltscope_m.p({p},{}).v", of_this("v"))),
        ("#p in a", format!("{p}(2,{a})")),
        ("super.b", format!("$haltscope_m.s({above},'b',{this}).v")),
        ("super[a]()", format!("$haltscope_m.s({above},{a},{this}).c()")),
        ("new.target", r("new.target")),
        ("this.#other", format!("{this}.#other")),
        (
            "(class { #p; m() { return this.#p; } })",
            "(class { #p; m() { return this.#p; } })".to_owned(),
        ),
        ("({ m() { return super.b; } })", "({ m() { return super.b; } })".to_owned()),
    ] {
        assert_eq!(rebind(text, known).text, expected, "{text}");
    }
}

#[test]
fn what_is_set_is_a_member() {
    let w = |name: &str| format!("$haltscope_w.{name}");
    let (a, b) = (w("a"), w("b"));
    for (text, expected) in [
        ("a = b = 1", format!("{a} = {b} = 1")),
        ("a += 1", format!("{a} += 1")),
        ("a++", format!("{a}++")),
        ("[a, b] = [b, 1]", format!("[{a}, {b}] = [$haltscope_r(0,1,'b'), 1]")),
        ("({a, x: b = 2} = {})", format!("({{a:{a}, x: {b} = 2}} = {{}})")),
        ("for (a of [1]) ;", format!("for ({a} of [1]) ;")),
        ("for (a in {}) ;", format!("for ({a} in {{}}) ;")),
        ("a.x = 1", "$haltscope_r(0,0,'a').x = 1".to_owned()),
    ] {
        assert_eq!(rebound(text).text, expected, "{text}");
    }
    assert_eq!(rebound("a = b").set.keys().collect::<Vec<_>>(), ["a"]);
}

#[test]
fn what_is_out_of_reach_is_named() {
    assert_eq!(rebound("a + gone").missing.as_deref(), Some("gone"));
    assert_eq!(rebound("this.x").missing.as_deref(), Some("this"));
    assert_eq!(rebound("(function () { return this; })").missing, None);
    assert_eq!(rebound("(gone => gone)(1)").missing, None);
}
