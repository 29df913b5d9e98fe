//! Caches that cartridges define: `package.json` names a `caches.json`.

use super::{kept::Kept, packages::listed};
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
#[derive(Debug, Default)]
pub(super) struct Caches {
    packages: Kept<Result<Option<String>, String>>,
    lists: Kept<Result<Definitions, String>>,
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
            match self.of(cartridges, name, id) {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(wrong) => problem = problem.or(Some(wrong)),
            }
        }
        problem.map_or(Ok(None), Err)
    }

    fn of(
        &self,
        cartridges: &Cartridges,
        name: &str,
        id: &str,
    ) -> Result<Option<Definition>, String> {
        let package = format!("/{name}/package.json");
        let named =
            self.packages.of(cartridges, &package, |bytes| listed("caches", &package, bytes));
        let Some(list) = named.map_or(Ok(None), |named| (*named).clone())? else { return Ok(None) };
        let definitions = self.lists.of(cartridges, &list, |bytes| {
            serde_json::from_slice(bytes)
                .map_err(|cause| format!("{list} doesn't list caches: {cause}"))
        });
        let missing = || format!("{list}, named by the package.json of {name}, isn't there");
        let definitions = definitions.ok_or_else(missing)?;
        let Definitions { caches } = (*definitions).as_ref().map_err(String::clone)?;
        Ok(caches.iter().find(|cache| cache.id == id).cloned())
    }
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
        assert!(problem.starts_with("/third/caches.json doesn't list caches: "), "{problem}");
        assert_eq!(Caches::default().find(&Cartridges::new(), "a"), Ok(None));
    }
}
