/**
 * Programs that do something else as runs than as plain code. Values that cross between a workflow and its steps are
 * copies, and each run has modules of its own: that is what a run is, so a finding has to name it.
 */
import type { Program } from './set-up-places.ts';

const step = (parameters: string, body: string): string =>
  `async function act(${parameters}) {\n  'use step';\n  ${body}\n}\n`;
const flow = (body: string): string => `export async function flow() {\n  'use workflow';\n  ${body}\n}\n`;

/** Changes `list`, and is given what it has changed. */
const changed = (body: string): string =>
  step('list: { n: number }[]', body) + flow('const list = [{ n: 2 }, { n: 1 }];\n  await act(list);\n  return list;');

/** A step changes a variable of the module, and the workflow reads it. */
const stale = (state: string, change: string, read: string): string =>
  `${state}\n${step('', change)}${flow(`await act();\n  return ${read};`)}`;

/** The workflow changes a variable of the module, and a step reads it. */
const early = (state: string, change: string, read: string): string =>
  `${state}\n${step('', `return ${read};`)}${flow(`${change}\n  return await act();`)}`;

const SHARED = "import { read, settings, setUp } from './shared.ts';";
/** A file that each program has. */
const SHARED_FILE = `let n = 1;
export const settings = { n: 1 };
export const setUp = (value: number) => void (n = value);
export const read = () => n + settings.n;
`;
const GLOBAL = 'declare global {\n  var region: number | undefined;\n  var zone: number | undefined;\n}';

/** By the codes of their findings, and what they are about. */
const TEXTS: Record<string, Record<string, string>> = {
  data_argument_mutated: {
    'a list that a step extends': changed('list.push({ n: 3 });'),
    'a list that a step sorts': changed('list.sort((a, b) => a.n - b.n);'),
    'a member that a step assigns': changed('list[0]!.n = 5;'),
    'members in a loop': changed('for (const one of list) one.n += 1;'),
    'members in a callback': changed('list.forEach((one) => {\n    one.n += 1;\n  });'),
    'an alias of an argument': changed('const [first] = list;\n  first!.n = 5;'),
    'an argument that a helper changes': `function bump(one: { n: number }) {\n  one.n += 1;\n}\n${changed('bump(list[0]!);')}`,
    'an argument in Object.assign()': changed('Object.assign(list[0]!, { n: 5 });'),
    'a field that a step deletes': changed('delete (list[0] as { n?: number }).n;'),
  },
  sandbox_state_stale: {
    'a variable that a step assigns': stale('let count = 0;', 'count += 1;', 'count'),
    'a Map that a step fills': stale('const seen = new Map<string, number>();', "seen.set('a', 1);", '[...seen]'),
    'a static field that a step assigns': stale(
      'class Counter {\n  static count = 0;\n}',
      'Counter.count += 1;',
      'Counter.count',
    ),
    'a variable that a step sets by a function of another file': stale(SHARED, 'setUp(5);', 'read()'),
    'a global that a step sets': stale(GLOBAL, 'globalThis.region = 5;', 'globalThis.region'),
    'a property of a step': stale(
      '',
      '(act as { calls?: number }).calls = 1;',
      '(act as { calls?: number }).calls ?? 0',
    ),
  },
  sandbox_state_changed: {
    'a variable that a workflow assigns': early('let count = 0;', 'count = 5;', 'count'),
    'a Map that a workflow fills': early('const seen = new Map<string, number>();', "seen.set('a', 1);", 'seen.size'),
    'a variable that a workflow sets by a function of another file': early(SHARED, 'setUp(5);', 'read()'),
    'an object of another file that a workflow changes': early(SHARED, 'settings.n = 5;', 'settings.n'),
    'a global that a workflow sets': early(GLOBAL, 'globalThis.zone = 5;', 'zone'),
  },
  compile_capture_mutated: {
    'an object around a nested step': flow(
      "const state = { n: 0 };\n  const act = async () => {\n    'use step';\n    state.n += 1;\n  };\n  await act();\n  return state;",
    ),
  },
  compile_self_mutated: {
    'the object of a step': `const counter = {\n  n: 0,\n  async act() {\n    'use step';\n    this.n += 1;\n  },\n};\n${flow('await counter.act();\n  return counter.n;')}`,
  },
  compile_error_private: {
    'a private field of an error':
      'class Refused extends Error {\n  #code = 3;\n  get code() {\n    return this.#code;\n  }\n}\n' +
      step('', "throw new Refused('no');") +
      flow('return await act().catch((error: Refused) => error.code);'),
  },
};

/** A program, and the finding that names the difference. */
export interface Difference extends Program {
  code: string;
}

/** All of them. */
export const DIFFERENCES: readonly Difference[] = Object.entries(TEXTS).flatMap(([code, texts]) =>
  Object.entries(texts).map(([name, text]) => ({ name, code, files: { 'flow.ts': text, 'shared.ts': SHARED_FILE } })),
);
