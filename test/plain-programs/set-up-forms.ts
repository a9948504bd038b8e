/** Programs about forms of code at the top level: loops, live bindings, files of other kinds, classes, namespaces. */
import { FLOW, NODE } from './flow-text.ts';

const NAMED = `export const seen = [];\nexport const see = (name) => { seen.push(name); return name; };\n`;

/** By what they are about. */
export const SET_UP_FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an export that other code changes later': {
    'count.ts': `export let count = 0;\nexport const raise = () => { count += 1; };\nraise();\n`,
    'flow.ts': `${NODE}import { count, raise } from './count.ts';\nraise();\nconst early = count;${FLOW('early, (raise(), count)')}`,
  },
  'a namespace of a module, taken apart and walked through': {
    'seen.ts': NAMED,
    'parts.ts': `import { see } from './seen.ts';\nexport const a = see('a');\nexport const b = see('b');\nexport default see('default');\n`,
    'flow.ts': `${NODE}import * as parts from './parts.ts';\nimport { seen } from './seen.ts';\nconst { default: main, ...others } = parts;\nfor (const [key, value] of Object.entries(others)) seen.push(key + value);${FLOW('main, seen')}`,
  },
  'a file of CommonJS that keeps state': {
    'store.cjs': `const items = [];\nmodule.exports = { put(x) { items.push(x); return this; }, get items() { return items; } };\nmodule.exports.put('made');\n`,
    'flow.ts': `${NODE}import store from './store.cjs';\nstore.put('flow').put('again');${FLOW('store.items')}`,
  },
  'data that is changed after it was read from JSON': {
    'data.json': '{ "name": "a", "list": [1] }',
    'flow.ts': `${NODE}import data from './data.json';\ndata.list.push(2);\ndata.extra ??= { n: 1 };${FLOW('data')}`,
  },
  'loops, labels, switches and catches': {
    'flow.ts': `${NODE}const out = [];\nouter: for (const i of [1, 2, 3]) {\n  for (const j of [1, 2]) {\n    if (j === 2) continue outer;\n    if (i === 3) break outer;\n    out.push(i * 10 + j);\n  }\n}\nswitch (out.length) {\n  case 2:\n    out.push('two');\n    break;\n  default:\n    out.push('other');\n}\ntry {\n  throw new RangeError('far');\n} catch ({ name, message }) {\n  out.push(name + message);\n} finally {\n  out.push('end');\n}\nlet n = 0;\ndo n++; while (n < 3);${FLOW('out, n')}`,
  },
  'a namespace, an enum and what is added to a class later': {
    'flow.ts': `${NODE}enum Level { Low = 1, High = Low << 2 }\nclass Shop { static open = []; name = 'shop'; }\nnamespace Shop { export const limit = Level.High * 2; Shop.open.push(limit); }\nShop.prototype.greet = function () { return 'hello ' + this.name; };\nObject.defineProperty(Shop, 'kind', { get: () => Level[Level.High] });${FLOW('Shop.open, Shop.limit, new Shop().greet(), Shop.kind')}`,
  },
  'generators that have begun': {
    'ids.ts': `export function* ids() { let n = 0; while (true) yield ++n; }\nexport const shared = ids();\nshared.next();\n`,
    'flow.ts': `${NODE}import { ids, shared } from './ids.ts';\nconst own = ids();\nconst [a, b] = own;\nshared.next();${FLOW('a, b, own.next().done, shared.next().value')}`,
  },
  'a subclass of another file that registers when it is made': {
    'base.ts': `export const made = [];\nexport class Base { static { made.push(this.label ?? 'base'); } static make(...args) { const one = new this(...args); made.push(one.describe()); return one; } describe() { return 'base'; } }\n`,
    'sub.ts': `import { Base } from './base.ts';\nexport class Sub extends Base { #n; constructor(n) { super(); this.#n = n; } describe() { return super.describe() + this.#n; } }\nSub.make(1);\n`,
    'flow.ts': `${NODE}import { made } from './base.ts';\nimport { Sub } from './sub.ts';\nconst two = Sub.make(2);${FLOW('made, two.describe()')}`,
  },
  'templates with tags, getters and proxies that count': {
    'flow.ts': `${NODE}const calls = [];\nconst tag = (texts, ...values) => { calls.push(texts.raw.join('|')); return values.length; };\nconst count = tag\`a\${1}\\n\${2}\`;\nconst watched = new Proxy({}, { get: (_, key) => (calls.push(String(key)), 1), has: (_, key) => (calls.push('has ' + String(key)), true) });\nvoid watched.first;\n'second' in watched;\nconst { third } = watched;${FLOW('count, third, calls')}`,
  },
  'assignments in every form': {
    'flow.ts': `${NODE}const box = { list: [1, 2, 3], a: null };\n[box.list[0], box.list[2]] = [box.list[2], box.list[0]];\n({ x: box.x, ...box.rest } = { x: 1, y: 2 });\nbox.a ??= 'a';\nbox.b ||= 'b';\nbox.a &&= box.a + box.b;\ndelete box.list[1];\nbox.n = box.m = 2 ** 3;\nbox.n++;${FLOW('box.list.length, box.a, box.x, box.rest, box.n, box.m')}`,
  },
  'a file that passes names on, and does something itself': {
    'seen.ts': NAMED,
    'a.ts': `import { see } from './seen.ts';\nsee('a');\nexport const a = 1;\n`,
    'b.ts': `import { see } from './seen.ts';\nsee('b');\nexport const b = 2;\n`,
    'all.ts': `export { a } from './a.ts';\nexport * as rest from './b.ts';\nimport { see } from './seen.ts';\nsee('all');\n`,
    'flow.ts': `${NODE}import { a } from './all.ts';\nimport { seen } from './seen.ts';${FLOW('a, seen')}`,
  },
  'a file of which only a type is named, and another one for its effects': {
    'seen.ts': NAMED,
    'shape.ts': `import { see } from './seen.ts';\nsee('shape');\nexport interface Shape { n: number }\n`,
    'flow.ts': `${NODE}import './shape.ts';\nimport type { Shape } from './shape.ts';\nimport { seen } from './seen.ts';\nconst one: Shape = { n: 1 };${FLOW('one, seen')}`,
  },
  'symbols, weak maps and functions with members': {
    'keys.ts': `export const KEY = Symbol('key');\nexport const notes = new WeakMap();\nexport const helper = () => helper.calls++;\nhelper.calls = 0;\nhelper();\n`,
    'flow.ts': `${NODE}import { helper, KEY, notes } from './keys.ts';\nconst one = { [KEY]: 1 };\nnotes.set(one, 'noted');\nhelper();\nFunction.prototype.call.call(helper);${FLOW('one[KEY], notes.get(one), helper.calls, KEY.description')}`,
  },
  'decorators of members of a class that nothing uses': {
    'seen.ts': NAMED,
    'flow.ts': `${NODE}import { see, seen } from './seen.ts';\nconst route = (path) => (_, { name }) => void see(path + name);\nclass Method { @route('/') list() {} }\nclass Field { @route('/') own = 1; }\nexport class Exported { @route('/') all() {} [see('key')]() {} }${FLOW('seen')}`,
  },
  'names that built-ins have, on instances and subclasses': {
    'flow.ts': `${NODE}const map = new Map([[1, 2]]);\nmap.get = () => 'own';\nconst list = [1];\nlist.map = () => 'mine';
class Keys extends Set { has = () => 'always'; }\nclass Day extends Date { toJSON() { return 'day'; } }\nclass Later extends Promise { then(...args) { return super.then(...args); } }
Later.prototype.toString = () => 'later';\nconst place = new URL('a:b');\nplace.toString = () => 'place';
Reflect.defineMetadata = (name, value, target) => void (target['meta:' + name] = value);\nclass Service {}\nReflect.defineMetadata('scope', 'one', Service);${FLOW("map.get(1), list.map(String), new Keys().has(1), JSON.stringify(new Day(0)), await Later.resolve(3), `${Later.resolve(3)} ${place}`, Service['meta:scope']")}`,
  },
  'the number of parameters of steps': {
    'jobs.ts': `'use step';\nimport { EOL } from 'node:os';\nexport async function add(a, b) { return a + b + EOL.length; }\nexport const part = async (a, b = 2, ...more) => a + b + more.length;\n`,
    'flow.ts': `${NODE}import { add, part } from './jobs.ts';\nconst curry = (fn) => (fn.length === 2 ? (a) => (b) => fn(a, b) : fn);${FLOW('add.length, part.length, addOne.length, await curry(add)(1)(2)')}`,
  },
};
