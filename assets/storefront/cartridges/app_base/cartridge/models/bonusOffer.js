'use strict';

/** Products of which a promotion lets a visitor choose some, as the cart shows them. */
function BonusOffer(offer) {
    var chosen = offer.bonusProductLineItems.toArray().map(function (lineItem) { return lineItem.productID; });
    var products = offer.bonusProducts.toArray().filter(function (product) { return product.availabilityModel.orderable; });

    this.uuid = offer.UUID;
    this.text = offer.promotion.name;
    this.left = offer.maxBonusItems - chosen.length;
    this.products = products.map(function (product) {
        var price = offer.getBonusProductPrice(product);
        return {
            id: product.ID,
            name: product.name,
            picture: product.primaryCategory.parent.ID,
            price: price.value > 0 ? price.toFormattedString() : null,
            isChosen: chosen.indexOf(product.ID) >= 0
        };
    });
}

module.exports = BonusOffer;
