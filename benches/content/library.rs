//! A library with 10,000 assets in one folder.

use futures::executor::block_on;
use haltscope::sandbox::{
    Clock,
    store::{Asset, Assignment, Folder, Key, Library, Overlay, ROOT, Record, Sqlite, Store},
};
use serde_json::{Map, Value, json};
use std::{path::Path, sync::Arc};

pub const ASSETS: usize = 10_000;
pub const FOLDER: &str = "many";
pub const LIBRARY: &str = "SharedLibrary";

/// Writes it to the folder's store.
#[allow(dead_code, reason = "not every benchmark has a folder")]
pub fn fill(folder: &Path) {
    block_on(fill_store(Arc::new(Sqlite::open(folder).expect("a new store"))));
}

/// Writes it to a store.
pub async fn fill_store(store: Arc<dyn Store>) {
    let now = Clock::system().now();
    let library = Library::named(LIBRARY);
    store.provide(&[library], now).await.expect("provided");
    let mut overlay = Overlay::new(Arc::clone(&store));
    let (fields, parent) = (Map::new(), Some(ROOT.into()));
    let many = Folder { fields, parent, created: now, modified: now };
    overlay.put(Key::folder(LIBRARY, FOLDER), Record::Folder(many));
    for number in 0..ASSETS {
        let id = format!("asset-{number}");
        let asset =
            Asset { fields: fields_of(number), classification: None, created: now, modified: now };
        overlay.put(Key::asset(LIBRARY, id.as_str()), Record::Asset(asset));
        let position = Some(number.into());
        let assignment = Assignment { is_default: false, position };
        overlay.put(Key::assignment(LIBRARY, id.as_str(), FOLDER), Record::Assignment(assignment));
    }
    store.commit(overlay.changes()).await.expect("nobody else writes");
}

fn fields_of(number: usize) -> Map<String, Value> {
    let fields = json!({
        "name": {"default": format!("Asset {number}"), "de": format!("Inhalt {number}")},
        "description": {"default": "What there is to know about shipping and returns."},
        "online": {"default": true},
        "searchable": {"default": true},
        "page_title": {"default": "Shipping and returns"},
        "site_map_priority": {"default": 0.5},
        "c_body": {"default": {"source": "<p>Orders leave the house on the same day.</p>".repeat(8)}},
    });
    fields.as_object().cloned().expect("an object")
}
