//! The session of the design's sketches: a thread halted in `addProduct()` of `Cart.js`.

use super::stage::{Instance, Stage, halted, member, running};
use crate::api::debugger::{Member, Scope};
use crate::api::ids::{Line, ScriptPath};
use crate::session::{
    BreakpointSpec, Command, ConnectionCommand, Node, NodeId, Options, RENEWAL_PERIOD, Saved,
    StepKind, ThreadCommand, TreeCommand, ValuesCommand,
};
use crate::tui::app::App;
use crate::tui::settings::Settings;
use crate::tui::ui::{Colours, MarkSet, Pane, SourceView};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

pub(super) const CART: &str = "/app_storefront/cartridge/controllers/Cart.js";
const ORDER: &str = "/app_storefront/cartridge/controllers/Order.js";
const UTIL: &str = "/lib_util/cartridge/scripts/Util.js";
const SERVER: &str = "/modules/server.js";
const MIDDLEWARE: &str = "/modules/middleware.js";

/// Lines 132 to 151 of the script in the sketches.
pub(super) const CODE: [&str; 20] = [
    "function addProduct(args) {",
    "  var basket = BasketMgr.getCurrentOrNewBasket();",
    "  var product = ProductMgr.getProduct(args.pid);",
    "  if (!product.available) {",
    "    return { error: true, message: Resource.msg(\"oos\") };",
    "  }",
    "  var qty = Number(args.qty) || 1;",
    "  for (var i = 0; i < items.length; i++) {",
    "    var li = items[i];",
    "    if (canMerge(li, product)) {",
    "      li.setQuantityValue(li.quantityValue + qty);",
    "      return { error: false, uuid: li.UUID };",
    "    }",
    "  }",
    "  Transaction.wrap(function () {",
    "    var pli = basket.createProductLineItem(product, shipment);",
    "    pli.setQuantityValue(qty);",
    "  });",
    "  return { error: false };",
    "}",
];

/// The settings of the sketches.
pub(super) fn ascii() -> Settings {
    Settings { marks: MarkSet::Ascii, ..Settings::default() }
}

/// Without colour, in the usual marks.
pub(super) fn plain() -> Settings {
    Settings { colours: Colours::None, ..Settings::default() }
}

/// What the instance of the sketches is started with.
pub(super) fn options() -> Options {
    Options {
        instance: Some("zzzz-001.dx".to_owned()),
        user: "a.b".to_owned(),
        sources_are_deployed: true,
        ..Options::default()
    }
}

/// The project of the sketches.
pub(super) fn saved() -> Saved {
    let at = |script: &str, line| BreakpointSpec::plain(ScriptPath::from(script), Line(line));
    Saved {
        breakpoints: vec![
            at(CART, 135),
            BreakpointSpec { condition: Some("qty > 5".to_owned()), ..at(CART, 138) },
            BreakpointSpec { log: Some("added {qty}".to_owned()), ..at(CART, 149) },
            BreakpointSpec { enabled: false, ..at(ORDER, 12) },
            at(UTIL, 4),
        ],
        watches: ["li.quantityValue", "basket.custom.promo", "customer.profile.id"]
            .map(str::to_owned)
            .to_vec(),
        ..Saved::default()
    }
}

fn stack(line: u32) -> [(&'static str, &'static str, u32); 4] {
    [
        ("addProduct()", CART, line),
        ("onAdd()", CART, 61),
        ("", SERVER, 88),
        ("execute()", MIDDLEWARE, 21),
    ]
}

fn scoped(scope: Scope, name: &str, type_name: &str, value: &str) -> Member {
    Member { scope: Some(scope), ..member("", name, type_name, value) }
}

fn variables(i: u32) -> Vec<Member> {
    let mut all = vec![
        scoped(Scope::Local, "args", "Object", "{pid, qty, options}"),
        scoped(Scope::Local, "basket", "dw.order.Basket", "[Basket 0001]"),
        scoped(Scope::Local, "i", "Number", &i.to_string()),
        scoped(Scope::Local, "qty", "Number", "1"),
        scoped(Scope::Closure, "li", "dw.order.ProductLineItem", "[ProductLineItem 8f2]"),
        scoped(Scope::Closure, "product", "dw.catalog.Product", "[Product M1]"),
    ];
    let globals = (0..140).map(|at| scoped(Scope::Global, &format!("g{at}"), "Number", "0"));
    all.extend(globals);
    all
}

fn members(quantity: u32) -> HashMap<String, (Vec<Member>, u64)> {
    let basket = vec![
        member("basket", "productLineItems", "dw.util.Collection", "1,204 items"),
        member("basket", "totalGrossPrice", "dw.value.Money", "USD 149.90"),
    ];
    let items = (0..2)
        .map(|at| {
            let value = format!("PLI 8f{at}");
            let name = format!("[{at}]");
            member("basket.productLineItems", &name, "dw.order.ProductLineItem", &value)
        })
        .collect();
    let leaf = |parent: &str, name: &str, type_name: &str, value: &str| {
        (format!("{parent}.{name}"), (vec![member(parent, name, type_name, value)], 1))
    };
    HashMap::from([
        ("basket".to_owned(), (basket, 2)),
        ("basket.productLineItems".to_owned(), (items, 940)),
        leaf("li", "quantityValue", "Number", &quantity.to_string()),
        leaf("basket.custom", "promo", "null", "null"),
        leaf("basket.productLineItems", "length", "Number", "1204"),
        leaf("customer.profile", "id", "undefined", "unresolved"),
        leaf("foo", "bar", "undefined", "unresolved"),
    ])
}

/// The instance before anything happened.
pub(super) fn instance() -> Instance {
    let filler = |at: u32| match at {
        132..=151 => CODE[at as usize - 132].to_owned(),
        _ => format!("// line {at}"),
    };
    let cart: Vec<String> = (1..=310).map(filler).collect();
    let other = "'use strict';\n".repeat(120);
    Instance {
        variables: variables(2),
        members: members(1),
        evals: HashMap::from([
            ("basket.productLineItems.length".to_owned(), "1204".to_owned()),
            ("li.quantityValue + qty".to_owned(), "3".to_owned()),
            ("qty".to_owned(), "1".to_owned()),
            ("foo.bar".to_owned(), "\"foo\" is not defined.".to_owned()),
            ("customer.profile.id".to_owned(), "not in this frame".to_owned()),
        ]),
        sources: BTreeMap::from([
            (ScriptPath::from(CART), cart.join("\n")),
            (ScriptPath::from(ORDER), other.clone()),
            (ScriptPath::from(SERVER), other.clone()),
            (ScriptPath::from(MIDDLEWARE), other),
        ]),
        steps: VecDeque::new(),
        ..Instance::default()
    }
}

/// Attached, nothing halted yet.
pub(super) fn waiting(settings: Settings) -> Stage {
    let mut stage = Stage::new(options(), saved(), settings, instance());
    stage.command(Command::Connection(ConnectionCommand::Attach));
    stage
}

/// Halted as in the sketches, with eleven halts behind it.
pub(super) fn sketched(settings: Settings) -> Stage {
    let mut stage = waiting(settings);
    stage.instance.threads = vec![running(11), halted(7, &stack(135))];
    stage.pass(Duration::from_secs(1));
    open(&mut stage, &["local", "basket"]);
    open(&mut stage, &["local", "basket", "totalGrossPrice"]);
    for _ in 0..2 {
        go(&mut stage, ThreadCommand::Continue, 135, 2);
    }
    for _ in 0..6 {
        go(&mut stage, ThreadCommand::Step(StepKind::Over), 141, 2);
    }
    stage.instance.threads.push(halted(9, &[("show()", ORDER, 12)]));
    stage.pass(Duration::from_secs(1));
    for expression in ["basket.productLineItems.length", "li.quantityValue + qty", "foo.bar"] {
        stage.values(ValuesCommand::Evaluate(expression.to_owned()));
    }
    stage.instance.steps.push_back((halted(7, &stack(149)), variables(2)));
    go(&mut stage, ThreadCommand::Continue, 141, 2);
    stage.instance.members = members(2);
    stage.instance.latency = Duration::from_millis(91);
    stage.instance.steps.push_back((halted(7, &stack(142)), variables(3)));
    stage.thread(ThreadCommand::Step(StepKind::Over));
    stage.instance.latency = Duration::ZERO;
    for pause in [RENEWAL_PERIOD; 11].into_iter().chain([Duration::from_secs(13)]) {
        stage.pass(pause);
        stage.renew();
    }
    stage.pass(Duration::from_secs(19));
    look_at(&mut stage, 142, 136);
    stage.screen.app.ui.focus(Pane::Variables);
    stage
}

/// A step or more that ends on a line of the script.
fn go(stage: &mut Stage, command: ThreadCommand, line: u32, i: u32) {
    stage.instance.steps.push_back((halted(7, &stack(line)), variables(i)));
    stage.thread(command);
    stage.pass(Duration::from_secs(1));
}

/// Puts the source's cursor and its first line.
pub(super) fn look_at(stage: &mut Stage, cursor: u32, top: u32) {
    let view = SourceView { cursor: Line(cursor), top: Line(top), column: 0 };
    stage.screen.app.ui.sources.insert(ScriptPath::from(CART), view);
}

/// Opens the node at these names, the scope first, and all above it.
pub(super) fn open(stage: &mut Stage, names: &[&str]) -> NodeId {
    let mut id = None;
    for end in 1..=names.len() {
        let found = find(&stage.screen.app, &names[..end]).expect("a node of that name").id;
        stage.tree(found, TreeCommand::Expand);
        id = Some(found);
    }
    id.expect("a name")
}

/// The node at these names.
pub(super) fn find<'a>(app: &'a App, names: &[&str]) -> Option<&'a Node> {
    let tree = app.shown().tree?;
    let key = crate::session::NodeKey(names.iter().map(|name| (*name).to_owned()).collect());
    tree.node(tree.find(&key)?)
}
