//! The name spaces of the files of archives.

use super::tree::Node;

/// What all of them begin with.
const START: &str = "http://www.demandware.com/xml/impex/";

/// The name spaces that each root may be of; what is written is of the first.
const SPACES: [(&str, &[&str]); 34] = [
    ("ab-tests", &["abtest/2010-04-01"]),
    ("cache-settings", &["cachesettings/2013-08-15"]),
    ("catalog", &["catalog/2006-10-31"]),
    ("coupons", &["coupon/2008-06-17"]),
    ("custom-objects", &["customobject/2006-10-31"]),
    ("customer-groups", &["customergroup/2007-06-30"]),
    ("customer-list", &["customer/2006-10-31"]),
    ("customer-lists", &["customerlist/2010-06-30"]),
    ("customers", &["customer/2006-10-31", "customerpaymentinstrument/2014-03-31"]),
    ("geolocations", &["geolocation/2007-05-01"]),
    ("gift-certificates", &["giftcertificate/2007-02-28"]),
    ("inventory", &["inventory/2007-05-31"]),
    ("jobs", &["jobs/2015-07-01"]),
    ("library", &["library/2006-10-31"]),
    ("locales", &["locales/2015-04-30"]),
    ("metadata", &["metadata/2006-10-31"]),
    ("oauth-providers", &["oauthprovider/2013-07-16"]),
    ("page-meta-tags", &["pagemetatag/2016-08-22"]),
    ("payment-processors", &["paymentprocessor/2007-03-31"]),
    ("payment-settings", &["paymentsettings/2009-09-15"]),
    ("preferences", &["preferences/2007-03-31"]),
    ("pricebooks", &["pricebook/2006-10-31"]),
    ("promotions", &["promotion/2008-01-31"]),
    ("redirect-urls", &["redirecturl/2011-09-01"]),
    ("search", &["search2/2010-02-19", "search/2007-02-28"]),
    ("services", &["services/2014-09-26"]),
    ("shipping", &["shipping/2007-03-31"]),
    ("site", &["site/2007-04-30"]),
    ("slot-configurations", &["slot/2008-09-08"]),
    ("sort", &["sort/2009-05-15"]),
    ("sourcecodes", &["sourcecode/2007-03-31"]),
    ("stores", &["store/2007-04-30"]),
    ("tax", &["tax/2007-02-14"]),
    ("url-rules", &["urlrules/2012-12-01"]),
];

/// The one that a file with that root is written in, if one is.
pub(super) fn of_root(root: &str) -> Option<String> {
    let (_, [first, ..]) = SPACES.iter().find(|(name, _)| *name == root)? else { return None };
    Some(format!("{START}{first}"))
}

/// What is wrong with the name space of a root. One that names none is taken for one that does.
pub(super) fn fault(root: &Node) -> Option<String> {
    let (_, known) = SPACES.iter().find(|(name, _)| *name == root.name)?;
    let found = root.attribute("xmlns")?;
    let is_known = found.strip_prefix(START).is_some_and(|own| known.contains(&own));
    let expected: Vec<_> = known.iter().map(|own| format!("{START}{own}")).collect();
    let (name, expected) = (&root.name, expected.join(" or "));
    (!is_known).then(|| format!("<{name}> is of the name space {found:?}, and not of {expected}"))
}

/// All roots that have one.
#[cfg(test)]
pub(super) fn roots() -> impl Iterator<Item = &'static str> {
    SPACES.iter().map(|(root, _)| *root)
}
