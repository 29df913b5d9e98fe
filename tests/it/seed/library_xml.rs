//! The platform's library export, element by element.

use super::{options, refusal};
use crate::data::stand::{Stand, ids};
use haltscope::sandbox::Seed;
use serde_json::{Value, json};
use std::path::Path;

/// A library around some elements, which begin in line 2.
fn library(inner: &str) -> String {
    format!(
        "<library xmlns='http://www.demandware.com/xml/impex/library/2006-10-31' library-id='Shop'>\n{inner}\n</library>"
    )
}

/// The asset `a` with some elements, which begin in line 3.
fn asset(inner: &str) -> String {
    library(&format!("<content content-id='a'>\n{inner}\n</content>"))
}

async fn read(xml: &str) -> Value {
    Stand::with(options(xml, None)).await.get("/libraries/Shop/content/a").await
}

fn left_out(xml: &str) -> String {
    let sites = ["Storefront".to_owned()];
    let seed = Seed::of_library_xml(xml, Path::new("library.xml"), &sites);
    seed.expect("a library").left_out.to_string()
}

#[tokio::test]
async fn an_attribute_is_a_boolean_if_all_its_values_are() {
    let xml = library(
        "<content content-id='a'><custom-attributes>
            <custom-attribute attribute-id='shown'>false</custom-attribute>
            <custom-attribute attribute-id='answer'>true</custom-attribute>
            <custom-attribute attribute-id='zip'>01067</custom-attribute>
            <custom-attribute attribute-id='rank'>7</custom-attribute>
            <custom-attribute attribute-id='flags'><value>true</value></custom-attribute>
            <custom-attribute attribute-id='open' xml:lang='x-default'>true</custom-attribute>
            <custom-attribute attribute-id='open' xml:lang='de'>false</custom-attribute>
            <custom-attribute attribute-id='tags' xml:lang='x-default'><value>law</value><value>dry</value></custom-attribute>
            <custom-attribute attribute-id='tags' xml:lang='fr_CH'><value>loi</value></custom-attribute>
            <custom-attribute attribute-id='title'>Plain</custom-attribute>
            <custom-attribute attribute-id='title' xml:lang='de'>Deutsch</custom-attribute>
            <custom-attribute attribute-id='body'>&lt;p&gt;Hi</custom-attribute>
        </custom-attributes></content>
        <content content-id='b'><custom-attributes>
            <custom-attribute attribute-id='answer'>perhaps</custom-attribute>
        </custom-attributes></content>
        <folder folder-id='f'><custom-attributes>
            <custom-attribute attribute-id='shown'>sometimes</custom-attribute>
        </custom-attributes></folder>",
    );
    let document = read(&xml).await;
    for (field, expected) in [
        ("c_shown", json!(false)),
        ("c_answer", json!("true")),
        ("c_zip", json!("01067")),
        ("c_rank", json!("7")),
        ("c_flags", json!(["true"])),
        ("c_open", json!({"default": true, "de": false})),
        ("c_tags", json!({"default": ["law", "dry"], "fr-CH": ["loi"]})),
        ("c_title", json!({"default": "Plain", "de": "Deutsch"})),
    ] {
        assert_eq!(document[field], expected, "{field}");
    }
    assert_eq!(document["c_body"]["default"]["source"], "<p>Hi");
    assert_eq!(left_out(&xml), "");
}

#[tokio::test]
async fn every_field_of_the_api_is_read() {
    let document = read(&asset(
        "<display-name xml:lang='x-default'>N</display-name>
        <display-name xml:lang='zh_CN'>名</display-name>
        <description>D</description>
        <online-flag>1</online-flag><searchable-flag site-id='Storefront'>0</searchable-flag>
        <template> page/plain </template>
        <page-attributes>
            <page-title xml:lang='x-default'>T</page-title><page-title xml:lang='de'>t</page-title>
            <page-description xml:lang='x-default'>P</page-description>
            <page-keywords xml:lang='x-default'>k</page-keywords>
            <page-url xml:lang='x-default'>u</page-url>
        </page-attributes>
        <sitemap-included-flag>true</sitemap-included-flag>
        <sitemap-included-flag site-id='Storefront'>false</sitemap-included-flag>
        <sitemap-changefrequency>weekly</sitemap-changefrequency>
        <sitemap-priority>0.5</sitemap-priority>
        <sitemap-priority site-id='Storefront'>1.0</sitemap-priority>",
    ))
    .await;
    for (field, expected) in [
        ("name", json!({"default": "N", "zh-CN": "名"})),
        ("description", json!({"default": "D"})),
        ("online", json!({"default": true})),
        ("searchable", json!({"default@Storefront": false})),
        ("template", json!("page/plain")),
        ("page_title", json!({"default": "T", "de": "t"})),
        ("page_description", json!({"default": "P"})),
        ("page_keywords", json!({"default": "k"})),
        ("page_url", json!({"default": "u"})),
        ("site_map_included", json!({"default": 1, "default@Storefront": 0})),
        ("site_map_change_frequency", json!({"default": "weekly"})),
        ("site_map_priority", json!({"default": 0.5, "default@Storefront": 1.0})),
    ] {
        assert_eq!(document[field], expected, "{field}");
    }
}

#[tokio::test]
async fn what_is_empty_says_nothing() {
    let xml = asset(
        "<display-name xml:lang='x-default'/><template/><page-attributes/>
        <online-flag xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'/>
        <sitemap-priority site-id='Storefront'/><sitemap-changefrequency/>
        <custom-attributes>
            <custom-attribute attribute-id='body' xml:lang='de'/>
            <custom-attribute attribute-id='author'> </custom-attribute>
        </custom-attributes>
        <folder-links/><content-links/><config> </config><header><x><y/></x></header>",
    );
    let document = read(&xml).await;
    for field in ["name", "template", "online", "site_map_priority", "c_body", "c_author"] {
        assert_eq!(document.get(field), None, "{field}");
    }
    assert_eq!(left_out(&xml), "");
}

#[tokio::test]
async fn folder_links_are_assignments() {
    let xml = library(
        "<folder folder-id='x'/><folder folder-id='y'/><folder folder-id='z'/>
        <content content-id='a'><folder-links>
            <classification-link folder-id='y'/>
            <folder-link folder-id='x'><position>0.0</position></folder-link>
            <folder-link folder-id='y'><position>9</position></folder-link>
            <folder-link folder-id='z'/>
        </folder-links></content>",
    );
    let stand = Stand::with(options(&xml, None)).await;
    let folders = stand.get("/libraries/Shop/content/a/folders").await;
    assert_eq!(ids(&folders), ["x", "y", "z"]);
    for (folder, default, position) in
        [("x", false, json!(0)), ("y", true, Value::Null), ("z", false, Value::Null)]
    {
        let path = format!("/libraries/Shop/folder_assignments/a/{folder}");
        let assignment = stand.get(&path).await;
        assert_eq!((&assignment["default"], &assignment["position"]), (&json!(default), &position));
    }
}

#[test]
fn what_has_no_place_is_told_with_number_and_line() {
    assert_eq!(
        left_out(
            "<library library-id='Shop'>
            <header><custom-attributes><custom-attribute attribute-id='x'>1</custom-attribute></custom-attributes></header>
            <folder folder-id='f'><position>1.0</position></folder>
            <content content-id='a'>
                <type>page.home</type>
                <online-flag site-id='Elsewhere'>true</online-flag>
                <online-from>2026-01-01T00:00:00.000Z</online-from>
                <custom-attributes>
                    <custom-attribute attribute-id='x' site-id='Storefront'>1</custom-attribute>
                    <custom-attribute attribute-id='y' site-id='Elsewhere'>1</custom-attribute>
                </custom-attributes>
                <folder-links><folder-link folder-id='f'><default>true</default></folder-link></folder-links>
                <content-links><content-link content-id='b' type='main'/></content-links>
            </content>
            <content content-id='b'>
                <type>component.text</type>
                <page-attributes><page-mood>calm</page-mood></page-attributes>
                <sitemap-priority site-id='Elsewhere'>0.1</sitemap-priority>
            </content>
            </library>"
        ),
        "<header> in <library> (1, line 2), <position> in <folder> (1, line 3), \
         <type> in <content> (2, first in line 5), values of site Elsewhere (2, first in line 6), \
         <online-from> in <content> (1, line 7), \
         <custom-attribute> of one site (2, first in line 9), \
         <default> in <folder-link> (1, line 12), <content-links> in <content> (1, line 13), \
         <page-mood> in <page-attributes> (1, line 17)"
    );
}

#[tokio::test]
async fn what_the_platform_refuses_is_refused() {
    for (xml, said) in [
        (asset("<sitemap-priority>1.5</sitemap-priority>"), "line 2: "),
        (asset("<sitemap-priority>high</sitemap-priority>"), "line 3: <sitemap-priority> is a"),
        (asset("<sitemap-changefrequency>often</sitemap-changefrequency>"), "line 2: "),
        (
            asset(
                "<custom-attributes>\n<custom-attribute>x</custom-attribute></custom-attributes>",
            ),
            "line 4: <custom-attribute> needs attribute-id",
        ),
        (format!("<library library-id='{}'/>", "x".repeat(257)), "line 1: library-id is"),
    ] {
        let text = refusal(&xml).await;
        assert!(text.contains(said), "{xml}: {text}");
    }
}

#[tokio::test]
async fn what_real_exports_hold_and_nothing_can_be_done_with_is_left_out() {
    let xml = library(
        "<folder folder-id='x'><parent>gone</parent><position>-1.0</position></folder>
        <folder folder-id='old' mode='delete'/><content content-id='gone' mode='delete'/>
        <content content-id='a'><folder-links>
            <classification-link folder-id='x'><position>-2.5</position></classification-link>
            <classification-link folder-id='root'/>
            <folder-link folder-id=''/><folder-link folder-id='nowhere'/>
        </folder-links></content>",
    );
    assert_eq!(
        left_out(&xml),
        "<position> in <folder> (1, line 2), negative <position> in <classification-link> (1, line 5), \
         second <classification-link> in <folder-links> (1, line 6), <folder-link> without folder-id (1, line 7)"
    );
    let stand = Stand::with(options(&xml, None)).await;
    let [(_, unplaced)] = stand.sandbox.left_out() else {
        panic!("{:?}", stand.sandbox.left_out())
    };
    assert_eq!(
        unplaced.to_string(),
        "links to folder gone, which isn't there (1, line 2), links to folder nowhere, which isn't there (1, line 7)"
    );
    assert_eq!(ids(&stand.get("/libraries/Shop/content/a/folders").await), ["x"]);
    let folder = stand.get("/libraries/Shop/folders/x").await;
    assert_eq!(folder["parent_folder_id"], "root");
}
