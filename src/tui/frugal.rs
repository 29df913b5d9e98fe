//! A backend that writes nothing where there is nothing to write: a frame that shows what is shown
//! already costs no byte, also over a slow line.

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// Whether the terminal's own cursor can be seen, as far as was said to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cursor {
    Unknown,
    Hidden,
}

/// Another backend without its empty frames: those reset colours and hide the cursor each time.
#[derive(Debug)]
pub struct Frugal<B> {
    inner: B,
    cursor: Cursor,
}

impl<B: Backend> Frugal<B> {
    /// Writes to `inner`.
    pub const fn new(inner: B) -> Self {
        Self { inner, cursor: Cursor::Unknown }
    }
}

impl<B: Backend> Backend for Frugal<B> {
    type Error = B::Error;

    fn draw<'a, I>(&mut self, content: I) -> Result<(), B::Error>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(());
        }
        self.inner.draw(content)
    }

    fn hide_cursor(&mut self) -> Result<(), B::Error> {
        if self.cursor != Cursor::Hidden {
            self.inner.hide_cursor()?;
            self.cursor = Cursor::Hidden;
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> Result<(), B::Error> {
        self.cursor = Cursor::Unknown;
        self.inner.show_cursor()
    }

    fn get_cursor_position(&mut self) -> Result<Position, B::Error> {
        self.inner.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<(), B::Error> {
        self.inner.set_cursor_position(position)
    }

    /// Whoever takes the screen anew may have shown the cursor.
    fn clear(&mut self) -> Result<(), B::Error> {
        self.cursor = Cursor::Unknown;
        self.inner.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> Result<(), B::Error> {
        self.cursor = Cursor::Unknown;
        self.inner.clear_region(clear_type)
    }

    fn size(&self) -> Result<Size, B::Error> {
        self.inner.size()
    }

    fn window_size(&mut self) -> Result<WindowSize, B::Error> {
        self.inner.window_size()
    }

    fn flush(&mut self) -> Result<(), B::Error> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::CrosstermBackend;
    use ratatui::{TerminalOptions, Viewport, layout::Rect};
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    /// What was written.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("nobody panics while writing").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_frame_that_changes_nothing_writes_nothing() {
        let written = Written::default();
        let backend = Frugal::new(CrosstermBackend::new(written.clone()));
        // Of a fixed size, as no terminal is there that could be asked.
        let viewport = Viewport::Fixed(Rect::new(0, 0, 20, 3));
        let mut terminal =
            Terminal::with_options(backend, TerminalOptions { viewport }).expect("a screen");
        let mut bytes_of = |text: &str| {
            let before = written.0.lock().expect("kept").len();
            terminal.draw(|frame| frame.render_widget(text, frame.area())).expect("a frame");
            written.0.lock().expect("kept").len() - before
        };
        assert!(bytes_of("held 00:01") > 0);
        assert_eq!(bytes_of("held 00:01"), 0);
        assert!(bytes_of("held 00:02") > 0);
        assert_eq!(bytes_of("held 00:02"), 0);
    }
}
