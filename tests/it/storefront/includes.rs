//! Remote includes that run at once make the page that they make one after the other.

use super::{Browser, storefront};
use crate::testkit::patience::PATIENCE;
use haltscope::sandbox::storefront::Storefront;
use haltscope::script::{Breakpoint, Owner, ThreadId, ThreadInfo, ThreadState};
use std::{sync::Arc, thread::available_parallelism};

const ME: Owner = Owner(1);

/// `Show` includes what its parameter says, such as `Read,Add`; `Add` counts in the session, `Nest` includes `Add`,
/// `Write` does what `Add` does to an object of the shop, `Count` tells of that, and `One` and `Other` wait for each
/// other: once they have changed the session, and there is the file of `Go`. `Turns` includes many, of which every other
/// one changes the session, so that no action is known for it.
const CONTROLLER: &str = "var ISML = require('dw/template/ISML');
var File = require('dw/io/File');
var CustomObjectMgr = require('dw/object/CustomObjectMgr');
function count() { return session.custom.count || 0; }
function print(text) { response.writer.print(text); }
function note(key) { return CustomObjectMgr.getCustomObject('Note', key) || CustomObjectMgr.createCustomObject('Note', key); }
function file(name) { return new File(File.TEMP + '/' + name); }
function meet(own, other) {
    if (!session.custom[own]) { session.custom[own] = true; print('new'); return; }
    if (!file('go').exists()) { print('known'); return; }
    file(own).createNewFile();
    while (!file(other).exists()) {}
    print('met');
}
exports.Show = function () {
    ISML.renderTemplate('page', { parts: request.httpParameterMap.parts.stringValue.split(',') });
};
exports.Read = function () { print('read ' + count()); };
exports.Add = function () { session.custom.count = count() + 1; print('add ' + count()); };
exports.Nest = function () { ISML.renderTemplate('page', { parts: ['Read', 'Add'] }); };
exports.Write = function () {
    require('dw/system/Transaction').wrap(function () { var it = note('a'); it.custom.count = (it.custom.count || 0) + 1; });
    print('write ' + note('a').custom.count);
};
exports.Count = function () { var it = CustomObjectMgr.getCustomObject('Note', 'a'); print('count ' + (it ? it.custom.count : 0)); };
exports.Selfie = function () {
    var log = file('selfies');
    var writer = new (require('dw/io/FileWriter'))(log, true);
    writer.write('.');
    writer.close();
    ISML.renderTemplate('page', { parts: ['Selfie', 'Selfie', 'Selfie'] });
};
exports.Selfies = function () { print(file('selfies').length()); };
exports.Large = function () { print(new Array((4 << 20) + 1).join('x')); };
exports.Turns = function () { ISML.renderTemplate('turns'); };
exports.Turn = function () {
    var n = request.httpParameterMap.n.intValue;
    if (n % 2 === 0) { session.custom.turn = n; }
    print('.');
};
exports.Go = function () { file('go').createNewFile(); };
exports.One = function () { meet('one', 'other'); };
exports.Other = function () { meet('other', 'one'); };
Object.keys(exports).forEach(function (name) { exports[name].public = true; });
";
const PAGE: &str = "<isloop items=\"${pdict.parts}\" var=\"part\"><isinclude url=\"${URLUtils.url('Test-' + part)}\"/>;</isloop>";
const TURNS: &str = "<isloop begin=\"1\" end=\"800\" status=\"turn\"><isinclude url=\"${URLUtils.url('Test-Turn', 'n', turn.count)}\"/></isloop>";

fn shop() -> Arc<Storefront> {
    storefront(&[
        ("app/cartridge/controllers/Test.js", CONTROLLER),
        ("app/cartridge/templates/default/page.isml", PAGE),
        ("app/cartridge/templates/default/turns.isml", TURNS),
    ])
}

async fn show(browser: &mut Browser, parts: &str) -> String {
    browser.get(&format!("Test-Show?parts={parts}")).await.is_fine().body.clone()
}

#[tokio::test]
async fn what_an_include_changes_is_seen_by_those_after_it() {
    let shop = shop();
    let mut browser = Browser::of(&shop);
    let parts = "Read,Read,Add,Read,Read,Add,Read,Nest,Read";
    for before in [0, 3, 6] {
        let [one, two, three] = [before + 1, before + 2, before + 3];
        let expected = format!(
            "read {before};read {before};add {one};read {one};read {one};add {two};read {two};read {two};add {three};;read {three};"
        );
        assert_eq!(show(&mut browser, parts).await, expected);
    }
    assert_eq!(show(&mut Browser::of(&shop), "Read,Add,Read").await, "read 0;add 1;read 1;");
}

#[tokio::test]
async fn what_an_include_writes_is_seen_by_those_after_it() {
    let mut browser = Browser::of(&shop());
    for before in [0, 2] {
        let [one, two] = [before + 1, before + 2];
        let expected = format!("count {before};write {one};count {one};count {one};write {two};");
        assert_eq!(show(&mut browser, "Count,Write,Count,Count,Write").await, expected);
    }
}

#[tokio::test]
async fn a_template_that_is_no_html_has_includes_too() {
    let shop = storefront(&[
        ("app/cartridge/controllers/Test.js", CONTROLLER),
        (
            "app/cartridge/templates/default/page.isml",
            r#"<iscontent type="application/json"/>{"a": "<isinclude url="${URLUtils.url('Test-Read')}"/>"}"#,
        ),
    ]);
    let mut browser = Browser::of(&shop);
    assert_eq!(show(&mut browser, "").await.trim(), r#"{"a": "read 0"}"#);
}

#[tokio::test]
async fn includes_run_at_once() {
    if available_parallelism().is_ok_and(|count| count.get() > 1) {
        let mut browser = Browser::of(&shop());
        assert_eq!(show(&mut browser, "One,Other").await, "new;new;");
        assert_eq!(show(&mut browser, "One,Other").await, "known;known;");
        assert_eq!(show(&mut browser, "Go").await, ";");
        assert_eq!(show(&mut browser, "Read,One,Other,Read").await, "read 0;met;met;read 0;");
    }
}

#[tokio::test]
async fn whoever_steps_meets_includes_one_after_the_other() {
    let shop = shop();
    let control = shop.engine().control();
    control.attach(ME);
    let line = CONTROLLER.lines().position(|line| line.starts_with("exports.Read"));
    let line = u32::try_from(line.expect("it is there") + 1).expect("a line");
    let path = "/app/cartridge/controllers/Test.js".to_owned();
    control.set_breakpoints(ME, vec![Breakpoint { id: 1, path, line, condition: None }]);
    let mut browser = Browser::of(&shop);
    let page = show(&mut browser, "Read,Read,Read");
    tokio::pin!(page);
    let mut changes = control.changes();
    let mut halted: Vec<ThreadId> = Vec::new();
    let watch = async {
        loop {
            let threads = control.threads();
            assert!(threads.len() <= 1, "{threads:?}");
            if let [ThreadInfo { id, state: ThreadState::Halted(_) }] = threads.as_slice() {
                halted.push(*id);
                control.resume(*id).expect("it is halted");
            }
            tokio::select! {
                told = changes.changed() => told.expect("the engine is there"),
                page = &mut page => break page,
            }
        }
    };
    let page = tokio::time::timeout(PATIENCE, watch).await.expect("it ends");
    assert_eq!(page, "read 0;read 0;read 0;");
    halted.dedup();
    assert_eq!(halted.len(), 4, "the page's own script has the line as well");
}

#[tokio::test]
async fn a_page_has_so_many_includes_at_all_depths() {
    let shop = shop();
    let mut browser = Browser::of(&shop);
    let answer = browser.get("Test-Show?parts=Selfie").await;
    assert_eq!(answer.status, 500);
    assert!(answer.body.contains("more than 1000 remote includes"), "{}", answer.body);
    assert!(answer.body.contains("Test-Selfie"), "{}", answer.body);
    assert_eq!(show(&mut browser, "Selfies").await, "1000;");
}

#[tokio::test]
async fn an_include_that_begins_anew_is_one_all_the_same() {
    let page = Browser::of(&shop()).get("Test-Turns").await;
    assert_eq!(page.is_fine().body.matches('.').count(), 800);
}

#[tokio::test]
async fn a_page_with_its_includes_has_an_end() {
    let mut browser = Browser::of(&shop());
    let large = |count: usize| format!("Test-Show?parts={}", vec!["Large"; count].join(","));
    assert_eq!(browser.get(&large(7)).await.is_fine().body.len(), 7 * ((4 << 20) + 1));
    let answer = browser.get(&large(8)).await;
    assert_eq!(answer.status, 500);
    assert!(answer.body.contains("larger than 32 MiB"), "{}", answer.body);
    assert!(answer.body.contains("Test-Large"), "{}", answer.body);
}

#[tokio::test]
async fn nothing_more_is_included_when_the_visitor_has_left() {
    let shop = shop();
    let control = shop.engine().control();
    control.attach(ME);
    let line = CONTROLLER.lines().position(|line| line.contains("var log"));
    let line = u32::try_from(line.expect("it is there") + 1).expect("a line");
    let path = "/app/cartridge/controllers/Test.js".to_owned();
    control.set_breakpoints(ME, vec![Breakpoint { id: 1, path, line, condition: None }]);
    let mut changes = control.changes();
    let is_halted = |it: &ThreadInfo| matches!(it.state, ThreadState::Halted(_));
    let mut browser = Browser::of(&shop);
    {
        let visit = browser.get("Test-Selfie");
        tokio::pin!(visit);
        while !control.threads().iter().any(is_halted) {
            tokio::select! {
                told = changes.changed() => told.expect("the engine is there"),
                _ = &mut visit => panic!("it halts"),
            }
        }
    }
    control.detach(ME);
    tokio::time::timeout(PATIENCE, shop.engine().settled()).await.expect("the script ends");
    assert_eq!(show(&mut browser, "Selfies").await, "1;");
}
