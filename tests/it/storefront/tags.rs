//! Tags and attributes of ISML, row by row as they are documented: what stands in a template, and what it prints or tells.

use super::templates::{check, rendered_with};

/// Rows of one template each, and what they print.
async fn check_all(rows: &[(&str, &str)]) {
    for (template, expected) in rows {
        check(template, expected).await;
    }
}

#[tokio::test]
async fn attributes_that_change_nothing_that_is_printed() {
    check_all(&[
        ("<isif condition=\"${true}\" var=\"a\" status=\"s\" alias=\"b\" value=\"c\">x</isif>", "x"),
        ("<isif condition=\"${false}\">x<iselseif condition=\"${true}\" value=\"v\">y</isif>", "y"),
        ("<isinclude url=\"${URLUtils.url('Test-Part', 'a', '1')}\" sf-toolkit=\"off\"/>", "[part 1]"),
        ("<iscontent type=\"text/html\" charset=\"UTF-8\" session=\"false\" compact=\"false\"/> x ", " x "),
        ("<iscontent type=\"text/html\" encoding=\"html\"/><isprint value=\"${'<'}\"/>", "&lt;"),
        ("<iscontentasset aid=\"nothing\" alt=\"a\" clean=\"true\"/>.", "."),
        ("<isprint value=\"${'a'}\" data-productname=\"b\"/>", "a"),
        ("<isprint ${'a'}/>", "a"),
        ("<isobject object=\"${pdict.map}\" view=\"recommendation\" context-object=\"${pdict.map}\">r</isobject>", "r"),
        ("<isobject object=\"${pdict.map}\" view=\"searchhit\">h</isobject><isobject object=\"${pdict.map}\" view=\"setproduct\">s</isobject>", "hs"),
        ("<isslot id=\"a\" context=\"folder\" context-object=\"${pdict.map}\" description=\"d\"/>.", "."),
        ("<isapplepay class=\"a\" id=\"b\" sku=\"c\" basket=\"${pdict.map}\"></isapplepay>.", "."),
        ("<ispayment payment-request=\"${pdict.map}\"/><ispaymentmessages payment-request=\"a\"/><isbuynow payment-request=\"b\"/>.", "."),
        ("<iscache type=\"daily\" hour=\"2\" minute=\"30\" varyby=\"cacheKey\" if=\"${false}\"/>x", "x"),
    ])
    .await;
}

#[tokio::test]
async fn numbers_and_dates_print_as_java_formats_them() {
    check_all(&[
        ("<isprint value=\"${7}\" formatter=\"00\"/> <isprint value=\"${7}\" formatter=\"0000\"/> <isprint value=\"${7}\" formatter=\"##\"/>", "07 0007 7"),
        ("<isprint value=\"${7.5}\" formatter=\"#.00\"/> <isprint value=\"${1234.567}\" formatter=\"##.##\"/> <isprint value=\"${12}\" formatter=\"###0\"/>", "7.50 1234.57 12"),
        ("<isprint value=\"${pdict.date}\" formatter=\"MM/dd\"/> <isprint value=\"${pdict.date}\" formatter=\"dd MMMM yyyy\"/>", "11/22 22 November 2026"),
        ("<isprint value=\"${pdict.date}\" formatter=\"MMM dd, yyyy h:mm a\"/> <isprint value=\"${pdict.date}\" formatter=\"M/dd/yy h:mm a\"/>", "Nov 22, 2026 3:04 PM 11/22/26 3:04 PM"),
        ("<isprint value=\"${pdict.date}\" formatter=\"MMMMM dd, yyyy\"/> <isprint value=\"${pdict.date}\" formatter=\"yyyy-MM-dd hh:mm:ss\"/>", "November 22, 2026 2026-11-22 03:04:05"),
        ("<isprint value=\"${pdict.date}\" style=\"DATE_TIME\" timezone=\"utc\"/>", "11/22/2026 3:04 PM"),
        ("<isprint value=\"${pdict.date}\" formatter=\"HH:mm\" timezone=\"INSTANCE\"/>", "15:04"),
        ("<isprint value=\"${5}\" style=\"MONEY_LONG\" encoding=\"off\"/>", "\u{20ac}5.00"),
    ])
    .await;
}

#[tokio::test]
async fn dates_print_as_the_clocks_of_the_site_show_them() {
    let zone = |kind: &str, id: &str, zone: &str| {
        format!(
            "<preferences><{kind}><all-instances><preference preference-id=\"{id}\">{zone}</preference></all-instances></{kind}></preferences>"
        )
    };
    let site = zone("standard-preferences", "SiteTimezone", "Asia/Tokyo");
    let instance = zone("standard-preferences", "InstanceTimezone", "US/Eastern");
    let (site, instance) =
        (("sites/Storefront/preferences.xml", site), ("preferences.xml", instance));
    let controller = "exports.Run = function () { require('dw/template/ISML').renderTemplate('test', { date: new Date(1795359845000) }); }; exports.Run.public = true;";
    let print =
        |zone: &str| format!("<isprint value=\"${{pdict.date}}\" formatter=\"dd HH:mm\"{zone}/>");
    let template = [
        print(""),
        print(" timezone=\"SITE\""),
        print(" timezone=\"INSTANCE\""),
        print(" timezone=\"utc\""),
        "<isprint value=\"${new dw.util.Calendar(pdict.date)}\" style=\"TIME_SHORT\"/>".to_owned(),
    ]
    .join("|");
    for (archive, shown) in [
        (vec![&site, &instance], "23 00:04|23 00:04|22 10:04|22 15:04|12:04 AM"),
        // A site has a zone of its own, whatever that of the instance is.
        (vec![&instance], "22 15:04|22 15:04|22 10:04|22 15:04|3:04 PM"),
    ] {
        let files: Vec<(&str, &str)> =
            archive.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let shop = super::storefront_of(
            &[
                ("app/cartridge/controllers/Test.js", controller),
                ("app/cartridge/templates/default/test.isml", &template),
            ],
            super::archived(&files),
        );
        let page = super::Browser::of(&shop).get("Test-Run").await;
        assert_eq!(page.is_fine().body, shown);
    }
}

#[tokio::test]
async fn variables_may_be_called_as_the_page_is() {
    check_all(&[
        ("<isloop begin=\"${1}\" end=\"${pdict.nothing}\" status=\"s\">${s.index}</isloop>.", "."),
        ("<isprint value=\"${''}\" formatter=\"MM-dd\"/><isprint value=\"${'soon'}\" formatter=\"0.0\"/><isprint value=\"${'7'}\" formatter=\"0.0\"/>", "soon7.0"),
        (
            "<isloop items=\"${pdict.list}\" var=\"page\" status=\"s\">${page}${s.count}</isloop>",
            "a1b2c3",
        ),
        ("<isset name=\"page\" value=\"${'p'}\" scope=\"page\"/>${page}", "p"),
        ("<isset name=\"a\" value=\"${1}\" scope=\"page\"/>${page.a}", "1"),
    ])
    .await;
}

#[tokio::test]
async fn expressions_and_scripts_are_read_as_the_platform_reads_them() {
    check_all(&[
        ("${\u{200b}pdict.list[0]\u{200b}}\u{200b}", "a\u{200b}"),
        ("<isif condition=${\u{feff}pdict.yes}>y</isif>", "y"),
        ("<isscript>\nvar a = 1;\n<iscomment> a = 2; it's\n</iscomment>\na += 1;</isscript>${a}", "2"),
        ("<isscript>var x = <a b={pdict.n}/>; x.c += <c/>;</isscript>${x.@b} ${x.c.length()} ${x..c.length()}", "1234.5 1 1"),
        ("${new XML('<a><b c=\"1\">d</b></a>').b.(@c == 1)}", "d"),
        ("<isscript>var x = <a><b>1</b><b>2</b></a>;</isscript><isloop items=\"${x.b}\" var=\"b\">${b};</isloop><isloop items=\"${x.children()}\" var=\"b\">${b},</isloop>", "1;2;1,2,"),
    ])
    .await;
}

#[tokio::test]
async fn tags_set_what_the_browser_is_told() {
    for (template, status, kind) in [
        ("<isstatus value=\"410\"/>", 410, "text/html;charset=UTF-8"),
        ("<isstatus value=\"${'500'}\"/>", 500, "text/html;charset=UTF-8"),
        (
            "<iscontent type=\"application/json\" charset=\"UTF-8\"/>{}",
            200,
            "application/json;charset=UTF-8",
        ),
        ("<iscontent type=\"text/css\"/>a", 200, "text/css;charset=UTF-8"),
        (
            "<iscontent type=\"${'text/xml'}\" charset=\"ISO-8859-1\"/><a/>",
            200,
            "text/xml;charset=ISO-8859-1",
        ),
    ] {
        let page = rendered_with("{}", template, &[]).await;
        let told = page.headers["content-type"].to_str().unwrap_or_default().replace("; ", ";");
        assert_eq!(
            (page.status.as_u16(), told.to_ascii_lowercase()),
            (status, kind.to_ascii_lowercase()),
            "{template}"
        );
    }
}

#[tokio::test]
async fn what_is_said_of_the_content_tells_how_expressions_are_encoded() {
    check_all(&[
        ("<iscontent type=\"text/html\" charset=\"UTF-8\"/>${'<'}", "&lt;"),
        ("<iscontent type=\"text/xml\"/>${\"<'\"}", "&lt;&apos;"),
        ("<iscontent type=\"text/plain\"/>${'<'}", "<"),
        ("<iscontent type=\"application/json\"/>${JSON.stringify(pdict.map)}", "{\"x\":1}"),
        ("<iscontent type=\"text/html\" encoding=\"off\"/>${'<'}", "<"),
        ("<iscontent type=\"text/plain\" encoding=\"on\"/>${'<'}", "&lt;"),
        ("<iscontent compact=\"true\"/>${'<'}", "&lt;"),
    ])
    .await;
}

#[tokio::test]
async fn what_a_part_says_of_its_content_is_said_of_itself() {
    let part = "<iscontent type=\"text/javascript\" encoding=\"off\"/>var a = ${'\"a\"'};";
    let parts = [("app/cartridge/templates/default/part.isml", part)];
    for (template, kind, expected) in [
        (
            "<iscontent type=\"text/html\"/><isinclude template=\"part\"/>${'<'}<isprint value=\"${'<'}\"/>",
            "text/html",
            "var a = \"a\";&lt;&lt;",
        ),
        (
            "<ismodule template=\"part\" name=\"part\"/><iscontent type=\"text/html\"/><ispart/>${'<'}",
            "text/html",
            "var a = \"a\";&lt;",
        ),
        ("<isinclude template=\"part\"/>", "text/javascript", "var a = \"a\";"),
    ] {
        let page = rendered_with("{}", template, &parts).await;
        let told = page.headers["content-type"].to_str().unwrap_or_default();
        assert!(told.starts_with(kind), "{template}: {told}");
        assert_eq!(page.is_fine().body, expected, "{template}");
    }
}

#[tokio::test]
async fn components_pass_their_attributes_on() {
    let controller = "exports.Run = function () { require('dw/template/ISML').renderTemplate('test', {}); }; exports.Run.public = true;\n\
        exports.Told = function () { var map = request.httpParameterMap; response.writer.print(['OrderNumber', 'pageId', 'title', 'externalRef'].map(function (name) { return map.get(name).stringValue; }).join()); };\n\
        exports.Told.public = true;";
    let shop = super::storefront(&[
        ("app/cartridge/controllers/Test.js", controller),
        (
            "app/cartridge/templates/default/test.isml",
            "<iscomponent pipeline=\"Test-Told\" OrderNumber=\"${7}\" pageId=\"p\" title=\"${'a&b'}\" externalRef=\"\"/>",
        ),
    ]);
    let page = super::Browser::of(&shop).get("Test-Run").await;
    assert_eq!(page.is_fine().body, "7,p,a&b,");
}
