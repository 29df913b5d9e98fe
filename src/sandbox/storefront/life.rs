//! What has to be done when a script ends, however it does.

/// The life of a script: what it was given is done once, at its end.
pub(super) struct Life(Option<Box<dyn FnOnce() + Send>>);

impl Life {
    pub(super) fn until(end: impl FnOnce() + Send + 'static) -> Self {
        Self(Some(Box::new(end)))
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}
