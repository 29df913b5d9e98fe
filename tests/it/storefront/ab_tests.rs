//! Tests of an archive that show some visitors something else: who takes part, and in which segment.

use super::{Browser, archived, storefront_of};
use std::collections::BTreeSet;

const CONTROLLER: &str = "var Mgr = require('dw/campaign/ABTestMgr');
    exports.Show = function () {
        response.writer.print(Mgr.assignedTestSegments.toArray().map(function (it) {
            return [it.ABTest.ID, it.ID, it.controlSegment, Mgr.isParticipant(it.ABTest.ID, it.ID), Mgr.isParticipant(it.ABTest.ID, 'none')].join();
        }).join(' '));
    };
    exports.Show.public = true;";

/// A test with what stands in it, for a time that is long.
fn test(id: &str, more: &str, segments: &str) -> String {
    format!(
        "<ab-test test-id=\"{id}\"><enabled-flag>true</enabled-flag>{more}<test-segments>{segments}</test-segments></ab-test>"
    )
}

fn segments(control: u8, other: u8) -> String {
    format!(
        "<control-segment><allocation-percent>{control}</allocation-percent></control-segment>\
         <test-segment segment-id=\"red\"><allocation-percent>{other}</allocation-percent></test-segment>"
    )
}

fn time(start: u16, end: u16) -> String {
    format!(
        "<schedule><start-date>{start}-01-01T00:00:00.000Z</start-date><end-date>{end}-01-01T00:00:00.000Z</end-date></schedule>"
    )
}

fn trigger(content: &str) -> String {
    format!(
        "<participation><trigger>{content}</trigger><expiration>session</expiration></participation>"
    )
}

fn browser(tests: &[String]) -> Browser {
    let file = format!("<ab-tests>{}</ab-tests>", tests.concat());
    let plain = "exports.Show = function () { response.writer.print('shown'); }; exports.Show.public = true;";
    let files = [
        ("app/cartridge/controllers/Test.js", CONTROLLER),
        ("app/cartridge/controllers/Home.js", plain),
        ("app/cartridge/controllers/Search.js", plain),
    ];
    Browser::of(&storefront_of(&files, archived(&[("sites/Storefront/abtests.xml", &file)])))
}

#[tokio::test]
async fn visitors_take_part_in_tests_that_run_and_are_for_them() {
    let group = "<customer-groups><customer-group group-id=\"Registered\"/></customer-groups>";
    let mut browser = browser(&[
        test("all", &time(2001, 2990), &segments(0, 100)),
        test("past", &time(2001, 2002), &segments(0, 100)),
        test("coming", &time(2989, 2990), &segments(0, 100)),
        test("members", group, &segments(0, 100)),
        test("usual", &trigger("<immediately/>"), &segments(5, 0)),
        test("none", "", &segments(0, 0)),
        test("off", "", &segments(0, 100)).replace(">true<", ">false<"),
    ]);
    let page = browser.get("Test-Show").await;
    assert_eq!(page.is_fine().body, "all,red,false,true,false usual,Control,true,true,false");
}

#[tokio::test]
async fn who_has_asked_for_a_page_takes_part() {
    let category = "<category-page-view><category-id>mens</category-id></category-page-view>";
    let pipeline = "<pipeline-call><pipeline-name>Test</pipeline-name><start-node>Show</start-node></pipeline-call>";
    let mut browser = browser(&[
        test("home", &trigger("<home-page-view/>"), &segments(0, 1)),
        test("mens", &trigger(category), &segments(0, 1)),
        test("test", &trigger(pipeline), &segments(0, 1)),
    ]);
    let (home, mens, test) =
        ("home,red,false,true,false", "mens,red,false,true,false", "test,red,false,true,false");
    assert_eq!(browser.get("Test-Show").await.is_fine().body, test);
    browser.get("Home-Show").await.is_fine();
    browser.get("Search-Show?cgid=womens").await.is_fine();
    assert_eq!(browser.get("Test-Show").await.body, format!("{home} {test}"));
    browser.get("Search-Show?cgid=mens").await.is_fine();
    assert_eq!(browser.get("Test-Show").await.body, format!("{home} {mens} {test}"));
}

#[tokio::test]
async fn visitors_are_shared_out_and_stay_where_they_are() {
    let mut browser = browser(&[test("half", "", &segments(50, 50))]);
    let mut seen = BTreeSet::new();
    for _ in 0..60 {
        browser.cookies.clear();
        let first = browser.get("Test-Show").await.body;
        assert_eq!(browser.get("Test-Show").await.body, first);
        seen.insert(first);
    }
    assert_eq!(seen.len(), 2, "{seen:?}");
}
