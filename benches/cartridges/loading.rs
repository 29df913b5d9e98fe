//! Every script of the path, loaded as `require` does.

use crate::stand::{LOADER, Stand};
use haltscope::script::Cartridges;
use url::form_urlencoded::byte_serialize;

/// What of a cartridge only browsers run.
const BROWSER: [&str; 3] = ["cartridge/client/", "cartridge/static/", "cartridge/js/"];

/// What can't be loaded, and why; and how many scripts were tried.
pub struct Loaded {
    all: usize,
    faults: Vec<(String, String)>,
}

/// Loads each script for itself, in a thread of its own.
pub async fn load_all(stand: &Stand, cartridges: &Cartridges) -> Loaded {
    let mut loaded = Loaded { all: 0, faults: Vec::new() };
    for id in scripts(cartridges) {
        let query: String = byte_serialize(id.as_bytes()).collect();
        let answer = stand.visitor().get(&format!("BenchLoader-Script?id={query}")).await;
        loaded.all += 1;
        if answer.body != "loaded" {
            let why = answer.body.lines().take(2).map(str::trim).collect::<Vec<_>>().join(" | ");
            loaded.faults.push((id, why));
        }
    }
    loaded
}

/// The IDs of a path's server scripts, as `require` takes them.
fn scripts(cartridges: &Cartridges) -> impl Iterator<Item = String> {
    let all = cartridges.list().filter(|name| *name != LOADER);
    all.filter_map(|name| Some((name, cartridges.cartridge(name)?))).flat_map(|(name, files)| {
        let is_script = |path: &String| {
            let is_on_server = !BROWSER.iter().any(|folder| path.starts_with(folder));
            let end = path.rsplit_once('.').map(|(_, end)| end);
            is_on_server && path.starts_with("cartridge/") && matches!(end, Some("js" | "ds"))
        };
        files.list().into_iter().filter(is_script).map(move |path| format!("{name}/{path}"))
    })
}

/// How many scripts load, and what is wrong with the others.
pub fn print(loaded: &Loaded) {
    let good = loaded.all - loaded.faults.len();
    println!("{:<12} {:>7} {good:>7}", "loaded", loaded.all);
    for (id, why) in &loaded.faults {
        println!("  {id}: {why}");
    }
}
