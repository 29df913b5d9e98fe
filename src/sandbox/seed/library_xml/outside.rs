//! Exports of all kinds: what is wrong is told with its line.

use super::read;
use crate::sandbox::{
    outside::{setting, text},
    seed::SeedError,
};
use proptest::prelude::*;
use std::path::Path;

const EXPORTS: &[&str] = &[
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<library xmlns=\"http://www.demandware.com/xml/impex/library/2006-10-31\" library-id=\"L\">\n",
    "<folder folder-id=\"root\"><display-name xml:lang=\"x-default\">Root</display-name><online-flag>true</online-flag><position>1.5</position></folder>\n",
    "<folder folder-id=\"f\"><parent>root</parent><page-attributes><page-title xml:lang=\"de-DE\">T</page-title></page-attributes></folder>\n",
    "<content content-id=\"a\"><online-flag site-id=\"Storefront\">false</online-flag><searchable-flag>true</searchable-flag><sitemap-priority>0.5</sitemap-priority>",
    "<template>t</template><folder-links><classification-link folder-id=\"f\"/><folder-link folder-id=\"root\"><position>2.0</position></folder-link></folder-links>",
    "<custom-attributes><custom-attribute attribute-id=\"body\" xml:lang=\"x-default\">&lt;p&gt;</custom-attribute><custom-attribute attribute-id=\"n\"><value>1</value><value>true</value></custom-attribute></custom-attributes></content>\n",
    "<content-links><content-link content-id=\"b\" type=\"t\"/></content-links><data xml:lang=\"x-default\"><![CDATA[{}]]></data>",
    "<content content-id=\"a\" mode=\"delete\"/>\n</library>",
    "<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d \"&b;&b;&b;&b;&b;&b;&b;&b;\">]><library>&d;&b;</library>",
    "<library><content content-id=\"x\"><display-name xml:lang=\"en\">X</display-name></content></library>",
];

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn library_exports(text in text(EXPORTS)) {
        let sites = ["Storefront".to_owned()];
        match read(&text, Path::new("library.xml"), &sites) {
            Ok(seed) => drop(seed.left_out.to_string()),
            Err(SeedError::Wrong { place, what }) => {
                let lines = text.matches('\n').count() + 1;
                prop_assert!((1..=lines).contains(&place.line), "line {}: {}", place.line, what);
                prop_assert!(!what.is_empty());
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}
