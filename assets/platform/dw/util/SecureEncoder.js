'use strict';

const { manager } = require('../../internal/bean');
const { encoded } = require('../../internal/encoders');

const KINDS = {
    forHtmlContent: 'htmlcontent',
    forHtmlInSingleQuoteAttribute: 'htmlsinglequote',
    forHtmlInDoubleQuoteAttribute: 'htmldoublequote',
    forHtmlUnquotedAttribute: 'htmlunquote',
    forJavaScriptInHTML: 'jshtml',
    forJavaScriptInAttribute: 'jsattribute',
    forJavaScriptInBlock: 'jsblock',
    forJavaScriptInSource: 'jssource',
    forJSONValue: 'jsonvalue',
    forUriComponent: 'uricomponent',
    forUriComponentStrict: 'uristrict',
    forXmlContent: 'xmlcontent',
    forXmlInSingleQuoteAttribute: 'xmlsinglequote',
    forXmlInDoubleQuoteAttribute: 'xmldoublequote',
    forXmlCommentContent: 'xmlcomment'
};

/** Makes texts safe for the place where they are printed; nothing stays nothing. */
class SecureEncoder {}

Object.keys(KINDS).forEach((name) => {
    SecureEncoder[name] = (text) => (text === null || text === undefined ? null : encoded(text, KINDS[name]));
});

module.exports = manager(SecureEncoder, 'dw.util.SecureEncoder');
