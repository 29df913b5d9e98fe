//! Settings files of all kinds: what is wrong is told with its line, and no secret with it.

use super::*;
use crate::sandbox::outside::{setting, text};
use proptest::prelude::*;

/// Without passwords: hashing one takes as long as a thousand cases.
const FILES: &[&str] = &[
    "hosts = ['shop.test']\nbuiltin_accounts = false\n[data_api]\nallow_plain_http = true\n",
    "[[users]]\nlogin = 'editor'\naccess_keys = ['S3CRET']\nadmin = true\nresources = [{ resource_id = '/libraries/*/**', methods = ['get'] }]\n",
    "[[users]]\nlogin = 'a:b'\npassword_hash = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$S3CRETS3CRET'\n",
    "[[clients]]\nid = 'c'\nsecret = 'S3CRET'\nallowed_origins = ['https://a.test']\nresources = [{ resource_id = '/**', methods = ['put'], read_attributes = '(id,-(a))', write_attributes = '(**)' }]\n",
    "[[clients]]\nid = 'c'\npublic_key = 'MIIBCgKC'\npublic_key_file = '/nowhere'\n",
    "[[libraries]]\nid = 'L'\ndisplay_name = \"x\\u00e9\"\n[[sites]]\nid = 'S'\ncartridge_path = 'a:b'\nlibrary = 'L'\n",
    "secret = S3CRET\n'''\nS3CRET",
];

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn settings_files(text in text(FILES)) {
        for fault in Settings::checked(&text, Path::new("/nowhere"), "Storefront").1 {
            let lines = text.matches('\n').count() + 1;
            prop_assert!((1..=lines).contains(&fault.line), "{}", fault);
            prop_assert!(!fault.what.is_empty());
        }
    }

    /// A value in the place of another kind, or beside what it may stand beside.
    #[test]
    fn secrets_stay_untold(
        key in prop::sample::select(&["secret", "password", "password_hash", "access_keys", "id", "nope"][..]),
        value in prop::sample::select(&["'S3CRET'", "S3CRET", "['S3CRET", "{ S3CRET = 1 }", "\"S3CRET\\q\""][..]),
        table in prop::sample::select(&["[[users]]", "[[clients]]", "[users]", "[data_api]"][..]),
    ) {
        let is_hashed = key == "password" && value == "'S3CRET'" && table == "[[users]]";
        let text = format!("{table}\n{key} = {value}\n");
        let faults = || Settings::checked(&text, Path::new("/nowhere"), "Storefront").1;
        for fault in if is_hashed { Vec::new() } else { faults() } {
            let is_key = value.starts_with('{');
            prop_assert!(is_key || !fault.to_string().contains("S3CRET"), "{}", fault);
        }
    }
}
