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
