//! A debugger that steps into everything changes nothing: each page of the journey is the one that it is without.

use super::{Browser, Page, debugger::line_of};
use crate::testkit::patience::{EVER, PATIENCE};
use haltscope::sandbox::Clock;
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions, sample_cartridges};
use haltscope::script::{
    Breakpoint, Control, Frame, Limits, Owner, Step, ThreadInfo, ThreadState, halting_lines,
};
use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, SystemTime},
};

const ME: Owner = Owner(11);

/// The lengths of what scripts draw at random: ids, tokens, and tokens of forms.
const RANDOM: [usize; 3] = [26, 40, 99];

/// A sample shop in which time stands still: orders tell theirs. Its threads are ready before they are needed.
fn shop() -> Arc<Storefront> {
    let now = SystemTime::UNIX_EPOCH + Duration::from_hours(500_000);
    let shop = Storefront::new(StorefrontOptions {
        limits: Limits { halt_timeout: EVER, run_time: EVER, ..Limits::default() },
        clock: Clock::new(move || now),
        ..StorefrontOptions::sample("Storefront")
    });
    shop.stand_by();
    shop
}

/// What a visitor saw, page after page.
struct Journey {
    browser: Browser,
    pages: Vec<(&'static str, String)>,
}

impl Journey {
    fn saw(&mut self, what: &'static str, page: &Page) {
        let location = page.headers.get("location").and_then(|it| it.to_str().ok());
        let mut told = format!("{} {}\n", page.status, location.unwrap_or_default());
        told.push_str(&same(&page.body));
        self.pages.push((what, told));
    }

    async fn get(&mut self, action: &'static str) -> Page {
        let page = self.browser.get(action).await;
        self.saw(action, &page);
        page
    }

    /// Sends the form of a page and goes where that leads.
    async fn fill(&mut self, page: &Page, action: &'static str, written: &[(&str, &str)]) -> Page {
        let page = self.browser.fill(page, action, written).await;
        self.saw(action, &page);
        page
    }

    async fn walk(&mut self) {
        self.get("Home-Show").await;
        self.get("Search-Show?cgid=kitchen-teapots&prefn1=color&prefv1=rust&sz=3").await;
        self.get("Product-Variation?pid=KT05002&dwvar_KT05002_color=rust").await;
        self.get("Product-ShowQuickView?pid=KT05002-02").await;
        let product = self.get("Product-Show?pid=KT05002-02").await;
        let cart = self.fill(&product, "Cart-AddProduct", &[("quantity", "2")]).await;
        let cart = self.fill(&cart, "Cart-AddCoupon", &[("code", "welcome10")]).await;
        let cart = self.fill(&cart, "Cart-RemoveCouponLineItem", &[]).await;
        self.fill(&cart, "Cart-AddBonusProducts", &[("pid", "KM01032")]).await;
        self.get("Cart-MiniCartShow").await;
        self.account().await;
        let checkout = self.get("Checkout-Begin").await;
        let wrong = [("shipping_method", "none"), ("addressId", ""), ("paymentMethod", "INVOICE")];
        let checkout = self.fill(&checkout, "Checkout-PlaceOrder", &wrong).await;
        let right =
            [("shipping_method", "express"), ("addressId", "Mill"), ("paymentMethod", "INVOICE")];
        self.fill(&checkout, "Checkout-PlaceOrder", &right).await;
        self.get("Order-History").await;
        self.get("Stores-Find?postalCode=10115&radius=300").await;
        self.get("Stores-Details?storeID=bath").await;
        self.get("de/Page-Show?cid=a-day-at-the-mill").await;
        let contact = self.get("ContactUs-Landing").await;
        let letter = [("topic", "repair"), ("comment", "It broke.")];
        self.fill(&contact, "ContactUs-Subscribe", &letter).await;
    }

    async fn account(&mut self) {
        let page = self.get("Account-Show?rurl=checkout").await;
        let ada = [
            ("firstName", "Ada"),
            ("lastName", "Lovelace"),
            ("customer_email", "ada@example.test"),
            ("login_password", "green tea please"),
            ("confirmation", "green tea please"),
        ];
        self.fill(&page, "Account-Register", &ada).await;
        let page = self.get("Address-AddAddress").await;
        let mill = [
            ("addressId", "Mill"),
            ("firstName", "Ada"),
            ("lastName", "Lovelace"),
            ("address1", "Mühlweg 1"),
            ("postalCode", "99423"),
            ("city", "Weimar"),
        ];
        self.fill(&page, "Address-SaveAddress", &mill).await;
    }
}

/// A page without what is drawn at random.
fn same(page: &str) -> String {
    let mut told = String::with_capacity(page.len());
    for word in page.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric()) {
        let plain = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        let is_random =
            RANDOM.contains(&plain.len()) && plain.bytes().any(|letter| letter.is_ascii_digit());
        told.push_str(if is_random { "…" } else { plain });
        told.push_str(&word[plain.len()..]);
    }
    told
}

/// The journey of a visitor of a shop, who comes for the first time.
async fn journey(shop: &Arc<Storefront>) -> Vec<(&'static str, String)> {
    let mut journey = Journey { browser: Browser::of(shop), pages: Vec::new() };
    journey.walk().await;
    journey.pages
}

/// What a debugger saw that steps into every statement.
#[derive(Default)]
struct Seen {
    steps: usize,
    scripts: BTreeSet<String>,
    /// Where requests had their last statement.
    ends: Vec<(String, u32)>,
}

impl Seen {
    /// Steps each request, which halts as it loads its first script, to its end.
    async fn step_into_everything(&mut self, control: &Control) {
        let mut changes = control.changes();
        loop {
            changes.borrow_and_update();
            let halted = control.threads().into_iter().find(is_halted);
            match halted {
                Some(thread) => self.step_to_the_end(control, thread).await,
                None => changes.changed().await.expect("the engine lives"),
            }
        }
    }

    async fn step_to_the_end(&mut self, control: &Control, mut thread: ThreadInfo) {
        let mut last = (String::new(), 0);
        while let ThreadState::Halted(halt) = &thread.state {
            self.steps += 1;
            let Frame { path, line, .. } = &halt.stack[0];
            last = (path.clone(), *line);
            self.scripts.insert(path.clone());
            let Ok(next) = control.step(thread.id, Step::Into, PATIENCE).await else { break };
            thread = next;
        }
        self.ends.push(last);
    }
}

/// Scripts of all kinds that the journey runs.
const SCRIPTS: [&str; 10] = [
    "/app_base/cartridge/scripts/hooks/request.js",
    "/app_base/cartridge/templates/default/slots/products.isml",
    "/app_brand/cartridge/controllers/Order.js",
    "/app_brand/cartridge/scripts/hooks/loyalty.js",
    "/app_storefront/cartridge/controllers/Address.js",
    "/app_base/cartridge/scripts/hooks/payment/invoice.js",
    "/app_base/cartridge/experience/components/story/columns.js",
    "/app_base/cartridge/templates/default/experience/pages/storyPage.isml",
    "/app_base/cartridge/models/product/decorators/price.js",
    "/app_base/cartridge/templates/default/stores/details.isml",
];
const PAGE: &str = "/app_base/cartridge/templates/default/common/page.isml";

impl Seen {
    /// It has stepped through everything, to the last statement of each page.
    #[track_caller]
    fn is_whole(&self, pages: &[(&str, String)]) {
        for script in SCRIPTS {
            assert!(self.scripts.contains(script), "not in {script}: {:#?}", self.scripts);
        }
        assert!(self.steps > 5_000, "{} steps", self.steps);
        let last = line_of(PAGE, "<isloop items=\"${languages}\"");
        let in_page: Vec<_> = self.ends.iter().filter(|(path, _)| path == PAGE).collect();
        assert!(in_page.iter().all(|(_, line)| *line == last), "{in_page:?}");
        // The checkout that is shown again clears the number of the card at its very end.
        let whole = pages.iter().filter(|(_, page)| page.contains("</html>")).count();
        assert_eq!(in_page.len(), whole - 1, "{:#?}", self.ends);
    }
}

fn is_halted(thread: &ThreadInfo) -> bool {
    matches!(thread.state, ThreadState::Halted(_))
}

/// A breakpoint at the first statement of what requests begin with: hooks, and all controllers of the sample.
fn breakpoints() -> Vec<Breakpoint> {
    let sample = sample_cartridges();
    let files = sample.iter().flat_map(|it| it.files.iter().map(move |file| (it.name, file)));
    let is_begun_with = |path: &str| {
        path.starts_with("cartridge/controllers/") || path == "cartridge/scripts/hooks/request.js"
    };
    let begun_with = files.filter(|(_, (path, _))| is_begun_with(path));
    let first = begun_with.zip(1..).map(|((cartridge, (path, content)), id)| {
        let path = format!("/{cartridge}/{path}");
        let lines = halting_lines(&path, &String::from_utf8_lossy(content)).expect("a script");
        let line = lines[0].expect("a statement");
        Breakpoint { id, path, line, condition: None }
    });
    first.collect()
}

#[tokio::test]
async fn every_page_is_the_same_to_who_steps_into_everything() {
    let plain = journey(&shop()).await;
    let stepped = shop();
    let control = stepped.engine().control();
    control.attach(ME);
    control.set_breakpoints(ME, breakpoints());
    let mut seen = Seen::default();
    let with_debugger = tokio::select! {
        pages = journey(&stepped) => pages,
        () = seen.step_into_everything(control) => unreachable!("it never ends"),
    };
    assert_eq!(plain.len(), with_debugger.len());
    for ((what, expected), (_, found)) in plain.iter().zip(&with_debugger) {
        assert_eq!(found, expected, "{what}");
    }
    assert!(with_debugger.iter().all(|(_, page)| page.starts_with("200 OK")), "{with_debugger:#?}");
    seen.is_whole(&with_debugger);
}
