//! All that platform modules may ask the storefront for by `host.call`, room by room.

/// Makes an enum of each room's questions, one of all rooms, and the names that scripts know them by.
macro_rules! rooms {
    ($($(#[$doc:meta])* $Room:ident $room:literal { $($Name:ident $name:literal),+ $(,)? })+) => {
        /// A question, by its room.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::sandbox) enum Asked {
            $($(#[$doc])* $Room($Room),)+
        }

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(in crate::sandbox) enum $Room {
                $(#[doc = concat!("`", $room, ".", $name, "`")] $Name,)+
            }
        )+

        impl Asked {
            /// The question of a name such as `catalog.product`, if there is one.
            pub(in crate::sandbox) fn of(name: &str) -> Option<Self> {
                match name {
                    $($(concat!($room, ".", $name) => Some(Self::$Room($Room::$Name)),)+)+
                    _ => None,
                }
            }

            /// The names of all, as scripts write them.
            #[cfg(test)]
            const NAMES: &[(&str, &str)] = &[$($(($room, $name),)+)+];
        }
    };
}

rooms! {
    /// Addresses by the rules of the shop.
    Address "address" { Short "short" }
    /// Those who may act for customers.
    Agent "agent" { Authenticate "authenticate" }
    /// Baskets, of which each becomes one order.
    Basket "basket" { Claim "claim" }
    /// Custom caches.
    Cache "cache" { Defined "defined", Get "get", Put "put", Remove "remove" }
    /// Products and categories.
    Catalog "catalog" {
        Product "product",
        ProductAttributeGroups "productAttributeGroups",
        CategoryAttributeGroups "categoryAttributeGroups",
        Category "category",
        Products "products",
        Assignments "assignments",
        Recommended "recommended",
        LinkingProducts "linkingProducts",
        LinkingCategories "linkingCategories",
        Search "search",
        Refinements "refinements",
        Common "common",
        Terms "terms",
        Corrected "corrected",
        Below "below",
        Promotions "promotions",
    }
    /// Content libraries.
    Content "content" {
        SiteLibrary "site_library",
        Library "library",
        Asset "asset",
        Folder "folder",
        All "all",
        Ids "ids",
    }
    /// Cryptography; bytes go in Base64.
    Crypto "crypto" {
        Digest "digest",
        Mac "mac",
        Random "random",
        Encrypt "encrypt",
        Decrypt "decrypt",
        Sign "sign",
        Verify "verify",
    }
    /// Registered customers.
    Customer "customer" {
        Get "get",
        Find "find",
        List "list",
        Create "create",
        CreateExternal "create_external",
        Remove "remove",
        Authenticate "authenticate",
        SetPassword "set_password",
        SetLogin "set_login",
        Token "token",
        Owner "owner",
        Spend "spend",
    }
    /// Files.
    File "file" {
        Info "info",
        List "list",
        Create "create",
        Mkdir "mkdir",
        Mkdirs "mkdirs",
        Remove "remove",
        Rename "rename",
        Copy "copy",
        Zip "zip",
        Gzip "gzip",
        Unzip "unzip",
        Gunzip "gunzip",
        Text "text",
        Bytes "bytes",
        Md5 "md5",
        Write "write",
    }
    /// Forms.
    Form "form" { Definition "definition" }
    /// Files elsewhere.
    Ftp "ftp" {
        Connect "connect",
        Close "close",
        List "list",
        Rename "rename",
        Get "get",
        Put "put",
        Cd "cd",
        Del "del",
        Mkdir "mkdir",
        RemoveDirectory "removeDirectory",
    }
    /// Hooks.
    Hook "hook" { Scripts "scripts" }
    /// The instance itself.
    Instance "instance" { Started "started" }
    /// What is in stock.
    Inventory "inventory" { List "list", Record "record" }
    /// The log.
    Log "log" { Enabled "enabled", Write "write" }
    /// The network.
    Net "net" { Any "any", Refusal "refusal", Http "http" }
    /// Orders.
    Order "order" { Number "number", Get "get", Keys "keys", Some "some" }
    /// How is paid.
    Payment "payment" { Methods "methods" }
    /// What can't be guessed.
    Random "random" { Id "id", Token "token" }
    /// Custom objects and other records that scripts keep.
    Record "record" { Get "get", Keys "keys", Some "some" }
    /// Addresses that lead elsewhere.
    Redirect "redirect" { Find "find", Mapped "mapped" }
    /// References to the web in scripts' own words.
    Reference "reference" { Described "described" }
    /// Texts of bundles.
    Resource "resource" { Message "message" }
    /// How is shipped.
    Shipping "shipping" { Methods "methods" }
    /// Documents of a kind, the site's or everybody's.
    Shop "shop" { List "list" }
    /// The site.
    Site "site" { Facts "facts", All "all", Archived "archived", Static "static" }
    /// What archives say of the site.
    Records "site" {
        One "record",
        Raw "raw",
        Ids "ids",
        Scopes "scopes",
        All "records",
    }
    /// Steps of jobs.
    Step "step" { Counted "counted" }
    /// What may be done so many times in a while.
    Tally "tally" { Full "full", Add "add" }
    /// Templates.
    Template "template" { Find "find", Mark "mark" }
    /// What changed at once for all, and goes with the transaction.
    Transaction "transaction" { Hold "hold", Undo "undo" }
    /// Answers that are values.
    Value "value" { Mark "mark" }
    /// XML.
    Xml "xml" { Parse "parse", Document "document" }
    /// Time zones.
    Zone "zone" { At "at", Instant "instant" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;
    use std::{collections::BTreeSet, fs, path::Path};

    /// Functions of platform modules that put their room before a name, and where they are called
    /// by these words.
    const WRAPPERS: [(&str, &str, &str); 8] = [
        ("", r"\bdisk\(", "file"),
        ("dw/io/File.js", r"#ask\(", "file"),
        ("internal/fileClient.js", r"\.#?(?:ask|answered)\(", "ftp"),
        ("dw/net/FTPClient.js", r"\.ask\(", "ftp"),
        ("dw/net/SFTPClient.js", r"\.ask\(", "ftp"),
        ("internal/content.js", r"\bask\(", "content"),
        ("internal/cipher.js", r"#run\(", "crypto"),
        ("", r"\bask\(", "crypto"),
    ];

    /// All scripts of the platform, by their paths within it.
    fn scripts() -> Vec<(String, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/platform");
        let (mut folders, mut found) = (vec![root.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|it| it == "js") {
                    let name = path.strip_prefix(&root).expect("below").display().to_string();
                    found.push((name, fs::read_to_string(path).expect("a text")));
                }
            }
        }
        found
    }

    fn captured<'t>(words: &str, text: &'t str) -> Vec<&'t str> {
        let pattern = Regex::new(words).expect("a pattern");
        pattern.captures_iter(text).map(|found| found.get(1).expect("a group").as_str()).collect()
    }

    /// The names that a script asks for by the words `host.call` and those that stand for it.
    fn asked(path: &str, text: &str) -> Vec<String> {
        let plain = captured(r"\b(?:host\.call|atOnce)\(\s*'([^']+)'", text).into_iter();
        let mut names: Vec<String> = plain.map(str::to_owned).collect();
        let uses_crypto = text.contains("require('./crypto')") || text.contains("/crypto')");
        for (file, words, room) in WRAPPERS {
            let is_there =
                if file.is_empty() { room != "crypto" || uses_crypto } else { file == path };
            if is_there {
                let found = captured(&format!(r"{words}\s*'([^']+)'"), text);
                names.extend(found.into_iter().map(|name| format!("{room}.{name}")));
            }
        }
        names
    }

    #[test]
    fn what_scripts_ask_for_is_there_and_all_that_is_there_is_asked_for() {
        let mut unasked: BTreeSet<String> =
            Asked::NAMES.iter().map(|(room, name)| format!("{room}.{name}")).collect();
        assert_eq!(unasked.len(), Asked::NAMES.len(), "each stands once");
        for (path, text) in scripts() {
            for name in asked(&path, &text) {
                assert!(Asked::of(&name).is_some(), "{path} asks for {name}, which isn't there");
                unasked.remove(&name);
            }
            // What is asked for by a function's own name is written out somewhere.
            unasked.retain(|name| !text.contains(&format!("'{name}'")));
        }
        assert!(unasked.is_empty(), "nobody asks for {unasked:?}");
    }

    #[test]
    fn a_name_is_known_as_it_is_written_and_not_otherwise() {
        assert_eq!(Asked::of("catalog.product"), Some(Asked::Catalog(Catalog::Product)));
        for name in ["catalog", "catalog.", "product", "catalog.Product", "catalog.product.id", ""]
        {
            assert_eq!(Asked::of(name), None, "{name}");
        }
    }
}
