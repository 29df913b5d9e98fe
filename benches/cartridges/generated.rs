//! What the sample's figures are taken of: a catalogue and cartridges as large as they are asked for.

use haltscope::{
    sandbox::{SandboxOptions, storefront::sample_cartridges},
    script::Cartridges,
};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// Products of a category.
const IN_CATEGORY: usize = 50;

/// Writes a site archive whose catalogue is about so many bytes long.
pub fn archive(folder: &Path, bytes: usize) -> PathBuf {
    let mut catalogue = String::from(
        "<catalog xmlns=\"http://www.demandware.com/xml/impex/catalog/2006-10-31\" catalog-id=\"bench\">\n",
    );
    let mut count = 0;
    while catalogue.len() < bytes {
        if count % IN_CATEGORY == 0 {
            let _ = writeln!(
                catalogue,
                "<category category-id=\"c{}\"><display-name xml:lang=\"x-default\">Category {count}</display-name><online-flag>true</online-flag></category>",
                count / IN_CATEGORY
            );
        }
        product(&mut catalogue, count);
        count += 1;
    }
    catalogue.push_str("</catalog>\n");
    let own = folder.join("catalogs/bench");
    fs::create_dir_all(&own).expect("a folder");
    fs::write(own.join("catalog.xml"), catalogue).expect("a file");
    folder.to_owned()
}

/// A product with what real ones have: texts in two locales, images, attributes, a category.
fn product(catalogue: &mut String, number: usize) {
    let text =
        "Thrown on the wheel and fired twice, so that it lasts for a generation of breakfasts. ";
    let _ = write!(
        catalogue,
        "<product product-id=\"p{number}\"><min-order-quantity>1</min-order-quantity>\
         <display-name xml:lang=\"x-default\">Cup {number}</display-name><display-name xml:lang=\"de-DE\">Tasse {number}</display-name>\
         <long-description xml:lang=\"x-default\">{}</long-description><online-flag>true</online-flag><available-flag>true</available-flag>\
         <images><image-group view-type=\"large\"><image path=\"large/{number}-1.jpg\"/><image path=\"large/{number}-2.jpg\"/></image-group></images>\
         <brand>Kiln</brand><custom-attributes><custom-attribute attribute-id=\"glaze\">blue</custom-attribute>\
         <custom-attribute attribute-id=\"care\" xml:lang=\"x-default\">By hand</custom-attribute></custom-attributes></product>\n\
         <category-assignment category-id=\"c{}\" product-id=\"p{number}\"/>\n",
        text.repeat(4),
        number / IN_CATEGORY
    );
}

/// The sample's cartridges, and those again under other names until there are so many files.
pub fn cartridges(folder: &Path, files: usize) -> Cartridges {
    let mut written = 0;
    for copy in 0.. {
        for cartridge in sample_cartridges() {
            for (path, content) in &cartridge.files {
                let file = folder.join(format!("{}_{copy}", cartridge.name)).join(path);
                fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                fs::write(file, content).expect("a file");
                written += 1;
            }
        }
        if written >= files {
            break;
        }
    }
    let options =
        SandboxOptions { cartridges: vec![folder.to_owned()], ..SandboxOptions::default() };
    options.cartridges().expect("the cartridges of the folder")
}
