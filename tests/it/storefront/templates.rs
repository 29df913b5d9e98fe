//! ISML: what each tag and attribute prints or does.

use super::debugger::halted;
use super::{Browser, Page, storefront};
use crate::testkit::patience::{PATIENCE, evaluated};
use haltscope::script::{Breakpoint, Owner, Step, ThreadState};
use std::fmt::Write as _;

/// A shop whose controller renders the template `test` of one cartridge with `view`; further files may stand beside it.
pub(super) async fn rendered_with(view: &str, template: &str, others: &[(&str, &str)]) -> Page {
    let controller = format!(
        "var ISML = require('dw/template/ISML');\n\
         exports.Run = function () {{ ISML.renderTemplate('test', {view}); }}; exports.Run.public = true;\n\
         exports.Part = function () {{ response.writer.print('[part ' + request.httpParameterMap.get('a').stringValue + ']'); }};\n\
         exports.Part.public = true;"
    );
    let mut files = vec![
        ("app/cartridge/controllers/Test.js", controller.as_str()),
        ("app/cartridge/templates/default/test.isml", template),
    ];
    files.extend(others);
    Browser::of(&storefront(&files)).get("Test-Run").await
}

/// What a template prints with [`VIEW`].
pub(super) async fn check(template: &str, expected: &str) {
    check_with(template, &[], expected).await;
}

const VIEW: &str = "{ text: '<b>\"it\\'s\" & é', list: ['a', 'b', 'c'], none: null, yes: true, n: 1234.5, \
    map: { x: 1 }, date: new Date(Date.UTC(2026, 10, 22, 15, 4, 5)), empty: new (require('dw/util/ArrayList'))() }";

async fn check_with(template: &str, others: &[(&str, &str)], expected: &str) {
    let page = rendered_with(VIEW, template, others).await;
    page.is_fine();
    assert_eq!(page.body, expected, "{template}");
}

#[tokio::test]
async fn expressions_print_their_value_encoded_as_html() {
    check(
        "<p>${pdict.text}</p>${1 + 1}${''}${pdict.none}",
        "<p>&lt;b&gt;&#34;it&#39;s&#34; &amp; é</p>2null",
    )
    .await;
    check("<i a=\"${JSON.stringify(pdict.map)}\">", "<i a=\"{&#34;x&#34;:1}\">").await;
    check("${pdict.list.map(function (x) { return '{' + x + '}'; }).join('')}", "{a}{b}{c}").await;
    check(
        "${Resource.msg('a', 'b', 'c')} ${StringUtils.trim(' x ')} ${URLUtils.url('A-B')}",
        "c x /on/demandware.store/Sites-Storefront-Site/default/A-B",
    )
    .await;
    check(
        "${nobody} ${typeof nobody} ${empty(pdict.none)} ${session.custom.a}",
        "null undefined true null",
    )
    .await;
    check("${pdict.nothing}<isprint value=\"${pdict.nothing}\"/>", "null").await;
    check(
        "[<isprint value=\"${null}\" style=\"MONEY_LONG\"/><isprint value=\"${pdict.nothing}\" formatter=\"0\" padding=\"2\"/>]",
        "[  ]",
    )
    .await;
    check("${pdict.CurrentPageMetaData.title}", "Sites-Storefront-Site").await;
    check("a$b $${1} { } <i s>", "a$b $1 { } <i s>").await;
    check("${pdict.none.x ? 1 : 2}${empty(pdict.nothing.at[0].all)}", "2true").await;
}

#[tokio::test]
async fn isprint_encodes_for_its_place() {
    let cases = [
        ("", "&lt;b&gt;&#34;it&#39;s&#34; &amp; é"),
        ("encoding=\"on\"", "&lt;b&gt;&#34;it&#39;s&#34; &amp; é"),
        ("encoding=\"off\"", "<b>\"it's\" & é"),
        ("encoding=\"htmlcontent\"", "&lt;b&gt;&#34;it&#39;s&#34; &amp; é"),
        ("encoding=\"htmlsinglequote\"", "&lt;b&gt;\"it&#39;s\" &amp; é"),
        ("encoding=\"htmldoublequote\"", "&lt;b&gt;&#34;it's&#34; &amp; é"),
        ("encoding=\"htmlunquote\"", "&#60;b&#62;&#34;it&#39;s&#34;&#32;&#38;&#32;é"),
        ("encoding=\"jshtml\"", "\\x3cb\\x3e\\x22it\\x27s\\x22 \\x26 é"),
        ("encoding=\"jsattribute\"", "\\x3cb\\x3e\\x22it\\x27s\\x22 \\x26 é"),
        ("encoding=\"jsblock\"", "<b>\\x22it\\x27s\\x22 \\x26 é"),
        ("encoding=\"jssource\"", "<b>\\x22it\\x27s\\x22 & é"),
        ("encoding=\"jsonvalue\"", "\\u003cb\\u003e\\\"it\\u0027s\\\" \\u0026 é"),
        ("encoding=\"uricomponent\"", "%3Cb%3E%22it's%22%20%26%20%C3%A9"),
        ("encoding=\"uristrict\"", "%3Cb%3E%22it%27s%22%20%26%20%C3%A9"),
        ("encoding=\"xmlcontent\"", "&lt;b&gt;\"it's\" &amp; é"),
        ("encoding=\"xmlsinglequote\"", "&lt;b&gt;\"it&apos;s\" &amp; é"),
        ("encoding=\"xmldoublequote\"", "&lt;b&gt;&quot;it's&quot; &amp; é"),
        ("encoding=\"xmlcomment\"", "&lt;b&gt;\"it's\" &amp; é"),
    ];
    let (mut template, mut expected) = (String::new(), String::new());
    for (attributes, text) in cases {
        writeln!(template, "<isprint value=\"${{pdict.text}}\" {attributes}/>").expect("a text");
        writeln!(expected, "{text}").expect("a text");
    }
    check(&template, &expected).await;
    check(
        "<iscontent type=\"text/html\" encoding=\"off\"><isprint value=\"${pdict.text}\"/>",
        "<b>\"it's\" & é",
    )
    .await;
}

#[tokio::test]
async fn isprint_formats_numbers_dates_and_money() {
    check(
        "<isprint value=\"${pdict.n}\" formatter=\"#,##0.00\"/> <isprint value=\"${pdict.n}\" style=\"INTEGER\"/> <isprint value=\"${pdict.n}\" style=\"decimal\"/> <isprint value=\"${pdict.n}\" style=\"0\"/>",
        "1,234.50 1,235 1,234.50 1235",
    )
    .await;
    check(
        "<isprint value=\"${pdict.date}\" formatter=\"yyyy-MM-dd\"/> <isprint value=\"${pdict.date}\" style=\"DATE_SHORT\"/> <isprint value=\"${pdict.date}\" style=\"DATE_LONG\" timezone=\"SITE\"/>",
        "2026-11-22 11/22/2026 Sunday, November 22, 2026",
    )
    .await;
    let styles = ["DATE_SHORT", "DATE_LONG", "DATE_TIME", "TIME_SHORT", "TIME_LONG"];
    let printed = |style| format!("<isprint value=\"${{pdict.date}}\" style=\"{style}\"/>");
    let german = "<isscript>request.setLocale('de_DE');</isscript>".to_owned();
    check(
        &(german + &styles.map(printed).join("|")),
        "22.11.2026|Sonntag, 22. November 2026|22.11.2026 15:04|15:04|15:04:05",
    )
    .await;
    check(
        "[<isprint value=\"${'a'}\" padding=\"3\"/>|<isprint value=\"${'a'}\" padding=\"-3\"/>]",
        "[a  |  a]",
    )
    .await;
    check(
        "<isprint value=\"${new (require('dw/value/Money'))(5, 'USD')}\" encoding=\"off\"/> <isprint value=\"${5}\" style=\"MONEY_SHORT\" encoding=\"off\"/>",
        "$5.00 5.00",
    )
    .await;
}

#[tokio::test]
async fn conditions_choose_one_branch() {
    let template = "<isif condition=\"${pdict.n > 2000}\">a<iselseif condition=\"${pdict.yes}\">b<iselse>c</isif>\
        <isif condition=\"${pdict.none}\">d<iselse/>e</isif><isif condition=\"${!pdict.none}\"/>f</isif>";
    check(template, "bef").await;
}

#[tokio::test]
async fn loops_have_a_status() {
    check(
        "<isloop items=\"${pdict.list}\" var=\"x\" status=\"s\">${s.count}${s.index}${x}${s.first ? 'F' : ''}${s.last ? 'L' : ''}${s.odd ? 'o' : ''}${s.even ? 'e' : ''} </isloop>",
        "10aFo 21be 32cLo ",
    )
    .await;
    check("<isloop iterator=\"${pdict.list}\" alias=\"x\">${x}</isloop>", "abc").await;
    check("<isloop items=\"${pdict.list}\" var=\"x\" begin=\"1\" end=\"${1}\">${x}</isloop>", "b")
        .await;
    check("<isloop items=\"${pdict.list}\" var=\"x\" step=\"2\" status=\"s\">${x}${s.index}${s.last}</isloop>", "a0falsec2true").await;
    check("<isloop begin=\"2\" end=\"4\" var=\"i\">${i}</isloop><isloop items=\"${pdict.none}\" var=\"i\">no</isloop>", "234").await;
    for nothing in
        ["items=\"${undefined}\"", "items=\"${pdict.map.y}\"", "iterator=\"${undefined}\""]
    {
        check(&format!("<isloop {nothing} var=\"x\" begin=\"0\">no</isloop>"), "").await;
    }
    check("<isloop items=\"${pdict.map}\" var=\"i\">${i}</isloop><isloop items=\"${pdict.empty}\" var=\"i\">no</isloop>", "1").await;
    check(
        "<isloop items=\"${new (require('dw/util/ArrayList'))(pdict.list).iterator()}\" var=\"x\">${x}<isif condition=\"${x == 'b'}\"><isbreak></isif></isloop>",
        "ab",
    )
    .await;
    check(
        "<isloop items=\"${pdict.list}\" var=\"x\"><isif condition=\"${x == 'a'}\"><iscontinue/></isif><isif condition=\"${x == 'b'}\"><isnext/></isif>${x}</isloop>",
        "c",
    )
    .await;
}

#[tokio::test]
async fn variables_have_a_scope() {
    check(
        "<isset name=\"a\" value=\"${1}\" scope=\"page\"/><isset name=\"b\" value=\"text\" scope=\"request\"/><isset name=\"c\" value=\"${3}\" scope=\"session\"/><isset name=\"d\" value=\"x ${4}\" scope=\"pdict\"/>${a} ${request.custom.b} ${session.custom.c} ${pdict.d}<isremove name=\"c\" scope=\"session\"/> ${session.custom.c}<isremove name=\"a\" scope=\"page\"/> ${a}",
        "1 text 3 x 4 null null",
    )
    .await;
}

#[tokio::test]
async fn included_templates_share_the_page_and_modules_do_not() {
    let others = [
        (
            "app/cartridge/templates/default/inner.isml",
            "[${a} ${x} ${f(1)}<isset name=\"back\" value=\"${a + 1}\" scope=\"page\"/>]",
        ),
        (
            "app/cartridge/templates/default/util/modules.isml",
            "<ismodule template=\"tile\" name=\"Tile\" attribute=\"pName\" attribute=\"other\"/>",
        ),
        (
            "app/cartridge/templates/default/tile.isml",
            "(${pdict.pName} ${pdict.other} ${typeof a} ${pdict.yes})",
        ),
    ];
    check_with(
        "<isset name=\"a\" value=\"${1}\" scope=\"page\"/><isscript>function f(n) { return n * 2; } const k = 5;</isscript>\
         <isloop items=\"${['l']}\" var=\"x\"><isinclude template=\"inner\"/><isinclude template=\"${'inner.isml'}\"/></isloop>${back}${k}\
         <isinclude template=\"/util/modules\"/><istile pname=\"${a}\"/><isTile pName=\"x\" other=\"y\"></isTile>",
        &others,
        "[1 l 2][1 l 2]25(1 null undefined true)(x y undefined true)",
    )
    .await;
    let page = rendered_with("{}", "\n<isnothing/>", &[]).await;
    page.shows("&lt;isnothing&gt; is no tag").shows("templates/default/test.isml:2");
}

#[tokio::test]
async fn decorators_stand_around_and_see_what_was_done_before() {
    let others = [
        (
            "app/cartridge/templates/default/outer.isml",
            "<html>${title}|<isreplace/>|<isinclude template=\"foot\"/></html>",
        ),
        ("app/cartridge/templates/default/foot.isml", "${title}"),
        (
            "app/cartridge/templates/default/middle.isml",
            "<isdecorate template=\"outer\">M<isreplace/>M</isdecorate>",
        ),
    ];
    let body = "<isset name=\"title\" value=\"T\" scope=\"page\"/>body";
    check_with(
        &format!("<isdecorate template=\"outer\">{body}</isdecorate>"),
        &others,
        "<html>T|body|T</html>",
    )
    .await;
    check_with(
        &format!("a<isdecorate template=\"middle\">{body}</isdecorate>b"),
        &others,
        "a<html>T|MbodyM|T</html>b",
    )
    .await;
    check("<isreplace/>x", "x").await;
}

#[tokio::test]
async fn remote_includes_are_requests_of_their_own() {
    check(
        "<isinclude url=\"${URLUtils.url('Test-Part', 'a', 'é b')}\"/><iscomponent pipeline=\"Test-Part\" a=\"${1}\"/>",
        "[part é b][part 1]",
    )
    .await;
}

#[tokio::test]
async fn tags_that_speak_to_the_browser() {
    let page = rendered_with(
        "{}",
        "<iscontent type=\"text/plain\" charset=\"UTF-8\" compact=\"true\"/><isstatus value=\"404\"/><iscookie name=\"a\" value=\"${'b'}\" path=\"/x\" maxAge=\"9\" secure=\"true\"/><iscache type=\"relative\" hour=\"1\" minute=\"${2}\" varyby=\"price_promotion\" if=\"${true}\"/>gone",
        &[],
    )
    .await;
    assert_eq!((page.status.as_u16(), page.body.as_str()), (404, "gone"));
    assert_eq!(page.headers["content-type"], "text/plain;charset=UTF-8");
    assert_eq!(page.headers["set-cookie"], "a=b; SameSite=Lax; Path=/x; Max-Age=9; Secure");
    let page = rendered_with("{}", "<isif condition=\"${true}\"><isredirect location=\"/x\" permanent=\"true\"/></isif><isprint value=\"${never()}\"/>", &[]).await;
    assert_eq!((page.status.as_u16(), page.location()), (301, "/x"));
    let page = rendered_with("{}", "<isredirect location=\"${URLUtils.url('A-B')}\"/>", &[]).await;
    assert_eq!(page.status.as_u16(), 302);
}

#[tokio::test]
async fn what_has_no_effect_here_prints_what_stands_in_it() {
    check(
        "<isobject object=\"${pdict.list}\" view=\"detail\">o</isobject><isobject object=\"${pdict.list}\" view=\"none\"/><isactivedatahead/><isactivedatacontext category=\"${pdict.text}\"/><isslot id=\"s\" description=\"d\" context=\"global\" context-object=\"${pdict.map}\"/><iscontentasset aid=\"nothing\"/><isapplepay sku=\"1\"></isapplepay>.",
        "o.",
    )
    .await;
}

#[tokio::test]
async fn scripts_in_templates_know_the_page() {
    check(
        "<isscript>\n<!--\nvar total = 0; for each (var x in pdict.list) { total += x.length; }\nout.print('via out ');\n//-->\n</isscript>${total}",
        "via out 3",
    )
    .await;
}

#[tokio::test]
async fn a_line_that_is_hidden_from_old_browsers_is_a_comment() {
    for (script, expected) in [
        ("<!-- var a = 1; { -->\nvar b = 2;", "2 undefined"),
        ("var b = 2;\n<!-- b = \"{\"; don't -->\n--> b = 3;", "2 undefined"),
        ("var a = '<!-- let'; var i = 1; while (i-->0) { var b = 2; }", "2 string"),
    ] {
        let template = format!("<isscript>\n{script}\n</isscript>${{b}} ${{typeof a}}");
        check(&template, expected).await;
    }
}

#[tokio::test]
async fn amounts_are_written_as_they_are_in_the_country() {
    let files = [(
        "app/cartridge/controllers/Test.js",
        "var Money = require('dw/value/Money');\n\
         exports.Run = function () {\n\
           response.writer.print(['CNY', 'PLN', 'CAD', 'EUR'].map(function (code) { return new Money(-1234.5, code).toFormattedString(); }).join(' | '));\n\
         };\n\
         exports.Run.public = true;",
    )];
    let mut browser = Browser::of(&storefront(&files));
    for (locale, expected) in [
        ("en_US", "-CNY 1,234.50 | -PLN 1,234.50 | -CAD 1,234.50 | -€1,234.50"),
        ("zh_CN", "-¥1,234.50 | -PLN 1,234.50 | -CAD 1,234.50 | -€1,234.50"),
        ("pl", "-1 234,50 CNY | -1 234,50 zł | -1 234,50 CAD | -1 234,50 €"),
        ("fr_CA", "-1 234,50 CNY | -1 234,50 PLN | -1 234,50 $ | -1 234,50 €"),
        ("de_AT", "-CNY 1.234,50 | -PLN 1.234,50 | -CAD 1.234,50 | -€ 1.234,50"),
    ] {
        let page = browser.get(&format!("{locale}/Test-Run")).await;
        assert_eq!(page.body.replace('\u{a0}', " "), expected, "{locale}");
    }
}

#[tokio::test]
async fn a_locale_and_a_cartridge_further_left_come_first() {
    let files = [
        ("left/cartridge/templates/de/a.isml", "links de"),
        ("right/cartridge/templates/default/a.isml", "rechts"),
        ("right/cartridge/templates/default/b.isml", "\u{feff}<isinclude template=\"a\"/>\r\n"),
        (
            "right/cartridge/controllers/Test.js",
            "exports.Run = function () { require('dw/template/ISML').renderTemplate('b.isml'); }; exports.Run.public = true;",
        ),
    ];
    let mut browser = Browser::of(&storefront(&files));
    assert_eq!(browser.get("de_DE/Test-Run").await.body, "links de\r\n");
    assert_eq!(browser.get("fr/Test-Run").await.body, "rechts\r\n");
}

#[tokio::test]
async fn faults_name_template_and_line() {
    for (template, line, message) in [
        ("\n<isif condition=\"${a\">", 2, "&lt;isif&gt;: the expression has no closing }"),
        ("\n\n<isprint value=\"${a b}\"/>", 3, "&lt;isprint&gt;: "),
        ("<p>\n${pdict.yes.x()}</p>", 2, "TypeError: pdict.yes.x is not a function"),
        ("\n<isif condition=\"${!pdict.no(1)}\"></isif>", 2, "pdict.no is not a function"),
        (
            "\n\n<isprint value=\"${pdict.yes.none().a}\" encoding=\"off\"/>",
            3,
            "pdict.yes.none is not a function",
        ),
        ("<isscript>\nvar a = {};\na.b\n  .c();\n</isscript>", 3, "TypeError"),
        (
            "<isset name=\"a\" value=\"${[]}\" scope=\"page\"/>\n<isloop items=\"${a.all()}\" var=\"b\"></isloop>",
            2,
            "a.all is not a function",
        ),
        ("<isscript>\n\nvar a = ;\n</isscript>", 3, "&lt;isscript&gt;: "),
        ("\n<isinclude template=\"nowhere\"/>", 2, "There is no template nowhere"),
        ("\n<isinclude template=\"../../controllers/Test\"/>", 2, "There is no template"),
        ("\n<isinclude template=\"test\"/>", 2, "The template test stands in 60 others"),
        ("\n<isprint value=\"${1}\" encoding=\"odd\"/>", 2, "odd is no encoding"),
        ("\n<isprint value=\"${1}\" style=\"odd\"/>", 2, "odd is no style"),
        (
            "\n<isloop items=\"${1}\" var=\"a\"></isloop>",
            2,
            "&lt;isloop&gt; can&#39;t go through 1",
        ),
    ] {
        let page = rendered_with(VIEW, template, &[]).await;
        assert_eq!(page.status.as_u16(), 500, "{template}");
        page.shows(message).shows(&format!("/app/cartridge/templates/default/test.isml:{line}"));
    }
}

/// Each halt of a request for a template, `line: value of an expression`, when every step is `over`.
#[tokio::test]
async fn breakpoints_halt_in_templates_and_steps_follow_their_lines() {
    const ME: Owner = Owner(7);
    let template = "<h1>\n<isset name=\"sum\" value=\"${0}\" scope=\"page\"/>\n</h1>\n<isloop items=\"${pdict.list}\" var=\"x\">\n\
        <isscript>\nsum += x;\n</isscript>\n</isloop>\n<isinclude template=\"inner\"/>\n${sum}";
    let shop = storefront(&[
        ("app/cartridge/templates/default/test.isml", template),
        ("app/cartridge/templates/default/inner.isml", "<b>\n${sum}\n</b>"),
        (
            "app/cartridge/controllers/Test.js",
            "exports.Run = function () { require('dw/template/ISML').renderTemplate('test', { list: [2, 3] }); }; exports.Run.public = true;",
        ),
    ]);
    let control = shop.engine().control();
    control.attach(ME);
    let path = "/app/cartridge/templates/default/test.isml";
    control.set_breakpoints(
        ME,
        vec![Breakpoint { id: 1, path: path.to_owned(), line: 2, condition: None }],
    );
    let mut browser = Browser::of(&shop);
    let page = tokio::spawn(async move { browser.get("Test-Run").await.body });
    let mut seen = Vec::new();
    let mut thread = halted(&shop).await;
    while let ThreadState::Halted(halt) = &thread.state {
        let frame = &halt.stack[0];
        let name = frame.path.rsplit('/').next().unwrap_or_default();
        let sum = evaluated(control, thread.id, 0, "sum").await.expect("halted");
        seen.push(format!("{name}:{} {sum}", frame.line));
        let step = if frame.line == 9 { Step::Into } else { Step::Over };
        let Ok(after) = control.step(thread.id, step, PATIENCE).await else { break };
        thread = after;
    }
    assert_eq!(page.await.expect("a page"), "<h1>\n\n</h1>\n\n\n\n\n\n<b>\n5\n</b>\n5");
    assert_eq!(
        seen,
        [
            "test.isml:2 undefined",
            "test.isml:4 0",
            "test.isml:6 0",
            "test.isml:7 2",
            "test.isml:4 2",
            "test.isml:6 2",
            "test.isml:7 5",
            "test.isml:9 5",
            "inner.isml:2 5"
        ]
    );
}

/// Where a request for `Test-Run` halts when each halt is resumed: `file:line`, and its page.
async fn halts_of(files: &[(&str, &str)], breakpoints: &[(&str, u32)]) -> (Vec<String>, String) {
    const ME: Owner = Owner(8);
    let shop = storefront(files);
    let control = shop.engine().control();
    control.attach(ME);
    let breakpoint = |(id, (name, line)): (u64, &(&str, u32))| {
        let path = format!("/app/cartridge/templates/default/{name}.isml");
        Breakpoint { id, path, line: *line, condition: None }
    };
    control.set_breakpoints(ME, (1..).zip(breakpoints).map(breakpoint).collect());
    let mut browser = Browser::of(&shop);
    let page = tokio::spawn(async move { browser.get("Test-Run").await.body });
    let mut seen = Vec::new();
    while !page.is_finished() {
        let halted = control.threads().into_iter().find_map(|thread| match &thread.state {
            ThreadState::Halted(halt) => Some((thread.id, halt.stack[0].clone())),
            ThreadState::Running => None,
        });
        if let Some((thread, frame)) = halted {
            let name = frame.path.rsplit('/').next().unwrap_or_default().to_owned();
            seen.push(format!("{name}:{}", frame.line));
            control.resume(thread).expect("still halted");
        }
        tokio::task::yield_now().await;
    }
    (seen, page.await.expect("a page"))
}

#[tokio::test]
async fn breakpoints_halt_wherever_a_template_runs() {
    let controller = "var ISML = require('dw/template/ISML');\n\
        exports.Run = function () { ISML.renderTemplate('test', { list: [1, 2] }); }; exports.Run.public = true;\n\
        exports.Part = function () { ISML.renderTemplate('part', {}); }; exports.Part.public = true;";
    let test = "<isdecorate template=\"layout\">\n<isloop items=\"${pdict.list}\" var=\"x\">\n${x}\n</isloop>\n<isinclude template=\"inner\"/>\n<isinclude url=\"${URLUtils.url('Test-Part')}\"/>\n</isdecorate>";
    let files = [
        ("app/cartridge/controllers/Test.js", controller),
        ("app/cartridge/templates/default/test.isml", test),
        ("app/cartridge/templates/default/layout.isml", "<b>\n${1 + 1}\n<isreplace/>\n</b>"),
        ("app/cartridge/templates/default/inner.isml", "\n${'inner'}"),
        ("app/cartridge/templates/default/part.isml", "\n\n${'part'}"),
    ];
    let breakpoints = [("test", 3), ("inner", 2), ("layout", 2), ("part", 3)];
    let (seen, page) = halts_of(&files, &breakpoints).await;
    let expected = ["test.isml:3", "test.isml:3", "inner.isml:2", "layout.isml:2", "part.isml:3"];
    assert_eq!(seen, expected);
    assert_eq!(
        page.split_whitespace().collect::<Vec<_>>(),
        ["<b>", "2", "1", "2", "inner", "part", "</b>"]
    );
}

#[tokio::test]
async fn breakpoints_on_text_halt_in_the_branch_that_prints_it() {
    let controller = "var ISML = require('dw/template/ISML');\n\
        exports.Run = function () { ISML.renderTemplate('test', { yes: true, one: 1 }); }; exports.Run.public = true;";
    let template = "<isif condition=\"${pdict.yes}\">\n<p>\nyes\n</p>\n<iselse/>\n${pdict.one}\n</isif>\n\
        <isif condition=\"${!pdict.yes}\">\nno\n<iselse/>\n${pdict.one}\n<b>\nends\n</b>\n</isif>\nlast\n</body>\n";
    for (line, expected) in
        [(2, [2].as_slice()), (4, &[2]), (6, &[]), (9, &[]), (13, &[11]), (14, &[11]), (17, &[16])]
    {
        let files = [
            ("app/cartridge/controllers/Test.js", controller),
            ("app/cartridge/templates/default/test.isml", template),
        ];
        let (seen, _) = halts_of(&files, &[("test", line)]).await;
        let expected: Vec<_> = expected.iter().map(|line| format!("test.isml:{line}")).collect();
        assert_eq!(seen, expected, "a breakpoint on line {line}");
    }
}

#[tokio::test]
async fn what_a_page_knows_can_be_asked_for_in_any_of_its_templates() {
    const ME: Owner = Owner(9);
    let test =
        "<isset name=\"sum\" value=\"${2}\" scope=\"page\"/>\n<isinclude template=\"inner\"/>";
    let shop = storefront(&[
        ("app/cartridge/templates/default/test.isml", test),
        ("app/cartridge/templates/default/inner.isml", "<b>\n${'here'}\n</b>"),
        (
            "app/cartridge/controllers/Test.js",
            "exports.Run = function () { require('dw/template/ISML').renderTemplate('test', {}); }; exports.Run.public = true;",
        ),
    ]);
    let control = shop.engine().control();
    control.attach(ME);
    let path = "/app/cartridge/templates/default/inner.isml".to_owned();
    let condition = Some("sum === 2 && URLUtils.url('A-B') != null".to_owned());
    control.set_breakpoints(ME, vec![Breakpoint { id: 1, path, line: 2, condition }]);
    let mut browser = Browser::of(&shop);
    let page = tokio::spawn(async move { browser.get("Test-Run").await.body });
    let thread = halted(&shop).await;
    for (frame, expression, expected) in [
        (0, "sum", "2"),
        (0, "URLUtils.url('A-B')", "/on/demandware.store/Sites-Storefront-Site/default/A-B"),
        (0, "[1, 2].map(function (it) { return it + sum; }).join()", "3,4"),
        (0, "typeof sum + typeof nobody", "numberundefined"),
        (0, "({ sum }).sum", "2"),
        (0, "new Date(sum).getTime()", "2"),
        (0, "(function () { return sum; }).toString()", "function () { return sum; }"),
        (0, "eval('sum')", "2"),
        (0, "'x' + pdict.nothing.at.all", "xundefined"),
        (1, "StringUtils.trim(' a ')", "a"),
    ] {
        let told = evaluated(control, thread.id, frame, expression).await.expect("halted");
        assert_eq!(told, expected, "{expression}");
    }
    let told = evaluated(control, thread.id, 0, "nobody.knows").await.expect("halted");
    assert!(told.contains("nobody is not defined"), "{told}");
    control.resume(thread.id).expect("halted");
    assert_eq!(page.await.expect("a page"), "\n<b>\nhere\n</b>");
}

#[tokio::test]
async fn a_breakpoint_on_the_first_line_halts_once() {
    let controller = "var ISML = require('dw/template/ISML');\n\
        exports.Run = function () { ISML.renderTemplate('test', {}); }; exports.Run.public = true;";
    for (template, expected) in [
        ("<isset name=\"sum\" value=\"${1}\" scope=\"page\"/>\n${sum}", ["test.isml:1"].as_slice()),
        ("${sum}", &["test.isml:1"]),
        ("<isscript>\nvar sum = 1;</isscript>${sum}", &["test.isml:2"]),
    ] {
        let files = [
            ("app/cartridge/controllers/Test.js", controller),
            ("app/cartridge/templates/default/test.isml", template),
        ];
        let (seen, _) = halts_of(&files, &[("test", 1)]).await;
        assert_eq!(seen, expected, "{template}");
    }
}

#[tokio::test]
async fn templates_for_texts_read_what_they_get_as_param_too() {
    let page = rendered_with(
        "{}",
        "${new (require('dw/util/Template'))('mail').render(new (require('dw/util/HashMap'))()).text}${new (require('dw/util/Template'))('mail').render((function () { var map = new (require('dw/util/HashMap'))(); map.a = 7; return map; }())).text}",
        &[("app/cartridge/templates/default/mail.isml", "[${pdict.a} ${param.a}<isinclude template=\"part\"/>]"), ("app/cartridge/templates/default/part.isml", "${param.a}")],
    )
    .await;
    assert_eq!(page.is_fine().body, "[null nullnull][7 77]");
}

#[tokio::test]
async fn templates_for_texts_are_those_of_the_locale_that_is_set() {
    let refused = "(function () { try { new (require('dw/util/Template'))('mail').setLocale(' '); } catch (e) { return e.name; } }())";
    let page = rendered_with(
        "{}",
        &format!("${{new (require('dw/util/Template'))('mail').setLocale('de_DE').render().text}} ${{new (require('dw/util/Template'))('mail', 'de_DE').setLocale('fr').render().text}} ${{{refused}}}"),
        &[("app/cartridge/templates/default/mail.isml", "Hello"), ("app/cartridge/templates/de/mail.isml", "Hallo${request.locale}")],
    )
    .await;
    assert_eq!(page.is_fine().body, "Hallode_DE Hello TypeError");
}

#[tokio::test]
async fn a_tag_has_what_the_tag_around_it_was_given() {
    let others = [
        ("app/cartridge/templates/default/line.isml", "<isprice x=\"1\"/> "),
        ("app/cartridge/templates/default/price.isml", "${pdict.item}"),
        (
            "app/cartridge/templates/default/modules.isml",
            "<ismodule template=\"line\" name=\"line\" attribute=\"item\"/><ismodule template=\"price\" name=\"price\" attribute=\"item\"/>",
        ),
    ];
    let page = "<isinclude template=\"modules\"/><isline item=\"${'tea'}\"/><isprice/>";
    check_with(page, &others, "tea null").await;
}

#[tokio::test]
async fn what_templates_share_is_in_this() {
    let others = [
        (
            "app/cartridge/templates/default/frame.isml",
            "<isreplace/><isinclude template=\"foot\"/>",
        ),
        (
            "app/cartridge/templates/default/foot.isml",
            "<isif condition=\"${!('context' in this) || empty(context)}\"><isscript>context = {};</isscript></isif>${context.name}",
        ),
        (
            "app/cartridge/templates/default/plain.isml",
            "<isif condition=\"${'missing' in this}\">there</isif>",
        ),
    ];
    let page = "<isdecorate template=\"frame\"><isscript>var context = { name: 'tea' };</isscript></isdecorate><isinclude template=\"plain\"/>";
    check_with(page, &others, "tea").await;
    check_with("<isinclude template=\"foot\"/>", &others, "null").await;
}

#[tokio::test]
async fn a_form_goes_where_the_view_says() {
    let controller = "exports.Show = function () { require('dw/template/ISML').renderTemplate('form', { ContinueURL: dw.web.URLUtils.https('Form-Handle') }); };\nexports.Show.public = true;";
    let storefront = storefront(&[
        ("app/cartridge/controllers/Form.js", controller),
        (
            "app/cartridge/templates/default/form.isml",
            "${URLUtils.continueURL()} ${URLUtils.httpsContinue()}<isinclude template=\"part\"/>",
        ),
        (
            "app/cartridge/templates/default/part.isml",
            " ${URLUtils.httpContinue().toString().split('/').pop()}",
        ),
    ]);
    let page = Browser::of(&storefront).get("Form-Show").await;
    let handle = "https://localhost/on/demandware.store/Sites-Storefront-Site/default/Form-Handle";
    assert_eq!(page.is_fine().body, format!("{handle} {handle} Form-Handle"));
}

#[tokio::test]
async fn what_an_included_template_declares_is_seen_by_the_other() {
    let others = [
        (
            "app/cartridge/templates/default/price.isml",
            "<isscript>var price = 'none';\nif (!empty(model)) { price = model; }</isscript>",
        ),
        (
            "app/cartridge/templates/default/tile.isml",
            "<isscript>var model = pdict.model;</isscript><isinclude template=\"price\"/>${price}<isscript>if (false) { price = 1; }</isscript>",
        ),
        (
            "app/cartridge/templates/default/modules.isml",
            "<ismodule template=\"tile\" name=\"tile\" attribute=\"model\"/>",
        ),
    ];
    let page = "<isinclude template=\"modules\"/><istile model=\"${'7'}\"/> <istile/>";
    check_with(page, &others, "7 none").await;
    let others = [(
        "app/cartridge/templates/default/own.isml",
        "<isscript>var Resource = 'mine';</isscript>",
    )];
    check_with("<isinclude template=\"own\"/>${Resource}", &others, "mine").await;
}

#[tokio::test]
async fn a_script_without_exports_is_imported_with_all_that_it_declares() {
    let others = [(
        "app/cartridge/scripts/util/Helpers.ds",
        "importPackage( dw.catalog );\nfunction Helpers() {}\nHelpers.twice = function (n : Number) { return n * factor; };\n\
         var factor = 2;\nfunction hello(name : String) : String { return 'Hello ' + name; } // the last line",
    )];
    check_with(
        "<isscript>importScript('util/Helpers.ds');</isscript>${hello('you')} ${Helpers.twice(4)} ${factor}",
        &others,
        "Hello you 8 2",
    )
    .await;
}

#[tokio::test]
async fn an_older_script_is_imported_with_all_that_it_declares_also_where_it_exports_something() {
    let others = [(
        "app/cartridge/scripts/util/Both.ds",
        "function shown(a) { return 'shown ' + a; }\nfunction hidden(a) { return 'hidden ' + a; }\nmodule.exports = { shown: shown };",
    )];
    check_with(
        "<isscript>importScript('util/Both.ds');</isscript>${shown(1)} ${hidden(2)} ${require('~/cartridge/scripts/util/Both.ds').hidden}",
        &others,
        "shown 1 hidden 2 null",
    )
    .await;
}

#[tokio::test]
async fn what_an_included_template_imports_is_known_behind_it() {
    let others = [
        (
            "app/cartridge/templates/default/importing.isml",
            "<isscript>importScript('util/Plain.ds');</isscript>${hello(1)}",
        ),
        ("app/cartridge/scripts/util/Plain.ds", "function hello(a) { return 'hello ' + a; }"),
    ];
    check_with(
        "${typeof hello} <isinclude template=\"importing\"/> ${hello(2)}",
        &others,
        "undefined hello 1 hello 2",
    )
    .await;
}

#[tokio::test]
async fn an_expression_that_does_not_parse_fails_where_it_is_reached() {
    check("a<isif condition=\"${false}\">${a b}<isprint value=\"${)}\"/></isif>\n${1 + 1}", "a\n2")
        .await;
    let page = rendered_with(VIEW, "a\n${a b}", &[]).await;
    assert_eq!(page.status.as_u16(), 500);
    page.shows("SyntaxError: ${…}: ").shows("/app/cartridge/templates/default/test.isml:2");
}

#[tokio::test]
async fn functions_are_imported_from_the_cartridge_of_the_template() {
    let others = [
        (
            "base/cartridge/templates/default/greeting.isml",
            "<isscript>importScript('util/Greeting.ds');</isscript><isinclude template=\"shown\"/>",
        ),
        ("base/cartridge/templates/default/shown.isml", "${hello('you')}"),
        (
            "base/cartridge/scripts/util/Greeting.ds",
            "exports.hello = function (name) { return 'Hello ' + name; };",
        ),
    ];
    check_with("<isinclude template=\"greeting\"/>", &others, "Hello you").await;
}

#[tokio::test]
async fn an_array_of_the_view_is_a_list_too() {
    check(
        "${pdict.list.size()} ${pdict.list.get(1)} ${pdict.list.iterator().next()} ${pdict.list.isEmpty()} ${pdict.list.empty} ${pdict.list.contains('c')} ${pdict.list.first}${pdict.list.toArray().length} ${pdict.list.length}",
        "3 b a false false true a3 3",
    )
    .await;
    check(
        "<isscript>var names = []; for (var name in pdict.list) { names.push(name); } pdict.list.removeAll(['a']); pdict.list.add('d'); pdict.list.sort();</isscript>${names.join('')} ${Object.keys(pdict.list).join('')} ${JSON.stringify(pdict.list)} ${Array.isArray(pdict.list)} ${pdict.list.subList(0, 1)}",
        "012 012 [&#34;b&#34;,&#34;c&#34;,&#34;d&#34;] true [b]",
    )
    .await;
    check("<isset name=\"made\" value=\"${[1, 2]}\" scope=\"pdict\"/>${pdict.made.size()}", "2")
        .await;
}

#[tokio::test]
async fn what_the_platform_has_in_the_view_can_be_set() {
    check(
        "${pdict.CurrentCustomer === customer}<isset name=\"CurrentCustomer\" value=\"x\" scope=\"pdict\"/> ${pdict.CurrentCustomer} <isscript>pdict.CurrentRequest = 5;</isscript>${pdict.CurrentRequest}",
        "true x 5",
    )
    .await;
}

#[tokio::test]
async fn pages_for_the_business_manager_stand_in_its_frame_and_have_its_tags() {
    let page = rendered_with(
        VIEW,
        "<isdecorate template=\"application/MenuFrame\"><isinclude template=\"inc/Modules\"/>\
         <isbreadcrumb name1=\"Tools & more\" url1=\"/a?b=1&c=2\" name2=\"${pdict.n}\"/><p>x</p></isdecorate>",
        &[],
    )
    .await;
    page.is_fine();
    let body = "<body>\n<nav><a href=\"/a?b=1&amp;c=2\">Tools &amp; more</a> &gt; 1234.5</nav><p>x</p>\n</body>";
    assert!(page.body.contains(body), "{}", page.body);

    let page = rendered_with(
        "{ url3: '/x' }",
        "<isinclude template=\"inc/Modules\"/><isbreadcrumb name1=\"A\" url1=\" JavaScript:a//b\" name2=\"B\" \
         url2=\"${'java\\nscript:a'}\" name3=\"C\" name4=\"D\" url4=\"https://x.test/a:b\" name5=\"E\" url5=\"a?b=c:d\"/>",
        &[],
    )
    .await;
    page.is_fine();
    let links = "<a href=\"https://x.test/a:b\">D</a> &gt; <a href=\"a?b=c:d\">E</a>";
    assert_eq!(page.body, format!("<nav>A &gt; B &gt; C &gt; {links}</nav>"));

    let of_shop =
        [("app/cartridge/templates/default/application/MenuFrame.isml", "[<isreplace/>]")];
    let template = "<isdecorate template=\"application/MenuFrame\">x</isdecorate>";
    check_with(template, &of_shop, "[x]").await;
}

#[tokio::test]
async fn fields_of_forms_for_the_business_manager_stand_in_two_cells() {
    let fields = "<form><field formid=\"word\" type=\"string\" label=\"Word &amp; more\" default-value=\"a&lt;b\"/>\
                  <field formid=\"is\" type=\"boolean\" checked=\"true\"/><field formid=\"off\" type=\"boolean\"/>\
                  <field formid=\"one\" type=\"string\" default-value=\"y\"><options>\
                  <option optionid=\"x\" label=\"X\"/><option optionid=\"y\" label=\"Y\"/></options></field></form>";
    let page = rendered_with(
        "{ form: session.forms.find }",
        "<isinclude template=\"inc/Modules\"/>\
         <isinputfield formfield=\"${pdict.form.word}\" type=\"input\" attribute1=\"size\" value1=\"9\"/>\
         <isinputfield formfield=\"${pdict.form.word}\" type=\"input\" value=\"c\"/>\
         <isinputfield formfield=\"${pdict.form.is}\" type=\"checkbox\"/>\
         <isinputfield formfield=\"${pdict.form.off}\" type=\"hidden\"/>\
         <isinputfield formfield=\"${pdict.form.one}\" type=\"select\"/>",
        &[("app/cartridge/forms/default/find.xml", fields)],
    )
    .await;
    page.is_fine();
    let word = |more: &str| {
        format!(
            "<td>Word &amp; more</td><td><input type=\"text\" name=\"dwfrm_find_word\"{more}></td>"
        )
    };
    let cells = [
        word(" size=\"9\" value=\"a&lt;b\""),
        word(" value=\"c\""),
        "<td></td><td><input type=\"checkbox\" name=\"dwfrm_find_is\" value=\"true\" checked></td>"
            .to_owned(),
        "<td></td><td><input type=\"hidden\" name=\"dwfrm_find_off\" value=\"false\"></td>"
            .to_owned(),
        "<td></td><td><select name=\"dwfrm_find_one\"><option value=\"x\">X</option>\
         <option value=\"y\" selected>Y</option></select></td>"
            .to_owned(),
    ];
    assert_eq!(page.body, cells.concat());
}

#[tokio::test]
async fn a_field_for_the_business_manager_is_what_its_tag_says_alone() {
    let fields = "<form><field formid=\"word\" type=\"string\"/></form>";
    let field = |more: &str| format!("<isinputfield formfield=\"${{pdict.form.word}}\" {more}/>");
    let template = [
        "<isinclude template=\"inc/Modules\"/>".to_owned(),
        field("type=\"input\""),
        field("type=\"TextArea\" value=\"${pdict.none}\""),
        field("type=\"constructor\" attribute1=\"a onload=b\" value1=\"c\" attribute2=\"data-a\""),
    ];
    let page = rendered_with(
        "{ form: session.forms.find, value: 'v', attribute1: 'title', value1: 'w', value2: 'x' }",
        &template.concat(),
        &[("app/cartridge/forms/default/find.xml", fields)],
    )
    .await;
    page.is_fine();
    let cells = [
        "<input type=\"text\" name=\"dwfrm_find_word\" value=\"\">",
        "<textarea name=\"dwfrm_find_word\"></textarea>",
        "<input type=\"text\" name=\"dwfrm_find_word\" data-a=\"\" value=\"\">",
    ];
    let expected = cells.map(|it| format!("<td></td><td>{it}</td>")).concat();
    assert_eq!(page.body, expected);

    let template = "<isinclude template=\"inc/Modules\"/><isinputfield type=\"input\"/>";
    let page = rendered_with("{ formfield: 1 }", template, &[]).await;
    assert!(page.body.contains("&lt;isinputfield&gt; has no formfield"), "{}", page.body);
}
