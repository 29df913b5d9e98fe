//! What of content libraries the shop has.

use super::{
    Records, Target,
    form::Form,
    spaces,
    tree::{Fault, Node, Sink},
    types::Types,
};
use crate::sandbox::seed::LeftOut;

/// What the store of content has no place for, and the shop has.
pub(super) const PAGES: [&str; 10] = [
    "<type> in <content>",
    "<config> in <content>",
    "<data> in <content>",
    "<visibility-mode> in <content>",
    "<content-links> in <content>",
    "<content-object-assignments> in <content>",
    "<content-detail-page-meta-tag-rules> in <content>",
    "<content-detail-page-meta-tag-rules> in <folder>",
    "<content-listing-page-meta-tag-rules> in <folder>",
    "<position> in <folder>",
];

/// Takes pages, components, rules for page meta tags and the order of folders out of a content library, whose other reader tells what it leaves
/// out.
pub(super) struct Pages<'a> {
    target: Target<'a>,
    /// What is wrong with the root.
    pub(super) told: LeftOut,
}

impl<'a> Pages<'a> {
    pub(super) fn new(target: Target<'a>) -> Self {
        Self { target, told: LeftOut::default() }
    }
}

impl Sink for Pages<'_> {
    fn record(&mut self, form: &Form, node: &Node, scope: &str) -> Result<Option<String>, Fault> {
        let is_own = |name: &str| {
            matches!(name, "type" | "position") || name.ends_with("-page-meta-tag-rules")
        };
        let is_gone = node.attribute("mode") == Some("delete");
        if is_gone || node.children.iter().any(|child| is_own(&child.name) && !child.is_empty()) {
            let types = Types::default();
            let mut records = Records::new(self.target.again(), &types, "");
            records.record(form, node, scope)?;
        }
        Ok(None)
    }

    fn opened(&mut self, node: &Node, _scope: &str) {
        if let Some(what) = spaces::fault(node) {
            self.told.mistake(what, node.line);
        }
    }

    fn left_out(&mut self, _what: String, _line: usize) {}
}
