// The debugger's half inside a script thread: activations, step rules, halts and inspection.
// Only what scripts can't change is used at run time: they may replace anything global.
(function (native, loader, run) {
  'use strict';

  const apply = Reflect.apply;
  const set = Reflect.set;
  const setPrototype = Reflect.setPrototypeOf;
  const define = Object.defineProperty;
  const parse = JSON.parse;
  const evaluateText = eval;
  const Bytes = Uint8Array;
  const Numbers = Int32Array;
  const PlainError = Error;
  const describe = Reflect.getOwnPropertyDescriptor;
  const stackOf = describe(PlainError.prototype, 'stack');
  const captureStack = PlainError.captureStackTrace;
  const prototypeOf = Reflect.getPrototypeOf;
  // What the inspection uses of all that is global.
  const kit = {
    __proto__: null, apply, construct: Reflect.construct, prototypeOf, setPrototype, describe,
    ownKeys: Object.getOwnPropertyNames, has: Object.prototype.hasOwnProperty, tag: Object.prototype.toString,
    isArray: Array.isArray, isView: ArrayBuffer.isView, parse, text: String, slice: String.prototype.slice,
    wellFormed: String.prototype.toWellFormed, sort: Array.prototype.sort, symbolText: Symbol.prototype.toString,
    getClass: WeakMap.prototype.get, mapSize: describe(Map.prototype, 'size').get,
    setSize: describe(Set.prototype, 'size').get, mapEntries: Map.prototype.entries, setValues: Set.prototype.values,
    nextOfMap: prototypeOf(new Map().entries()).next, nextOfSet: prototypeOf(new Set().values()).next,
    viewLength: describe(prototypeOf(Bytes.prototype), 'length').get, world: globalThis, Box: Object,
  };

  const HERE = 1;
  const EVERYWHERE = 2;
  const WANTED = 4;
  const FRESH = 8;
  const ROUND = -2;
  const CATCH = -3;
  // What a module is told: of all its functions, and whether it shall tell of entries.
  const ALL = -2;
  const WANTS = -1;
  const RUN = 0;
  const INTO = 1;
  const OVER = 2;
  const OUT = 3;
  // The runtime tells of so many frames at once, with those of this file. From this place of the stack
  // on, every so many activations keep what it told when they began.
  const LONGEST_TRACE = 64;
  const DEEP = 32;
  const STRETCH = 16;
  // Kinds of readers.
  const OF_BLOCK = 0;
  const OF_FUNCTION = 1;
  const OF_PLACE = 2;

  // Out of reach of what scripts do to `Array.prototype`.
  function bare(list) {
    setPrototype(list, null);
    return list;
  }

  const control = new Bytes(native.control());
  const modules = bare([]);
  // Where nothing is armed.
  const NONE = bare([]);

  // Activations by their place on the stack, the outermost at 1: those that began while somebody
  // wanted to know. A place is all that a script holds of its own activation, or an object while
  // it is suspended.
  const hooks = bare([0]);
  // What reads the variables of a function, of its blocks by their scopes, and what does so in the
  // middle of one that was noticed late.
  const readers = bare([undefined]);
  const blocks = { __proto__: null };
  const lates = { __proto__: null };
  let moreCount = 0;
  // What the runtime told of the stack below deep activations.
  const traces = { __proto__: null };
  let top = 0;

  let quiet = false;
  // How many modules are being loaded, and how many of them were begun by the script itself: questions end
  // in the middle.
  let loads = 0;
  let lasting = 0;
  loader.watch((count) => {
    loads = count;
    if (!quiet) lasting = count;
  });
  // Whether all functions are told that they may halt.
  let lit = false;
  let mode = RUN;
  let stepOwner = 0;
  // Where the activation is in which the step began; 0 when it has ended or is suspended.
  let start = 0;
  let suspended;
  // The highest place that was never left since.
  let watermark = 0;
  let startHook = 0;
  let startModule;
  let startLine = 0;
  let skipped = false;

  // --- activations

  // All activations from this place upwards have ended.
  function drop(place) {
    for (; top >= place; top -= 1) forget(top);
    if (place <= watermark) sink(place);
  }

  function sink(place) {
    watermark = place - 1;
    if (start > watermark) start = 0;
  }

  function forget(place) {
    readers[place] = undefined;
    if (moreCount === 0) return;
    if (blocks[place] !== undefined) {
      blocks[place] = undefined;
      moreCount -= 1;
    }
    if (lates[place] !== undefined) {
      lates[place] = undefined;
      moreCount -= 1;
    }
  }

  function push(id, reader) {
    top += 1;
    hooks[top] = id;
    readers[top] = reader;
    if (top <= watermark || top >= DEEP) risen();
    return top;
  }

  function risen() {
    if (top <= watermark) sink(top);
    if (top >= DEEP && top % STRETCH === 0) traces[top] = trace();
  }

  function leave(place) {
    // Most activations are the innermost one, of which no more than this is known.
    if (place === top && place > watermark && moreCount === 0) {
      readers[place] = undefined;
      top -= 1;
    } else if (typeof place === 'number' && top >= place) drop(place);
  }

  function suspend(place) {
    if (typeof place !== 'number') return place;
    const before = start;
    const rest = { hook: hooks[place], reader: readers[place], blocks: blocks[place], late: lates[place] };
    leave(place);
    if (before === place) suspended = rest;
    return rest;
  }

  function revive(activation) {
    if (typeof activation === 'number') return activation;
    const place = push(activation.hook, activation.reader);
    if (activation.blocks !== undefined) {
      blocks[place] = activation.blocks;
      moreCount += 1;
    }
    if (activation.late !== undefined) {
      lates[place] = activation.late;
      moreCount += 1;
    }
    if (suspended === activation) {
      suspended = undefined;
      start = place;
      watermark = place;
    }
    return place;
  }

  // The activation is the innermost one, whatever ended without a word.
  function settle(activation) {
    if (typeof activation !== 'number') return revive(activation);
    if (top > activation) drop(activation + 1);
    return activation;
  }

  function block(module, hook, activation, reader) {
    const place = activation === undefined ? push(module.base + hook, undefined) : settle(activation);
    if (blocks[place] === undefined) {
      blocks[place] = { __proto__: null };
      moreCount += 1;
    }
    blocks[place][scopeOf(module, hook)] = reader;
    return place;
  }

  // A function that was entered before anybody wanted to know is known from here on.
  function notice(module, hook, place, reader) {
    if (readers[place] !== undefined) return;
    if (lates[place] === undefined) moreCount += 1;
    lates[place] = { scope: scopeOf(module, hook), reader };
  }

  function moduleAt(place) {
    let index = modules.length - 1;
    while (modules[index].base > hooks[place]) index -= 1;
    return modules[index];
  }

  // --- the tables of a module: after the numbers of its hooks and of its scopes the hooks' kinds, lines and
  // scopes, then the scopes' parents and functions; most modules are never asked for theirs

  function numbersOf(module) {
    if (module.numbers === undefined) module.numbers = new Numbers(native.tables(module.index));
    return module.numbers;
  }

  function kindOf(module, hook) {
    return numbersOf(module)[2 + hook];
  }

  function lineOf(module, hook) {
    return numbersOf(module)[2 + module.size + hook];
  }

  function scopeOf(module, hook) {
    return numbersOf(module)[2 + 2 * module.size + hook];
  }

  function parentOf(module, scope) {
    return numbersOf(module)[2 + 3 * module.size + scope];
  }

  function functionOf(module, scope) {
    const numbers = numbersOf(module);
    return numbers[2 + 3 * module.size + numbers[1] + scope];
  }

  // --- step rules

  function isNewLine(module, hook) {
    const kind = kindOf(module, hook);
    if (kind >= 0 && module === startModule && kind === startHook && !skipped) {
      // The first round belongs to the loop's own line, at which the step began.
      skipped = true;
      return false;
    }
    return kind >= 0 || kind === ROUND || lineOf(module, hook) !== startLine;
  }

  function isStep(module, hook, place) {
    const same = place === start;
    if (mode === INTO) return !same || isNewLine(module, hook);
    const outer = !same && place <= watermark;
    if (mode === OUT) return outer;
    if (same) return isNewLine(module, hook);
    if (start !== 0) return false;
    if (suspended !== undefined || (outer && kindOf(module, hook) === CATCH)) return outer;
    // The function has ended: the thread runs on (section 3.1).
    calm();
    return false;
  }

  function calm() {
    mode = RUN;
    start = 0;
    watermark = 0;
    suspended = undefined;
    native.calm();
    light(false);
  }

  function step(next, owner, module, hook, place) {
    mode = next;
    stepOwner = owner;
    start = place;
    watermark = place;
    suspended = undefined;
    startModule = module;
    startHook = hook;
    startLine = lineOf(module, hook);
    skipped = false;
    native.alert();
    light(true);
  }

  // --- what tells the functions whether they may halt

  // All of them while the thread steps, else those in which something is armed.
  function light(everywhere) {
    lit = everywhere;
    for (let i = 0; i < modules.length; i += 1) arm(modules[i]);
  }

  function arm(module) {
    const { set, armed, wanted } = module;
    set(ALL, lit);
    set(WANTS, lit || wanted);
    for (let i = 0; !lit && i < armed.length; i += 1) set(armed[i], true);
  }

  function learnArmed(module) {
    const told = parse(native.armed(module.index));
    module.wanted = told[0];
    module.armed = told[1].length === 0 ? NONE : bare(told[1]);
  }

  // Breakpoints have changed; called in the middle of whatever the script does.
  function update() {
    for (let i = 0; i < modules.length; i += 1) {
      learnArmed(modules[i]);
      arm(modules[i]);
    }
  }

  function probe(module, hook, activation, reader) {
    const place = activation === undefined ? push(module.base + hook, undefined) : settle(activation);
    if (reader !== undefined && reader !== 0) notice(module, hook, place, reader);
    if (control[0] !== 0) native.terminate();
    const bits = module[hook];
    if ((bits & WANTED) !== 0) native.satisfied(module.index, hook);
    if (quiet) return place;
    if ((bits & EVERYWHERE) !== 0 && mode !== RUN && isStep(module, hook, place)) {
      halt(stepOwner, module, hook, place);
    } else if ((bits & HERE) !== 0) {
      const owner = holder(module, hook, place);
      if (owner !== undefined) halt(owner, module, hook, place);
    }
    return place;
  }

  // Whose breakpoint holds here, the first to have attached.
  function holder(module, hook, place) {
    if ((module[hook] & FRESH) !== 0) {
      if (module.hits === undefined) module.hits = { __proto__: null };
      module.hits[hook] = parse(native.hits(module.index, hook));
    }
    const hits = module.hits[hook];
    for (let i = 0; i < hits.length; i += 1) {
      const condition = hits[i].condition;
      if (condition === null || isTrue(module, hook, place, condition)) return hits[i].owner;
    }
    return undefined;
  }

  function isTrue(module, hook, place, condition) {
    const test = testOf(module, hook, place, condition);
    let why = null;
    if (test.missing !== null) why = test.missing + ' is out of reach';
    else {
      const before = quiet;
      const height = top;
      quiet = true;
      const holds = native.holds(test.ask, test);
      quiet = before;
      if (top > height) drop(height + 1);
      if (holds === undefined) {
        if (loads > lasting) loader.giveUp(lasting);
        why = failureOf(test);
      } else if (!holds) {
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
    test.ask = isPlain ? () => !!whether(list) : () => !!call(frame, test, list);
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
      list[i] = typeof reader === 'object' ? whole(reader) : reader;
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
    for (let i = 0; i < found.length; i += 1) list[i] = whole(found[i].reader);
    list[list.length] = module.read;
    return list;
  }

  // A reader of many variables comes in pieces.
  function whole(reader) {
    if (typeof reader !== 'object') return reader;
    const { 0: count, 1: piece } = reader;
    return (number, value) => reader[2 + ((number % count) / piece | 0)](number, value);
  }

  // An expression as it is to be run in a frame.
  function bind(frame, text, found) {
    const bound = parse(native.rebind(frame.module.index, frame.scope, haveOf(found), text));
    setPrototype(bound, null);
    return bound;
  }

  // Members that set variables of the frame.
  function settersOf(bound, list) {
    const setters = { __proto__: null };
    for (let i = 0; i < bound.set.length; i += 1) {
      const { 0: name, 1: reader, 2: number, 3: count } = bound.set[i];
      const get = () => list[reader](number);
      const set = (value) => {
        list[reader](number + count, value);
      };
      define(setters, name, { __proto__: null, get, set });
    }
    return setters;
  }

  // An expression as a function of the readers; throws if it is none.
  function compile(bound) {
    const text = '(function ($haltscope_r, $haltscope_w, $haltscope_e) { return ' + bound.text + '\n})';
    return run(bound.strict, undefined, undefined, undefined, text, evaluateText);
  }

  // Evaluates what was bound, for good or ill.
  function call(frame, bound, list) {
    const nested = bound.nests ? (inner) => (typeof inner === 'string' ? evaluated(frame, inner) : inner) : undefined;
    const setters = bound.set.length === 0 ? undefined : settersOf(bound, list);
    if (bound.compiled !== undefined) return bound.compiled(list, setters, nested);
    return run(bound.strict, list, setters, nested, bound.text, evaluateText);
  }

  function evaluated(frame, text) {
    const found = readersOf(frame);
    const bound = bind(frame, text, found);
    if (bound.missing !== null) {
      throw new PlainError(bound.missing + ' is out of reach: the function was entered before there was a breakpoint');
    }
    return call(frame, bound, listOf(found, frame.module));
  }

  // --- halts

  // Calls a function of the script's, deaf to breakpoints. What ends it in the middle ends what it has begun.
  function deaf(make) {
    const before = quiet;
    const height = top;
    quiet = true;
    const answer = { __proto__: null, kind: 0, value: undefined };
    make(answer);
    quiet = before;
    if (top > height) drop(height + 1);
    if (loads > lasting) loader.giveUp(lasting);
    return answer;
  }

  // The same under a deadline.
  function guard(limit, call) {
    return deaf((answer) => native.guard(limit, call, answer));
  }

  // The same for what a value shows, within the time that one answer may take.
  function attempt(call) {
    return deaf((answer) => native.attempt(call, answer));
  }

  function halt(owner, module, hook, place) {
    if (!native.admits(owner)) {
      calm();
      return;
    }
    const frames = framesOf(module, hook, place);
    tell(frames);
    native.halt(owner);
    if (mode !== RUN) calm();
    for (;;) {
      const command = parse(native.next());
      const name = command.name;
      if (name === 'resume') break;
      const next = name === 'into' ? INTO : name === 'over' ? OVER : name === 'out' ? OUT : RUN;
      if (next !== RUN) {
        step(next, owner, module, hook, place);
        break;
      }
      if (command.frame >= frames.length) native.refuse();
      else answer(frames[command.frame], command);
    }
    native.go();
    if (native.changed()) update();
  }

  // Whatever a question runs into, it is answered, and the script doesn't hear of it.
  function answer(frame, command) {
    if (command.name === 'eval') {
      const made = guard(native.questionTime, () => native.answer(inspect().cut(evaluate(frame, command.text))));
      if (made.kind === 1) native.answer('InternalError: out of memory');
      if (made.kind === 2) native.answer('InternalError: no answer in time');
      return;
    }
    // Without a total, what was shown until then is all there is.
    const made = guard(native.questionTime, () => show(frame, command));
    native.page(command.start, made.kind === 0 ? made.value : -1);
  }

  // The runtime's own account of the stack, whatever scripts made of it.
  function trace() {
    const limit = PlainError.stackTraceLimit;
    const prepare = PlainError.prepareStackTrace;
    // Scripts may have frozen it; then the account is as long as they let it be.
    set(PlainError, 'stackTraceLimit', LONGEST_TRACE);
    set(PlainError, 'prepareStackTrace', undefined);
    const account = apply(stackOf.get, new PlainError(), []);
    set(PlainError, 'stackTraceLimit', limit);
    set(PlainError, 'prepareStackTrace', prepare);
    return account;
  }

  // All frames, the innermost first, each with its activation if that is known.
  function framesOf(module, hook, place) {
    const account = trace();
    const found = bare(typeof account === 'string' ? parse(native.frames(account)) : []);
    const frames = bare([]);
    if (found.length === 0) return framesByActivation(module, hook, place);
    let known = place;
    let below = found;
    for (let i = 0; i < below.length; i += 1) {
      const frame = below[i];
      setPrototype(frame, null);
      if (frames.length === 0) {
        frame.module = module.index;
        frame.scope = scopeOf(module, hook);
        frame.line = lineOf(module, hook);
        frame.plain = true;
      }
      frame.module = modules[frame.module];
      frame.place = activationOf(frame, known);
      frames[frames.length] = frame;
      if (frame.place === 0) continue;
      known = frame.place - 1;
      const kept = frame.place >= DEEP && frame.place % STRETCH === 0 ? traces[frame.place] : undefined;
      if (typeof kept !== 'string') continue;
      // Whoever has called it still stands where it stood then; its own frame comes first there.
      below = bare(parse(native.frames(kept)));
      i = 0;
    }
    return frames;
  }

  // The place of a frame's activation, at most `known`; 0 if nobody kept it.
  function activationOf(frame, known) {
    // What sets the fields of a class is no activation of its own.
    if (frame.plain !== true) return 0;
    let place = known;
    while (place > 0 && !isOf(place, frame.module, functionOf(frame.module, frame.scope))) place -= 1;
    return place;
  }

  // While a script makes the text of a stack, the runtime gives no account of it: then the callers are
  // where they began.
  function framesByActivation(module, hook, innermost) {
    const frames = bare([{ __proto__: null, module, scope: scopeOf(module, hook), line: lineOf(module, hook), name: null, place: innermost }]);
    for (let place = innermost - 1; place > 0; place -= 1) {
      const caller = moduleAt(place);
      const entry = hooks[place] - caller.base;
      frames[frames.length] = { __proto__: null, module: caller, scope: scopeOf(caller, entry), line: lineOf(caller, entry), name: null, place };
    }
    return frames;
  }

  // One by one: what makes a text of a list may run into what scripts made of indices.
  function tell(frames) {
    for (let i = 0; i < frames.length; i += 1) {
      const { module, name, line, scope } = frames[i];
      native.frame(module.index, scope, line, name);
    }
  }

  function isOf(place, module, code) {
    const hook = hooks[place] - module.base;
    return moduleAt(place) === module && functionOf(module, scopeOf(module, hook)) === code;
  }

  function show(frame, { name, text, start, count }) {
    if (name === 'variables' || text === null) return inspect().variables(frame, start, count, name === 'variables');
    return inspect().membersAt(frame, text, start, count);
  }

  function evaluate(frame, expression) {
    const found = readersOf(frame);
    const bound = bind(frame, expression, found);
    if (bound.missing !== null) {
      return 'InternalError: the value of ' + bound.missing + ' is out of reach here: the function was entered before there was a breakpoint ([DEBUGGER EXPR: ' + expression + ']#1)';
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
      line = native.lineOf(answer.value);
      message = inspect().errorText(answer.value);
    } else if (answer.kind === 4) message = 'InternalError: ' + answer.value;
    return message + ' ([DEBUGGER EXPR: ' + expression + ']#' + line + ')';
  }

  // What shows values, once somebody has asked for one.
  let inspection;

  function inspect() {
    if (inspection === undefined) {
      inspection = native.inspection()(native, loader, attempt, { readersOf, haveOf, listOf }, kit);
    }
    return inspection;
  }

  // --- scripts see their own columns in stacks

  function asWritten(account) {
    return typeof account === 'string' ? native.columns(account) : account;
  }

  const watching = {
    get stack() {
      return asWritten(apply(stackOf.get, this, []));
    },
    captureStackTrace(target, above) {
      apply(captureStack, PlainError, [target, typeof above === 'function' ? above : watching.captureStackTrace]);
      const own = describe(target, 'stack');
      if (own !== undefined && typeof own.value === 'string') {
        own.value = asWritten(own.value);
        define(target, 'stack', own);
      }
    },
    getColumnNumber() {
      const column = apply(columnOfSite, this, []);
      const file = apply(fileOfSite, this, []);
      if (typeof column !== 'number' || typeof file !== 'string') return column;
      return native.column(file, apply(lineOfSite, this, []), column);
    },
  };
  define(PlainError.prototype, 'stack', {
    get: describe(watching, 'stack').get,
    set: stackOf.set,
    configurable: true,
    enumerable: false,
  });
  function replace(object, name) {
    const own = describe(object, name);
    own.value = watching[name];
    define(object, name, own);
  }
  replace(PlainError, 'captureStackTrace');
  const sites = (() => {
    PlainError.prepareStackTrace = (_, list) => list;
    const list = apply(stackOf.get, new PlainError(), []);
    PlainError.prepareStackTrace = undefined;
    return prototypeOf(list[0]);
  })();
  const columnOfSite = sites.getColumnNumber;
  const lineOfSite = sites.getLineNumber;
  const fileOfSite = sites.getFileName;
  replace(sites, 'getColumnNumber');

  // --- what instrumented scripts call

  // What `push` does, without a call of it.
  function enter(module, hook, reader) {
    top += 1;
    hooks[top] = module.base + hook;
    readers[top] = reader;
    if (top <= watermark || top >= DEEP) risen();
    return top;
  }

  function begin(module, reader) {
    module.read = whole(reader);
    return push(module.base, reader);
  }

  // `setter` sets the module's variables that tell its functions whether they may halt.
  function connect(module, setter) {
    module.set = setter;
    if (native.changed()) {
      update();
      return;
    }
    learnArmed(module);
    arm(module);
  }

  return {
    // The helpers of an instrumented script. A module is the bytes that arm its hooks, with what is known of
    // it besides: it takes part in all its calls, so that the helpers can be the same for all modules.
    load(index, flags, size) {
      const last = modules[index - 1];
      const module = new Bytes(flags);
      setPrototype(module, null);
      module.index = index;
      module.base = last === undefined ? 1 : last.base + last.size;
      module.size = size;
      module.numbers = undefined;
      module.hits = undefined;
      module.tests = undefined;
      module.read = 0;
      module.wanted = false;
      module.armed = NONE;
      module.set = undefined;
      modules[index] = module;
      return [module, probe, enter, leave, block, suspend, revive, settle, begin, connect];
    },
    update,
  };
})
