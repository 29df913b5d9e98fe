//! What templates become, and that their lines stay where they are.

use super::Compiled;
use super::scan::Scanner;
use proptest::prelude::*;

fn compile(template: &str) -> Result<Compiled, super::Problem> {
    super::compile(template, &super::Broken::new())
}

fn script(template: &str) -> String {
    compile(template).map_or_else(|problem| panic!("{template}: {problem:?}"), |it| it.text)
}

#[track_caller]
fn check(template: &str, expected: &str) {
    assert_eq!(script(template), expected, "{template}");
}

#[track_caller]
fn refused(template: &str, line: u32, message: &str) {
    let problem = compile(template).expect_err(template);
    assert_eq!((problem.line, problem.message.as_str()), (line, message), "{template}");
}

#[test]
fn text_goes_out_with_the_statement_after_it() {
    check("", "");
    check("<p>\n", "__isml.t(\"<p>\\n\");");
    check("<p>\n${1}", "\n__isml.t(\"<p>\\n\"),__isml.p((1));");
    check(
        "${1}\nend\n<isif condition=\"${2}\">yes</isif>",
        "__isml.p((1));\n\nif(__isml.t(\"\\nend\\n\"),(2)){__isml.t(\"yes\");}",
    );
    check(
        "${1} <!--- ${2}\n --->\n<iscomment>${3}</iscomment>${4}",
        "__isml.p((1));\n\n__isml.t(\" \\n\"),__isml.p((4));",
    );
}

#[test]
fn text_at_the_end_of_a_block_spreads_over_its_lines() {
    check("\n<p>\n</p>\n", "\n__isml.t(\"\\n<p>\\n\\\n</p>\\n\");");
    check(
        "<isif condition=\"${a}\">${1}<i>\n</i>\n\n<iscomment>\n</iscomment>\nend\n</isif>",
        "var a=__isml.seek(\"a\");if((a)){__isml.p((1)),__isml.t(\"<i>\\n\\\n</i>\\n\\\n\\n\\\n\\\n\\n\\\nend\\n\");\n}",
    );
}

#[test]
fn quotes_may_be_masked() {
    check(
        "a: '${f(\\'b}\\')}'",
        "var f=__isml.seek(\"f\");__isml.t(\"a: '\"),__isml.p((f( 'b}' ))),__isml.t(\"'\");",
    );
    check("${\\\"a\\\" + 'it\\'s'}", "__isml.p(( \"a\"  + 'it\\'s'));");
}

#[test]
fn conditions_and_loops_are_those_of_the_language() {
    check(
        "<isif condition=\"${a}\">\n1\n<iselseif condition='${b}'>\n2\n<iselse/>\n3\n</isif>",
        "var a=__isml.seek(\"a\"),b=__isml.seek(\"b\");if((a)){\n__isml.t(\"\\n1\\n\");\n}else if((b)){\n__isml.t(\"\\n2\\n\");\n}else{\n__isml.t(\"\\n3\\n\");\n}",
    );
    check(
        "<isloop items=\"${pdict.list}\" var=\"x\" status=\"s\">\n<isif condition=\"${s.last}\"><isbreak/></isif>${x}\n</isloop>",
        "var s=__isml.seek(\"s\"),x=__isml.seek(\"x\");for([x,s] of(__isml.loop({\"items\":(pdict?.list),},\"x\",\"s\"))){\n\
         if(__isml.t(\"\\n\"),(s?.last)){break;}__isml.p((x)),__isml.t(\"\\n\");\n}",
    );
}

#[test]
fn variables_are_shared_with_templates_inside() {
    check(
        "<isset name=\"a\" value=\"${1}\" scope=\"page\"/><isinclude template=\"b\"/>",
        "var a=__isml.seek(\"a\");a=__isml.page.a=(1);__isml.give({a},{}),__isml.include({\"template\":\"b\",}),({a}=__isml.page),({}=__isml.seen({}));",
    );
    check(
        "<isscript>\nconst b = 1; // one\nlet f = 2;\n</isscript>${b + c}",
        "var b=__isml.seek(\"b\"),f=__isml.seek(\"f\"),c=__isml.seek(\"c\");\nvar   b = 1; // one\nvar f = 2;\n__isml.p((b + c)),__isml.give({b,f},{c});",
    );
    check(
        "<isset name=\"a\" value=\"1\" scope=\"request\"/>",
        "__isml.set(\"request\",\"a\",\"1\");",
    );
}

#[test]
fn imported_names_are_known_from_there_on() {
    check(
        "<isscript>importScript('a');</isscript>${f()}",
        "var f=__isml.seek(\"f\"),importScript=__isml.seek(\"importScript\");\
         importScript=__isml.importing(importScript,()=>{({f}=__isml.imported({f}));});\
         importScript('a');__isml.p((f()));",
    );
}

#[test]
fn decorators_get_what_stands_in_them() {
    check(
        "<isdecorate template=\"page\">\nx\n</isdecorate>",
        "__isml.open({\"template\":\"page\",}),__isml.t(\"\\n\\\nx\\n\");\n__isml.give({},{}),__isml.decorate(),({}=__isml.page),({}=__isml.seen({}));",
    );
}

#[test]
fn oddities_that_occur_are_legal() {
    for (odd, even) in [
        ("<isprint value=${a}/>", "<isprint value=\"${a}\"/>"),
        ("<isprint value=\"${a[\"}\"]}\"/>", "<isprint value=\"${a['}']}\"/>"),
        ("<ISPRINT VALUE = '${a}' >", "<isprint value=\"${a}\"/>"),
        ("<isif condition=\"${a}\"/>b</isif>", "<isif condition=\"${a}\">b</isif>"),
        ("<isprint value=\"${a}\"></isprint>", "<isprint value=\"${a}\">"),
        ("<isprint value=\" ${a} \">", "<isprint value=\"${a}\">"),
        ("<isprint ${a} />", "<isprint value=\"${a}\"/>"),
        ("${a; // why\n}", "${a}\n"),
    ] {
        let same = |text: &str| {
            script(text).replace("[\"}\"]", "['}']").split_whitespace().collect::<String>()
        };
        assert_eq!(same(odd), same(even).replace(",__isml.t(\"\\n\")", ""), "{odd}");
    }
    let inside = "<a class=\"x <isif condition=\"${a}\">y</isif>\" title='${b}'>";
    assert!(script(inside).contains("if(__isml.t(\"<a class=\\\"x \"),(a))"));
    assert!(
        script("<script>\nvar a = '<isprint value=\"${b}\"/>';</script>").contains("__isml.print")
    );
    assert_eq!(
        script("<island/><i s>$ { }</is>$${"[..18].trim_end()).matches("__isml.t").count(),
        1
    );
}

#[test]
fn faults_name_line_and_tag() {
    refused("\n<isif condition=\"${a}\">", 2, "<isif>: there is no </isif>");
    refused("a\n</isloop>", 2, "</isloop>: there is no <isloop> before it");
    refused(
        "<isloop items=\"${a}\" var=\"b\">\n<isif condition=\"${c}\">\n</isloop></isif>",
        3,
        "</isloop>: <isif> of line 2 is still open",
    );
    refused("<isif>", 1, "<isif>: it has no condition");
    refused("\n<isinclude scope=\"a\"/>", 2, "<isinclude>: it has no template or url");
    refused("<iselse/>", 1, "<iselse>: it stands in no <isif>");
    refused(
        "<isif condition=\"${a}\"><iselse/><iselse/></isif>",
        1,
        "<iselse>: it stands after <iselse>",
    );
    refused("<isbreak/>", 1, "<isbreak>: it stands in no <isloop>");
    refused("\n${a", 2, "${…}: the expression has no closing }");
    refused("<isprint value=\"${a\"/>", 1, "<isprint>: the expression has no closing }");
    refused("<isprint value=\"a", 1, "<isprint>: the value of value has no closing quote");
    refused("<isprint \"a\"/>", 1, "<isprint>: \" is no attribute");
    refused("<isprint value=\"a\"", 1, "<isprint>: the tag has no end");
    refused("<isscript>\na", 1, "<isscript>: there is no </isscript>");
    refused("<!--- a", 1, "<!---: there is no --->");
    refused(
        "<isset name=\"a b\" value=\"1\" scope=\"page\"/>",
        1,
        "<isset>: name=\"a b\" is no name of a variable: a letter, then letters, digits and _",
    );
    refused(
        "<isset name=\"a\" value=\"1\" scope=\"all\"/>",
        1,
        "<isset>: all is no scope: page, request, session or pdict",
    );
    let deep = "<isif condition=\"${a}\">".repeat(201);
    refused(&deep, 1, "<isif>: more than 200 tags stand in each other");
}

/// Fragments that templates are made of, whole and broken.
fn fragments() -> impl Strategy<Value = String> {
    let one = prop::sample::select(vec![
        "<isif condition=\"${a}\">",
        "</isif>",
        "<iselse/>",
        "<iselseif condition=\"${b}\">",
        "\n",
        "text ",
        "${x.y}",
        "<isloop items=\"${l}\" var=\"v\" status=\"s\">",
        "</isloop>",
        "<isset name=\"n\" value=\"${\n1}\" scope=\"page\"/>",
        "<isinclude template=\"t\"/>",
        "<isdecorate template=\"d\">",
        "<isreplace/>",
        "</isdecorate>",
        "<isbreak>",
        "<isscript>\nvar q = {a: '}'};\n</isscript>",
        "<iscomment>\n${</iscomment>",
        "<!---\n--->",
        "<isprint",
        " value=",
        "\"",
        "'",
        ">",
        "/>",
        "${",
        "}",
        "`",
        "\u{e9}",
        "<",
        "is",
        "$",
        "<isfoo bar=\"1\"/>",
        "\r\n",
    ]);
    prop::collection::vec(one, 0..25).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn any_text_is_compiled_or_refused_at_one_of_its_lines(template in fragments()) {
        let lines = template.matches('\n').count() + 1;
        match compile(&template) {
            Ok(Compiled { text, pieces }) => {
                prop_assert!(text.matches('\n').count() < lines);
                prop_assert!(pieces.iter().all(|it| it.line as usize <= lines));
            }
            Err(problem) => prop_assert!((1..=lines).contains(&(problem.line as usize))),
        }
    }

    #[test]
    fn every_expression_stands_on_its_own_line(template in fragments()) {
        if let Ok(Compiled { text, pieces }) = compile(&template) {
            for piece in pieces.iter().filter(|it| it.place == "${…}") {
                let line = text.lines().nth(piece.line as usize - 1).unwrap_or_default();
                let first = piece.text.lines().next().unwrap_or_default();
                prop_assert!(line.contains(first), "{first:?} in {line:?} of {text}");
            }
        }
    }

    #[test]
    fn the_scanner_comes_to_an_end(template in "[ -~\n]{0,80}") {
        prop_assert!(Scanner::new(&template).count() <= template.len() + 1);
    }
}
