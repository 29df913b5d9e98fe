'use strict';

/** How many pieces there are; of a master nothing can be had before a variant is chosen. */
module.exports = function availability(object, variant) {
    var record = variant ? variant.availabilityModel.inventoryRecord : null;

    object.stock = record ? record.ATS.value : 0;
    object.isComplete = variant !== null;
    object.isOrderable = variant !== null && variant.availabilityModel.orderable;
};
