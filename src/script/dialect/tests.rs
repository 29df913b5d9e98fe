//! What the older engine's scripts become.

use super::{is_ambiguous, translate, with_lenient_functions, with_xml_operators};
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(translate(text), expected, "{text}");
}

#[test]
fn annotations_become_blanks() {
    check(
        "var a : String = 'x : y', b : dw.util.List, c = 1 ? 2 : 3;",
        "var a          = 'x : y', b               , c = 1 ? 2 : 3;",
    );
    check(
        "function f(a : String, b, c : Number) : void {}",
        "function f(a         , b, c         )        {}",
    );
    check(
        "var f = function (a : *, b : Array[]) : dw.order.Order { return {a : b}; };",
        "var f = function (a    , b          )                  { return {a : b}; };",
    );
    check("try {} catch (e : Error) {}", "try {} catch (e        ) {}");
    check(
        "for each (var p : Product in list) {}",
        "for      (var p           of __each( list)) {}",
    );
    check(
        "for (var i : Number = 0, n : Number = 2; i < n; i++) {}",
        "for (var i          = 0, n          = 2; i < n; i++) {}",
    );
    check("var a :\n String;", "var a  \n       ;");
}

#[test]
fn what_is_no_annotation_stays() {
    for text in [
        "var a = { b: c, d: e }, f = g ? h : i;",
        "switch (a) { case b: var c; break; default: d(); }",
        "label: for (;;) { var x = y; continue label; }",
        "f(a ? b : c); var o = { var: 1, function: 2, catch: 3, let: 4 };",
        "var { a: b, c: { d } } = e, [f] = g;",
        "a.function(b, c); x.each; foreach(x); for (var each in x) {}",
        "var re = /a : b/, s = `x : ${y}`; // c : d",
        "var f = function (a) { return a; }, g = function () {};",
    ] {
        check(text, text);
    }
}

#[test]
fn let_of_a_known_name_is_the_same_variable() {
    check(
        "function f(a : String, b) { let a = 1; if (b) { let b = 2; } let c; }",
        "function f(a         , b) { var a = 1; if (b) { let b = 2; } let c; }",
    );
    check(
        "function f(a, b) : dw.order.Order { let b = b || 0; }",
        "function f(a, b)                  { var b = b || 0; }",
    );
    check(
        "var f = function (a) { let b; var c; let c = 2; function g() { let a; } };",
        "var f = function (a) { let b; var c; var c = 2; function g() { let a; } };",
    );
    let own = "let a; function f() { let a = { let: 1, function: f }; a.let = a; }";
    check(own, own);
}

#[test]
fn for_each_goes_through_values() {
    check("for each (x in a.b(c in d)) x;", "for      (x of __each( a.b(c in d))) x;");
    check("for each(let [a, b]\nin c) {}", "for     (let [a, b]\nof __each( c)) {}");
}

#[test]
fn let_blocks_and_expression_functions_are_blocks() {
    check("let (x = 1, y = 2) { print(x); }", "{let  x = 1, y = 2;   print(x); }");
    check("let(x);", "let(x);");
    check("var f = function (x) x * 2, g = 1;", "var f = function (x) {return x * 2}, g = 1;");
    check("a.map(function (x : Y) x.b(1, 2)).c", "a.map(function (x    ) {return x.b(1, 2)}).c");
    check("function f(x) !x\nvar a;", "function f(x) {return !x}\nvar a;");
    assert!(is_ambiguous("let (a = 1) {}") && !is_ambiguous("let a = (1); outlet"));
}

#[test]
fn catches_try_their_conditions_in_turn() {
    check(
        "try { a(); } catch (e if e.b) { c(); }",
        "try { a(); } catch (e ){if( e.b) { c(); }else{throw e;}}",
    );
    check(
        "try {} catch (e if b) {1} catch (f if c) {2} catch (e) {3} finally {}",
        "try {} catch (e ){if( b) {1} else{let f=e;if( c) {2} else{ {3}}}} finally {}",
    );
}

#[test]
fn strict_functions_delete_quietly() {
    let check = |text: &str, expected: &str| {
        let strict = |text: &str| format!("'use strict';\n{text}");
        assert_eq!(with_lenient_functions(&strict(text)), strict(expected));
        assert_eq!(with_lenient_functions(text), text, "what isn't strict stays");
    };
    check("delete form[key].value;", "__delete( form[key],\"value\");");
    check("if (!delete a.b()[c, d] && e) {}", "if (!__delete( a.b(),(c, d)) && e) {}");
    check("delete\nthis\n.a", "__delete(\nthis\n,\"a\")");
    check("delete (a || b).c.d", "__delete( (a || b).c,\"d\")");
    check("delete a[delete b.c].d", "__delete( a[__delete( b,\"c\")],\"d\")");
    for kept in [
        "delete a?.b",
        "delete super.a",
        "map.delete(a).b",
        "delete a",
        "delete (a.b)",
        "var x = {delete: a.b}",
        "delete a.b()",
        "delete new A().b",
        "delete a.b`c`",
        "'delete a.b'",
        "class A { delete(a) {} }",
    ] {
        check(kept, kept);
    }
}

proptest! {
    #[test]
    fn no_line_is_moved(text in prop::collection::vec(prop::sample::select(vec![
        "var ", "a", " : ", "String", "b.c", "=", ",", ";", "\n", "(", ")", "{", "}", "[", "]", "for each (", " in ",
        "function ", "let (", "try {", "} catch (e if a) {", "'x'", "/y/", "`z`", "//c\n", "? ", "case ",
    ]), 0..40).prop_map(|parts| parts.concat())) {
        prop_assert_eq!(translate(&text).matches('\n').count(), text.matches('\n').count());
    }
}

#[test]
fn what_only_formats_is_skipped() {
    check("var a\u{200b}b = \u{feff}\u{200b}c;\n\u{200b}\nd", "var ab = c;\n\nd");
    check("'\u{200b}' + /\u{200b}/", "'\u{200b}' + /\u{200b}/");
}

#[test]
fn names_of_xml_are_keys() {
    check("a.b.@c = d.@*;", "a.b[\"@c\"] = d[\"@*\"];");
    check("a.@[b + 'c'] + a.@n::c", "a[\"@\"+(b + 'c')] + a[\"@\"+__xml.uri(n)+\"::c\"]");
    check(
        "a..b.c + a..@d + a..*",
        "a.descendants(\"b\").c + a.descendants(\"@d\") + a.descendants(\"*\")",
    );
    check("a.n::b.*::c.n::*", "a[__xml.uri(n)+\"::b\"][\"*::c\"][__xml.uri(n)+\"::*\"]");
    check("a.n::['b-c'].d(a.*, e)", "a[__xml.uri(n)+\"::\"+('b-c')].d(a[\"*\"], e)");
    check("a\n.@b\n..c", "a\n[\"@b\"]\n.descendants(\"c\")");
    check("a..n::b[0]", "a.descendants(__xml.uri(n)+\"::b\")[0]");
    check("default xml namespace = a;", "__xml.space= a;");
    for kept in [
        "[...a, ...b]",
        "1..toFixed()",
        "f(...a.b)",
        "a.function::b",
        "switch (a) { case b: default: c; }",
    ] {
        check(kept, kept);
    }
}

#[test]
fn filters_ask_each_element() {
    check(
        "a.b.(@c == d && e.f > text())",
        "a.b[\"()\"](__element=>(__element[\"@c\"] == __xml.named(__element,\"d\",()=>d) && \
         __xml.named(__element,\"e\",()=>e).f > __xml.called(__element,\"text\",()=>text)()))",
    );
    check(
        "a.(b.(c))",
        "a[\"()\"](__element=>(__xml.named(__element,\"b\",()=>b)[\"()\"](__element2=>(\
         __xml.named(__element2,\"c\",()=>__xml.named(__element,\"c\",()=>c))))))",
    );
    check("a.(function () { return b; })", "a.(function () { return b; })");
}

#[test]
fn literals_keep_their_lines() {
    check(
        "var a = <a b={c.@d}\n  e=\"`{\">\n  {f(<g/>)}${}\n</a>, h : X = 1;",
        "var a = __xml`<a b=${c[\"@d\"]}\n  e=\"\\`{\">\n  ${f(__xml`<g/>`)}$${}\n</a>`, h     = 1;",
    );
    check("x += <><a/>\\{b}</>;", "x += __xml`<><a/>\\\\${b}</>`;");
    check("if (a <b && c> d) {}", "if (a <b && c> d) {}");
    check("var a = <a>;", "var a = <a>;");
}

#[test]
fn operators_without_blanks_are_the_same() {
    let solid = |text: &str| text.replace(' ', "");
    for text in [
        "a + b + c",
        "a + b + c + d + e",
        "a.b + c.d == e.f + g",
        "a + (b + c) + d",
        "f(a + b + c, d + e + g)",
        "a == b == c",
        "a + b != c + d",
        "x += a + b + c",
        "x.y += a + b",
        "x[i + j] += a + b + c",
        "[a + b + c, d == e]",
        "a + b + f(c + d) + [e + f]",
        "a ? b + c + d : e + f + g",
    ] {
        let (loose, tight) = (format!("XML;{text}"), format!("XML;{}", solid(text)));
        let (loose, tight) = (with_xml_operators(&loose), with_xml_operators(&tight));
        assert_eq!(solid(&loose), solid(&tight), "{text}");
        assert!(loose.contains("__xml."), "{loose}");
        let parsed = crate::script::syntax::parsed(&tight, |_| ());
        assert_eq!(parsed, Ok(()), "{tight}");
    }
}

#[test]
fn operators_of_xml_ask_the_library() {
    let check = |text: &str, expected: &str| {
        assert_eq!(with_xml_operators(&format!("XML;{text}")), format!("XML;{expected}"));
        assert_eq!(with_xml_operators(text), text, "what has no XML stays");
    };
    check("a + b.c + d", "__xml.plus(__xml.plus(a , b.c) , d)");
    check("a + 'b' + c", "a + 'b' + c");
    check("a\n != /* = */ (b)", "!__xml.same(a\n ,  /* = */ (b))");
    check("a == b == c", "__xml.same(a ,  b) == c");
    check("a += b; a += 1;", "a =__xml.plus(a, b); a += 1;");
    check("a.b\n += c(d)", "__xml.add(a,\"b\"\n, c(d))");
    check("a[b] += c", "__xml.add(a,b, c)");
    check(
        "typeof a + typeof b.c",
        "(typeof a===\"undefined\"?\"undefined\":__xml.kind( a)) + (__xml.kind( b.c))",
    );
    assert_eq!(
        with_xml_operators("function f() { __xml.space= a; b(); }"),
        "function f() {__xml.enter();try{ __xml.space= a; b(); }finally{__xml.leave()}}",
    );
}

#[test]
fn strict_texts_that_assign_to_names_of_nobody_are_read_as_others() {
    for (text, is_strict) in [
        ("'use strict';\nname = 1;", false),
        ("'use strict';\nfunction f() { return name = {}; }", false),
        ("\"use strict\";\nf()\nname = 1", false),
        ("'use strict';\nif (a) name = 1; else other = 2;", false),
        ("'use strict';\nfor (i = 0; i < 3; i++) {}", false),
        ("'use strict';\nfor (key in { a: 1 }) {}", false),
        ("'use strict';\nname = 'use strict';", false),
        ("'use strict';\nname = { 'use strict': 'use strict' };", false),
        ("'use strict';\nfor each (key in map) {}", true),
        ("'use strict';\nvar name;\nname = 1;", true),
        ("'use strict';\nvar a = 1,\n    name = 2;\nname = 3;", true),
        ("'use strict';\nfunction f(a, name) { name = a; }\nfunction name(b) { b = 1; }", true),
        ("'use strict';\nlet { a, name } = b; name = 1; [a, name] = e;", true),
        ("'use strict';\nconst f = name => { name = 1; }, g = (other) => { other = 1; };", true),
        ("'use strict';\ntry {} catch (error) { error = null; }", true),
        ("'use strict';\na.name = 1;\nif (a === b) {}\nexports = module.exports = {};", true),
        ("'use strict';\nvar name = function () {}; x.y = { name: 1 };", true),
    ] {
        let expected =
            if is_strict { text.to_owned() } else { format!("            {}", &text[12..]) };
        assert_eq!(with_lenient_functions(text), expected, "{text}");
    }
}

#[test]
fn strict_functions_leave_what_is_only_read() {
    let check = |text: &str, expected: &str| {
        let strict = |text: &str| format!("'use strict';\n{text}");
        let known = |text: &str| strict(&format!("var a, b, c, d;\n{text}"));
        assert_eq!(with_lenient_functions(&known(text)), known(expected), "{text}");
        assert_eq!(with_lenient_functions(text), text, "what isn't strict stays");
    };
    let counted =
        "for (var i = 0, n = 0; i < b; i++) { a[i] = b[i + 1] = c; a[i * b - 1] = a[n++] = c; }";
    check(counted, counted);
    check("var i = 0; i++; a[i + 'x'] = c;", "var i = 0; i++; __set(a,(i + 'x') , c);");
    check("a[b] = c;", "__set(a,(b) , c);");
    check("a[b]=c, d", "__set(a,(b),c), d");
    check("a\n[b, c] /* = */\n= d\n", "__set(a\n,(b, c) /* = */\n, d)\n");
    check("(a || b)[c + 'x'].d[a] = b", "__set((a || b)[c + 'x'].d,(a) , b)");
    check("a[b] = c[d] = a[b[c] = d]", "__set(a,(b) , __set(c,(d) , a[__set(b,(c) , d)]))");
    check("a[b[c] = d] = () => a[b] = c", "__set(a,(__set(b,(c) , d)) , () => __set(a,(b) , c))");
    check("a[delete b.c] = delete c.d", "__set(a,(__delete( b,\"c\")) , __delete( c,\"d\"))");
    check("delete a[b[c] = d]", "__delete( a,(__set(b,(c) , d)))");
    for kept in [
        "a['name'] = 1; a[0] = 2; a.b = 3; a[b] == c;",
        "a[b] += c; a[b]++; a[b] ||= c; a[b]; (a[b]) = c;",
        "[a[b]] = c; for (a[b] of c) {} ({ a: a[b] = 1 } = c);",
    ] {
        let text = format!("'use strict';\nvar a, b, c;\n{kept}");
        assert_eq!(with_lenient_functions(&text), text);
    }
    for (text, expected) in [
        (
            "function f(a, b) { a[b] = 1; } class A { f(a, b) { a[b] = 1; } }",
            "function f(a, b) { a[b] = 1; } class A { f(a, b) { __set(a,(b) , 1); } }",
        ),
        (
            "'use strict'; for (var i in a[b] = c) {}",
            "'use strict'; for (var i in __keys(__set(a,(b) , c))) {}",
        ),
        (
            "class A extends B { f(b) { super[b] = 1; } }",
            "class A extends B { f(b) { super[b] = 1; } }",
        ),
        (
            "'use strict'; function f(a, b) { a[b] = name = 1; } class A { f(a, b) { a[b] = 1; } }",
            "            ; function f(a, b) { a[b] = name = 1; } class A { f(a, b) { __set(a,(b) , 1); } }",
        ),
    ] {
        assert_eq!(with_lenient_functions(text), expected);
    }
}

#[test]
fn the_platforms_own_names_are_the_scripts_own_once_set() {
    for (text, expected) in [
        (
            "session = null; response =request;",
            ";var response=globalThis.response,session=globalThis.session;session = null; response =request;",
        ),
        (
            "'use strict';\nfunction f() { request = 1; }",
            "'use strict';;var request=globalThis.request;\nfunction f() { request = 1; }",
        ),
        ("var session = null; a.request = 1;", "var session = null; a.request = 1;"),
        ("function f(response) { response = 1; }", "function f(response) { response = 1; }"),
        ("if (session == null) {}", "if (session == null) {}"),
    ] {
        assert_eq!(with_lenient_functions(text), expected, "{text}");
    }
}

#[test]
fn this_of_plain_calls_is_the_module() {
    let extend = "__scope(this,require,()=>({get extend(){return extend},set extend(value){extend=value},}))";
    for (text, expected) in [
        (
            "function extend() { this.extend(); }",
            format!("function extend() {{ {extend}.extend(); }}"),
        ),
        (
            "'use strict';\nvar extend = function () { [].map(() => this.extend); };",
            format!(
                "'use strict';\nvar extend = function () {{ [].map(() => {extend}.extend); }};"
            ),
        ),
        (
            "const a = 1; let value; module.exports = { f: function () { this.a; this\n.value; } };",
            format!(
                "const a = 1; let value; module.exports = {{ f: function () {{ {0}.a; {0}\n.value; }} }};",
                "__scope(this,require,()=>({get a(){return a},get value(){return value},set value(given){value=given},}))"
            ),
        ),
    ] {
        assert_eq!(with_lenient_functions(text), expected, "{text}");
    }
    for kept in [
        "var a; this.a = 1;",
        "function f() { this.other(); this[f]; f(this); }",
        "var f; function g(f) { this.f = f; }",
        "var f; class A { f() { this.f(); } b = this.f; static { this.f(); } }",
        "var f; function g(require) { this.f(); }",
    ] {
        assert_eq!(with_lenient_functions(kept), kept);
    }
}

#[test]
fn loops_over_keys_ask_what_they_are_of() {
    for (text, expected) in [
        ("for (var i in list) {}", "for (var i in __keys(list)) {}"),
        ("for (i in a.b(), c) x", "for (i in __keys((a.b(), c))) x"),
        (
            "for (const i in f(() => { for (k in o); })) {}",
            "for (const i in __keys(f(() => { for (k in __keys(o)); }))) {}",
        ),
        (
            "'use strict'; for (var i in delete a.b) {}",
            "'use strict'; for (var i in __keys(__delete( a,\"b\"))) {}",
        ),
    ] {
        assert_eq!(with_lenient_functions(text), expected, "{text}");
    }
    for kept in [
        "for (var i in { a: 1 }) {} for (var i in [1]) {}",
        "for (var i = ('a' in b); i < 1; i += 1) {}",
        "for (var x of list) {} a in b;",
    ] {
        assert_eq!(with_lenient_functions(kept), kept);
    }
}
