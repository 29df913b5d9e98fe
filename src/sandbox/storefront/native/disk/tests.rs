use super::*;
use asked::Asked;

fn ask(disk: &Disk, name: &str, arguments: Value) -> Result<Value, HostError> {
    let asked = Asked::of(&format!("file.{name}"));
    let Some(Asked::File(what)) = asked else { panic!("{name}") };
    disk.answer(what, &Ask::patient(name, arguments))
}

#[test]
fn nothing_leads_out_of_the_folder() {
    let disk = Disk::default();
    for path in [
        "IMPEX/../../etc/passwd",
        "/etc/passwd",
        "..",
        "",
        "IMPEX\\..\\x",
        "impex/a",
        "IMPEX/a\0b",
        "IMPEX/c:/x",
    ] {
        assert!(ask(&disk, "info", json!({ "path": path })).is_err(), "{path}");
        assert!(ask(&disk, "rename", json!({ "path": "TEMP/a", "to": path })).is_err(), "{path}");
    }
}

#[test]
fn the_folder_for_what_jobs_exchange_is_always_there() {
    let disk = Disk::default();
    let listed = ask(&disk, "list", json!({ "path": "IMPEX" })).expect("a folder");
    assert_eq!(listed, json!(["src"]));
    let text = json!({ "path": "IMPEX/src/a.txt", "text": "a", "append": false });
    ask(&disk, "write", text).expect("written");
    assert_eq!(ask(&disk, "list", json!({ "path": "TEMP" })).expect("a folder"), json!([]));
}

#[test]
fn root_folders_stay_where_they_are() {
    let disk = Disk::default();
    let done = |name: &str, arguments: Value| ask(&disk, name, arguments).expect("an answer");
    assert_eq!(done("mkdir", json!({ "path": "IMPEX/a" })), json!(true));
    for root in ["TEMP", "TEMP/", "TEMP/."] {
        let to_other = json!({ "path": root, "to": "IMPEX/b" });
        assert_eq!(done("rename", to_other), json!(false), "{root}");
        let over_root = json!({ "path": "IMPEX/a", "to": root });
        assert_eq!(done("rename", over_root), json!(false), "{root}");
        assert_eq!(done("remove", json!({ "path": root })), json!(false), "{root}");
    }
    assert_eq!(done("list", json!({ "path": "IMPEX" })), json!(["a", "src"]));
    assert_eq!(done("rename", json!({ "path": "IMPEX/a", "to": "TEMP/a" })), json!(true));
}

#[test]
fn nothing_makes_folders_too_deep() {
    let disk = Disk::default();
    let done = |name: &str, arguments: Value| ask(&disk, name, arguments).expect("an answer");
    let refused = |name: &str, arguments: Value| {
        let message = ask(&disk, name, arguments).expect_err("too deep").message;
        assert!(message.ends_with("a path has at most 100 names and 700 bytes"), "{message}");
    };
    let deep = |names: usize| format!("TEMP{}", "/a".repeat(names - 1));
    assert_eq!(done("mkdirs", json!({ "path": deep(60) })), json!(true));
    done("write", json!({ "path": deep(60) + "/file.xml", "text": "a" }));
    for what in ["mkdirs", "mkdir", "create", "write"] {
        refused(what, json!({ "path": deep(101), "text": "a" }));
        refused(what, json!({ "path": format!("TEMP/{}", "long/".repeat(150)), "text": "a" }));
    }
    // With all that is in it.
    let moved = |to: &str| json!({ "path": "TEMP/a", "to": to });
    done("mkdirs", json!({ "path": format!("IMPEX{}", "/b".repeat(80)) }));
    let at = |names: usize| format!("IMPEX{}", "/b".repeat(names - 2) + "/c");
    refused("rename", moved(&at(42)));
    refused("rename", moved(&format!("IMPEX/{}", "c".repeat(600))));
    refused("copy", json!({ "path": deep(60) + "/file.xml", "to": deep(101) }));
    done("zip", json!({ "path": "TEMP/a", "to": "TEMP/a.zip" }));
    done("gzip", json!({ "path": "TEMP/a.zip", "to": "TEMP/a.zip.gz" }));
    refused("unzip", json!({ "path": "TEMP/a.zip", "to": at(41) }));
    refused("gunzip", json!({ "path": "TEMP/a.zip.gz", "to": deep(100) }));
    assert_eq!(done("info", json!({ "path": at(41) })), Value::Null);
    done("unzip", json!({ "path": "TEMP/a.zip", "to": at(40) }));
    assert_eq!(done("rename", moved(&at(41))), json!(true));
    // A folder that becomes no deeper is moved without a look at what is in it.
    assert_eq!(done("rename", json!({ "path": at(41), "to": at(31) })), json!(true));
}

#[test]
fn a_copy_takes_the_place_of_nothing() {
    let disk = Disk::default();
    let done = |name: &str, arguments: Value| ask(&disk, name, arguments).expect("an answer");
    let copied = |to: &str| ask(&disk, "copy", json!({ "path": "TEMP/a", "to": to }));
    for (path, text) in [("TEMP/a", "own"), ("TEMP/b", "other")] {
        done("write", json!({ "path": path, "text": text, "append": false }));
    }
    for to in ["TEMP/a", "TEMP/./a", "TEMP/b", "TEMP"] {
        let refused = copied(to).expect_err("it is there").message;
        assert_eq!(refused, format!("The file /{to} can't be used: it is there already"));
    }
    copied("TEMP/c").expect("copied");
    for (path, text) in [("TEMP/a", "own"), ("TEMP/b", "other"), ("TEMP/c", "own")] {
        assert_eq!(done("text", json!({ "path": path, "offset": 0 }))["text"], json!(text));
    }
    let none = ask(&disk, "copy", json!({ "path": "TEMP/none", "to": "TEMP/d" }));
    let none = none.expect_err("nothing is there").message;
    assert_eq!(none, "The file /TEMP/none can't be used: it isn't there");
    assert_eq!(done("list", json!({ "path": "TEMP" })), json!(["a", "b", "c"]));
}

#[test]
fn what_is_unpacked_can_be_reached() {
    let disk = Disk::default();
    let done = |name: &str, arguments: Value| ask(&disk, name, arguments).expect("an answer");
    let long = |bytes: usize| {
        let names = "n".repeat(99);
        let path = format!("TEMP/{names}/{names}/{names}/{names}/{names}/{names}/");
        format!("{path}{}", "n".repeat(bytes - path.len()))
    };
    done("write", json!({ "path": "TEMP/n", "text": "a", "append": false }));
    for bytes in [699, 700, 701] {
        let (folder, name) = long(bytes)
            .rsplit_once('/')
            .map(|(folder, name)| (folder.to_owned(), name.to_owned()))
            .expect("a name");
        let source = format!("IMPEX/{name}");
        done("write", json!({ "path": source, "text": "a", "append": false }));
        done("zip", json!({ "path": source, "to": "IMPEX/a.zip" }));
        let unpacked = ask(&disk, "unzip", json!({ "path": "IMPEX/a.zip", "to": folder }));
        assert_eq!(unpacked.is_ok(), bytes <= 700, "{bytes}: {unpacked:?}");
        let found = ask(&disk, "info", json!({ "path": long(bytes) }));
        assert_eq!(found.is_ok_and(|it| !it.is_null()), bytes <= 700, "{bytes}");
    }
}

#[test]
fn what_is_too_large_is_told_with_the_limit() {
    let disk = Disk::default();
    ask(&disk, "mkdirs", json!({ "path": "TEMP/many" })).expect("made");
    let many = disk.folder().expect("it is made").path().join("TEMP/many");
    for index in 0..10_000 {
        File::create(many.join(index.to_string())).expect("made");
    }
    let refused = ask(&disk, "zip", json!({ "path": "TEMP/many", "to": "TEMP/many.zip" }));
    assert_eq!(
        refused.expect_err("too many").message,
        "The file /TEMP/many can't be used: an archive has at most 10000 files and folders"
    );
}

#[test]
fn a_folder_stays_until_who_uses_it_is_done() {
    let disk = Disk::default();
    let held = disk.place("TEMP/a").expect("a place");
    let beside = disk.place("IMPEX/b").expect("a place");
    disk.become_like(&Disk::default());
    fs::write(&held, "late").expect("its folder is there");
    let other = disk.place("TEMP/a").expect("a place");
    assert!(!other.exists() && held.is_beside(&beside) && !held.is_beside(&other));
    let path = held.to_path_buf();
    drop((held, beside));
    assert!(!path.parent().expect("a folder").exists());
}

#[cfg(unix)]
#[test]
fn a_link_leads_nowhere() {
    let disk = Disk::default();
    ask(&disk, "info", json!({ "path": "IMPEX" })).expect("made");
    let folder = disk.folder().expect("it is made");
    std::os::unix::fs::symlink("/etc", folder.path().join("IMPEX/etc")).expect("linked");
    let found = ask(&disk, "text", json!({ "path": "IMPEX/etc/passwd", "offset": 0 }));
    assert!(found.is_err());
}

#[test]
fn a_file_is_written_and_read_in_pieces() {
    let disk = Disk::default();
    let long = "äöü€".repeat(100_000);
    ask(&disk, "write", json!({ "path": "TEMP/a", "text": long, "append": false }))
        .expect("written");
    let (mut read, mut offset) = (String::new(), json!(0));
    while !offset.is_null() {
        let piece =
            ask(&disk, "text", json!({ "path": "TEMP/a", "offset": offset })).expect("read");
        read += piece["text"].as_str().expect("a text");
        offset = piece["next"].clone();
    }
    assert!(read == long);
    let error = ask(&disk, "text", json!({ "path": "TEMP/b", "offset": 0 })).expect_err("gone");
    assert_eq!(error.message, "The file /TEMP/b can't be used: it isn't there");
}
