//! What the older engine's scripts become.

use super::{is_ambiguous, translate, with_quiet_deletes};
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
        assert_eq!(with_quiet_deletes(&strict(text)), strict(expected));
        assert_eq!(with_quiet_deletes(text), text, "what isn't strict stays");
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
        "x = {delete: a.b}",
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
