/** Every place where set-up code and the state that it changes can be, seen from a workflow. */
import { STATE, STATE_NAMES } from './set-up-ways.ts';

/** A program: its files, by path from its own folder. `flow.ts` exports the workflow `flow`. */
export interface Program {
  name: string;
  files: Record<string, string>;
}

const FLOW = `export async function flow() {
  'use workflow';
  const before = JSON.stringify(show());
  return [before, await addOne(1), JSON.stringify(show())];
}
async function addOne(n) {
  'use step';
  return n + EOL.length;
}
`;
const NODE = `import { EOL } from 'node:os';\n`;

const imported = (from: string, names = STATE_NAMES): string => `import { ${names} } from '${from}';\n`;
/** The state without its exports, and what the file of a way exports as its default. */
const inlined = (way: string): string => STATE.replaceAll(/^export (?:default configure;\n)?/gm, '') + way;

const packageFiles = (sideEffects: string): Record<string, string> => ({
  'node_modules/state-package/package.json': `{ "name": "state-package", "type": "module", "exports": "./index.js"${sideEffects} }`,
  'node_modules/state-package/index.js': `export * from './state.js';\n`,
  'node_modules/state-package/state.js': STATE,
});

/** By where they are; each takes the text of a way. */
const PLACES: Readonly<Record<string, (way: string) => Record<string, string>>> = {
  'beside the workflow': (way) => ({ 'state.ts': STATE, 'flow.ts': NODE + imported('./state.ts') + way + '\n' + FLOW }),
  'below the workflow': (way) => ({ 'state.ts': STATE, 'flow.ts': NODE + imported('./state.ts') + FLOW + way }),
  'in one file with the state': (way) => ({ 'flow.ts': NODE + inlined(way) + '\n' + FLOW }),
  'on state behind a barrel': (way) => ({
    'state.ts': STATE,
    'index.ts': `export * from './state.ts';\nexport { default } from './state.ts';\n`,
    'flow.ts': NODE + imported('./index.ts') + way + '\n' + FLOW,
  }),
  'in a file that is imported for its effects': (way) => ({
    'state.ts': STATE,
    'set-up.ts': imported('./state.ts') + way,
    'flow.ts': NODE + `import './set-up.ts';\n` + imported('./state.ts', 'show') + FLOW,
  }),
  'in a file that another one imports for its effects': (way) => ({
    'state.ts': STATE,
    'set-up.ts': imported('./state.ts') + way,
    'all.ts': `import './set-up.ts';\n`,
    'flow.ts': NODE + `import './all.ts';\n` + imported('./state.ts', 'show') + FLOW,
  }),
  'in a barrel': (way) => ({
    'state.ts': STATE,
    'index.ts': imported('./state.ts') + way + `\nexport { show } from './state.ts';\n`,
    'flow.ts': NODE + imported('./index.ts', 'show') + FLOW,
  }),
  'in a file of which the workflow uses a name': (way) => ({
    'state.ts': STATE,
    'set-up.ts': imported('./state.ts') + way + `\nexport const used = 1;\n`,
    'flow.ts':
      NODE +
      `import { used } from './set-up.ts';\n` +
      imported('./state.ts', 'show') +
      FLOW.replace('[before', '[used, before'),
  }),
  'in a file of which only a step uses a name': (way) => ({
    'state.ts': STATE,
    'set-up.ts': imported('./state.ts') + way + `\nexport const used = 1;\n`,
    'flow.ts':
      NODE +
      `import { used } from './set-up.ts';\n` +
      imported('./state.ts', 'show') +
      FLOW.replace('n + EOL', 'used + EOL'),
  }),
  'in a file with steps': (way) => ({
    'state.ts': STATE,
    'steps.ts':
      NODE +
      imported('./state.ts') +
      way +
      FLOW.slice(FLOW.indexOf('async function addOne')).replace('async', '\nexport async'),
    'flow.ts':
      `import { addOne } from './steps.ts';\n` +
      imported('./state.ts', 'show') +
      FLOW.slice(0, FLOW.indexOf('async function addOne')),
  }),
  'on the state of a package': (way) => ({
    ...packageFiles(''),
    'flow.ts': NODE + imported('state-package') + way + '\n' + FLOW,
  }),
  'on the state of a package that is free of effects': (way) => ({
    ...packageFiles(', "sideEffects": false'),
    'flow.ts': NODE + imported('state-package') + way + '\n' + FLOW,
  }),
};

/** One program for each way in each place. */
export function setUpPrograms(ways: Readonly<Record<string, string>>): Program[] {
  return Object.entries(PLACES).flatMap(([place, write]) =>
    Object.entries(ways).map(([way, code]) => ({ name: `${way} ${place}`, files: write(code) })),
  );
}
