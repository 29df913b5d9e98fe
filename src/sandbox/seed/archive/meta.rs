//! What metadata may define: types of the platform's objects, and types of values.

use super::tree::Node;
use crate::api::similar::nearest;

/// What an attribute's value may be, as the schema has it, and as exports of the platform's own attributes have it.
const VALUES: [&str; 18] = [
    "string",
    "int",
    "double",
    "text",
    "html",
    "image",
    "boolean",
    "date",
    "datetime",
    "email",
    "password",
    "set-of-string",
    "set-of-int",
    "set-of-double",
    "enum-of-string",
    "enum-of-int",
    "quantity",
    "money",
];

/// The platform's types that can be extended.
const TYPES: &str = "Appeasement AppeasementItem Basket BonusDiscountLineItem Campaign Catalog Category \
    CategoryAssignment Content Coupon CouponLineItem CustomerActiveData CustomerAddress CustomerCDPData CustomerGroup \
    CustomerPaymentInstrument Folder GiftCertificate GiftCertificateLineItem Invoice InvoiceItem Library LineItemCtnr \
    Order OrderAddress OrderItem OrderPaymentInstrument OrganizationPreferences PaymentCard PaymentMethod \
    PaymentProcessor PaymentTransaction PriceAdjustment PriceBook Product ProductActiveData ProductInventoryList \
    ProductInventoryRecord ProductLineItem ProductList ProductListItem ProductListItemPurchase ProductListRegistrant \
    ProductOption ProductOptionValue ProductShippingLineItem ProductVariationAttribute ProductVariationAttributeValue \
    Profile Promotion Recommendation Return ReturnCase ReturnCaseItem ReturnItem ServiceConfig ServiceCredential \
    ServiceProfile Shipment ShippingLineItem ShippingMethod ShippingOrder ShippingOrderItem \
    SitePreferences SlotConfiguration SourceCodeGroup Store StoreGroup TrackingInfo TrackingRef VariationAttribute";

/// What is wrong with the extension of a type, if nothing has that type.
pub(super) fn extension_fault(node: &Node) -> Option<String> {
    let id = node.attribute("type-id")?;
    let mut all = TYPES.split_whitespace();
    (!all.any(|it| it == id)).then(|| {
        let meant = nearest(id, TYPES.split_whitespace());
        let meant = meant.map(|it| format!(": did you mean {it}?")).unwrap_or_default();
        format!("there is no type {id} that could be extended{meant}")
    })
}

/// What is wrong with the type of the value that an element defines, and in which line.
pub(super) fn value_fault(definition: &Node) -> Option<(String, usize)> {
    let node = definition.children.iter().find(|child| child.name == "type")?;
    let found = node.text.trim();
    if VALUES.contains(&found) {
        return None;
    }
    let id = definition.attribute("attribute-id").unwrap_or_default();
    let meant = match nearest(found, VALUES) {
        Some(it) => format!("did you mean {it}?"),
        None => format!("there are {}", VALUES.join(", ")),
    };
    Some((format!("the attribute {id} is of no type of values, {found:?}: {meant}"), node.line))
}
