'use strict';

/** What somebody may have meant by the words of a phrase: themselves, what they are the beginning of, or what they are like. */

/** The words of texts that go on as a word of the visitor's does, each once; the word itself is the first. */
function completions(term, texts) {
    const wanted = term.toLowerCase();
    const words = texts.flatMap((text) => String(text).toLowerCase().split(/[^\p{L}\p{N}'-]+/u));
    const found = Array.from(new Set(words.filter((word) => word.startsWith(wanted))));
    return found.filter((word) => word === wanted).concat(found.filter((word) => word !== wanted));
}

/** What the word may be a misspelling of; nothing if it is one of a product. */
function corrections(term) {
    const corrected = host.call('catalog.corrected', { phrase: term });
    return corrected === null ? [] : [corrected];
}

/** What a word may become, the best first: by the texts of what was found, and by what products say. */
function alternatives(term, texts) {
    return completions(term, texts).concat(corrections(term));
}

/** The words of a phrase. */
function termsOf(phrase) {
    return String(phrase || '').split(/\s+/).filter(Boolean);
}

/** A phrase with the best that each of its words may become; as it was written where it says that already. */
function completed(phrase, texts) {
    return termsOf(phrase).map((term) => {
        const [best = term] = alternatives(term, texts);
        return best === term.toLowerCase() ? term : best;
    }).join(' ');
}

module.exports = { alternatives, completed, termsOf };
