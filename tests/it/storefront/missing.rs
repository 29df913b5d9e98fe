//! What the platform has and the sandbox doesn't emulate: it fails late and by name.

use super::{SITE, check, run};
use crate::testkit::process::Process;
use haltscope::sandbox::storefront::{Looked, check as look, sample_path};
use haltscope::script::Emulated;
use std::path::Path;

#[tokio::test]
async fn a_class_that_is_not_emulated_stands_there_until_it_is_used() {
    check(
        "var Mgr = require('dw/util/MappingMgr'), Link = require('dw/extensions/payments/SalesforcePaymentMethod'); print(Mgr);\n\
         print(require('dw/campaign/CampaignStatusCodes').COUPON_UNKNOWN + ' ' + typeof Mgr.getFirst + ' ' + Mgr.nothing + ' ' + (Mgr === dw.util.MappingMgr));\n\
         print(Link.TYPE_CARD + ' ' + ({} instanceof Link));\n\
         try { Mgr.getFirst(10); } catch (error) { print(error.message); }\n\
         try { new Link(); } catch (error) { print(error.message); }\n\
         try { print(dw.util.MappingMgr.mappingNames); } catch (error) { print(error.message); }\n\
         print(require('dw/svc') === dw.svc); print(dw.customer.consent + ' ' + Object.keys(require('dw/suggest')).length + ' ' + dw.nothing);",
        &["[JavaClass dw.util.MappingMgr]", "COUPON_UNKNOWN function undefined true", "card false",
          "dw.util.MappingMgr.getFirst is not emulated by the sandbox",
          "dw.extensions.payments.SalesforcePaymentMethod is not emulated by the sandbox",
          "dw.util.MappingMgr.mappingNames is not emulated by the sandbox",
          "true", "[JavaPackage dw.customer.consent] 14 undefined"],
    )
    .await;
}

#[tokio::test]
async fn a_class_that_is_not_emulated_keeps_its_place_among_the_others() {
    check(
        "var Line = require('dw/order/ProductShippingLineItem'); print(Line.prototype instanceof dw.order.LineItem); print(Line);\n\
         print(require('dw/util/FilteringCollection').ASCENDING + ' ' + (require('dw/util/FilteringCollection').prototype instanceof dw.util.Collection));",
        &["true", "[JavaClass dw.order.ProductShippingLineItem]", "undefined true"],
    )
    .await;
}

#[tokio::test]
async fn a_member_that_is_not_emulated_fails_and_an_unknown_one_is_undefined() {
    check(
        "var basket = dw.order.BasketMgr.currentOrNewBasket; print(basket.nothing + ' ' + ('nothing' in basket) + ' ' + basket.toJSON);\n\
         try { print(new dw.catalog.ProductSearchModel().visualSearch); } catch (error) { print(error.message); }\n\
         var method = dw.order.TaxMgr.getTaxRate, other = dw.order.TaxMgr.applyTax; print(typeof method + ' ' + typeof other);\n\
         try { other('1'); } catch (error) { print(error.message); }\n\
         basket.own = 1; print(basket.own + ' ' + (basket instanceof Object) + ' ' + Object.prototype.hasOwnProperty.call(basket, 'own'));",
        &["undefined false undefined", "dw.catalog.ProductSearchModel.visualSearch is not emulated by the sandbox", "function function",
          "dw.order.TaxMgr.applyTax is not emulated by the sandbox", "1 true true"],
    )
    .await;
}

#[tokio::test]
async fn globals_that_are_not_emulated_fail_by_name() {
    check(
        "print(PIPELET_NEXT + ' ' + PIPELET_ERROR + ' ' + typeof XML + ' ' + ({} instanceof XML));\n\
         try { webreferences2.Tax.getService(); } catch (error) { print(error.message); }\n\
         try { throw new IOError('gone'); } catch (error) { print(error + ' ' + (error instanceof IOError) + ' ' + (error instanceof Error)); }",
        &["1 2 function false", "webreferences2.Tax: no cartridge of the path has cartridge/webreferences2/Tax.wsdl",
          "IOError: gone true true"],
    )
    .await;
}

#[tokio::test]
async fn the_failure_is_where_the_script_used_it() {
    let page = run("var order = 1;\n\n   require('dw/io/FileWriter');\n  require('dw/util/MappingMgr').getFirst();").await;
    page.shows("/app/cartridge/controllers/Test.js:5")
        .shows("dw.util.MappingMgr.getFirst is not emulated by the sandbox");
}

/// What is logged while a controller's function runs; that is its lines from the second one.
pub(super) async fn log_of(body: &str) -> String {
    log_with(&[], body).await
}

/// The same with files of the cartridge besides; those of `../archive` are a site archive.
pub(super) async fn log_with(files: &[(&str, &str)], body: &str) -> String {
    let project = tempfile::tempdir().expect("a folder");
    let controllers = project.path().join("app/cartridge/controllers");
    std::fs::create_dir_all(&controllers).expect("folders");
    let script = format!("exports.Run = function () {{\n{body}\n}};\nexports.Run.public = true;");
    std::fs::write(controllers.join("Test.js"), script).expect("a script");
    for (path, text) in files {
        let file = project.path().join("app").join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        std::fs::write(file, text).expect("a file");
    }
    let archive = project.path().join("archive");
    let [folder, archive_folder] = [project.path(), &archive].map(|it| it.to_str().expect("text"));
    let mut arguments = vec!["--json", "--cartridges", folder];
    if archive.exists() {
        arguments.extend(["--site-archive", archive_folder]);
    }
    let mut process = Process::on_free_ports(&arguments);
    let origin = process.ready()["http"].as_str().expect("an address").to_owned();
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let page = client.get(format!("{origin}{SITE}/default/Test-Run")).send().await;
    assert_eq!(page.expect("an answer").status(), 200);
    process.log()
}

#[tokio::test]
async fn what_a_script_catches_is_told_in_the_log_once_a_request() {
    let log = log_of(
        "  for (var at = 0; at < 2; at += 1) {\n    try {\n      require('dw/util/MappingMgr').getFirst('a');\n    } catch (error) {}\n  }",
    )
    .await;
    let told: Vec<_> = log.lines().filter(|line| line.contains("is not emulated")).collect();
    let [line] = told.as_slice() else { panic!("one line, not {told:?} in\n{log}") };
    for part in [
        "WARN",
        "dw.util.MappingMgr.getFirst is not emulated by the sandbox",
        "asked for at",
        "/app/cartridge/controllers/Test.js:4",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
}

#[tokio::test]
async fn a_hook_without_the_function_that_is_asked_for_is_no_error() {
    let files = [
        ("package.json", r#"{"hooks": "./hooks.json"}"#),
        ("hooks.json", r#"{"hooks": [{"name": "app.pay", "script": "./pay.js"}]}"#),
        ("pay.js", "exports.pay = function () {};"),
    ];
    let log = log_with(&files, "  dw.system.HookMgr.callHook('app.pay', 'save');").await;
    let told: Vec<_> = log.lines().filter(|line| line.contains("exports no function")).collect();
    let [line] = told.as_slice() else { panic!("one line, not {told:?} in\n{log}") };
    assert!(
        line.contains("WARN") && line.contains("/app/pay.js exports no function save"),
        "{line}"
    );
}

#[tokio::test]
async fn a_country_without_geolocations_is_told_where_stores_are_searched_there() {
    let search = |country: &str| {
        format!("  dw.catalog.StoreMgr.searchStoresByPostalCode('{country}', 'none', 'km', 9);\n")
    };
    let log = log_of(&(search("XX").repeat(2) + &search("DE") + &search("de"))).await;
    let told: Vec<_> = log.lines().filter(|line| line.contains("geolocations")).collect();
    let [none] = told.as_slice() else { panic!("one line, not {told:?} in\n{log}") };
    assert!(
        none.contains("WARN") && none.contains("No archive has geolocations of XX: "),
        "{none}"
    );
}

#[tokio::test]
async fn an_include_of_the_frame_of_the_business_manager_is_nothing() {
    let include = |action: &str| {
        format!(
            "  var Velocity = require('dw/template/Velocity'); Velocity.render(\"$velocity.remoteInclude('{action}')\", {{ velocity: Velocity }});\n"
        )
    };
    let frame =
        ["Top", "Bottom"].map(|end| include(&format!("SiteNavigationBar-IncludeFrame{end}")));
    let log = log_of(&(frame.concat() + &include("Other-IncludeFrame"))).await;
    let told: Vec<_> = log.lines().filter(|line| line.contains("found nothing")).collect();
    let [line] = told.as_slice() else { panic!("one line, not {told:?} in\n{log}") };
    assert!(line.contains("Other-IncludeFrame"), "{line}");
}

/// Written anew with `UPDATE_DOCUMENTS=1`.
#[tokio::test]
async fn the_document_of_what_is_emulated_is_the_programs() {
    let document = Emulated::ask().await.expect("the modules are looked at").document();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/emulated.md");
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        std::fs::write(&file, &document).expect("it is written");
    }
    let written = std::fs::read_to_string(&file).expect("the document");
    assert!(written == document, "run UPDATE_DOCUMENTS=1 cargo test emulated");
}

#[tokio::test]
async fn what_nobody_declares_is_not_found() {
    run("require('dw/order/Nothing');")
        .await
        .shows("Cannot find module &#39;dw/order/Nothing&#39;");
}

#[tokio::test]
async fn the_sample_uses_nothing_that_is_missing() {
    let path = ["bm_content", "app_brand", "app_storefront", "app_base"].map(str::to_owned);
    let cartridges = sample_path(&path).expect("the sample's own");
    let Looked { findings, .. } = look(&cartridges).await.expect("the cartridges are looked at");
    assert!(findings.is_empty(), "{findings:#?}");
}
