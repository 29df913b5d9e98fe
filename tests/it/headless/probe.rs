//! `haltscope probe`.

use crate::behaviours::world::{IN_FAIL, IN_LOOP, IN_WALK, MANY_ARE_MADE, SCRIPT, World, page};
use crate::sandbox::stand::{STEPS, Stand, line};
use crate::testkit::program::{Program, run};
use crate::testkit::terminal::{Size, Terminal};
use rustix::process::Signal;
use serde_json::{Value, json};

fn at(line: u32) -> String {
    format!("Play.js:{line}")
}

fn probe(world: &World, line: u32, more: &[&str]) -> Program {
    let place = at(line);
    Program::start(&world.url(), world.folder(), &[&["probe", place.as_str()], more].concat())
}

/// Nothing of it is left: no client, and the line halts nobody.
async fn is_gone(world: &World) {
    assert!(!world.has_client().await);
    assert_eq!(page(world.visit("Walk")).await, "sum 3");
}

#[tokio::test(flavor = "multi_thread")]
async fn three_halts_are_three_lines_and_exit_0() {
    let world = World::new().await;
    let arguments =
        ["--expr", "i", "--expr", "typeof sum", "--count", "3", "--trigger", "Play-Loop"];
    let mut program = probe(&world, IN_LOOP, &arguments);
    let rows: Vec<Value> = (0..3).map(|_| program.read()).collect();
    let (ended, rest) = program.ended();
    assert_eq!((ended.code, rest.len()), (Some(0), 0), "{}", ended.stderr);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row["n"], json!(at + 1));
        assert_eq!(row["location"]["line"], IN_LOOP);
        assert_eq!(row["call_stack"][0]["function_name"], "Loop()");
        assert_eq!(row["values"]["i"], json!(at.to_string()));
        assert_eq!(row.get("variables"), None);
    }
    assert_eq!((&rows[0]["changed"], &rows[1]["changed"]), (&json!([]), &json!(["i"])));
    is_gone(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_is_told_and_variables_are_read_on_request() {
    let world = World::new().await;
    let arguments = [
        "--expr",
        "typeof sum",
        "--expr",
        "nope()",
        "--vars",
        "--count",
        "2",
        "--when",
        "i > 3",
        "--trigger",
        "Play-Loop",
    ];
    let mut program = probe(&world, IN_LOOP, &arguments);
    let rows = [program.read(), program.read()];
    let (ended, _) = program.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_eq!(rows[0]["values"]["typeof sum"], "number");
    assert_eq!((&rows[0]["failed"], &rows[1]["changed"]), (&json!(["nope()"]), &json!([])));
    let variables = rows[0]["variables"].as_array().expect("a list");
    let i = variables.iter().find(|it| it["name"] == "i").expect("it is listed");
    assert_eq!((&i["value"], &i["scope"]), (&json!("4"), &json!("local")), "the condition holds");
    is_gone(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expressions_are_evaluated_in_their_order() {
    let world = World::new().await;
    let steps = ["sum = 1", "sum *= 10", "sum += 5", "sum *= 2", "'at ' + sum"];
    let mut arguments: Vec<&str> = steps.iter().flat_map(|it| ["--expr", it]).collect();
    arguments.extend(["--trigger", "Play-Loop"]);
    let mut program = probe(&world, IN_LOOP, &arguments);
    let row = program.read();
    let (ended, _) = program.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let values: Vec<_> = steps.iter().map(|it| row["values"][it].as_str()).collect();
    assert_eq!(values, ["1", "10", "15", "30", "at 30"].map(Some));
}

#[tokio::test(flavor = "multi_thread")]
async fn objects_are_told_by_what_they_hold() {
    let world = World::new().await;
    let arguments = ["--expr", "mug", "--expr", "mug.name", "--vars", "--trigger", "Play-Many"];
    let mut program = probe(&world, MANY_ARE_MADE, &arguments);
    let row = program.read();
    let (ended, _) = program.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let preview = "{ID: \"KM01001\", name: \"Heron Mug\", glaze: {…}}";
    assert_eq!(row["values"], json!({"mug": "[object Object]", "mug.name": "Heron Mug"}));
    assert_eq!(row["previews"], json!({"mug": preview}));
    let variables = row["variables"].as_array().expect("a list");
    let mug = variables.iter().find(|it| it["name"] == "mug").expect("it is listed");
    assert_eq!(mug["preview"], preview);
    is_gone(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_never_hit_is_exit_1_and_leaves_nothing() {
    let world = World::new().await;
    let mut program = probe(&world, MANY_ARE_MADE, &["--expr", "many", "--timeout", "1"]);
    let (ended, lines) = program.ended();
    assert_eq!((ended.code, lines.len()), (Some(1), 0));
    let place = format!("{SCRIPT}:{MANY_ARE_MADE}: 0 of 1 halt within 1 s");
    for words in [&place, "--trigger", "a file that the server doesn't have"] {
        assert!(ended.stderr.contains(words), "{words} in {}", ended.stderr);
    }
    is_gone(&world).await;
    assert_eq!(page(world.visit("Many")).await, "many 1204");
}

#[tokio::test(flavor = "multi_thread")]
async fn how_the_page_that_was_asked_for_was_answered_is_told() {
    let world = World::new().await;
    let arguments = ["--expr", "1", "--trigger", "Play-Nope", "--timeout", "2"];
    let mut program = probe(&world, IN_WALK, &arguments);
    let (ended, lines) = program.ended();
    assert_eq!((ended.code, lines.len()), (Some(1), 0));
    for words in [
        "answered 404 Not Found: /app_play/cartridge/controllers/Play.js exports no public function Nope: 0 of 1 halt so far",
        "0 of 1 halt within 2 s",
    ] {
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
    let mut program = probe(&world, IN_FAIL, &["--expr", "one", "--trigger", "Play-Fail"]);
    let (ended, lines) = program.ended();
    assert_eq!((ended.code, lines.len()), (Some(0), 1), "{}", ended.stderr);
    let words = "answered 500 Internal Server Error: TypeError: ";
    assert!(ended.stderr.contains(words), "{}", ended.stderr);
    is_gone(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_not_answered_in_time_may_still_run_the_line() {
    let stand = Stand::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("http://{}", stand.sandbox.http_addr());
    let place = format!("{STEPS}:{}", line("waited"));
    let arguments =
        ["probe", place.as_str(), "--expr", "1", "--trigger", "Steps-Slow", "--timeout", "1"];
    let (ended, lines) = Program::start(&url, folder.path(), &arguments).ended();
    assert_eq!((ended.code, lines.len()), (Some(1), 0), "{}", ended.stderr);
    for words in ["0 of 1 halt within 1 s; the page is not answered yet", "Give it more time"] {
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
    assert!(!ended.stderr.contains("Check that"), "nothing is decided: {}", ended.stderr);
    stand.attached("other").await.release().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trigger_asks_for_a_page_of_the_site_that_is_named() {
    let world = World::new().await;
    for (site, seconds, code, rows) in [("Storefront", "60", 0, 1), ("Nobodys", "1", 1, 0)] {
        let arguments =
            ["--expr", "1", "--trigger", "Play-Walk", "--site", site, "--timeout", seconds];
        let mut program = probe(&world, IN_WALK, &arguments);
        let (ended, lines) = program.ended();
        assert_eq!((ended.code, lines.len()), (Some(code), rows), "{}", ended.stderr);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_halts_it_says_that_a_condition_may_throw() {
    let world = World::new().await;
    let arguments = ["--expr", "1", "--when", "nope.x", "--trigger", "Play-Walk", "--timeout", "1"];
    let (ended, lines) = probe(&world, IN_WALK, &arguments).ended();
    assert_eq!((ended.code, lines.len()), (Some(1), 0), "{}", ended.stderr);
    for words in ["where it throws, it counts as false", "given as --expr instead of --when"] {
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_it_is_exit_130_and_leaves_nothing() {
    for signal in [Signal::INT, Signal::TERM] {
        let world = World::new().await;
        let arguments = ["--expr", "1", "--count", "99", "--trigger", "Play-Walk"];
        let mut program = probe(&world, IN_WALK, &arguments);
        program.read();
        let walk = world.visit("Walk");
        program.signal(signal);
        let (ended, _) = program.ended();
        assert_eq!(ended.code, Some(130), "{}", ended.stderr);
        assert_eq!(page(walk).await, "sum 3");
        is_gone(&world).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_usage_is_told_before_anything_is_sent() {
    let world = World::new().await;
    world.cut();
    for (place, arguments, words) in [
        ("Play.js", &["--expr", "i"][..], "FILE:LINE"),
        ("Play.js:0", &["--expr", "i"], "FILE:LINE"),
        ("Play.js:4:i > 1", &["--expr", "i"], "with --when: Play.js:4 --when 'i > 1'"),
        ("Play.js:6", &["--expr", "i"], "line 6"),
        ("Play.js:999", &["--expr", "i"], "behind the file's end"),
        ("Other.js:3", &["--expr", "i"], "app_play"),
        ("Play.js:4", &["--expr", "i +"], "--expr i +"),
        ("Play.js:4", &["--expr", "i", "--when", "("], "--when ("),
        ("Play.js:4", &["--expr", "i", "--trigger", "https://other.test/"], "another host"),
        ("Play.js:4", &[], "--expr"),
    ] {
        let mut program =
            Program::start(&world.url(), world.folder(), &[&["probe", place], arguments].concat());
        let (ended, lines) = program.ended();
        assert_eq!(
            (ended.code, lines.len()),
            (Some(2), 0),
            "{place} {arguments:?}: {}",
            ended.stderr
        );
        assert!(ended.stderr.contains(words), "{place} {arguments:?}: {}", ended.stderr);
    }
}

#[test]
fn what_a_login_lacks_is_named() {
    let home = tempfile::tempdir().expect("a folder");
    let probe = ["probe", "Cart.js:1", "--expr", "i", "--server", "http://127.0.0.1:1"];
    for (login, words) in [
        (&[][..], "neither user nor password is configured"),
        (&[("SFCC_USERNAME", "me")], "no password is configured for \"me\""),
        (
            &[("SFCC_PASSWORD", "secret")],
            "no user is configured; the password is from SFCC_PASSWORD",
        ),
    ] {
        run(home.path(), &probe, login, "").fails(2, &[words]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_grows_and_ends_with_a_summary() {
    let world = World::new().await;
    let arguments = ["--expr", "i", "--count", "3", "--trigger", "Play-Loop", "--table", "--stack"];
    let mut program = probe(&world, IN_LOOP, &arguments);
    let (ended, lines) = program.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(lines[0].starts_with("#    thread") && lines[0].ends_with(" i"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("at Loop() (/app_play/")), "{lines:?}");
    let last = lines.last().expect("a summary");
    assert_eq!(last, "i: 3 distinct values, minimum 0, maximum 2", "{lines:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_terminal_the_table_needs_no_flag() {
    let world = World::new().await;
    let (place, url) = (at(IN_LOOP), world.url());
    let arguments = [
        "probe",
        &place,
        "--expr",
        "i",
        "--trigger",
        "Play-Loop",
        "--server",
        &url,
        "--username",
        "admin",
    ];
    let login = [("SFCC_PASSWORD", "haltscope-demo")];
    let mut terminal = Terminal::haltscope(Size::SMALL, world.folder(), &arguments, &login);
    let shown = terminal.wait_shown("i: 1 distinct value");
    assert!(shown.contains("#    thread"), "{shown}");
    assert_eq!(terminal.exit_code(), 0);
}

/// A folder in which there is another cartridge than the script's.
fn elsewhere() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let controllers = folder.path().join("c/cartridge/controllers");
    std::fs::create_dir_all(&controllers).expect("folders");
    std::fs::write(controllers.join("C.js"), "exports.a = 1;\n").expect("a script");
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_that_only_the_server_has_is_watched_all_the_same() {
    let (world, other) = (World::new().await, elsewhere());
    let start = |line: u32, more: &[&str]| {
        let place = format!("{SCRIPT}:{line}");
        let arguments = [&["probe", place.as_str(), "--expr", "one"], more].concat();
        Program::start(&world.url(), other.path(), &arguments)
    };
    let mut program = start(IN_WALK + 1, &["--trigger", "Play-Walk"]);
    assert_eq!(program.read()["values"]["one"], "3");
    let (ended, _) = program.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let (ended, lines) = start(MANY_ARE_MADE, &["--timeout", "1"]).ended();
    assert_eq!((ended.code, lines.len()), (Some(1), 0));
    let words = "0 of 1 halt within 1 s; no cartridge app_play is here; found: c";
    assert!(ended.stderr.contains(words), "what may be the reason is told: {}", ended.stderr);
    let place = "c/cartridge/controllers/Nope.js:3";
    let arguments = ["probe", place, "--expr", "1", "--timeout", "60"];
    let (ended, lines) = Program::start(&world.url(), other.path(), &arguments).ended();
    assert_eq!((ended.code, lines.len()), (Some(1), 0));
    for words in [
        "/c/cartridge/controllers/Nope.js:3: cartridge c is here, but has no such file",
        "Name a script",
    ] {
        assert!(ended.stderr.contains(words), "{words} in {}", ended.stderr);
    }
    is_gone(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_none_and_half_an_expression_are_wrong_usage() {
    let world = World::new().await;
    for (more, words) in [
        (["--expr", "1", "--trigger", ""], "--trigger is empty"),
        (["--expr", "1 +", "--trigger", "Play-Walk"], "--expr 1 +: it ends too early"),
        (["--expr", "1", "--timeout", "-1"], "a whole number from 1 to 86400"),
    ] {
        let (ended, lines) = probe(&world, IN_WALK, &more).ended();
        assert_eq!((ended.code, lines.len()), (Some(2), 0), "{}", ended.stderr);
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
}
