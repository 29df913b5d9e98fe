// The debugger's half inside a script thread: activations, step rules, halts and inspection.
// Only what scripts can't change is used at run time: they may replace anything global.
(function (native, loader, inspect) {
  'use strict';

  const apply = Reflect.apply;
  const set = Reflect.set;
  const setPrototype = Reflect.setPrototypeOf;
  const define = Object.defineProperty;
  const parse = JSON.parse;
  const Bytes = Uint8Array;
  const PlainError = Error;
  const functionText = Function.prototype.toString;

  const HERE = 1;
  const EVERYWHERE = 2;
  const WANTED = 4;
  const FRESH = 8;
  const ROUND = -2;
  const CATCH = -3;
  const RUN = 0;
  const INTO = 1;
  const OVER = 2;
  const OUT = 3;
  const LONGEST_STACK = 100000;

  // Out of reach of what scripts do to `Array.prototype`.
  function bare(list) {
    setPrototype(list, null);
    return list;
  }

  const control = new Bytes(native.control());
  const modules = bare([]);

  // Activations by their place on the stack, the outermost at 1: those that began while somebody
  // wanted to know. A place is all that a script holds of its own activation, or an object while
  // it is suspended.
  const hooks = bare([0]);
  const evaluators = bare([undefined]);
  const blocks = { __proto__: null };
  let blockCount = 0;
  let top = 0;

  let quiet = false;
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
    for (; top >= place; top -= 1) {
      evaluators[top] = undefined;
      if (blockCount !== 0 && blocks[top] !== undefined) unlearn(top);
    }
    if (place <= watermark) sink(place);
  }

  function sink(place) {
    watermark = place - 1;
    if (start > watermark) start = 0;
  }

  function push(id, evaluator) {
    top += 1;
    hooks[top] = id;
    evaluators[top] = evaluator;
    return top;
  }

  function leave(place) {
    if (typeof place !== 'number' || top < place) return;
    if (top > place) drop(place + 1);
    evaluators[place] = undefined;
    if (blockCount !== 0 && blocks[place] !== undefined) unlearn(place);
    top = place - 1;
    if (place <= watermark) sink(place);
  }

  function suspend(place) {
    if (typeof place !== 'number') return place;
    const before = start;
    const rest = { hook: hooks[place], evaluator: evaluators[place], blocks: blocks[place] };
    leave(place);
    if (before === place) suspended = rest;
    return rest;
  }

  function revive(activation) {
    if (typeof activation === 'number') return activation;
    const place = push(activation.hook, activation.evaluator);
    if (activation.blocks !== undefined) {
      blocks[place] = activation.blocks;
      blockCount += 1;
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

  function learn(place, scope, evaluator) {
    if (blocks[place] === undefined) {
      blocks[place] = { __proto__: null };
      blockCount += 1;
    }
    blocks[place][scope] = evaluator;
  }

  function unlearn(place) {
    blocks[place] = undefined;
    blockCount -= 1;
  }

  function moduleAt(place) {
    let index = modules.length - 1;
    while (modules[index].base > hooks[place]) index -= 1;
    return modules[index];
  }

  // --- step rules

  function isNewLine(module, hook) {
    const kind = module.kinds[hook];
    if (kind >= 0 && module === startModule && kind === startHook && !skipped) {
      // The first round belongs to the loop's own line, at which the step began.
      skipped = true;
      return false;
    }
    return kind >= 0 || kind === ROUND || module.lines[hook] !== startLine;
  }

  function isStep(module, hook, place) {
    const same = place === start;
    if (mode === INTO) return !same || isNewLine(module, hook);
    const outer = !same && place <= watermark;
    if (mode === OUT) return outer;
    if (same) return isNewLine(module, hook);
    if (start !== 0) return false;
    if (suspended !== undefined || (outer && module.kinds[hook] === CATCH)) return outer;
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
  }

  function step(next, owner, module, hook, place) {
    mode = next;
    stepOwner = owner;
    start = place;
    watermark = place;
    suspended = undefined;
    startModule = module;
    startHook = hook;
    startLine = module.lines[hook];
    skipped = false;
    native.alert();
  }

  function probe(module, hook, activation, evaluator) {
    const place = activation === undefined ? push(module.base + hook, undefined) : settle(activation);
    if (evaluator !== undefined) learn(place, module.scopes[hook], evaluator);
    if (control[0] !== 0) native.terminate();
    const bits = module.flags[hook];
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

  function block(module, hook, activation, evaluator) {
    const place = activation === undefined ? push(module.base + hook, undefined) : settle(activation);
    learn(place, module.scopes[hook], evaluator);
    return place;
  }

  // Whose breakpoint holds here, the first to have attached.
  function holder(module, hook, place) {
    if ((module.flags[hook] & FRESH) !== 0) {
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
    const found = evaluatorFor(module, place, module.scopes[hook]);
    if (!sees(found, module, module.scopes[hook], condition)) return native.doubt(condition, 'its variables are out of reach');
    const answer = guard(native.conditionTime, asTest(module, hook, found.evaluate, condition));
    if (answer.kind === 0) return answer.value;
    return native.doubt(condition, answer.kind === 1 ? errorText(answer.value) : 'it took too long');
  }

  // The condition as a function; compiled for variables that are seen again, as in a loop.
  function asTest(module, hook, evaluate, condition) {
    const known = module.tests[hook];
    if (known !== undefined && known.condition === condition) {
      if (known.evaluate !== evaluate) {
        known.evaluate = evaluate;
        known.call = undefined;
        return () => !!evaluate(known.text);
      }
      if (known.call !== undefined) return known.call;
    }
    const inside = '(' + condition + '\n)';
    const compiled = guard(native.conditionTime, () => evaluate('()=>!!' + inside));
    // What is no expression may still be a statement with a value.
    const text = compiled.kind === 0 ? inside : condition;
    const call = compiled.kind === 0 ? compiled.value : () => !!evaluate(condition);
    module.tests[hook] = { evaluate, condition, text, call };
    return call;
  }

  // --- halts

  // Calls a function of the script's under a deadline, deaf to breakpoints.
  function guard(limit, call) {
    const before = quiet;
    const height = top;
    quiet = true;
    const answer = { __proto__: null, kind: 0, value: undefined };
    native.guard(limit, call, answer);
    quiet = before;
    if (top > height) drop(height + 1);
    return answer;
  }

  function halt(owner, module, hook, place) {
    if (!native.admits(owner)) {
      calm();
      return;
    }
    const places = parse(native.halt(owner, trace(), module.index, hook));
    if (mode !== RUN) calm();
    const frames = matched(places, place);
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
  }

  // The same for what a value shows, within the time that one answer may take.
  function attempt(call) {
    const before = quiet;
    const height = top;
    quiet = true;
    const answer = { __proto__: null, kind: 0, value: undefined };
    native.attempt(call, answer);
    quiet = before;
    if (top > height) drop(height + 1);
    return answer;
  }

  // Whatever a question runs into, it is answered, and the script doesn't hear of it.
  function answer(frame, command) {
    if (command.name === 'eval') {
      const made = guard(native.questionTime, () => native.answer(cut(evaluate(frame, command.text))));
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
    set(PlainError, 'stackTraceLimit', LONGEST_STACK);
    set(PlainError, 'prepareStackTrace', undefined);
    const account = new PlainError().stack;
    set(PlainError, 'stackTraceLimit', limit);
    set(PlainError, 'prepareStackTrace', prepare);
    return account;
  }

  // Pairs the frames of the runtime, innermost first, with the activations known here.
  function matched(frames, innermost) {
    const found = bare([]);
    let known = innermost;
    for (let i = 0; i < frames.length; i += 1) {
      const module = modules[frames[i].module];
      const scope = frames[i].scope;
      let place = known;
      while (place > 0 && !isOf(place, module, module.functions[scope])) place -= 1;
      // What sets the fields of a class is no activation of its own.
      if (frames[i].plain !== true) place = 0;
      if (place > 0) known = place - 1;
      found[i] = { module, scope, place };
    }
    return found;
  }

  function isOf(place, module, code) {
    const hook = hooks[place] - module.base;
    return moduleAt(place) === module && module.functions[module.scopes[hook]] === code;
  }

  // What evaluates in a scope of an activation, and which scope it really sees. An `outer` one sees
  // no more than the module: the function was entered before anybody wanted to look at it.
  function evaluatorFor(module, place, scope) {
    const own = place === 0 ? undefined : ownEvaluator(module, place, scope);
    if (own !== undefined || module.evaluate === undefined) return own;
    return { evaluate: module.evaluate, scope, outer: true };
  }

  // Whether the text means there what it means in the scope.
  function sees(found, module, scope, text) {
    return found !== undefined && (!found.outer || !native.mentions(module.index, scope, text));
  }

  function ownEvaluator(module, place, scope) {
    const entered = module.scopes[hooks[place] - module.base];
    const within = module.functions[scope];
    for (let at = scope; at !== null && module.functions[at] === within; at = module.parents[at]) {
      let evaluate = blocks[place] === undefined ? undefined : blocks[place][at];
      if (evaluate === undefined && at === entered) evaluate = evaluators[place];
      if (evaluate !== undefined) return { evaluate, scope: at, outer: false };
    }
    return anyEvaluator(place, scope);
  }

  // Of an activation that was noticed late, somewhere in the middle, that is all there is.
  function anyEvaluator(place, scope) {
    const evaluate = evaluators[place];
    if (evaluate !== undefined) return { evaluate, scope, outer: false };
    const learned = blocks[place];
    for (const at in learned) return { evaluate: learned[at], scope, outer: false };
    return undefined;
  }

  function show(frame, { name, text, start, count }) {
    if (name === 'variables' || text === null) return variables(frame, start, count, name === 'variables');
    return membersAt(frame, text, start, count);
  }

  function evaluate(frame, expression) {
    const found = evaluatorFor(frame.module, frame.place, frame.scope);
    if (!sees(found, frame.module, frame.scope, expression)) {
      return 'InternalError: this frame began before anybody wanted to look at it ([DEBUGGER EXPR: ' + expression + ']#1)';
    }
    const answer = guard(native.evalTime, () => {
      const result = found.evaluate(expression);
      if (typeof result === 'string') return result;
      return typeof result === 'object' || typeof result === 'function' ? rawText(result) : primitiveText(result);
    });
    if (answer.kind === 0) return answer.value;
    let line = 1;
    let message = 'InternalError: the expression ran longer than ' + native.evalTime / 1000 + ' s';
    if (answer.kind === 1) {
      line = native.lineOf(answer.value);
      message = errorText(answer.value);
    }
    return message + ' ([DEBUGGER EXPR: ' + expression + ']#' + line + ')';
  }

  const { cut, primitiveText, rawText, errorText, variables, membersAt } = inspect(native, loader, attempt, evaluatorFor);

  // --- scripts see their own text

  const restored = {
    toString() {
      return native.restore(apply(functionText, this, []));
    },
  };
  define(Function.prototype, 'toString', { value: restored.toString, writable: true, configurable: true, enumerable: false });

  return {
    // The helpers of an instrumented script.
    load(index, flags, tables) {
      const { kinds, lines, scopes, parents, functions } = parse(tables);
      const last = modules[index - 1];
      const base = last === undefined ? 1 : last.base + last.kinds.length;
      const module = { index, base, kinds, lines, scopes, parents, functions };
      module.flags = new Bytes(flags);
      module.hits = { __proto__: null };
      module.tests = { __proto__: null };
      module.evaluate = undefined;
      modules[index] = module;
      return [
        module.flags,
        (hook, activation, evaluator) => probe(module, hook, activation, evaluator),
        (hook, evaluator) => {
          top += 1;
          hooks[top] = base + hook;
          evaluators[top] = evaluator;
          return top;
        },
        leave,
        (activation, hook, evaluator) => block(module, hook, activation, evaluator),
        suspend,
        revive,
        settle,
        (evaluator) => {
          module.evaluate = evaluator;
          return push(base, evaluator);
        },
      ];
    },
  };
})
