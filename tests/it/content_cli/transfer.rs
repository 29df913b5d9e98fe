//! `export` and `import`: the same bytes again, nothing lost on the way.

use super::stand::Stand;
use haltscope::client::content::Resource;
use haltscope::sandbox::{
    Accounts, ApiClient, Method, Permission, Permissions, ResourcePattern, SandboxOptions,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Two folders deep, four assets of which one is in two folders.
async fn filled() -> Stand {
    let stand = Stand::start().await;
    for arguments in [
        &["folder", "put", "zoo", "--field", "online=true", "--field", "name.default=Zoo"][..],
        &["folder", "put", "ape", "--field", "parent_folder_id=zoo"],
        &["asset", "put", "Home", "--field", "c_body.default.source=<p>hi</p>"],
        &["asset", "put", "home", "--field", "online.default=true"],
        &["asset", "put", "a/b ü", "--field", "c_list=[1,2]"],
        &["asset", "put", "alone", "--field", "template=x"],
        &["assignment", "put", "Home", "zoo", "--field", "position=2.5"],
        &["assignment", "put", "Home", "ape", "--field", "default=true"],
        &["assignment", "put", "home", "root"],
        &["assignment", "put", "a/b ü", "ape"],
    ] {
        stand.content(arguments).await.ok();
    }
    stand
}

/// Every file below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.display().to_string(), fs::read(&path).expect("a file"));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_repeats_byte_for_byte_and_comes_back_from_another_library() {
    let stand = filled().await;
    for path in ["library.json", "folder"] {
        let export = async |path: &str, library: &str| {
            stand.content(&["export", path, "--library", library, "--json"]).await.json()
        };
        let counts = export(path, "SharedLibrary").await;
        let expected = json!({"path": path, "folders": 3, "assets": 3, "assignments": 4});
        assert_eq!(counts, expected);
        let first = files(stand.path());
        let text = first.values().map(|it| String::from_utf8_lossy(it)).collect::<String>();
        for word in ["_date", "last_modified", "link", "_resource_state", "markup"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
        assert!(text.contains("<p>hi</p>"), "{text}");
        export(path, "SharedLibrary").await;
        assert_eq!(files(stand.path()), first);

        let import = ["import", path, "--library", "Storefront", "--json"];
        let tally = stand.content(&import).await.json();
        let all = tally["assets"]["written"].as_u64().zip(tally["assets"]["unchanged"].as_u64());
        assert_eq!(all.map(|(written, unchanged)| written + unchanged), Some(3), "{tally}");
        let again = stand.content(&import).await.json();
        for kind in ["folders", "assets", "assignments"] {
            assert_eq!(again[kind]["written"], 0, "{again}");
        }
        assert_eq!(again["assignments"]["unchanged"], 4);
    }
    let there = stand.content(&["export", "other.json", "--library", "Storefront"]).await;
    assert_eq!(there.code, Some(0), "{}", there.stderr);
    assert!(there.stderr.contains("3 folders, 3 assets and 4 assignments"), "{}", there.stderr);
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(stand.path().join(name)).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let (mut from, mut to) = (read("library.json"), read("other.json"));
    assert_eq!(
        (from["library"].take(), to["library"].take()),
        ("SharedLibrary".into(), "Storefront".into())
    );
    assert_eq!(from, to);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_is_no_plural() {
    let stand = Stand::start().await;
    stand.content(&["asset", "put", "a", "--field", "template=x"]).await.ok();
    stand.content(&["assignment", "put", "a", "root"]).await.ok();
    let said = stand.content(&["export", "all.json"]).await.stderr;
    assert!(said.starts_with("exported 1 folder, 1 asset and 1 assignment to all"), "{said}");
    let said = stand.content(&["import", "all.json", "--library", "Storefront"]).await.stderr;
    assert_eq!(said, "imported 0 folders, 1 asset and 1 assignment; 1 unchanged\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_gone_from_the_library_goes_from_the_folder() {
    let stand = filled().await;
    let export = ["export", "folder", "--json"];
    stand.content(&export).await.json();
    let before = files(&stand.path().join("folder")).len();
    assert_eq!(stand.content(&["asset", "delete", "home"]).await.code, Some(0));
    stand.content(&export).await.json();
    let after = files(&stand.path().join("folder"));
    assert_eq!(after.len(), before - 1);
    assert!(!after.keys().any(|name| name.ends_with("home.json")), "{after:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_editors_put_in_front_of_a_file_is_no_harm() {
    let stand = filled().await;
    stand.content(&["export", "all.json", "--json"]).await.json();
    let text = fs::read_to_string(stand.path().join("all.json")).expect("a file");
    stand.file("marked.json", &format!("\u{feff}{text}"));
    let tally = stand.content(&["import", "marked.json", "--json"]).await.json();
    assert_eq!(tally["assets"]["unchanged"], 3, "{tally}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_run_left_is_taken_away() {
    let stand = filled().await;
    fs::create_dir(stand.path().join("folder")).expect("a folder");
    let left = ["folder/.unfinished", ".all.json.unfinished"];
    for (name, export) in left.into_iter().zip(["folder", "all.json"]) {
        stand.file(name, "{\"id\":");
        stand.content(&["export", export, "--json"]).await.json();
        assert!(!stand.path().join(name).exists(), "{name}");
        stand.file(name, "{\"id\":");
        stand.content(&["export", export, "--json"]).await.json();
        assert!(!stand.path().join(name).exists(), "{name}, with nothing to write");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_half_written_is_no_export() {
    let stand = filled().await;
    let export = ["export", "folder", "--json"];
    stand.content(&export).await.json();
    stand.content(&["asset", "put", "home", "--field", "template=new"]).await.ok();
    // The second file to be written can't be.
    let folder = stand.path().join("folder");
    fs::create_dir(folder.join("assets/zebra.json")).expect("a folder");
    fs::write(folder.join("assets/zebra.json/x"), "").expect("written");
    stand.content(&["asset", "put", "zebra", "--field", "template=new"]).await.ok();
    stand.content(&["assignment", "put", "zebra", "root"]).await.ok();
    stand.content(&export).await.fails(1, &["can't write folder", "run it again"]);
    fs::remove_dir_all(folder.join("assets/zebra.json")).expect("removed");
    let import = ["import", "folder", "--library", "Storefront", "--json"];
    stand.content(&import).await.fails(2, &["assignments.json", "run again"]);

    stand.content(&export).await.json();
    assert_eq!(stand.content(&import).await.json()["assets"]["written"], 4);
    let dated = |path: &str| fs::metadata(folder.join(path)).and_then(|it| it.modified()).ok();
    let before = dated("assignments.json").expect("a date");
    stand.content(&export).await.json();
    assert_eq!(dated("assignments.json"), Some(before), "nothing changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_on_the_way_are_made() {
    let stand = filled().await;
    for path in [".", "new/all.json", "newer/still/folder"] {
        stand.content(&["export", path, "--json"]).await.json();
        stand.content(&["import", path, "--json"]).await.json();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_broke_off_does_only_what_is_left() {
    let stand = filled().await;
    stand.content(&["export", "all.json", "--json"]).await.json();
    let file = stand.path().join("all.json");
    let whole = fs::read_to_string(&file).expect("a file");
    // The last asset can't be written.
    let broken = whole.replace("\"default\": true\n      }", "\"default\": 7\n      }");
    assert_ne!(broken, whole);
    fs::write(&file, broken).expect("written");
    let import = ["import", "all.json", "--library", "Storefront", "--json"];
    let outcome = stand.content(&import).await;
    outcome.fails(1, &["asset home", "TypeDecodingException", "$.online.default", "Run it again"]);
    fs::write(&file, whole).expect("written");
    let tally = stand.content(&import).await.json();
    assert_eq!(tally["folders"]["written"], 0, "{tally}");
    assert_eq!(tally["assignments"]["written"], 4, "{tally}");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_files_and_folders_are_refused() {
    let stand = Stand::start().await;
    stand.file("other.json", "{\"a\": 1}");
    let newer = r#"{"format":"haltscope-library","version":2,"library":"x","folders":[],"assets":[],"assignments":[]}"#;
    stand.file("newer.json", newer);
    fs::create_dir(stand.path().join("full")).expect("a folder");
    stand.file("full/mine.txt", "mine");
    for (arguments, words) in [
        (&["import", "none.json"][..], &["none.json", "can't read"][..]),
        (&["import", "other.json"], &["other.json", "haltscope content export"]),
        (&["import", "newer.json"], &["newer.json", "version 2"]),
        (&["import", "full"], &["full", "library.json"]),
        (&["export", "full"], &["full", "not empty"]),
        (&["export", "full/mine.txt"], &["mine.txt", ".json"]),
        (&["export", "/dev/null"], &["/dev/null", ".json"]),
    ] {
        stand.content(arguments).await.fails(2, words);
    }
    assert_eq!(files(&stand.path().join("full")).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn assets_in_no_folder_are_exported_by_name() {
    let stand = filled().await;
    let named = ["export", "all.json", "--asset", "alone", "--asset", "home"];
    let outcome = stand.content(&named).await;
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("4 assets") && outcome.stderr.contains("--asset"));
    let text = fs::read_to_string(stand.path().join("all.json")).expect("a file");
    assert!(text.contains("\"id\": \"alone\""), "{text}");
    stand.content(&["import", "all.json", "--library", "Storefront", "--json"]).await.json();
    stand.content(&["asset", "get", "alone", "--library", "Storefront"]).await.ok();
    let unknown = ["export", "all.json", "--asset", "nobody"];
    stand.content(&unknown).await.fails(1, &["--asset nobody", "SharedLibrary"]);
}

/// A client that may read everything but the last asset.
fn half_blind(last: usize) -> ApiClient {
    let may_read = |resource: String| {
        Permission::new(ResourcePattern::parse(&resource).expect("a pattern"), vec![Method::Get])
    };
    let shared = ["folders", "folder_assignments"].map(|it| format!("/libraries/*/{it}/**"));
    let assets = (0..last).map(|number| format!("/libraries/*/content/asset-{number:02}"));
    let permissions: Permissions = shared.into_iter().chain(assets).map(may_read).collect();
    ApiClient::new("half-blind").with_secret(&"half-blind".into()).permitted(permissions)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_that_broke_off_goes_on_with_what_it_has_read() {
    const LAST: usize = 39;
    let accounts = Accounts::builtin().with_client(half_blind(LAST));
    let stand = Stand::with(SandboxOptions { accounts, ..SandboxOptions::on_free_ports() }).await;
    let library = stand.library();
    let fields = |value: Value| value.as_object().cloned().expect("an object");
    for number in 0..=LAST {
        let asset = format!("asset-{number:02}");
        let assignment = Resource::Assignment { asset: asset.clone(), folder: "root".to_owned() };
        let text = json!({"template": format!("read from the server {number:02}")});
        library.put(&Resource::Asset(asset), &fields(text)).await.expect("put");
        library.put(&assignment, &fields(json!({}))).await.expect("assigned");
    }
    let mut variables = stand.variables();
    variables.retain(|it| !it.0.starts_with("SFCC_CLIENT"));
    variables.extend(["SFCC_CLIENT_ID", "SFCC_CLIENT_SECRET"].map(|it| (it, "half-blind".into())));
    let broken = stand.fed(&["content", "export", "all.json"], &variables, "").await;
    broken.fails(1, &["ClientAccessForbidden", "asset-39", "Run it again"]);
    let unknown = stand.content(&["export", "none.json", "--library", "None"]).await;
    unknown.fails(1, &["LibraryNotFound"]);
    assert!(!unknown.stderr.contains("is kept"), "nothing was read: {}", unknown.stderr);
    assert!(!stand.path().join("none.json.partial").exists(), "nothing was read");
    assert!(!stand.path().join("all.json").exists(), "all or nothing");
    let partial = stand.path().join("all.json.partial");
    let kept = fs::read_to_string(&partial).expect("a file");
    assert!(kept.contains("read from the server 00"), "{kept}");
    // What the next run takes from here, it doesn't ask for.
    fs::write(&partial, kept.replace("read from the server 00", "kept from before")).expect("it");

    assert_eq!(stand.content(&["export", "all.json"]).await.code, Some(0));
    let text = fs::read_to_string(stand.path().join("all.json")).expect("a file");
    assert!(text.contains("kept from before") && !text.contains("the server 00"), "{text}");
    assert!(text.contains("read from the server 39"), "{text}");
    assert!(!partial.exists(), "it is done");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_an_export_twice_is_refused_before_anything_is_written() {
    let stand = filled().await;
    let export = |folders: &str, assets: &str, assignments: &str| {
        format!(
            "{{\"format\":\"haltscope-library\",\"version\":1,\"library\":\"x\",\n\"folders\":[{folders}],\n\"assets\":[{assets}],\n\"assignments\":[{assignments}]}}"
        )
    };
    for (text, words) in [
        (
            export("", "{\"id\":\"dd\",\"name\":{\"default\":\"keep me\"}},\n{\"id\":\"dd\"}", ""),
            ["twice.json: line 4", "the asset dd is here twice", "twice.json, line 3"],
        ),
        (
            export("{\"id\":\"f\"},{\"id\":\"f\"}", "", ""),
            ["line 2", "the folder f is here twice", "Take one"],
        ),
        (
            export(
                "",
                "",
                "{\"content_id\":\"a\",\"folder_id\":\"f\"},{\"content_id\":\"a\",\"folder_id\":\"f\"}",
            ),
            ["line 4", "assignment of a to f is here twice", "Take one"],
        ),
        (
            export("", "{\"id\":\"dd\",\n\"id\":\"dd\"}", ""),
            ["line 4", "the key \"id\" stands twice", "haltscope content export"],
        ),
    ] {
        let file = stand.file("twice.json", &text);
        stand.content(&["import", &file]).await.fails(2, &words);
        let seed = ["sandbox", "--listen", "127.0.0.1:0", "--tls-listen", "127.0.0.1:0"];
        let seed = [&seed[..], &["--seed", &file]].concat();
        stand.fed(&seed, &[], "").await.fails(2, &words[..2]);
    }
    stand.content(&["export", "all", "--json"]).await.json();
    let assets = stand.path().join("all/assets");
    let home = fs::read_to_string(assets.join("home.json")).expect("a file");
    fs::write(assets.join("zz.json"), home).expect("written");
    let words = ["zz.json", "the asset home is here twice", "home.json, line 1"];
    stand.content(&["import", "all"]).await.fails(2, &words);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_goes_to_a_path_and_an_import_says_how_far_it_came() {
    let stand = filled().await;
    stand.content(&["export", "-"]).await.fails(2, &["- is neither a file nor a folder"]);
    assert!(!stand.path().join("-").exists());
    stand.content(&["export", "all.json", "--json"]).await.json();
    let file = stand.path().join("all.json");
    let whole = fs::read_to_string(&file).expect("a file");
    fs::write(&file, whole.replace("\"default\": true\n      }", "\"default\": 7\n      }"))
        .expect("written");
    let outcome = stand.content(&["import", "all.json", "--library", "Storefront"]).await;
    outcome.fails(1, &["asset home", "the import isn't whole: ", " written so far. Run it again"]);
}
