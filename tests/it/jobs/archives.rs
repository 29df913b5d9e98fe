//! What site archives and content exports write is read back as it was.

use super::{
    imports::{escaped, flow, import, look, of, ran, write},
    stand::{Works, step, told},
};
use crate::data::stand::{Answer, LIBRARY};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use serde_json::{Map, Value, json};

/// Texts with what XML minds.
fn text() -> impl Strategy<Value = Value> {
    let all = ["plain", "a<b> & \"c\" ]]>", "  two\n\tlines ", "Grüße 😀", "1.50", "x\ry"];
    prop::sample::select(all.to_vec()).prop_map(Value::from)
}

/// For all locales, for one more, or for none.
fn localized(value: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Value> {
    prop::collection::hash_map(prop::sample::select(vec!["default", "de", "fr-CA"]), value, 0..3)
        .prop_map(|all| all.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn of_sites(value: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Value> {
    let keys = vec!["default", "default@Storefront", "default@Second"];
    prop::collection::hash_map(prop::sample::select(keys), value, 0..3)
        .prop_map(|all| all.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// Fields with those that say nothing left out.
fn document(fields: Vec<(&'static str, BoxedStrategy<Value>)>) -> impl Strategy<Value = Value> {
    let (names, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
    values.prop_map(move |values| {
        let all = names
            .iter()
            .zip(values)
            .filter(|(_, value)| !value.as_object().is_some_and(Map::is_empty) && !value.is_null());
        all.map(|(name, value)| ((*name).to_owned(), value)).collect()
    })
}

fn asset() -> impl Strategy<Value = Value> {
    let number = |all: &[f64]| prop::sample::select(all.to_vec()).prop_map(Value::from);
    let flag = || any::<bool>().prop_map(Value::from);
    let body = text().prop_map(|source| json!({ "source": source }));
    document(vec![
        ("name", localized(text()).boxed()),
        ("description", localized(text()).boxed()),
        ("page_title", localized(text()).boxed()),
        ("page_keywords", localized(text()).boxed()),
        ("online", of_sites(flag()).boxed()),
        ("searchable", of_sites(flag()).boxed()),
        ("site_map_included", of_sites(any::<bool>().prop_map(|it| u8::from(it).into())).boxed()),
        ("site_map_change_frequency", of_sites(Just(json!("weekly"))).boxed()),
        ("site_map_priority", of_sites(number(&[0.5, 1.0])).boxed()),
        ("template", prop_oneof![Just(Value::Null), Just(json!("content/one"))].boxed()),
        ("c_body", localized(body).boxed()),
        ("c_text", text().boxed()),
        ("c_texts", localized(text()).boxed()),
        ("c_many", prop::collection::vec(text(), 1..3).prop_map(Value::from).boxed()),
        ("c_flag", flag().boxed()),
    ])
}

fn folder() -> impl Strategy<Value = Value> {
    document(vec![
        ("name", localized(text()).boxed()),
        ("description", localized(text()).boxed()),
        ("page_url", localized(text()).boxed()),
        ("online", any::<bool>().prop_map(Value::from).boxed()),
        ("c_text", localized(text()).boxed()),
    ])
}

fn assignment() -> impl Strategy<Value = Value> {
    let position = prop::sample::select(vec![json!(null), json!(0), json!(1.5), json!(7)]);
    (any::<bool>(), position).prop_map(|(default, position)| match position {
        Value::Null => json!({ "default": default }),
        position => json!({ "default": default, "position": position }),
    })
}

const ASSETS: [&str; 4] = ["a", "loose", "c<d>&e", "ü"];
const FOLDERS: [&str; 3] = ["news", "old news", "older"];

/// Content without what each write makes anew.
async fn seen(works: &Works) -> Value {
    let mut all = Map::new();
    let paths = FOLDERS.iter().map(|id| format!("{LIBRARY}/folders/{id}"));
    let assets = ASSETS.iter().map(|id| format!("{LIBRARY}/content/{id}"));
    let links = ASSETS.iter().flat_map(|id| {
        FOLDERS.iter().map(move |folder| format!("{LIBRARY}/folder_assignments/{id}/{folder}"))
    });
    for path in paths.chain(assets).chain(links) {
        let answer = Answer::of(works.stand.ask("GET", &path)).await;
        if answer.status == 404 {
            continue;
        }
        let mut document = answer.ok(200);
        let fields = document.as_object_mut().expect("an object");
        for made in ["_resource_state", "creation_date", "last_modified"] {
            fields.remove(made);
        }
        numbers(&mut document);
        all.insert(path, document);
    }
    all.into()
}

/// Numbers as numbers, however they are written.
fn numbers(value: &mut Value) {
    match value {
        Value::Number(number) => *value = number.as_f64().expect("a number").into(),
        Value::Array(all) => all.iter_mut().for_each(numbers),
        Value::Object(fields) => fields.values_mut().for_each(numbers),
        _ => {}
    }
}

#[tokio::test]
async fn content_comes_back_as_it_was_also_what_is_in_no_folder() {
    let out =
        step("Out", "ExportContent", &[("LibraryID", "SharedLibrary"), ("ExportFile", "c")], "");
    let back = step("Back", "ImportContent", &[("AfterImportFileHandling", "Delete")], "");
    let search = "[true, false].map(function (isFiltered) { var search = new (require('dw/content/ContentSearchModel'))(); \
        search.setSearchPhrase('lonely'); search.setFilteredByFolder(isFiltered); search.search(); \
        return search.content.hasNext() ? search.content.next().ID : ''; }).join(' ')";
    let jobs = format!(
        "<job job-id=\"Out\">{}</job><job job-id=\"Back\">{}</job><job job-id=\"Search\">{}</job>",
        flow("Sites", &[out]),
        flow("Storefront", &[back]),
        flow("Storefront", &[look("Search", search)])
    );
    let works = Works::start(&jobs).await;
    let mut runner = TestRunner::deterministic();
    for case in 0..8 {
        let mut put = Vec::new();
        let drawn = |it: BoxedStrategy<Value>, runner: &mut TestRunner| {
            it.new_tree(runner).expect("a value").current()
        };
        for (index, id) in FOLDERS.iter().enumerate() {
            let mut document = drawn(folder().boxed(), &mut runner);
            if index == 2 {
                document["parent_folder_id"] = "news".into();
            }
            put.push((format!("{LIBRARY}/folders/{id}"), document));
        }
        for id in ASSETS {
            put.push((format!("{LIBRARY}/content/{id}"), drawn(asset().boxed(), &mut runner)));
        }
        for (id, folder) in [("a", "news"), ("a", "older"), ("ü", "old news"), ("ü", "root")] {
            let path = format!("{LIBRARY}/folder_assignments/{id}/{folder}");
            put.push((path, drawn(assignment().boxed(), &mut runner)));
        }
        for (path, document) in &put {
            let answer = works.stand.put(path, document.clone()).await;
            assert!(matches!(answer.status, 200 | 201), "{}: {}", answer.row, answer.text);
        }
        let before = seen(&works).await;
        assert_eq!(
            told(&works.run("Out", json!({})).await),
            ["Out Organization OK /IMPEX/src/c.xml is written"]
        );
        for (path, _) in put.iter().filter(|(path, _)| !path.contains("assignments")) {
            works.stand.ask("DELETE", path).send().await.expect("an answer");
        }
        assert_eq!(seen(&works).await, json!({}));
        assert_eq!(told(&works.run("Back", json!({})).await), ["Back Storefront OK 1 imported"]);
        assert_eq!(seen(&works).await, before, "case {case}");
    }
    let lonely = json!({ "name": { "default": "Lonely" }, "online": { "default": true }, "searchable": { "default": true } });
    works.stand.put(&format!("{LIBRARY}/content/loose"), lonely).await.ok(200);
    assert_eq!(told(&works.run("Search", json!({})).await), ["Search Storefront OK  loose"]);
}

/// Everything that both of two archives hold, unpacked: what differs, and how many files are alike.
const COMPARED: &str = "(function () { var File = require('dw/io/File'), FileReader = require('dw/io/FileReader'); \
    var texts = function (name) { var folder = new File('/TEMP/' + name); \
        new File('/IMPEX/src/instance/' + name + '.zip').unzip(folder); var all = {}; \
        var look = function (at, path) { at.listFiles().toArray().forEach(function (it) { \
            if (it.directory) { look(it, path + '/' + it.name); return; } \
            var reader = new FileReader(it, 'UTF-8'); all[path + '/' + it.name] = reader.readString().replace(/\\s*<allocation-timestamp>[^<]*<.allocation-timestamp>/g, ''); reader.close(); }); }; \
        look(new File(folder, name), ''); return all; }; \
    var one = texts('one'), two = texts('two'); \
    var names = Object.keys(Object.assign({}, one, two)).sort(); \
    var other = names.filter(function (name) { return one[name] !== two[name]; }); \
    return other.join() + ' of ' + names.join(' '); })()";

#[tokio::test]
async fn a_site_comes_back_as_it_was() {
    let units = r#"{"export_data_units_configuration": {"sites": {"all": true}, "libraries": {"all": true}, "global_data": {"all": true},
        "catalogs": {"all": true}, "price_books": {"all": true}, "inventory_lists": {"all": true}}}"#;
    let export = |id: &str, file: &str| {
        step(id, "SiteExport", &[("DataUnits", &escaped(units)), ("ExportFile", file)], "")
    };
    let set = "(function () { var site = require('dw/system/Site').current; site.setCustomPreferenceValue('runs', 'a<b'); \
        site.setCustomPreferenceValue('on', true); require('dw/system/System').preferences.custom.all = 'of all'; \
        var note = CustomObjectMgr.createCustomObject('Note', 'k&\"1'); note.custom.text = ' x <y>\\n'; note.custom.many = ['a', 'b']; })()";
    let undo = "(function () { var site = require('dw/system/Site').current; site.setCustomPreferenceValue('runs', null); \
        site.setCustomPreferenceValue('on', false); require('dw/system/System').preferences.custom.all = 'other'; \
        CustomObjectMgr.remove(CustomObjectMgr.getCustomObject('Note', 'k&\"1')); })()";
    let found = "(function () { var site = require('dw/system/Site').current, note = CustomObjectMgr.getCustomObject('Note', 'k&\"1'); \
        return JSON.stringify([site.getCustomPreferenceValue('runs'), site.getCustomPreferenceValue('on'), \
            require('dw/system/System').preferences.custom.all, note && note.custom.text, note && note.custom.many]); })()";
    let works = Works::start(&format!(
        "<job job-id=\"J\">{}</job>",
        [
            flow("Storefront", &[look("Set", set), look("Before", found)]),
            flow("Sites", &[export("One", "one")]),
            flow("Storefront", &[look("Undo", undo), look("Between", found)]),
            flow("Sites", &[import("Back", "ImportSiteArchive", &[("ImportFile", "one.zip")])]),
            flow("Storefront", &[look("After", found)]),
            flow("Second", &[look("Elsewhere", found)]),
            flow("Sites", &[export("Two", "two")]),
            flow("Storefront", &[look("Compared", COMPARED)]),
        ]
        .concat()
    ))
    .await;
    let execution = works.run("J", json!({})).await;
    let ids = ["Before", "Between", "After", "Elsewhere", "Back", "Compared"];
    let lines = of(&execution, &ids);
    let log = works.own("GET", "/jobs/executions/1/log", None).await.ok(200);
    let log = log["log"].as_str().expect("a text");
    assert_eq!(lines[0], "Storefront OK [\"a<b\",true,\"of all\",\" x <y>\\n\",[\"a\",\"b\"]]");
    assert_eq!(lines[1], "Storefront OK [null,false,\"other\",null,null]");
    assert_eq!(lines[2], lines[0], "{log}");
    // Of a type that no archive describes nobody knows that it is one site's.
    assert!(lines[3].starts_with("Second OK [null,null,\"of all\","), "{log}");
    assert!(lines[4].starts_with("Organization OK files imported: "), "{lines:?}");
    assert!(!log.contains("left out"), "{log}");
    let (other, names) =
        lines[5].trim_start_matches("Storefront OK ").split_once(" of ").expect("both");
    // It is in both sites now, as said above. When stock was counted is the time of its import where nothing says it.
    assert_eq!(other, "/sites/Second/custom-objects/Note.xml", "{log}");
    for file in [
        "/libraries/SharedLibrary/library.xml",
        "/preferences.xml",
        "/sites/Storefront/preferences.xml",
        "/sites/Storefront/custom-objects/Note.xml",
        "/sites/Storefront/payment-methods.xml",
        "/sites/Storefront/sort.xml",
        "/sites/Second/site.xml",
        "/jobs.xml",
    ] {
        assert!(names.split(' ').any(|name| name == file), "{file}: {names}");
    }
}

#[tokio::test]
async fn files_of_an_archive_may_name_what_a_later_one_has() {
    let files = [
        (
            "site/catalogs/a/catalog.xml",
            "<catalog catalog-id=\"a\">\n<category-assignment category-id=\"root\" product-id=\"p\"/>\n\
             <category-assignment category-id=\"root\" product-id=\"q\"/></catalog>",
        ),
        (
            "site/catalogs/z/catalog.xml",
            "<catalog catalog-id=\"z\"><product product-id=\"p\"/></catalog>",
        ),
        (
            "site/sites/Storefront/promotions.xml",
            "<promotions><campaign campaign-id=\"c\"><source-codes>\n<source-code group-id=\"g\"/>\n\
             <source-code group-id=\"h\"/></source-codes></campaign></promotions>",
        ),
        (
            "site/sites/Storefront/sourcecodes.xml",
            "<sourcecodes><sourcecode-group group-id=\"g\"/></sourcecodes>",
        ),
    ];
    let pack = "(function () { var File = require('dw/io/File'); new File('/IMPEX/src/instance').mkdirs(); \
        new File('/IMPEX/src/site').zip(new File('/IMPEX/src/instance/site.zip')); return 'packed'; })()";
    let mut first: Vec<String> = files.iter().map(|(path, text)| write(path, text)).collect();
    first.push(look("Pack", pack));
    let whole = import("Whole", "ImportSiteArchive", &[("ImportFile", "site.zip")]);
    let (works, execution) = ran(&[flow("Storefront", &first), flow("Sites", &[whole])]).await;
    let log = works.own("GET", "/jobs/executions/1/log", None).await.ok(200);
    let log = log["log"].as_str().expect("a text");
    assert_eq!(of(&execution, &["Whole"]), ["Organization OK files imported: 4"], "{log}");
    let told: Vec<&str> = log.lines().filter(|line| line.contains(" names ")).collect();
    let expected = [
        "catalogs/a/catalog.xml:3: catalogue a names a product that no catalogue has: q",
        "sites/Storefront/promotions.xml:3: campaign c names a source code group that no archive has: h",
    ];
    assert_eq!(told.len(), expected.len(), "{log}");
    for (line, expected) in told.iter().zip(expected) {
        assert!(line.contains(" WARN ") && line.ends_with(expected), "{log}");
    }
}
