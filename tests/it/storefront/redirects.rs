//! Addresses that a shop once had, and those that it never had.

use super::{Browser, archived, storefront_of};
use axum::http::StatusCode;
use haltscope::sandbox::Shop;

const REDIRECTS: &str = r#"<redirect-urls>
  <redirect-url uri="/womens"><destination-id>ladies</destination-id><destination-type>category</destination-type></redirect-url>
  <redirect-url uri="/Search-Show?cgid=old"><destination-url>/new?a=1</destination-url><status-code>302</status-code><copy-source-params>yes</copy-source-params><additional-url-params>b=2</additional-url-params></redirect-url>
  <redirect-url source-type="product" source-id="p"><destination-type>product</destination-type><destination-id>q</destination-id><product-category-id>cups</product-category-id></redirect-url>
  <redirect-url uri="/about*"><destination-type>content</destination-type><destination-id>about-us</destination-id></redirect-url>
  <redirect-url uri="/nowhere"><status-code>307</status-code></redirect-url>
</redirect-urls>"#;

const CONTROLLER: &str = r"
    exports.Start = function () {
        var redirect = require('dw/web/URLRedirectMgr').redirect;
        if (redirect) { response.redirect(redirect.location, redirect.status); return; }
        response.setStatus(404);
        response.writer.print('gone: ' + require('dw/web/URLRedirectMgr').redirectOrigin + ' ' + request.locale);
    };
    exports.Start.public = true;
";
const SHOW: &str =
    "exports.Show = function () { response.writer.print('shown'); }; exports.Show.public = true;";

fn shop() -> Shop {
    archived(&[("sites/Storefront/redirect-urls.xml", REDIRECTS)])
}

#[tokio::test]
async fn old_addresses_lead_to_new_ones() {
    let files = [
        ("app/cartridge/controllers/RedirectURL.js", CONTROLLER),
        ("app/cartridge/controllers/Search.js", SHOW),
        ("app/cartridge/controllers/Product.js", SHOW),
    ];
    let mut browser = Browser::of(&storefront_of(&files, shop()));
    let site = "/on/demandware.store/Sites-Storefront-Site";
    for (path, status, expected) in [
        ("/s/Storefront/womens", 301, format!("{site}/default/Search-Show?cgid=ladies")),
        ("/womens", 301, format!("{site}/default/Search-Show?cgid=ladies")),
        ("de/Search-Show?cgid=old&c=3", 302, "/new?a=1&b=2&cgid=old&c=3".to_owned()),
        ("de/Product-Show?pid=p", 301, format!("{site}/de/Product-Show?pid=q&cgid=cups")),
        ("/about-the-shop.html", 301, format!("{site}/default/Page-Show?cid=about-us")),
    ] {
        let page = browser.get(path).await;
        assert_eq!((page.status.as_u16(), page.location()), (status, expected.as_str()), "{path}");
    }
    for (path, status, expected) in [
        ("Search-Show?cgid=new", 200, "shown"),
        ("Product-Show?pid=q", 200, "shown"),
        ("/s/Storefront/nobody?a=1", 404, "gone: /nobody?a=1 default"),
        ("/nobody", 404, "gone: /nobody default"),
        ("/nowhere", 404, "gone: /nowhere default"),
        ("de/nobody/knows", 404, "gone: /de/nobody/knows de"),
    ] {
        let page = browser.get(path).await;
        assert_eq!((page.status.as_u16(), page.body.as_str()), (status, expected), "{path}");
    }
}

#[tokio::test]
async fn without_a_script_for_it_the_sandbox_leads_where_the_archive_says() {
    let files = [("app/cartridge/controllers/Search.js", SHOW)];
    let mut browser = Browser::of(&storefront_of(&files, shop()));
    let site = "/on/demandware.store/Sites-Storefront-Site";
    for (path, status, expected) in [
        ("Search-Show?cgid=old", 302, "/new?a=1&b=2&cgid=old".to_owned()),
        ("/womens", 301, format!("{site}/default/Search-Show?cgid=ladies")),
    ] {
        let page = browser.get(path).await;
        assert_eq!((page.status.as_u16(), page.location()), (status, expected.as_str()), "{path}");
    }
    for (path, status, expected) in [
        ("Search-Show?cgid=new", StatusCode::OK, "shown"),
        ("/nowhere", StatusCode::NOT_FOUND, "The shop begins at /."),
        ("/nobody", StatusCode::NOT_FOUND, "The shop begins at /."),
        ("RedirectURL-Start", StatusCode::NOT_FOUND, "No cartridge has a controller RedirectURL."),
        ("Nothing-Show", StatusCode::NOT_FOUND, "No cartridge has a controller Nothing."),
    ] {
        let page = browser.get(path).await;
        assert_eq!(page.status, status, "{path}");
        page.shows(expected);
    }
}

#[tokio::test]
async fn addresses_of_another_shop_lead_where_the_archive_maps_them() {
    let fixed = "# pages\n/mens p,,,Search-Show,,cgid,mens\n/kids p,https,kids.example.com,Search-Show,de,cgid,kids,src,\"a b\"\n**.gif i s,,,,,/images/none.gif\n/womens p,,,Home-Show\n";
    let rules = "/list/* p,,,List-Show,,id,{0},from,{_path}\n** p,,,Home-NotFound,,,";
    let shop = archived(&[
        ("sites/Storefront/redirect-urls.xml", REDIRECTS),
        ("sites/Storefront/urls/urlmap", fixed),
        ("sites/Storefront/urls/urlrules", rules),
    ]);
    let site = "/on/demandware.store/Sites-Storefront-Site";
    let expected = [
        ("/mens", format!("{site}/default/Search-Show?cgid=mens")),
        ("/s/Storefront/mens", format!("{site}/default/Search-Show?cgid=mens")),
        ("/kids", format!("https://kids.example.com{site}/de/Search-Show?cgid=kids&src=a%20b")),
        (
            "/old/A.GIF",
            "/on/demandware.static/Sites-Storefront-Site/-/default/images/none.gif".to_owned(),
        ),
        // A redirect comes first.
        ("/womens", format!("{site}/default/Search-Show?cgid=ladies")),
        ("/list/7", format!("{site}/default/List-Show?id=7&from=%2Flist%2F7")),
        ("/nobody", format!("{site}/default/Home-NotFound")),
    ];
    let own = [
        ("app/cartridge/controllers/Search.js", SHOW),
        ("app/cartridge/controllers/RedirectURL.js", CONTROLLER),
    ];
    for files in [&own[..], &own[..1]] {
        let mut browser = Browser::of(&storefront_of(files, shop.clone()));
        for (path, expected) in &expected {
            let page = browser.get(path).await;
            assert_eq!((page.status.as_u16(), page.location()), (301, expected.as_str()), "{path}");
        }
        assert_eq!(browser.get("Search-Show").await.body, "shown");
    }
}

#[tokio::test]
async fn pages_have_the_short_addresses_of_the_archive() {
    let rules = r#"<url-rules><locale-settings><type>path</type><locale-mappings><locale-mapping xml:lang="de-DE">de</locale-mapping></locale-mappings></locale-settings>
<pipeline-aliases><pipeline-alias pipeline="Search-Show">find</pipeline-alias></pipeline-aliases><pipeline-aliases xml:lang="de-DE"><pipeline-alias pipeline="Search-Show">suche</pipeline-alias></pipeline-aliases></url-rules>"#;
    let shop = archived(&[("sites/Storefront/url-rules.xml", rules)]);
    let script = "exports.Show = function () { response.writer.print(request.locale + ' ' + request.httpParameterMap.q.value); }; exports.Show.public = true;";
    let files = [("app/cartridge/controllers/Search.js", script)];
    let mut browser = Browser::of(&storefront_of(&files, shop));
    for (path, expected) in [
        ("/s/Storefront/find?q=tea", "default tea"),
        ("/find?q=tea", "default tea"),
        ("/s/Storefront/de/suche?q=tee", "de_DE tee"),
    ] {
        let page = browser.get(path).await;
        assert_eq!((page.status, page.body.as_str()), (StatusCode::OK, expected), "{path}");
    }
    assert_eq!(browser.get("/s/Storefront/suche").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn scripts_write_the_addresses_that_browsers_ask_for() {
    let rules = r#"<url-rules><general-settings><lower-case-urls>true</lower-case-urls><blank-substitute>-</blank-substitute></general-settings>
<locale-settings><type>path</type><locale-mappings><locale-mapping xml:lang="de-DE">de</locale-mapping></locale-mappings></locale-settings>
<category-rule>[ category-path, [ attribute, displayName ], / ]</category-rule><category-trailing-slash>true</category-trailing-slash>
<product-rule>[ category ]</product-rule><product-id-separator>/</product-id-separator>
<pipeline-aliases><pipeline-alias pipeline="Search-Show">find</pipeline-alias></pipeline-aliases></url-rules>"#;
    let catalog = r#"<catalog catalog-id="shop"><category category-id="root"/>
<category category-id="tea"><display-name xml:lang="x-default">Tea Time</display-name><display-name xml:lang="de">Teezeit</display-name><online-flag>true</online-flag><parent>root</parent></category>
<product product-id="P1"/><category-assignment category-id="tea" product-id="P1"/></catalog>"#;
    let preferences = r#"<preferences><standard-preferences><all-instances><preference preference-id="SiteCatalog">shop</preference></all-instances></standard-preferences></preferences>"#;
    let redirects = r#"<redirect-urls><redirect-url source-type="product" source-id="old"><destination-type>product</destination-type><destination-id>P1</destination-id></redirect-url></redirect-urls>"#;
    let shop = archived(&[
        ("sites/Storefront/url-rules.xml", rules),
        ("sites/Storefront/preferences.xml", preferences),
        ("sites/Storefront/redirect-urls.xml", redirects),
        ("catalogs/shop/catalog.xml", catalog),
    ]);
    let script = r"
        var URLUtils = require('dw/web/URLUtils');
        exports.Show = function () {
            response.writer.print([
                URLUtils.url('Search-Show', 'cgid', 'tea', 'q', 'a b'),
                URLUtils.url('Product-Show').append('pid', 'P1').append('x', '1').setAnchor('top'),
                URLUtils.https('Product-Show', 'pid', 'P1').relative(),
                URLUtils.url(new dw.web.URLAction('Search-Show', null, 'de_DE'), 'cgid', 'tea').remove('cgid'),
                URLUtils.abs('Search-Show', 'cgid', 'tea'),
                URLUtils.url('Cart-Show')
            ].join('\n'));
        };
        exports.Show.public = true;
    ";
    let tell = r"
        exports.Show = function () {
            var map = request.httpParameterMap;
            response.writer.print([request.locale, map.cgid.value || map.pid.value, request.httpQueryString, request.httpPath].join(' '));
        };
        exports.Show.public = true;
    ";
    let include = "exports.Show = function () { require('dw/template/ISML').renderTemplate('page'); }; exports.Show.public = true;";
    let files = [
        ("app/cartridge/controllers/Home.js", script),
        ("app/cartridge/controllers/Search.js", tell),
        ("app/cartridge/controllers/Product.js", tell),
        ("app/cartridge/controllers/Page.js", include),
        (
            "app/cartridge/templates/default/page.isml",
            "[<isinclude url=\"${URLUtils.url('Product-Show', 'pid', 'P1')}\"/>]",
        ),
    ];
    let mut browser = Browser::of(&storefront_of(&files, shop));
    let written = browser.get("de_DE/Home-Show").await.body;
    let site = "/on/demandware.store/Sites-Storefront-Site";
    let cart = format!("{site}/de_DE/Cart-Show");
    let expected = [
        "/s/Storefront/de/teezeit/?q=a%20b",
        "/s/Storefront/de/teezeit/P1.html?x=1#top",
        "/s/Storefront/de/teezeit/P1.html",
        "/s/Storefront/de/find",
        "http://localhost/s/Storefront/de/teezeit/",
        &cart,
    ];
    assert_eq!(written.lines().collect::<Vec<_>>(), expected);
    for (path, expected) in [
        (expected[0], format!("de_DE tea cgid=tea&q=a%20b {site}/de_DE/Search-Show")),
        (expected[2], format!("de_DE P1 pid=P1 {site}/de_DE/Product-Show")),
        (
            "/s/Storefront/tea-time?q=1",
            format!("default tea cgid=tea&q=1 {site}/default/Search-Show"),
        ),
    ] {
        let page = browser.get(path).await;
        assert_eq!((page.status, page.body), (StatusCode::OK, expected), "{path}");
    }
    let included = browser.get("Page-Show").await.body;
    assert_eq!(included, format!("[default P1 pid=P1 {site}/default/Product-Show]"));
    let posted = browser.post("/s/Storefront/de/teezeit/P1.html", &[("a", "1")]).await;
    posted.is_fine().shows("de_DE P1");
    assert_eq!(browser.get("/s/Storefront/teezeit").await.status, StatusCode::NOT_FOUND);
}
