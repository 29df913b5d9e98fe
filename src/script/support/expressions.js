// The debugger's expressions: conditions of breakpoints, and what is asked of a frame. The debugger's `half` of the
// script thread hands over its activations and what calls functions of the script's; `run` evaluates a text.
// This is loaded at the first of them. Scripts may have changed all that is global by then: what is
// used of that is in the `kit`, which was taken before they ran.
(function (native, loader, half, kit, run) {
  'use strict';

  const { hooks, readers, blocks, lates, scopeOf, functionOf, parentOf, guard, deaf, asked } = half;
  const { apply, define, evaluateText, parse, prototypeOf, setPrototype, PlainError, Unset, WrongType } = kit;
  const unset = Unset.prototype;

  // Kinds of readers.
  const OF_BLOCK = 0;
  const OF_FUNCTION = 1;
  const OF_PLACE = 2;

  // Out of reach of what scripts do to `Array.prototype`.
  function bare(list) {
    setPrototype(list, null);
    return list;
  }

  // --- variables

  // How many variables are still to be passed; fewer than none when the right one was met.
  let left = 0;
  let setting = false;
  let met;

  // To end a visit early would cost more than the rest of it does: a piece of a reader is short.
  function visit(value) {
    left -= 1;
    if (left !== -1) return value;
    if (setting) return met;
    met = value;
    return value;
  }

  // Visits the variable of that number and name. Whatever is amiss with those behind it doesn't matter; one before it
  // has no value if it has none.
  function seek(reader, number, name) {
    let piece = reader;
    left = number;
    if (typeof reader === 'object') {
      let at = reader.length - 2;
      while (reader[at] > number) at -= 2;
      left -= reader[at];
      piece = reader[at + 1];
    }
    try {
      piece(visit);
    } catch (error) {
      if (left >= 0) throw prototypeOf(error) === unset ? new Unset(name + ' is not initialized') : error;
    }
  }

  function valueAt(reader, number, name) {
    setting = false;
    seek(reader, number, name);
    const value = met;
    met = undefined;
    return value;
  }

  function setAt(reader, number, name, value) {
    setting = true;
    met = value;
    try {
      seek(reader, number, name);
    } finally {
      met = undefined;
    }
  }

  // --- conditions

  function isTrue(module, hook, place, condition) {
    const test = testOf(module, hook, place, condition);
    let why = null;
    if (test.missing !== null) why = test.missing + ' is out of reach';
    else {
      const holds = asked(test);
      if (holds === undefined) why = failureOf(test);
      else if (!holds) {
        forgetReaders(test);
        return false;
      }
    }
    // Nothing of the script's is kept alive by it.
    forgetReaders(test);
    test.value = undefined;
    return why === null ? true : native.doubt(condition, why);
  }

  function failureOf({ kind, value }) {
    if (kind === 1) {
      const told = guard(native.displayTime, () => inspect().errorText(value));
      return told.kind === 0 ? told.value : 'it failed';
    }
    return kind === 4 ? value : 'it took too long';
  }

  function forgetReaders({ list }) {
    for (let i = 0; i < list.length; i += 1) list[i] = undefined;
  }

  // The condition for readers as there are here, as a function if it is an expression, with the
  // readers.
  function testOf(module, hook, place, condition) {
    if (module.tests === undefined) module.tests = { __proto__: null };
    const known = module.tests[hook];
    if (known !== undefined && known.condition === condition) {
      known.frame.place = place;
      if (readsAsBefore(known)) return known;
    }
    const frame = { __proto__: null, module, scope: scopeOf(module, hook), place };
    const found = readersOf(frame);
    const inside = bind(frame, '(' + condition + '\n)', found);
    const compiled = guard(native.conditionTime, () => compile(inside));
    const test = compiled.kind === 0 ? inside : bind(frame, condition, found);
    test.condition = condition;
    test.compiled = compiled.kind === 0 ? compiled.value : undefined;
    test.frame = frame;
    test.list = listOf(found, module);
    for (let i = 0; i < found.length; i += 1) found[i].reader = undefined;
    test.found = found;
    const { compiled: whether, list } = test;
    const isPlain = whether !== undefined && !test.nests && test.set.length === 0;
    const read = (reader, number, name) => valueAt(list[reader], number, name);
    test.ask = isPlain ? () => !!whether(read, undefined, undefined, members) : () => !!call(frame, test, list);
    module.tests[hook] = test;
    return test;
  }

  // Gives a test the readers of its frame, if that has those that another one in the same place had.
  function readsAsBefore({ found, list, frame: { module, place } }) {
    let inner = 0;
    for (let i = 0; i < found.length; i += 1) {
      const { scope, kind } = found[i];
      let reader;
      if (kind === OF_FUNCTION) reader = readers[place];
      else if (kind === OF_BLOCK && blocks[place] !== undefined) reader = blocks[place][scope];
      if (reader === undefined) return false;
      if (kind === OF_FUNCTION) inner = 1;
      list[i] = reader;
    }
    if (inner === 0) return false;
    list[found.length] = module.read;
    return true;
  }

  // --- expressions

  // The readers that a frame has, the innermost first; `haveOf` tells what each of them is, as JSON.
  function readersOf({ module, scope, place }) {
    const found = bare([]);
    const within = functionOf(module, scope);
    if (place !== 0) {
      const entered = scopeOf(module, hooks[place] - module.base);
      const inner = blocks[place];
      for (let at = scope; at >= 0 && functionOf(module, at) === within; at = parentOf(module, at)) {
        const own = inner === undefined ? undefined : inner[at];
        if (own !== undefined) found[found.length] = { reader: own, scope: at, kind: OF_BLOCK };
        if (at === entered && readers[place] !== undefined) {
          found[found.length] = { reader: readers[place], scope: at, kind: OF_FUNCTION };
        }
      }
      const late = lates[place];
      if (late !== undefined) found[found.length] = { reader: late.reader, scope: late.scope, kind: OF_PLACE };
    }
    return found;
  }

  function haveOf(found) {
    let text = '';
    for (let i = 0; i < found.length; i += 1) {
      text += (i === 0 ? '[' : ',[') + found[i].scope + ',' + found[i].kind + ']';
    }
    return '[' + text + ']';
  }

  // Those of the frame, then that of its module.
  function listOf(found, module) {
    const list = bare([]);
    for (let i = 0; i < found.length; i += 1) list[i] = found[i].reader;
    list[list.length] = module.read;
    return list;
  }

  // An expression as it is to be run in a frame.
  function bind(frame, text, found) {
    const bound = parse(native.rebind(frame.module.index, frame.scope, frame.plain !== false, haveOf(found), text));
    setPrototype(bound, null);
    return bound;
  }

  // Members that set variables of the frame.
  function settersOf(bound, list) {
    const setters = { __proto__: null };
    for (let i = 0; i < bound.set.length; i += 1) {
      const { 0: name, 1: reader, 2: number, 3: constant } = bound.set[i];
      const get = () => valueAt(list[reader], number, name);
      const set = (value) => {
        if (constant) throw new WrongType("'" + name + "' is read-only");
        setAt(list[reader], number, name, value);
      };
      define(setters, name, { __proto__: null, get, set });
    }
    return setters;
  }

  // What stands for members that only the script's own code can name, which `access` reads and sets there: `v` is the
  // value, `c` calls it, if it is there.
  const members = {
    __proto__: null,
    // Of an object by a private name.
    p: (access, object) => memberOf(access, object, object),
    // The same where the object may be missing.
    o: (access, object) => (object === undefined || object === null ? undefined : memberOf(access, object, object)),
    // Of a template's page, or what the name means without it.
    g: (name, page, elsewhere) => (isObject(page) && name in page ? page[name] : elsewhere()),
    // The same where it may mean nothing.
    t: (name, page, elsewhere) => {
      if (isObject(page) && name in page) return page[name];
      try {
        return elsewhere();
      } catch {
        return undefined;
      }
    },
    // Of what is above `itself`.
    s: (access, key, itself) => memberOf(access, key, itself),
  };

  function isObject(value) {
    return typeof value === 'object' && value !== null;
  }

  function memberOf(access, place, itself) {
    return {
      __proto__: null,
      get v() {
        return access(0, place);
      },
      set v(value) {
        access(1, place, value);
      },
      get c() {
        const called = access(0, place);
        return called === undefined || called === null ? called : (...given) => apply(called, itself, given);
      },
    };
  }

  // An expression as a function of the readers; throws if it is none.
  function compile(bound) {
    const text = '(function ($haltscope_r, $haltscope_w, $haltscope_e, $haltscope_m) { return ' + bound.text + '\n})';
    return run(bound.strict, undefined, undefined, undefined, undefined, text, evaluateText);
  }

  // Evaluates what was bound, for good or ill.
  function call(frame, bound, list) {
    const nested = bound.nests ? (inner) => (typeof inner === 'string' ? evaluated(frame, inner) : inner) : undefined;
    const setters = bound.set.length === 0 ? undefined : settersOf(bound, list);
    const read = (reader, number, name) => valueAt(list[reader], number, name);
    if (bound.compiled !== undefined) return bound.compiled(read, setters, nested, members);
    return run(bound.strict, read, setters, nested, members, bound.text, evaluateText);
  }

  function evaluated(frame, text) {
    const found = readersOf(frame);
    const bound = bind(frame, text, found);
    if (bound.missing !== null) {
      throw new PlainError(bound.missing + ' is out of reach: ' + whyUnknown(frame));
    }
    return call(frame, bound, listOf(found, frame.module));
  }

  // --- questions

  // Calls what a value shows, within the time that one answer may take.
  function attempt(call) {
    return deaf((answer) => native.attempt(call, answer));
  }

  // Whatever a question runs into, it is answered, and the script doesn't hear of it.
  function answer(frame, command) {
    if (command.name === 'eval') {
      const made = guard(native.questionTime, () => native.answer(inspect().cut(evaluate(frame, command.text))));
      if (made.kind === 2) native.answer('InternalError: no answer in time');
      else if (made.kind !== 0) native.giveUp();
      return;
    }
    // Without a total, what was shown until then is all there is.
    const made = guard(native.questionTime, () => show(frame, command));
    native.page(command.start, made.kind === 0 ? made.value : -1);
  }

  function show(frame, { name, text, start, count }) {
    if (name === 'variables' || text === null) return inspect().variables(frame, start, count, name === 'variables');
    return inspect().membersAt(frame, text, start, count);
  }

  function evaluate(frame, expression) {
    const found = readersOf(frame);
    const bound = bind(frame, expression, found);
    if (bound.missing !== null) {
      return 'InternalError: the value of ' + bound.missing + ' is out of reach here: ' + whyUnknown(frame) + ' ([DEBUGGER EXPR: ' + expression + ']#1)';
    }
    const answer = guard(native.evalTime, () => {
      const result = call(frame, bound, listOf(found, frame.module));
      if (typeof result === 'string') return result;
      return typeof result === 'object' || typeof result === 'function' ? inspect().rawText(result) : inspect().primitiveText(result);
    });
    if (answer.kind === 0) return answer.value;
    let line = 1;
    let message = 'InternalError: the expression ran longer than ' + native.evalTime / 1000 + ' s';
    if (answer.kind === 1) {
      line = lineOf(answer.value);
      message = inspect().errorText(answer.value);
    } else if (answer.kind === 4) message = 'InternalError: ' + answer.value;
    return message + ' ([DEBUGGER EXPR: ' + expression + ']#' + line + ')';
  }

  function whyUnknown({ plain, suspends, place }) {
    if (plain === false) return 'parameters that are being made, fields of classes and bodies of with hide it';
    if (readers[place] !== undefined) return 'its block was not seen to begin, or the function does not use it';
    if (suspends === true) return 'the function waits or yields there, or was entered before there was a breakpoint';
    return 'the function was entered before there was a breakpoint';
  }

  // A script may have made the stack itself.
  function lineOf(error) {
    const told = attempt(() => native.lineOf(error));
    return told.kind === 0 ? told.value : 1;
  }

  // What shows values, once somebody has asked for one.
  let inspection;

  function inspect() {
    if (inspection === undefined) {
      inspection = native.inspection()(native, loader, attempt, { readersOf, haveOf, listOf, valueAt, whyUnknown }, kit);
    }
    return inspection;
  }

  return { isTrue, answer };
})
