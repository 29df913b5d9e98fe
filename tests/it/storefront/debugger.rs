//! What a debugger sees in a halted script of the sample shop.

use super::{Browser, sent, storefront};
use crate::testkit::patience::{EVER, PATIENCE, evaluated};
use axum::{
    body::Body,
    http::{Request, header},
};
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions, router, sample_cartridges};
use haltscope::script::{Breakpoint, Owner, Page, Step, ThreadId, ThreadInfo, ThreadState};
use std::sync::Arc;

const ME: Owner = Owner(7);

/// The sample shop, halted at the line of a script that holds a text.
struct Halted {
    shop: Arc<Storefront>,
    thread: ThreadId,
}

pub(super) fn line_of(path: &str, text: &str) -> u32 {
    let (cartridge, file) = path.trim_start_matches('/').split_once('/').expect("cartridge/file");
    let sample = sample_cartridges();
    let cartridge = sample.iter().find(|it| it.name == cartridge).expect("a cartridge");
    let (_, content) = cartridge.files.iter().find(|(name, _)| name == file).expect("a file");
    let content = String::from_utf8_lossy(content);
    let index = content.lines().position(|line| line.contains(text)).expect("the line");
    u32::try_from(index + 1).expect("a line number")
}

pub(super) async fn halted(shop: &Arc<Storefront>) -> ThreadInfo {
    let control = shop.engine().control();
    let mut changes = control.changes();
    let search = async {
        loop {
            let threads = control.threads();
            if let Some(found) =
                threads.into_iter().find(|it| matches!(it.state, ThreadState::Halted { .. }))
            {
                return found;
            }
            changes.changed().await.expect("the engine lives");
        }
    };
    tokio::time::timeout(PATIENCE, search).await.expect("it halts")
}

impl Halted {
    async fn at(path: &str, text: &str, form: &'static [(&'static str, &'static str)]) -> Self {
        let mut options = StorefrontOptions::sample("Storefront");
        options.limits.halt_timeout = EVER;
        let shop = Storefront::new(options);
        let control = shop.engine().control();
        control.attach(ME);
        let line = line_of(path, text);
        let breakpoint = Breakpoint { id: 1, path: path.to_owned(), line, condition: None };
        control.set_breakpoints(ME, vec![breakpoint]);
        let mut browser = Browser::of(&shop);
        tokio::spawn(async move { browser.post("Cart-AddProduct", form).await.status });
        let thread = halted(&shop).await.id;
        Self { shop, thread }
    }

    async fn eval(&self, expression: &str) -> String {
        let control = self.shop.engine().control();
        evaluated(control, self.thread, 0, expression).await.expect("halted")
    }

    /// `name: type = value` of each member.
    async fn members(&self, path: &str, page: Page) -> Vec<String> {
        let control = self.shop.engine().control();
        let found = control.members(self.thread, 0, Some(path), page).await.expect("halted");
        found
            .members
            .iter()
            .map(|it| format!("{}: {} = {}", it.name, it.type_name, it.value))
            .collect()
    }

    fn stack(&self) -> Vec<String> {
        let thread = self.shop.engine().control().thread(self.thread).expect("there");
        let ThreadState::Halted(halt) = thread.state else { panic!("it runs") };
        halt.stack.iter().map(|frame| format!("{} {}", frame.function, frame.path)).collect()
    }
}

const FORM: &[(&str, &str)] = &[("pid", "KM01001-01"), ("quantity", "2")];
const CART: &str = "/app_base/cartridge/controllers/Cart.js";
const HELPERS: &str = "/app_base/cartridge/scripts/helpers/cartHelpers.js";

#[tokio::test]
async fn platform_objects_show_type_text_and_properties() {
    let shop = Halted::at(HELPERS, "lineItem.setQuantityValue(wanted);", FORM).await;
    assert_eq!(shop.eval("product").await, "[Product sku=KM01001-01]");
    let product = shop.members("product", Page { start: 0, count: 4 }).await;
    assert_eq!(product[0], "ID: string = KM01001-01");
    assert_eq!(product[2], "name: string = Heron Mug");
    let all = shop.members("product", Page::ALL).await;
    assert!(
        all.contains(
            &"priceModel: dw.catalog.ProductPriceModel = [ProductPriceModel price=EUR 14.50]"
                .to_owned()
        ),
        "{all:#?}"
    );
    assert!(
        all.contains(
            &"primaryCategory: dw.catalog.Category = [Category id=kitchen-mugs]".to_owned()
        ),
        "{all:#?}"
    );
    let lines = shop.members("basket.productLineItems", Page::ALL).await;
    assert!(
        lines
            .iter()
            .any(|it| it.starts_with("[0]: dw.order.ProductLineItem = [ProductLineItem uuid=")),
        "{lines:#?}"
    );
    let parameters = shop.members("request.httpParameterMap", Page::ALL).await;
    assert!(
        parameters.iter().any(|it| it.contains("parameterCount: number = 2")),
        "{parameters:#?}"
    );
    assert_eq!(shop.eval("basket.productLineItems[0].quantityValue = 7").await, "7");
    assert_eq!(shop.eval("lineItem.quantityValue").await, "7");
    let shared = shop.members("pdict", Page::ALL).await;
    assert!(
        shared.contains(&"CurrentCustomer: dw.customer.Customer = [Customer anonymous]".into())
    );
    assert_eq!(shop.members("out", Page::ALL).await, Vec::<String>::new());
    assert_eq!(
        shop.eval("[pdict, out, typeof out.print]").await,
        "[PipelineDictionary],[PrintWriter],function"
    );
    assert_eq!(shop.eval("String(dw.util.ArrayList)").await, "[JavaClass dw.util.ArrayList]");
}

#[tokio::test]
async fn the_stack_is_the_scripts_own() {
    let shop = Halted::at(HELPERS, "lineItem.setQuantityValue(wanted);", FORM).await;
    let stack = shop.stack();
    assert_eq!(
        stack[..3],
        [
            format!("addProductToCart {HELPERS}"),
            "addProductToCart /app_brand/cartridge/scripts/helpers/cartHelpers.js".to_owned(),
            format!(" {CART}"),
        ]
    );
    assert!(stack.iter().all(|frame| frame.contains(" /app_")), "{stack:#?}");
}

#[tokio::test]
async fn stepping_into_goes_through_the_platform_to_the_next_script() {
    let shop = Halted::at(CART, "result = cartHelpers.addProductToCart(", FORM).await;
    let control = shop.shop.engine().control();
    control.step(shop.thread, Step::Into, PATIENCE).await.expect("there");
    assert!(shop.stack()[0].contains("/app_brand/cartridge/scripts/helpers/cartHelpers.js"));
    control.set_breakpoints(ME, Vec::new());
    control.step(shop.thread, Step::Out, PATIENCE).await.expect("there");
    assert!(shop.stack()[0].ends_with(CART));
    control.resume(shop.thread).expect("there");
}

#[tokio::test]
async fn the_routes_request_has_members_of_its_own_and_a_number() {
    let shop = Halted::at(CART, "cartHelpers.addProductToCart(", FORM).await;
    let names = shop.members("req", Page::ALL).await;
    for own in [
        "httpMethod: string = POST",
        "host: string = ",
        "https: boolean = ",
        "querystring: QueryString = ",
        "form: Object = [object Object]",
        "locale: Object = [object Object]",
    ] {
        assert!(names.iter().any(|name| name.starts_with(own)), "{own}: {names:#?}");
    }
    let number = shop.eval("request.requestID").await;
    assert!(number.len() > 20 && number.ends_with("-0-00"), "{number}");
}

#[tokio::test]
async fn manager_classes_are_told_as_they_evaluate() {
    let shop = Halted::at(CART, "cartHelpers.addProductToCart(", FORM).await;
    let class = "[JavaClass dw.order.BasketMgr]";
    assert_eq!(shop.eval("require('dw/order/BasketMgr')").await, class);
    let control = shop.shop.engine().control();
    let found = control.variables(shop.thread, 0, Page::ALL).await.expect("halted");
    let told = found.members.iter().find(|it| it.name == "BasketMgr");
    assert_eq!(told.map(|it| it.value.as_str()), Some(class), "{:#?}", found.members);
}

#[tokio::test]
async fn what_scripts_have_set_in_the_dictionary_comes_first() {
    let shop = Halted::at(CART, "cartHelpers.addProductToCart(", FORM).await;
    shop.eval("pdict.mug = 'KM01001'; pdict.view = Object.create(pdict); pdict.view.own = 2").await;
    let names = |members: Vec<String>| -> Vec<String> {
        members.iter().take(4).map(|it| it.split(": ").next().unwrap_or_default().into()).collect()
    };
    let shared = names(shop.members("pdict", Page::ALL).await);
    assert_eq!(shared, ["mug", "view", "CurrentRequest", "CurrentSession"]);
    let page = Page { start: 1, count: 2 };
    assert_eq!(names(shop.members("pdict", page).await), ["view", "CurrentRequest"]);
    let view = names(shop.members("pdict.view", Page::ALL).await);
    assert_eq!(view, ["own", "mug", "view", "CurrentRequest"], "and what it has its own from");
}

#[tokio::test]
async fn what_a_visitor_proves_himself_with_is_not_listed() {
    let controller = "exports.Run = function () {\n\
        var headers = request.httpHeaders, entries = headers.entrySet(), values = headers.values(), secrets = [];\n\
        for each (var entry in entries) { if (entry.key === 'cookie' || entry.key === 'authorization') { secrets.push(entry.value); var secret = entry; } }\n\
        response.writer.print(secrets.join('|') + '|' + values.contains('Bearer letmein') + '|' + entries.length);\n\
        };\nexports.Run.public = true;";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    let control = shop.engine().control();
    control.attach(ME);
    let path = "/app/cartridge/controllers/Test.js".to_owned();
    control.set_breakpoints(ME, vec![Breakpoint { id: 1, path, line: 4, condition: None }]);
    let request = Request::get("/on/demandware.store/Sites-Storefront-Site/default/Test-Run")
        .header("x-shop", "yes")
        .header(header::AUTHORIZATION, "Bearer letmein")
        .header(header::COOKIE, "key=letmein")
        .body(Body::empty())
        .expect("a request");
    let page = tokio::spawn(sent(router(Arc::clone(&shop), Vec::new(), Arc::default()), request));
    let halted = Halted { thread: halted(&shop).await.id, shop: Arc::clone(&shop) };
    for path in ["headers", "entries", "values", "secret", "entries[0]"] {
        let members = halted.members(path, Page::ALL).await;
        assert!(members.iter().all(|it| !it.contains("letmein")), "{path}: {members:#?}");
        assert!(!members.is_empty() && !halted.eval(path).await.contains("letmein"), "{path}");
    }
    let values = halted.members("values", Page::ALL).await;
    assert!(values.iter().any(|it| it.ends_with(": string = yes")), "{values:#?}");
    let secret = halted.members("secret", Page::ALL).await;
    assert!(secret.iter().any(|it| it.starts_with("key: string = ")), "{secret:#?}");
    control.set_breakpoints(ME, Vec::new());
    control.resume(halted.thread).expect("there");
    let page = page.await.expect("it answers");
    page.is_fine();
    assert!(page.body.starts_with("Bearer letmein|key=letmein|true|"), "{}", page.body);
}
