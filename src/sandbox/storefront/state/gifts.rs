//! Gift certificates of archives and imports, as scripts keep them.

use super::{
    records::{Imported, Record, Records, SiteImport},
    size::TooMuch,
};
use crate::sandbox::shop::{Mode, Shop};
use serde_json::{Map, Value, json};

/// What scripts keep them as.
const KIND: &str = "gift-certificate";
/// Their states in files, in the order of their numbers.
const STATES: [&str; 4] = ["PENDING", "ISSUED", "PART_REDEEMED", "REDEEMED"];
/// What is called alike in files and by scripts.
const FACTS: [&str; 8] = [
    "currency",
    "description",
    "enabled",
    "message",
    "orderNo",
    "recipientEmail",
    "recipientName",
    "senderName",
];

type Fields = Map<String, Value>;

impl Records {
    /// Takes those of a site's archive.
    pub(super) fn take_certificates(&self, shop: &Shop, site: &str) {
        for (code, said) in shop.documents(KIND, site) {
            let said = shop.seen(said, site, &["default"]);
            let fields = said.as_object().cloned().unwrap_or_default();
            self.keep(Record::new(KIND, code, Some(certificate(code, &fields, None))));
        }
    }

    /// Does to a gift certificate what an import says of it.
    pub(in crate::sandbox::storefront) fn import_certificate(
        &self,
        import: SiteImport<'_>,
        code: &str,
        said: Option<&Fields>,
    ) -> Result<Imported, TooMuch> {
        let SiteImport { shop, site, mode } = import;
        let known = self.get(KIND, code);
        let before = Record::new(KIND, code, known.clone());
        let said = said.filter(|_| mode.takes(known.is_some()));
        let Some(said) = said else {
            let is_gone = mode != Mode::Update;
            if is_gone {
                self.take(Record::new(KIND, code, None))?;
            }
            return Ok(Imported { before, is_there: false });
        };
        let seen = shop.seen(said.clone().into(), site, &["default"]);
        let fields = seen.as_object().cloned().unwrap_or_default();
        let known = known.filter(|_| mode != Mode::Replace);
        self.take(Record::new(KIND, code, Some(certificate(code, &fields, known))))?;
        Ok(Imported { before, is_there: true })
    }
}

/// A certificate as scripts keep it: what is said of it on top of what is known.
fn certificate(code: &str, said: &Fields, known: Option<Value>) -> Value {
    let mut own = known.and_then(|it| it.as_object().cloned()).unwrap_or_else(|| {
        let usual =
            json!({ "status": 1, "enabled": true, "amount": "0", "spent": "0", "custom": {} });
        usual.as_object().cloned().unwrap_or_default()
    });
    own.insert("code".to_owned(), code.into());
    own.entry("uuid").or_insert_with(|| super::archived::uuid().into());
    let mut say = |name: &str, value: Value| drop(own.insert(name.to_owned(), value));
    for name in FACTS {
        said.get(name).into_iter().for_each(|value| say(name, value.clone()));
    }
    if let Some(id) = said.get("gcMerchantId") {
        say("merchantID", id.clone());
    }
    if let Some(created) = said.get("createDate") {
        say("created", created.clone());
        say("modified", created.clone());
    }
    let state = said.get("status").and_then(Value::as_str);
    if let Some(number) = state.and_then(|state| STATES.iter().position(|it| *it == state)) {
        say("status", number.into());
    }
    if let Some(amount) = said.get("amount") {
        say("amount", amount.to_string().into());
    }
    if let Some(Value::Array(all)) = said.get("redemption") {
        let spent: f64 = all.iter().filter_map(|it| it["amount"].as_f64()).sum();
        // Sums of decimals have more places than they say.
        say("spent", ((spent * 1e4).round() / 1e4).to_string().into());
        let last = all.iter().filter_map(|it| it["date"].as_str()).max();
        if let Some(last) = last {
            say("modified", last.into());
        }
    }
    if let Some(Value::Object(custom)) = said.get("custom") {
        let kept = own.entry("custom").or_insert_with(|| json!({}));
        kept.as_object_mut().into_iter().for_each(|kept| kept.extend(custom.clone()));
    }
    own.into()
}
