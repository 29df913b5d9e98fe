//! Custom objects of several sites: a type's storage scope says whose they are.

use super::archive::{folder, options};
use crate::data::stand::Stand;
use serde_json::{Value, json};

const CONTROLLER: &str = "'use strict';
var server = require('server');
var CustomObjectMgr = require('dw/object/CustomObjectMgr');
var Transaction = require('dw/system/Transaction');

function texts(type) {
    return CustomObjectMgr.getAllCustomObjects(type).asList().toArray().map(function (it) { return it.custom.id + ': ' + it.custom.text; });
}

server.get('Show', function (req, res, next) {
    res.json({ shown: { own: texts('Own'), shared: texts('Shared') } });
    next();
});

server.get('Make', function (req, res, next) {
    Transaction.wrap(function () {
        CustomObjectMgr.createCustomObject(req.querystring.type, req.querystring.key).custom.text = 'made';
    });
    res.json({ shown: 'made' });
    next();
});

module.exports = server.exports();
";

const META: &str = r#"<metadata>
<custom-type type-id="Own"><storage-scope>site</storage-scope><key-definition attribute-id="id"><type>string</type></key-definition></custom-type>
<custom-type type-id="Shared"><storage-scope>organization</storage-scope><key-definition attribute-id="id"><type>string</type></key-definition></custom-type>
</metadata>"#;

fn site(id: &str) -> [(String, String); 2] {
    let object = |kind: &str, key: &str| {
        format!(
            r#"<custom-object type-id="{kind}" object-id="{key}"><object-attribute attribute-id="text">of {id}</object-attribute></custom-object>"#
        )
    };
    let objects = object("Own", "a") + &object("Shared", id);
    [
        (
            format!("sites/{id}/site.xml"),
            format!(
                r#"<site site-id="{id}"><custom-cartridges>app_data</custom-cartridges></site>"#
            ),
        ),
        (
            format!("sites/{id}/custom-objects/all.xml"),
            format!("<custom-objects>{objects}</custom-objects>"),
        ),
    ]
}

async fn ask(stand: &Stand, site: &str, rest: &str) -> Value {
    let url =
        format!("{}/on/demandware.store/Sites-{site}-Site/default/Objects-{rest}", stand.origin());
    let answer = stand.http.get(url).send().await.expect("an answer");
    let text = answer.text().await.expect("a page");
    serde_json::from_str::<Value>(&text).map(|it| it["shown"].clone()).unwrap_or_default()
}

#[tokio::test]
async fn a_type_s_storage_scope_says_whose_its_objects_are() {
    let cartridges = folder(&[("app_data/cartridge/controllers/Objects.js", CONTROLLER)]);
    let everybody_s =
        r#"<custom-objects><custom-object type-id="Own" object-id="all"/></custom-objects>"#;
    let mut files = vec![
        ("meta/types.xml".to_owned(), META.to_owned()),
        ("custom-objects/all.xml".to_owned(), everybody_s.to_owned()),
    ];
    files.extend(site("Ref"));
    files.extend(site("Other"));
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let archive = folder(&files);
    let stand = Stand::with(options(cartridges.path(), &[archive.path()], None)).await;

    let shared = json!(["Other: of Other", "Ref: of Ref"]);
    let own = |site: &str| json!(["all: null", format!("a: of {site}")]);
    let ref_s = ask(&stand, "Ref", "Show").await;
    assert_eq!(ref_s, json!({ "own": own("Ref"), "shared": shared }));
    let other_s = ask(&stand, "Other", "Show").await;
    assert_eq!(other_s, json!({ "own": own("Other"), "shared": shared }));

    ask(&stand, "Ref", "Make?type=Own&key=new").await;
    ask(&stand, "Other", "Make?type=Shared&key=new").await;
    let ref_s = ask(&stand, "Ref", "Show").await;
    assert_eq!(ref_s["own"], json!(["all: null", "a: of Ref", "new: made"]));
    assert_eq!(ref_s["shared"], json!(["Other: of Other", "Ref: of Ref", "new: made"]));
    assert_eq!(ask(&stand, "Other", "Show").await["own"], own("Other"));
}
