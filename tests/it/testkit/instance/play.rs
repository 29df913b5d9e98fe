//! The scripts that an instance's threads run, as far as a debugger sees into them.

use haltscope::api::debugger::{Member, Scope};
use haltscope::api::paging::Page;

/// The script that all threads run.
pub const SCRIPT: &str = "/app_test/cartridge/controllers/Cart.js";
/// How many entries the list `items` has.
pub const ITEMS: u64 = 1_204;
/// How many it has in [`Play::SHOP`].
pub const MANY_ITEMS: u64 = 100_000;
/// Objects in the longest list of [`Play::ORDERS`]: each has to be read to say what it holds.
pub const ORDERS: u64 = 1_000_000;

/// What can be seen of a script's function, called from another one.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// Where the caller stands.
    pub called_at: u32,
    /// The variables in a line.
    pub variables: fn(u32) -> Vec<Member>,
    /// Members of a path in a page, and how many there are in all.
    pub members: fn(&str, Page) -> (Vec<Member>, u64),
    /// What an expression gives.
    pub evaluated: fn(&str) -> String,
}

impl Play {
    /// A list in a test's cartridge.
    pub const LIST: Self = Self {
        called_at: 61,
        variables: list_variables,
        members: list_members,
        evaluated: list_evaluated,
    };

    /// A basket and a long list.
    pub const SHOP: Self = Self {
        called_at: 40,
        variables: shop_variables,
        members: shop_members,
        evaluated: shop_evaluated,
    };

    /// The same with an endless list of objects.
    #[allow(dead_code, reason = "a benchmark's")]
    pub const ORDERS: Self = Self { variables: order_variables, ..Self::SHOP };
}

fn member(parent: &str, name: &str, type_name: &str, value: &str) -> Member {
    Member {
        name: name.to_owned(),
        parent: parent.to_owned(),
        type_name: type_name.to_owned(),
        value: value.to_owned(),
        scope: None,
    }
}

fn variable(scope: Scope, name: &str, type_name: &str, value: &str) -> Member {
    Member { scope: Some(scope), ..member("", name, type_name, value) }
}

/// A page of a list whose entries are made by their index.
fn page(total: u64, page: Page, entry: impl Fn(&str, u64) -> Member) -> (Vec<Member>, u64) {
    let end = total.min(page.start.saturating_add(page.count));
    let entries = (page.start..end).map(|index| entry(&format!("[{index}]"), index));
    (entries.collect(), total)
}

/// What a path that leads to a primitive or nowhere is answered with.
fn unresolved(path: &str) -> (Vec<Member>, u64) {
    let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
    (vec![member(parent, name, "undefined", "unresolved")], 1)
}

fn list_variables(line: u32) -> Vec<Member> {
    vec![
        variable(Scope::Local, "line", "Number", &line.to_string()),
        variable(Scope::Local, "items", "dw.util.ArrayList", "[ArrayList]"),
        variable(Scope::Closure, "Cart", "Object", "[object Object]"),
    ]
}

fn list_members(path: &str, part: Page) -> (Vec<Member>, u64) {
    match path {
        "items" => {
            page(ITEMS, part, |name, index| member(path, name, "Number", &index.to_string()))
        }
        _ => unresolved(path),
    }
}

fn list_evaluated(expression: &str) -> String {
    match expression {
        "1 + 1" => "2".to_owned(),
        _ => format!(
            "ReferenceError: \"{expression}\" is not defined. ([DEBUGGER EXPR: {expression}]#1)"
        ),
    }
}

fn shop_variables(_: u32) -> Vec<Member> {
    vec![
        variable(Scope::Local, "basket", "Object", "[object Object]"),
        variable(Scope::Local, "items", "Array", "[100000 items]"),
        variable(Scope::Local, "qty", "Number", "1"),
    ]
}

#[allow(dead_code, reason = "a benchmark's")]
fn order_variables(line: u32) -> Vec<Member> {
    let mut all = shop_variables(line);
    all.push(variable(Scope::Local, "orders", "Array", &format!("[{ORDERS} items]")));
    all
}

fn shop_members(path: &str, part: Page) -> (Vec<Member>, u64) {
    let total = || member(path, "total", "Number", "149.9");
    match path {
        "basket" => (vec![member(path, "currency", "String", "EUR"), total()], 2),
        "orders" => page(ORDERS, part, |name, _| member(path, name, "Object", "[object Object]")),
        order if order.starts_with("orders[") => {
            (vec![member(path, "number", "String", order), total()], 2)
        }
        "items" => {
            page(MANY_ITEMS, part, |name, index| member(path, name, "Number", &index.to_string()))
        }
        _ => unresolved(path),
    }
}

fn shop_evaluated(expression: &str) -> String {
    match expression {
        "qty + 1" => "2".to_owned(),
        "qty > 5" | "!!(qty > 5)" => "false".to_owned(),
        other => format!("ReferenceError: \"{other}\" is not defined."),
    }
}
