// The debugger's half inside a script thread: activations, step rules and halts. Expressions are in a script of
// their own, which is loaded when there is one.
// Only what scripts can't change is used at run time: they may replace anything global.
(function (native, loader) {
  'use strict';

  const apply = Reflect.apply;
  const set = Reflect.set;
  const setPrototype = Reflect.setPrototypeOf;
  const define = Object.defineProperty;
  const parse = JSON.parse;
  const Bytes = Uint8Array;
  const Numbers = Int32Array;
  const PlainError = Error;
  const describe = Reflect.getOwnPropertyDescriptor;
  const stackOf = describe(PlainError.prototype, 'stack');
  const prototypeOf = Reflect.getPrototypeOf;
  const { iterator: ofIterator, asyncIterator: ofAsyncIterator } = Symbol;
  // What expressions and the inspection use of all that is global.
  const kit = {
    __proto__: null, define, evaluateText: eval, PlainError, WrongType: TypeError, Unset: ReferenceError, apply, construct: Reflect.construct, prototypeOf, setPrototype,
    describe,
    ownKeys: Object.getOwnPropertyNames, has: Object.prototype.hasOwnProperty, tag: Object.prototype.toString,
    isArray: Array.isArray, isView: ArrayBuffer.isView, parse, text: String, slice: String.prototype.slice,
    wellFormed: String.prototype.toWellFormed, sort: Array.prototype.sort, symbolText: Symbol.prototype.toString,
    bigText: BigInt.prototype.toString, getClass: Map.prototype.get, mapSize: describe(Map.prototype, 'size').get,
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
  // The suspended activation that had called the one which a step leads out of.
  let awaited;
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

  // Answers the value that the activation ends with, if it has one.
  function leave(place, value) {
    // Most activations are the innermost one, of which no more than this is known.
    if (place === top && place > watermark && moreCount === 0) {
      readers[place] = undefined;
      top -= 1;
    } else if (typeof place === 'number' && top >= place) drop(place);
    return value;
  }

  function suspend(place) {
    if (typeof place !== 'number') return place;
    const before = start;
    const rest = { hook: hooks[place], reader: readers[place], blocks: blocks[place], late: lates[place], place: 0 };
    leave(place);
    if (before === place) suspended = rest;
    return rest;
  }

  function revive(activation) {
    if (typeof activation === 'number') return activation;
    if (activation.place !== 0) {
      const standing = activation.place;
      activation.place = 0;
      return settle(standing);
    }
    const place = push(activation.hook, activation.reader);
    if (activation.blocks !== undefined) {
      blocks[place] = activation.blocks;
      moreCount += 1;
    }
    if (activation.late !== undefined) {
      lates[place] = activation.late;
      moreCount += 1;
    }
    if (isSame(suspended, activation)) {
      suspended = undefined;
      start = place;
      watermark = place;
    } else if (isSame(awaited, activation)) {
      awaited = undefined;
      watermark = place;
    }
    return place;
  }

  // Whether both were made of the same activation, the readers of which are its own.
  function isSame(one, other) {
    if (one === undefined || one === other) return one === other;
    return one.reader === other.reader && one.reader !== undefined && one.reader !== 0;
  }

  // --- suspended activations from which others are called

  function stand(activation) {
    activation.place = revive(activation);
  }

  function retire(activation) {
    const { place } = activation;
    const begun = start === place;
    const led = start === 0 && watermark === place && suspended === undefined;
    activation.place = 0;
    leave(place);
    if (begun) suspended = activation;
    else if (led) awaited = activation;
  }

  // What a suspended activation goes through. It stands again while that is asked, and until it waits or yields.
  function delegate(activation, iterable) {
    let waits = false;

    // A member that is called; what can't be called the runtime refuses as ever.
    const asking = (object, name, made) => {
      stand(activation);
      const method = object[name];
      if (typeof method === 'function') {
        return (...given) => {
          stand(activation);
          return made(apply(method, object, given));
        };
      }
      retire(activation);
      return method;
    };
    const answered = (result) => {
      if (waits || !isLast(result)) retire(activation);
      return result;
    };
    const iterated = (iterator) => {
      if (!isObject(iterator)) return iterator;
      return {
        __proto__: null,
        get next() {
          return asking(iterator, 'next', answered);
        },
        get return() {
          return asking(iterator, 'return', answered);
        },
        get throw() {
          return asking(iterator, 'throw', answered);
        },
      };
    };
    return {
      __proto__: null,
      get [ofAsyncIterator]() {
        waits = true;
        return asking(iterable, ofAsyncIterator, iterated);
      },
      get [ofIterator]() {
        return asking(iterable, ofIterator, iterated);
      },
    };
  }

  function isObject(value) {
    return (typeof value === 'object' && value !== null) || typeof value === 'function';
  }

  // Whether an iterator's answer is its last one, as far as that can be told without asking the script.
  function isLast(result) {
    if (!isObject(result) || native.isProxy(result)) return false;
    const done = describe(result, 'done');
    return done !== undefined && !!bare(done).value;
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
    awaited = undefined;
    native.calm();
    light(false);
  }

  function step(next, owner, module, hook, place) {
    mode = next;
    stepOwner = owner;
    start = place;
    watermark = place;
    suspended = undefined;
    awaited = undefined;
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
    // Whoever tells a loop's hook on the way into it, or by `continue`, has nothing to hand over.
    if ((bits & WANTED) !== 0 && reader !== undefined) native.satisfied(module.index, hook);
    if (quiet) return place;
    if ((bits & EVERYWHERE) !== 0 && mode !== RUN && isStep(module, hook, place)) {
      halts(stepOwner, module, hook, place);
    } else if ((bits & HERE) !== 0 && !isTooSoon(module, hook, place)) {
      const owner = holder(module, hook, place, NONE);
      if (owner !== undefined) halts(owner, module, hook, place);
    }
    return place;
  }

  // Whoever has a breakpoint that holds here gets the thread, one after the other; it goes on with the last step that
  // was asked for.
  function halts(first, module, hook, place) {
    const served = bare([]);
    let owner = first;
    let wanted = RUN;
    let stepping;
    while (owner !== undefined) {
      halt(owner, module, hook, place);
      if (mode !== RUN) {
        wanted = mode;
        stepping = owner;
      }
      served[served.length] = owner;
      const isArmed = (module[hook] & HERE) !== 0 && !isTooSoon(module, hook, place);
      owner = isArmed ? holder(module, hook, place, served) : undefined;
    }
    if (mode === RUN && wanted !== RUN) step(wanted, stepping, module, hook, place);
  }

  // Whether nothing is known yet of an activation that heard of breakpoints in the middle of a loop: that tells what it
  // knows when it comes round.
  function isTooSoon(module, hook, place) {
    return readers[place] === undefined && lates[place] === undefined && native.comesRound(module.index, hook);
  }

  // Whose breakpoint holds here: of those that have not been served, the first to have attached.
  function holder(module, hook, place, served) {
    if ((module[hook] & FRESH) !== 0) {
      if (module.hits === undefined) module.hits = { __proto__: null };
      module.hits[hook] = parse(native.hits(module.index, hook));
    }
    const hits = module.hits[hook];
    for (let i = 0; i < hits.length; i += 1) {
      const { owner, condition } = hits[i];
      if (isAmong(served, owner)) continue;
      if (condition === null || asking().isTrue(module, hook, place, condition)) return owner;
    }
    return undefined;
  }

  function isAmong(list, entry) {
    for (let i = 0; i < list.length; i += 1) {
      if (list[i] === entry) return true;
    }
    return false;
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

  // The same for a condition, hit after hit; nothing when it has failed.
  function asked(test) {
    const before = quiet;
    const height = top;
    quiet = true;
    const holds = native.holds(test.ask, test);
    quiet = before;
    if (top > height) drop(height + 1);
    if (holds === undefined && loads > lasting) loader.giveUp(lasting);
    return holds;
  }

  // What knows expressions, once there is one.
  let expressions;

  function asking() {
    if (expressions === undefined) {
      const half = { hooks, readers, blocks, lates, scopeOf, functionOf, parentOf, guard, deaf, asked };
      expressions = native.expressions()(native, loader, half, kit, native.evaluator());
    }
    return expressions;
  }

  // Whatever a question runs into, it is answered, and the script doesn't hear of it.
  function answer(frame, command) {
    const made = guard(native.questionTime, asking);
    if (made.kind === 0) made.value.answer(frame, command);
    else native.giveUp();
  }

  function halt(owner, module, hook, place) {
    if (!native.admits(owner)) {
      calm();
      return;
    }
    // The script's clock stands still from here on: its frames are no work of its own.
    native.pause();
    let frames;
    try {
      frames = framesOf(module, hook, place);
      tell(frames);
    } catch (error) {
      native.unpause();
      throw error;
    }
    native.halt(owner);
    if (mode !== RUN) calm();
    for (;;) {
      try {
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
      } catch {
        // There was no memory for it: whoever asked is told so, whoever let the thread go is obeyed.
        if (!native.giveUp()) break;
      }
    }
    native.go();
    if (native.changed()) update();
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
    let below = typeof account === 'string' ? toldBy(account) : NONE;
    if (below.length === 0) return framesByActivation(module, hook, place);
    const frames = bare([]);
    let known = place;
    for (let i = 0; i < below.length; i += 1) {
      const frame = below[i];
      if (frames.length === 0) {
        frame.module = module;
        frame.scope = scopeOf(module, hook);
        frame.line = lineOf(module, hook);
        frame.plain = true;
      }
      frame.place = activationOf(frame, known);
      frames[frames.length] = frame;
      if (frame.place === 0) continue;
      known = frame.place - 1;
      const kept = keptAt(frame.place);
      if (kept === undefined) continue;
      // Whoever has called it still stands where it stood then; its own frame comes first there.
      below = kept;
      i = 0;
    }
    return frames;
  }

  // The frames that the runtime's account tells of.
  function toldBy(account) {
    const told = bare(parse(native.frames(account)));
    for (let i = 0; i < told.length; i += 1) {
      setPrototype(told[i], null);
      told[i].module = modules[told[i].module];
    }
    return told;
  }

  // Those of the account that was kept when the activation at a place began. A thread that is stepped deep down
  // asks for them at each halt.
  function keptAt(place) {
    if (place < DEEP || place % STRETCH !== 0) return undefined;
    const kept = traces[place];
    if (typeof kept === 'string') traces[place] = toldBy(kept);
    return typeof traces[place] === 'object' ? traces[place] : undefined;
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

  // --- what instrumented scripts call

  // What `push` does, without a call of it; then what the hook of its first statement does.
  function enter(module, hook, reader) {
    top += 1;
    hooks[top] = module.base + hook;
    readers[top] = reader;
    if (top <= watermark || top >= DEEP) risen();
    return module[hook + 1] === 0 ? top : probe(module, hook + 1, top);
  }

  function enterQuiet(module, hook, reader) {
    return push(module.base + hook, reader);
  }

  function begin(module, reader) {
    module.read = reader;
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
      module.read = 0;
      module.wanted = false;
      module.armed = NONE;
      module.set = undefined;
      modules[index] = module;
      return [module, probe, enter, enterQuiet, leave, block, suspend, revive, settle, delegate, begin, connect];
    },
    update,
  };
})
