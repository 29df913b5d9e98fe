//! Content that is there before the first request: the sample's, an export, the platform's XML.

mod archive;
mod custom_objects;
mod damage;
mod library_xml;

use crate::{
    content_cli,
    data::stand::{LIBRARY, Stand, accounts, ids},
    testkit::process::Process,
};
use haltscope::sandbox::{Sandbox, SandboxError, SandboxOptions, Seed};
use serde_json::{Value, json};
use std::path::Path;

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<library xmlns="http://www.demandware.com/xml/impex/library/2006-10-31" library-id="Shop">
  <content content-id="terms">
    <display-name xml:lang="x-default">Terms &amp; more</display-name>
    <display-name xml:lang="de_AT">AGB</display-name>
    <display-name xml:lang="fr"/>
    <online-flag>false</online-flag>
    <online-flag site-id="Storefront">true</online-flag>
    <online-flag site-id="Elsewhere">true</online-flag>
    <searchable-flag> true </searchable-flag>
    <page-attributes><page-url xml:lang="x-default">terms</page-url></page-attributes>
    <template>page/terms</template>
    <custom-attributes>
      <custom-attribute attribute-id="body" xml:lang="x-default">&lt;p&gt;Be kind.&lt;/p&gt;</custom-attribute>
      <custom-attribute attribute-id="tags"><value>law</value><value>dry</value></custom-attribute>
      <custom-attribute attribute-id="author">Ada</custom-attribute>
    </custom-attributes>
    <folder-links>
      <classification-link folder-id="legal"><position>2.5</position></classification-link>
      <folder-link folder-id="legal"/>
      <folder-link folder-id="footer"/>
    </folder-links>
  </content>
  <folder folder-id="legal"><online-flag>true</online-flag><parent>footer</parent></folder>
  <folder folder-id="footer"><display-name xml:lang="x-default">Footer</display-name></folder>
  <folder folder-id="root"/>
</library>"#;

fn options(seed: &str, data: Option<&Path>) -> SandboxOptions {
    of_seeds(&[seed], data)
}

fn of_seeds(seeds: &[&str], data: Option<&Path>) -> SandboxOptions {
    let sites = ["Storefront".to_owned()];
    let read = |xml: &&str| Seed::of_library_xml(xml, Path::new("library.xml"), &sites);
    SandboxOptions {
        accounts: accounts(),
        seeds: seeds.iter().map(|xml| read(xml).expect("a library")).collect(),
        data: data.map(Into::into),
        ..SandboxOptions::on_free_ports()
    }
}

async fn refusal(xml: &str) -> String {
    let sites = ["Storefront".to_owned()];
    let seed = match Seed::of_library_xml(xml, Path::new("library.xml"), &sites) {
        Ok(seed) => seed,
        Err(error) => return error.to_string(),
    };
    let options = SandboxOptions { seeds: vec![seed], ..SandboxOptions::on_free_ports() };
    let error = Sandbox::start(options).await.err().expect("refused");
    assert!(matches!(error, SandboxError::Seed(_)) && error.is_wrong_usage(), "{error}");
    error.to_string()
}

#[tokio::test]
async fn a_library_xml_is_there_before_the_first_request() {
    let stand = Stand::with(options(XML, None)).await;
    let terms = stand.get("/libraries/Shop/content/terms").await;
    for (field, expected) in [
        ("name", json!({"default": "Terms & more", "de-AT": "AGB"})),
        ("online", json!({"default": false, "default@Storefront": true})),
        ("searchable", json!({"default": true})),
        ("page_url", json!({"default": "terms"})),
        ("template", json!("page/terms")),
        ("c_tags", json!(["law", "dry"])),
        ("c_author", json!("Ada")),
        ("classification_folder_id", json!("legal")),
    ] {
        assert_eq!(terms[field], expected, "{field}");
    }
    assert_eq!(terms["c_body"]["default"]["source"], "<p>Be kind.</p>");
    let folders = stand.get("/libraries/Shop/content/terms/folders").await;
    assert_eq!(ids(&folders), ["footer", "legal"]);
    let assignment = stand.get("/libraries/Shop/folder_assignments/terms/legal").await;
    assert_eq!((&assignment["position"], &assignment["default"]), (&json!(2.5), &json!(true)));
    let legal = stand.get("/libraries/Shop/folders/legal").await;
    assert_eq!((&legal["parent_folder_id"], &legal["online"]), (&json!("footer"), &json!(true)));
}

#[tokio::test]
async fn loading_again_changes_nothing_and_keeps_what_the_file_does_not_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let terms = "/libraries/Shop/content/terms";
    let first = Stand::with(options(XML, Some(folder.path()))).await;
    let before = first.get(terms).await;
    first.put("/libraries/Shop/content/mine", json!({})).await.ok(201);
    first.sandbox.shutdown().await;

    let second = Stand::with(options(XML, Some(folder.path()))).await;
    let again = second.get(terms).await;
    for name in ["_resource_state", "last_modified", "creation_date"] {
        assert_eq!(again[name], before[name], "{name}");
    }
    second.get("/libraries/Shop/content/mine").await;
    second.patch(terms, json!({"template": "other"})).await.ok(200);
    second.sandbox.shutdown().await;

    let third = Stand::with(options(XML, Some(folder.path()))).await;
    let restored = third.get(terms).await;
    assert_eq!(restored["template"], "page/terms", "the file says what is there");
    assert_eq!(restored["creation_date"], before["creation_date"]);
}

#[tokio::test]
async fn what_is_wrong_in_an_xml_is_told_with_its_line() {
    let library = |inner: &str| format!("<library>\n<content content-id='a'/>\n{inner}</library>");
    for (xml, said) in [
        ("<library>\n<content></library>".to_owned(), "library.xml: line 2: "),
        ("<catalog/>".to_owned(), "line 1: a library is wanted, not <catalog>"),
        (library("<content/>"), "line 3: <content> needs content-id"),
        (library("\n<folder folder-id=''/>"), "line 4: <folder> needs folder-id"),
        (
            library("<content content-id='b'>\n<online-flag>yes</online-flag></content>"),
            "line 4: <online-flag> is true or false, not \"yes\"",
        ),
        (
            library(
                "<folder folder-id='f'><parent>g</parent></folder>\n<folder folder-id='g'><parent>f</parent></folder>",
            ),
            "line 4: ",
        ),
        (
            library(
                "<content content-id='b'><display-name xml:lang='klingon'>x</display-name></content>",
            ),
            "line 3: ",
        ),
    ] {
        let text = refusal(&xml).await;
        assert!(text.starts_with("library.xml: line ") && text.contains(said), "{xml}: {text}");
    }
}

#[tokio::test]
async fn a_refused_file_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = |id: &str, inner: &str| {
        format!("<library library-id='{id}'><content content-id='a'>{inner}</content></library>")
    };
    let refused = "<sitemap-priority>7</sitemap-priority>";
    let [fine, shared, new] =
        [library("First", ""), library("SharedLibrary", refused), library("Second", refused)];
    for seeds in [&[&*shared][..], &[&*new], &[&*fine, &*new], &[&*new, &*fine]] {
        let start = Sandbox::start(of_seeds(seeds, Some(folder.path()))).await;
        start.err().expect("refused");
    }
    let stand = Stand::with(of_seeds(&[], Some(folder.path()))).await;
    stand.send("GET", &format!("{LIBRARY}/content/a")).await.fails(404, "ContentNotFound");
    for library in ["First", "Second"] {
        let root = stand.send("GET", &format!("/libraries/{library}/folders/root")).await;
        root.fails(404, "LibraryNotFound");
    }
}

#[tokio::test]
async fn several_files_are_one_whole() {
    let content = "<library library-id='Shop'><content content-id='a'><template>one</template>
        <folder-links><folder-link folder-id='f'/></folder-links></content></library>";
    let folder = "<library library-id='Shop'><folder folder-id='f'/></library>";
    let later = "<library library-id='Shop'><content content-id='a'><template>two</template>
        </content></library>";
    let other = "<library><content content-id='a'/></library>";
    let stand = Stand::with(of_seeds(&[content, folder, later, other], None)).await;
    let folders = stand.get("/libraries/Shop/content/a/folders").await;
    assert_eq!(ids(&folders), ["f"], "the folder is in a later file");
    assert_eq!(stand.get("/libraries/Shop/content/a").await["template"], "two");
    stand.get(&format!("{LIBRARY}/content/a")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_there_again_in_another_sandbox() {
    let stand = content_cli::stand::Stand::start().await;
    for arguments in [
        &["folder", "put", "f", "--field", "name.default=F"][..],
        &["asset", "put", "a", "--field", "c_body.default.source=<p>"],
        &["assignment", "put", "a", "f", "--field", "default=true"],
        &["export", "library.json", "--json"],
        &["export", "folder", "--json"],
    ] {
        stand.content(arguments).await.ok();
    }
    for path in ["library.json", "folder"] {
        let seed = stand.path().join(path).display().to_string();
        let run = move || {
            let mut process = Process::on_free_ports(&["--json", "--seed", &seed]);
            let ready = process.ready();
            (process, ready)
        };
        let (_process, ready) = tokio::task::spawn_blocking(run).await.expect("it starts");
        let copy = format!("again-{path}");
        let of_copy = [
            ("SFCC_SERVER", ready["https"].as_str().expect("an address").to_owned()),
            ("SFCC_CA", ready["ca_file"].as_str().expect("a file").to_owned()),
        ];
        let mut variables = stand.variables();
        variables.retain(|(name, _)| !of_copy.iter().any(|(other, _)| name == other));
        variables.extend(of_copy);
        stand.fed(&["content", "export", &copy, "--json"], &variables, "").await.ok();
        let text = |name: &str| match path {
            "folder" => std::fs::read(stand.path().join(name).join("assets/a.json")),
            _ => std::fs::read(stand.path().join(name)),
        };
        assert_eq!(text(&copy).expect("a copy"), text(path).expect("the export"), "{path}");
    }
}

#[test]
fn a_bad_file_ends_the_command_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = r#"{"format": "haltscope-library", "version": 1, "library": "SharedLibrary","#;
    for (name, text, said) in [
        ("a.json", "{\n\"format\"".to_owned(), "a.json: line 2: "),
        ("b.json", r#"{"format": "other", "version": 1, "library": "L"}"#.to_owned(), "line 1: "),
        (
            "c.json",
            format!(
                "{head}\n\"folders\": [], \"assets\": [\n{{\"id\": \"a\",\n\"online\": 1}}\n], \"assignments\": []}}"
            ),
            "c.json: line 3: ",
        ),
        (
            "d.json",
            format!("{head} \"folders\": [\n7], \"assets\": [], \"assignments\": []}}"),
            "line 2: ",
        ),
        (
            "h.json",
            format!(
                "{head} \"folders\": [], \"assets\": [\n{{\"template\": \"t\"}}], \"assignments\": []}}"
            ),
            "h.json: line 2: $.id must be there",
        ),
        (
            "i.json",
            r#"{"format": "haltscope-library", "version": 1, "library": "", "folders": [], "assets": [], "assignments": []}"#.to_owned(),
            "i.json: line 1: its library has no ID",
        ),
        ("e.xml", "<library>\n<content/></library>".to_owned(), "e.xml: line 2: <content> needs"),
        ("f.txt", String::new(), "a seed is"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("written");
        let file = file.display().to_string();
        let (code, stderr) = Process::on_free_ports(&["--seed", &file]).fails();
        assert_eq!(code, 2, "{name}: {stderr}");
        assert!(stderr.contains(said) && stderr.contains("--seed"), "{name}: {stderr}");
    }
    let left_out = folder.path().join("g.xml").display().to_string();
    let xml = "<library>\n<content content-id='a'><type>page.home</type></content></library>";
    std::fs::write(&left_out, xml).expect("written");
    let refused = folder.path().join("c.json").display().to_string();
    let (code, stderr) = Process::on_free_ports(&["--seed", &left_out, "--seed", &refused]).fails();
    assert_eq!(code, 2, "{stderr}");
    let lines: Vec<_> = stderr.lines().collect();
    assert!(lines[0].ends_with("for it: <type> in <content> (1, line 2)"), "{stderr}");
    assert!(lines[1].contains("c.json: line 3: "), "{stderr}");
    let (code, stderr) = Process::on_free_ports(&["--seed", "/no/such.json"]).fails();
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("/no/such.json"), "{stderr}");
}

#[tokio::test]
async fn the_samples_content_is_in_a_library_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || SandboxOptions {
        accounts: accounts(),
        data: Some(folder.path().into()),
        ..SandboxOptions::on_free_ports()
    };
    let stand = Stand::with(options()).await;
    for library in ["SharedLibrary", "Storefront"] {
        let folders = format!("/libraries/{library}/folders/root/sub_folders");
        assert_eq!(stand.get(&folders).await["total"], 0, "{library} begins empty");
    }
    let help = stand.get("/libraries/FernAndFlint/folders/help/content").await;
    assert_eq!(ids(&help), ["about-us", "shipping-info", "terms"]);
    let about = "/libraries/FernAndFlint/content/about-us";
    assert_eq!(stand.get(about).await["name"], json!({"default": "About us", "de": "Über uns"}));
    stand.send("DELETE", about).await.ok(204);
    stand.put("/libraries/FernAndFlint/content/terms", json!({})).await.ok(200);
    stand.sandbox.shutdown().await;

    let again = Stand::with(options()).await;
    again.send("GET", about).await.fails(404, "ContentNotFound");
    let terms = again.get("/libraries/FernAndFlint/content/terms").await;
    assert_eq!(terms.get("name"), None::<&Value>, "what was there stays as it is");
}
