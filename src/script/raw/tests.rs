use super::*;
use rquickjs::{Context, Runtime, Value};
use std::sync::Arc;

#[test]
fn the_countdown_of_a_context_is_found() {
    assert!(countdown::place().is_some(), "the library has changed");
}

#[test]
fn a_buffer_holds_its_bytes_as_long_as_the_runtime_has_it() {
    let bytes = zeroed(4);
    let runtime = Runtime::new().expect("a runtime");
    let context = Context::full(&runtime).expect("a context");
    context.with(|ctx| {
        let read: Function = ctx.eval("buffer => new Uint8Array(buffer)[2]").expect("compiled");
        let own = buffer(&ctx, &bytes).expect("a buffer");
        assert_eq!(Arc::strong_count(&bytes), 2);
        bytes[2].store(7, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(read.call::<_, u8>((own.clone(),)).expect("read"), 7);
        drop(own);
        assert_eq!(Arc::strong_count(&bytes), 1, "freed with its last reference");
        let keep: Function = ctx.eval("buffer => globalThis.kept = buffer").expect("compiled");
        keep.call::<_, Value>((buffer(&ctx, &bytes).expect("a buffer"),)).expect("kept");
        let moved = ctx.eval::<u8, _>("kept = kept.transfer(); new Uint8Array(kept)[2]");
        assert_eq!(moved.expect("it has moved"), 7);
        assert!(ctx.eval::<Value, _>("kept.transfer(8)").is_err(), "it can't grow");
        assert_eq!(Arc::strong_count(&bytes), 2);
    });
    drop(context);
    drop(runtime);
    assert_eq!(Arc::strong_count(&bytes), 1, "freed with the runtime");
}

#[test]
fn an_alarm_rings_while_its_function_is_kept_and_no_longer() {
    let runtime = Runtime::new().expect("a runtime");
    let context = Context::full(&runtime).expect("a context");
    let alarm = Alarm::default();
    context.with(|ctx| {
        assert!(!alarm.ring(), "nothing is kept");
        let function = ctx.eval("globalThis.rung = 0; () => { rung += 1; }").expect("compiled");
        let kept = alarm.keep(function);
        ctx.run_gc();
        assert!(alarm.ring() && alarm.ring());
        drop(kept);
        assert!(!alarm.ring(), "it is let go");
        assert_eq!(ctx.eval::<u32, _>("rung").expect("a number"), 2);
        let _kept = alarm.keep(ctx.eval("() => { throw 1; }").expect("compiled"));
        assert!(!alarm.ring(), "it doesn't get to its end");
        assert!(!ctx.has_exception(), "nothing is left of what it threw");
    });
}

#[test]
fn a_runtime_is_held_only_while_something_is_done_in_it() {
    let runtime = Runtime::new().expect("a runtime");
    let context = Context::full(&runtime).expect("a context");
    let reins = Reins::default();
    let holds = || reins.collect_from(1 << 20).is_some();
    context.with(|ctx| {
        assert!(!holds());
        reins.held(&ctx, 1 << 20, || {
            assert!(holds());
            let panics = std::panic::AssertUnwindSafe(|| {
                reins.held(&ctx, 1 << 20, || std::panic::resume_unwind(Box::new(())));
            });
            assert!(std::panic::catch_unwind(panics).is_err());
            assert!(holds(), "who held it before still does");
        });
        assert!(!holds());
    });
}
