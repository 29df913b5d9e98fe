//! `Date` by the host's clock.

use super::host::Host;
use super::library::Library;
use rquickjs::{Ctx, Function, Result};
use std::sync::Arc;

static DATES: Library = Library::new("haltscope:dates", include_str!("support/dates.js"));

/// Replaces the runtime's `Date`, before any script runs.
pub(super) fn install(ctx: &Ctx<'_>, host: &Arc<dyn Host>) -> Result<()> {
    let host = Arc::clone(host);
    #[expect(clippy::cast_precision_loss, reason = "dates of scripts are whole numbers below 2^53")]
    let now = Function::new(ctx.clone(), move || host.now() as f64)?;
    let install: Function = DATES.run(ctx)?.get()?;
    install.call((now,))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{Call, HostError};
    use rquickjs::{Context, Runtime};
    use serde_json::Value;

    /// It is always one second after 2001 began.
    struct Frozen;

    impl Host for Frozen {
        fn call(&self, _: Call<'_>) -> std::result::Result<Value, HostError> {
            Ok(Value::Null)
        }

        fn now(&self) -> i64 {
            978_307_201_000
        }
    }

    fn eval<T: for<'js> rquickjs::FromJs<'js>>(expression: &str) -> T {
        let runtime = Runtime::new().expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        context.with(|ctx| {
            let host: Arc<dyn Host> = Arc::new(Frozen);
            install(&ctx, &host).expect("installed");
            ctx.eval(expression).expect(expression)
        })
    }

    #[test]
    fn what_asks_for_the_time_gets_that_of_the_host() {
        for expression in [
            "Date.now()",
            "+new Date()",
            "new Date().getTime()",
            "+Reflect.construct(Date, [])",
            "Date.parse(Date())",
            "+new (class extends Date {})()",
            "+new Date.prototype.constructor()",
        ] {
            assert!((eval::<f64>(expression) - 978_307_201_000.0).abs() < 0.5, "{expression}");
        }
    }

    #[test]
    fn it_looks_like_the_runtimes_own() {
        for expression in [
            "typeof Date === 'function' && Date.name === 'Date' && Date.length === 7",
            "Date.now.name === 'now' && Date.now.length === 0 && !('prototype' in Date.now)",
            "String(Date) === String(Map).replace('Map', 'Date')",
            "String(Date.now) === String(Date.UTC).replace('UTC', 'now')",
            "new Date() instanceof Date && new Date().constructor === Date",
            "Object.getPrototypeOf(Date) === Function.prototype",
            "(p => p.value === Date.prototype && !p.writable && !p.enumerable && !p.configurable)(Object.getOwnPropertyDescriptor(Date, 'prototype'))",
            "Reflect.ownKeys(Date).sort().join() === 'UTC,length,name,now,parse,prototype'",
            "Object.keys(globalThis).indexOf('Date') < 0 && Object.keys(Date).length === 0",
            "class Day extends Date {} new Day(0) instanceof Day && +new Day(5) === 5",
            "+new Date(undefined) !== +new Date(undefined)",
            "+new Date(2001, 0) === +new Date(2001, 0, 1) && Date.UTC(2001, 0) === 978307200000",
            "typeof Date() === 'string' && Date(0) === Date()",
        ] {
            assert!(eval::<bool>(expression), "{expression}");
        }
    }
}
