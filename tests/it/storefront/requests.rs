//! From an address to a script and back.

use super::{Browser, Page, address, check, run, sent, storefront};
use crate::testkit::cartridge::Served;
use crate::testkit::patience::PATIENCE;
use axum::{
    body::Body,
    http::{HeaderValue, Request, StatusCode, header},
};
use haltscope::sandbox::{
    Sandbox, SandboxOptions,
    storefront::{Spoken, Storefront, StorefrontOptions, router},
};
use haltscope::script::{Breakpoint, Cartridges, Files, Owner, ThreadState};
use std::sync::Arc;

#[tokio::test]
async fn addresses_that_lead_nowhere_say_why() {
    let mut browser = Browser::of(&storefront(&[(
        "app/cartridge/controllers/Cart.js",
        "exports.Show = function () {}; exports.Hidden = function () {}; \
            exports.Show.public = true; exports.Text = 'x';",
    )]));
    for (address, reason) in [
        ("Nothing-Show", "No cartridge has a controller Nothing."),
        ("Cart-Nothing", "exports no public function Nothing."),
        ("Cart-Hidden", "exports no public function Hidden."),
        ("Cart-Text", "exports no public function Text."),
        ("Cart-toString", "exports no public function toString."),
        ("..%2Fcontrollers%2FCart-Show", "No cartridge has a controller"),
        ("Cart", "Cart is no controller function"),
        ("xx_yy/Cart-Show", "xx_yy is no locale"),
        ("/on/demandware.store/Sites-Other-Site/default/Cart-Show", "There is no site Other"),
        ("/on/demandware.store/Cart-Show", "An address of the storefront looks like"),
        ("/somewhere", "The shop begins at /."),
        ("/on/demandware.store/Sites-Storefront-Site/default/%3Cb%3E-Show", "&lt;b&gt;"),
    ] {
        let page = browser.get(address).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{address}");
        page.shows(reason).shows("<meta name=\"viewport\"");
    }
    browser.get("Cart-Show").await.is_fine();
}

#[tokio::test]
async fn asynchronous_controllers_are_waited_for() {
    let mut browser = Browser::of(&storefront(&[(
        "app/cartridge/controllers/Later.js",
        "exports.Show = async function () { await null; response.writer.print('at last'); }; exports.Show.public = true;\n\
         exports.Fail = async function () { await null; throw new Error('too late'); }; exports.Fail.public = true;",
    )]));
    assert_eq!(browser.get("Later-Show").await.is_fine().body, "at last");
    let page = browser.get("Later-Fail").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("Error: too late");
}

#[tokio::test]
async fn head_has_no_body_and_other_methods_are_refused() {
    let mut browser = Browser::of_sample();
    let page = browser.send("HEAD", "Home-Show", None).await;
    assert_eq!((page.status, page.body.as_str()), (StatusCode::OK, ""));
    let page = browser.send("TRACE", "Home-Show", None).await;
    assert_eq!(page.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(page.headers[header::ALLOW], "GET, HEAD, POST, PUT, PATCH, DELETE");
}

#[tokio::test]
async fn a_body_is_limited() {
    let mut browser = Browser::of_sample();
    let page = browser.send("POST", "Home-Show", Some("x".repeat((1 << 20) + 1))).await;
    assert_eq!(page.status, StatusCode::PAYLOAD_TOO_LARGE);
}

const FAILING: &str = "exports.Show = function () { response.setHttpHeader('x-left', '1'); session.custom.seen = 'no';\n\
        throw new TypeError('nö <b>'); }; exports.Show.public = true;\n\
    exports.Include = function () { throw new Error('inside'); }; exports.Include.public = true;";

const TELLS: &str = "exports.Start = function (args) {\n\
        if (request.httpParameterMap.again.submitted) { throw new Error('again'); }\n\
        response.setStatus(418);\n\
        response.writer.print([args.ControllerName, args.CurrentStartNodeName, request.httpParameterMap.a.value,\n\
            session.custom.seen || 'nothing kept', args.ErrorText].join('|'));\n\
    }; exports.Start.public = true;";

#[tokio::test]
async fn the_storefronts_own_error_page_tells_of_errors() {
    let failing = ("app/cartridge/controllers/Cart.js", FAILING);
    let mut browser = Browser::of(&storefront(&[
        failing,
        ("app/cartridge/controllers/Error.js", TELLS),
        ("app/cartridge/controllers/Broken.js", "exports.Show = function () {"),
    ]));
    let page = browser.get("Cart-Show?a=1").await;
    assert_eq!(page.status, StatusCode::IM_A_TEAPOT);
    page.shows("Cart|Show|1|nothing kept|TypeError: nö <b>")
        .shows("/app/cartridge/controllers/Cart.js:2");
    assert!(!page.headers.contains_key("x-left"), "what failed answers nothing");
    assert_eq!(
        page.headers["x-script-error"].as_bytes(),
        "TypeError: nö <b> at /app/cartridge/controllers/Cart.js:2".as_bytes()
    );
    let cookies = page.headers.get_all(header::SET_COOKIE).iter().count();
    assert_eq!(cookies, 1, "the visitor's session begins with the page");
    browser.get("Broken-Show").await.shows("Broken|Show||nothing kept|SyntaxError");
    let page = browser.post("Cart-Show", &[("a", "sent")]).await;
    page.shows("Cart|Show|sent|");

    // A page of errors that fails itself tells nothing: the sandbox does.
    let page = browser.get("Cart-Show?again=1").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("TypeError: nö &lt;b&gt;");

    let mut browser = Browser::of(&storefront(&[
        failing,
        ("app/cartridge/controllers/Error.js", "exports.Other = 1;"),
    ]));
    browser.get("Cart-Show").await.shows("500 The script failed");
}

#[tokio::test]
async fn an_uncaught_error_shows_its_stack_escaped() {
    let page = run("\nfunction inner() { throw new TypeError('<b>broken</b>'); }\ninner();").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("TypeError: &lt;b&gt;broken&lt;/b&gt;").hides("<b>broken");
    page.shows("inner (/app/cartridge/controllers/Test.js:3)")
        .hides("platform:")
        .hides("haltscope:");
}

#[tokio::test]
async fn a_script_that_doesnt_parse_is_a_page_too() {
    let mut browser = Browser::of(&storefront(&[(
        "app/cartridge/controllers/Bad.js",
        "exports.Show = function ( {",
    )]));
    let page = browser.get("Bad-Show").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("SyntaxError").shows("/app/cartridge/controllers/Bad.js");
}

#[tokio::test]
async fn an_unknown_platform_module_is_named() {
    let page = run("require('dw/system/Nonsense');").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("dw/system/Nonsense");
}

#[tokio::test]
async fn a_template_that_isnt_there_is_named() {
    let page = run("require('dw/template/ISML').renderTemplate('no/such', {});").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("no/such").shows("Test.js:2");
}

#[tokio::test]
async fn scripts_read_parameters_headers_and_cookies() {
    let controller = "exports.Run = function () {\n\
        var map = request.httpParameterMap;\n\
        var out = [request.httpMethod, map.pid.stringValue, map.qty.intValue, map.missing.stringValue, map.missing.submitted,\n\
          map.many.stringValues.length, map.get('a b').value, request.httpHeaders.get('x-shop'), request.httpQueryString,\n\
          request.httpCookies['seen'] ? request.httpCookies['seen'].value : null, request.httpCookies['sid-Storefront'] === undefined,\n\
          request.httpHeaders.get('cookie'), request.httpHeaders.authorization, String(request.httpHeaders).indexOf('letmein'), map.requestBodyAsString, request.locale, request.httpPath, request.httpLocale, request.clientId, request.ocapiVersion, request.SCAPI];\n\
        response.writer.print(out.join('|')); };\nexports.Run.public = true;";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    let request =
        Request::post("/on/demandware.store/Sites-Storefront-Site/de/Test-Run?pid=x%20y&many=1")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded; charset=UTF-8")
            .header("x-shop", "yes")
            .header(header::AUTHORIZATION, "Bearer letmein")
            .header(header::ACCEPT_LANGUAGE, "fr-CH, fr;q=0.9")
            .header(header::COOKIE, "seen=1; sid-Storefront=nobody")
            .body(Body::from("qty=3.7&many=2&a+b=%C3%A9"))
            .expect("a request");
    let page = sent(router(shop, Vec::new(), Arc::default()), request).await;
    page.is_fine();
    assert_eq!(
        page.body,
        "POST|x y|3||false|2|é|yes|pid=x%20y&many=1|1|true|seen=1|Bearer letmein|-1||de|/on/demandware.store/Sites-Storefront-Site/de/Test-Run|fr_CH|||false"
    );
}

#[tokio::test]
async fn large_bodies_and_many_parameters_have_a_bound() {
    let controller = "exports.Run = function () {\n\
        response.writer.print(request.httpParameterMap.parameterCount); };\nexports.Run.public = true;";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    let mut browser = Browser::of(&shop);
    let fields = |count: usize| vec!["a"; count].join("&");
    browser.send("POST", "Test-Run", Some(fields(1000))).await.is_fine();
    browser.send("POST", "Test-Run", Some(format!("a={}", "x".repeat(200_000)))).await.is_fine();
    for (address, form, reason) in [
        ("Test-Run", fields(1001), "at most 1000 parameters"),
        ("Test-Run?b=1", fields(1000), "at most 1000 parameters"),
        ("Test-Run", "x".repeat((1 << 20) + 1), "longer than 1 MiB"),
    ] {
        let page = browser.send("POST", address, Some(form)).await;
        assert_eq!(page.status, StatusCode::PAYLOAD_TOO_LARGE);
        page.shows(reason);
    }
}

#[tokio::test]
async fn scripts_set_status_headers_and_cookies() {
    let page = run("response.setStatus(418); response.setContentType('application/json'); print('{}');\n\
        response.setHttpHeader('X-One', '1'); response.addHttpHeader('x-one', '2'); response.setHttpHeader('X-Bad', 'a\\r\\nb: c');\n\
        response.setHttpHeader('X-Content-Type-Options', 'none');\n\
        var Cookie = require('dw/web/Cookie'); var cookie = new Cookie('seen', 'yes'); cookie.maxAge = 60; cookie.httpOnly = true;\n\
        response.addHttpCookie(cookie); response.addHttpCookie(new Cookie('place', 'lat=1,long=-2')); response.addHttpCookie(new Cookie('json', JSON.stringify({ a: 'b c' })));\n\
        response.addHttpCookie(new Cookie('bad', 'a;b')); response.addHttpCookie(new Cookie('sid-Storefront', 'mine'));").await;
    assert_eq!(page.status, StatusCode::IM_A_TEAPOT);
    assert_eq!(page.headers[header::CONTENT_TYPE], "application/json;charset=UTF-8");
    assert_eq!(page.headers.get_all("x-one").iter().collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(page.headers.get_all("x-content-type-options").iter().collect::<Vec<_>>(), ["none"]);
    assert!(!page.headers.contains_key("x-bad") && !page.headers.contains_key("b"));
    let cookies: Vec<_> = page
        .headers
        .get_all(header::SET_COOKIE)
        .iter()
        .map(|it| it.to_str().expect("ASCII"))
        .collect();
    assert_eq!(cookies.len(), 4, "{cookies:?}");
    assert_eq!(cookies[0], "seen=yes; SameSite=Lax; Path=/; Max-Age=60; HttpOnly");
    assert_eq!(cookies[1], "place=lat=1,long=-2; SameSite=Lax; Path=/");
    assert_eq!(cookies[2], "json={\"a\":\"b c\"}; SameSite=Lax; Path=/");
    assert!(
        cookies[3].starts_with("sid-Storefront=") && !cookies[3].contains("mine"),
        "{cookies:?}"
    );
    assert!(cookies[3].ends_with("; Path=/; HttpOnly; SameSite=Lax"), "{cookies:?}");
}

#[tokio::test]
async fn what_scripts_keep_in_a_cookie_they_read_back() {
    let controller = "exports.Set = function () {\n\
        response.addHttpCookie(new (require('dw/web/Cookie'))('kept', JSON.stringify({ lat: '1,5', words: 'b \\\\ c = d' }))); };\n\
        exports.Get = function () { response.writer.print(JSON.parse(request.httpCookies['kept'].value).words); };\n\
        exports.Set.public = true; exports.Get.public = true;";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    let mut browser = Browser::of(&shop);
    browser.get("Test-Set").await.is_fine();
    assert_eq!(browser.get("Test-Get").await.is_fine().body, "b \\ c = d");
}

#[tokio::test]
async fn a_status_that_http_does_not_have_is_a_failure() {
    for status in ["1", "-404", "70000", "2147483647"] {
        let page = run(&format!("response.setStatus({status}); print('fine');")).await;
        assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR, "{status}");
        assert_eq!(page.body, "fine\n", "{status}");
    }
}

#[tokio::test]
async fn a_session_is_kept_and_failing_scripts_change_nothing() {
    let controller = "exports.Count = function () { session.custom.n = (session.custom.n || 0) + 1; session.privacy.text = 'a';\n\
        if (request.httpParameterMap.fail.submitted) { throw new Error('no'); }\n\
        response.writer.print(session.custom.n + ' ' + session.custom.never); };\nexports.Count.public = true;";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    let mut browser = Browser::of(&shop);
    assert_eq!(browser.get("Test-Count").await.body, "1 null");
    assert_eq!(browser.get("Test-Count").await.body, "2 null");
    assert_eq!(browser.get("Test-Count?fail=1").await.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(browser.get("Test-Count").await.body, "3 null");
    assert_eq!(Browser::of(&shop).get("Test-Count").await.body, "1 null");
}

#[tokio::test]
async fn forms_of_requests_at_the_same_time_are_taken_whichever_ended_last() {
    const ME: Owner = Owner(9);
    let controller = "var CSRF = require('dw/web/CSRFProtection');\nexports.Start = function () {};\n\
        exports.Form = function () {\n  response.writer.print(CSRF.generateToken());\n};\n\
        exports.Take = function () { response.writer.print(CSRF.validateRequest()); };\n\
        ['Start', 'Form', 'Take'].forEach(function (name) { exports[name].public = true; });";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    let mut browser = Browser::of(&shop);
    browser.get("Test-Start").await.is_fine();
    let cookie = browser.cookies["sid-Storefront"].clone();
    let control = shop.engine().control();
    control.attach(ME);
    let path = "/app/cartridge/controllers/Test.js".to_owned();
    control.set_breakpoints(ME, vec![Breakpoint { id: 1, path, line: 4, condition: None }]);
    let forms = [(); 2].map(|()| {
        let mut other = Browser::of(&shop);
        other.cookies.insert("sid-Storefront".to_owned(), cookie.clone());
        tokio::spawn(async move { other.get("Test-Form").await.body })
    });
    let halted = || -> Vec<_> {
        let threads = control.threads().into_iter();
        let halted = threads.filter(|it| matches!(it.state, ThreadState::Halted { .. }));
        halted.map(|it| it.id).collect()
    };
    let mut changes = control.changes();
    let both = async {
        while halted().len() < 2 {
            changes.changed().await.expect("the engine lives");
        }
    };
    tokio::time::timeout(PATIENCE, both).await.expect("both halt before they have a token");
    for thread in halted() {
        control.resume(thread).expect("still halted");
    }
    for form in forms {
        let token = form.await.expect("answered");
        let answer = browser.get(&format!("Test-Take?csrf_token={token}")).await.body;
        assert_eq!(answer, "true", "{token}");
    }
    assert_eq!(browser.get("Test-Take?csrf_token=other").await.body, "false");
    assert_eq!(browser.get("Test-Take").await.body, "false");
}

#[tokio::test]
async fn requests_of_one_session_at_the_same_time_keep_everything() {
    let shop = Storefront::new(StorefrontOptions::sample("Storefront"));
    let mut browser = Browser::of(&shop);
    browser.get("Home-Show").await.is_fine();
    let cookie = browser.cookies["sid-Storefront"].clone();
    let pids = ["KM01001-01", "KM01002-01", "KM01003-01", "KB02001-01"];
    let tasks = pids.map(|pid| {
        let mut other = Browser::of(&shop);
        other.cookies.insert("sid-Storefront".to_owned(), cookie.clone());
        tokio::spawn(async move { other.post("Cart-AddProduct", &[("pid", pid)]).await.status })
    });
    for task in tasks {
        assert_eq!(task.await.expect("answered"), StatusCode::FOUND);
    }
    let mut all = Browser::of(&shop);
    all.cookies.insert("sid-Storefront".to_owned(), cookie);
    let added = all.get("Cart-Show").await;
    added.is_fine();
    for pid in pids {
        added.shows(&format!("Product-Show?pid={pid}"));
    }
}

#[tokio::test]
async fn remote_includes_are_threads_of_their_own() {
    let layout = "<p><isinclude url=\"${URLUtils.url('Test-Part', 'n', '1')}\"/>|<isinclude url=\"${URLUtils.url('Test-Broken')}\"/>|<isprint value=\"${pdict.text}\"/></p>";
    let controller = "exports.Show = function () { session.custom.by = 'page'; require('dw/template/ISML').renderTemplate('page', {text: '<!--include -->'}); };\n\
        exports.Part = function () { response.writer.print('part ' + request.httpParameterMap.n.stringValue + ' ' + request.includeRequest + ' ' + session.custom.by); };\n\
        exports.Broken = function () { throw new Error('<i>in part</i>'); };\n\
        exports.Show.public = exports.Part.public = exports.Broken.public = true;";
    let shop = storefront(&[
        ("app/cartridge/controllers/Test.js", controller),
        ("app/cartridge/templates/default/page.isml", layout),
    ]);
    let page = Browser::of(&shop).get("Test-Show").await;
    page.is_fine()
        .shows("<p>part 1 true page|")
        .shows("Error: &lt;i&gt;in part")
        .shows("&lt;!--include --&gt;</p>");
}

#[tokio::test]
async fn a_halted_page_waits_and_goes_on_without_its_visitor() {
    let controller = "exports.Show = function () {\n  session.custom.done = 'yes';\n  response.writer.print(session.custom.done);\n};\nexports.Show.public = true;\n\
        exports.Ask = function () { response.writer.print(session.custom.done); };\nexports.Ask.public = true;";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    let mut browser = Browser::of(&shop);
    assert_eq!(browser.get("Test-Ask").await.body, "null");
    let cookies = browser.cookies.clone();
    let control = shop.engine().control();
    control.attach(Owner(1));
    let path = "/app/cartridge/controllers/Test.js".to_owned();
    control.set_breakpoints(Owner(1), vec![Breakpoint { id: 1, path, line: 3, condition: None }]);

    let visit = tokio::spawn({
        let mut visitor =
            Browser { shop: router(Arc::clone(&shop), Vec::new(), Arc::default()), cookies };
        async move { visitor.get("Test-Show").await.status }
    });
    let halted = async {
        loop {
            let threads = control.threads();
            if let Some(thread) =
                threads.iter().find(|it| matches!(it.state, ThreadState::Halted { .. }))
            {
                break thread.id;
            }
            tokio::task::yield_now().await;
        }
    };
    let thread = tokio::time::timeout(PATIENCE, halted).await.expect("it halts");
    visit.abort();
    assert!(visit.await.expect_err("gone").is_cancelled());
    control.resume(thread).expect("still there");
    let kept = async {
        while browser.get("Test-Ask").await.body != "yes" {
            tokio::task::yield_now().await;
        }
    };
    control.detach(Owner(1));
    tokio::time::timeout(PATIENCE, kept).await.expect("the script went on and was kept");
}

#[tokio::test]
async fn static_files_come_from_the_cartridges() {
    let mut browser = Browser::of_sample();
    let page =
        browser.get("/on/demandware.static/Sites-Storefront-Site/-/default/css/shop.css").await;
    page.is_fine().shows(".tiles");
    assert_eq!(page.headers[header::CONTENT_TYPE], "text/css;charset=UTF-8");
    assert_eq!(page.headers["x-content-type-options"], "nosniff");
    let page = browser
        .get("/on/demandware.static/Sites-Storefront-Site/-/default/..%2fcontrollers/Cart.js")
        .await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_static_file_that_a_browser_has_isnt_sent_again_until_it_changes() {
    let path = "/on/demandware.static/Sites-Storefront-Site/-/default/a.css";
    let shop = |style: &str| storefront(&[("app/cartridge/static/default/a.css", style)]);
    let ask = |tag: &HeaderValue| {
        let request = Request::builder().uri(path).header(header::HOST, "localhost");
        request.header(header::IF_NONE_MATCH, tag).body(Body::empty()).expect("a request")
    };
    let asked = |style: &str, tag: &HeaderValue| {
        sent(router(shop(style), Vec::new(), Arc::default()), ask(tag))
    };
    let page = Browser::of(&shop("b { }")).get(path).await;
    let tag = page.is_fine().headers[header::ETAG].clone();
    assert_eq!(page.headers[header::CACHE_CONTROL], "no-cache");

    let same = asked("b { }", &tag).await;
    assert_eq!((same.status, same.body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert_eq!(same.headers[header::ETAG], tag);
    let changed = asked("i { }", &tag).await;
    changed.is_fine().shows("i { }");
    assert_ne!(changed.headers[header::ETAG], tag);
}

#[tokio::test]
async fn the_shop_is_there_over_http_and_the_users_folder_replaces_it() {
    let sandbox = Sandbox::start(SandboxOptions::on_free_ports()).await.expect("started");
    let url = format!("http://{}/", sandbox.http_addr());
    let page = reqwest::get(&url).await.expect("answered").text().await.expect("text");
    assert!(page.contains("Plain things, well made"), "{page}");
    sandbox.shutdown().await;

    let home = "exports.Show = function () { response.writer.print('mine, ' + require('dw/catalog/ProductMgr').getProduct('KM01001').name); }; exports.Show.public = true;";
    let script = "/mine/cartridge/controllers/Home.js";
    let served = Served::start(script, home, SandboxOptions::on_free_ports()).await;
    let page = reqwest::get(served.url()).await.expect("answered").text().await.expect("text");
    assert_eq!(page, "mine, Heron Mug");
    served.sandbox.shutdown().await;
}

#[tokio::test]
async fn log_lines_and_traces_dont_disturb_the_page() {
    check("trace('a {0}', 1); require('dw/system/Logger').getLogger('x').warn('\\x1b[31m'); print('fine');", &["fine"]).await;
}

#[tokio::test]
async fn addresses_lead_from_http_to_https_and_back() {
    let controller = "var U = require('dw/web/URLUtils'); function w(x) { response.writer.println(x); }
        exports.Show = function () { w(U.https('A-B')); w(U.http('A-B')); w(U.url('A-B').https()); w(U.abs('A-B')); w(U.httpsStatic('a.css')); }; exports.Show.public = true;
        exports.Fail = function () { throw new Error('no'); }; exports.Fail.public = true;
        exports.Refuse = function () { throw new Error('Params do not match route'); }; exports.Refuse.public = true;";
    let cartridges = Cartridges::new()
        .with("app", Files::memory([("cartridge/controllers/Test.js", controller.as_bytes())]));
    let shop = Storefront::new(StorefrontOptions {
        cartridges: Arc::new(cartridges),
        spoken: Spoken { ports: Some([8400, 8443]), ..Spoken::default() },
        ..StorefrontOptions::sample("Storefront")
    });
    let shop = router(shop, Vec::new(), Arc::default());
    let ask = async |host: &str, action: &str| {
        let request = Request::get(address(action)).header(header::HOST, host);
        sent(shop.clone(), request.body(Body::empty()).expect("a request")).await
    };
    let of = |origin: &str, path: &str| format!("{origin}/on/demandware.{path}");
    let page = "store/Sites-Storefront-Site/default/A-B";
    let file = "static/Sites-Storefront-Site/-/default/a.css";
    for (host, https, http) in [
        ("localhost:8400", "https://localhost:8443", "http://localhost:8400"),
        ("shop.test", "https://shop.test", "http://shop.test"),
    ] {
        let expected = [(https, page), (http, page), (https, page), (http, page), (https, file)];
        let expected = expected.map(|(origin, path)| of(origin, path));
        let found = ask(host, "Test-Show").await;
        assert_eq!(found.body.lines().collect::<Vec<_>>(), expected, "{host}");
    }
    let refused = "store/Sites-Storefront-Site/default/Test-Refuse?a=%3Cb%3E";
    ask("localhost:8400", "Test-Refuse?a=%3Cb%3E")
        .await
        .shows(&format!("<a href=\"{}\">", of("https://localhost:8443", refused)));
    ask("localhost:8400", "Test-Fail").await.hides("HTTPS");
    ask("shop.test", "Test-Refuse").await.hides("HTTPS");
}

const HOOKS: &str = r#"{ "hooks": [
    { "name": "dw.system.request.onSession", "script": "./hooks" },
    { "name": "dw.system.request.onRequest", "script": "./hooks" }
] }"#;

#[tokio::test]
async fn cartridges_are_told_of_requests_and_of_new_sessions() {
    let hooks = "exports.onSession = function () { session.custom.told = 'session ' + request.httpPath.split('/').pop(); };
        exports.onRequest = function () {
            session.custom.told = (session.custom.told || '') + ' request';
            if (request.httpParameterMap.away.submitted) { response.redirect('/elsewhere'); }
        };";
    let controller = "exports.Run = function () {
            require('dw/template/ISML').renderTemplate('told', {});
        };
        exports.Run.public = true;
        exports.Part = function () { response.writer.print('included'); };
        exports.Part.public = true;
        exports.Away = function () { throw new Error('it is never called'); };
        exports.Away.public = true;";
    let shop = storefront(&[
        ("app/package.json", "{ \"hooks\": \"./cartridge/hooks.json\" }"),
        ("app/cartridge/hooks.json", HOOKS),
        ("app/cartridge/hooks.js", hooks),
        ("app/cartridge/controllers/Test.js", controller),
        (
            "app/cartridge/templates/default/told.isml",
            "${session.custom.told} <isinclude url=\"${URLUtils.url('Test-Part')}\"/>",
        ),
    ]);
    let mut browser = Browser::of(&shop);
    let told = |page: Page| page.is_fine().body.clone();
    assert_eq!(told(browser.get("Test-Run").await), "session Test-Run request included");
    let again = "session Test-Run request request included";
    assert_eq!(told(browser.get("Test-Run").await), again);
    let away = browser.get("Test-Away?away").await;
    assert_eq!((away.status, away.location()), (StatusCode::FOUND, "/elsewhere"));
    let other = Browser::of(&shop).get("Test-Run").await;
    assert_eq!(told(other), "session Test-Run request included");
}

#[tokio::test]
async fn controllers_are_asked_with_other_methods_too() {
    let controller = "exports.Run = function () { response.writer.print(request.httpMethod + ' ' + request.httpParameterMap.requestBodyAsString); };\nexports.Run.public = true;";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    for method in ["PUT", "PATCH", "DELETE"] {
        let request = Request::builder()
            .method(method)
            .uri("/on/demandware.store/Sites-Storefront-Site/de/Test-Run")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from("{}"))
            .expect("a request");
        let page = sent(router(Arc::clone(&shop), Vec::new(), Arc::default()), request).await;
        assert_eq!(page.is_fine().body, format!("{method} {{}}"));
    }
}

#[tokio::test]
async fn a_session_keeps_values_of_the_platform_and_refuses_others() {
    let controller = "exports.Set = function () { var kept = session.custom, value = dw.value, util = dw.util;\n\
        Object.assign(kept, { money: new value.Money(1.5, 'EUR'), none: value.Money.NOT_AVAILABLE, quantity: new value.Quantity(2, 'kg'), decimal: new util.Decimal('0.1'), day: new Date(5), text: new String('a'), n: 1, no: null });\n\
        var calendar = new util.Calendar(new Date(7)); calendar.timeZone = 'Europe/Berlin'; kept.calendar = calendar;\n\
        response.writer.print([{ a: 1 }, [1], new util.ArrayList(1), function () {}, new Array(2002).join('x'), customer].map(function (it) { try { kept.bad = it; return 'taken'; } catch (e) { return e.message.split(':')[0]; } }).concat('bad' in kept)); };\n\
        exports.Read = function () { var it = session.custom; response.writer.print([it.money, it.money instanceof dw.value.Money, it.money.value, it.none.available, it.quantity.unit, it.quantity.value, it.decimal.add(1), it.day.getTime(), it.text, it.n, it.no, it.calendar.time.getTime(), it.calendar.timeZone].join()); };\n\
        exports.Set.public = exports.Read.public = true;";
    let mut browser =
        Browser::of(&storefront(&[("app/cartridge/controllers/Test.js", controller)]));
    let refused = ["IllegalArgumentException"; 6].join(",");
    assert_eq!(browser.get("Test-Set").await.is_fine().body, format!("{refused},false"));
    assert_eq!(
        browser.get("Test-Read").await.is_fine().body,
        "EUR 1.50,true,1.5,false,kg,2,1.1,5,a,1,,7,Europe/Berlin"
    );
}

#[tokio::test]
async fn a_transaction_that_is_open_at_the_end_is_committed() {
    let controller = "var Transaction = require('dw/system/Transaction'), Mgr = require('dw/object/CustomObjectMgr');\n\
        exports.Open = function () { Transaction.begin(); Mgr.createCustomObject('Note', 'open'); };\n\
        exports.Fail = function () { Transaction.begin(); Mgr.createCustomObject('Note', 'failed'); throw new Error('no'); };\n\
        exports.Back = function () { Transaction.begin(); Transaction.begin(); Transaction.rollback(); Mgr.createCustomObject('Note', 'back'); };\n\
        exports.Read = function () { response.writer.print(['open', 'failed', 'back'].map(function (key) { return Mgr.getCustomObject('Note', key) !== null; })); };\n\
        Object.keys(exports).forEach(function (name) { exports[name].public = true; });";
    let mut browser =
        Browser::of(&storefront(&[("app/cartridge/controllers/Test.js", controller)]));
    for name in ["Open", "Fail", "Back"] {
        browser.get(&format!("Test-{name}")).await;
    }
    assert_eq!(browser.get("Test-Read").await.is_fine().body, "true,false,false");
}

#[tokio::test]
async fn who_logs_out_goes_on_in_another_session() {
    let controller = "var Mgr = require('dw/customer/CustomerMgr');\n\
        function shown() { response.writer.print([session.sessionID, customer.authenticated, String(session.custom.seen)].join('|')); }\n\
        exports.Show = function () { shown(); };\n\
        exports.In = function () { require('dw/system/Transaction').wrap(function () { Mgr.createCustomer('ada@example.test', 'white tea, please'); });\n\
            Mgr.loginCustomer(Mgr.authenticateCustomer('ada@example.test', 'white tea, please'), false); session.custom.seen = 'me'; shown(); };\n\
        exports.Out = function () { Mgr.logoutCustomer(request.httpParameterMap.remember.booleanValue); shown(); };\n\
        exports.Page = function () { require('dw/template/ISML').renderTemplate('page'); };\n\
        Object.keys(exports).forEach(function (name) { exports[name].public = true; });";
    let shop = storefront(&[
        ("app/cartridge/controllers/Test.js", controller),
        (
            "app/cartridge/templates/default/page.isml",
            "<isinclude url=\"${URLUtils.url('Test-Out')}\" />",
        ),
    ]);
    let mut browser = Browser::of(&shop);
    let parts = |page: &Page| -> Vec<String> { page.body.split('|').map(str::to_owned).collect() };
    let first = browser.get("Test-In").await;
    let first_id = parts(&first)[0].clone();
    assert_eq!(parts(&first)[1..], ["true", "me"]);
    let stolen = browser.cookies.clone();

    let remembered = browser.get("Test-Out?remember=true").await;
    assert_eq!(parts(&remembered), [first_id.as_str(), "false", "me"]);
    let cookies = remembered.headers.get_all(header::SET_COOKIE).iter();
    let cookies: Vec<_> = cookies.map(|line| line.to_str().expect("text")).collect();
    assert!(cookies.iter().all(|line| !line.starts_with("sid-")), "it is the same session");

    let left = browser.get("Test-Out").await;
    let second_id = parts(&left)[0].clone();
    assert_ne!(second_id, first_id);
    assert_eq!(parts(&left)[1..], ["false", "null"]);
    assert_eq!(browser.cookies.get("sid-Storefront"), Some(&second_id));
    assert_eq!(parts(&browser.get("Test-Show").await), [second_id.as_str(), "false", "null"]);

    let mut other = Browser::of(&shop);
    other.cookies = stolen;
    let refused = parts(&other.get("Test-Show").await)[0].clone();
    assert!(refused != first_id && refused != second_id, "nobody finds the one of before");

    let page = browser.get("Test-Page").await;
    assert!(!page.headers.contains_key(header::SET_COOKIE), "no answer of an include tells it");
    assert_eq!(parts(&browser.get("Test-Show").await)[0], second_id);
}

#[tokio::test]
async fn a_script_sets_no_headers_of_the_connection_and_so_many_others() {
    let mut browser = Browser::of(&storefront(&[(
        "app/cartridge/controllers/Head.js",
        "exports.Connection = function () {
            ['Transfer-Encoding', 'Content-Length', 'Connection', 'Upgrade', 'TE', 'Trailer'].forEach(function (name) {
                response.setHttpHeader(name, 'x');
            });
            response.setHttpHeader('X-Own', 'kept');
            response.writer.print('all of it');
        };
        exports.Many = function () {
            for (var i = 0; i < 40000; i++) { response.addHttpHeader('X-Many', 'm'); }
            for (var j = 0; j < 40000; j++) { response.addHttpCookie(new (require('dw/web/Cookie'))('c' + j, 'v')); }
        };
        exports.Early = function () { response.setStatus(101); };
        Object.keys(exports).forEach(function (name) { exports[name].public = true; });",
    )]));
    let page = browser.get("Head-Connection").await;
    assert_eq!(page.is_fine().body, "all of it");
    for name in [
        header::TRANSFER_ENCODING,
        header::CONNECTION,
        header::UPGRADE,
        header::TE,
        header::TRAILER,
    ] {
        assert_eq!(page.headers.get(&name), None, "{name}");
    }
    assert_eq!(
        page.headers.get(header::CONTENT_LENGTH).map(HeaderValue::as_bytes),
        Some(&b"9"[..])
    );
    assert_eq!(page.headers["x-own"], "kept");
    let page = browser.get("Head-Many").await;
    assert_eq!(page.is_fine().headers.get_all("x-many").iter().count(), 1_000);
    assert_eq!(browser.get("Head-Early").await.status, StatusCode::INTERNAL_SERVER_ERROR);
}

#[tokio::test]
async fn a_request_keeps_more_than_one_text_holds_and_a_query_reads_it() {
    let mut browser = Browser::of(&storefront(&[(
        "app/cartridge/controllers/Note.js",
        "var Mgr = require('dw/object/CustomObjectMgr');
        function text(count) { return 'x'.repeat(count); }
        exports.Fill = function () {
            require('dw/system/Transaction').wrap(function () {
                for (var i = 0; i < 4; i++) { Mgr.createCustomObject('Note', 'n' + i).custom.text = text(7e6); }
                for (var j = 0; j < 3000; j++) { Mgr.createCustomObject('Note', 's' + j).custom.text = 'small'; }
            });
        };
        exports.Read = function () {
            var notes = Mgr.queryCustomObjects('Note', 'custom.text != NULL', null), count = 0, length = 0;
            while (notes.hasNext()) { count++; length += notes.next().custom.text.length; }
            response.writer.print(count + ' ' + length);
        };
        Object.keys(exports).forEach(function (name) { exports[name].public = true; });",
    )]));
    browser.get("Note-Fill").await.is_fine();
    let expected = format!("3004 {}", 4 * 7_000_000 + 3_000 * "small".len());
    assert_eq!(browser.get("Note-Read").await.is_fine().body, expected);
}

#[tokio::test]
async fn a_script_sets_one_content_type_and_no_cookies_by_their_header() {
    let mut browser = Browser::of(&storefront(&[(
        "app/cartridge/controllers/Head.js",
        "exports.Typed = function () {
            var before = response.containsHttpHeader('Content-Type');
            response.setContentType('text/css');
            response.setHttpHeader('Content-type', 'text/plain');
            response.addHttpHeader('Set-Cookie', 'sid-Storefront=chosen');
            response.writer.print([before, response.containsHttpHeader('content-type'), response.contentType].join());
        };
        exports.Long = function () {
            var text = new Array(100 * 1024 + 1).join('x');
            ['X-A', 'X-B', 'X-C'].forEach(function (name) { response.setHttpHeader(name, text); });
            response.addHttpCookie(new (require('dw/web/Cookie'))('long', text));
            response.addHttpCookie(new (require('dw/web/Cookie'))('short', 'text'));
        };
        Object.keys(exports).forEach(function (name) { exports[name].public = true; });",
    )]));
    let page = browser.get("Head-Typed").await;
    assert_eq!(page.is_fine().body, "false,true,text/plain");
    let types: Vec<_> = page.headers.get_all(header::CONTENT_TYPE).iter().collect();
    assert_eq!(types, ["text/plain;charset=UTF-8"]);
    let cookies: Vec<_> = page.headers.get_all(header::SET_COOKIE).iter().collect();
    assert!(cookies.len() == 1 && cookies[0] != "sid-Storefront=chosen", "{cookies:?}");
    let page = browser.get("Head-Long").await;
    let headers = &page.is_fine().headers;
    assert!(headers.contains_key("x-b") && !headers.contains_key("x-c"));
    let cookies: Vec<_> = headers.get_all(header::SET_COOKIE).iter().collect();
    assert!(cookies.len() == 1 && cookies[0].as_bytes().starts_with(b"short=text"), "{cookies:?}");
}
