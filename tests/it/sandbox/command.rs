//! `haltscope sandbox` as a process.

use crate::testkit::process::Process;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{fs::Permissions, os::unix::fs::PermissionsExt, path::Path};

#[test]
fn the_ready_line_is_as_documented() {
    let mut process = Process::on_free_ports(&["--json", "--site", "RefArch"]);
    let ready = process.ready();
    let keys: Vec<_> = ready.as_object().expect("an object").keys().cloned().collect();
    assert_eq!(keys.len(), 5, "{keys:?}");
    assert_eq!((&ready["ready"], &ready["site"]), (&Value::Bool(true), &Value::from("RefArch")));
    for (key, scheme) in [("http", "http://127.0.0.1:"), ("https", "https://127.0.0.1:")] {
        let port = ready[key].as_str().and_then(|url| url.strip_prefix(scheme));
        assert!(port.is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port > 0)), "{ready}");
    }
    let address = ready["http"].as_str().expect("an address").trim_start_matches("http://");
    std::net::TcpStream::connect(address).expect("requests are accepted");
    let ca_file = ready["ca_file"].as_str().expect("a path").to_owned();
    assert!(Path::new(&ca_file).is_file());
    process.signal(Signal::TERM);
    assert_eq!(process.wait().code(), Some(0));
    assert!(!Path::new(&ca_file).exists(), "it leaves nothing behind");
}

#[test]
fn a_sandbox_whose_terminal_is_closed_ends_as_it_should() {
    let mut process = Process::on_free_ports(&["--json"]);
    let ca_file = process.ready()["ca_file"].as_str().expect("a path").to_owned();
    process.signal(Signal::HUP);
    assert_eq!(process.wait().code(), Some(0));
    assert!(!Path::new(&ca_file).exists(), "it leaves nothing behind");
}

#[test]
fn what_a_killed_sandbox_leaves_goes_with_the_next_start() {
    let place = tempfile::tempdir().expect("a folder");
    let variables = [("TMPDIR", place.path().to_str().expect("text"))];
    let start = || {
        let mut process = Process::on_free_ports_with(&["--json"], &variables);
        let ca_file = process.ready()["ca_file"].as_str().expect("a path").to_owned();
        (process, ca_file)
    };
    let ((mut killed, left), (_living, kept)) = (start(), start());
    killed.signal(Signal::KILL);
    killed.wait();
    assert!(Path::new(&left).is_file(), "nobody has removed it: {left}");
    let (_next, _) = start();
    assert!(!Path::new(&left).exists() && Path::new(&kept).is_file());
}

#[test]
fn people_are_told_where_everything_is() {
    let mut process = Process::on_free_ports(&[]);
    assert!(!process.line().trim_start().starts_with('{'));
    process.signal(Signal::INT);
    assert_eq!(process.wait().code(), Some(0));
}

/// What it says when it is ready with such settings, and on stderr.
fn told(settings: &str, mode: u32) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, settings).expect("written");
    std::fs::set_permissions(&file, Permissions::from_mode(mode)).expect("its owner's");
    Process::on_free_ports(&["--settings", file.to_str().expect("text")]).greeting()
}

#[test]
fn people_are_told_of_a_login_that_is_there() {
    let ed = "[[users]]\nlogin = 'ed'\npassword = 'green tea'\ndebugger = true\n";
    let without = "builtin_accounts = false\n";
    for (settings, login) in [
        (ed, ", user admin, password haltscope-demo"),
        (&format!("{without}{ed}"), ", user ed, by the settings"),
        (without, ", for nobody: no user has debugger = true"),
    ] {
        let (lines, log) = told(settings, 0o600);
        assert!(lines.contains(login), "{lines}");
        assert!(!log.contains("chmod"), "{log}");
    }
    let (_, log) = told(ed, 0o644);
    assert!(log.contains("holds accounts") && log.contains("chmod 600"), "{log}");
    assert!(!log.contains("green tea"), "{log}");
    let (_, log) = told("hosts = ['shop.test']\n", 0o644);
    assert!(!log.contains("chmod"), "nothing in it is secret: {log}");
}

#[test]
fn a_port_in_use_is_a_failure_that_says_so() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let (code, stderr) =
        Process::start(&["--listen", &address, "--tls-listen", "127.0.0.1:0"]).fails();
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains(&address) && stderr.contains("--listen"), "{stderr}");
}

#[test]
fn wrong_usage_exits_with_2_before_anything_listens() {
    let empty = tempfile::tempdir().expect("a folder");
    let settings = empty.path().join("settings.toml");
    std::fs::write(&settings, "[[users]]\nlogin = 'a'\nnope = 1\n").expect("written");
    let settings = settings.to_str().expect("text");
    let no_cartridge = empty.path().join("none.toml");
    let site = "[[sites]]\nid = 'Other'\ncartridge_path = 'no_such_cartridge'\n";
    std::fs::write(&no_cartridge, site).expect("written");
    let no_cartridge = no_cartridge.to_str().expect("text");
    let empty = empty.path().to_str().expect("text");
    let other = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = other.local_addr().expect("an address").to_string();
    for (listen, tls_listen, said) in [
        ("0.0.0.0:0", "127.0.0.1:0", "0.0.0.0:0"),
        ("127.0.0.1:0", "[::]:0", "[::]:0"),
        ("nonsense", "127.0.0.1:0", "nonsense"),
    ] {
        let arguments = ["--listen", listen, "--tls-listen", tls_listen];
        let (code, stderr) = Process::start(&arguments).fails();
        assert_eq!(code, 2, "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    }
    // Who would listen first would find that somebody else does.
    let taken = ["--listen", &taken, "--tls-listen", &taken];
    for (arguments, said) in [
        (&["--cartridges", "/nowhere/at/all"][..], "/nowhere/at/all"),
        (&["--cartridges", empty], empty),
        (&["--cartridge-path", "no_such_cartridge"], "no_such_cartridge"),
        (&["--site", "a/b"], "a/b"),
        (&["--halt-timeout", "0"], "--halt-timeout"),
        (&["--settings", "/nowhere/x.toml"], "/nowhere/x.toml"),
        (&["--settings", settings], "settings.toml: line 3: nope"),
        (&["--settings", no_cartridge], "none.toml: line 3: cartridge_path: "),
        (&["--allow-net", ""], "--allow-net"),
        (&["--unknown"], "--unknown"),
    ] {
        let (code, stderr) = Process::start(&[&taken, arguments].concat()).fails();
        assert_eq!(code, 2, "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_damaged_folder_is_a_failure_that_leaves_it_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("content.db");
    std::fs::write(&file, "a letter to somebody").expect("written");
    let path = folder.path().to_str().expect("text");
    let (code, stderr) = Process::on_free_ports(&["--data", path]).fails();
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("content.db is damaged") && stderr.contains("--data"), "{stderr}");
    assert_eq!(std::fs::read(&file).expect("reads"), b"a letter to somebody");
}

/// A folder that a sandbox has used.
fn used_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Process::on_free_ports(&["--json", "--data", text(folder.path())]);
    process.ready();
    process.signal(Signal::TERM);
    assert_eq!(process.wait().code(), Some(0));
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn mode(path: &Path) -> u32 {
    path.metadata().expect("it is there").permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("set");
}

#[test]
fn a_broken_authority_is_named_with_what_is_wrong_and_what_to_do() {
    let folder = used_folder();
    for (name, content, said) in [
        ("ca.pem", "no certificate", "ca.pem holds no certificate in PEM"),
        ("ca-key.pem", "no key", "ca-key.pem holds no private key in PEM"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, content).expect("written");
        let (code, stderr) = Process::on_free_ports(&["--data", text(folder.path())]).fails();
        assert_eq!(code, 1, "{stderr}");
        assert!(stderr.contains(said) && stderr.contains(text(&file)), "{stderr}");
        assert!(stderr.contains("remove ca-key.pem and ca.pem"), "{stderr}");
        assert_eq!(std::fs::read_to_string(&file).expect("reads"), content);
    }
}

#[test]
fn a_folder_that_others_may_use_is_made_private_with_a_word() {
    let folder = used_folder();
    let key = folder.path().join("ca-key.pem");
    set_mode(&key, 0o644);
    set_mode(folder.path(), 0o755);
    let mut process = Process::on_free_ports(&["--json", "--data", text(folder.path())]);
    process.ready();
    assert_eq!([mode(folder.path()), mode(&key)], [0o700, 0o600]);
    let log = process.log();
    for said in [text(&key), "mode 0644", "mode 0755", "pose as localhost"] {
        assert!(log.contains(said), "{said}: {log}");
    }
}

#[test]
fn a_folder_that_others_may_write_to_is_refused_when_it_is_not_ours_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a letter"), "to somebody").expect("written");
    set_mode(folder.path(), 0o777);
    let (code, stderr) = Process::on_free_ports(&["--data", text(folder.path())]).fails();
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("mode 0777") && stderr.contains("chmod go-w"), "{stderr}");
    assert_eq!(mode(folder.path()), 0o777);
}

/// What `sandbox --check` says of a cartridge with such files, and its exit code.
fn checked(files: &[(&str, &str)]) -> (Vec<String>, Option<i32>) {
    checked_with(files, &[])
}

#[test]
fn what_is_wrong_in_archives_is_told_with_the_cartridges() {
    let slots = "<slot-configurations>\n<slot-configuration slot-id=\"s\" context=\"global\" configuration-id=\"c\"><template>slots/there</template></slot-configuration>\n\
        <slot-configuration slot-id=\"t\" context=\"global\" configuration-id=\"c\"><template>slots/gone.isml</template>\n<content><content-assets>\
        <content-asset content-id=\"there\"/><content-asset content-id=\"gone\"/></content-assets></content></slot-configuration></slot-configurations>";
    let library = "<library library-id=\"L\"><content content-id=\"there\"><online-flag>true</online-flag></content></library>";
    let jobs = "<jobs>\n<job job-id=\"j\"><flow><step step-id=\"1\" type=\"ImportCatalog\"/><step step-id=\"2\" type=\"custom.A\"/><step step-id=\"3\" type=\"custom.B\"/>\n\
        <step step-id=\"4\" type=\"IncludeStepsFromJob\"/></flow></job></jobs>";
    let files = [
        ("templates/default/slots/there.isml", ""),
        ("scripts/a.js", "exports.execute = function () {};"),
        (
            "../steptypes.json",
            "{\"step-types\": {\"script-module-step\": [{\"@type-id\": \"custom.A\", \"module\": \"app/cartridge/scripts/a.js\"}]}}",
        ),
        ("../../archive/sites/Ref/slots.xml", slots),
        ("../../archive/sites/Ref/site.xml", "<site site-id=\"Ref\"/>"),
        ("../../archive/sites/Ref/feeds.xml", "\n<feeds/>"),
        ("../../archive/libraries/L/library.xml", library),
        ("../../archive/jobs.xml", jobs),
    ];
    let (said, code) = checked_with(&files, &["--site-archive", "archive", "--site", "Ref"]);
    assert_eq!(
        said,
        [
            "archive/jobs.xml:2: job j names a type of steps that no cartridge declares and the sandbox doesn't have: custom.B",
            "archive/sites/Ref/feeds.xml:2: left out, as the sandbox has no place for it: <feeds>",
            "archive/sites/Ref/slots.xml:3: slot t names a template that no cartridge has: slots/gone.isml",
            "archive/sites/Ref/slots.xml:4: slot t names a content asset that no library has: gone",
        ]
    );
    assert_eq!(code, Some(1));
    // What has no place is listed, and fine.
    let unplaced = [&files[..1], &files[4..6]].concat();
    let (said, code) = checked_with(&unplaced, &["--site-archive", "archive", "--site", "Ref"]);
    assert_eq!(
        said,
        ["archive/sites/Ref/feeds.xml:2: left out, as the sandbox has no place for it: <feeds>"]
    );
    assert_eq!(code, Some(0));
    // What is wrong with an archive as a whole is told as at the start.
    let (said, code) = checked_with(&files[..1], &["--site-archive", "gone"]);
    assert_eq!((said, code), (Vec::new(), Some(2)));
}

#[test]
fn cartridges_of_archives_that_are_nowhere_are_told_where_they_are_named() {
    let files = [
        ("scripts/a.js", ""),
        (
            "../../archive/sites/Ref/site.xml",
            "<site site-id=\"Ref\">\n<custom-cartridges>int_missing:app</custom-cartridges></site>",
        ),
        ("../../archive/sites/Own/site.xml", "<site site-id=\"Own\"/>"),
    ];
    let more = ["--site-archive", "archive", "--archive-site", "Own=Ref", "--site", "Ref"];
    let (said, code) = checked_with(&files, &more);
    assert_eq!(
        said,
        [
            "archive/sites/Own/site.xml: left out, as the sandbox has no place for it: settings of the other site",
            "archive/sites/Ref/site.xml:2: site Ref names a cartridge that no folder has: int_missing",
        ]
    );
    assert_eq!(code, Some(1));
    let (said, code) = checked_with(&files, &[&more[..], &["--json"]].concat());
    let found: Value = serde_json::from_str(&said[0]).expect("JSON");
    assert!(found.get("line").is_none() && code == Some(1), "{found}");
}

#[test]
fn what_the_sample_brings_may_be_named() {
    let promotions = "<promotions><campaign campaign-id=\"mine\"><coupons>\n<coupon coupon-id=\"welcome\"/>\n\
        <coupon coupon-id=\"farewell\"/></coupons></campaign></promotions>";
    let files =
        [("scripts/a.js", ""), ("../../archive/sites/Storefront/promotions.xml", promotions)];
    let (said, code) = checked_with(&files, &["--site-archive", "archive"]);
    assert_eq!(
        said,
        [
            "archive/sites/Storefront/promotions.xml:3: campaign mine names a coupon that no archive has: farewell"
        ]
    );
    assert_eq!(code, Some(1));
}

#[test]
fn a_check_keeps_away_from_what_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().to_str().expect("text");
    for more in [["--data", kept], ["--from", "monday"]] {
        let (said, code) = checked_with(&[("scripts/a.js", "")], &more);
        assert_eq!((said, code), (Vec::new(), Some(2)), "{more:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

fn checked_with(files: &[(&str, &str)], more: &[&str]) -> (Vec<String>, Option<i32>) {
    let (said, _, code) = looked(files, more);
    (said, code)
}

/// The lines on stdout, the text on stderr, and the exit code.
fn looked(files: &[(&str, &str)], more: &[&str]) -> (Vec<String>, String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let file = folder.path().join("app/cartridge").join(path);
        std::fs::create_dir_all(file.parent().expect("a folder above")).expect("a folder");
        std::fs::write(file, text).expect("written");
    }
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_haltscope"))
        .args(["sandbox", "--check", "--listen", "127.0.0.1:1", "--cartridges", "."])
        .args(more)
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let [said, noted] =
        [program.stdout, program.stderr].map(|it| String::from_utf8(it).expect("text"));
    (said.lines().map(str::to_owned).collect(), noted, program.status.code())
}

#[test]
fn what_cartridges_have_that_are_not_given_is_told_apart() {
    let own = "var base = require('app_base/cartridge/scripts/base');\nrequire('*/cartridge/scripts/csrf') || require('*/cartridge/scripts/csrf');\nrequire('./typo');";
    let files = [("controllers/A.js", own), ("scripts/c.js", "var b = ;")];
    let (said, noted, _) = looked(&files, &[]);
    assert_eq!(said.len(), 4, "{said:?}");
    assert_eq!(
        noted,
        "haltscope: 2 of these are for what no given cartridge has; give those that yours build on with --cartridges, too\n"
    );
    let (_, noted, _) = looked(&files[1..], &[]);
    assert_eq!(noted, "");
}

#[test]
fn misplaced_step_types_and_folders_of_other_names_are_told() {
    let (said, code) = checked(&[
        ("steptypes.json", "[]"),
        (
            "../steptypes.xml",
            "<step-types><script-module-step type-id=\"custom.A\"><module>int_a/cartridge/scripts/a</module></script-module-step></step-types>",
        ),
        ("../.project", "<projectDescription>\n<name>int_a</name></projectDescription>"),
        (
            "scripts/a.js",
            "require('int_a/cartridge/scripts/b');\nrequire('*/cartridge/scripts/c');",
        ),
        ("scripts/b.js", ""),
        ("scripts/c.ts", ""),
    ]);
    assert_eq!(
        said,
        [
            "app/cartridge/scripts/a.js:1: there is no module 'int_a/cartridge/scripts/b' (the .project of app calls that cartridge int_a: name its folder so)",
            "app/cartridge/scripts/a.js:2: there is no module '*/cartridge/scripts/c': /app/cartridge/scripts/c.ts has to be compiled first",
            "app/cartridge/steptypes.json:1: nothing reads it here: step types stand beside the folder cartridge",
            "app/steptypes.xml:1: custom.A: there is no module 'int_a/cartridge/scripts/a'",
        ]
    );
    assert_eq!(code, Some(1));
}

#[test]
fn what_will_not_work_is_listed_for_programs_too() {
    let files = [
        (
            "scripts/a.js",
            "require('dw/extensions/payments/SalesforcePaymentMethod');\nrequire('./b');",
        ),
        ("scripts/c.js", "var b = ;"),
    ];
    let (said, code) = checked_with(&files, &["--json"]);
    let told: Vec<Value> =
        said.iter().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let place = |it: &Value| (it["file"].clone(), it["line"].clone(), it["severity"].clone());
    let expected = [("a.js", 1, "warning"), ("a.js", 2, "error"), ("c.js", 1, "error")];
    let expected = expected.map(|(file, line, severity)| {
        (json!(format!("app/cartridge/scripts/{file}")), json!(line), json!(severity))
    });
    assert_eq!(told.iter().map(place).collect::<Vec<_>>(), expected);
    assert_eq!(told[1]["message"], "there is no module './b'");
    assert_eq!((told[0].as_object().map(serde_json::Map::len), code), (Some(4), Some(1)));
}

#[test]
fn what_will_not_work_is_listed_without_serving_anything() {
    let fine = [
        (
            "scripts/a.js",
            "var Mgr = require('dw/order/OrderMgr');\nmodule.exports = Mgr.getOrder('1').orderNo;",
        ),
        ("scripts/old.ds", "for each (var x : String in []) {}"),
        ("client/default/js/main.js", "import x from 'y';"),
        ("templates/default/a.isml", "<isif condition=\"${pdict.a}\">b</isif>"),
        ("templates/resources/a.properties", "a=\\u00e9"),
        ("forms/default/a.xml", "<form><field formid=\"a\" type=\"string\"/></form>"),
    ];
    assert_eq!(checked(&fine), (vec![], Some(0)));
    let (said, code) = checked(&[
        (
            "scripts/a.js",
            "var M = require('dw/extensions/payments/SalesforcePaymentMethod');\n\nnew M(M.TYPE_CARD).type;\nrequire('./b');",
        ),
        ("scripts/c.js", "var a;\nvar b = ;"),
        ("templates/default/a.isml", "\n<isif condition=\"${a\">"),
        ("templates/default/b.isml", "\n${require('dw/order/TaxMgr').applyTax()}"),
        ("templates/default/c.isml", "\n<isif condition=\"${false}\">${)}</isif>"),
        ("templates/default/d.isml", "\n${pdict.a +}\n<isprint value=\"${a\n  b}\"/>"),
        ("templates/resources/a.properties", "# \\ux\na=\\u00x\n"),
        ("forms/default/a.xml", "<form>\n<field formid=\"a\"/></form>"),
    ]);
    assert_eq!(
        said,
        [
            "app/cartridge/forms/default/a.xml:2: <field> has no type",
            "app/cartridge/scripts/a.js:1: dw.extensions.payments.SalesforcePaymentMethod is not emulated",
            "app/cartridge/scripts/a.js:3: dw.extensions.payments.SalesforcePaymentMethod.type is not emulated",
            "app/cartridge/scripts/a.js:4: there is no module './b'",
            "app/cartridge/scripts/c.js:2: unexpected token in expression: ';'",
            "app/cartridge/templates/default/a.isml:2: <isif>: the expression has no closing }",
            "app/cartridge/templates/default/b.isml:2: dw.order.TaxMgr.applyTax is not emulated",
            "app/cartridge/templates/default/c.isml:2: ${…}: unexpected token in expression: ')'",
            "app/cartridge/templates/default/d.isml:2: ${…}: unexpected token in expression: ')'",
            "app/cartridge/templates/default/d.isml:4: <isprint>: Unexpected identifier 'b'",
            "app/cartridge/templates/resources/a.properties:2: \\u00x is no escape: \\u and four hexadecimal digits",
        ]
    );
    assert_eq!(code, Some(1));
}

/// An archive that defines these sites.
fn archive_of(sites: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for site in sites {
        let place = folder.path().join("sites").join(site);
        std::fs::create_dir_all(&place).expect("made");
        let definition = format!("<site site-id=\"{site}\"/>");
        std::fs::write(place.join("site.xml"), definition).expect("written");
    }
    folder
}

#[test]
fn who_names_no_site_is_told_which_one_is_served_and_which_there_are() {
    for (sites, said) in [
        (
            &["North", "South"][..],
            "the site is Storefront, which no archive defines; --site names another one: North, South",
        ),
        (&["South", "Storefront"], "the site is Storefront; --site names another one: South"),
        (&["Storefront"], ""),
    ] {
        let archive = archive_of(sites);
        let (_, log) = Process::on_free_ports(&["--site-archive", text(archive.path())]).greeting();
        assert!(log.contains(said) && log.contains("the site is") != said.is_empty(), "{log}");
    }
    let archive = archive_of(&["North", "South"]);
    let named = ["--site-archive", text(archive.path()), "--site", "South"];
    let (_, log) = Process::on_free_ports(&named).greeting();
    assert!(!log.contains("the site is"), "{log}");
}

#[test]
fn who_names_a_site_that_archives_lack_is_told_which_they_have() {
    let (archive, none) = (archive_of(&["North", "South"]), archive_of(&[]));
    let place = none.path().join("sites/West");
    std::fs::create_dir_all(&place).expect("made");
    std::fs::write(place.join("stores.xml"), "<stores><store store-id=\"s\"/></stores>")
        .expect("written");
    let log = |archive: &tempfile::TempDir, more: &[&str]| {
        let args = [&["--site-archive", text(archive.path()), "--site", "West"], more].concat();
        Process::on_free_ports(&args).greeting().1
    };
    let said = "the site is West, which no archive defines; --site names another one: North, South";
    assert!(log(&archive, &[]).contains(said));
    assert!(!log(&none, &[]).contains("the site is"));
    let renamed = log(&archive, &["--archive-site", "North=West"]);
    assert!(!renamed.contains("no archive defines"), "{renamed}");
}
