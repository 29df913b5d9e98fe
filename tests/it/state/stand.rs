//! A sandbox with scripts that leave something everywhere, and what can be seen of it.

use crate::{
    data::stand::{Answer, BASE, LIBRARY, Stand, accounts},
    testkit::{cartridge::holding, patience::unhurried},
};
use haltscope::sandbox::SandboxOptions;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use std::{path::Path, sync::Mutex};
use tempfile::TempDir;

const STATE: &str = r"'use strict';

var File = require('dw/io/File');
var FileReader = require('dw/io/FileReader');
var FileWriter = require('dw/io/FileWriter');
var BasketMgr = require('dw/order/BasketMgr');
var CustomerMgr = require('dw/customer/CustomerMgr');
var CustomObjectMgr = require('dw/object/CustomObjectMgr');
var Calendar = require('dw/util/Calendar');
var OrderMgr = require('dw/order/OrderMgr');
var ProductMgr = require('dw/catalog/ProductMgr');
var Transaction = require('dw/system/Transaction');

var MUG = 'KM01008';

var LEFT = new File('TEMP/left.txt');

function lines() {
    if (!LEFT.exists()) { return 0; }
    var reader = new FileReader(LEFT);
    var all = reader.getLines();
    reader.close();
    return all.size();
}

function Leave() {
    var writer = new FileWriter(LEFT, 'UTF-8', true);
    writer.writeLine('a visitor');
    writer.close();
    session.custom.visits = (session.custom.visits || 0) + 1;
    Transaction.wrap(function () {
        var name = 'n' + Date.now() + Math.random();
        CustomObjectMgr.createCustomObject('Note', name);
        CustomerMgr.createCustomer(name, 'green tea, please');
        var basket = BasketMgr.getCurrentOrNewBasket();
        basket.createProductLineItem(MUG, basket.defaultShipment);
        OrderMgr.placeOrder(OrderMgr.createOrder(basket));
    });
    response.writer.print('left'); // @left
}

function Show() {
    var notes = CustomObjectMgr.getAllCustomObjects('Note');
    response.writer.print(JSON.stringify({
        visits: session.custom.visits || 0,
        lines: lines(),
        notes: notes.count,
        customers: CustomerMgr.registeredCustomerCount,
        order: OrderMgr.getOrder('00000001') !== null,
        taken: ProductMgr.getProduct(MUG).availabilityModel.inventoryRecord.ATS.value
    }));
}

function Time() {
    var texts = [new Date(), new Calendar().time].map(function (date) { return date.toISOString(); });
    response.writer.print(texts.concat(new Date(Date.now()).toISOString()).join(' '));
}

[Leave, Show, Time].forEach(function (action) {
    exports[action.name] = action;
    exports[action.name].public = true;
});
";

/// A sandbox whose scripts are [`STATE`]'s, in memory or in a folder, and a visitor.
pub struct Shop {
    pub stand: Stand,
    pub visitor: reqwest::Client,
    /// The visitor's session.
    pub cookie: Mutex<Option<String>>,
    _cartridges: TempDir,
}

impl Shop {
    pub async fn open(data: Option<&Path>) -> Self {
        Self::with(|options| SandboxOptions { data: data.map(Into::into), ..options }).await
    }

    pub async fn with(change: impl FnOnce(SandboxOptions) -> SandboxOptions) -> Self {
        let cartridges = holding("/app_state/cartridge/controllers/State.js", STATE);
        let options = SandboxOptions {
            accounts: accounts(),
            cartridges: vec![cartridges.path().to_owned()],
            ..unhurried()
        };
        let stand = Stand::with(change(options)).await;
        let visitor = visitor();
        Self { stand, visitor, cookie: Mutex::default(), _cartridges: cartridges }
    }

    /// Asks the sandbox for something of its own.
    pub async fn own(&self, verb: &str, path: &str, body: Option<Value>) -> Answer {
        let url = format!("{}/-/sandbox{path}", self.stand.plain_origin());
        let verb = verb.parse().expect("a method");
        let mut request = self.visitor.request(verb, url);
        request = request.basic_auth("admin", Some("haltscope-demo"));
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        Answer::of(request).await
    }

    pub fn page(&self, action: &str) -> reqwest::RequestBuilder {
        let site = "/on/demandware.store/Sites-Storefront-Site/default";
        let request =
            self.visitor.get(format!("{}{site}/State-{action}", self.stand.plain_origin()));
        match &*self.cookie.lock().expect("one at a time") {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        }
    }

    /// Keeps the session that an answer names.
    pub fn learn(&self, headers: &HeaderMap) {
        if let Some(line) = headers.get("set-cookie") {
            let line = line.to_str().expect("text");
            let cookie = line.split(';').next().map(str::to_owned);
            *self.cookie.lock().expect("one at a time") = cookie;
        }
    }

    pub async fn visit(&self, action: &str) -> String {
        self.visit_unless_ended(action).await.expect("nobody ends it")
    }

    /// The page, unless a restore has ended it, for which it took too long.
    pub async fn visit_unless_ended(&self, action: &str) -> Option<String> {
        let answer = Answer::of(self.page(action)).await;
        if answer.status == 500 && answer.text.contains("ScriptDebuggerTerminate") {
            return None;
        }
        assert_eq!(answer.status, 200, "{}", answer.text);
        self.learn(&answer.headers);
        Some(answer.text)
    }

    /// Leaves something everywhere.
    pub async fn leave(&self, asset: &str) {
        assert_eq!(self.visit("Leave").await, "left");
        let body = json!({"name": {"default": asset}});
        self.stand.put(&format!("{LIBRARY}/content/{asset}"), body).await;
    }

    /// What the same visitor and anybody else can see, with the state of some assets.
    pub async fn seen(&self) -> Value {
        let mut seen: Value = serde_json::from_str(&self.visit("Show").await).expect("JSON");
        for asset in ["a", "b"] {
            let answer =
                Answer::of(self.stand.ask("GET", &format!("{LIBRARY}/content/{asset}"))).await;
            seen[asset] = match answer.status {
                404 => Value::Null,
                _ => answer.ok(200)["_resource_state"].take(),
            };
        }
        seen
    }

    /// A debugger's request.
    pub async fn debugger(&self, verb: &str, path: &str, body: Option<Value>) -> Answer {
        let url = format!("{}/s/-/dw/debugger/v2_0{path}", self.stand.plain_origin());
        let mut request = self.visitor.request(verb.parse().expect("a method"), url);
        request = request.basic_auth("admin", Some("haltscope-demo"));
        request = request.header("x-dw-client-id", "state");
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        Answer::of(request).await
    }

    /// Whether the Data API takes the stand's token.
    pub async fn token_is_good(&self) -> bool {
        let url = format!("{}{BASE}{LIBRARY}/folders/root", self.stand.origin());
        let request = self.stand.http.get(url).bearer_auth(&self.stand.token);
        Answer::of(request).await.status == 200
    }
}

/// Somebody nobody knows.
pub fn visitor() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().expect("a client")
}

/// The line of the controller that carries the mark, counted from 1.
pub fn line(mark: &str) -> usize {
    let mark = format!("// @{mark}");
    STATE.lines().position(|line| line.ends_with(&mark)).expect("a marked line") + 1
}
