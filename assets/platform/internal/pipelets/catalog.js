'use strict';

/** Pipelets of the catalogue and of redirects: from their input to what they answer, or null for their error exit. */

function productOf({ Product: product, ProductID: id }) {
    return product || (id ? require('dw/catalog/ProductMgr').getProduct(id) : null);
}

function ledTo(redirect) {
    return redirect && { Location: redirect.location };
}

module.exports = {
    GetProduct(input) {
        const product = productOf(input);
        return product && { Product: product };
    },

    /** With what the request chooses of the product's options, by the names that they have in forms. */
    UpdateProductOptionSelections(input) {
        const product = productOf(input);
        if (!product) {
            return null;
        }
        const model = product.optionModel;
        model.options.toArray().forEach((option) => {
            const chosen = request.httpParameterMap.get(option.htmlName).stringValue;
            const value = chosen ? model.getOptionValue(option, chosen) : null;
            if (value) {
                model.setSelectedOptionValue(option, value);
            }
        });
        return { ProductOptionModel: model };
    },

    SearchRedirectURL: ({ SearchPhrase: phrase }) => (phrase ? ledTo(require('dw/catalog/ProductSearchModel').getSearchRedirect(phrase)) : null),

    SourceCodeRedirectURL: () => (session.sourceCodeInfo ? ledTo(session.sourceCodeInfo.redirect) : null)
};
