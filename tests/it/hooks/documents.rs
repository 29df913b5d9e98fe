//! Whatever a script makes of its document: it is stored, or a documented fault says why not.

use super::stand::{Cartridges, asset, point_name};
use crate::data::stand::Stand;
use serde_json::{Value, json};

const POINT: &str = "content.beforeCreate";

/// The hook runs the code that it is sent, with `create` at hand.
const RUNS: &str = "\
exports.beforeCreate = function (library, create) {
    var code = create.template;
    delete create.template;
    return new Function('create', 'library', 'require', code)(create, library, require);
};
exports.afterCreate = function (library, content, create) {
    if (create.c_after) {
        new Function('custom', create.c_after)(content.custom);
    }
};";

struct Runs {
    stand: Stand,
    _cartridges: Cartridges,
}

impl Runs {
    async fn start() -> Self {
        let cartridges = Cartridges::one(&[POINT, "content.afterCreate"], RUNS);
        Self { stand: cartridges.start().await, _cartridges: cartridges }
    }

    /// What the API answers when the hook runs this; what is refused isn't there.
    async fn run(&self, code: &str) -> Result<Value, (u16, String)> {
        let body = json!({"name": {"default": "sent"}, "template": code});
        self.put(body).await
    }

    async fn put(&self, body: Value) -> Result<Value, (u16, String)> {
        let path = asset("a");
        let answer = self.stand.put(&path, body).await;
        if answer.status == 201 {
            let created = answer.ok(201);
            assert_eq!(self.stand.get(&path).await, created);
            self.stand.send("DELETE", &path).await.ok(204);
            return Ok(created);
        }
        self.stand.send("GET", &path).await.fails(404, "ContentNotFound");
        let kind = answer.json()["fault"]["type"].as_str().expect("a type").to_owned();
        Err((answer.status, kind.trim_end_matches("Exception").to_owned()))
    }
}

#[tokio::test]
async fn changes_that_make_sense_are_stored() {
    let runs = Runs::start().await;
    for (code, field, expected) in [
        ("delete create.name", "name", Value::Null),
        ("create.name = undefined", "name", Value::Null),
        ("create.name = null", "name", Value::Null),
        ("create.name.de = 'da'", "name", json!({"default": "sent", "de": "da"})),
        ("create.name = {default: 'new'}", "name", json!({"default": "new"})),
        ("create.c_new = [1, 'two', true]", "c_new", json!([1, "two", true])),
        ("create.c_new = function () {}", "c_new", Value::Null),
        ("create.c_new = Symbol('s')", "c_new", Value::Null),
        ("create[Symbol('s')] = 7", "name", json!({"default": "sent"})),
        ("create.c_new = NaN", "c_new", Value::Null),
        ("create.c_new = 1 / 0", "c_new", Value::Null),
        ("create.c_new = -0", "c_new", json!(0)),
        ("create.c_new = 0.1 + 0.2", "c_new", json!(0.1 + 0.2)),
        ("create.c_new = new Date(0)", "c_new", json!("1970-01-01T00:00:00.000Z")),
        ("create.c_new = new String('boxed')", "c_new", json!("boxed")),
        ("create.c_new = new Proxy([1, 2], {})", "c_new", json!([1, 2])),
        ("create.c_new = {toJSON: function () { return 5; }}", "c_new", json!(5)),
        (
            "Object.defineProperty(create, 'c_new', {get: function () { return 7; }, enumerable: true})",
            "c_new",
            json!(7),
        ),
        ("Object.defineProperty(create, 'nope', {value: 7})", "nope", Value::Null),
        ("Object.setPrototypeOf(create, {c_new: 7})", "c_new", Value::Null),
        ("Object.freeze(create)", "name", json!({"default": "sent"})),
        ("create._type = 'anything'; create.link = 7", "name", json!({"default": "sent"})),
        ("create = {c_new: 1}", "c_new", Value::Null),
    ] {
        let created = runs.run(code).await.unwrap_or_else(|fault| panic!("{code}: {fault:?}"));
        assert_eq!(created[field], expected, "{code}");
    }
    let created = runs.run("create.c_new = new Array(100001).join('x').split('')").await;
    let many = created.expect("a long list")["c_new"].as_array().map(Vec::len);
    assert_eq!(many, Some(100_000));
}

#[tokio::test]
async fn changes_that_make_none_are_documented_faults() {
    let runs = Runs::start().await;
    for (code, status, kind) in [
        ("create.nope = 1", 400, "UnknownProperty"),
        ("create[''] = 1", 400, "UnknownProperty"),
        ("create.name = 7", 400, "TypeDecoding"),
        ("create.name = [1]", 400, "TypeDecoding"),
        ("create.name = {default: {}}", 400, "TypeDecoding"),
        ("create.name = {nowhere: 'x'}", 400, "MalformedLocale"),
        ("create.online = {'default@Nowhere': true}", 400, "UnknownSiteId"),
        ("create.site_map_priority = {default: 2}", 400, "PropertyConstraintViolation"),
        ("create.site_map_change_frequency = {default: 'x'}", 400, "EnumConstraintViolation"),
        ("create.id = 'other'", 400, "IdConflict"),
        ("create.id = ''", 400, "PropertyConstraintViolation"),
        ("create.id = {}", 400, "TypeDecoding"),
        ("create._v = '1.0'", 400, "UnexpectedVersion"),
        ("create.c_new = {de: {a: 1}}", 400, "InvalidCustomProperty"),
        ("create.c_new = [[1]]", 400, "InvalidCustomProperty"),
        ("create.c_new = [, 1]", 400, "InvalidCustomProperty"),
        ("create.c_new = new Map([[1, 2]]); create.c_ = 1", 400, "InvalidCustomProperty"),
        ("create.c_body = {default: {source: 7}}", 400, "TypeDecoding"),
    ] {
        assert_eq!(runs.run(code).await, Err((status, kind.to_owned())), "{code}");
    }
}

#[tokio::test]
async fn what_is_no_document_at_all_fails_the_hook() {
    let runs = Runs::start().await;
    for code in [
        "create.c_new = create",
        "create.c_new = []; create.c_new.push(create.c_new)",
        "create.toJSON = function () { return 7; }",
        "create.toJSON = function () { return undefined; }",
        "create.toJSON = function () { return null; }",
        "create.toJSON = function () { return [1]; }",
        "create.toJSON = function () { throw new Error('no'); }",
        "Object.defineProperty(create, 'c_new', {get: function () { throw 1; }, enumerable: true})",
        "create.c_new = new Proxy({}, {ownKeys: function () { throw new Error('no'); }})",
        "create.c_new = BigInt(1)",
        "var deep = create.c_new = {}; for (var i = 0; i < 5000; i++) { deep = deep.a = {}; }",
        "throw undefined",
        "throw null",
        "throw {toString: function () { throw 1; }}",
        "(function again() { again(); })()",
        "var all = []; while (true) { all.push(new Array(1000).join(all.length)); }",
    ] {
        let expected = Err((500, "HookInternalServerError".to_owned()));
        assert_eq!(runs.run(code).await, expected, "{code}");
    }
    // Half a character is none, but no reason to fail either.
    assert!(runs.run("create.c_new = '\\ud800'").await.is_ok());
}

#[tokio::test]
async fn a_strange_status_is_a_fault_all_the_same() {
    let runs = Runs::start().await;
    for (code, status, kind) in [
        ("function () {}, 'message'", 400, "HookStatus"),
        ("undefined, undefined", 400, "HookStatus"),
        ("{a: [1]}, {b: 2}", 400, "HookStatus"),
        ("NaN, Symbol.iterator", 400, "HookStatus"),
        ("create, 'message'", 400, "HookStatus"),
    ] {
        let code = format!("var S = require('dw/system/Status'); return new S(S.ERROR, {code});");
        assert_eq!(runs.run(&code).await, Err((status, kind.to_owned())), "{code}");
    }
    let cyclic = "var S = require('dw/system/Status'); var s = new S(S.ERROR); \
        var o = {}; o.o = o; s.addDetail('o', o); return s;";
    let failed = Err((500, "HookInternalServerError".to_owned()));
    assert_eq!(runs.run(cyclic).await, failed);
    let not_one = "return {status: 1, error: true};";
    assert!(runs.run(not_one).await.is_ok(), "only a Status is one");
}

#[tokio::test]
async fn custom_attributes_of_any_kind() {
    let runs = Runs::start().await;
    for (code, expected) in [
        ("custom.x = 5", Ok(json!(5))),
        ("custom.x = 'a'; delete custom.x", Ok(Value::Null)),
        ("custom.x = null", Ok(Value::Null)),
        ("custom.x = undefined", Ok(Value::Null)),
        ("custom.x = NaN", Ok(Value::Null)),
        ("custom.x = [1, 2]", Ok(json!([1, 2]))),
        ("custom.x = {a: {b: 1}}", Err(500)),
        ("custom.x = []; custom.x.push(1)", Ok(json!([]))),
        ("var x = []; x.push(x); custom.x = x", Err(500)),
        ("custom['no name'] = 1", Err(500)),
        ("custom.x = BigInt(1)", Err(500)),
    ] {
        let sent = json!({"template": "", "c_after": code});
        match (runs.put(sent).await, expected) {
            (Ok(created), Ok(expected)) => assert_eq!(created["c_x"], expected, "{code}"),
            (Err((status, kind)), Err(expected)) => {
                assert_eq!(
                    (status, kind.as_str()),
                    (expected, "HookInternalServerError"),
                    "{code}"
                );
            }
            (answer, _) => panic!("{code}: {answer:?}"),
        }
    }
    runs.stand.put(&asset("b"), json!({"template": "throw 1"})).await.fault(
        500,
        "HookInternalServerError",
        json!({"extensionPoint": point_name(POINT)}),
    );
}
