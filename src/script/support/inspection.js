// What a halted frame shows: texts, variables, members and object paths.
// `attempt` calls a function of the script's under a deadline, unless such calls have taken too long
// in this answer already; of the debugger's `half`, `readersOf`, `haveOf`, `listOf` and `valueAt` answer what reads
// the variables of a frame, `whyUnknown` why nothing does. Members are handed over one by one: a
// page of long texts may need more memory than the script may have.
// This is loaded at the first question. Scripts may have changed all that is global by then: what is
// used of that is in the `kit`, which was taken before they ran.
(function (native, loader, attempt, half, kit) {
  'use strict';

  const { readersOf, haveOf, listOf, valueAt, whyUnknown } = half;
  const { writtenText, isHarmless } = loader;

  const {
    apply, construct, prototypeOf, setPrototype, describe, ownKeys, has, tag, isArray, isView, parse, text,
    slice, wellFormed, sort, symbolText, bigText, getClass, mapSize, setSize, mapEntries, setValues, nextOfMap, nextOfSet,
    viewLength, world, Box,
  } = kit;

  const LONGEST_TEXT = 1 << 20;
  const LONGEST_WITH_EXTRAS = 10000;
  const EARLY = '<not initialised>';
  const GETTER = '<getter>';

  // Lists and objects of answers are out of reach of a `toJSON` that scripts may have made.
  function bare(list) {
    setPrototype(list, null);
    return list;
  }

  function shown(name, parent, type, value) {
    return { __proto__: null, name: cut(name), parent, type, value };
  }

  // A page that is being shown: so many members from there.
  function pageOf(from, count) {
    return { __proto__: null, from, count, length: 0 };
  }

  function isFull(page) {
    return page.length >= page.count;
  }

  function add(page, { name, parent, type, value, scope }) {
    page.length += 1;
    try {
      native.show(name, parent, type, value, scope);
    } catch (_) {
      native.show(name, parent, type, '<too long for the memory that is left>', scope);
    }
  }

  // --- texts

  function cut(value) {
    const short = value.length > LONGEST_TEXT ? apply(slice, value, [0, LONGEST_TEXT]) : value;
    return apply(wellFormed, short, []);
  }

  // The decimal digits of such a number take the runtime seconds, in which nobody can end it.
  function isLong(value) {
    const size = value < 0n ? -value : value;
    return size >> 32768n !== 0n;
  }

  function inHex(value) {
    const digits = apply(bigText, value < 0n ? -value : value, [16]);
    return (value < 0n ? '-0x' : '0x') + digits;
  }

  function primitiveText(value) {
    if (typeof value === 'symbol') return apply(symbolText, value, []);
    return typeof value === 'bigint' && isLong(value) ? inHex(value) : text(value);
  }

  function classOf(value) {
    // A class of the platform describes itself by its prototype.
    if (typeof value !== 'function') return undefined;
    const own = describe(value, 'prototype');
    const prototype = own && own.value;
    return typeof prototype === 'object' && prototype !== null ? apply(getClass, loader.classes, [prototype]) : undefined;
  }

  // The platform's description of an object's class.
  function platformOf(value) {
    let prototype = prototypeOf(value);
    for (let depth = 0; prototype !== null && depth < 1000; depth += 1) {
      const found = apply(getClass, loader.classes, [prototype]);
      if (found !== undefined) return found;
      prototype = prototypeOf(prototype);
    }
    return undefined;
  }

  function rawText(value) {
    if (value === null) return 'null';
    // A list of XML can be called, and is no function for all that.
    if (typeof value === 'function' && platformOf(value) === undefined) {
      const known = classOf(value);
      return known === undefined ? writtenText(value) : '[JavaClass ' + known.type + ']';
    }
    if (typeof value.toString !== 'function') return apply(tag, value, []);
    const own = value.toString();
    return typeof own === 'string' ? own : text(own);
  }

  function errorText(error) {
    const answer = attempt(() => {
      if (typeof error !== 'object' || error === null) return 'Error: ' + (typeof error === 'symbol' ? primitiveText(error) : text(error));
      if (error.name === undefined && error.message === undefined) return 'Error: ' + text(error);
      const name = error.name === undefined ? 'Error' : text(error.name);
      const message = error.message === undefined ? '' : text(error.message);
      return name + ': ' + message;
    });
    return answer.kind === 0 ? answer.value : 'Error: an error without a text';
  }

  function failureText(answer) {
    if (answer.kind === 1) return '<' + errorText(answer.value) + '>';
    if (answer.kind === 3) return '<not asked: the others took too long>';
    return '<no answer within ' + native.displayTime + ' ms>';
  }

  function valueText(value) {
    if (typeof value === 'string') return cut(value);
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return primitiveText(value);
    const answer = attempt(() => rawText(value));
    return cut(answer.kind === 0 ? answer.value : failureText(answer));
  }

  function typeName(value) {
    if (value === null) return 'null';
    if (typeof value === 'function') {
      const listed = attempt(() => platformOf(value));
      if (listed.kind === 0 && listed.value !== undefined) return text(listed.value.type);
      const known = attempt(() => classOf(value));
      return known.kind === 0 && known.value !== undefined ? 'function' : 'Function';
    }
    if (typeof value !== 'object') return typeof value;
    const answer = attempt(() => {
      const platform = platformOf(value);
      return platform === undefined ? constructorName(value) : text(platform.type);
    });
    return answer.kind === 0 ? answer.value : 'Object';
  }

  function constructorName(value) {
    let holder = value;
    for (let depth = 0; holder !== null && depth < 1000; depth += 1) {
      const own = describe(holder, 'constructor');
      if (own !== undefined) {
        const name = typeof own.value === 'function' ? describe(own.value, 'name') : undefined;
        return name !== undefined && typeof name.value === 'string' && name.value !== '' ? name.value : 'Object';
      }
      holder = prototypeOf(holder);
    }
    return 'Object';
  }

  function member(name, parent, value) {
    return shown(name, parent, typeName(value), valueText(value));
  }

  // --- variables

  // The names that a frame sees: each with where it lives and where its value is kept.
  function namesOf(frame, found) {
    return parse(native.names(frame.module.index, frame.scope, frame.plain !== false, haveOf(found)));
  }

  // The value of a name: { value }, or nothing before its declaration.
  function valueOf(list, reader, number) {
    try {
      return { value: valueAt(list[reader], number) };
    } catch (_) {
      return undefined;
    }
  }

  function globalNames() {
    const names = ownKeys(world);
    const made = bare([]);
    for (let i = 0; i < names.length; i += 1) {
      if (loader.hidden[names[i]] !== true) made[made.length] = names[i];
    }
    return apply(sort, made, []);
  }

  // Shows a page of the frame's variables; answers how many there are.
  function variables(frame, from, count, scoped) {
    const found = readersOf(frame);
    const known = namesOf(frame, found);
    const readers = listOf(found, frame.module);
    const list = bare([]);
    const seen = { __proto__: null };
    for (let i = 0; i < known.length; i += 1) {
      const { 0: name, 1: scope, 2: reader, 3: number } = known[i];
      seen[name] = true;
      const read = reader < 0 ? undefined : valueOf(readers, reader, number);
      // Of a constructor that hasn't called the one above it, there is no `this`.
      if (read === undefined && reader >= 0 && name === 'this') continue;
      list[list.length] = { name, scope, read, isKept: reader >= 0 };
    }
    const globals = globalNames();
    for (let i = 0; i < globals.length; i += 1) {
      if (seen[globals[i]] !== true) list[list.length] = { name: globals[i], scope: 'global' };
    }
    const page = pageOf(from, count);
    for (let i = from; i < list.length && !isFull(page); i += 1) {
      const { name, scope, read, isKept } = list[i];
      let variable;
      if (scope === 'global') variable = own(world, name, '');
      else if (read !== undefined) variable = member(name, '', read.value);
      else variable = shown(name, '', 'undefined', isKept ? EARLY : '<unknown: ' + whyUnknown(frame) + '>');
      if (scoped) variable.scope = scope;
      add(page, variable);
    }
    return list.length;
  }

  // --- members

  function own(object, name, parent) {
    const answer = attempt(() => describe(object, name));
    if (answer.kind !== 0) return shown(name, parent, 'undefined', failureText(answer));
    const property = answer.value;
    if (property !== undefined && !apply(has, property, ['value'])) {
      if (property.get === undefined) return shown(name, parent, 'undefined', '<setter>');
      return shown(name, parent, 'accessor', isBuiltIn(property.get) ? '<built-in getter>' : GETTER);
    }
    return member(name, parent, property === undefined ? undefined : property.value);
  }

  // Whether reading runs no script and changes nothing, as with the runtime's own getters and most of the platform's.
  function isBuiltIn(getter) {
    return native.isAlike(getter, mapSize) || isHarmless(getter);
  }

  function valueRead(name, parent, call) {
    const answer = attempt(call);
    if (answer.kind === 0) return member(name, parent, answer.value);
    return shown(name, parent, 'undefined', failureText(answer));
  }

  // How an object's entries are counted and read, if it has any.
  function entriesOf(object) {
    if (isArray(object)) return { size: object.length, indexed: true };
    if (isView(object)) {
      const size = apply(tag, object, []) === '[object DataView]' ? 0 : apply(viewLength, object, []);
      return { size, indexed: true };
    }
    const kind = apply(tag, object, []);
    if (kind === '[object Arguments]') return { size: object.length, indexed: true };
    if (sizeBy(mapSize, object) !== undefined) return { size: sizeBy(mapSize, object), walk: mapWalk };
    if (sizeBy(setSize, object) !== undefined) return { size: sizeBy(setSize, object), walk: setWalk };
    return { size: 0, indexed: true };
  }

  function sizeBy(getter, object) {
    try {
      return apply(getter, object, []);
    } catch (_) {
      return undefined;
    }
  }

  function mapWalk(map) {
    const iterator = apply(mapEntries, map, []);
    return () => {
      const { value } = apply(nextOfMap, iterator, []);
      return value === undefined ? undefined : { key: value[0], value: value[1] };
    };
  }

  function setWalk(set) {
    const iterator = apply(setValues, set, []);
    return () => apply(nextOfSet, iterator, []).value;
  }

  function isEntry(value) {
    return typeof value === 'object' && value !== null && apply(has, value, ['key']) && apply(has, value, ['value']);
  }

  function entry(index, parent, value) {
    const found = member('[' + index + ']', parent, value);
    if (isEntry(value)) found.value = cut(valueText(value.key) + ' = ' + valueText(value.value));
    return found;
  }

  function isIndex(name, size) {
    const index = +name;
    return index >= 0 && index < size && text(index) === name;
  }

  // Shows a page of an object's members; answers how many there are.
  function listMembers(object, parent, from, count) {
    const known = attempt(() => platformOf(object));
    if (known.kind === 0 && known.value !== undefined) return platformMembers(object, known.value, parent, from, count);
    const shape = attempt(() => entriesOf(object));
    const entries = shape.kind === 0 ? shape.value : { size: 0, indexed: true };
    const names = otherNames(object, entries);
    const page = pageOf(from, count);
    addEntries(page, object, entries, parent);
    for (let i = from > entries.size ? from - entries.size : 0; i < names.length && !isFull(page); i += 1) {
      add(page, own(object, names[i], parent));
    }
    if (names.failure === undefined) return entries.size + names.length;
    if (from <= entries.size && !isFull(page)) add(page, shown('<members>', parent, 'undefined', names.failure));
    return entries.size + 1;
  }

  function addEntries(page, object, entries, parent) {
    const { from, count } = page;
    if (from >= entries.size) return;
    const last = from + count < entries.size ? from + count : entries.size;
    if (entries.indexed === true) {
      for (let i = from; i < last; i += 1) {
        const element = own(object, text(i), parent);
        element.name = '[' + i + ']';
        add(page, element);
      }
      return;
    }
    const next = entries.walk(object);
    for (let i = 0; i < from; i += 1) next();
    for (let i = from; i < last; i += 1) add(page, entry(i, parent, next()));
  }

  function otherNames(object, entries) {
    // The names of a long array's elements aren't worth their copying.
    if (entries.indexed === true && entries.size > LONGEST_WITH_EXTRAS) return [];
    const answer = attempt(() => ownKeys(object));
    const names = answer.kind === 0 ? answer.value : [];
    const list = isArray(object);
    const others = bare([]);
    if (answer.kind !== 0) others.failure = failureText(answer);
    for (let i = 0; i < names.length; i += 1) {
      if (entries.size > 0 && entries.indexed === true && isIndex(names[i], entries.size)) continue;
      if (list && names[i] === 'length') continue;
      others[others.length] = names[i];
    }
    return others;
  }

  function platformSize(object, description) {
    if (typeof description.size !== 'function') return 0;
    const answer = attempt(() => +apply(description.size, description, [object]));
    return answer.kind === 0 && answer.value > 0 ? answer.value : 0;
  }

  // What scripts have set in an object of the platform, or in one that it has its properties from.
  function namesSet(object) {
    const names = bare([]);
    const seen = { __proto__: null };
    let holder = object;
    for (let depth = 0; holder !== null && depth < 1000; depth += 1) {
      if (apply(getClass, loader.classes, [holder]) !== undefined) return names;
      const keys = ownKeys(holder);
      for (let i = 0; i < keys.length; i += 1) {
        if (seen[keys[i]] !== true) names[names.length] = keys[i];
        seen[keys[i]] = true;
      }
      holder = prototypeOf(holder);
    }
    return names;
  }

  function listIn(value) {
    return isArray(value) ? value : [];
  }

  function platformMembers(object, description, parent, from, count) {
    const getters = listIn(description.getters);
    const alters = listIn(description.alters);
    const set = description.own === true ? namesSet(object) : [];
    const size = platformSize(object, description);
    const read = set.length + getters.length;
    const named = read + alters.length;
    const total = named + size;
    const page = pageOf(from, count);
    for (let i = from; i < total && !isFull(page); i += 1) {
      if (i < read) {
        const name = i < set.length ? set[i] : getters[i - set.length];
        add(page, valueRead(name, parent, () => object[name]));
        continue;
      }
      if (i < named) {
        add(page, shown(alters[i - read], parent, 'accessor', GETTER));
        continue;
      }
      const index = i - named;
      const answer = attempt(() => apply(description.at, description, [object, index]));
      const failed = answer.kind !== 0;
      add(page, failed ? shown('[' + index + ']', parent, 'undefined', failureText(answer)) : entry(index, parent, answer.value));
    }
    return total;
  }

  // --- object paths

  // Splits `a[0].b`, also `a.[0].b`; nothing for what is no path.
  function segmentsOf(path) {
    const segments = bare([]);
    let name = '';
    let open = false;
    for (let i = 0; i <= path.length; i += 1) {
      const character = path[i];
      if (open) {
        if (character === undefined) return undefined;
        if (character !== ']') {
          name += character;
          continue;
        }
        if (name === '' || !isIndex(name, 4294967296)) return undefined;
        segments[segments.length] = { name, index: +name, text: '[' + name + ']', end: i + 1 };
        name = '';
        open = false;
      } else if (character === undefined || character === '.' || character === '[') {
        if (name !== '') segments[segments.length] = { name, index: -1, text: name, end: i };
        else if (character === '.' && path[i - 1] !== ']') return undefined;
        name = '';
        open = character === '[';
      } else if (character === ']') return undefined;
      else name += character;
    }
    return segments.length === 0 ? undefined : segments;
  }

  function firstOf(frame, name) {
    const found = readersOf(frame);
    const known = namesOf(frame, found);
    for (let i = 0; i < known.length; i += 1) {
      const { 0: own, 2: reader, 3: number } = known[i];
      if (own === name) return reader < 0 ? undefined : valueOf(listOf(found, frame.module), reader, number);
    }
    const answer = attempt(() => (name in world ? { value: world[name] } : undefined));
    return answer.kind === 0 ? answer.value : undefined;
  }

  // One step along a path: { value }, or undefined where it leads nowhere.
  function follow(value, segment) {
    if (value === null || value === undefined) return undefined;
    const answer = attempt(() => {
      const isHolder = typeof value === 'object' || typeof value === 'function';
      const platform = isHolder && segment.index >= 0 ? platformOf(value) : undefined;
      if ((typeof value === 'object' || platform !== undefined) && segment.index >= 0) {
        if (platform !== undefined && typeof platform.at === 'function') {
          const size = platformSize(value, platform);
          return segment.index < size ? { value: apply(platform.at, platform, [value, segment.index]) } : undefined;
        }
        const entries = entriesOf(value);
        if (entries.walk !== undefined) {
          if (segment.index >= entries.size) return undefined;
          const next = entries.walk(value);
          for (let i = 0; i < segment.index; i += 1) next();
          return { value: next() };
        }
        if (segment.index < entries.size) return { value: value[segment.index] };
      }
      const target = typeof value === 'object' || typeof value === 'function' ? value : construct(Box, [value]);
      return segment.name in target ? { value: value[segment.name] } : undefined;
    });
    return answer.kind === 0 ? answer.value : undefined;
  }

  function membersAt(frame, path, from, count) {
    const segments = segmentsOf(path);
    let found = segments === undefined ? undefined : firstOf(frame, segments[0].name);
    for (let i = 1; found !== undefined && i < segments.length; i += 1) found = follow(found.value, segments[i]);
    if (found !== undefined) {
      const value = found.value;
      if (value !== null && (typeof value === 'object' || typeof value === 'function')) {
        return listMembers(value, path, from, count);
      }
    }
    const last = segments === undefined ? undefined : segments[segments.length - 1];
    const name = last === undefined ? path : last.text;
    const parent = last === undefined || segments.length === 1 ? '' : apply(slice, path, [0, segments[segments.length - 2].end]);
    const leaf =
      found === undefined ? shown(name, parent, 'undefined', 'unresolved') : member(name, parent, found.value);
    if (from === 0 && count > 0) add(pageOf(from, count), leaf);
    return 1;
  }

  return { cut, primitiveText, rawText, errorText, variables, membersAt };
})
