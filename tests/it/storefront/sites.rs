//! Further sites of the settings: each with its cartridges, its library and sessions of its own.

use crate::{
    data::stand::Stand,
    sandbox::stand::{Debugger, id_of},
};
use haltscope::sandbox::{SandboxOptions, Site, store::Library};
use reqwest::header::SET_COOKIE;
use serde_json::json;

fn site(id: &str, cartridge: &str) -> Site {
    let cartridge_path = vec![cartridge.to_owned()];
    Site { id: id.to_owned(), cartridge_path, library: "Main".to_owned() }
}

async fn start() -> Stand {
    let main = Library { id: "Main".into(), display_name: "Main".to_owned() };
    Stand::with(SandboxOptions {
        sites: vec![site("Second", "app_base"), site("Broken", "app_nowhere")],
        libraries: vec![main],
        ..SandboxOptions::on_free_ports()
    })
    .await
}

fn address(stand: &Stand, site: &str, rest: &str) -> String {
    format!("{}/on/demandware.{rest}", stand.origin())
        .replace("SITE", &format!("Sites-{site}-Site"))
}

async fn get(stand: &Stand, site: &str, rest: &str) -> (u16, String) {
    let answer = stand.http.get(address(stand, site, rest)).send().await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("a page"))
}

const HOME: &str = "store/SITE/default/Home-Show";

#[tokio::test]
async fn each_site_has_its_cartridges_and_its_library() {
    let stand = start().await;
    let body = json!({"default": {"source": "<p>Second to none</p>"}});
    let banner = json!({"online": {"default": true}, "c_body": body});
    stand.put("/libraries/Main/content/home-banner", banner).await.ok(201);

    let (status, second) = get(&stand, "Second", HOME).await;
    assert_eq!(status, 200, "{second}");
    for text in ["Plain things for every day", "<p>Second to none</p>", "Sites-Second-Site/default"]
    {
        assert!(second.contains(text), "{text}: {second}");
    }
    assert!(!second.contains("Sites-Storefront-Site"), "{second}");
    let (_, own) = get(&stand, "Storefront", HOME).await;
    assert!(own.contains("Plain things, well made") && !own.contains("Second to none"), "{own}");

    let (status, _) = get(&stand, "Second", "static/SITE/-/default/css/shop.css").await;
    assert_eq!(status, 200);
    for unknown in ["Broken", "Nowhere"] {
        let (status, page) = get(&stand, unknown, HOME).await;
        assert_eq!(status, 404, "{page}");
        assert!(page.contains(&format!("There is no site {unknown}")), "{page}");
    }
}

/// A debugger takes a path that is told for that of every thread.
#[tokio::test]
async fn debuggers_are_told_a_cartridge_path_that_all_sites_have() {
    for (sites, told) in [
        (vec![], Some("app_brand:app_base")),
        (vec!["app_brand:app_base"], Some("app_brand:app_base")),
        (vec!["app_base"], None),
    ] {
        let second = |path: &&str| Site {
            cartridge_path: path.split(':').map(str::to_owned).collect(),
            ..site("Second", "")
        };
        let stand = Stand::with(SandboxOptions {
            cartridge_path: vec!["app_brand".to_owned(), "app_base".to_owned()],
            sites: sites.iter().map(second).collect(),
            libraries: vec![Library { id: "Main".into(), display_name: "Main".to_owned() }],
            ..SandboxOptions::on_free_ports()
        })
        .await;
        let threads = format!("{}/s/-/dw/debugger/v2_0/threads", stand.origin());
        let answer = stand.http.get(threads).send().await.expect("an answer");
        let header = |name: &str| answer.headers().get(name).map(|it| it.to_str().expect("text"));
        assert_eq!(header("x-haltscope-site"), Some("Storefront"));
        assert_eq!(header("x-haltscope-cartridges"), told, "{sites:?}");
    }
}

#[tokio::test]
async fn sessions_are_a_sites_own() {
    let stand = start().await;
    for site in ["Storefront", "Second"] {
        let answer = stand.http.get(address(&stand, site, HOME)).send().await.expect("an answer");
        let cookie = answer.headers()[SET_COOKIE].to_str().expect("text").to_owned();
        assert!(cookie.starts_with(&format!("sid-{site}=")), "{cookie}");
        assert!(cookie.contains("; Path=/;"), "{cookie}");
    }
}

#[tokio::test]
async fn a_breakpoint_halts_the_scripts_of_every_site() {
    const SCRIPT: &str = "/app_base/cartridge/controllers/Home.js";
    let stand = start().await;
    let debugger = Debugger {
        http: stand.http.clone(),
        root: stand.origin(),
        base: "/s/-/dw/debugger/v2_0".to_owned(),
        id: "sites".to_owned(),
        login: Some(("admin".to_owned(), "haltscope-demo".to_owned())),
    };
    debugger.post("/client").await.expect(204);
    let text = include_str!(
        "../../../assets/storefront/cartridges/app_base/cartridge/controllers/Home.js"
    );
    let index = text.lines().position(|line| line.contains("var root =")).expect("the line");
    let breakpoint = json!({"script_path": SCRIPT, "line_number": index + 1});
    debugger.post_json("/breakpoints", json!({"breakpoints": [breakpoint]})).await.expect(200);
    let page = tokio::spawn(stand.http.get(address(&stand, "Second", HOME)).send());
    let thread = id_of(&debugger.halted().await);
    let site = "require('dw/system/Site').getCurrent().ID";
    assert_eq!(debugger.eval(thread, 0, site).await, "Second");
    debugger.step(thread, "resume").await;
    let page = page.await.expect("no panic").expect("an answer");
    assert_eq!(page.status().as_u16(), 200);
}
