use super::*;
use crate::script::called::Callee;

const SOURCE: &str = "\
var server = require('server');
var helpers = require('*/cartridge/scripts/helpers');
function plain() { return helpers.one(plain2(1), new Money(2)); }
var held = function () {};
var short = () => 1;
exports.out = function () {
    go(); };
module.exports = { key: function () {}, method() {}, plain: plain };
class Shape { area() { return this.side(); } }
server.get('Show', plain, function (req, res, next) {
    a.b
        .c();
    require('./near').go();
});
";

fn names(list: &[Called]) -> Vec<(&str, u32)> {
    list.iter().map(|call| (call.name.as_str(), call.line)).collect()
}

#[test]
fn functions_calls_requires_and_routes_are_found_with_their_lines() {
    let found = outline_of_script(SOURCE);
    let functions: Vec<_> = found
        .functions
        .iter()
        .map(|function| (function.name.as_str(), function.line, function.body))
        .collect();
    let expected = [
        ("plain", 3, Some(3)),
        ("held", 4, None),
        ("short", 5, Some(5)),
        ("out", 6, Some(7)),
        ("key", 8, None),
        ("method", 8, None),
        ("Shape", 9, None),
        ("area", 9, Some(9)),
    ];
    assert_eq!(functions, expected);
    let extents: Vec<_> = found.extents.iter().map(|it| (it.first, it.last, it.end)).collect();
    let expected = [
        (3, 3, Some(3)),
        (4, 4, None),
        (5, 5, Some(5)),
        (6, 7, Some(7)),
        (8, 8, None),
        (8, 8, None),
        (9, 9, Some(9)),
        (10, 14, Some(13)),
    ];
    assert_eq!(extents, expected);
    assert_eq!(found.returns, [(3, 3), (9, 9)]);
    let calls = [("helpers.one", 3), ("server.get", 10), ("require('./near').go", 13)];
    assert_eq!(names(&found.calls), calls);
    let required: Vec<_> = found
        .requires
        .iter()
        .map(|required| (required.module.as_str(), required.name.as_deref(), required.line))
        .collect();
    let expected = [
        ("server", Some("server"), 1),
        ("*/cartridge/scripts/helpers", Some("helpers"), 2),
        ("./near", None, 13),
    ];
    assert_eq!(required, expected);
    let show = Route { name: "Show".to_owned(), is_post: false, line: 10, last_line: 14 };
    assert_eq!(found.routes, [show]);
    let posted = outline_of_script("server.post('Add', f); server.append('Show', f);").routes;
    assert_eq!(posted.iter().map(|it| it.is_post).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn calls_are_told_with_what_they_lead_to() {
    let text = "\
var Cart = require('*/cartridge/models/cart');
var cart = new Cart(), own = new Own(1), plain = { add: function () { add(); } };
function Own() {} Own.prototype.size = function () { return 1; }; function add() {}
class Shape { constructor() {
    this.area(); } area() { return Own.call(this); } }
cart.add(); own.size(); plain.add(); new Shape().area(); new Cart().drop();
require('./near').go(); require('./near')(); given.add(); a.b().add(); parseInt('1');
list.forEach(function (it) {
    it.use();
}, () => {
    2; }); emitter.on('x', function () {
    1; }); list.map(it => it.id);
module.exports = add;
module.exports.other = Own;
";
    let found = outline_of_script(text);
    let told = |call: &Called| {
        let to = match &call.callee {
            Callee::Own(it) => it.name.clone(),
            Callee::OfModule(module, name) => format!("{module} {name}"),
            Callee::Here(line) => line.to_string(),
        };
        format!("{}: {} -> {to}", call.line, call.name)
    };
    let told: Vec<String> = found.calls.iter().map(told).collect();
    let expected = [
        "2: new Cart -> */cartridge/models/cart module.exports",
        "2: new Own -> Own",
        "2: add -> add",
        "5: this.area -> area",
        "5: Own.call -> Own",
        "6: cart.add -> */cartridge/models/cart add",
        "6: own.size -> size",
        "6: plain.add -> add",
        "6: new Shape.area -> area",
        "6: new Shape -> Shape",
        "6: new Cart.drop -> */cartridge/models/cart drop",
        "6: new Cart -> */cartridge/models/cart module.exports",
        "7: require('./near').go -> ./near go",
        "7: require('./near') -> ./near module.exports",
        "8: callback of list.forEach -> 9",
        "8: callback 2 of list.forEach -> 11",
    ];
    assert_eq!(told, expected);
    let line = |name: &str| found.functions.iter().find(|it| it.name == name).map(|it| it.line);
    assert_eq!([line(EXPORTED), line("other"), line("Shape")], [Some(3), Some(3), Some(4)]);
}

#[test]
fn what_several_define_is_told_by_whose_it_is() {
    let text = "\
function A() {} function B() {} function find() {
    return 0; }
A.prototype.find = function () {
    return this.size(); }; A.prototype.size = () =>
    5;
B.prototype = { find: function () {
    return this.find(); }, size: () =>
    8 };
class C { find() {
    return 10; } } class D { find() {
    return 11; } size() {
    return 12; } }
var a = new A(), b = new B(), e = { find() {
    return 14; } }, f = { last() {} };
a.find(); b.find(); find(); new C().find(); new D().find(); e.find(); f.find(); C.find();
module.exports = { find: find, size: function () {
    return 17; } }; exports.size(); exports.find();
a.map(function () {
    this.size(); });
";
    let found = outline_of_script(text);
    let body = |call: &Called| match &call.callee {
        Callee::Own(it) => Some((call.name.clone(), it.body)),
        _ => None,
    };
    let told: Vec<_> = found.calls.iter().filter_map(body).collect();
    let told: Vec<_> = told.iter().map(|(name, body)| (name.as_str(), *body)).collect();
    let expected = [
        ("this.size", Some(5)),
        ("this.find", Some(7)),
        ("new A", None),
        ("new B", None),
        ("a.find", Some(4)),
        ("b.find", Some(7)),
        ("find", Some(2)),
        ("new C.find", Some(10)),
        ("new C", None),
        ("new D.find", Some(11)),
        ("new D", None),
        ("e.find", Some(14)),
        ("f.find", None),
        ("C.find", Some(10)),
        ("exports.size", Some(17)),
        ("exports.find", Some(2)),
        ("this.size", None),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_text_that_does_not_parse_has_no_outline_and_harms_nobody() {
    for text in ["", "var a = ;", "function (", "\u{feff}#!x\n'"] {
        let found = outline_of_script(text);
        assert!(found.functions.is_empty() && found.calls.is_empty(), "{text}");
    }
}

#[test]
fn an_older_dialect_has_an_outline_of_what_is_written() {
    let text = "function f(a : Array) {\nfor each (var x in a) {\nf(x);\n}\n}\n";
    let found = outline_of_script(text);
    let f = Defined { name: "f".to_owned(), of: None, line: 1, body: Some(2) };
    assert_eq!(found.functions, [f]);
    assert_eq!(names(&found.calls), [("f", 3)]);
}

#[test]
fn a_template_tells_what_its_scripts_call_on_its_own_lines() {
    let text = "<isdecorate template=\"common/page\">\n<isscript>\n    var helper = require('*/cartridge/scripts/helper');\n    function own() { return 1; }\n</isscript>\n\
         <isif condition=\"${helper.isShown(pdict.product)}\">\n    <a href=\"x\">${own()} ${pdict.x.y()}</a>\n\
         <isinclude template=\"part\"/></isif>\n</isdecorate>\n\
         <isinclude url=\"${URLUtils.url('Cart-Mini', 'a', b)}\"/>";
    let found = outline("/app/cartridge/templates/default/home.isml", text);
    let calls: Vec<(&str, u32)> =
        found.calls.iter().map(|it| (it.name.as_str(), it.line)).collect();
    assert_eq!(calls, [("helper.isShown", 6), ("own", 7)]);
    let requires: Vec<_> = found.requires.iter().map(|it| (it.name.as_deref(), it.line)).collect();
    assert_eq!(requires, [(Some("helper"), 3)]);
    let functions: Vec<_> = found.functions.iter().map(|it| (it.name.as_str(), it.line)).collect();
    assert_eq!(functions, [("own", 4)]);
    let included: Vec<_> = found.included.iter().map(|it| (it.line, it.entered_from)).collect();
    assert_eq!(included, [(1, Some(9)), (8, Some(8)), (10, None)]);
    let broken = outline(
        "/app/cartridge/templates/default/home.isml",
        "<isif>\n<isinclude template=\"part\"/>",
    );
    assert_eq!((broken.calls.len(), broken.included.len()), (0, 1), "what tags name is known");
}

#[test]
fn a_script_names_templates_and_routes() {
    let text = "res.render('product/detail', { a: 1 });\nISML.renderTemplate(\"mail\");\nres.render(name);\n\
         var url = URLUtils.https('Cart-Show', 'a', 1).toString();\nURLUtils.staticURL('/a-b.css');\nother.url('Cart-Show');";
    let found = outline_of_script(text).included.into_iter();
    let found: Vec<_> = found.map(|it| (it.line, it.what)).collect();
    let template = |name: &str| Inclusion::Template(name.to_owned());
    let route = |name: &str| Inclusion::Route(name.to_owned());
    assert_eq!(
        found,
        [(1, template("product/detail")), (2, template("mail")), (4, route("Cart-Show"))]
    );
}
