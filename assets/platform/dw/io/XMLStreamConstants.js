'use strict';

const { manager } = require('../../internal/bean');

/** What a reader of XML comes across. */
class XMLStreamConstants {}

module.exports = manager(XMLStreamConstants, 'dw.io.XMLStreamConstants', {}, {
    START_ELEMENT: 1, END_ELEMENT: 2, PROCESSING_INSTRUCTION: 3, CHARACTERS: 4, COMMENT: 5, SPACE: 6, START_DOCUMENT: 7, END_DOCUMENT: 8,
    ENTITY_REFERENCE: 9, ATTRIBUTE: 10, DTD: 11, CDATA: 12, NAMESPACE: 13, NOTATION_DECLARATION: 14, ENTITY_DECLARATION: 15
});
