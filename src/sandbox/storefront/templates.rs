//! Where templates are: ISML in the cartridges, compiled by [`crate::script`].

use super::locale::fallbacks;
use crate::script::{Cartridges, Files};
use std::collections::BTreeSet;

/// Templates that the Business Manager has for the pages of its cartridges, in lower case; `businessManager.js` prints
/// them.
const BUSINESS_MANAGER_TEMPLATES: [&str; 4] =
    ["application/menuframe", "inc/breadcrumb", "inc/inputfield", "inc/modules"];
/// The tags that these define.
pub(super) const BUSINESS_MANAGER_TAGS: [&str; 2] = ["isbreadcrumb", "isinputfield"];

/// Whether a template is there without any cartridge.
pub(super) fn is_of_business_manager(name: &str) -> bool {
    BUSINESS_MANAGER_TEMPLATES.contains(&name.to_lowercase().as_str())
}

/// The script path of a template, for example `product/detail`: the first on the cartridge path, the locale before its
/// language before `default`.
pub(super) fn path(cartridges: &Cartridges, name: &str, locale: &str) -> Option<String> {
    fallbacks(locale).into_iter().find_map(|locale| {
        let path = |cartridge| format!("/{cartridge}/cartridge/templates/{locale}/{name}.isml");
        cartridges.list().map(path).find(|path| cartridges.contains(path))
    })
}

/// The name of the template that has that path in a cartridge, whatever its locale.
pub(super) fn name_of(path: &str) -> Option<&str> {
    let (_locale, file) = path.strip_prefix("cartridge/templates/")?.split_once('/')?;
    file.strip_suffix(".isml")
}

/// The names of all templates of cartridges, whatever their locale.
pub(in crate::sandbox) fn names(cartridges: &Cartridges) -> BTreeSet<String> {
    let files = cartridges.list().filter_map(|name| cartridges.cartridge(name));
    files.flat_map(Files::list).filter_map(|path| name_of(&path).map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    fn check(name: &str, locale: &str, expected: Option<&str>) {
        let files = |paths: &[&str]| {
            let path = |path: &&str| (format!("cartridge/templates/{path}.isml"), b"".as_slice());
            Files::memory(paths.iter().map(path).collect::<Vec<_>>())
        };
        let cartridges = Cartridges::new()
            .with("left", files(&["default/home"]))
            .with("right", files(&["default/home", "de/home", "de/only"]));
        assert_eq!(path(&cartridges, name, locale).as_deref(), expected, "{name} {locale}");
    }

    #[test]
    fn a_locale_comes_before_a_cartridge_further_left() {
        check("home", "default", Some("/left/cartridge/templates/default/home.isml"));
        check("home", "de_DE", Some("/right/cartridge/templates/de/home.isml"));
        check("only", "de", Some("/right/cartridge/templates/de/only.isml"));
        check("only", "default", None);
        check("../../x", "default", None);
    }

    #[test]
    fn what_the_business_manager_has_is_known_by_its_names() {
        let script = include_str!("../../../assets/platform/internal/businessManager.js");
        let (_, list) = script.split_once("const templates = new Map([").expect("a list");
        let (list, _) = list.split_once("]);").expect("its end");
        let mut templates: Vec<_> = list.split('\'').skip(1).step_by(2).collect();
        templates.sort_unstable();
        assert_eq!(templates, BUSINESS_MANAGER_TEMPLATES);
        let after = script.split("isml.module({").skip(1);
        let names = after.map(|it| it.split('\'').nth(3).expect("a name"));
        assert_eq!(names.map(|it| format!("is{it}")).collect::<Vec<_>>(), BUSINESS_MANAGER_TAGS);
    }
}
