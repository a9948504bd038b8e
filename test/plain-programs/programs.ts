/** Programs that are written out: what they do when their modules load is a matter of several files. */
import { FLOW, NODE } from './flow-text.ts';
import { SET_UP_FORMS } from './set-up-forms.ts';
import type { Program } from './set-up-places.ts';

const LOG = `export const log = [];\nexport const add = (name) => void log.push(name);\n`;

/** By what they are about. */
const TEXTS: Record<string, Record<string, string>> = {
  'modules load in the order of their imports': {
    'log.ts': LOG,
    'a.ts': `import { add } from './log.ts';\nimport './b.ts';\nadd('a');\n`,
    'b.ts': `import { add } from './log.ts';\nadd('b');\nexport const b = 1;\n`,
    'c.ts': `import { add } from './log.ts';\nadd('c');\nexport const c = 1;\n`,
    'flow.ts': `${NODE}import './a.ts';\nimport { c } from './c.ts';\nimport { add, log } from './log.ts';\nadd('flow');${FLOW('c, [...log]')}`,
  },
  'modules in a circle': {
    'log.ts': LOG,
    'a.ts': `import { add } from './log.ts';\nimport { nameOfB } from './b.ts';\nadd('a ' + nameOfB());\nexport function nameOfA() { return 'A'; }\n`,
    'b.ts': `import { add } from './log.ts';\nimport { nameOfA } from './a.ts';\nadd('b ' + typeof nameOfA);\nexport function nameOfB() { return 'B'; }\n`,
    'flow.ts': `${NODE}import './a.ts';\nimport { log } from './log.ts';${FLOW('log')}`,
  },
  'decorated classes of one name in two files': {
    'names.ts': `export const names = [];\nexport const named = (value, { name }) => void names.push(name);\n`,
    'one.ts': `import { named } from './names.ts';\n@named export class Money { static made = this.name; }\n`,
    'two.ts': `import { named } from './names.ts';\n@named export class Money { static made = this.name; }\n`,
    'flow.ts': `${NODE}import { Money } from './one.ts';\nimport { Money as Other } from './two.ts';\nimport { names } from './names.ts';${FLOW('names, Money.made, Other.made, Money.name, Other.name')}`,
  },
  'steps in a registry that another file fills': {
    'registry.ts': `export const steps = {};\nexport const register = (name, step) => void (steps[name] = step);\n`,
    'jobs.ts': `import { EOL } from 'node:os';\nimport { register } from './registry.ts';
async function double(n) {\n  'use step';\n  return n * 2 * EOL.length;\n}
register('double', double);\nregister('half', async (n) => {\n  'use step';\n  return n / 2;\n});\n`,
    'flow.ts': `${NODE}import './jobs.ts';\nimport { steps } from './registry.ts';${FLOW('await steps.double(4), await steps.half(4), Object.keys(steps)')}`,
  },
  'steps in a list of this file': {
    'flow.ts': `${NODE}const jobs = [];\njobs.push(async (n) => {\n  'use step';\n  return n * 2;\n});\njobs.push(addOne);${FLOW('await jobs[0](2), await jobs[1](2), jobs.length')}`,
  },
  'a step in a list that is imported': {
    'jobs.ts': `export const jobs = [];\nexport const run = (n) => Promise.all(jobs.map((job) => job(n)));\n`,
    'flow.ts': `${NODE}import { jobs, run } from './jobs.ts';\njobs.push(addOne);${FLOW('await run(5)')}`,
  },
  'definitions that are numbered': {
    'define.ts': `let count = 0;\nexport const all = [];\nexport const define = (name) => { const made = { name, id: ++count }; all.push(made); return made; };\n`,
    'flow.ts': `${NODE}import { all, define } from './define.ts';\nconst unused = define('a');\nexport const exported = define('b');\nconst used = define('c');${FLOW('used, all.length')}`,
  },
  'a factory of elements': {
    'h.ts': `export const h = (tag, props, ...children) => ({ tag, props, children });\nexport const Fragment = 'fragment';\n`,
    'view.tsx': `/** @jsxRuntime classic */\n/** @jsx h */\n/** @jsxFrag Fragment */\nimport { Fragment, h } from './h.ts';\nexport const view = (name) => <><b id="x">{name}</b></>;\n`,
    'flow.ts': `${NODE}import { view } from './view.tsx';${FLOW("view('a')")}`,
  },
  'a class that knows its subclasses by a decorator of another file': {
    'registry.ts': `export const types = new Map();\nexport const type = (name) => (value) => void types.set(name, value);\n`,
    'shapes.ts': `import { type } from './registry.ts';\n@type('circle') export class Circle { area = 3; }\n@type('square') class Square { area = 1; }\n`,
    'flow.ts': `${NODE}import './shapes.ts';\nimport { types } from './registry.ts';${FLOW('[...types].map(([name, Type]) => [name, new Type().area])')}`,
  },
  'a plug-in of a package': {
    'node_modules/days/package.json': '{ "name": "days", "main": "index.js" }',
    'node_modules/days/index.js': `function days(n) { return new Days(n); }\nfunction Days(n) { this.n = n; }\ndays.extend = (plugin) => { plugin(Days.prototype); return days; };\nmodule.exports = days;\n`,
    'node_modules/days/plugin/utc.js': `module.exports = (prototype) => { prototype.utc = function () { return this.n + ' utc'; }; };\n`,
    'flow.ts': `${NODE}import days from 'days';\nimport utc from 'days/plugin/utc.js';\ndays.extend(utc);${FLOW('days(3).utc()')}`,
  },
  'a plug-in of a package that is added in a value': {
    'node_modules/days/package.json': '{ "name": "days", "type": "module", "exports": "./index.js" }',
    'node_modules/days/index.js': `const plugins = [];\nexport const extend = (plugin) => plugins.push(plugin);\nexport const days = (n) => plugins.reduce((sum, plugin) => plugin(sum), n);\n`,
    'flow.ts': `${NODE}import { days, extend } from 'days';\nconst id = extend((n) => n * 2);${FLOW('days(3)')}`,
  },
  "settings of a package that only a module of one's own uses": {
    'node_modules/money/package.json': '{ "name": "money", "type": "module", "exports": "./index.js" }',
    'node_modules/money/index.js': `let currency = 'USD';\nexport const setCurrency = (name) => { currency = name; };\nexport const format = (n) => n + currency;\n`,
    'lib.ts': `import { format } from 'money';\nexport const show = (n) => format(n);\n`,
    'flow.ts': `${NODE}import { setCurrency } from 'money';\nimport { show } from './lib.ts';\nsetCurrency('EUR');${FLOW('show(3)')}`,
  },
  'a module of a package that is imported for its effects': {
    'node_modules/words/package.json':
      '{ "name": "words", "type": "module", "exports": { ".": "./index.js", "./de": "./de.js" }, "sideEffects": ["./de.js"] }',
    'node_modules/words/index.js': `export const words = { hello: 'hello' };\n`,
    'node_modules/words/de.js': `import { words } from './index.js';\nwords.hello = 'hallo';\n`,
    'flow.ts': `${NODE}import { words } from 'words';\nimport 'words/de';${FLOW('words.hello')}`,
  },
  'set-up beside code that needs Node': {
    'config.ts': `let currency = 'USD';\nexport const configure = (name) => { currency = name; };\nexport const show = (n) => n + currency;\n`,
    'flow.ts': `import { createHash } from 'node:crypto';\nimport { EventEmitter } from 'node:events';\n${NODE}import { configure, show } from './config.ts';
const bus = new EventEmitter();\nbus.on('x', () => createHash('sha256'));\nprocess.on('exit', () => bus.emit('x'));\nconfigure('EUR');${FLOW('show(3)', 'bus.emit("x"); return n + EOL.length;')}`,
  },
  'a client of a package that only steps use': {
    'node_modules/db/package.json': '{ "name": "db", "type": "module", "exports": "./index.js" }',
    'node_modules/db/index.js': `import { connect } from 'node:net';\nexport class Pool { query(n) { return typeof connect === 'function' ? n : 0; } }\nnew Pool().query(1);\n`,
    'flow.ts': `${NODE}import { Pool } from 'db';\nconst pool = new Pool();\nexport const other = new Pool();${FLOW('1', 'return pool.query(n) + EOL.length;')}`,
  },
  'names of classes in their static code': {
    'log.ts': LOG,
    'jobs.ts': `import { EOL } from 'node:os';\nimport { add } from './log.ts';\nexport class Job { static label = this.name; static { add(this.name); } }\nexport class Named { static name = 'own'; static { add(this.name); } }
export async function one() {\n  'use step';\n  return EOL.length;\n}\n`,
    'flow.ts': `${NODE}import { one } from './jobs.ts';\nimport { add, log } from './log.ts';\nexport class Unused { static { add(this.name); } }${FLOW('await one(), log')}`,
  },
  'state that a helper of the workflow changes': {
    'flow.ts': `${NODE}const cache = new Map();\nconst get = (key) => { if (!cache.has(key)) cache.set(key, cache.size); return cache.get(key); };\nget('first');${FLOW("get('second'), get('first')")}`,
  },
};

/** All of them. */
export const PROGRAMS: Program[] = Object.entries({ ...TEXTS, ...SET_UP_FORMS }).map(([name, files]) => ({
  name,
  files,
}));
