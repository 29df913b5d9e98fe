//! Paths with parameters in them, `/items/{id}`.

use percent_encoding::percent_decode_str;

/// A path as a contract has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    text: String,
    segments: Vec<Segment>,
}

/// A segment of it, which one of a request has to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Fixed(String),
    /// The name of a parameter, between what stands before and behind it.
    Open {
        before: String,
        name: String,
        behind: String,
    },
}

impl Template {
    /// Nothing for what is no such path: one parameter a segment at most.
    pub(super) fn read(text: &str) -> Option<Self> {
        let segments = text.strip_prefix('/')?.split('/').map(Segment::read);
        let segments = segments.collect::<Option<_>>()?;
        Some(Self { text: text.to_owned(), segments })
    }

    /// As the contract has it.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The names of its parameters.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Fixed(_) => None,
            Segment::Open { name, .. } => Some(name.as_str()),
        })
    }

    /// The parameters of an encoded path that is like this one.
    pub(super) fn matched(&self, path: &str) -> Option<Vec<(String, String)>> {
        let sent: Vec<_> = path.strip_prefix('/')?.split('/').collect();
        if sent.len() != self.segments.len() {
            return None;
        }
        let mut parameters = Vec::new();
        for (segment, sent) in self.segments.iter().zip(sent) {
            let sent = percent_decode_str(sent).decode_utf8().ok()?;
            match segment {
                Segment::Fixed(text) if *text == sent => {}
                Segment::Fixed(_) => return None,
                Segment::Open { before, name, behind } => {
                    let value = sent.strip_prefix(before)?.strip_suffix(behind.as_str())?;
                    (!value.is_empty())
                        .then(|| parameters.push((name.clone(), value.to_owned())))?;
                }
            }
        }
        Some(parameters)
    }

    /// Which of two that are like one path is meant: the one that says more, segment by segment.
    pub(super) fn says(&self) -> impl Iterator<Item = usize> {
        self.segments.iter().map(|segment| match segment {
            Segment::Fixed(_) => usize::MAX,
            Segment::Open { before, behind, .. } => before.len() + behind.len(),
        })
    }
}

impl Segment {
    fn read(text: &str) -> Option<Self> {
        let Some((before, rest)) = text.split_once('{') else {
            return (!text.contains('}')).then(|| Self::Fixed(text.to_owned()));
        };
        let (name, behind) = rest.split_once('}')?;
        let is_plain = |part: &str| !part.contains(['{', '}']);
        let [before, name, behind] = [before, name, behind].map(str::to_owned);
        let is_one =
            !name.is_empty() && [&before, &name, &behind].into_iter().all(|it| is_plain(it));
        is_one.then_some(Self::Open { before, name, behind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_path_is_like_its_template() {
        for (template, path, found) in [
            ("/items", "/items", Some(vec![])),
            ("/items", "/items/", None),
            ("/items", "/Items", None),
            ("/items/{id}", "/items/a%2Fb%20c", Some(vec![("id", "a/b c")])),
            ("/items/{id}", "/items/", None),
            ("/items/{id}", "/items/a/b", None),
            ("/{a}/of/{b}", "/1/of/2", Some(vec![("a", "1"), ("b", "2")])),
            ("/v{major}.json", "/v2.json", Some(vec![("major", "2")])),
            ("/", "/", Some(vec![])),
            ("/a b", "/a%20b", Some(vec![])),
            ("/{id}", "/%ff", None),
        ] {
            let read = Template::read(template).expect("a template");
            let found = found.map(|all| {
                let owned = all.into_iter().map(|(a, b): (&str, &str)| (a.into(), b.into()));
                owned.collect::<Vec<(String, String)>>()
            });
            assert_eq!(read.matched(path), found, "{template} {path}");
        }
    }

    #[test]
    fn what_is_no_template_is_refused() {
        for text in ["", "items", "/{", "/}", "/{}", "/{a}{b}", "/{a{b}}"] {
            assert_eq!(Template::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_path_without_parameters_says_more() {
        let says = |text| Template::read(text).expect("a template").says().collect::<Vec<_>>();
        assert!(says("/orders/order-number") > says("/orders/{orderNo}"));
        assert!(says("/{a}/x") < says("/y/{b}"));
    }

    proptest! {
        #[test]
        fn any_path_is_taken_apart_or_not(text in "[/{}a-c%2]{0,20}", path in "[/a-c%2f]{0,20}") {
            if let Some(template) = Template::read(&text) {
                let names = template.names().count();
                let found = template.matched(&path);
                prop_assert!(found.is_none_or(|found| found.len() == names));
            }
        }
    }
}
