//! Caches that cartridges define: `package.json` names a `caches.json`.

use super::packages::{Fault, Lists};
use crate::script::Cartridges;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Definitions {
    caches: Vec<Definition>,
}

/// A cache as a cartridge defines it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Definition {
    id: String,
    /// How long entries stay, in seconds; as long as there is room if it doesn't say.
    #[serde(default)]
    pub(super) expire_after_seconds: Option<u32>,
}

/// What cartridges define, or why that can't be read.
#[derive(Debug)]
pub(super) struct Caches {
    lists: Lists<Definitions>,
}

impl Default for Caches {
    fn default() -> Self {
        Self { lists: Lists::new("caches", |bytes| serde_json::from_slice(bytes)) }
    }
}

impl Caches {
    /// The definition of a cache, that of the first cartridge that has one; the error is what can't be read where none has.
    pub(super) fn find(
        &self,
        cartridges: &Cartridges,
        id: &str,
    ) -> Result<Option<Definition>, String> {
        let mut problem = None;
        for name in cartridges.list() {
            match self.lists.of(cartridges, name) {
                Ok(list) => {
                    let own = list.iter().flat_map(|list| &list.content.caches);
                    if let Some(found) = own.into_iter().find(|cache| cache.id == id) {
                        return Ok(Some(found.clone()));
                    }
                }
                Err(fault) => problem = problem.or_else(|| Some(fault.to_string())),
            }
        }
        problem.map_or(Ok(None), Err)
    }
}

/// What is wrong with what a cartridge defines.
pub(super) fn faults(cartridges: &Cartridges, cartridge: &str) -> Option<Fault> {
    Caches::default().lists.of(cartridges, cartridge).err()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    #[test]
    fn a_cache_is_what_the_first_cartridge_says() {
        let cartridge = |caches: &str| {
            Files::memory([
                ("package.json".to_owned(), br#"{"caches":"./caches.json"}"#.to_vec()),
                ("caches.json".to_owned(), caches.as_bytes().to_vec()),
            ])
        };
        let cartridges = Cartridges::new()
            .with("first", cartridge(r#"{"caches":[{"id":"a","expireAfterSeconds":5}]}"#))
            .with("second", cartridge(r#"{"caches":[{"id":"a"},{"id":"b"}]}"#))
            .with("third", cartridge("[]"));
        let caches = Caches::default();
        let lasts =
            |id: &str| caches.find(&cartridges, id).map(|it| it.map(|it| it.expire_after_seconds));
        assert_eq!(lasts("a"), Ok(Some(Some(5))));
        assert_eq!(lasts("b"), Ok(Some(None)));
        let problem = lasts("c").expect_err("the third one can't be read");
        assert!(problem.starts_with("/third/caches.json:1: it doesn't list caches: "), "{problem}");
        assert_eq!(Caches::default().find(&Cartridges::new(), "a"), Ok(None));
    }
}
