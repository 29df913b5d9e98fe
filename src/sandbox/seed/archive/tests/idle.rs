//! What files say and nothing here reads.

use super::import;

#[test]
fn what_nothing_reads_is_kept_and_told() {
    let rule = |flag: &str| {
        format!(
            "<promotions><promotion promotion-id=\"p\">\n<order-promotion-rule><merchandise-total-excluded>{flag}</merchandise-total-excluded></order-promotion-rule></promotion></promotions>"
        )
    };
    for (flag, expected) in [
        (
            "true",
            vec![
                "<merchandise-total-excluded> in <order-promotion-rule>, which has no effect (1, line 2)",
            ],
        ),
        ("false", vec![]),
    ] {
        let read = import(&[("sites/S/promotions.xml", &rule(flag))]).expect("read");
        let told: Vec<_> = read.left_out.iter().map(|(_, it)| it.to_string()).collect();
        assert_eq!(told, expected);
        let kept = read.shop.document("promotion", "S", "p").expect("a promotion");
        assert_eq!(kept["orderPromotionRule"]["merchandiseTotalExcluded"], flag == "true");
    }
}
