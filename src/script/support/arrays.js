// Methods of arrays as the language defines them, step by step. The runtime's own ones do the same
// without looking at the time: they serve small arrays, these serve whatever else has a length.
(function (kit) {
  'use strict';

  const {
    apply, ceil, define, floor, isArray, object, PlainArray, PlainTypeError, speciesSymbol, spreadableSymbol,
  } = kit;
  const LONGEST = 2 ** 53 - 1;

  function isObject(value) {
    return (typeof value === 'object' && value !== null) || typeof value === 'function';
  }

  function toObject(value) {
    if (value === undefined || value === null) throw new PlainTypeError('cannot convert to object');
    return object(value);
  }

  function toInteger(value) {
    const number = +value;
    if (number !== number) return 0;
    return (number < 0 ? ceil(number) : floor(number)) + 0;
  }

  function lengthOf(source) {
    const length = toInteger(source.length);
    if (length <= 0) return 0;
    return length > LONGEST ? LONGEST : length;
  }

  function relative(value, length) {
    const index = toInteger(value);
    if (index < 0) return index + length > 0 ? index + length : 0;
    return index > length ? length : index;
  }

  function create(target, key, value) {
    define(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }

  function madeFrom(original, length) {
    let maker;
    if (isArray(original)) {
      maker = original.constructor;
      if (isObject(maker)) {
        maker = maker[speciesSymbol];
        if (maker === null) maker = undefined;
      }
    }
    return maker === undefined ? new PlainArray(length) : new maker(length);
  }

  function isSpreadable(value) {
    if (!isObject(value)) return false;
    const spreadable = value[spreadableSymbol];
    return spreadable === undefined ? isArray(value) : !!spreadable;
  }

  function mustBeFunction(value) {
    if (typeof value !== 'function') throw new PlainTypeError('not a function');
  }

  function checkLength(length) {
    if (length > LONGEST) throw new PlainTypeError('Array too long');
  }

  /** Moves one element, or its absence. */
  function move(target, from, to) {
    if (from in target) target[to] = target[from];
    else delete target[to];
  }

  function joined(target, length, separator, textOf) {
    let text = '';
    for (let index = 0; index < length; index += 1) {
      if (index > 0) text += separator;
      const value = target[index];
      if (value !== undefined && value !== null) text += textOf(value);
    }
    return text;
  }

  /** What `flat` and `flatMap` put one after another. */
  function flatten(target, source, length, start, depth, mapper, self) {
    let at = start;
    for (let index = 0; index < length; index += 1) {
      if (!(index in source)) continue;
      let value = source[index];
      if (mapper !== undefined) value = apply(mapper, self, [value, index, source]);
      if (depth > 0 && isArray(value)) {
        at = flatten(target, value, lengthOf(value), at, depth - 1);
      } else {
        if (at >= LONGEST) throw new PlainTypeError('Array too long');
        create(target, at, value);
        at += 1;
      }
    }
    return at;
  }

  /** The elements that are there, undefined ones last and only counted. */
  function present(source, length) {
    const values = [];
    let count = 0;
    let missing = 0;
    for (let index = 0; index < length; index += 1) {
      if (!(index in source)) continue;
      const value = source[index];
      if (value === undefined) {
        missing += 1;
      } else {
        create(values, count, value);
        count += 1;
      }
    }
    return { values, count, missing };
  }

  /** Sorts in place, equal ones in their order, by runs that double. */
  function mergeSort(values, count, isAfter) {
    let from = values;
    let to = [];
    for (let index = 0; index < count; index += 1) create(to, index, undefined);
    for (let width = 1; width < count; width *= 2) {
      for (let start = 0; start < count; start += 2 * width) {
        merge(from, to, start, start + width < count ? start + width : count,
          start + 2 * width < count ? start + 2 * width : count, isAfter);
      }
      const sorted = to;
      to = from;
      from = sorted;
    }
    return from;
  }

  function merge(from, to, start, middle, end, isAfter) {
    let left = start;
    let right = middle;
    for (let at = start; at < end; at += 1) {
      const takesLeft = left < middle && (right >= end || !isAfter(from[left], from[right]));
      to[at] = takesLeft ? from[left] : from[right];
      if (takesLeft) left += 1;
      else right += 1;
    }
  }

  function sortedBy(compare, values, count) {
    if (compare !== undefined) {
      return mergeSort(values, count, (left, right) => apply(compare, undefined, [left, right]) > 0);
    }
    const named = [];
    for (let index = 0; index < count; index += 1) {
      create(named, index, { __proto__: null, text: `${values[index]}`, value: values[index] });
    }
    const sorted = mergeSort(named, count, (left, right) => left.text > right.text);
    for (let index = 0; index < count; index += 1) values[index] = sorted[index].value;
    return values;
  }

  return {
    concat() {
      const self = toObject(this);
      const result = madeFrom(self, 0);
      let at = 0;
      for (let item = -1; item < arguments.length; item += 1) {
        const value = item < 0 ? self : arguments[item];
        if (isSpreadable(value)) {
          const length = lengthOf(value);
          if (at + length > LONGEST) throw new PlainTypeError('Array too long');
          for (let index = 0; index < length; index += 1, at += 1) {
            if (index in value) create(result, at, value[index]);
          }
        } else {
          if (at >= LONGEST) throw new PlainTypeError('Array too long');
          create(result, at, value);
          at += 1;
        }
      }
      result.length = at;
      return result;
    },

    copyWithin(target, start, end) {
      const self = toObject(this);
      const length = lengthOf(self);
      let to = relative(target, length);
      let from = relative(start, length);
      const last = end === undefined ? length : relative(end, length);
      const count = last - from < length - to ? last - from : length - to;
      const forwards = !(from < to && to < from + count);
      if (!forwards) {
        from += count - 1;
        to += count - 1;
      }
      for (let left = count; left > 0; left -= 1) {
        move(self, from, to);
        from += forwards ? 1 : -1;
        to += forwards ? 1 : -1;
      }
      return self;
    },

    fill(value, start, end) {
      const self = toObject(this);
      const length = lengthOf(self);
      const from = relative(start, length);
      const to = end === undefined ? length : relative(end, length);
      for (let index = from; index < to; index += 1) self[index] = value;
      return self;
    },

    flat(depth) {
      const self = toObject(this);
      const length = lengthOf(self);
      const levels = depth === undefined ? 1 : toInteger(depth);
      const result = madeFrom(self, 0);
      flatten(result, self, length, 0, levels);
      return result;
    },

    flatMap(mapper, argument) {
      const self = toObject(this);
      const length = lengthOf(self);
      mustBeFunction(mapper);
      const result = madeFrom(self, 0);
      flatten(result, self, length, 0, 1, mapper, argument);
      return result;
    },

    join(separator) {
      const self = toObject(this);
      const length = lengthOf(self);
      const between = separator === undefined ? ',' : `${separator}`;
      return joined(self, length, between, (value) => `${value}`);
    },

    reverse() {
      const self = toObject(this);
      const length = lengthOf(self);
      const middle = floor(length / 2);
      for (let lower = 0; lower < middle; lower += 1) {
        const upper = length - 1 - lower;
        const hasLower = lower in self;
        const low = hasLower ? self[lower] : undefined;
        const hasUpper = upper in self;
        const high = hasUpper ? self[upper] : undefined;
        if (hasUpper) self[lower] = high;
        else if (hasLower) delete self[lower];
        if (hasLower) self[upper] = low;
        else if (hasUpper) delete self[upper];
      }
      return self;
    },

    shift() {
      const self = toObject(this);
      const length = lengthOf(self);
      if (length === 0) {
        self.length = 0;
        return undefined;
      }
      const first = self[0];
      for (let index = 1; index < length; index += 1) move(self, index, index - 1);
      delete self[length - 1];
      self.length = length - 1;
      return first;
    },

    slice(start, end) {
      const self = toObject(this);
      const length = lengthOf(self);
      const from = relative(start, length);
      const to = end === undefined ? length : relative(end, length);
      const result = madeFrom(self, to > from ? to - from : 0);
      let at = 0;
      for (let index = from; index < to; index += 1, at += 1) {
        if (index in self) create(result, at, self[index]);
      }
      result.length = at;
      return result;
    },

    sort(compare) {
      if (compare !== undefined) mustBeFunction(compare);
      const self = toObject(this);
      const length = lengthOf(self);
      const { values, count, missing } = present(self, length);
      const sorted = sortedBy(compare, values, count);
      for (let index = 0; index < count; index += 1) self[index] = sorted[index];
      for (let index = count; index < count + missing; index += 1) self[index] = undefined;
      for (let index = count + missing; index < length; index += 1) {
        if (index in self) delete self[index];
      }
      return self;
    },

    splice(start, deleted) {
      const self = toObject(this);
      const length = lengthOf(self);
      const from = relative(start, length);
      const added = arguments.length > 2 ? arguments.length - 2 : 0;
      let removed = 0;
      if (arguments.length === 1) {
        removed = length - from;
      } else if (arguments.length > 1) {
        const wanted = toInteger(deleted);
        removed = wanted < 0 ? 0 : wanted > length - from ? length - from : wanted;
      }
      checkLength(length + added - removed);
      const result = madeFrom(self, removed);
      for (let index = 0; index < removed; index += 1) {
        if (from + index in self) create(result, index, self[from + index]);
      }
      result.length = removed;
      if (added < removed) {
        for (let index = from; index < length - removed; index += 1) move(self, index + removed, index + added);
        for (let index = length; index > length - removed + added; index -= 1) delete self[index - 1];
      } else if (added > removed) {
        for (let index = length - removed; index > from; index -= 1) {
          move(self, index + removed - 1, index + added - 1);
        }
      }
      for (let index = 0; index < added; index += 1) self[from + index] = arguments[index + 2];
      self.length = length - removed + added;
      return result;
    },

    toLocaleString() {
      const self = toObject(this);
      return joined(self, lengthOf(self), ',', (value) => `${value.toLocaleString()}`);
    },

    unshift() {
      const self = toObject(this);
      const length = lengthOf(self);
      const added = arguments.length;
      if (added > 0) {
        checkLength(length + added);
        for (let index = length; index > 0; index -= 1) move(self, index - 1, index + added - 1);
        for (let index = 0; index < added; index += 1) self[index] = arguments[index];
      }
      self.length = length + added;
      return length + added;
    },
  };
})
