//! Which file a `require` means.

use super::cartridges::{Cartridges, beside, split};
use super::platform::Platform;

/// What a module name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Module {
    /// A storefront script or document, by script path.
    Script(String),
    /// A platform module, by its path without `.js`.
    Platform(String),
    /// A class or package that the vendor declares and no module emulates, for example `dw/io/File`.
    Declared(String),
}

/// Finds modules on a cartridge path.
pub(super) struct Resolver<'a> {
    pub(super) cartridges: &'a Cartridges,
    pub(super) platform: &'a Platform,
}

/// Whether `require(request)` in the script `from` finds anything, be it a stand-in.
pub fn finds(cartridges: &Cartridges, from: &str, request: &str) -> bool {
    let platform = &Platform::embedded();
    Resolver { cartridges, platform }.resolve(from, request).is_some()
}

/// The path of the script that `require(request)` in the script `from` runs; nothing if that isn't one of a cartridge.
pub fn script_named(cartridges: &Cartridges, from: &str, request: &str) -> Option<String> {
    let platform = &Platform::embedded();
    match (Resolver { cartridges, platform }).resolve(from, request)? {
        Module::Script(path) => Some(path),
        Module::Platform(_) | Module::Declared(_) => None,
    }
}

/// What stands where `require(request)` in the script `from` finds nothing, as part of a sentence.
pub fn instead(cartridges: &Cartridges, from: &str, request: &str) -> Option<String> {
    let platform = &Platform::embedded();
    Resolver { cartridges, platform }.instead(from, request)
}

const EXTENSIONS: [&str; 4] = ["", ".js", ".ds", ".json"];

impl Resolver<'_> {
    /// What `require(request)` means in the module `from`: a script path, or anything else for
    /// platform modules and code without a file.
    ///
    /// Forms (section 5 beyond the specification): `./`, `../`, `~/` own cartridge, `*/` first on
    /// the path, `dw/…`, else a cartridge or folder name, then `modules/`, then a library beside the cartridges.
    pub(super) fn resolve(&self, from: &str, request: &str) -> Option<Module> {
        let request = &single_slashes(request);
        if let Some(path) = request.strip_prefix("~/") {
            let (own, _) = split(from)?;
            return self.file(&format!("/{own}/{path}"));
        }
        if let Some(path) = request.strip_prefix("*/") {
            return self.cartridges.list().find_map(|name| self.file(&format!("/{name}/{path}")));
        }
        if is_relative(request) {
            return self.relative(from, request);
        }
        let named = request.trim_start_matches('/');
        if named == "dw" || named.starts_with("dw/") {
            return self.platform_module(named).or_else(|| self.declared(named));
        }
        let first = named.split('/').next().unwrap_or_default();
        let is_of_cartridge = first == "modules" || self.cartridges.cartridge(first).is_some();
        let of_cartridge = is_of_cartridge.then(|| self.file(&format!("/{named}"))).flatten();
        of_cartridge
            .or_else(|| self.file(&format!("/modules/{named}")))
            .or_else(|| self.platform_module(named))
            .or_else(|| self.file(&format!("/{named}")))
    }

    /// A file in TypeScript that has to be compiled first, or a cartridge that isn't in the path.
    pub(super) fn instead(&self, from: &str, request: &str) -> Option<String> {
        let compiled = |source| format!("{source} has to be compiled first");
        self.uncompiled(from, request).map(compiled).or_else(|| {
            let whole = &self.cartridges.whole();
            let found = Resolver { cartridges: whole, ..*self }.resolve(from, request)?;
            let Module::Script(path) = found else { return None };
            Some(format!("{} has it, which isn't in the cartridge path", split(&path)?.0))
        })
    }

    /// The file in TypeScript that would be the module if it were compiled.
    fn uncompiled(&self, from: &str, request: &str) -> Option<String> {
        let stem = request.strip_suffix(".js").unwrap_or(request);
        let is_there = |path: &String| self.cartridges.contains(path);
        if let Some(path) = stem.strip_prefix("*/") {
            let named = |name| format!("/{name}/{path}.ts");
            return self.cartridges.list().map(named).find(is_there);
        }
        let path = match stem.strip_prefix("~/") {
            Some(path) => format!("/{}/{path}", split(from)?.0),
            None if is_relative(stem) => beside(from, stem)?,
            None => format!("/{}", stem.trim_start_matches('/')),
        };
        Some(format!("{path}.ts")).filter(is_there)
    }

    /// The same path in a cartridge further right, for `module.superModule`.
    pub(super) fn overridden(&self, script_path: &str) -> Option<Module> {
        let (own, path) = split(script_path)?;
        let stem = EXTENSIONS[1..].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path);
        let mut later = self.cartridges.list().skip_while(|name| *name != own).skip(1);
        later.find_map(|name| {
            self.script(&format!("/{name}/{path}"))
                .or_else(|| self.file(&format!("/{name}/{stem}")))
        })
    }

    /// The first script on the cartridge path, for example for `cartridge/controllers/Cart`.
    pub(super) fn find(&self, path: &str) -> Option<String> {
        self.cartridges.list().find_map(|name| match self.file(&format!("/{name}/{path}")) {
            Some(Module::Script(path)) => Some(path),
            _ => None,
        })
    }

    fn relative(&self, from: &str, request: &str) -> Option<Module> {
        if from.starts_with('/') {
            return self.file(&beside(from, request)?);
        }
        let joined = beside(&format!("/{from}"), request)?;
        self.platform_module(joined.trim_start_matches('/'))
    }

    /// A platform module by its own name.
    pub(super) fn platform_module(&self, path: &str) -> Option<Module> {
        let path = path.strip_suffix(".js").unwrap_or(path);
        let candidates = [path.to_owned(), format!("{path}/main"), format!("{path}/index")];
        let found = candidates.into_iter().find(|path| self.platform.read(path).is_some());
        found.map(Module::Platform)
    }

    fn declared(&self, path: &str) -> Option<Module> {
        let declared = self.platform.declared()?;
        let path = path.strip_suffix(".js").unwrap_or(path).trim_end_matches('/');
        let name = path.strip_prefix("dw/")?;
        let is_known = declared.has_class(name) || declared.has_package(name);
        is_known.then(|| Module::Declared(path.to_owned()))
    }

    /// A file with or without its extension, else a folder with a main file.
    ///
    /// Most cartridges on a path have nothing of what is asked for: a look at the folders saves many at files.
    fn file(&self, path: &str) -> Option<Module> {
        let path = path.trim_end_matches('/');
        let is_folder = |path: &str| self.cartridges.has_folder(path);
        match path.rsplit_once('/') {
            // Directly in a cartridge, or in a folder of it.
            Some((above, _)) if split(above).is_some() && !is_folder(above) => None,
            _ => self.script(path).or_else(|| is_folder(path).then(|| self.folder(path)).flatten()),
        }
    }

    fn script(&self, path: &str) -> Option<Module> {
        let mut paths = EXTENSIONS.iter().map(|end| format!("{path}{end}"));
        paths.find(|path| is_loadable(path) && self.cartridges.contains(path)).map(Module::Script)
    }

    fn folder(&self, path: &str) -> Option<Module> {
        self.package_main(path)
            .and_then(|main| {
                let target = beside(&format!("{path}/package.json"), &main)?;
                self.script(&target).or_else(|| self.script(&format!("{target}/main")))
            })
            .or_else(|| self.script(&format!("{path}/main")))
            .or_else(|| self.script(&format!("{path}/index")))
    }

    fn package_main(&self, path: &str) -> Option<String> {
        let text = self.cartridges.read(&format!("{path}/package.json"))?;
        let package: serde_json::Value = serde_json::from_slice(&text).ok()?;
        package.get("main")?.as_str().map(str::to_owned)
    }
}

/// Several slashes in a row are one, as in paths of files.
fn single_slashes(request: &str) -> String {
    let mut single = String::with_capacity(request.len());
    for letter in request.chars() {
        if letter != '/' || !single.ends_with('/') {
            single.push(letter);
        }
    }
    single
}

fn is_relative(request: &str) -> bool {
    matches!(request, "." | "..") || request.starts_with("./") || request.starts_with("../")
}

fn is_loadable(path: &str) -> bool {
    EXTENSIONS[1..].iter().any(|end| path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    fn files(paths: &[(&'static str, &'static str)]) -> Files {
        Files::memory(paths.iter().map(|(path, text)| (*path, text.as_bytes())))
    }

    fn check(from: &str, request: &str, expected: Option<&str>) {
        let cartridges = Cartridges::new()
            .with(
                "app",
                files(&[
                    ("cartridge/controllers/Cart.js", ""),
                    ("cartridge/scripts/sum.ds", ""),
                    ("cartridge/scripts/data.json", "{}"),
                    ("cartridge/kit/package.json", r#"{"main":"./lib/kit"}"#),
                    ("cartridge/kit/lib/kit.js", ""),
                    ("cartridge/plain/main.js", ""),
                    ("package.json", r#"{"main":"./cartridge/kit/lib/kit.js"}"#),
                ]),
            )
            .with(
                "core",
                files(&[
                    ("cartridge/controllers/Cart.js", ""),
                    ("cartridge/controllers/Home.js", ""),
                ]),
            )
            .with_modules(files(&[("server.js", ""), ("util/main.js", "")]))
            .with_library(
                "sums",
                files(&[
                    ("add.js", ""),
                    ("package.json", r#"{"main":"all.js"}"#),
                    ("all.js", ""),
                    ("inner/one.js", ""),
                ]),
            )
            .with_library("util", files(&[("index.js", ""), ("two.js", "")]));
        let platform = Platform::files(files(&[
            ("dw/util/ArrayList.js", ""),
            ("dw/util.js", ""),
            ("server.js", ""),
            ("storefront/controller.js", ""),
            ("storefront/response.js", ""),
        ]));
        let resolver = Resolver { cartridges: &cartridges, platform: &platform };
        let found = resolver.resolve(from, request).map(|module| match module {
            Module::Script(path) => path,
            Module::Platform(path) => format!("platform:{path}"),
            Module::Declared(path) => format!("declared:{path}"),
        });
        assert_eq!(found.as_deref(), expected, "require('{request}') in {from}");
    }

    #[test]
    fn every_form_of_require_finds_its_file() {
        let cart = "/app/cartridge/controllers/Cart.js";
        for (request, expected) in [
            ("./Cart", Some("/app/cartridge/controllers/Cart.js")),
            ("./Cart.js", Some("/app/cartridge/controllers/Cart.js")),
            ("../scripts/sum", Some("/app/cartridge/scripts/sum.ds")),
            ("../scripts/data.json", Some("/app/cartridge/scripts/data.json")),
            (
                "../../../core/cartridge/controllers/Home",
                Some("/core/cartridge/controllers/Home.js"),
            ),
            ("../../../../core/cartridge/controllers/Home", None),
            ("~/cartridge/scripts/sum", Some("/app/cartridge/scripts/sum.ds")),
            ("~/cartridge//scripts//sum", Some("/app/cartridge/scripts/sum.ds")),
            ("*//cartridge/controllers/Home", Some("/core/cartridge/controllers/Home.js")),
            ("../..//cartridge/scripts/sum", Some("/app/cartridge/scripts/sum.ds")),
            ("~/cartridge/controllers/Home", None),
            ("*/cartridge/controllers/Cart", Some("/app/cartridge/controllers/Cart.js")),
            ("*/cartridge/controllers/Home", Some("/core/cartridge/controllers/Home.js")),
            ("core/cartridge/controllers/Cart", Some("/core/cartridge/controllers/Cart.js")),
            ("/core/cartridge/controllers/Cart", Some("/core/cartridge/controllers/Cart.js")),
            ("app/cartridge/kit", Some("/app/cartridge/kit/lib/kit.js")),
            ("app", Some("/app/cartridge/kit/lib/kit.js")),
            ("/app/", Some("/app/cartridge/kit/lib/kit.js")),
            ("../..", Some("/app/cartridge/kit/lib/kit.js")),
            ("../../..", None),
            ("core", None),
            ("../plain", Some("/app/cartridge/plain/main.js")),
            ("server", Some("/modules/server.js")),
            ("util", Some("/modules/util/main.js")),
            ("util/two", Some("/util/two.js")),
            ("sums", Some("/sums/all.js")),
            ("sums/add", Some("/sums/add.js")),
            ("/sums/inner/one", Some("/sums/inner/one.js")),
            ("sums/none", None),
            ("*/add", None),
            ("dw/util/ArrayList", Some("platform:dw/util/ArrayList")),
            ("dw/util", Some("platform:dw/util")),
            ("dw/util/Nothing", None),
            ("nowhere", None),
        ] {
            check(cart, request, expected);
        }
    }

    #[test]
    fn scripts_of_a_library_see_their_neighbours() {
        check("/sums/add.js", "./inner/one", Some("/sums/inner/one.js"));
        check("/sums/inner/one.js", "../add", Some("/sums/add.js"));
        check("/sums/inner/one.js", "..", Some("/sums/all.js"));
    }

    #[test]
    fn what_is_declared_is_found_though_no_module_is() {
        let (cartridges, platform) = (Cartridges::new(), Platform::embedded());
        let resolver = Resolver { cartridges: &cartridges, platform: &platform };
        for (request, expected) in [
            ("dw/io/FTP", None),
            ("dw/alert/Alerts", Some(Module::Declared("dw/alert/Alerts".to_owned()))),
            ("dw/customer/consent", Some(Module::Declared("dw/customer/consent".to_owned()))),
            ("dw/order/Order", Some(Module::Platform("dw/order/Order".to_owned()))),
        ] {
            assert_eq!(resolver.resolve("/app/a.js", request), expected, "{request}");
        }
    }

    #[test]
    fn platform_modules_see_their_neighbours() {
        check("storefront/controller", "./response", Some("platform:storefront/response"));
        check("storefront/controller", "../dw/util", Some("platform:dw/util"));
    }
}
