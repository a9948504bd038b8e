/** Every way in which people change state while a module loads. Each is a text that goes to the top of a module. */

/** The state that they change, and how a workflow reads it. */
export const STATE = `export const seen = [];
export function configure(value) { seen.push(value); return value; }
export const settings = {
  count: 0, list: [], nested: { list: [], currency: 'USD' },
  get enabled() { seen.push('read'); return true; },
  set level(value) { seen.push(value); },
  add(value) { seen.push(value); return this; },
};
export class Registry {
  static items = [];
  static register(value) { Registry.items.push(value); return value; }
  constructor(value) { seen.push(['made', value]); }
}
export const mark = (value, { kind, name }) => void seen.push(kind === 'class' ? kind : [kind, String(name)]);
export const tag = (texts) => (seen.push(texts[0]), texts[0]);
export const byName = new Map();
let number = 0;
export const next = () => ++number;
export function show() {
  const { count, list, nested } = settings;
  return [seen, count, list, nested, Object.keys(settings).length, Registry.items, [...byName], next()];
}
export default configure;
`;

/** The names that each of them may use. */
export const STATE_NAMES = 'configure, settings, seen, Registry, mark, tag, byName, next, show';

/** By what they do. */
export const WAYS: Readonly<Record<string, string>> = {
  'a call': `configure('a');`,
  'two calls in order': `configure('a'); configure('b');`,
  'a call through an alias': `const setUp = configure; setUp('a');`,
  'a call through an alias of an alias': `const one = configure, two = one; two('a');`,
  'a call of a member of an alias': `const own = settings; own.add('a').add('b');`,
  'a destructured method': `const { add } = settings; add.call(settings, 'a');`,
  'an optional call': `configure?.('a');`,
  'a call by name': `Reflect.apply(configure, null, ['a']); configure.call(null, 'b'); configure.apply(null, ['c']);`,
  'a bound function': `const bound = configure.bind(null, 'a'); bound();`,
  'a discarded call': `void configure('a');`,
  'a negated call': `!configure('a');`,
  'a call behind a test': `settings.count === 0 && configure('a');`,
  'a call in a choice': `settings.count ? configure('a') : configure('b');`,
  'a call in a default': `settings.missing ?? configure('a');`,
  'a call after a comma': `configure('a'), configure('b');`,
  'a call in an if': `if (settings.count === 0) { configure('a'); } else configure('b');`,
  'a call in a loop': `for (let i = 0; i < 2; i++) configure(i);`,
  'a call for each': `['a', 'b'].forEach((name) => configure(name));`,
  'a function handed to forEach': `['a', 'b'].forEach(configure);`,
  'a call over a list': `for (const name of ['a', 'b']) configure(name);`,
  'a call in a while': `while (settings.count < 2) { settings.count++; configure(settings.count); }`,
  'a call in a switch': `switch (settings.count) { case 0: configure('a'); break; default: configure('b'); }`,
  'a call in a try': `try { configure('a'); throw new Error('b'); } catch (error) { configure(String(error)); } finally { configure('c'); }`,
  'a call in a block': `{ const name = 'a'; configure(name); }`,
  'a call behind a label': `here: { configure('a'); break here; }`,
  'a call in a function that is called at once': `(() => { configure('a'); })(); (function () { configure('b'); })();`,
  'a call in a function of the file': `function setUp() { configure('a'); } setUp();`,
  'a call in an arrow of the file': `const setUp = (name) => configure(name); setUp('a');`,
  'a call deep in functions': `const inner = () => configure('a'); function outer() { return [1].map(inner); } outer();`,
  'a template tag': 'tag`a`;',
  'a construction': `new Registry('a');`,
  'a construction by Reflect': `Reflect.construct(Registry, ['a']);`,
  'a static method': `Registry.register('a');`,
  'an assigned property': `settings.count = 5;`,
  'an assigned member': `settings.nested.currency = 'EUR'; settings['list'] = ['a'];`,
  'an assigned index': `settings.list[2] = 'a';`,
  'an assigned setter': `settings.level = 'a';`,
  'a destructuring assignment': `[settings.count, settings.nested.currency] = [7, 'EUR']; ({ a: settings.list } = { a: ['b'] });`,
  'an assignment in a chain': `settings.count = settings.first = 3;`,
  'an assignment with an operator': `settings.count += 2; settings.other ??= 'a'; settings.count **= 2;`,
  'an increment': `settings.count++; ++settings.count;`,
  'a deletion': `delete settings.nested.currency;`,
  'a push': `seen.push('a'); settings.nested.list.push('b');`,
  'a push through an alias': `const { list } = settings.nested; list.push('a');`,
  'a spliced list': `seen.push(1, 2, 3); seen.splice(0, 1); seen.length = 1;`,
  'a set of a map': `byName.set('a', 1).set('b', 2); byName.delete('a');`,
  'Object.assign': `Object.assign(settings, { count: 3, added: true });`,
  'Object.assign to a member': `Object.assign(settings.nested, { currency: 'EUR' });`,
  'Object.defineProperty': `Object.defineProperty(settings, 'count', { value: 9, enumerable: true });`,
  'Reflect.set': `Reflect.set(settings, 'count', 4);`,
  'a getter that is read': `settings.enabled;`,
  'the value of an unused constant': `const unused = configure('a');`,
  'the values of numbered constants': `const first = next(); const second = next(); configure(second);`,
  'the value of an unused constant that reads a getter': `const unused = settings.enabled;`,
  'an unused destructuring': `const { a, ...rest } = configure({ a: 1, b: 2 });`,
  'an unused destructuring of a getter': `const { enabled } = settings;`,
  'a default in a destructuring': `const { a = configure('a') } = {};`,
  'the value of an unused let': `let unused = configure('a');`,
  'an assignment in a value': `const unused = (settings.count = 6);`,
  'an increment in a value': `const before = settings.count++, after = settings.count++; configure([before, after]);`,
  'the value of an export that nothing uses': `export const exported = configure('a');`,
  'an exported object of calls': `export const table = { a: configure('a'), b: [configure('b')] };`,
  'a default export that nothing uses': `export default configure({ a: 1 });`,
  'a function wrapped for its effect': `export const handler = configure(() => 1)();`,
  'a spread call': `const unused = [...configure(['a'])], other = { ...configure({ b: 1 }) };`,
  'a template with a call': 'const unused = `${configure("a")}`;',
  'a computed key': `const unused = { [configure('a')]: 1 };`,
  'a value made by a constructor': `const unused = new Registry('a');`,
  'a static block': `class Unused { static { configure('a'); } }`,
  'a static block of an exported class': `export class Exported { static { configure(this.name); } }`,
  'a static field': `class Unused { static value = configure('a'); static #hidden = configure('b'); }`,
  'a computed member of a class': `class Unused { [configure('a')]() {} static [configure('b')] = 1; }`,
  'a class expression with a static block': `const unused = class { static { configure('a'); } };`,
  'the class that is extended': `class Unused extends (configure(Registry)) {}`,
  'a class that registers its subclass': `class Base { static { Registry.register(this.name); } } class Sub extends Base { static { Registry.register(this.name); } }`,
  'a decorator of a class': `@mark class Unused {}`,
  'a decorator of members': `class Unused { @mark run() {} @mark field = 1; @mark static all = 2; }`,
  'a decorator of a method alone': `class Unused { @mark run() {} }`,
  'a decorator of a field alone': `class Unused { @mark field = 1; }`,
  'a decorator that is called': `const named = (name) => () => void configure(name); @named('a') class Unused { @named('b') run() {} }`,
  'an accessor of a class': `class Unused { static accessor value = configure('a'); }`,
  'a value of an enum': `enum Unused { A = configure(3) }`,
  'a namespace': `namespace Unused { configure('a'); export const value = configure('b'); }`,
  'a prototype that is extended': `(Registry.prototype).extra = true; configure(Object.keys(Registry.prototype));`,
  'a property of a function': `(configure).version = 2; configure((configure).version);`,
  'a global of the run': `(globalThis).setUpBy = 'a'; configure((globalThis).setUpBy);`,
  'a symbol as a key': `const key = Symbol.for('a'); settings[key] = 1; configure(settings[key]);`,
  'a sorted list': `seen.push('b', 'a'); seen.sort();`,
  'a frozen object': `Object.freeze(tag); configure(Object.isFrozen(tag));`,
  'a generator that is run': `function* names() { yield configure('a'); } for (const name of names()) configure(name + '!');`,
  'a promise callback that runs at once': `new Promise((done) => { configure('a'); done(null); });`,
  'a value from JSON': `const { name } = JSON.parse('{ "name": "a" }'); configure(name);`,
  'an imported default': `const unused = [1].reduce((sum) => configure(sum) && sum, 2);`,
  'a var that is read before': `configure(typeof later); var later = configure('a');`,
};
