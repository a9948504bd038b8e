/** The error of a failing step, where a build is loaded by the application itself. */
import { describe, expect, test } from 'vitest';
import { builderOf } from '../compiler-build/project-builder.ts';
import { createTempProject, type TempProject } from '../compiler-build/temp-project.ts';

const SOURCES = {
  'workflows/pay.ts': `import { refuse } from '../lib/bank.ts';

export async function pay(kind: 'called' | 'nested') {
  'use workflow';
  // A function that a nested step takes along.
  const refuseAtOnce = (name: string): never => {
    const reason: string = name;
    throw new Error(reason);
  };
  const charge = async (name: string) => {
    'use step';
    return refuseAtOnce(name);
  };
  charge.maxRetries = 0;
  return kind === 'nested' ? await charge('Ann') : await ask('Ann');
}

export async function ask(name: string) {
  'use step';
  await null;
  return refuse(name);
}
ask.maxRetries = 0;
`,
  'lib/bank.ts': `interface Refusal { name: string }

export function refuse(name: string): never {
  const refusal: Refusal = { name };
  throw new Error(refusal.name, { cause: new Error('no money') });
}
`,
};

/** Starts the workflow and logs what it fails with. */
const server = (kind: string): string => `import { readFileSync } from 'node:fs';
import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';
import { loadSteps } from './.workflow/steps.mjs';

process.env.WORKFLOW_WORLD = 'memory';
const manifest = JSON.parse(readFileSync('.workflow/manifest.json', 'utf8'));
await registerBuild({ bundle, steps: await loadSteps(), manifest });
const run = await start({ workflowId: 'workflow//./workflows/pay//pay' }, [${JSON.stringify(kind)}]);
const { cause } = await run.returnValue.catch((error) => error);
console.log(JSON.stringify({ stack: cause.stack, cause: cause.cause?.stack }));
await getWorld().close();
`;

interface Seen {
  stack: string;
  cause?: string;
}

async function failIn(kind: string): Promise<{ project: TempProject; seen: Seen }> {
  const project = await createTempProject(SOURCES);
  await builderOf(project).build();
  return { project, seen: await project.run<Seen>(server(kind)) };
}

describe('the error of a failing step', () => {
  test('shows the lines of the user and nothing else, also in its cause', async () => {
    const { project, seen } = await failIn('called');
    const place = (file: string): string => project.path(file);
    expect(seen.stack.split('\n')).toEqual([
      'Error: Ann',
      `    at refuse (${place('lib/bank.ts')}:5:9)`,
      `    at ask (${place('workflows/pay.ts')}:21:10)`,
    ]);
    expect(seen.cause).toContain(`    at refuse (${place('lib/bank.ts')}:5:42)`);
  });

  test('shows the lines of a function that a nested step has taken along', async () => {
    const { project, seen } = await failIn('nested');
    expect(seen.stack.split('\n')).toEqual([
      'Error: Ann',
      `    at refuseAtOnce (${project.path('workflows/pay.ts')}:8:11)`,
      expect.stringContaining(`${project.path('workflows/pay.ts')}:12:12`),
    ]);
  });
});
