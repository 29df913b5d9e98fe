//! What scripts keep in the caches that cartridges define.

use super::{Ask, Services, answer, asked};
use crate::{
    sandbox::{
        store::Timestamp,
        storefront::state::{Entry, TooLarge},
    },
    script::{HostError, ThreadId},
};
use serde_json::Value;

impl Services {
    /// Values go and come as texts. One that is too large isn't kept, which the log says.
    pub(super) fn cached(
        &self,
        thread: ThreadId,
        what: asked::Cache,
        ask: &Ask<'_>,
    ) -> Result<Value, HostError> {
        let (caches, cache) = (&self.remembered.caches, ask.text("cache")?);
        match what {
            asked::Cache::Defined => {
                let found = self.caches.find(&self.cartridges, cache);
                found.map(|it| it.is_some().into()).map_err(HostError::new)
            }
            asked::Cache::Get => {
                let found = caches.get(cache, ask.text("key")?, self.clock.now());
                answer(found.as_deref())
            }
            asked::Cache::Put => {
                let defined = self.caches.find(&self.cartridges, cache).ok().flatten();
                let seconds = defined.and_then(|it| it.expire_after_seconds);
                let now = self.clock.now();
                let until =
                    seconds.map(|it| Timestamp(now.0.saturating_add(i64::from(it) * 1_000)));
                let (key, value) = (ask.text("key")?, ask.text("value")?.into());
                if let Err(why) = caches.put(cache, key, Entry { value, until }) {
                    self.say_unkept(thread, (cache, key), &why);
                }
                Ok(Value::Null)
            }
            asked::Cache::Remove => {
                caches.remove(cache, ask.text("key")?);
                Ok(Value::Null)
            }
        }
    }

    fn say_unkept(&self, thread: ThreadId, (cache, key): (&str, &str), why: &TooLarge) {
        let key = key.chars().take(100).collect::<String>();
        let message = format!("The cache {cache} doesn't keep the entry {key}: {why}");
        let category = "dw.system.Cache";
        self.write(thread, self.watched.of(thread), "warn", (category, &message));
    }
}
