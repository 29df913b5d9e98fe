// Methods of texts for what is so long that the runtime's own ones would take too long without
// looking at the time. Only texts reach them, as `this` and as first argument.
(function (kit) {
  'use strict';

  const {
    apply, define, look, object, PlainRangeError, PlainTypeError, charCodeAt, codePointAt, indexOf, lastIndexOf,
    normalize, substring,
  } = kit;
  /** So many steps of a comparison take no time worth mentioning. */
  const QUICK = 20000000;
  /** What is sought first of a long text. */
  const HEAD = 16;
  const PIECE = 65536;
  /** Marks in a row are put in order by a method for a few. */
  const MARKS = 4000;

  function part(text, start, end) {
    return apply(substring, text, [start, end]);
  }

  /** Whether a piece may begin here to be normalised apart from what stands before it. */
  function isSafe(code) {
    return code < 0x300 || (code >= 0x370 && code < 0x483) || (code >= 0x3041 && code <= 0x3096)
      || (code >= 0x30a1 && code <= 0x30fa) || (code >= 0x4e00 && code <= 0x9fff)
      || (code >= 0xac00 && code <= 0xd7a3);
  }

  function normalized(text, form) {
    let result = '';
    let start = 0;
    while (start < text.length) {
      look();
      let end = start + MARKS;
      while (end < text.length && !isSafe(apply(charCodeAt, text, [end]))) {
        end += 1;
        if (end > start + 3 * MARKS) throw new PlainRangeError('too many marks in a row to normalize');
      }
      result += apply(normalize, part(text, start, end), [form]);
      start = end;
    }
    return result;
  }

  /** The first place of a text in another from `start` on, or -1. */
  function find(text, sought, start) {
    if ((text.length - start) * sought.length <= QUICK) return apply(indexOf, text, [sought, start]);
    const head = part(sought, 0, HEAD);
    const last = text.length - sought.length;
    for (let base = start; base <= last; base += PIECE) {
      const piece = part(text, base, base + PIECE + HEAD - 1);
      let at = apply(indexOf, piece, [head, 0]);
      while (at !== -1 && base + at <= last) {
        look();
        if (part(text, base + at, base + at + sought.length) === sought) return base + at;
        at = apply(indexOf, piece, [head, at + 1]);
      }
    }
    return -1;
  }

  /** The last place of a text in another up to `start`, or -1. */
  function findLast(text, sought, start) {
    const last = text.length - sought.length;
    let end = start < last ? start : last;
    if (end * sought.length <= QUICK) return apply(lastIndexOf, text, [sought, start]);
    const head = part(sought, 0, HEAD);
    while (end >= 0) {
      look();
      const base = end >= PIECE ? end - PIECE : 0;
      const piece = part(text, base, end + HEAD);
      let at = apply(lastIndexOf, piece, [head]);
      while (at !== -1) {
        look();
        if (part(text, base + at, base + at + sought.length) === sought) return base + at;
        at = at === 0 ? -1 : apply(lastIndexOf, piece, [head, at - 1]);
      }
      end = base - 1;
    }
    return -1;
  }

  /** A replacement with what its `$` stand for. */
  function substituted(text, matched, place, replacement) {
    let result = '';
    let rest = 0;
    for (;;) {
      const at = find(replacement, '$', rest);
      if (at === -1 || at + 1 >= replacement.length) return result + part(replacement, rest);
      result += part(replacement, rest, at);
      const kind = replacement[at + 1];
      if (kind === '$') result += '$';
      else if (kind === '&') result += matched;
      else if (kind === '`') result += part(text, 0, place);
      else if (kind === "'") result += part(text, place + matched.length);
      else result += '$' + kind;
      rest = at + 2;
    }
  }

  function replaced(text, matched, place, replacement) {
    if (typeof replacement === 'function') {
      return `${apply(replacement, undefined, [matched, place, text])}`;
    }
    return substituted(text, matched, place, replacement);
  }

  function clamped(value, length) {
    const number = +value;
    if (!(number > 0)) return 0;
    return number > length ? length : number - number % 1;
  }

  return {
    includes(sought, start) {
      return find(this, sought, clamped(start, this.length)) !== -1;
    },

    indexOf(sought, start) {
      return find(this, sought, clamped(start, this.length));
    },

    lastIndexOf(sought, start) {
      const number = +start;
      const from = number !== number ? this.length : clamped(number, this.length);
      return findLast(this, sought, from);
    },

    localeCompare(other) {
      const left = normalized(this, 'NFC');
      const right = normalized(other, 'NFC');
      const length = left.length < right.length ? left.length : right.length;
      for (let index = 0; index < length; index += 1) {
        const difference = apply(codePointAt, left, [index]) - apply(codePointAt, right, [index]);
        if (difference !== 0) return difference < 0 ? -1 : 1;
      }
      if (left.length === right.length) return 0;
      return left.length < right.length ? -1 : 1;
    },

    normalize(form) {
      const name = form === undefined ? 'NFC' : `${form}`;
      // It says what it thinks of the name.
      apply(normalize, '', [name]);
      return normalized(this, name);
    },

    replace(sought, replacement) {
      const by = typeof replacement === 'function' ? replacement : `${replacement}`;
      const at = find(this, sought, 0);
      if (at === -1) return this;
      return part(this, 0, at) + replaced(this, sought, at, by) + part(this, at + sought.length);
    },

    replaceAll(sought, replacement) {
      const by = typeof replacement === 'function' ? replacement : `${replacement}`;
      const step = sought.length > 1 ? sought.length : 1;
      let result = '';
      let rest = 0;
      let at = find(this, sought, 0);
      while (at !== -1) {
        result += part(this, rest, at) + replaced(this, sought, at, by);
        rest = at + sought.length;
        at = at + step > this.length ? -1 : find(this, sought, at + step);
      }
      return result + part(this, rest);
    },

    split(separator, limit) {
      const most = limit === undefined ? 2 ** 32 - 1 : limit >>> 0;
      const result = [];
      let rest = 0;
      let count = 0;
      const add = (text) => {
        define(result, count, { __proto__: null, value: text, writable: true, enumerable: true, configurable: true });
        count += 1;
      };
      if (most === 0) return result;
      for (let at = find(this, separator, 0); at !== -1; at = find(this, separator, rest)) {
        add(part(this, rest, at));
        if (count >= most) return result;
        rest = at + separator.length;
      }
      add(part(this, rest));
      return result;
    },

    raw(template) {
      if (template === undefined || template === null) throw new PlainTypeError('cannot convert to object');
      const parts = object(template).raw;
      if (parts === undefined || parts === null) throw new PlainTypeError('cannot convert to object');
      const literals = object(parts);
      const length = +literals.length;
      let text = '';
      for (let index = 0; index + 1 <= length && index < 2 ** 53 - 1; index += 1) {
        if (index > 0 && index < arguments.length) text += `${arguments[index]}`;
        text += `${literals[index]}`;
      }
      return text;
    },
  };
})
