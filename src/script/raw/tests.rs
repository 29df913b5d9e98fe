use super::*;
use rquickjs::{Context, Runtime};

#[test]
fn the_countdown_of_a_context_is_found() {
    assert!(place_of_countdown().is_some(), "the library has changed");
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
