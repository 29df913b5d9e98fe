//! Addresses of the platform's newer APIs: `/<family>/<api>/<version>/organizations/<organization>/…`.

/// What an address names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    pub(super) family: &'a str,
    pub(super) api: &'a str,
    pub(super) version: &'a str,
    pub(super) organization: &'a str,
    /// The encoded path behind the organization; `/` if there is none.
    pub(super) path: &'a str,
}

impl<'a> Address<'a> {
    /// Nothing for any other path.
    pub(crate) fn at(path: &'a str) -> Option<Self> {
        let mut rest = path.strip_prefix('/')?;
        let mut next = || {
            let (segment, behind) = rest.split_once('/').unwrap_or((rest, ""));
            rest = behind;
            segment
        };
        let [family, api, version, organizations, organization] = std::array::from_fn(|_| next());
        let is_name = |text: &str, others: &str| {
            let is_plain = |it: char| it.is_ascii_alphanumeric() || others.contains(it);
            !text.is_empty() && text.chars().all(is_plain)
        };
        let is_one = is_name(family, "-")
            && is_name(api, "-_.")
            && version.strip_prefix('v').is_some_and(|it| is_name(it, "") && is_number(it))
            && organizations == "organizations"
            && is_name(organization, "_-");
        let path = match path.len() - rest.len() {
            _ if rest.is_empty() => "/",
            at => &path[at - 1..],
        };
        is_one.then_some(Self { family, api, version, organization, path })
    }

    /// The same before its own path, as scripts are told it.
    pub(super) fn base(&self) -> String {
        let Self { family, api, version, .. } = self;
        format!("/{family}/{api}/{version}/organizations/{{organizationId}}")
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_an_api_and_an_organization() {
        let path = "/custom/loyalty-info/v1/organizations/f_ecom_zzxy_prd/a/b%2Fc";
        let found = Address::at(path).expect("an address");
        let Address { family, api, version, organization, path } = found;
        assert_eq!([family, api, version], ["custom", "loyalty-info", "v1"]);
        assert_eq!([organization, path], ["f_ecom_zzxy_prd", "/a/b%2Fc"]);
        let bare = Address::at("/custom/x/v12/organizations/o").expect("an address");
        assert_eq!(bare.path, "/");
        assert_eq!(bare.base(), "/custom/x/v12/organizations/{organizationId}");
    }

    #[test]
    fn other_paths_are_none() {
        for path in [
            "",
            "/",
            "/custom",
            "/custom/x/v1/organizations",
            "/custom/x/v1/organizations/",
            "/custom/x/1/organizations/o/p",
            "/custom/x/v/organizations/o/p",
            "/custom/x/v1/organization/o/p",
            "/cus%20tom/x/v1/organizations/o/p",
            "/custom/x/v1/organizations/a%2Fb/p",
            "/on/demandware.store/Sites-a-Site/default/Home-Show",
        ] {
            assert_eq!(Address::at(path), None, "{path}");
        }
    }
}
