//! What elements hold.

use roxmltree::Node;

const XML: &str = "http://www.w3.org/XML/1998/namespace";

pub(super) fn elements<'n, 'i>(node: Node<'n, 'i>) -> impl Iterator<Item = Node<'n, 'i>> {
    node.children().filter(Node::is_element)
}

pub(super) fn named<'n, 'i>(
    node: Node<'n, 'i>,
    name: &'n str,
) -> impl Iterator<Item = Node<'n, 'i>> {
    elements(node).filter(move |child| child.tag_name().name() == name)
}

/// The text as it stands, CDATA too.
pub(super) fn content(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text()).collect()
}

pub(super) fn trimmed(node: Node<'_, '_>) -> String {
    content(node).trim().to_owned()
}

/// Whether there is nothing to read in an element: a value that isn't set, `xsi:nil` or not, or a
/// list of nothing.
pub(super) fn is_empty(node: Node<'_, '_>) -> bool {
    let says_nothing = |node: Node<'_, '_>| node.attributes().len() == 0 && is_empty(node);
    trimmed(node).is_empty() && elements(node).all(says_nothing)
}

/// The key of an element's value on the wire, if it names a locale: `x-default` is `default`, and
/// `de_DE` is `de-DE`.
pub(super) fn locale(node: Node<'_, '_>) -> Option<String> {
    node.attribute((XML, "lang")).map(|tag| match tag {
        "x-default" => "default".to_owned(),
        tag => tag.replace('_', "-"),
    })
}
