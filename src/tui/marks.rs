//! The marks of the screen in two whole sets: one for terminals that draw them one cell wide for
//! certain, one in ASCII. No mark has the Emoji property, each has a fixed number of cells.

/// One set of marks; see [`UNICODE`] and [`ASCII`].
#[derive(Debug, PartialEq, Eq)]
pub struct Marks {
    /// The current line, frame or thread.
    pub current: &'static str,
    /// The line, in a caller's frame.
    pub caller: &'static str,
    /// The current line, frame or halt while a recorded halt is shown.
    pub past: &'static str,
    /// A breakpoint that somebody else has set.
    pub adopted: &'static str,
    /// An armed breakpoint.
    pub breakpoint: &'static str,
    /// A breakpoint with a condition.
    pub conditional: &'static str,
    /// A breakpoint that is switched off.
    pub off: &'static str,
    /// A breakpoint on a file that this checkout does not have, or a place not confirmed yet.
    pub unverified: &'static str,
    /// A breakpoint that writes a line and lets the thread run on.
    pub logpoint: &'static str,
    /// A breakpoint that is removed at its first halt.
    pub one_shot: &'static str,
    /// Stands for text that was cut off.
    pub cut: &'static str,
    /// A value that differs from the last halt's.
    pub changed: &'static str,
    /// A name that the last halt did not have.
    pub new: &'static str,
    /// A name that only the last halt had.
    pub gone: &'static str,
    /// A value of another type than at the last halt.
    pub retyped: &'static str,
    /// A node whose children are shown.
    pub open: &'static str,
    /// A node that can be opened.
    pub closed: &'static str,
    /// Stands before the countdown in a narrow bar.
    pub keep_alive: &'static str,
    /// Something failed.
    pub error: &'static str,
    /// Where a prompt takes text.
    pub caret: &'static str,
    /// The frame of a pane.
    pub plain: Border,
    /// The frame of the pane that has the focus.
    pub focus: Border,
}

/// The lines of a frame, one cell each.
#[derive(Debug, PartialEq, Eq)]
pub struct Border {
    /// Above and below.
    pub horizontal: &'static str,
    /// At the sides.
    pub vertical: &'static str,
    /// Top left, top right, bottom left, bottom right.
    pub corners: [&'static str; 4],
}

/// For terminals that show these characters in one cell.
pub const UNICODE: Marks = Marks {
    current: "►",
    caller: "▷",
    past: "▻",
    adopted: "◉",
    breakpoint: "●",
    conditional: "◆",
    off: "◌",
    unverified: "◇",
    logpoint: "»",
    one_shot: "◎",
    cut: "…",
    changed: "Δ",
    new: "+",
    gone: "-",
    retyped: "≠",
    open: "▾",
    closed: "▸",
    keep_alive: "↻",
    error: "!",
    caret: "_",
    plain: Border { horizontal: "─", vertical: "│", corners: ["┌", "┐", "└", "┘"] },
    focus: Border { horizontal: "═", vertical: "║", corners: ["╔", "╗", "╚", "╝"] },
};

/// For every terminal.
pub const ASCII: Marks = Marks {
    current: ">",
    caller: "^",
    past: "}",
    adopted: "@",
    breakpoint: "*",
    conditional: "?",
    off: "o",
    unverified: "~",
    logpoint: "L",
    one_shot: "1",
    cut: "..",
    changed: "d",
    new: "n",
    gone: "x",
    retyped: "t",
    open: "-",
    closed: "+",
    keep_alive: "KA",
    error: "!",
    caret: "_",
    plain: Border { horizontal: "-", vertical: "|", corners: ["+"; 4] },
    focus: Border { horizontal: "=", vertical: "|", corners: ["+"; 4] },
};

impl Marks {
    /// Every mark with its meaning, for help.
    pub fn legend(&self) -> [(&'static str, &'static str); 18] {
        [
            (self.current, "current line, frame, thread"),
            (self.caller, "line of a caller's frame"),
            (self.past, "current line, frame, halt of a recorded halt"),
            (self.breakpoint, "breakpoint"),
            (self.conditional, "breakpoint with a condition"),
            (self.adopted, "breakpoint that another program has set"),
            (self.off, "breakpoint that is off"),
            (self.unverified, "file not in this checkout; place not confirmed"),
            (self.logpoint, "logpoint"),
            (self.one_shot, "run to cursor"),
            (self.changed, "changed since the last halt"),
            (self.new, "new since the last halt"),
            (self.gone, "gone since the last halt"),
            (self.retyped, "has another type"),
            (self.open, "open node"),
            (self.closed, "closed node"),
            (self.keep_alive, "seconds until the server ends the thread"),
            (self.error, "failed"),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn the_ascii_set_is_ascii_and_both_sets_mean_the_same() {
        for ((ascii, meaning), (unicode, same)) in ASCII.legend().into_iter().zip(UNICODE.legend())
        {
            assert!(ascii.bytes().all(|byte| byte.is_ascii_graphic()), "{meaning}");
            assert_eq!(meaning, same);
            assert_eq!(unicode.width(), 1, "{meaning}");
        }
    }

    #[test]
    fn marks_that_share_a_column_differ_in_each_set() {
        for marks in [&UNICODE, &ASCII] {
            for column in [
                vec![marks.changed, marks.new, marks.gone, marks.retyped],
                vec![marks.current, marks.caller, marks.past, marks.unverified, marks.error],
                vec![
                    marks.breakpoint,
                    marks.conditional,
                    marks.off,
                    marks.unverified,
                    marks.logpoint,
                    marks.one_shot,
                    marks.adopted,
                ],
                vec![marks.open, marks.closed],
                vec![marks.plain.horizontal, marks.focus.horizontal],
            ] {
                let distinct: std::collections::HashSet<_> = column.iter().collect();
                assert_eq!(distinct.len(), column.len(), "{column:?}");
            }
        }
    }
}
